//! Our own type of key, without the terminal library's type.
//!
//! The table of commands, the tests and the help use this type; the terminal's events are turned
//! into it in one place (`terminal::input`). Invariant: a key prints in the notation of the table,
//! and parses back to itself.

use std::fmt;

/// A key without its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeySymbol {
    /// A character as typed, shift already applied.
    Char(char),
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Arrow up with Shift.
    ShiftUp,
    /// Arrow down with Shift.
    ShiftDown,
    /// Arrow left with Shift.
    ShiftLeft,
    /// Arrow right with Shift.
    ShiftRight,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Tab.
    Tab,
    /// Shift-Tab.
    BackTab,
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// A function key.
    F(u8),
}

/// A key with the one modifier the table uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The key itself.
    pub code: KeySymbol,
    /// True if Control was held.
    pub ctrl: bool,
}

impl Key {
    /// The key without Control.
    pub const fn plain(code: KeySymbol) -> Self {
        Self { code, ctrl: false }
    }

    /// The key with Control.
    pub const fn ctrl(code: KeySymbol) -> Self {
        Self { code, ctrl: true }
    }

    /// The non-character key with a name, in any case.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let row = NAMES
            .iter()
            .find(|(_, known)| known.eq_ignore_ascii_case(name));
        let number = || name.strip_prefix(['F', 'f'])?.parse().ok();
        let code = match row {
            Some((code, _)) => *code,
            None => KeySymbol::F(number().filter(|number| (1..=24).contains(number))?),
        };
        Some(Self::plain(code))
    }

    /// The key at the same place of a Latin keyboard; `None` if it is not on a ЙЦУКЕН one.
    pub(super) fn latin_twin(self) -> Option<Self> {
        let KeySymbol::Char(c) = self.code else {
            return None;
        };
        KEYBOARDS.iter().find_map(|(theirs, ours)| {
            let at = theirs.chars().position(|other| other == c)?;
            let code = KeySymbol::Char(ours.chars().nth(at)?);
            Some(Self { code, ..self })
        })
    }
}

/// The rows of a ЙЦУКЕН keyboard over those of a QWERTY one.
const KEYBOARDS: [(&str, &str); 2] = [
    (
        "йцукенгшщзхъфывапролджэячсмитьбюё",
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
    ),
    (
        "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ",
        "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~",
    ),
];

/// Names of the non-character keys, in the notation of the table.
const NAMES: &[(KeySymbol, &str)] = &[
    (KeySymbol::Up, "Up"),
    (KeySymbol::Down, "Down"),
    (KeySymbol::Left, "Left"),
    (KeySymbol::Right, "Right"),
    (KeySymbol::ShiftUp, "Shift-Up"),
    (KeySymbol::ShiftDown, "Shift-Down"),
    (KeySymbol::ShiftLeft, "Shift-Left"),
    (KeySymbol::ShiftRight, "Shift-Right"),
    (KeySymbol::PageUp, "PgUp"),
    (KeySymbol::PageDown, "PgDn"),
    (KeySymbol::Home, "Home"),
    (KeySymbol::End, "End"),
    (KeySymbol::Tab, "Tab"),
    (KeySymbol::BackTab, "Shift-Tab"),
    (KeySymbol::Enter, "Enter"),
    (KeySymbol::Esc, "Esc"),
    (KeySymbol::Backspace, "Backspace"),
    (KeySymbol::Delete, "Delete"),
    (KeySymbol::Insert, "Insert"),
    (KeySymbol::Char(' '), "Space"),
];

impl KeySymbol {
    /// The key with Shift held, if that is a key of its own here.
    #[must_use]
    pub const fn with_shift(self) -> Self {
        match self {
            Self::Up => Self::ShiftUp,
            Self::Down => Self::ShiftDown,
            Self::Left => Self::ShiftLeft,
            Self::Right => Self::ShiftRight,
            _ => self,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if let Some((_, name)) = NAMES.iter().find(|(code, _)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            KeySymbol::Char(c) if self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            KeySymbol::Char(c) => write!(f, "{c}"),
            KeySymbol::F(n) => write!(f, "F{n}"),
            _ => Ok(()),
        }
    }
}

impl std::str::FromStr for Key {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (ctrl, name) = match text.strip_prefix("Ctrl-") {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, text),
        };
        let code = if let Some((code, _)) = NAMES.iter().find(|(_, n)| *n == name) {
            *code
        } else {
            let mut chars = name.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => KeySymbol::Char(if ctrl { c.to_ascii_lowercase() } else { c }),
                (Some('F'), Some(_)) => KeySymbol::F(name[1..].parse().map_err(drop)?),
                _ => return Err(()),
            }
        };
        Ok(Self { code, ctrl })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back_as_printed() {
        for text in [
            "j",
            "G",
            "Ctrl-F",
            "PgDn",
            "Shift-Tab",
            "F1",
            "Space",
            "`",
            "Ctrl-Home",
            "-",
        ] {
            let key: Key = text.parse().unwrap();
            assert_eq!(key.to_string(), text);
        }
        assert!("Hyper-x".parse::<Key>().is_err());
    }
}
