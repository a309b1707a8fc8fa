//! Texts with named places for values, in every language of the program.
//!
//! A text is data: `{bytes} are ...`, and its places are filled when it is used. A text of a table
//! is a [`Texts`]. A text used in a single place is written there, in all languages: with
//! [`Language::pick`] if it has no places, else with `text!`, which compiles only if the places are
//! the same in all languages. Invariant: a text has the same places in every language; tests check
//! it for every table of texts.

/// A language of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, also for all languages that are not listed.
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

    /// The text for this language, out of texts without places.
    pub const fn pick(self, en: &'static str, ru: &'static str) -> &'static str {
        texts(en, ru).get(self)
    }

    /// A number with its word: `1 byte`, `5 bytes`. `en` has the words for one and for several;
    /// `ru` has the words for one, for two and for five.
    pub fn counted(self, number: u64, en: [&'static str; 2], ru: [&'static str; 3]) -> String {
        format!("{number} {}", self.word(number, en, ru))
    }

    /// Like [`counted`](Self::counted), but only the word.
    pub const fn word(
        self,
        number: u64,
        en: [&'static str; 2],
        ru: [&'static str; 3],
    ) -> &'static str {
        match self {
            Self::English => en[(number != 1) as usize],
            Self::Russian => ru[russian_plural(number)],
        }
    }

    /// The language of a POSIX locale, such as `ru_RU.UTF-8`.
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

    /// The names of its places in a language, in alphabetical order.
    pub fn places(self, language: Language) -> Vec<&'static str> {
        let parts = self.get(language).split('{').skip(1);
        let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}

/// The form of a Russian word after a number, by the rules of CLDR: 0 for one, 1 for few, 2 for
/// many.
const fn russian_plural(number: u64) -> usize {
    match (number % 10, number % 100) {
        (_, 11..=14) => 2,
        (1, _) => 0,
        (2..=4, _) => 1,
        _ => 2,
    }
}

/// Marks a text that exists only in English and is shown in every language; a test lists them.
pub const fn english_only(text: &str) -> &str {
    text
}

/// A text in a language; its places are filled with variables in scope, or with named arguments:
/// `text!(language, "{lead:02X} begins", "{lead:02X} начинает")`.
#[macro_export]
macro_rules! text {
    ($language:expr, $en:literal, $ru:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match $language {
            $crate::language::Language::English => {
                const {
                    assert!(
                        $crate::language::has_same_places($en, $ru),
                        "the texts have other places"
                    );
                }
                format!($en $(, $name = $value)*)
            }
            $crate::language::Language::Russian => format!($ru $(, $name = $value)*),
        }
    };
}
pub use crate::text;

/// Reports whether two texts have the same places, by name and format.
pub const fn has_same_places(one: &str, other: &str) -> bool {
    has_places_of(one.as_bytes(), other.as_bytes())
        && has_places_of(other.as_bytes(), one.as_bytes())
}

/// Reports whether a text has all places of another.
const fn has_places_of(other: &[u8], text: &[u8]) -> bool {
    let mut at = 0;
    while let Some((start, end)) = place_from(other, at) {
        if !has_place(text, other, (start, end)) {
            return false;
        }
        at = end;
    }
    true
}

/// Reports whether a text has the place that another text has in some range.
const fn has_place(text: &[u8], other: &[u8], (first, last): (usize, usize)) -> bool {
    let mut at = 0;
    while let Some((start, end)) = place_from(text, at) {
        let mut index = 0;
        while index < last - first
            && start + index < end
            && text[start + index] == other[first + index]
        {
            index += 1;
        }
        if index == last - first && index == end - start {
            return true;
        }
        at = end;
    }
    false
}

/// The next place of a text from an index on, without its braces. Doubled braces are no place.
const fn place_from(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    while at < text.len() {
        if text[at] == b'{' && at + 1 < text.len() && text[at + 1] == b'{' {
            at += 2;
        } else if text[at] == b'{' {
            let start = at + 1;
            while at < text.len() && text[at] != b'}' {
                at += 1;
            }
            return Some((start, at));
        } else {
            at += 1;
        }
    }
    None
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
    fn a_counted_word_has_the_form_of_its_number() {
        let words = |number| {
            let counted = |language: Language| {
                language.counted(number, ["byte", "bytes"], ["байт", "байта", "байтов"])
            };
            Language::ALL.map(counted).join(", ")
        };
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
            assert_eq!(words(number), expected);
        }
    }

    #[test]
    fn texts_with_other_places_do_not_match() {
        assert!(has_same_places("{a} of {b:02X}", "{b:02X} и {a}, {a}"));
        assert!(has_same_places("none {{a}}", "нет"));
        for (one, other) in [
            ("{a}", ""),
            ("", "{a}"),
            ("{a}", "{ab}"),
            ("{ab}", "{a}"),
            ("{a:02X}", "{a}"),
        ] {
            assert!(!has_same_places(one, other), "{one} {other}");
        }
        let count = 2;
        let said = |language| text!(language, "{count} and {more}", "{more} и {count}", more = 3);
        assert_eq!(Language::ALL.map(said), ["2 and 3", "3 и 2"]);
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
