//! The cost of a word in each reading, in bits, cached.
//!
//! Invariant: a reading that does not fit a word costs infinitely much, except the first, UTF-8,
//! which reads everything with its faults.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::super::chain::{self, Chain, NeighbourTelling, odd_joints};
use super::super::misplaced::{self, odd_inside};
use super::super::text_cost::CostCalculator;
use super::super::verdict::ACTING_FLOOR;
use super::super::{Reading, score, tuning};
use super::CandidateReadings;
use super::characters::{has_half_widths, is_none, is_of_scripts, odd_mixture, sequences};
use super::kinship::{Utf8Kinship, is_odd};
use super::own_set::OwnSet;
use hexloupe_text::codec::{BitLayout, Sequence, table};
use hexloupe_text::unicode::normal::NormalizationForm;

/// The evidence of a line for each reading of its data.
pub(super) type LineTelling = Rc<[NeighbourTelling]>;

/// The cost of a word.
#[derive(Debug, Clone)]
pub(super) struct WordCost {
    /// Its number among the costs that were calculated.
    pub(super) number: u64,
    /// Bits in each reading.
    pub(super) bits: Vec<f32>,
    /// Its characters as UTF-8.
    pub(super) chars: usize,
    /// True if it is well-formed UTF-8.
    pub(super) is_utf_8: bool,
    /// Letters beyond ASCII in each reading.
    pub(super) letters: Vec<usize>,
    /// The distinct letters, a bit for some of them.
    pub(super) distinct: Vec<u64>,
    /// Characters inside words where text has none, in each reading.
    pub(super) misplaced: Vec<usize>,
    /// True if a chain may read it together with the word after the next space.
    pub(super) is_cut: bool,
    /// The kinship of its text in UTF-8 with the set of the data.
    pub(super) kinship: Utf8Kinship,
    /// True if it is odd in the set of the data.
    pub(super) is_odd: bool,
    /// The evidence of its line for a misreading in a set of neighbours.
    pub(super) told: Option<LineTelling>,
}

impl WordCost {
    /// That of a word of UTF-8, where there is no other reading.
    fn of_utf_8() -> Self {
        Self {
            number: 0,
            bits: vec![0.0],
            chars: 1,
            is_utf_8: true,
            letters: vec![1],
            distinct: vec![1],
            misplaced: vec![0],
            is_cut: false,
            kinship: Utf8Kinship::Other,
            is_odd: false,
            told: None,
        }
    }

    /// That of a word in the second of two readings, which alone reads it.
    fn of_own() -> Self {
        Self {
            number: 0,
            bits: vec![tuning::FAULT, 0.0],
            chars: 1,
            is_utf_8: false,
            letters: vec![0, 1],
            distinct: vec![0, 1],
            misplaced: vec![0, 0],
            is_cut: false,
            kinship: Utf8Kinship::Other,
            is_odd: false,
            told: None,
        }
    }
}

/// The words that one reading alone reads, so that there is nothing to weigh.
enum SureWords {
    /// There is no reading but UTF-8, which reads them.
    Utf8(Rc<WordCost>),
    /// The set of the data reads them, there is no other reading, and they are not UTF-8.
    Own(Rc<WordCost>, OwnSet),
    /// None: there is more to choose from.
    None,
}

/// The costs of words.
pub(super) struct ReadingWordCosts<'a> {
    readings: &'a [Reading],
    /// The reading of the data as a whole.
    own: usize,
    /// The scripts of the text of the data before it was misread, if it surely was.
    scripts: &'a [&'static str],
    calculator: CostCalculator,
    known: HashMap<Vec<u8>, Rc<WordCost>, FixedState>,
    /// The number of the last cost; 0 is that of sure words.
    last: u64,
    sure: SureWords,
}

impl<'a> ReadingWordCosts<'a> {
    pub(super) fn new(readings: &'a CandidateReadings) -> Self {
        let sure = match &readings.list[..] {
            [_] => SureWords::Utf8(Rc::new(WordCost::of_utf_8())),
            [_, own] if readings.own == 1 && own.chain.is_none() => {
                SureWords::Own(Rc::new(WordCost::of_own()), OwnSet::of(own))
            }
            _ => SureWords::None,
        };
        Self {
            readings: &readings.list,
            own: readings.own,
            scripts: if readings.sure >= ACTING_FLOOR {
                &readings.scripts
            } else {
                &[]
            },
            calculator: CostCalculator::new(),
            known: HashMap::default(),
            last: 0,
            sure,
        }
    }

    /// The cost of a word that only one reading reads; none if it must be weighed.
    pub(super) fn sure(&self, word: &[u8], is_utf_8: bool) -> Option<&Rc<WordCost>> {
        match &self.sure {
            SureWords::Utf8(cost) => is_utf_8.then_some(cost),
            SureWords::Own(cost, own) => own.alone_reads(word, is_utf_8).then_some(cost),
            SureWords::None => None,
        }
    }

    /// The cost of a word.
    pub(super) fn cost(&mut self, word: &[u8]) -> Rc<WordCost> {
        if !matches!(self.sure, SureWords::None)
            && let Some(sure) = self.sure(word, str::from_utf8(word).is_ok())
        {
            return Rc::clone(sure);
        }
        if let Some(known) = self.known.get(word) {
            return Rc::clone(known);
        }
        if self.known.len() >= tuning::RUN_WORDS {
            self.known.clear();
            self.calculator = CostCalculator::new();
        }
        self.last += 1;
        let cost = Rc::new(self.calculate(word));
        self.known.insert(word.to_vec(), Rc::clone(&cost));
        cost
    }

    /// Reports whether a text is in the scripts of the data: what most of it was, the rest was too.
    fn is_like_own(&self, text: &str) -> bool {
        !self.scripts.is_empty() && is_of_scripts(text, self.scripts)
    }

    /// The bits of a word of UTF-8 that may be in a set by chance: `только` in IBM866 is an arrow and a syllable.
    fn odd_beside_sets(&self, text: Option<&str>) -> f32 {
        let mut sets = self.readings.iter().skip(1);
        let is_any = sets.any(|reading| reading.chain.is_none());
        if is_any && text.is_some_and(is_odd) {
            tuning::ODD_INSIDE
        } else {
            0.0
        }
    }

    fn calculate(&mut self, word: &[u8]) -> WordCost {
        let own_text = str::from_utf8(word).ok();
        let read = |reading: &Reading| match (&reading.chain, own_text) {
            (Some(chain), Some(text)) => {
                let undone = chain.mend(text)?;
                Some((undone.text, undone.earlier))
            }
            (Some(_), None) => None,
            (None, _) => {
                let text = reading.text(word);
                Some((text.filter(|text| is_assigned(reading, text))?, 0))
            }
        };
        let read: Vec<Option<(String, usize)>> = self.readings.iter().map(read).collect();
        let (texts, earlier): (Vec<Option<String>>, Vec<usize>) = { read.into_iter() }
            .map(|read| read.map_or((None, 0), |(text, earlier)| (Some(text), earlier)))
            .unzip();
        let own = bits(&mut self.calculator, &sequences(table::UTF_8, word))
            + own_text.map_or(0.0, odd_joints);
        let several = own_text.map_or(0, |text| text.chars().filter(|c| !c.is_ascii()).count());
        let long = own_text.map_or(0, |text| text.chars().filter(|c| c.len_utf8() > 2).count());
        let mut costs = Vec::with_capacity(texts.len());
        // Pairs of bytes are UTF-8 by chance more often than other text; but hardly of three bytes.
        let is_pairs = matches!(
            self.readings[self.own].encoding.layout,
            BitLayout::DoubleByte(_)
        );
        let is_chance = is_pairs && texts[self.own].is_some();
        for (number, (reading, text)) in self.readings.iter().zip(&texts).enumerate() {
            let is_own = number == self.own;
            let cost = match (&reading.chain, text) {
                (None, _) if reading.encoding == table::UTF_8 && is_chance => {
                    own - proof(long) + own_text.map_or(0.0, odd_mixture)
                }
                (None, _) if reading.encoding == table::UTF_8 => {
                    own + self.odd_beside_sets(own_text) - proof(several)
                }
                // Well-formed UTF-8 of that many characters is no coincidence.
                (None, Some(_)) if several >= tuning::RUN_SURE && !is_own => f32::INFINITY,
                (None, Some(text)) => {
                    let odd = odd_joints(text) + odd_inside(text, reading.encoding);
                    // They are as usual as the full ones where the set of the data is known.
                    let full = (is_own && has_half_widths(text))
                        .then(|| NormalizationForm::Nfkc.normalize(text));
                    let text = full.as_deref().unwrap_or(text);
                    bits(&mut self.calculator, &scalars(text)) + odd
                }
                (Some(chain), Some(text)) => {
                    let undone = UndoneWord {
                        word,
                        own_text: own_text.unwrap_or_default(),
                        own,
                        text,
                        earlier: earlier[number],
                        is_like_own: is_own && self.is_like_own(text),
                    };
                    undone.bits(chain, bits(&mut self.calculator, &scalars(text)))
                }
                (_, None) => f32::INFINITY,
            };
            costs.push(cost);
        }
        // Two bytes may be a letter of UTF-8 by chance, three hardly.
        let is_cheaper = long > 0 && costs[0] < costs[self.own];
        let texts_or_empty = || texts.iter().map(|text| text.as_deref().unwrap_or_default());
        let letters: Vec<Vec<char>> = texts_or_empty().map(letters_beyond_ascii).collect();
        let mut chains = self
            .readings
            .iter()
            .filter_map(|reading| reading.chain.as_ref());
        WordCost {
            number: self.last,
            bits: costs,
            is_utf_8: own_text.is_some(),
            chars: own_text.map_or(word.len(), |text| text.chars().count()),
            letters: letters.iter().map(Vec::len).collect(),
            distinct: letters.iter().map(|chars| set_of(chars)).collect(),
            misplaced: texts_or_empty().map(misplaced::count).collect(),
            is_cut: own_text.is_some_and(|text| chains.any(|chain| chain.is_cut(text))),
            kinship: own_text.map_or(Utf8Kinship::Other, |text| {
                Utf8Kinship::of(text, self.readings[self.own].encoding)
            }),
            told: None,
            is_odd: self.own > 0
                && texts[self.own].as_deref().is_some_and(|text| {
                    odd_inside(text, self.readings[self.own].encoding) > 0.0
                        || is_chance && own_text.is_some() && is_cheaper
                }),
        }
    }
}

/// A word of UTF-8 that a chain reads.
struct UndoneWord<'a> {
    word: &'a [u8],
    /// Its text as UTF-8, and what that costs.
    own_text: &'a str,
    own: f32,
    /// Its text before it was misread.
    text: &'a str,
    /// The characters that earlier steps proved.
    earlier: usize,
    /// True if that is like the rest of data that was misread so as a whole.
    is_like_own: bool,
}

impl UndoneWord<'_> {
    /// The bits of the word, by those of its text; infinitely many if the chain reads it by chance.
    fn bits(&self, chain: &Chain, of_text: f32) -> f32 {
        let Self { own_text, text, .. } = *self;
        let cost = of_text + lone(text) + closing(own_text);
        let several = own_text.chars().filter(|c| !c.is_ascii()).count();
        match chain.is_proof() {
            true if chain::are_in_place(own_text, text) => {
                cost.min(self.own) - tuning::SIGN_IN_PLACE
            }
            true if !self.is_like_own && !chain::may_be_text(text) => f32::INFINITY,
            true if !self.is_like_own && is_label(own_text) => f32::INFINITY,
            // A word of a letter or two may cost as much as its mojibake.
            true if self.is_like_own || self.is_believed(cost) => {
                let made = self.share_of(chain) * proof(self.made());
                cost - proof(several) - proof(self.earlier) - made
            }
            true => f32::INFINITY,
            // A step that gives UTF-8 is proof in a chain with another step, too.
            // Quotation marks around letters of ASCII are as they were.
            false if is_quoted_ascii(own_text) => f32::INFINITY,
            false => {
                let proofs = proof(several) + proof(chain.proofs(self.word));
                cost + self.against(chain, cost) + abbreviated(own_text, text) - proofs
            }
        }
    }

    /// The bits against a word that its neighbours alone tell of, and that reads worse so: it is of another
    /// language.
    fn against(&self, chain: &Chain, cost: f32) -> f32 {
        if chain.is_of_neighbours() {
            tuning::NEIGHBOURS_AGAINST * (cost - self.own).max(0.0)
        } else {
            0.0
        }
    }

    /// Reports whether the text of such a cost is no chance.
    fn is_believed(&self, cost: f32) -> bool {
        let mut made = self.text.chars().filter(|c| !c.is_ascii());
        let is_cased = made.clone().all(has_case);
        // A word may be UTF-8 once more by chance, of characters without case; so may a
        // letter, a space and a dash, if the space was a no-break space.
        // No word is four bytes of one character, which each begin or go on so.
        let is_of_four = self.text.chars().all(|c| c >= '\u{10000}');
        let is_word = !is_of_four && chain::is_word(self.own_text);
        let is_usual = is_word || self.own_text.contains(' ');
        let chars = self.own_text.chars().count();
        let is_rare = self.own > tuning::WORD_RARE * chars as f32;
        let is_chance = is_usual && !made.any(has_case) && !is_rare;
        is_cased || cost <= self.own * tuning::CHAIN_SHARE && !is_chance
    }

    /// The different characters that prove it: the same again proves nothing more (谢谢 in GBK), and two
    /// letters may be one character more by chance (её in KOI8-R).
    fn made(&self) -> usize {
        let made = self.text.chars().filter(|c| !c.is_ascii());
        match made.collect::<HashSet<_>>().len() {
            1 if is_letters(self.own_text) => 0,
            made => made,
        }
    }

    /// The share of their proof: ideographs are often UTF-8 by chance (小写 in GBK).
    fn share_of(&self, chain: &Chain) -> f32 {
        let is_wide = |c: char| c >= '\u{2E80}';
        if chain.is_of_pairs() && self.own_text.chars().all(is_wide) {
            tuning::PROOF_OF_PAIRS
        } else {
            1.0
        }
    }
}

/// Reports whether all of the text of bytes in another encoding than UTF-8 is characters: no C1
/// control, which such text does not hold, and no unassigned code point.
fn is_assigned(reading: &Reading, text: &str) -> bool {
    reading.encoding.is_utf8() || !text.chars().any(is_none)
}

/// The letters of a text that are beyond ASCII.
fn letters_beyond_ascii(text: &str) -> Vec<char> {
    { text.chars() }
        .filter(|c| !c.is_ascii() && c.is_alphabetic())
        .collect()
}

/// A set of some letters: a bit for each, which others may share.
fn set_of(chars: &[char]) -> u64 {
    chars
        .iter()
        .fold(0, |set, c| set | 1 << (u32::from(*c) % 64))
}

/// Reports whether a word is the name of a key or a number, and no damaged one.
fn is_label(word: &str) -> bool {
    chain::is_row_of_keys(word) || chain::is_numbered_capital(word)
}

/// Reports whether a text is letters of ASCII in quotation marks.
fn is_quoted_ascii(text: &str) -> bool {
    let beyond = text.chars().filter(|c| !c.is_ascii());
    chain::is_quoted(text) && beyond.count() == 2
}

/// Reports whether all characters of a text beyond ASCII are letters.
fn is_letters(text: &str) -> bool {
    let mut high = text.chars().filter(|c| !c.is_ascii());
    high.all(char::is_alphabetic)
}

fn has_case(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase()
}

/// The bits saved by well-formed UTF-8.
fn proof(several: usize) -> f32 {
    tuning::RUN_PROOF * several.min(tuning::RUN_SURE) as f32
}

/// The cost of a text, in the language that suits it best.
pub(super) fn bits(calculator: &mut CostCalculator, text: &[Sequence]) -> f32 {
    score::weigh(calculator, text, table::UTF_8).0
}

/// The sequences of a text.
pub(super) fn scalars(text: &str) -> Vec<Sequence> {
    sequences(table::UTF_8, text.as_bytes())
}

/// The bits of a word that may be one sound letter before a closing quotation mark: `«группы В»`.
fn closing(text: &str) -> f32 {
    let mut chars = text.chars();
    let is_letter = chars.next().is_some_and(char::is_alphabetic);
    let is_closing = chars
        .next()
        .is_some_and(|c| matches!(c, '»' | '”' | '“' | '«'));
    let is_all = chars.next().is_none();
    if is_letter && is_closing && is_all {
        tuning::QUOTED_LETTER
    } else {
        0.0
    }
}

/// The bits of a mended word that was an abbreviation in capitals: `ГБ` is a word in KOI8-R.
fn abbreviated(text: &str, mended: &str) -> f32 {
    let is_short = text.chars().nth(ABBREVIATED).is_none();
    let is_latin = |text: &str| text.chars().all(|c| c < '\u{250}');
    let is_swapped =
        || text.chars().all(char::is_uppercase) && mended.chars().all(char::is_lowercase);
    if is_short && is_swapped() && is_latin(text) == is_latin(mended) {
        tuning::ABBREVIATION
    } else {
        0.0
    }
}

/// The most letters of an abbreviation.
const ABBREVIATED: usize = 3;

/// The bits of a mended word that is one letter beyond ASCII: `Г` with a no-break space is one by chance.
fn lone(text: &str) -> f32 {
    let mut chars = text.chars();
    let is_lone = chars.next().is_some_and(|c| !c.is_ascii()) && chars.next().is_none();
    if is_lone { tuning::LONE_LETTER } else { 0.0 }
}
