//! Plain text: characters of ASCII, with tab, LF and CR as the only controls.
//!
//! Most of all data is of that kind, and the pass that finds its end also finds its other facts:
//! the number of line ends, and whether an escape may be in it. Invariant: a [`PlainText`] has the
//! counts of its bytes one by one.

use super::blocks::PlainBlocks;
use super::ends;
use super::vector::ScanMachine;

/// Plain text in an encoding that is a superset of ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainText<'a> {
    /// Its bytes.
    pub text: &'a [u8],
    /// The number of LF.
    pub lf: u64,
    /// The number of CR.
    pub cr: u64,
    /// True if one of them is a backslash.
    pub has_backslash: bool,
}

impl<'a> PlainText<'a> {
    /// The plain text at the front of some bytes.
    pub fn at_front(bytes: &'a [u8]) -> Self {
        Self::by(ScanMachine::here(), bytes)
    }

    /// Its first `len` bytes; cheap if they are nearly all.
    #[must_use]
    pub fn cut(self, len: usize) -> Self {
        let (text, rest) = self.text.split_at(len);
        Self {
            text,
            lf: self.lf - ends::count(rest, |byte| *byte == b'\n'),
            cr: self.cr - ends::count(rest, |byte| *byte == b'\r'),
            has_backslash: self.has_backslash && memchr::memchr(b'\\', text).is_some(),
        }
    }

    /// Does the same as [`Self::at_front`], by a machine if there is one.
    fn by(machine: Option<ScanMachine>, bytes: &'a [u8]) -> Self {
        let blocks = machine.map_or_else(PlainBlocks::default, |machine| machine.plain(bytes));
        let rest = &bytes[blocks.len..];
        let rest = &rest[..run(rest)];
        let text = &bytes[..blocks.len + rest.len()];
        let cr = if blocks.has_cr { text } else { rest };
        Self {
            text,
            lf: blocks.lf + ends::count(rest, |byte| *byte == b'\n'),
            cr: ends::count(cr, |byte| *byte == b'\r'),
            has_backslash: blocks.has_backslash || memchr::memchr(b'\\', rest).is_some(),
        }
    }
}

/// The number of bytes of plain text at the front. Whole lanes first, which the compiler turns into
/// vector instructions.
fn run(bytes: &[u8]) -> usize {
    const LANE: usize = 32;
    let plain = |byte: &u8| {
        let among = |first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
        among(b' ', b'~') | among(b'\t', b'\n') | among(b'\r', b'\r')
    };
    let lanes = bytes
        .chunks_exact(LANE)
        .take_while(|lane| lane.iter().fold(true, |all, byte| all & plain(byte)))
        .count();
    let rest = &bytes[lanes * LANE..];
    lanes * LANE + rest.iter().take_while(|byte| plain(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The result of a walk over the bytes.
    fn walked(bytes: &[u8]) -> PlainText<'_> {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
        let len = bytes.iter().position(|byte| !is_plain(byte));
        let text = &bytes[..len.unwrap_or(bytes.len())];
        let number = |of: u8| text.split(|byte| *byte == of).count() as u64 - 1;
        PlainText {
            text,
            lf: number(b'\n'),
            cr: number(b'\r'),
            has_backslash: text.contains(&b'\\'),
        }
    }

    #[track_caller]
    fn check(bytes: &[u8]) {
        let expected = walked(bytes);
        assert_eq!(PlainText::at_front(bytes), expected, "{bytes:?}");
        assert_eq!(PlainText::by(None, bytes), expected, "{bytes:?}");
    }

    #[test]
    fn each_byte_at_each_place_is_plain_or_ends_it() {
        for byte in 0..=u8::MAX {
            for place in 0..200 {
                let mut bytes = [b'a'; 200];
                bytes[place] = byte;
                check(&bytes);
                check(&bytes[..=place]);
            }
        }
    }

    proptest! {
        #[test]
        fn its_signs_are_counted(
            bytes in prop::collection::vec(
                prop::sample::select(b"aaaaaaaaaaaaaaaa  \n\n\r\t\\".to_vec()), 0..400,
            ),
            cut in any::<prop::sample::Index>(),
            end in prop::option::of((0usize..400, prop::sample::select(b"\0\x1B\x7F\x80\xC3".to_vec()))),
        ) {
            let mut bytes = bytes;
            if let Some((at, byte)) = end && let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            let expected = walked(&bytes);
            prop_assert_eq!(PlainText::at_front(&bytes), expected);
            prop_assert_eq!(PlainText::by(None, &bytes), expected);
            let cut = cut.index(expected.text.len() + 1);
            prop_assert_eq!(expected.cut(cut), walked(&bytes[..cut]));
        }
    }
}
