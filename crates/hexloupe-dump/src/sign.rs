//! Bytes that were printed with their sign extended: `ffffffd0` for D0.
//!
//! `%x` of a negative `char` has the digits of a wider number. Invariant: only a byte above 7F
//! has a sign to extend.

use super::hex_digit;
use super::out::RemarkKind;

/// The byte that a number of so many hex digits is with its sign extended; `None` if it is no
/// such number.
pub(super) fn byte(value: u64, digits: usize) -> Option<u8> {
    let low = (value & 0xFF) as u8;
    let extended = match digits {
        8 => value == 0xFFFF_FF00 | u64::from(low),
        16 => value == u64::MAX << 8 | u64::from(low),
        _ => false,
    };
    (extended && low >= 0x80).then_some(low)
}

/// As [`byte`], of a word of 16 bits, which may as well be two bytes: other numbers have to show that
/// each is a byte.
pub(super) fn byte_of_word(value: u64, digits: usize) -> Option<u8> {
    let low = (value & 0xFF) as u8;
    (digits == 4 && value >> 8 == 0xFF && low >= 0x80).then_some(low)
}

/// What is to be said of a byte of a word.
pub(super) fn remark_of_word(byte: u8) -> RemarkKind {
    let text = format!("FF{byte:02X} was read as the byte {byte:02X} with its sign extended");
    RemarkKind::Inferred(text)
}

/// What is to be said of such a byte.
pub(super) fn remark(byte: u8) -> RemarkKind {
    let text = format!("FFFFFF{byte:02X} was read as the byte {byte:02X} with its sign extended");
    RemarkKind::Inferred(text)
}

/// Digits that follow the first ones of an escape, which were all F.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SignTail {
    digits: [u8; 6],
    count: u8,
    want: u8,
}

/// What becomes of a character after such an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// It may belong to it.
    More(SignTail),
    /// It ends it: this byte was meant.
    Byte(u8),
    /// It does not belong to it.
    Other,
}

impl SignTail {
    /// After an escape with so many digits, of the eight.
    pub(super) fn after(digits: u8) -> Self {
        Self {
            digits: [0; 6],
            count: 0,
            want: 8 - digits.clamp(2, 8),
        }
    }

    pub(super) fn with(mut self, byte: u8) -> Step {
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
            return Step::Other;
        };
        *place = byte;
        self.count += 1;
        if self.count < self.want {
            return Step::More(self);
        }
        let value = |at: u8| hex_digit::value(self.digits[usize::from(at)]).unwrap_or_default();
        Step::Byte((value(self.want - 2) << 4 | value(self.want - 1)) as u8)
    }

    /// Whether so many digits are before it.
    pub(super) fn follows(self, digits: u8) -> bool {
        self.want + digits == 8
    }

    /// The digits so far.
    pub(super) fn text(&self) -> &[u8] {
        &self.digits[..usize::from(self.count)]
    }
}
