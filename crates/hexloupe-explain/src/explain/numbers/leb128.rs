//! LEB128: seven bits per byte, the lowest first; the last byte has its top bit clear.
//!
//! The same bytes are read without a sign and in two's complement, as in section 7.6 of DWARF 5.
//! Invariant: a value is given only if 64 bits hold it.

use super::{MOST, NumberValue};

/// The values of the bytes up to the last one of a number; `None` if more bytes are needed.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<NumberValue>> {
    let Some(last) = bytes.iter().position(|byte| byte & 0x80 == 0) else {
        return (bytes.len() >= MOST).then(|| vec![NumberValue::Endless]);
    };
    let digits = bytes[..=last].iter().rev();
    // At most 16 times 7 bits.
    let value = digits.fold(0u128, |value, byte| value << 7 | u128::from(byte & 0x7F));
    let free = u128::BITS - 7 * (last as u32 + 1);
    let signed = (value << free).cast_signed() >> free;
    Some(vec![
        NumberValue::Uleb(u64::try_from(value).ok()),
        NumberValue::Sleb(i64::try_from(signed).ok()),
        NumberValue::Length(last + 1),
    ])
}
