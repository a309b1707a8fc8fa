//! The characters of words, as a set reads them.
//!
//! Bytes of another set are read as no characters, or as characters that words do not have inside.
//! Invariant: what is odd is odd in every language, so a sound word is never so.

use super::super::misplaced::is_half_width;
use super::super::tuning;
use hexloupe_text::codec::{CodecState, Encoding, Sequence};
use hexloupe_text::unicode::property;

/// The bits of letters beside others of another script, as two bytes of a set are by chance in UTF-8
/// (`ĳ۸`, `ϲŽ`).
pub(super) fn odd_mixture(text: &str) -> f32 {
    let script = |c: char| match c {
        '\u{80}'..='\u{24F}' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        '\u{400}'..='\u{52F}' => 3,
        '\u{250}'..='\u{7FF}' => 4 + (u32::from(c) >> 7),
        _ => 0,
    };
    let scripts: Vec<u32> = text.chars().map(script).collect();
    let is_odd = |pair: &&[u32]| pair[0] != pair[1] && !pair.contains(&0);
    tuning::ODD_INSIDE * scripts.windows(2).filter(is_odd).count() as f32
}

/// Reports whether a text has half-width katakana.
pub(super) fn has_half_widths(text: &str) -> bool {
    text.chars().any(is_half_width)
}

/// The scripts of the letters of a text that are beyond ASCII, by their short names, each once.
pub(super) fn scripts_of(text: &str) -> Vec<&'static str> {
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    let mut scripts: Vec<_> = letters
        .map(|c| property::properties(c).script.short)
        .collect();
    scripts.sort_unstable();
    scripts.dedup();
    scripts
}

/// Reports whether each character of a text beyond ASCII is of some scripts, or a sign that text in
/// any script has.
pub(super) fn is_of_scripts(text: &str, scripts: &[&'static str]) -> bool {
    let mut high = text.chars().filter(|c| !c.is_ascii());
    high.all(|c| is_lone_sign(c) || scripts.contains(&property::properties(c).script.short))
}

/// Reports whether it is a sign of typography, of full width too.
fn is_lone_sign(c: char) -> bool {
    matches!(c, '\u{A0}'..='\u{BF}' | '×' | '\u{2010}'..='\u{2044}' | '\u{3001}'..='\u{3011}' | '\u{FF01}'..='\u{FF5E}')
        && !c.is_alphabetic()
}

/// The characters of some sequences.
pub(in crate::detect) fn chars_of(text: &[Sequence]) -> String {
    text.iter()
        .filter_map(|step| step.meaning.scalar())
        .collect()
}

/// The sequences of some bytes.
pub(in crate::detect) fn sequences(encoding: &Encoding, bytes: &[u8]) -> Vec<Sequence> {
    let (mut state, mut at, mut all) = (CodecState::default(), 0, Vec::with_capacity(bytes.len()));
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        at += usize::from(sequence.len);
        all.push(sequence);
    }
    all
}

/// Reports whether it is a letter of much text, which is certainly assigned.
fn is_usual(c: char) -> bool {
    matches!(
        c,
        ' '..='~' | 'À'..='ɏ' | 'А'..='я' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '一'..='\u{9FEF}' | '가'..='힣'
    )
}

/// Reports whether it is a C1 control or no character.
pub(super) fn is_none(c: char) -> bool {
    !is_usual(c)
        && (matches!(c, '\u{80}'..='\u{9F}')
            || property::is_unassigned(c)
            || property::is_noncharacter(c)
            || property::is_private_use(c))
}

/// Reports whether a text has an ideograph or a syllable beside a small Latin letter, a number or the letter
/// of a scale, and no other: a letter or a sign of two bytes that was read in a set of pairs.
pub(super) fn has_lone_wide(text: &str) -> bool {
    let mut wide = text.char_indices().filter(|(_, c)| is_wide(*c));
    let Some((at, c)) = wide.next().filter(|_| wide.next().is_none()) else {
        return false;
    };
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    let mut beside = before.into_iter().chain(after);
    beside.any(|c| c < '\u{250}' && c.is_lowercase() || matches!(c, '0'..='9' | ' ' | 'C' | 'F'))
}

/// Reports whether one ideograph or syllable, beside ASCII without small letters, is all that may be a sign.
pub(super) fn is_lone_wide(text: &str) -> bool {
    let is_high = |c: &char| !c.is_ascii();
    let mut high = text.chars().filter(is_high);
    high.next().is_some_and(is_wide)
        && high.next().is_none()
        && !text.contains(|c: char| c.is_ascii_lowercase())
}

/// Reports whether a text has a word of ideographs or syllables.
pub(super) fn has_ideographs(text: &str) -> bool {
    let mut pairs = text.chars().zip(text.chars().skip(1));
    pairs.any(|(one, next)| is_wide(one) && is_wide(next))
}

fn is_wide(c: char) -> bool {
    c >= '\u{2E80}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_letter_is_a_character() {
        for c in ('\0'..=char::MAX).filter(|c| is_usual(*c)) {
            assert!(
                !property::is_unassigned(c) && !property::is_private_use(c),
                "{c:?}"
            );
        }
    }

    #[test]
    fn letters_of_two_scripts_side_by_side_are_odd() {
        for word in ["\u{133}\u{6F8}", "\u{3F2}\u{17D}", "\u{173}\u{5B3}"] {
            assert!(odd_mixture(word) > 0.0, "{word}");
        }
        for word in ["Größe", "мир", "λόγος", "ongeëvenaard", "北京", "мир—peace"]
        {
            assert!(odd_mixture(word) == 0.0, "{word}");
        }
    }
}
