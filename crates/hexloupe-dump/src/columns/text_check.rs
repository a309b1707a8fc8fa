//! Remarks on the text column of a row.
//!
//! Invariant: a column that shows something else altogether (such as another character set) gets
//! one remark, not one for each byte.

use super::row::DumpRow;
use super::shape::{ColumnFormat, TextColumn};
use super::template;
use super::text::{self, TextMatch};
use crate::out::{ReaderOutput, RemarkKind};
use crate::text::DumpLine;

/// The evidence of text columns so far.
#[derive(Debug, Default)]
pub(super) struct TextCheck {
    pub(super) agreed: u64,
    disagreed: u64,
    told: bool,
}

impl TextCheck {
    /// Compares the text of a row with its bytes. `shown` is true if earlier rows had a text.
    pub(super) fn row(
        &mut self,
        shape: &ColumnFormat,
        line: &DumpLine<'_>,
        address: u64,
        row: &DumpRow,
        shown: bool,
        out: &mut ReaderOutput,
    ) {
        let Some(text) = row.text.clone().and_then(|range| line.text.get(range)) else {
            let how = row.cut.or_else(|| shown.then_some("it has no text column"));
            // Blanks at the end of a line are often lost, but not a frame after them.
            let is_framed =
                shape.text == TextColumn::Panels && line.text.starts_with("│".as_bytes());
            let blank = !is_framed && row.bytes.iter().all(|byte| *byte == b' ');
            if let Some(how) = how.filter(|_| !blank) {
                out.cut(line.number, 0, how);
            }
            return;
        };
        let panels = shape.text == TextColumn::Panels;
        let mut wrong = Vec::new();
        let matched = text::compare(text, &row.bytes, panels, |at, shown| {
            wrong.push((at, shown));
        });
        self.agreed += matched.agreed as u64;
        self.disagreed += matched.disagreed as u64;
        out.counts.agreed += matched.agreed as u64;
        out.counts.disagreed += matched.disagreed as u64;
        if self.disagreed > self.agreed && (self.told || wrong.len() > 3) {
            self.other(line.number, out);
        } else {
            for (at, shown) in wrong {
                let byte = row.bytes[at];
                let column = line.column_of(template::column(shape, row, at));
                let kind = RemarkKind::Disagrees {
                    address: address.saturating_add(at as u64),
                    byte,
                    shown,
                };
                out.remark(line.number, column, kind);
            }
        }
        let filled = if shape.padded {
            row.words.last().map_or(0, |word| word.len)
        } else {
            0
        };
        lengths(line.number, address, row, filled, matched, out);
    }

    /// Reports once that the column shows something else.
    fn other(&mut self, line: u64, out: &mut ReaderOutput) {
        if !std::mem::replace(&mut self.told, true) {
            let text = "the text column does not show the bytes as ASCII";
            out.note(line, 0, text);
        }
    }
}

/// Adds a remark if the text is longer or shorter than the bytes, unless the difference is fewer
/// than `filled` zeros at the end, which are padding.
fn lengths(
    line: u64,
    address: u64,
    row: &DumpRow,
    filled: usize,
    matched: TextMatch,
    out: &mut ReaderOutput,
) {
    let (places, len) = (matched.places, row.bytes.len());
    let missing = row.bytes.get(places..).unwrap_or_default();
    let kind = if let Some(how) = row.cut {
        RemarkKind::Cut { how }
    } else if matched.wide || places == len {
        return;
    } else if places > len {
        RemarkKind::Checksum {
            address,
            said: places as u64,
            found: len as u64,
            what: "length of the text column",
        }
    } else if missing.iter().all(|byte| *byte == b' ') {
        // Blanks at the end of a line are often lost.
        return;
    } else if missing.len() < filled && missing.iter().all(|byte| *byte == 0) {
        return;
    } else {
        let how = "the text column is shorter than the bytes";
        RemarkKind::Cut { how }
    };
    out.remark(line, 0, kind);
}
