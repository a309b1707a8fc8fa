//! Characters without a notice, by their first bytes.
//!
//! Invariant: each skipped character has none, and leaves nothing pending; those skipped as signs
//! have none unless the word around them is mojibake.

use super::{Classes, Triples, any, halves, mask, tables};
use crate::scan::blocks::{BlockContent, SHOWN, Signs};
use hexloupe_text::vector::lanes::{Lanes, Vector, bytes};

/// Bytes that may begin something odd: all but tab, LF, CR and plain ASCII, those within a
/// character, and the first of Latin, marks, Greek and Cyrillic, Han, Hangul.
const ODD: [[u8; 16]; 2] = tables([
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 0x0B, 0x0C, 0x0E, 0x0F],
    &[
        0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E,
        0x1F,
    ],
    b"\\",
    &[0x7F],
    &[0xC0, 0xC1, 0xC2, 0xC7, 0xCB, 0xCD, 0xCE],
    &[
        0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF,
    ],
    &[0xE0, 0xE1, 0xE2, 0xE3, 0xEA, 0xED, 0xEE, 0xEF],
    &[
        0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE,
        0xFF,
    ],
]);

/// The bytes among them that need the next bytes to decide.
const MORE: [[u8; 16]; 2] = tables([
    &[0xC2],
    &[0xCB],
    &[0xCE],
    &[0xE2],
    &[0xE3],
    &[0xEA, 0xED],
    &[0xEF],
    &[0xF0],
]);

/// The classes of these bytes.
const LATIN: u8 = 1;
const SIGNS: u8 = 1 << 1;
const GREEK: u8 = 1 << 2;
const GENERAL: u8 = 1 << 3;
const KANA: u8 = 1 << 4;
const HANGUL: u8 = 1 << 5;
const WIDE: u8 = 1 << 6;
const EMOJI: u8 = 1 << 7;

/// Reports whether a block is plain text: ASCII, with tab, LF and CR as the only controls.
#[inline(always)]
pub(super) fn is_plain(v: Lanes, [first, last]: [Vector; 2]) -> bool {
    v.high_bits(v.and(plain(v, first), plain(v, last))) == u32::MAX
}

#[inline(always)]
fn plain(v: Lanes, a: Vector) -> Vector {
    let blank = v.or(v.among(a, b'\t', b'\n'), v.among(a, b'\r', b'\r'));
    v.or(v.among(a, b' ', b'~'), blank)
}

/// The content of a block that cannot be skipped by the first bytes of its characters.
#[inline(always)]
pub(super) fn met(v: Lanes, shown: &[u8; SHOWN]) -> Option<BlockContent> {
    let [first, last] = &halves(shown);
    let odd = [Classes::new(v, first, ODD), Classes::new(v, last, ODD)];
    if !odd[0].or(v, odd[1]).has(v, u8::MAX) {
        return None;
    }
    let more = [Classes::new(v, first, MORE), Classes::new(v, last, MORE)];
    let met = more[0].or(v, more[1]);
    let [a, b] = [half(v, first, more[0], met), half(v, last, more[1], met)];
    let passed = [
        any(v, [odd[0].none(v), a.signs, a.clean]),
        any(v, [odd[1].none(v), b.signs, b.clean]),
    ];
    if v.high_bits(v.and(passed[0], passed[1])) != u32::MAX {
        return Some(BlockContent::Odd);
    }
    if v.high_bits(v.or(a.signs, b.signs)) == 0 {
        return None;
    }
    let leads = [
        v.bytes_from(first.first, 0xC0),
        v.bytes_from(last.first, 0xC0),
    ];
    Some(BlockContent::Signs(Signs {
        begins: mask(v, [a.signs, b.signs]),
        words: mask(v, [words(v, first.first), words(v, last.first)]),
        leads: mask(v, leads),
    }))
}

/// The first bytes of characters that are not odd, although others with the same first byte are.
struct ClearedSigns {
    signs: Vector,
    clean: Vector,
}

/// The skippable characters of half a block, for classes that occur in the block.
#[inline(always)]
fn half(v: Lanes, t: &Triples, more: Classes, met: Classes) -> ClearedSigns {
    let mut signs = more.is(v, SIGNS);
    let mut clean = bytes(0);
    if met.has(v, LATIN) {
        signs = v.or(signs, v.and(more.is(v, LATIN), latin(v, t)));
    }
    if met.has(v, GENERAL) {
        signs = v.or(signs, v.and(more.is(v, GENERAL), general(v, t)));
    }
    if met.has(v, GREEK) {
        clean = v.without(unassigned(v, t), more.is(v, GREEK));
    }
    if met.has(v, KANA) {
        clean = v.or(clean, v.and(more.is(v, KANA), kana(v, t)));
    }
    if met.has(v, HANGUL | WIDE) {
        clean = v.or(clean, v.and(more.is(v, HANGUL), hangul(v, t)));
        clean = v.or(clean, v.and(more.is(v, WIDE), wide(v, t)));
    }
    if met.has(v, EMOJI) {
        clean = v.or(clean, v.and(more.is(v, EMOJI), emoji(v, t)));
    }
    ClearedSigns { signs, clean }
}

/// Letters and digits of ASCII, and bytes beyond it.
#[inline(always)]
fn words(v: Lanes, a: Vector) -> Vector {
    let letters = v.among(v.or(a, bytes(0x20)), b'a', b'z');
    any(v, [letters, v.among(a, b'0', b'9'), v.bytes_from(a, 0x80)])
}

/// After C2: the visible signs of Latin-1.
#[inline(always)]
fn latin(v: Lanes, t: &Triples) -> Vector {
    v.or(t.second(v, 0xA0, 0xAC), t.second(v, 0xAE, 0xBF))
}

/// After E2: the assigned signs of typography, of mathematics, of frames. Not the invisible ones:
/// U+200B..U+200F, U+2028..U+202E, U+2060..U+206F; nor Braille, whose first cell is blank.
#[inline(always)]
fn general(v: Lanes, t: &Triples) -> Vector {
    let seen = any(
        v,
        [
            t.third(v, 0x80, 0x8A),
            t.third(v, 0x90, 0xA7),
            t.third(v, 0xAF, 0xBF),
        ],
    );
    any(
        v,
        [
            v.and(t.second(v, 0x80, 0x80), seen),
            v.and(t.second(v, 0x81, 0x81), t.third(v, 0x80, 0x9F)),
            t.second(v, 0x82, 0x82),
            t.second(v, 0x84, 0x85),
            v.and(t.second(v, 0x86, 0x86), t.third(v, 0x90, 0xBF)),
            t.second(v, 0x87, 0x8F),
            t.second(v, 0x92, 0x9F),
            t.second(v, 0xA1, 0xAC),
        ],
    )
}

/// After CE: unassigned code points.
#[inline(always)]
fn unassigned(v: Lanes, t: &Triples) -> Vector {
    any(
        v,
        [
            t.second(v, 0x80, 0x83),
            t.second(v, 0x8B, 0x8B),
            t.second(v, 0x8D, 0x8D),
            t.second(v, 0xA2, 0xA2),
        ],
    )
}

/// After E3: signs and syllables of Japanese, and Han from U+3240 on.
#[inline(always)]
fn kana(v: Lanes, t: &Triples) -> Vector {
    any(
        v,
        [
            t.second(v, 0x80, 0x80),
            t.second(v, 0x83, 0x83),
            t.second(v, 0x89, 0xBF),
            v.without(t.third(v, 0x80, 0x80), t.second(v, 0x81, 0x81)),
            v.without(t.third(v, 0x97, 0x98), t.second(v, 0x82, 0x82)),
        ],
    )
}

/// After EA or ED: syllables of Korean.
#[inline(always)]
fn hangul(v: Lanes, t: &Triples) -> Vector {
    let last = v.and(t.lead(v, 0xED), t.second(v, 0x80, 0x9D));
    v.or(v.and(t.lead(v, 0xEA), t.second(v, 0xB0, 0xBF)), last)
}

/// After EF: signs and letters of full width.
#[inline(always)]
fn wide(v: Lanes, t: &Triples) -> Vector {
    v.or(
        v.without(t.third(v, 0x80, 0x80), t.second(v, 0xBC, 0xBC)),
        t.second(v, 0xBD, 0xBD),
    )
}

/// After F0: blocks of emoji without unassigned code points.
#[inline(always)]
fn emoji(v: Lanes, t: &Triples) -> Vector {
    let assigned = any(
        v,
        [
            t.third(v, 0x8C, 0x9A),
            t.third(v, 0x9C, 0x9E),
            t.third(v, 0xA4, 0xA8),
        ],
    );
    v.and(t.second(v, 0x9F, 0x9F), assigned)
}
