//! Mojibake that is known from life, and the forms that damage takes.
//!
//! Invariant: the chain is found with the text.

use super::damage::{misread, written};
use super::{chain, look};

#[track_caller]
fn check(text: &str, expected: &str, steps: &str) {
    let found = look(text.as_bytes());
    let found = found.unwrap_or_else(|| unreachable!("nothing is found in {text}"));
    let got = (found.text.as_str(), chain(&found));
    assert_eq!(got, (expected, steps.to_owned()), "{text}");
    assert!((0.5..1.0).contains(&found.confidence), "{found:?}");
    assert!(!found.evidence.is_empty(), "{found:?}");
}

#[test]
fn fingerprints_are_found_with_their_chain() {
    for (text, steps) in [
        ("РџСЂРёРІРµС‚", "utf-8>windows-1251"),
        ("п÷я─п╦п╡п╣я┌", "utf-8>koi8-r"),
        ("╨Я╤А╨╕╨▓╨╡╤В", "utf-8>ibm866"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "utf-8>windows-1252"),
        ("╨ƒ╤Ç╨╕╨▓╨╡╤é", "utf-8>cp437"),
        ("–Я—А–Є–≤–µ—В", "utf-8>x-mac-cyrillic"),
        ("Ïðèâåò", "windows-1251>windows-1252"),
        ("оПХБЕР", "windows-1251>koi8-r"),
        ("╧ЁштхЄ", "windows-1251>ibm866"),
        ("рТЙЧЕФ", "koi8-r>windows-1251"),
        ("ðÒÉ×ÅÔ", "koi8-r>windows-1252"),
        ("ЏаЁўҐв", "ibm866>windows-1251"),
        ("їаШТХв", "iso-8859-5>windows-1251"),
        ("ἄ䀄㠄㈄㔄䈄", "utf-16le>utf-16be"),
    ] {
        check(text, "Привет", steps);
    }
    check("縺薙ｓ縺ｫ縺｡縺ｯ", "こんにちは", "utf-8>shift_jis");
    // Windows has a character for private use for the byte A0.
    check(
        "Voilﾃ\u{F8F0} dﾃｩjﾃ\u{F8F0} vu",
        "Voilà déjà vu",
        "utf-8>shift_jis",
    );
    let secret = "СЕКРЕТ - Беспечный Ездок";
    check(
        "ÑÅÊÐÅÒ - Áåñïå÷íûé Åçäîê",
        secret,
        "windows-1251>windows-1252",
    );
    check("Êîäèðîâêà", "Кодировка", "windows-1251>windows-1252");
    check("йНДХПНБЙЮ", "Кодировка", "windows-1251>koi8-r");
}

#[test]
fn one_letter_tells_which_of_two_like_sets_it_was() {
    // Russian has no ћ, as which windows-1252 would give ё.
    let text = "Он сказал «привет» и ушёл домой";
    for read in ["iso-8859-15", "windows-1252"] {
        let mojibake = misread(text, "windows-1251", read).unwrap();
        check(&mojibake, text, &format!("windows-1251>{read}"));
    }
}

#[test]
fn what_was_done_several_times_is_undone_several_times() {
    for read in ["windows-1252", "windows-1251", "koi8-r", "ibm866"] {
        let mut text = "Привет, мир!".to_owned();
        let mut steps = Vec::new();
        for _ in 0..4 {
            text = misread(&text, "utf-8", read).unwrap();
            steps.push(format!("utf-8>{read}"));
            check(&text, "Привет, мир!", &steps.join(" "));
        }
    }
    // A column of windows-1251 that passed as Latin-1, then UTF-8 that did.
    let once = misread("Беспечный ездок", "windows-1251", "windows-1252").unwrap();
    let twice = misread(&once, "utf-8", "windows-1252").unwrap();
    let steps = "windows-1251>windows-1252 utf-8>windows-1252";
    check(&twice, "Беспечный ездок", steps);
}

#[test]
fn bytes_without_a_character_pass_as_controls() {
    let text = misread("Иван и Ирина", "utf-8", "windows-1251").unwrap();
    assert!(text.contains('\u{98}'));
    check(&text, "Иван и Ирина", "utf-8>windows-1251");
    assert!(look(text.as_bytes()).unwrap().chain[0].has_controls);
}

#[test]
fn a_no_break_space_that_was_copied_as_a_space_is_restored() {
    let text = misread("Рыба, Рим и рак", "utf-8", "windows-1251").unwrap();
    let copied = text.replace('\u{A0}', " ");
    assert_ne!(copied, text);
    check(&copied, "Рыба, Рим и рак", "utf-8>windows-1251");
    assert_eq!(
        look(copied.as_bytes()).unwrap().chain[0].no_break_space,
        Some(0xA0)
    );
    check(
        "dÃ©jÃ  vu Ã  PrÃ©vost",
        "déjà vu à Prévost",
        "utf-8>windows-1252",
    );
}

#[test]
fn words_that_have_lost_a_byte_do_not_hide_the_chain() {
    let text = misread("Когда приехал Иван, все пили чай", "utf-8", "windows-1251").unwrap();
    let lossy = text.replace('\u{98}', "?");
    assert_ne!(lossy, text);
    let found = look(lossy.as_bytes()).unwrap();
    assert_eq!(chain(&found), "utf-8>windows-1251");
    let said = found
        .evidence
        .iter()
        .any(|said| said.starts_with("1 word has lost"));
    assert!(said && found.text.starts_with("Когда приехал"), "{found:?}");
}

#[test]
fn mojibake_is_found_in_files_of_other_encodings() {
    let text = misread("Съешь ещё этих мягких булок", "utf-8", "windows-1251").unwrap();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xFF\xFE".as_slice(), &wide].concat();
    assert_eq!(chain(&look(&marked).unwrap()), "utf-8>windows-1251");
    // In windows-1251 these bytes are UTF-8 that was never misread.
    assert_eq!(look(&written(&text, "windows-1251").unwrap()), None);
}

#[test]
fn a_long_file_is_found_by_samples() {
    let line = misread(
        "Утром на площади открылась ярмарка.\n",
        "utf-8",
        "windows-1251",
    )
    .unwrap();
    let log = format!("2024-01-01 INFO start of the day\n{line}").repeat(12_000);
    assert!(log.len() > 1 << 20);
    let found = look(log.as_bytes()).unwrap();
    assert_eq!(chain(&found), "utf-8>windows-1251");
    assert!(found.text.starts_with("Утром на площади"), "{found:?}");
}
