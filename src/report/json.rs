//! JSON, written field by field.
//!
//! A record is a type that names its [fields](JsonRecord::fields); the content of a field is a
//! [`JsonValue`]. In strings, characters that a terminal would obey or hide are escaped.
//! Invariant: a record is one line of valid JSON, whatever the values are.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};

use crate::unicode::glyph::{self, Charset, GlyphKind};

/// Data that is printed as an object.
pub(super) trait JsonRecord {
    /// Adds the fields, in their order.
    fn fields(&self, object: &mut Object<'_>);
}

/// A record: an object that can be read by itself.
///
/// It begins with its type and the version of its schema.
pub(super) trait TypedRecord: JsonRecord {
    /// The field `type`. The schema of the records has this name in `$defs`.
    const TYPE: &'static str;
}

/// The version of the schema of all records. It rises if a field is renamed, removed or given another
/// meaning, not if one is added.
const SCHEMA: u64 = 1;

/// Adds a record as a line.
pub(super) fn line<R: TypedRecord>(out: &mut String, record: &R, charset: Charset) {
    record_text(out, record, charset);
    out.push('\n');
}

/// Adds a record without a line end.
pub(super) fn record_text<R: TypedRecord>(out: &mut String, record: &R, charset: Charset) {
    let mut object = Object::open_record(out, R::TYPE, charset);
    record.fields(&mut object);
    object.end();
}

/// An object being written.
pub(super) struct Object<'a> {
    out: &'a mut String,
    charset: Charset,
    first: bool,
}

impl<'a> Object<'a> {
    pub(super) fn open(out: &'a mut String, charset: Charset) -> Self {
        out.push('{');
        Self {
            out,
            charset,
            first: true,
        }
    }

    /// Opens a record of a [type](TypedRecord::TYPE).
    pub(super) fn open_record(out: &'a mut String, kind: &'static str, charset: Charset) -> Self {
        let mut object = Self::open(out, charset);
        object.field("type", kind);
        object.field("schema", SCHEMA);
        object
    }

    /// Continues an object whose first fields are written already.
    pub(super) fn going_on(out: &'a mut String, charset: Charset) -> Self {
        Self {
            out,
            charset,
            first: false,
        }
    }

    /// Adds a field.
    pub(super) fn field(&mut self, key: &'static str, value: impl JsonValue) {
        // Keys are ours and need no escape.
        self.out.push_str(if self.first { "\"" } else { ",\"" });
        self.first = false;
        self.out.push_str(key);
        self.out.push_str("\":");
        value.write(self.out, self.charset);
    }

    /// Adds a field only if there is a value.
    pub(super) fn field_if_any(&mut self, key: &'static str, value: Option<impl JsonValue>) {
        if let Some(value) = value {
            self.field(key, value);
        }
    }

    /// Adds the path of a file, and its bytes if it is not UTF-8.
    pub(super) fn path(&mut self, path: &OsStr) {
        self.field("path", &*path.to_string_lossy());
        let bytes = path.to_str().is_none().then_some(path.as_encoded_bytes());
        self.field_if_any("path_hex", bytes.map(Hex));
    }

    /// Ends the object.
    pub(super) fn end(self) {
        self.out.push('}');
    }

    /// Ends the object and its line.
    pub(super) fn end_line(self) {
        self.out.push_str("}\n");
    }
}

/// The content of a field.
pub(super) trait JsonValue {
    /// Adds the value.
    fn write(self, out: &mut String, charset: Charset);
}

impl JsonValue for u64 {
    fn write(self, out: &mut String, _: Charset) {
        push_number(out, self);
    }
}

impl JsonValue for bool {
    fn write(self, out: &mut String, _: Charset) {
        out.push_str(if self { "true" } else { "false" });
    }
}

impl JsonValue for &str {
    fn write(self, out: &mut String, charset: Charset) {
        let is_plain = |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        out.push('"');
        if self.bytes().all(is_plain) {
            out.push_str(self);
        } else {
            self.chars().for_each(|c| push_char(out, c, charset));
        }
        out.push('"');
    }
}

impl JsonValue for String {
    fn write(self, out: &mut String, charset: Charset) {
        (&*self).write(out, charset);
    }
}

impl<V: JsonValue> JsonValue for Option<V> {
    fn write(self, out: &mut String, charset: Charset) {
        match self {
            Some(value) => value.write(out, charset),
            None => out.push_str("null"),
        }
    }
}

impl<R: JsonRecord> JsonValue for &R {
    fn write(self, out: &mut String, charset: Charset) {
        let mut object = Object::open(out, charset);
        self.fields(&mut object);
        object.end();
    }
}

impl JsonValue for &serde_json::Value {
    fn write(self, out: &mut String, charset: Charset) {
        use serde_json::Value::{Array, Bool, Null, Number, Object, String};
        match self {
            Null => out.push_str("null"),
            Bool(whether) => whether.write(out, charset),
            Number(number) => push(out, format_args!("{number}")),
            String(text) => text.as_str().write(out, charset),
            Array(all) => JsonList(all).write(out, charset),
            Object(fields) => {
                out.push('{');
                for (index, (key, value)) in fields.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    key.as_str().write(out, charset);
                    out.push(':');
                    value.write(out, charset);
                }
                out.push('}');
            }
        }
    }
}

/// Bytes as a string of hex digits.
pub(super) struct Hex<'a>(pub(super) &'a [u8]);

impl JsonValue for Hex<'_> {
    fn write(self, out: &mut String, _: Charset) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
        out.push('"');
        out.extend({ self.0.iter() }.flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
        out.push('"');
    }
}

/// A proportion from 0 to 1, with two decimals.
pub(super) struct Proportion(pub(super) f32);

impl JsonValue for Proportion {
    fn write(self, out: &mut String, _: Charset) {
        let share = if self.0.is_nan() { 0.0 } else { self.0 };
        push(out, format_args!("{:.2}", share.clamp(0.0, 1.0)));
    }
}

/// A number with one digit after the point.
pub(super) struct Tenths(pub(super) f32);

impl JsonValue for Tenths {
    fn write(self, out: &mut String, _: Charset) {
        push(out, format_args!("{:.1}", self.0));
    }
}

/// An array.
pub(super) struct JsonList<I>(pub(super) I);

impl<I: IntoIterator<Item: JsonValue>> JsonValue for JsonList<I> {
    fn write(self, out: &mut String, charset: Charset) {
        out.push('[');
        for (index, value) in self.0.into_iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            value.write(out, charset);
        }
        out.push(']');
    }
}

/// An object that maps ids to counts.
pub(super) struct JsonCounts<I>(pub(super) I);

impl<'a, I: Iterator<Item = (&'a str, u64)>> JsonValue for JsonCounts<I> {
    fn write(self, out: &mut String, charset: Charset) {
        out.push('{');
        for (index, (id, count)) in self.0.enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            id.write(out, charset);
            out.push(':');
            count.write(out, charset);
        }
        out.push('}');
    }
}

/// Adds a character of a string: itself if it is printable, else an escape.
fn push_char(out: &mut String, c: char, charset: Charset) {
    let start = out.len();
    let (_, kind) = glyph::push(out, c, 2, charset);
    out.truncate(start);
    match c {
        '"' | '\\' => out.extend(['\\', c]),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if kind == GlyphKind::Itself => out.push(c),
        _ => {
            // An escape per UTF-16 code unit (RFC 8259, section 7).
            for unit in c.encode_utf16(&mut [0; 2]) {
                push(out, format_args!("\\u{unit:04x}"));
            }
        }
    }
}

/// Adds a number in decimal digits: records have several, and the formatter of the standard library
/// takes longer than all else in them.
fn push_number(out: &mut String, mut number: u64) {
    // The greatest number has 20 digits.
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        first -= 1;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push_str(str::from_utf8(&digits[first..]).unwrap_or_default());
}

fn push(out: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _: fmt::Result = out.write_fmt(text);
}
