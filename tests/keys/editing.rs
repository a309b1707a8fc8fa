//! Changing bytes: flipping, typing, inserting, deleting, and the way back.
//!
//! Invariant: what is refused changes nothing, and undo gives back what was opened.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[FLIPPING, TYPING, SCRATCH, KEEPING];

#[rustfmt::skip]
const FLIPPING: &[Triple] = &[
    ("| 'Ab'", "~", "bytes C1 62; changed 0..1; at 0; title changed"),
    // One bit between A and a.
    ("step bit | 'Ab'", "l l ~", "bytes 61 62; at 0; bit 2"),
    ("| 'Ab'", "~ ~", "bytes 41 62; changed none"),
    ("| 'Ab'", "~ u", "bytes 41 62; changed none; says all bytes are as they were opened"),
    ("| 'Ab'", "~ u Ctrl-R", "bytes C1 62; changed 0..1"),
    ("| 'Abc'", "~ l ~ l ~ 2 u", "bytes C1 62 63; at 1"),
    ("| 'Abc'", "~ l ~ l ~ 9 u", "bytes 41 62 63; at 0"),
    ("| 'Abc'", "~ l ~ u ~ Ctrl-R", "bytes C1 E2 63; says nothing to redo"),
    ("| 'Ab'", "u", "says nothing to undo"),
    ("| 'Ab'", "Ctrl-R", "says nothing to redo"),
    ("| 'Ab'", "~ l ~ : type:reset Enter", "bytes 41 62; changed none"),
    ("| 'Ab'", "~ l ~ : type:reset Enter u", "bytes C1 E2; changed 0..2"),
    ("| 'Ab'", ": type:reset Enter", "says no byte is changed"),
    ("holes 0..1 | 'Ab'", "~", "changed none; says no byte here that can be changed"),
    ("|", "~", "says no byte here that can be changed"),
    ("writing | 'Ab'", "~", "bytes 41 62; says still writing"),
];

#[rustfmt::skip]
const TYPING: &[Triple] = &[
    ("| 'abcd'", "r type:3", "bytes 31 62 63 64; at 0; bit 4; overlay typing"),
    ("| 'abcd'", "r type:3031 Esc", "bytes 30 31 63 64; at 2; bit 0; changed 0..2; overlay none"),
    ("| 'abcd'", "r type:x", "bytes 61 62 63 64; says hex digits are typed here"),
    ("| 'abcd'", "Tab r type:1", "bytes E1 62 63 64; at 0; bit 1"),
    ("| 'abcd'", "Tab r type:111111112", "bytes FF 62 63 64; at 1; says bits are typed here"),
    ("| 'abcd'", "Tab Tab r type:Zж", "bytes 5A D0 B6 64; at 3"),
    ("| 'abcd'", "r type:4 Tab type:1", "bytes 49 62 63 64; at 0; bit 5; focus bits"),
    ("enc koi8-r | 'abcd'", "Tab Tab r type:ж", "bytes D6 62 63 64; at 1"),
    ("enc koi8-r | 'abcd'", "Tab Tab r type:中", "bytes 61 62 63 64; says has no bytes for U+4E2D"),
    ("enc utf-16le | 'abcd'", "Tab Tab r type:ж", "bytes 36 04 63 64; at 2"),
    ("enc utf-7 | 'abcd'", "Tab Tab r type:ж", "bytes 61 62 63 64; says bytes depend on those before"),
    // A paste is one step, and what is pasted is typed as it is.
    ("| 'abcd'", "Tab Tab r paste:u~q", "bytes 75 7E 71 64; at 3"),
    ("| 'abcd'", "Tab Tab r paste:u~q Esc u", "bytes 61 62 63 64"),
    ("| 'abcd'", "r paste:30_31_32", "bytes 30 31 32 64; at 3"),
    ("| 'abcd'", "r paste:30xx", "bytes 61 62 63 64; says hex digits are typed here"),
    // Nothing grows, and nothing of a paste that does not fit is taken.
    ("at 1 | 'ab'", "r type:414", "bytes 61 41; at 1; says the data ends here"),
    ("| 'ab'", "Tab Tab r paste:xyz", "bytes 61 62; says the data ends here"),
    ("at 1 | 'abcd'", "r Right type:4 Backspace", "bytes 61 62 43 64; at 1"),
];

#[rustfmt::skip]
const SCRATCH: &[Triple] = &[
    ("| 'ab'", "Insert", "overlay none; says only overwritten"),
    ("| 'ab'", "Delete", "bytes 61 62; says only overwritten"),
    ("scratch | 'ab'", "Insert type:30 Esc", "bytes 30 61 62; at 1; changed 0..1; title scratch"),
    ("scratch | 'ab'", "Insert type:3", "bytes 30 61 62; at 0; bit 4"),
    ("scratch | 'ab'", "Delete", "bytes 62; at 0"),
    ("scratch | 'abcd'", "l l m a 0 Insert type:30 Esc ' a", "bytes 30 61 62 63 64; at 3"),
    ("scratch | 'abcd'", "l l m a 0 Insert type:30 Esc u ' a", "bytes 61 62 63 64; at 2"),
    ("scratch | 'abcd'", "l l m a 0 Delete ' a", "bytes 62 63 64; at 1"),
    ("scratch | 'abcd'", "v l Delete", "bytes 63 64; at 0; selected none"),
    ("scratch | 'abcd'", "v l Delete u", "bytes 61 62 63 64; says all bytes are as they were opened"),
    // One byte of a character is lost, the rest comes back.
    ("scratch step character at 2 | 'при'", "Delete", "bytes D0 BF D0 B8; at 2"),
    ("scratch |", "Insert type:4142", "bytes 41 42"),
    ("scratch | 'a'", "Delete Tab Tab r type:hi", "bytes 68 69"),
    ("scratch |", "Delete", "says there is no byte to delete"),
    ("scratch at 1 | 'ab'", "Insert Right type:43", "bytes 61 62 43; at 2"),
    ("scratch at 1 | 'ab'", "Insert Right type:43 Backspace Backspace", "bytes 61; at 0"),
    ("scratch at 1 | 'ab'", "Tab Tab r type:xyz", "bytes 61 78 79 7A; at 3"),
    ("scratch at 1 | 'ab'", "Tab Tab Insert paste:привет Esc u", "bytes 61 62"),
    ("scratch | 'ab'", "Tab Tab Insert Enter", "bytes 0A 61 62; at 1"),
];

#[rustfmt::skip]
const KEEPING: &[Triple] = &[
    ("| 'ab'", "~ q", "overlay unsaved; effect none"),
    ("| 'ab'", "~ Ctrl-C", "overlay unsaved; effect none"),
    ("| 'ab'", "~ q y", "effect quit"),
    ("| 'ab'", "~ q n", "overlay none; effect none; says :write and :save-as FILE"),
    ("| 'ab'", "~ u q", "effect quit"),
    ("| 'ab'", "~ : type:save-as_my_b.bin Enter", "effect export file as raw to my b.bin"),
    ("| 'ab'", ": type:save-as Enter", "effect none"),
    ("| 'ab'", "~ : type:export-changes_p.hex Enter", "effect export changes as xxd to p.hex"),
    ("| 'ab'", ": type:export-changes_p.hex Enter", "effect none; says no byte is changed"),
    ("| 'ab'", ": type:write Enter", "effect none; says no byte is changed"),
    ("| 'ab'", "~ : type:write Enter", "overlay none; says has no file"),
    ("| 'ab'", ": type:scratch Enter", "effect none; overlay none"),
    ("scratch | 'ab'", "~ : type:write Enter", "says is a scratch buffer, not a file"),
];

#[test]
fn bits_are_flipped_and_flipped_back() {
    check(FLIPPING);
}

#[test]
fn digits_bits_and_text_are_typed_over_the_bytes() {
    check(TYPING);
}

#[test]
fn in_scratch_bytes_are_inserted_and_deleted() {
    check(SCRATCH);
}

#[test]
fn changes_are_kept_or_their_loss_is_agreed_to() {
    check(KEEPING);
}
