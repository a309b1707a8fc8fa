//! The address at the beginning of a row.
//!
//! Invariant: an address of more than 64 bits is reported as such, and never truncated.

use super::digits::{border, is_blank, number, run};
use super::shape::{Address, AddressEnd, AddressParts};

/// The result of looking for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParsedAddress {
    /// No address.
    Nothing,
    /// An address, and the index after it and its end mark.
    At(u64, usize),
    /// A number of more than 64 bits.
    Huge,
}

/// Reads the address at an index.
pub(super) fn read(shape: &Address, line: &[u8], at: usize) -> ParsedAddress {
    let text = line.get(at..).unwrap_or_default();
    let Some(prefix) = prefix(shape, text) else {
        return ParsedAddress::Nothing;
    };
    let digits = &text[prefix..];
    let (value, len) = match parts(shape, digits) {
        ParsedAddress::At(value, len) => (value, len),
        other => return other,
    };
    match end(shape.end, &digits[len..]) {
        Some(end) => ParsedAddress::At(value, at + prefix + len + end),
        None => ParsedAddress::Nothing,
    }
}

/// The length of the prefix; `None` if it is missing and required.
fn prefix(shape: &Address, text: &[u8]) -> Option<usize> {
    if shape.end == AddressEnd::Any && matches!(text, [b'0', b'x' | b'X', ..]) {
        return Some(2);
    }
    text.starts_with(shape.prefix.as_bytes())
        .then_some(shape.prefix.len())
}

/// The number, with its length in bytes in place of an index.
fn parts(shape: &Address, text: &[u8]) -> ParsedAddress {
    let len = run(text, shape.radix);
    let second = |mark: u8, digits: usize| {
        let rest = text.get(len..)?.strip_prefix(&[mark])?;
        let count = run(rest, 16);
        (count == digits)
            .then(|| number(&rest[..count], 16))
            .flatten()
    };
    let joined = |mark: u8, digits, shift: u32| {
        let high = number(&text[..len], 16)?;
        let value = high
            .checked_mul(1 << shift)?
            .checked_add(second(mark, digits)?)?;
        (len == digits).then_some(ParsedAddress::At(value, 2 * digits + 1))
    };
    let found = match shape.parts {
        AddressParts::One => None,
        AddressParts::Segment => return joined(b':', 4, 4).unwrap_or(ParsedAddress::Nothing),
        AddressParts::Halves => return joined(b'`', 8, 32).unwrap_or(ParsedAddress::Nothing),
        AddressParts::Any => joined(b'`', 8, 32).or_else(|| joined(b':', 4, 4)),
    };
    found.unwrap_or_else(|| one(shape, text, len))
}

fn one(shape: &Address, text: &[u8], len: usize) -> ParsedAddress {
    let padded = len > shape.digits && text[0] == b'0';
    if len < shape.digits || shape.exact && padded || len > shape.most {
        return ParsedAddress::Nothing;
    }
    number(&text[..len], shape.radix)
        .map_or(ParsedAddress::Huge, |value| ParsedAddress::At(value, len))
}

/// The length of the end mark of an address; `None` if the address does not end here.
fn end(end: AddressEnd, rest: &[u8]) -> Option<usize> {
    let blank = |rest: &[u8]| rest.first().is_none_or(|byte| is_blank(*byte));
    match end {
        AddressEnd::Blank => blank(rest).then_some(0),
        AddressEnd::Colon => (rest.first() == Some(&b':') && blank(&rest[1..])).then_some(1),
        AddressEnd::Border => match border(rest) {
            0 => blank(rest).then_some(0),
            len => Some(len),
        },
        AddressEnd::Symbol => symbol(rest),
        AddressEnd::Any => {
            let mark = usize::from(matches!(rest.first(), Some(b'h' | b'H')));
            let rest = &rest[mark..];
            // OpenSSL and tools of ST have a blank on both sides of their mark.
            let marks = match rest {
                [b':' | b'|' | b'>' | b'=', ..] => 1,
                [b' ', b'-' | b':', b' ', ..] => 2,
                _ => 0,
            };
            blank(&rest[marks..]).then_some(mark + marks)
        }
    }
}

/// The length of a colon, with a symbol before it if there is one.
fn symbol(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    if rest.starts_with(b" <") {
        at = rest.iter().position(|byte| *byte == b'>')? + 1;
    }
    let after = rest.get(at..)?.strip_prefix(b":")?;
    (after.first().is_none_or(|byte| is_blank(*byte))).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: Address, text: &str, expected: Option<(u64, usize)>) {
        let expected = expected.map_or(ParsedAddress::Nothing, |(value, end)| {
            ParsedAddress::At(value, end)
        });
        assert_eq!(read(&shape, text.as_bytes(), 0), expected, "{text}");
    }

    #[test]
    fn addresses_are_read_with_their_end_marks() {
        let colon = Address {
            end: AddressEnd::Colon,
            ..Address::HEX
        };
        check(colon, "00000010: 48", Some((16, 9)));
        check(colon, "100000010: 48", Some((0x1_0000_0010, 10)));
        check(colon, "000000010: 48", None);
        check(colon, "0000010: 48", None);
        check(colon, "00000010 48", None);
        check(Address::HEX, "00000010", Some((16, 8)));
        let gdb = Address {
            prefix: "0x",
            digits: 1,
            exact: false,
            end: AddressEnd::Symbol,
            ..Address::HEX
        };
        check(gdb, "0x10 <a b+4>:\t0x", Some((16, 13)));
        check(gdb, "0x10:", Some((16, 5)));
        check(gdb, "0x10 <a", None);
        let dos = Address {
            parts: AddressParts::Segment,
            ..Address::HEX
        };
        check(dos, "0B3F:0100  B8", Some((0xB4F0, 9)));
        let halves = Address {
            parts: AddressParts::Any,
            digits: 4,
            end: AddressEnd::Any,
            ..Address::HEX
        };
        check(
            halves,
            "00007ff6`12340000  48",
            Some((0x7ff6_1234_0000, 17)),
        );
        check(halves, "0010h: 48", Some((16, 6)));
    }

    #[test]
    fn an_address_past_64_bits_is_reported() {
        let decimal = Address {
            radix: 10,
            digits: 7,
            ..Address::HEX
        };
        let text = b"18446744073709551616 00";
        assert_eq!(read(&decimal, text, 0), ParsedAddress::Huge);
    }
}
