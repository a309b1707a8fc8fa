//! Characters of words by their first bytes.
//!
//! Latin, Greek, Cyrillic and East Asian characters have a bit each; Greek and Cyrillic ones may
//! imitate ASCII ([`WordMasks::alike`]). Known signs that belong to no word have no bit. Invariant:
//! any other character beyond ASCII is doubtful, that is, its part of the text is examined by
//! itself.

use super::{Classes, Triples, any, halves, mask, tables};
use crate::scan::blocks::{SHOWN, TextParts, WordMasks};
use hexloupe_text::vector::lanes::{Lanes, Vector, bytes};

/// The first bytes of characters that are not all doubtful.
const LEADS: [[u8; 16]; 2] = tables([
    // Latin, but for a few; Cyrillic; Han and Hangul, but for a few.
    &[0xC3, 0xC4, 0xC5],
    &[0xD0, 0xD1, 0xD3],
    &[0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEB, 0xEC],
    // These need the next bytes to decide.
    &[0xC2, 0xC6, 0xC8],
    &[0xCE, 0xCF],
    &[0xE1, 0xE2],
    &[0xE3, 0xEA, 0xED],
    // EF and F0 need the next bytes too. E0 and FF stay doubtful: they are here because a list must
    // hold all combinations of its half bytes (see `tables`).
    &[0xE0, 0xEF, 0xF0, 0xFF],
]);

/// Their classes.
const LATIN: u8 = 1;
const CYRILLIC: u8 = 1 << 1;
const HAN: u8 = 1 << 2;
const MORE_LATIN: u8 = 1 << 3;
const GREEK: u8 = 1 << 4;
const GENERAL: u8 = 1 << 5;
const KANA: u8 = 1 << 6;
const OTHERS: u8 = 1 << 7;

/// The facts about the characters of half a block.
struct HalfBlock {
    latin: Vector,
    greek: Vector,
    cyrillic: Vector,
    east_asian: Vector,
    doubts: Vector,
}

/// The masks of a block. A bracket or a sign of assignment after a word matters only in a part with
/// letters that may imitate ASCII, so the test for them is skipped elsewhere. A backslash is
/// doubtful: the letter after it belongs to an escape, and not to a word.
#[inline(always)]
pub(super) fn masks(v: Lanes, shown: &[u8; SHOWN], parts: &TextParts) -> WordMasks {
    let [first, last] = &halves(shown);
    let ends = mask(v, [ends(v, first.first), ends(v, last.first)]);
    let mut names = [v.is_byte(first.first, b'_'), v.is_byte(last.first, b'_')];
    let doubts = [v.is_byte(first.first, b'\\'), v.is_byte(last.first, b'\\')];
    let latin = [letters(v, first.first), letters(v, last.first)];
    if v.high_bits(v.or(first.first, last.first)) == 0 {
        if parts.is_alike() {
            let marked = [
                before_bracket_or_assignment(v, first),
                before_bracket_or_assignment(v, last),
            ];
            names = [v.or(names[0], marked[0]), v.or(names[1], marked[1])];
        }
        return WordMasks {
            ends,
            latin: mask(v, latin),
            doubts: mask(v, doubts),
            names: mask(v, names),
            ..WordMasks::default()
        };
    }
    let classes = [Classes::new(v, first, LEADS), Classes::new(v, last, LEADS)];
    let met = classes[0].or(v, classes[1]);
    let a = beyond(v, first, classes[0], met);
    let b = beyond(v, last, classes[1], met);
    if parts.is_alike() || met.has(v, GREEK | CYRILLIC) {
        let marked = [
            before_bracket_or_assignment(v, first),
            before_bracket_or_assignment(v, last),
        ];
        names = [v.or(names[0], marked[0]), v.or(names[1], marked[1])];
    }
    WordMasks {
        ends,
        latin: mask(v, [v.or(latin[0], a.latin), v.or(latin[1], b.latin)]),
        greek: mask(v, [a.greek, b.greek]),
        cyrillic: mask(v, [a.cyrillic, b.cyrillic]),
        east_asian: mask(v, [a.east_asian, b.east_asian]),
        doubts: mask(v, [v.or(doubts[0], a.doubts), v.or(doubts[1], b.doubts)]),
        names: mask(v, names),
    }
}

/// The characters beyond ASCII in half a block; `met` are the classes that occur in the block.
#[inline(always)]
fn beyond(v: Lanes, t: &Triples, classes: Classes, met: Classes) -> HalfBlock {
    let leads = v.bytes_from(t.first, 0xC0);
    let mut doubts = v.and(leads, classes.none(v));
    let mut latin = classes.is(v, LATIN);
    let mut east_asian = classes.is(v, HAN);
    let mut greek = bytes(0);
    if met.has(v, LATIN) {
        doubts = v.or(doubts, v.and(latin, latin_alike(v, t)));
    }
    if met.has(v, HAN) {
        doubts = v.or(doubts, han_alike(v, t));
    }
    if met.has(v, MORE_LATIN) {
        let horns = horns(v, t);
        let known = v.or(horns, latin_signs(v, t));
        latin = v.or(latin, horns);
        doubts = v.or(doubts, v.without(known, classes.is(v, MORE_LATIN)));
    }
    if met.has(v, GREEK) {
        let (all, odd) = (classes.is(v, GREEK), coptic(v, t));
        greek = v.without(odd, all);
        doubts = v.or(doubts, v.and(odd, all));
    }
    if met.has(v, GENERAL) {
        let vietnamese = vietnamese(v, t);
        let known = v.or(vietnamese, signs(v, t));
        latin = v.or(latin, vietnamese);
        doubts = v.or(doubts, v.without(known, classes.is(v, GENERAL)));
    }
    if met.has(v, KANA) {
        let known = east_asian_after_e3_ea_ed(v, t);
        east_asian = v.or(east_asian, known);
        doubts = v.or(doubts, v.without(known, classes.is(v, KANA)));
    }
    if met.has(v, OTHERS) {
        let known = wide_or_emoji(v, t);
        doubts = v.or(doubts, v.without(known, classes.is(v, OTHERS)));
    }
    HalfBlock {
        latin,
        greek,
        cyrillic: classes.is(v, CYRILLIC),
        east_asian,
        doubts,
    }
}

#[inline(always)]
fn ends(v: Lanes, a: Vector) -> Vector {
    v.or(v.is_byte(a, b' '), v.is_byte(a, b'\n'))
}

#[inline(always)]
fn letters(v: Lanes, a: Vector) -> Vector {
    v.among(v.or(a, bytes(0x20)), b'a', b'z')
}

/// The last byte of a word before a bracket or a sign of assignment.
#[inline(always)]
fn before_bracket_or_assignment(v: Lanes, t: &Triples) -> Vector {
    let a = t.first;
    let words = [letters(v, a), v.among(a, b'0', b'9'), v.bytes_from(a, 0x80)];
    let next = [
        v.is_byte(t.second, b'('),
        v.is_byte(t.second, b'['),
        v.is_byte(t.second, b'='),
        v.and(v.is_byte(t.second, b' '), v.is_byte(t.third, b'=')),
    ];
    v.and(any(v, words), any(v, next))
}

/// þ, ı, ſ.
#[inline(always)]
fn latin_alike(v: Lanes, t: &Triples) -> Vector {
    any(
        v,
        [
            v.and(t.lead(v, 0xC3), v.is_byte(t.second, 0xBE)),
            v.and(t.lead(v, 0xC4), v.is_byte(t.second, 0xB1)),
            v.and(t.lead(v, 0xC5), v.is_byte(t.second, 0xBF)),
        ],
    )
}

/// 丅, 丫.
#[inline(always)]
fn han_alike(v: Lanes, t: &Triples) -> Vector {
    let last = v.or(v.is_byte(t.third, 0x85), v.is_byte(t.third, 0xAB));
    v.and(v.and(t.lead(v, 0xE4), v.is_byte(t.second, 0xB8)), last)
}

/// After C2: signs of Latin-1. Not the no-break space, and not ª, º and µ, which are letters.
#[inline(always)]
fn latin_signs(v: Lanes, t: &Triples) -> Vector {
    let signs = any(
        v,
        [
            t.second(v, 0xA1, 0xA9),
            t.second(v, 0xAB, 0xB4),
            t.second(v, 0xB6, 0xB9),
            t.second(v, 0xBB, 0xBF),
        ],
    );
    v.and(t.lead(v, 0xC2), signs)
}

/// After C6 or C8: letters of Vietnamese and of Romanian.
#[inline(always)]
fn horns(v: Lanes, t: &Triples) -> Vector {
    let horns = v.or(t.second(v, 0xA0, 0xA1), t.second(v, 0xAF, 0xB0));
    v.or(
        v.and(t.lead(v, 0xC6), horns),
        v.and(t.lead(v, 0xC8), t.second(v, 0x80, 0xB3)),
    )
}

/// After CE or CF: the Greek colon, which is another character when composed, and Coptic.
#[inline(always)]
fn coptic(v: Lanes, t: &Triples) -> Vector {
    v.or(
        v.and(t.lead(v, 0xCE), v.is_byte(t.second, 0x87)),
        v.and(t.lead(v, 0xCF), t.second(v, 0xA2, 0xAF)),
    )
}

/// After E1: letters of Vietnamese and other languages.
#[inline(always)]
fn vietnamese(v: Lanes, t: &Triples) -> Vector {
    let letters = any(
        v,
        [
            t.second(v, 0xB8, 0xB9),
            v.without(v.is_byte(t.third, 0x9D), v.is_byte(t.second, 0xBA)),
            v.without(v.is_byte(t.third, 0xBF), v.is_byte(t.second, 0xBB)),
        ],
    );
    v.and(t.lead(v, 0xE1), letters)
}

/// After E2: dashes, quotation marks, signs of currency, № and ™, arrows and other symbols.
#[inline(always)]
fn signs(v: Lanes, t: &Triples) -> Vector {
    let dashes = v.or(t.third(v, 0x90, 0xA7), t.third(v, 0xB0, 0xBE));
    let letters = v.or(v.is_byte(t.third, 0x96), v.is_byte(t.third, 0xA2));
    let signs = any(
        v,
        [
            v.and(v.is_byte(t.second, 0x80), dashes),
            v.and(v.is_byte(t.second, 0x82), t.third(v, 0xA0, 0xBF)),
            v.and(v.is_byte(t.second, 0x84), letters),
            v.and(v.is_byte(t.second, 0x86), t.third(v, 0x90, 0xBF)),
            t.second(v, 0x87, 0x8B),
            t.second(v, 0x8D, 0x9F),
        ],
    );
    v.and(t.lead(v, 0xE2), signs)
}

/// After E3, EA or ED: characters of Chinese, Japanese and Korean, and their punctuation. Not 〇,
/// the wide space, the tone marks and the combining sound marks of kana: they stay doubtful.
#[inline(always)]
fn east_asian_after_e3_ea_ed(v: Lanes, t: &Triples) -> Vector {
    let punctuation = v.or(t.third(v, 0x81, 0x86), t.third(v, 0x88, 0xA9));
    let kana = any(
        v,
        [
            v.and(v.is_byte(t.second, 0x80), punctuation),
            v.is_byte(t.second, 0x81),
            v.without(t.third(v, 0x99, 0x9A), v.is_byte(t.second, 0x82)),
            v.is_byte(t.second, 0x83),
            t.second(v, 0x90, 0xBF),
        ],
    );
    any(
        v,
        [
            v.and(t.lead(v, 0xE3), kana),
            v.and(t.lead(v, 0xEA), t.second(v, 0xB0, 0xBF)),
            v.and(t.lead(v, 0xED), t.second(v, 0x80, 0x9D)),
        ],
    )
}

/// After EF or F0: signs of full width, emoji.
#[inline(always)]
fn wide_or_emoji(v: Lanes, t: &Triples) -> Vector {
    let wide = v.and(
        v.is_byte(t.second, 0xBC),
        v.or(t.third(v, 0x81, 0x8F), t.third(v, 0x9A, 0xA0)),
    );
    let emoji = v.and(v.is_byte(t.second, 0x9F), t.third(v, 0x8C, 0xAE));
    v.or(v.and(t.lead(v, 0xEF), wide), v.and(t.lead(v, 0xF0), emoji))
}
