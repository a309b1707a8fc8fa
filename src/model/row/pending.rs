//! A character that is cut off at the end of data that still grows: its rest may come.
//!
//! Invariant: only a sequence that more bytes could complete is drawn so; a sequence that stays
//! wrong with any continuation is a fault.

use super::glyphs::glyph_of;
use super::{ByteRole, PaneRow};
use crate::codec::{Masks, Meaning};
use crate::model::text::EncodedText;
use crate::unicode::glyph::Charset;
use crate::window::Absence;

/// Draws the last character as awaited, if it is cut off; `rows` are the visible rows.
pub(in crate::model) fn draw(rows: &mut [PaneRow], text: &EncodedText<'_>, charset: Charset) {
    let len = text.data.len();
    let ends = { rows.last() }.is_some_and(|row| row.offset + row.cells.len() as u64 == len);
    if !ends {
        return;
    }
    let stretch = text.stretch(len - 1..len);
    let last = stretch.at(len - 1);
    let Some(step) = last.filter(|step| text.is_awaited(step)) else {
        return;
    };
    let awaited = glyph_of(Meaning::Absent(Absence::Awaited), 1, charset);
    for row in rows {
        for (offset, cell) in (row.offset..).zip(&mut row.cells) {
            if !step.range().contains(&offset) {
                continue;
            }
            (cell.role, cell.masks) = (ByteRole::Awaited, Masks::PAYLOAD);
            if let Some((glyph, _)) = &mut cell.glyph {
                *glyph = awaited.clone();
            }
        }
    }
}
