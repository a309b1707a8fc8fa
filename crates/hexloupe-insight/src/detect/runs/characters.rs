//! The characters of words, as a set reads them.
//!
//! Bytes of another set are read as no characters, or as characters that words do not have inside.
//! Invariant: what is odd is odd in every language, so a sound word is never so.

use super::super::tuning;
use hexloupe_text::codec::{CodecState, Encoding, Sequence};
use hexloupe_text::unicode::property;

/// The bits of what stands inside words where text has none: letters of another set are read as signs
/// (`R‚pertoire`), as capitals (`levÚe`) and as letters of another script (`levée` with an Arabic letter).
pub(super) fn odd_inside(text: &str) -> f32 {
    let chars: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
    let odd = chars.windows(3).filter(|three| match three {
        [before, own, after] if !own.is_ascii() => is_odd_inside(*before, *own, *after),
        _ => false,
    });
    tuning::ODD_INSIDE * odd.count() as f32
}

fn is_odd_inside(before: char, own: char, after: char) -> bool {
    let is_latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    match own {
        // They open a quotation.
        '‚' | '„' if before.is_lowercase() => true,
        _ if is_right_to_left(own) => is_latin(before) || is_latin(after),
        _ if is_capital(own) => before.is_lowercase() && !after.is_uppercase(),
        _ => is_sign_inside(own) && before.is_alphabetic() && after.is_alphabetic(),
    }
}

/// Reports whether it is a sign that does not stand inside words.
pub(super) fn is_sign_inside(c: char) -> bool {
    matches!(
        c,
        '¡' | '¦'..='©' | '«'..='\u{AC}' | '®' | '°' | '±' | '¶' | '¸' | '»' | '¿' | '×' | '÷' | 'ˆ' | '‚'
            | '“'..='„' | '†' | '‡' | '‰' | '‹' | '›' | '™'
    )
}

/// Reports whether it is a Latin capital: in Cyrillic, names of programs have capitals inside.
pub(super) fn is_capital(c: char) -> bool {
    c < '\u{250}' && c.is_uppercase()
}

/// Reports whether it is a letter of Hebrew or Arabic.
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}')
}

/// The characters of some sequences.
pub(super) fn chars_of(text: &[Sequence]) -> String {
    text.iter()
        .filter_map(|step| step.meaning.scalar())
        .collect()
}

/// The sequences of some bytes.
pub(super) fn sequences(encoding: &Encoding, bytes: &[u8]) -> Vec<Sequence> {
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
    fn what_words_do_not_have_inside_is_odd() {
        // As Python reads words of cp850, macintosh and windows-1252 in each other.
        for word in [
            "R‚pertoire",
            "refus‚",
            "levÚe",
            "entraŒneur",
            "m”gen",
            "jouÈ",
            "wyj¶cia",
            "levلe",
        ] {
            assert!(odd_inside(word) > 0.0, "{word}");
        }
        for word in [
            "«été»",
            "l’École",
            "„Größe“",
            "Éire",
            "ÉTÉ",
            "McÉIRE",
            "20°C",
            "n°5",
            "m²",
            "©2026",
            "wait…what",
            "Paris–Lyon",
            "it's",
            "l·l",
            "geht´s",
            "ПолучитьЗначение",
            "приветМир",
            "ועוד",
            "صباح",
            "ªº",
            "‚so‘",
        ] {
            assert!(odd_inside(word) == 0.0, "{word}");
        }
    }
}
