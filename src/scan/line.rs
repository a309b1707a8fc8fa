//! Where a line begins, found without decoding what comes before it.
//!
//! Invariant: what is found is a boundary, and the start of a line, wherever the
//! window begins.

use crate::codec::{Encoding, State};
use crate::window::Window;

/// Whether LF is never part of another character. This holds for supersets of ASCII, for code
/// units of 2 and 4 bytes, and for single-byte sets.
pub fn stands_alone(encoding: &Encoding) -> bool {
    encoding.ascii || encoding.unit > 1 || encoding.max_len == 1
}

/// Offset just past the first LF of a window, which begins at the start of a code unit.
pub fn first(encoding: &Encoding, window: &Window) -> Option<u64> {
    let mut line_feed = Vec::new();
    encoding
        .encode(&mut State::default(), '\n', &mut line_feed)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::window::Peek as _;

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
}
