//! Finds the readings that occur in data: the first pass.
//!
//! Three kinds of text raise a suspicion: words of UTF-8 that are UTF-8 once more in some set (or
//! have C1 controls), lines of UTF-8 that read badly, and lines that are not UTF-8. Of the last, those
//! that the set of the data reads well by their words (`own_words`) are passed. As soon as there are enough of a
//! kind, the readings that explain most of them are added, and the explained ones are not examined
//! again. Lines of the first kind are, if they still read badly: they may have been misread once
//! more before. Invariant: memory and the number of searches are bounded, whatever the data holds.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::FixedState;

use super::super::byte_stats::is_surely_utf_8;
use super::super::chain::{self, Chain, Explainer, UndoneText};
use super::super::misplaced::{self, odd_inside};
use super::super::text_cost::CostCalculator;
use super::super::verdict::{ACTING_FLOOR, Guess};
use super::super::{Reading, tuning};
use super::CandidateReadings;
use super::characters::{
    chars_of, has_ideographs, has_lone_wide, is_lone_wide, scripts_of, sequences,
};
use super::line_sets::{are_characters, in_encodings, letters_of, mixed, named_for, well_read};
use super::neighbour_lines::NeighbourFinder;
use super::own_set::OwnSet;
use super::own_words::OwnWords;
use super::suspicious_line::{SuspiciousLine, add};
use super::word_cost::bits;
use super::words::{
    TextWord, WordSigns, cores, ends_line, hash_of, is_of_quotes, mark_len, signs_inside, words,
};
use hexloupe_text::codec::{Encoding, Sequence, table};

/// Collects the readings of some data.
pub struct Learner {
    chains: Vec<Chain>,
    encodings: Vec<&'static Encoding>,
    /// The encodings that suit a line best that too little tells of.
    perhaps: Vec<&'static Encoding>,
    /// The set that is named for all of the data, though it is not sure, and the confidence in it.
    named: Option<(&'static Encoding, f32)>,
    /// The reading of the data as a whole, and the confidence in it.
    own: Option<(Reading, f32)>,
    /// The scripts of the text before it was misread.
    scripts: Vec<&'static str>,
    /// The kinds of words that were seen.
    has: SeenWords,
    explainer: Explainer,
    neighbours: NeighbourFinder,
    /// Weighs lines that are not UTF-8.
    costs: CostCalculator,
    /// The words of the set of the data as a whole.
    own_words: Option<OwnWords>,
    /// From the first to the last word that only the set of the data reads; none if there are others.
    own_range: Option<(OwnSet, Range<u64>)>,
    /// The number of bytes that were read.
    at: u64,
    /// The costs of the known words of UTF-8, by their hash; none for suspects.
    seen: HashMap<u64, Option<f32>, FixedState>,
    /// Words that read better after a step that is evidence by itself.
    suspects: Vec<String>,
    /// The words of lines that read badly, with the bits that they cost beyond what is usual.
    odd: Vec<(f32, String)>,
    /// The same of lines that read so badly that few sound ones do.
    strange: Vec<(f32, String)>,
    /// The suspects of each line.
    twice: Vec<String>,
    /// The words of lines that are not UTF-8, with the most bits that they cost in the set of the
    /// data beyond what it reads well.
    foreign: Vec<(f32, Vec<u8>)>,
    /// Searches of each kind that found nothing.
    failed: [usize; 5],
    /// Known odd lines, and known suspects of lines, by their hash.
    seen_odd: HashSet<u64, FixedState>,
    opens_line: bool,
    line: SuspiciousLine,
}

/// The number of a kind of search.
const SUSPECTS: usize = 0;
const ODD: usize = 1;
const TWICE: usize = 2;
const FOREIGN: usize = 3;
const STRANGE: usize = 4;

/// Searches of each kind that may fail. The oddest lines are searched first, so few are enough.
const SEARCHES: [usize; 5] = [
    tuning::RUN_SEARCHES,
    tuning::RUN_SEARCHES_ODD,
    tuning::RUN_SEARCHES,
    tuning::RUN_SEARCHES,
    tuning::RUN_SEARCHES_STRANGE,
];

/// The kinds of words that data has.
#[derive(Default)]
struct SeenWords {
    /// Words beyond ASCII in UTF-8.
    utf_8: bool,
    /// Sound words of ideographs or syllables, so that one beside a number is no sign.
    ideographs: bool,
    /// Words that may be in another encoding, of more than a byte that stands alone, which may be any letter.
    foreign: bool,
}

impl Default for Learner {
    fn default() -> Self {
        Self::new()
    }
}

impl Learner {
    /// A learner without data.
    pub fn new() -> Self {
        Self {
            chains: Vec::new(),
            encodings: Vec::new(),
            perhaps: Vec::new(),
            named: None,
            own: None,
            scripts: Vec::new(),
            has: SeenWords::default(),
            explainer: Explainer::new(),
            neighbours: NeighbourFinder::default(),
            costs: CostCalculator::new(),
            own_words: None,
            own_range: None,
            at: 0,
            seen: HashMap::default(),
            suspects: Vec::new(),
            odd: Vec::new(),
            strange: Vec::new(),
            twice: Vec::new(),
            foreign: Vec::new(),
            failed: [0; 5],
            seen_odd: HashSet::default(),
            opens_line: true,
            line: SuspiciousLine::default(),
        }
    }

    /// A learner that knows the encoding of the data as a whole.
    pub fn with(guess: &Guess) -> Self {
        let encoding = guess.taken().encoding;
        let chain = guess.mojibake.as_ref().filter(|_| encoding.ascii);
        let chain = chain.and_then(|found| Chain::found(&found.chain));
        let encodings: Vec<_> = mixed().filter(|mixed| *mixed == encoding).collect();
        let own = encodings
            .first()
            .map(|own| (Reading::plain(own), guess.confidence));
        let sure = guess.mojibake.as_ref().map(|found| found.confidence);
        let misread = chain.clone().map(Reading::through).zip(sure);
        let of_set = encodings.iter().filter(|own| !own.is_utf8());
        let utf_8 = encoding.is_utf8().then(|| Reading::plain(encoding));
        let of_own = utf_8.as_ref().or(own.as_ref().map(|(own, _)| own));
        let of_own = of_own.map(|own| (OwnSet::of(own), 0..0));
        let named = guess.named().encoding;
        let named = mixed().find(|mixed| *mixed == named && *mixed != encoding);
        Self {
            named: named.map(|named| (named, guess.confidence)),
            own_range: of_own,
            own_words: of_set.copied().next().map(|set| OwnWords::new(set, guess)),
            chains: chain.into_iter().collect(),
            own: misread.filter(|_| encoding.is_utf8()).or(own),
            scripts: { guess.mojibake.as_ref() }
                .map_or_else(Vec::new, |found| scripts_of(&found.text)),
            encodings,
            ..Self::new()
        }
    }

    /// The range of the words, if only the set of the data reads them.
    pub(in crate::detect) fn own_range(&self) -> Option<Range<u64>> {
        let (_, range) = self.own_range.as_ref()?;
        (!range.is_empty()).then(|| range.clone())
    }

    /// Reads the next bytes: whole lines, or at least whole words.
    pub fn see(&mut self, bytes: &[u8]) {
        let (mark, bytes) = bytes.split_at(mark_len(bytes, self.at));
        self.at += mark.len() as u64;
        let mut end = 0;
        for word in words(bytes, self.opens_line, WordSigns::All) {
            if word.opens_line {
                self.end_line();
            }
            end = word.range.end;
            let at = self.at + word.range.start as u64;
            self.extend_own(&bytes[word.range.clone()], word.is_utf_8, at);
            self.look_beside(bytes, &word);
            self.word(&bytes[word.range], word.is_utf_8);
        }
        let begins = end == 0 && self.opens_line;
        self.opens_line = begins || ends_line(&bytes[end..]);
        self.at += bytes.len() as u64;
    }

    /// Looks whether the line of a word was misread in a set of neighbours.
    fn look_beside(&mut self, bytes: &[u8], word: &TextWord) {
        let Ok(text) = str::from_utf8(&bytes[word.range.clone()]) else {
            return;
        };
        // What was misread as a whole was so in one set.
        let own = { self.own.as_ref() }.and_then(|(own, _)| own.chain.as_ref());
        let is_known =
            own.is_some_and(Chain::is_of_neighbours) || self.chains.len() >= tuning::RUN_READINGS;
        if is_known || self.line.is_looked_at || !self.neighbours.may_be(&mut self.explainer, text)
        {
            return;
        }
        self.line.is_looked_at = true;
        let place = (bytes, word.range.start);
        let found = self
            .neighbours
            .look(&mut self.explainer, &self.chains, place);
        self.chains.extend(found);
    }

    /// The readings of all data so far.
    pub fn conclude(mut self) -> CandidateReadings {
        self.end_line();
        self.explain_twice();
        self.explain_odd(STRANGE);
        self.explain_odd(ODD);
        self.explain_foreign();
        self.forget_doubted();
        let is_new = |encoding: &&'static Encoding| !self.encodings.contains(encoding);
        let perhaps = self.perhaps.iter().copied().filter(is_new);
        let perhaps: Vec<_> = perhaps.filter(|_| self.has.foreign).collect();
        // A byte that is all of the data tells nothing.
        let named = self.named.filter(|(named, _)| self.at > 1 && is_new(named));
        let encodings = self.encodings.into_iter().map(Reading::plain);
        let chains = self.chains.into_iter().map(Reading::through);
        let readings = CandidateReadings::with_utf8(encodings.chain(chains));
        let mut readings = readings.in_scripts(self.scripts);
        if let Some((named, sure)) = named {
            let reading = Reading::plain(named);
            readings = readings.and([reading.clone()]);
            readings.doubt_whole(&reading, sure);
        }
        for encoding in perhaps {
            let reading = Reading::plain(encoding);
            readings = readings.and([reading.clone()]);
            readings.doubt(&reading, tuning::RUN_PERHAPS_SURE);
        }
        match self.own {
            Some((own, sure)) if sure >= ACTING_FLOOR => readings.of_data_in(&own, sure),
            Some((own, sure)) if own.chain.is_some() => {
                readings.doubt(&own, sure);
                readings.of_data_in(&own, sure)
            }
            // For a mixture, the guess of the whole means little.
            Some((own, sure)) if !self.has.utf_8 => {
                readings.doubt_whole(&own, sure);
                readings
            }
            _ => readings,
        }
    }

    /// Forgets the misreading of the data as a whole if nothing proves it and it is not sure, where another
    /// one is proved by words.
    fn forget_doubted(&mut self) {
        let is_doubted = |(own, sure): &(Reading, f32)| {
            let chain = own.chain.as_ref();
            *sure < ACTING_FLOOR && chain.is_some_and(|chain| !chain.is_proof())
        };
        if !self.chains.iter().any(Chain::is_proof) {
            return;
        }
        if let Some((own, _)) = self.own.take_if(|own| is_doubted(own)) {
            self.chains
                .retain(|chain| own.chain.as_ref() != Some(chain));
        }
    }

    /// Extends the range of the words that only the set of the data reads by a word at an offset.
    fn extend_own(&mut self, word: &[u8], is_utf_8: bool, offset: u64) {
        let Some((set, range)) = &mut self.own_range else {
            return;
        };
        if !set.alone_reads(word, is_utf_8) {
            self.own_range = None;
            return;
        }
        if range.is_empty() {
            range.start = offset;
        }
        range.end = offset + word.len() as u64;
    }

    fn word(&mut self, word: &[u8], is_utf_8: bool) {
        let word = word.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(word);
        let word = &word[..word.len().min(tuning::RUN_WORD)];
        let text = is_utf_8.then(|| str::from_utf8(word).ok()).flatten();
        let Some(text) = text else {
            self.line.has_foreign = true;
            self.has.foreign |= word.len() > 1;
            self.add_foreign(word);
            return;
        };
        let several = text.chars().filter(|c| !c.is_ascii()).count();
        self.has.utf_8 |= several > 0;
        if several < tuning::RUN_SURE && !is_surely_utf_8(word) {
            self.add_foreign(word);
        }
        let Some(bits) = self.weigh(word, text, several) else {
            add(&mut self.line.suspects, text);
            return;
        };
        if is_of_quotes(text) {
            return;
        }
        self.has.ideographs = self.has.ideographs || has_ideographs(text);
        let chars = text.chars().count();
        self.line.bits += bits;
        self.line.chars += chars;
        add(&mut self.line.words, text);
        let is_odd =
            || bits > tuning::CHAIN_PLACED_ODD * chars as f32 && misplaced::count(text) > 0;
        if bits > tuning::CHAIN_ODD * chars as f32 || is_odd() {
            self.line.odd_bits += bits;
            add(&mut self.line.odd, text);
        }
    }

    /// Adds a word to the bytes of the line that may be in another encoding.
    fn add_foreign(&mut self, word: &[u8]) {
        let line = &mut self.line;
        // A word again and again is no more evidence than a few of it.
        let hash = hash_of(word);
        let times = line.hashes.iter().filter(|known| **known == hash).count();
        if line.foreign.len() >= tuning::RUN_LINE || times >= tuning::PART_TIMES {
            return;
        }
        line.hashes.push(hash);
        if !line.foreign.is_empty() {
            line.foreign.push(b' ');
        }
        line.foreign.extend_from_slice(word);
        line.own_bits += match &mut self.own_words {
            Some(own) => own
                .loose_bits(&mut self.costs, word)
                .unwrap_or_else(|| own.most_bits(&mut self.costs, word)),
            None => f32::INFINITY,
        };
    }

    /// The cost of a word of UTF-8; none if a chain with proof may explain the word.
    fn weigh(&mut self, word: &[u8], text: &str, several: usize) -> Option<f32> {
        let hash = hash_of(word);
        if let Some(known) = self.seen.get(&hash) {
            return *known;
        }
        if self.seen.len() + self.seen_odd.len() >= tuning::RUN_SEEN {
            self.seen.clear();
            self.seen_odd.clear();
            self.explainer = Explainer::new();
        }
        let (mut core, mut inner) = (None, None);
        let may_be = several >= tuning::CHAIN_PROOFS
            || text.ends_with(' ')
            || text.contains(chain::is_c1)
            || has_lone_wide(text);
        if may_be && !chain::is_quoted(text) {
            let mut cores = cores(text).map(|core| &text[core]);
            core = cores.find(|core| self.explainer.improves(core));
            let mut signs = signs_inside(text).map(|sign| &text[sign]);
            inner = signs.find(|sign| self.explainer.is_misread_sign(sign));
            if core.is_none() && several > tuning::RUN_SURE {
                core = chain::remains(text).find(|part| self.explainer.improves(part));
            }
        }
        let core = core.or(inner);
        let is_suspect = core.is_some();
        let text = core.unwrap_or(text);
        // Controls of one set are letters of another, too.
        let is_only = is_suspect && !text.contains(chain::is_c1);
        let known = (!is_only).then(|| self.explainer.bits(text));
        self.seen.insert(hash, known);
        if is_suspect && !self.is_chained(text) {
            let both = [text].into_iter().chain(inner);
            self.suspects.extend(both.map(str::to_owned));
            if self.suspects.len() >= tuning::RUN_SUSPECTS {
                self.explain_suspects();
            }
        }
        known
    }

    /// Reports whether a known chain reads a word.
    fn is_chained(&self, text: &str) -> bool {
        let mut proofs = self.chains.iter().filter(|chain| chain.is_proof());
        proofs.any(|chain| chain.mend(text).is_some())
    }

    /// Collects the suspicious parts of the line.
    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        let is_odd = line.bits > tuning::RUN_ODD * line.chars as f32;
        let (bits, odd) = if is_odd {
            (line.bits, std::mem::take(&mut line.words))
        } else {
            (line.odd_bits, std::mem::take(&mut line.odd))
        };
        self.add_odd(bits, odd);
        if !line.suspects.is_empty()
            && self.failed[TWICE] < SEARCHES[TWICE]
            && self.seen_odd.insert(hash_of(line.suspects.as_bytes()))
        {
            self.twice.push(std::mem::take(&mut line.suspects));
            if self.twice.len() >= tuning::RUN_SUSPECTS {
                self.explain_twice();
            }
        }
        if line.has_foreign
            && self.own_excess(&line.foreign, line.own_bits) > 0.0
            && let bits = self.own_bits(&line.foreign)
            && let excess = self.own_excess(&line.foreign, bits)
            && excess > 0.0
            && !self.is_explained(&line.foreign)
            && self.is_evidence(&line.foreign)
        {
            let foreign = std::mem::take(&mut line.foreign);
            self.foreign.push((excess, foreign));
            if self.foreign.len() >= tuning::RUN_SUSPECTS {
                self.explain_foreign();
            }
        }
        line.clear();
        self.line = line;
    }

    /// Adds the words of a line that read badly, which cost so many bits.
    fn add_odd(&mut self, bits: f32, odd: String) {
        let letters = odd.chars().filter(|c| !c.is_ascii());
        if letters.count() < tuning::CHAIN_LETTERS && misplaced::count(&odd) == 0 {
            return;
        }
        let excess = bits - tuning::CHAIN_ODD * odd.chars().count() as f32;
        let kind = if excess >= tuning::RUN_STRANGE {
            STRANGE
        } else {
            ODD
        };
        if self.failed[kind] >= SEARCHES[kind]
            || !self.seen_odd.insert(hash_of(odd.as_bytes()))
            || { self.chains.iter() }.any(|chain| self.explainer.price(chain, &odd).is_some())
        {
            return;
        }
        let lines = if kind == STRANGE {
            &mut self.strange
        } else {
            &mut self.odd
        };
        lines.push((excess, odd));
        if lines.len() >= tuning::RUN_SUSPECTS {
            self.explain_odd(kind);
        }
    }

    /// Reports whether a line was seen less often than counts.
    fn is_evidence(&mut self, line: &[u8]) -> bool {
        let hash = hash_of(line);
        (0..tuning::PART_TIMES as u64).any(|times| self.seen_odd.insert(hash.wrapping_add(times)))
    }

    /// The most bits that the words of a line cost in the set of the data.
    fn own_bits(&mut self, line: &[u8]) -> f32 {
        let Some(own) = &mut self.own_words else {
            return f32::INFINITY;
        };
        let words = line.split(|byte| *byte == b' ');
        words.map(|word| own.most_bits(&mut self.costs, word)).sum()
    }

    /// The most bits that a line costs in the set of the data beyond what it reads well, by the bits
    /// of its words: infinitely many if it does not read it.
    fn own_excess(&self, line: &[u8], bits: f32) -> f32 {
        let own = self.own_words.as_ref();
        own.map_or(f32::INFINITY, |own| {
            own.line_bits() + bits - well_read(own.set, line)
        })
    }

    /// Reports whether a known encoding reads a line well; after many searches for others that found
    /// nothing, whether it reads the line at all.
    fn is_explained(&mut self, line: &[u8]) -> bool {
        let is_searched = self.failed[FOREIGN] >= SEARCHES[FOREIGN];
        let costs = &mut self.costs;
        self.encodings.iter().any(|encoding| {
            let text = sequences(encoding, line);
            are_characters(&text)
                && (is_searched || bits(costs, &text) <= well_read(encoding, line))
        })
    }

    /// Adds the chains that explain most of the suspicious words.
    fn explain_suspects(&mut self) {
        let mut left = std::mem::take(&mut self.suspects);
        left.retain(|word| !self.has.ideographs || !is_lone_wide(word));
        while let Some(longest) = left.iter().max_by_key(|word| word.chars().count()) {
            let sample = longest.clone();
            let before = left.len();
            if let Some(chain) = self.search(SUSPECTS, &sample, &left) {
                left.retain(|word| chain.mend(word).is_none());
                self.chains.push(chain);
            }
            if left.len() == before {
                left.retain(|word| *word != sample);
            }
        }
    }

    /// Adds the chains that explain most of the odd lines of a kind.
    fn explain_odd(&mut self, kind: usize) {
        let mut odd = std::mem::take(if kind == STRANGE {
            &mut self.strange
        } else {
            &mut self.odd
        });
        odd.sort_by(|one, other| other.0.total_cmp(&one.0));
        let odd = odd.into_iter().map(|(_, words)| words).collect();
        self.explain_lines(kind, odd);
    }

    /// Adds the chains that explain most of the suspects, and longer ones for those of their lines
    /// that still read badly then.
    fn explain_twice(&mut self) {
        self.explain_suspects();
        let lines = std::mem::take(&mut self.twice);
        let odd = lines.iter().filter_map(|line| self.odd_once_mended(line));
        let mut odd: Vec<String> = odd.collect();
        odd.sort_by_key(|words| Reverse(words.chars().count()));
        self.explain_lines(TWICE, odd);
    }

    /// The words of a line that a known chain reads, if they still read badly then, and no known
    /// longer chain explains them.
    fn odd_once_mended(&mut self, line: &str) -> Option<String> {
        let (mut words, mut mended) = (String::new(), String::new());
        for word in line.split(' ') {
            let mut proofs = self.chains.iter().filter(|chain| chain.is_proof());
            if let Some(undone) = proofs.find_map(|chain| chain.mend(word)) {
                add(&mut words, word);
                add(&mut mended, &undone.text);
            }
        }
        let odd = tuning::RUN_ODD * mended.chars().count() as f32;
        let mut longer = self.chains.iter().filter(|chain| !chain.is_proof());
        let is_odd = self.explainer.bits(&mended) > odd
            && !longer.any(|chain| self.explainer.price(chain, &words).is_some());
        is_odd.then_some(words)
    }

    /// Adds the chains that explain most of some lines, of which the first are searched first.
    fn explain_lines(&mut self, kind: usize, mut left: Vec<String>) {
        while let Some(first) = left.first() {
            let sample = first.clone();
            if let Some(chain) = self.search(kind, &sample, &left) {
                left.retain(|line| self.explainer.price(&chain, line).is_none());
                if self.chains.contains(&chain) {
                    self.failed[kind] += 1;
                } else {
                    self.chains.push(chain);
                }
            }
            left.retain(|line| *line != sample);
        }
    }

    /// The chain that explains a sample and the most of other texts.
    fn search(&mut self, kind: usize, sample: &str, texts: &[String]) -> Option<Chain> {
        if self.failed[kind] >= SEARCHES[kind] || self.chains.len() >= tuning::RUN_READINGS {
            return None;
        }
        let mut best: Option<(usize, f32, Chain)> = None;
        for chain in self.explainer.candidates(sample) {
            // Nearly every text fits two sets of one byte.
            let fits = texts.iter().filter(|text| {
                if chain.is_proof() {
                    let mended = chain.mend(text);
                    let is_told = |mended: &UndoneText| !chain::is_chance(text, &mended.text);
                    mended.is_some_and(|mended| *text == sample || is_told(&mended))
                } else {
                    self.explainer.price(&chain, text).is_some()
                }
            });
            let (mut joined, mut count) = (sample.to_owned(), 0);
            for text in fits {
                count += 1;
                if text != sample && joined.len() < tuning::RUN_LINE {
                    joined.push(' ');
                    joined.push_str(text);
                }
            }
            let Some(price) = self.explainer.price(&chain, &joined) else {
                continue;
            };
            if !self.is_readable(&chain, sample, &joined) {
                continue;
            }
            let per_char = price / joined.chars().count() as f32;
            let is_better = best.as_ref().is_none_or(|(most, least, _)| {
                count > *most || count == *most && per_char < *least
            });
            if is_better {
                best = Some((count, per_char, chain));
            }
        }
        // An unexplained sample costs as much as an explained one.
        self.failed[kind] += usize::from(best.is_none());
        best.map(|(_, _, chain)| chain)
    }

    /// Reports whether the result of a chain for a text excludes chance: words of two or three
    /// letters may be UTF-8 once more, but of rare characters. The word is one of the text.
    fn is_readable(&mut self, chain: &Chain, word: &str, text: &str) -> bool {
        let Some(mended) = chain.mend(text) else {
            return false;
        };
        if chain.is_proof() && chain::are_in_place(text, &mended.text) {
            return true;
        }
        // So many characters in one word are no chance, even in pairs.
        let of_word = chain.mend(word).and_then(|mended| mended.proofs);
        let is_long = of_word.is_some_and(|proofs| proofs >= tuning::RUN_PROVED);
        // C2 is a usual letter in most sets.
        let told = mended.text.chars().filter(|c| *c >= '\u{C0}');
        // A half-width katakana is one byte of a set of pairs.
        let mut beyond = text.chars().filter(|c| !c.is_ascii());
        let is_of_pairs = chain.is_of_pairs() && !beyond.all(misplaced::is_half_width);
        let before = self.explainer.bits(text);
        let after = self.explainer.bits(&mended.text);
        let (least, share) = match (chain.is_proof(), is_of_pairs) {
            (true, false) => (tuning::CHAIN_PROOFS, tuning::RUN_READABLE),
            (true, true) if is_long => (tuning::CHAIN_LETTERS, tuning::RUN_READABLE),
            (true, true) => (tuning::CHAIN_LETTERS, tuning::RUN_READABLE_PAIRS),
            (false, _) => {
                return after <= tuning::RUN_READABLE_WEAK * text.chars().count() as f32;
            }
        };
        let mut high = mended.text.chars().filter(|c| !c.is_ascii());
        // A character alone, or several that save as much each.
        let proofs = mended.proofs.unwrap_or_default() as f32;
        let each = match () {
            () if !chain.shares_ascii() => 2.0 * tuning::CHAIN_SINGLE_UNIT,
            () if !is_of_pairs && told.clone().next().is_none() => tuning::CHAIN_SINGLE_UNIT,
            // Any pair may be a sign.
            () if is_of_pairs && !high.all(char::is_alphabetic) => 2.0 * tuning::CHAIN_SINGLE_UNIT,
            () if is_of_pairs => 2.0 * tuning::CHAIN_SINGLE,
            () => tuning::CHAIN_SINGLE,
        };
        told.count() >= least && after <= share * before
            || proofs > 0.0 && before - after - tuning::CHAIN_UTF_8 > each * proofs
    }

    /// Adds the encodings with the lowest cost of the foreign lines: each must save more than the
    /// cost of adding it. What is left may be in the one that reads it best, which is not sure.
    fn explain_foreign(&mut self) {
        let mut lines = std::mem::take(&mut self.foreign);
        // Of those that may be in the set of the data, the worst tell whether there is another one.
        lines.sort_by(|one, other| other.0.total_cmp(&one.0));
        let ill = lines.partition_point(|line| line.0.is_infinite());
        lines.truncate(ill.max(tuning::RUN_FOREIGN));
        let lines: Vec<Vec<u8>> = lines.into_iter().map(|(_, line)| line).collect();
        let known = self.encodings.len();
        let mut least: Vec<f32> = { lines.iter() }
            .map(|line| bits(&mut self.costs, &sequences(table::UTF_8, line)))
            .collect();
        let costs: Vec<Vec<(&'static Encoding, f32)>> = { lines.iter() }
            .map(|line| in_encodings(&mut self.costs, line, tuning::CHAIN_READABLE))
            .collect();
        // What the set of the data saves, also one that is only likely, is not saved by another one.
        for ((line, least), costs) in lines.iter().zip(&mut least).zip(&costs) {
            if let Some(text) = self.in_own(line) {
                *least = least.min(bits(&mut self.costs, &text));
            }
            let is_named = |set: &Encoding| self.named.is_some_and(|(named, _)| named == set);
            let likely = costs.iter().filter(|(set, _)| is_named(set));
            *least = likely.fold(*least, |least, (_, bits)| least.min(*bits));
        }
        while self.encodings.len() < tuning::RUN_READINGS {
            let saved = |encoding: &'static Encoding| -> f32 {
                let (mut sum, mut letters) = (0.0, 0);
                for ((costs, least), line) in costs.iter().zip(&least).zip(&lines) {
                    let own = costs.iter().find(|(other, _)| *other == encoding);
                    if let Some((_, bits)) = own.filter(|(_, bits)| bits < least) {
                        sum += least - bits;
                        letters += letters_of(encoding, line);
                    }
                }
                if letters >= tuning::ENOUGH_LETTERS {
                    sum
                } else {
                    0.0
                }
            };
            let best = mixed().map(|encoding| (encoding, saved(encoding)));
            // Of equal ones, the first.
            let best = best.reduce(|one, other| if other.1 > one.1 { other } else { one });
            let Some((encoding, _)) = best.filter(|best| best.1 > tuning::RUN_ENCODING) else {
                self.suspect_encodings(&costs, &lines);
                break;
            };
            for (costs, least) in costs.iter().zip(&mut least) {
                let own = costs.iter().find(|(other, _)| *other == encoding);
                *least = own.map_or(*least, |(_, bits)| least.min(*bits));
            }
            if !self.encodings.contains(&encoding) {
                self.encodings.push(encoding);
            }
        }
        self.failed[FOREIGN] += usize::from(self.encodings.len() == known);
    }
}

impl Learner {
    /// A line in the set of the data, if the data is surely in one and that reads all of the line soundly.
    fn in_own(&self, line: &[u8]) -> Option<Vec<Sequence>> {
        let (own, sure) = self.own.as_ref()?;
        let text = sequences(own.encoding, line);
        let is_read = || are_characters(&text);
        let is_sound = || odd_inside(&chars_of(&text), own.encoding) == 0.0;
        let is_own = *sure >= ACTING_FLOOR && own.chain.is_none() && is_read() && is_sound();
        is_own.then_some(text)
    }

    /// Of lines that no known encoding reads, by their costs: each may be in the one that suits it
    /// best.
    fn suspect_encodings(&mut self, costs: &[Vec<(&'static Encoding, f32)>], lines: &[Vec<u8>]) {
        for (costs, line) in costs.iter().zip(lines) {
            let is_known = |(encoding, _): &(&'static Encoding, f32)| {
                self.encodings.contains(encoding) || self.perhaps.contains(encoding)
            };
            let is_named = |(named, _): (&Encoding, f32)| are_characters(&sequences(named, line));
            let is_read = costs.iter().any(is_known)
                || self.named.is_some_and(is_named)
                || self.in_own(line).is_some();
            if is_read || self.perhaps.len() >= tuning::RUN_PERHAPS {
                continue;
            }
            // Words that are odd in the set of the data may be too few to read well in theirs.
            let few = (costs.is_empty() && self.own_words.is_some())
                .then(|| in_encodings(&mut self.costs, line, tuning::PERHAPS_READABLE));
            let costs = few.as_ref().unwrap_or(costs);
            let best = costs.iter().min_by(|one, other| one.1.total_cmp(&other.1));
            let best = best.map(|(encoding, _)| *encoding);
            // Where the data is in no set, the words are judged as they would be by themselves.
            let named = self.own.is_none().then(|| named_for(line)).flatten();
            self.perhaps.extend(named.or(best));
        }
    }
}
