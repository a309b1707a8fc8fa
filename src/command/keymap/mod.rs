//! From keys to commands: counts, prefixes, and the keys that may follow them.
//!
//! The keys are those of the table, changed by a named set and then by the user. Invariant: a
//! sequence of keys is either one command or the beginning of some, never both: later keys remove
//! those that clash with them.

mod change;
pub mod sets;

use std::fmt;

use super::ability::Ability;
use super::key::{Key, KeySymbol};
use super::table::{self, COMMANDS, Command, HelpContents};
use crate::model::state::PendingKeys;
pub use change::{KeyChange, way};
use sets::{KeySet, SETS};

/// The sign for any one character in the table.
pub const ANY: &str = "letter";
/// The command that shows the keys.
const HELP: &str = "help";

/// The keys of all commands that work here.
#[derive(Clone)]
pub struct Keymap {
    /// The keys for the help and the status line.
    pub manual: HelpContents,
    /// The name of the set.
    pub set: &'static str,
    rows: Vec<CommandKeys>,
}

/// A command and the ways to type it.
#[derive(Clone)]
struct CommandKeys {
    command: &'static Command,
    ways: Vec<String>,
}

impl fmt::Debug for Keymap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keymap")
            .field("set", &self.set)
            .finish_non_exhaustive()
    }
}

/// The outcome of a key.
pub enum KeyOutcome {
    /// A part of a count, or the beginning of a command.
    More,
    /// The key of the help after these keys: it shows the keys that may follow.
    Help(Vec<String>),
    /// Keys of no command.
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
        Self::new(&SETS[0], &[])
    }
}

impl Keymap {
    /// The keys of a set, with the user's changes on top, where everything works.
    pub fn new(set: &KeySet, changes: &[KeyChange]) -> Self {
        Self::with(Ability::ALL, set, changes)
    }

    /// The keys of a set, with the user's changes on top, on a system with these abilities.
    /// Commands that do not work there have no keys, and take none from others.
    pub fn with(abilities: &[Ability], set: &KeySet, changes: &[KeyChange]) -> Self {
        let works = |name: &str| {
            let command = table::by_name(name);
            command.is_some_and(|command| command.works_with(abilities))
        };
        let mut rows: Vec<_> = { COMMANDS.iter() }
            .filter(|command| command.works_with(abilities))
            .map(|command| CommandKeys {
                command,
                ways: command.keys.iter().map(|&way| way.to_owned()).collect(),
            })
            .collect();
        let of_set = set.rows.iter().filter(|(name, _)| works(name));
        let of_set =
            of_set.map(|(name, ways)| (*name, ways.iter().map(|&way| way.to_owned()).collect()));
        let of_user = changes
            .iter()
            .filter(|change| works(change.command))
            .map(|change| (change.command, change.ways.clone()));
        change(&mut rows, &of_set.collect::<Vec<_>>());
        change(&mut rows, &of_user.collect::<Vec<_>>());
        let mut keymap = Self {
            manual: HelpContents::default(),
            set: set.id,
            rows,
        };
        keymap.manual = table::manual(&keymap);
        keymap
    }

    /// The commands that work here, in the order of the table.
    pub fn commands(&self) -> impl Iterator<Item = &'static Command> {
        self.rows.iter().map(|row| row.command)
    }

    /// The ways to type a command.
    pub fn ways(&self, name: &str) -> &[String] {
        let row = self.rows.iter().find(|row| row.command.name == name);
        row.map_or(&[], |row| &row.ways)
    }

    /// The command that this single key runs.
    pub fn by_key(&self, key: Key) -> Option<&'static Command> {
        let typed = key.to_string();
        let row = self.rows.iter().find(|row| row.ways.contains(&typed));
        row.map(|row| row.command)
    }

    /// The way to run a command: its first keys, else its name with a word for its argument.
    pub fn first(&self, name: &str) -> String {
        let named = || table::by_name(name).map_or_else(String::new, Command::named);
        self.ways(name).first().map_or_else(named, Clone::clone)
    }

    fn all(&self) -> impl Iterator<Item = (Vec<&str>, &'static Command)> {
        self.rows.iter().flat_map(|row| {
            let ways = row.ways.iter();
            ways.map(|way| (way.split(' ').collect(), row.command))
        })
    }

    /// Feeds a key after the pending ones, and updates these.
    pub fn feed(&self, pending: &mut PendingKeys, key: Key) -> KeyOutcome {
        if let Some(outcome) = count(pending, key) {
            return outcome;
        }
        let out = key.code == KeySymbol::Esc || key == Key::ctrl(KeySymbol::Char('c'));
        let is_way = || !matches!(self.follow(pending, key), KeyOutcome::Unknown(_));
        if out && *pending != PendingKeys::default() && (pending.keys.is_empty() || !is_way()) {
            *pending = PendingKeys::default();
            return KeyOutcome::More;
        }
        let (mut typed, mut outcome) = (key, self.follow(pending, key));
        if let (KeyOutcome::Unknown(_), Some(twin)) = (&outcome, key.latin_twin()) {
            let second = self.follow(pending, twin);
            if !matches!(second, KeyOutcome::Unknown(_)) {
                (typed, outcome) = (twin, second);
            }
        }
        if matches!(outcome, KeyOutcome::More) {
            pending.keys.push(typed.to_string());
            pending.next = self.next(&pending.keys);
            return outcome;
        }
        let before = std::mem::take(pending).keys;
        let asks = self.by_key(key).is_some_and(|command| command.name == HELP);
        match outcome {
            KeyOutcome::Unknown(_) if asks && !before.is_empty() => KeyOutcome::Help(before),
            outcome => outcome,
        }
    }

    /// The key that shows the keys that may follow the pending ones, if one has no other meaning
    /// there.
    pub fn help_after(&self, pending: &PendingKeys) -> Option<&str> {
        let is_free = |way: &&String| {
            let key = way.parse();
            key.is_ok_and(|key| matches!(self.follow(pending, key), KeyOutcome::Unknown(_)))
        };
        self.ways(HELP).iter().find(is_free).map(String::as_str)
    }

    /// Every way to type a command that begins with some keys, and the effect of the command.
    pub fn ways_after(&self, keys: &[String]) -> Vec<(String, &'static str)> {
        let begun = self.all();
        let begun = begun.filter(|(row, _)| row.len() > keys.len() && fits(row, keys));
        begun
            .map(|(row, command)| (row.join(" "), command.doc))
            .collect()
    }

    /// The outcome of a key after the pending ones.
    fn follow(&self, pending: &PendingKeys, key: Key) -> KeyOutcome {
        let mut keys = pending.keys.clone();
        keys.push(key.to_string());
        let letter = match key {
            Key {
                code: KeySymbol::Char(c),
                ctrl: false,
            } => Some(c),
            _ => None,
        };
        for (row, command) in self.all() {
            if row.len() < keys.len() || !fits(&row, &keys) {
                continue;
            }
            if row.len() > keys.len() {
                return KeyOutcome::More;
            }
            let letter = letter.filter(|_| row.last() == Some(&ANY));
            return KeyOutcome::Run {
                command,
                count: pending.count,
                letter,
            };
        }
        KeyOutcome::Unknown(keys.join(" "))
    }

    /// The keys that may follow some keys, for the hint.
    fn next(&self, keys: &[String]) -> Vec<(String, &'static str)> {
        let begun = self.all();
        let begun = begun.filter(|(row, _)| row.len() > keys.len() && fits(row, keys));
        let mut next: Vec<(String, &'static str)> = Vec::new();
        for (row, command) in begun {
            let key = row[keys.len()].to_owned();
            // If several commands share one more key, the hint for the keys after it comes with the
            // next key.
            if !next.iter().any(|(known, _)| *known == key) {
                next.push((key, command.short));
            }
        }
        next
    }
}

/// Gives commands other keys, and removes these from all others.
fn change(rows: &mut [CommandKeys], changes: &[(&str, Vec<String>)]) {
    let taken: Vec<&String> = changes.iter().flat_map(|(_, ways)| ways).collect();
    for row in rows {
        match changes.iter().find(|(name, _)| *name == row.command.name) {
            Some((_, ways)) => row.ways.clone_from(ways),
            None => row
                .ways
                .retain(|way| !taken.iter().any(|other| clash(way, other))),
        }
    }
}

/// Reports whether one of two key sequences is the beginning of the other.
pub fn clash(one: &str, other: &str) -> bool {
    let meets =
        |(a, b): (&str, &str)| a == b || (a == ANY && is_letter(b)) || (b == ANY && is_letter(a));
    one.split(' ').zip(other.split(' ')).all(meets)
}

/// Reports whether a row begins with these keys.
fn fits(row: &[&str], keys: &[String]) -> bool {
    row.iter()
        .zip(keys)
        .all(|(&want, key)| want == key || (want == ANY && is_letter(key)))
}

fn is_letter(key: &str) -> bool {
    key.chars().count() == 1
}

/// Handles a digit before any key as part of a count; a lone 0 is a key.
fn count(pending: &mut PendingKeys, key: Key) -> Option<KeyOutcome> {
    let Key {
        code: KeySymbol::Char(c),
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
    Some(KeyOutcome::More)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keymaps() -> impl Iterator<Item = Keymap> {
        SETS.iter().map(|set| Keymap::new(set, &[]))
    }

    #[test]
    fn no_keys_are_both_a_command_and_the_beginning_of_another() {
        for keymap in keymaps() {
            let all: Vec<_> = keymap
                .all()
                .map(|(row, command)| (row.join(" "), command))
                .collect();
            for (index, (row, command)) in all.iter().enumerate() {
                for (other, second) in &all[index + 1..] {
                    let names = (command.name, second.name);
                    assert!(
                        !clash(row, other),
                        "{}: {names:?} share {row:?}",
                        keymap.set
                    );
                }
            }
        }
    }

    #[test]
    fn every_key_of_every_set_can_be_pressed() {
        for keymap in keymaps() {
            for (row, command) in keymap.all() {
                for key in row.iter().filter(|&&key| key != ANY) {
                    let parsed: Key = key
                        .parse()
                        .unwrap_or_else(|()| panic!("{}: {key}", command.name));
                    assert_eq!(parsed.to_string(), *key);
                }
                // In the notation of a user.
                assert_eq!(way(&row.join(" "), command), Ok(row.join(" ")));
            }
        }
    }

    #[test]
    fn a_set_names_commands_and_only_keys_that_differ_from_the_table() {
        for set in &SETS {
            for (name, ways) in set.rows {
                let command = table::by_name(name);
                let command = command.unwrap_or_else(|| panic!("{}: {name}", set.id));
                assert_ne!(command.keys, *ways, "{}: {name}", set.id);
            }
        }
    }

    #[test]
    fn messages_may_name_the_keys_that_all_sets_share() {
        for keymap in keymaps() {
            for (name, key) in [("help", "?"), ("go-to", ":"), ("dump", "D"), ("quit", "q")] {
                let has = keymap.ways(name).iter().any(|way| way == key);
                assert!(has, "{}: {name}", keymap.set);
            }
        }
    }

    #[test]
    fn keys_of_the_user_replace_clashing_keys() {
        let change = |command, ways: &[&str]| KeyChange {
            command,
            ways: ways.iter().map(|&way| way.to_owned()).collect(),
        };
        let changes = [
            change("next-fault", &["n", "g"]),
            change("mark", &["f letter"]),
        ];
        let keymap = Keymap::new(&SETS[0], &changes);
        assert_eq!(keymap.ways("next-fault"), ["n", "g"]);
        assert!(keymap.ways("next-match").is_empty());
        assert_eq!(keymap.ways("start"), ["Ctrl-Home"]);
        assert!(keymap.ways("guess").is_empty());
        assert_eq!(keymap.first("guess"), ":guess");
        assert_eq!(keymap.ways("mark"), ["f letter"]);
        assert_eq!(
            keymap
                .manual
                .hints
                .iter()
                .filter(|(key, _)| key == "n")
                .count(),
            1
        );
    }

    #[test]
    fn commands_that_a_system_lacks_are_not_offered_and_have_no_keys() {
        let change = |command, key: &str| KeyChange {
            command,
            ways: vec![key.to_owned()],
        };
        let changes = [change("suspend", "n")];
        for set in &SETS {
            let [all, some] =
                [Ability::ALL, &[]].map(|abilities| Keymap::with(abilities, set, &changes));
            let left_out: Vec<_> = { all.commands() }
                .filter(|command| some.commands().all(|other| other.name != command.name))
                .map(|command| command.name)
                .collect();
            assert_eq!(left_out, ["suspend"], "{}", set.id);
            assert!(some.ways("suspend").is_empty(), "{}", set.id);
            let rows = some.manual.groups.iter().flat_map(|(_, rows)| rows);
            let told = rows.filter(|(_, doc)| *doc == "suspend").count();
            assert_eq!(told, 0, "{}", set.id);
            // Otherwise a configuration shared by several systems would lose keys on some.
            let next = |keymap: &Keymap| keymap.ways("next-match").iter().any(|way| way == "n");
            assert!(next(&some) && !next(&all), "{}", set.id);
        }
    }

    #[test]
    fn esc_begins_keys_where_a_set_says_so_and_gets_out_of_others() {
        check_in("emacs", "Esc", "more Esc");
        check_in("emacs", "Esc v", "page-up None None");
        check_in("emacs", "Esc Esc", "escape None None");
        check_in("emacs", "Ctrl-X Esc", "more ");
        check_in("emacs", "Ctrl-X Ctrl-C", "quit None None");
        check_in("emacs", "4 Esc", "more ");
        check_in("plain", "Ctrl-C", "copy None None");
    }

    #[track_caller]
    fn check(keys: &str, expected: &str) {
        check_in("vim", keys, expected);
    }

    #[track_caller]
    fn check_in(set: &str, keys: &str, expected: &str) {
        let set = SETS.iter().find(|row| row.id == set).unwrap();
        let keymap = Keymap::new(set, &[]);
        let mut pending = PendingKeys::default();
        let mut last = "nothing".to_owned();
        for key in keys.split(' ') {
            last = match keymap.feed(&mut pending, key.parse().unwrap()) {
                KeyOutcome::More => format!("more {}", pending.keys.join("")),
                KeyOutcome::Help(keys) => format!("help after {}", keys.join("")),
                KeyOutcome::Unknown(typed) => format!("unknown {typed}"),
                KeyOutcome::Run {
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
        check("g ?", "help after g");
        check("m ?", "mark None Some('?')");
        check("m F1", "help after m");
    }

    #[test]
    fn a_cyrillic_key_is_looked_up_by_its_place() {
        check("о", "down None None");
        check("п п", "start None None");
        check("П", "end None None");
    }
}
