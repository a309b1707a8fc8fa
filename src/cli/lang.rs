//! The option of the language.
//!
//! Invariant: every command with this option gives it the same help and values.

use clap::Args;

use super::choice;
use crate::language::Language;
use crate::report::worksheet::languages;

/// The language of texts that exist in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct LanguageOption {
    /// The language; by default that of the locale, if it is one of these
    #[arg(id = "lang", long = "lang", value_name = "LANG", value_parser = choice::row_parser(languages()), hide_short_help = true)]
    pub chosen: Option<Language>,
}
