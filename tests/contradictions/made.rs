//! Files whose making is known: words and lines of languages, in encodings, misread in others, and
//! mixed.
//!
//! They are short, as every judgement of a file takes milliseconds. Invariant: nothing here uses the
//! codecs that are tested.

use std::fs;

use crate::mojibake::damage::{misread, written};

/// A file, and how it was made.
pub(super) struct Made {
    pub(super) bytes: Vec<u8>,
    pub(super) how: String,
}

/// The languages, and the encodings that each is written in.
const LANGUAGES: [(&str, &[&str]); 24] = [
    (
        "ru",
        &[
            "windows-1251",
            "koi8-r",
            "ibm866",
            "iso-8859-5",
            "x-mac-cyrillic",
        ],
    ),
    ("uk", &["windows-1251", "koi8-u"]),
    ("bg", &["windows-1251", "ibm866"]),
    ("sr", &["windows-1251", "iso-8859-5"]),
    ("cs", &["windows-1250", "iso-8859-2", "cp852"]),
    ("pl", &["windows-1250", "iso-8859-2", "cp852"]),
    ("hu", &["windows-1250", "iso-8859-2"]),
    ("ro", &["windows-1250", "iso-8859-16"]),
    ("fr", &["windows-1252", "cp850", "macintosh"]),
    ("de", &["windows-1252", "cp437"]),
    ("es", &["windows-1252", "cp850"]),
    ("pt", &["windows-1252", "macintosh"]),
    ("sv", &["windows-1252"]),
    ("tr", &["windows-1254"]),
    ("el", &["windows-1253", "iso-8859-7"]),
    ("he", &["windows-1255"]),
    ("ar", &["windows-1256"]),
    ("lt", &["windows-1257"]),
    ("vi", &["windows-1258"]),
    ("ja", &["shift_jis", "euc-jp"]),
    ("zh-hans", &["gbk"]),
    ("zh-hant", &["big5"]),
    ("ko", &["euc-kr"]),
    ("th", &["windows-874"]),
];

/// The sets in which bytes are misread.
const READ: [&str; 10] = [
    "windows-1252",
    "windows-1251",
    "windows-1250",
    "koi8-r",
    "ibm866",
    "cp437",
    "cp850",
    "iso-8859-5",
    "x-mac-cyrillic",
    "macintosh",
];

/// The most characters of a word, and of a line.
const WORD: usize = 14;
const LINE: usize = 48;
/// Words of each language, and the lines that are made like them.
const WORDS: usize = 3;
const LINES: usize = 1;

/// The files that are being made.
#[derive(Default)]
struct Files(Vec<Made>);

impl Files {
    fn add(&mut self, bytes: Option<Vec<u8>>, how: String) {
        self.0.extend(bytes.map(|bytes| Made { bytes, how }));
    }

    fn add_text(&mut self, text: Option<String>, how: String) {
        self.add(text.map(String::into_bytes), how);
    }

    /// A piece as it is, in each encoding, misread once and twice, and each of these beside `sound`
    /// text, in one line and in another.
    fn add_all(&mut self, (language, sets): (&str, &[&str]), piece: &str, sound: &str) {
        self.add_text(Some(piece.to_owned()), format!("{language} utf-8"));
        self.add_text(
            Some(piece.to_uppercase()),
            format!("{language} utf-8, capitals"),
        );
        for set in sets {
            let own = written(piece, set);
            let beside = |own: &Vec<u8>| [sound.as_bytes(), b"\n", own, b"\n"].concat();
            self.add(
                own.as_ref().map(beside),
                format!("{language} {set} after utf-8"),
            );
            self.add(own, format!("{language} {set}"));
        }
        for (number, read) in READ.iter().enumerate() {
            let once = misread(piece, "utf-8", read).filter(|once| once != piece);
            let how = format!("{language} utf-8,{read}");
            let in_line = once.as_ref().map(|once| format!("{sound} {once}"));
            self.add_text(in_line, format!("{how} in a line"));
            let next = READ[(number + piece.len()) % 3];
            let twice = { once.as_ref() }.and_then(|once| misread(once, "utf-8", next));
            self.add_text(twice, format!("{how},utf-8,{next}"));
            self.add_text(once, how);
            let set = sets[number % sets.len()];
            let other = misread(piece, set, read).filter(|other| set != *read && other != piece);
            let how = format!("{language} {set},{read}");
            let after = other.as_ref().map(|other| format!("{sound}\n{other}\n"));
            self.add_text(after, format!("{how} after utf-8"));
            self.add_text(other, how);
        }
    }
}

/// The first characters of a text.
fn cut(text: &str, most: usize) -> &str {
    text.char_indices()
        .nth(most)
        .map_or(text, |(end, _)| &text[..end])
}

/// All of them.
pub(super) fn files() -> Vec<Made> {
    let mut files = Files::default();
    for (language, sets) in LANGUAGES {
        let text = fs::read_to_string(format!("tests/languages/{language}.txt")).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_ascii()).collect();
        let words = text.split(|c: char| !c.is_alphabetic());
        let words = words.filter(|word| !word.is_ascii() && word.chars().nth(2).is_some());
        let words: Vec<&str> = words.map(|word| cut(word, WORD)).collect();
        let step = words.len() / WORDS;
        for (number, word) in words.iter().step_by(step).take(WORDS).enumerate() {
            let sound = words[number * step + 1];
            files.add_all((language, sets), word, sound);
        }
        for number in 0..LINES {
            let line = cut(lines[number * 9], LINE);
            files.add_all((language, sets), line, cut(lines[number * 9 + 1], LINE));
        }
    }
    files.0
}
