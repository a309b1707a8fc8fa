//! Taking along: selections and the three ways to copy.
//!
//! Invariant: a selection is whole steps, and a copy is exactly what it says.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[SELECTING, COPYING];

#[rustfmt::skip]
const SELECTING: &[Triple] = &[
    ("at 3 | 50*61", "v", "selected 3..4; status 1 byte selected"),
    ("at 3 | 50*61", "v l l", "selected 3..6; status 3 bytes selected"),
    ("at 3 | 50*61", "v h h", "selected 1..4"),
    ("at 3 | 50*61", "v v", "selected none"),
    ("at 3 | 50*61", "v j", "selected 3..8"),
    ("at 3 | 50*61", "v G", "selected 3..50"),
    // Widened outward to the step unit.
    ("at 2 | 'a€b'", "v", "selected 2..3"),
    ("at 2 step character | 'a€b'", "v", "selected 1..4"),
    ("at 2 step character | 'a€b'", "v h", "selected 1..4"),
    ("at 2 step character | 'a€b'", "v h h", "selected 0..4"),
    ("at 0 step cluster | 'e\u{301}x'", "v", "selected 0..3"),
    ("at 1 step cluster | 'e\u{301}x'", "v l", "selected 0..4"),
    ("at 3 step code-unit enc utf-16le | 61 00 62 00 63 00", "v", "selected 2..4"),
    ("at 2 step bit | 'a€b'", "v", "selected 2..3"),
    ("at 2 | 'a€b'", "v s s", "selected 1..4"),
    ("enc utf-16le step code-unit at 2 | 61 00 62", "v", "selected 2..3"),
    ("enc utf-32le phase 3 step code-unit | 61", "v", "selected 0..1"),
    ("|", "v", "selected none"),
];

#[rustfmt::skip]
const COPYING: &[Triple] = &[
    ("at 2 | 'a€b'", "y h", "effect copy E2 82 AC = 3 bytes as hex"),
    ("at 2 | 'a€b'", "y y", "effect copy E2 82 AC = 3 bytes as hex"),
    ("at 2 | 'a€b'", "y t", "effect copy € = 3 bytes as text"),
    ("at 2 | 'a€b'", "y u", "effect copy U+20AC = 3 bytes as code points"),
    ("at 0 | 'a€b'", "y t", "effect copy a = 1 byte as text"),
    ("| 'a€b'", "v G y h", "effect copy 61 E2 82 AC 62 = 5 bytes as hex; selected none"),
    ("| 'a€b'", "v G y t", "effect copy a€b = 5 bytes as text"),
    ("| 'a€b'", "v G y u", "effect copy U+0061 U+20AC U+0062 = 5 bytes as code points"),
    ("| 61 C0 AF 62", "v G y t", "effect copy a\u{FFFD}\u{FFFD}b = 4 bytes as text"),
    ("| 61 C0 AF 62", "v G y u", "effect copy U+0061 <C0> <AF> U+0062 = 4 bytes as code points"),
    ("| E2 82 61", "y u", "effect copy <E2 82> = 2 bytes as code points"),
    ("enc utf-16le | 3D D8 00 DE", "y u", "effect copy U+1F600 = 4 bytes as code points"),
    ("enc windows-1251 | CF", "y t", "effect copy П = 1 byte as text"),
    ("| 70000*61", "v G y h", "effect none; says 70000 bytes are too many"),
    ("|", "y h", "effect none; says there is no byte to copy"),
    // What could not be read is not said to be zero.
    ("holes 1..3 | 'abcd'", "v G y h", "effect none; says could not be read"),
    ("holes 1..3 at 1 | 'abcd'", "y u", "effect none; says could not be read"),
    ("holes 1..3 | 'abcd'", "y h", "effect copy 61 = 1 byte as hex"),
];

#[test]
fn a_selection_is_widened_to_whole_steps() {
    check(SELECTING);
}

#[test]
fn copies_are_exact() {
    check(COPYING);
}
