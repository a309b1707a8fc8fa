//! All that is said, in every language.
//!
//! The build script makes a module here of each section of the files in `assets/texts`: a text is a
//! constant [`Texts`], one that depends on a number a [`Plural`]. A text with places is a type too,
//! which has a field for each place. Invariant: every language has every text, with the same places.

use std::borrow::Cow;

use crate::language::{Form, Language};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A sentence of a table that is in English, in a language. The tables of `hexloupe-text` are below
/// all languages, and those of commands and keys are read in one piece; what they say is found by
/// what it is there.
pub fn of_table(english: &str, language: Language) -> &str {
    let find = |rows: &'static [Texts]| {
        let found = rows.binary_search_by_key(&english, |text| text.get(Language::English));
        found.ok().map(|row| rows[row].get(language))
    };
    find(OF_TABLES)
        .or_else(|| find(OF_SCREENS))
        .unwrap_or(english)
}

/// A finished English sentence in a language: a row of the table, or one with places that fits it.
/// What fills the places is translated too, but not a `{name}`, `{names}` or `{values}`: what is typed
/// or chosen by its name is in no language. A `{count}` holds digits. A sentence that no row fits stays as it
/// is.
pub fn said(english: &str, language: Language) -> Cow<'_, str> {
    if language == Language::English {
        return Cow::Borrowed(english);
    }
    let exact = of_table(english, language);
    if exact != english {
        return Cow::Borrowed(exact);
    }
    let fits = OF_SCREENS.iter().filter_map(|row| {
        let pattern = row.get(Language::English);
        let values = values(pattern, english)?;
        let fixed = pattern.len() - values.iter().map(|(name, _)| name.len() + 2).sum::<usize>();
        Some((fixed, row, values))
    });
    let Some((_, row, values)) = fits.max_by_key(|(fixed, ..)| *fixed) else {
        return Cow::Borrowed(english);
    };
    let said = |(place, value): (&'static str, &str)| match place {
        "name" | "names" | "values" => (place, value.to_owned()),
        _ => (place, said(value, language).into_owned()),
    };
    let places: Vec<_> = values.into_iter().map(said).collect();
    Cow::Owned(row.filled(language, &places))
}

/// The places of a pattern and what fills them in a sentence; none if the sentence does not fit, or
/// if the pattern has no places.
fn values<'a>(pattern: &'static str, sentence: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let (begin, mut pattern) = pattern.split_once('{')?;
    let mut rest = sentence.strip_prefix(begin)?;
    let mut values = Vec::new();
    let fits = |name, value: &str| {
        let is_number = value.chars().all(|c| c.is_ascii_digit() || c == ',');
        !value.is_empty() && (name != "count" || is_number)
    };
    loop {
        let (name, after) = pattern.split_once('}')?;
        let Some((literal, more)) = after.split_once('{') else {
            let value = rest.strip_suffix(after).filter(|value| fits(name, value))?;
            values.push((name, value));
            return Some(values);
        };
        let (value, behind) = rest.split_once(literal)?;
        if !fits(name, value) {
            return None;
        }
        values.push((name, value));
        (pattern, rest) = (more, behind);
    }
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
    fn a_finished_sentence_is_found_with_what_fills_it() {
        let said = |english| said(english, Language::Russian).into_owned();
        assert_eq!(said("undo"), "отменить");
        assert_eq!(said("keys after z"), "клавиши после z");
        assert_eq!(said("no such sentence"), "no such sentence");
        let both = ["mark {letter} set at {address}", "mark q set at 0x10"];
        let found = values(both[0], both[1]);
        assert_eq!(found, Some(vec![("letter", "q"), ("address", "0x10")]));
        assert_eq!(values(both[0], "mark q set at "), None);
        assert_eq!(values("undo", "undo"), None);
    }

    #[test]
    fn places_are_filled_by_their_names() {
        let text = Texts(["{b} is {a}{a}."; Language::ALL.len()]);
        let places = [("a", "1".to_owned()), ("b", "x".to_owned())];
        assert_eq!(text.filled(Language::English, &places), "x is 11.");
        assert_eq!(text.places(), ["a", "a", "b"]);
    }
}
