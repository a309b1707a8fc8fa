//! The inspector's text about absent bytes.
//!
//! Invariant: one line, and its first word names the reason.

use crate::codec::Meaning;
use crate::language::Language;
use crate::model::line::{Tone, TonedLine};
use crate::model::row::{ByteRole, glyph_of};
use crate::texts::model::inspector::absent as texts;
use crate::unicode::glyph::Charset;
use crate::window::{Absence, Peek};

/// Bytes searched for a gap on either side of the cursor. Wide gaps are drawn short, so this is
/// enough.
const NEAR: u64 = 1024;

/// The sign of awaited bytes.
pub(super) fn sign(charset: Charset) -> String {
    glyph_of(Meaning::Absent(Absence::Awaited), 1, charset).text
}

/// The text about the start of a character, at the end of data that still grows.
pub(in crate::model) fn rest_is_awaited(language: Language) -> String {
    texts::REST_CHARACTER_AWAITED.get(language).to_owned()
}

/// The line on the byte at an offset.
pub(in crate::model) fn line(data: &dyn Peek, offset: u64, why: Absence) -> TonedLine {
    let line = TonedLine::new();
    match why {
        Absence::Unreadable => line
            .with(Tone::As(ByteRole::Unreadable), "  ?  ")
            .strong("unreadable")
            .quiet(" · the file gave an error for these bytes; R reads them again"),
        Absence::Awaited => line
            .with(Tone::As(ByteRole::Awaited), "  ·  ")
            .strong("still loading")
            .quiet(" · the file is slow; these bytes appear when they arrive"),
        Absence::Gap => gap(line, data, offset),
    }
}

fn gap(line: TonedLine, data: &dyn Peek, offset: u64) -> TonedLine {
    let line = line.with(Tone::As(ByteRole::Gap), " --  ").strong("gap");
    let near = data.window(offset.saturating_sub(NEAR), 2 * NEAR as usize);
    let Some(hole) = near.hole_at(offset) else {
        return line;
    };
    let (first, end) = (data.address(hole.start), data.address(hole.end));
    let count = end.saturating_sub(first);
    let last = end.saturating_sub(1);
    let plural = if count == 1 { "address" } else { "addresses" };
    line.quiet(format!(
        " · the dump has no bytes for {count} {plural}, 0x{first:X} to 0x{last:X}"
    ))
}
