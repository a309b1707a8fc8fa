//! The theme of what is printed: the sixteen colours a terminal has of its own.
//!
//! One row per tone. Every row begins with a reset, so a style depends on no
//! other that came before it. Invariant: colour is never the only sign;
//! structure is bold and wrong bits are underlined too.

use crate::model::line::Tone;
use crate::model::row::Role;

/// Takes all styles back.
pub const RESET: &str = "\x1b[0m";

/// The control sequence (SGR) of a tone.
pub const fn sgr(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain | Tone::Payload => RESET,
        Tone::Quiet => "\x1b[0;90m",
        Tone::Strong => "\x1b[0;1m",
        Tone::Key => "\x1b[0;33m",
        Tone::Structure => "\x1b[0;1;34m",
        Tone::Wrong => "\x1b[0;4;31m",
        Tone::Chosen => "\x1b[0;7m",
        Tone::As(role) => of_role(role),
    }
}

const fn of_role(role: Role) -> &'static str {
    match role {
        Role::Ascii => RESET,
        Role::Blank => "\x1b[0;90m",
        Role::Control => "\x1b[0;35m",
        Role::Single | Role::LowSurrogate => "\x1b[0;36m",
        Role::Lead => "\x1b[0;1;32m",
        Role::Continuation => "\x1b[0;32m",
        Role::Bom => "\x1b[0;94m",
        Role::HighSurrogate => "\x1b[0;1;36m",
        Role::Notice => "\x1b[0;33m",
        Role::Fault => "\x1b[0;1;31m",
        Role::Unreadable => "\x1b[0;7;31m",
    }
}

/// Whether a tone would be seen on a blank too, and so must end before one.
pub const fn shows_on_blanks(tone: Tone) -> bool {
    matches!(
        tone,
        Tone::Wrong | Tone::Chosen | Tone::As(Role::Unreadable)
    )
}
