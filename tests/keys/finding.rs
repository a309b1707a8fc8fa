//! Finding: faults, what is beyond ASCII, and places typed at the prompt.
//!
//! Invariant: what is found is a jump; if nothing is found, the cursor stays.

use super::seat::{Seat, Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[SEEKING, GOING, FINDING];

#[rustfmt::skip]
const SEEKING: &[Triple] = &[
    // The prompt was opened at a size with other rows.
    ("60x12 at 200 | 400*61", "/ size:80x26 paste:zz", "at 200"),
    // The help over the prompt leaves the search as it is.
    ("| 'abcab'", "/ type:ca F1", "at 2; marked [2..4]"),
    ("| 'abcab'", "/ type:ca F1 Esc", "overlay find ca; at 2; marked [2..4]"),
    ("| 'abcab'", "/ type:ca F1 Esc Enter Ctrl-O", "at 0"),
    ("| 61 FF 62 C0 AF", "f", "at 1"),
    ("| 61 FF 62 C0 AF", "f f f", "at 4"),
    ("| 61 FF 62 C0 AF", "2 f", "at 3"),
    ("| 61 FF 62 C0 AF", "9 f", "at 4"),
    ("at 4 | 61 FF 62 C0 AF", "2 F", "at 1"),
    ("| 61 FF 62 C0 AF", "f f f f", "at 4; says no fault after here"),
    ("at 4 | 61 FF 62 C0 AF", "F F", "at 1"),
    ("at 1 | 61 FF 62", "F", "at 1; says no fault before here"),
    ("at 2 | 61 FF 62", "f", "at 2; says no fault after here"),
    ("| 61 FF 62 FF", "f f Ctrl-O Ctrl-O", "at 0"),
    ("| 'a€b😀'", "a", "at 1"),
    ("| 'a€b😀'", "a a", "at 5"),
    ("at 2 | 'a€b😀'", "a", "at 5"),
    ("at 5 | 'a€b😀'", "A", "at 1"),
    ("enc utf-16le | 61 00 00 DC 62 00", "f", "at 2"),
    ("enc utf-16le phase 1 | 61 00 61 00 DC", "f", "at 3"),
    ("| 1000*61 FF 1000*61", "f", "at 1000; row 4"),
    ("|", "f", "at 0; says no fault after here"),
    ("| 61 FF", "а", "at 1"),
    ("searching | 'abcdef'", "found:4", "at 4"),
    ("searching | 'abcdef'", "l found:4", "at 1; says 0x4 goes there"),
    ("80x24 | 61 FF", "size:1x1 f size:80x24", "at 0"),
    ("| 61 00 'b' E2 80 AE 0A", "c", "at 1"),
    ("| 61 00 'b' E2 80 AE 0A", "c c", "at 3"),
    ("| 61 00 'b' E2 80 AE 0A", "c c c", "at 3; says no notice after here"),
    ("scanned | 61 00 'b' E2 80 AE 0A", "2 c C", "at 1"),
    ("scanned | 'a\nb\r\n'", "c", "at 3"),
    ("scanned | 1000*61 FF 1000*61", "f", "at 1000"),
    ("scanned | 1000*61 FF 1000*61", "G F", "at 1000"),
    ("scanned | 1000*61 FF 1000*61", "a", "at 0; says no non-ASCII character after here"),
    ("scanned | 300*0A 61", "3 0 0 G", "at 299"),
    ("scanned | 300*0A 61", ": type:line_301 Enter", "at 300"),
    ("scanned | 300*0A 61", ": type:line_302 Enter", "at 0; says there is no line 302"),
    ("enc utf-16le phase 1 scanned | FF 400*61", ": type:char_150 Enter", "at 297"),
];

#[rustfmt::skip]
const GOING: &[Triple] = &[
    ("| 100*61", ": type:0x1f Enter", "at 31"),
    ("| 100*61", ": type:31 Enter", "at 31"),
    ("at 10 | 100*61", ": type:+16 Enter", "at 26"),
    ("at 50 | 100*61", ": type:-0x10 Enter", "at 34"),
    ("at 5 | 100*61", ": type:-0x10 Enter", "at 0"),
    ("| 100*61", ": type:50% Enter", "at 50"),
    ("| 100*61", ": type:50% Enter Ctrl-O", "at 0"),
    ("| 100*61", ": type:200 Enter", "at 99; says 0xC8 is past the end"),
    ("|", ": type:7 Enter", "at 0; says the data is empty"),
    // A plain number may have been meant as a line.
    ("| 100*61", ": type:31 Enter", "at 31; says for line 31 press 31G or type line 31"),
    ("| 100*61", ": type:0x1f Enter", "at 31; says"),
    ("| 100*61", ": type:$ Enter", "at 99"),
    ("| 9000*61", ": type:4KiB Enter", "at 4096"),
    ("| 9000*61", ": type:1k Enter", "at 1024"),
    ("at 10 | 9000*61", ": type:+1k Enter", "at 1034"),
    ("|", ": type:$ Enter", "at 0"),
    ("| 'a\nbc\nd'", ": type:line_2 Enter", "at 2"),
    ("| 'a\nbc\nd'", ": type:line_9 Enter", "at 0; says there is no line 9"),
    ("| 'a€b'", ": type:char_3 Enter", "at 4"),
    ("| EF BB BF 'a€b'", ": type:char_2 Enter", "at 4"),
    ("| EF BB BF 'a€b'", ": type:line_1 Enter", "at 0"),
    // NEL ends lines only in EBCDIC.
    ("enc ebcdic-037 | C1 15 C2 0D 25 C3", ": type:line_2 Enter", "at 2"),
    ("enc ebcdic-037 | C1 15 C2 0D 25 C3", ": type:line_3 Enter", "at 5"),
    ("enc windows-1252 | C1 15 C2 85 C3", ": type:line_2 Enter", "at 0; says there is no line 2"),
    // Escapes are no characters.
    ("enc iso-2022-jp | 'a' 1B 24 42 30 21 30 22 1B 28 42 'b'", ": type:char_3 Enter", "at 6"),
    ("enc iso-2022-jp | 'a' 1B 24 42 30 21 30 22 1B 28 42 'b'", ": type:char_4 Enter", "at 11"),
    ("| 61 C0 AF 62", ": type:char_4 Enter", "at 3"),
    ("| 'a€b'", ": type:char_4 Enter", "at 0; says there is no character 4"),
    ("| 'a€b'", ": type:char_0 Enter", "at 0; says start at 1"),
    ("enc utf-16le phase 1 | FF 61 00 62 00", ": type:char_2 Enter", "at 1"),
    ("| 100*61", ": type:quit Enter", "effect quit"),
    ("| 100*61", ": type:q Enter", "effect quit"),
    ("| 100*61", ": type:help Enter", "overlay help 0"),
    ("| 100*61", ": type:hlep Enter", "says nearest is help"),
    ("| 100*61", ": type:xyzzy Enter", "says try 0x1f"),
    ("at 7 | 100*61", ": type:mark_q Enter 0 : type:to-mark_q Enter", "at 7"),
    ("at 7 | 100*61", ": type:mark_qq Enter", "says \"qq\" is not one letter"),
    ("| 'aжb' D7 'ж'", ": type:block_cyrillic Enter", "at 1"),
    ("| 'aжb' D7 'ж'", ": type:block_Cyrillic Enter n", "at 5"),
    ("| 'abc'", ": type:block_cyrqlic Enter", "at 0; says nearest is Cyrillic"),
    ("| 100*61", ": type:quit_now Enter", "effect none; says quit takes no argument"),
    ("| 100*61", ": Enter", "overlay none; at 0; says"),
];

#[rustfmt::skip]
const FINDING: &[Triple] = &[
    ("| 'abcabc'", "/ type:bc", "overlay find bc; at 1; marked [1..3, 4..6]; status match 1 of 2"),
    ("| 'abcabc'", "/ type:bc Enter", "overlay none; at 1; status match 1 of 2"),
    ("| 'abcabc'", "/ type:bc Esc", "overlay none; at 0; marked []"),
    ("at 3 | 'abcabc'", "/ type:bc Ctrl-C", "overlay none; at 3"),
    ("| 'abcabc'", "/ type:bc Backspace Backspace Backspace", "overlay none; at 0"),
    ("| 'abcabc'", "/ type:b Backspace type:c", "at 2"),
    ("| 'abcabc'", "/ type:bc Enter n", "at 4; status match 2 of 2"),
    ("| 'abcabc'", "/ type:bc Enter n n", "at 1; says wrapped to the start"),
    ("| 'abcabc'", "/ type:bc Enter N", "at 4; says wrapped to the end"),
    ("| 'abcabcabc'", "/ type:bc Enter 2 n", "at 7"),
    ("at 5 | 'abcabcabc'", "/ type:bc Enter N N", "at 1"),
    ("at 4 | 'abcabc'", "/ type:bc Enter", "at 4; says"),
    ("at 5 | 'abcabc'", "/ type:ab Enter", "at 0; status match 1 of 2"),
    ("| 'abcabc'", "/ type:bc Enter Ctrl-O", "at 0"),
    ("| 'abcabc'", "/ type:bc Enter n Ctrl-O Ctrl-O", "at 0"),
    ("| 'abc'", "/ type:x Enter", "at 0; overlay none; says not found: x"),
    ("| 'abc'", "/ type:x Enter n", "at 0; says not found: x"),
    ("| 'abc'", "n", "at 0; says no search yet"),
    ("| 'abc'", "N", "at 0; says no search yet"),
    ("| 'abcabc'", "/ type:bc Enter Esc", "marked []; at 1"),
    ("| 'abcabc'", "/ type:bc Enter Esc n", "marked [1..3, 4..6]; at 4"),
    ("| 'abcabc'", "/ type:bc Enter / Enter", "at 4"),
    ("| 'abcabc'", "/ paste:bc", "at 1; overlay find bc"),
    // Case counts if a letter is a capital, or if it is said.
    ("| 'abABab'", "/ type:ab", "marked [0..2, 2..4, 4..6]; status any case"),
    ("| 'abABab'", "/ type:AB", "marked [2..4]; at 2"),
    ("| 'abABab'", "/ type:aB", "marked []"),
    ("| 'abABab'", "/ type:AB\\c", "marked [0..2, 2..4, 4..6]"),
    ("| 'abABab'", "/ type:\\Cab Enter n", "at 4; marked [0..2, 4..6]"),
    ("| 'жЖ'", "/ type:ж", "marked [0..2, 2..4]"),
    ("| 'abAB'", "/ type:r:ab", "marked [0..2]"),
    ("| 'a\\cA\\c'", "/ type:a\\\\c", "marked [0..3, 3..6]"),
    ("enc koi8-r | 'aA'", "/ type:\\cae€", "status KOI8-R has no bytes for U+20AC"),
    // Up and Down go through the history.
    ("| 'abc'", "/ type:a Enter / type:b Enter / Up", "overlay find b"),
    ("| 'abc'", "/ type:a Enter / type:b Enter / Up Up Up", "overlay find a"),
    ("| 'abc'", "/ type:a Enter / type:x Up Down", "overlay find x"),
    // The prompt stays open for what cannot be read, and nothing moves.
    ("| 'abc'", "/ type:x:4 Enter", "overlay find x:4; at 0; status half a byte"),
    ("enc koi8-r | 'abc'", "/ type:a€ Enter", "overlay find a€; at 0; status no bytes for U+20AC"),
    // Every kind of pattern.
    ("| 'a€b'", "/ type:x:8? Enter", "at 2"),
    ("| 'a€b'", "/ type:u:20AC Enter", "at 1; marked [1..4]"),
    ("| 'a€b'", "/ type:c:Sc Enter", "at 1"),
    ("| 'abж'", "/ type:s:Cyrillic Enter", "at 2"),
    ("| 'aabbb'", "/ type:r:b+ Enter", "at 2; marked [2..5]"),
    ("enc utf-16le | 00 61 00 61 00", "/ type:a Enter", "at 0; says not found: a"),
    ("enc utf-16le phase 1 | 00 61 00 61 00", "/ type:a Enter", "at 1; marked [1..3, 3..5]"),
    ("| 'aaaa'", "/ type:aa Enter n", "at 2"),
    ("| 1000*61 62 1000*61", "/ type:b Enter", "at 1000"),
    ("|", "/ type:b Enter", "at 0; says not found: b"),
    ("holes 1..2 | 'aba'", "/ type:x:00 Enter", "says not found"),
    ("80x24 | 'ab'", "size:1x1 / size:80x24", "overlay none; at 0"),
];

#[test]
fn patterns_are_found_while_they_are_typed_and_again() {
    check(FINDING);
}

#[test]
fn what_is_sought_is_found_or_said() {
    check(SEEKING);
}

#[test]
fn the_prompt_takes_places_and_commands() {
    check(GOING);
}

/// Who types fast presses Enter before the search has ended.
#[test]
fn what_is_no_text_is_offered_as_bytes_when_the_search_ends_late() {
    let mut seat = Seat::of("searching | 'ab' E9 0A");
    seat.play("/ type:E9_0A Enter");
    seat.driven.finish(&["next match"]);
    assert_eq!(
        seat.fact("says"),
        "not found as text; n looks for it as bytes"
    );
    seat.play("n");
    seat.driven.finish(&["next match"]);
    assert_eq!(seat.fact("at"), "2");
}
