//! The user's keys for a command, parsed from the common notations.
//!
//! Invariant: the result is in the table's notation, and can be pressed.

use super::super::argument::Argument;
use super::super::key::{Key, KeySymbol};
use super::super::table::Command;
use super::ANY;

/// The user's keys for a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    /// The name of the command.
    pub command: &'static str,
    /// Its keys, each way in the table's notation.
    pub ways: Vec<String>,
}

/// Common names of keys that differ from the table's.
const ALIASES: &[(&str, &str)] = &[
    ("escape", "Esc"),
    ("return", "Enter"),
    ("ret", "Enter"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("bs", "Backspace"),
    ("spc", "Space"),
    ("pageup", "PgUp"),
    ("pagedown", "PgDn"),
    ("backtab", "Shift-Tab"),
];

/// Keys with Control that a terminal sends as other keys.
const TWINS: &[(char, &str)] = &[
    ('i', "Tab"),
    ('m', "Enter"),
    ('[', "Esc"),
    ('h', "Backspace"),
];

/// One way to type a command, in the table's notation, from keys with spaces between them:
/// `ctrl-n`, `C-x C-s`, `pgdn`. Capital and small letters are the same in the names of keys and
/// with Control, but `f` and `F` are two keys.
///
/// # Errors
/// It cannot be pressed: one line.
pub fn way(text: &str, command: &Command) -> Result<String, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let takes_letter = matches!(command.takes, Argument::Letter | Argument::Mark);
    let mut keys = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if *word == ANY && takes_letter && at > 0 && at + 1 == words.len() {
            keys.push(ANY.to_owned());
            continue;
        }
        let key = key(word)?;
        let digit = matches!(key.code, KeySymbol::Char('1'..='9')) && !key.ctrl;
        if digit && keys.is_empty() {
            return Err(format!(
                "{word} cannot come first: digits 1 to 9 start a repeat count, as in 5 j"
            ));
        }
        keys.push(key.to_string());
    }
    match keys.len() {
        0 => Err("expected a key, such as f, ctrl-n or g d".to_owned()),
        5.. => Err("more than four keys in a row".to_owned()),
        _ => Ok(keys.join(" ")),
    }
}

/// One key.
fn key(word: &str) -> Result<Key, String> {
    let unknown = || format!("no key {word}; keys are f, F, ctrl-n, space, pgdn, f5, home");
    let lower = word.to_lowercase();
    let begun = ["ctrl-", "c-", "^"].iter().find_map(|begin| {
        let rest = lower.strip_prefix(begin)?;
        (!rest.is_empty()).then_some(rest)
    });
    let name = begun.unwrap_or(word);
    let key = match named(name) {
        Some(key) => key,
        None => name.parse::<Key>().map_err(|()| unknown())?,
    };
    let Some(_) = begun else {
        let is_shown = !matches!(key.code, KeySymbol::Char(c) if c.is_control());
        return Some(key).filter(|_| is_shown).ok_or_else(unknown);
    };
    if let KeySymbol::Char(c) = key.code {
        if let Some((_, twin)) = TWINS.iter().find(|(letter, _)| *letter == c) {
            return Err(format!(
                "a terminal cannot tell {word} from {twin}; write {twin}"
            ));
        }
        if !(c.is_ascii_lowercase() || [' ', '\\', ']', '^', '_'].contains(&c)) {
            return Err(format!("a terminal does not send {word}"));
        }
    }
    Ok(Key { ctrl: true, ..key })
}

/// The key with a name; capital and small letters are the same. `None` for an unknown name, and for
/// a single character, which is no name.
fn named(name: &str) -> Option<Key> {
    if name.chars().count() < 2 {
        return None;
    }
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let name = alias.map_or(name, |(_, name)| name);
    Key::by_name(name)
}

#[cfg(test)]
mod tests {
    use super::super::super::table;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let command = table::by_name("next-fault").unwrap();
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(way(text, command), expected, "{text}");
    }

    #[test]
    fn keys_are_read_as_people_write_them() {
        check("f", Ok("f"));
        check("F", Ok("F"));
        check("ctrl-n", Ok("Ctrl-N"));
        check("C-x  C-s", Ok("Ctrl-X Ctrl-S"));
        check("^G", Ok("Ctrl-G"));
        check("pagedown", Ok("PgDn"));
        check("f5", Ok("F5"));
        check("shift-tab", Ok("Shift-Tab"));
        check("ctrl-home", Ok("Ctrl-Home"));
        check("ctrl-space", Ok("Ctrl-Space"));
        check("-", Ok("-"));
        check("g 5", Ok("g 5"));
        check("ж", Ok("ж"));
    }

    #[test]
    fn keys_that_cannot_be_pressed_are_refused() {
        check(
            "ctrl-i",
            Err("a terminal cannot tell ctrl-i from Tab; write Tab"),
        );
        check("ctrl-é", Err("a terminal does not send ctrl-é"));
        check(
            "5 g",
            Err("5 cannot come first: digits 1 to 9 start a repeat count, as in 5 j"),
        );
        check("", Err("expected a key, such as f, ctrl-n or g d"));
        check("a b c d e", Err("more than four keys in a row"));
        let unknown = "no key hyper-x; keys are f, F, ctrl-n, space, pgdn, f5, home";
        check("hyper-x", Err(unknown));
        check("m letter", Err(&unknown.replace("hyper-x", "letter")));
        let mark = table::by_name("mark").unwrap();
        assert_eq!(way("; letter", mark), Ok("; letter".to_owned()));
        assert!(way("letter", mark).is_err());
    }
}
