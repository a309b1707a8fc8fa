//! The lines of a difference for people, in any format.
//!
//! ```text
//! @@ changed at 0x00000002: 1 byte to 3 bytes (in b.txt at 0x00000002)
//! - 00000002  E9                                               ▒
//! + 00000002  E2 82 AC                                         €
//! ```
//!
//! Invariant: a line has been through the sanitiser, and a difference has a bounded number of
//! lines, however long it is.

use std::fmt::{self, Write as _};

use super::{DiffPrinter, DiffSide, DiffUnit};
use crate::codec::{Anchor, Meaning, Step};
use crate::job::diff::{Difference, DifferenceKind, FileStretch};
use crate::model::compare;
use crate::model::layout;
use crate::model::line::{Tone, TonedLine};
use crate::model::row::ByteRole;
use crate::model::state::Radix;
use crate::report::counted;
use crate::report::records::code_point;

/// The most rows of a side of one difference.
const ROWS: usize = 16;
/// Columns of the characters of a row: two for each byte.
const COLUMNS: u16 = 2;

/// The lines that name the files.
pub(super) fn heads(printer: &DiffPrinter<'_>) -> [TonedLine; 2] {
    let names = printer.sides.map(|side| {
        let name = side.name(printer.style);
        match printer.unit {
            DiffUnit::Byte => name,
            DiffUnit::CodePoint => format!("{name} ({})", side.text.encoding.id),
        }
    });
    let [a, b] = names;
    [
        TonedLine::new().with(tone(DiffSign::Minus), format!("--- {a}")),
        TonedLine::new().with(tone(DiffSign::Plus), format!("+++ {b}")),
    ]
}

/// The lines of a difference.
pub(super) fn lines(printer: &DiffPrinter<'_>, difference: &Difference) -> Vec<TonedLine> {
    let [a, b] = printer.sides;
    let mut lines = vec![head(printer, difference)];
    side(printer, a, &difference.a, DiffSign::Minus, &mut lines);
    side(printer, b, &difference.b, DiffSign::Plus, &mut lines);
    lines
}

/// The side of a row.
#[derive(Clone, Copy)]
enum DiffSign {
    Minus,
    Plus,
}

impl DiffSign {
    const fn text(self) -> &'static str {
        match self {
            Self::Minus => "- ",
            Self::Plus => "+ ",
        }
    }
}

const fn tone(sign: DiffSign) -> Tone {
    match sign {
        DiffSign::Minus => Tone::As(ByteRole::Fault),
        DiffSign::Plus => Tone::As(ByteRole::HighSurrogate),
    }
}

fn head(printer: &DiffPrinter<'_>, difference: &Difference) -> TonedLine {
    let bytes = |stretch: &FileStretch| counted(stretch.len(), "byte");
    let (a, b) = (&difference.a, &difference.b);
    let what = match difference.kind() {
        DifferenceKind::Changed if a.len() == b.len() => bytes(a),
        DifferenceKind::Changed => format!("{} to {}", bytes(a), bytes(b)),
        DifferenceKind::Inserted => bytes(b),
        DifferenceKind::Deleted => bytes(a),
    };
    let [at_a, at_b] = [a, b].map(|stretch| stretch.from.offset);
    let mut text = format!("@@ {} at {at_a:#010X}: {what}", difference.kind().id());
    if at_a != at_b {
        let name = printer.sides[1].name(printer.style);
        // Writing to a string cannot fail.
        let _: fmt::Result = write!(text, " (in {name} at {at_b:#010X})");
    }
    TonedLine::new().with(Tone::Quiet, text)
}

/// Adds the rows of a side.
fn side(
    printer: &DiffPrinter<'_>,
    side: DiffSide<'_>,
    stretch: &FileStretch,
    sign: DiffSign,
    lines: &mut Vec<TonedLine>,
) {
    if stretch.is_empty() {
        return;
    }
    let row = match printer.unit {
        DiffUnit::Byte => byte_row,
        DiffUnit::CodePoint => text_row,
    };
    let mut rest = *stretch;
    for _ in 0..ROWS {
        if rest.is_empty() {
            return;
        }
        let digits = layout::digits(side.text.data.len().max(stretch.end), Radix::Hex);
        let offset = format!(
            "{:0width$X}  ",
            rest.from.offset,
            width = usize::from(digits)
        );
        let mut line = TonedLine::new().with(tone(sign), sign.text());
        line.push(Tone::Quiet, offset);
        row(printer, side, &mut rest, sign, &mut line);
        lines.push(line);
    }
    if !rest.is_empty() {
        let more = format!("{}{} more", sign.text(), counted(rest.len(), "byte"));
        lines.push(TonedLine::new().with(Tone::Quiet, more));
    }
}

/// Adds a row of bytes: hex, and the characters that begin in it.
fn byte_row(
    printer: &DiffPrinter<'_>,
    side: DiffSide<'_>,
    rest: &mut FileStretch,
    sign: DiffSign,
    line: &mut TonedLine,
) {
    let start = rest.from.offset;
    let end = rest.end.min(start + printer.width as u64);
    let steps = side.text.stretch(start..end);
    let bytes = (start..end).map(|offset| steps.window.byte(offset));
    let digits = bytes.map(|byte| byte.map_or_else(|| "?? ".to_owned(), hex));
    let digits: String = digits.collect();
    let free = printer.width * 3 - digits.len();
    line.push(tone(sign), digits.trim_end());
    line.push(Tone::Plain, " ".repeat(free + 2));
    for step in &steps.steps {
        let own = step.offset.max(start)..step.end().min(end);
        if step.offset >= start {
            glyph(printer, step, own.end - own.start, line);
        }
    }
    *rest = rest.after(Anchor {
        offset: end,
        ..rest.from
    });
}

/// Adds the glyph of a sequence.
fn glyph(printer: &DiffPrinter<'_>, step: &Step, bytes: u64, line: &mut TonedLine) {
    if let Meaning::Shift | Meaning::Absent(_) = step.meaning {
        return;
    }
    let drawn = compare::drawn(step.meaning, bytes, COLUMNS, printer.style.charset);
    let tone = compare::tone(step.meaning, drawn.kind, false);
    line.push(tone, drawn.text);
}

/// Adds a row of text: numbers of code points, and the characters.
fn text_row(
    printer: &DiffPrinter<'_>,
    side: DiffSide<'_>,
    rest: &mut FileStretch,
    sign: DiffSign,
    line: &mut TonedLine,
) {
    let most = (printer.width / 2).max(1);
    let window = side.window(rest.from, rest.end);
    let (steps, next) = side.steps(&window, rest, most);
    let mut numbers = String::new();
    for step in &steps {
        for value in step.meaning.values() {
            numbers.push_str(&code_point(value));
            numbers.push(' ');
        }
        if step.meaning.fault().is_some() {
            for byte in window.slice(step.offset, step.end()) {
                numbers.push_str(&hex(*byte));
            }
        }
    }
    let free = (most * 7).saturating_sub(numbers.len());
    line.push(tone(sign), numbers.trim_end());
    line.push(Tone::Plain, " ".repeat(free + 2));
    for step in &steps {
        glyph(printer, step, u64::from(step.len).max(2), line);
    }
    *rest = rest.after(next);
}

/// A byte as digits and a blank.
fn hex(byte: u8) -> String {
    format!("{byte:02X} ")
}
