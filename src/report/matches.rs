//! The output of `find`: a line or a record per match.
//!
//! A line begins with path, line and column, so that editors can jump there. Invariant: text
//! from the data or of a name reaches the output only through the sanitiser or as an escape
//! of JSON.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};

use super::digits::spaced;
use super::json::{self, Hex, JsonList, JsonRecord, Object, TypedRecord};
use super::styled_text::toned;
use super::{Style, Syntax, Syntaxes};
use crate::codec::{CodecState, Encoding, Meaning};
use crate::job::find::SearchMatch;
use crate::job::layer::CoatKind;
use crate::model::line::{Tone, shorten};
use crate::unicode::glyph::{self, Charset};

/// The most bytes of a match on a line.
const BYTES: usize = 32;
/// The most columns of its text.
const COLUMNS: usize = 60;

/// A match and its place.
pub(crate) struct Hit<'a> {
    /// The file.
    pub path: &'a OsStr,
    /// Its name, sanitised.
    pub name: &'a str,
    /// The match.
    pub found: &'a SearchMatch<'a>,
    /// The address of its first byte in the data.
    pub address: u64,
    /// The number of its bytes there.
    pub length: u64,
    /// The coats around it, the outermost first.
    pub layer: &'a [CoatKind],
    /// The encoding of the data, for counting lines and columns.
    pub encoding: &'static Encoding,
    /// The encodings in which its bytes are the text, if all were searched.
    pub encodings: Option<&'a [&'static Encoding]>,
}

impl Hit<'_> {
    /// The encoding of its shown text.
    fn own(&self) -> &'static Encoding {
        let all = self.encodings.unwrap_or_default();
        if all.contains(&self.encoding) {
            return self.encoding;
        }
        all.first().copied().unwrap_or(self.encoding)
    }
}

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (
        Syntax::Text,
        "PATH:LINE:COLUMN: OFFSET: BYTES TEXT, a line per match",
    ),
    (
        Syntax::Jsonl,
        "one JSON object per match, for programs; stable",
    ),
];

/// Adds a match, as a line or a record.
pub(crate) fn hit(out: &mut String, hit: &Hit<'_>, syntax: Syntax, style: Style) {
    match syntax {
        Syntax::Text => line(out, hit, style),
        Syntax::Jsonl | Syntax::Json => json::line(out, hit, style.charset),
    }
}

/// Adds the number of matches in a file; a text names the file only if it is one of several.
pub(crate) fn count(
    out: &mut String,
    path: &OsStr,
    (count, one_of_several): (u64, bool),
    syntax: Syntax,
    style: Style,
) {
    if syntax != Syntax::Text {
        return json::line(out, &MatchCountRecord { path, count }, style.charset);
    }
    if one_of_several {
        let path = glyph::safe_bytes(path.as_encoded_bytes(), style.charset);
        toned(out, Tone::Strong, &path, style);
        out.push(':');
    }
    // Writing to a string cannot fail.
    let _: fmt::Result = writeln!(out, "{count}");
}

fn line(out: &mut String, hit: &Hit<'_>, style: Style) {
    let found = hit.found;
    toned(out, Tone::Strong, hit.name, style);
    let (line, column) = found.place.unwrap_or((0, 0));
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(out, ":{line}:{column}: ");
    toned(out, Tone::Quiet, &format!("0x{:X}", hit.address), style);
    let bytes = found.bytes();
    let more = if bytes.len() > BYTES { " ..." } else { "" };
    let shown = spaced(&bytes[..bytes.len().min(BYTES)]) + more;
    out.push_str(": ");
    toned(out, Tone::Key, &shown, style);
    out.push(' ');
    let state = hit.found.found.state;
    let shown = text(bytes, hit.own(), state, style.charset);
    toned(out, Tone::Key, &shown, style);
    if let Some(encodings) = hit.encodings {
        let others = match encodings.len() {
            0 | 1 => String::new(),
            len => format!(" and {} more", len - 1),
        };
        toned(
            out,
            Tone::Quiet,
            &format!(" [{}{others}]", hit.own().id),
            style,
        );
    }
    if !hit.layer.is_empty() {
        let names: Vec<&str> = hit.layer.iter().rev().map(|kind| kind.name()).collect();
        toned(
            out,
            Tone::Quiet,
            &format!(" in {}", names.join(" in ")),
            style,
        );
    }
    out.push('\n');
}

/// The characters of a match, as far as there is room. Characters without a glyph are
/// replaced by a stand-in.
fn text(
    bytes: &[u8],
    encoding: &'static Encoding,
    mut state: CodecState,
    charset: Charset,
) -> String {
    // More than fits into the columns: no character has more than eight bytes.
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

impl TypedRecord for Hit<'_> {
    const TYPE: &'static str = "match";
}

impl JsonRecord for Hit<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let found = self.found;
        let (line, column) = found.place.unwrap_or((0, 0));
        object.path(self.path);
        object.field("offset", self.address);
        object.field("length", self.length);
        object.field("line", line);
        object.field("column", column);
        object.field("encoding", self.own().id);
        let all = self.encodings.map(<[_]>::iter);
        object.field_if_any(
            "encodings",
            all.map(|all| JsonList(all.map(|encoding| encoding.id))),
        );
        object.field("match", Hex(found.bytes()));
        let layer =
            (!self.layer.is_empty()).then(|| JsonList(self.layer.iter().map(|kind| kind.id())));
        object.field_if_any("layer", layer);
    }
}

/// The number of matches in a file.
struct MatchCountRecord<'a> {
    path: &'a OsStr,
    count: u64,
}

impl TypedRecord for MatchCountRecord<'_> {
    const TYPE: &'static str = "count";
}

impl JsonRecord for MatchCountRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.path(self.path);
        object.field("count", self.count);
    }
}
