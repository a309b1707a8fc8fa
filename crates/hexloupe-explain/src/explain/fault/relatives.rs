//! The sentences of the faults that only relatives of UTF-8 have, and of their differences from
//! Table 3-7.
//!
//! Invariant: the expected bytes are right in the actual encoding (a test asks the codec).

use super::{FaultCase, FaultExplanation, ranges};
use crate::explain::words::{character, hex, point, quoted, value};
use crate::language::Language;
use crate::texts::fault::relatives as texts;
use hexloupe_text::codec::{CodecState, Encoding, Fault};

/// The bytes that begin a character of an encoding of the family.
pub(super) fn begin(case: &FaultCase<'_>) -> String {
    let mut ranges = ranges(|byte| opens(case.encoding, &[byte]));
    let last = ranges.pop().unwrap_or_default();
    texts::BeginCharacter {
        ranges: ranges.join(", "),
        last: &last,
    }
    .get(case.language)
}

/// The second bytes that an encoding of the family allows after a lead byte.
pub(super) fn second(encoding: &'static Encoding, lead: u8, language: Language) -> String {
    ranges(|byte| opens(encoding, &[lead, byte])).join(texts::OR.get(language))
}

/// Reports whether some bytes are a character or begin one.
fn opens(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let found = FaultCase::decode(encoding, bytes);
    found.is_some_and(|(meaning, len)| {
        let begins = meaning.fault() == Some(Fault::Utf8Truncated);
        len == bytes.len() && (begins || meaning.is_character())
    })
}

pub(super) fn explanation(case: &FaultCase<'_>) -> FaultExplanation {
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
    let _ = encoding.encode(&mut CodecState::default(), c, &mut bytes);
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

fn unpaired(case: &FaultCase<'_>) -> FaultExplanation {
    let (unit, language) = (case.diagnosis.decoded.unwrap_or_default(), case.language);
    let (lacks, expected) = if unit < 0xDC00 {
        let next = match case.after().first() {
            None => case.data_ends_after(),
            Some(byte) => match quoted(char::from(*byte)).filter(|_| byte.is_ascii()) {
                Some(glyph) => texts::FollowsNoLowOne {
                    byte: &byte,
                    glyph: &glyph,
                }
                .get(language),
                None => texts::UnpairedWhatFollowsNo { byte: &byte }.get(language),
            },
        };
        let expected = texts::UNPAIRED_EXPECTED.get(language);
        (next, expected)
    } else {
        let lacks = texts::UNPAIRED_NO_HIGH_ONE.get(language);
        let expected = texts::UNPAIRED_EXPECTED_ED_A0_AF.get(language);
        (lacks.to_owned(), expected)
    };
    let why = texts::UnpairedWhy {
        bytes: hex(case.span()),
        value: value(unit, language),
        lacks: &lacks,
    }
    .get(language);
    let mut explanation = FaultExplanation::new(case, why, expected);
    let other = surrogate(case.after()).filter(|other| unit >= 0xDC00 && *other < 0xDC00);
    if let Some(high) = other {
        let c = char::from_u32(0x10000 + ((high & 0x3FF) << 10 | unit & 0x3FF));
        explanation.sentences.extend(c.map(|c| {
            texts::PairWrongOrder {
                low: hex(case.span()),
                high: hex(&case.after()[..3]),
                c: character(c),
            }
            .get(language)
        }));
    }
    explanation
}

fn four_bytes(case: &FaultCase<'_>) -> FaultExplanation {
    let (name, language) = (case.encoding.name, case.language);
    let story = case.story();
    let decoded = case.diagnosis.decoded.and_then(char::from_u32);
    // An overlong or too large value is no character in UTF-8 either.
    let Some(c) = decoded.filter(|c| *c > '\u{FFFF}') else {
        let why = texts::FourBytesWhy {
            lead: hex(case.span()),
            name: &name,
        }
        .get(language);
        return FaultExplanation::new(case, why, begin(case));
    };
    let bytes = written(case.encoding, c);
    let why = texts::FourBytesWhyUtf8Writes {
        story: hex(story),
        c: character(c),
        name: &name,
        bytes: &bytes,
    }
    .get(language);
    FaultExplanation::new(case, why, bytes_for(&bytes, c, language))
}

/// The bytes that are right for a character.
fn bytes_for(bytes: &str, c: char, language: Language) -> String {
    let number = point(c.into());
    texts::BytesForNumber { bytes, number }.get(language)
}

fn split(case: &FaultCase<'_>) -> FaultExplanation {
    let story = case.story();
    let halves = surrogate(story).zip(story.get(3..).and_then(surrogate));
    let c = halves
        .and_then(|(high, low)| char::from_u32(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)));
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    let language = case.language;
    let half = if case.diagnosis.is_tail() {
        texts::LOW.get(language)
    } else {
        texts::HIGH.get(language)
    };
    let bytes = written(case.encoding, c);
    let why = texts::SplitWhy {
        span: hex(case.span()),
        half: &half,
        c: character(c),
        bytes: &bytes,
    }
    .get(language);
    let mut explanation = FaultExplanation::new(case, why, bytes_for(&bytes, c, language));
    let hint = texts::SPLIT_HINT.get(language);
    explanation.sentences.push(hint.to_owned());
    explanation
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{Walk, table};
    use hexloupe_text::window::Peek as _;

    fn second_of(encoding: &'static Encoding, lead: u8) -> String {
        second(encoding, lead, Language::English)
    }

    #[test]
    fn the_expected_bytes_are_those_the_codec_accepts() {
        for (id, first, after_ed) in [
            ("utf-8", "00..7F or C2..F4", "80..9F"),
            ("utf-8-legacy", "00..7F or C2..FD", "80..9F"),
            ("cesu-8", "00..7F or C2..EF", "80..BF"),
            ("mutf-8", "00..7F, C0 or C2..EF", "80..BF"),
            ("wtf-8", "00..7F or C2..F4", "80..BF"),
        ] {
            let encoding = table::by_label(id).unwrap().encoding();
            let window = b"\xFF".window(0, 1);
            let mut walk = Walk::new(encoding, 0, &window);
            let step = walk.next().unwrap();
            let context = walk.context(&step);
            let case = FaultCase::new(encoding, &context, Language::English).unwrap();
            assert_eq!(begin(&case), format!("{first} to begin a character"));
            assert_eq!(second_of(encoding, 0xED), after_ed, "{id}");
        }
        let legacy = table::by_label("utf-8-legacy").unwrap().encoding();
        assert_eq!(second_of(legacy, 0xF8), "88..BF");
        assert_eq!(second_of(legacy, 0xFC), "84..BF");
        let java = table::by_label("mutf-8").unwrap().encoding();
        assert_eq!(second_of(java, 0xC0), "80");
        assert_eq!(second_of(table::UTF_8, 0xE0), "A0..BF");
        assert_eq!(second_of(table::UTF_8, 0xF0), "90..BF");
        assert_eq!(second_of(table::UTF_8, 0xF4), "80..8F");
    }
}
