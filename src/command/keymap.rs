//! From keys to commands: counts, prefixes, and what may follow them.
//!
//! Invariant: a sequence of keys is either one command or the beginning of
//! some, never both (a test checks the table for it).

use super::key::{Code, Key};
use super::table::{self, COMMANDS, Command, Manual};
use crate::model::state::Pending;

/// In the table: any one character.
pub const ANY: &str = "letter";

/// The keys of all commands.
pub struct Keymap {
    /// The keys for the help and the status line.
    pub manual: Manual,
    rows: Vec<(Vec<&'static str>, &'static Command)>,
}

/// What became of a key.
pub enum Outcome {
    /// It is part of a count, or the beginning of a command.
    More,
    /// No command has these keys.
    Unknown(String),
    /// A command.
    Run {
        /// The command.
        command: &'static Command,
        /// The count before it.
        count: Option<u64>,
        /// The letter after it.
        letter: Option<char>,
    },
}

impl Default for Keymap {
    fn default() -> Self {
        let rows = COMMANDS.iter().flat_map(|command| {
            command
                .keys
                .iter()
                .map(move |keys| (keys.split(' ').collect(), command))
        });
        Self {
            manual: table::manual(),
            rows: rows.collect(),
        }
    }
}

impl Keymap {
    /// Takes a key after the pending ones, and updates these.
    pub fn feed(&self, pending: &mut Pending, key: Key) -> Outcome {
        if let Some(outcome) = count(pending, key) {
            return outcome;
        }
        let out = key.code == Code::Esc || key == Key::ctrl(Code::Char('c'));
        if out && *pending != Pending::default() {
            *pending = Pending::default();
            return Outcome::More;
        }
        let (mut typed, mut outcome) = (key, self.follow(pending, key));
        if let (Outcome::Unknown(_), Some(twin)) = (&outcome, key.latin_twin()) {
            let second = self.follow(pending, twin);
            if !matches!(second, Outcome::Unknown(_)) {
                (typed, outcome) = (twin, second);
            }
        }
        if matches!(outcome, Outcome::More) {
            pending.keys.push(typed.to_string());
            pending.next = self.next(&pending.keys);
        } else {
            *pending = Pending::default();
        }
        outcome
    }

    /// What a key means after the pending ones.
    fn follow(&self, pending: &Pending, key: Key) -> Outcome {
        let mut keys = pending.keys.clone();
        keys.push(key.to_string());
        let letter = match key {
            Key {
                code: Code::Char(c),
                ctrl: false,
            } => Some(c),
            _ => None,
        };
        for (row, command) in &self.rows {
            if row.len() < keys.len() || !fits(row, &keys) {
                continue;
            }
            if row.len() > keys.len() {
                return Outcome::More;
            }
            let letter = letter.filter(|_| row.last() == Some(&ANY));
            return Outcome::Run {
                command,
                count: pending.count,
                letter,
            };
        }
        Outcome::Unknown(keys.join(" "))
    }

    /// The keys that may follow some keys, for the hint.
    fn next(&self, keys: &[String]) -> Vec<(String, &'static str)> {
        let begun = self
            .rows
            .iter()
            .filter(|(row, _)| row.len() > keys.len() && fits(row, keys));
        begun
            .map(|(row, command)| (row[keys.len()].to_owned(), command.short))
            .collect()
    }
}

/// Whether a row begins with these keys.
fn fits(row: &[&str], keys: &[String]) -> bool {
    row.iter()
        .zip(keys)
        .all(|(&want, key)| want == key || (want == ANY && is_letter(key)))
}

fn is_letter(key: &str) -> bool {
    key.chars().count() == 1
}

/// A digit before any key is part of a count; a lone 0 is a key.
fn count(pending: &mut Pending, key: Key) -> Option<Outcome> {
    let Key {
        code: Code::Char(c),
        ctrl: false,
    } = key
    else {
        return None;
    };
    let digit = u64::from(c.to_digit(10)?);
    if !pending.keys.is_empty() || (digit == 0 && pending.count.is_none()) {
        return None;
    }
    let count = pending.count.unwrap_or(0);
    pending.count = Some(count.saturating_mul(10).saturating_add(digit));
    Some(Outcome::More)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_keys_are_both_a_command_and_the_beginning_of_another() {
        let keymap = Keymap::default();
        for (index, (row, command)) in keymap.rows.iter().enumerate() {
            for (other, second) in &keymap.rows[index + 1..] {
                let owned: Vec<String> = row.iter().map(|&key| key.to_owned()).collect();
                let shorter: Vec<String> = other.iter().map(|&key| key.to_owned()).collect();
                let clash = if row.len() <= other.len() {
                    fits(other, &owned)
                } else {
                    fits(row, &shorter)
                };
                assert!(!clash, "{} and {} share {row:?}", command.name, second.name);
            }
        }
    }

    #[test]
    fn every_key_of_the_table_can_be_pressed() {
        for (row, command) in &Keymap::default().rows {
            for key in row.iter().filter(|&&key| key != ANY) {
                let parsed: Key = key
                    .parse()
                    .unwrap_or_else(|()| panic!("{}: {key}", command.name));
                assert_eq!(parsed.to_string(), *key);
            }
        }
    }

    #[track_caller]
    fn check(keys: &str, expected: &str) {
        let keymap = Keymap::default();
        let mut pending = Pending::default();
        let mut last = "nothing".to_owned();
        for key in keys.split(' ') {
            last = match keymap.feed(&mut pending, key.parse().unwrap()) {
                Outcome::More => format!("more {}", pending.keys.join("")),
                Outcome::Unknown(typed) => format!("unknown {typed}"),
                Outcome::Run {
                    command,
                    count,
                    letter,
                } => {
                    format!("{} {count:?} {letter:?}", command.name)
                }
            };
        }
        assert_eq!(last, expected, "{keys}");
    }

    #[test]
    fn digits_count_and_prefixes_wait() {
        check("j", "down None None");
        check("1 2 j", "down Some(12) None");
        check("0", "row-start None None");
        check("1 0 j", "down Some(10) None");
        check("g", "more g");
        check("g g", "start None None");
        check("m x", "mark None Some('x')");
        check("g Esc j", "down None None");
        check("g q", "unknown g q");
    }

    #[test]
    fn a_cyrillic_key_is_looked_up_by_its_place() {
        check("о", "down None None");
        check("п п", "start None None");
        check("П", "end None None");
    }
}
