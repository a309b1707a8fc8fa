//! What `find` prints: a line or a record a match.
//!
//! A line begins with path, line and column, as editors read them to jump there.
//! Invariant: no text from the data or of a name reaches the output but through
//! the sanitiser or as an escape of JSON.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};

use super::ansi;
use super::records::Object;
use crate::codec::{Encoding, Meaning, State};
use crate::job::find::Found;
use crate::model::inspector::hex;
use crate::model::line::{Tone, shorten};
use crate::model::theme::Theme;
use crate::unicode::glyph::{self, Charset};

/// Bytes of a match that a line shows.
const BYTES: usize = 32;
/// Columns of its text.
const COLUMNS: usize = 60;

/// A match and where it was found.
pub struct Hit<'a> {
    /// The file.
    pub path: &'a OsStr,
    /// The same, made harmless.
    pub name: &'a str,
    /// The match.
    pub found: &'a Found<'a>,
    /// What its offset is called where it is shown.
    pub address: u64,
    /// The encoding that the data is read in, and that positions are counted in.
    pub encoding: &'static Encoding,
    /// The encodings in which its bytes are the text, where all were looked in.
    pub encodings: Option<&'a [&'static Encoding]>,
}

impl Hit<'_> {
    /// The encoding that its bytes are text in.
    fn own(&self) -> &'static Encoding {
        let all = self.encodings.unwrap_or_default();
        if all.contains(&self.encoding) {
            return self.encoding;
        }
        all.first().copied().unwrap_or(self.encoding)
    }
}

/// How it may be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    /// What glyphs may be made of.
    pub charset: Charset,
    /// The colours, if they are to be used.
    pub theme: Option<Theme>,
}

/// A way to print matches.
pub struct Format {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Adds a match.
    pub hit: fn(&mut String, &Hit<'_>, Pen),
    /// Adds how many there are in a file; whether it is one of several.
    pub count: fn(&mut String, &OsStr, u64, bool, Pen),
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Every format, the default first.
pub static FORMATS: &[Format] = &[
    Format {
        id: "text",
        about: "PATH:LINE:COLUMN: OFFSET: BYTES TEXT, a line a match",
        hit: line,
        count: count_line,
    },
    Format {
        id: "jsonl",
        about: "one JSON object a match, for programs; stable",
        hit: record,
        count: count_record,
    },
];

/// Adds some text in a tone, if there are colours.
fn toned(out: &mut String, tone: Tone, text: &str, pen: Pen) {
    let Some(theme) = pen.theme.filter(|_| tone != Tone::Plain) else {
        out.push_str(text);
        return;
    };
    let mut ink = Vec::new();
    ansi::turn(&mut ink, theme.ink(tone));
    out.push_str(str::from_utf8(&ink).unwrap_or_default());
    out.push_str(text);
    out.push_str("\x1b[0m");
}

fn line(out: &mut String, hit: &Hit<'_>, pen: Pen) {
    let found = hit.found;
    toned(out, Tone::Strong, hit.name, pen);
    let (line, column) = found.place.unwrap_or((0, 0));
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(out, ":{line}:{column}: ");
    toned(out, Tone::Quiet, &format!("0x{:X}", hit.address), pen);
    let bytes = found.bytes();
    let more = if bytes.len() > BYTES { " ..." } else { "" };
    let shown = hex(&bytes[..bytes.len().min(BYTES)]) + more;
    out.push_str(": ");
    toned(out, Tone::Key, &shown, pen);
    out.push(' ');
    let state = hit.found.found.state;
    let shown = text(bytes, hit.own(), state, pen.charset);
    toned(out, Tone::Key, &shown, pen);
    if let Some(encodings) = hit.encodings {
        let others = match encodings.len() {
            0 | 1 => String::new(),
            len => format!(" and {} more", len - 1),
        };
        toned(
            out,
            Tone::Quiet,
            &format!(" [{}{others}]", hit.own().id),
            pen,
        );
    }
    out.push('\n');
}

/// The characters of a match, as far as there is room. What has no glyph has a
/// stand-in.
fn text(bytes: &[u8], encoding: &'static Encoding, mut state: State, charset: Charset) -> String {
    // No character has more bytes than this.
    let mut rest = &bytes[..bytes.len().min(8 * COLUMNS)];
    let mut text = String::new();
    while !rest.is_empty() {
        let sequence = encoding.decode(&mut state, rest);
        match sequence.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => text.extend(sequence.meaning.scalars()),
            Meaning::Shift => {}
            _ => text.push(char::REPLACEMENT_CHARACTER),
        }
        rest = &rest[usize::from(sequence.len)..];
    }
    shorten(&glyph::safe(&text, charset), COLUMNS)
}

fn count_line(out: &mut String, path: &OsStr, count: u64, one_of_several: bool, pen: Pen) {
    if one_of_several {
        let path = glyph::safe_bytes(path.as_encoded_bytes(), pen.charset);
        toned(out, Tone::Strong, &path, pen);
        out.push(':');
    }
    let _: fmt::Result = writeln!(out, "{count}");
}

fn record(out: &mut String, hit: &Hit<'_>, pen: Pen) {
    let found = hit.found;
    let mut object = Object::open(out);
    object.path(hit.path, pen.charset);
    object.number("offset", hit.address);
    object.number("length", found.found.len);
    let (line, column) = found.place.unwrap_or((0, 0));
    object.number("line", line);
    object.number("column", column);
    object.word("encoding", hit.own().id);
    if let Some(encodings) = hit.encodings {
        object.words("encodings", encodings.iter().map(|encoding| encoding.id));
    }
    object.hex("match", found.bytes());
    object.close();
}

fn count_record(out: &mut String, path: &OsStr, count: u64, _: bool, pen: Pen) {
    let mut object = Object::open(out);
    object.path(path, pen.charset);
    object.number("count", count);
    object.close();
}
