//! The byte order marks: U+FEFF in each form of Unicode, at the very start.
//!
//! Invariant: if two marks begin with the same bytes, the longer comes first.

use super::{CodecState, Encoding, Meaning, Step, table};

/// The bytes of every mark, and its encoding.
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

/// The bytes that are read as U+FEFF at the start of data: the mark in Unicode's encoding forms,
/// elsewhere what the encoding writes for U+FEFF. None if the encoding lacks the character, or if
/// its bytes depend on what comes before.
pub fn opening_mark(encoding: &Encoding) -> Option<&'static [u8]> {
    const OTHERS: &[&[u8]] = &[b"\xEF\xBB\xBF", b"\x84\x31\x95\x33"];
    let own = MARKS.iter().find(|(_, whose)| *whose == encoding);
    let is = |bytes: &&&[u8]| {
        let sequence = encoding.decode(&mut CodecState::default(), bytes);
        sequence.meaning == Meaning::Scalar('\u{FEFF}')
    };
    own.map(|(mark, _)| *mark)
        .or_else(|| OTHERS.iter().find(is).copied())
}

/// The step of the mark, if data beginning with `beginning` opens with the encoding's own mark. The
/// bytes of the mark are enough to decide: later bytes need not be loaded.
pub fn opening(encoding: &Encoding, phase: u64, beginning: &[u8]) -> Option<Step> {
    let mark = opening_mark(encoding).filter(|mark| phase == 0 && beginning.starts_with(mark))?;
    Some(Step {
        offset: 0,
        len: mark.len() as u32,
        state: CodecState::default(),
        meaning: Meaning::Scalar('\u{FEFF}'),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_that_has_the_character_has_its_bytes() {
        for (id, mark) in [
            ("utf-8", &b"\xEF\xBB\xBF"[..]),
            ("utf-16be", b"\xFE\xFF"),
            ("utf-32le", b"\xFF\xFE\0\0"),
            ("cesu-8", b"\xEF\xBB\xBF"),
            ("wtf-8", b"\xEF\xBB\xBF"),
            ("gb18030", b"\x84\x31\x95\x33"),
        ] {
            let encoding = table::by_label(id).unwrap().encoding();
            assert_eq!(opening_mark(encoding), Some(mark), "{id}");
        }
        let without = table::all().filter(|encoding| opening_mark(encoding).is_none());
        for encoding in without.filter(|encoding| encoding.id != "utf-7") {
            let written = encoding.encode(&mut CodecState::default(), '\u{FEFF}', &mut Vec::new());
            assert!(written.is_err(), "{encoding:?}");
        }
    }
}
