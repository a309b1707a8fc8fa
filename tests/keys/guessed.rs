//! Readings: the next likeliest by a key, the list of them, and what the scan offers.
//!
//! Invariant: only a key changes how the data is read, and the cursor stays.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[NEXT, OFFERED, LIST];

#[rustfmt::skip]
const NEXT: &[Triple] = &[
    ("| CF F0 E8", ".", "enc utf-8; says not guessed yet"),
    ("guessed koi8-r,ibm866 at 2 | CF F0 E8", ".", "enc koi8-r; at 2; says read as KOI8-R: Russian, 90 % (1 of 2)"),
    ("guessed koi8-r,ibm866 | CF F0 E8", ". .", "enc ibm866; says 3 % (2 of 2); title IBM866 (guessed, 3 %)"),
    ("guessed koi8-r,ibm866 | CF F0 E8", ". . .", "enc koi8-r; title KOI8-R (Russian, 90 %)"),
    // The list is followed from the encoding in use.
    ("enc koi8-r guessed utf-8,koi8-r,ibm866 | CF", ".", "enc ibm866"),
    ("enc ibm866 guessed utf-8,koi8-r,ibm866 | CF", ".", "enc utf-8"),
    ("guessed utf-8 | 61", ".", "enc utf-8; says no other encoding is likely"),
    ("enc utf-16le phase 1 guessed koi8-r | CF F0", ".", "enc koi8-r; phase 0"),
    // The key at its place on a ЙЦУКЕН keyboard does the same.
    ("guessed koi8-r | CF", "ю", "enc koi8-r"),
    ("10x3 guessed koi8-r | CF", ".", "enc utf-8"),
];

#[rustfmt::skip]
const OFFERED: &[Triple] = &[
    ("120x24 offered koi8-r scanned | 61 CF F0 FF", "l", "enc utf-8; status 3 faults in UTF-8; status . reads KOI8-R"),
    ("40x12 offered koi8-r scanned | 61 CF F0 FF", "l", "status . reads KOI8-R"),
    ("offered koi8-r | 61 CF F0 FF", ".", "enc koi8-r; says read as KOI8-R"),
    // Once it is taken, the others follow.
    ("offered koi8-r guessed koi8-r,ibm866 | CF F0", ". .", "enc ibm866"),
    // The offer is for an encoding that is no longer in use.
    ("offered koi8-r guessed ibm866 | CF F0", "e type:1251 Enter .", "enc ibm866"),
];

#[rustfmt::skip]
const LIST: &[Triple] = &[
    ("| 61", "g e", "overlay verdict 0; caret none"),
    ("| 61", "g e Enter", "overlay verdict 0; enc utf-8"),
    ("| 61", "g e Esc", "overlay none; enc utf-8"),
    ("enc ibm866 guessed koi8-r,ibm866 | CF", "g e", "overlay verdict 1"),
    ("guessed koi8-r,ibm866,utf-8 | CF", "g e", "overlay verdict 2"),
    ("guessed koi8-r,ibm866,utf-8 | CF", "g e Home Down Up", "overlay verdict 0"),
    ("guessed koi8-r,ibm866,utf-8 | CF", "g e Up j k Tab Shift-Tab k", "overlay verdict 0"),
    ("at 1 guessed koi8-r,ibm866,utf-8 | CF F0", "g e k Enter", "overlay none; enc ibm866; at 1; says (2 of 3)"),
    ("guessed koi8-r,ibm866 | CF", "g e q", "overlay none; enc utf-8; effect none"),
    ("guessed koi8-r,ibm866 | CF", "g e wheel:9", "overlay verdict 1"),
    ("guessed koi8-r,ibm866 | CF", "g e о", "overlay verdict 1"),
    ("guessed koi8-r,ibm866 | CF", "g e paste:x", "overlay verdict 0; enc utf-8; says only into a prompt"),
];

#[test]
fn a_key_goes_through_the_likely_readings() {
    check(NEXT);
}

#[test]
fn what_the_scan_speaks_for_is_offered_and_taken_first() {
    check(OFFERED);
}

#[test]
fn the_list_of_readings_takes_any() {
    check(LIST);
}
