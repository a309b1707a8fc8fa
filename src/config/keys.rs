//! The keys that a user assigns to commands: the table `keys` of the configuration.
//!
//! Invariant: no two of its lines have the same key; if two do, both lines are named.

use toml::Spanned;
use toml::de::DeValue;

use super::mistake::{SpannedMistake, did_you_mean, place};
use crate::command::keymap::{KeyChange, clash, way};
use crate::command::table::{self, COMMANDS, Command};

/// A key sequence for a command, and its place.
struct KeyLine {
    command: &'static Command,
    way: String,
    offset: usize,
}

/// Reads the table; mistakes are added to `wrong`, and left out.
pub(super) fn read(
    text: &str,
    value: &Spanned<DeValue<'_>>,
    wrong: &mut Vec<SpannedMistake>,
) -> Vec<KeyChange> {
    let DeValue::Table(table) = value.get_ref() else {
        let what = "expected a table: next-fault = [\"f\", \"ctrl-n\"]";
        wrong.push((value.span(), what.to_owned()));
        return Vec::new();
    };
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by_key(|(key, _)| key.span().start);
    let (mut lines, mut changes): (Vec<KeyLine>, Vec<KeyChange>) = (Vec::new(), Vec::new());
    for (key, value) in rows {
        let Some(command) = table::by_name(key.get_ref()) else {
            let names = COMMANDS.iter().map(|command| command.name);
            let near = did_you_mean(key.get_ref(), names);
            wrong.push((key.span(), format!("no command {}{near}", key.get_ref())));
            continue;
        };
        let ways = texts(value, wrong);
        let mut change = KeyChange {
            command: command.name,
            ways: Vec::new(),
        };
        for (typed, span) in ways {
            let way = match way(&typed, command) {
                Ok(way) => way,
                Err(what) => {
                    wrong.push((span, what));
                    continue;
                }
            };
            if let Some(other) = lines.iter().find(|line| clash(&line.way, &way)) {
                let (line, _) = place(text, other.offset);
                let (name, with) = (other.command.name, &other.way);
                let what = format!("{way} clashes with {with}, which line {line} gives to {name}");
                wrong.push((span, what));
                continue;
            }
            change.ways.push(way.clone());
            lines.push(KeyLine {
                command,
                way,
                offset: span.start,
            });
        }
        changes.push(change);
    }
    changes
}

/// A text, or several.
fn texts(
    value: &Spanned<DeValue<'_>>,
    wrong: &mut Vec<SpannedMistake>,
) -> Vec<(String, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let mut take = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::String(text) => found.push((text.to_string(), value.span())),
        other => {
            let what = format!("expected keys in quotes, found {}", other.type_str());
            wrong.push((value.span(), what));
        }
    };
    match value.get_ref() {
        DeValue::Array(all) => all.iter().for_each(take),
        _ => take(value),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::UserConfig;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])], wrong: &[&str]) {
        let own = UserConfig::read(&format!("[keys]\n{text}"));
        let said: Vec<_> = own.mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(said, wrong, "{text}");
        let change = |(command, ways): &(&'static str, &[&str])| KeyChange {
            command,
            ways: ways.iter().map(|&way| way.to_owned()).collect(),
        };
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, ways)| {
                let command = table::by_name(name).unwrap();
                change(&(command.name, ways))
            })
            .collect();
        assert_eq!(own.keys, expected, "{text}");
    }

    #[test]
    fn a_command_has_one_key_or_several_or_none() {
        check(
            "next-fault = [\"f\", \"ctrl-n\"]\nquit = \"C-x C-c\"\nback = []",
            &[
                ("next-fault", &["f", "Ctrl-N"]),
                ("quit", &["Ctrl-X Ctrl-C"]),
                ("back", &[]),
            ],
            &[],
        );
    }

    #[test]
    fn a_conflict_names_both_lines() {
        check(
            "next-fault = [\"f\"]\n\nquit = [\"q\", \"f\"]",
            &[("next-fault", &["f"]), ("quit", &["q"])],
            &["line 4, column 14: f clashes with f, which line 2 gives to next-fault"],
        );
        check(
            "start = \"g\"\nguess = \"g e\"",
            &[("start", &["g"]), ("guess", &[])],
            &["line 3, column 9: g e clashes with g, which line 2 gives to start"],
        );
        check(
            "mark = \"; letter\"\nquit = \"; q\"",
            &[("mark", &["; letter"]), ("quit", &[])],
            &["line 3, column 8: ; q clashes with ; letter, which line 2 gives to mark"],
        );
    }

    #[test]
    fn a_mistake_in_a_file_is_reported_with_its_place() {
        check(
            "next-falt = \"f\"\nquit = [1, \"ctrl-m\"]",
            &[("quit", &[])],
            &[
                "line 2, column 1: no command next-falt; did you mean next-fault?",
                "line 3, column 9: expected keys in quotes, found integer",
                "line 3, column 12: a terminal cannot tell ctrl-m from Enter; write Enter",
            ],
        );
    }
}
