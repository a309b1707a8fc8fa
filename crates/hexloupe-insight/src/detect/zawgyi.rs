//! Burmese in the order of the font Zawgyi: recognised, and put into the order of Unicode.
//!
//! In Unicode a vowel or medial sign follows its consonant (The Unicode Standard, chapter 16.3); in
//! Zawgyi the vowel sign E and the medial RA stand before it, U+1039 ends a syllable instead of
//! stacking consonants, and many code points mean another sign. The rules are Unicode's own
//! (`assets/zawgyi.txt`). Invariant: text that is surely in Unicode's order stays as it is. What is
//! changed does not turn back: Zawgyi has several spellings of one text.

mod rules;

use super::tuning;
use rules::Transform;
use std::sync::LazyLock;

/// Its name.
pub const NAME: &str = "Zawgyi";

/// Signs by their side of the consonant.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct SignOrder {
    /// Those on the side where only Zawgyi has them.
    zawgyi: usize,
    /// Those where Unicode has them, and Zawgyi may.
    unicode: usize,
    /// Signs that Burmese has in Zawgyi alone; in Unicode they are of Mon, Karen and Shan.
    others: usize,
}

impl SignOrder {
    fn of(text: &str) -> Self {
        let mut order = Self::default();
        let mut last = None;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\u{1031}' | '\u{103B}' | '\u{103C}' if last.is_some_and(may_carry) => {
                    order.unicode += 1;
                }
                '\u{1031}' | '\u{103B}' | '\u{103C}' => order.zawgyi += 1,
                '\u{1039}' if !chars.peek().copied().is_some_and(is_consonant) => order.zawgyi += 1,
                '\u{1033}' | '\u{1034}' | '\u{105A}' | '\u{1060}'..='\u{1097}' => order.others += 1,
                _ => {}
            }
            last = Some(c);
        }
        order
    }
}

/// Reports whether a text is in Zawgyi's order.
pub(super) fn is_order_of(text: &str) -> bool {
    let order = SignOrder::of(text);
    order.zawgyi >= tuning::ZAWGYI_SIGNS && order.zawgyi > order.unicode
}

/// A line of Zawgyi in Unicode's order; none if it has no Burmese, is surely in Unicode's order, or
/// stays as it is.
pub fn in_unicode_order(line: &str) -> Option<String> {
    static RULES: LazyLock<Option<Transform>> =
        LazyLock::new(|| Transform::parse(include_str!("../../assets/zawgyi.txt")));
    let order = SignOrder::of(line);
    let is_zawgyi = order.zawgyi > 0 || order.others > 0;
    let is_unicode = !is_zawgyi && order.unicode >= tuning::ZAWGYI_SIGNS;
    if is_unicode || !line.chars().any(is_burmese) {
        return None;
    }
    let text = RULES.as_ref()?.apply(line);
    (text != line).then_some(text)
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
