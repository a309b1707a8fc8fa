//! Naming stretches of the data, and going from one to the next.
//!
//! Invariant: no byte is changed, and a region stays with its bytes.

use super::seat::Triple;

pub(crate) const TRIPLES: &[&[Triple]] = &[NAMING, GOING, LISTED, SAVING, EDITED];

#[rustfmt::skip]
const NAMING: &[Triple] = &[
    ("at 2 | 50*61", "v 3 l M type:head Enter", "regions head 2..6 green*; selected none; at 5; says head: 4 bytes at 0x2 to 0x5; :save-regions saves it"),
    ("at 2 | 50*61", ": type:region_the_head Enter", "regions the head 2..3 green*; says the head: the byte at 0x2"),
    ("at 1 | 'aé'", "M type:x Enter", "regions x 1..3 green*"),
    ("| 61", "M type:x Enter", "regions x 0..1 green*; says x: the byte at 0x0"),
    ("|", "M type:x Enter", "regions ; says no byte here to name"),
    ("| 50*61", "M", "overlay prompt region ; regions "),
    ("| 50*61", "M Enter", "overlay prompt region ; regions "),
    ("| 50*61", "M Esc", "overlay none; regions "),
    // Each gets a colour of its own; one that is known keeps its.
    ("| 50*61", "M type:a Enter l M type:b Enter l M type:a Enter", "regions b 1..2 magenta, a 2..3 green*; says a is the byte at 0x2 now"),
    ("| 50*61", "M type:a Enter : type:region-color_red Enter", "regions a 0..1 red*; says a: red, no note"),
    ("| 50*61", "M type:a Enter : type:region-color_pink Enter", "regions a 0..1 green*; says no colour \"pink\"; there are red, green, yellow, blue, magenta, cyan"),
    ("| 50*61", "M type:a Enter : type:region-note_the_first Enter", "regions a 0..1 green (the first)*; says a: green, the first"),
    ("| 50*61", "M type:a Enter : type:region-note_x Enter : type:region-note Enter", "regions a 0..1 green*"),
    ("at 9 | 50*61", ": type:region-note_x Enter", "says the cursor is in no region"),
    ("| 50*61", "M type:a Enter : type:region-delete_a Enter", "regions ; says a is no region any more"),
    ("| 50*61", ": type:region-delete_a Enter", "says no region a; :regions lists them"),
    // The innermost is told in the status line.
    ("| 50*61", "v 9 l M type:out Enter h h v l M type:in Enter", "regions out 0..10 green, in 7..9 magenta*; status in in"),
    ("| 50*61", "v 9 l M type:out Enter h h v l M type:in Enter 0", "status in out"),
    ("ascii | 50*61", "M type:é Enter Esc", "status in <U+00E9>"),
];

#[rustfmt::skip]
const GOING: &[Triple] = &[
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter g g g n", "at 2; says a"),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter g g 2 g n", "at 11; says b"),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter G g p", "at 11"),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter G 2 g p", "at 2"),
    ("at 2 | 50*61", "M type:a Enter G g n", "says no region after here"),
    ("at 2 | 50*61", "M type:a Enter g g g p", "says no region before here"),
    ("at 2 | 50*61", "M type:a Enter : type:region-note_why Enter g g g n", "says a: why"),
];

#[rustfmt::skip]
const LISTED: &[Triple] = &[
    ("| 50*61", "g r", "overlay regions 0; listed 1"),
    ("| 50*61", "g r Enter", "overlay regions 0; at 0"),
    ("| 50*61", "g r d", "overlay regions 0; regions "),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter g r", "overlay regions 1; listed 2"),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter g r k Enter", "at 2; overlay none"),
    ("at 2 | 50*61", "M type:a Enter 9 l M type:b Enter g r d", "regions a 2..3 green*; overlay regions 1"),
    ("at 2 | 50*61", "M type:a Enter g r c", "regions a 2..3 yellow*; overlay regions 0"),
    ("at 2 | 50*61", "M type:a Enter g r c c c c c c", "regions a 2..3 green*"),
    ("at 2 | 50*61", "M type:a Enter g r w", "overlay prompt save-regions "),
    ("at 2 | 50*61", "M type:a Enter g r q", "overlay none"),
];

#[rustfmt::skip]
const SAVING: &[Triple] = &[
    ("| 50*61", "M type:a Enter : type:save-regions_x.toml Enter asked", "effect export regions as any to x.toml; regions a 0..1 green"),
    ("| 50*61", "M type:a Enter : type:save-regions_x.toml Enter asked l M type:b Enter : type:save-regions Enter asked", "effect export regions as any to x.toml over what is there; regions a 0..1 green, b 1..2 magenta"),
    ("| 50*61", "M type:a Enter : type:save-regions_x.toml Enter asked g r w asked", "effect export regions as any to x.toml over what is there"),
    ("| 50*61", "M type:a Enter : type:save-regions Enter", "says add a file name: :save-regions FILE"),
    ("| 50*61", ": type:save-regions_x Enter", "says there is no region to save"),
    ("| 50*61", "M type:a Enter : type:save-regions_x Enter asked M type:b Enter : type:forget-regions Enter", "regions a 0..1 green; says unsaved region changes discarded"),
    ("| 50*61", ": type:forget-regions Enter", "says no unsaved region changes"),
    // Leaving asks before they are lost.
    ("| 50*61", "M type:a Enter q", "overlay unsaved; effect none"),
    ("| 50*61", "M type:a Enter q n", "overlay none; says still here; :save-regions FILE keeps the regions"),
    ("| 50*61", "M type:a Enter q s", "overlay prompt save-regions "),
    ("| 50*61", "M type:a Enter q s type:x Enter asked", "regions a 0..1 green"),
    ("| 50*61", "M type:a Enter q y", "effect quit"),
    ("| 50*61", "M type:a Enter Ctrl-C", "overlay unsaved"),
    ("| 50*61", "M type:a Enter : type:save-regions_x Enter asked q", "effect quit"),
    ("| 50*61", "M type:a Enter : type:region-delete_a Enter q", "effect quit"),
];

#[rustfmt::skip]
const EDITED: &[Triple] = &[
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g Delete", "regions x 3..6 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter h Delete", "regions x 4..6 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter h Delete u", "regions x 4..7 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g v G Delete", "regions *; at 0"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g v G Delete u", "regions x 4..7 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g Delete Delete : type:reset Enter", "regions x 4..7 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g Delete Delete : type:reset Enter u", "regions x 2..5 green*"),
    ("at 4 scratch | 'abcdefgh'", "v 2 l M type:x Enter g g Delete Delete u Ctrl-R", "regions x 2..5 green*"),
    ("at 4 | 'abcdefgh'", "v 2 l M type:x Enter ~", "regions x 4..7 green*"),
];
