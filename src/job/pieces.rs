//! Data in pieces that end with a line, or with a word where a line is very long.
//!
//! What reads words takes the data so: [`super::runs`] and [`super::mend`]. Invariant: each byte
//! is in one piece, in order, and a line of less than [`MOST`] bytes is in one piece whole.

use super::{Control, End};
use crate::detect::runs::whole;
use crate::window::Peek;

/// The most bytes that are looked at before a line or a word ends.
const MOST: usize = 1 << 20;

/// Some whole lines or words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    /// Its bytes; those that cannot be read are 0.
    pub bytes: &'a [u8],
    /// The offset of the first.
    pub offset: u64,
    /// The first offset at which something cannot be read, in it or after it.
    pub unreadable: Option<u64>,
}

/// Passes on the pieces of some data, which is read `step` bytes at a time.
///
/// # Errors
/// What `take` returns ends it.
pub(super) fn each<E>(
    control: &mut Control<'_>,
    data: &dyn Peek,
    step: usize,
    mut take: impl FnMut(&Piece<'_>) -> Result<(), E>,
) -> End<Result<(), E>> {
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
                return End::Done(Err(error));
            }
            bytes.drain(..len);
            offset += len as u64;
        }
        if control.reached(offset) {
            return End::Cancelled;
        }
        if ends {
            return End::Done(Ok(()));
        }
    }
}

/// How many of the bytes at hand are a piece; 0 if more have to be seen.
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// The lengths of the pieces of some data.
    fn lengths(data: &[u8], step: usize) -> Vec<usize> {
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        let (mut found, mut joined) = (Vec::new(), Vec::new());
        let ended = each(&mut control, &data.to_vec(), step, |piece| {
            assert_eq!(piece.offset, joined.len() as u64);
            joined.extend_from_slice(piece.bytes);
            found.push(piece.bytes.len());
            Ok::<(), Infallible>(())
        });
        assert_eq!(ended, End::Done(Ok(())));
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
