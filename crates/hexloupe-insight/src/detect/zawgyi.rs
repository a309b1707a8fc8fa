//! Burmese in the order of the font Zawgyi: recognised, and put into the order of Unicode.
//!
//! In Unicode a vowel or medial sign follows its consonant (The Unicode Standard, chapter 16.3); in
//! Zawgyi the vowel sign E and the medial RA stand before it, U+1039 ends a syllable instead of
//! stacking consonants, and many code points mean another sign. The rules are Unicode's own
//! (`assets/zawgyi.txt`). Invariant: only a line with more signs of Zawgyi's order than of Unicode's is
//! changed. That does not turn back: Zawgyi has several spellings of one text.

mod rules;

use super::tuning;
use rules::Transform;
use std::ops::Range;
use std::sync::LazyLock;

/// Its name.
pub const NAME: &str = "Zawgyi";

/// The order that has a sign where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignOrder {
    /// Only Zawgyi has it there.
    Zawgyi,
    /// Zawgyi has it there, and so have Mon, Karen and Shan.
    LikelyZawgyi,
    /// Unicode has it there, and Zawgyi may.
    LikelyUnicode,
    /// Only Unicode has it there.
    Unicode,
}

impl SignOrder {
    /// The order that a sign tells by the characters beside it.
    fn of(last: char, sign: char, next: char) -> Option<Self> {
        match sign {
            // Of an old spelling in Unicode (ယောက်ျား), and of the next syllable in Zawgyi.
            '\u{103B}' if last == '\u{103A}' => None,
            '\u{1031}' | '\u{103B}' | '\u{103C}' if may_carry(last) => Some(Self::LikelyUnicode),
            '\u{1031}' | '\u{1033}' | '\u{1034}' | '\u{103B}' | '\u{103C}' | '\u{105A}' => {
                Some(Self::Zawgyi)
            }
            '\u{1039}' if !is_consonant(next) => Some(Self::Zawgyi),
            // In Zawgyi consonants below others, and signs; U+1090 is a consonant.
            '\u{1060}'..='\u{1097}' if is_burmese(last) => Some(Self::LikelyZawgyi),
            '\u{1060}'..='\u{108F}' => Some(Self::Unicode),
            // No vowel sign follows a killed consonant; one follows a medial YA.
            '\u{103A}' if is_vowel(next) => Some(Self::Zawgyi),
            // In Zawgyi it is the medial YA, which few consonants have.
            '\u{103A}' if !takes_ya(last) || ends_syllable(next) => Some(Self::Unicode),
            _ => None,
        }
    }
}

/// The number of signs by the order that has them where they stand.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct SignCounts {
    zawgyi: usize,
    likely_zawgyi: usize,
    likely_unicode: usize,
    unicode: usize,
}

impl SignCounts {
    fn of(text: &str) -> Self {
        let chars: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
        let mut counts = Self::default();
        for three in chars.windows(3) {
            let &[last, sign, next] = three else {
                continue;
            };
            match SignOrder::of(last, sign, next) {
                Some(SignOrder::Zawgyi) => counts.zawgyi += 1,
                Some(SignOrder::LikelyZawgyi) => counts.likely_zawgyi += 1,
                Some(SignOrder::LikelyUnicode) => counts.likely_unicode += 1,
                Some(SignOrder::Unicode) => counts.unicode += 1,
                None => {}
            }
        }
        counts
    }

    /// Reports whether only Zawgyi explains the text.
    fn is_zawgyi(self) -> bool {
        self.zawgyi > 0 && self.in_zawgyi() > self.unicode
    }

    fn in_zawgyi(self) -> usize {
        // What other languages have does not outweigh the signs that only Zawgyi has.
        self.zawgyi + self.likely_zawgyi.min(self.zawgyi)
    }
}

/// Reports whether a text is in Zawgyi's order.
pub(super) fn is_order_of(text: &str) -> bool {
    let signs = SignCounts::of(text);
    let is_more = signs.in_zawgyi() > signs.unicode + signs.likely_unicode;
    let is_told = is_more || signs.unicode == 0;
    // Signs that stand alone are spoken of.
    let is_word = text.chars().any(is_consonant);
    let is_alone = signs.unicode + signs.likely_unicode == 0 && signs.zawgyi > 0;
    let is_enough = is_alone || signs.in_zawgyi() >= tuning::ZAWGYI_SIGNS;
    is_word && is_enough && signs.is_zawgyi() && is_told
}

/// Reports whether only the order of Zawgyi explains a word.
pub(super) fn explains(word: &str) -> bool {
    word.chars().any(is_consonant) && SignCounts::of(word).is_zawgyi()
}

/// The words of data that only the order of Zawgyi explains.
pub fn words(data: &[u8]) -> impl Iterator<Item = Range<u64>> {
    let words = data.split(u8::is_ascii_whitespace).scan(0, |next, word| {
        let start = *next;
        *next += word.len() as u64 + 1;
        Some((start, word))
    });
    let words = words.filter(|(_, word)| str::from_utf8(word).is_ok_and(explains));
    words.map(|(start, word)| start..start + word.len() as u64)
}

/// A line that may be in the order of Zawgyi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BurmeseLine {
    /// It is in Unicode's order, or both are the same.
    Sound,
    /// It was in Zawgyi's order, and this is the text in Unicode's.
    Converted(String),
    /// It may be in either.
    Doubtful,
}

/// Puts a line of Zawgyi in Unicode's order.
pub fn in_unicode_order(line: &str) -> BurmeseLine {
    static RULES: LazyLock<Option<Transform>> =
        LazyLock::new(|| Transform::parse(include_str!("../../assets/zawgyi.txt")));
    if !line.chars().any(is_burmese) {
        return BurmeseLine::Sound;
    }
    let signs = SignCounts::of(line);
    let changed = RULES.as_ref().map(|rules| rules.apply(line));
    match changed.filter(|text| text != line) {
        Some(text) if signs.is_zawgyi() => BurmeseLine::Converted(text),
        Some(_) if signs.unicode == 0 && signs.zawgyi == 0 => BurmeseLine::Doubtful,
        _ => BurmeseLine::Sound,
    }
}

/// Reports whether the medial YA may follow a character in Burmese.
fn takes_ya(c: char) -> bool {
    matches!(c, '\u{1000}'..='\u{1003}' | '\u{1015}'..='\u{1019}' | '\u{101C}' | '\u{101E}')
}

/// Reports whether it is a vowel sign that no language has after an asat: Pwo Karen has U+102F there, and
/// Burmese medial signs.
fn is_vowel(c: char) -> bool {
    matches!(c, '\u{102B}'..='\u{102E}' | '\u{1032}')
}

/// Reports whether a sign ends the syllable of an asat before it.
fn ends_syllable(c: char) -> bool {
    matches!(c, '\u{1037}'..='\u{1039}')
}

/// Reports whether a character is of the block of Burmese.
fn is_burmese(c: char) -> bool {
    matches!(c, '\u{1000}'..='\u{109F}')
}

/// Reports whether a sign of Burmese may follow a character: a consonant, or another sign of one.
fn may_carry(c: char) -> bool {
    is_consonant(c)
        || matches!(c, '\u{1039}' | '\u{103B}'..='\u{103E}' | '\u{105E}'..='\u{1060}' | '\u{1082}')
}

/// Reports whether a character is a consonant of a language in Burmese letters.
fn is_consonant(c: char) -> bool {
    matches!(
        c,
        '\u{1000}'..='\u{102A}' | '\u{103F}' | '\u{104E}' | '\u{1050}'..='\u{1055}'
            | '\u{105A}'..='\u{105D}' | '\u{1061}' | '\u{1065}' | '\u{1066}' | '\u{106E}'..='\u{1070}'
            | '\u{1075}'..='\u{1081}' | '\u{108E}' | '\u{AA60}'..='\u{AA7F}'
    )
}

#[cfg(test)]
mod tests;
