//! The settings of a user: one row each, and the rule which of several sources decides.
//!
//! A row gives the key of the file, the variable of the environment, the reader of both, the lines
//! of `config --print-default`, and the output of `config`. To add a setting, write its row.
//! Invariant: [`decide`] alone determines which source wins.

use std::fmt::Write as _;

use super::choices::{MouseSetting, TerminalCondition};
use super::file::encoding_named;
use super::mistake::choose;
use crate::command::keymap::sets::SETS;
use crate::detect::preferred::Preferred;
use crate::language::Language;
use crate::model::state::{Arrangement, CursorUnit, RowWidth};

/// The source of the value of a setting; an earlier one beats a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SettingSource {
    /// The command line.
    CommandLine,
    /// A variable of the environment.
    Environment,
    /// The configuration of the user.
    File,
    /// No source has it.
    Default,
}

/// The effective value, and its source: the command line beats the environment, which beats the
/// file, which beats the default.
pub fn decide<T>(
    line: Option<T>,
    environment: Option<T>,
    file: Option<T>,
    default: T,
) -> (T, SettingSource) {
    match (line, environment, file) {
        (Some(value), ..) => (value, SettingSource::CommandLine),
        (None, Some(value), _) => (value, SettingSource::Environment),
        (None, None, Some(value)) => (value, SettingSource::File),
        (None, None, None) => (default, SettingSource::Default),
    }
}

/// A setting.
pub struct Setting {
    /// Its key.
    pub id: &'static str,
    /// Its default as in a line of the file, or an example if `auto` is no word of it.
    pub example: &'static str,
    /// Its description, in one line.
    pub about: &'static str,
    /// Reads it from a text.
    pub(super) read: fn(&mut Settings, &str) -> Result<(), String>,
    /// Its form in a file, if it is set.
    pub shown: fn(&Settings) -> Option<String>,
    /// Its source, if the command line, the environment or the file has it.
    pub source: fn(&Settings, &Settings, &Settings) -> SettingSource,
}

impl Setting {
    /// Reports whether it is true or false, which TOML writes without quotes.
    pub(super) fn is_switch(&self) -> bool {
        matches!(self.example, "true" | "false")
    }
}

macro_rules! settings {
    ($($id:literal $field:ident: $type:ty, $example:literal $about:literal $read:expr, $shown:expr;)*) => {
        /// The settings from one source, or the effective ones.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Settings { $(#[doc = $about] pub $field: Option<$type>,)* }

        /// Every setting, in the order of the file.
        pub const ROWS: &[Setting] = &[$(Setting {
            id: $id,
            example: $example,
            about: $about,
            read: |settings, text| {
                let read: fn(&str) -> Result<$type, String> = $read;
                settings.$field = Some(read(text)?);
                Ok(())
            },
            shown: |settings| {
                let shown: fn(&$type) -> String = $shown;
                settings.$field.as_ref().map(shown)
            },
            source: |line, environment, file| {
                let said = |settings: &Settings| settings.$field.as_ref().map(drop);
                decide(said(line), said(environment), said(file), ()).1
            },
        },)*];

        impl Settings {
            /// The effective settings.
            #[must_use]
            pub fn settled(line: &Self, environment: &Self, file: &Self) -> Self {
                Self { $($field: {
                    let said = |settings: &Self| settings.$field.clone().map(Some);
                    decide(said(line), said(environment), said(file), None).0
                },)* }
            }
        }
    };
}

settings! {
    "encoding" encoding: String, "\"auto\"" "the encoding of files, as -e of the inspector, dump, find and stats" encoding, |text| quoted(text);
    "layout" layout: Arrangement, "\"wide\"" "the arrangement of the panes; by default the size of the screen decides" |text| choose(text, "layout", Arrangement::ALL.map(|one| (one.name(), one))), |layout| quoted(layout.name());
    "width" width: u16, "16" "bytes per row, 1 to 4096; by default as many as fit" width, u16::to_string;
    "step" step: CursorUnit, "\"byte\"" "the step of the cursor: byte, code-unit, character, cluster, bit" |text| choose(text, "unit", CursorUnit::ALL.map(|unit| (unit.id(), unit))), |unit| quoted(unit.id());
    "guess-languages" guess_languages: Preferred, "\"uk, en\"" "the languages of most of your texts: the guess prefers them if there are too few letters to tell" Preferred::parse, |languages| quoted(&languages.shown());
    "theme" theme: String, "\"terminal\"" "the colours, as --theme" |text| Ok(text.to_owned()), |text| quoted(text);
    "color" color: TerminalCondition, "\"auto\"" "when to use colour: auto, always, never" when, |when| word(when, &TerminalCondition::ALL);
    "ascii" ascii: TerminalCondition, "\"auto\"" "when to draw with ASCII characters only: auto, always, never" when, |when| word(when, &TerminalCondition::ALL);
    "mouse" mouse: MouseSetting, "\"auto\"" "whether the inspector uses the mouse: auto, never" |text| choose(text, "value", MouseSetting::ALL.map(|(id, _, one)| (id, one))), |mouse| word(mouse, &MouseSetting::ALL);
    "keymap" keymap: &'static str, "\"vim\"" "the keys of the inspector: vim, less, emacs, plain" |text| choose(text, "keymap", SETS.each_ref().map(|set| (set.id, set.id))), |id| quoted(id);
    "language" language: Language, "\"en\"" "the language of lessons and explanations, as for --lang; by default that of the locale" |text| choose(text, "language", Language::ALL.map(|one| (one.id(), one))), |language| quoted(language.id());
    "resume" resume: bool, "false" "whether the inspector restores the last position in a file, as --resume: true, false" |text| choose(text, "value", [("true", true), ("false", false)]), bool::to_string;
    "clipboard" clipboard: String, "\"wl-copy\"" "the command to which copies are passed on standard input; by default the terminal gets them" |text| Ok(text.to_owned()), |text| quoted(text);
}

/// The setting with a key.
pub(super) fn row(id: &str) -> Option<&'static Setting> {
    ROWS.iter().find(|row| row.id == id)
}

fn encoding(label: &str) -> Result<String, String> {
    encoding_named(label).map(|_| label.to_owned())
}

fn width(text: &str) -> Result<u16, String> {
    let width = text
        .parse()
        .ok()
        .filter(|width| (1..=RowWidth::MOST).contains(width));
    width.ok_or_else(|| format!("expected a number from 1 to {}", RowWidth::MOST))
}

fn when(text: &str) -> Result<TerminalCondition, String> {
    choose(
        text,
        "value",
        TerminalCondition::ALL.map(|(id, _, when)| (id, when)),
    )
}

/// The word of a value in a file.
fn word<T: PartialEq, const N: usize>(value: &T, all: &[(&str, &str, T); N]) -> String {
    let found = all.iter().find(|(_, _, one)| one == value);
    found.map_or_else(String::new, |(id, ..)| quoted(id))
}

/// A text in TOML.
pub fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_command_line_environment_file_default() {
        let mut expected = Vec::new();
        for said in 0..8 {
            let says = |bit: u8, value: &'static str| (said & bit != 0).then_some(value);
            expected.push(decide(
                says(4, "line"),
                says(2, "environment"),
                says(1, "file"),
                "default",
            ));
        }
        let table = [
            ("default", SettingSource::Default),
            ("file", SettingSource::File),
            ("environment", SettingSource::Environment),
            ("environment", SettingSource::Environment),
            ("line", SettingSource::CommandLine),
            ("line", SettingSource::CommandLine),
            ("line", SettingSource::CommandLine),
            ("line", SettingSource::CommandLine),
        ];
        assert_eq!(expected, table);
    }

    /// A value of every setting in a file, and another one.
    const VALUES: &[(&str, &str, &str)] = &[
        ("encoding", "koi8-r", "utf-8"),
        ("layout", "strip", "stacked"),
        ("width", "8", "16"),
        ("step", "code-unit", "bit"),
        ("guess-languages", "uk", "ru, en"),
        ("theme", "dark", "mono"),
        ("color", "always", "never"),
        ("ascii", "never", "always"),
        ("mouse", "auto", "never"),
        ("keymap", "less", "emacs"),
        ("language", "ru", "en"),
        ("resume", "true", "false"),
        ("clipboard", "wl-copy", "xsel -ib"),
    ];

    #[test]
    fn every_setting_is_settled_by_the_same_order() {
        for row in ROWS {
            let found = VALUES.iter().find(|(id, ..)| *id == row.id);
            let (_, one, other) = found.unwrap_or_else(|| panic!("no values of {}", row.id));
            let of = |text: &str| {
                let mut settings = Settings::default();
                (row.read)(&mut settings, text).unwrap();
                settings
            };
            let (one, other, none) = (of(one), of(other), Settings::default());
            for (line, environment, file, expected, source) in [
                (&one, &other, &other, Some(&one), SettingSource::CommandLine),
                (&none, &one, &other, Some(&one), SettingSource::Environment),
                (&none, &none, &one, Some(&one), SettingSource::File),
                (&none, &none, &none, None, SettingSource::Default),
            ] {
                let settled = Settings::settled(line, environment, file);
                assert_eq!(
                    (row.shown)(&settled),
                    expected.and_then(row.shown),
                    "{}",
                    row.id
                );
                assert_eq!((row.source)(line, environment, file), source, "{}", row.id);
            }
        }
    }

    #[test]
    fn a_text_is_quoted_so_that_toml_reads_it_back() {
        for text in ["a", "a \"b\" \\c", "\u{1B}[31m", "ж\n"] {
            let read: toml::Table = toml::from_str(&format!("a = {}", quoted(text))).unwrap();
            assert_eq!(read["a"].as_str(), Some(text));
        }
    }
}
