//! Texts that stand where they are said, until they stand in the files of their languages.
//!
//! Invariant: a text has the same places in every language.

use super::Texts;
use crate::language::{Form, Language};

impl Language {
    /// That one of some texts without places which is in the language.
    pub const fn pick(self, en: &'static str, ru: &'static str) -> &'static str {
        texts(en, ru).get(self)
    }

    /// A number with its word.
    pub fn counted(self, number: u64, en: [&'static str; 2], ru: [&'static str; 3]) -> String {
        format!("{number} {}", self.word(number, en, ru))
    }

    /// The word for a number.
    pub fn word(self, number: u64, en: [&'static str; 2], ru: [&'static str; 3]) -> &'static str {
        match (self, self.form(number)) {
            (Self::English, Form::One) => en[0],
            (Self::English, _) => en[1],
            (Self::Russian, Form::One) => ru[0],
            (Self::Russian, Form::Few) => ru[1],
            (Self::Russian, _) => ru[2],
        }
    }
}

/// The same text in all languages.
pub const fn texts(en: &'static str, ru: &'static str) -> Texts {
    Texts([en, ru])
}

/// A text in a language, with what is in scope, or named after it, in its places.
#[macro_export]
macro_rules! text {
    ($language:expr, $en:literal, $ru:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match $language {
            $crate::language::Language::English => format!($en $(, $name = $value)*),
            $crate::language::Language::Russian => format!($ru $(, $name = $value)*),
        }
    };
}
pub use crate::text;
