//! A help in the reader's language: the lines of the English one, each sentence said by the table of
//! texts.
//!
//! Invariant: names, examples and values to type stay as they are; a sentence that the table lacks
//! stays in English.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use super::environment::{Environment, columns};
use super::language_of_messages;
use super::printed::print;
use crate::cli::{self, HELP_COLUMNS, TerminalCondition};
use crate::language::Language;
use crate::model::line::TonedLine;
use crate::texts;

/// The signs around a bold heading.
const BOLD: [&str; 2] = ["\u{1b}[1m", "\u{1b}[0m"];

/// Prints a help: with bold headings on a terminal that has colours, else as text.
///
/// # Errors
/// It could not be written. A reader who has closed the pipe is no error.
pub fn print_help(args: &[OsString], text: String, styled: String) -> anyhow::Result<ExitCode> {
    let is_terminal = io::stdout().is_terminal();
    let environment = Environment::of_process();
    let has_styles = environment.color(TerminalCondition::Auto, is_terminal);
    let language = language_of_messages(args);
    let (text, styled) = match cli::unwrapped_help(args) {
        Some((text, styled)) if language != Language::English => {
            let columns = columns().map_or(HELP_COLUMNS, |columns| columns.min(HELP_COLUMNS));
            (
                said(&text, language, columns),
                said(&styled, language, columns),
            )
        }
        _ => (text, styled),
    };
    print(if has_styles { styled } else { text }.as_bytes())
}

/// A help whose sentences are each on one line, in a language, cut into lines of so many columns.
fn said(help: &str, language: Language, columns: usize) -> String {
    let mut out = String::new();
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        let mut paragraph = line.to_owned();
        // The text below the options is cut by hand.
        while let Some(next) = lines.next_if(|next| goes_on(&paragraph, next)) {
            paragraph = format!("{paragraph} {next}");
        }
        let (bare, is_bold) = match paragraph.strip_prefix(BOLD[0]) {
            Some(heading) => (heading.replace(BOLD[1], ""), true),
            None => (paragraph.replace(BOLD[0], "").replace(BOLD[1], ""), false),
        };
        let (head, sentences) = parts(&bare);
        let indent = head.chars().count();
        let line = format!("{head}{}", sentences_said(sentences, language));
        for line in TonedLine::new().plain(&line).wrap(columns, indent) {
            let line = line.text();
            let line = line.trim_end();
            match line.find(':').filter(|_| is_bold) {
                Some(end) => {
                    let (heading, rest) = line.split_at(end + 1);
                    out.push_str(&[BOLD[0], heading, BOLD[1], rest].concat());
                }
                None => out.push_str(line),
            }
            out.push('\n');
        }
    }
    out
}

/// Reports whether a line goes on with a paragraph: a sentence stands on both.
fn goes_on(before: &str, line: &str) -> bool {
    let is_text = |line: &str| line.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    is_text(before) && is_text(line) && !before.ends_with(['.', ':'])
}

/// The part of a line that is in no language, and its sentences: an indent, and an option, a command
/// or an example with its blanks.
fn parts(line: &str) -> (&str, &str) {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    if indent == 0 {
        return ("", line);
    }
    let gap = match text.strip_prefix("- ") {
        Some(_) => text.find(": ").map(|at| at + 1),
        None => text.find("  "),
    };
    let gap = gap.map_or(0, |gap| {
        let rest = text[gap..].trim_start();
        text.len() - rest.len()
    });
    line.split_at(indent + gap)
}

/// Sentences in a language, with what follows them in brackets.
fn sentences_said(text: &str, language: Language) -> String {
    let bracket = text.rfind(" [").filter(|_| text.ends_with(']'));
    let between = match language {
        Language::Chinese => "",
        _ => " ",
    };
    let (rest, last, blank) = match (bracket, text.rfind(". ")) {
        (Some(at), _) => (&text[..at], &text[at + 1..], " "),
        (None, Some(at)) => (&text[..=at], &text[at + 2..], between),
        (None, None) => return texts::said(text, language).into_owned(),
    };
    let rest = sentences_said(rest, language);
    format!("{rest}{blank}{}", texts::said(last, language))
}
