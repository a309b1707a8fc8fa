//! Assigns a reading to each word: the readings with the lowest total cost.
//!
//! A change from one reading to another costs bits too, more inside a line than at its start, so a
//! word that fits two readings gets that of its neighbours. The cheapest path is found by Viterbi's
//! method, a bounded number of words at a time. Invariant: the runs do not depend on how the data
//! is cut, if it is cut after lines.

use std::cmp::Ordering;
use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::super::chain::{Chain, NeighbourTelling, is_of_signs, is_quoted};
use super::super::joined::{JoinedParts, WidePart};
use super::super::verdict::{ACTING_FLOOR, TELLING_FLOOR};
use super::super::{Reading, tuning};
use super::kinship::Utf8Kinship;
use super::neighbour_lines::NeighbourTellings;
use super::word_cost::{LineTelling, ReadingWordCosts, WordCost};
use super::words::{WordSigns, cores, ends_line, mark_len, signs_inside, words};
use super::{CandidateReadings, KnownRuns, ReadingRun};

/// An undecided word.
struct PendingWord {
    range: Range<u64>,
    opens_line: bool,
    cost: Rc<WordCost>,
}

/// A run that may continue.
struct OpenRun {
    range: Range<u64>,
    reading: usize,
    /// The bits of its words in each reading; a word that does not fit counts as much as a fault.
    bits: Vec<f32>,
    /// The numbers of the first words that were counted: repetitions prove nothing more.
    seen: HashSet<u64, FixedState>,
    chars: usize,
    letters: usize,
    distinct: u64,
    /// Characters inside words where text has none, as UTF-8 and in the reading.
    misplaced: [usize; 2],
    /// True if the set of the data reads all of its words.
    fits_own: bool,
    /// True if its words are UTF-8.
    is_utf_8: bool,
    /// The least likely kinship of its words.
    kinship: Utf8Kinship,
    /// True if its words are odd in the set of the data.
    is_odd: bool,
    /// The evidence of its lines for a misreading in a set of neighbours.
    told: Option<LineTelling>,
}

impl OpenRun {
    /// The evidence of its lines for a reading.
    fn told_of(&self, reading: usize) -> NeighbourTelling {
        let told = self.told.as_ref().and_then(|told| told.get(reading));
        told.copied().unwrap_or(NeighbourTelling::Nothing)
    }

    /// Reports whether its letters are enough for a chain without proof.
    fn has_many_letters(&self) -> bool {
        let distinct = self.distinct.count_ones() as usize;
        self.letters >= tuning::CHAIN_LETTERS && distinct >= tuning::CHAIN_DISTINCT
    }
}

/// The confidence in a reading that leads by some bits.
fn odds(lead: f32) -> f32 {
    1.0 - (-lead / tuning::CHAIN_ODDS_BITS).exp2() / 2.0
}

/// The signs between words of data with these readings.
fn signs(readings: &CandidateReadings) -> WordSigns {
    let mut chains = readings.list.iter().filter_map(|one| one.chain.as_ref());
    if chains.any(Chain::was_in_pairs) {
        WordSigns::NoTrail
    } else {
        WordSigns::All
    }
}

/// Divides data into runs.
pub struct Segmenter<'a> {
    all: &'a CandidateReadings,
    readings: &'a [Reading],
    /// The reading of the data as a whole.
    own: usize,
    costs: ReadingWordCosts<'a>,
    neighbours: NeighbourTellings<'a>,
    /// The signs between words.
    signs: WordSigns,
    units: VecDeque<PendingWord>,
    /// For each of these words and each of its readings, the reading of the word before.
    before: VecDeque<u8>,
    /// The bits of the cheapest path to each reading of the last word.
    path: Vec<f32>,
    /// Those of the path before it, kept for their memory alone.
    old_path: Vec<f32>,
    open: Option<OpenRun>,
    /// The run before the open one: equal neighbours are one run.
    last: Option<ReadingRun>,
    opens_line: bool,
    /// The end of the last part in wide units.
    passed: u64,
    /// Of runs that are known, the number of the next, and the end of the bytes that were read.
    next: usize,
    at: u64,
}

impl<'a> Segmenter<'a> {
    /// A segmenter for data with these readings.
    pub fn new(readings: &'a CandidateReadings) -> Self {
        Self {
            all: readings,
            readings: &readings.list,
            own: readings.own,
            costs: ReadingWordCosts::new(readings),
            neighbours: NeighbourTellings::new(&readings.list),
            signs: signs(readings),
            units: VecDeque::new(),
            before: VecDeque::new(),
            old_path: Vec::new(),
            path: vec![0.0; readings.list.len()],
            open: None,
            last: None,
            opens_line: true,
            passed: 0,
            next: 0,
            at: 0,
        }
    }

    /// Reads the next bytes, whole lines or at least whole words, which begin at an offset; appends
    /// the runs that are then known.
    pub fn feed(&mut self, bytes: &[u8], offset: u64, into: &mut Vec<ReadingRun>) {
        let Some(known) = &self.all.runs else {
            return self.feed_unknown(bytes, offset, into);
        };
        let end = offset + bytes.len() as u64;
        if end <= known.end {
            self.at = end;
            self.add_known(known, into);
            return;
        }
        // The data has grown: the runs hold up to the line in which it ended.
        self.at = self.at.min(offset);
        self.cut_known(known, into);
        self.next = known.list.len();
        self.feed_unknown(bytes, offset, into);
    }

    /// Appends the known runs that end in what was read.
    fn add_known(&mut self, known: &KnownRuns, into: &mut Vec<ReadingRun>) {
        while let Some(run) = known.list.get(self.next)
            && run.range.end <= self.at
        {
            into.extend(self.last.replace(run.clone()));
            self.next += 1;
        }
    }

    /// Ends the run that the data ends in, if it is shorter now than it was.
    fn cut_known(&mut self, known: &KnownRuns, into: &mut Vec<ReadingRun>) {
        if let Some(run) = known.list.get(self.next)
            && run.range.start < self.at
        {
            let cut = ReadingRun {
                range: run.range.start..self.at,
                ..run.clone()
            };
            into.extend(self.last.replace(cut));
        }
    }

    fn feed_unknown(&mut self, bytes: &[u8], offset: u64, into: &mut Vec<ReadingRun>) {
        let Some(joined) = &self.all.joined else {
            return self.feed_narrow(bytes, offset, into);
        };
        let (mut at, end) = (offset, offset + bytes.len() as u64);
        while at < end {
            let wide = joined.wide_at(at);
            let narrow = joined.narrow(at..end).next().filter(|_| wide.is_none());
            let next = match (wide, narrow) {
                (Some(wide), _) => {
                    self.pass(joined, wide, into);
                    wide.range.end.min(end)
                }
                (None, narrow) => narrow.map_or(end, |narrow| narrow.end),
            };
            if wide.is_none() {
                let part = (at - offset) as usize..(next - offset) as usize;
                self.feed_narrow(&bytes[part], at, into);
            }
            at = next;
        }
    }

    /// Passes a part in wide units, which is a run by itself, whatever was read of it before.
    fn pass(&mut self, joined: &JoinedParts, wide: &WidePart, into: &mut Vec<ReadingRun>) {
        if self.passed > wide.range.start {
            return;
        }
        self.passed = wide.range.end;
        self.finish(into);
        self.path.fill(0.0);
        self.opens_line = true;
        into.push(ReadingRun {
            range: wide.range.clone(),
            reading: Reading::plain(wide.encoding),
            confidence: tuning::GUESS_MOST,
            is_well_formed: true,
        });
        // What follows is a run too, even if it is ASCII.
        self.last = joined.is_narrow(wide.range.end).then(|| ReadingRun {
            range: wide.range.end..wide.range.end,
            reading: self.readings[0].clone(),
            confidence: 1.0,
            is_well_formed: true,
        });
    }

    /// Reads the next bytes that are not in wide units.
    fn feed_narrow(&mut self, bytes: &[u8], offset: u64, into: &mut Vec<ReadingRun>) {
        let skipped = mark_len(bytes, offset);
        let (bytes, offset) = (&bytes[skipped..], offset + skipped as u64);
        let mut end = 0;
        let mut rest = words(bytes, self.opens_line, self.signs).peekable();
        while let Some(word) = rest.next() {
            if self.units.len() >= tuning::RUN_AHEAD {
                self.decide(tuning::RUN_AHEAD / 2, into);
            }
            let mut range = word.range;
            self.neighbours.look(bytes, offset, range.start);
            if let Some(sure) = self
                .costs
                .sure(&bytes[range.clone()], word.is_utf_8)
                .map(Rc::clone)
            {
                end = range.end;
                let range = offset + range.start as u64..offset + range.end as u64;
                self.add_sure_word(range, sure, word.opens_line);
                continue;
            }
            let mut cost = self.costs.cost(&bytes[range.clone()]);
            while cost.is_cut
                && let Some(next) = rest.peek()
                && &bytes[range.end..next.range.start] == b" "
            {
                let joined = self.costs.cost(&bytes[range.start..next.range.end]);
                if !self.is_chained(&joined) && !joined.is_cut {
                    break;
                }
                range.end = next.range.end;
                cost = joined;
                rest.next();
            }
            end = range.end;
            let mut opens_line = word.opens_line;
            let from = offset + range.start as u64;
            let Some(parts) = self.parts(&bytes[range.clone()], &cost) else {
                let whole = from..offset + range.end as u64;
                self.add_word(whole, cost, opens_line);
                continue;
            };
            for (part, cost) in parts {
                let start = from + part.start as u64;
                let part = start..start + part.len() as u64;
                self.add_word(part, cost, std::mem::take(&mut opens_line));
            }
        }
        let between = &bytes[end..];
        let begins = end == 0 && self.opens_line;
        self.opens_line = begins || ends_line(between);
    }

    /// Ends the data: the remaining runs are appended.
    pub fn finish(&mut self, into: &mut Vec<ReadingRun>) {
        if let Some(known) = &self.all.runs {
            self.cut_known(known, into);
        }
        self.decide(self.units.len(), into);
        self.close(into);
        into.extend(self.last.take());
    }

    /// A word in parts: sound signs around the text that a chain reads; none if a chain reads all of
    /// it, or no part of it.
    fn parts(&mut self, word: &[u8], cost: &WordCost) -> Option<Vec<(Range<usize>, Rc<WordCost>)>> {
        let is_proof = |reading: &Reading| reading.chain.as_ref().is_some_and(Chain::is_proof);
        if self.is_chained(cost) || !self.readings.iter().any(is_proof) {
            return None;
        }
        let text = str::from_utf8(word).ok()?;
        let chains = self.readings.iter().filter_map(|one| one.chain.as_ref());
        let chains: Vec<&Chain> = chains.filter(|chain| chain.is_proof()).collect();
        let mends = |part: &Range<usize>, is_enough: fn(&str) -> bool| {
            let mut mended = chains
                .iter()
                .filter_map(|chain| chain.mend(&text[part.clone()]));
            mended.any(|mended| is_enough(&mended.text))
        };
        // A letter and one of the marks that it stands between are a character by chance: »ß«.
        let is_in_quotes = is_quoted(text);
        let is_whole = |core: &str| !is_in_quotes || core.chars().all(char::is_alphabetic);
        let cores = cores(text)
            .skip(1)
            .filter(|core| is_whole(&text[core.clone()]));
        let cores = cores.filter(|core| mends(core, |_| true));
        let signs = signs_inside(text).filter(|sign| mends(sign, is_of_signs));
        for core in cores.chain(signs) {
            let own = self.costs.cost(&word[core.clone()]);
            if self.is_chained(&own) {
                let (before, after) = (0..core.start, core.end..word.len());
                let signs = [before, after].map(|signs| {
                    let cost = self.costs.cost(&word[signs.clone()]);
                    (signs, cost)
                });
                let [before, after] = signs;
                let rest = self.parts(&word[after.0.clone()], &after.1);
                let moved = |(part, cost): (Range<usize>, _)| {
                    (part.start + core.end..part.end + core.end, cost)
                };
                let rest = rest.map(|rest| rest.into_iter().map(moved).collect());
                let first = [before, (core.clone(), own)].into_iter();
                let all = first.chain(rest.unwrap_or_else(|| vec![after]));
                return Some(all.filter(|(part, _)| !part.is_empty()).collect());
            }
        }
        self.remains(word, text)
    }

    /// A word that has lost characters in parts: those that a chain reads, and what is between.
    fn remains(&mut self, word: &[u8], text: &str) -> Option<Vec<(Range<usize>, Rc<WordCost>)>> {
        let readings = self.readings;
        let chains = readings.iter().filter_map(|one| one.chain.as_ref());
        for chain in chains.filter(|chain| chain.is_proof()) {
            let islands = chain.islands(text);
            // Beside one that is no chance, fewer characters are none either.
            let (sure, least) = if chain.is_of_pairs() {
                (tuning::RUN_PROVED, tuning::CHAIN_PROOFS)
            } else {
                (tuning::RUN_SURE, 1)
            };
            if !islands.iter().any(|(_, several)| *several >= sure) {
                continue;
            }
            let (mut parts, mut at, mut found) = (Vec::new(), 0, false);
            for (island, several) in islands {
                if several < least {
                    continue;
                }
                let own = self.costs.cost(&word[island.clone()]);
                if !self.is_chained(&own) {
                    continue;
                }
                found = true;
                parts.push((at..island.start, self.costs.cost(&word[at..island.start])));
                at = island.end;
                parts.push((island, own));
            }
            if found {
                parts.push((at..word.len(), self.costs.cost(&word[at..])));
                parts.retain(|(part, _)| !part.is_empty());
                return Some(parts);
            }
        }
        None
    }

    /// Reports whether a chain reads a word.
    fn is_chained(&self, cost: &WordCost) -> bool {
        let mut chained = self.readings.iter().zip(&cost.bits);
        chained.any(|(reading, bits)| reading.chain.is_some() && bits.is_finite())
    }

    /// Adds a word that one reading alone reads: the next ones of the kind decide nothing more.
    fn add_sure_word(&mut self, range: Range<u64>, cost: Rc<WordCost>, opens_line: bool) {
        match self.units.back_mut() {
            Some(last) if Rc::ptr_eq(&last.cost, &cost) => last.range.end = range.end,
            _ => self.add_word(range, cost, opens_line),
        }
    }

    /// Adds a word to every path.
    fn add_word(&mut self, range: Range<u64>, cost: Rc<WordCost>, opens_line: bool) {
        let cost = self.neighbours.cost(cost);
        std::mem::swap(&mut self.path, &mut self.old_path);
        self.path.clear();
        let least = self.old_path.iter().enumerate();
        let least = least.min_by(|one, other| one.1.total_cmp(other.1));
        let (cheapest, least) = least.map_or((0, 0.0), |(from, bits)| (from, *bits));
        for (to, stay) in self.old_path.iter().enumerate() {
            // A change costs something, and of equal paths the first is taken.
            let change = least + self.change(cheapest, to, opens_line);
            let is_changed = match change.total_cmp(stay) {
                Ordering::Less => true,
                Ordering::Equal => cheapest < to,
                Ordering::Greater => false,
            };
            let (bits, from) = if is_changed {
                (change, cheapest)
            } else {
                (*stay, to)
            };
            self.path.push(bits + cost.bits[to]);
            self.before.push_back(from as u8);
        }
        // Only the differences count; the sums would lose their digits.
        let least = self.path.iter().copied().fold(f32::INFINITY, f32::min);
        for bits in &mut self.path {
            *bits -= least;
        }
        self.units.push_back(PendingWord {
            range,
            opens_line,
            cost,
        });
    }

    /// The cost of a change from one reading to another.
    fn change(&self, from: usize, to: usize, opens_line: bool) -> f32 {
        let is_proof = |reading: &Reading| reading.chain.as_ref().is_some_and(Chain::is_proof);
        // Mojibake ends anywhere, text in another set mostly with its line.
        let is_end = opens_line || from == 0 || self.readings[from].chain.is_some();
        match () {
            () if to == self.own && is_end => tuning::RUN_CHANGE_BACK,
            () if to == self.own => tuning::RUN_CHANGE_LINE,
            () if opens_line || is_proof(&self.readings[to]) => tuning::RUN_CHANGE_LINE,
            () => tuning::RUN_CHANGE_WORD,
        }
    }

    /// Decides the first words.
    fn decide(&mut self, most: usize, into: &mut Vec<ReadingRun>) {
        let ends = self.path.iter().enumerate();
        let best = ends.min_by(|one, other| one.1.total_cmp(other.1));
        let mut reading = best.map_or(0, |(reading, _)| reading);
        let (count, words) = (self.readings.len(), self.units.len());
        let mut readings = Vec::with_capacity(words);
        for word in (0..words).rev() {
            readings.push(reading);
            reading = usize::from(self.before[word * count + reading]);
        }
        self.before.drain(..most * count);
        let decided: Vec<PendingWord> = self.units.drain(..most).collect();
        for (unit, reading) in decided.into_iter().zip(readings.into_iter().rev()) {
            self.extend(&unit, reading, into);
        }
    }

    /// Adds a word to the open run, or opens another one.
    fn extend(&mut self, unit: &PendingWord, reading: usize, into: &mut Vec<ReadingRun>) {
        let fits_own = unit.cost.bits[self.own].is_finite();
        // A sound sign among mojibake says nothing of the words around it.
        let is_chained = self.readings[self.own].chain.is_some();
        let is_utf_8 = unit.cost.is_utf_8;
        let goes_on = |open: &OpenRun| {
            open.reading == reading
                && (reading > 0 || open.is_utf_8 == is_utf_8)
                && (reading != self.own || open.is_odd == unit.cost.is_odd)
                && open.told == unit.cost.told
                && (!is_chained || open.fits_own == fits_own)
                && !(unit.opens_line && self.is_of_line(open, unit))
                // A word of the set may be UTF-8 by chance at the end of the line before.
                && !(unit.opens_line && self.own > 0 && open.kinship != unit.cost.kinship)
        };
        if !self.open.as_ref().is_some_and(goes_on) {
            self.close(into);
            self.open = Some(OpenRun {
                range: unit.range.clone(),
                reading,
                bits: vec![0.0; self.readings.len()],
                seen: HashSet::default(),
                chars: 0,
                letters: 0,
                distinct: 0,
                misplaced: [0; 2],
                fits_own,
                is_utf_8,
                kinship: unit.cost.kinship,
                is_odd: unit.cost.is_odd,
                told: unit.cost.told.clone(),
            });
        }
        if let Some(open) = &mut self.open {
            open.range.end = unit.range.end;
            if open.seen.contains(&unit.cost.number) {
                return;
            }
            if open.seen.len() < tuning::RUN_DISTINCT {
                open.seen.insert(unit.cost.number);
            }
            let worst = tuning::FAULT * unit.cost.chars as f32;
            for (sum, bits) in open.bits.iter_mut().zip(&unit.cost.bits) {
                *sum += bits.min(worst);
            }
            open.fits_own &= fits_own;
            open.is_utf_8 &= is_utf_8;
            open.kinship = open.kinship.max(unit.cost.kinship);
            open.chars += unit.cost.chars;
            open.letters += unit.cost.letters[reading];
            open.distinct |= unit.cost.distinct[reading];
            for (sum, reading) in open.misplaced.iter_mut().zip([0, reading]) {
                *sum += unit.cost.misplaced[reading];
            }
        }
    }

    /// Reports whether lines tell surely of the set of neighbours that they are read in: among other lines each
    /// must do so by itself.
    fn is_told(&self, reading: usize, open: &OpenRun) -> bool {
        match open.told_of(reading) {
            NeighbourTelling::Misread => true,
            NeighbourTelling::Nothing => reading == self.own,
            NeighbourTelling::Foreign | NeighbourTelling::Doubt => false,
        }
    }

    /// Reports whether a run of a few letters that stand where text has none ends with its line, or one
    /// of such letters begins: other lines are as they were for all that they tell.
    fn is_of_line(&self, open: &OpenRun, next: &PendingWord) -> bool {
        let chain = self.readings[open.reading].chain.as_ref();
        chain.is_some_and(|chain| !chain.is_proof())
            && open.misplaced[0] + next.cost.misplaced[0] > 0
            && !open.has_many_letters()
    }

    /// Ends the open run.
    fn close(&mut self, into: &mut Vec<ReadingRun>) {
        let Some(open) = self.open.take() else {
            return;
        };
        let taken = self.taken(&open);
        let others = open
            .bits
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != taken);
        let next = others.map(|(_, bits)| *bits).fold(f32::INFINITY, f32::min);
        let lead = (next - open.bits[taken]).max(0.0);
        let chain = self.readings[taken].chain.as_ref();
        // Sound text is not UTF-8 once more that reads so much better.
        let is_proved = chain.is_some_and(Chain::is_proof) && lead > tuning::CHAIN_SINGLE;
        let is_of_neighbours = chain.is_some_and(Chain::is_of_neighbours);
        let confidence = match () {
            () if is_proved => odds(lead).max(tuning::CHAIN_PROVED),
            () if is_of_neighbours && !self.is_told(taken, &open) => tuning::RUN_PERHAPS_SURE,
            () if taken != self.own || taken == 0 => odds(lead),
            () if self.is_disputed(&open) => self.all.sure.min(tuning::RUN_PERHAPS_SURE),
            () => self.all.sure,
        };
        let reading = &self.readings[taken];
        let most = self.all.doubt_of(reading).unwrap_or(tuning::GUESS_MOST);
        let run = ReadingRun {
            range: open.range,
            reading: reading.clone(),
            confidence: confidence.min(most),
            is_well_formed: taken > 0 || open.is_utf_8,
        };
        match &mut self.last {
            Some(last)
                if last.reading == run.reading
                    && last.is_well_formed == run.is_well_formed
                    && last.is_sure() == run.is_sure() =>
            {
                last.range.end = run.range.end;
                last.confidence = last.confidence.min(run.confidence);
            }
            last => into.extend(last.replace(run)),
        }
    }

    /// Reports whether a run that stays in the set of the data may be something else: UTF-8, or text in
    /// another reading, which is only too doubtful to be taken.
    fn is_disputed(&self, open: &OpenRun) -> bool {
        if open.is_odd && self.is_better_read(open) {
            return true;
        }
        let doubt = self.all.doubt_of(&self.readings[open.reading]);
        let is_told = doubt.is_some_and(|sure| sure >= TELLING_FLOOR);
        let is_other = open.reading != self.own && open.reading > 0 && is_told;
        let least = open.bits[open.reading] + tuning::RUN_AGAINST_OWN;
        is_other && open.bits[self.own] >= least && self.is_believed(open)
    }

    /// Reports whether UTF-8 reads an odd word better, or another set as well as the set of the data would
    /// if it were not odd there.
    fn is_better_read(&self, open: &OpenRun) -> bool {
        if open.is_utf_8 && open.bits[0] <= open.bits[self.own] {
            return true;
        }
        let own = open.bits[self.own] - tuning::ODD_INSIDE;
        let others = self.readings.iter().zip(&open.bits).enumerate();
        let mut others = others.filter(|(number, _)| *number > 0 && *number != self.own);
        others.any(|(_, (reading, bits))| reading.chain.is_none() && *bits <= own)
    }

    /// The reading of a run: by the set of the data, unless that reads no text, or far worse text.
    fn taken(&self, open: &OpenRun) -> usize {
        let other = open.bits[open.reading];
        let more = match open.kinship {
            _ if open.reading > 0 => tuning::RUN_AGAINST_OWN,
            Utf8Kinship::Own => tuning::UTF_8_AGAINST_OWN,
            Utf8Kinship::Other => tuning::RUN_AGAINST_OWN,
            Utf8Kinship::Odd => tuning::ODD_AGAINST_OWN,
        };
        let least = (other + more).max(other / tuning::CHAIN_SHARE);
        let may_be_own = self.own > 0 && open.fits_own;
        // What is not UTF-8, or not surely in another set, stays in the set that reads it.
        let is_ill = open.reading == 0 && !open.is_utf_8;
        let doubt = self.all.doubt_of(&self.readings[open.reading]);
        let is_doubtful = doubt.is_some_and(|sure| sure < ACTING_FLOOR);
        match open.reading {
            _ if may_be_own && (is_ill || is_doubtful) => self.own,
            _ if may_be_own && open.bits[self.own] < least => self.own,
            reading if self.is_believed(open) => reading,
            _ => 0,
        }
    }

    /// Reports whether a reading is more than a coincidence: not if it makes no text of the broken
    /// words, or undoes a chain without proof for only a few letters.
    fn is_believed(&self, open: &OpenRun) -> bool {
        let (before, after) = (open.bits[0], open.bits[open.reading]);
        let reading = &self.readings[open.reading];
        let most = match self.all.doubt_of(reading) {
            Some(_) => tuning::PERHAPS_READABLE,
            None => tuning::CHAIN_READABLE,
        };
        let is_readable = after <= most * open.chars as f32;
        match &reading.chain {
            None if self.all.doubtful_whole() == Some(reading) => after < before,
            None => open.reading == 0 || is_readable && open.letters > 0,
            Some(chain) if chain.is_proof() => true,
            Some(_) if open.told_of(open.reading) == NeighbourTelling::Misread => true,
            Some(chain) => {
                let distinct = open.distinct.count_ones() as usize;
                let are_few = chain.was_in_pairs()
                    && distinct >= tuning::CHAIN_FEW
                    && before - after >= tuning::CHAIN_FEW_MARGIN
                    && after <= before * tuning::CHAIN_FEW_SHARE;
                let are_many = open.has_many_letters() && after <= before * tuning::CHAIN_SHARE;
                let are_placed = open.misplaced[0] > 0
                    && open.misplaced[1] == 0
                    && before - after >= tuning::CHAIN_PLACED;
                let is_legible = after <= tuning::PERHAPS_READABLE * open.chars as f32;
                is_readable && (are_many || are_few) || is_legible && are_placed
            }
        }
    }
}
