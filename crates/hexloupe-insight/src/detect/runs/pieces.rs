//! Data in pieces that end with a line, or with a word where a line is very long.
//!
//! Readers of words get the data so: all of it, or the samples of it that were looked at.
//! Invariant: each byte of the data is in one piece, in order, and a line of less than [`MOST`]
//! bytes is in one piece whole.

use std::convert::Infallible;
use std::ops::Range;

use super::super::samples::Samples;
use super::words::whole;
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

/// Passes on the pieces of some data, which is read `step` bytes at a time; none if it was not to go
/// on.
///
/// # Errors
/// An error of `take` ends it.
pub fn each_piece<E>(
    data: &dyn Peek,
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
        let len = if ends { bytes.len() } else { cut(&bytes) };
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
fn cut(bytes: &[u8]) -> usize {
    let line = bytes.iter().rposition(|byte| *byte == b'\n');
    match line {
        Some(line) => line + 1,
        None if bytes.len() < MOST => 0,
        None => match whole(bytes) {
            0 => bytes.len(),
            words => words,
        },
    }
}

/// Passes on a range in parts that end after lines or words, if they do.
///
/// # Errors
/// An error of `take` ends it, and so does the error that `unreadable` makes of an offset that
/// cannot be read.
pub fn each_part<E>(
    data: &dyn Peek,
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
        let len = match whole(&bytes) {
            _ if at + bytes.len() as u64 == range.end => bytes.len(),
            0 => whole_characters(&bytes),
            len => len,
        };
        take(&bytes[..len], at)?;
        at += len as u64;
    }
    Ok(())
}

/// The number of bytes up to the last complete character of UTF-8.
fn whole_characters(bytes: &[u8]) -> usize {
    let is_head = |byte: &u8| !matches!(byte, 0x80..=0xBF);
    match bytes.iter().rposition(is_head) {
        Some(head) if head > 0 && bytes.len() - head < 4 => head,
        _ => bytes.len(),
    }
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

    /// Passes on the pieces; none if it was not to go on.
    pub(in crate::detect) fn each(
        &mut self,
        data: &dyn Peek,
        take: &mut dyn FnMut(&Piece<'_>),
    ) -> Option<()> {
        match self {
            Self::Samples(samples) => {
                for (offset, bytes, ends) in samples.stretches() {
                    let first = if offset == 0 { 0 } else { first_line(bytes) };
                    let bytes = &bytes[first..];
                    let len = if ends { bytes.len() } else { whole(bytes) };
                    take(&Piece {
                        bytes: &bytes[..len],
                        offset: offset + first as u64,
                        unreadable: None,
                    });
                }
                Some(())
            }
            Self::All { step, attend } => {
                let ended = each_piece(data, *step, attend, |piece| {
                    take(piece);
                    Ok::<(), Infallible>(())
                });
                ended.map(|_| ())
            }
        }
    }
}

/// The start of the first whole line; if there is none, of the first whole word.
fn first_line(bytes: &[u8]) -> usize {
    let line = bytes.iter().position(|byte| *byte == b'\n');
    let end = line.or_else(|| {
        bytes
            .iter()
            .position(|byte| super::words::is_between(*byte))
    });
    end.map_or(bytes.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the pieces of some data.
    fn lengths(data: &[u8], step: usize) -> Vec<usize> {
        let (mut found, mut joined) = (Vec::new(), Vec::new());
        let ended = each_piece(&data.to_vec(), step, &mut |_| true, |piece| {
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
}
