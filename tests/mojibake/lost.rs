//! What is lost for good, in the forms that are known from life.
//!
//! Invariant: what is damaged is made by `encoding_rs`, or written as it is known from life.

use encoding_rs::{BIG5, EUC_KR, GBK, IBM866, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use hexloupe::detect;
use hexloupe::detect::verdict::{LossExtent, LostCharacters};

/// What some bytes have lost.
fn lost(bytes: &[u8]) -> Vec<LostCharacters> {
    detect::guess(&bytes.to_vec()).lost
}

/// The form, the sign, how many and of how many letters.
#[track_caller]
fn check(text: &str, form: &str, sign: &str, count: u64, letters: u64) {
    let found = lost(text.as_bytes());
    let said: Vec<_> = found
        .iter()
        .map(|loss| (loss.form.id(), &*loss.sign, loss.count, loss.letters))
        .collect();
    assert_eq!(said, [(form, sign, count, letters)], "{text}");
}

#[test]
fn bytes_that_could_not_be_read() {
    let (bytes, ..) = WINDOWS_1251.encode("Привет, мир");
    let text = String::from_utf8_lossy(&bytes);
    check(&text, "replaced", "\u{FFFD}", 9, 9);
    check("caf\u{FFFD}", "replaced", "\u{FFFD}", 1, 4);
}

/// They are counted in all of a text, however long it is.
#[test]
fn lost_characters_far_down_are_counted() {
    for step in 0..9 {
        let sound = format!("Zeile größer{}\n", ".".repeat(step)).repeat(9000);
        let text = format!("{sound}caf\u{FFFD}\n{sound}\u{FFFD}\u{FFFD}\n");
        let found = lost(text.as_bytes());
        assert_eq!(found.len(), 1, "{step}");
        assert_eq!(
            (found[0].form.id(), found[0].count),
            ("replaced", 3),
            "{step}"
        );
        assert_eq!(found[0].extent, LossExtent::Counted, "{step}");
    }
}

#[test]
fn their_sign_misread_in_turn() {
    let twice = "\u{FFFD}".repeat(4);
    for (encoding, sign) in [
        (GBK, "锟斤拷"),
        (EUC_KR, "占쏙옙"),
        (BIG5, "嚙踝蕭"),
        (WINDOWS_1252, "ï¿½"),
        (WINDOWS_1251, "пїЅ"),
        (IBM866, "я┐╜"),
    ] {
        let (text, fault) = encoding.decode_without_bom_handling(twice.as_bytes());
        assert!(!fault, "{sign}");
        check(&text, "replaced-misread", sign, 4, 4);
        let found = detect::guess(&text.as_bytes().to_vec());
        assert_eq!(
            found.mojibake, None,
            "{sign}: there is no text to bring back"
        );
        let read = found.lost[0].form.read().unwrap();
        assert_eq!(read.id, encoding.name().to_lowercase());
    }
    // As it is known from life.
    check("锟斤拷", "replaced-misread", "锟斤拷", 2, 2);
    // In Shift_JIS its second byte begins a pair, so nothing regular comes out.
    let (text, _) = SHIFT_JIS.decode_without_bom_handling(twice.as_bytes());
    assert!(!text.contains("锟"));
}

#[test]
fn memory_that_was_never_text() {
    for (bytes, sign) in [([0xCC; 8], "烫"), ([0xCD; 8], "屯")] {
        let (text, fault) = GBK.decode_without_bom_handling(&bytes);
        assert!(!fault);
        check(&text, "memory", sign, 4, 4);
    }
    check("name=烫烫烫", "memory", "烫", 3, 7);
}

#[test]
fn letters_that_became_question_marks() {
    check("?????? ???", "question-marks", "?", 9, 9);
    check(
        "1;\"????????\";\"?????\";ok\n",
        "question-marks",
        "?",
        13,
        15,
    );
}

/// A text in KOI8-R that went through a line of seven bits.
fn seven_bit(text: &str) -> Vec<u8> {
    let (bytes, _, lossy) = KOI8_R.encode(text);
    assert!(!lossy);
    bytes.iter().map(|byte| byte & 0x7F).collect()
}

#[test]
fn bit_seven_of_koi8() {
    assert_eq!(seven_bit("Привет"), b"pRIWET");
    for text in [
        "Привет",
        "Съешь еще этих мягких французских булок",
        "УТРОМ НА ПЛОЩАДИ ОТКРЫЛАСЬ ЯРМАРКА",
        "утром на площади открылась ярмарка",
    ] {
        let found = lost(&seven_bit(text));
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].form.id(), "bit-7");
        assert_eq!(found[0].text.as_deref(), Some(text));
    }
}

/// Sound text that looks like it.
#[test]
fn questions_code_and_eastern_text_are_sound() {
    for text in [
        "What??? Why?? Really?????",
        "a ?? b ??= c; x ? y : z; let y = f()??;",
        "INSERT INTO t VALUES (?, ?, ?, ?)",
        "????-??-?? ??:??:??",
        "rm file-????.log data-??.txt",
        "U+FFFD is written as \"\u{FFFD}\".",
        "这碗汤好烫烫烫烫啊",
        "屯门公路",
        "锟 is a rare ideograph, 斤 and 拷 are not",
        "A sign such as `锟斤拷`, \"ï¿½\" or «烫烫烫» that is named",
        "XML HTTP REQUEST, JSON AND HTML",
        "SELECT NAME, PRICE FROM ITEMS WHERE ID = 5",
        "export PATH; readIntoBuffer(nRead, xMax, yMin)",
        "dGhpcyBpcyBiYXNlNjQgYW5kIG5vdCBURVhU",
        "mIxEd CaSe TeXt Is SoMeTiMeS wRiTtEn",
        "aWAY FROM cAPS lOCK, THE tEXT IS iNVERTED",
        "DIALOG = 1\npad_normal = 6\npad_large = 12\n",
        "00000000: 4142 4344 FFEE DDCC AABB",
    ] {
        assert_eq!(lost(text.as_bytes()), [], "{text}");
    }
}

/// As Latin-1 shows it in a page, from which no control is copied.
#[test]
fn text_that_lost_its_controls_is_told_and_no_chinese_is_made_of_it() {
    for text in [
        "Москва - столица",
        "загрузка",
        "Партнер",
        "Спасибо",
        "こんにちは、世界",
    ] {
        let shown: String = text
            .bytes()
            .map(char::from)
            .filter(|c| !matches!(c, '\u{80}'..='\u{9F}'))
            .collect();
        let guess = detect::guess(&shown.into_bytes());
        let ids: Vec<_> = guess.lost.iter().map(|loss| loss.form.id()).collect();
        assert_eq!(ids, ["controls-dropped"], "{text}");
        let invented = guess
            .mojibake
            .is_some_and(|found| found.text.contains(|c| c > '\u{2E80}'));
        assert!(!invented, "{text}");
    }
}
