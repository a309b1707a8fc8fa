//! What is taken out of the inspector while the user goes on: a file that is
//! written, a text that is handed to a command; and where copies go.
//!
//! Invariant: one errand at a time, and none that the screen does not show.

use std::ops::Range;

/// Bytes of the data that are copied at once, and the most that a terminal is given:
/// it cuts a longer text off, or drops it.
pub const SHORT: u64 = 64 * 1024;
/// The most bytes of the data that a command is given.
const LONG: u64 = 16 * 1024 * 1024;

/// Where what is copied goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Clipboard {
    /// To the terminal, which may put it on the clipboard of where it runs.
    #[default]
    Terminal,
    /// To a command of the shell that takes it on its standard input.
    Command(String),
}

impl Clipboard {
    /// The most bytes of the data that may be copied.
    pub const fn most(&self) -> u64 {
        match self {
            Self::Terminal => SHORT,
            Self::Command(_) => LONG,
        }
    }
}

/// What is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errand {
    /// What is done, as `writing a.bin`, ready for the screen.
    pub what: String,
    /// Offsets of the data it goes through.
    pub range: Range<u64>,
    /// The offset reached.
    pub reached: u64,
}

impl Errand {
    /// How much of it is done, in tenths of a percent; none where it goes through no data.
    pub fn thousandths(&self) -> Option<u16> {
        let Range { start, end } = self.range;
        if start >= end {
            return None;
        }
        let done = u128::from(self.reached.clamp(start, end) - start);
        // At most 1000.
        Some((done * 1000 / u128::from(end - start)) as u16)
    }
}

/// What is to be written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// What, where it was said.
    pub what: Option<What>,
    /// What was selected when it was asked for.
    pub selected: Option<Range<u64>>,
    /// The form that was named; else the ending of the file tells.
    pub form: Option<String>,
    /// The file, as it was typed.
    pub path: String,
    /// What becomes of a file that is there.
    pub over: Over,
}

/// What can be written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// What is on the screen.
    Screen,
    /// What is selected.
    Selection,
    /// All of the data.
    File,
}

impl What {
    /// All, in the order they are named.
    pub const ALL: [Self; 3] = [Self::Screen, Self::Selection, Self::File];

    /// The word that asks for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Selection => "selection",
            Self::File => "file",
        }
    }
}

/// What becomes of a file that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Over {
    /// The user is asked.
    #[default]
    Ask,
    /// It is written over: the user was asked.
    Write,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(range: Range<u64>, reached: u64, expected: Option<u16>) {
        let errand = Errand {
            what: String::new(),
            range,
            reached,
        };
        assert_eq!(errand.thousandths(), expected);
    }

    #[test]
    fn a_share_is_of_the_range_and_never_more_than_all() {
        check(0..100, 0, Some(0));
        check(100..200, 150, Some(500));
        check(100..200, 50, Some(0));
        check(100..200, u64::MAX, Some(1000));
        check(5..5, 5, None);
        check(0..u64::MAX, u64::MAX, Some(1000));
    }
}
