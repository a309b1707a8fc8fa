//! The byte order marks: U+FEFF in each form of Unicode, at the very start.
//!
//! Invariant: of two marks that begin alike the longer stands first.

use super::{Encoding, table};

/// The bytes of every mark, and whose they are.
pub static MARKS: &[(&[u8], &Encoding)] = &[
    (b"\xFF\xFE\0\0", table::UTF_32LE),
    (b"\0\0\xFE\xFF", table::UTF_32BE),
    (b"\xEF\xBB\xBF", table::UTF_8),
    (b"\xFF\xFE", table::UTF_16LE),
    (b"\xFE\xFF", table::UTF_16BE),
];

/// The marks that some bytes begin with, the longest first: `FF FE 00 00` is
/// UTF-32LE's, or UTF-16LE's and a NUL.
pub fn at_start(bytes: &[u8]) -> impl Iterator<Item = &'static (&'static [u8], &'static Encoding)> {
    MARKS
        .iter()
        .filter(move |(mark, _)| bytes.starts_with(mark))
}

/// The bytes of an encoding's mark; none outside Unicode's forms.
pub fn of(encoding: &Encoding) -> Option<&'static [u8]> {
    MARKS
        .iter()
        .find(|(_, whose)| *whose == encoding)
        .map(|(mark, _)| *mark)
}
