//! `--format lines`: one sequence per line, in columns separated by tabs.
//!
//! | column | well-formed | ill-formed | unreadable |
//! |---|---|---|---|
//! | 1 | offset, `0x0000001A` | offset | offset |
//! | 2 | bytes, `E2 82 AC` | bytes | `??` |
//! | 3 | bits, `1110.0010 10.000010 10.101100` | bits | `-` |
//! | 4 | code point, `U+20AC` | `-` | `-` |
//! | 5 | glyph or its stand-in | `!` | `?` |
//! | 6 | name, `EURO SIGN` | the fault's id | `unreadable` |
//! | 7 | ids of notices, separated by commas, or `-` | why | how many bytes |
//!
//! If a region begins in a sequence, a line for it stands before that of the sequence: its offset,
//! `-` three times, `(`, `region` and its name, and then its length and its note.
//!
//! In colour the bits have tones instead of dots. Invariant: every line has seven columns, and no
//! column is empty.

use std::io::{self, Write};

use super::chunks::{ChunkItem, Chunks, DataChunk};
use super::digits::{HEX, digits, dotted, push_bits};
use super::records::code_point;
use super::region_lines::RegionLines;
use super::styled_text::StyledText;
use super::text_cache::{SequenceFacts, TextCache};
use super::{FULL, Options, Printed, Style, counted};
use crate::codec::Meaning;
use crate::explain;
use crate::language::Language;
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row::{ByteRole, glyph_of};
use crate::model::state::Radix;
use crate::model::text::EncodedText;
use crate::unicode::notice::Notice;
use crate::unicode::{glyph, name};
use crate::window::{Absence, Peek};

/// Columns a glyph may take: enough for every abbreviation but one.
const SLOT: u8 = 4;
/// The tone of offsets.
const OFFSET: Tone = Tone::Quiet;

/// Prints the lines; see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let mut chunks = Chunks::new(known, text, options);
    let style = options.style();
    let mut writer = ListingWriter {
        line: StyledText::new(options.theme),
        style,
        text,
        digits: 8,
        characters: TextCache::new(style, character),
        regions: RegionLines::new(options),
    };
    while let Some(chunk) = chunks.next(out)? {
        let end = known.len().max(chunk.range.end);
        writer.digits = usize::from(layout::digits(known.address(end), Radix::Hex));
        for item in chunk.items() {
            writer.line(&chunk, &item);
            if writer.line.len() >= FULL {
                writer.line.write_to(out)?;
            }
        }
        writer.line.write_to(out)?;
    }
    Ok(chunks.printed())
}

struct ListingWriter<'a> {
    line: StyledText,
    style: Style,
    text: EncodedText<'a>,
    digits: usize,
    /// The cached lines of characters, from after the offset on.
    characters: TextCache,
    regions: RegionLines,
}

impl ListingWriter<'_> {
    /// The lines of the regions that begin in a sequence.
    fn regions(&mut self, item: &ChunkItem) {
        if self.regions.is_empty() {
            return;
        }
        let range = item.step.offset..item.end;
        let first = self.regions.opens(&range);
        for region in self.regions.before(&range, first) {
            let (line, tone) = (&mut self.line, Tone::Region(region.colour));
            offset(
                line,
                self.text.data.address(region.range.start),
                self.digits,
            );
            let none = (Tone::Quiet, "-");
            let name = format!("region {}", self.regions.safe(&region.name));
            columns(line, [none, none, none, (tone, "("), (tone, &name)]);
            let len = counted(region.len(), "byte");
            let told = match region.note.as_str() {
                "" => len,
                words => format!("{len}: {}", self.regions.safe(words)),
            };
            column(line, Tone::Plain, &told);
            line.end_line();
        }
    }

    fn line(&mut self, chunk: &DataChunk, item: &ChunkItem) {
        self.regions(item);
        let (line, step) = (&mut self.line, &item.step);
        offset(line, self.text.data.address(step.offset), self.digits);
        let sequence = SequenceFacts::new(&chunk.stretch, step);
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                return line.end_line_as(self.characters.text(&sequence));
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => value(line, &sequence, self.style),
            Meaning::Shift => {
                let told = explain::shift::shift(
                    self.text.encoding,
                    &chunk.stretch.context(step),
                    Language::English,
                );
                bytes(line, &sequence, self.style);
                let role = Tone::As(ByteRole::Shift);
                columns(line, [(Tone::Quiet, "-"), (role, "~"), (role, &told.title)]);
                column(line, Tone::Plain, &told.why);
            }
            Meaning::IllFormed(fault) => {
                let context = chunk.stretch.context(step);
                bytes(line, &sequence, self.style);
                let why = explain::fault::message(self.text.encoding, &context, Language::English);
                let role = Tone::As(ByteRole::Fault);
                columns(line, [(Tone::Quiet, "-"), (role, "!"), (role, fault.id())]);
                let why = glyph::safe(why.as_deref().unwrap_or("-"), self.style.charset);
                column(line, Tone::Plain, &why);
            }
            Meaning::Absent(Absence::Gap) => {
                let data = self.text.data;
                let len = data.address(item.end) - data.address(step.offset);
                let words = ["--", "-", "gap"];
                absent(line, ByteRole::Gap, words, &format!("{len} addresses"));
            }
            Meaning::Absent(_) => {
                let words = ["??", "?", "unreadable"];
                let len = format!("{} bytes", item.len());
                absent(line, ByteRole::Unreadable, words, &len);
            }
        }
        self.line.end_line();
    }
}

/// The column of an offset.
fn offset(line: &mut StyledText, address: u64, count: usize) {
    line.push(OFFSET, b"0x");
    line.push(OFFSET, &digits(address)[16 - count..]);
}

/// Writes the line of a character from after its offset on.
fn character(out: &mut String, sequence: &SequenceFacts<'_>, style: Style) {
    let ink = style.theme.map(|theme| theme.ink(OFFSET));
    let mut line = StyledText::beginning_in(style.theme, ink.unwrap_or_default());
    bytes(&mut line, sequence, style);
    let glyph = glyph_of(sequence.meaning(), SLOT, style.charset);
    let tone = Tone::As(sequence.role(0).of_glyph(glyph.kind));
    let (values, names): (Vec<_>, Vec<_>) = sequence
        .meaning()
        .scalars()
        .map(|c| (code_point(u32::from(c)), name::title(c)))
        .unzip();
    column(&mut line, Tone::Strong, &values.join(" "));
    let names = names.join(" + ");
    columns(&mut line, [(tone, &glyph.text), (Tone::Plain, &names)]);
    notices(&mut line, sequence);
    line.end_line();
    out.push_str(line.text());
}

/// The columns of a surrogate, or of a value above U+10FFFF.
fn value(line: &mut StyledText, sequence: &SequenceFacts<'_>, style: Style) {
    bytes(line, sequence, style);
    let glyph = glyph_of(sequence.meaning(), SLOT, style.charset);
    let role = Tone::As(ByteRole::Notice);
    for value in sequence.meaning().values() {
        column(line, Tone::Strong, &code_point(value));
        let what = explain::value(value, Language::English);
        columns(line, [(role, &glyph.text), (Tone::Plain, &what)]);
    }
    notices(line, sequence);
}

/// The column of notices.
fn notices(line: &mut StyledText, sequence: &SequenceFacts<'_>) {
    let ids: Vec<_> = sequence.notices().into_iter().map(Notice::id).collect();
    match ids[..] {
        [] => column(line, Tone::Quiet, "-"),
        _ => column(line, Tone::As(ByteRole::Notice), &ids.join(",")),
    }
}

/// The columns of bytes and bits.
fn bytes(line: &mut StyledText, sequence: &SequenceFacts<'_>, style: Style) {
    column(line, Tone::Plain, "");
    for (index, &byte) in sequence.bytes().iter().enumerate() {
        line.skip(usize::from(index > 0));
        line.push(Tone::As(sequence.role(index)), &HEX[usize::from(byte)]);
    }
    column(line, Tone::Plain, "");
    for (index, (&byte, mask)) in sequence.bytes().iter().zip(sequence.masks()).enumerate() {
        line.skip(usize::from(index > 0));
        if style.theme.is_some() {
            push_bits(line, byte, mask, sequence.role(index));
        } else {
            let (text, columns) = dotted(byte, mask);
            line.push(Tone::Payload, &text[..columns]);
        }
    }
}

/// The columns of absent bytes, and their number.
fn absent(line: &mut StyledText, role: ByteRole, [bytes, glyph, what]: [&str; 3], len: &str) {
    let (role, none) = (Tone::As(role), (Tone::Quiet, "-"));
    columns(
        line,
        [(role, bytes), none, none, (role, glyph), (role, what)],
    );
    column(line, Tone::Plain, len);
}

fn column(line: &mut StyledText, tone: Tone, text: &str) {
    line.push(Tone::Plain, b"\t");
    line.push(tone, text.as_bytes());
}

fn columns<const N: usize>(line: &mut StyledText, columns: [(Tone, &str); N]) {
    for (tone, text) in columns {
        column(line, tone, text);
    }
}
