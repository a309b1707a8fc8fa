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

/// Reports whether characters are in the composed form, NFC.
pub fn is_composed(chars: &[char]) -> bool {
    ComposingNormalizerBorrowed::new_nfc().is_normalized(&chars.iter().collect::<String>())
}

/// A form of a text by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormalizationForm {
    /// Composed.
    Nfc,
    /// Decomposed.
    Nfd,
    /// Composed, with each compatibility character replaced by its plainer one.
    Nfkc,
    /// The same decomposed.
    Nfkd,
}

impl NormalizationForm {
    /// The text in this form.
    pub fn normalize(self, text: &str) -> String {
        let composed_as = ComposingNormalizerBorrowed::new_nfkc;
        let decomposed_as = DecomposingNormalizerBorrowed::new_nfkd;
        match self {
            Self::Nfc => composed(text),
            Self::Nfd => decomposed(text),
            Self::Nfkc => composed_as().normalize(text).into_owned(),
            Self::Nfkd => decomposed_as().normalize(text).into_owned(),
        }
    }
}

/// Reports whether a character is a space other than U+0020 that stays within its line.
pub fn is_other_space(c: char) -> bool {
    !c.is_ascii() && c.is_whitespace() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Reports whether neither form of a text depends on the characters before this one: it joins
/// nothing before it, and is not moved. False for marks, and for the second letters of Hangul and
/// Kirat Rai.
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
    fn the_forms_are_those_of_the_standard() {
        // UAX #15, figure 6: a ligature and a superscript, a long s with marks.
        let forms = [
            NormalizationForm::Nfc,
            NormalizationForm::Nfd,
            NormalizationForm::Nfkc,
            NormalizationForm::Nfkd,
        ];
        let all = |text: &str| forms.map(|form| form.normalize(text));
        assert_eq!(
            all("\u{FB01}2\u{2075}"),
            ["\u{FB01}2\u{2075}", "\u{FB01}2\u{2075}", "fi25", "fi25"]
        );
        assert_eq!(
            all("\u{1E9B}\u{0323}"),
            [
                "\u{1E9B}\u{0323}",
                "\u{17F}\u{0323}\u{0307}",
                "\u{1E69}",
                "s\u{0323}\u{0307}"
            ]
        );
    }

    #[test]
    fn other_spaces_are_those_that_an_editor_makes_plain() {
        let spaces: Vec<char> = ('\0'..=char::MAX).filter(|c| is_other_space(*c)).collect();
        let expected = "\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\
            \u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}\u{3000}";
        assert_eq!(spaces, expected.chars().collect::<Vec<_>>());
    }

    #[test]
    fn a_beginning_does_not_depend_on_the_text_before() {
        for c in '\0'..=char::MAX {
            let apart = decomposed(c.encode_utf8(&mut [0; 4]));
            // The parts of a composed character join what precedes it.
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
