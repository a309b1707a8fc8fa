//! The zones of some bytes that have no control, and the places where data is cut into pieces.
//!
//! Invariant: the places depend on the data alone.

use std::ops::Range;

/// The longest stretch in bytes; a longer one is cut.
pub const LONGEST: usize = 16 * 1024;
/// NULs in a row that are no part of a text, in any encoding.
const GAP: [u8; 4] = [0; 4];

/// The zeros that are passed together.
const ZEROS: usize = 32;

/// Reports whether a byte is a control that ends a text of one-byte units: any but the tab.
pub(super) const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0A..=0x1F | 0x7F)
}

/// A zone without a control.
pub(super) struct Zone {
    pub(super) range: Range<usize>,
    /// True if all bytes are ASCII.
    pub(super) is_ascii: bool,
    /// True if it has a lead byte of UTF-8 with the continuation bytes of a short character.
    pub(super) is_led: bool,
    /// The most bytes of ASCII in a row.
    pub(super) plain: usize,
}

/// The zones of some bytes with this many bytes or more.
pub(super) fn zones(bytes: &[u8], least: usize) -> impl Iterator<Item = Zone> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let zone = next(bytes, at)?;
            at = zone.range.end;
            if zone.range.len() >= least {
                return Some(zone);
            }
        }
    })
}

/// The first zone from an offset on.
fn next(bytes: &[u8], at: usize) -> Option<Zone> {
    let rest = &bytes[at..];
    let zeros = rest
        .chunks_exact(ZEROS)
        .take_while(|zeros| **zeros == [0; ZEROS])
        .count()
        * ZEROS;
    let start = at + zeros + rest[zeros..].iter().position(|byte| !is_control(*byte))?;
    let most = bytes.len().min(start + LONGEST);
    let (mut others, mut is_led, mut plain, mut row) = (0, false, 0, 0);
    let (mut last, mut end) = ([0; 2], start);
    for byte in &bytes[start..most] {
        if is_control(*byte) {
            break;
        }
        end += 1;
        if byte.is_ascii() {
            row += 1;
            plain = plain.max(row);
        } else {
            others += 1;
            row = 0;
            is_led |= match *byte {
                0x80..=0xBF => matches!(last, [_, 0xC2..=0xDF] | [0xE0..=0xF4, 0x80..=0xBF]),
                _ => false,
            };
        }
        last = [last[1], *byte];
    }
    Some(Zone {
        range: start..end,
        is_ascii: others == 0,
        is_led,
        plain,
    })
}

/// The place, in bytes that begin where a piece may end, at which it ends: after a gap, after the end of
/// a line, else after the longest stretch. No text is cut there unless it is longer.
pub fn cut(bytes: &[u8]) -> usize {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let gap = memchr::memmem::find(bytes, &GAP).map(|at| at + GAP.len());
    let line = |bytes: &[u8]| {
        // The end of a line in units of two bytes, in either order; else of one byte.
        let wide = bytes
            .windows(2)
            .position(|pair| matches!(pair, [0, b'\n'] | [b'\n', 0]));
        let narrow = || memchr::memchr(b'\n', bytes).map(|at| at + 1);
        wide.map(|at| at + 2).or_else(narrow)
    };
    gap.or_else(|| line(bytes)).unwrap_or(bytes.len())
}
