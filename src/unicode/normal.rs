//! The forms of a text that mean the same: composed and decomposed (UAX #15).
//!
//! Invariant: both are the standard's, by the tables of
//! [`UNICODE_VERSION`](super::property::UNICODE_VERSION).

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

use super::property;

/// The text as typed, composed (NFC) and decomposed (NFD), each form once.
pub fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    for form in [composed(text), decomposed(text)] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// The composed form, NFC.
pub fn composed(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc()
        .normalize(text)
        .into_owned()
}

/// The decomposed form, NFD.
pub fn decomposed(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfd()
        .normalize(text)
        .into_owned()
}

/// Whether neither form of a text depends on what precedes this character: it joins nothing
/// before it, and is not moved. Marks do, and the second letters of Hangul and Kirat Rai.
pub fn begins(c: char) -> bool {
    match c {
        ..'\u{300}' => true,
        '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}' | '\u{16D40}'..='\u{16D7F}' => false,
        _ => !property::is_mark(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(forms(text), expected);
    }

    #[test]
    fn a_text_has_one_to_three_forms() {
        check("abc", &["abc"]);
        check("é", &["é", "e\u{301}"]);
        check("e\u{301}", &["e\u{301}", "é"]);
        // The angstrom sign is composed to a letter.
        check("\u{212B}", &["\u{212B}", "\u{C5}", "A\u{30A}"]);
        check("각", &["각", "\u{1100}\u{1161}\u{11A8}"]);
    }

    #[test]
    fn what_begins_does_not_depend_on_what_precedes_it() {
        for c in '\0'..=char::MAX {
            let apart = decomposed(c.encode_utf8(&mut [0; 4]));
            // What a character is composed of joins what precedes it.
            for later in apart.chars().skip(1) {
                assert!(!begins(later), "{later:?} of {c:?}");
            }
            if !begins(c) {
                continue;
            }
            // After a letter, and after a mark that others move before.
            for before in ["a", "a\u{345}", "\u{1100}", "\u{AC00}"] {
                let text = format!("{before}{c}");
                assert_eq!(decomposed(&text), format!("{}{apart}", decomposed(before)));
                let joined = composed(&text);
                assert!(joined.starts_with(&composed(before)), "{before:?} {c:?}");
            }
        }
    }
}
