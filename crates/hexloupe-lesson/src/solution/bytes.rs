//! Reasons about single bytes, and about places.
//!
//! Invariant: the sentences follow from the bytes of the question, so they are true of any byte.

use super::super::question::{Answer, GivenData, Question, hex};
use super::{Sentence, bits_of, sentence};
use hexloupe_explain::texts::lesson::solution::bytes as texts;

pub(crate) fn bits(question: &Question) -> Vec<Sentence> {
    let Answer::Bytes(bytes) = &question.answer else {
        return Vec::new();
    };
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    let digits = nibbles.map(|digit| format!("{digit:04b} = {digit:X}"));
    let digits: Vec<String> = digits.collect();
    vec![
        sentence(texts::DIGITS, [("digits", digits.join(", "))]),
        sentence(texts::BYTES, [("bytes", hex(bytes))]),
    ]
}

pub(crate) fn kind(question: &Question) -> Vec<Sentence> {
    let Some(byte) = first(question) else {
        return Vec::new();
    };
    let count = byte.leading_ones();
    let why = match byte {
        0..=0x7F => sentence(texts::ASCII, []),
        0x80..=0xBF => sentence(texts::CONTINUES, []),
        0xC0 | 0xC1 => sentence(texts::TOO_SMALL, []),
        0xF5..=0xF7 => sentence(texts::TOO_LARGE, []),
        0xF8..=0xFF => sentence(texts::TOO_LONG, [("count", count.to_string())]),
        0xC2..=0xF4 => {
            let prefix = format!("{}0", "1".repeat(count as usize));
            sentence(
                texts::LEADS,
                [("prefix", prefix), ("count", count.to_string())],
            )
        }
    };
    vec![in_bits(byte), why]
}

pub(crate) fn length(question: &Question) -> Vec<Sentence> {
    let Some(byte) = first(question) else {
        return Vec::new();
    };
    let why = match byte.leading_ones() {
        0 => sentence(texts::NO_ONES, []),
        count => sentence(texts::ONES, [("count", count.to_string())]),
    };
    vec![in_bits(byte), why]
}

pub(crate) fn boundary(question: &Question) -> Vec<Sentence> {
    let (GivenData::Bytes(bytes), Answer::Offset(start)) = (&question.given, &question.answer)
    else {
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
            texts::INSIDE,
            [
                ("at", at.to_string()),
                ("byte", hex(&[inside])),
                ("bits", bits_of(inside)),
            ],
        ),
        sentence(
            texts::BEGINS,
            [
                ("byte", hex(&[*begins])),
                ("start", start.to_string()),
                ("bits", bits_of(*begins)),
            ],
        ),
    ]
}

fn in_bits(byte: u8) -> Sentence {
    sentence(
        texts::IN_BITS,
        [("byte", hex(&[byte])), ("bits", bits_of(byte))],
    )
}

/// The byte in question.
fn first(question: &Question) -> Option<u8> {
    match &question.given {
        GivenData::Bytes(bytes) => bytes.first().copied(),
        _ => None,
    }
}
