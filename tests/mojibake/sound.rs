//! Sound text: words, the text of each language in every case, and source code.
//!
//! Invariant: nothing here is mojibake, and nothing is said to be lost.

use std::fs;
use std::path::{Path, PathBuf};

use super::stretches::stretches;
use super::suspects;
use hexloupe::detect;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::runs::STEP;

#[track_caller]
fn sound(what: &str, bytes: &[u8]) {
    let found = detect::guess(&bytes.to_vec());
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(found.mojibake, None, "{what}: {text}");
    // The lesson on what is lost has a word that is.
    let is_lost = text.contains(char::REPLACEMENT_CHARACTER);
    assert!(is_lost || found.lost.is_empty(), "{what}: {:?}", found.lost);
}

/// Also asserts that no word is suspected.
#[track_caller]
fn unsuspected(what: &str, text: &str) {
    sound(what, text.as_bytes());
    assert_eq!(suspects(text), 0, "{what}: {text}");
}

#[test]
fn short_texts_are_left_alone() {
    for text in [
        "Привет",
        "ВІКІ",
        "РОССИЯ",
        "СССР и РСФСР",
        "SENSЕ - Oleg",
        "IL Y MARQUÉ…",
        "SÃO PAULO",
        "IRMÃ  MAÇÃ  1",
        "Ã  a letter",
        "'a€b'",
        "Ñandú",
        "ÇA VA, GARÇON ?",
        "AÇÃO E REAÇÃO",
        "ĐƯỜNG NGUYỄN HUỆ",
        "😀😃 👍🏽",
        "да",
        "Hello",
        "© 2024 «Ёж», №7 — 20 °C…",
        "║ Имя ║ Возраст ║",
        "縺",
        "ООО «РЖД», ФГУП ЦНИИ, ЭЛТ",
        "ßäöüÄÖÜ",
        "æøåÆØÅ",
        "ąćęłńóśźż",
        "ІЇЄҐ іїєґ",
        // Four letters that a set of pairs reads, and letters around a sign.
        "ÄÖÜß",
        "Öåäö",
        "ÑÁÉÍ",
        "Àéèù",
        "б’єш",
        "лـ«так",
        "قـال لـ«نعم» وذهب",
        "ره‌گذر",
        // Each is UTF-8 once more in some set: letters of rare scripts, signs that nobody writes.
        "Đã xong, đó là Đá và Đô thị",
        "άγνωστo λεκτικό",
        "ا‌ب‌ج‌درس",
        "^[дД] ^[нН]",
        "Сент\u{AD}Бартелеми",
        "ФИФО-има",
        "%li分 %li秒",
        "日本語の%li分",
        "调用core的API",
        "ที่บรรจุ %s",
    ] {
        unsuspected("a short text", text);
    }
}

#[test]
fn a_table_of_characters_is_left_alone() {
    for blocks in ['¡'..='ÿ', 'Ѐ'..='џ', 'Ā'..='ž'] {
        let row = |c: char| format!("    {}, // '{c}'\n", u32::from(c) % 251);
        let table: String = blocks.map(row).collect();
        sound("a table", table.as_bytes());
    }
}

/// Rows of EUC-JP and GBK in the order of their bytes: many pairs are U+00A1 to U+00BF in UTF-8.
#[test]
fn a_row_of_ideographs_in_the_order_of_a_set_is_left_alone() {
    for row in [
        "臓蔵贈造促側則即息捉束測足速俗属賊族続卒袖其揃存孫尊損村遜他多太汰詑唾堕妥惰打柁舵楕陀駄騨体堆対耐岱帯待怠態戴替泰滞胎腿苔袋貸退逮隊黛鯛代台",
        "隆垄拢陇楼娄搂篓漏陋芦卢颅庐炉掳卤虏鲁麓碌露路赂鹿潞禄录陆戮驴吕铝侣旅履屡缕虑氯律率滤绿峦挛孪滦卵乱掠略抡轮伦仑沦纶论萝螺罗",
    ] {
        sound("a row", format!("[\"c2a1\",\"{row}\"],\n").as_bytes());
        let words = detect::judge(&format!("x\n{row}\n").into_bytes(), Preferred::NONE);
        assert_eq!(words.surely_misread().count(), 0, "{row}");
    }
}

#[test]
fn what_is_drawn_is_left_alone() {
    for drawn in [
        "╔═╦═╗\n║a║b║\n╠═╬═╣\n║c║d║\n╚═╩═╝\n",
        "┌┬┐\n├┼┤\n└┴┘\n",
        "╒╤╕╞╪╡╘╧╛ ╓╥╖╟╫╢╙╨╜\n",
        "src\n├── lib.rs\n│   └── main.rs\n└── tests\n",
        "▁▂▃▄▅▆▇█▇▆▅▄▃▂▁ ░▒▓█▓▒░\n",
        "▛▀▜ ▙▄▟ ▐█▌ ▝▘ ▗▖\n",
    ] {
        for times in [1, 3, 50] {
            sound(drawn, drawn.repeat(times).as_bytes());
            unsuspected(drawn, &drawn.repeat(times));
        }
    }
}

/// A text with each word in title case.
fn titled(text: &str) -> String {
    let mut starts = true;
    let mut out = String::new();
    for c in text.chars() {
        if starts {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        starts = !c.is_alphabetic();
    }
    out
}

/// The files below a folder.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

#[test]
fn languages_are_left_alone_in_small_letters_and_in_capitals() {
    every_second_text_is_left_alone(0, |text| [text.to_lowercase(), text.to_uppercase()]);
}

#[test]
fn languages_are_left_alone_as_written_and_with_capitals_at_each_word() {
    every_second_text_is_left_alone(1, |text| [titled(text), text.to_owned()]);
}

/// Of the two texts of each language, one, in two cases.
#[track_caller]
fn every_second_text_is_left_alone(first: usize, cases: impl Fn(&str) -> [String; 2]) {
    let mut texts = Vec::new();
    let models = Path::new("crates/hexloupe-insight/assets/languages");
    files(models, &mut texts);
    let is_prose = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "txt") && !path.starts_with(models.join("words"))
    };
    texts.retain(is_prose);
    assert!(texts.len() >= 60);
    files(Path::new("tests/languages"), &mut texts);
    texts.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    for path in texts.iter().skip(first).step_by(2) {
        let text = fs::read_to_string(path).unwrap();
        for (number, text) in cases(&text).iter().enumerate() {
            let what = path.display().to_string();
            let parts = stretches(text.as_bytes(), STEP);
            let is_sound = parts.iter().all(|part| part.run.reading.chain.is_none());
            assert!(is_sound, "{what}: {parts:?}");
            unsuspected(&what, text);
            // Some lines by themselves, others in each case.
            for line in text.lines().skip((first + 2 * number) * 10).step_by(40) {
                sound(&what, line.as_bytes());
            }
        }
    }
}

#[test]
fn source_code_is_left_alone() {
    let mut paths = Vec::new();
    for folder in [
        "src",
        "crates/hexloupe-dump/src",
        "crates/hexloupe-explain/src",
        "crates/hexloupe-insight/src",
        "crates/hexloupe-lesson",
        "crates/hexloupe-text/src",
        "tests/tidy",
        "tests/keys",
        "tests/guess",
    ] {
        files(Path::new(folder), &mut paths);
    }
    paths.push("README.md".into());
    paths.push("CHANGELOG.md".into());
    assert!(paths.len() > 500);
    let mut quoting = 0;
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        let Some(found) = detect::guess(&bytes).mojibake else {
            continue;
        };
        // Sources quote mojibake in examples; none of them is mojibake as a whole.
        assert!(found.islands > 0, "{}: {}", path.display(), found.text);
        quoting += 1;
    }
    assert!(quoting * 20 < paths.len(), "{quoting} of {}", paths.len());
}
