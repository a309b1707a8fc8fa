//! Text in bytes that ends with text in units of two bytes, as a shell appends it to a file.
//!
//! Invariant: a tail is told only if all of it, to the end of the data, is characters that text has,
//! and most of them are ASCII.

use super::samples::Samples;
use super::tuning::TAIL_UNITS;
use hexloupe_text::codec::{CodecState, Encoding, table};

/// The end of some data that is in another encoding than the rest.
pub(super) struct Tail {
    /// The offset of its first byte.
    pub(super) offset: u64,
    /// Its encoding.
    pub(super) encoding: &'static Encoding,
}

impl Tail {
    /// The tail of the samples: it begins with the first NUL of the last stretch, or the byte
    /// before.
    pub(super) fn find(samples: &Samples) -> Option<Self> {
        let (start, bytes, _) = samples.stretches().last().filter(|(_, _, ends)| *ends)?;
        let nul = bytes.iter().position(|byte| *byte == 0)?;
        let forms = [
            (nul.checked_sub(1), table::UTF_16LE),
            (Some(nul), table::UTF_16BE),
        ];
        forms.into_iter().find_map(|(at, encoding)| {
            let at = at.filter(|at| *at > 0 && is_text(encoding, &bytes[*at..]))?;
            Some(Self {
                offset: start + at as u64,
                encoding,
            })
        })
    }
}

/// Reports whether bytes are text in units of two bytes.
fn is_text(encoding: &Encoding, bytes: &[u8]) -> bool {
    let (mut at, mut state, mut plain, mut all) = (0, CodecState::default(), 0, 0);
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        at += usize::from(sequence.len);
        let Some(c) = sequence.meaning.scalar() else {
            return false;
        };
        if c.is_control() && !c.is_ascii_whitespace() {
            return false;
        }
        plain += usize::from(c.is_ascii());
        all += 1;
    }
    all >= TAIL_UNITS && 2 * plain > all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(data: &[u8]) -> Option<(u64, &'static str)> {
        let tail = Tail::find(&Samples::read(&data.to_vec(), &[]))?;
        Some((tail.offset, tail.encoding.id))
    }

    #[test]
    fn what_a_shell_appends_is_told_with_its_place() {
        let mut data = b"requests==2.31.0\r\n".to_vec();
        let start = data.len() as u64;
        data.extend("flask==3.0.0\r\n".bytes().flat_map(|byte| [byte, 0]));
        assert_eq!(tail(&data), Some((start, "utf-16le")));
        let mut data = b"one\n".to_vec();
        data.extend("two three\n".bytes().flat_map(|byte| [0, byte]));
        assert_eq!(tail(&data), Some((4, "utf-16be")));
    }

    #[test]
    fn text_with_nuls_has_no_tail() {
        for data in [
            &b"one\0two\0three\0four\0"[..],
            b"plain text\n",
            b"text\0\0\0\0\0\0\0\0",
            b"a\0b",
            b"",
        ] {
            assert_eq!(tail(data), None, "{data:?}");
        }
    }
}
