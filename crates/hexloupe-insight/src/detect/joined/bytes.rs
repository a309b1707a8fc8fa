//! Signs of text in bytes.
//!
//! They tell its parts from parts in units. Invariant: none reads more than a bounded number of
//! bytes.

use std::ops::Range;

use super::reader::Reader;
use crate::detect::byte_stats::is_rare;
use crate::detect::tuning::{JOINED_CONTROLS, JOINED_LOOK, NARROW_UTF_8};

/// Reports whether the beginning of a line is UTF-8 without controls.
pub(super) fn is_text_in_bytes(reader: &mut Reader<'_>, line: Range<u64>) -> bool {
    let len = line.end.saturating_sub(line.start);
    let bytes = reader.bytes(line.start, len.min(JOINED_LOOK as u64) as usize);
    !bytes.iter().any(|byte| is_rare(*byte)) && is_utf_8(bytes)
}

/// Reports whether bytes are UTF-8; a character may be cut at the end.
pub(super) fn is_utf_8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).map_or_else(|ill| ill.error_len().is_none(), |_| true)
}

/// Reports whether a part begins with text in UTF-8, which units of two are not by chance.
pub(super) fn has_utf_8(reader: &mut Reader<'_>, part: Range<u64>) -> bool {
    let len = (part.end - part.start).min(JOINED_LOOK as u64);
    let bytes = reader.bytes(part.start, len as usize);
    let leads = bytes.iter().filter(|byte| **byte >= 0xC0).count();
    let begun = bytes.iter().take(3);
    let begun = begun.take_while(|byte| **byte & 0xC0 == 0x80).count();
    leads as u64 >= NARROW_UTF_8 && is_utf_8(&bytes[begun..])
}

/// Reports whether few bytes are tabs and ends of lines: in units of Indic scripts every second is.
pub(super) fn has_few_controls(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| matches!(byte, b'\t'..=b'\r'));
    !JOINED_CONTROLS.is_exceeded(controls.count(), bytes.len())
}
