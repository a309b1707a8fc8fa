//! Texts with named places, in every language the program speaks.
//!
//! A text is data: `{bytes} are ...`, and what stands in its places is filled in when it is said.
//! Invariant: a text has the same places in every language; tests hold it for every table of texts.

/// A language that the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, also for all languages that are not here.
    #[default]
    English,
    /// Russian.
    Russian,
}

impl Language {
    /// All, in the order of the help.
    pub const ALL: [Self; 2] = [Self::English, Self::Russian];

    /// Its code in ISO 639.
    pub const fn id(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Russian => "ru",
        }
    }

    /// Its own name for itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Russian => "русский",
        }
    }

    /// The language of a locale as POSIX names it, as `ru_RU.UTF-8`.
    pub fn of_locale(locale: &str) -> Self {
        let code = locale
            .split(['_', '-', '.', '@'])
            .next()
            .unwrap_or_default();
        let found = Self::ALL.into_iter().find(|language| language.id() == code);
        found.unwrap_or_default()
    }
}

/// A text in each language, with places as `{name}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts {
    /// In English.
    pub en: &'static str,
    /// In Russian.
    pub ru: &'static str,
}

impl Texts {
    /// The text in a language.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Russian => self.ru,
        }
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

    /// The names of its places in a language, in the order of the alphabet.
    pub fn places(self, language: Language) -> Vec<&'static str> {
        let parts = self.get(language).split('{').skip(1);
        let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}

/// The same text in all languages.
pub const fn texts(en: &'static str, ru: &'static str) -> Texts {
    Texts { en, ru }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_has_a_language_and_an_unknown_one_has_english() {
        for (locale, language) in [
            ("ru_RU.UTF-8", Language::Russian),
            ("ru", Language::Russian),
            ("en_GB", Language::English),
            ("C", Language::English),
            ("", Language::English),
            ("rue_UA", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn places_are_filled_by_their_names() {
        let text = texts("{b} is {a}{a}.", "{a}{a} это {b}.");
        let places = [("a", "1".to_owned()), ("b", "x".to_owned())];
        assert_eq!(text.filled(Language::English, &places), "x is 11.");
        assert_eq!(text.filled(Language::Russian, &places), "11 это x.");
        assert_eq!(
            text.places(Language::English),
            text.places(Language::Russian)
        );
    }
}
