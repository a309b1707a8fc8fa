//! What a text takes in bits, in each language.
//!
//! Capitals cost as small letters do, and a price for the way in which the word has them.
//! Words of ASCII are the same in nearly all encodings: they tell the language a little, and
//! never outweigh the others. Invariant: the cost of a text does not depend on the encoding
//! that it was read in.

use super::char_cost::{self, CharKind};
use super::language::{Language, Script, of_script};
use super::tuning;
use super::word_cost::{Costs, WordCosts};
use crate::codec::{Meaning, Sequence};

/// Which letters of a word are capitals: this changes less often than letters do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Capitalization {
    Small,
    Title,
    Capitals,
    Mixed(usize),
}

impl Capitalization {
    fn of(word: &[char]) -> Self {
        let mut changes = 0;
        let (mut small, mut capital) = (0, 0);
        let mut before = None;
        for &c in word {
            let is_capital = c.is_uppercase();
            if !is_capital && !c.is_lowercase() {
                continue;
            }
            small += usize::from(!is_capital);
            capital += usize::from(is_capital);
            changes += usize::from(before == Some(false) && is_capital);
            before = Some(is_capital);
        }
        let first = word.first().is_some_and(|c| c.is_uppercase());
        match (capital, small) {
            (0, _) => Self::Small,
            (1, _) if first => Self::Title,
            (_, 0) => Self::Capitals,
            _ => Self::Mixed(changes.max(1)),
        }
    }

    /// Its bits after a word of another.
    fn bits(self, before: Self) -> f32 {
        match (self, before) {
            (Self::Capitals | Self::Title, Self::Capitals) => 1.0,
            (Self::Small, _) => 0.5,
            (Self::Title, _) => 2.5,
            (Self::Capitals, _) => 5.0,
            (Self::Mixed(changes), _) => 8.0 + 3.0 * changes as f32,
        }
    }
}

/// Characters of a block.
const BLOCK: usize = 128;
type Block = [Option<CharKind>; BLOCK];
/// Blocks that are remembered: those up to U+FFFF.
const BLOCKS: usize = 0x1_0000 / BLOCK;

/// Calculates what texts take, and remembers words and characters for the next text.
pub(super) struct CostCalculator {
    words: WordCosts,
    /// The kinds of characters by blocks, once they were asked for.
    kinds: Vec<Option<Box<Block>>>,
}

/// What a text takes.
pub(super) struct TextCost {
    /// Bits in no language in particular.
    pub(super) bits: f32,
    /// Bits in each language whose words it may have.
    pub(super) languages: Vec<(&'static Language, f32)>,
    /// Ill-formed sequences.
    pub(super) faults: u64,
}

/// The sums over a text.
struct Totals {
    /// Bits of all but words.
    between: f32,
    faults: u64,
    /// Bits of the words of each known script, by language of the script.
    words: Vec<Costs>,
    /// How many words there are of each script.
    counts: Vec<usize>,
    /// Bits of the words of ASCII, by language of the Latin script.
    ascii: Costs,
}

impl CostCalculator {
    /// One that remembers nothing yet.
    pub(super) fn new() -> Self {
        Self {
            words: WordCosts::new(),
            kinds: vec![None; BLOCKS],
        }
    }

    /// What a text takes.
    pub(super) fn of(&mut self, text: &[Sequence]) -> TextCost {
        let zeros = |script| vec![0.0; of_script(script).count()];
        let mut totals = Totals {
            between: 0.0,
            faults: 0,
            words: Script::KNOWN.map(zeros).into(),
            counts: vec![0; Script::KNOWN.len()],
            ascii: zeros(Script::Latin),
        };
        self.add(text, &mut totals);
        totals.cost()
    }

    /// Adds a text, word by word.
    fn add(&mut self, text: &[Sequence], totals: &mut Totals) {
        let kinds: Vec<Option<CharKind>> = text.iter().map(|step| self.kind(step)).collect();
        let (mut at, mut case, mut joined) = (0, Capitalization::Small, false);
        while at < text.len() {
            let Some(CharKind::Letter(script)) = kinds[at] else {
                totals.between += between(text, &kinds, at, &mut totals.faults);
                joined = false;
                at += 1;
                continue;
            };
            let letters = kinds[at..].iter().take_while(|kind| **kind == kinds[at]);
            let len = letters.count();
            let word: Vec<char> = text[at..at + len]
                .iter()
                .flat_map(|step| step.meaning.scalars())
                .collect();
            let now = Capitalization::of(&word);
            if joined {
                totals.between += if script == Script::EastAsian {
                    tuning::EAST_CHANGE
                } else {
                    tuning::SCRIPT_CHANGE
                };
            }
            totals.between += now.bits(case);
            // A letter that stands alone is more often a misread sign.
            if len == 1 && script != Script::EastAsian && !word[0].is_ascii() {
                totals.between += tuning::LONE_LETTER;
            }
            case = now;
            self.word(&word, script, totals);
            at += len;
            joined = true;
        }
    }

    /// The kind of a sequence; `None` if it is no character.
    fn kind(&mut self, step: &Sequence) -> Option<CharKind> {
        let first = step.meaning.scalars().next()?;
        let number = first as usize;
        let Some(block) = self.kinds.get_mut(number / BLOCK) else {
            return Some(char_cost::kind_of(first));
        };
        let block = block.get_or_insert_with(|| Box::new([None; BLOCK]));
        Some(*block[number % BLOCK].get_or_insert_with(|| char_cost::kind_of(first)))
    }

    /// Adds a word; in the scripts of East Asia each character is one.
    fn word(&mut self, word: &[char], script: Script, totals: &mut Totals) {
        let Some(place) = script.place() else {
            totals.between +=
                tuning::UNKNOWN_WORD + tuning::UNKNOWN_LETTER * (word.len() - 1) as f32;
            return;
        };
        let into = if word.iter().all(char::is_ascii) {
            &mut totals.ascii
        } else {
            totals.counts[place] += 1;
            &mut totals.words[place]
        };
        let len = if script == Script::EastAsian {
            1
        } else {
            word.len()
        };
        for word in word.chunks(len) {
            for (sum, cost) in into.iter_mut().zip(self.words.costs(word, script)) {
                *sum += cost;
            }
        }
    }
}

impl Totals {
    /// What all of it takes, in each language.
    fn cost(&self) -> TextCost {
        // Words of another script are read as those of its first language.
        let foreign = |place: usize| {
            let first = self.words[place].first().copied().unwrap_or(0.0);
            first + tuning::OTHER_SCRIPT_WORD * self.counts[place] as f32
        };
        let all: f32 = (0..self.words.len()).map(foreign).sum();
        let english = self.ascii.first().copied().unwrap_or(0.0);
        let bits = self.between + english + all;
        let mut languages = Vec::new();
        for (place, script) in Script::KNOWN.into_iter().enumerate() {
            let words = self.counts[place];
            for (number, language) in of_script(script).enumerate() {
                let ascii = if script == Script::Latin {
                    (english - self.ascii[number]).clamp(0.0, tuning::ASCII_WORDS)
                } else {
                    0.0
                };
                if words > 0 || ascii > 0.0 {
                    let own = self.words[place][number];
                    languages.push((language, bits - foreign(place) + own - ascii));
                }
            }
        }
        TextCost {
            bits,
            languages,
            faults: self.faults,
        }
    }
}

/// Bits of what is part of no word.
fn between(text: &[Sequence], kinds: &[Option<CharKind>], at: usize, faults: &mut u64) -> f32 {
    let letter = |at: Option<usize>| {
        let kind = at.and_then(|at| kinds.get(at));
        matches!(kind, Some(Some(CharKind::Letter(_))))
    };
    let drawing = |at: Option<usize>| {
        let kind = at.and_then(|at| kinds.get(at));
        matches!(kind, Some(Some(CharKind::LineDrawing)))
    };
    let (before, after) = (at.checked_sub(1), Some(at + 1));
    let inside = letter(before) && letter(after);
    match (kinds[at], text[at].meaning) {
        (Some(CharKind::Blank), _) => tuning::BLANK,
        (Some(CharKind::AsciiSign(bits)), _) => bits,
        (Some(CharKind::Sign(bits)), meaning) => {
            // Apostrophes stand between letters, as in don’t, and so do these blanks.
            let usual = matches!(meaning, Meaning::Scalar('’' | '\u{A0}' | '\u{AD}'));
            bits + if inside && !usual {
                tuning::INSIDE_WORD
            } else {
                0.0
            }
        }
        (Some(CharKind::LineDrawing), meaning) => {
            // Lines are drawn by one sign again and again.
            let again = before.is_some_and(|before| text[before].meaning == meaning);
            let bits = match drawing(before) || drawing(after) {
                _ if again => tuning::DRAWN_AGAIN,
                true => tuning::DRAWN,
                false => tuning::DRAWN_ALONE,
            };
            bits + if inside { tuning::INSIDE_WORD } else { 0.0 }
        }
        (None, Meaning::IllFormed(_)) => {
            *faults += 1;
            tuning::FAULT + tuning::FAULT_BYTE * f32::from(text[at].len)
        }
        (None, Meaning::Shift | Meaning::Absent(_)) => tuning::SHIFT,
        (Some(CharKind::Letter(_)) | None, _) => tuning::NO_CHARACTER,
    }
}
