//! `--format jsonl` and `json`: an object per sequence, for programs.
//!
//! `jsonl` has an object per line; `json` has exactly the same lines in one document, with commas
//! between them. The fields, their order and the kinds are a contract that scripts rely on. If a
//! region begins in a sequence, the record of the region stands before that of the sequence.
//! Invariant: the other records cover every printed byte once, in order, and each is one line.

use std::io::{self, Write};
use std::ops::Range;

use super::chunks::{ChunkItem, Chunks, DataChunk};
use super::json::{self, Hex, JsonList, JsonRecord, Object, TypedRecord};
use super::region_lines::RegionLines;
use super::text_cache::{SequenceFacts, TextCache};
use super::{FULL, Options, Printed, Style};
use crate::codec::{Diagnosis, Fault, Meaning, SequenceContext};
use crate::explain;
use crate::language::Language;
use crate::model::regions::Region;
use crate::model::text::EncodedText;
use crate::unicode::name;
use crate::unicode::notice::Notice;
use crate::window::{Absence, Peek};

/// The type of the record of a sequence, and of bytes that are not there.
const SEQUENCE: &str = "sequence";

/// Prints a record per line; see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    records(known, text, options, out, ["", "", "\n"])
}

/// Prints the records as one document; see [`PrintFunction`](super::PrintFunction). If a document
/// is cut off, every whole line but the first is still a record.
///
/// # Errors
/// The output could not be written.
pub(crate) fn print_document(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut opening = String::new();
    let mut object = Object::open_record(&mut opening, "dump", options.charset);
    object.field("encoding", text.encoding.id);
    write!(out, "{opening},\"records\":[")?;
    let printed = records(known, text, options, out, ["\n", ",\n", ""])?;
    out.write_all(b"\n]}\n")?;
    Ok(printed)
}

/// Prints records, with a text before the first, one before each other, and one after each.
fn records(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
    [mut before, other, after]: [&str; 3],
) -> io::Result<Printed> {
    let mut chunks = Chunks::new(known, text, options);
    let mut lines = String::new();
    // All records of sequences begin alike.
    let mut opening = String::new();
    Object::open_record(&mut opening, SEQUENCE, options.charset);
    let mut characters = TextCache::new(options.style(), character);
    let regions = RegionLines::new(options);
    while let Some(chunk) = chunks.next(out)? {
        for item in chunk.items() {
            if lines.len() >= FULL {
                out.write_all(lines.as_bytes())?;
                lines.clear();
            }
            if !regions.is_empty() {
                let range = item.step.offset..item.end;
                for region in regions.before(&range, regions.opens(&range)) {
                    lines.push_str(before);
                    before = other;
                    json::record_text(&mut lines, &RegionRecord(region, known), options.charset);
                    lines.push_str(after);
                }
            }
            lines.push_str(before);
            before = other;
            lines.push_str(&opening);
            let mut object = Object::going_on(&mut lines, options.charset);
            object.field("offset", known.address(item.step.offset));
            let sequence = SequenceFacts::new(&chunk.stretch, &item.step);
            if let Meaning::Scalar(_) | Meaning::Pair(..) = item.step.meaning {
                lines.push_str(characters.text(&sequence));
            } else {
                no_character(&mut object, text.data, &chunk, &item, &sequence);
                object.end();
            }
            lines.push_str(after);
        }
        out.write_all(lines.as_bytes())?;
        lines.clear();
    }
    Ok(chunks.printed())
}

/// Writes the record of a character, from the part after its offset on.
fn character(out: &mut String, sequence: &SequenceFacts<'_>, style: Style) {
    let mut object = Object::going_on(out, style.charset);
    Character(sequence).fields(&mut object);
    object.end();
}

/// Adds the rest of the record of a sequence without scalar values.
#[inline(never)]
fn no_character(
    object: &mut Object<'_>,
    data: &dyn Peek,
    chunk: &DataChunk,
    item: &ChunkItem,
    sequence: &SequenceFacts<'_>,
) {
    let context = &chunk.stretch.context(&item.step);
    match item.step.meaning {
        Meaning::Shift => ShiftRecord(sequence, context).fields(object),
        Meaning::IllFormed(fault) => IllFormedRecord {
            sequence,
            fault,
            context,
            data,
        }
        .fields(object),
        Meaning::Absent(why) => {
            let len = data.address(item.end) - data.address(item.step.offset);
            opening(object, len, &[], kind_of(why));
        }
        _ => Character(sequence).fields(object),
    }
}

/// Adds the fields that every record has after its offset.
fn opening(object: &mut Object<'_>, len: u64, bytes: &[u8], kind: &str) {
    object.field("length", len);
    object.field("hex", Hex(bytes));
    object.field("kind", kind);
}

/// Adds these fields for a sequence, whose bytes are all present.
fn of_sequence(object: &mut Object<'_>, sequence: &SequenceFacts<'_>, kind: &str) {
    let bytes = sequence.bytes();
    opening(object, bytes.len() as u64, bytes, kind);
}

/// A region; its bytes have records of their own.
struct RegionRecord<'a>(&'a Region, &'a dyn Peek);

impl TypedRecord for RegionRecord<'_> {
    const TYPE: &'static str = "region";
}

impl JsonRecord for RegionRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(region, data) = *self;
        object.field("offset", data.address(region.range.start));
        object.field("length", region.len());
        object.field("kind", "region");
        object.field("name", region.name.as_str());
        object.field("color", region.colour.name());
        let note = Some(region.note.as_str()).filter(|note| !note.is_empty());
        object.field("note", note);
    }
}

/// A character, or a value that is no scalar value.
struct Character<'a>(&'a SequenceFacts<'a>);

impl JsonRecord for Character<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let (sequence, meaning) = (self.0, self.0.meaning());
        let kind = if sequence.is_bom() {
            "bom"
        } else {
            "character"
        };
        of_sequence(object, sequence, kind);
        object.field("code_points", JsonList(meaning.values().map(code_point)));
        let text: String = meaning.scalars().collect();
        let names: Option<Vec<_>> = meaning.scalars().map(name::name).collect();
        let names = names.filter(|names| !names.is_empty());
        object.field("text", (!text.is_empty()).then_some(text));
        object.field("name", names.map(|names| names.join(" + ")));
        let alias = meaning.scalar().and_then(name::alias);
        object.field_if_any("alias", alias.map(|alias| alias.name));
        object.field(
            "notices",
            JsonList({ sequence.notices().into_iter() }.map(Notice::id)),
        );
    }
}

/// Bytes that change the meaning of others.
struct ShiftRecord<'a>(&'a SequenceFacts<'a>, &'a SequenceContext<'a>);

impl JsonRecord for ShiftRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(sequence, context) = *self;
        of_sequence(object, sequence, "shift");
        object.field("code_points", JsonList::<[&str; 0]>([]));
        let told = explain::shift::shift(sequence.encoding(), context, Language::English);
        object.field("message", format!("{}: {}", told.title, told.why));
    }
}

/// An ill-formed sequence.
struct IllFormedRecord<'a> {
    sequence: &'a SequenceFacts<'a>,
    fault: Fault,
    context: &'a SequenceContext<'a>,
    data: &'a dyn Peek,
}

impl JsonRecord for IllFormedRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        of_sequence(object, self.sequence, "ill-formed");
        object.field("fault", self.fault.id());
        let why =
            explain::fault::message(self.sequence.encoding(), self.context, Language::English);
        object.field("message", why);
        if let Some(found) = self.context.diagnose() {
            object.field("story", &Story(&found, self.data));
            let culprit = found.culprit.map(|culprit| self.data.address(culprit));
            object.field("culprit", culprit);
            object.field("decoded", found.decoded.map(code_point));
        }
    }
}

/// The promised bytes of an ill-formed sequence that are present, and their data.
struct Story<'a>(&'a Diagnosis, &'a dyn Peek);

impl JsonRecord for Story<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Range { start, end } = self.0.promised_bytes;
        object.field("offset", self.1.address(start));
        object.field("length", end - start);
    }
}

/// The kind of a record of absent bytes.
fn kind_of(why: Absence) -> &'static str {
    match why {
        Absence::Gap => "gap",
        Absence::Unreadable | Absence::Awaited => "unreadable",
    }
}

/// A code point as `U+20AC`, or a value above U+10FFFF as a hex number.
pub(super) fn code_point(value: u32) -> String {
    if value <= 0x10FFFF {
        format!("U+{value:04X}")
    } else {
        format!("0x{value:X}")
    }
}
