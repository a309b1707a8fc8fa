//! The languages of most of a user's texts.
//!
//! They break ties: a reading in one of them saves as many bits as another detector's vote, which
//! decides where a few letters could be either, and nowhere else. Invariant: without a preference
//! nothing differs.

use super::language;

/// Languages that are preferred.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Preferred(u128);

impl Preferred {
    /// No preference.
    pub const NONE: Self = Self(0);

    /// Parses the languages of a text: codes or English names with commas between, as `ru,
    /// Ukrainian`.
    ///
    /// # Errors
    /// No language with a model has one of the names: one line with the nearest code.
    pub fn parse(text: &str) -> Result<Self, String> {
        let words = text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        words
            .map(bit)
            .try_fold(Self::NONE, |all, bit| Ok(Self(all.0 | bit?)))
    }

    /// Reports whether there is any.
    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Reports whether the language with this name is one of them.
    pub(super) fn has(self, name: &str) -> bool {
        let place = language::names().position(|(_, other)| other == name);
        place.is_some_and(|place| self.0 & (1 << place) != 0)
    }

    /// Their codes, with commas between, in the form that is parsed.
    pub fn shown(self) -> String {
        let all = language::names().enumerate();
        let own = all.filter(|(place, _)| self.0 & (1 << place) != 0);
        own.map(|(_, (id, _))| id).collect::<Vec<_>>().join(", ")
    }
}

/// The bit of a language.
fn bit(word: &str) -> Result<u128, String> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    let place = language::names().position(|(id, name)| is(id) || is(name));
    place.map(|place| 1 << place).ok_or_else(|| {
        let ids: Vec<&str> = language::names().map(|(id, _)| id).collect();
        format!("unknown language; the languages are {}", ids.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_read_and_shown_as_codes() {
        let read = |text| Preferred::parse(text).map(Preferred::shown);
        assert_eq!(read("Ukrainian, RU"), Ok("ru, uk".to_owned()));
        assert_eq!(read(""), Ok(String::new()));
        assert!(read("ru, klingon").is_err_and(|why| why.contains("zh-hant")));
        assert!(Preferred::parse("uk").is_ok_and(|uk| uk.has("Ukrainian") && !uk.has("Russian")));
    }

    /// A set is a number of 128 bits.
    #[test]
    fn every_language_has_a_bit_of_its_own() {
        assert!(language::names().count() <= 128);
        let all: Vec<_> = language::names().map(|(id, _)| bit(id)).collect();
        let sum = all.iter().flatten().fold(0_u128, |sum, bit| sum ^ bit);
        assert_eq!(sum.count_ones() as usize, all.len());
    }
}
