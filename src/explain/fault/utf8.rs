//! The sentences of the faults that UTF-8 and its relatives share, by Table 3-7.
//!
//! Most of them depend on which second byte a lead byte allows. Invariant: a value is named only
//! if all promised bytes are present.

use super::relatives::{begin, second};
use super::{Case, Explanation};
use crate::codec::{Encoding, Fault, Meaning, bom, promised};
use crate::explain::words::{character, count_of_bytes, hex, point, quoted, value};

fn explanation(title: &str, sentences: Vec<String>, expected: impl Into<String>) -> Explanation {
    Explanation {
        title: title.to_owned(),
        sentences,
        expected: expected.into(),
    }
}

/// What must follow a lead byte whose second byte is wrong.
fn second_after(encoding: &'static Encoding, lead: u8) -> String {
    format!("{} after {lead:02X}", second(encoding, lead))
}

/// The bytes of a value in UTF-8, where it has any.
fn shortest(value: u32) -> Option<Vec<u8>> {
    let mut buffer = [0; 4];
    let text = char::from_u32(value)?.encode_utf8(&mut buffer);
    Some(text.as_bytes().to_vec())
}

/// How many bytes the shortest form of a value has.
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

pub(super) fn stray(case: &Case<'_>) -> Explanation {
    let byte = hex(case.span());
    if !case.diagnosis.is_tail() {
        let why = format!(
            "{byte} is 10xxxxxx, which only continues a character; no lead byte precedes it."
        );
        let mut sentences = vec![why];
        if case.is_first_after_hole() {
            sentences.push("What stands before it could not be read.".to_owned());
        }
        return explanation("stray continuation byte", sentences, begin(case.encoding));
    }
    let story = case.story();
    // As a distance, because it is not known here how offsets are shown.
    let back = case.diagnosis.span.start - case.diagnosis.promised_bytes.start;
    // The head's own step says what was wrong there.
    let head = Case::decode(case.encoding, story).and_then(|(meaning, _)| meaning.fault());
    let (title, what) = head_of(head);
    let why = format!(
        "{byte} is 10xxxxxx, which only continues a character: it is the tail of {}, {what} that begins {} earlier.",
        hex(story),
        count_of_bytes(back as usize)
    );
    explanation(title, vec![why], begin(case.encoding))
}

/// A tail's title, and what its head is.
pub(super) fn head_of(fault: Option<Fault>) -> (&'static str, &'static str) {
    match fault {
        Some(Fault::Utf8Overlong) => ("tail of an overlong form", "an overlong form"),
        Some(Fault::Utf8Surrogate) => ("tail of a surrogate", "a surrogate"),
        Some(Fault::Utf8TooLarge) => ("tail of a large value", "a value above U+10FFFF"),
        Some(Fault::Utf8Legacy5Byte) => ("tail of five bytes", "a 5-byte form"),
        Some(Fault::Cesu8FourByte | Fault::Mutf8FourByte) => {
            ("tail of four bytes", "a four-byte form")
        }
        Some(Fault::Utf8Legacy6Byte) => ("tail of six bytes", "a 6-byte form"),
        _ => ("tail of an ill-formed sequence", "which is ill-formed"),
    }
}

pub(super) fn overlong(case: &Case<'_>) -> Explanation {
    let story = case.story();
    let lead = story[0];
    let begin = begin(case.encoding);
    let mut expected = match lead {
        0xC0 if case.diagnosis.culprit != Some(case.diagnosis.span.start) => {
            second_after(case.encoding, lead)
        }
        0xC0 | 0xC1 => begin,
        _ => second_after(case.encoding, lead),
    };
    let Some(decoded) = case.diagnosis.decoded else {
        return explanation(
            "overlong form",
            vec![overlong_begun(case.encoding, story)],
            expected,
        );
    };
    if (0xD800..=0xDFFF).contains(&decoded) {
        let why = format!(
            "The bits of {} give {}, half of a UTF-16 pair and no character, in more bytes than its value needs.",
            hex(story),
            value(decoded)
        );
        return explanation("overlong form", vec![why], expected);
    }
    let fits = count_of_bytes(shortest_len(decoded));
    let harm = match char::from_u32(decoded) {
        Some(c) if c.is_ascii() => {
            let name = quoted(c).unwrap_or_else(|| point(decoded));
            format!("or {name} could slip past a filter")
        }
        _ => "so that each character has one spelling".to_owned(),
    };
    let mut sentences = vec![
        format!(
            "The bits of {} give {}, which fits in {fits}.",
            hex(story),
            value(decoded)
        ),
        format!("{} demands the shortest form, {harm}.", case.encoding.name),
    ];
    if story == [0xC0, 0x80] {
        sentences.push("C0 80 is Java's NUL: no byte 00 then stands in a string.".to_owned());
    }
    if let Some(bytes) = shortest(decoded) {
        expected = format!("{} for {}; {expected}", hex(&bytes), point(decoded));
    }
    explanation("overlong form", sentences, expected)
}

/// An overlong form of which not all bytes are there.
fn overlong_begun(encoding: &Encoding, story: &[u8]) -> String {
    let (below, fits) = match story[0] {
        0xE0 => (0x800, 2),
        0xF0 => (0x10000, 3),
        0xF8 => (0x200000, 4),
        0xFC => (0x4000000, 5),
        _ => (0x80, 1),
    };
    let subject = match story {
        [lead @ (0xE0 | 0xF0 | 0xF8 | 0xFC), second, ..] => {
            format!("{lead:02X} {second:02X} begins")
        }
        _ => format!("{:02X} could only begin", story[0]),
    };
    format!(
        "{subject} a value below {}, which fits in {}; {} demands the shortest form.",
        point(below),
        count_of_bytes(fits),
        encoding.name
    )
}

pub(super) fn surrogate(case: &Case<'_>) -> Explanation {
    let story = case.story();
    let mut expected = second_after(case.encoding, 0xED);
    let Some(decoded) = case.diagnosis.decoded else {
        let why = format!(
            "{} begins a surrogate (U+D800..U+DFFF), half of a UTF-16 pair and no character.",
            hex(story.get(..2).unwrap_or(story))
        );
        return explanation("surrogate in UTF-8", vec![why], expected);
    };
    let mut sentences = vec![format!(
        "The bits of {} give {}, half of a UTF-16 pair and no character.",
        hex(story),
        value(decoded)
    )];
    if let Some((place, mate, c)) = mate(case, decoded) {
        sentences.push(format!(
            "With {} {place} it, it is CESU-8 for {}.",
            hex(&mate),
            character(c)
        ));
        let bytes = shortest(u32::from(c)).unwrap_or_default();
        expected = format!("{} for {}; {expected}", hex(&bytes), point(u32::from(c)));
    }
    explanation("surrogate in UTF-8", sentences, expected)
}

/// The other half of a pair in CESU-8: its place, its bytes, and what the pair means.
fn mate(case: &Case<'_>, half: u32) -> Option<(&'static str, [u8; 3], char)> {
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
        ("after", triple(rest.get(..3)?)?)
    } else {
        let before = case.before();
        (
            "before",
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

pub(super) fn too_large(case: &Case<'_>) -> Explanation {
    let story = case.story();
    let lead = story[0];
    let expected = match lead {
        0xF4 => second_after(case.encoding, lead),
        _ => begin(case.encoding),
    };
    let what = match (case.diagnosis.decoded, story) {
        (Some(decoded), _) => format!("The bits of {} give {}", hex(story), point(decoded)),
        (None, [0xF4, second, ..]) => format!(
            "F4 {second:02X} begins values from {} up",
            point(0x100000 | u32::from(second & 0x3F) << 12)
        ),
        (None, _) => format!(
            "{lead:02X} begins values from {} up",
            point(u32::from(lead & 0x07) << 18)
        ),
    };
    let why = format!("{what}; Unicode ends at U+10FFFF, the reach of UTF-16.");
    explanation("value above Unicode", vec![why], expected)
}

pub(super) fn legacy(case: &Case<'_>, bytes: usize) -> Explanation {
    let (least, most) = match bytes {
        5 => (0x20_0000, 0x3FF_FFFF_u32),
        _ => (0x400_0000, 0x7FFF_FFFF),
    };
    let mut sentences = vec![format!(
        "{} began {bytes} bytes in RFC 2279 (1998), for 0x{least:X}..0x{most:X}; RFC 3629 (2003) ended that form.",
        hex(case.span()),
    )];
    match (case.diagnosis.decoded, case.story()) {
        (Some(decoded), _) if decoded < least => sentences.push(format!(
            "The value here, {}, fits in {}: overlong there too.",
            point(decoded),
            count_of_bytes(shortest_len(decoded))
        )),
        (Some(decoded), _) => sentences.push(format!("The value here: {}.", point(decoded))),
        (
            None,
            [lead @ 0xF8, second @ 0x80..=0x87, ..] | [lead @ 0xFC, second @ 0x80..=0x83, ..],
        ) => sentences.push(format!(
            "{lead:02X} {second:02X} begins a value below 0x{least:X}: overlong there too."
        )),
        (None, _) => {}
    }
    let title = match bytes {
        5 => "obsolete 5-byte form",
        _ => "obsolete 6-byte form",
    };
    explanation(title, sentences, begin(case.encoding))
}

pub(super) fn never(case: &Case<'_>) -> Explanation {
    let mut sentences = vec![format!("No standard UTF-8 ever used {}.", hex(case.span()))];
    let context = case.context;
    let mut marks = bom::at_start(context.bytes).filter(|(mark, _)| context.at < mark.len());
    if let Some((mark, whose)) = marks.next().filter(|_| context.origin == 0) {
        let or = match marks.next() {
            Some((_, other)) => format!(", or {}'s and more", other.name),
            None => String::new(),
        };
        sentences.push(format!(
            "{} at the start is the byte order mark of {}{or}.",
            hex(mark),
            whose.name
        ));
    }
    explanation("never a UTF-8 byte", sentences, begin(case.encoding))
}

pub(super) fn cut_short(case: &Case<'_>) -> Explanation {
    let next = match case.after() {
        [] => format!("{} ends", case.the_data()),
        after => format!("the next is {}", next_word(case.encoding, after)),
    };
    let why = format!("{}; {next}.", promise(case.span()));
    explanation("character cut short", vec![why], missing(case))
}

/// What follows a cut: a character of its own is never blamed.
fn next_word(encoding: &'static Encoding, after: &[u8]) -> String {
    match Case::decode(encoding, after) {
        Some((Meaning::Scalar(c), len)) => {
            let glyph = quoted(c).unwrap_or_else(|| format!("({})", character(c)));
            format!("{} {glyph}, a character of its own", hex(&after[..len]))
        }
        _ if begins(encoding, after[0]) => format!("{:02X}, a lead byte", after[0]),
        _ => format!("{:02X}, ill-formed itself", after[0]),
    }
}

/// Whether a byte by itself may begin a character.
fn begins(encoding: &'static Encoding, byte: u8) -> bool {
    let alone = Case::decode(encoding, &[byte]);
    alone.is_some_and(|(meaning, _)| meaning.fault() == Some(Fault::Utf8Truncated))
}

pub(super) fn truncated(case: &Case<'_>) -> Explanation {
    let data = if case.context.before_hole {
        "What can be read"
    } else {
        "The data"
    };
    let why = format!("{data} ends inside a character: {}.", promise(case.span()));
    explanation("truncated character", vec![why], missing(case))
}

/// `E2 82 needs 1 more byte of the form 10xxxxxx`.
fn promise(span: &[u8]) -> String {
    format!(
        "{} needs {} more {} of the form 10xxxxxx",
        hex(span),
        left(span),
        if left(span) == 1 { "byte" } else { "bytes" }
    )
}

/// How many promised bytes are missing.
fn left(span: &[u8]) -> usize {
    promised(span[0]).saturating_sub(span.len())
}

/// The bytes that are missing, by Table 3-7 or by the encoding's own rules.
fn missing(case: &Case<'_>) -> String {
    let span = case.span();
    let more = count_of_bytes(left(span));
    let second = second(case.encoding, span[0]);
    match (span.len(), left(span)) {
        (1, 1) => format!("{more} more, {second}"),
        (1, _) if second != "80..BF" => format!("{more} more, {second} and then 80..BF"),
        _ => format!("{more} more, 80..BF"),
    }
}
