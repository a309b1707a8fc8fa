//! Text in bytes that ends with text in units of two bytes, as a shell appends it to a file.
//!
//! Invariant: a tail is told only if all of it, to the end of the data, is characters that text has,
//! and most of them are ASCII.

use super::samples::Samples;
use super::tuning::TAIL_UNITS;
use hexloupe_text::codec::{CodecState, Encoding, table};
use hexloupe_text::window::Peek;

/// Bytes that are read at once to find where a long tail begins.
const STEP: usize = 64 * 1024;

/// The end of some data that is in another encoding than the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its encoding.
    pub encoding: &'static Encoding,
}

impl Tail {
    /// The tail of some data, of which these are samples. It begins with the first NUL, or the byte
    /// before.
    pub(super) fn find(data: &dyn Peek, samples: &Samples) -> Option<Self> {
        let (_, bytes, _) = samples.stretches().last().filter(|(.., ends)| *ends)?;
        memchr::memchr(0, bytes)?;
        // A long one begins before the last sample.
        let nul = first_nul(data)?;
        let forms = [
            (nul.checked_sub(1), table::UTF_16LE),
            (Some(nul), table::UTF_16BE),
        ];
        forms.into_iter().find_map(|(offset, encoding)| {
            let offset = offset.filter(|offset| *offset > 0)?;
            let tail = is_text_from(data, offset, encoding).then_some(Self { offset, encoding })?;
            Some(tail.with_mark(data))
        })
    }
}

impl Tail {
    /// The same with the byte order mark before it, if there is one.
    fn with_mark(self, data: &dyn Peek) -> Self {
        let start = self.offset.saturating_sub(2);
        let has_mark = start > 0 && is_mark(self.encoding, &data.window(start, 2).bytes);
        let offset = if has_mark { start } else { self.offset };
        Self { offset, ..self }
    }
}

/// Reports whether bytes begin with the byte order mark of a form of two bytes.
pub fn is_mark(encoding: &Encoding, bytes: &[u8]) -> bool {
    let is_little = encoding == table::UTF_16LE;
    bytes.starts_with(if is_little { b"\xFF\xFE" } else { b"\xFE\xFF" })
}

/// The offset of the first NUL of some data.
fn first_nul(data: &dyn Peek) -> Option<u64> {
    let mut at = 0;
    loop {
        let window = data.window(at, STEP);
        if window.bytes.is_empty() {
            return None;
        }
        if let Some(nul) = memchr::memchr(0, &window.bytes) {
            return Some(at + nul as u64);
        }
        at += window.bytes.len() as u64;
    }
}

/// Reports whether all of the data from an offset on is text in units of two bytes.
fn is_text_from(data: &dyn Peek, offset: u64, encoding: &Encoding) -> bool {
    let (mut at, mut plain, mut all) = (offset, 0, 0);
    while at < data.len() {
        let window = data.window(at, STEP);
        let rest = at + window.bytes.len() as u64 >= data.len();
        let bytes = &window.bytes[..];
        let len = if rest {
            bytes.len()
        } else {
            whole_units(encoding, bytes)
        };
        let counted = count(encoding, &bytes[..len]);
        let Some(counted) = counted.filter(|_| len > 0 && window.holes.is_empty()) else {
            return false;
        };
        (plain, all) = (plain + counted.0, all + counted.1);
        at += len as u64;
    }
    all >= TAIL_UNITS && 2 * plain > all
}

/// The length of the bytes without a unit or a pair of surrogates that they cut at their end.
pub fn whole_units(encoding: &Encoding, bytes: &[u8]) -> usize {
    let len = bytes.len() / 2 * 2;
    let upper = usize::from(encoding == table::UTF_16LE);
    let is_cut = len >= 2 && matches!(bytes[len - 2 + upper], 0xD8..=0xDB);
    if is_cut { len - 2 } else { len }
}

/// The characters of ASCII and all characters of text in units of two bytes; none if it is no text.
fn count(encoding: &Encoding, bytes: &[u8]) -> Option<(usize, usize)> {
    let (mut at, mut state, mut plain, mut all) = (0, CodecState::default(), 0, 0);
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        at += usize::from(sequence.len);
        let c = sequence.meaning.scalar()?;
        if c.is_control() && !c.is_ascii_whitespace() {
            return None;
        }
        plain += usize::from(c.is_ascii());
        all += 1;
    }
    Some((plain, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(data: &[u8]) -> Option<(u64, &'static str)> {
        let data = data.to_vec();
        let tail = Tail::find(&data, &Samples::read(&data, &[]))?;
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
