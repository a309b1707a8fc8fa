//! Reasons about single bytes, and about places.
//!
//! Invariant: the sentences follow from the bytes of the question, so they are true of any byte.

use super::super::question::{Answer, Given, Question, hex};
use super::{Sentence, bits_of, sentence};
use hexloupe_insight::texts::Texts;
use hexloupe_insight::texts::said::texts;

const DIGITS: Texts = texts(
    "Cut the bits into fours; each four is one digit: {digits}.",
    "Разрежьте биты по четыре, каждая четвёрка — одна цифра: {digits}.",
);
const BYTES: Texts = texts(
    "Two digits are a byte: {bytes}.",
    "Две цифры — один байт: {bytes}.",
);
const IN_BITS: Texts = texts("{byte} is {bits} in bits.", "В битах {byte} — это {bits}.");
const ASCII: Texts = texts(
    "The highest bit is 0: the byte is a character of its own, as in ASCII.",
    "Старший бит — 0: байт сам по себе символ, как в ASCII.",
);
const CONTINUES: Texts = texts(
    "It begins with 10: it continues a character that a byte before it began.",
    "Он начинается с 10: продолжает символ, начатый раньше.",
);
const LEADS: Texts = texts(
    "It begins with {prefix}: {count} ones, so it is the lead byte of {count}.",
    "Он начинается с {prefix}: единиц {count}, значит, он первый из {count} байтов.",
);
const TOO_SMALL: Texts = texts(
    "It begins with 110, but with its bits two bytes make no value above U+007F, which one byte has room for: C0 and C1 never occur.",
    "Он начинается с 110, но с его битами два байта дают не больше U+007F, а на это хватает одного: C0 и C1 не встречаются.",
);
const TOO_LARGE: Texts = texts(
    "It begins with 11110, but with its bits the value is above U+10FFFF, where Unicode ends: F5 to F7 never occur.",
    "Он начинается с 11110, но с его битами значение больше U+10FFFF, а там Юникод кончается: от F5 до F7 не встречаются.",
);
const TOO_LONG: Texts = texts(
    "It begins with {count} ones, and no character has more than four bytes: F8 to FF never occur.",
    "Он начинается с {count} единиц, а больше четырёх байтов в символе не бывает: от F8 до FF не встречаются.",
);
const ONE: Texts = texts(
    "No one stands before the first zero: one byte.",
    "До первого нуля нет ни одной единицы: один байт.",
);
const ONES: Texts = texts(
    "{count} ones stand before the first zero: {count} bytes.",
    "Единиц до первого нуля — {count}, столько же и байтов.",
);
const INSIDE: Texts = texts(
    "The byte at offset {at} is {byte}, in bits {bits}: it begins with 10 and continues a character.",
    "На смещении {at} стоит {byte}, в битах {bits}: он начинается с 10 и продолжает символ.",
);
const BEGINS: Texts = texts(
    "Going back, the first byte that does not begin with 10 is {byte} at offset {start}, in bits {bits}.",
    "Если идти назад, первый байт, который начинается не с 10, — {byte} на смещении {start}, в битах {bits}.",
);

pub(crate) fn bits(question: &Question) -> Vec<Sentence> {
    let Answer::Bytes(bytes) = &question.answer else {
        return Vec::new();
    };
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    let digits = nibbles.map(|digit| format!("{digit:04b} = {digit:X}"));
    let digits: Vec<String> = digits.collect();
    vec![
        sentence(DIGITS, [("digits", digits.join(", "))]),
        sentence(BYTES, [("bytes", hex(bytes))]),
    ]
}

pub(crate) fn kind(question: &Question) -> Vec<Sentence> {
    let Some(byte) = first(question) else {
        return Vec::new();
    };
    let count = byte.leading_ones();
    let why = match byte {
        0..=0x7F => sentence(ASCII, []),
        0x80..=0xBF => sentence(CONTINUES, []),
        0xC0 | 0xC1 => sentence(TOO_SMALL, []),
        0xF5..=0xF7 => sentence(TOO_LARGE, []),
        0xF8..=0xFF => sentence(TOO_LONG, [("count", count.to_string())]),
        0xC2..=0xF4 => {
            let prefix = format!("{}0", "1".repeat(count as usize));
            sentence(LEADS, [("prefix", prefix), ("count", count.to_string())])
        }
    };
    vec![in_bits(byte), why]
}

pub(crate) fn length(question: &Question) -> Vec<Sentence> {
    let Some(byte) = first(question) else {
        return Vec::new();
    };
    let why = match byte.leading_ones() {
        0 => sentence(ONE, []),
        count => sentence(ONES, [("count", count.to_string())]),
    };
    vec![in_bits(byte), why]
}

pub(crate) fn boundary(question: &Question) -> Vec<Sentence> {
    let (Given::Bytes(bytes), Answer::Offset(start)) = (&question.given, &question.answer) else {
        return Vec::new();
    };
    let at = question.place("at").and_then(|at| at.parse::<usize>().ok());
    let inside = at.and_then(|at| Some((at, *bytes.get(at)?)));
    let begins = bytes.get(*start as usize);
    let (Some((at, inside)), Some(begins)) = (inside, begins) else {
        return Vec::new();
    };
    vec![
        sentence(
            INSIDE,
            [
                ("at", at.to_string()),
                ("byte", hex(&[inside])),
                ("bits", bits_of(inside)),
            ],
        ),
        sentence(
            BEGINS,
            [
                ("byte", hex(&[*begins])),
                ("start", start.to_string()),
                ("bits", bits_of(*begins)),
            ],
        ),
    ]
}

fn in_bits(byte: u8) -> Sentence {
    sentence(IN_BITS, [("byte", hex(&[byte])), ("bits", bits_of(byte))])
}

/// The byte in question.
fn first(question: &Question) -> Option<u8> {
    match &question.given {
        Given::Bytes(bytes) => bytes.first().copied(),
        _ => None,
    }
}
