//! Data in pieces that end with a line, or with a word where a line is very long.
//!
//! Readers of words get the data so: all of it, or the samples of it that were looked at. Text
//! without spaces, as Chinese is written, may be one word throughout: a piece of it ends with a
//! character of the set of the data. Invariant: each byte of the data is in one piece, in order, and
//! a line of less than [`MOST`] bytes is in one piece whole.

use std::convert::Infallible;
use std::ops::Range;

use super::super::samples::Samples;
use super::words::whole;
use hexloupe_text::codec::{CodecState, Encoding};
use hexloupe_text::window::Peek;

/// The most bytes examined before a line or a word ends.
const MOST: usize = 1 << 20;
/// The most bytes of a run that are read at once.
const PART: usize = 64 * 1024;

/// Some whole lines or words.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// Its bytes; unreadable ones are 0.
    pub bytes: &'a [u8],
    /// The offset of the first.
    pub offset: u64,
    /// The first offset, in it or after it, where a byte cannot be read.
    pub unreadable: Option<u64>,
}

/// Hears how far the data was gone through, and says whether to go on.
pub type Attend<'a> = dyn FnMut(u64) -> bool + 'a;

/// Passes on the pieces of some data in an encoding, which is read `step` bytes at a time; none if it
/// was not to go on.
///
/// # Errors
/// An error of `take` ends it.
pub fn each_piece<E>(
    data: &dyn Peek,
    encoding: &Encoding,
    step: usize,
    attend: &mut Attend<'_>,
    mut take: impl FnMut(&Piece<'_>) -> Result<(), E>,
) -> Option<Result<(), E>> {
    let (mut offset, mut bytes, mut unreadable) = (0, Vec::new(), None);
    loop {
        let at = offset + bytes.len() as u64;
        let window = data.window(at, step.max(1));
        unreadable = unreadable.or_else(|| window.holes.first().map(|hole| hole.start));
        bytes.extend_from_slice(&window.bytes);
        let ends = window.bytes.is_empty();
        let len = if ends {
            bytes.len()
        } else {
            cut(encoding, &bytes)
        };
        if len > 0 {
            let piece = Piece {
                bytes: &bytes[..len],
                offset,
                unreadable,
            };
            if let Err(error) = take(&piece) {
                return Some(Err(error));
            }
            bytes.drain(..len);
            offset += len as u64;
        }
        if !attend(offset) {
            return None;
        }
        if ends {
            return Some(Ok(()));
        }
    }
}

/// The number of available bytes that are a piece; 0 if more are needed.
fn cut(encoding: &Encoding, bytes: &[u8]) -> usize {
    let line = bytes.iter().rposition(|byte| *byte == b'\n');
    match line {
        Some(line) => line + 1,
        None if bytes.len() < MOST => 0,
        None => whole_words(encoding, bytes),
    }
}

/// Passes on a range of data in an encoding, in parts that end after lines, words or characters.
///
/// # Errors
/// An error of `take` ends it, and so does the error that `unreadable` makes of an offset that
/// cannot be read.
pub fn each_part<E>(
    data: &dyn Peek,
    encoding: &Encoding,
    range: Range<u64>,
    unreadable: impl Fn(u64) -> E,
    mut take: impl FnMut(&[u8], u64) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = range.start;
    while at < range.end {
        let window = data.window(at, (range.end - at).min(PART as u64) as usize);
        let bytes = match window.holes.first() {
            Some(hole) => return Err(unreadable(hole.start)),
            // The data has become shorter.
            None if window.bytes.is_empty() => return Err(unreadable(at)),
            None => window.bytes,
        };
        let len = if at + bytes.len() as u64 == range.end {
            bytes.len()
        } else {
            whole_words(encoding, &bytes)
        };
        take(&bytes[..len], at)?;
        at += len as u64;
    }
    Ok(())
}

/// The number of bytes at the front of text in an encoding that are whole lines; if there are none,
/// whole words, else whole characters.
fn whole_words(encoding: &Encoding, bytes: &[u8]) -> usize {
    let words = if encoding.unit == 1 { whole(bytes) } else { 0 };
    match words {
        0 => whole_characters(encoding, bytes),
        words => words,
    }
}

/// The number of bytes up to a character that their end may cut; all if there is no other.
fn whole_characters(encoding: &Encoding, bytes: &[u8]) -> usize {
    let mut state = CodecState::default();
    let mut at = encoding.valid_prefix(bytes);
    while bytes.len() - at >= usize::from(encoding.look) {
        at += usize::from(encoding.decode(&mut state, &bytes[at..]).len);
    }
    if at == 0 { bytes.len() } else { at }
}

/// The bytes that are divided into runs.
pub(in crate::detect) enum Extent<'a> {
    /// Those of the samples, as far as they are whole lines or words.
    Samples(&'a Samples),
    /// All, read `step` at a time.
    All {
        step: usize,
        attend: &'a mut Attend<'a>,
    },
}

impl Extent<'_> {
    /// Reports whether all bytes are divided.
    pub(in crate::detect) fn is_all(&self) -> bool {
        matches!(self, Self::All { .. })
    }

    /// Passes on the pieces of data in an encoding; none if it was not to go on.
    pub(in crate::detect) fn each(
        &mut self,
        data: &dyn Peek,
        encoding: &Encoding,
        take: &mut dyn FnMut(&Piece<'_>),
    ) -> Option<()> {
        match self {
            Self::Samples(samples) => {
                for (offset, bytes, ends) in samples.stretches() {
                    let first = if offset == 0 { 0 } else { first_line(bytes) };
                    let bytes = &bytes[first..];
                    let len = if ends {
                        bytes.len()
                    } else {
                        whole_words(encoding, bytes)
                    };
                    take(&Piece {
                        bytes: &bytes[..len],
                        offset: offset + first as u64,
                        unreadable: None,
                    });
                }
                Some(())
            }
            Self::All { step, attend } => {
                let ended = each_piece(data, encoding, *step, attend, |piece| {
                    take(piece);
                    Ok::<(), Infallible>(())
                });
                ended.map(|_| ())
            }
        }
    }
}

/// The start of the first whole line; if there is none, of the first whole word, else of the first
/// character of UTF-8.
fn first_line(bytes: &[u8]) -> usize {
    let line = bytes.iter().position(|byte| *byte == b'\n');
    let end = line.or_else(|| {
        bytes
            .iter()
            .position(|byte| super::words::is_between(*byte))
    });
    let inside = bytes.iter().take_while(|byte| **byte & 0xC0 == 0x80);
    end.map_or_else(|| inside.count(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table::{self, UTF_8};

    /// The lengths of the pieces of some data.
    fn lengths(data: &[u8], step: usize) -> Vec<usize> {
        let (mut found, mut joined) = (Vec::new(), Vec::new());
        let ended = each_piece(&data.to_vec(), UTF_8, step, &mut |_| true, |piece| {
            assert_eq!(piece.offset, joined.len() as u64);
            joined.extend_from_slice(piece.bytes);
            found.push(piece.bytes.len());
            Ok::<(), Infallible>(())
        });
        assert_eq!(ended, Some(Ok(())));
        assert!(joined == data);
        found
    }

    #[test]
    fn lines_are_whole_whatever_is_read_at_once() {
        let data = b"a\n\nlong line of words\nend";
        for step in 1..=<[u8]>::len(data) + 1 {
            let mut at = 0_usize;
            for len in lengths(data, step) {
                at += len;
                assert!(data[at..].is_empty() || data[at - 1] == b'\n', "{step}");
            }
        }
        assert_eq!(lengths(data, 1), [2, 1, 19, 3]);
        assert_eq!(lengths(b"", 4), [] as [usize; 0]);
        assert_eq!(lengths(b"x", 4), [1]);
    }

    #[test]
    fn a_very_long_line_is_cut_after_words() {
        let data = "слово ".repeat(MOST / 8);
        let found = lengths(data.as_bytes(), 4096);
        assert!(found.len() > 1);
        assert!(
            found.iter().all(|len| len % "слово ".len() == 0),
            "{found:?}"
        );
        let word = vec![b'a'; 3 * MOST];
        assert!(lengths(&word, 4096).iter().all(|len| *len >= MOST));
    }

    /// Text without spaces, as Python writes it, in sets whose characters are of one to four bytes;
    /// the number of bytes of each.
    const UNSPACED: [(&str, &[u8], &[usize]); 5] = [
        ("utf-8", b"\xE4\xB8\xAD\xC3\xA9\xF0\x9F\x98\x80", &[3, 2, 4]),
        (
            "gb18030",
            b"\xD6\xD0\x81\x30\x81\x30\x84\x31\xA4\x37",
            &[2, 4, 4],
        ),
        ("shift_jis", b"\x83\x7C\xB1\x93\xFA", &[2, 1, 2]),
        ("euc-jp", b"\xC6\xFC\x8E\xB1\x8F\xB0\xA1", &[2, 2, 3]),
        ("utf-16le", b"\x2D\x4E\x3D\xD8\x00\xDE", &[2, 4]),
    ];

    #[test]
    fn text_without_spaces_is_cut_between_characters() {
        for (label, text, lengths) in UNSPACED {
            let encoding = table::by_label(label).unwrap().encoding();
            let borders: Vec<usize> = (0..2 * PART / text.len())
                .flat_map(|_| lengths)
                .scan(0, |at, len| {
                    *at += len;
                    Some(*at)
                })
                .collect();
            let data = text.repeat(2 * PART / text.len());
            for start in 0..9 {
                // What is before the first whole character is another one, of ASCII.
                let data = [&b"abcdefghi"[..start], &data].concat();
                let mut parts = Vec::new();
                let range = start as u64..data.len() as u64;
                let _: Result<(), u64> = each_part(
                    &data,
                    encoding,
                    range,
                    |at| at,
                    |bytes, at| {
                        parts.push(at as usize + bytes.len() - start);
                        Ok(())
                    },
                );
                assert!(parts.len() > 1);
                assert!(parts.iter().all(|end| borders.contains(end)), "{label}");
            }
            let long = text.repeat(3 * MOST / text.len());
            let mut at = 0;
            let _ = each_piece(&long, encoding, 4096, &mut |_| true, |piece| {
                at = (at + piece.bytes.len()) % text.len();
                assert!(at == 0 || borders.contains(&at), "{label}");
                Ok::<(), Infallible>(())
            });
        }
    }
}
