//! The completions of a line of the prompt: the list above it.
//!
//! An empty line lists the notations of a place, then all commands in the order of the table. A
//! number is offered as a line and a character. Other text finds commands by letters of their name,
//! else by words of their description. After the name of a command, its arguments are listed.
//! Invariant: a suggestion that is run unchanged can be read.

use std::cmp::Reverse;

use super::argument::{Argument, Completion};
use super::keymap::Keymap;
use super::prompt::{self, PLACES};
use super::table::{self, Command};
use super::{InspectorState, KeyContext, fuzzy};
use crate::language::Language;
use crate::texts::of_table;

/// A row of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suggestion {
    /// The completed line.
    pub line: String,
    /// The action after it is chosen.
    pub then: AfterSuggestion,
    /// Its visible text.
    pub name: String,
    /// The numbers of the name's characters that were typed.
    pub letters: Vec<usize>,
    /// The keys that do the same.
    pub keys: Vec<String>,
    /// Its description.
    pub about: String,
}

/// The action after a suggestion is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterSuggestion {
    /// Run it.
    Run,
    /// Type more text.
    Type,
}

/// The suggestions for a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Suggestions {
    /// Their title.
    pub title: String,
    /// The rows, the best first.
    pub rows: Vec<Suggestion>,
}

impl Suggestions {
    /// The number of the one row whose line begins as typed. Of several, the one that all others
    /// begin with.
    pub(super) fn begun_by(&self, typed: &str) -> Option<usize> {
        let begins = |line: &str, with: &str| {
            let head = line.get(..with.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(with))
        };
        let lines = self.rows.iter().map(|row| row.line.trim_end());
        let lines = lines.enumerate();
        let begun: Vec<_> = lines
            .filter(|(_, line)| begins(line, typed.trim()))
            .collect();
        let (number, shortest) = begun.iter().min_by_key(|(_, line)| line.len())?;
        let is_one = begun.iter().all(|(_, line)| begins(line, shortest));
        is_one.then_some(*number)
    }
}

/// Said of a line that names a character or bytes.
const SOUGHT: &str = ":find searches";

/// The completions of a line.
pub(super) fn suggest(line: &str, state: &InspectorState, around: &KeyContext<'_>) -> Suggestions {
    let (facts, data) = (around.facts, around.data);
    let line = line.trim_start();
    if let Some((command, words)) = table::by_line(line)
        && line.len() > command.name.len()
    {
        let mut suggested = arguments(command, words, &command.takes.choices(state, facts, data));
        for row in &mut suggested.rows {
            row.about = state.look.said(&row.about).into_owned();
        }
        return suggested;
    }
    let typed = line.trim();
    let language = state.look.language_of_bars();
    let mut rows = if let Some(pattern) = prompt::sought(typed) {
        vec![row(
            &format!("find {pattern}"),
            AfterSuggestion::Run,
            SOUGHT,
        )]
    } else if prompt::is_plain(typed) || prompt::is_hex(typed) {
        as_number(typed)
    } else if prompt::is_place(line) {
        Vec::new()
    } else {
        let commands = commands(line, around.keymap, language);
        let elsewhere = elsewhere(line).into_iter();
        elsewhere.chain(places(line)).chain(commands).collect()
    };
    for row in &mut rows {
        row.about = of_table(&row.about, language).to_owned();
    }
    let count = rows.len();
    Suggestions {
        title: format!("places and commands ({count})"),
        rows,
    }
}

/// The meanings of a number: a line, a character, an address, which Enter takes, an address in hex.
fn as_number(number: &str) -> Vec<Suggestion> {
    let named = PLACES.iter().filter(|place| place.word.ends_with(' '));
    let named = named.map(|place| (format!("{}{number}", place.word), place.doc));
    let address = { PLACES.iter() }.find(|place| place.word.is_empty());
    let of = |form: String| address.map(|place| (form, place.doc));
    let is_number = prompt::is_plain(number) || prompt::binary(number).is_some();
    let decimal = is_number.then(|| number.to_owned());
    let addresses = decimal.into_iter().chain([format!("0x{number}")]);
    let all = named.chain(addresses.filter_map(of));
    let can_be_read = |(line, _): &(String, &str)| prompt::is_place(line);
    all.filter(can_be_read)
        .map(|(line, doc)| row(&line, AfterSuggestion::Run, doc))
        .collect()
}

/// The command here for a word of another program.
fn elsewhere(line: &str) -> Option<Suggestion> {
    let (word, here) = prompt::elsewhere(line)?;
    let then = if here.command.ends_with(' ') {
        AfterSuggestion::Type
    } else {
        AfterSuggestion::Run
    };
    Some(Suggestion {
        name: word.to_owned(),
        letters: (0..word.chars().count()).collect(),
        ..row(here.command, then, here.says)
    })
}

/// The notations of a place that begin as typed.
fn places(line: &str) -> Vec<Suggestion> {
    let begins = |word: &str| line.is_empty() || !word.is_empty() && word.starts_with(line);
    let places = PLACES.iter().filter(|place| begins(place.word));
    let rows = places.map(|place| {
        let then = match place.word {
            "" => AfterSuggestion::Type,
            word if word.ends_with(' ') => AfterSuggestion::Type,
            _ => AfterSuggestion::Run,
        };
        Suggestion {
            name: place.examples.join(" "),
            letters: (0..line.chars().count()).collect(),
            ..row(place.word, then, place.doc)
        }
    });
    rows.collect()
}

/// The commands that a line may mean, the best first.
fn commands(line: &str, keymap: &Keymap, language: Language) -> Vec<Suggestion> {
    let typed = line.trim();
    let offered: Vec<_> = keymap.commands().collect();
    let says = |command: &&'static Command| (command.name, of_table(command.doc, language));
    ranked(typed, &offered, says)
        .map(|(command, letters)| {
            let needs = command.takes.is_needed();
            let (end, then) = if needs {
                (" ", AfterSuggestion::Type)
            } else {
                ("", AfterSuggestion::Run)
            };
            Suggestion {
                name: command.name.to_owned(),
                letters,
                keys: keymap.ways(command.name).to_vec(),
                ..row(&format!("{}{end}", command.name), then, command.doc)
            }
        })
        .collect()
}

/// The arguments of a command that the user may mean.
fn arguments(command: &Command, words: &str, choices: &[Completion]) -> Suggestions {
    let found = ranked(words, choices, |choice| (&choice.text, &choice.about));
    let rows = found.map(|(choice, letters)| {
        let line = format!("{} {}", command.name, choice.text);
        Suggestion {
            name: choice.text.clone(),
            letters,
            ..row(&line, then(&choice.text), &choice.about)
        }
    });
    let rows: Vec<_> = rows.collect();
    let word = match command.takes {
        Argument::Nothing => String::new(),
        takes => format!(" {}", takes.word()),
    };
    Suggestions {
        title: format!(":{}{word} ({})", command.name, rows.len()),
        rows,
    }
}

/// The action after an argument is chosen: a folder asks for a name in it.
fn then(argument: &str) -> AfterSuggestion {
    if argument.ends_with('/') {
        AfterSuggestion::Type
    } else {
        AfterSuggestion::Run
    }
}

/// A row that shows the line it completes to.
fn row(line: &str, then: AfterSuggestion, about: &str) -> Suggestion {
    Suggestion {
        line: line.to_owned(),
        then,
        name: line.to_owned(),
        letters: Vec::new(),
        keys: Vec::new(),
        about: about.to_owned(),
    }
}

/// The items whose name has the typed letters, the best first, then those whose description has the
/// typed words; all if nothing was typed. Each comes with the letters of its name.
fn ranked<'a, T>(
    typed: &str,
    items: &'a [T],
    says: impl Fn(&'a T) -> (&'a str, &'a str),
) -> impl Iterator<Item = (&'a T, Vec<usize>)> {
    let score = |item: &'a T| {
        let (name, about) = says(item);
        if typed.is_empty() {
            return Some((Ok(0), item, Vec::new()));
        }
        match fuzzy::fit(typed, name) {
            Some(fit) => Some((Ok(fit.score), item, fit.letters)),
            // The shorter the text, the more the word matters in it.
            None if fuzzy::mentions(typed, about) => {
                Some((Err(Reverse(about.len())), item, Vec::new()))
            }
            None => None,
        }
    };
    let mut found: Vec<_> = items.iter().filter_map(score).collect();
    // The shorter of names with the same beginning; stable: else the order of the table.
    found.sort_by_key(|(score, item, _)| {
        let begins = !typed.is_empty() && says(item).0.starts_with(typed);
        let beyond = if begins { says(item).0.len() } else { 0 };
        (Reverse((score.ok(), score.err())), beyond)
    });
    found.into_iter().map(|(_, item, letters)| (item, letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table::UTF_8;
    use crate::detect::verdict::{Evidence, Verdict};
    use crate::model::facts::Facts;
    use crate::model::layout::ScreenSize;
    use crate::model::state::View;

    fn found(line: &str) -> Vec<Suggestion> {
        found_with(line, &Keymap::default())
    }

    fn found_with(line: &str, keymap: &Keymap) -> Vec<Suggestion> {
        let verdict = Verdict {
            encoding: UTF_8,
            evidence: Evidence::Chosen,
        };
        let mut state = InspectorState::new(View::new("a".to_owned(), verdict));
        state.view.marks = vec![('a', 0), ('q', 2)];
        let around = KeyContext {
            keymap,
            facts: &Facts::default(),
            data: b"abc",
            size: ScreenSize {
                width: 80,
                height: 24,
            },
        };
        suggest(line, &state, &around).rows
    }

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let rows = found(line);
        let lines: Vec<_> = rows.iter().map(|row| row.line.as_str()).collect();
        assert_eq!(
            lines.get(..expected.len()),
            Some(expected),
            "{line}: {lines:?}"
        );
    }

    #[test]
    fn the_best_comes_first() {
        check("enc", &["encoding", "passage-encoding"]);
        check("nf", &["next-fault"]);
        check("q", &["quit"]);
        check("copy", &["copy", "copy-hex", "copy-text"]);
        check("theme", &["theme "]);
        check("li", &["line "]);
        check("12", &["line 12", "char 12", "12", "0x12"]);
        check("4D71", &["0x4D71"]);
        check("0b1010", &["0b1010", "0x0b1010"]);
        check("U+53CD", &["find u:53CD"]);
        check("wq", &["quit"]);
        check("e", &["open "]);
        // By a word of its description.
        check("leave", &["quit"]);
        check("", &["", "$", "", "", "line ", "", "char ", "left"]);
    }

    #[test]
    fn commands_that_a_system_lacks_are_not_suggested() {
        use super::super::keymap::sets::SETS;
        let names = |keymap: &Keymap| -> Vec<_> {
            let rows = found_with("susp", keymap).into_iter();
            rows.map(|row| row.line).collect()
        };
        assert_eq!(names(&Keymap::default()), ["suspend"]);
        assert!(names(&Keymap::with(&[], &SETS[0], &[])).is_empty());
    }

    #[test]
    fn arguments_are_listed_after_the_name() {
        check("encoding koi", &["encoding koi8-r"]);
        check("encoding latin2", &["encoding iso-8859-2"]);
        check(
            "layout ",
            &["layout wide", "layout strip", "layout stacked"],
        );
        check("theme l", &["theme light"]);
        check("to-mark ", &["to-mark a", "to-mark q"]);
        check("block cyr", &["block Cyrillic"]);
        assert!(found("width ").is_empty());
        assert!(found("quit ").is_empty());
    }

    #[test]
    fn a_suggestion_that_runs_unchanged_can_be_read() {
        for line in [
            "",
            "e",
            "12",
            "li",
            "encoding ",
            "theme ",
            "copy ",
            "block ",
        ] {
            for row in found(line)
                .iter()
                .filter(|row| row.then == AfterSuggestion::Run)
            {
                let read = prompt::read(&row.line, 0, 3);
                assert!(read.is_ok(), "{line}: {}", row.line);
            }
        }
    }
}
