//! What is looked at: every byte for what is not plain ASCII, and the end.
//!
//! The bytes are written by hand, so that where something stands is known without the code under
//! test. Invariant: nothing is said of bytes that were not looked at.

use hexloupe::detect::verdict::{Evidence, Guess, Nature};
use hexloupe::detect::{self, preferred::Preferred};

/// "\u{41F}\u{43E}\u{433}\u{43E}\u{434}\u{430}, и дождь шёл весь день." in windows-1251, by hand.
const CYRILLIC: &[u8] = b"\xCF\xEE\xE3\xEE\xE4\xE0, \xE8 \xE4\xEE\xE6\xE4\xFC \xF8\xB8\xEB \
    \xE2\xE5\xF1\xFC \xE4\xE5\xED\xFC.";
const LINE: &[u8] = b"plain text line\n";
const MEGABYTE: usize = 1 << 20;

/// Two megabytes of ASCII with some bytes in the place of others.
fn long(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut data = LINE.repeat(2 * MEGABYTE / LINE.len());
    data[at..at + bytes.len()].copy_from_slice(bytes);
    data
}

fn said(guess: &Guess, part: &str) -> bool {
    guess
        .evidence
        .iter()
        .any(|sentence| sentence.contains(part))
}

/// Places at which samples of fixed places would and would not look, and their borders.
fn places() -> impl Iterator<Item = usize> {
    let borders = [
        65_536,
        65_537,
        MEGABYTE - 1,
        MEGABYTE,
        MEGABYTE + 1,
        2 * MEGABYTE - 64,
    ];
    (0..2 * MEGABYTE - 64).step_by(137_137).chain(borders)
}

#[test]
fn one_byte_beyond_ascii_anywhere_is_seen() {
    for at in places() {
        let data = long(at, b"caf\xE9 ");
        let guess = detect::guess(&data);
        let evidence = guess.verdict.evidence;
        assert_ne!(guess.verdict.encoding.id, "ascii", "{at}: {guess:#?}");
        assert_ne!(evidence, Evidence::Ascii, "{at}");
        assert!(!said(&guess, "is below 80"), "{at}: {guess:#?}");
        assert_ne!(
            detect::choose(&data, Preferred::NONE).evidence,
            Evidence::Ascii
        );
    }
}

#[test]
fn a_sentence_anywhere_in_a_long_file_names_its_encoding() {
    for at in places() {
        let guess = detect::guess(&long(at, CYRILLIC));
        assert_eq!(
            guess.verdict.encoding.id, "windows-1251",
            "{at}: {guess:#?}"
        );
        assert!(said(&guess, "every byte was checked"), "{at}: {guess:#?}");
        let taken = detect::choose(&long(at, CYRILLIC), Preferred::NONE);
        assert_eq!(taken.encoding.id, "windows-1251", "{at}");
    }
}

#[test]
fn ascii_is_said_of_every_byte_and_a_nul_anywhere_is_counted() {
    let guess = detect::guess(&long(0, b""));
    assert_eq!(
        (guess.verdict.encoding.id, guess.confidence),
        ("ascii", 1.0)
    );
    assert!(said(&guess, "every byte is below 80"), "{guess:#?}");
    let guess = detect::guess(&long(777_777, b"\0"));
    assert!(said(&guess, "it has 1 NUL"), "{guess:#?}");
    // Who looks at a part says so.
    let guess = detect::judge_near(&long(0, b""), &[], Preferred::NONE).guess;
    assert!(guess.confidence < 1.0, "{guess:#?}");
    assert!(said(&guess, "every checked byte"), "{guess:#?}");
    assert!(said(&guess, "of 2097152 bytes were checked"), "{guess:#?}");
}

#[test]
fn one_ill_formed_byte_in_a_long_file_is_told_with_its_place() {
    for at in places() {
        let mut data = "день\n".repeat(2 * MEGABYTE / 9).into_bytes();
        // In the place of a LF, which is always the last of nine bytes.
        let at = at / 9 * 9 + 8;
        data[at] = 0xFF;
        let guess = detect::guess(&data);
        assert_eq!(guess.verdict.encoding.id, "utf-8", "{guess:#?}");
        assert_eq!(guess.verdict.evidence, Evidence::Damaged(1), "{guess:#?}");
        assert!(
            said(&guess, &format!("the first at 0x{at:X}")),
            "{guess:#?}"
        );
        assert!(guess.confidence < 0.995, "{guess:#?}");
    }
}

#[test]
fn a_mark_says_nothing_of_the_bytes_after_it() {
    let mut data = [b"\xEF\xBB\xBF".to_vec(), long(0, b"")].concat();
    data[1_234_567] = 0xFF;
    let guess = detect::guess(&data);
    assert!(
        guess.confidence < 1.0 && said(&guess, "1 ill-formed"),
        "{guess:#?}"
    );
}

/// Texts without their last byte, and the offset of the character that is cut.
#[test]
fn an_end_inside_a_character_is_told() {
    let utf_16: Vec<u8> = "День за днём\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let marked = [b"\xFF\xFE".to_vec(), utf_16.clone()].concat();
    // "今天天气很好，我们去公园散步。" in GBK and "今日は天気がいい。" in Shift_JIS, three times.
    let gbk = b"\xBD\xF1\xCC\xEC\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3\xA3\xAC\xCE\xD2\xC3\xC7\
        \xC8\xA5\xB9\xAB\xD4\xB0\xC9\xA2\xB2\xBD\xA1\xA3"
        .repeat(3);
    let shift_jis = b"\x8D\xA1\x93\xFA\x82\xCD\x93V\x8BC\x82\xAA\x82\xA2\x82\xA2\x81B".repeat(3);
    let long_text = "день ".repeat(50_000).into_bytes();
    for (whole, id, len) in [
        (
            "Погода, и дождь шёл весь день".as_bytes().to_vec(),
            "utf-8",
            2,
        ),
        ("A word of English, then 😀".as_bytes().to_vec(), "utf-8", 4),
        ("день 😀".as_bytes().to_vec(), "utf-8", 4),
        (long_text[..long_text.len() - 1].to_vec(), "utf-8", 2),
        (utf_16, "utf-16le", 2),
        (marked, "utf-16le", 2),
        (gbk, "gbk", 2),
        (shift_jis, "shift_jis", 2),
    ] {
        let sound = detect::guess(&whole);
        assert!(!said(&sound, "the end is cut"), "{sound:#?}");
        let cut = &whole[..whole.len() - 1];
        let guess = detect::guess(&cut.to_vec());
        if id == "utf-8" && guess.nature != Nature::Text {
            // There is no other character beyond ASCII.
            assert!(!said(&guess, "well-formed UTF-8,"), "{guess:#?}");
            continue;
        }
        assert_eq!(guess.verdict.encoding.id, id, "{guess:#?}");
        let place = format!(
            "the data ends inside a character, at 0x{:X}",
            whole.len() - len
        );
        assert!(said(&guess, &place), "{guess:#?}");
        assert!(guess.confidence < 0.995, "{guess:#?}");
        assert!(
            !matches!(guess.verdict.evidence, Evidence::WellFormed(_)),
            "{guess:#?}"
        );
    }
}

/// Every script has letters below 80 in both bytes, blanks and line ends.
#[test]
fn wide_units_without_a_mark_are_known_by_their_structure() {
    for text in [
        "यह एक छोटा वाक्य है, और यह दूसरा।\n",
        "ਇਹ ਇੱਕ ਛੋਟਾ ਵਾਕ ਹੈ, ਅਤੇ ਇਹ ਦੂਜਾ।\n",
        "ఇది ఒక చిన్న వాక్యం, ఇది రెండోది.\n",
        "ഇത് ഒരു ചെറിയ വാക്യം ആണ്.\n",
        "هذه جملة قصيرة، وهذه الثانية.\n",
        "ይህ አጭር ዓረፍተ ነገር ነው። ይህም ሁለተኛው ነው።\n",
        "ეს მოკლე წინადადებაა, ეს კი მეორე.\n",
        "ᎠᏂᏴᏫᏯ ᎠᏂᎪᏪᎵ ᎤᏂᏲᏍᏔ ᏗᎦᎵᏍᏙᏗ.\n",
    ] {
        let units: Vec<u16> = text.encode_utf16().collect();
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        let forms: [(Vec<u8>, &str); 4] = [
            (
                units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
                "utf-16le",
            ),
            (
                units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
                "utf-16be",
            ),
            (
                points
                    .iter()
                    .flat_map(|point| point.to_le_bytes())
                    .collect(),
                "utf-32le",
            ),
            (
                points
                    .iter()
                    .flat_map(|point| point.to_be_bytes())
                    .collect(),
                "utf-32be",
            ),
        ];
        for (bytes, id) in forms {
            let guess = detect::guess(&bytes);
            assert_eq!(guess.verdict.encoding.id, id, "{text}: {guess:#?}");
            assert_eq!(guess.nature, Nature::Text, "{text}: {guess:#?}");
            assert_eq!(detect::choose(&bytes, Preferred::NONE).encoding.id, id);
        }
    }
}

/// Tables of digits and of numbers, a list of names, and lines with a NUL.
#[test]
fn numbers_and_lists_are_no_wide_units() {
    let digits = b"1\t0\t1\t0\t1\t1\n0\t0\t1\t1\t0\t1\n".repeat(20);
    let numbers: Vec<u8> = (0..400_u16)
        .flat_map(|number| (number * 31).to_le_bytes())
        .collect();
    let small: Vec<u8> = (0..400_u32)
        .flat_map(|number| (number % 90).to_le_bytes())
        .collect();
    let names = b"./src/main.rs\0./src/lib.rs\0./a b\0".repeat(20);
    for bytes in [
        digits,
        numbers,
        small,
        names,
        b"Hello, my friend \0and so on\n".to_vec(),
    ] {
        let guess = detect::guess(&bytes);
        let is_wide = guess.nature == Nature::Text && guess.verdict.encoding.unit > 1;
        assert!(!is_wide, "{guess:#?}");
    }
}
