//! `--format jsonl`: one JSON object a sequence, for programs.
//!
//! Fields, their order and the kinds are a contract that scripts rely on. What
//! a terminal would obey or hide is escaped in `text`, so that records can be
//! looked at as they are. Invariant: the records cover every byte that is
//! printed once, in order, and each is one line.

use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::feed::{Chunk, Feed, Item};
use super::own::{Look, Own, Texts};
use super::{FULL, Options, Printed};
use crate::codec::{Diagnosis, Fault, Meaning, Step};
use crate::explain;
use crate::model::text::Text;
use crate::unicode::glyph::{self, Charset, Kind};
use crate::unicode::name;
use crate::unicode::notice::Notice;
use crate::window::{Absence, Peek};

/// Prints the records; see [`Print`](super::Print).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: Text<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut feed = Feed::new(known, text, options, None);
    let mut lines = String::new();
    let mut writer = Writer::new(text, options.charset);
    let mut printed = Printed::default();
    while let Some(chunk) = feed.next(out)? {
        for item in chunk.items() {
            if lines.len() >= FULL {
                out.write_all(lines.as_bytes())?;
                lines.clear();
            }
            if let Meaning::Absent(Absence::Unreadable) = item.step.meaning {
                printed.unreadable += item.len();
            }
            let mut object = Object::open(&mut lines);
            object.number("offset", known.address(item.step.offset));
            writer.record(object, &chunk, &item);
        }
        out.write_all(lines.as_bytes())?;
        lines.clear();
    }
    Ok(printed)
}

struct Writer<'a> {
    text: Text<'a>,
    charset: Charset,
    /// The records of characters behind their offsets.
    characters: Texts,
}

impl<'a> Writer<'a> {
    fn new(text: Text<'a>, charset: Charset) -> Self {
        let theme = None;
        Self {
            text,
            charset,
            characters: Texts::new(Look { charset, theme }, character),
        }
    }

    /// Ends a record behind its offset.
    #[inline]
    fn record(&mut self, mut object: Object<'_>, chunk: &Chunk, item: &Item) {
        let own = Own::of(chunk, &item.step);
        match item.step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                return object.end_as(self.characters.of(&own));
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => value(&mut object, &own),
            Meaning::Shift => self.shift(&mut object, chunk, &item.step),
            Meaning::IllFormed(fault) => self.fault(&mut object, chunk, &item.step, fault),
            Meaning::Absent(why) => {
                let data = self.text.data;
                let len = data.address(item.end) - data.address(item.step.offset);
                object.opening(len, &[], kind_of(why));
            }
        }
        object.close();
    }

    #[inline(never)]
    fn shift(&self, object: &mut Object<'_>, chunk: &Chunk, step: &Step) {
        object.sequence(chunk.bytes(step), "shift");
        object.words("code_points", []);
        let told = explain::shift::shift(self.text.encoding, &chunk.stretch.context(step));
        let message = format!("{}: {}", told.title, told.why);
        object.prose("message", Some(message), self.charset);
    }

    #[inline(never)]
    fn fault(&self, object: &mut Object<'_>, chunk: &Chunk, step: &Step, fault: Fault) {
        let context = chunk.stretch.context(step);
        object.sequence(chunk.bytes(step), "ill-formed");
        object.word("fault", fault.id());
        let why = explain::fault::message(self.text.encoding, &context);
        object.prose("message", why, self.charset);
        if let Some(found) = context.diagnose() {
            diagnosis(object, &found, self.text.data);
        }
    }
}

/// Ends the record of a character behind its offset.
fn character(out: &mut String, own: &Own<'_>, look: Look) {
    let (mut object, meaning) = (Object::going_on(out), own.meaning());
    object.sequence(own.bytes(), if own.is_bom() { "bom" } else { "character" });
    let values: Vec<_> = meaning.values().map(code_point).collect();
    object.words("code_points", values.iter().map(String::as_str));
    object.key("text");
    object.characters(meaning.scalars(), look.charset);
    let names: Option<Vec<_>> = meaning.scalars().map(name::name).collect();
    object.text_or_null("name", names.map(|names| names.join(" + ")));
    if let Some(alias) = meaning.scalar().and_then(name::alias) {
        object.word("alias", alias.name);
    }
    object.words("notices", own.notices().into_iter().map(Notice::id));
    object.close();
}

/// The fields of a character that is no scalar value.
#[inline(never)]
fn value(object: &mut Object<'_>, own: &Own<'_>) {
    object.sequence(own.bytes(), "character");
    let values: Vec<_> = own.meaning().values().map(code_point).collect();
    object.words("code_points", values.iter().map(String::as_str));
    object.null("text");
    object.null("name");
    object.words("notices", own.notices().into_iter().map(Notice::id));
}

/// What bytes that are not there are in a record.
pub(super) fn kind_of(why: Absence) -> &'static str {
    match why {
        Absence::Gap => "gap",
        Absence::Unreadable | Absence::Awaited => "unreadable",
    }
}

fn diagnosis(object: &mut Object<'_>, found: &Diagnosis, data: &dyn Peek) {
    object.key("story");
    let mut story = Object::open(object.out);
    story.number("offset", data.address(found.promised_bytes.start));
    story.number(
        "length",
        found.promised_bytes.end - found.promised_bytes.start,
    );
    story.end();
    match found.culprit {
        Some(culprit) => object.number("culprit", data.address(culprit)),
        None => object.null("culprit"),
    }
    object.text_or_null("decoded", found.decoded.map(code_point));
}

/// A number as the standard writes a code point, or as a plain number where it
/// is none.
pub(super) fn code_point(value: u32) -> String {
    if value <= 0x10FFFF {
        format!("U+{value:04X}")
    } else {
        format!("0x{value:X}")
    }
}

/// An object that is being written; its fields stand in the order of the calls.
pub(super) struct Object<'a> {
    out: &'a mut String,
    first: bool,
}

impl<'a> Object<'a> {
    pub(super) fn open(out: &'a mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }

    /// An object some fields of which were written before.
    pub(super) fn going_on(out: &'a mut String) -> Self {
        Self { out, first: false }
    }

    pub(super) fn end(self) {
        self.out.push('}');
    }

    pub(super) fn close(self) {
        self.out.push_str("}\n");
    }

    /// Ends the object and its line with what was written to end one.
    fn end_as(self, known: &str) {
        self.out.push_str(known);
    }

    /// What every record says behind its offset.
    fn opening(&mut self, len: u64, bytes: &[u8], kind: &'static str) {
        self.number("length", len);
        self.bytes(bytes);
        self.word("kind", kind);
    }

    /// The same of a sequence, whose bytes are all there.
    fn sequence(&mut self, bytes: &[u8], kind: &'static str) {
        self.opening(bytes.len() as u64, bytes, kind);
    }

    /// A name from this file: it needs no escape.
    pub(super) fn key(&mut self, key: &'static str) {
        self.out.push_str(if self.first { "\"" } else { ",\"" });
        self.first = false;
        self.out.push_str(key);
        self.out.push_str("\":");
    }

    pub(super) fn number(&mut self, key: &'static str, value: u64) {
        self.key(key);
        self.out.push_str(&value.to_string());
    }

    pub(super) fn null(&mut self, key: &'static str) {
        self.key(key);
        self.out.push_str("null");
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.hex("bytes", bytes);
    }

    /// Bytes as digits.
    pub(super) fn hex(&mut self, key: &'static str, bytes: &[u8]) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.key(key);
        self.out.push('"');
        for byte in bytes {
            self.out.push(char::from(DIGITS[usize::from(byte >> 4)]));
            self.out.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
        self.out.push('"');
    }

    /// An id or a name: ASCII without quotes, controls or backslashes.
    pub(super) fn word(&mut self, key: &'static str, word: &str) {
        self.key(key);
        self.quoted(word);
    }

    pub(super) fn words<'w>(
        &mut self,
        key: &'static str,
        words: impl IntoIterator<Item = &'w str>,
    ) {
        self.key(key);
        self.out.push('[');
        for (index, word) in words.into_iter().enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            self.quoted(word);
        }
        self.out.push(']');
    }

    fn quoted(&mut self, word: &str) {
        self.out.push('"');
        self.out.push_str(word);
        self.out.push('"');
    }

    pub(super) fn text_or_null(&mut self, key: &'static str, text: Option<String>) {
        match text {
            Some(text) => {
                self.key(key);
                self.out
                    .push_str(&serde_json::Value::from(text).to_string());
            }
            None => self.null(key),
        }
    }

    /// Prose of our own, which may quote characters.
    pub(super) fn prose(&mut self, key: &'static str, text: Option<String>, charset: Charset) {
        let start = self.out.len();
        self.text_or_null(key, text);
        if charset == Charset::Ascii && !self.out[start..].is_ascii() {
            let prose = self.out.split_off(start);
            for c in prose.chars() {
                match c {
                    '\0'..='\x7F' => self.out.push(c),
                    _ => self.escape(c),
                }
            }
        }
    }

    /// Text of somebody else's: what may not be drawn as itself is escaped.
    pub(super) fn text(&mut self, key: &'static str, text: &str, charset: Charset) {
        self.key(key);
        self.out.push('"');
        for c in text.chars() {
            self.within(c, charset);
        }
        self.out.push('"');
    }

    /// Texts of somebody else's.
    pub(super) fn texts<'t>(
        &mut self,
        key: &'static str,
        texts: impl IntoIterator<Item = &'t str>,
        charset: Charset,
    ) {
        self.key(key);
        self.out.push('[');
        for (index, text) in texts.into_iter().enumerate() {
            self.out.push_str(if index > 0 { ",\"" } else { "\"" });
            text.chars().for_each(|c| self.within(c, charset));
            self.out.push('"');
        }
        self.out.push(']');
    }

    /// A share of a whole, from 0 to 1.
    pub(super) fn share(&mut self, key: &'static str, value: f32) {
        self.key(key);
        let share = if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, 1.0)
        };
        // Writing to a string cannot fail.
        let _: fmt::Result = write!(self.out, "{share:.2}");
    }

    /// An object, if there is something to write into it.
    pub(super) fn object_or_null<T>(
        &mut self,
        key: &'static str,
        item: Option<T>,
        fields: impl FnOnce(&mut Object<'_>, T),
    ) {
        let Some(item) = item else {
            self.null(key);
            return;
        };
        self.key(key);
        let mut object = Object::open(self.out);
        fields(&mut object, item);
        object.end();
    }

    /// Yes or no.
    pub(super) fn truth(&mut self, key: &'static str, is: bool) {
        self.key(key);
        self.out.push_str(if is { "true" } else { "false" });
    }

    /// An object of counts by id.
    pub(super) fn counts<'c>(
        &mut self,
        key: &'static str,
        counts: impl Iterator<Item = (&'c str, u64)>,
    ) {
        self.key(key);
        self.out.push('{');
        for (index, (id, count)) in counts.enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            self.quoted(id);
            self.out.push(':');
            self.out.push_str(&count.to_string());
        }
        self.out.push('}');
    }

    /// The name of a file, and its bytes where they are no UTF-8.
    pub(super) fn path(&mut self, path: &OsStr, charset: Charset) {
        self.key("path");
        self.out.push('"');
        for c in path.to_string_lossy().chars() {
            self.within(c, charset);
        }
        self.out.push('"');
        if path.to_str().is_none() {
            self.hex("path_bytes", path.as_encoded_bytes());
        }
    }

    /// An array of objects.
    pub(super) fn objects<T>(
        &mut self,
        key: &'static str,
        items: impl IntoIterator<Item = T>,
        mut fields: impl FnMut(&mut Object<'_>, T),
    ) {
        self.key(key);
        self.out.push('[');
        for (index, item) in items.into_iter().enumerate() {
            self.out.push_str(if index > 0 { "," } else { "" });
            let mut object = Object::open(self.out);
            fields(&mut object, item);
            object.end();
        }
        self.out.push(']');
    }

    /// A string of one character: itself where it may be drawn as itself.
    fn characters(&mut self, chars: impl Iterator<Item = char>, charset: Charset) {
        self.out.push('"');
        chars.for_each(|c| self.within(c, charset));
        self.out.push('"');
    }

    /// A character of a string.
    fn within(&mut self, c: char, charset: Charset) {
        let start = self.out.len();
        let (_, kind) = glyph::push(self.out, c, 2, charset);
        self.out.truncate(start);
        match c {
            '"' | '\\' => self.out.extend(['\\', c]),
            '\n' => self.out.push_str("\\n"),
            '\r' => self.out.push_str("\\r"),
            '\t' => self.out.push_str("\\t"),
            _ if kind == Kind::Itself => self.out.push(c),
            _ => self.escape(c),
        }
    }

    /// A character by its numbers in UTF-16, as JSON has it.
    fn escape(&mut self, c: char) {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _: fmt::Result = write!(self.out, "\\u{unit:04x}");
        }
    }
}
