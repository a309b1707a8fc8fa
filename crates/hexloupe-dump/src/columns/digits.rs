//! Hex digits by table; other digits, blanks and borders by rule.
//!
//! Invariant: in both tables the value of a byte that is no hex digit has the bit [`NOT_A_DIGIT`],
//! and keeps it when values are joined by `|`, so that many digits can be looked up first and
//! checked at once.

/// The bit that marks a byte that is no digit.
pub(super) const NOT_A_DIGIT: u16 = 0x100;

/// The values of hex digits.
pub(super) static LOW: [u16; 256] = table(0);
/// The values of hex digits that are the first of two, shifted by 4 bits.
pub(super) static HIGH: [u16; 256] = table(4);

const fn table(shift: u32) -> [u16; 256] {
    let mut table = [NOT_A_DIGIT; 256];
    let mut digit = 0;
    while digit < 16 {
        let lower = b"0123456789abcdef"[digit];
        table[lower as usize] = (digit as u16) << shift;
        table[lower.to_ascii_uppercase() as usize] = (digit as u16) << shift;
        digit += 1;
    }
    table
}

/// The byte of two hex digits; with the bit [`NOT_A_DIGIT`] if one of them is no digit.
#[inline]
pub(super) fn pair(high: u8, low: u8) -> u16 {
    HIGH[usize::from(high)] | LOW[usize::from(low)]
}

/// The value of a digit.
pub(super) fn digit(byte: u8, radix: u32) -> Option<u32> {
    char::from(byte).to_digit(radix)
}

/// The number of digits at the front of a text.
pub(super) fn run(text: &[u8], radix: u32) -> usize {
    let end = text.iter().position(|byte| digit(*byte, radix).is_none());
    end.unwrap_or(text.len())
}

/// The number that digits denote, 0 for no digits; `None` if one is no digit or the number exceeds
/// 64 bits.
#[inline]
pub(super) fn number(text: &[u8], radix: u32) -> Option<u64> {
    let mut sum = 0u64;
    if radix == 16 && text.len() <= 16 {
        let mut wrong = 0;
        for byte in text {
            let value = LOW[usize::from(*byte)];
            wrong |= value;
            sum = sum << 4 | u64::from(value & 0xF);
        }
        return (wrong & NOT_A_DIGIT == 0).then_some(sum);
    }
    for byte in text {
        let value = digit(*byte, radix)?;
        sum = sum.checked_mul(radix.into())?.checked_add(value.into())?;
    }
    Some(sum)
}

/// Reports whether a byte is a blank between columns.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The number of blanks at the front of a text.
pub(super) fn blanks(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| !is_blank(*byte));
    end.unwrap_or(text.len())
}

/// The number of bytes that are no blanks.
#[inline]
pub(super) fn non_blank(text: &[u8]) -> usize {
    text.iter().filter(|byte| !is_blank(**byte)).count()
}

/// The length in bytes of the border at the front of a text; 0 if there is none.
pub(super) fn border(text: &[u8]) -> usize {
    match text {
        [b'|', ..] => 1,
        // U+2502 and U+250A.
        [0xE2, 0x94, 0x82 | 0x8A, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_distinguished_from_the_rest() {
        assert_eq!(pair(b'7', b'f'), 0x7F);
        assert_eq!(pair(b'F', b'0'), 0xF0);
        assert!(pair(b'g', b'0') & NOT_A_DIGIT != 0 && pair(b'0', b' ') & NOT_A_DIGIT != 0);
        assert_eq!(number(b"ffffffffffffffff", 16), Some(u64::MAX));
        assert_eq!(number(b"10000000000000000", 16), None);
        assert_eq!(number(b"1777777777777777777777", 8), Some(u64::MAX));
        assert_eq!(number(b"18446744073709551616", 10), None);
        assert_eq!(number(b"12g4", 16), None);
        assert_eq!((run(b"0128", 8), blanks(b" \tx")), (3, 2));
        assert_eq!(
            border("│".as_bytes()) + border("┊".as_bytes()) + border(b"|"),
            7
        );
    }
}
