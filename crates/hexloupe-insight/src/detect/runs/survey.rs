//! The runs of some data by their readings, and how sure each reading is.
//!
//! A run is chosen among the readings that were learned; whether another one suits the same words
//! as well is asked of the judgement of a whole text, which weighs them all. Invariant: no run
//! counts as surer than that judgement of its words.

use std::collections::HashSet;
use std::ops::Range;

use super::super::chain::Chain;
use super::super::char_cost::is_usual_sign;
use super::super::judgement::whole;
use super::super::verdict::{ACTING_FLOOR, Mojibake, OtherText};
use super::super::{Reading, lost, misplaced, tuning};
use super::pieces::{Extent, each_part};
use super::{CandidateReadings, Learner, ReadingRun, Segmenter};
use hexloupe_text::codec::table::UTF_8;
use hexloupe_text::window::Peek;

/// The most places of runs that are kept.
const PLACES_KEPT: usize = 100;

/// The runs that are read alike.
#[derive(Debug, Clone)]
pub struct ReadingRuns {
    /// Their reading.
    pub reading: Reading,
    /// Their number.
    pub runs: u64,
    /// The place of the first.
    pub first: Range<u64>,
    /// The places of the first ones.
    ranges: Vec<Range<u64>>,
    /// The confidence in each of these.
    each: Vec<f32>,
    /// The least confidence among them, from 0 to 1.
    pub confidence: f32,
    /// The mojibake that the reading stands for, if a part of the runs was enough to tell.
    pub(in crate::detect) mojibake: Option<Mojibake>,
    /// The bytes of all.
    pub(in crate::detect) bytes: u64,
    /// The beginnings of the first ones.
    sample: Vec<u8>,
}

/// The runs of some data that are not plain UTF-8, unless other data is around them, by their
/// readings; none if it was not to go on.
/// A whole text of such words may be judged to have another chain than was learned: that chain is
/// added to the readings. Readings that are not sure enough to act on are marked there.
pub(in crate::detect) fn survey(
    extent: &mut Extent<'_>,
    data: &dyn Peek,
    readings: &mut CandidateReadings,
) -> Option<Vec<ReadingRuns>> {
    let (mut found, mut runs) = found(extent, data, readings)?;
    found.iter_mut().for_each(ReadingRuns::explain);
    let list = readings.list();
    let named: Vec<Reading> = { found.iter() }
        .filter_map(|found| Some(Reading::through(found.named()?.0)))
        .filter(|named| !list.contains(named))
        .collect();
    if !named.is_empty() {
        *readings = readings.clone().and(named);
        (found, runs) = self::found(extent, data, readings)?;
        found.iter_mut().for_each(ReadingRuns::explain);
    }
    if is_doubted_for_others(&found, readings) {
        readings.trust_whole();
        (found, runs) = self::found(extent, data, readings)?;
        found.iter_mut().for_each(ReadingRuns::explain);
    }
    if let Some((runs, end)) = runs {
        readings.keep_runs(runs, end);
    }
    for found in &mut found {
        // What all of the data was judged by is surer than what a part of it is.
        if found.reading == *readings.own().0 && !found.is_sound() {
            if !readings.is_disputed(&found.reading, found.confidence) {
                found.confidence = readings.own().1;
                found.each.fill(found.confidence);
            }
            continue;
        }
        if readings.is_disputed(&found.reading, found.confidence) {
            continue;
        }
        let confidence = found.judged();
        if confidence < ACTING_FLOOR {
            readings.doubt(&found.reading, confidence);
        }
        let least = readings.doubt_of(&found.reading).unwrap_or(confidence);
        found.trust_at_most(least);
    }
    if found.iter().any(|found| found.reading.chain.is_some()) {
        readings.mind_again(again(extent, data, readings)?);
    }
    Some(found)
}

/// Reports whether the set of the data as a whole is in doubt for the lines in another set alone: its own
/// lines are surely in it, and some of the others surely not.
fn is_doubted_for_others(found: &[ReadingRuns], readings: &CandidateReadings) -> bool {
    let Some(own) = readings.doubtful_whole() else {
        return false;
    };
    let is_other = |found: &&ReadingRuns| found.reading.chain.is_none() && found.reading != *own;
    let mut others = found.iter().filter(is_other);
    let mut whole = found.iter().filter(|found| found.reading == *own);
    others.any(|other| other.confidence >= ACTING_FLOOR && other.judged() >= ACTING_FLOOR)
        && whole.any(|whole| whole.judged() >= tuning::RUN_JUDGED)
}

/// The readings of the text without the found chains: after undoing only a part of the damage, more
/// are found.
fn again(
    extent: &mut Extent<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
) -> Option<CandidateReadings> {
    let mut learner = Learner::new();
    each_run(extent, data, readings, &mut |run| {
        if run.reading.chain.is_none() {
            return;
        }
        let mut see = |bytes: &[u8], _| {
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                if let Some(mended) = run.reading.mend(line) {
                    learner.see(mended.text.as_bytes());
                    learner.see(b"\n");
                }
            }
            Ok(())
        };
        // What cannot be read now is not mended either.
        let _: Result<(), u64> = each_part(data, UTF_8, run.range.clone(), |at| at, &mut see);
    })?;
    Some(learner.conclude().of_chains())
}

/// Passes on the runs in order; returns the length of the data, or none if it was not to go on.
fn each_run(
    extent: &mut Extent<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
    take: &mut dyn FnMut(&ReadingRun),
) -> Option<u64> {
    if let Some(known) = &readings.runs {
        known.list.iter().for_each(take);
        return Some(known.end);
    }
    let (mut segmenter, mut runs, mut at) = (Segmenter::new(readings), Vec::new(), 0);
    extent.each(data, readings.own().0.encoding, &mut |piece| {
        if piece.offset > at {
            // Between samples nothing was looked at.
            segmenter.finish(&mut runs);
            segmenter = Segmenter::new(readings);
        }
        at = piece.offset + piece.bytes.len() as u64;
        segmenter.feed(piece.bytes, piece.offset, &mut runs);
        runs.drain(..).for_each(|run| take(&run));
    })?;
    segmenter.finish(&mut runs);
    runs.iter().for_each(take);
    Some(at)
}

/// Runs of all of some data, and its length.
type AllRuns = (Vec<ReadingRun>, u64);

/// The runs by their readings, each with its confidence among these; and all of them, if they are few
/// and all of the data was divided.
fn found(
    extent: &mut Extent<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
) -> Option<(Vec<ReadingRuns>, Option<AllRuns>)> {
    let mut all: Vec<ReadingRuns> = Vec::new();
    let mut runs = Vec::new();
    let len = each_run(extent, data, readings, &mut |run| {
        if runs.len() <= tuning::RUNS_KEPT {
            runs.push(run.clone());
        }
        let Some(run) = readings.as_told(run) else {
            return;
        };
        // What is disputed in the set of the data is told by itself.
        let is_disputed = readings.is_disputed(&run.reading, run.confidence);
        let known = all.iter().position(|found| {
            let is_as_sure = readings.is_disputed(&found.reading, found.confidence) == is_disputed;
            found.reading == run.reading && is_as_sure
        });
        let at = known.unwrap_or_else(|| {
            all.push(ReadingRuns::of(&run));
            all.len() - 1
        });
        all[at].add(&run, data);
    })?;
    let is_all = extent.is_all() && runs.len() <= tuning::RUNS_KEPT;
    Some((all, is_all.then_some((runs, len))))
}

impl ReadingRuns {
    /// None yet that are read as a run is.
    fn of(run: &ReadingRun) -> Self {
        Self {
            reading: run.reading.clone(),
            runs: 0,
            first: run.range.clone(),
            ranges: Vec::new(),
            each: Vec::new(),
            confidence: run.confidence,
            mojibake: None,
            bytes: 0,
            sample: Vec::new(),
        }
    }

    fn add(&mut self, run: &ReadingRun, data: &dyn Peek) {
        self.runs += 1;
        if self.ranges.len() < PLACES_KEPT {
            self.ranges.push(run.range.clone());
            self.each.push(run.confidence);
        }
        self.confidence = self.confidence.min(run.confidence);
        let whole = run.range.end - run.range.start;
        self.bytes += whole;
        let len = whole.min((tuning::RUN_SAMPLE - self.sample.len()) as u64);
        if len > 0 {
            let window = data.window(run.range.start, len as usize);
            self.sample.extend_from_slice(&window.bytes);
            self.sample.truncate(tuning::RUN_SAMPLE - 1);
            self.sample.push(b'\n');
        }
    }

    fn trust_at_most(&mut self, most: f32) {
        self.confidence = self.confidence.min(most);
        for each in &mut self.each {
            *each = each.min(most);
        }
    }

    /// Reports whether one of the first runs is sure enough to act on.
    pub fn has_sure(&self) -> bool {
        self.each.iter().any(|each| *each >= ACTING_FLOOR)
    }

    /// The places of the words that the first sure runs are told by, in order: each word that becomes
    /// another if they show by themselves, else the first one of each run.
    pub fn words(&self, data: &[u8]) -> Vec<Range<u64>> {
        let shows = |chain: &Chain| chain.is_proof() || chain.is_of_neighbours();
        let each = self.reading.chain.as_ref().is_some_and(shows);
        let most = if each { usize::MAX } else { 1 };
        let of_run = |run: &Range<u64>| {
            let start = run.start as usize;
            let words = data[start..run.end as usize].split(u8::is_ascii_whitespace);
            let placed = words.scan(start, |at, word| {
                let range = *at..*at + word.len();
                *at = range.end + 1;
                Some((range, word))
            });
            let is_misread = |word: &[u8]| self.reading.changes(word);
            let beyond = placed.filter(|(_, word)| !word.is_ascii() && is_misread(word));
            let beyond = beyond.take(most);
            beyond
                .map(|(range, _)| range.start as u64..range.end as u64)
                .collect::<Vec<_>>()
        };
        let runs = self.ranges.iter().zip(&self.each);
        let sure = runs.filter(|(_, each)| **each >= ACTING_FLOOR);
        sure.flat_map(|(run, _)| of_run(run)).collect()
    }

    /// Judges the runs of mojibake as a whole text.
    fn explain(&mut self) {
        if self.reading.chain.is_some() {
            self.mojibake = whole(&self.sample).mojibake;
        }
    }

    /// The chain of the runs as a whole text, and how sure that is.
    fn named(&self) -> Option<(Chain, f32)> {
        let mojibake = self.mojibake.as_ref()?;
        Some((Chain::found(&mojibake.chain)?, mojibake.confidence))
    }

    /// Reports whether they are letters of one alphabet, and nothing proves that they were misread.
    pub(in crate::detect) fn is_sound(&self) -> bool {
        let chain = self.reading.chain.as_ref();
        let sample = String::from_utf8_lossy(&self.sample);
        let is_own = |named: (Chain, f32)| Some(&named.0) == chain;
        let is_read = || self.named().is_some_and(is_own);
        // The letters of Turkish are all Icelandic ones in Latin-1, but no text of that language.
        chain.is_some_and(|chain| !(chain.is_proof() || chain.is_of_neighbours() && is_read()))
            && is_of_one_alphabet(&self.sample)
            && misplaced::count(&sample) == 0
    }

    /// The confidence in the reading by the judgement of the runs as a whole text.
    fn judged(&self) -> f32 {
        if self.reading.is_plain_utf_8() {
            // Each of its words is, and no set reads them better.
            return 1.0;
        }
        let Some(own) = &self.reading.chain else {
            let guess = whole(&self.sample);
            let encoding = self.reading.encoding;
            let is_same = guess.verdict.encoding == encoding || guess.same.contains(&encoding);
            return match guess.confidence {
                _ if !is_same => tuning::RUN_DISPUTED,
                sure if sure < tuning::RUN_JUDGED => sure.min(tuning::RUN_PERHAPS_SURE),
                sure => sure,
            };
        };
        if own.is_of_neighbours() {
            // Their lines tell, with words of ASCII that are not among these.
            return 1.0;
        }
        let sample = String::from_utf8_lossy(&self.sample);
        let is_of_others = || is_of_other_scripts(&self.sample) && misplaced::count(&sample) == 0;
        if !own.is_proof() && is_of_others() || self.is_sound() {
            return tuning::RUN_DISPUTED;
        }
        match self.named() {
            // Only the sign of what was lost would come back.
            _ if !self.told().as_ref().is_none_or(lost::has_text) => tuning::RUN_DISPUTED,
            Some((chain, confidence)) if chain == *own => confidence,
            // A few words of UTF-8 are too few for a whole text, and proof enough.
            None if own.is_proof() => 1.0,
            Some(_) | None => tuning::RUN_DISPUTED,
        }
    }

    /// Reports whether they are UTF-8 whose characters beyond ASCII are usual signs, such as quotation marks
    /// around text that was misread.
    pub(in crate::detect) fn are_signs(&self) -> bool {
        let text = String::from_utf8_lossy(&self.sample);
        let mut beyond = text.chars().filter(|c| !c.is_ascii());
        self.reading.is_plain_utf_8() && beyond.all(is_usual_sign)
    }

    /// The runs with the first character of them that is beyond ASCII; none if a part of its word was
    /// not looked at.
    pub(in crate::detect) fn other(&self) -> Option<OtherText> {
        if self.reading.chain.is_some() && self.confidence <= tuning::RUN_DISPUTED {
            return None;
        }
        // The first run is the first in the sample.
        let len = (self.first.end - self.first.start).min(self.sample.len() as u64);
        let run = &self.sample[..len as usize];
        let changed = words_beyond_ascii(run).find(|word| self.reading.changes(&run[word.clone()]));
        let before = changed.map_or(0, |word| word.start);
        let line = run[..before].iter().rposition(|byte| *byte == b'\n');
        let line = line.map_or(0, |end| end + 1);
        let start = self.first.start + line as u64;
        let other = OtherText::of(&self.reading, &run[line..], start, self.confidence)?;
        Some(OtherText {
            stretches: self.runs,
            ranges: self.ranges.clone(),
            ..other
        })
    }
}

impl OtherText {
    /// The text of a run with a reading, from an offset on; none if all of it is ASCII.
    pub fn of(reading: &Reading, run: &[u8], start: u64, confidence: f32) -> Option<Self> {
        let run = run.split(|byte| *byte == b'\n').next()?;
        let mut words = words_beyond_ascii(run);
        let first = words.clone().next()?;
        let changed = words.find(|word| reading.changes(&run[word.clone()]));
        let before = changed.map_or(first.start, |word| word.start);
        let rest = &run[before..];
        let end = rest.iter().position(u8::is_ascii_whitespace);
        let end = end.unwrap_or(rest.len());
        // The space after it may have been a no-break space, the second byte of `à`.
        let read = |end: usize| {
            let word = rest.get(..end)?;
            Some((word, reading.text(word)?))
        };
        let (word, text) = read(end).or_else(|| read(end + 1))?;
        let (at, meant) = Reading::first_changed(word, &text)?;
        let place = |at| reading.place_of(word, &text, at);
        let bytes = place(at)..place(at + meant.len_utf8());
        let chain = reading.chain.as_ref();
        Some(Self {
            encoding: reading.encoding,
            chain: chain.map_or_else(Vec::new, Chain::misreadings),
            confidence,
            stretches: 1,
            offset: start + (before + bytes.start) as u64,
            line: None,
            bytes: word.get(bytes)?.to_vec(),
            meant,
            word: match chain {
                Some(_) => beginning(reading, &run[before..]).unwrap_or(text.clone()),
                None => around(&text, at),
            },
            ranges: Vec::new(),
            more: Vec::new(),
        })
    }

    /// Its reading; none if its misreadings are no chain.
    pub fn reading(&self) -> Option<Reading> {
        if self.chain.is_empty() {
            return Some(Reading::plain(self.encoding));
        }
        Chain::found(&self.chain).map(Reading::through)
    }
}

/// The words of some bytes that have one beyond ASCII.
fn words_beyond_ascii(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + Clone {
    let mut at = 0;
    let words = bytes.split(u8::is_ascii_whitespace).map(move |word| {
        let start = at;
        at += word.len() + 1;
        start..start + word.len()
    });
    words.filter(|word| !bytes[word.clone()].is_ascii())
}

/// The text of the beginning of a run, without the misreadings.
fn beginning(reading: &Reading, run: &[u8]) -> Option<String> {
    let text = reading.text(run)?;
    let is_short = text.chars().count() <= tuning::WORD_SHOWN;
    let mut shown: String = text.chars().take(tuning::WORD_SHOWN).collect();
    if !is_short && let Some(blank) = shown.rfind(' ') {
        shown.truncate(blank);
    }
    Some(shown)
}

impl ReadingRuns {
    /// The mojibake of the runs, as it is reported.
    pub(in crate::detect) fn told(&self) -> Option<Mojibake> {
        let chain = self.reading.chain.as_ref()?;
        let own = self.mojibake.clone();
        let is_own = |told: &Mojibake| Chain::found(&told.chain).as_ref() == Some(chain);
        let told = own.filter(is_own).unwrap_or_else(|| {
            let first = self.sample.split(|byte| *byte == b'\n').next();
            let text = first.and_then(|bytes| self.reading.text(bytes));
            Mojibake::of(chain, &text.unwrap_or_default())
        });
        Some(Mojibake {
            confidence: self.confidence,
            islands: self.runs,
            ..told
        })
    }
}

/// The letters beyond ASCII of languages that are written in Latin-1, in lower case.
const ALPHABETS: [&str; 7] = [
    "äöüß",
    "àâäæçéèêëîïôöœùûüÿ",
    "áéíóúñüçàèòï",
    "áâãàçéêíóôõúü",
    "àèéìíîòóùú",
    "åäöæøéü",
    "áðéíóúýþæö",
];

/// Reports whether the letters of a text beyond ASCII are of one alphabet, three different ones at
/// least: text of another script that was read in Latin-1 has letters of all of them.
fn is_of_one_alphabet(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let letters: HashSet<char> = letters.collect();
    let has_all = |alphabet: &str| letters.iter().all(|c| alphabet.contains(*c));
    letters.len() >= tuning::ALPHABET_LETTERS && ALPHABETS.iter().any(|alphabet| has_all(alphabet))
}

/// The word that a character of a text is in.
fn around(text: &str, at: usize) -> String {
    let is_inside = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '\'' | '-');
    let (before, after) = text.split_at(at);
    let before = before.chars().rev().take_while(|c| is_inside(*c));
    let before: Vec<char> = before.take(tuning::WORD_SHOWN).collect();
    let after = after.chars().take_while(|c| is_inside(*c));
    let before = before.into_iter().rev();
    before.chain(after.take(tuning::WORD_SHOWN)).collect()
}

/// Reports whether most letters of a text beyond ASCII are of scripts that misreading in a set of
/// one byte hardly ever produces: then it is sound Greek, Hebrew or Arabic.
fn is_of_other_scripts(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let is_usual = |c: &char| matches!(c, '\u{80}'..='\u{24F}' | '\u{400}'..='\u{52F}');
    let usual = letters.clone().filter(is_usual).count();
    letters.count() > 2 * usual
}
