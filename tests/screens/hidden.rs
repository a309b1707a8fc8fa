//! What the inspector says of text that hides, and of words that look like others.
//!
//! Invariant: on every screen that has an inspector it says what the run under the cursor hides.

use super::canvas::Canvas;
use hexloupe::language::Language;

/// A text as variation selectors.
fn selectors(text: &str) -> String {
    let selector = |byte: u8| match byte {
        0..16 => 0xFE00 + u32::from(byte),
        _ => 0xE0100 + u32::from(byte) - 16,
    };
    { text.bytes() }
        .filter_map(|byte| char::from_u32(selector(byte)))
        .collect()
}

/// A text as tags.
fn tags(text: &str) -> String {
    let tag = |byte: u8| char::from_u32(0xE0000 + u32::from(byte));
    text.bytes().filter_map(tag).collect()
}

/// A text as bits without width.
fn bits(text: &str) -> String {
    let bits = text
        .bytes()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    bits.map(|bit| if bit == 0 { '\u{200B}' } else { '\u{200C}' })
        .collect()
}

/// The words of a screen, without what stands between them in columns.
fn words(canvas: &Canvas) -> String {
    let text = canvas.text();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[test]
fn what_a_run_hides_is_said_at_each_of_its_characters() {
    for (run, carriers) in [
        (selectors("hello"), "5 variation selectors."),
        (tags("hello"), "5 tags."),
        (bits("hello"), "40 characters without width."),
    ] {
        let text = format!("Hi 😀{run} world\n");
        let (start, end) = (7, 7 + run.len() as u64);
        for size in [(40, 12), (80, 24), (200, 60)] {
            let canvas = |at| Canvas::new(text.as_bytes(), size).at(at);
            for at in [start, start + 1, end - 1] {
                for canvas in [canvas(at), canvas(at).mono(), canvas(at).ascii()] {
                    let told = words(&canvas);
                    assert!(told.contains("Hides \"hello\" in"), "{size:?} {told}");
                    let said = format!("Hides \"hello\" in {carriers}");
                    assert!(size.0 == 200 || told.contains(&said), "{size:?} {told}");
                }
            }
            for at in [0, 3, end] {
                assert!(!words(&canvas(at)).contains("Hides"), "{at}");
            }
        }
        let russian = Canvas::new(text.as_bytes(), (80, 24)).at(start);
        let told = words(&russian.in_language(Language::Russian));
        assert!(told.contains("Прячет «hello»"), "{told}");
    }
}

#[test]
fn of_a_long_run_a_bounded_part_is_looked_at_and_that_is_said() {
    let text = format!("Hi 😀{} world\n", selectors(&"secret word ".repeat(20_000)));
    let canvas = Canvas::new(text.as_bytes(), (80, 24)).at(400_000 + 3);
    let told = words(&canvas);
    assert!(told.contains("8193 variation selectors or more"), "{told}");
    assert!(told.contains("16 KiB each way were searched"), "{told}");
    let short = words(&Canvas::new(text.as_bytes(), (80, 24)).at(7));
    assert!(short.contains("Hides \"secret word secret"), "{short}");
}

#[test]
fn what_is_hidden_cannot_drive_the_screen() {
    let text = format!("a{}b\n", selectors("\u{1B}]0;evil\u{7}\u{202E}\u{9B}31m"));
    for size in [(40, 12), (80, 24)] {
        let told = Canvas::new(text.as_bytes(), size).at(1).text();
        let is_wild = |c: char| c.is_control() && c != '\n' || c == '\u{202E}';
        assert!(!told.contains(is_wild), "{told}");
        assert!(told.contains("Hides"), "{told}");
    }
}

#[test]
fn a_word_that_passes_for_another_says_for_which() {
    let text = "log in to p\u{430}ypal.com\n";
    for at in [10, 11, 16] {
        let told = words(&Canvas::new(text.as_bytes(), (80, 24)).at(at));
        assert!(told.contains("looks like \"paypal\""), "{told}");
    }
    for at in [0, 18] {
        let told = words(&Canvas::new(text.as_bytes(), (80, 24)).at(at));
        assert!(!told.contains("passes for"), "{told}");
    }
}

#[test]
fn a_run_counts_as_one() {
    let text = format!("Hi 😀{} and {}b\n", selectors("hello"), selectors("world"));
    let list = Canvas::new(text.as_bytes(), (80, 24)).keys("L").text();
    assert!(list.contains("2  variation selector"), "{list}");
}
