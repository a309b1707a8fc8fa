//! Words that are suspected, and words that are not.
//!
//! Invariant: the expected texts are written by hand, as Python decodes them.

use super::*;

/// The suspected words of a text, fed character by character.
fn stepped(text: &str) -> Vec<Range<u64>> {
    let mut words = MojibakeWordReader::default();
    let mut found = Vec::new();
    let mut report = |kind, range: Range<u64>, mark: u64| {
        assert_eq!((kind, range.start), (Notice::MojibakeSuspect, mark));
        found.push(range);
    };
    for (at, c) in text.char_indices() {
        let at = at as u64;
        words.character(c, &(at..at + c.len_utf8() as u64), at, &mut report);
    }
    words.interrupt(&mut report);
    found
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<&str> = { stepped(text).into_iter() }
        .map(|range| &text[range.start as usize..range.end as usize])
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn utf_8_read_in_a_set_of_one_byte_is_suspected() {
    // "Привет" as Python decodes it in each set.
    for word in [
        "РџСЂРёРІРµС‚",
        "п÷я─п╦п╡п╣я┌",
        "╨Я╤А╨╕╨▓╨╡╤В",
        "ÐŸÑ€Ð¸Ð²ÐµÑ‚",
        "Ð\u{9f}Ñ\u{80}Ð¸Ð²ÐµÑ\u{82}",
        "╨ƒ╤Ç╨╕╨▓╨╡╤é",
        "–Я—А–Є–≤–µ—В",
    ] {
        check(word, &[word]);
        check(&format!("a,{word}1 «»"), &[word]);
    }
    // été, “Hello”, 日本 in windows-1252.
    check("l'Ã©tÃ© pÃ©", &["Ã©tÃ©"]);
    check("â€œHelloâ€\u{9d}.", &["â€œHelloâ€\u{9d}"]);
    check("æ—¥æœ¬", &["æ—¥æœ¬"]);
}

#[test]
fn sound_words_are_not() {
    for text in [
        "Привет ВІКІ СІРІ РІЄСЄ РОССИЯ «Ёж», №7 — 20 °C…",
        "IL Y MARQUÉ… SÃO «É» Ñandú ÇA É»À» Ö“Ü”",
        "ąćęłńóśźż ĆŁĆŁ ČŽ ĐƯỜNG",
        "║ Имя ║║Имя║ ─А─Б─ └А└Б –А–Я",
        "‘é’ l’été n’é–d’è ЛЉЊЋ",
        "😀 日本語 Ελλάδα שלום",
        // One character of two bytes, no letters, two scripts, a capital after a small letter.
        "Ã© Â©Â® Ã©Ð´Ã© Ð´Ð”",
        "",
    ] {
        check(text, &[]);
    }
}

#[test]
fn of_a_long_word_the_first_characters_count() {
    // "привет" again and again.
    let long = "РїСЂРёРІРµС‚".repeat(9);
    let first: String = long.chars().take(LIMIT).collect();
    check(&long, &[&first]);
    check(&format!("ж{long}"), &[]);
    let ascii = "a".repeat(LIMIT);
    check(&format!("ж{ascii}{long} {long}"), &[&first]);
    // The last of the characters is cut.
    let wide = "â‚¬".repeat(40);
    let first: String = wide.chars().take(LIMIT).collect();
    check(&wide, &[&first]);
}
