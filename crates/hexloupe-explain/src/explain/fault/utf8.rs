//! The sentences of the faults that UTF-8 and its relatives share, by Table 3-7.
//!
//! Most of them depend on the second bytes that a lead byte allows. Invariant: a value is named
//! only if all promised bytes are present.

use super::relatives::{begin, second};
use super::title::head_of;
use super::{FaultCase, FaultExplanation};
use crate::explain::words::{character, count_of_bytes, hex, point, quoted, value, word_of_bytes};
use crate::language::Language;
use crate::texts::fault::BrokenPromise;
use crate::texts::fault::utf8 as texts;
use hexloupe_text::codec::{Encoding, Fault, Meaning, bom, promised};

/// The bytes expected after a lead byte if its second byte is wrong.
fn second_after(case: &FaultCase<'_>, lead: u8) -> String {
    let second = second(case.encoding, lead, case.language);
    texts::SecondAfter { second, lead }.get(case.language)
}

/// The bytes of a value in UTF-8, if it has any.
fn shortest(value: u32) -> Option<Vec<u8>> {
    let mut buffer = [0; 4];
    let text = char::from_u32(value)?.encode_utf8(&mut buffer);
    Some(text.as_bytes().to_vec())
}

/// The number of bytes of the shortest form of a value.
const fn shortest_len(value: u32) -> usize {
    match value {
        0..=0x7F => 1,
        0x80..=0x7FF => 2,
        0x800..=0xFFFF => 3,
        0x10000..=0x1FFFFF => 4,
        // The forms of RFC 2279.
        _ => 5,
    }
}

pub(super) fn stray(case: &FaultCase<'_>) -> FaultExplanation {
    let (byte, language) = (hex(case.span()), case.language);
    if !case.diagnosis.is_tail() {
        let mut sentences = vec![texts::StrayOnlyContinuesCharacter { byte: &byte }.get(language)];
        if case.is_first_after_hole() {
            let hole = texts::STRAY_WHAT_STANDS_BEFORE.get(language);
            sentences.push(hole.to_owned());
        }
        return FaultExplanation::from_sentences(case, sentences, begin(case));
    }
    let story = case.story();
    // It is a distance, because the display of offsets is unknown here.
    let back = case.diagnosis.span.start - case.diagnosis.promised_bytes.start;
    // The step of the head explains the fault there.
    let head = FaultCase::decode(case.encoding, story).and_then(|(meaning, _)| meaning.fault());
    let why = texts::StrayWhy {
        byte: &byte,
        story: hex(story),
        what: head_of(head).1.get(language),
        back: count_of_bytes(back as usize, language),
    }
    .get(language);
    FaultExplanation::new(case, why, begin(case))
}

pub(super) fn overlong(case: &FaultCase<'_>) -> FaultExplanation {
    let story = case.story();
    let (lead, language) = (story[0], case.language);
    let mut expected = match lead {
        0xC0 if case.diagnosis.culprit != Some(case.diagnosis.span.start) => {
            second_after(case, lead)
        }
        0xC0 | 0xC1 => begin(case),
        _ => second_after(case, lead),
    };
    let Some(decoded) = case.diagnosis.decoded else {
        return FaultExplanation::new(case, overlong_begun(case, story), expected);
    };
    let (bytes, value) = (hex(story), value(decoded, language));
    if (0xD800..=0xDFFF).contains(&decoded) {
        let why = texts::OverlongWhy {
            bytes: &bytes,
            value: &value,
        }
        .get(language);
        return FaultExplanation::new(case, why, expected);
    }
    let mut sentences = vec![
        texts::BitsGiveFits {
            bytes: &bytes,
            value: &value,
            fits: count_of_bytes(shortest_len(decoded), language),
        }
        .get(language),
        shortest_demanded(case, decoded),
    ];
    if story == [0xC0, 0x80] {
        let java = texts::OVERLONG_C0_80_JAVA.get(language);
        sentences.push(java.to_owned());
    }
    if let Some(bytes) = shortest(decoded) {
        expected = instead(&bytes, decoded, &expected, language);
    }
    FaultExplanation::from_sentences(case, sentences, expected)
}

/// A sentence that an encoding demands the shortest form of a value, and why.
fn shortest_demanded(case: &FaultCase<'_>, value: u32) -> String {
    let name = case.encoding.name;
    match char::from_u32(value) {
        Some(c) if c.is_ascii() => texts::ShortestDemandedOfAscii {
            name: &name,
            c: quoted(c).unwrap_or_else(|| point(value)),
        }
        .get(case.language),
        _ => texts::ShortestDemanded { name: &name }.get(case.language),
    }
}

/// The right bytes for a value, before the other expected bytes.
fn instead(bytes: &[u8], value: u32, expected: &str, language: Language) -> String {
    let (bytes, number) = (hex(bytes), point(value));
    texts::BytesInstead {
        bytes,
        number,
        expected,
    }
    .get(language)
}

/// An overlong form with some bytes missing.
fn overlong_begun(case: &FaultCase<'_>, story: &[u8]) -> String {
    let (below, fits) = match story[0] {
        0xE0 => (0x800, 2),
        0xF0 => (0x10000, 3),
        0xF8 => (0x200000, 4),
        0xFC => (0x4000000, 5),
        _ => (0x80, 1),
    };
    let language = case.language;
    let subject = match story {
        [lead @ (0xE0 | 0xF0 | 0xF8 | 0xFC), second, ..] => texts::Begins {
            lead: &lead,
            second: &second,
        }
        .get(language),
        _ => texts::CouldOnlyBegin { lead: &story[0] }.get(language),
    };
    texts::OverlongBegunValueBelowFits {
        subject: &subject,
        below: point(below),
        fits: count_of_bytes(fits, language),
        name: &case.encoding.name,
    }
    .get(language)
}

pub(super) fn surrogate(case: &FaultCase<'_>) -> FaultExplanation {
    let story = case.story();
    let language = case.language;
    let mut expected = second_after(case, 0xED);
    let Some(decoded) = case.diagnosis.decoded else {
        let why = texts::SurrogateWhy {
            bytes: hex(story.get(..2).unwrap_or(story)),
        }
        .get(language);
        return FaultExplanation::new(case, why, expected);
    };
    let mut sentences = vec![
        texts::SurrogateBitsGiveHalf {
            bytes: hex(story),
            value: value(decoded, language),
        }
        .get(language),
    ];
    if let Some((place, mate, c)) = mate(case, decoded) {
        let (mate, named) = (hex(&mate), character(c));
        sentences.push(match place {
            OtherHalfSide::After => texts::SurrogateAfter {
                mate: &mate,
                named: &named,
            }
            .get(language),
            OtherHalfSide::Before => texts::SurrogateBefore { mate, named }.get(language),
        });
        let bytes = shortest(u32::from(c)).unwrap_or_default();
        expected = instead(&bytes, c.into(), &expected, language);
    }
    FaultExplanation::from_sentences(case, sentences, expected)
}

/// The place of the other half of a pair.
#[derive(Clone, Copy)]
enum OtherHalfSide {
    Before,
    After,
}

/// The other half of a pair in CESU-8: its place, its bytes, and the meaning of the pair.
fn mate(case: &FaultCase<'_>, half: u32) -> Option<(OtherHalfSide, [u8; 3], char)> {
    let triple = |bytes: &[u8]| match *bytes {
        [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => Some((
            [0xED, second, third],
            0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F),
        )),
        _ => None,
    };
    let story = case.story();
    let (place, (bytes, other)) = if half < 0xDC00 {
        let rest = case.after().get(story.len() - 1..)?;
        (OtherHalfSide::After, triple(rest.get(..3)?)?)
    } else {
        let before = case.before();
        (
            OtherHalfSide::Before,
            triple(before.get(before.len().checked_sub(3)?..)?)?,
        )
    };
    let (high, low) = if half < other {
        (half, other)
    } else {
        (other, half)
    };
    if !(0xD800..0xDC00).contains(&high) || low < 0xDC00 {
        return None;
    }
    let c = char::from_u32(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF))?;
    Some((place, bytes, c))
}

pub(super) fn too_large(case: &FaultCase<'_>) -> FaultExplanation {
    let story = case.story();
    let (lead, language) = (story[0], case.language);
    let expected = match lead {
        0xF4 => second_after(case, lead),
        _ => begin(case),
    };
    let what = match (case.diagnosis.decoded, story) {
        (Some(decoded), _) => texts::BitsGive {
            bytes: hex(story),
            number: point(decoded),
        }
        .get(language),
        (None, [0xF4, second, ..]) => texts::F4BeginsValuesUp {
            second,
            number: point(0x100000 | u32::from(second & 0x3F) << 12),
        }
        .get(language),
        (None, _) => texts::BeginsValuesUp {
            lead: &lead,
            number: point(u32::from(lead & 0x07) << 18),
        }
        .get(language),
    };
    let why = texts::TooLargeWhy { what: &what }.get(language);
    FaultExplanation::new(case, why, expected)
}

pub(super) fn legacy(case: &FaultCase<'_>, bytes: usize) -> FaultExplanation {
    let (least, most) = match bytes {
        5 => (0x20_0000, 0x3FF_FFFF_u32),
        _ => (0x400_0000, 0x7FFF_FFFF),
    };
    let language = case.language;
    let mut sentences = vec![
        texts::LegacyBeganBytesRfc {
            lead: hex(case.span()),
            bytes,
            least: &least,
            most,
        }
        .get(language),
    ];
    match (case.diagnosis.decoded, case.story()) {
        (Some(decoded), _) if decoded < least => sentences.push(
            texts::ValueFitsOverlongToo {
                number: point(decoded),
                fits: count_of_bytes(shortest_len(decoded), language),
            }
            .get(language),
        ),
        (Some(decoded), _) => sentences.push(
            texts::Value {
                number: point(decoded),
            }
            .get(language),
        ),
        (
            None,
            [lead @ 0xF8, second @ 0x80..=0x87, ..] | [lead @ 0xFC, second @ 0x80..=0x83, ..],
        ) => sentences.push(
            texts::LegacyBeginsValueBelow {
                lead: &lead,
                second: &second,
                least: &least,
            }
            .get(language),
        ),
        (None, _) => {}
    }
    FaultExplanation::from_sentences(case, sentences, begin(case))
}

pub(super) fn never(case: &FaultCase<'_>) -> FaultExplanation {
    let (context, language) = (case.context, case.language);
    let mut sentences = vec![
        texts::NeverNoStandardUtf {
            byte: hex(case.span()),
        }
        .get(language),
    ];
    let mut marks = bom::at_start(context.bytes).filter(|(mark, _)| context.at < mark.len());
    if let Some((mark, whose)) = marks.next().filter(|_| context.origin == 0) {
        let or = match marks.next() {
            Some((_, other)) => texts::More { name: &other.name }.get(language),
            None => String::new(),
        };
        sentences.push(
            texts::StartByteOrderMark {
                mark: hex(mark),
                name: &whose.name,
                or: &or,
            }
            .get(language),
        );
    }
    FaultExplanation::from_sentences(case, sentences, begin(case))
}

pub(super) fn cut_short(case: &FaultCase<'_>) -> FaultExplanation {
    let next = match case.after() {
        [] => case.data_ends().to_owned(),
        after => texts::Next {
            next: next_word(case, after),
        }
        .get(case.language),
    };
    let promise = promise(case.span(), case.language);
    let broken = BrokenPromise { promise, next };
    FaultExplanation::new(case, broken.get(case.language), missing(case))
}

/// The bytes after a cut: a character of its own is never blamed.
fn next_word(case: &FaultCase<'_>, after: &[u8]) -> String {
    let (language, next) = (case.language, after[0]);
    match FaultCase::decode(case.encoding, after) {
        Some((Meaning::Scalar(c), len)) => texts::CharacterOwn {
            bytes: hex(&after[..len]),
            glyph: quoted(c).unwrap_or_else(|| format!("({})", character(c))),
        }
        .get(language),
        _ if begins(case.encoding, next) => texts::LeadByte { next: &next }.get(language),
        _ => texts::IllFormedItself { next: &next }.get(language),
    }
}

/// Reports whether a byte by itself may begin a character.
fn begins(encoding: &'static Encoding, byte: u8) -> bool {
    let alone = FaultCase::decode(encoding, &[byte]);
    alone.is_some_and(|(meaning, _)| meaning.fault() == Some(Fault::Utf8Truncated))
}

pub(super) fn truncated(case: &FaultCase<'_>) -> FaultExplanation {
    let why = texts::TruncatedWhy {
        ends: case.data_ends_first(),
        promise: promise(case.span(), case.language),
    }
    .get(case.language);
    FaultExplanation::new(case, why, missing(case))
}

/// `E2 82 needs 1 more byte of the form 10xxxxxx`.
fn promise(span: &[u8], language: Language) -> String {
    let left = left(span);
    texts::NeedsMoreForm10xxxxxx {
        bytes: hex(span),
        left,
        word: word_of_bytes(left, language),
    }
    .get(language)
}

/// The number of missing promised bytes.
fn left(span: &[u8]) -> usize {
    promised(span[0]).saturating_sub(span.len())
}

/// The missing bytes, by Table 3-7 or by the encoding's own rules.
fn missing(case: &FaultCase<'_>) -> String {
    let (span, language) = (case.span(), case.language);
    let more = count_of_bytes(left(span), language);
    let second = second(case.encoding, span[0], language);
    match (span.len(), left(span)) {
        (1, 1) => texts::MoreFromSecond {
            more: &more,
            second: &second,
        }
        .get(language),
        (1, _) if second != "80..BF" => texts::MoreThen80Bf {
            more: &more,
            second,
        }
        .get(language),
        _ => texts::More80Bf { more }.get(language),
    }
}
