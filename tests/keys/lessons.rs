//! Lessons: how they are listed, begun and left.

use super::seat::Triple;

pub(crate) const TRIPLES: &[&[Triple]] = &[LISTED];

#[rustfmt::skip]
const LISTED: &[Triple] = &[
    ("at 3 | 50*61", ": type:learn Enter", "overlay contents 0; at 3"),
    ("at 3 | 50*61", ": type:learn Enter j k Esc", "overlay none; at 3"),
    ("at 3 | 50*61", ": type:learn Enter Enter", "overlay none; at 0"),
    // D leads back, out of the lesson.
    ("at 3 | 50*61", ": type:learn Space type:bits Enter D", "overlay none; at 3; says back to seat"),
];
