//! Finds the start of a line without decoding the bytes before it.
//!
//! Invariant: the result is a boundary, and the start of a line, wherever the window begins.

use hexloupe_text::codec::{CodecState, Encoding};
use hexloupe_text::window::Window;

/// Reports whether LF is never part of another character. This holds for supersets of ASCII, for
/// code units of 2 and 4 bytes, and for single-byte sets.
pub fn stands_alone(encoding: &Encoding) -> bool {
    encoding.ascii || encoding.unit > 1 || encoding.max_len == 1
}

/// Offset just past the first LF of a window, which begins at the start of a code unit.
pub fn first(encoding: &Encoding, window: &Window) -> Option<u64> {
    let mut line_feed = Vec::new();
    encoding
        .encode(&mut CodecState::default(), '\n', &mut line_feed)
        .ok()?;
    let at = match line_feed.as_slice() {
        [byte] => memchr::memchr(*byte, &window.bytes)?,
        unit => {
            let mut units = window.bytes.chunks_exact(unit.len());
            units.position(|bytes| bytes == unit)? * unit.len()
        }
    };
    Some(window.start + (at + line_feed.len()) as u64)
}

/// Offset just past the last LF of a window at or after an offset: the bytes after it cannot change
/// the meaning of those before it.
pub fn last_end(encoding: &Encoding, phase: u64, window: &Window, from: u64) -> Option<u64> {
    let unit = u64::from(encoding.unit);
    let from = from.max(window.start).max(phase);
    let from = phase + (from - phase).next_multiple_of(unit);
    if !stands_alone(encoding) || encoding.is_stateful() || !window.holes.is_empty() {
        return None;
    }
    let mut line_feed = Vec::new();
    encoding
        .encode(&mut CodecState::default(), '\n', &mut line_feed)
        .ok()?;
    let units = window
        .slice(from, window.end())
        .chunks_exact(line_feed.len());
    let at = units.rev().position(|bytes| bytes == line_feed)? as u64;
    let whole = (window.end() - from) / unit * unit;
    Some(from + whole - at * unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;
    use hexloupe_text::window::Peek as _;

    #[test]
    fn a_line_begins_behind_a_whole_line_feed() {
        assert_eq!(first(table::UTF_8, &b"ab\ncd\n".window(1, 9)), Some(3));
        assert_eq!(first(table::UTF_8, &b"abcd".window(0, 9)), None);
        let wide = b"a\n\n\0b\0\n\0";
        assert_eq!(first(table::UTF_16LE, &wide.window(0, 9)), Some(4));
        assert_eq!(first(table::UTF_16BE, &wide.window(0, 9)), None);
        assert_eq!(first(table::UTF_16BE, &wide.window(1, 9)), Some(7));
        let mainframe = table::by_label("ebcdic-037").unwrap().encoding();
        assert_eq!(first(mainframe, &b"\n\xC1\x25\xC2".window(0, 9)), Some(3));
        assert!(stands_alone(mainframe));
        assert!(stands_alone(table::UTF_32LE) && stands_alone(table::ASCII));
    }

    #[test]
    fn the_last_line_ends_behind_a_whole_line_feed() {
        let last = |encoding, phase, bytes: &[u8], from| {
            last_end(encoding, phase, &bytes.window(0, bytes.len()), from)
        };
        assert_eq!(last(table::UTF_8, 0, b"a\nb\nc", 0), Some(4));
        assert_eq!(last(table::UTF_8, 0, b"a\nb\nc", 3), Some(4));
        assert_eq!(last(table::UTF_8, 0, b"a\nb\nc", 4), None);
        assert_eq!(last(table::UTF_8, 0, b"a\r", 0), None);
        assert_eq!(last(table::UTF_8, 0, b"", 7), None);
        let wide = b"xa\0\n\0b";
        assert_eq!(last(table::UTF_16LE, 1, wide, 0), Some(5));
        assert_eq!(last(table::UTF_16LE, 1, wide, 2), Some(5));
        assert_eq!(last(table::UTF_16LE, 1, wide, 4), None);
        assert_eq!(last(table::UTF_16LE, 0, wide, 0), None);
        let shifting = table::by_label("iso-2022-jp").unwrap().encoding();
        assert_eq!(last(shifting, 0, b"a\n", 0), None);
    }
}
