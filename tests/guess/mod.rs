//! What is guessed, and with which words: byte order marks, forms of Unicode, binary
//! files, encodings that cannot be told apart, damaged and hostile data.
//!
//! `guess_matrix` tests how often texts are named right. Invariant: whatever the data is,
//! the answer gives its reasons, and is said of no more than was looked at.

use std::cell::Cell;

use hexloupe::codec::{CodecState, table};
use hexloupe::detect;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::verdict::{ACTING_FLOOR, Evidence, Guess, Nature, Reason};
use hexloupe::window::{Peek, Window};

mod doubt;
mod few_letters;
mod look;
mod preferred;

use crate::noise;

use noise::noise;

const RUSSIAN: &str = "Утром на площади открылась ярмарка, и дети побежали смотреть на карусель.";
const CAPITALS: &str = "УТРОМ НА ПЛОЩАДИ ОТКРЫЛАСЬ ЯРМАРКА, И ДЕТИ ПОБЕЖАЛИ СМОТРЕТЬ НА КАРУСЕЛЬ";

fn write(text: &str, id: &str) -> Vec<u8> {
    let encoding = table::by_label(id).unwrap().encoding();
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars() {
        encoding.encode(&mut state, c, &mut bytes).unwrap();
    }
    bytes
}

fn ids(guess: &Guess) -> Vec<&'static str> {
    guess.same.iter().map(|same| same.id).collect()
}

#[track_caller]
fn named(bytes: &[u8], id: &str) -> Guess {
    let guess = detect::guess(&bytes.to_vec());
    assert_eq!(guess.verdict.encoding.id, id, "{guess:#?}");
    assert_eq!(guess.nature, Nature::Text, "{guess:#?}");
    assert!(!guess.evidence.is_empty());
    guess
}

#[track_caller]
fn binary(bytes: &[u8]) -> Guess {
    let guess = detect::guess(&bytes.to_vec());
    assert!(matches!(guess.nature, Nature::Binary(_)), "{guess:#?}");
    let taken = detect::choose(&bytes.to_vec(), Preferred::NONE);
    assert_eq!(taken.encoding, table::UTF_8);
    guess
}

#[test]
fn one_sentence_in_capitals_is_named_in_each_of_five_encodings() {
    for id in ["windows-1251", "koi8-r", "ibm866", "iso-8859-5"] {
        named(&write(CAPITALS, id), id);
    }
    // Capitals are the same bytes in these two; a dash or a line end decides.
    let guess = named(&write(CAPITALS, "x-mac-cyrillic"), "ibm866");
    assert!(ids(&guess).contains(&"x-mac-cyrillic"), "{guess:#?}");
    named(
        &write(&format!("{CAPITALS} — «ВЕСНА»"), "x-mac-cyrillic"),
        "x-mac-cyrillic",
    );
    named(
        &write(&format!("{CAPITALS}.\r"), "x-mac-cyrillic"),
        "x-mac-cyrillic",
    );
}

#[test]
fn the_forms_of_unicode_are_named_without_a_mark() {
    for text in [
        RUSSIAN,
        "Plain English with a word or two.",
        "世界您好，今天天气很好，我们去公园散步吧。",
    ] {
        for id in ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] {
            named(&write(text, id), id);
        }
    }
    let guess = named(RUSSIAN.as_bytes(), "utf-8");
    assert_eq!(guess.verdict.evidence, Evidence::WellFormed(61));
    assert!(guess.confidence > 0.99);
    assert_eq!(
        &*guess.evidence[0],
        "well-formed UTF-8 with 61 characters of several bytes"
    );
}

#[test]
fn damaged_utf_8_is_utf_8() {
    let mut bytes = RUSSIAN.repeat(20).into_bytes();
    bytes[101] = b'?';
    bytes[701] = 0xFF;
    let guess = named(&bytes, "utf-8");
    assert_eq!(guess.verdict.evidence, Evidence::Damaged(3), "{guess:#?}");
    // A single byte in English is no damage.
    named(
        b"He went to the caf\xE9 in the old town and had a r\xE9sum\xE9 with him.",
        "windows-1252",
    );
}

#[test]
fn what_cannot_be_told_apart_is_named_as_such() {
    let guess = named(&write(RUSSIAN, "koi8-r"), "koi8-r");
    assert_eq!(
        ids(&guess),
        [
            "koi8-u",
            "koi8-u-rfc2319",
            "koi8-ru",
            "iso-ir-111",
            "koi8-t"
        ]
    );
    let drawn = named(
        &write(&format!("╔══════╗\n{RUSSIAN}\n╚══╧═══╝\n╒ ╓ ╔"), "koi8-r"),
        "koi8-r",
    );
    assert!(!ids(&drawn).contains(&"iso-ir-111"), "{drawn:#?}");
    let french = "La mère de l'élève était très fâchée à cause de la fenêtre cassée.";
    let guess = named(&write(french, "iso-8859-1"), "windows-1252");
    assert!(ids(&guess).contains(&"iso-8859-1"), "{guess:#?}");
    let guess = named(
        &write(&french.replace('\'', "’"), "windows-1252"),
        "windows-1252",
    );
    assert!(!ids(&guess).contains(&"iso-8859-1"), "{guess:#?}");
}

#[test]
fn ascii_is_called_ascii_and_read_as_utf_8() {
    let guess = named(b"plain text, nothing else\n", "ascii");
    assert_eq!(guess.verdict.evidence, Evidence::Ascii);
    assert!(ids(&guess).contains(&"utf-8") && ids(&guess).contains(&"koi8-r"));
    assert!(!ids(&guess).contains(&"utf-16le") && !ids(&guess).contains(&"ebcdic-037"));
    let taken = detect::choose(b"plain text", Preferred::NONE);
    assert_eq!(
        (taken.encoding, taken.evidence),
        (table::UTF_8, Evidence::Ascii)
    );
    let code = b"for (i = 0; i < n; i++) { a[i] = b[i] | ~c[i]; } // {x} [y] \\ ^ \x1B[1mbold\x1B[0m a+b- +c-\n";
    named(&code.repeat(10), "ascii");
}

#[test]
fn seven_bits_may_be_more_than_ascii() {
    named(b"\x1B$B$3$s$K$A$O!\"@$3&!#\x1B(B\r\n", "iso-2022-jp");
    named(
        b"Die Stra+AN8-e und der Z+APY-llner, +AMQ-rger im B+APw-ro.\r\n",
        "utf-7",
    );
}

#[test]
fn ebcdic_is_no_noise() {
    named(
        &write(
            "Dear customer, we have received your order of the third of May.",
            "ebcdic-037",
        ),
        "ebcdic-037",
    );
}

#[test]
fn a_page_of_one_country_is_not_named_for_a_few_signs() {
    // `#`, `@`, `$`, `{` and `!` are letters in some pages, and `é` is a sign in others.
    for text in [
        "//DD1 DD DSN=SYS1.#PROC.@LIB$,DISP=SHR",
        "{\"price\": \"$5.00\", \"mail\": \"john@example.com\", \"note\": \"Hello!\"}",
        "Así que mandé algunos libros por correo.",
        "Havet var blygråt, og horisonten var forsvundet.",
    ] {
        named(&write(text, "ebcdic-037"), "ebcdic-037");
    }
    for (text, id) in [
        (
            "På øen fandt vi først færgen, så købte børnene røde pølser, og årene gik.",
            "ebcdic-277",
        ),
        ("Το μουσείο φυλάσσει τους θησαυρούς του.", "ebcdic-875"),
    ] {
        named(&write(text, id), id);
    }
}

#[test]
fn a_relative_is_named_where_its_letters_are() {
    named(
        &write("Ми виїхали вдосвіта, коли вулиці були порожні.", "cp1125"),
        "cp1125",
    );
    named(
        &write("Мы выехали на рассвете, улицы были пусты.", "cp1125"),
        "ibm866",
    );
    named(
        &write("Примерно в осем часа тръгнахме.", "cp1125"),
        "ibm866",
    );
    named(
        &write("Příliš žluťoučký kůň úpěl ďábelské ódy.", "keybcs2"),
        "keybcs2",
    );
    named(
        &write("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cork"),
        "cork",
    );
    named(
        &write(
            "Przypłynęła łódź i wszyscy się ucieszyli, że zdąży.",
            "cork",
        ),
        "cork",
    );
    named(
        &write("Wie groß ist die Straße, heißt das? Größer.", "cork"),
        "cork",
    );
    named(
        &write(
            "Vingt-cinq œufs, une sœur à l'œuvre, un vœu de cœur.",
            "cork",
        ),
        "cork",
    );
    named(
        &write("Vingt œufs et une sœur à Orléans.", "windows-1252"),
        "windows-1252",
    );
    named(
        &write("Вже п'ята година, а дощу немає.", "koi8-ru"),
        "koi8-u",
    );
    named(
        &write(
            "Шоҳигарии муттаҳида, ҷумҳурии мо ва ҳамаи шаҳрҳои он",
            "koi8-t",
        ),
        "koi8-t",
    );
    for text in [
        "Пайдаланушының қатысуы керек, құпия сөзіңізді енгізіңіз",
        "Иштөөнүн модификаторлору жана файлдын статистикасы",
        "Бичгийн хэмжээ, өнгө болон дэвсгэрийн өнгө, хүү процесс",
    ] {
        named(&write(text, "ptcp154"), "ptcp154");
    }
}

#[test]
fn binaries_are_called_so_with_their_kind() {
    let mut elf = b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0\x01\0\0\0".to_vec();
    elf.extend(noise(4000));
    let mut png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0".to_vec();
    png.extend(noise(4000));
    let mut gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\x03".to_vec();
    gzip.extend(noise(4000));
    let mut pdf = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<</Length 4000>>\nstream\n".to_vec();
    pdf.extend(noise(4000));
    let mut zip = b"PK\x03\x04\x14\0\0\0\x08\0".to_vec();
    zip.extend(noise(4000));
    for bytes in [elf, png, gzip, pdf, zip] {
        let guess = binary(&bytes);
        let Nature::Binary(Some(_)) = guess.nature else {
            panic!("{guess:#?}")
        };
    }
    assert_eq!(binary(&noise(100_000)).nature, Nature::Binary(None));
    binary(&noise(600));
    binary(&vec![0; 5000]);
    binary(&vec![0xFF; 5000]);
}

#[test]
fn short_data_gets_an_honest_answer() {
    assert_eq!(detect::guess(&Vec::new()).nature, Nature::Empty);
    for byte in 0..=255_u8 {
        let guess = detect::guess(&[byte]);
        if byte >= 0x80 {
            assert!(guess.nature != Nature::Text, "{guess:#?}");
        }
    }
    let guess = detect::guess(b"\xEF\xF0\xE8");
    assert!(
        matches!(guess.nature, Nature::TooShort | Nature::Undecided),
        "{guess:#?}"
    );
    assert!(
        guess
            .evidence
            .iter()
            .any(|said| said.starts_with("too short")),
        "{guess:#?}"
    );
}

/// Data of any length that begins with text; it counts the bytes that are read.
struct Long {
    len: u64,
    start: Vec<u8>,
    filling: u8,
    asked: Cell<u64>,
}

impl Peek for Long {
    fn len(&self) -> u64 {
        self.len
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let len = self.len.saturating_sub(start).min(len as u64);
        self.asked.set(self.asked.get() + len);
        let byte = |offset: u64| {
            self.start
                .get(offset as usize)
                .copied()
                .unwrap_or(self.filling)
        };
        Window {
            start,
            bytes: (start..start + len).map(byte).collect(),
            holes: Vec::new(),
            ends: start + len == self.len,
        }
    }
}

#[test]
fn a_terabyte_is_shown_after_a_bounded_look() {
    for (filling, id) in [(b'\n', "windows-1251"), (b' ', "windows-1251")] {
        let data = Long {
            len: 1 << 40,
            start: write(&RUSSIAN.repeat(9), "windows-1251"),
            filling,
            asked: Cell::new(0),
        };
        let guess = detect::judge_near(&data, &[], Preferred::NONE).guess;
        assert_eq!(guess.verdict.encoding.id, id, "{guess:#?}");
        assert_eq!(
            detect::choose_at_open(&data, Preferred::NONE).encoding.id,
            id
        );
        assert!(data.asked.get() < 512 * 1024, "{}", data.asked.get());
    }
}

#[test]
fn places_that_are_named_are_looked_at() {
    let mut data = vec![b'a'; 1 << 20];
    let text = write(&RUSSIAN.repeat(4), "koi8-r");
    data[300_000..300_000 + text.len()].copy_from_slice(&text);
    let near = |places: &[u64]| {
        let guess = detect::judge_near(&data, places, Preferred::NONE).guess;
        guess.verdict.encoding.id
    };
    assert_eq!(near(&[]), "ascii");
    assert_eq!(near(&[300_000]), "koi8-r");
}

#[test]
fn any_bytes_at_all_get_an_answer() {
    for seed in 0..200_usize {
        let mut bytes = noise(seed * 7 % 300);
        for (at, byte) in bytes.iter_mut().enumerate() {
            if seed % 3 == 0 {
                *byte &= 0x7F;
            } else if seed % 5 == 0 && at % 2 == 1 {
                *byte = 0;
            }
        }
        let guess = detect::guess(&bytes);
        assert!((0.0..=1.0).contains(&guess.confidence));
        let ranked = detect::rank(&bytes, Preferred::NONE);
        let guessed = table::all().filter(|encoding| encoding.is_guessed());
        assert_eq!(ranked.len(), guessed.count());
    }
}

#[track_caller]
fn plain(text: &[u8]) {
    let guess = named(text, "ascii");
    assert_eq!(guess.verdict.evidence, Evidence::Ascii);
}

#[test]
fn plain_files_with_signs_controls_and_padding_are_ascii() {
    for text in [
        &b"std::vector<int> v{1,2};\n"[..],
        b"application/atom+xml image/svg+xml\n",
        b"foo+bar@x.com, C++, 0x1+0x2, 1.74.0+ds1-21\n",
        b"\\*===--------------------------------------------------===*/\n",
        b"p|q x{y}z f~g [a] \\b\n",
        b"./a/b.c\0./d/e.c\0./f/g.c\0",
    ] {
        plain(text);
        plain(text.repeat(20).trim_ascii_end());
    }
    plain(b"10 PRINT \"HELLO\"\r\n20 GOTO 10\r\n\x1A\x1A\x1A\x1A\x1A\x1A\x1A\x1A\x1A\x1A\x1A\x1A");
    let mut padded = write("Обычный текст на русском языке.\r\n", "ibm866");
    padded.extend([0x1A; 100]);
    named(&padded, "ibm866");
}

#[test]
fn a_few_signs_in_english_are_those_of_windows() {
    for text in [
        "I don’t know what it’s about. ",
        "The price is £50 for this item, and no more than that. ",
        "The price is €50 for this item, and no more than that. ",
        "No\u{A0}break\u{A0}space stands here and there. ",
        "Copyright © 2010 by the authors. All rights reserved. ",
    ] {
        named(&write(&text.repeat(20), "windows-1252"), "windows-1252");
    }
}

#[test]
fn text_of_pairs_keeps_its_pairs_over_any_length() {
    let text = "これは日本語のテキストです。速度を測るための、長い文章です。";
    for count in [30, 300, 3000, 30_000] {
        let bytes = [b"A".as_slice(), &write(&text.repeat(count), "euc-jp")].concat();
        named(&bytes, "euc-jp");
    }
}

#[test]
fn parts_in_different_encodings_are_not_called_one() {
    let line = "Обычный текст на русском языке.\n";
    let mixed = [
        line.repeat(10).into_bytes(),
        write(&line.repeat(10), "windows-1251"),
    ]
    .concat();
    let guess = detect::guess(&mixed);
    assert_eq!(guess.nature, Nature::Undecided, "{guess:#?}");
    assert!(
        guess
            .evidence
            .iter()
            .any(|said| said.contains("parts may be")),
        "{guess:#?}"
    );
    // Damage at the end of much UTF-8 does not make another kind of it.
    let damaged = [line.repeat(3000).into_bytes(), b"\xFF\xFE\x80".repeat(5)].concat();
    named(&damaged, "utf-8");
}

#[test]
fn a_line_of_utf_8_does_not_choose_the_set_of_the_others() {
    // As Python writes "のグループ から" and "名前の変更" in EUC-JP.
    let lines: [&[u8]; 2] = [
        b"\xA4\xCE\xA5\xB0\xA5\xEB\xA1\xBC\xA5\xD7 \xA4\xAB\xA4\xE9\n",
        b"\xCC\xBE\xC1\xB0\xA4\xCE\xCA\xD1\xB9\xB9\n",
    ];
    for last in ["", "不適当なアドレスです!\n", "グループの名前\n"] {
        let data = [lines[0], lines[1], last.as_bytes()].concat();
        named(&data, "euc-jp");
    }
}

#[test]
fn a_line_of_french_in_utf_8_does_not_choose_the_set_of_the_others() {
    let lines = "Impossible d’ouvrir le fichier\nLe périphérique est occupé\nLe répertoire n’existe pas\n\
                 Accès refusé\nVeuillez réessayer\n";
    for last in ["Réussi à créer\n", "à\n", "Échec\n", "naïve œuvre\n"] {
        let data = [write(lines, "windows-1252"), last.as_bytes().to_vec()].concat();
        named(&data, "windows-1252");
    }
}

#[test]
fn letters_that_stand_alone_are_nothing_to_act_on() {
    let rows = ('А'..='Я').enumerate();
    let rows: Vec<String> = rows.map(|(number, c)| format!("{c};{number}\n")).collect();
    let table = rows.concat();
    let names = b"name=\x96\nname=\x96\nname=\x82\nname=\x84\nname=\x94\n".to_vec();
    for data in [write(&table, "ibm866"), write(&table, "koi8-r"), names] {
        let guess = detect::guess(&data);
        assert!(guess.confidence < ACTING_FLOOR, "{guess:#?}");
    }
    // A word of one letter among others, and a sign at a number.
    for text in [
        "il va à Paris et à Rome\nà demain, à midi\n",
        "the price is 5 €\ntotal 12€ and 20 °C today\n",
    ] {
        let text = &text.repeat(9);
        let guess = named(&write(text, "windows-1252"), "windows-1252");
        let alone = guess
            .evidence
            .iter()
            .any(|said| said.contains("stands alone"));
        assert!(!alone, "{guess:#?}");
    }
}

#[test]
fn what_the_data_says_of_itself_decides_where_the_bytes_bear_it_out() {
    let text = "<?xml version=\"1.0\" encoding=\"cp866\"?>\n<r>мир</r>\n";
    let guess = named(&write(text, "ibm866"), "ibm866");
    assert!(guess.claim.is_some_and(|claim| claim.holds));
}

/// An encoding whose score is far worse after an easy beginning does not win by the rest.
#[test]
fn a_cheap_beginning_makes_no_other_encoding_win() {
    let tags = "<title>Новости дня и всё такое прочее</title>\n<link>http://example.org/index.html</link>\n";
    let text = "СЪЕШЬ ЕЩЁ «ЭТИХ» №7, ДА ВЫПЕЙ ЧАЮ; Щ. Э. Юдин — Ф. Я. Цой. ";
    let page = format!("{}{}", tags.repeat(5), text.repeat(40));
    for id in ["windows-1251", "x-mac-cyrillic"] {
        named(&write(&page, id), id);
    }
    let page = format!(
        "{}{}",
        "<title>и</title>\n<link>http://example.org/index.html</link>\n".repeat(12),
        "ПЪРВО: СЪЕШЬ №7 «Ещё»; ШЁЛК, Цзян-ши (ЭЮЯ) — щъё! ".repeat(60)
    );
    named(&write(&page, "windows-1251"), "windows-1251");
}

/// The other detector gets whole characters, and is not quoted for another encoding.
#[test]
fn the_second_opinion_is_of_whole_characters() {
    let korean = "이것은 한국어로 쓴 글입니다. 오늘은 날씨가 매우 좋아서 공원에 갔습니다. ";
    for (text, id) in [
        (korean.repeat(60), "euc-kr"),
        (korean.replace(' ', "").repeat(60), "euc-kr"),
        ("今天天气很好，我们一起去公园散步。".repeat(120), "gbk"),
        (
            "これは日本語の文章です。今日は天気がいい。".repeat(90),
            "iso-2022-jp",
        ),
        ("Привет, мир. ".repeat(200), "utf-16le"),
    ] {
        let guess = named(&write(&text, id), id);
        let quoted = |said: &&Reason| said.contains("windows-1252");
        assert_eq!(guess.evidence.iter().find(quoted), None, "{id}");
    }
}

#[test]
fn a_few_letters_are_told_as_few() {
    let guess = detect::guess(&b"I live in K\xF6ln now and it is fine.\n".to_vec());
    assert_eq!(guess.verdict.encoding.id, "windows-1252", "{guess:#?}");
    assert_eq!(guess.nature, Nature::TooShort, "{guess:#?}");
    for bytes in [
        &b"caf\xE9\n"[..],
        b"I live in K\xF6ln now.\n",
        b"\x84\x31\x95\x33hi",
        b"\0H\0e\0l\0l\0o",
    ] {
        let guess = detect::guess(&bytes.to_vec());
        assert_eq!(guess.nature, Nature::TooShort, "{guess:#?}");
        let language = match guess.verdict.evidence {
            Evidence::Guessed { language, .. } => language,
            _ => None,
        };
        assert_eq!(language, None, "{guess:#?}");
        assert!(guess.confidence < 0.95, "{guess:#?}");
    }
}

#[test]
fn what_is_well_formed_as_declared_is_not_called_contradicted() {
    let page = "<meta charset=\"koi8-r\">\n<p>Привет, мир! Как дела?</p>\n";
    let claim = named(&write(page, "windows-1251"), "windows-1251")
        .claim
        .unwrap();
    assert!(!claim.holds && claim.faults == 0, "{claim:?}");
    let page = page.replace("koi8-r", "euc-jp");
    let claim = named(&write(&page, "windows-1251"), "windows-1251")
        .claim
        .unwrap();
    assert!(!claim.holds && claim.faults > 0, "{claim:?}");
    let page =
        "<?xml version='1.0' encoding='IBM850'?>\n<p>Größe über Ähnliches, schöne Straße</p>\n";
    assert!(named(&write(page, "cp850"), "cp850").claim.unwrap().holds);
}

#[test]
fn packed_decimals_are_no_letters_of_a_page_of_ebcdic() {
    // As Python writes the names in cp037, in fields of 12 bytes.
    let names: [&[u8]; 4] = [
        b"\xE2\x94\x89\xA3\x88@@@@@@@",
        b"\xD1\x96\x95\x85\xA2@@@@@@@",
        b"\xE3\x81\xA8\x93\x96\x99@@@@@@",
        b"\xE6\x89\x93\x93\x89\x81\x94\xA2@@@@",
    ];
    let mut data = Vec::new();
    for number in 0..60_u8 {
        data.extend_from_slice(names[usize::from(number % 4)]);
        // Seven digits and a sign, then five and a sign.
        let digits =
            [number, number.wrapping_mul(37), number.wrapping_mul(91)].map(|byte| byte % 10);
        data.extend([
            digits[0],
            digits[1] << 4 | digits[2],
            0x47,
            digits[0] << 4 | 0xC,
        ]);
        data.extend([digits[2] << 4 | digits[1], 0x83, digits[2] << 4 | 0xD]);
    }
    let guess = named(&data, "ebcdic-037");
    // Not all of it is text, so nothing is converted unasked.
    assert!(guess.confidence < ACTING_FLOOR);
    let mut said = guess.evidence.iter().filter_map(Reason::plain);
    assert!(
        said.any(|line| line.contains("packed decimals")),
        "{guess:?}"
    );
    // Two records: too few to tell numbers, and their bytes are no text.
    let guess = detect::guess(&data[..38].to_vec());
    assert!(guess.confidence < ACTING_FLOOR, "{guess:?}");
}

#[test]
fn burmese_in_the_order_of_zawgyi_is_said_to_be_that() {
    let looks_like = |text: &str| named(text.as_bytes(), "utf-8").looks_like;
    // As it was found in a news page, and the beginning of the Universal Declaration.
    assert_eq!(looks_like("ျမန္မာနိုင္ငံမွ သတင္းမ်ား"), Some("Zawgyi"));
    for text in [
        "လူ့အခွင့်အရေး အပြည်ပြည်ဆိုင်ရာ ကြေညာစာတမ်း",
        "မြန်မာနိုင်ငံမှ သတင်းများ",
        "ဗုဒ္ဓဟူး ဥက္ကဋ္ဌ",
        "Привет, မြန်မာ",
    ] {
        assert_eq!(looks_like(text), None, "{text}");
    }
}
