//! Failures between the program and the system: the one I/O error of the project, with the place,
//! the reason and what to try.
//!
//! It exists so that every failure reads the same. A fault of the data is no trouble: it is a value
//! of the decoder.
//!
//! Invariant: the output of `Display` is one line without a control character, whatever the path
//! holds.

use super::FileChange;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A failure of input or output. Prints as `PATH: reason; what to try`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.line())]
pub struct Trouble {
    place: PathBuf,
    what: Cow<'static, str>,
    hint: Cow<'static, str>,
}

/// The reasons that we can explain better than the system does, and what to try.
const KNOWN: &[(ErrorKind, &str, &str)] = &[
    (ErrorKind::NotFound, "no such file", ""),
    (
        ErrorKind::PermissionDenied,
        "permission denied",
        "read it as a user with permission",
    ),
    (
        ErrorKind::IsADirectory,
        "is a directory",
        "name a file in it",
    ),
    (
        ErrorKind::NotADirectory,
        "a part of the path is not a directory",
        "",
    ),
    (
        ErrorKind::NotConnected,
        "is closed",
        "redirect it to a file",
    ),
    (
        ErrorKind::StorageFull,
        "no space left on the disk",
        "free some space and try again",
    ),
];

impl FileChange {
    /// Reports whether the open file has other bytes than those that were read.
    pub fn is_of_bytes(self) -> bool {
        matches!(self, Self::Grew | Self::Shrank | Self::Modified)
    }
}

impl Trouble {
    /// Trouble at `place`. An empty `hint` is left out of the line.
    pub fn new(
        place: impl Into<PathBuf>,
        what: impl Into<Cow<'static, str>>,
        hint: impl Into<Cow<'static, str>>,
    ) -> Trouble {
        Trouble {
            place: place.into(),
            what: what.into(),
            hint: hint.into(),
        }
    }

    /// The system's report about `place`, in our words if there are any.
    pub fn io(place: impl Into<PathBuf>, error: &io::Error) -> Trouble {
        match KNOWN.iter().find(|(kind, ..)| *kind == error.kind()) {
            Some((_, what, hint)) => Trouble::new(place, *what, *hint),
            None => Trouble::new(place, reason(error), ""),
        }
    }

    /// The trouble with data that was read through, if any: it changed, or `unreadable` bytes of it
    /// could not be read. `done` is the operation on it, such as `checked`; `hint` what to try if
    /// it changed.
    pub fn after(
        place: &Path,
        unreadable: u64,
        change: FileChange,
        (done, hint): (&str, &'static str),
    ) -> Option<Trouble> {
        let change = match change {
            FileChange::Grew => "it grew",
            FileChange::Shrank => "it shrank",
            FileChange::Modified => "it was written to",
            FileChange::Same | FileChange::Replaced | FileChange::Gone => {
                let what = format!("{unreadable} bytes could not be read");
                return (unreadable > 0).then(|| Trouble::new(place, what, ""));
            }
        };
        let what = format!("{change} while it was {done}");
        Some(Trouble::new(place, what, hint))
    }

    /// The place of the failure: the path as it was given, raw; `-` is standard input.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// The failure, without the path.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// A suggestion, if there is one.
    pub fn hint(&self) -> Option<&str> {
        Some(&*self.hint).filter(|hint| !hint.is_empty())
    }

    fn line(&self) -> String {
        let mut line = escaped(self.place.as_os_str());
        line.push_str(": ");
        line.push_str(&escaped(OsStr::new(&*self.what)));
        if let Some(hint) = self.hint() {
            line.push_str("; ");
            line.push_str(&escaped(OsStr::new(hint)));
        }
        line
    }
}

/// The system's own sentence, without the number that Rust appends, with a small first letter,
/// because it follows a colon, and without the full stop of Windows, because a hint may follow.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut rest = text.chars();
    match rest.next() {
        // An abbreviation (`I/O error`) keeps its capitals.
        Some(first) if rest.as_str().starts_with(char::is_lowercase) => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}

/// A name fit for a terminal line: unprintable characters (controls, format characters, line
/// separators, unassigned) as `\u{1b}` or `\n`, bytes that are no UTF-8 as `\xff`. A backslash
/// stays unchanged, so the name cannot be parsed back. The sanitiser of the screen does more, but
/// this room must not depend on it.
fn escaped(name: &OsStr) -> String {
    let mut out = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            push_char(&mut out, c);
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _: fmt::Result = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

fn push_char(out: &mut String, c: char) {
    if matches!(c, '\\' | '"' | '\'') {
        out.push(c);
        return;
    }
    // A combining mark is escaped only if no character precedes it, which the standard library
    // decides by position.
    let mut pair = [b'x'; 5];
    let len = c.encode_utf8(&mut pair[1..]).len();
    match str::from_utf8(&pair[..=len]) {
        Ok(pair) if !out.is_empty() => out.extend(pair.escape_debug().skip(1)),
        _ => out.extend(c.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(place: &str, error: ErrorKind, line: &str) {
        assert_eq!(Trouble::io(place, &error.into()).to_string(), line);
    }

    #[test]
    fn one_line_has_the_place_the_reason_and_a_suggestion() {
        check("x.txt", ErrorKind::NotFound, "x.txt: no such file");
        check(
            "notes",
            ErrorKind::IsADirectory,
            "notes: is a directory; name a file in it",
        );
        check(
            "x",
            ErrorKind::PermissionDenied,
            "x: permission denied; read it as a user with permission",
        );
        check("x", ErrorKind::TimedOut, "x: timed out");
    }

    #[test]
    fn controls_and_invisible_characters_of_a_name_never_come_out_raw() {
        for (name, shown) in [
            ("a\u{1b}[2Jb", r"a\u{1b}[2Jb"),
            ("a\nb\rc\td", r"a\nb\rc\td"),
            ("\u{9b}31m\u{7f}", r"\u{9b}31m\u{7f}"),
            ("\u{202e}txt.exe", r"\u{202e}txt.exe"),
            ("\u{301}e\u{301}", "\\u{301}e\u{301}"),
            ("it's \"a\\b\"", "it's \"a\\b\""),
            ("имя €😀", "имя €😀"),
        ] {
            check(name, ErrorKind::NotFound, &format!("{shown}: no such file"));
        }
    }

    #[test]
    fn a_reason_is_escaped_like_a_name() {
        let error = io::Error::other("Bad\n\u{1b}thing");
        assert_eq!(Trouble::io("x", &error).to_string(), r"x: bad\n\u{1b}thing");
    }

    #[test]
    fn a_sentence_of_windows_loses_its_full_stop() {
        let error = io::Error::other("The parameter is incorrect. (os error 87)");
        let trouble = Trouble::io("x", &error);
        assert_eq!(trouble.to_string(), "x: the parameter is incorrect");
    }

    #[cfg(unix)]
    #[test]
    fn the_system_is_quoted_without_its_number() {
        let error = io::Error::from_raw_os_error(rustix::io::Errno::LOOP.raw_os_error());
        let trouble = Trouble::io("x", &error);
        assert!(!trouble.to_string().contains("os error"), "{trouble}");
        assert!(trouble.what().starts_with(char::is_lowercase), "{trouble}");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_utf8_shows_its_bytes_and_keeps_them() {
        use std::os::unix::ffi::OsStrExt as _;
        let name = OsStr::from_bytes(b"caf\xe9\xff.txt");
        let trouble = Trouble::io(name, &ErrorKind::NotFound.into());
        assert_eq!(trouble.to_string(), r"caf\xe9\xff.txt: no such file");
        assert_eq!(trouble.place().as_os_str(), name);
    }
}
