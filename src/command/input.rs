//! The user's input: a key, a paste, the mouse, another size of the screen.
//!
//! A terminal's bytes become a [`UserInput`] in one place (`terminal::input`); tests make
//! their own. Invariant: nothing here depends on a terminal.

use super::key::Key;

pub use crate::model::palette::Background;
pub use crate::model::state::MouseMode;

/// One input of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserInput {
    /// A key.
    Key(Key),
    /// A pasted text, which is never read as keys. It may hold any characters.
    Paste(String),
    /// An action of the mouse, with its column and row (from 0).
    Mouse(Pointer, u16, u16),
    /// The screen has this many columns and rows now.
    Resize(u16, u16),
    /// The terminal's window gained (true) or lost the focus.
    Focus(bool),
    /// The terminal has reported its background.
    Background(Background),
}

/// An action of the mouse; only its left button counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// The button went down.
    Press {
        /// The number of presses on this cell in short succession: 2 is a double click.
        clicks: u8,
    },
    /// The mouse moved with the button down.
    Drag,
    /// The button came up.
    Release,
    /// The wheel was turned towards the start.
    WheelUp,
    /// The wheel was turned towards the end.
    WheelDown,
}

impl Pointer {
    /// A single press.
    pub const PRESS: Self = Self::Press { clicks: 1 };
}

/// The most bytes stored of a pasted text: enough for a large dump.
pub const MOST_PASTED: usize = 16 << 20;
