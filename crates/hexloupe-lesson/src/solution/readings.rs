//! Reasons for the encoding of bytes, and the misreadings of a garbled text.
//!
//! Invariant: the codec checks each sentence, from the bytes or the text of the question.

use super::super::question::{Answer, AnswerChoice, GivenData, Question, hex};
use super::super::skill::{encoded, encoding, read_in};
use super::{Sentence, sentence};
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::solution::readings as texts;
use hexloupe_text::codec::Encoding;

/// The signs that distinguish the encodings of a word, by their ids.
const SIGNS: &[(&str, Texts)] = &[
    ("utf-8", texts::LETTERS_OF_UTF_8),
    ("utf-16le", texts::LETTERS_OF_UTF_16LE),
    ("utf-16be", texts::LETTERS_OF_UTF_16BE),
    ("windows-1251", texts::LETTERS_OF_WINDOWS_1251),
    ("koi8-r", texts::LETTERS_OF_KOI8_R),
    ("ibm866", texts::LETTERS_OF_IBM866),
];

/// The signs of those of a word of Chinese characters.
const SIGNS_OF_CHINESE: &[(&str, Texts)] = &[
    ("utf-8", texts::CHARACTERS_OF_UTF_8),
    ("utf-16le", texts::CHARACTERS_OF_UTF_16LE),
    ("utf-16be", texts::CHARACTERS_OF_UTF_16BE),
    ("gbk", texts::CHARACTERS_OF_GBK),
    ("big5", texts::CHARACTERS_OF_BIG5),
];

/// The signs of encodings with a visible structure, for a word of any script.
const SIGNS_OF_ALL: &[(&str, Texts)] = &[
    ("utf-8", texts::SIGN_OF_UTF_8),
    ("utf-16le", texts::SIGN_OF_UTF_16LE),
    ("utf-16be", texts::SIGN_OF_UTF_16BE),
];

pub(crate) fn mark(question: &Question) -> Vec<Sentence> {
    let of = question.encoding;
    let bytes = hex(&encoded("\u{FEFF}", of));
    let short = question.answer == Answer::Choice(1);
    let places = [("encoding", of.name.to_owned()), ("bytes", bytes)];
    let mark = [sentence(texts::MARK, places)].into_iter();
    let rest = short.then(|| sentence(texts::NO_ZEROS, []));
    mark.chain(rest).collect()
}

pub(crate) fn which(question: &Question) -> Vec<Sentence> {
    let GivenData::Bytes(bytes) = &question.given else {
        return Vec::new();
    };
    let of = question.encoding;
    let word = read_in(bytes, of).unwrap_or_default();
    let is_of = |letters: fn(char) -> bool| word.chars().all(letters);
    let signs = if is_of(|c| matches!(c, 'а'..='я' | 'ё')) {
        SIGNS
    } else if is_of(|c| matches!(c, '\u{4E00}'..='\u{9FFF}')) {
        SIGNS_OF_CHINESE
    } else {
        SIGNS_OF_ALL
    };
    let sign = signs.iter().find(|(id, _)| *id == of.id);
    let places = [("encoding", of.name.to_owned()), ("word", word)];
    let sign = sign.map(|(_, says)| sentence(*says, []));
    sign.into_iter()
        .chain([sentence(texts::WORD, places)])
        .collect()
}

pub(crate) fn mojibake(question: &Question) -> Vec<Sentence> {
    let GivenData::Text(text) = &question.given else {
        return Vec::new();
    };
    let Some([written, read]) = chain(question) else {
        return Vec::new();
    };
    let bytes = encoded(text, read);
    let word = read_in(&bytes, written).unwrap_or_default();
    vec![
        sentence(
            texts::WRITTEN,
            [
                ("text", text.clone()),
                ("bytes", hex(&bytes)),
                ("read", read.name.to_owned()),
            ],
        ),
        sentence(
            texts::MEANT,
            [("written", written.name.to_owned()), ("word", word)],
        ),
    ]
}

/// The encodings that the text was written in, and read in.
fn chain(question: &Question) -> Option<[&'static Encoding; 2]> {
    let Answer::Choice(number) = question.answer else {
        return None;
    };
    let AnswerChoice::Name(name) = question.choices.get(number)? else {
        return None;
    };
    let (written, read) = name.split_once(" -> ")?;
    Some([encoding(written), encoding(read)])
}
