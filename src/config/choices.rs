//! Words that the command line and a configuration have in common.
//!
//! Invariant: a word means the same in both.

/// The condition of something that depends on the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalCondition {
    /// As requested by the terminal and the environment.
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl TerminalCondition {
    /// All: the word, its help, and its value.
    pub const ALL: [(&'static str, &'static str, Self); 3] = [
        (
            "auto",
            "As the terminal and the environment say: NO_COLOR, TERM, the locale",
            Self::Auto,
        ),
        ("always", "In files and pipes too", Self::Always),
        ("never", "Not on a terminal either", Self::Never),
    ];
}

/// The owner of clicks and the wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseSetting {
    /// The inspector; with Shift the terminal still selects text.
    Auto,
    /// The terminal.
    Never,
}

impl MouseSetting {
    /// All: the word, its help, and its value.
    pub const ALL: [(&'static str, &'static str, Self); 2] = [
        (
            "auto",
            "The inspector uses it; with Shift the terminal selects text",
            Self::Auto,
        ),
        ("never", "Only the terminal uses it", Self::Never),
    ];
}
