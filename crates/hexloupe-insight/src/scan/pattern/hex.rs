//! `x:E2 8? ??`: bytes in hex with `?` for open digits.
//!
//! Invariant: a byte is two adjacent digits; blanks between bytes have no meaning.

use super::{Pattern, PatternError};

/// A byte with some given bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mask {
    /// The given bits.
    pub bits: u8,
    /// Their values; the others are 0.
    pub value: u8,
}

impl Mask {
    /// Reports whether a byte has the given bits.
    pub const fn fits(self, byte: u8) -> bool {
        byte & self.bits == self.value
    }
}

pub(super) fn read(text: &str) -> Result<Pattern, PatternError> {
    let mut masks = Vec::new();
    let mut digits = text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace())
        .peekable();
    while let Some((at, first)) = digits.next() {
        if first == '0' && digits.peek().is_some_and(|(_, c)| matches!(c, 'x' | 'X')) {
            return Err(PatternError::new(at, "leave out 0x; write x:E2 82 AC"));
        }
        let (bits, value) = digit(at, first)?;
        let next = digits.next_if(|(next, _)| *next == at + 1);
        let Some((at, second)) = next else {
            let said = format!("half a byte; write two digits: 0{first}, or {first}? for any");
            return Err(PatternError::new(at, said));
        };
        let low = digit(at, second)?;
        masks.push(Mask {
            bits: bits << 4 | low.0,
            value: value << 4 | low.1,
        });
    }
    if masks.is_empty() {
        return Err(PatternError::new(
            0,
            "no bytes; write x:E2 82 AC, ?? for any byte",
        ));
    }
    Ok(Pattern::Bytes(masks))
}

/// The given bits of a digit, and their values.
fn digit(at: usize, digit: char) -> Result<(u8, u8), PatternError> {
    match (digit, digit.to_digit(16)) {
        ('?', _) => Ok((0, 0)),
        (_, Some(value)) => Ok((0xF, value as u8)),
        (c, None) => {
            let said = format!("{c:?} is not a hex digit; write 0 to 9, A to F, or ? for any");
            Err(PatternError::new(at, said))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::refused;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(u8, u8)]) {
        let masks = expected.iter().map(|&(bits, value)| Mask { bits, value });
        assert_eq!(read(text), Ok(Pattern::Bytes(masks.collect())), "{text}");
    }

    #[test]
    fn digits_may_be_open_and_blanks_mean_nothing() {
        check("E2 82", &[(0xFF, 0xE2), (0xFF, 0x82)]);
        check(" e282 ", &[(0xFF, 0xE2), (0xFF, 0x82)]);
        check("E? ?2 ??", &[(0xF0, 0xE0), (0x0F, 0x02), (0, 0)]);
        assert!(
            Mask {
                bits: 0xF0,
                value: 0xE0
            }
            .fits(0xEF)
        );
        assert!(
            !Mask {
                bits: 0x0F,
                value: 2
            }
            .fits(0xEF)
        );
    }

    #[test]
    fn a_refusal_points_at_the_unreadable_byte() {
        refused("x:", 3, "no bytes; write x:E2 82 AC, ?? for any byte");
        refused("x: ", 3, "no bytes; write x:E2 82 AC, ?? for any byte");
        let half = "half a byte; write two digits: 02, or 2? for any";
        refused("x:E2 2", 6, half);
        refused("x:E2 2 82", 6, half);
        let digit = "'G' is not a hex digit; write 0 to 9, A to F, or ? for any";
        refused("x:E2 8G", 7, digit);
        refused("x:G", 3, digit);
        let quoted = "'\\u{1b}' is not a hex digit; write 0 to 9, A to F, or ? for any";
        refused("x:\u{1b}", 3, quoted);
        refused("x:0xE2", 3, "leave out 0x; write x:E2 82 AC");
    }
}
