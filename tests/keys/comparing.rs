//! The comparison of readings: one is chosen, and the panes move under it.
//!
//! The order is that of the table, after the encoding in use. Invariant: the cursor
//! stays in the rows that the panel leaves free.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[CHOOSING, MOVING];

#[rustfmt::skip]
const CHOOSING: &[Triple] = &[
    ("| 'caf' E9", "d", "overlay compare utf-8; caret none"),
    ("enc koi8-r | 'caf' E9", "d", "overlay compare koi8-r"),
    ("| 'caf' E9", "d Esc", "overlay none; enc utf-8; at 0"),
    ("| 'caf' E9", "d d", "overlay none; enc utf-8"),
    ("| 'caf' E9", "d q", "overlay none; effect none"),
    ("| 'caf' E9", "d Ctrl-C", "overlay none; effect none"),
    ("| 'caf' E9", "d Enter", "overlay none; enc utf-8; says"),
    ("| 'caf' E9", "d k Up g", "overlay compare utf-8"),
    // The relatives of UTF-8 give the same text, and so do the forms of UTF-32.
    ("| 'caf' E9", "d j Enter", "enc windows-1252; says read as windows-1252; overlay none"),
    ("| 'caf' E9", "d Down Down Enter", "enc x-mac-ce"),
    ("| 'caf' E9", "d j j k Enter", "enc windows-1252"),
    ("| 'caf' E9", "d о Enter", "enc windows-1252"),
    ("| 'caf' E9", "d PgDn PgUp Enter", "enc utf-8"),
    ("| 'caf' E9", "d G g Enter", "enc utf-8"),
    ("| 'caf' E9", "d wheel:3 k k Enter", "enc windows-1252"),
    ("| 'caf' E9", "d Tab Enter", "enc utf-8-legacy"),
    ("| 'caf' E9", "d Tab Tab Enter", "enc cesu-8"),
    ("| 'caf' E9", "d Tab Shift-Tab", "overlay compare utf-8"),
    ("enc utf-32le phase 3 | 50*61", "d j Enter", "phase 0; enc ebcdic-037"),
    // The chosen reading is kept, whatever bytes are shown.
    ("| 'caf' E9 200*61", "d j l l l l", "overlay compare windows-1252; at 4"),
    // No data, or no room.
    ("|", "d j k Tab w Enter", "overlay none; at 0"),
    ("27x6 | 'caf' E9", "d j Enter", "enc windows-1252"),
    ("10x3 | 'caf' E9", "d", "overlay none"),
    ("| 'caf' E9", "d Ctrl-Z", "effect suspend; overlay compare utf-8"),
    ("| 'caf' E9", "d paste:x", "overlay compare utf-8; says you can paste only"),
    ("| 'caf' E9", "d click:5,3", "overlay compare utf-8; at 0"),
    ("| 'caf' E9", "d x", "overlay compare utf-8; effect none"),
];

#[rustfmt::skip]
const MOVING: &[Triple] = &[
    ("| 50*61", "d l Right l h", "at 2; overlay compare utf-8"),
    ("| 50*61", "d l Left Backspace", "at 0"),
    ("step character | 'é€a'", "d l l", "at 5; overlay compare utf-8"),
    ("| 'é€a'", "d w w b", "at 2"),
    ("| 'é€a'", "d s l", "step code-unit; at 1"),
    ("at 5 | 50*61", "d $", "at 7"),
    ("at 6 | 50*61", "d Home", "at 4"),
    ("| 50*61 FF 50*61", "d f", "at 50; overlay compare utf-8"),
    ("at 60 | 50*61 FF 50*61", "d F", "at 50"),
    ("| 50*61 'é'", "d a", "at 50; overlay compare utf-8"),
    // The viewport keeps the cursor over the panel.
    ("at 40 | 200*61", "d", "row 1; top 36; at 40"),
    ("at 40 | 200*61", "d Esc", "row 1; overlay none"),
    ("at 199 | 200*61", "d", "row 3; at 199"),
    ("at 199 | 200*61", "d Esc", "row 12; at 199"),
    ("120x40 at 199 | 200*61", "d", "row 11; at 199"),
    ("40x12 at 199 | 200*61", "d", "row 1; at 199"),
    ("120x40 at 199 | 200*61", "d size:40x12", "row 1; at 199"),
];

#[test]
fn a_reading_is_chosen() {
    check(CHOOSING);
}

#[test]
fn the_panes_move_and_the_comparison_follows() {
    check(MOVING);
}
