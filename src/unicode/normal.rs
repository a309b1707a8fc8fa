//! The forms of a text that mean the same: composed and decomposed (UAX #15).
//!
//! Invariant: both are the standard's, by the tables of
//! [`UNICODE_VERSION`](super::property::UNICODE_VERSION).

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

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
}
