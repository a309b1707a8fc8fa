//! A comparison for people.
//!
//! ```text
//! 00000000    48 65 6C 6C 6F 20 EC E8 F0
//! iso-8859-1  H  e  l  l  o     ì  è  ð
//! koi8-r      H  e  l  l  o     Л  Х  П
//!                               ^  ^  ^
//! ```
//!
//! A row that is equal in all encodings has one line, named `=`. Invariant: a byte has the
//! same columns in every line.

use std::io::{self, Write};

use super::{ComparedRow, EncodedRow, rows};
use crate::model::compare::{drawn, filler, tone, within};
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::row::ByteRole;
use crate::model::state::Radix;
use crate::model::text::EncodedText;
use crate::report::digits::HEX;
use crate::report::styled_text::StyledText;
use crate::report::{Options, Printed};
use crate::unicode::glyph::{self, Charset};
use crate::window::{Absence, Peek};

/// Columns per byte: two digits and a blank.
const PITCH: u16 = 3;
/// Blanks after a name.
const GAP: usize = 2;

/// Prints a comparison as text; see [`PrintComparison`](super::PrintComparison).
pub(super) fn print(
    known: &dyn Peek,
    texts: &[EncodedText<'_>],
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let names = texts.iter().map(|text| text.encoding.id.len());
    let names = names.max().unwrap_or(0);
    let mut printer = RowPrinter {
        line: StyledText::new(options.theme),
        charset: options.charset,
        width: u64::from(options.width.max(1)),
        label: names,
    };
    // True if the encodings differ in the row before, if there was one.
    let mut before = None;
    rows(known, texts, options, out, |row, lines| {
        let differs = row.differs();
        if before.is_some_and(|before| before || differs) {
            printer.line.end_line();
        }
        before = Some(differs);
        let len = known.len().max(row.range.end);
        let digits = usize::from(layout::digits(len, Radix::Hex));
        printer.label = names.max(digits);
        printer.row(row, digits);
        // Writing to a vector cannot fail.
        let _: io::Result<()> = printer.line.write_to(lines);
    })
}

/// Prints the lines of rows.
struct RowPrinter {
    line: StyledText,
    charset: Charset,
    /// Bytes in a row.
    width: u64,
    /// Columns of the names of encodings, or of the offset if it is longer.
    label: usize,
}

impl RowPrinter {
    fn row(&mut self, row: &ComparedRow<'_>, digits: usize) {
        self.hex(row, digits);
        if !row.differs() {
            let some = row.readings.iter().take(1);
            some.for_each(|reading| self.reading(row, reading, "="));
            return;
        }
        for reading in &row.readings {
            self.reading(row, reading, reading.encoding.id);
        }
        self.begin(Tone::Plain, "", row);
        for &differs in &row.differ {
            let sign: &[u8] = if differs { b"^" } else { b"" };
            self.cell(Tone::As(ByteRole::Notice), sign, sign.len(), 1);
        }
        self.line.end_line();
    }

    /// Writes a line up to the column of the row's first byte.
    fn begin(&mut self, tone: Tone, label: &str, row: &ComparedRow<'_>) {
        if !label.is_empty() {
            self.line.push(tone, label.as_bytes());
        }
        let skipped = (row.range.start % self.width) as usize * usize::from(PITCH);
        self.line.skip(self.label - label.len() + GAP + skipped);
    }

    /// Writes a text of some columns, then blanks up to the end of `bytes` bytes.
    fn cell(&mut self, tone: Tone, text: &[u8], columns: usize, bytes: u64) {
        if columns > 0 {
            self.line.push(tone, text);
        }
        self.line
            .skip(bytes as usize * usize::from(PITCH) - columns);
    }

    fn hex(&mut self, row: &ComparedRow<'_>, digits: usize) {
        let offset = row.range.start - row.range.start % self.width;
        let address = row.data.address(offset);
        self.begin(Tone::Quiet, &format!("{address:0digits$X}"), row);
        for offset in row.range.clone() {
            match row.window.byte(offset) {
                Some(byte) => self.cell(Tone::Plain, &HEX[usize::from(byte)], 2, 1),
                None => match row.window.hole_at(offset) {
                    Some(hole) if hole.why == Absence::Gap => {
                        self.cell(Tone::As(ByteRole::Gap), b"--", 2, 1);
                    }
                    _ => self.cell(Tone::As(ByteRole::Unreadable), b"??", 2, 1),
                },
            }
        }
        self.line.end_line();
    }

    fn reading(&mut self, row: &ComparedRow<'_>, reading: &EncodedRow<'_>, label: &str) {
        self.begin(Tone::Quiet, label, row);
        for step in reading.steps {
            let shown = within(step, &row.range);
            let mut bytes = shown.end - shown.start;
            if row.has_head(step) {
                let glyph = drawn(step.meaning, bytes, PITCH, self.charset);
                let differs = row.differ[(shown.start - row.range.start) as usize];
                let tone = tone(step.meaning, glyph.kind, differs);
                let columns = usize::from(glyph.columns);
                let taken = (columns as u64).div_ceil(u64::from(PITCH)).max(1);
                if glyph.text == " " && glyph.kind == glyph::GlyphKind::Itself {
                    self.cell(tone, b"", 0, taken);
                } else {
                    self.cell(tone, glyph.text.as_bytes(), columns, taken);
                }
                bytes -= taken;
            }
            for _ in 0..bytes {
                self.cell(Tone::Quiet, filler(self.charset).as_bytes(), 1, 1);
            }
        }
        self.line.end_line();
    }
}
