//! `--format lines`: one sequence a line, in columns parted by tabs.
//!
//! | column | well-formed | ill-formed | unreadable |
//! |---|---|---|---|
//! | 1 | offset, `0x0000001A` | the same | the same |
//! | 2 | bytes, `E2 82 AC` | the same | `??` |
//! | 3 | bits, `1110.0010 10.000010 10.101100` | the same | `-` |
//! | 4 | code point, `U+20AC` | `-` | `-` |
//! | 5 | glyph or its stand-in | `!` | `?` |
//! | 6 | name, `EURO SIGN` | the fault's id | `unreadable` |
//! | 7 | ids of notices, parted by commas, or `-` | why | how many bytes |
//!
//! In colour the bits have tones instead of dots. Invariant: every line has seven columns, and no column is empty.

use std::io::{self, Write};

use super::canvas::Canvas;
use super::digits::{HEX, digits, dotted, put_bits};
use super::feed::{Chunk, Feed, Item};
use super::kept::{Key, Texts};
use super::records::code_point;
use super::{FULL, Options, Printed};
use crate::codec::{Meaning, Step};
use crate::explain;
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row::{self, Role, glyph_of};
use crate::model::state::Radix;
use crate::model::text::Text;
use crate::unicode::notice::Notice;
use crate::unicode::{glyph, name};
use crate::window::{Absence, Peek};

/// Columns a glyph may take: enough for every abbreviation but one.
const SLOT: u8 = 4;

/// Prints the lines; see [`Print`](super::Print).
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
    let mut writer = Writer {
        canvas: Canvas::new(options.theme),
        options,
        text,
        digits: 8,
        known: Texts::new(),
    };
    let mut printed = Printed::default();
    while let Some(chunk) = feed.next(out)? {
        let end = known.len().max(chunk.range.end);
        writer.digits = usize::from(layout::digits(known.address(end), Radix::Hex));
        for item in chunk.items() {
            if let Meaning::Absent(Absence::Unreadable) = item.step.meaning {
                printed.unreadable += item.len();
            }
            writer.line(&chunk, &item);
            if writer.canvas.len() >= FULL {
                writer.canvas.write_to(out)?;
            }
        }
        writer.canvas.write_to(out)?;
    }
    Ok(printed)
}

struct Writer<'a> {
    canvas: Canvas,
    options: &'a Options,
    text: Text<'a>,
    digits: usize,
    /// Lines of characters behind their offsets.
    known: Texts,
}

impl Writer<'_> {
    fn line(&mut self, chunk: &Chunk, item: &Item) {
        let step = &item.step;
        let digits = digits(self.text.data.address(step.offset));
        self.canvas.put(Tone::Quiet, b"0x");
        self.canvas.put(Tone::Quiet, &digits[16 - self.digits..]);
        let key = Key::of(&chunk.stretch.window, step, 0);
        if let Some(known) = key.and_then(|key| self.known.get(key)) {
            return self.canvas.end_line_as(known);
        }
        let behind = self.canvas.len();
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => self.character(chunk, step),
            Meaning::Surrogate(_) | Meaning::Beyond(_) => self.value(chunk, step),
            Meaning::Shift => {
                let told = explain::shift::shift(self.text.encoding, &chunk.stretch.scene(step));
                self.bytes(chunk, step);
                let role = Tone::As(Role::Shift);
                self.columns([(Tone::Quiet, "-"), (role, "~"), (role, &told.title)]);
                self.column(Tone::Plain, &told.why);
            }
            Meaning::IllFormed(fault) => {
                let scene = chunk.stretch.scene(step);
                self.bytes(chunk, step);
                let why = explain::fault::message(self.text.encoding, &scene);
                let role = Tone::As(Role::Fault);
                self.columns([(Tone::Quiet, "-"), (role, "!"), (role, fault.id())]);
                let why = glyph::safe(why.as_deref().unwrap_or("-"), self.options.charset);
                self.column(Tone::Plain, &why);
            }
            Meaning::Absent(Absence::Gap) => {
                let role = Tone::As(Role::Gap);
                let data = self.text.data;
                let len = data.address(item.end) - data.address(step.offset);
                self.columns([(role, "--"), (Tone::Quiet, "-"), (Tone::Quiet, "-")]);
                self.columns([(role, "-"), (role, "gap")]);
                self.column(Tone::Plain, &format!("{len} addresses"));
            }
            Meaning::Absent(_) => {
                let role = Tone::As(Role::Unreadable);
                self.columns([(role, "??"), (Tone::Quiet, "-"), (Tone::Quiet, "-")]);
                self.columns([(role, "?"), (role, "unreadable")]);
                self.column(Tone::Plain, &format!("{} bytes", item.len()));
            }
        }
        self.canvas.end_line();
        if let Some(key) = key {
            self.known.keep(key, self.canvas.since(behind));
        }
    }

    fn character(&mut self, chunk: &Chunk, step: &Step) {
        let notices = chunk.stretch.notices(step);
        self.bytes(chunk, step);
        let glyph = glyph_of(step.meaning, SLOT, self.options.charset);
        let tone = Tone::As(row::role(&chunk.stretch, step, 0).of_glyph(glyph.kind));
        let (values, names): (Vec<_>, Vec<_>) = step
            .meaning
            .scalars()
            .map(|c| (code_point(u32::from(c)), name::title(c)))
            .unzip();
        self.column(Tone::Strong, &values.join(" "));
        self.columns([
            (tone, glyph.text.as_str()),
            (Tone::Plain, &names.join(" + ")),
        ]);
        let ids: Vec<_> = notices.iter().map(|notice| notice.id()).collect();
        match ids[..] {
            [] => self.column(Tone::Quiet, "-"),
            _ => self.column(Tone::As(Role::Notice), &ids.join(",")),
        }
    }

    /// A character that is no scalar value.
    fn value(&mut self, chunk: &Chunk, step: &Step) {
        self.bytes(chunk, step);
        let glyph = glyph_of(step.meaning, SLOT, self.options.charset);
        let role = Tone::As(Role::Notice);
        for value in step.meaning.values() {
            self.column(Tone::Strong, &code_point(value));
            let what = explain::value(value);
            self.columns([(role, glyph.text.as_str()), (Tone::Plain, &what)]);
        }
        let notices = chunk.stretch.notices(step).into_iter();
        let ids: Vec<_> = notices.map(Notice::id).collect();
        match ids[..] {
            [] => self.column(Tone::Quiet, "-"),
            _ => self.column(role, &ids.join(",")),
        }
    }

    /// The columns of bytes and bits.
    fn bytes(&mut self, chunk: &Chunk, step: &Step) {
        let scene = chunk.stretch.scene(step);
        self.column(Tone::Plain, "");
        for (index, &byte) in scene.sequence().iter().enumerate() {
            let role = row::role(&chunk.stretch, step, index);
            self.canvas.skip(usize::from(index > 0));
            self.canvas.put(Tone::As(role), &HEX[usize::from(byte)]);
        }
        self.column(Tone::Plain, "");
        for (index, (&byte, mask)) in scene.sequence().iter().zip(scene.masks()).enumerate() {
            self.canvas.skip(usize::from(index > 0));
            if self.options.theme.is_some() {
                let role = row::role(&chunk.stretch, step, index);
                put_bits(&mut self.canvas, byte, mask, role);
            } else {
                let (text, columns) = dotted(byte, mask);
                self.canvas.put(Tone::Payload, &text[..columns]);
            }
        }
    }

    fn column(&mut self, tone: Tone, text: &str) {
        self.canvas.put(Tone::Plain, b"\t");
        self.canvas.put(tone, text.as_bytes());
    }

    fn columns<const N: usize>(&mut self, columns: [(Tone, &str); N]) {
        for (tone, text) in columns {
            self.column(tone, text);
        }
    }
}
