//! The glyph of a sequence in the code point pane, and its place.
//!
//! Invariant: a glyph takes no more columns than the cells it stands in.

use std::ops::Range;

use super::RowCut;
use crate::codec::{Meaning, Step};
use crate::unicode::glyph::{self, Charset, Glyph};
use crate::window::Absence;

/// The place of a step's glyph: the offset, the glyph, and its number of cells. The glyph is at the
/// head, unless the sequence runs on and only the next row has room.
pub fn glyph_place(step: &Step, shown: &Range<u64>, cut: &RowCut) -> (u64, Glyph, u16) {
    let row = cut.grid.row(shown.start);
    let first = shown.start..shown.end.min(cut.grid.range(row).end);
    let second = first.end..shown.end.min(cut.grid.range(row + 1).end);
    let in_cells = |cells: &Range<u64>| {
        let count = (cells.end - cells.start) as u16;
        let slot = u8::try_from(count * cut.columns).unwrap_or(u8::MAX);
        (
            cells.start,
            glyph_of(step.meaning, slot, cut.charset),
            count,
        )
    };
    let here = in_cells(&first);
    let narrow =
        here.1.kind == glyph::GlyphKind::StandIn && first.end - first.start < u64::from(step.len);
    if narrow && second.end - second.start > first.end - first.start {
        let there = in_cells(&second);
        if there.1.kind == glyph::GlyphKind::Itself {
            return there;
        }
    }
    here
}

/// The glyph of a meaning in at most `slot` columns.
pub fn glyph_of(meaning: Meaning, slot: u8, charset: Charset) -> Glyph {
    match meaning {
        Meaning::Scalar(c) => glyph::for_char(c, slot, charset),
        Meaning::Pair(c, d) => glyph::cluster(&[c, d], slot, charset),
        Meaning::Surrogate(unit) => glyph::value(u32::from(unit), slot, charset),
        Meaning::Beyond(value) => glyph::value(value, slot, charset),
        Meaning::Shift => stand_in(match charset {
            Charset::Unicode => "⇄",
            Charset::Ascii => "~",
        }),
        Meaning::IllFormed(_) => glyph::fault(charset),
        Meaning::Absent(Absence::Unreadable) => stand_in("?"),
        Meaning::Absent(Absence::Awaited) => stand_in("·"),
        Meaning::Absent(Absence::Gap) => stand_in(" "),
    }
}

/// The glyph of a byte of a binary that is no visible character of ASCII.
pub(in crate::model) fn dot() -> Glyph {
    stand_in(".")
}

fn stand_in(text: &str) -> Glyph {
    Glyph {
        text: text.to_owned(),
        columns: 1,
        kind: glyph::GlyphKind::StandIn,
    }
}
