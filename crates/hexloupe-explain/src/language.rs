//! The languages that the program speaks.
//!
//! What is said stands in a file for each of them (`assets/texts`), of which the build script makes
//! [`texts`](crate::texts). It compiles this file too, and so has the same table. Invariant: which form a
//! word has after a number depends on the language alone.

/// The table of languages: for each its code in ISO 639, its own name for itself, and which form
/// its words have after a number.
macro_rules! languages {
    ($($(#[$attribute:meta])* $language:ident $id:literal, $name:literal, $form:expr;)*) => {
        /// A language that the program speaks.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum Language {
            $($(#[$attribute])* $language,)*
        }

        impl Language {
            /// All, in the order of the help.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$language),*];

            /// Its code in ISO 639.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$language => $id,)*
                }
            }

            /// Its own name for itself.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$language => $name,)*
                }
            }

            /// The form that its words have after a number, by the rules of CLDR.
            pub fn form(self, number: u64) -> Form {
                let form: fn(u64) -> Form = match self {
                    $(Self::$language => $form,)*
                };
                form(number)
            }
        }
    };
}

languages! {
    /// English, also for all languages that are not here.
    #[default]
    English "en", "English", one_or_other;
    /// Russian.
    Russian "ru", "русский", slavic;
    /// Chinese, in simplified characters.
    Chinese "zh", "中文", always_other;
}

impl Language {
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

/// A form that words have after a number, as CLDR names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// After none.
    Zero,
    /// After one, and what is counted as one.
    One,
    /// After two.
    Two,
    /// After a few.
    Few,
    /// After many.
    Many,
    /// After all other numbers.
    Other,
}

impl Form {
    /// All, in the order of CLDR.
    pub const ALL: [Self; 6] = [
        Self::Zero,
        Self::One,
        Self::Two,
        Self::Few,
        Self::Many,
        Self::Other,
    ];

    /// Its name in CLDR, and in a file of texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }
}

/// The forms of English.
fn one_or_other(number: u64) -> Form {
    match number {
        1 => Form::One,
        _ => Form::Other,
    }
}

/// The forms of Russian.
fn slavic(number: u64) -> Form {
    match (number % 10, number % 100) {
        (_, 11..=14) => Form::Many,
        (1, _) => Form::One,
        (2..=4, _) => Form::Few,
        _ => Form::Many,
    }
}

/// The form of Chinese, which has one.
const fn always_other(_: u64) -> Form {
    Form::Other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_has_a_language_and_an_unknown_one_has_english() {
        for (locale, language) in [
            ("ru_RU.UTF-8", Language::Russian),
            ("ru", Language::Russian),
            ("zh_CN.UTF-8", Language::Chinese),
            ("zh_Hant_TW", Language::Chinese),
            ("en_GB", Language::English),
            ("C", Language::English),
            ("", Language::English),
            ("rue_UA", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
