//! Changing bytes: flipping, typing, inserting, deleting, and the way back.
//!
//! Invariant: what is refused changes nothing, and undo gives back what was opened.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[FLIPPING, TYPING, MORE, SCRATCH, KEEPING, MENDING];

#[rustfmt::skip]
const FLIPPING: &[Triple] = &[
    ("| 'Ab'", "~", "bytes C1 62; changed 0..1; at 0; title changed"),
    // One bit between A and a.
    ("step bit | 'Ab'", "l l ~", "bytes 61 62; at 0; bit 2"),
    ("| 'Ab'", "~ ~", "bytes 41 62; changed none"),
    ("| 'Ab'", "~ u", "bytes 41 62; changed none; says all changes are undone"),
    ("| 'Ab'", "~ u Ctrl-R", "bytes C1 62; changed 0..1"),
    ("| 'Abc'", "~ l ~ l ~ 2 u", "bytes C1 62 63; at 1"),
    ("| 'Abc'", "~ l ~ l ~ 9 u", "bytes 41 62 63; at 0"),
    ("| 'Abc'", "~ l ~ u ~ Ctrl-R", "bytes C1 E2 63; says nothing to redo"),
    ("| 'Ab'", "u", "says nothing to undo"),
    ("| 'Ab'", "Ctrl-R", "says nothing to redo"),
    ("| 'Ab'", "~ l ~ : type:reset Enter", "bytes 41 62; changed none"),
    ("| 'Ab'", "~ l ~ : type:reset Enter u", "bytes C1 E2; changed 0..2"),
    ("| 'Ab'", ": type:reset Enter", "says no byte is changed"),
    ("holes 0..1 | 'Ab'", "~", "changed none; says no byte here to change"),
    ("|", "~", "says no byte here to change"),
    ("writing | 'Ab'", "~", "bytes 41 62; says still writing"),
];

#[rustfmt::skip]
const TYPING: &[Triple] = &[
    ("| 'abcd'", "r type:3", "bytes 31 62 63 64; at 0; bit 4; overlay typing"),
    ("| 'abcd'", "r type:3031 Esc", "bytes 30 31 63 64; at 2; bit 0; changed 0..2; overlay none"),
    // All digits of a byte are one step.
    ("| 'abc'", "r type:42 Esc u", "bytes 61 62 63; at 0; says all changes are undone"),
    ("| 'abc'", "r type:42 Esc u Ctrl-R", "bytes 42 62 63"),
    ("| 'abc'", "r type:424 Esc u", "bytes 42 62 63; at 1"),
    ("| 'abc'", "r type:4243 Esc u u", "bytes 61 62 63"),
    ("| 'abc'", "r type:42 paste:4344 Esc u", "bytes 42 62 63"),
    ("| 'abc'", "r type:4 Esc ~ u", "bytes 41 62 63; bit 4"),
    ("| 'abc'", "r type:4 Esc u r type:3 Esc u", "says all changes are undone"),
    ("| 'abc'", "Tab r type:11111111 Esc u", "bytes 61 62 63"),
    ("at 2 | 'abc'", "r type:4 paste:1234", "bytes 61 62 43; says the data ends here"),
    ("at 2 | 'abc'", "r type:4 paste:1234 Esc u", "bytes 61 62 63"),
    ("scratch | 'abc'", "Insert type:4243 Esc u", "bytes 42 61 62 63"),
    ("scratch | 'abc'", "Insert type:42 Esc u", "bytes 61 62 63; at 0"),
    ("scratch |", "Insert type:42 Esc u", "bytes"),
    ("| 'abcd'", "r type:x", "bytes 61 62 63 64; says hex digits are typed here"),
    ("| 'abcd'", "Tab r type:1", "bytes E1 62 63 64; at 0; bit 1"),
    ("| 'abcd'", "Tab r type:111111112", "bytes FF 62 63 64; at 1; says bits are typed here"),
    ("| 'abжcd'", "Tab Tab r type:Zbё", "bytes 5A 62 D1 91 63 64; at 4"),
    ("| 'abcd'", "r type:4 Tab type:1", "bytes 49 62 63 64; at 0; bit 5; focus bits"),
    ("enc koi8-r | 'abcd'", "Tab Tab r type:ж", "bytes D6 62 63 64; at 1"),
    ("enc koi8-r | 'abcd'", "Tab Tab r type:中", "bytes 61 62 63 64; says has no bytes for U+4E2D"),
    ("enc utf-16le | 'abcd'", "Tab Tab r type:ж", "bytes 36 04 63 64; at 2"),
    ("enc utf-7 | 'abcd'", "Tab Tab r type:ж", "bytes 61 62 63 64; says bytes depend on earlier bytes"),
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
const MORE: &[Triple] = &[
    // é takes 2 bytes in UTF-8, and the line feed is none of the character under the cursor.
    ("| E9 0A 41", "Tab Tab r type:é", "bytes E9 0A 41; overlay overrun; at 0"),
    ("| E9 0A 41", "Tab Tab r type:é y", "bytes C3 A9 41; overlay typing; at 2"),
    ("| E9 0A 41", "Tab Tab r type:é y type:B", "bytes C3 A9 42"),
    ("| E9 0A 41", "Tab Tab r type:é Esc", "bytes E9 0A 41; overlay typing; at 0; says nothing was changed"),
    ("| E9 0A 41", "Tab Tab r type:é n type:e", "bytes 65 0A 41; overlay typing; at 1"),
    ("| E9 0A 41", "Tab Tab r type:é y Esc u", "bytes E9 0A 41"),
    ("| E9 0A 41", "Tab Tab r type:é i", "bytes E9 0A 41; overlay overrun"),
    ("| E9 0A 41", "Tab Tab r paste:é", "bytes E9 0A 41; overlay overrun"),
    ("| E9 0A 41", "Tab Tab r paste:é y", "bytes C3 A9 41; overlay typing"),
    ("40x12 | E9 0A 41", "Tab Tab r type:é", "bytes E9 0A 41; overlay overrun"),
    // The question leaves the row that it is about in sight.
    ("40x12 at 9 | 50*61", "Tab Tab r type:é", "overlay overrun; covered false"),
    ("80x24 at 99 | 400*61", "Tab Tab r type:é", "overlay overrun; covered false"),
    ("120x40 at 300 | 900*61", "Tab Tab r type:é", "overlay overrun; covered false"),
    ("200x60 at 600 | 1800*61", "Tab Tab r type:é", "overlay overrun; covered false"),
    ("80x24 at 99 | 400*61", "~ q", "overlay unsaved; covered false"),
    // What is as long, and as many characters, is typed at once.
    ("| 'éa'", "Tab Tab r type:ж", "bytes D0 B6 61; overlay typing"),
    ("| 'éa'", "Tab Tab r paste:жb", "bytes D0 B6 62; overlay typing"),
    ("| 'éa'", "Tab Tab r paste:ab", "bytes 61 62 61; overlay typing"),
    ("| E9 0A 41", "Tab Tab r type:e", "bytes 65 0A 41; overlay typing"),
    // A shorter one leaves bytes that are no character.
    ("| 'éa'", "Tab Tab r type:e", "bytes C3 A9 61; overlay overrun"),
    ("| 'éa'", "Tab Tab r type:e y", "bytes 65 A9 61; at 1"),
    ("| E2 82 41", "Tab Tab r type:e", "overlay overrun"),
    // The head of a character before the cursor would stay.
    ("at 1 | 'éa'", "Tab Tab r type:e", "bytes C3 A9 61; overlay overrun"),
    // An emoji over letters, and a letter over an emoji.
    ("| 'abcde'", "Tab Tab r type:😀", "bytes 61 62 63 64 65; overlay overrun"),
    ("| '😀a'", "Tab Tab r type:z", "overlay overrun"),
    ("enc utf-16le | 'a' 00 'b' 00", "Tab Tab r type:ж", "bytes 36 04 62 00; overlay typing"),
    ("enc utf-16le | 'a' 00 'b' 00", "Tab Tab r type:😀", "bytes 61 00 62 00; overlay overrun"),
    ("enc utf-16le | 3D D8 00 DE 'b' 00", "Tab Tab r type:ж", "overlay overrun"),
    ("enc utf-16le | 3D D8 'b' 00", "Tab Tab r type:ж", "bytes 36 04 62 00; overlay typing"),
    ("enc gbk | 'ab'", "Tab Tab r type:中", "bytes 61 62; overlay overrun"),
    ("enc gbk | D6 D0 'b'", "Tab Tab r type:国", "bytes B9 FA 62; overlay typing"),
    ("enc gbk | D6 D0 'b'", "Tab Tab r type:a", "overlay overrun"),
    // The letter would become the second byte of the lead byte before it.
    ("enc gbk at 1 | D6 20 'b'", "Tab Tab r type:A", "bytes D6 20 62; overlay overrun"),
    // What does not fit is refused as before, and digits are bytes, not characters.
    ("at 1 | 'ab'", "Tab Tab r type:é", "bytes 61 62; overlay typing; says the data ends here"),
    ("| E9 0A 41", "r type:c3a9", "bytes C3 A9 41; overlay typing"),
    // Where bytes may move, the character alone may be replaced.
    ("scratch | E9 0A 41", "Tab Tab r type:é i", "bytes C3 A9 0A 41; overlay typing; at 2"),
    ("scratch | E9 0A 41", "Tab Tab r type:é y", "bytes C3 A9 41; overlay typing; at 2"),
    ("scratch | 'éa'", "Tab Tab r type:e i", "bytes 65 61; overlay typing; at 1"),
    ("scratch at 1 | 'ab'", "Tab Tab r type:é", "bytes 61 C3 A9; overlay typing"),
    ("scratch | E9 0A 41", "Tab Tab Insert type:é", "bytes C3 A9 E9 0A 41; overlay typing"),
];

#[rustfmt::skip]
const SCRATCH: &[Triple] = &[
    ("| 'ab'", "Insert", "overlay none; says you can only overwrite"),
    ("| 'ab'", "Delete", "bytes 61 62; says you can only overwrite"),
    ("scratch | 'ab'", "Insert type:30 Esc", "bytes 30 61 62; at 1; changed 0..1; title scratch"),
    ("scratch | 'ab'", "Insert type:3", "bytes 30 61 62; at 0; bit 4"),
    ("scratch | 'ab'", "Delete", "bytes 62; at 0"),
    ("scratch | 'abcd'", "l l m a 0 Insert type:30 Esc ' a", "bytes 30 61 62 63 64; at 3"),
    ("scratch | 'abcd'", "l l m a 0 Insert type:30 Esc u ' a", "bytes 61 62 63 64; at 2"),
    ("scratch | 'abcd'", "l l m a 0 Delete ' a", "bytes 62 63 64; at 1"),
    ("scratch | 'abcd'", "v l Delete", "bytes 63 64; at 0; selected none"),
    ("scratch | 'abcd'", "v l Delete u", "bytes 61 62 63 64; says all changes are undone"),
    // One byte of a character is lost, the rest comes back.
    ("scratch step character at 2 | 'при'", "Delete", "bytes D0 BF D0 B8; at 2"),
    ("scratch |", "Insert type:4142", "bytes 41 42"),
    ("scratch | 'a'", "Delete Tab Tab r type:hi", "bytes 68 69"),
    ("scratch |", "Delete", "says no byte here to delete"),
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
    ("| 'ab'", "~", "says :write saves to the file, :save-as FILE elsewhere, u undoes it"),
    ("scratch | 'ab'", "~", "says :save-as FILE saves it, u undoes it"),
    ("keymap plain | 'ab'", "~", "says Ctrl-S saves to the file, F12 elsewhere, Ctrl-Z undoes it"),
    // Only the first change says so, and the end of the typing.
    ("| 'ab'", "~ ~", "says"),
    ("| 'ab'", "r type:4142", "says"),
    ("| 'ab'", "r type:4142 Esc", "says :write saves to the file"),
    ("| 'ab'", "r Esc", "says"),
    ("120x40 | 'ab'", "~ l", "status :write save"),
    ("120x40 scratch | 'ab'", "~ l", "status :save-as FILE save"),
    ("120x40 scratch | 'ab'", "~ l click:=FILE_save", "overlay prompt save-as "),
    ("scratch | 'ab'", "~ q s", "overlay prompt save-as "),
    ("scratch | 'ab'", "~ q s type:b Enter", "effect export file as raw to b; overlay none"),
    // Data that has no file.
    ("| 'ab'", "~ q s", "overlay prompt save-as ; says has no file"),
    ("| 'ab'", "~ q Esc", "overlay none; effect none; says not closed"),
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

#[rustfmt::skip]
const MENDING: &[Triple] = &[
    // A letter of another encoding, its word and the undo.
    ("scratch at 3 | 'Jos' E9 ' ip'", "z =", "bytes 4A 6F 73 C3 A9 20 69 70; at 3; says mended"),
    ("scratch at 3 | 'Jos' E9 ' ip'", "z = u", "bytes 4A 6F 73 E9 20 69 70"),
    ("scratch at 3 | 'Jos' E9 ' ip'", "z = u Ctrl-R", "bytes 4A 6F 73 C3 A9 20 69 70"),
    ("scratch | E9 't' E9", "z =", "bytes C3 A9 74 C3 A9; at 0"),
    ("scratch | E9 't' E9", ": type:mend Enter", "bytes C3 A9 74 C3 A9"),
    // What the guess has found in the data comes first.
    ("scratch guessed utf-8 other windows-1251,0,П,Пр | CF F0", "z =", "bytes D0 9F D1 80"),
    // Forms that UTF-8 forbids, from any byte of them.
    ("scratch | C0 AF", "z =", "bytes 2F"),
    ("scratch at 1 | C0 AF", "z =", "bytes 2F; at 0"),
    ("scratch at 4 | ED A0 BD ED B8 80", "z =", "bytes F0 9F 98 80; at 0"),
    // Bytes of a file do not move: a copy is made. As many bytes are written over the others.
    ("at 3 | 'Jos' E9 ' ip'", "z =", "bytes 4A 6F 73 E9 20 69 70; changed none"),
    ("enc utf-16be at 2 | DE 00 D8 3D", "z =", "bytes D8 3D DE 00; changed 0..4; at 0; says mended"),
    ("enc utf-16be | DE 00 D8 3D", "z = u", "bytes DE 00 D8 3D; changed none"),
    ("writing enc utf-16be | DE 00 D8 3D", "z =", "bytes DE 00 D8 3D; says still writing"),
    // Nothing is written that is not known.
    ("scratch | E2 82", "z =", "bytes E2 82; says the missing bytes are unknown"),
    ("scratch | E0 80", "z =", "bytes E0 80; says no repair for these bytes"),
    ("enc utf-16le | 3D D8 'a' 00", "z =", "changed none; says the missing bytes are unknown"),
    ("scratch | 'a'", "z =", "bytes 61; says nothing is ill-formed here"),
    ("scratch |", "z =", "says nothing is ill-formed here"),
    ("| 'Ð¿Ñ€Ð¸Ð²ÐµÑ‚'", "z =", "says well-formed, but mojibake"),
];

#[test]
fn what_was_meant_is_written_by_one_key() {
    check(MENDING);
}

#[test]
fn bits_are_flipped_and_flipped_back() {
    check(FLIPPING);
}

#[test]
fn digits_bits_and_text_are_typed_over_the_bytes() {
    check(TYPING);
}

#[test]
fn more_than_the_character_is_overwritten_only_after_a_question() {
    check(MORE);
}

#[test]
fn in_scratch_bytes_are_inserted_and_deleted() {
    check(SCRATCH);
}

#[test]
fn changes_are_kept_or_their_loss_is_agreed_to() {
    check(KEEPING);
}
