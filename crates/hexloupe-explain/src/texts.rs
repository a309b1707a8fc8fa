//! All that is said, in every language.
//!
//! The build script makes a module here of each section of the files in `assets/texts`: a text is a
//! constant [`Texts`], one that depends on a number a [`Plural`]. A text with places is a type too,
//! which has a field for each place. Invariant: every language has every text, with the same places.

use crate::language::{Form, Language};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A sentence of a table that is in English, in a language. The tables of `hexloupe-text` are below
/// all languages; what they say is found by what it is there.
pub fn of_table(english: &'static str, language: Language) -> &'static str {
    let found = OF_TABLES.binary_search_by_key(&english, |text| text.get(Language::English));
    found.map_or(english, |row| OF_TABLES[row].get(language))
}

/// A text in each language, with places as `{name}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts([&'static str; Language::ALL.len()]);

impl Texts {
    /// The text in a language.
    pub const fn get(self, language: Language) -> &'static str {
        self.0[language as usize]
    }

    /// The text with its places filled.
    pub fn filled(self, language: Language, places: &[(&str, String)]) -> String {
        let mut out = String::new();
        let mut rest = self.get(language);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else {
                break;
            };
            out.push_str(before);
            let found = places.iter().find(|(place, _)| *place == name);
            out.push_str(found.map_or("", |(_, value)| value));
            rest = behind;
        }
        out.push_str(rest);
        out
    }

    /// The names of its places, in the order of the alphabet.
    pub fn places(self) -> Vec<&'static str> {
        let parts = self.get(Language::default()).split('{').skip(1);
        let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}

/// A text that depends on a number, in each form of each language, with the place `{number}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plural([[&'static str; Form::ALL.len()]; Language::ALL.len()]);

impl Plural {
    /// The text for a number, in a language.
    pub fn get(self, language: Language, number: u64) -> String {
        let text = self.0[language as usize][language.form(number) as usize];
        text.replace("{number}", &number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counted_word_has_the_form_of_its_number() {
        for (number, expected) in [
            (0, "0 bytes, 0 байтов"),
            (1, "1 byte, 1 байт"),
            (2, "2 bytes, 2 байта"),
            (4, "4 bytes, 4 байта"),
            (5, "5 bytes, 5 байтов"),
            (11, "11 bytes, 11 байтов"),
            (12, "12 bytes, 12 байтов"),
            (14, "14 bytes, 14 байтов"),
            (20, "20 bytes, 20 байтов"),
            (21, "21 bytes, 21 байт"),
            (22, "22 bytes, 22 байта"),
            (111, "111 bytes, 111 байтов"),
            (1121, "1121 bytes, 1121 байт"),
        ] {
            let both = [Language::English, Language::Russian];
            let both = both.map(|language| words::BYTES.get(language, number));
            assert_eq!(both.join(", "), expected);
        }
    }

    #[test]
    fn places_are_filled_by_their_names() {
        let text = Texts(["{b} is {a}{a}."; Language::ALL.len()]);
        let places = [("a", "1".to_owned()), ("b", "x".to_owned())];
        assert_eq!(text.filled(Language::English, &places), "x is 11.");
        assert_eq!(text.places(), ["a", "a", "b"]);
    }
}
