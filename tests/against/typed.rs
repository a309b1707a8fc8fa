//! Text that is typed after a tool has read a file wrongly, and before it saves the file as UTF-8: the whole
//! file is put back in its encoding with what was typed, or what is left is told.
//!
//! Invariant: the damage and the right bytes are made by `encoding_rs` and the standard library.

use encoding_rs::{
    EUC_KR, Encoding as Rs, GBK, KOI8_R, SHIFT_JIS, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
};
use proptest::prelude::*;
use proptest::test_runner::Config;

use hexloupe::detect::choose;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::against::{AgainstParameters, FileVersions, compare};
use hexloupe::window::Peek;

/// A set, a text in it, and what is typed into that.
type SetAndText = (&'static Rs, &'static [&'static str], &'static str);

const SETS: [SetAndText; 7] = [
    (
        WINDOWS_1252,
        &[
            "Größe und Länge prüfen",
            "int x = 1; // Zähler",
            "Über den Wolken",
            "plain text",
            "Straße und Brücke",
        ],
        "später hinzugefügt",
    ),
    (WINDOWS_1251, RUSSIAN, "добавлено позже"),
    (KOI8_R, RUSSIAN, "добавлено позже"),
    (
        SHIFT_JIS,
        &[
            "これは日本語のテキストです。",
            "ソースコードの表示",
            "int y = 2;",
            "設定ファイルを読み込む",
        ],
        "追加した行",
    ),
    (
        GBK,
        &[
            "这是一个中文文本文件。",
            "我们今天去学校上课",
            "return 0;",
            "请输入用户名和密码",
        ],
        "新的一行",
    ),
    (
        EUC_KR,
        &[
            "안녕하세요 세계",
            "이것은 한국어 텍스트입니다",
            "abc",
            "오늘 날씨가 좋습니다",
        ],
        "새로운 줄",
    ),
    (UTF_16LE, RUSSIAN, "добавлено позже"),
];

const RUSSIAN: &[&str] = &[
    "Привет, как дела?",
    "Это письмо о погоде в Москве.",
    "x = 1",
    "Вторая строка текста.",
    "Ошибка чтения файла",
];

/// A tool's way to read a file.
#[derive(Debug, Clone, Copy)]
enum Reading {
    /// In its encoding; it only saves in another.
    Right,
    /// As UTF-8, with U+FFFD for what is none.
    Replaced,
    /// As UTF-8, without what is none.
    Ignored,
    /// As windows-1252.
    Western,
}

impl Reading {
    fn of(self, bytes: &[u8], set: &'static Rs) -> String {
        match self {
            Self::Right => set.decode(bytes).0.into_owned(),
            Self::Replaced => String::from_utf8_lossy(bytes).into_owned(),
            Self::Ignored => String::from_utf8_lossy(bytes).replace('\u{FFFD}', ""),
            Self::Western => WINDOWS_1252
                .decode_without_bom_handling(bytes)
                .0
                .into_owned(),
        }
    }
}

/// An edit at a line.
#[derive(Debug, Clone, Copy)]
enum Edit {
    None,
    Insert,
    Append,
    Delete,
}

impl Edit {
    fn of(self, text: &str, at: usize, typed: &str) -> String {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let at = at % (lines.len() - 1);
        match self {
            Self::None => {}
            Self::Insert => lines.insert(at, typed.to_owned()),
            Self::Append => {
                lines[at].push(' ');
                lines[at].push_str(typed);
            }
            Self::Delete => {
                lines.remove(at);
            }
        }
        lines.join("\n")
    }
}

/// The bytes of a text; `encoding_rs` has no encoder for UTF-16.
fn encoded(text: &str, set: &'static Rs) -> Vec<u8> {
    if set == UTF_16LE {
        let units = ['\u{FEFF}']
            .into_iter()
            .chain(text.chars())
            .collect::<String>();
        return units.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    let (bytes, _, has_lost) = set.encode(text);
    assert!(!has_lost, "{text}");
    bytes.into_owned()
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(300) })]

    #[test]
    fn a_file_is_put_back_with_what_was_typed_or_the_rest_is_told(
        (set, lines, typed) in prop::sample::select(SETS.to_vec()),
        reading in prop::sample::select(vec![
            Reading::Right, Reading::Replaced, Reading::Ignored, Reading::Western,
        ]),
        edit in prop::sample::select(vec![Edit::None, Edit::Insert, Edit::Append, Edit::Delete]),
        at in 0..20_usize,
        // Of a shorter text it is not certain which encoding it has.
        times in 2..5_usize,
    ) {
        let text = [&*lines.join("\n"), "\n"].concat().repeat(times);
        let (old, truth) = (encoded(&text, set), encoded(&edit.of(&text, at, typed), set));
        let is_wide = set == UTF_16LE;
        let reading = if is_wide { Reading::Right } else { reading };
        let new = edit.of(&reading.of(&old, set), at, typed).into_bytes();
        let read = |data: &dyn Peek| choose(data, Preferred::NONE);
        let orders = AgainstParameters { reading: &read, expected: &[] };
        let versions = FileVersions { old: &old, new: &new, converts_ends: false };
        let found = compare(&versions, &orders);
        let is_left = found.changes.iter().any(|change| change.kept.is_some());
        let back = found.restored.as_ref();
        match back {
            Some(back) if *back == truth => {}
            // What is not put back is told, and so is a file that is left as it is.
            Some(_) => prop_assert!(is_left, "{reading:?} {edit:?} {}", set.name()),
            None => prop_assert!(
                !found.changes.is_empty() || new == truth,
                "{reading:?} {edit:?} {}",
                set.name()
            ),
        }
        // Saved in UTF-8 as a whole, nothing is lost, so all comes back.
        if matches!(reading, Reading::Right) {
            prop_assert_eq!(back.unwrap_or(&new), &truth, "{:?} {}", edit, set.name());
        }
    }
}
