//! An export that runs while the user goes on: a file that is written, or text that is passed to a
//! command. Also the target of copies.
//!
//! Invariant: at most one errand runs at a time, and the screen shows it.

use std::ops::Range;

use super::facts::FileStanding;

/// The most bytes of the data copied at a time, and the most sent to a terminal: it truncates or
/// drops a longer text.
pub const SHORT: u64 = 64 * 1024;
/// The most bytes of the data passed to a command.
const LONG: u64 = 16 * 1024 * 1024;

/// The form of all text in its decoded form: UTF-8.
pub const AS_READ: &str = "utf-8";

/// The target of a copy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Clipboard {
    /// To the terminal, which may put it on the clipboard of its machine.
    #[default]
    Terminal,
    /// To a shell command that reads it from standard input.
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

/// A running export or copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningExport {
    /// A description, as `writing a.bin`, safe to show.
    pub what: String,
    /// Offsets of the data it goes through.
    pub range: Range<u64>,
    /// The offset reached.
    pub reached: u64,
    /// True if its result is only shown: leaving loses nothing.
    pub is_only_shown: bool,
}

impl RunningExport {
    /// The message that nothing else can be done while it runs.
    pub fn said(&self) -> String {
        format!("still {}; Ctrl-C cancels it", self.what)
    }

    /// The share that is done, in tenths of a percent; `None` if it reads no data.
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

/// A request to write a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The content to write, if the user named it.
    pub what: Option<ExportContent>,
    /// The selection at the time of the request.
    pub selected: Option<Range<u64>>,
    /// The form, if the user named one; else the file's extension decides.
    pub form: Option<String>,
    /// The file, as it was typed.
    pub path: String,
    /// The action if the file exists.
    pub if_exists: IfExists,
}

/// The content of a file to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportContent {
    /// The text on the screen.
    Screen,
    /// The selection.
    Selection,
    /// All of the data.
    File,
    /// The bytes that the user has changed; a command of its own writes them.
    Changes,
    /// The regions; a command of their own writes them.
    Regions,
}

impl ExportContent {
    /// The contents that a name selects, in this order.
    pub const ALL: [Self; 3] = [Self::Screen, Self::Selection, Self::File];

    /// The name that selects it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Selection => "selection",
            Self::File => "file",
            Self::Changes => "changes",
            Self::Regions => "regions",
        }
    }
}

/// The user's consent to write the changed bytes over the file itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Not given yet: ask.
    Ask,
    /// Given while this change of the file was known.
    Given(FileStanding),
}

/// The action if the file exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IfExists {
    /// Ask the user.
    #[default]
    Ask,
    /// Overwrite it: the user has agreed.
    Write,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(range: Range<u64>, reached: u64, expected: Option<u16>) {
        let errand = RunningExport {
            what: String::new(),
            range,
            reached,
            is_only_shown: false,
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
