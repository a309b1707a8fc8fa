//! Guesses the encoding in the background; and once more if the scan contradicts the first choice.
//!
//! The first guess is made when the data is opened, and for a pipe again while its first bytes
//! arrive. In a large file the first suspicious places are looked for ahead of the scan, and it is
//! guessed near these. The second examines the surroundings of the scan's findings, once it has some;
//! once the scan is done, all of the data. Invariant: nothing here changes the reading of the data; a
//! key does.

use std::sync::Arc;

use super::Session;
use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, ShownAtOnce, Starter};
use super::scanning::SCAN;
use crate::codec::promised;
use crate::command;
use crate::detect::verdict::{Evidence, Guess, Nature, Verdict};
use crate::job::background::Report;
use crate::job::guess;
use crate::job::seek::{self, SeekRequest};
use crate::job::{Control, JobEnd};
use crate::model::answer::AnswerRow;
use crate::model::edit::SaveState;
use crate::model::guessed::ReadingOffer;
use crate::scan::facts::Sought;
use crate::scan::facts::index::Index;
use crate::source::{ArrivedData, Source, UpTo};
use crate::window::Peek;

/// Bytes of a pipe that decide its encoding.
pub(super) const ENOUGH: u64 = 64 * 1024;
/// The most bytes of a file about which all is known soon.
const SOON: u64 = 1 << 20;
/// The most faults that the second guess examines.
const PLACES: usize = 4;

pub(super) static GUESS: Query = Query {
    forget: |file, before| {
        // What was guessed from the first bytes of a pipe stays until more is known.
        if !file.is_as_weighed(before) {
            file.facts.guess = None;
        }
    },
    ..Query::new(
        "guess",
        Asked::Always {
            key: |file| file.has_chosen().then(|| file.guess_asked()),
            start: OpenFile::start_guess,
        },
    )
    .saying("weigh the encoding", "the guess")
};

pub(super) static DOUBT: Query = Query {
    forget: |file, before| {
        if !file.is_as_weighed(before) {
            file.facts.offer = None;
        }
    },
    ..Query::new(
        "doubt",
        Asked::Always {
            key: OpenFile::doubt_asked,
            start: OpenFile::start_doubt,
        },
    )
    .saying("weigh the encoding", "the guess")
};

/// The first suspicious places of a large file, which a scan reaches late.
pub(super) static SPOT: Query = Query {
    shown: ShownAtOnce::Always,
    ..Query::new(
        "spot",
        Asked::Always {
            key: OpenFile::spot_asked,
            start: OpenFile::start_spotting,
        },
    )
    .saying("weigh the encoding", "the guess")
};

impl Session {
    /// Reports whether what is wrong with the file will be known soon: it is small, and is being read.
    pub fn is_about_to_answer(&self) -> bool {
        let file = &self.file;
        let is_small = !file.source.is_stream() && file.source.len() <= SOON;
        let is_read = [&GUESS, &DOUBT, &SCAN].map(|query| file.queries.is_running(query));
        is_small && is_read.contains(&true)
    }
}

impl OpenFile {
    /// The bytes to guess from: of a pipe the first ones, and again while those arrive.
    fn guess_asked(&self) -> QueryKey {
        let come = if self.source.is_stream() {
            self.source.len().min(ENOUGH)
        } else {
            0
        };
        let asked = self.queries.key(&GUESS);
        let is_running = self.queries.is_running(&GUESS);
        let asked = asked.filter(|key| is_running && self.is_as_weighed(key));
        asked.cloned().unwrap_or(QueryKey::Evidence {
            source: self.bytes.source,
            weighed: self.weighed,
            come,
        })
    }

    /// True if the evidence for the encoding is as it was when a question was asked.
    fn is_as_weighed(&self, asked: &QueryKey) -> bool {
        let of = match *asked {
            QueryKey::Evidence {
                source, weighed, ..
            } => (source, weighed),
            QueryKey::Doubt { bytes, weighed, .. } => (bytes.source, weighed),
            _ => return false,
        };
        of == (self.bytes.source, self.weighed)
    }

    fn start_guess(&mut self, _: &QueryKey) -> Starter {
        let source = Arc::clone(&self.source);
        let preferred = self.requested.preferred();
        let work = move |_: &mut Control<'_>| {
            let decided = UpTo {
                source: &source,
                end: decided(&source),
            };
            let is_growing = source.is_arriving();
            let data: &dyn Peek = if is_growing { &decided } else { &*source };
            JobEnd::Done(guess::guess_near(data, &[], None, preferred))
        };
        Starter::new(work, Self::guessed)
    }

    /// Handles the first guess.
    fn guessed(&mut self, _: &mut SessionContext, report: Report<Guess>) {
        // The second guess knows more.
        let has_asked = |query| self.queries.key(query).is_some();
        let has_second = self.facts.guess.is_some() && (has_asked(&DOUBT) || has_asked(&SPOT));
        if let Report::Ended(JobEnd::Done(guess)) = report
            && !has_second
        {
            self.facts.guess = Some(Arc::new(guess));
        }
    }

    /// A large file that is taken for UTF-8, once: before its first scan.
    fn spot_asked(&self) -> Option<QueryKey> {
        let view = &self.state.view;
        if !self.has_chosen() || !self.requested.is_auto() || view.reading != self.verdict {
            return None;
        }
        let asked = self.queries.key(&SPOT);
        if let Some(asked) = asked.filter(|key| self.is_as_weighed(key)) {
            return Some(asked.clone());
        }
        let is_binary = matches!(self.verdict.evidence, Evidence::Binary(_));
        let is_text = view.encoding().is_utf8() && !is_binary;
        let is_large = !self.source.is_stream() && self.source.len() > SOON;
        let is_new = self.facts.index(view).is_none();
        (is_text && is_large && is_new).then_some(QueryKey::Evidence {
            source: self.bytes.source,
            weighed: self.weighed,
            come: 0,
        })
    }

    fn start_spotting(&mut self, _: &QueryKey) -> Starter {
        let source = Arc::clone(&self.source);
        let preferred = self.requested.preferred();
        let encoding = self.state.view.encoding();
        let work = move |control: &mut Control<'_>, report: &dyn Fn(Guess)| {
            let data = ArrivedData(&source);
            guess::guess_first(control, &data, (encoding, ENOUGH), preferred, report)
        };
        Starter::reporting(work, Self::spotted)
    }

    /// Handles a guess near the first suspicious places, unless all of the data was weighed by then.
    fn spotted(&mut self, _: &mut SessionContext, report: Report<Option<Guess>, Guess>) {
        let guess = match report {
            Report::Progress(guess) | Report::Ended(JobEnd::Done(Some(guess))) => guess,
            Report::Ended(_) | Report::Failed(_) => return,
        };
        let has_all = self.queries.key(&DOUBT).is_some() && !self.queries.is_running(&DOUBT);
        if !has_all {
            self.facts.offer = offer(&guess, self.verdict);
            self.facts.guess = Some(Arc::new(guess));
        }
    }

    /// Reports whether the first suspicious places are being looked at, or what is told is near these.
    fn is_spotted(&self) -> bool {
        let is_told = |guess: &Guess| guess.faults > 0 || !guess.others.is_empty();
        let has_told = || self.facts.guess.as_deref().is_some_and(is_told);
        self.queries.is_running(&SPOT) || self.queries.key(&SPOT).is_some() && has_told()
    }

    /// Keeps a row free for what is wrong with a large file, which is known after its first picture.
    pub(super) fn await_answer(&mut self) {
        let is_large = self.source.is_watched() && self.source.len() > SOON;
        if is_large && self.requested.is_auto() {
            self.state.view.answer = AnswerRow::Awaited;
        }
    }

    /// Shows what is wrong once it is known: not in the tour, which tells of its own faults.
    pub(super) fn place_answer(&mut self, context: &SessionContext) {
        self.with_keys(context, command::place_answer);
    }

    /// The first choice, if it does not account for the faults of the scan.
    fn doubt_asked(&self) -> Option<QueryKey> {
        let (view, taken) = (&self.state.view, self.verdict);
        if !self.requested.is_auto() || view.reading != taken {
            return None;
        }
        let index = self.facts.index(view)?;
        if !index.complete && self.is_spotted() {
            return None;
        }
        // The first look was at the first bytes, as they were before any change.
        let is_changed = self.facts.edits.progress != SaveState::Unchanged;
        let is_other_data = index.complete && (self.source.len() > ENOUGH || is_changed);
        // Facts that are being counted again may not be true any more.
        if index.is_doubted() || !contradicts(index, taken) && !is_other_data {
            return None;
        }
        let asked = self.queries.key(&DOUBT).filter(|key| match key {
            QueryKey::Doubt {
                bytes,
                taken: of,
                is_scanned,
                ..
            } if (*bytes, *of) == (self.bytes, taken) && self.is_as_weighed(key) => {
                *is_scanned || !index.complete || self.queries.is_running(&DOUBT)
            }
            _ => false,
        });
        let now = QueryKey::Doubt {
            bytes: self.bytes,
            weighed: self.weighed,
            taken,
            is_scanned: index.complete,
        };
        Some(asked.cloned().unwrap_or(now))
    }

    /// Starts the second guess: of all of the data, or near the faults of the scan so far.
    fn start_doubt(&mut self, _: &QueryKey) -> Starter {
        let index = self.facts.index(&self.state.view).map(Arc::clone);
        let source = Arc::clone(&self.source);
        let preferred = self.requested.preferred();
        let work = move |control: &mut Control<'_>| {
            let data = ArrivedData(&source);
            match index.filter(|index| !index.complete) {
                Some(index) => {
                    let places = places(control, data, &index);
                    let has_faults = index.totals.faults.total() > 0;
                    let fault = places.first().copied().filter(|_| has_faults);
                    JobEnd::Done(guess::guess_near(&data, &places, fault, preferred))
                }
                None => guess::guess_attended(control, &data, preferred),
            }
        };
        Starter::new(work, Self::doubted)
    }

    /// Handles the second guess.
    fn doubted(&mut self, _: &mut SessionContext, report: Report<Guess>) {
        if let Report::Ended(JobEnd::Done(guess)) = report {
            self.facts.offer = offer(&guess, self.verdict);
            self.facts.guess = Some(Arc::new(guess));
        }
    }
}

/// The offset up to which the bytes of a source that grows are decided: after them stands at most the
/// beginning of a character in UTF-8.
fn decided(source: &Source) -> u64 {
    /// The most bytes of such a beginning.
    const BEGINNING: u64 = 3;
    let len = source.len();
    let last = source.window(len.saturating_sub(BEGINNING), BEGINNING as usize);
    let lead = last.bytes.iter().rposition(|byte| byte & 0xC0 != 0x80);
    let begun = lead.map_or(0, |lead| last.bytes.len() - lead);
    let is_cut = lead.is_some_and(|lead| promised(last.bytes[lead]) > begun);
    len - if is_cut { begun as u64 } else { 0 }
}

/// Reports whether the scan has found more faults than the first pass, or letters beyond ASCII that it did
/// not see. A byte order mark, or the user's choice, is never contradicted; a binary was not taken for
/// text.
fn contradicts(index: &Index, taken: Verdict) -> bool {
    let known = match taken.evidence {
        Evidence::Bom | Evidence::Chosen | Evidence::LittleEndian | Evidence::Binary(_) => {
            return false;
        }
        Evidence::Damaged(faults) => u64::from(faults),
        Evidence::Ascii if index.totals.non_ascii > 0 => return true,
        Evidence::Assumed
        | Evidence::Ascii
        | Evidence::WellFormed(_)
        | Evidence::Guessed { .. } => 0,
    };
    index.totals.faults.total() > known
}

/// The offsets of the first fault and of some later ones, spread over the data; without faults, those of
/// characters beyond ASCII, which may be mojibake.
fn places(control: &mut Control<'_>, data: ArrivedData<'_>, index: &Index) -> Vec<u64> {
    let sought = match index.totals.faults.total() {
        0 => Sought::NonAscii,
        _ => Sought::Fault,
    };
    let request = |from| SeekRequest::forward(index.encoding, index.phase, sought, from);
    let mut found = Vec::new();
    for block in blocks_of(index, sought) {
        // A search excludes the offset it begins at.
        let from = block.saturating_sub(1);
        match seek::seek(control, &data, &request(from)) {
            JobEnd::Done(Some(place)) if !found.contains(&place) => found.push(place),
            JobEnd::Done(_) => {}
            JobEnd::Cancelled => break,
        }
    }
    found
}

/// The offsets of at most [`PLACES`] blocks with a kind of finding: the first, and others evenly.
fn blocks_of(index: &Index, sought: Sought) -> Vec<u64> {
    let blocks = index.blocks().iter();
    let blocks = blocks.filter(|block| block.held.may_hold(sought));
    let starts: Vec<u64> = blocks.map(|block| block.start.offset).collect();
    let step = starts.len().div_ceil(PLACES).max(1);
    starts.into_iter().step_by(step).collect()
}

/// The offer after the second guess, if its result is text in another encoding.
fn offer(guess: &Guess, taken: Verdict) -> Option<ReadingOffer> {
    let better = guess.verdict.as_taken();
    let other = guess.nature == Nature::Text && better.encoding != taken.encoding;
    other.then_some(ReadingOffer {
        from: taken,
        to: better,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index;

    const UTF_8: Verdict = Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::WellFormed(1),
    };

    fn guess(nature: Nature, verdict: Verdict) -> Guess {
        Guess {
            nature,
            verdict,
            confidence: 0.9,
            evidence: Vec::new(),
            is_joined: false,
            same: Vec::new(),
            alternatives: Vec::new(),
            claim: None,
            looks_like: None,
            phase: 0,
            mojibake: None,
            lost: Vec::new(),
            carriers: Vec::new(),
            others: Vec::new(),
            faults: 0,
            first_fault: None,
        }
    }

    #[test]
    fn only_what_the_first_look_did_not_see_contradicts_it() {
        let clean = index::build(b"abc", table::UTF_8, 0);
        let faulty = index::build(b"abc\xFF\xFE", table::UTF_8, 0);
        let of = |evidence| Verdict { evidence, ..UTF_8 };
        assert!(!contradicts(&clean, UTF_8));
        for evidence in [
            Evidence::Ascii,
            Evidence::WellFormed(9),
            Evidence::Assumed,
            Evidence::Damaged(1),
        ] {
            assert!(contradicts(&faulty, of(evidence)), "{evidence:?}");
        }
        for evidence in [
            Evidence::Bom,
            Evidence::Chosen,
            Evidence::Binary(None),
            Evidence::Damaged(2),
        ] {
            assert!(!contradicts(&faulty, of(evidence)), "{evidence:?}");
        }
        // Mojibake is well-formed.
        let misread = index::build(&"a Jos\u{C3}\u{A9} b".as_bytes().to_vec(), table::UTF_8, 0);
        assert!(contradicts(&misread, of(Evidence::Ascii)));
        for evidence in [Evidence::WellFormed(2), Evidence::Assumed, Evidence::Bom] {
            assert!(!contradicts(&misread, of(evidence)), "{evidence:?}");
        }
    }

    #[test]
    fn another_encoding_is_offered_and_the_same_is_not() {
        let other = Verdict {
            encoding: table::UTF_16LE,
            ..UTF_8
        };
        let offered = offer(&guess(Nature::Text, other), UTF_8).unwrap();
        assert_eq!((offered.from, offered.to), (UTF_8, other));
        let damaged = Verdict {
            evidence: Evidence::Damaged(3),
            ..UTF_8
        };
        assert_eq!(offer(&guess(Nature::Text, damaged), UTF_8), None);
        for nature in [Nature::Undecided, Nature::Binary(None), Nature::TooShort] {
            assert_eq!(offer(&guess(nature, other), UTF_8), None);
        }
    }

    #[test]
    fn only_the_beginning_of_a_character_is_undecided() {
        for (bytes, expected) in [
            (&b""[..], 0),
            (b"ab", 2),
            (b"a\xE2", 1),
            (b"a\xE2\x82", 1),
            (b"a\xE2\x82\xAC", 4),
            (b"\xF0\x9F\x98", 0),
            (b"\xF0\x9F\x98\x80", 4),
            (b"a\x82\xAC", 3),
            (b"a\xFF", 2),
            (b"bad \xFF byte\n", 11),
        ] {
            assert_eq!(decided(&Source::memory("m", bytes)), expected, "{bytes:X?}");
        }
    }

    #[test]
    fn faults_are_looked_for_all_over_the_data() {
        let mut data = vec![b'a'; 100_000];
        let written: Vec<usize> = (1..=50).map(|n| n * 1_900).collect();
        for at in &written {
            data[*at] = 0xFF;
        }
        let index = index::build(&data, table::UTF_8, 0);
        let never = std::sync::atomic::AtomicBool::new(false);
        let source = Source::memory("m", data);
        let found = places(
            &mut Control::new(&never, &|_| ()),
            ArrivedData(&source),
            &index,
        );
        assert_eq!(found.first(), Some(&1_900));
        assert!((2..=PLACES).contains(&found.len()), "{found:?}");
        assert!(found.iter().all(|at| written.contains(&(*at as usize))));
        assert!(found.last() > Some(&50_000), "{found:?}");
    }

    #[test]
    fn letters_that_the_first_look_did_not_see_are_looked_at() {
        let mut data = vec![b'a'; 100_000];
        data[60_000..60_009].copy_from_slice(" Jos\u{C3}\u{A9} ".as_bytes());
        let index = index::build(&data, table::UTF_8, 0);
        let never = std::sync::atomic::AtomicBool::new(false);
        let source = Source::memory("m", data);
        let mut control = Control::new(&never, &|_| ());
        let found = places(&mut control, ArrivedData(&source), &index);
        assert_eq!(found, [60_004]);
    }
}
