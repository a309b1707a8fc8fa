//! A certain start of a line, found from the middle of the data.
//!
//! Data is cut there. At the start of a line nothing is pending: no sequence, cluster, word, pair
//! of bidi controls or CR LF. So counts from there on depend only on the kind of the last line end.
//! In a superset of ASCII the bytes of LF and CR decide at once; in other encodings the sequences
//! before a place are read from a boundary. Invariant: the result is the start of a line in a walk
//! of the whole data, and does not depend on how the data is cut into windows.

use hexloupe_text::codec::{Anchor, Encoding, Meaning, Walk};
use hexloupe_text::window::Window;

/// The kinds of line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEndKind {
    Lf,
    CrLf,
    Cr,
    Nel,
}

/// The start of a line after the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineStart {
    /// Its offset; the end of the data, if a line end is the last of it.
    pub offset: u64,
    /// The kind of the line end before it.
    pub(super) after: LineEndKind,
}

/// The result of a search through a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStartSearch {
    /// The first start of a line.
    Found(LineStart),
    /// The offset where the search must continue: no line begins before it.
    From(u64),
}

impl LineStart {
    /// Reports whether the lines of an encoding can be found from the middle of the data: not if
    /// some bytes change the meaning of those far after them.
    pub fn can_be_found(encoding: &Encoding) -> bool {
        !encoding.is_stateful()
    }

    /// Bytes before a place that a window must show for a search from there.
    pub fn reach_before(encoding: &Encoding) -> u64 {
        encoding.reach_from_anywhere().before
    }

    /// The first line that begins at `from` or after, and not at the start of the data. The window
    /// must show the [bytes before](Self::reach_before) that the data has, and more bytes after
    /// `from` than the encoding looks at, unless the data ends earlier.
    pub fn search(
        encoding: &'static Encoding,
        phase: u64,
        window: &Window,
        from: u64,
    ) -> LineStartSearch {
        let from = from.max(1);
        if encoding.ascii {
            by_bytes(window, from)
        } else {
            by_steps(encoding, phase, window, from)
        }
    }
}

/// Searches an encoding where the bytes of LF and CR are always these characters.
fn by_bytes(window: &Window, from: u64) -> LineStartSearch {
    let is_cr = |at: u64| window.byte(at) == Some(b'\r');
    let bytes = window.slice(from - 1, window.end());
    for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        let end = from - 1 + index as u64;
        let offset = end + 1;
        let is_last = offset == window.end();
        if is_cr(end) && is_last && !window.ends {
            // Its LF may follow.
            break;
        }
        // A LF after a CR is found next. Unreadable bytes decide nothing.
        let is_known = window.byte(offset).is_some() || is_last;
        let is_inside = is_cr(end) && window.byte(offset) == Some(b'\n');
        if is_inside || !is_known || window.hole_at(end).is_some() {
            continue;
        }
        let after = match bytes[index] {
            b'\r' => LineEndKind::Cr,
            _ if end > 0 && is_cr(end - 1) => LineEndKind::CrLf,
            _ => LineEndKind::Lf,
        };
        return LineStartSearch::Found(LineStart { offset, after });
    }
    LineStartSearch::From(window.end().max(from))
}

/// Searches by reading sequences from a boundary on.
fn by_steps(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    from: u64,
) -> LineStartSearch {
    // Two characters before the place decide the kind of the line end before it.
    let back = from.saturating_sub(2 * u64::from(encoding.max_len));
    let boundary = encoding.boundary_in(phase, window, back);
    let anchor = if boundary.is_exact {
        boundary.anchor
    } else if let Some(offset) = encoding.first_boundary(window, from) {
        Anchor {
            offset,
            ..Anchor::default()
        }
    } else {
        return LineStartSearch::From(window.end().max(from));
    };
    let mut walk = Walk::new(encoding, phase, window).at(anchor);
    let (mut before, mut last) = (None, None);
    for step in walk.by_ref() {
        let is_absent = matches!(step.meaning, Meaning::Absent(_));
        if step.offset >= from
            && !is_absent
            && let Some(after) = ended(encoding, before, last, step.meaning.scalar())
        {
            let offset = step.offset;
            return LineStartSearch::Found(LineStart { offset, after });
        }
        (before, last) = (last, step.meaning.scalar());
    }
    let offset = walk.offset();
    match ended(encoding, before, last, None) {
        Some(after) if window.ends && offset == window.end() && offset >= from => {
            LineStartSearch::Found(LineStart { offset, after })
        }
        // The next sequence may be the first of a line.
        _ => LineStartSearch::From(offset.max(from)),
    }
}

/// The kind of line end from two characters, if they are one and `next` follows.
fn ended(
    encoding: &Encoding,
    before: Option<char>,
    last: Option<char>,
    next: Option<char>,
) -> Option<LineEndKind> {
    match last? {
        '\n' if before == Some('\r') => Some(LineEndKind::CrLf),
        '\n' => Some(LineEndKind::Lf),
        '\r' if next != Some('\n') => Some(LineEndKind::Cr),
        '\u{85}' if encoding.nel_ends_line() => Some(LineEndKind::Nel),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::panic,
        reason = "a test that cannot go on has failed"
    )]

    use super::*;
    use hexloupe_text::codec::table;
    use hexloupe_text::window::Peek as _;

    /// The start found from a place, with windows that show `step` bytes after it.
    fn found(encoding: &'static Encoding, phase: u64, data: &[u8], from: u64, step: usize) -> u64 {
        let len = data.len() as u64;
        let look = usize::from(encoding.look);
        let mut from = from;
        while from < len {
            let back = from.saturating_sub(LineStart::reach_before(encoding));
            let window = data.window(back, (from - back) as usize + step + look);
            match LineStart::search(encoding, phase, &window, from) {
                LineStartSearch::Found(start) => return start.offset,
                LineStartSearch::From(next) => {
                    assert!(next > from || window.ends, "no way on from {from}");
                    if next <= from {
                        return len;
                    }
                    from = next;
                }
            }
        }
        len
    }

    /// The starts of all lines but the first, by a walk of the whole data.
    fn starts(encoding: &'static Encoding, phase: u64, data: &[u8]) -> Vec<u64> {
        let window = data.window(0, data.len());
        let steps: Vec<_> = Walk::new(encoding, phase, &window).collect();
        let nel = encoding.id.starts_with("ebcdic");
        let mut starts = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let c = step.meaning.scalar();
            let next = steps.get(at + 1).and_then(|step| step.meaning.scalar());
            let ends = match c {
                Some('\n') => true,
                Some('\r') => next != Some('\n'),
                Some('\u{85}') => nel,
                _ => false,
            };
            starts.extend(ends.then_some(step.end()));
        }
        starts
    }

    /// Bytes with many line ends, in any encoding.
    fn noise(seed: u64, len: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(seed);
        let some = [
            0x0A, 0x0D, 0x15, 0x25, 0x00, 0x0A, 0x0D, 0x81, 0xE2, 0x82, 0xD8, 0x30, 0xFF, 0x5C,
        ];
        let byte = |random: &mut fastrand::Rng| match random.u8(0..3) {
            0 => random.u8(..),
            _ => random.choice(some).unwrap(),
        };
        (0..len).map(|_| byte(&mut random)).collect()
    }

    #[test]
    fn the_first_line_start_at_or_after_a_place_is_found_in_every_encoding() {
        for encoding in table::all().filter(|row| LineStart::can_be_found(row)) {
            for seed in 0..12 {
                let data = noise(seed, 90);
                let phase = seed % u64::from(encoding.unit);
                let starts = starts(encoding, phase, &data);
                for from in 1..=data.len() as u64 {
                    let expected = starts.iter().find(|start| **start >= from);
                    let expected = expected.copied().unwrap_or(data.len() as u64);
                    for step in [1, 2, 3, 9, 200] {
                        assert_eq!(
                            found(encoding, phase, &data, from, step),
                            expected,
                            "{encoding:?} from {from} by {step} in {data:02X?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_end_of_the_line_before_is_reported() {
        let end = |text: &str, from| {
            let window = text.as_bytes().window(0, 99);
            match LineStart::search(table::UTF_8, 0, &window, from) {
                LineStartSearch::Found(start) => Some((start.offset, start.after)),
                LineStartSearch::From(_) => None,
            }
        };
        assert_eq!(end("a\nb", 1), Some((2, LineEndKind::Lf)));
        assert_eq!(end("a\r\nb", 1), Some((3, LineEndKind::CrLf)));
        assert_eq!(end("a\r\nb", 3), Some((3, LineEndKind::CrLf)));
        assert_eq!(end("a\rb", 2), Some((2, LineEndKind::Cr)));
        assert_eq!(end("a\nb", 3), None);
        let mainframe = table::by_id("ebcdic-037").unwrap();
        let window = b"\x81\x15\x82".window(0, 99);
        let LineStartSearch::Found(start) = LineStart::search(mainframe, 0, &window, 1) else {
            panic!("a line begins");
        };
        assert_eq!((start.offset, start.after), (2, LineEndKind::Nel));
    }

    #[test]
    fn no_line_begins_at_bytes_that_cannot_be_read() {
        for encoding in [table::UTF_8, table::by_id("ebcdic-037").unwrap()] {
            let mut window = b"a\r\0\0\nb".window(0, 99);
            window.holes.push((2..4).into());
            let lf = if encoding.ascii { 5 } else { 6 };
            match LineStart::search(encoding, 0, &window, 1) {
                LineStartSearch::Found(start) => assert_eq!(start.offset, lf),
                LineStartSearch::From(next) => assert_eq!(next, lf),
            }
        }
    }
}
