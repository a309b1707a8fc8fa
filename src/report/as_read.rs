//! All text as decoded, in UTF-8: each passage in its own encoding.
//!
//! It repairs text in the inspector: misread text is written in its original form. Bytes that are
//! read as UTF-8 are copied. Invariant: a misread character is written only if its bytes can be
//! derived from it again; else they stay, and so do ill-formed bytes.

use std::io::{self, Write};
use std::ops::Range;

use super::{FULL, written};
use crate::codec::{CodecState, Encoding, Meaning, Step};
use crate::model::copy::{CopyDecoder, CopyLosses, PIECE, each_piece_by};
use crate::model::text::{DecodedStretch, EncodedText};

/// Writes a range of the data. A sequence with a byte among them is written whole.
///
/// # Errors
/// The output could not be written.
pub(crate) fn write(
    text: EncodedText<'_>,
    range: Range<u64>,
    out: &mut dyn Write,
) -> io::Result<CopyLosses> {
    write_by(PIECE, text, range, out)
}

/// Does the same as [`write()`], `step` bytes at a time.
fn write_by(
    step: u64,
    text: EncodedText<'_>,
    range: Range<u64>,
    out: &mut dyn Write,
) -> io::Result<CopyLosses> {
    let mut decoder = CopyDecoder::default();
    let mut at = range.start;
    while at < range.end {
        let part = text.part_at(at);
        let end = part.range.end.min(range.end);
        if part.encoding.is_utf8() {
            let raw = written::raw(text.data, at..end, out)?;
            decoder.lost.unreadable += raw.unreadable;
            decoder.lost.gaps += raw.gaps;
        } else {
            text.within(at, |part| decoded(step, part, at..end, &mut decoder, out))?;
        }
        at = end;
    }
    Ok(decoder.lost)
}

/// Writes a range of a single part, decoded.
fn decoded(
    step: u64,
    text: &EncodedText<'_>,
    range: Range<u64>,
    decoder: &mut CopyDecoder,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mut written, mut done) = (Vec::new(), Ok(()));
    each_piece_by(step, text, &range, &mut |stretch, steps| {
        for step in steps {
            if let Some(bytes) = kept(stretch, step) {
                written.extend_from_slice(bytes);
                if step.meaning.fault().is_some() {
                    decoder.lost.kept += u64::from(step.len);
                }
            } else {
                let mut text = String::new();
                decoder.decode(std::slice::from_ref(step), &mut text);
                written.extend_from_slice(text.as_bytes());
            }
        }
        if done.is_ok() && written.len() >= FULL {
            done = out.write_all(&written);
            written.clear();
        }
    });
    done.and_then(|()| out.write_all(&written))
}

/// The bytes of a sequence that stays unchanged.
fn kept<'a>(stretch: &'a DecodedStretch, step: &Step) -> Option<&'a [u8]> {
    let (bytes, encoding) = (stretch.bytes(step), stretch.encoding(step));
    let stays = match step.meaning {
        // If units have several bytes, the bytes of a single unit have no place in UTF-8.
        Meaning::IllFormed(_) => encoding.unit == 1,
        Meaning::Scalar(_) | Meaning::Pair(..) => {
            encoding.misread().is_some() && !comes_back(encoding, step.meaning, bytes)
        }
        _ => false,
    };
    stays.then_some(bytes)
}

/// Reports whether encoding a character gives its own bytes.
fn comes_back(encoding: &Encoding, meaning: Meaning, bytes: &[u8]) -> bool {
    let (mut state, mut back) = (CodecState::default(), Vec::new());
    let mut scalars = meaning.scalars();
    scalars.all(|c| encoding.encode(&mut state, c, &mut back).is_ok()) && back == bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{misread, table};
    use crate::scan::facts::encoding_range::EncodingRange;

    fn row(label: &str) -> &'static Encoding {
        let known = table::by_label(label).map(table::LabelMatch::encoding);
        known.or_else(|| misread::by_id(label)).unwrap()
    }

    /// Writes some data with one encoding for a range, and another for the rest.
    #[track_caller]
    fn check(data: &[u8], rest: &str, passage: Option<(Range<u64>, &str)>, expected: &[u8]) {
        let data = data.to_vec();
        let passages = passage.map(|(range, id)| EncodingRange::new(range, row(id)));
        let passages = Vec::from_iter(passages);
        let text = EncodedText::new(&data, row(rest), 0);
        for step in [1, 2, 3, 4, 5, 6, 7, 8, 9, PIECE] {
            let mut out = Vec::new();
            write_by(step, text.with(&passages), 0..data.len() as u64, &mut out).unwrap();
            let [found, wanted] = [&out[..], expected].map(String::from_utf8_lossy);
            assert_eq!((&found, step), (&wanted, step));
            assert!(out == expected, "{step}");
        }
    }

    #[test]
    fn each_passage_is_written_as_it_is_read_and_the_rest_stays() {
        check(b"a\xFFb", "utf-8", None, b"a\xFFb");
        check(b"", "utf-8", None, b"");
        let mixed = b"\xD0\xB4\xD0\xB0\n\xEF\xF0\n\xFF";
        let passage = Some((5..7, "windows-1251"));
        check(
            mixed,
            "utf-8",
            passage,
            "да\nпр\n"
                .as_bytes()
                .iter()
                .chain(b"\xFF")
                .copied()
                .collect::<Vec<_>>()
                .as_slice(),
        );
        check(b"\xEF\xF0", "windows-1251", None, "пр".as_bytes());
        check(b"a\0\x3F\x04", "utf-16le", None, "aп".as_bytes());
        // No place for single bytes.
        check(b"\0\xD8a\0", "utf-16le", None, "\u{FFFD}a".as_bytes());
        check(b"a\x81b", "shift_jis", Some((0..2, "shift_jis")), b"a\x81b");
    }

    #[test]
    fn misread_text_is_repaired_and_the_rest_stays() {
        let misread = "да РџСЂРёРІРµС‚, да";
        let len = misread.len() as u64;
        let passage = Some((0..len, "utf-8,windows-1251"));
        check(
            misread.as_bytes(),
            "utf-8",
            passage,
            "да Привет, да".as_bytes(),
        );
        // A byte without a character was read as a C1 control, so it is derived again.
        let passage = Some((0..9, "utf-8,windows-1252"));
        check(
            "Ã\u{81}a\n€".as_bytes(),
            "utf-8",
            passage,
            "Áa\n€".as_bytes(),
        );
        let passage = Some((0..13, "utf-8,windows-1251"));
        check(
            "РџСЂ\u{FFFD}".as_bytes(),
            "utf-8",
            passage,
            "Пр\u{FFFD}".as_bytes(),
        );
    }

    #[test]
    fn unchanged_faults_are_counted() {
        let data = b"a\x81\xFFb".to_vec();
        let text = EncodedText::new(&data, row("shift_jis"), 0);
        let found = write(text, 0..4, &mut Vec::new()).unwrap();
        assert_eq!((found.kept, found.ill_formed), (2, 0));
    }

    #[test]
    fn no_length_around_a_piece_loses_its_end() {
        let (mojibake, sound) = ("РџСЂ ", "Пр ");
        let times = PIECE as usize / mojibake.len();
        for more in 0..9 {
            let plain = "x".repeat(more);
            let data = format!("{plain}{}", mojibake.repeat(times + 1)).into_bytes();
            let expected = format!("{plain}{}", sound.repeat(times + 1));
            let passages = [EncodingRange::new(
                0..data.len() as u64,
                row("utf-8,windows-1251"),
            )];
            let text = EncodedText::new(&data, row("utf-8"), 0);
            let mut out = Vec::new();
            write(text.with(&passages), 0..data.len() as u64, &mut out).unwrap();
            assert!(out == expected.as_bytes(), "{more}");
        }
    }
}
