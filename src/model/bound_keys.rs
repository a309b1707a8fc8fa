//! The keys that the texts of the picture name.
//!
//! A text that names a key is right only for the keys in use, which the keymap knows. Invariant: each
//! is the first way to run its command: keys, or its name after `:`.

/// The first way to run each command that a text of the picture names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoundKeys {
    /// Takes what is offered for ill-formed bytes.
    pub mend: String,
    /// Reads bytes as text that was misread.
    pub misread: String,
    /// Shows lines that are not as the rest as they were meant.
    pub lines: String,
    /// Reads the data as a hex dump.
    pub dump: String,
    /// Reads the data in the next likely encoding.
    pub next_reading: String,
    /// Lists faults and notices.
    pub findings: String,
    /// Covers a pane, or uncovers all of it.
    pub cover: String,
    /// Uncovers a sequence.
    pub uncover: String,
}

/// The keys on the screen.
#[derive(Debug, Clone, Copy)]
pub struct ScreenKeys<'a> {
    /// Those of the status line, each with a word.
    pub hints: &'a [(String, &'static str)],
    /// Those that texts name.
    pub bound: &'a BoundKeys,
}
