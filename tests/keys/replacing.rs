//! Replacing: the last pattern, its replacement, the question at each match, and the way back.
//!
//! The bytes that come out are those that the standard library's own `replace` makes of the text, in
//! the same encoding. Invariant: what is refused changes nothing, and undo gives back what was opened.

use super::seat::{Seat, Triple, check};
use crate::play::driven::Driven;
use encoding_rs::{KOI8_R, WINDOWS_1251};
use hexloupe::codec::{Encoding, table};
use hexloupe::job::background::Job;
use hexloupe::session::{Message, SessionEvent};
use hexloupe::window::Peek as _;

pub(crate) const TRIPLES: &[&[Triple]] = &[ASKING, REFUSING];

#[rustfmt::skip]
const ASKING: &[Triple] = &[
    // The pattern of the last search, or one that is asked for.
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter", "overlay replacement ; bytes 61 62 63 61 62"),
    ("| 'abcab'", ": type:replace Enter", "overlay find "),
    ("| 'abcab'", ": type:replace Enter type:ab Enter", "overlay replacement "),
    ("| 'abcab'", ": type:replace Enter type:xx Enter", "overlay none; says not found: xx"),
    ("| 'abcab'", ": type:s Enter type:ab Enter type:XY Enter y", "overlay replacing; bytes 58 59 63 61 62; at 3"),
    ("| 'abcab'", ": type:substitute Enter type:ab Enter type:XY Enter a", "overlay none; bytes 58 59 63 58 59"),
    // With the replacement at once, which may have blanks in it.
    ("| 'abcab'", "/ type:ab Enter : type:replace_XY Enter", "overlay replacing; at 0; changed none"),
    ("| 'abcab'", "/ type:ab Enter : type:replace_XY Enter y y", "overlay none; bytes 58 59 63 58 59"),
    ("scratch | 'abcab'", "/ type:ab Enter : type:replace_X_Y Enter a", "overlay none; bytes 58 20 59 63 58 20 59"),
    ("| 'abcab'", "/ type:ab Enter : type:s_XY Enter a", "overlay none; bytes 58 59 63 58 59"),
    ("| 'abcab'", "/ type:ab Enter : type:replace_x:6 Enter", "overlay none; changed none; says half a byte"),
    ("| 'abcab'", ": type:replace_XY Enter", "overlay find "),
    ("| 'abcab'", ": type:replace_XY Enter type:ab Enter", "overlay replacement XY"),
    // As in vi; each match is asked about.
    ("| 'abcab'", ": type:s/ab/XY/ Enter", "overlay replacing; at 0; changed none"),
    ("| 'abcab'", ": type:%s/ab/XY/g Enter a", "overlay none; bytes 58 59 63 58 59"),
    ("| 'a/b'", ": type:%s#a/b#/// Enter a", "bytes 2F 2F 2F"),
    ("| 'a/b'", ": type:s,a/b,///, Enter a", "bytes 2F 2F 2F"),
    ("| 'a/b'", ": type:s/a\\/b/\\/\\// Enter y", "says has 3 bytes, the replacement 2"),
    ("| 'abcab'", ": type:s/x:61/x:62 Enter a", "bytes 62 62 63 62 62"),
    ("| 'abcab'", ": type:s/x:G/x:62/ Enter", "overlay none; says not a hex digit"),
    ("| 'abcab'", ": type:s/ab Enter", "says type :%s/OLD/NEW/"),
    ("| 'abcab'", ": type:s//b/ Enter", "says type :%s/OLD/NEW/"),
    ("| 'abcab'", "/ type:ab Enter : type:repl Enter type:XY Enter a", "bytes 58 59 63 58 59"),
    // Each match is asked about, from the first one on, wherever the cursor is.
    ("at 4 | 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter", "overlay replacing; at 0; changed none"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n", "at 3; changed none"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n y", "overlay none; bytes 61 62 63 58 59; says 1 match replaced, 1 skipped"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n n", "overlay none; changed none; says nothing was replaced"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n a", "bytes 61 62 63 58 59"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter y Esc", "overlay none; bytes 58 59 63 61 62; says 1 match replaced"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter Esc", "overlay none; changed none; says"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Esc", "overlay none; changed none"),
    // The help lies over the question, which then goes on.
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter F1", "overlay help 0; at 0"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n F1 Esc", "overlay replacing; at 3; changed none"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter n F1 Esc y", "bytes 61 62 63 58 59"),
    // A Cyrillic keyboard answers too.
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter н", "bytes 58 59 63 61 62"),
    // All of `a` is one step; each `y` is one.
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter a u", "bytes 61 62 63 61 62; changed none"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter a u Ctrl-R", "bytes 58 59 63 58 59"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter y y u", "bytes 58 59 63 61 62"),
    // Bytes by their digits, and a text that looks like them.
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:x:00_FF Enter a", "bytes 00 FF 63 00 FF"),
    ("| 'abcdabcd'", "/ type:abcd Enter : type:replace Enter type:t:x:41 Enter a", "bytes 78 3A 34 31 78 3A 34 31"),
    ("| 'a1b22'", "/ type:r:[0-9]+ Enter : type:replace Enter type:$0 Enter y", "overlay replacing; changed none; says the replacement 2"),
    ("scratch | 'a1b22'", "/ type:r:[0-9]+ Enter : type:replace Enter type:$0 Enter a", "bytes 61 24 30 62 24 30"),
    // In scratch any length is taken, nothing too.
    ("scratch | 'abcab'", "/ type:ab Enter : type:replace Enter type:XYZ Enter a", "bytes 58 59 5A 63 58 59 5A"),
    ("scratch | 'abcab'", "/ type:ab Enter : type:replace Enter type:XYZ Enter a u", "bytes 61 62 63 61 62; changed none"),
    ("scratch | 'abcab'", "/ type:ab Enter : type:replace Enter Enter a", "bytes 63"),
    ("scratch | 'abab'", "/ type:ab Enter : type:replace Enter Enter a u", "bytes 61 62 61 62"),
    // The new text is not searched again.
    ("scratch | 'aaaa'", "/ type:aa Enter : type:replace Enter type:a Enter y y", "overlay none; bytes 61 61"),
    ("scratch | 'aab'", "/ type:a Enter : type:replace Enter type:aa Enter a", "overlay none; bytes 61 61 61 61 62"),
    // A line ending that a text cannot hold is written as bytes.
    ("scratch | 'a\r\nb\r\n'", "/ type:x:0D0A Enter : type:replace Enter type:x:0A Enter a", "bytes 61 0A 62 0A"),
    // Marks and regions stay at their bytes, there and back.
    ("scratch at 4 | 'ab.ab.ab.'", "m q / type:ab Enter : type:replace Enter type:WXYZ Enter a 0 ' q", "bytes 57 58 59 5A 2E 57 58 59 5A 2E 57 58 59 5A 2E; at 6"),
    ("scratch at 5 | 'ab.ab.ab.'", "m q / type:ab Enter : type:replace Enter type:WXYZ Enter a 0 ' q", "at 9"),
    ("scratch at 5 | 'ab.ab.ab.'", "m q / type:ab Enter : type:replace Enter type:WXYZ Enter a u 0 ' q", "at 5"),
    ("scratch at 5 | 'ab.ab.ab.'", "m q / type:ab Enter : type:replace Enter type:WXYZ Enter a u Ctrl-R 0 ' q", "at 9"),
    ("scratch at 5 | 'ab.ab.ab.'", "m q / type:ab Enter : type:replace Enter Enter a 0 ' q", "bytes 2E 2E 2E; at 1"),
    ("scratch at 5 | 'ab.ab.ab.'", "M type:dot Enter / type:ab Enter : type:replace Enter type:WXYZ Enter a", "regions dot 9..10 green*"),
    // The encoding is that of the place.
    ("enc koi8-r | 'ab'", "/ type:ab Enter : type:replace Enter type:жж Enter a", "bytes D6 D6"),
    ("enc utf-16le | 61 00 62 00", "/ type:b Enter : type:replace Enter type:ж Enter a", "bytes 61 00 36 04"),
    ("enc utf-16le phase 1 | 00 61 00 62 00", "/ type:b Enter : type:replace Enter type:ж Enter a", "bytes 00 61 00 36 04"),
];

#[rustfmt::skip]
const REFUSING: &[Triple] = &[
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:X Enter y", "overlay replacing; changed none; says the match at 0x0 has 2 bytes, the replacement 1"),
    ("| 'abcab'", "/ type:ab Enter : type:replace Enter type:XYZ Enter a", "overlay replacing; changed none; says the match at 0x0 has 2 bytes, the replacement 3"),
    // One match of another length, and none is replaced.
    ("| '12a3'", "/ type:r:[0-9]+ Enter : type:replace Enter type:XX Enter a", "overlay replacing; changed none; says the match at 0x3 has 1 byte, the replacement 2"),
    ("enc koi8-r | 'ab'", "/ type:b Enter : type:replace Enter type:中 Enter y", "changed none; says KOI8-R has no bytes for U+4E2D"),
    ("enc utf-7 | 'ab'", "/ type:b Enter : type:replace Enter type:c Enter y", "changed none; says bytes depend on earlier bytes"),
    ("enc utf-7 | 'ab'", "/ type:b Enter : type:replace Enter type:x:63 Enter a", "bytes 61 63"),
    ("| 'ab'", "/ type:b Enter : type:replace Enter type:r:c Enter", "overlay replacement r:c; status r: works only in a search"),
    ("| 'ab'", "/ type:b Enter : type:replace Enter type:x:4? Enter", "overlay replacement x:4?; status cannot be written as a byte"),
    ("| 'ab'", "/ type:b Enter : type:replace Enter type:x:4 Enter", "overlay replacement x:4; status half a byte"),
    ("holes 1..2 | 'abc'", "/ type:c Enter : type:replace Enter type:d Enter a", "bytes 61 00 64"),
    ("writing | 'ab'", "/ type:b Enter : type:replace Enter type:c Enter y", "overlay replacing; changed none; says still writing"),
    // A match that is there no more, and a pattern that the encoding does not have.
    ("at 1 | 'ab'", "/ type:b Enter r type:61 Esc : type:replace Enter type:c Enter", "overlay none; says not found: b"),
    ("| 'ж€'", "/ type:€ Enter : type:encoding_koi8-r Enter : type:replace Enter type:c Enter", "overlay none; says KOI8-R has no bytes for U+20AC"),
];

#[test]
fn matches_are_replaced_one_by_one_or_all() {
    check(ASKING);
}

#[test]
fn what_cannot_be_replaced_is_refused_with_the_reason() {
    check(REFUSING);
}

#[test]
fn a_refusal_names_both_lengths_and_the_way() {
    let mut seat = Seat::of("at 3 | 'xxxabcab'");
    seat.play("/ type:ab Enter : type:replace Enter type:X Enter y");
    assert_eq!(
        seat.fact("says"),
        "the match at 0x3 has 2 bytes, the replacement 1; a file keeps its length, a :scratch \
         copy can change it"
    );
}

/// A text whose words lie across every border of 64 KiB, in an encoding.
fn bordered(encode: &dyn Fn(&str) -> Vec<u8>, word: &str) -> String {
    const BORDER: usize = 64 * 1024;
    let (mut text, mut len) = (String::new(), 0);
    let one = encode("a").len();
    let inside = encode(word).len() / one / 2;
    while len < 5 * BORDER {
        // Half a word before the border.
        let left = (BORDER - len % BORDER) / one;
        let fill = if left > inside { left - inside } else { left };
        text.extend(std::iter::repeat_n('a', fill));
        text.push_str(word);
        len = encode(&text).len();
    }
    let starts = text
        .match_indices(word)
        .map(|(at, _)| encode(&text[..at]).len());
    let across = starts.filter(|at| at % BORDER + encode(word).len() > BORDER);
    assert!(across.count() >= 5, "words across borders");
    text
}

/// Plays `a` over a text, and compares all bytes with the library's own; then undoes it.
#[track_caller]
fn check_all(
    encode: &dyn Fn(&str) -> Vec<u8>,
    encoding: &'static Encoding,
    (text, word, by): (&str, &str, &str),
    scratch: bool,
) {
    let bytes = encode(text);
    let expected = encode(&text.replace(word, by));
    let mut seat = Seat::new(bytes.clone(), encoding, 0);
    if scratch {
        seat.play(": type:scratch Enter");
        seat.driven.finish(&["open"]);
    }
    seat.play(&format!(
        "/ type:{word} Enter : type:replace Enter type:{by} Enter a"
    ));
    let now = |seat: &Seat| seat.data().window(0, usize::MAX >> 1).bytes;
    assert!(seat.state().overlay.is_none(), "{:?}", seat.state().message);
    assert_eq!(now(&seat).len(), expected.len());
    assert!(
        now(&seat) == expected,
        "{word} -> {by} in {}",
        encoding.name
    );
    seat.play("u");
    assert!(now(&seat) == bytes, "undone: {word} -> {by}");
    seat.play("Ctrl-R");
    assert!(now(&seat) == expected, "redone: {word} -> {by}");
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn all_bytes_are_those_of_the_library_at_borders_of_windows() {
    let utf_8 = |text: &str| text.as_bytes().to_vec();
    let koi8 = |text: &str| KOI8_R.encode(text).0.into_owned();
    let cp1251 = |text: &str| WINDOWS_1251.encode(text).0.into_owned();
    let shift_jis = |text: &str| encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let set = |id: &str| table::by_id(id).expect("an encoding");
    for (by, scratch) in [("тСЕМ", false), ("ы", true), ("тридцать", true)] {
        let text = bordered(&utf_8, "Семь");
        check_all(&utf_8, table::UTF_8, (&text, "Семь", by), scratch);
        let text = bordered(&utf_16, "Семь");
        check_all(&utf_16, table::UTF_16LE, (&text, "Семь", by), scratch);
        let text = bordered(&koi8, "Семь");
        check_all(&koi8, set("koi8-r"), (&text, "Семь", by), scratch);
        let text = bordered(&cp1251, "Семь");
        check_all(&cp1251, set("windows-1251"), (&text, "Семь", by), scratch);
    }
    // A trail byte of Shift_JIS is no letter.
    let text = "ソ\\表\\".repeat(40_000);
    check_all(&shift_jis, set("shift_jis"), (&text, "\\", "/"), false);
}

#[test]
fn many_line_endings_of_a_scratch_buffer_are_one_step() {
    let lines = (0..30_000).map(|number| format!("{number:x}\r\n"));
    let text: String = lines.collect();
    let mut seat = Seat::new(text.clone().into_bytes(), table::UTF_8, 0);
    seat.play(": type:scratch Enter");
    seat.driven.finish(&["open"]);
    // A mark between them, on the line of number 20,000.
    let marked = text.find("\n4e20\r").unwrap() + 1;
    seat.play(&format!(": type:0x{marked:X} Enter m q g g"));
    seat.play("/ type:x:0D0A Enter : type:replace Enter type:x:0A Enter n a");
    let now = |seat: &Seat| seat.data().window(0, usize::MAX >> 1).bytes;
    // All but the first.
    let expected = format!("0\r\n{}", text[3..].replace("\r\n", "\n"));
    assert!(now(&seat) == expected.as_bytes());
    let at = |seat: &mut Seat| {
        seat.play("g g ' q");
        seat.fact("at").parse::<usize>().unwrap()
    };
    assert_eq!(at(&mut seat), marked - 19_999);
    seat.play("u");
    assert!(now(&seat) == text.as_bytes());
    assert_eq!(at(&mut seat), marked);
    seat.play("Ctrl-R");
    assert!(now(&seat) == expected.as_bytes());
    assert_eq!(at(&mut seat), marked - 19_999);
}

#[test]
fn many_matches_are_replaced_in_several_steps() {
    const MOST: usize = 1 << 18;
    let mut seat = Seat::new(vec![b'A'; MOST + 10], table::UTF_8, 0);
    seat.play("/ type:A Enter : type:replace Enter type:B Enter");
    assert!(seat.fact("overlay") == "replacing");
    seat.play("a");
    assert_eq!(
        seat.fact("says"),
        "262,144 matches replaced, the most in one step; a continues"
    );
    assert_eq!(seat.fact("changed"), format!("0..{MOST}"));
    seat.play("a");
    assert_eq!(seat.fact("overlay"), "none");
    assert_eq!(seat.fact("changed"), format!("0..{}", MOST + 10));
    seat.play("u u");
    assert_eq!(seat.fact("changed"), "none");
}

#[test]
fn a_step_that_is_left_before_it_is_made_changes_nothing() {
    let mut seat = Seat::of("| 'abcab'");
    seat.play("/ type:ab Enter : type:replace Enter type:XY Enter");
    // Neither has the job ended, nor is its late report taken.
    seat.driven.press("a");
    let jobs = seat.driven.jobs_of(&["replace"]);
    seat.driven.press("Esc");
    report(&mut seat, jobs);
    assert_eq!(seat.fact("changed"), "none");
    assert_eq!(seat.fact("overlay"), "none");
}

/// Takes the reports of the jobs.
fn report(seat: &mut Seat, jobs: Vec<Job<Message>>) {
    for job in jobs {
        for message in Driven::run(job) {
            seat.driven.take(SessionEvent::Message(message));
        }
    }
}

#[test]
fn a_step_goes_on_under_the_help() {
    let mut seat = Seat::of("| 'abcab'");
    seat.play("/ type:ab Enter : type:replace Enter type:XY Enter");
    seat.driven.press("a");
    let jobs = seat.driven.jobs_of(&["replace"]);
    seat.driven.press("F1");
    report(&mut seat, jobs);
    assert_eq!(seat.fact("bytes"), "58 59 63 58 59");
    // There is no other match, which ends the question, and not the help.
    seat.driven.finish(&["replace"]);
    assert_eq!(seat.fact("overlay"), "help 0");
    assert!(seat.fact("says").starts_with("2 matches replaced; "));
    seat.play("Esc");
    assert_eq!(seat.fact("overlay"), "none");
    seat.play("u");
    assert_eq!(seat.fact("changed"), "none");
}

#[test]
fn the_next_match_is_found_under_the_help() {
    let mut seat = Seat::of("| 'abcab'");
    seat.play("/ type:ab Enter : type:replace Enter type:XY Enter");
    seat.driven.press("n");
    let jobs = seat.driven.jobs_of(&["replace"]);
    seat.driven.press("F1");
    report(&mut seat, jobs);
    assert_eq!(seat.fact("at"), "3");
    seat.play("Esc y");
    assert_eq!(seat.fact("bytes"), "61 62 63 58 59");
}

#[test]
fn a_match_found_under_the_help_is_no_jump_of_the_prompt() {
    let mut seat = Seat::of("| 'abcab'");
    seat.driven.press("/ type:ca");
    let jobs = seat.driven.jobs_of(&["next match"]);
    seat.driven.press("F1");
    report(&mut seat, jobs);
    assert_eq!(seat.fact("at"), "2");
    // The jump list has the origin once, from Enter.
    seat.play("Esc Esc");
    assert_eq!(seat.fact("at"), "0");
    seat.play("Ctrl-O");
    assert!(seat.fact("says").contains("place in the jump list"));
}
