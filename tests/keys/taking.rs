//! Selections, the ways to copy, and writing to files.
//!
//! Invariant: a selection is whole steps, and a copy is exactly what its message says.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] =
    &[SELECTING, MEASURED, COPYING, LISTED, EXPORTING, UNDER_WAY];

#[rustfmt::skip]
const SELECTING: &[Triple] = &[
    ("at 3 | 50*61", "v", "selected 3..4; status 1 byte selected"),
    ("at 3 | 50*61", "v l l", "selected 3..6; status 3 bytes selected"),
    ("at 3 | 50*61", "v h h", "selected 1..4"),
    ("at 3 | 50*61", "v v", "selected none"),
    ("at 3 | 50*61", "v j", "selected 3..8"),
    ("at 3 | 50*61", "v G", "selected 3..50"),
    ("at 3 | 50*61", "Shift-Right Shift-Right", "selected 3..6; at 5"),
    ("at 3 | 50*61", "Shift-Left", "selected 2..4; at 2"),
    ("at 3 | 50*61", "Shift-Down l", "selected 3..9; at 8"),
    ("at 9 | 50*61", "Shift-Up Esc", "selected none; at 5"),
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
const MEASURED: &[Triple] = &[
    ("120x40 | 'a中e\u{301}\u{1F600}'", "v G", "status 11 bytes selected · 5 characters · 4 clusters · 6 columns"),
    ("120x40 | 61 C0 62", "v G", "status 3 bytes selected · 3 characters · 3 clusters · 3 columns · 1 ill-formed"),
    ("| 50*61", "v", "status 1 byte selected · 1 character · 1 cluster · 1 column"),
    ("enc utf-16le step code-unit | 3D D8 00 DE 61 00", "v G", "status 6 bytes selected · 2 characters · 2 clusters · 3 columns"),
    // Of a long selection only the bytes are counted.
    ("| 70000*61", "v G", "status 70,000 bytes selected"),
    ("holes 1..3 | 'abcd'", "v G", "status 4 bytes selected"),
];

#[rustfmt::skip]
const COPYING: &[Triple] = &[
    // In the middle of what one escape sequence has begun.
    ("enc iso-2022-jp scanned at 2003 | 1B 24 42 8000*30", "y t", "effect copy 旭 = 2 bytes as text"),
    ("enc iso-2022-jp scanned at 7001 | 1B 24 42 8000*30", "y u", "effect copy U+65ED = 2 bytes as code points"),
    ("at 2 | 'a€b'", "y h", "effect copy E2 82 AC = 3 bytes as hex"),
    ("at 2 | 'a€b'", "y y", "effect copy E2 82 AC = 3 bytes as hex"),
    ("at 2 | 'a€b'", "y t", "effect copy € = 3 bytes as text"),
    ("at 2 | 'a€b'", "y u", "effect copy U+20AC = 3 bytes as code points"),
    ("at 0 | 'a€b'", "y t", "effect copy a = 1 byte as text"),
    ("| 'a€b'", "v G y h", "effect copy 61 E2 82 AC 62 = 5 bytes as hex; selected none"),
    ("| 'a€b'", "v G y t", "effect copy a€b = 5 bytes as text"),
    ("| 'a€b'", "v G y u", "effect copy U+0061 U+20AC U+0062 = 5 bytes as code points"),
    ("| 61 C0 AF 62", "v G y t", "effect copy a\u{FFFD}\u{FFFD}b = 4 bytes as text (2 ill-formed bytes as U+FFFD)"),
    ("| 61 C0 AF 62", "v G y u", "effect copy U+0061 <C0> <AF> U+0062 = 4 bytes as code points"),
    ("| E2 82 61", "y u", "effect copy <E2 82> = 2 bytes as code points"),
    ("enc utf-16le | 3D D8 00 DE", "y u", "effect copy U+1F600 = 4 bytes as code points"),
    ("enc windows-1251 | CF", "y t", "effect copy П = 1 byte as text"),
    ("| 70000*61", "v G y h", "effect none; says 70000 bytes are too many"),
    ("| 70000*61", "v G y h", "says a --clipboard command takes more"),
    ("piped | 70000*61", "v G y h", "effect copy 0..70000 = hex; selected none"),
    ("piped | 20000000*61", "v G y h", "effect none; says too many"),
    ("| 'a€b'", "v G z e type:windows-1252 Enter g g v G y t", "effect copy aâ‚¬b = 5 bytes as text"),
    ("|", "y h", "effect none; says no byte here to copy"),
    // Unreadable bytes are not copied as zeros.
    ("holes 1..3 | 'abcd'", "v G y h", "effect none; says could not be read"),
    ("holes 1..3 at 1 | 'abcd'", "y u", "effect none; says could not be read"),
    ("holes 1..3 | 'abcd'", "y h", "effect copy 61 = 1 byte as hex"),
];

// These name only the form that is not in the table of formats.
#[rustfmt::skip]
const LISTED: &[Triple] = &[
    ("| 'a€b'", "y a", "overlay forms 0..1  text; caret none; effect none"),
    ("| 'a€b'", "v G y a", "overlay forms 0..5  text; selected 0..5"),
    ("| 'a€b'", "v G y a Enter", "overlay none; effect copy a€b = 5 bytes as text; selected none"),
    ("| 'a€b'", "v G y a Esc", "overlay none; effect none; selected 0..5"),
    ("| 'a€b'", "y a type:text Enter", "effect copy a = 1 byte as text"),
    ("| 'a€b'", "y a type:qqq", "overlay forms 0..1 qqq "),
    ("| 'a€b'", "y a type:qqq Enter", "overlay forms 0..1 qqq ; effect none"),
    ("| 'a€b'", "y a type:qqq Ctrl-U Enter", "effect copy a = 1 byte as text"),
    ("| 'a€b'", "y a Up wheel:-3 PgUp Home", "overlay forms 0..1  text"),
    ("| 'a€b'", "y a paste:te", "overlay forms 0..1 te text"),
    ("|", "y a", "overlay none; says no byte here to copy"),
    ("holes 0..3 | 'abcd'", "y a", "overlay none; says could not be read"),
    ("| 'a€b'", "v G : type:copy_text Enter", "effect copy a€b = 5 bytes as text"),
    ("| 'a€b'", ": type:copy Enter", "overlay forms 0..1  text"),
    ("| 'a€b'", ": type:copy_qq\u{202E} Enter", "effect none; says no form"),
];

#[rustfmt::skip]
const EXPORTING: &[Triple] = &[
    ("| 'abc'", ": type:export_a.txt Enter", "effect export anything as any to a.txt; overlay none"),
    ("| 'abc'", "v G : type:export_a_b.txt Enter", "effect export anything of 0..3 as any to a b.txt; selected 0..3"),
    ("| 'abc'", ": type:export_screen_as_ansi_a Enter", "effect export screen as ansi to a"),
    ("| 'abc'", ": type:export_file_as_raw_./file Enter", "effect export file as raw to ./file"),
    ("| 'abc'", ": type:export_selection_a.bin Enter", "effect none; says no selection"),
    ("| 'abc'", ": type:export Enter", "effect none; overlay prompt export "),
    ("| 'abc'", ": type:export_file Enter", "effect none; says for a file named file, type ./file"),
    ("|", ": type:export_a.bin Enter", "effect export anything as any to a.bin"),
    ("| 'abc'", "asked", "overlay question a.bin 7; caret none"),
    ("| 'abc'", "asked y", "overlay none; effect export file as any to a.bin over what is there"),
    ("| 'abc'", "asked n", "overlay none; effect none; says a.bin is unchanged"),
    ("| 'abc'", "asked Esc", "overlay none; effect none; says nothing was written"),
    ("| 'abc'", "asked Ctrl-C", "overlay none; effect none; says nothing was written"),
    ("| 'abc'", "asked Enter l x", "overlay question a.bin 7; at 0; effect none"),
    ("| 'abc'", "asked н", "effect export file as any to a.bin over what is there"),
    // No question is asked over what the user has opened meanwhile.
    ("| 'abc'", "exporting ? asked", "overlay help 0; says a.bin already exists"),
];

#[rustfmt::skip]
const UNDER_WAY: &[Triple] = &[
    ("writing | 'abc'", "l", "title writing `a` 12.0 %, Ctrl-C cancels"),
    ("writing | 'abc'", "Ctrl-C", "effect cancel"),
    ("writing | 'abc'", "? Ctrl-C", "effect cancel; overlay help 0"),
    ("writing | 'abc'", "q", "effect none; says still writing `a`"),
    ("writing | 'abc'", "v Esc", "effect none; selected none"),
    ("writing | 'abc'", ": type:export_b.txt Enter", "effect none; says still writing `a`"),
    ("writing | 'abc'", "y h", "effect copy 61 = 1 byte as hex"),
    ("piped writing | 'abc'", "v y h", "effect none; selected 0..1; says still writing `a`"),
];

#[test]
fn a_selection_is_measured() {
    check(MEASURED);
}

#[test]
fn forms_are_listed_and_named() {
    check(LISTED);
}

#[test]
fn what_is_written_is_asked_for_in_words() {
    check(EXPORTING);
}

#[test]
fn what_is_under_way_is_shown_and_may_be_given_up() {
    check(UNDER_WAY);
}

#[test]
fn a_selection_is_widened_to_whole_steps() {
    check(SELECTING);
}

#[test]
fn copies_are_exact() {
    check(COPYING);
}
