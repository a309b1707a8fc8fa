//! Bytes as hex digits and as bits, taken from tables.
//!
//! Invariant: the bits of a byte have at most one dot, between structure and payload; they
//! take eight columns or nine.

use super::styled_text::StyledText;
use crate::codec::{Bit, Masks};
use crate::model::row::ByteRole;

/// The two hex digits of every byte.
pub(super) const HEX: [[u8; 2]; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut table = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
        byte += 1;
    }
    table
};

/// Bytes in hex with a blank between them.
pub(super) fn spaced(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (index, &byte) in bytes.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        out.extend(HEX[usize::from(byte)].map(char::from));
    }
    out
}

/// All 16 hex digits of an offset.
#[inline]
pub(super) fn digits(offset: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    let (upper, lower) = digits.split_at_mut(8);
    upper.copy_from_slice(&eight((offset >> 32) as u32));
    lower.copy_from_slice(&eight(offset as u32));
    digits
}

/// Eight hex digits at once: each half byte is moved to a byte of its own.
#[inline]
fn eight(number: u32) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let halves = [
        (16, 0x0000_FFFF_0000_FFFF),
        (8, 0x00FF_00FF_00FF_00FF),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
    ];
    let spread = |all: u64, (by, mask): (u32, u64)| (all | all << by) & mask;
    let spread = halves.into_iter().fold(number.into(), spread);
    // From ten on, a digit is a letter.
    let letters = (spread + 6 * ONES) >> 4 & ONES;
    let gap = u64::from(b'A' - b'9' - 1);
    (spread + u64::from(b'0') * ONES + letters * gap).to_be_bytes()
}

/// The eight bits of every byte.
pub(super) const BITS: [[u8; 8]; 256] = {
    let mut table = [[b'0'; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][7 - bit] += (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The bits of every byte with a dot after the first `before` bits, where `before` is the
/// first index; for 0, no dot and a blank at the end.
static DOTTED: [[[u8; 9]; 256]; 8] = {
    let mut table = [[[b' '; 9]; 256]; 8];
    let mut before = 0;
    while before < 8 {
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                let shift = (before > 0 && bit >= before) as usize;
                table[before][byte][bit + shift] = BITS[byte][bit];
                bit += 1;
            }
            if before > 0 {
                table[before][byte][before] = b'.';
            }
            byte += 1;
        }
        before += 1;
    }
    table
};

/// The bits of a byte with their dot, and the columns they take: 8 or 9.
#[inline]
pub(super) fn dotted(byte: u8, masks: Masks) -> ([u8; 9], usize) {
    if masks.group.is_some() {
        return grouped(byte, masks);
    }
    // A dot after all eight bits would separate nothing.
    let before = (8 - masks.structure.trailing_zeros().min(8) as usize) % 8;
    (
        DOTTED[before][usize::from(byte)],
        if before > 0 { 9 } else { 8 },
    )
}

/// The bits, with a dot, of a byte that is drawn as a group of fewer bits.
#[cold]
fn grouped(byte: u8, masks: Masks) -> ([u8; 9], usize) {
    let digits = masks.digits(byte);
    let mut text = [b' '; 9];
    text[..8].copy_from_slice(&digits);
    let Some(dot) = (0..8).find(|&index| masks.parts_before(index)) else {
        return (text, 8);
    };
    let dot = usize::from(dot);
    text[dot] = b'.';
    text[dot + 1..].copy_from_slice(&digits[dot..]);
    (text, 9)
}

/// Adds the bits of a byte of some role in their tones, without a dot.
pub(super) fn push_bits(line: &mut StyledText, byte: u8, masks: Masks, role: ByteRole) {
    let bits = match masks.group {
        None => BITS[usize::from(byte)],
        Some(_) => masks.digits(byte),
    };
    let mut at = 0;
    while at < 8 {
        let bit = masks.bit(at as u8);
        let same = match bit {
            Bit::Structure => masks.structure,
            Bit::Payload => masks.payload(),
            Bit::Wrong => masks.wrong,
        };
        let run = ((same << at).leading_ones() as usize).min(8 - at);
        line.push(role.of_bit(bit), &bits[at..at + run]);
        at += run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::theme::Theme;

    #[track_caller]
    fn check(byte: u8, masks: Masks, expected: &str) {
        let (text, columns) = dotted(byte, masks);
        assert_eq!(&text[..columns], expected.as_bytes());
    }

    #[test]
    fn all_digits_of_an_offset_are_written() {
        for offset in [
            0,
            0x0123_4567_89AB_CDEF,
            0xFEDC_BA98_7654_3210,
            u64::MAX,
            0x9A_00A9,
        ] {
            assert_eq!(
                digits(offset).as_slice(),
                format!("{offset:016X}").as_bytes()
            );
        }
    }

    #[test]
    fn a_dot_separates_structure_from_payload() {
        check(0xE2, Masks::structure(0xF0), "1110.0010");
        check(0x82, Masks::structure(0xC0), "10.000010");
        check(0x41, Masks::structure(0x80), "0.1000001");
        check(0x41, Masks::PAYLOAD, "01000001");
        check(0xFE, Masks::default().with_wrong(0xFF), "11111110");
        check(0xC0, Masks::structure(0xE0).with_wrong(0x1E), "110.00000");
        check(0x2B, Masks::structure(0xFF), "00101011");
        check(b'A', Masks::of_group(0b101100, 0), "__101100");
        check(b'A', Masks::of_group(0b101100, 0b110000), "__10.1100");
        check(b'A', Masks::of_group(0b101100, 0b001111), "__10.1100");
        check(b'A', Masks::of_group(0b101100, 0b111111), "__101100");
    }

    #[test]
    fn tones_change_where_the_kind_of_bit_does() {
        let mut line = StyledText::new(Some(Theme::default()));
        push_bits(
            &mut line,
            0xC1,
            Masks::structure(0xE0).with_wrong(0x1E),
            ByteRole::Fault,
        );
        let mut out = Vec::new();
        line.write_to(&mut out).unwrap();
        assert_eq!(out, b"\x1b[0;31m110\x1b[0;1;4;31m0000\x1b[0m1");
    }
}
