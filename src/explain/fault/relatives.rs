//! The sentences of the faults that only relatives of UTF-8 have, and what their rows
//! have otherwise than Table 3-7.
//!
//! Invariant: what is said to be expected is so in the encoding at hand (a test asks
//! the codec).

use super::{Case, Telling};
use crate::codec::{Encoding, Fault, State};
use crate::explain::words::{character, hex, point, quoted, value};

/// The bytes that begin a character of an encoding of the family.
pub(super) fn begin(encoding: &Encoding) -> &'static str {
    match encoding.id {
        "utf-8-legacy" => "00..7F or C2..FD to begin a character",
        "cesu-8" => "00..7F or C2..EF to begin a character",
        "mutf-8" => "00..7F, C0 or C2..EF to begin a character",
        _ => "00..7F or C2..F4 to begin a character",
    }
}

/// The second bytes that an encoding of the family allows after a lead byte.
pub(super) fn second(encoding: &Encoding, lead: u8) -> (u8, u8) {
    match (encoding.id, lead) {
        ("mutf-8", 0xC0) => (0x80, 0x80),
        ("cesu-8" | "mutf-8" | "wtf-8", 0xED) | ("utf-8-legacy", 0xF4) => (0x80, 0xBF),
        ("utf-8-legacy", 0xF8) => (0x88, 0xBF),
        ("utf-8-legacy", 0xFC) => (0x84, 0xBF),
        (_, 0xE0) => (0xA0, 0xBF),
        (_, 0xED) => (0x80, 0x9F),
        (_, 0xF0) => (0x90, 0xBF),
        (_, 0xF4) => (0x80, 0x8F),
        _ => (0x80, 0xBF),
    }
}

pub(super) fn telling(case: &Case<'_>) -> Telling {
    match case.diagnosis.fault {
        Fault::Cesu8Unpaired => unpaired(case),
        Fault::Wtf8SplitPair => split(case),
        _ => four_bytes(case),
    }
}

/// The bytes of a character in an encoding.
fn written(encoding: &Encoding, c: char) -> String {
    let mut bytes = Vec::new();
    // Unicode's encodings have every character.
    let _ = encoding.encode(&mut State::default(), c, &mut bytes);
    hex(&bytes)
}

/// The surrogate that some bytes begin with.
fn surrogate(bytes: &[u8]) -> Option<u32> {
    match *bytes {
        [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
            Some(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        _ => None,
    }
}

fn unpaired(case: &Case<'_>) -> Telling {
    let unit = case.diagnosis.decoded.unwrap_or_default();
    let (lacks, expected) = if unit < 0xDC00 {
        let next = match case.after().first() {
            None => format!("{} ends after it", case.the_data()),
            Some(byte) => match quoted(char::from(*byte)).filter(|_| byte.is_ascii()) {
                Some(glyph) => format!("{byte:02X} {glyph} follows, no low one"),
                None => format!("what follows from {byte:02X} on is no low one"),
            },
        };
        (next, "ED B0..BF 80..BF after a high surrogate")
    } else {
        (
            "no high one stands before it".to_owned(),
            "ED A0..AF 80..BF before a low surrogate",
        )
    };
    let why = format!(
        "The bits of {} give {}, half of a pair; {lacks}.",
        hex(case.span()),
        value(unit)
    );
    let mut telling = Telling::of(case, why, expected.to_owned());
    let other = surrogate(case.after()).filter(|other| unit >= 0xDC00 && *other < 0xDC00);
    if let Some(high) = other {
        let c = char::from_u32(0x10000 + ((high & 0x3FF) << 10 | unit & 0x3FF));
        telling.sentences.extend(c.map(|c| {
            format!(
                "{} {} is a pair in the wrong order, of {}.",
                hex(case.span()),
                hex(&case.after()[..3]),
                character(c)
            )
        }));
    }
    telling
}

fn four_bytes(case: &Case<'_>) -> Telling {
    let name = case.encoding.name;
    let story = case.story();
    let decoded = case.diagnosis.decoded.and_then(char::from_u32);
    // What is overlong or too large is no character in UTF-8 either.
    let Some(c) = decoded.filter(|c| *c > '\u{FFFF}') else {
        let why = format!(
            "{} begins four bytes of UTF-8; {name} writes a character above U+FFFF as two \
             surrogates of 3 bytes each.",
            hex(case.span())
        );
        return Telling::of(case, why, begin(case.encoding).to_owned());
    };
    let bytes = written(case.encoding, c);
    let why = format!(
        "{} is UTF-8 for {}; {name} writes it {bytes}, as two surrogates.",
        hex(story),
        character(c)
    );
    Telling::of(case, why, format!("{bytes} for {}", point(u32::from(c))))
}

fn split(case: &Case<'_>) -> Telling {
    let story = case.story();
    let halves = surrogate(story).zip(story.get(3..).and_then(surrogate));
    let c = halves
        .and_then(|(high, low)| char::from_u32(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)));
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    let half = if case.diagnosis.is_tail() {
        "low"
    } else {
        "high"
    };
    let bytes = written(case.encoding, c);
    let why = format!(
        "{} is the {half} half of a pair, {}; WTF-8 writes that as {bytes}.",
        hex(case.span()),
        character(c)
    );
    let mut telling = Telling::of(case, why, format!("{bytes} for {}", point(u32::from(c))));
    let hint = "Only surrogates that have no mate are written by themselves, so that each text has one form.";
    telling.sentences.push(hint.to_owned());
    telling
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Meaning, table};

    #[test]
    fn what_is_expected_is_what_the_codec_takes() {
        for id in ["utf-8", "utf-8-legacy", "cesu-8", "mutf-8", "wtf-8"] {
            let encoding = table::by_label(id).unwrap().encoding();
            let told = begin(encoding);
            for byte in 0x80..=0xFFu8 {
                let begins = open(encoding, &[byte]);
                let is_named = match byte {
                    0xC0 => told.contains("C0"),
                    0xC2..=0xEF => told.contains("C2..EF") || told.contains("C2..F"),
                    0xF0..=0xF4 => told.contains("C2..F"),
                    0xF5..=0xFD => told.contains("C2..FD"),
                    _ => false,
                };
                assert_eq!(begins, is_named, "{id} {byte:02X}");
                if !begins {
                    continue;
                }
                let (first, last) = second(encoding, byte);
                for next in 0x80..=0xBF {
                    let expected = (first..=last).contains(&next);
                    assert_eq!(
                        open(encoding, &[byte, next]),
                        expected,
                        "{id} {byte:02X} {next:02X}"
                    );
                }
            }
        }
    }

    /// Whether some bytes are a character or begin one.
    fn open(encoding: &'static Encoding, bytes: &[u8]) -> bool {
        let sequence = encoding.decode(&mut State::default(), bytes);
        let begins = sequence.meaning == Meaning::IllFormed(Fault::Utf8Truncated);
        usize::from(sequence.len) == bytes.len() && (begins || sequence.meaning.is_character())
    }
}
