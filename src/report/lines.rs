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
use super::own::{Look, Own, Texts};
use super::records::code_point;
use super::{FULL, Options, Printed};
use crate::codec::Meaning;
use crate::explain;
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row::{Role, glyph_of};
use crate::model::state::Radix;
use crate::model::text::Text;
use crate::unicode::notice::Notice;
use crate::unicode::{glyph, name};
use crate::window::{Absence, Peek};

/// Columns a glyph may take: enough for every abbreviation but one.
const SLOT: u8 = 4;
/// What offsets are drawn in.
const OFFSET: Tone = Tone::Quiet;

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
    let look = Look {
        charset: options.charset,
        theme: options.theme,
    };
    let mut writer = Writer {
        canvas: Canvas::new(options.theme),
        look,
        text,
        digits: 8,
        characters: Texts::new(look, character),
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
    look: Look,
    text: Text<'a>,
    digits: usize,
    /// Lines of characters behind their offsets.
    characters: Texts,
}

impl Writer<'_> {
    fn line(&mut self, chunk: &Chunk, item: &Item) {
        let (canvas, step) = (&mut self.canvas, &item.step);
        let digits = digits(self.text.data.address(step.offset));
        canvas.put(OFFSET, b"0x");
        canvas.put(OFFSET, &digits[16 - self.digits..]);
        let own = Own::of(chunk, step);
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                return canvas.end_line_as(self.characters.of(&own));
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => value(canvas, &own, self.look),
            Meaning::Shift => {
                let told = explain::shift::shift(self.text.encoding, &chunk.stretch.context(step));
                bytes(canvas, &own, self.look);
                let role = Tone::As(Role::Shift);
                columns(
                    canvas,
                    [(Tone::Quiet, "-"), (role, "~"), (role, &told.title)],
                );
                column(canvas, Tone::Plain, &told.why);
            }
            Meaning::IllFormed(fault) => {
                let context = chunk.stretch.context(step);
                bytes(canvas, &own, self.look);
                let why = explain::fault::message(self.text.encoding, &context);
                let role = Tone::As(Role::Fault);
                columns(
                    canvas,
                    [(Tone::Quiet, "-"), (role, "!"), (role, fault.id())],
                );
                let why = glyph::safe(why.as_deref().unwrap_or("-"), self.look.charset);
                column(canvas, Tone::Plain, &why);
            }
            Meaning::Absent(Absence::Gap) => {
                let data = self.text.data;
                let len = data.address(item.end) - data.address(step.offset);
                let words = ["--", "-", "gap"];
                absent(canvas, Role::Gap, words, &format!("{len} addresses"));
            }
            Meaning::Absent(_) => {
                let words = ["??", "?", "unreadable"];
                let len = format!("{} bytes", item.len());
                absent(canvas, Role::Unreadable, words, &len);
            }
        }
        self.canvas.end_line();
    }
}

/// Ends the line of a character behind its offset.
fn character(out: &mut String, own: &Own<'_>, look: Look) {
    let ink = look.theme.map(|theme| theme.ink(OFFSET));
    let mut canvas = Canvas::beginning_in(look.theme, ink.unwrap_or_default());
    bytes(&mut canvas, own, look);
    let glyph = glyph_of(own.meaning(), SLOT, look.charset);
    let tone = Tone::As(own.role(0).of_glyph(glyph.kind));
    let (values, names): (Vec<_>, Vec<_>) = own
        .meaning()
        .scalars()
        .map(|c| (code_point(u32::from(c)), name::title(c)))
        .unzip();
    column(&mut canvas, Tone::Strong, &values.join(" "));
    let names = names.join(" + ");
    columns(&mut canvas, [(tone, &glyph.text), (Tone::Plain, &names)]);
    notices(&mut canvas, own);
    canvas.end_line();
    out.push_str(canvas.text());
}

/// The columns of a character that is no scalar value.
fn value(canvas: &mut Canvas, own: &Own<'_>, look: Look) {
    bytes(canvas, own, look);
    let glyph = glyph_of(own.meaning(), SLOT, look.charset);
    let role = Tone::As(Role::Notice);
    for value in own.meaning().values() {
        column(canvas, Tone::Strong, &code_point(value));
        let what = explain::value(value);
        columns(canvas, [(role, &glyph.text), (Tone::Plain, &what)]);
    }
    notices(canvas, own);
}

/// The column of notices.
fn notices(canvas: &mut Canvas, own: &Own<'_>) {
    let ids: Vec<_> = own.notices().into_iter().map(Notice::id).collect();
    match ids[..] {
        [] => column(canvas, Tone::Quiet, "-"),
        _ => column(canvas, Tone::As(Role::Notice), &ids.join(",")),
    }
}

/// The columns of bytes and bits.
fn bytes(canvas: &mut Canvas, own: &Own<'_>, look: Look) {
    column(canvas, Tone::Plain, "");
    for (index, &byte) in own.bytes().iter().enumerate() {
        canvas.skip(usize::from(index > 0));
        canvas.put(Tone::As(own.role(index)), &HEX[usize::from(byte)]);
    }
    column(canvas, Tone::Plain, "");
    for (index, (&byte, mask)) in own.bytes().iter().zip(own.masks()).enumerate() {
        canvas.skip(usize::from(index > 0));
        if look.theme.is_some() {
            put_bits(canvas, byte, mask, own.role(index));
        } else {
            let (text, columns) = dotted(byte, mask);
            canvas.put(Tone::Payload, &text[..columns]);
        }
    }
}

/// The columns of what is not there, and how much it is.
fn absent(canvas: &mut Canvas, role: Role, [bytes, glyph, what]: [&str; 3], len: &str) {
    let (role, none) = (Tone::As(role), (Tone::Quiet, "-"));
    columns(
        canvas,
        [(role, bytes), none, none, (role, glyph), (role, what)],
    );
    column(canvas, Tone::Plain, len);
}

fn column(canvas: &mut Canvas, tone: Tone, text: &str) {
    canvas.put(Tone::Plain, b"\t");
    canvas.put(tone, text.as_bytes());
}

fn columns<const N: usize>(canvas: &mut Canvas, columns: [(Tone, &str); N]) {
    for (tone, text) in columns {
        column(canvas, tone, text);
    }
}
