//! Hex dumps: the offer, the list of problems, addresses and gaps, and pasted text.
//!
//! Invariant: pasted text becomes data only by a key.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[OFFERED, ODD, ADDRESSES, PASTED];

#[rustfmt::skip]
const OFFERED: &[Triple] = &[
    ("dump xxd | 61", "l", "status D reads it as xxd (90 %)"),
    ("40x12 dump xxd | 61", "l", "status D reads it as xxd"),
    ("dump !xxd | 61", "l", "status D says why line 2 is no xxd"),
    ("dump !xxd | 61", "D", "effect import"),
    ("dump =xxd | 61", "l", "effect none"),
    ("| 61", "D", "effect import"),
    ("dump xxd | 61", "D", "effect import"),
    // By its place on another keyboard too.
    ("dump xxd | 61", "В", "effect import"),
    ("| 'a%20b'", "P", "effect open a layer"),
];

#[rustfmt::skip]
const ODD: &[Triple] = &[
    ("| 61", "g d", "overlay none; says D reads it as a dump"),
    ("dump xxd | 61", "g d", "overlay none; says D reads it as a dump"),
    ("dump =xxd | 61", "g d", "overlay none; says no problems in the dump, read as xxd"),
    ("dump =xxd odd 3,none | 'abcdef'", "g d", "overlay oddities 0; caret none"),
    ("dump =xxd odd 3,none | 'abcdef'", "g d Enter", "overlay none; at 3"),
    ("dump =xxd odd 3,none | 'abcdef'", "g d j Enter", "overlay oddities 1; at 0"),
    ("dump =xxd odd none,4 | 'abcdef'", "g d j j Enter", "overlay none; at 4"),
    ("dump =xxd odd 3,none | 'abcdef'", "g d wheel:5", "overlay oddities 1"),
    ("dump =xxd odd 3,none | 'abcdef'", "g d q", "overlay none; effect none; at 0"),
];

#[rustfmt::skip]
const ADDRESSES: &[Triple] = &[
    ("gap 2..4 | 'ab' 00 00 'cd'", "G", "at 5; status 0x00001005"),
    ("gap 2..4 | 'ab' 00 00 'cd'", ": type:0x1004 Enter", "at 4"),
    ("gap 2..4 | 'ab' 00 00 'cd'", ": type:0x800 Enter", "at 4"),
    ("gap 2..4 at 4 | 'ab' 00 00 'cd'", ": type:+1 Enter", "at 5"),
    ("gap 2..4 | 'ab' 00 00 'cd'", ": type:0x2000 Enter", "at 5; says 0x2000 is past the end"),
    ("gap 2..4 at 5 | 'ab' 00 00 'cd'", "m a", "says mark a set at 0x1005"),
];

#[rustfmt::skip]
const PASTED: &[Triple] = &[
    ("| 61", "paste:x", "overlay none; effect none; says you can paste only"),
    ("| 61", "paste:48_65", "overlay pasted 48 65"),
];

#[test]
fn a_dump_is_offered_and_read_by_a_key() {
    check(OFFERED);
}

#[test]
fn what_is_strange_is_listed_to_go_to() {
    check(ODD);
}

#[test]
fn places_are_told_and_asked_for_by_address() {
    check(ADDRESSES);
}

#[test]
fn pasted_text_is_asked_about() {
    check(PASTED);
}
