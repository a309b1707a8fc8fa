//! What is said after a key, where lines stand for the screen.
//!
//! Invariant: what a line says of published examples is what is published of them.

use super::seat::Seat;
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::model::spoken::{ScreenSpeaker, spoken};
use hexloupe::source::NonBlockingReader;

/// A seat and the voice that speaks of it.
struct Heard {
    seat: Seat,
    voice: ScreenSpeaker,
}

impl Heard {
    fn of(before: &str) -> Self {
        let voice = ScreenSpeaker::default();
        let seat = Seat::of(&format!("200x24 layout wide {before}"));
        Self { seat, voice }
    }

    /// What is said now.
    fn now(&mut self) -> String {
        let picture = self.seat.driven.show();
        let data = NonBlockingReader::new(self.seat.data());
        let now = spoken(&picture, self.seat.state(), self.seat.facts(), &data);
        self.voice.speak(now).unwrap_or_default()
    }

    fn after(&mut self, keys: &str) -> String {
        self.seat.play(keys);
        self.now()
    }
}

/// Data, and what is said of the byte under the cursor at first.
#[rustfmt::skip]
const FIRST: &[(&str, &str)] = &[
    // The Unicode Standard, section 3.9: non-shortest forms.
    ("at 2 | 61 0A C0 AF", "0x2, C0, overlong form, byte 1 of 2, would be U+002F, line 2, column 1"),
    ("at 1 | 61 C0 AF", "0x1, C0, overlong form, byte 1 of 2, would be U+002F, line 1, column 2"),
    ("| C3 A9", "0x0, C3 A9, U+00E9 LATIN SMALL LETTER E WITH ACUTE, byte 1 of 2, line 1, column 1"),
    ("at 1 | C3 A9", "0x1, C3 A9, U+00E9 LATIN SMALL LETTER E WITH ACUTE, byte 2 of 2, line 1, column 1"),
    // Table 3-5: U+1F600 is D83D DE00.
    ("enc utf-16le at 2 | 3D D8 00 DE", "0x2, 3D D8 00 DE, U+1F600 GRINNING FACE, byte 3 of 4, line 1, column 1"),
    ("enc utf-16be | D8 3D DE 00", "0x0, D8 3D DE 00, U+1F600 GRINNING FACE, byte 1 of 4, line 1, column 1"),
    ("at 1 | 61 0D 0A", "0x1, 0D, U+000D CARRIAGE RETURN, line 1, column 2"),
    ("at 2 | 61 0D 0A", "0x2, 0A, U+000A LINE FEED, line 1, column 3"),
    ("| EF BB BF 61", "0x0, EF BB BF, U+FEFF ZERO WIDTH NO-BREAK SPACE, byte order mark, byte 1 of 3"),
    ("step bit | C3 A9", "0x0, bit 7 is 1, C3 A9, U+00E9 LATIN SMALL LETTER E WITH ACUTE, byte 1 of 2, line 1, column 1"),
    ("|", "no byte here: the data is empty"),
];

#[test]
fn at_first_it_says_what_is_open_and_what_the_byte_is() {
    for (before, expected) in FIRST {
        let said = Heard::of(before).now();
        let (open, here) = said.split_once("; ").expect("two parts");
        assert_eq!(open, "seat", "{before}");
        let (read, here) = here.split_once("; ").expect("three parts");
        assert!(read.starts_with("read as UTF-"), "{before}: {read}");
        assert_eq!(here, *expected, "{before}");
    }
}

#[test]
fn a_byte_of_a_binary_is_no_fault_until_faults_are_asked_for() {
    let mut heard = Heard::of("at 1 | 00 90 FF 01");
    heard.seat.set(|state, _| {
        let encoding = state.view.encoding();
        let evidence = Evidence::Binary(None);
        state.view.read_as(Verdict { encoding, evidence });
    });
    let binary = "seat; a binary, not text; 0x1, 90, a byte of a binary, which is not text";
    assert_eq!(heard.now(), binary);
    let fault = "0x1, 90, stray continuation byte";
    let said = heard.after("z f");
    assert!(said.ends_with(fault), "{said}");
}

#[test]
fn a_key_says_what_it_has_changed_and_nothing_if_it_has_changed_nothing() {
    let mut heard = Heard::of("| 61 62 0A 63 C0 AF");
    heard.now();
    let b = "0x1, 62, U+0062 LATIN SMALL LETTER B, line 1, column 2";
    assert_eq!(heard.after("l"), b);
    assert_eq!(heard.now(), "");
    assert_eq!(heard.after("s"), "a step is now a code unit");
    assert!(heard.after("S v").ends_with("1 byte selected"));
    assert!(heard.after("l").starts_with("2 bytes selected; 0x2, 0A"));
    assert_eq!(heard.after("Esc"), "nothing selected");
    assert!(heard.after("o").starts_with("2, 0A"));
    assert!(
        heard
            .after("f")
            .starts_with("4, C0, overlong form, byte 1 of 2")
    );
    let said = heard.after("0 h");
    assert!(said.ends_with("line 1, column 1"), "{said}");
    assert_eq!(heard.after("h"), "");
    heard.voice.repeat();
    assert!(
        heard
            .now()
            .starts_with("seat; read as UTF-8; 0, 61, U+0061")
    );
}

#[test]
fn messages_prompts_lists_and_what_comes_back_are_said() {
    let mut heard = Heard::of("| 200*61");
    heard.now();
    assert_eq!(heard.after("H").split(' ').next(), Some("H"));
    assert!(heard.after(":").starts_with(':'));
    assert_eq!(heard.after("1"), ": 1");
    assert!(heard.after("Esc").starts_with("0x0, 61, U+0061"));
    let picker = heard.after("e type:koi8-r");
    assert!(
        picker.contains("KOI8-R") && !picker.contains('\n'),
        "{picker}"
    );
    assert!(heard.after("Enter").contains("read as KOI8-R"));
    let marks = heard.after("m a G m b : type:marks Enter");
    assert_eq!(marks.split(" 0x").next(), Some("marks: a"), "{marks}");
    let next = heard.after("j");
    assert!(next.starts_with("b 0x"), "{next}");
    // Of what is scrolled only the line that comes into view.
    assert!(heard.after("Esc ?").starts_with("keys and legend: "));
    let scrolled = heard.after("j j j");
    assert_eq!(scrolled.split(';').count(), 3, "{scrolled}");
    let numbers = heard.after("Esc I");
    assert!(
        numbers.contains("Esc") || numbers.contains(" close"),
        "{numbers}"
    );
}

#[test]
fn of_readings_below_each_other_the_chosen_one_is_said() {
    let mut heard = Heard::of("| 'user=Jos' E9 ' ip'");
    heard.now();
    let first = heard.after("f d");
    assert!(
        first.contains("UTF-8") && first.contains("user=Jos"),
        "{first}"
    );
    let next = heard.after("j");
    assert!(
        next.contains("windows-1252") && next.contains("José ip"),
        "{next}"
    );
}

#[test]
fn the_tour_is_led_in_words() {
    let mut heard = Heard::of("| 61");
    let first = heard.after(": type:tour Enter");
    assert!(first.starts_with("1/8, One byte each"), "{first}");
    assert!(
        first.contains(", Tab next pane, Enter next stop; tour;"),
        "{first}"
    );
    let h = "48, U+0048 LATIN CAPITAL LETTER H, line 4, column 11";
    assert!(first.ends_with(h), "{first}");
    let second = heard.after("Enter");
    assert!(
        second.starts_with("2/8, D0 9F") && second.contains("U+041F CYRILLIC"),
        "{second}"
    );
}

#[test]
fn nothing_that_is_said_could_control_a_terminal_and_ascii_is_ascii() {
    let mut heard = Heard::of("ascii | 1B 5B 32 4A C2 9B E2 80 AE D0 96");
    let mut said = vec![heard.now()];
    for keys in [
        "l",
        "l",
        "l",
        "l",
        "w",
        "w",
        "?",
        "j",
        "Esc",
        "I",
        "Esc",
        "e",
        "Esc",
        "d",
        "Esc",
        "/ type:Ж",
        "Esc",
    ] {
        said.push(heard.after(keys));
    }
    for line in said {
        assert!(
            line.bytes().all(|byte| matches!(byte, b' '..=b'~')),
            "{line:?}"
        );
    }
}

#[test]
fn what_is_wrong_is_said_once_it_is_known() {
    let before = "guessed utf-8 other windows-1252,3,é,José | 'Jos' E9";
    let mut heard = Heard::of(before);
    let said = heard.now();
    let answer = "line 1: E9 is é in windows-1252 (José) · Enter shows it mended; 0x0, 4A";
    assert!(said.contains(answer), "{said}");
    assert!(!heard.after("l").contains("José"), "said again");
}
