//! The option of the language.
//!
//! Invariant: every command with this option gives it the same help and values.

use std::ffi::OsString;

use clap::Args;

use super::choice;
use crate::language::Language;
use crate::report::worksheet::languages;

/// The language that a command line names, right or wrong as the rest of it may be.
pub fn named(args: &[OsString]) -> Option<Language> {
    let words = args.iter().skip(1).map_while(|word| word.to_str());
    let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
    let next = words.iter().position(|word| *word == "--lang");
    let next = next.and_then(|at| words.get(at + 1)).copied();
    let id = next.or_else(|| words.iter().find_map(|word| word.strip_prefix("--lang=")));
    Language::ALL
        .into_iter()
        .find(|language| id == Some(language.id()))
}

/// A command line without the option of the language and its value.
pub(super) fn left_out(args: Vec<OsString>) -> Vec<OsString> {
    let mut is_value = false;
    let is_other = |word: &OsString| {
        let is_left_out = is_value
            || word
                .to_str()
                .is_some_and(|word| word.starts_with("--lang="));
        is_value = word == "--lang";
        !is_left_out && !is_value
    };
    args.into_iter().filter(is_other).collect()
}

/// Reports whether a command line begins with a command whose texts are in the language of the
/// locale.
pub fn is_of_locale(args: &[OsString]) -> bool {
    let word = args.get(1).and_then(|word| word.to_str());
    word.is_some_and(|word| ["learn", "explain"].contains(&word))
}

/// The language of texts that exist in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct LanguageOption {
    /// The language; by default that of the locale, if it is one of these
    #[arg(id = "lang", long = "lang", value_name = "LANG", value_parser = choice::row_parser(languages()), hide_short_help = true)]
    pub chosen: Option<Language>,
}
