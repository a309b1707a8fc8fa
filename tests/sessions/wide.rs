//! Ill-formed code units of UTF-16 (D91) and UTF-32 (D90).
//!
//! Invariant: a fault is a code unit, or what is left of one where the data ends.

use super::judge::Kind::{Character, Fault};
use super::pieces::Piece;

/// Some code units of UTF-16 in a byte order.
fn units(big: bool, units: &[u16]) -> Vec<u8> {
    let bytes = |unit: &u16| {
        if big {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    };
    units.iter().flat_map(bytes).collect()
}

/// Lone surrogates, and half a unit at the end.
pub(crate) fn utf_16(big: bool) -> (Vec<Piece>, Vec<Piece>) {
    let unit = |value: u16| units(big, &[value]);
    let letter = || (unit(0x62), Character('b'));
    let pieces = vec![
        vec![(unit(0xD83D), Fault), letter()],
        vec![(unit(0xD83D), Fault), (unit(0x0A), Character('\n'))],
        vec![(unit(0xDE00), Fault)],
        vec![(unit(0xDE00), Fault), (unit(0xD83D), Fault), letter()],
        vec![
            (unit(0xD83D), Fault),
            (units(big, &[0xD83D, 0xDE00]), Character('😀')),
            (unit(0xDE00), Fault),
        ],
        // Code units that hold the bytes of line ends.
        vec![(unit(0x0A0D), Character('\u{A0D}'))],
        vec![(unit(0x0D0A), Character('\u{D0A}'))],
    ];
    let high_and_half = [unit(0xD83D), vec![0xDE]].concat();
    let tails = vec![
        vec![(vec![0x41], Fault)],
        vec![letter(), (vec![0xD8], Fault)],
        vec![(high_and_half, Fault)],
        vec![(unit(0xD83D), Fault)],
        vec![(unit(0xDE00), Fault)],
    ];
    (pieces, tails)
}

/// Surrogates, values above U+10FFFF, and incomplete units at the end.
pub(crate) fn utf_32(big: bool) -> (Vec<Piece>, Vec<Piece>) {
    let unit = |value: u32| {
        let bytes = if big {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        };
        bytes.to_vec()
    };
    let pieces = vec![
        vec![(unit(0xD83D), Fault)],
        vec![(unit(0xDE00), Fault), (unit(0x0A), Character('\n'))],
        vec![(unit(0x11_0000), Fault)],
        vec![(unit(0x0A0A_0A0A), Fault)],
        vec![(unit(0xFFFF_FFFF), Fault), (unit(0x0D), Character('\r'))],
    ];
    let tails = vec![
        vec![(vec![0x41], Fault)],
        vec![(vec![0x41, 0], Fault)],
        vec![(vec![0, 0, 0], Fault)],
        vec![(unit(0xD83D), Fault)],
    ];
    (pieces, tails)
}
