//! Which encoding the data is in, with the evidence.
//!
//! For now hard evidence only: a byte order mark, else UTF-8. Chosen once at
//! open, from a bounded look. Invariant: the verdict says why.

pub mod verdict;

use crate::codec::{Encoding, State, bom, table};
use crate::window::Peek;
use verdict::{Evidence, Verdict};

/// How far the look goes that tells UTF-32LE from UTF-16LE.
const LOOK: usize = 64 * 1024;
/// Bytes among which a NUL makes a file binary.
pub const BINARY: usize = 8 * 1024;

/// Whether the bytes that decide have come.
pub fn can_choose(data: &dyn Peek) -> bool {
    !data.window(0, LOOK).is_awaited()
}

/// Whether data that begins so, as it is read, is no text: among the first 8 KiB is a
/// NUL, and no code units of several bytes or mark of such explain it.
pub fn is_binary(head: &[u8], encoding: &Encoding) -> bool {
    let head = &head[..head.len().min(BINARY)];
    let mut marks = bom::at_start(head).map(|(_, encoding)| encoding);
    let wide = encoding.unit > 1 || marks.any(|encoding| encoding.unit > 1);
    !wide && head.contains(&0)
}

/// Names the encoding of data by its byte order mark, else UTF-8.
pub fn choose(data: &dyn Peek) -> Verdict {
    match byte_order_mark(data) {
        Some(encoding) => Verdict {
            encoding,
            evidence: Evidence::Bom,
        },
        None => Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        },
    }
}

/// The form of UTF-16 or UTF-32 that a BOM names, else the little endian one:
/// what the labels `utf-16` and `utf-32` mean.
pub fn by_bom_or_little_endian(data: &dyn Peek, unit: u8) -> Verdict {
    match byte_order_mark(data) {
        Some(encoding) if encoding.unit == unit => Verdict {
            encoding,
            evidence: Evidence::Bom,
        },
        _ if unit == 4 => Verdict {
            encoding: table::UTF_32LE,
            evidence: Evidence::Chosen,
        },
        _ => Verdict {
            encoding: table::UTF_16LE,
            evidence: Evidence::Chosen,
        },
    }
}

/// The encoding whose byte order mark opens the data.
fn byte_order_mark(data: &dyn Peek) -> Option<&'static Encoding> {
    let start = data.window(0, 4);
    let mut marks = bom::at_start(&start.bytes).map(|(_, encoding)| *encoding);
    marks.find(|encoding| *encoding != table::UTF_32LE || is_utf32le(data))
}

/// The encoding whose byte order mark the data opens with too, where one mark is
/// the beginning of another: FF FE 00 00.
pub fn other_reading(data: &dyn Peek, taken: &Encoding) -> Option<&'static Encoding> {
    let start = data.window(0, 4);
    let marks: Vec<_> = bom::at_start(&start.bytes)
        .map(|(_, encoding)| *encoding)
        .collect();
    let ours = marks.contains(&taken);
    marks
        .into_iter()
        .find(|encoding| ours && *encoding != taken)
}

/// FF FE 00 00 is UTF-32LE, or UTF-16LE that goes on with a NUL: it is the
/// former if all units of a first look are scalar values.
fn is_utf32le(data: &dyn Peek) -> bool {
    let window = data.window(0, LOOK);
    let whole = data.len().is_multiple_of(4);
    whole
        && window.bytes.chunks_exact(4).all(|unit| {
            let step = table::UTF_32LE.decode(&mut State::default(), unit);
            step.meaning.scalar().is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], id: &str, evidence: Evidence) {
        let verdict = choose(&bytes.to_vec());
        assert_eq!(
            (verdict.encoding.id, verdict.evidence),
            (id, evidence),
            "{bytes:02X?}"
        );
    }

    #[test]
    fn a_byte_order_mark_decides_and_without_one_it_is_utf_8() {
        check(b"", "utf-8", Evidence::Assumed);
        check(b"abc", "utf-8", Evidence::Assumed);
        check(b"\xEF\xBB\xBFabc", "utf-8", Evidence::Bom);
        check(b"\xFF\xFEa\0", "utf-16le", Evidence::Bom);
        check(b"\xFE\xFF\0a", "utf-16be", Evidence::Bom);
        check(b"\0\0\xFE\xFF\0\0\0a", "utf-32be", Evidence::Bom);
        check(b"\xFF\xFE\0\0a\0\0\0", "utf-32le", Evidence::Bom);
    }

    #[test]
    fn utf_16le_with_a_nul_after_its_mark_is_no_utf_32le() {
        check(b"\xFF\xFE\0\0a\0", "utf-16le", Evidence::Bom);
        check(b"\xFF\xFE\0\0\xFF\xFF\xFF\xFF", "utf-16le", Evidence::Bom);
    }

    #[test]
    fn a_mark_that_two_encodings_share_is_said() {
        let other = |bytes: &[u8]| other_reading(&bytes.to_vec(), choose(&bytes.to_vec()).encoding);
        assert_eq!(other(b"\xFF\xFE\0\0a\0\0\0"), Some(table::UTF_16LE));
        assert_eq!(other(b"\xFF\xFE\0\0a\0"), Some(table::UTF_32LE));
        assert_eq!(other(b"\xFF\xFEa\0"), None);
    }

    #[test]
    fn the_label_without_byte_order_takes_the_mark_else_little_endian() {
        assert_eq!(
            by_bom_or_little_endian(b"\xFE\xFF\0a", 2).encoding,
            table::UTF_16BE
        );
        assert_eq!(by_bom_or_little_endian(b"a\0", 2).encoding, table::UTF_16LE);
        assert_eq!(
            by_bom_or_little_endian(b"\xFE\xFF\0a", 4).encoding,
            table::UTF_32LE
        );
    }
}
