//! Data whose parts have different readings: finds the reading of each stretch.
//!
//! Mojibake comes in islands (one field of a row, three lines of a log), and files are joined from
//! parts in several encodings. Two passes find that. A [`Learner`] reads the data and collects the
//! readings that occur in it, by suspicious words; then a [`Segmenter`] gives every word the
//! reading that costs the fewest bits, by the count of the guess. `words` splits the data,
//! `word_cost` weighs it, `line_sets` names the sets that may read a line, `neighbour_lines` tells by a whole line
//! what no word of it tells, and `own_words` and `own_set` tell the lines and words of data that is in one set.
//! Few runs are kept, and then divide the data again without weighing. Only encodings that share the characters
//! of ASCII can be mixed by lines.
//! Invariant: well-formed UTF-8 that reads as text stays UTF-8, and no byte is in two runs.

mod characters;
mod kinship;
mod learner;
mod line_sets;
mod neighbour_lines;
mod own_set;
mod own_words;
mod pieces;
mod segmenter;
mod survey;
mod suspicious_line;
mod word_cost;
mod words;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::chain::Chain;
use super::joined::JoinedParts;
use super::verdict::ACTING_FLOOR;
use super::{Reading, tuning};
pub(super) use characters::{chars_of, sequences};
use hexloupe_text::codec::{Encoding, table};
pub use learner::Learner;
pub(super) use neighbour_lines::NeighbourFinder;
pub(super) use pieces::Extent;
pub use pieces::{Attend, Piece, each_part, each_piece};
pub use segmenter::Segmenter;
pub use survey::ReadingRuns;
pub(super) use survey::survey;
pub use words::{cores, whole};
pub(super) use words::{hash_of, is_cut_grave, is_of_quotes, signs_inside, unquoted};

/// A stretch of data whose words have the same reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingRun {
    /// From the start of its first word to the end of its last; ASCII before and after it is the
    /// same in every reading.
    pub range: Range<u64>,
    /// Its reading.
    pub reading: Reading,
    /// The confidence in that and in its reading in all of the data, from 0 to 1.
    pub confidence: f32,
    /// False if its words are not what its reading says: they are not UTF-8, and nothing tells what
    /// else they are.
    pub is_well_formed: bool,
}

impl ReadingRun {
    /// Reports whether it is sure enough to be acted on.
    pub fn is_sure(&self) -> bool {
        self.confidence >= ACTING_FLOOR
    }
}

/// The readings that occur in some data; UTF-8 is the first.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateReadings {
    list: Vec<Reading>,
    /// The number of the reading of the data as a whole: 0 is UTF-8.
    own: usize,
    /// The confidence in it, from 0 to 1.
    sure: f32,
    /// The scripts of the text before it was misread, by their short names, if it was.
    scripts: Vec<&'static str>,
    /// The found readings with too little confidence to act on.
    doubtful: Vec<(Reading, f32)>,
    /// The reading of the data as a whole, if it is one of those: lines in another may be the reason.
    doubtful_whole: Option<Reading>,
    /// The chains that text still has after those of the list are undone.
    again: Vec<Reading>,
    /// The parts of the data, if it is joined from text in bytes and in wide units.
    joined: Option<JoinedParts>,
    /// The runs of all of the data, if they are known.
    runs: Option<KnownRuns>,
}

/// The runs of some data.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownRuns {
    /// In order.
    list: Arc<[ReadingRun]>,
    /// The length of the data: what it gets later is not in them.
    end: u64,
}

impl CandidateReadings {
    /// UTF-8 and these readings.
    pub fn with_utf8(others: impl IntoIterator<Item = Reading>) -> Self {
        let first = Reading::plain(table::UTF_8);
        let others = others.into_iter().filter(|other| *other != first);
        Self {
            list: [first.clone()].into_iter().chain(others).collect(),
            own: 0,
            sure: 1.0,
            scripts: Vec::new(),
            doubtful: Vec::new(),
            doubtful_whole: None,
            again: Vec::new(),
            joined: None,
            runs: None,
        }
    }

    /// The same for data that is joined from parts.
    #[must_use]
    pub(super) fn joined_from(self, joined: Option<JoinedParts>) -> Self {
        Self {
            joined,
            runs: None,
            ..self
        }
    }

    /// The parts of their data, if it is joined from parts, some of them in wide units.
    pub fn joined(&self) -> Option<&JoinedParts> {
        self.joined.as_ref()
    }

    /// The encoding of the part in wide units that an offset is in, if it is in one, and the end of
    /// the part.
    pub fn units_from(&self, offset: u64) -> (Option<&'static Encoding>, u64) {
        let part = self.joined.as_ref().and_then(|joined| {
            let narrow = || {
                joined
                    .narrow(offset..u64::MAX)
                    .next()
                    .map(|part| (None, part.end))
            };
            let wide = joined.wide_at(offset);
            wide.map(|part| (Some(part.encoding), part.range.end))
                .or_else(narrow)
        });
        part.unwrap_or((None, u64::MAX))
    }

    /// The parts of a piece that are in bytes: all, unless the data is joined.
    pub(super) fn narrow(&self, piece: &Piece<'_>) -> Vec<Range<usize>> {
        let len = piece.bytes.len();
        let Some(joined) = &self.joined else {
            return std::iter::once(0..len).collect();
        };
        let all = joined.narrow(piece.offset..piece.offset + len as u64);
        let inside = |at: u64| (at - piece.offset) as usize;
        all.map(|part| inside(part.start)..inside(part.end))
            .collect()
    }

    /// The same for data that is read in one way as a whole, and how sure that is: a stretch is
    /// read otherwise only where that is no text in this reading.
    #[must_use]
    pub fn of_data_in(self, own: &Reading, sure: f32) -> Self {
        match self.list.iter().position(|one| one == own) {
            Some(own) if own > 0 => Self {
                own,
                sure,
                runs: None,
                ..self
            },
            _ => self,
        }
    }

    /// The same for data whose text was in some scripts before it was misread.
    #[must_use]
    fn in_scripts(self, scripts: Vec<&'static str>) -> Self {
        Self {
            scripts,
            runs: None,
            ..self
        }
    }

    /// A copy with more readings.
    #[must_use]
    pub fn and(mut self, more: impl IntoIterator<Item = Reading>) -> Self {
        for reading in more {
            if !self.list.contains(&reading) {
                self.list.push(reading);
                self.runs = None;
            }
        }
        self
    }

    /// Keeps the runs of all of the data, which is `end` bytes long: they are those of a
    /// [`Segmenter`] with these readings.
    pub(super) fn keep_runs(&mut self, runs: Vec<ReadingRun>, end: u64) {
        let list = runs.into();
        self.runs = Some(KnownRuns { list, end });
    }

    /// The run of data all of whose words are in the set of the data and in nothing else, over a
    /// range; none if there is another reading.
    pub(super) fn run_of_own(&self, range: Range<u64>) -> Option<ReadingRun> {
        let own = &self.list[self.own];
        // UTF-8 is always among them.
        let is_only = self.list.len() == self.own + 1 && self.own < 2 && own.chain.is_none();
        let most = self.doubt_of(own).unwrap_or(tuning::GUESS_MOST);
        is_only.then(|| ReadingRun {
            range,
            reading: own.clone(),
            confidence: self.sure.min(most),
            is_well_formed: true,
        })
    }

    /// The reading of the data as a whole, and the confidence in it.
    pub fn own(&self) -> (&Reading, f32) {
        (&self.list[self.own], self.sure)
    }

    /// A run as it is told of the data; none if it is in UTF-8 as the rest, or in wide units. Among lines of
    /// a set, UTF-8 is what is other, and what is in nothing is not surely in that set either.
    pub(super) fn as_told<'a>(&self, run: &'a ReadingRun) -> Option<Cow<'a, ReadingRun>> {
        let own = self.own().0;
        match run.reading.is_plain_utf_8() {
            _ if run.reading.encoding.unit > 1 => None,
            true if own.is_plain_utf_8() => None,
            true if !run.is_well_formed && own.chain.is_some() => None,
            true if !run.is_well_formed => Some(Cow::Owned(ReadingRun {
                reading: own.clone(),
                confidence: run.confidence.min(tuning::RUN_DISPUTED),
                ..run.clone()
            })),
            _ => Some(Cow::Borrowed(run)),
        }
    }

    /// Reports whether text with a confidence in its reading may be another one than the rest: it is read in the
    /// set of the rest, which is surer than that, or hardly misread in a set of neighbours.
    pub(in crate::detect) fn is_disputed(&self, reading: &Reading, sure: f32) -> bool {
        let (own, own_sure) = self.own();
        let is_hardly_misread = { reading.chain.as_ref() }.is_some_and(Chain::is_of_neighbours);
        let is_own = reading == own && own.chain.is_none() && !own.is_plain_utf_8();
        let may_be_other = is_hardly_misread || is_own && own_sure >= ACTING_FLOOR;
        may_be_other && sure < ACTING_FLOOR
    }

    /// Stores the chains that the text still has after those of the list are undone: repaired text
    /// with them is still mojibake.
    pub fn mind_again(&mut self, readings: Self) {
        let chains = readings.list.into_iter().filter(|one| one.chain.is_some());
        self.again = chains.collect();
    }

    /// The readings of text after the chains of the list are undone; none if it is surely repaired.
    pub fn again(&self) -> Option<Self> {
        (!self.again.is_empty()).then(|| Self::with_utf8(self.again.iter().cloned()))
    }

    /// Marks a reading as too doubtful to act on, with its confidence.
    pub fn doubt(&mut self, reading: &Reading, sure: f32) {
        self.doubtful.push((reading.clone(), sure));
        self.runs = None;
    }

    /// Marks the reading of the data as a whole as too doubtful to act on, with its confidence.
    pub(super) fn doubt_whole(&mut self, reading: &Reading, sure: f32) {
        self.doubt(reading, sure);
        self.doubtful_whole = Some(reading.clone());
    }

    /// The reading of the data as a whole, if it is too doubtful to act on.
    pub(super) fn doubtful_whole(&self) -> Option<&Reading> {
        self.doubtful_whole.as_ref()
    }

    /// Forgets the doubt about the reading of the data as a whole.
    pub(super) fn trust_whole(&mut self) {
        let whole = self.doubtful_whole.take();
        self.doubtful.retain(|(one, _)| Some(one) != whole.as_ref());
        self.runs = None;
    }

    /// The confidence in a reading, if it is too low.
    pub fn doubt_of(&self, reading: &Reading) -> Option<f32> {
        let of_it = self.doubtful.iter().filter(|(one, _)| one == reading);
        of_it.map(|(_, sure)| *sure).reduce(f32::min)
    }

    /// All of them, UTF-8 first.
    pub fn list(&self) -> &[Reading] {
        &self.list
    }

    /// A copy without readings in other encodings, for text that is UTF-8 throughout.
    #[must_use]
    pub fn of_chains(self) -> Self {
        let own = self.list[self.own].clone();
        let is_chain = |one: &Reading| one.chain.is_some();
        let chains = Self {
            sure: self.sure,
            scripts: self.scripts,
            again: self.again,
            doubtful: { self.doubtful.into_iter() }
                .filter(|(one, _)| is_chain(one))
                .collect(),
            ..Self::with_utf8(self.list.into_iter().filter(is_chain))
        };
        chains.of_data_in(&own, self.sure)
    }

    /// Reports whether all is plain UTF-8.
    pub fn is_plain(&self) -> bool {
        self.list.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::judge_runs;
    use crate::detect::preferred::Preferred;

    /// Lines of the set of the data, of UTF-8, of mojibake and of another set, as Python writes them.
    fn mixed() -> Vec<u8> {
        let own = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0 \xE8 \xE2\xF1\xE5 \xE5\xE3\xEE \xE6\xE8\xF2\xE5\xEB\xE8\n";
        let utf_8 = "Съешь же ещё этих мягких булок\n".as_bytes();
        let misread = "РџСЂРёРІРµС‚ РјРёСЂ\n".as_bytes();
        let western = b"l'\xE9t\xE9 dernier \xE0 la gar\xE7onni\xE8re\n";
        let lines: [&[u8]; 7] = [own, own, utf_8, own, misread, western, own];
        lines.concat()
    }

    fn readings(data: &[u8]) -> CandidateReadings {
        let judged = judge_runs(&data.to_vec(), Preferred::NONE, 1 << 16, &mut |_| true);
        judged.unwrap().readings
    }

    fn runs(readings: &CandidateReadings, data: &[u8], step: usize) -> Vec<ReadingRun> {
        let (mut segmenter, mut runs) = (Segmenter::new(readings), Vec::new());
        let ended = each_piece(&data.to_vec(), table::UTF_8, step, &mut |_| true, |piece| {
            segmenter.feed(piece.bytes, piece.offset, &mut runs);
            Ok::<(), ()>(())
        });
        assert_eq!(ended, Some(Ok(())));
        segmenter.finish(&mut runs);
        runs
    }

    #[test]
    fn runs_that_are_kept_are_those_that_are_found() {
        let mixed = mixed();
        let own = mixed.split_inclusive(|byte| *byte == b'\n').next().unwrap();
        // "中文内容在这里" in GBK, with a word that is UTF-8 by chance (C4 A3), and Shift_JIS.
        let pairs =
            b"\xD6\xD0\xCE\xC4\xC4\xDA\xC8\xDD\xD4\xDA\xD5\xE2\xC0\xEF a \xC4\xA3 b\n".repeat(9);
        let kana = b"\x82\xB1\x82\xEA\x82\xCD\x93\xFA\x96{\x8C\xEA\r\n".repeat(9);
        for data in [
            &mixed[..],
            &own.repeat(9),
            &mixed[own.len() * 2..],
            &pairs,
            &kana,
            "\u{FEFF}Съешь же ещё, этих-мягких булок\n".as_bytes(),
            "\u{FEFF}one\nмежду «скобок»\nи <ещё>; café 中文内容，在这里。\n".as_bytes(),
            "中文内容，在这里。\n\u{FEFF}日本語のテキストと русский текст".as_bytes(),
        ] {
            let kept = readings(data);
            let found = CandidateReadings {
                runs: None,
                ..kept.clone()
            };
            for step in (1..10).chain([64, 1 << 16]) {
                assert_eq!(runs(&kept, data, step), runs(&found, data, step), "{step}");
            }
        }
        // One run, from the first letter to the last.
        let kept = readings(&own.repeat(9)).runs.unwrap();
        let [run] = &kept.list[..] else {
            panic!("{:?}", kept.list)
        };
        assert_eq!(run.range, 0..own.len() as u64 * 9 - 1);
        let kept = readings("\u{FEFF}Съешь же ещё\n".as_bytes()).runs.unwrap();
        assert_eq!(kept.list[0].range, 3..kept.end - 1);
    }

    #[test]
    fn data_that_changes_its_length_is_divided_as_far_as_it_goes() {
        // The data ends inside a line.
        let mixed = mixed();
        let own = mixed.split_inclusive(|byte| *byte == b'\n').next().unwrap();
        let data = [&own.repeat(20), &own[..20]].concat();
        let kept = readings(&data);
        assert!(kept.runs.is_some());
        for len in 0..data.len() {
            let runs = runs(&kept, &data[..len], 7);
            let end = runs.last().map_or(0, |run| run.range.end);
            assert!(end <= len as u64, "{len} {runs:?}");
        }
        // Later the line goes on, and another one follows: it is what it would have been.
        let more = [&data, &own[20..], "Съешь же ещё мягких булок\n".as_bytes()].concat();
        let found = CandidateReadings {
            runs: None,
            ..kept.clone()
        };
        for step in [1, 7, 64, 1 << 16] {
            assert_eq!(
                runs(&kept, &more, step),
                runs(&found, &more, step),
                "{step}"
            );
        }
        let divided = runs(&kept, &more, 7);
        let ends: Vec<u64> = divided.iter().map(|run| run.range.end).collect();
        assert_eq!(*ends.last().unwrap(), more.len() as u64 - 1);
        assert!(ends.is_sorted());
    }
}
