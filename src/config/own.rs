//! The configuration of the user, and the environment variables with the same settings.
//!
//! Invariant: a mistake is ignored and reported with its place; everything else applies.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::choices::TerminalCondition;
use super::mistake::{ConfigMistake, SpannedMistake, did_you_mean, no_key, of_reader};
use super::nearest::{self, text_of};
use super::settings::{ROWS, Settings, row};
use super::{CheckConfig, keys, settings, themes};
use crate::command::keymap::KeyChange;
use crate::model::palette::{Palette, Palettes};
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};

/// The keys of the file that are tables, each with its content and an example line.
const TABLES: &[(&str, &str, &str)] = &[
    (
        "keys",
        "keys of commands, added to the keymap; hexloupe config --keys lists the commands",
        "next-fault = [\"f\", \"ctrl-n\"]",
    ),
    (
        "themes.mine",
        "a theme of your own; it can also be a file in the folder themes beside this file",
        "fault = \"#FF6B6B\"",
    ),
    (
        "check",
        "the notices that check denies, as in .hexloupe.toml",
        "deny = [\"trojan-source\", \"mojibake\"]",
    ),
];

/// The content of a user's configuration.
#[derive(Debug, Default)]
pub struct UserConfig {
    /// Its settings.
    pub settings: Settings,
    /// The keys that it assigns to commands.
    pub keys: Vec<KeyChange>,
    /// The themes that it defines.
    pub themes: Vec<Palette>,
    /// The mistakes in the files of themes beside it.
    pub wrong_of_themes: Vec<String>,
    /// The part about checks, for files without a `.hexloupe.toml`.
    pub check: Option<CheckConfig>,
    /// The mistake in that part.
    pub wrong_of_check: Option<ConfigMistake>,
    /// The mistakes, in the order of the text.
    pub mistakes: Vec<ConfigMistake>,
}

impl UserConfig {
    /// Reads a configuration.
    pub fn read(text: &str) -> Self {
        Self::read_with(text, Vec::new())
    }

    /// Reads a configuration that has some themes beside it.
    fn read_with(text: &str, themes: Vec<Palette>) -> Self {
        let mut own = Self {
            themes,
            ..Self::default()
        };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let mistake = ConfigMistake::new(text, &of_reader(&error));
                own.wrong_of_check = Some(mistake.clone());
                own.mistakes.push(mistake);
                return own;
            }
        };
        let mut wrong = Vec::new();
        for (key, value) in table.get_ref() {
            let done = match (key.get_ref().as_ref(), row(key.get_ref())) {
                (_, Some(row)) => own.set(row, value),
                ("check", None) => Ok(()),
                ("themes", None) => {
                    own.themes.extend(themes::read(value, &mut wrong));
                    Ok(())
                }
                ("keys", None) => {
                    own.keys = keys::read(text, value, &mut wrong);
                    Ok(())
                }
                (id, None) => Err((key.span(), no_key(id, known()))),
            };
            wrong.extend(done.err());
        }
        wrong.extend(own.unknown_theme(table.get_ref()));
        own.mistakes = wrong
            .iter()
            .map(|wrong| ConfigMistake::new(text, wrong))
            .collect();
        match CheckConfig::read_own(text) {
            Ok(check) => own.check = check,
            Err(mistake) => {
                own.mistakes.push(mistake.clone());
                own.wrong_of_check = Some(mistake);
            }
        }
        own.mistakes.sort();
        own
    }

    /// The mistake of an unknown theme, whose name is then dropped.
    fn unknown_theme(&mut self, table: &DeTable<'_>) -> Option<SpannedMistake> {
        let name = self.settings.theme.as_ref()?;
        let is_own = self.themes.iter().any(|own| own.id == name);
        let known = || Palettes::default().names().map(|(id, _)| id);
        if is_own || known().any(|id| id.eq_ignore_ascii_case(name)) {
            return None;
        }
        let all = self.themes.iter().map(|own| own.id).chain(known());
        let what = format!("no theme {name}{}", did_you_mean(name, all));
        self.settings.theme = None;
        let span = table.get("theme").map(Spanned::span);
        Some((span.unwrap_or_default(), what))
    }

    fn set(
        &mut self,
        row: &settings::Setting,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), SpannedMistake> {
        let text = match value.get_ref() {
            DeValue::Boolean(value) if row.is_switch() => value.to_string(),
            _ => scalar(value)?,
        };
        let done = (row.read)(&mut self.settings, &text);
        done.map_err(|what| (value.span(), what))
    }
}

/// A text or a whole number as a text.
pub(super) fn scalar(value: &Spanned<DeValue<'_>>) -> Result<String, SpannedMistake> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
        other => {
            let what = format!("expected a text in quotes, found {}", other.type_str());
            Err((value.span(), what))
        }
    }
}

/// The keys of the file.
fn known() -> impl Iterator<Item = &'static str> {
    let tables = TABLES.iter().filter_map(|(id, ..)| id.split('.').next());
    ROWS.iter().map(|row| row.id).chain(tables)
}

/// Reads the configuration of a user; `name` is its name in messages. Unlike that of a tree it may
/// be a link: people keep such files elsewhere.
///
/// # Errors
/// It cannot be read.
pub fn load_own(file: &Path, name: &Path) -> Result<UserConfig, Trouble> {
    let text = text_of(file, name, nearest::Links::Followed)?;
    let (themes, wrong_of_themes) = themes::of_folder(file);
    Ok(UserConfig {
        wrong_of_themes,
        ..UserConfig::read_with(&text, themes)
    })
}

/// The result without a configuration: the files of themes beside its place.
pub fn themes_beside(file: &Path) -> UserConfig {
    let (themes, wrong_of_themes) = themes::of_folder(file);
    UserConfig {
        themes,
        wrong_of_themes,
        ..UserConfig::default()
    }
}

/// The settings in environment variables, and their mistakes. `get` gives the value of a variable.
pub fn of_environment(get: &dyn Fn(&str) -> Option<OsString>) -> (Settings, Vec<String>) {
    let get = |name: &str| {
        let value = get(name).filter(|value| !value.is_empty())?;
        Some(value.to_string_lossy().into_owned())
    };
    let (mut settings, mut wrong) = (Settings::default(), Vec::new());
    for row in ROWS {
        let name = variable(row.id);
        if let Some(Err(what)) = get(&name).map(|value| (row.read)(&mut settings, &value)) {
            wrong.push(format!("{name}: {}", glyph::safe(&what, Charset::Unicode)));
        }
    }
    let forced = |name| get(name).is_some_and(|value| value != "0");
    // A variable that all programs use is less specific than one of our own.
    let usual = if get("NO_COLOR").is_some() {
        Some(TerminalCondition::Never)
    } else if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") {
        Some(TerminalCondition::Always)
    } else {
        (get("CLICOLOR").as_deref() == Some("0")).then_some(TerminalCondition::Never)
    };
    settings.color = settings.color.or(usual);
    (settings, wrong)
}

/// The variable of a setting.
pub fn variable(id: &str) -> String {
    format!("HEXLOUPE_{}", id.to_uppercase().replace('-', "_"))
}

/// The default configuration, as a file in which every line is a comment.
pub fn default_file() -> String {
    let mut text =
        "# The configuration of hexloupe: every key with its default, or with an example.\n\
        # The command line and variables such as HEXLOUPE_THEME override this file.\n"
            .to_owned();
    for row in ROWS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n# {}\n# {} = {}", row.about, row.id, row.example);
    }
    for (id, about, line) in TABLES {
        let _ = writeln!(text, "\n# {about}\n# [{id}]\n# {line}");
    }
    text
}

/// The name of the configuration in the folder of the program.
pub const OWN_NAME: &str = "config.toml";

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn wrong(text: &str, expected: &[&str]) {
        let own = UserConfig::read(text);
        let found: Vec<_> = own.mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_mistake_is_reported_with_its_place_and_the_rest_applies() {
        let text =
            "width = 4999\nthme = \"dark\"\ntheme = \"light\"\nlayout = \"strp\"\nmouse = true\n";
        wrong(
            text,
            &[
                "line 1, column 9: expected a number from 1 to 4096",
                "line 2, column 1: no key thme here; did you mean theme?",
                "line 4, column 10: no layout strp; did you mean strip?",
                "line 5, column 9: expected a text in quotes, found boolean",
            ],
        );
        let own = UserConfig::read(text);
        assert_eq!(own.settings.theme.as_deref(), Some("light"));
        assert_eq!(own.settings.width, None);
        assert!(own.wrong_of_check.is_none());
    }

    #[test]
    fn the_table_of_checks_is_that_of_trees() {
        let own = UserConfig::read("theme = \"dark\"\n[check]\ndeny = [\"nul\"]\n");
        assert!(own.mistakes.is_empty(), "{:?}", own.mistakes);
        assert!(own.check.is_some_and(|check| check.deny.is_some()));
        wrong(
            "[check]\ndeny = [\"nil\"]\n",
            &["line 2, column 9: no notice, fault or group with this name; did you mean nul?"],
        );
        wrong(
            "theme = \"dark\"\n[check]\ndenny = []\n",
            &["line 3, column 1: no key denny here; did you mean deny?"],
        );
        assert!(
            UserConfig::read("[check]\nwrn = 1")
                .wrong_of_check
                .is_some()
        );
    }

    #[test]
    fn a_text_that_is_no_toml_is_one_mistake_with_its_place() {
        let own = UserConfig::read("theme = \"dark\nwidth = 8\n");
        assert_eq!(own.mistakes.len(), 1);
        let said = own.mistakes[0].to_string();
        assert!(said.starts_with("line 1, column "), "{said}");
        assert!(own.wrong_of_check.is_some());
        let said = UserConfig::read("\"\\u001b[31m\" = 1\n").mistakes[0].to_string();
        assert!(!said.contains('\u{1B}'), "{said}");
    }

    #[test]
    fn each_line_of_the_default_file_is_read_once_it_is_no_comment() {
        assert!(UserConfig::read(&default_file()).mistakes.is_empty());
        let bare = |line: &str| {
            let line = line.strip_prefix("# ")?;
            let is_key = known().any(|key| {
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.starts_with(" = "))
            });
            (is_key || line.starts_with(['[', 'd', 'n', 'f']) && !line.contains(": "))
                .then(|| line.to_owned())
        };
        let text: Vec<_> = default_file().lines().filter_map(bare).collect();
        assert!(text.len() > ROWS.len(), "{text:#?}");
        let own = UserConfig::read(&text.join("\n"));
        assert!(own.mistakes.is_empty(), "{:?}", own.mistakes);
        for row in ROWS {
            assert!((row.shown)(&own.settings).is_some(), "{}", row.id);
        }
    }

    fn variables(all: &[(&str, &str)]) -> (Settings, Vec<String>) {
        of_environment(&|name| {
            let found = all.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn every_setting_has_a_variable_and_a_wrong_one_is_reported() {
        let (settings, wrong) = variables(&[("HEXLOUPE_STEP", "cluster"), ("HEXLOUPE_WIDTH", "0")]);
        assert_eq!(
            settings.step,
            Some(crate::model::state::CursorUnit::Cluster)
        );
        assert_eq!(wrong, ["HEXLOUPE_WIDTH: expected a number from 1 to 4096"]);
        assert_eq!(variables(&[("HEXLOUPE_THEME", "")]).0, Settings::default());
    }

    #[test]
    fn the_variables_of_all_programs_decide_colour_unless_ours_does() {
        let color = |all| variables(all).0.color;
        assert_eq!(
            color(&[("NO_COLOR", "1"), ("FORCE_COLOR", "1")]),
            Some(TerminalCondition::Never)
        );
        assert_eq!(color(&[("FORCE_COLOR", "0")]), None);
        assert_eq!(
            color(&[("CLICOLOR_FORCE", "1")]),
            Some(TerminalCondition::Always)
        );
        assert_eq!(
            color(&[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")]),
            Some(TerminalCondition::Always)
        );
        assert_eq!(color(&[("CLICOLOR", "0")]), Some(TerminalCondition::Never));
        assert_eq!(color(&[("CLICOLOR", "1")]), None);
        let ours = ("HEXLOUPE_COLOR", "always");
        assert_eq!(
            color(&[("NO_COLOR", "1"), ours]),
            Some(TerminalCondition::Always)
        );
    }
}
