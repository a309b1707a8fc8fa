//! Bytes that were printed with their sign extended: `ffffffd0` for D0.
//!
//! `%x` of a negative `char` has the digits of a wider number. Invariant: only a byte above 7F
//! has a sign to extend.

use super::hex_digit;
use super::out::RemarkKind;

/// The byte that was printed with its sign extended as a hex number of `digits` digits; `None` if
/// it is no such number.
pub(super) fn byte(value: u64, digits: usize) -> Option<u8> {
    let low = (value & 0xFF) as u8;
    let extended = match digits {
        8 => value == 0xFFFF_FF00 | u64::from(low),
        16 => value == u64::MAX << 8 | u64::from(low),
        _ => false,
    };
    (extended && low >= 0x80).then_some(low)
}

/// Reports whether a word is eight hex digits that may be such a byte.
pub(super) fn is_extended(word: &[u8]) -> bool {
    let value = std::str::from_utf8(word).ok();
    let value = value.and_then(|word| u64::from_str_radix(word, 16).ok());
    value.is_some_and(|value| byte(value, word.len()).is_some())
}

/// Like [`byte`], for a word of 16 bits, which may equally be two bytes: other numbers must prove
/// that each is a byte.
pub(super) fn byte_of_word(value: u64, digits: usize) -> Option<u8> {
    let low = (value & 0xFF) as u8;
    (digits == 4 && value >> 8 == 0xFF && low >= 0x80).then_some(low)
}

/// The remark on a byte of a word.
pub(super) fn remark_of_word(byte: u8) -> RemarkKind {
    let text = format!("FF{byte:02X} was read as the byte {byte:02X} with its sign extended");
    RemarkKind::Inferred(text)
}

/// The remark on such a byte.
pub(super) fn remark(byte: u8) -> RemarkKind {
    let text = format!("FFFFFF{byte:02X} was read as the byte {byte:02X} with its sign extended");
    RemarkKind::Inferred(text)
}

/// The digits after the first ones of an escape, which were all F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SignTail {
    digits: [u8; 6],
    count: u8,
    want: u8,
}

/// The effect of a character after such an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignStep {
    /// The character may belong to the escape.
    More(SignTail),
    /// The character ends the escape, which meant this byte.
    Byte(u8),
    /// The character does not belong to the escape.
    Other,
}

impl SignTail {
    /// The state after an escape with `digits` of the eight digits.
    pub(super) fn after(digits: u8) -> Self {
        Self {
            digits: [0; 6],
            count: 0,
            want: 8 - digits.clamp(2, 8),
        }
    }

    pub(super) fn with(mut self, byte: u8) -> SignStep {
        let left = self.want - self.count;
        let fits = match (hex_digit::value(byte), left) {
            (Some(_), 1) => true,
            (Some(value), 2) => value >= 8,
            (Some(value), _) => value == 0xF,
            (None, _) => false,
        };
        let Some(place) = self
            .digits
            .get_mut(usize::from(self.count))
            .filter(|_| fits)
        else {
            return SignStep::Other;
        };
        *place = byte;
        self.count += 1;
        if self.count < self.want {
            return SignStep::More(self);
        }
        let value = |at: u8| hex_digit::value(self.digits[usize::from(at)]).unwrap_or_default();
        SignStep::Byte((value(self.want - 2) << 4 | value(self.want - 1)) as u8)
    }

    /// Reports whether the escape before has `digits` digits.
    pub(super) fn follows(self, digits: u8) -> bool {
        self.want + digits == 8
    }

    /// The digits so far.
    pub(super) fn text(&self) -> &[u8] {
        &self.digits[..usize::from(self.count)]
    }
}
