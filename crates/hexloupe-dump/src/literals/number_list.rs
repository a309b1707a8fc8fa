//! The numbers of a list, as bytes.
//!
//! A value waits until the next token shows whether it counts once (`,`, `}`) or is repeated, as in
//! `[7; 16]`. Invariant: values come out in the order of the text, each with the number of bytes of
//! its type, the low one first.

use super::number::{self, LeadingZero};
use crate::hex_digit;
use crate::out::RemarkKind;
use crate::sign;
use crate::state_machine::{MachineOutput, ReadError, StepResult};

/// The greatest address at which a repeated value may end, so that something may follow.
const MOST: u64 = u64::MAX / 2;

/// The meaning of the next number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum NextNumber {
    #[default]
    Value,
    /// A value after a minus.
    Negative,
    /// The number of repetitions of the value before it.
    Times,
}

/// A list being read, or none.
#[derive(Debug, Default)]
pub(super) struct NumberList {
    /// The number of open brackets.
    pub(super) depth: u32,
    /// True if it is a line of numbers without brackets.
    pub(super) bare: bool,
    /// The size of a value in bytes, if its type was named.
    pub(super) width: Option<u8>,
    /// The number of its bytes so far.
    pub(super) given: u64,
    /// The meaning of the next number.
    next: NextNumber,
    /// The waiting value, and its size in bytes.
    waiting: Option<([u8; 8], u8)>,
    /// True if values wider than a byte were already reported.
    noted: bool,
    lengths: Lengths,
    padding: Padding,
}

/// The numbers below 16 in hex: some with a zero before their digit, some without.
#[derive(Debug, Default)]
pub(crate) struct Padding {
    has_zero: bool,
    has_none: bool,
    is_told: bool,
}

impl Padding {
    /// Takes a number; reports once that numbers are written in both ways.
    pub(crate) fn is_mixed(&mut self, token: &[u8]) -> bool {
        if let [b'0', b'x' | b'X', digits @ ..] = token {
            self.has_zero |= matches!(digits, [b'0', _]);
            // A zero alone is written in both.
            self.has_none |= digits.len() == 1 && digits != b"0";
        }
        self.has_zero && self.has_none && !std::mem::replace(&mut self.is_told, true)
    }
}

/// The note on numbers in both ways.
pub(crate) const MIXED: &str =
    "some bytes below 16 have a zero before their digit, and some do not: a digit may be lost";

/// The lengths of numbers in hex.
#[derive(Debug, Default, PartialEq, Eq)]
enum Lengths {
    #[default]
    None,
    /// All of this length.
    Alike(usize),
    /// Of this length, except the last, which is shorter.
    Short(usize),
    Others,
}

impl Lengths {
    fn with(self, token: &[u8]) -> Self {
        let hex = matches!(token, [b'0'] | [b'0', b'x' | b'X', ..]);
        match self {
            Self::None if hex => Self::Alike(token.len()),
            Self::Alike(len) if hex && token.len() == len => Self::Alike(len),
            Self::Alike(len) if hex && token.len() < len => Self::Short(len),
            _ => Self::Others,
        }
    }
}

impl NumberList {
    /// Reports whether a list is open.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0 || self.bare
    }

    /// Reports whether the last number has fewer digits than all before it, which are equally long.
    pub(super) fn is_cut(&self) -> bool {
        matches!(self.lengths, Lengths::Short(_))
    }

    /// Begins a list.
    pub(super) fn begin(&mut self) {
        self.given = 0;
        self.next = NextNumber::Value;
    }

    /// Notes a minus before the value.
    pub(super) fn minus(&mut self) {
        self.next = NextNumber::Negative;
    }

    /// Expects the number of repetitions of the value before.
    pub(super) fn times(&mut self) -> StepResult {
        if self.waiting.is_none() {
            return Err(ReadError::here("only a single number can be repeated"));
        }
        self.next = NextNumber::Times;
        Ok(())
    }

    /// Takes a number.
    pub(super) fn number(
        &mut self,
        token: &[u8],
        zero: LeadingZero,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        let wrong = |reason| ReadError::back(token.len(), reason);
        self.lengths = std::mem::take(&mut self.lengths).with(token);
        if self.padding.is_mixed(token) {
            sink.remark(RemarkKind::Inferred(MIXED.to_owned()));
        }
        let number = number::parse(token, zero).map_err(wrong)?;
        if self.next == NextNumber::Times {
            self.next = NextNumber::Value;
            if let Some((bytes, width)) = self.waiting.take() {
                let total = number.value.checked_mul(u64::from(width));
                let end = total.and_then(|total| sink.next().checked_add(total));
                if end.is_none_or(|end| end > MOST) {
                    return Err(wrong("too many bytes for the addresses".into()));
                }
                self.given = self.given.saturating_add(total.unwrap_or_default());
                sink.repeat(&bytes[..usize::from(width)], number.value);
            }
            return Ok(());
        }
        self.value(number.value, number.bytes, sink).map_err(wrong)
    }

    /// Takes a character.
    pub(super) fn character(
        &mut self,
        code: u32,
        length: usize,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        let value = self.value(u64::from(code), None, sink);
        value.map_err(|reason| ReadError::back(length, reason))
    }

    fn value(
        &mut self,
        value: u64,
        said: Option<u8>,
        sink: &mut MachineOutput<'_>,
    ) -> Result<(), String> {
        if self.waiting.is_some() {
            return Err("a comma is expected between two numbers".to_owned());
        }
        let width = said.or(self.width).unwrap_or(1);
        let minus = std::mem::take(&mut self.next) == NextNumber::Negative;
        let extended = [8, 16]
            .into_iter()
            .find_map(|digits| sign::byte(value, digits));
        if let Some(byte) = extended.filter(|_| width == 1 && !minus) {
            sink.remark(sign::remark(byte));
            self.waiting = Some(([byte, 0, 0, 0, 0, 0, 0, 0], width));
            return Ok(());
        }
        self.waiting = Some((number::bytes(value, minus, width)?, width));
        if width > 1 && !self.noted {
            self.noted = true;
            sink.note(format!(
                "numbers of {width} bytes each, read with the low byte first"
            ));
        }
        Ok(())
    }

    /// Outputs the waiting value once.
    pub(super) fn flush(&mut self, sink: &mut MachineOutput<'_>) {
        if let Some((bytes, width)) = self.waiting.take() {
            sink.push(&bytes[..usize::from(width)]);
            self.given += u64::from(width);
        }
    }
}

/// The code point of the text between the quotes of a character.
pub(super) fn character(token: &[u8]) -> Result<u32, String> {
    let none = || "a character is expected between the quotes".to_owned();
    let Some(escape) = token.strip_prefix(b"\\") else {
        let text = std::str::from_utf8(token).map_err(|_| none())?;
        let mut characters = text.chars();
        return match (characters.next(), characters.next()) {
            (Some(c), None) => Ok(u32::from(c)),
            _ => Err(none()),
        };
    };
    let digits = |digits: &[u8], radix: u32| {
        let braces = digits
            .strip_prefix(b"{")
            .and_then(|digits| digits.strip_suffix(b"}"));
        let text = std::str::from_utf8(braces.unwrap_or(digits)).ok();
        text.and_then(|text| u32::from_str_radix(text, radix).ok())
            .ok_or_else(none)
    };
    match escape {
        [b'x' | b'u' | b'U', rest @ ..]
            if rest
                .first()
                .is_some_and(|byte| hex_digit::value(*byte).is_some() || *byte == b'{') =>
        {
            digits(rest, 16)
        }
        [b'0'..=b'7', ..] => digits(escape, 8),
        [letter] => {
            let known = crate::escape::C.letters.iter();
            let meant = known.into_iter().find(|(other, _)| other == letter);
            meant.map(|(_, meant)| u32::from(*meant)).ok_or_else(none)
        }
        _ => Err(none()),
    }
}
