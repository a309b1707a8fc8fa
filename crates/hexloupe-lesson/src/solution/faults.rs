//! Reasons why some UTF-8 is ill-formed.
//!
//! Invariant: the sentences report the codec's findings, with its bytes and its value.

use super::super::question::{Given, Question, hex};
use super::{Sentence, bits_of, sentence};
use hexloupe_insight::explain::point;
use hexloupe_insight::texts::Texts;
use hexloupe_insight::texts::said::texts;
use hexloupe_text::codec::{Diagnosis, Fault, Walk};
use hexloupe_text::window::Peek as _;

const BEFORE: Texts = texts(
    "Up to offset {at} every lead byte has the continuation bytes that it promises.",
    "До смещения {at} за каждым первым байтом стоят все байты продолжения, которые он обещает.",
);
const STRAY: Texts = texts(
    "{byte} there is {bits} in bits: a continuation byte, and no lead byte precedes it.",
    "Стоящий там {byte} в битах — {bits}: это байт продолжения, а первого байта перед ним нет.",
);
const CUT_SHORT: Texts = texts(
    "{byte} there is the lead byte of {count}, but {next} comes too early: it does not begin with 10. The character is cut short.",
    "Стоящий там {byte} — первый из {count} байтов, но {next} идёт слишком рано: он начинается не с 10. Символ оборван.",
);
const OVERLONG: Texts = texts(
    "The value bits of {bytes} there make {value}, and fewer bytes have room for that: an overlong form.",
    "Биты значения в {bytes} дают {value}, а на это хватает меньшего числа байтов: это слишком длинная форма.",
);
const SURROGATE: Texts = texts(
    "The value bits of {bytes} there make {value}, and D800 to DFFF are surrogates, halves of pairs in UTF-16 and no characters.",
    "Биты значения в {bytes} дают {value}, а от D800 до DFFF — суррогаты, половины пар в UTF-16, а не символы.",
);
const TOO_LARGE: Texts = texts(
    "The value bits of {bytes} there make {value}, and Unicode ends at U+10FFFF.",
    "Биты значения в {bytes} дают {value}, а Юникод кончается на U+10FFFF.",
);
const NEVER: Texts = texts(
    "{byte} there is {bits} in bits: neither a lead byte nor a continuation byte of UTF-8 looks like that.",
    "Стоящий там {byte} в битах — {bits}: таким в UTF-8 не бывает ни первый байт, ни байт продолжения.",
);

pub(crate) fn why(question: &Question) -> Vec<Sentence> {
    let Given::Bytes(bytes) = &question.given else {
        return Vec::new();
    };
    let Some(found) = first(bytes) else {
        return Vec::new();
    };
    let at = found.span.start;
    let before = sentence(BEFORE, [("at", at.to_string())]);
    vec![before, said(bytes, &found)]
}

/// The first ill-formed sequence of some UTF-8.
pub(crate) fn first(bytes: &[u8]) -> Option<Diagnosis> {
    let window = bytes.to_vec().window(0, bytes.len());
    let walk = || Walk::new(hexloupe_text::codec::table::UTF_8, 0, &window);
    let step = walk().find(|step| step.meaning.fault().is_some())?;
    walk().context(&step).diagnose()
}

/// The sentence about a fault.
fn said(bytes: &[u8], found: &Diagnosis) -> Sentence {
    let within = |range: &std::ops::Range<u64>| {
        let part = bytes.get(range.start as usize..range.end as usize);
        part.unwrap_or_default()
    };
    let byte = within(&found.span).first().copied().unwrap_or_default();
    let the_byte = ("byte", hex(&[byte]));
    let the_bits = ("bits", bits_of(byte));
    let value = [
        ("bytes", hex(within(&found.promised_bytes))),
        ("value", found.decoded.map_or_else(String::new, point)),
    ];
    match found.fault {
        Fault::Utf8StrayContinuation => sentence(STRAY, [the_byte, the_bits]),
        Fault::Utf8Overlong => sentence(OVERLONG, value),
        Fault::Utf8Surrogate => sentence(SURROGATE, value),
        Fault::Utf8TooLarge => sentence(TOO_LARGE, value),
        Fault::Utf8CutShort => {
            let count = byte.leading_ones().to_string();
            let next = found.culprit.and_then(|at| bytes.get(at as usize));
            let next = next.map_or_else(String::new, |byte| hex(&[*byte]));
            sentence(CUT_SHORT, [the_byte, ("count", count), ("next", next)])
        }
        _ => sentence(NEVER, [the_byte, the_bits]),
    }
}
