//! The answer under the title: what is wrong, and the key that mends it.
//!
//! Invariant: Enter takes it once, Esc puts it away, and a key brings it back; sound data has none.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[ANSWER, STRINGS];

#[rustfmt::skip]
const ANSWER: &[Triple] = &[
    ("guessed utf-8 | 61", "l", "answer none"),
    ("guessed utf-8 | 61", "g a", "answer none; says no problem found here"),
    ("| 61", "g a", "answer none; says no problem found here"),
    // Another encoding is offered, and Enter reads it so.
    ("auto guessed koi8-r,ibm866 | CF F0 E8", "l", "answer resembles KOI8-R (Russian, 90 %) · Enter reads it so; enc utf-8"),
    ("auto guessed koi8-r | CF F0 E8", "l Enter", "answer none; enc koi8-r; overlay none; at 1"),
    ("auto guessed koi8-r | CF F0 E8", "l Esc", "answer none; enc utf-8"),
    ("auto guessed koi8-r | CF F0 E8", "l Esc g a", "answer resembles KOI8-R; enc utf-8"),
    ("auto guessed koi8-r | CF F0 E8", "l g a", "answer none"),
    ("auto guessed koi8-r | CF F0 E8", "l click:5,1", "answer none; enc koi8-r"),
    ("40x12 auto guessed koi8-r | CF F0 E8", "l", "answer resembles KOI8-R"),
    // What the user has named is not doubted.
    ("guessed koi8-r | CF F0 E8", "l", "answer none"),
    // There is no room for it.
    ("40x9 auto guessed koi8-r | CF F0 E8", "l", "answer none"),
    ("10x3 auto guessed koi8-r | CF F0 E8", "l", "enc utf-8"),
    // After that Enter explains again.
    ("auto guessed koi8-r | CF F0 E8", "l Enter Enter", "overlay worked 0 encode 0"),
    // Keys that belong to something else do not take it.
    ("auto guessed koi8-r | CF F0 E8", "l x Enter", "enc utf-8"),
    ("auto guessed koi8-r | CF F0 E8", "l : Enter", "enc utf-8"),
    ("auto guessed koi8-r | CF F0 E8", "l g Enter", "enc utf-8; answer resembles"),
    // A line and a word are named, and what was meant.
    ("guessed utf-8 other windows-1252,3,é,José | 'Jos' E9", "l", "answer line 1: E9 is é in windows-1252 (José) · Enter shows it mended"),
    // Its set is among the likely encodings.
    ("guessed utf-8 other windows-1252,3,é,José | 'Jos' E9", "e Down", "overlay picker  windows-1252"),
    ("guessed utf-8 other windows-1252,3,é,José | 'Jos' E9", "l Enter", "at 3; answer none; effect copy 0..4 = finding the encoding of each line"),
];

#[rustfmt::skip]
const STRINGS: &[Triple] = &[
    ("| 00 01 'abc' 00 'text' 00", ": type:strings Enter", "overlay strings 0"),
    ("| 00 01 'abc' 00 'text' 00", ": type:strings Enter Esc", "overlay none"),
];

#[test]
fn what_is_wrong_is_said_and_one_key_mends_it() {
    check(ANSWER);
}

#[test]
fn the_texts_are_listed_by_a_command() {
    check(STRINGS);
}
