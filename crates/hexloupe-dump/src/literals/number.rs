//! Numbers of source code.
//!
//! `0x48`, `72`, `0110`, `0o110`, `0b100_1000`, with suffixes for their type. Invariant: a
//! number is its exact value, or a reason why there is none.

use crate::reason;

/// The meaning of a zero before decimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeadingZero {
    /// Octal digits follow.
    Octal,
    /// Nothing.
    Nothing,
}

/// A number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberLiteral {
    pub(super) value: u64,
    /// The size in bytes of the type named by its suffix.
    pub(super) bytes: Option<u8>,
}

/// Reads a number.
pub(super) fn parse(token: &[u8], zero: LeadingZero) -> Result<NumberLiteral, String> {
    let (radix, digits) = match token {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', rest @ ..]
            if zero == LeadingZero::Octal && rest.first().is_some_and(u8::is_ascii_digit) =>
        {
            (8, rest)
        }
        _ => (10, token),
    };
    let (digits, bytes) = split(digits, radix);
    let mut value = Some(0u64);
    let mut any = false;
    for byte in digits {
        if matches!(byte, b'_' | b'\'') {
            continue;
        }
        let Some(digit) = char::from(*byte).to_digit(radix) else {
            return Err(match radix {
                _ if token.contains(&b'.') => {
                    format!("{} is not a whole number", reason::quoted(token))
                }
                16 => format!("{} is not a hex digit", reason::quoted(&[*byte])),
                8 => format!("{} is not an octal digit", reason::quoted(&[*byte])),
                2 => format!("{} is not a bit", reason::quoted(&[*byte])),
                _ => format!("not a digit: {}", reason::quoted(&[*byte])),
            });
        };
        any = true;
        value = value
            .and_then(|value| value.checked_mul(u64::from(radix)))
            .and_then(|value| value.checked_add(u64::from(digit)));
    }
    if !any {
        return Err(format!("{} has no digits", reason::quoted(token)));
    }
    let value =
        value.ok_or_else(|| format!("{} needs more than 64 bits", reason::quoted(token)))?;
    Ok(NumberLiteral { value, bytes })
}

/// Splits off the suffix for a type; returns the size in bytes that it names.
fn split(digits: &[u8], radix: u32) -> (&[u8], Option<u8>) {
    const TYPED: &[(&[u8], u8)] = &[
        (b"u8", 1),
        (b"i8", 1),
        (b"u16", 2),
        (b"i16", 2),
        (b"u32", 4),
        (b"i32", 4),
        (b"u64", 8),
        (b"i64", 8),
    ];
    for (ending, bytes) in TYPED {
        if let Some(digits) = digits.strip_suffix(*ending) {
            return (digits, Some(*bytes));
        }
    }
    let is_ending = |byte: &u8| {
        matches!(byte, b'u' | b'U' | b'l' | b'L' | b'n' | b'z' | b'Z')
            && char::from(*byte).to_digit(radix).is_none()
    };
    let kept = digits
        .iter()
        .rposition(|byte| !is_ending(byte))
        .map_or(0, |last| last + 1);
    (&digits[..kept], None)
}

/// A value in a type of `width` bytes, little-endian, as two's complement if negative.
pub(super) fn bytes(value: u64, minus: bool, width: u8) -> Result<[u8; 8], String> {
    let bits = u32::from(width.clamp(1, 8)) * 8;
    let most = u64::MAX >> (64 - bits);
    let shown = if minus { "-" } else { "" };
    let fits = if minus {
        value <= most / 2 + 1
    } else {
        value <= most
    };
    if !fits {
        let what = if width == 1 {
            "not a byte".into()
        } else {
            format!("too large for {width} bytes")
        };
        return Err(format!("{shown}{value} is {what}"));
    }
    let value = if minus { value.wrapping_neg() } else { value };
    Ok(value.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, zero: LeadingZero, expected: Result<(u64, Option<u8>), &str>) {
        let found = parse(token.as_bytes(), zero).map(|number| (number.value, number.bytes));
        assert_eq!(found, expected.map_err(str::to_owned), "{token}");
    }

    #[test]
    fn numbers_are_read_in_every_base() {
        check("72", LeadingZero::Octal, Ok((72, None)));
        check("0x48", LeadingZero::Octal, Ok((0x48, None)));
        check("0110", LeadingZero::Octal, Ok((0o110, None)));
        check("0110", LeadingZero::Nothing, Ok((110, None)));
        check("0", LeadingZero::Octal, Ok((0, None)));
        check("0o110", LeadingZero::Nothing, Ok((0o110, None)));
        check("0b1010_1010", LeadingZero::Nothing, Ok((0xAA, None)));
        check("0x48ULL", LeadingZero::Octal, Ok((0x48, None)));
        check("0x48u8", LeadingZero::Nothing, Ok((0x48, Some(1))));
        check("72i16", LeadingZero::Nothing, Ok((72, Some(2))));
        check(
            "0xFFFFFFFFFFFFFFFF",
            LeadingZero::Octal,
            Ok((u64::MAX, None)),
        );
    }

    #[test]
    fn a_non_number_is_refused() {
        check("0x1g", LeadingZero::Octal, Err("'g' is not a hex digit"));
        check("0b12", LeadingZero::Octal, Err("'2' is not a bit"));
        check("089", LeadingZero::Octal, Err("'8' is not an octal digit"));
        check(
            "1.5",
            LeadingZero::Octal,
            Err("'1.5' is not a whole number"),
        );
        check("0x", LeadingZero::Octal, Err("'0x' has no digits"));
        let long = "0x10000000000000000";
        check(
            long,
            LeadingZero::Octal,
            Err("'0x10000000000000000' needs more than 64 bits"),
        );
    }

    #[test]
    fn a_value_fits_its_type_or_is_refused() {
        let check = |value, minus, width, expected: Result<&[u8], &str>| {
            let found = bytes(value, minus, width);
            let found = found.as_ref().map(|all| &all[..usize::from(width)]);
            assert_eq!(found.map_err(String::as_str), expected);
        };
        check(255, false, 1, Ok(&[0xFF]));
        check(256, false, 1, Err("256 is not a byte"));
        check(128, true, 1, Ok(&[0x80]));
        check(129, true, 1, Err("-129 is not a byte"));
        check(0x1234, false, 2, Ok(&[0x34, 0x12]));
        check(1, true, 4, Ok(&[0xFF; 4]));
        check(0x1_0000, false, 2, Err("65536 is too large for 2 bytes"));
    }
}
