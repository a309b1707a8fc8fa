//! The output of `strings`: a line or a record for each stretch of text.
//!
//! Invariant: text from the data or of a name reaches the output only through the sanitiser or as an
//! escape of JSON.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};

use super::json::{self, JsonList, JsonRecord, Object, TypedRecord};
use super::styled_text::toned;
use super::{Style, Syntax, Syntaxes};
use crate::detect::verdict::{FoundString, OtherReading};
use crate::model::line::{Tone, shorten};
use crate::unicode::glyph;

/// The columns of an offset, and of the name of an encoding.
const OFFSET: usize = 8;
const NAME: usize = 12;
/// The most columns of another reading.
const COLUMNS: usize = 60;

/// The number system of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffsetRadix {
    /// Base 16.
    Hex,
    /// Base 10.
    Decimal,
    /// Base 8.
    Octal,
}

impl OffsetRadix {
    /// Each with its letter and its help, the default first.
    pub(crate) const ALL: [(&'static str, &'static str, Self); 3] = [
        ("x", "base 16", Self::Hex),
        ("d", "base 10", Self::Decimal),
        ("o", "base 8", Self::Octal),
    ];

    fn shown(self, offset: u64) -> String {
        match self {
            Self::Hex => format!("{offset:OFFSET$X}"),
            Self::Decimal => format!("{offset:OFFSET$}"),
            Self::Octal => format!("{offset:OFFSET$o}"),
        }
    }
}

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (Syntax::Text, "OFFSET ENCODING TEXT, a line for each text"),
    (
        Syntax::Jsonl,
        "one JSON object for each text, for programs; stable",
    ),
];

/// A stretch of text and its place.
pub(crate) struct StringRow<'a> {
    /// The file.
    pub path: &'a OsStr,
    /// Its name if it is one of several, sanitised.
    pub name: Option<&'a str>,
    /// The address of the first byte.
    pub address: u64,
    /// The text.
    pub found: &'a FoundString,
}

/// Adds a stretch, as a line or a record.
pub(crate) fn row(
    out: &mut String,
    row: &StringRow<'_>,
    (syntax, radix): (Syntax, OffsetRadix),
    style: Style,
) {
    match syntax {
        Syntax::Text => line(out, row, radix, style),
        Syntax::Jsonl | Syntax::Json => json::line(out, row, style.charset),
    }
}

fn line(out: &mut String, row: &StringRow<'_>, radix: OffsetRadix, style: Style) {
    if let Some(name) = row.name {
        toned(out, Tone::Strong, name, style);
        out.push_str(": ");
    }
    toned(out, Tone::Quiet, &radix.shown(row.address), style);
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(out, "  {:NAME$}  ", row.found.encoding.id);
    let shown = glyph::safe(&row.found.text, style.charset);
    toned(out, Tone::Key, &shown, style);
    for other in &row.found.others {
        let text = shorten(&glyph::safe(&other.text, style.charset), COLUMNS);
        toned(
            out,
            Tone::Quiet,
            &format!("  [{}: {text}]", other.encoding.id),
            style,
        );
    }
    out.push('\n');
}

impl TypedRecord for StringRow<'_> {
    const TYPE: &'static str = "string";
}

impl JsonRecord for StringRow<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let found = self.found;
        object.path(self.path);
        object.field("offset", self.address);
        object.field("length", found.range.end - found.range.start);
        object.field("encoding", found.encoding.id);
        object.field_if_any("language", found.language());
        object.field("bits", json::Tenths(found.bits));
        object.field("text", &*found.text);
        object.field("others", JsonList(found.others.iter()));
    }
}

impl JsonRecord for OtherReading {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("encoding", self.encoding.id);
        object.field("text", &*self.text);
    }
}
