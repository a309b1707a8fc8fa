//! Text whose bytes have lost bit 7, as on lines of seven bits. Russian in KOI8-R becomes `pRIWET`,
//! by design of KOI8-R: it is still readable, with small and capital letters exchanged.
//!
//! With the bit set again, letters come back, and so do signs that were letters; accidental letters
//! do not, and digits never. Invariant: a line counts only if it then costs clearly fewer bits as
//! text.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::super::language::{self, ModelledLanguage, WordScript};
use super::super::score;
use super::super::text_cost::CostCalculator;
use super::super::tuning;
use super::super::verdict::{LossExtent, LossForm, LostCharacters};
use super::{beginning, letters};
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Meaning, Sequence, table};

/// A set designed for the loss of bit 7: its small letters become capital ones of ASCII.
struct SevenBitSet {
    encoding: &'static Encoding,
    /// The letters of the bytes from C0 on.
    letters: Vec<char>,
}

/// The first byte of ASCII that was a letter.
const FIRST: u8 = 0x40;

/// All such sets.
fn all() -> &'static [SevenBitSet] {
    static ALL: LazyLock<Vec<SevenBitSet>> =
        LazyLock::new(|| table::all().filter_map(SevenBitSet::new).collect());
    &ALL
}

impl SevenBitSet {
    fn new(encoding: &'static Encoding) -> Option<Self> {
        if !matches!(encoding.layout, BitLayout::SingleByte) || !encoding.ascii {
            return None;
        }
        language::of_script(WordScript::Cyrillic)
            .iter()
            .any(|language| language.place_of(encoding).is_some())
            .then_some(())?;
        let letter = |byte: u8| {
            let sequence = encoding.decode(&mut CodecState::default(), &[byte | 0x80]);
            sequence.meaning.scalar().filter(|c| c.is_alphabetic())
        };
        let inverts = |byte: u8| {
            let (small, capital) = (byte.to_ascii_lowercase(), byte.to_ascii_uppercase());
            letter(small).is_some_and(char::is_uppercase)
                && letter(capital).is_some_and(char::is_lowercase)
        };
        let letters: Option<Vec<char>> = (FIRST..=0x7F).map(letter).collect();
        let letters = letters.filter(|_| (b'a'..=b'z').all(inverts))?;
        Some(Self { encoding, letters })
    }

    /// A line with the bit set again in each byte that becomes a letter.
    fn restore(&self, line: &str) -> String {
        let restored = |c: char| {
            let place = u32::from(c).checked_sub(u32::from(FIRST))?;
            self.letters.get(place as usize).copied()
        };
        line.chars().map(|c| restored(c).unwrap_or(c)).collect()
    }
}

/// The restored text.
struct RestoredText {
    set: &'static SevenBitSet,
    lines: Vec<String>,
    before: f32,
    after: f32,
}

impl RestoredText {
    fn saved(&self) -> f32 {
        self.before - self.after
    }

    /// Reports whether its letters save enough bits to exclude chance: a short text needs more.
    fn is_better(&self, letters: usize) -> bool {
        let share = if letters < tuning::LOST_LETTERS {
            tuning::CHAIN_SHARE
        } else {
            tuning::LOST_SHARE
        };
        self.after <= self.before * share && self.saved() >= tuning::CHAIN_MARGIN
    }
}

/// The loss of bit 7 in a text, if it has lost it.
pub(super) fn find(text: &str) -> Option<LostCharacters> {
    let has_letters = |line: &&str| line.bytes().any(|byte| byte.is_ascii_alphabetic());
    let mut lines: Vec<&str> = text.lines().filter(has_letters).collect();
    lines.sort_by_key(|line| !is_inverted(line));
    lines.truncate(tuning::LOST_LINES);
    let mut costs = CostCalculator::new();
    let lines: Vec<(&str, f32)> = { lines.into_iter() }
        .map(|line| (line, bits(&mut costs, line, table::ASCII) - gain(line)))
        .collect();
    let found = all().iter().map(|set| restore(&mut costs, set, &lines));
    // Of two that save equally much, the first.
    let best = found.reduce(|best, other| {
        if other.saved() > best.saved() {
            other
        } else {
            best
        }
    })?;
    let joined = best.lines.join("\n");
    let own: Vec<char> = joined.chars().filter(|c| c.is_alphabetic()).collect();
    let distinct: HashSet<&char> = own.iter().collect();
    let all = letters(text);
    let enough = own.len() >= tuning::CHAIN_LETTERS
        && distinct.len() >= tuning::CHAIN_DISTINCT
        && best.is_better(own.len())
        && tuning::LOST_LINES_SHARE.is_reached(own.len(), all);
    enough.then(|| LostCharacters {
        form: LossForm::BitSeven(best.set.encoding),
        sign: String::new(),
        count: own.len() as u64,
        letters: all as u64,
        extent: LossExtent::All,
        text: Some(beginning(&joined)),
    })
}

/// Reports whether most letters of a line are capital, like small ones without the bit.
fn is_inverted(line: &str) -> bool {
    let letters: Vec<char> = line.chars().filter(char::is_ascii_alphabetic).collect();
    let capital = letters.iter().filter(|c| c.is_ascii_uppercase()).count();
    capital * 2 > letters.len()
}

/// The lines that read better with the bit set again; each comes with its cost as it is.
fn restore(
    costs: &mut CostCalculator,
    set: &'static SevenBitSet,
    lines: &[(&str, f32)],
) -> RestoredText {
    let mut restored = RestoredText {
        set,
        lines: Vec::new(),
        before: 0.0,
        after: 0.0,
    };
    for (line, before) in lines.iter().copied() {
        let text = set.restore(line);
        let after = bits(costs, &text, set.encoding);
        let chars = line.chars().count().max(1) as f32;
        if after <= before * tuning::LOST_SHARE && after <= tuning::CHAIN_ODD * chars {
            restored.before += before;
            restored.after += after;
            restored.lines.push(text);
        }
    }
    restored
}

/// The bits that a line saves in the Latin language that suits it best, compared with text.
/// Languages other than English save little: Croatian is spelled like Serbian, letter by letter.
fn gain(line: &str) -> f32 {
    let words = line.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<Vec<char>> = words
        .map(|word| word.to_lowercase().chars().collect())
        .collect();
    let cost =
        |language: &ModelledLanguage| words.iter().map(|word| language.bits(word)).sum::<f32>();
    let mut costs = language::of_script(WordScript::Latin).iter().map(cost);
    let english = costs.next().unwrap_or_default();
    let least = costs.fold(english, f32::min);
    (english - least - tuning::ASCII_WORDS).max(0.0)
}

/// The cost of a line as text.
fn bits(costs: &mut CostCalculator, line: &str, encoding: &Encoding) -> f32 {
    let step = |c: char| Sequence {
        len: 1,
        meaning: Meaning::Scalar(c),
    };
    let steps: Vec<Sequence> = line.chars().map(step).collect();
    score::weigh(costs, &steps, encoding).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_koi8() {
        let ids: Vec<&str> = all().iter().map(|set| set.encoding.id).collect();
        assert_eq!(ids, ["koi8-r", "koi8-u", "koi8-u-rfc2319", "koi8-t"]);
    }
}
