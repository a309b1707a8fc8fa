//! Reasons for the encoding of bytes, and the misreadings of a garbled text.
//!
//! Invariant: the codec checks each sentence, from the bytes or the text of the question.

use super::super::question::{Answer, Choice, Given, Question, hex};
use super::super::skill::{encoded, encoding, read_in};
use super::{Sentence, sentence};
use hexloupe_insight::texts::Texts;
use hexloupe_insight::texts::said::texts;
use hexloupe_text::codec::Encoding;

const MARK: Texts = texts(
    "U+FEFF in {encoding} is {bytes}, and that is what the file begins with.",
    "U+FEFF в {encoding} — это {bytes}, и с этого файл начинается.",
);
const NO_ZEROS: Texts = texts(
    "No two zero bytes follow: UTF-32LE would have them.",
    "Двух нулевых байтов дальше нет, а в UTF-32LE они были бы.",
);
const WORD: Texts = texts(
    "Read as {encoding}, the bytes are the word {word}.",
    "Если прочесть их как {encoding}, получается слово «{word}».",
);
const WRITTEN: Texts = texts(
    "What was seen, {text}, is {bytes} in {read}: those are the bytes there were.",
    "То, что увидели, «{text}», в {read} записывается как {bytes}: это и были байты.",
);
const MEANT: Texts = texts(
    "In {written} the same bytes are the word {word}.",
    "В {written} те же байты — слово «{word}».",
);

/// The signs that distinguish the encodings of a word, by their ids.
const SIGNS: &[(&str, Texts)] = &[
    (
        "utf-8",
        texts(
            "Each letter has two bytes, and the first of them is D0 or D1: so UTF-8 writes Russian.",
            "На букву два байта, и первый из них — D0 или D1: так русские буквы пишутся в UTF-8.",
        ),
    ),
    (
        "utf-16le",
        texts(
            "Each letter has two bytes, and the second of them is 04: 16 bits, the low byte first.",
            "На букву два байта, и второй из них — 04: 16 бит, первым младший байт.",
        ),
    ),
    (
        "utf-16be",
        texts(
            "Each letter has two bytes, and the first of them is 04: 16 bits, the high byte first.",
            "На букву два байта, и первый из них — 04: 16 бит, первым старший байт.",
        ),
    ),
    (
        "windows-1251",
        texts(
            "A letter is one byte, and they are from E0 to FF, where windows-1251 has its small letters (ё is B8).",
            "Буква — один байт, и все они от E0 до FF, где в windows-1251 строчные буквы (ё — B8).",
        ),
    ),
    (
        "koi8-r",
        texts(
            "A letter is one byte, and they are from C0 to DF, where KOI8-R has its small letters (ё is A3).",
            "Буква — один байт, и все они от C0 до DF, где в KOI8-R строчные буквы (ё — A3).",
        ),
    ),
    (
        "ibm866",
        texts(
            "A letter is one byte, and they are from A0 to AF and from E0 to EF, where IBM866 has its small letters (ё is F1).",
            "Буква — один байт, и все они от A0 до AF и от E0 до EF, где в IBM866 строчные буквы (ё — F1).",
        ),
    ),
];

pub(crate) fn mark(question: &Question) -> Vec<Sentence> {
    let of = question.encoding;
    let bytes = hex(&encoded("\u{FEFF}", of));
    let short = question.answer == Answer::Choice(1);
    let places = [("encoding", of.name.to_owned()), ("bytes", bytes)];
    let mark = [sentence(MARK, places)].into_iter();
    let rest = short.then(|| sentence(NO_ZEROS, []));
    mark.chain(rest).collect()
}

pub(crate) fn which(question: &Question) -> Vec<Sentence> {
    let Given::Bytes(bytes) = &question.given else {
        return Vec::new();
    };
    let of = question.encoding;
    let sign = SIGNS.iter().find(|(id, _)| *id == of.id);
    let word = read_in(bytes, of).unwrap_or_default();
    let places = [("encoding", of.name.to_owned()), ("word", word)];
    let sign = sign.map(|(_, says)| sentence(*says, []));
    sign.into_iter().chain([sentence(WORD, places)]).collect()
}

pub(crate) fn mojibake(question: &Question) -> Vec<Sentence> {
    let Given::Text(text) = &question.given else {
        return Vec::new();
    };
    let Some([written, read]) = chain(question) else {
        return Vec::new();
    };
    let bytes = encoded(text, read);
    let word = read_in(&bytes, written).unwrap_or_default();
    vec![
        sentence(
            WRITTEN,
            [
                ("text", text.clone()),
                ("bytes", hex(&bytes)),
                ("read", read.name.to_owned()),
            ],
        ),
        sentence(
            MEANT,
            [("written", written.name.to_owned()), ("word", word)],
        ),
    ]
}

/// The encodings that the text was written in, and read in.
fn chain(question: &Question) -> Option<[&'static Encoding; 2]> {
    let Answer::Choice(number) = question.answer else {
        return None;
    };
    let Choice::Name(name) = question.choices.get(number)? else {
        return None;
    };
    let (written, read) = name.split_once(" -> ")?;
    Some([encoding(written), encoding(read)])
}
