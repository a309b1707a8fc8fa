//! Hex digits, read and written one or two at a time.

use data_encoding::{Encoding, HEXLOWER, HEXUPPER};

/// The value of a hex digit.
pub(super) fn value(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}

/// Joins hex digits into bytes: holds the first digit until the second arrives.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HexDigitPair(Option<u32>);

impl HexDigitPair {
    /// Takes a digit; returns the byte once it has two.
    pub(super) fn push(&mut self, digit: u32) -> Option<u8> {
        let high = self.0.take();
        if high.is_none() {
            self.0 = Some(digit);
        }
        high.map(|high| (high << 4 | digit) as u8)
    }

    /// Reports whether a first digit waits.
    pub(super) fn is_half(self) -> bool {
        self.0.is_some()
    }
}

/// Writes a byte as two lower-case digits.
#[inline]
pub(super) fn pair(byte: u8, out: &mut Vec<u8>) {
    let digit = |value: u8| value + if value < 10 { b'0' } else { b'a' - 10 };
    out.extend_from_slice(&[digit(byte >> 4), digit(byte & 0xF)]);
}

/// Writes a byte as two upper-case digits.
#[inline]
pub(super) fn capital_pair(byte: u8, out: &mut Vec<u8>) {
    let digit = |value: u8| value + if value < 10 { b'0' } else { b'A' - 10 };
    out.extend_from_slice(&[digit(byte >> 4), digit(byte & 0xF)]);
}

/// Writes bytes as lower-case digits.
#[inline]
pub(super) fn lower(bytes: &[u8], out: &mut Vec<u8>) {
    encode(&HEXLOWER, bytes, out);
}

/// Writes bytes as upper-case digits.
#[inline]
pub(super) fn upper(bytes: &[u8], out: &mut Vec<u8>) {
    encode(&HEXUPPER, bytes, out);
}

#[inline]
pub(super) fn encode(encoding: &Encoding, bytes: &[u8], out: &mut Vec<u8>) {
    let at = out.len();
    out.resize(at + encoding.encode_len(bytes.len()), 0);
    encoding.encode_mut(bytes, &mut out[at..]);
}
