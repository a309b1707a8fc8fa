//! The bytes read in one encoding, as words and what stands between them, and what
//! they take in each language.
//!
//! Capitals are read as small letters, at a price by how they stand in the word. Words
//! of ASCII are the same in nearly all encodings: they tell the language a little, and
//! never outweigh the others. Invariant: a reading is weighed without knowing in which
//! encoding it was made.

use super::language::{Language, Script};
use super::signs::{self, Sign};
use super::tuning;
use super::vocabulary::{Costs, Vocabulary, of_script};
use crate::codec::{Meaning, Sequence};

/// How a word is written: capitals change less often than letters do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Small,
    Title,
    Capitals,
    Mixed(usize),
}

impl Case {
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

    /// Bits behind a word that was written so.
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

/// Characters whose numbers are alike but for the last bits.
const BLOCK: usize = 128;
type Block = [Option<Sign>; BLOCK];
/// Blocks that are remembered: those of characters of one unit of UTF-16.
const BLOCKS: usize = 0x1_0000 / BLOCK;

/// Reads texts, and remembers the words it has met.
pub(super) struct Reader {
    words: Vocabulary,
    /// What characters are, by blocks of them, once they were asked for.
    signs: Vec<Option<Box<Block>>>,
}

/// A text as it was read.
pub(super) struct Weight {
    /// Bits in no language in particular.
    pub(super) bits: f32,
    /// Bits in each language that it has words for.
    pub(super) languages: Vec<(&'static Language, f32)>,
    /// Ill-formed sequences.
    pub(super) faults: u64,
}

/// What is known while a text is read.
struct Sum {
    /// Bits of all but words.
    between: f32,
    faults: u64,
    /// Of the words of each known script, by language of the script.
    words: Vec<Costs>,
    /// How many words there are of each.
    counts: Vec<usize>,
    /// The same, of words of ASCII.
    plain: Costs,
}

impl Reader {
    /// One who has read nothing.
    pub(super) fn new() -> Self {
        Self {
            words: Vocabulary::new(),
            signs: vec![None; BLOCKS],
        }
    }

    /// What a text takes.
    pub(super) fn weigh(&mut self, text: &[Sequence]) -> Weight {
        let zeros = |script| vec![0.0; of_script(script).count()];
        let mut sum = Sum {
            between: 0.0,
            faults: 0,
            words: Script::KNOWN.map(zeros).into(),
            counts: vec![0; Script::KNOWN.len()],
            plain: zeros(Script::Latin),
        };
        self.read(text, &mut sum);
        Self::sum_up(&sum)
    }

    /// Goes through a text, word by word.
    fn read(&mut self, text: &[Sequence], sum: &mut Sum) {
        let kinds: Vec<Option<Sign>> = text.iter().map(|step| self.kind(step)).collect();
        let (mut at, mut case, mut joined) = (0, Case::Small, false);
        while at < text.len() {
            let Some(Sign::Letter(script)) = kinds[at] else {
                sum.between += between(text, &kinds, at, &mut sum.faults);
                joined = false;
                at += 1;
                continue;
            };
            let same = |kind: &Option<Sign>| *kind == Some(Sign::Letter(script));
            let len = kinds[at..].iter().take_while(|kind| same(kind)).count();
            let word: Vec<char> = text[at..at + len]
                .iter()
                .flat_map(|step| step.meaning.scalars())
                .collect();
            let now = Case::of(&word);
            if joined {
                sum.between += if script == Script::East {
                    tuning::EAST_CHANGE
                } else {
                    tuning::SCRIPT_CHANGE
                };
            }
            sum.between += now.bits(case);
            // A letter that stands alone is more often a sign read wrongly.
            if len == 1 && script != Script::East && !word[0].is_ascii() {
                sum.between += tuning::LONE_LETTER;
            }
            case = now;
            self.word(&word, script, sum);
            at += len;
            joined = true;
        }
    }

    /// What a step is for a text; `None` for what is no character.
    fn kind(&mut self, step: &Sequence) -> Option<Sign> {
        let first = step.meaning.scalars().next()?;
        let number = first as usize;
        let Some(block) = self.signs.get_mut(number / BLOCK) else {
            return Some(signs::of(first));
        };
        let block = block.get_or_insert_with(|| Box::new([None; BLOCK]));
        Some(*block[number % BLOCK].get_or_insert_with(|| signs::of(first)))
    }

    /// Adds a word; of signs each is one.
    fn word(&mut self, word: &[char], script: Script, sum: &mut Sum) {
        let Some(place) = script.place() else {
            sum.between += tuning::UNKNOWN_WORD + tuning::UNKNOWN_LETTER * (word.len() - 1) as f32;
            return;
        };
        let into = if word.iter().all(char::is_ascii) {
            &mut sum.plain
        } else {
            sum.counts[place] += 1;
            &mut sum.words[place]
        };
        let len = if script == Script::East {
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

    /// What all of it takes, in each language.
    fn sum_up(sum: &Sum) -> Weight {
        // Words of another script are read as those of its first language.
        let foreign = |place: usize| {
            let first = sum.words[place].first().copied().unwrap_or(0.0);
            first + tuning::OTHER_SCRIPT_WORD * sum.counts[place] as f32
        };
        let all: f32 = (0..sum.words.len()).map(foreign).sum();
        let english = sum.plain.first().copied().unwrap_or(0.0);
        let bits = sum.between + english + all;
        let mut languages = Vec::new();
        for (place, script) in Script::KNOWN.into_iter().enumerate() {
            let words = sum.counts[place];
            for (number, language) in of_script(script).enumerate() {
                let plain = if script == Script::Latin {
                    (english - sum.plain[number]).clamp(0.0, tuning::ASCII_WORDS)
                } else {
                    0.0
                };
                if words > 0 || plain > 0.0 {
                    let own = sum.words[place][number];
                    languages.push((language, bits - foreign(place) + own - plain));
                }
            }
        }
        Weight {
            bits,
            languages,
            faults: sum.faults,
        }
    }
}

/// Bits of what is part of no word.
fn between(text: &[Sequence], kinds: &[Option<Sign>], at: usize, faults: &mut u64) -> f32 {
    let letter = |at: Option<usize>| {
        let kind = at.and_then(|at| kinds.get(at));
        matches!(kind, Some(Some(Sign::Letter(_))))
    };
    let drawing = |at: Option<usize>| {
        let kind = at.and_then(|at| kinds.get(at));
        matches!(kind, Some(Some(Sign::Drawing)))
    };
    let (before, behind) = (at.checked_sub(1), Some(at + 1));
    let inside = letter(before) && letter(behind);
    match (kinds[at], text[at].meaning) {
        (Some(Sign::Blank), _) => tuning::BLANK,
        (Some(Sign::Plain(bits)), _) => bits,
        (Some(Sign::Mark(bits)), meaning) => {
            // An apostrophe stands between letters, as in don’t, and so do blanks.
            let usual = matches!(meaning, Meaning::Scalar('’' | '\u{A0}' | '\u{AD}'));
            bits + if inside && !usual {
                tuning::INSIDE_WORD
            } else {
                0.0
            }
        }
        (Some(Sign::Drawing), meaning) => {
            // Lines are drawn by one sign again and again.
            let again = before.is_some_and(|before| text[before].meaning == meaning);
            let bits = match drawing(before) || drawing(behind) {
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
        (Some(Sign::Letter(_)) | None, _) => tuning::NO_CHARACTER,
    }
}
