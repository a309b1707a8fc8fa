//! Bytes as numbers, times, identifiers and addresses.
//!
//! [`KINDS`] is one table: a row has the name of a kind, the number of its bytes, the largest width
//! of its text, and its reading. The meaning of the bytes is not guessed: every kind reads them,
//! and the user sees which one makes sense. Invariant: a kind of a fixed size reads exactly its
//! first bytes, and a reading is never wider than its row says.

mod float;
mod leb128;
mod time;
mod uuid;

use std::fmt;

pub use float::Float;
pub use time::{Moment, TimeValue};

/// The largest number of bytes of a reading.
pub const MOST: usize = 16;

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOrder {
    /// The byte of the lowest value first.
    Little,
    /// The byte of the highest value first.
    Big,
    /// The order of the kind itself.
    Own,
}

/// A way to read bytes.
pub struct NumberKind {
    /// Its name.
    pub label: &'static str,
    /// The bytes it needs; the fewest, if the last byte marks itself as the last.
    pub needs: usize,
    /// The largest number of characters of each of its readings.
    pub columns: &'static [usize],
    rule: NumberParser,
}

/// The way to read a kind.
enum NumberParser {
    /// From the number that its bytes make, in either order.
    Number(fn(u64) -> Vec<NumberValue>),
    /// From the bytes in their order; `None` if more are needed.
    Bytes(fn(&[u8]) -> Option<Vec<NumberValue>>),
}

/// The value of bytes, read as one kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberValue {
    /// A number without a sign.
    Unsigned(u64),
    /// A number in two's complement.
    Signed(i64),
    /// A number of IEEE 754.
    Float(Float),
    /// LEB128 without a sign; `None` if it has more than 64 bits.
    Uleb(Option<u64>),
    /// LEB128 in two's complement; `None` if it has more than 64 bits.
    Sleb(Option<i64>),
    /// LEB128 whose end is further than [`MOST`] bytes.
    Endless,
    /// The length of a number in bytes, if it depends on the bytes.
    Length(usize),
    /// A date and a time of day.
    Time(TimeValue),
    /// The 16 bytes of a UUID, in the order of its digits.
    Uuid([u8; 16]),
    /// The version of a UUID, if it has one.
    Version(Option<u8>),
    /// An address, or an offset. Only the owner of the data knows whether it has such a byte; the
    /// second column of the row is for that.
    Address(u64),
}

/// The kinds, in the order they are shown.
#[rustfmt::skip]
pub const KINDS: &[NumberKind] = &[
    NumberKind { label: "u8 i8", needs: 1, columns: &[3, 4], rule: NumberParser::Bytes(byte) },
    NumberKind { label: "u16 i16", needs: 2, columns: &[5, 6], rule: NumberParser::Number(|n| vec![NumberValue::Unsigned(n), NumberValue::Signed(i64::from(n as i16))]) },
    NumberKind { label: "u32 i32", needs: 4, columns: &[10, 11], rule: NumberParser::Number(|n| vec![NumberValue::Unsigned(n), NumberValue::Signed(i64::from(n as i32))]) },
    NumberKind { label: "u64", needs: 8, columns: &[20], rule: NumberParser::Number(|n| vec![NumberValue::Unsigned(n)]) },
    NumberKind { label: "i64", needs: 8, columns: &[20], rule: NumberParser::Number(|n| vec![NumberValue::Signed(n.cast_signed())]) },
    NumberKind { label: "f16", needs: 2, columns: &[15], rule: NumberParser::Number(|n| vec![NumberValue::Float(Float::Half(n as u16))]) },
    NumberKind { label: "f32", needs: 4, columns: &[15], rule: NumberParser::Number(|n| vec![NumberValue::Float(Float::Single(n as u32))]) },
    NumberKind { label: "f64", needs: 8, columns: &[24], rule: NumberParser::Number(|n| vec![NumberValue::Float(Float::Double(n))]) },
    NumberKind { label: "LEB128", needs: 1, columns: &[29, 27, 8], rule: NumberParser::Bytes(leb128::read) },
    NumberKind { label: "Unix 32", needs: 4, columns: &[23], rule: NumberParser::Number(|n| vec![NumberValue::Time(TimeValue::unix(i64::from(n as i32)))]) },
    NumberKind { label: "Unix 64", needs: 8, columns: &[25], rule: NumberParser::Number(|n| vec![NumberValue::Time(TimeValue::unix(n.cast_signed()))]) },
    NumberKind { label: "FILETIME", needs: 8, columns: &[31], rule: NumberParser::Number(|n| vec![NumberValue::Time(TimeValue::filetime(n))]) },
    NumberKind { label: "DOS time", needs: 4, columns: &[19], rule: NumberParser::Number(|n| vec![NumberValue::Time(TimeValue::dos(n as u32))]) },
    NumberKind { label: "addr 32", needs: 4, columns: &[10, 12], rule: NumberParser::Number(|n| vec![NumberValue::Address(n)]) },
    NumberKind { label: "addr 64", needs: 8, columns: &[18, 12], rule: NumberParser::Number(|n| vec![NumberValue::Address(n)]) },
    NumberKind { label: "UUID", needs: 16, columns: &[36, 9], rule: NumberParser::Bytes(uuid::standard) },
    NumberKind { label: "GUID", needs: 16, columns: &[36, 9], rule: NumberParser::Bytes(uuid::microsoft) },
];

impl NumberKind {
    /// The orders in which it can be read.
    pub const fn orders(&self) -> &'static [NumberOrder] {
        match self.rule {
            NumberParser::Number(_) => &[NumberOrder::Little, NumberOrder::Big],
            NumberParser::Bytes(_) => &[NumberOrder::Own],
        }
    }

    /// The value of the first of some bytes; `None` if it needs more bytes than there are.
    pub fn read(&self, bytes: &[u8], order: NumberOrder) -> Option<Vec<NumberValue>> {
        match self.rule {
            NumberParser::Number(rule) => {
                let bytes = bytes.get(..self.needs)?;
                let join = |number, byte: &u8| number << 8 | u64::from(*byte);
                Some(rule(match order {
                    NumberOrder::Little => bytes.iter().rev().fold(0, join),
                    NumberOrder::Big | NumberOrder::Own => bytes.iter().fold(0, join),
                }))
            }
            NumberParser::Bytes(rule) => rule(&bytes[..bytes.len().min(MOST)]),
        }
    }
}

fn byte(bytes: &[u8]) -> Option<Vec<NumberValue>> {
    let &byte = bytes.first()?;
    let signed = i64::from(byte.cast_signed());
    Some(vec![
        NumberValue::Unsigned(byte.into()),
        NumberValue::Signed(signed),
    ])
}

impl fmt::Display for NumberValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(number) => write!(f, "{number}"),
            Self::Signed(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number}"),
            Self::Uleb(Some(number)) => write!(f, "unsigned {number}"),
            Self::Sleb(Some(number)) => write!(f, "signed {number}"),
            Self::Uleb(None) => f.write_str("unsigned over 64 bits"),
            Self::Sleb(None) => f.write_str("signed over 64 bits"),
            Self::Endless => write!(f, "no end in {MOST} bytes"),
            Self::Length(1) => f.write_str("1 byte"),
            Self::Length(len) => write!(f, "{len} bytes"),
            Self::Time(time) => write!(f, "{time}"),
            Self::Uuid(bytes) => uuid::write(f, bytes),
            Self::Version(Some(version)) => write!(f, "version {version}"),
            Self::Version(None) => Ok(()),
            Self::Address(address) => write!(f, "0x{address:X}"),
        }
    }
}

#[cfg(test)]
mod tests;
