//! The manual pages, made of the command line and of the tables behind it.
//!
//! The page of a command is made of clap's description; the page of the program also has the keys
//! of the inspector, the variables and the files. Invariant: no option, key or setting is described
//! here; their texts in a page are those of the help, the table of commands and the table of
//! settings.

use std::io;

use clap::builder::StyledStr;
use clap::{Args, Command, CommandFactory as _, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::{CommandLine, command};
use crate::command::keymap::Keymap;
use crate::command::table::{COMMANDS, CommandGroup, keys};
use crate::config::settings::ROWS;
use crate::config::variable;
use crate::unicode::glyph::{self, Charset};

/// The command of the page.
#[derive(Debug, Clone, Args)]
#[command(
    before_help = "  hexloupe man               read it\n  \
      hexloupe man check         the page of a command\n  \
      hexloupe man > hexloupe.1  save it",
    after_long_help = "On a terminal man shows it; elsewhere it is printed as troff, the format of man."
)]
pub(super) struct ManualArguments {
    /// A command; without it, print the page of the program, with the keys of the inspector
    #[arg(value_name = "COMMAND", value_hint = ValueHint::Other)]
    command: Option<String>,
}

/// Variables that are no settings, with their meanings.
const VARIABLES: &[(&str, &str)] = &[
    (
        "HEXLOUPE_CONFIG",
        "The configuration to read instead of your own; if empty, none is read.",
    ),
    (
        "NO_COLOR",
        "If not empty: no colour, unless HEXLOUPE_COLOR or --color asks for it.",
    ),
    (
        "CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR",
        "CLICOLOR=0 is no colour; one of the others, if neither empty nor 0, is colour in files and \
         pipes too.",
    ),
    (
        "COLORTERM, TERM",
        "The number of colours; dumb is a terminal without a screen.",
    ),
    (
        "COLORFGBG",
        "Whether the background is dark, for themes with a dark and a light form.",
    ),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "The characters that can be drawn, and the language.",
    ),
    (
        "XDG_CONFIG_HOME, XDG_STATE_HOME",
        "The folders of the configuration and of saved state.",
    ),
];

/// Files, with their contents.
const FILES: &[(&str, &str)] = &[
    (
        "~/.config/hexloupe/config.toml",
        "Your configuration; hexloupe config --path prints its path.",
    ),
    ("~/.config/hexloupe/themes", "Themes of your own."),
    (
        "~/.local/state/hexloupe",
        "Typed lines, progress in lessons, and places in files.",
    ),
    (
        ".hexloupe.toml",
        "Settings for checking the files of a folder.",
    ),
    ("FILE.regions.toml", "The named regions of FILE."),
];

/// Headings at the start of a paragraph of a help, and their names in a page.
const HEADINGS: [(&str, &str); 2] = [("Exit code: ", "EXIT STATUS"), ("Examples:", "EXAMPLES")];

/// The heading of the examples below a help; those above it have none.
const MORE: &str = "More examples:\n";

impl ManualArguments {
    /// The page.
    ///
    /// # Errors
    /// There is no such command: one line that lists the commands.
    pub(super) fn page(&self) -> Result<String, String> {
        let mut line = command().disable_help_subcommand(true);
        line.build();
        let Some(name) = &self.command else {
            return Ok(written(|page| of_program(line, page)));
        };
        if let Some(command) = line.find_subcommand(name) {
            return Ok(written(|page| of_command(command.clone(), page)));
        }
        let line = CommandLine::command();
        let names: Vec<&str> = line.get_subcommands().map(Command::get_name).collect();
        let name = glyph::safe(name, Charset::Unicode);
        Err(format!(
            "no command '{name}'; the commands are {}",
            names.join(", ")
        ))
    }
}

/// The text of a page.
fn written(page: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    // It only fails if there is no memory.
    let _ = page(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn of_program(line: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let below = below(&line);
    let man = page_of(line);
    head(&man, page)?;
    man.render_subcommands_section(page)?;
    let mut rest = Roff::new();
    notes(&mut rest, &below);
    all_keys(&mut rest);
    heading(&mut rest, "ENVIRONMENT");
    for row in ROWS {
        item(&mut rest, &variable(row.id), row.about);
    }
    list(&mut rest, VARIABLES);
    heading(&mut rest, "FILES");
    list(&mut rest, FILES);
    rest.to_writer(page)?;
    man.render_version_section(page)
}

fn of_command(command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let below = below(&command);
    head(&page_of(command), page)?;
    let mut rest = Roff::new();
    notes(&mut rest, &below);
    heading(&mut rest, "SEE ALSO");
    rest.text([bold("hexloupe"), roman("(1)")]);
    rest.to_writer(page)
}

/// The notes of a help with all its examples below them.
fn below(command: &Command) -> String {
    let text = |part: Option<&StyledStr>| part.map(ToString::to_string).unwrap_or_default();
    let first = text(command.get_before_help());
    let after = text(command.get_after_long_help());
    let (notes, more) = after.split_once(MORE).unwrap_or((&after, ""));
    format!("{}\n\nExamples:\n{first}\n{more}", notes.trim_end())
}

fn page_of(command: Command) -> Man {
    let source = concat!("hexloupe ", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).manual("hexloupe")
}

/// The beginning of every page.
fn head(man: &Man, page: &mut Vec<u8>) -> io::Result<()> {
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)
}

fn heading(page: &mut Roff, name: &str) {
    page.control("SH", [name]);
}

/// A term and its description.
fn item(page: &mut Roff, term: &str, about: &str) {
    page.control("TP", []);
    page.text([bold(term)]);
    page.text([roman(about)]);
}

fn list(page: &mut Roff, rows: &[(&str, &str)]) {
    for (term, about) in rows {
        item(page, term, about);
    }
}

/// The notes below a help: paragraphs, which the page breaks into lines itself, and examples, which
/// keep their lines.
fn notes(page: &mut Roff, text: &str) {
    let mut is_headed = false;
    for paragraph in text.split("\n\n").flat_map(sections) {
        let headed = HEADINGS
            .iter()
            .find(|(words, _)| paragraph.starts_with(words));
        let (words, name) = headed.unwrap_or(&("", "NOTES"));
        if headed.is_some() || !is_headed {
            heading(page, name);
        } else {
            page.control("PP", []);
        }
        is_headed = true;
        let lines = paragraph[words.len()..].lines();
        let (examples, sentences): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with(' '));
        page.text([roman(sentences.join(" "))]);
        if !examples.is_empty() {
            page.control("nf", []);
            for line in examples {
                page.text([roman(line.trim_start())]);
            }
            page.control("fi", []);
        }
    }
}

/// A paragraph, cut before each line that is a section of its own in a page.
fn sections(paragraph: &str) -> impl Iterator<Item = &str> {
    let begins = |line: &str| HEADINGS.iter().any(|(words, _)| line.starts_with(words));
    let mut rest = Some(paragraph);
    std::iter::from_fn(move || {
        let text = rest.take().filter(|text| !text.is_empty())?;
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let cut = { starts }.find(|&at| begins(&text[at..]));
        let (section, after) = text.split_at(cut.unwrap_or(text.len()));
        rest = Some(after);
        Some(section.trim_end())
    })
}

/// The keys of the inspector, as its help lists them.
fn all_keys(page: &mut Roff) {
    heading(page, "KEYS");
    page.text([roman(
        "These are the default keys of the inspector. The configuration can choose another keymap \
         and set keys; hexloupe config --keys prints the keys in effect.",
    )]);
    let keymap = Keymap::default();
    for group in CommandGroup::ALL {
        page.control("SS", [group.name()]);
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            item(page, &keys(command, &keymap), command.doc);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page without the marks of troff for hyphens and fonts.
    fn page(command: Option<&str>) -> String {
        let command = command.map(str::to_owned);
        let page = ManualArguments { command }.page().expect("a page");
        let page = page.replace("\\-", "-").replace("\\*(Aq", "'");
        page.replace("\\fB", "").replace("\\fR", "")
    }

    #[test]
    fn every_command_has_a_page_with_the_options_of_its_help() {
        let mut line = command().disable_help_subcommand(true);
        line.build();
        for command in line.get_subcommands() {
            let page = page(Some(command.get_name()));
            for option in command.get_arguments() {
                let long = option.get_long().filter(|long| *long != "help");
                let is_said = long.map(|long| page.contains(&format!("--{long}")));
                assert!(is_said != Some(option.is_hide_set()), "{command} {option}");
            }
        }
    }

    #[test]
    fn the_page_of_the_program_has_every_key_setting_and_command() {
        let page = page(None);
        for command in COMMANDS {
            assert!(page.contains(command.doc), "{}", command.name);
        }
        for row in ROWS {
            assert!(page.contains(&variable(row.id)), "{}", row.id);
        }
        for command in CommandLine::command().get_subcommands() {
            assert!(page.contains(&format!("hexloupe-{}", command.get_name())));
        }
    }

    #[test]
    fn notes_become_sections_and_examples_keep_their_lines() {
        let mut page = Roff::new();
        let text = "One\ntwo.\nExit code: 0 fine.\n\nExamples:\n  a  b\n  c\n";
        notes(&mut page, text);
        let expected = [
            ".SH NOTES",
            "One two.",
            r#".SH "EXIT STATUS""#,
            "0 fine.",
            ".SH EXAMPLES",
            ".nf",
            "a  b",
            "c",
            ".fi",
        ];
        let lines = page.to_roff();
        let lines: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_page_that_there_is_not_is_refused_in_a_line() {
        let command = Some("chek\u{1B}[31m".to_owned());
        let said = ManualArguments { command }.page().expect_err("no page");
        assert!(
            said.contains("the commands are view, scratch") && !said.contains('\u{1B}'),
            "{said}"
        );
    }
}
