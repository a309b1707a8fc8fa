//! An encoding that something beside the data declares, and the data that contradicts it.
//!
//! A repository can say in which encoding a file is to be. Invariant: data is contradicted by its byte
//! order mark, or because all of it is UTF-8; the letters of a text contradict nothing.

use hexloupe_text::codec::Encoding;
use hexloupe_text::window::Peek;

use super::requested::RequestedEncoding;
use super::verdict::{Evidence, Verdict};

/// Bytes that are looked at together.
const STEP: usize = 256 * 1024;

/// The declarations about a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileDeclaration {
    /// Its encoding.
    pub encoding: Option<DeclaredEncoding>,
    /// Its kind.
    pub kind: Option<DeclaredKind>,
    /// True if a program has made it.
    pub is_generated: bool,
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredKind {
    /// It is text, even with NULs.
    Text,
    /// It is binary, unless it is UTF-8.
    Binary,
}

/// The encoding that some data is to be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredEncoding {
    /// The encoding.
    pub encoding: RequestedEncoding,
    /// Its name, as it is declared.
    pub label: String,
    /// The file that declares it.
    pub by: &'static str,
    /// The rule for a byte order mark.
    pub mark: DeclaredMark,
}

/// The rule for the byte order mark of some data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclaredMark {
    /// There may be one.
    Any,
    /// There must be one.
    Required,
    /// There must be none.
    Forbidden,
}

impl DeclaredEncoding {
    /// Reads some data in the encoding, if nothing contradicts it; else in that of its mark, or as UTF-8,
    /// and also returns the contradiction in words.
    pub fn read(&self, data: &dyn Peek) -> (Verdict, Option<String>) {
        let by_evidence = super::choose_by_mark(data);
        let declared = self.encoding.verdict_unguessed(data);
        let is_marked = by_evidence.evidence == Evidence::Bom;
        let says = |what: &str| Some(format!("{what}, and {} says {}", self.by, self.label));
        let said = match self.mark {
            _ if data.is_empty() => None,
            _ if is_marked && by_evidence.encoding != declared.encoding => {
                let name = by_evidence.encoding.name;
                return (by_evidence, says(&format!("{name} with a byte order mark")));
            }
            DeclaredMark::Forbidden if is_marked => says("a byte order mark"),
            DeclaredMark::Required if !is_marked => says("no byte order mark"),
            _ => None,
        };
        if !is_marked && is_other(declared.encoding, data) {
            return (by_evidence, says("UTF-8"));
        }
        if declared.encoding.is_utf8() {
            // It is in doubt as that of any file.
            return (by_evidence, said);
        }
        (declared, said)
    }
}

/// Reports whether data is UTF-8, and another text in an encoding.
fn is_other(declared: &Encoding, data: &dyn Peek) -> bool {
    if declared.is_utf8() {
        return false;
    }
    let is_wide = declared.unit > 1;
    let (mut at, mut is_ascii) = (0, true);
    loop {
        let window = data.window(at, STEP);
        let len = match str::from_utf8(&window.bytes) {
            Ok(text) => text.len(),
            // The next window has the whole character.
            Err(ill) if ill.error_len().is_none() && !window.ends => ill.valid_up_to(),
            Err(_) => return false,
        };
        let seen = &window.bytes[..len];
        // Text in wide units has NULs.
        if is_wide && seen.contains(&0) {
            return false;
        }
        is_ascii &= seen.is_ascii();
        at += len as u64;
        if window.ends || len == 0 {
            return !is_ascii || is_wide || !declared.ascii;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(label: &str, mark: DeclaredMark, data: &[u8], expected: (&str, Option<&str>)) {
        let declared = DeclaredEncoding {
            encoding: RequestedEncoding::parse(label).unwrap(),
            label: label.to_owned(),
            by: "x",
            mark,
        };
        let (verdict, said) = declared.read(&data.to_vec());
        let expected_said = expected.1.map(|said| format!("{said}, and x says {label}"));
        assert_eq!((verdict.encoding.id, said), (expected.0, expected_said));
    }

    #[test]
    fn a_mark_and_utf_8_contradict_another_encoding() {
        use DeclaredMark::{Any, Forbidden, Required};
        check("windows-1251", Any, b"\xCF\xF0\n", ("windows-1251", None));
        check("windows-1251", Any, b"abc\n", ("windows-1251", None));
        check("windows-1251", Any, b"", ("windows-1251", None));
        check(
            "windows-1251",
            Any,
            "Пр".as_bytes(),
            ("utf-8", Some("UTF-8")),
        );
        let marked = "UTF-16LE with a byte order mark";
        check(
            "windows-1251",
            Any,
            b"\xFF\xFEa\0",
            ("utf-16le", Some(marked)),
        );
        check(
            "utf-8",
            Forbidden,
            b"\xFF\xFEa\0",
            ("utf-16le", Some(marked)),
        );
        check("utf-8", Forbidden, "ж".as_bytes(), ("utf-8", None));
        check("utf-8", Forbidden, b"\xFF\n", ("utf-8", None));
        check(
            "utf-8",
            Forbidden,
            "\u{FEFF}ж".as_bytes(),
            ("utf-8", Some("a byte order mark")),
        );
        check(
            "utf-8",
            Required,
            "ж".as_bytes(),
            ("utf-8", Some("no byte order mark")),
        );
        check("utf-8", Required, "\u{FEFF}ж".as_bytes(), ("utf-8", None));
        check("utf-16le", Any, b"a\0b\0", ("utf-16le", None));
        check("utf-16le", Any, b"plain text", ("utf-8", Some("UTF-8")));
        check("utf-16", Required, b"\xFE\xFF\0a", ("utf-16be", None));
        check(
            "utf-16",
            Required,
            b"a\0b\0",
            ("utf-16le", Some("no byte order mark")),
        );
        check("ebcdic-037", Any, b"plain", ("utf-8", Some("UTF-8")));
        check("iso-8859-1", Any, "é".as_bytes(), ("utf-8", Some("UTF-8")));
    }

    #[test]
    fn all_of_the_data_is_looked_at() {
        let mut text = "a".repeat(STEP - 1).into_bytes();
        text.extend("é".as_bytes());
        text.extend(vec![b'b'; STEP]);
        check(
            "windows-1252",
            DeclaredMark::Any,
            &text,
            ("utf-8", Some("UTF-8")),
        );
        text.push(0xE9);
        check(
            "windows-1252",
            DeclaredMark::Any,
            &text,
            ("windows-1252", None),
        );
    }
}
