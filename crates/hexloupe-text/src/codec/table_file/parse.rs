//! The text of a table file, in any of three forms, as an encoding.
//!
//! | form | an entry |
//! |---|---|
//! | mapping file of unicode.org | `0x80 0x20AC # EURO SIGN` |
//! | `.ucm` of ICU | `<U20AC> \x80 \|0` |
//! | `.tbl` of game translators | `80=€` |
//!
//! The first line that is neither empty nor a comment determines the form. Invariant: a line that
//! is not understood is an error with its line and column; no entry is skipped silently.

use thiserror::Error;

use super::codes::{
    TableFileCode, TableFileCodes, TableFileEntries, TableFileEntry, TableFileValue,
};
use super::shape::{Shapes, TrailPath};
use super::{LONGEST, LeftOutEntries, TableFile, mapping, row, tbl, ucm};
use crate::codec::Encoding;

/// The reason why a file is no table, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault, and a suggestion.
    pub what: String,
}

/// The result of reading a file so far.
#[derive(Debug, Default)]
pub(super) struct TableFileDraft {
    entries: TableFileEntries,
    /// Bytes that may follow a lead byte even without an entry.
    pub(super) paths: Vec<TrailPath>,
    /// The name of the set in the file.
    pub(super) name: Option<String>,
    left_out: Option<LeftOutEntries>,
}

/// A line of a file, and the rest of it that is still to read.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableFileLine<'a> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    whole: &'a str,
    /// The rest of the line.
    pub(super) rest: &'a str,
}

/// The encoding of a table file. Its id is `id`; its name is the name in the file, else `name`.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn parse(id: &str, name: &str, file: &[u8]) -> Result<&'static Encoding, TableError> {
    let text = text(file)?;
    let lines = lines(&text);
    let mut draft = TableFileDraft::default();
    let is_told =
        |line: &TableFileLine<'_>| !matches!(line.rest.chars().next(), None | Some('#' | ';'));
    let first = lines
        .clone()
        .map(TableFileLine::without_blanks)
        .find(is_told);
    if let Some(line) = first {
        let begins = |with: &[&str]| with.iter().any(|with| line.rest.starts_with(with));
        if begins(&["0x", "0X"]) {
            mapping::read(lines, &mut draft)?;
        } else if begins(&["<", "CHARMAP"]) {
            ucm::read(lines, &mut draft)?;
        } else if tbl::is_entry(line.rest) {
            tbl::read(lines, &mut draft)?;
        } else {
            return Err(line.error(NO_TABLE));
        }
    }
    draft.row(id, name)
}

/// The message about a file in none of the forms.
const NO_TABLE: &str =
    "not a table; a line is 0x80 0x20AC (unicode.org), <U20AC> \\x80 |0 (ICU .ucm) or 80=A (.tbl)";

/// The text of a file: UTF-8, with or without a mark.
fn text(file: &[u8]) -> Result<String, TableError> {
    let bytes = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let (good, is_whole) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => {
            let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
            (std::str::from_utf8(good).unwrap_or_default(), false)
        }
    };
    if is_whole {
        return Ok(good.to_owned());
    }
    // Comments of old mapping files have bytes of other sets.
    let last = good.rsplit('\n').next().unwrap_or_default();
    if last.contains('#') {
        return Ok(String::from_utf8_lossy(bytes).into_owned());
    }
    Err(TableError {
        line: good.matches('\n').count() + 1,
        column: last.chars().count() + 1,
        what: "not UTF-8; hexloupe recode -t utf-8 converts it".to_owned(),
    })
}

/// The lines of a text.
fn lines(text: &str) -> impl Iterator<Item = TableFileLine<'_>> + Clone {
    { text.lines().zip(1..) }.map(|(whole, number)| TableFileLine {
        number,
        whole,
        rest: whole,
    })
}

impl<'a> TableFileLine<'a> {
    /// An error at the place reached in the line.
    pub(super) fn error(self, what: impl Into<String>) -> TableError {
        let read = &self.whole[..self.whole.len() - self.rest.len()];
        TableError {
            line: self.number,
            column: read.chars().count() + 1,
            what: what.into(),
        }
    }

    /// Drops a comment, and blanks around the rest.
    pub(super) fn without_comment(mut self) -> Self {
        let told = self.rest.split('#').next().unwrap_or_default();
        // Old editors of DOS end a file with 1A.
        let told = told.trim_end_matches(|c: char| c.is_whitespace() || c == '\u{1A}');
        let read = self.whole.len() - self.rest.len();
        self.whole = &self.whole[..read + told.len()];
        self.rest = told;
        self.blanks();
        self
    }

    /// Reads blanks.
    fn without_blanks(mut self) -> Self {
        self.blanks();
        self
    }

    /// Reads blanks.
    pub(super) fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads some text, if the rest begins with it.
    pub(super) fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads characters as long as they are of one kind.
    pub(super) fn run(&mut self, is_of_it: impl Fn(char) -> bool) -> &'a str {
        let len = self.rest.find(|c| !is_of_it(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(len);
        self.rest = rest;
        run
    }

    /// Reads a word: everything up to a blank.
    pub(super) fn word(&mut self) -> &'a str {
        self.run(|c| !c.is_whitespace())
    }

    /// Reads pairs of hex digits as the bytes of an entry.
    pub(super) fn code(&mut self) -> Result<TableFileCode, TableError> {
        let before = *self;
        let digits = self.run(|c| c.is_ascii_hexdigit());
        if digits.is_empty() || digits.len() % 2 == 1 {
            return Err(before.error("bytes are pairs of hex digits"));
        }
        let pairs = digits.as_bytes().chunks(2);
        let bytes: Option<Vec<u8>> = pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        { bytes.as_deref().and_then(TableFileCode::new) }
            .ok_or_else(|| before.error(format!("an entry has at most {LONGEST} bytes")))
    }

    /// Reads hex digits as a character.
    pub(super) fn character(&mut self) -> Result<char, TableError> {
        let before = *self;
        let digits = self.run(|c| c.is_ascii_hexdigit());
        let value = u32::from_str_radix(digits, 16).ok();
        let c = value.filter(|_| digits.len() <= 8).and_then(char::from_u32);
        c.ok_or_else(|| before.error(format!("{digits:?} is not a Unicode scalar value in hex")))
    }
}

impl TableFileDraft {
    /// Adds an entry.
    pub(super) fn add(
        &mut self,
        line: TableFileLine<'_>,
        code: TableFileCode,
        characters: &[char],
        writes: bool,
    ) -> Result<(), TableError> {
        let value = match *characters {
            [] => TableFileValue::Nothing,
            [c] => TableFileValue::One(c),
            [c, d] => TableFileValue::Two(c, d),
            _ => {
                let first = LeftOutEntries {
                    count: 0,
                    line: line.number,
                };
                self.left_out.get_or_insert(first).count += 1;
                TableFileValue::Nothing
            }
        };
        let entry = TableFileEntry {
            code,
            value,
            line: line.number,
            writes,
        };
        self.entries.add(entry).map_err(|other| {
            let bytes: Vec<_> = code
                .bytes()
                .iter()
                .map(|byte| format!("{byte:02X}"))
                .collect();
            let bytes = bytes.concat();
            line.error(format!(
                "{bytes} has another character in line {other}; leave one out"
            ))
        })
    }

    /// The row of the entries read.
    fn row(self, id: &str, name: &str) -> Result<&'static Encoding, TableError> {
        let entries = self.entries.list;
        if entries
            .iter()
            .all(|entry| entry.value == TableFileValue::Nothing)
        {
            return Err(TableError {
                line: 1,
                column: 1,
                what: "the file has no entry with a character".to_owned(),
            });
        }
        let shapes = Shapes::new(entries.iter().map(|entry| entry.code.bytes()), &self.paths);
        let table = TableFile::new(TableFileCodes::new(&entries), shapes, self.left_out);
        let own = self.name.filter(|own| !own.is_empty());
        Ok(row(id, own.as_deref().unwrap_or(name), table))
    }
}

/// The table of entries that are right.
pub(super) fn table_of(entries: impl Iterator<Item = (Vec<u8>, char)>) -> TableFile {
    let entries = entries.zip(1..).filter_map(|((bytes, c), line)| {
        Some(TableFileEntry {
            code: TableFileCode::new(&bytes)?,
            value: TableFileValue::One(c),
            line,
            writes: true,
        })
    });
    let entries: Vec<TableFileEntry> = entries.collect();
    let shapes = Shapes::new(entries.iter().map(|entry| entry.code.bytes()), &[]);
    TableFile::new(TableFileCodes::new(&entries), shapes, None)
}

/// The name that a file gives its set, as far as it is printable ASCII.
pub(super) fn plain_name(words: &str) -> Option<String> {
    /// The largest number of characters of a name on the screen.
    const MOST: usize = 32;
    let plain = words.chars().filter(|c| matches!(c, ' '..='~'));
    let name: String = plain.take(MOST).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}
