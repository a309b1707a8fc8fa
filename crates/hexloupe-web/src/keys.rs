//! The names of a browser's keys, as keys of the table of commands.
//!
//! Invariant: a key with Alt or the system's own key is the browser's, and none of ours.

use hexloupe::command::key::{Key, KeySymbol};

/// The keys that are no characters, as the standard of keyboard events names them.
const NAMES: [(&str, KeySymbol); 14] = [
    ("ArrowUp", KeySymbol::Up),
    ("ArrowDown", KeySymbol::Down),
    ("ArrowLeft", KeySymbol::Left),
    ("ArrowRight", KeySymbol::Right),
    ("PageUp", KeySymbol::PageUp),
    ("PageDown", KeySymbol::PageDown),
    ("Home", KeySymbol::Home),
    ("End", KeySymbol::End),
    ("Tab", KeySymbol::Tab),
    ("Enter", KeySymbol::Enter),
    ("Escape", KeySymbol::Esc),
    ("Backspace", KeySymbol::Backspace),
    ("Delete", KeySymbol::Delete),
    ("Insert", KeySymbol::Insert),
];

/// The modifiers of a pressed key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift; it is already applied to a character.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
    /// Alt, or the system's own key.
    pub other: bool,
}

/// The key of an event, by its name; none if it is not ours.
pub fn key(name: &str, modifiers: Modifiers) -> Option<Key> {
    if modifiers.other {
        return None;
    }
    let code = match NAMES.iter().find(|(known, _)| *known == name) {
        Some((_, KeySymbol::Tab)) if modifiers.shift => KeySymbol::BackTab,
        Some((_, code)) if modifiers.shift => code.with_shift(),
        Some((_, code)) => *code,
        None => character(name, modifiers.ctrl)?,
    };
    // A terminal sends these as the keys that they stand for (ECMA-48).
    match (code, modifiers.ctrl) {
        (KeySymbol::Char('i'), true) => Some(Key::plain(KeySymbol::Tab)),
        (KeySymbol::Char('m'), true) => Some(Key::plain(KeySymbol::Enter)),
        (KeySymbol::Char('['), true) => Some(Key::plain(KeySymbol::Esc)),
        (KeySymbol::Char('h'), true) => Some(Key::plain(KeySymbol::Backspace)),
        (code, ctrl) => Some(Key { code, ctrl }),
    }
}

/// A key that is a character or has a number.
fn character(name: &str, ctrl: bool) -> Option<KeySymbol> {
    let mut chars = name.chars();
    match (chars.next()?, chars.next()) {
        (c, None) if ctrl => Some(KeySymbol::Char(c.to_ascii_lowercase())),
        (c, None) => Some(KeySymbol::Char(c)),
        ('F', Some(_)) => {
            let number = name[1..].parse().ok();
            number
                .filter(|number| (1..=12).contains(number))
                .map(KeySymbol::F)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Modifiers = Modifiers {
        shift: false,
        ctrl: false,
        other: false,
    };

    #[track_caller]
    fn check(name: &str, modifiers: Modifiers, expected: &str) {
        let found = key(name, modifiers).map(|key| key.to_string());
        assert_eq!(found.unwrap_or_default(), expected, "{name}");
    }

    #[test]
    fn a_key_is_named_as_in_the_table_of_commands() {
        let shift = Modifiers {
            shift: true,
            ..NONE
        };
        let ctrl = Modifiers { ctrl: true, ..NONE };
        check("j", NONE, "j");
        check("G", shift, "G");
        check(" ", NONE, "Space");
        check("ArrowUp", NONE, "Up");
        check("ArrowUp", shift, "Shift-Up");
        check("Tab", shift, "Shift-Tab");
        check("f", ctrl, "Ctrl-F");
        check("F", ctrl, "Ctrl-F");
        check("i", ctrl, "Tab");
        check("F9", NONE, "F9");
        check("é", NONE, "é");
    }

    #[test]
    fn keys_of_the_browser_are_left_to_it() {
        let alt = Modifiers {
            other: true,
            ..NONE
        };
        check("j", alt, "");
        for name in ["Shift", "Control", "Dead", "F13", "AudioVolumeUp", ""] {
            check(name, NONE, "");
        }
    }
}
