//! Moving: steps, rows, pages, the ends, and the prefix keys on the way.
//!
//! Rows have 4 bytes at 80x24, and 13 of them are on the screen. Invariant: a step goes
//! to the nearest boundary of its unit; up and down do not snap to boundaries.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[
    STEPS, INSIDE, CLUSTERS, ENCODINGS, BITS, ROWS, PAGES, PLACES, TYPING,
];

#[rustfmt::skip]
const STEPS: &[Triple] = &[
    ("| 'abc'", "l l", "at 2"),
    ("| 'abc'", "Right Left", "at 0"),
    ("at 2 | 'abc'", "h", "at 1"),
    ("at 2 | 'abc'", "Backspace", "at 1"),
    ("| 'abc'", "l l l l", "at 2"),
    ("| 'abc'", "h", "at 0"),
    ("| 50*61", "1 2 l", "at 12"),
    ("at 49 | 50*61", "1 0 h", "at 39"),
    ("| 50*61", "9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 l", "at 49"),
    ("| 'a€b'", "w", "at 1"),
    ("| 'a€b'", "w w", "at 4"),
    ("at 4 | 'a€b'", "b", "at 1"),
    ("| 'a€b'", "2 w", "at 4; step byte"),
    ("step character | 'a€b'", "l l", "at 4"),
    ("step character | 'a€b'", "3 l", "at 4"),
    ("| 5000*61", "9 0 0 0 w", "at 4096; says at most 4096"),
    ("|", "l", "at 0"),
    ("|", "h", "at 0"),
    ("|", "w b W B 5 l s l s l s l s l", "at 0; caret none"),
    ("| 61", "l", "at 0"),
    ("| 61", "w W h j k G 5 0 % PgDn", "at 0"),
];

#[rustfmt::skip]
const INSIDE: &[Triple] = &[
    // Right goes to the first boundary after the cursor, left to the last before it.
    ("at 2 | 'a€b'", "w", "at 4"),
    ("at 2 | 'a€b'", "b", "at 1"),
    ("at 3 | 'a€b'", "b b", "at 0"),
    ("at 2 | 'ab€'", "w", "at 2"),
    ("at 3 | 'ab€'", "w", "at 3"),
    ("at 4 | 'ab€'", "b", "at 2"),
    // Each ill-formed sequence is one step.
    ("| C0 AF 61", "w", "at 1"),
    ("| C0 AF 61", "w w", "at 2"),
    ("| E2 82 61", "w", "at 2"),
    ("at 1 | E2 82 61", "b", "at 0"),
    ("| F0 9F 98", "w", "at 0"),
    ("| ED A0 BD ED B8 80 61", "3 w", "at 3"),
    // Unreadable bytes are stepped over one by one.
    ("holes 1..4 | 'abcdef'", "w w", "at 2"),
    ("holes 1..4 at 5 | 'abcdef'", "b b", "at 3"),
    ("holes 2..3 | 'a€b'", "w w w w", "at 4"),
];

#[rustfmt::skip]
const CLUSTERS: &[Triple] = &[
    ("| 'e\u{301}x'", "W", "at 3"),
    ("| 'e\u{301}x'", "w", "at 1"),
    ("at 2 | 'e\u{301}x'", "B", "at 0"),
    ("at 3 | 'e\u{301}x'", "B", "at 0"),
    ("| '\u{439}\u{438}\u{306}!'", "W", "at 2"),
    ("| '\u{439}\u{438}\u{306}!'", "2 W", "at 6"),
    ("at 6 | '\u{439}\u{438}\u{306}!'", "B", "at 2"),
    ("| '👩\u{200D}💻!'", "W", "at 11"),
    ("at 7 | '👩\u{200D}💻!'", "B", "at 0"),
    ("| '❤\u{FE0F}!'", "W", "at 6"),
    ("| '🇫🇷🇩🇪'", "W", "at 8"),
    ("at 8 | '🇫🇷🇩🇪'", "B", "at 0"),
    ("| 0D 0A 61", "W", "at 2"),
    ("| 0D 0A 61", "w", "at 1"),
    ("at 1 | 0D 0A 61", "B", "at 0"),
    // A fault is a boundary: the combining mark after it begins a cluster.
    ("| 65 FF CC 81 61", "W", "at 1"),
    ("| 65 FF CC 81 61", "2 W", "at 2"),
    ("| 65 FF CC 81 61", "3 W", "at 4"),
    // The BOM is a boundary too.
    ("| EF BB BF CC 81 61", "W", "at 3"),
    ("at 3 | EF BB BF CC 81 61", "B", "at 0"),
    ("step cluster | '👍\u{1F3FD}a'", "l", "at 8"),
];

#[rustfmt::skip]
const ENCODINGS: &[Triple] = &[
    ("enc utf-16le | 61 00 3D D8 00 DE 62 00", "w w", "at 6"),
    ("enc utf-16le step code-unit | 61 00 3D D8 00 DE 62 00", "l l", "at 4"),
    ("enc utf-16le step code-unit at 5 | 61 00 3D D8 00 DE 62 00", "h", "at 4"),
    ("enc utf-16le at 4 | 61 00 3D D8 00 DE 62 00", "b", "at 2"),
    ("enc utf-16le phase 1 | FF 61 00 62 00", "w", "at 1"),
    ("enc utf-16le phase 1 | FF 61 00 62 00", "w w", "at 3"),
    ("enc utf-16le phase 1 step code-unit at 3 | FF 61 00 62 00", "h h h", "at 0"),
    ("enc utf-16le | 3D D8 61 00", "w", "at 2"),
    ("enc utf-16le step code-unit | 61 00 62", "l l l", "at 2"),
    ("enc utf-32be phase 3 step code-unit | FF FF FF 00 00 00 61 00", "l", "at 3"),
    ("enc utf-32be phase 3 step code-unit | FF FF FF 00 00 00 61 00", "l l", "at 7"),
    ("enc utf-32be phase 3 step code-unit | FF", "l h", "at 0"),
    ("enc windows-1251 | CF F0 E8", "w w", "at 2"),
    ("enc windows-1251 step cluster | 0D 0A E8", "l", "at 2"),
];

#[rustfmt::skip]
const BITS: &[Triple] = &[
    ("step bit | 61 62", "l l", "at 0; bit 2"),
    ("step bit | 61 62", "9 l", "at 1; bit 1"),
    ("step bit | 61 62", "9 l 3 h", "at 0; bit 6"),
    ("step bit | 61 62", "9 9 l", "at 1; bit 7"),
    ("step bit | 61 62", "h", "at 0; bit 0"),
    ("step bit | 12*61", "3 l j", "at 4; bit 3"),
    ("step bit | 61 62", "3 l w", "at 1; bit 0"),
    ("step bit |", "l", "at 0; bit 0"),
];

#[rustfmt::skip]
const ROWS: &[Triple] = &[
    ("| 50*61", "j j", "at 8"),
    ("| 50*61", "Down Up", "at 0"),
    ("at 9 | 50*61", "k", "at 5"),
    ("at 9 | 50*61", "3 k", "at 1"),
    // Up and down do not snap to boundaries.
    ("at 1 | 'a€€€'", "j", "at 5"),
    ("step character at 1 | 'a€€€'", "j", "at 5"),
    // The goal column survives a row that is too short.
    ("at 3 | 50*61", "1 2 j", "at 49"),
    ("at 3 | 50*61", "1 2 j k", "at 47"),
    ("at 3 | 50*61", "1 2 j h k", "at 44"),
    ("at 49 | 50*61", "j", "at 49"),
    ("at 2 | 50*61", "k", "at 2"),
    ("at 6 | 50*61", "0", "at 4"),
    ("at 6 | 50*61", "Home", "at 4"),
    ("at 5 | 50*61", "$", "at 7"),
    ("at 48 | 50*61", "End", "at 49"),
    ("step bit at 5 | 50*61", "3 l 0", "at 4; bit 0"),
    // The goal column of wide rows is limited to narrow ones.
    ("136x24 at 7 | 400*61", "j size:80x24 j", "at 19"),
    ("136x24 at 7 | 400*61", "j size:80x24 wheel:9", "at 39; row 0"),
];

#[rustfmt::skip]
const PAGES: &[Triple] = &[
    // Cursor and viewport move together, so the cursor keeps its row.
    ("at 9 | 1000*61", "PgDn", "at 61; row 2; top 52"),
    ("at 9 | 1000*61", "Ctrl-F Ctrl-B", "at 9; row 2; top 0"),
    ("at 9 | 1000*61", "Space PgUp", "at 9; row 2"),
    ("at 9 | 1000*61", "3 Ctrl-F", "at 165; row 2"),
    ("at 9 | 1000*61", "Ctrl-D", "at 33; row 2; top 24"),
    ("at 33 | 1000*61", "Ctrl-D Ctrl-U", "at 33; top 0"),
    ("at 9 | 1000*61", "9 9 PgDn", "at 997; top 948"),
    ("at 9 | 1000*61", "9 9 PgDn 9 9 PgUp", "at 1; top 0"),
    ("at 2 | 40*61", "PgDn", "at 38; top 0"),
    ("at 9 | 1000*61", "Ctrl-E", "at 9; top 4; row 1"),
    ("at 9 | 1000*61", "5 Ctrl-E", "at 21; top 20; row 0"),
    ("at 9 | 1000*61", "5 Ctrl-E 2 Ctrl-Y", "at 21; top 12; row 2"),
    ("at 1 | 1000*61", "9 9 9 Ctrl-E", "top 948; at 949"),
    ("at 40 | 1000*61", "z z", "at 40; row 6; top 16"),
    ("at 4 | 1000*61", "z z", "top 0"),
    ("at 999 | 1000*61", "z z", "top 948"),
    // A taller screen leaves no rows empty that the data could fill.
    ("80x12 at 999 | 1000*61", "size:80x24", "top 952"),
    ("80x24 at 9 | 1000*61", "size:1x1 size:80x24", "at 9; top 0"),
    ("200x60 at 999 | 1000*61", "size:40x12 size:1x1 size:27x6 size:200x60", "at 999; top 560"),
    ("at 9 | 1000*61", "size:1x1 j l", "at 9"),
];

#[rustfmt::skip]
const PLACES: &[Triple] = &[
    ("at 30 | 50*61", "g g", "at 0"),
    ("at 30 | 50*61", "Ctrl-Home", "at 0"),
    ("| 50*61", "G", "at 49"),
    ("| 50*61", "g f", "at 49"),
    ("| 50*61", "Ctrl-End", "at 49"),
    ("| 'a\nbc\n\nd'", "2 G", "at 2"),
    ("| 'a\nbc\n\nd'", "4 G", "at 6"),
    ("| 'a\nbc\n\nd'", "5 G", "at 0; says there is no line 5"),
    ("| 'a\n'", "2 G", "at 0; says there is no line 2"),
    ("| 'a\r\nb\rc'", "3 G", "at 5"),
    ("enc utf-16le | 61 00 0A 00 62 00", "2 G", "at 4"),
    ("|", "1 G", "at 0; says there is no line 1"),
    ("| 'ab\ncd'", ": type:1:2 Enter", "at 1"),
    // A column past the end of a line is its last character: the line end, if it has one.
    ("| 'ab\ncd'", ": type:1:999 Enter", "at 2"),
    ("| 'ab\ncd'", ": type:2:999 Enter", "at 4; says line 2 has no column 999"),
    ("| 'ab\r\ncd'", ": type:1:999 Enter", "at 3"),
    ("| 'a\n\nb'", ": type:2:999 Enter", "at 2"),
    ("| 'é€'", ": type:1:999 Enter", "at 2"),
    ("| 'a\n'", ": type:2:1 Enter", "at 0; says there is no line 2"),
    ("at 3 | 'a\nbc'", "1 G", "at 0"),
    ("| 100*61", "5 0 %", "at 50"),
    ("| 100*61", "1 0 0 %", "at 99"),
    ("| 100*61", "%", "at 0; says type a number before %"),
    ("| 100*61", "G g g Ctrl-O", "at 99"),
    ("| 100*61", "G g g Ctrl-O Ctrl-O", "at 0"),
    ("| 100*61", "5 0 % G Ctrl-O Ctrl-O Ctrl-N Ctrl-N", "at 99"),
    ("| 100*61", "5 0 % G 2 Ctrl-O", "at 0"),
    ("| 100*61", "5 0 % G 2 Ctrl-O 9 Ctrl-N", "at 99; says"),
    ("| 100*61", "Ctrl-O", "at 0; says no earlier place"),
    ("| 100*61", "G Ctrl-N", "at 99; says no later place"),
    // Steps and rows are no jumps.
    ("| 100*61", "j j l Ctrl-O", "at 9; says no earlier place"),
    // A jump to the present offset is not recorded.
    ("| 100*61", "g g Ctrl-O", "says no earlier place"),
    ("at 99 | 100*61", "1 0 0 % Ctrl-O", "says no earlier place"),
    ("at 7 | 100*61", "m a g g ' a", "at 7"),
    ("at 7 | 100*61", "m a g g ` a", "at 7"),
    ("at 7 | 100*61", "m a j m a g g ' a", "at 11"),
    ("at 7 | 100*61", "m a m b g g ' a Ctrl-O", "at 0"),
    ("at 7 | 100*61", "m 7 g g ' 7", "at 7"),
    ("at 7 | 100*61", "m a", "says mark a set at 0x7"),
    ("| 100*61", "' x", "says no mark x"),
    ("| 100*61", "' Space", "says does nothing"),
];

#[rustfmt::skip]
const TYPING: &[Triple] = &[
    ("| 50*61", "g", "pending g …  g first byte"),
    ("| 50*61", "z", "pending z …  = mend"),
    ("| 50*61", "1 2", "pending 12"),
    ("| 50*61", "1 2 g", "pending 12g …"),
    ("| 50*61", "m", "pending letter mark"),
    // All of them, the last ones too, also on a narrow screen.
    ("80x24 | 50*61", "g", "pending C previous difference; pending l tabs"),
    ("80x24 | 50*61", "z", "pending p previous passage; pending a cover"),
    ("40x12 | 50*61", "z", "pending p previous passage; pending a cover"),
    ("27x6 | 50*61", "z", "pending h c z m l n a"),
    ("40x12 | 50*61", "g", "pending C previous diffe…; pending l tabs"),
    // The key of the help shows what they do in full.
    ("| 50*61", "g ?", "overlay help 0; pending"),
    ("| 50*61", "z F1", "overlay help 0; pending"),
    ("| 50*61", "g ? Esc", "overlay none; pending; at 0"),
    ("| 50*61", "?", "overlay help 0"),
    ("| 50*61", "m ?", "overlay none; says mark ? set"),
    ("| 50*61", "m F1", "overlay help 0; pending"),
    ("| 50*61", "g g", "pending"),
    // The keys typed so far are shown on the narrowest screen.
    ("40x12 | 50*61", "z", "status z …"),
    ("27x6 | 50*61", "z", "status z …"),
    ("| 50*61", "g Esc g", "pending g …; at 0"),
    ("at 20 | 50*61", "g Ctrl-C", "pending; effect none; says; at 20"),
    ("| 50*61", "1 2 Esc l", "at 1"),
    ("| 50*61", "1 2 Ctrl-C", "pending; effect none"),
    ("| 50*61", "0 l", "at 1"),
    ("| 50*61", "g x", "says g x does nothing; pending"),
    ("| 50*61", "Ctrl-X", "says Ctrl-X does nothing"),
    // Another set of keys has it.
    ("| 50*61", "Ctrl-Q", "says try q (quit)"),
    ("keymap less | 50*61", "F3", "says try n (next match)"),
    ("keymap plain | 50*61", "<", "says try Ctrl-Home (first byte)"),
    ("| 50*61", "[", "says [ does nothing"),
    ("| 50*61", "Ctrl-X l", "says"),
    // Keys by their place on a ЙЦУКЕН keyboard.
    ("| 50*61", "о д", "at 5"),
    ("at 30 | 50*61", "п п", "at 0"),
    ("| 50*61", "П", "at 49"),
    ("at 7 | 50*61", "ь ф п п э ф", "at 7"),
    ("at 7 | 50*61", "ь ф п п ё ф", "at 7"),
    ("| 'a€b'", "ц", "at 1"),
    ("| 50*61", "Ж", "overlay prompt "),
    ("| 50*61", "й", "effect quit"),
];

#[test]
fn steps_go_to_the_nearest_boundary() {
    check(STEPS);
    check(INSIDE);
}

#[test]
fn a_cluster_is_what_a_reader_takes_for_a_character() {
    check(CLUSTERS);
}

#[test]
fn boundaries_are_the_encodings_own() {
    check(ENCODINGS);
}

#[test]
fn bits_are_steps_too() {
    check(BITS);
}

#[test]
fn rows_keep_the_column() {
    check(ROWS);
}

#[test]
fn pages_keep_the_row_on_the_screen() {
    check(PAGES);
}

#[test]
fn jumps_and_marks_lead_back() {
    check(PLACES);
}

#[test]
fn keys_wait_for_those_that_follow() {
    check(TYPING);
}
