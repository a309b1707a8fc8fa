//! Wrong ways from bytes to their code point.

use super::super::question::{Answer, Question};
use super::Misconception;
use hexloupe_explain::texts::lesson::misconception::decoding as texts;

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "prefixes-kept",
        says: texts::PREFIXES_KEPT_SAYS,
        makes: |question| {
            let has_prefixes = matches!(question.skill.id, "decode" | "surrogates-decode");
            let bytes = question.to_decode().filter(|_| has_prefixes)?;
            number(
                bytes
                    .iter()
                    .fold(0, |value, byte| value << 8 | u64::from(*byte)),
            )
        },
    },
    Misconception {
        id: "continuation-prefix-cut-short",
        says: texts::CONTINUATION_PREFIX_CUT_SHORT_SAYS,
        makes: |question| {
            let (lead, rest) = utf8(question)?;
            number(joined(lead_bits(lead), rest, 0x7F, 7))
        },
    },
    Misconception {
        id: "payload-in-whole-bytes",
        says: texts::PAYLOAD_IN_WHOLE_BYTES_SAYS,
        makes: |question| {
            let (lead, rest) = utf8(question)?;
            number(joined(lead_bits(lead), rest, 0x3F, 8))
        },
    },
    Misconception {
        id: "lead-prefix-cut-short",
        says: texts::LEAD_PREFIX_CUT_SHORT_SAYS,
        makes: |question| {
            let (lead, rest) = utf8(question)?;
            number(joined(u64::from(lead & 0x3F), rest, 0x3F, 6))
        },
    },
    Misconception {
        id: "shares-reversed",
        says: texts::SHARES_REVERSED_SAYS,
        makes: |question| {
            let (lead, rest) = utf8(question)?;
            let turned = rest.iter().rev();
            let low = turned.fold(0, |value, byte| value << 6 | u64::from(byte & 0x3F));
            let width = lead.leading_ones();
            number(low << (7 - width.min(7)) | lead_bits(lead))
        },
    },
    Misconception {
        id: "first-byte-alone",
        says: texts::FIRST_BYTE_ALONE_SAYS,
        makes: |question| {
            let (lead, _) = utf8(question)?;
            number(lead.into())
        },
    },
    Misconception {
        id: "last-byte-only",
        says: texts::LAST_BYTE_ONLY_SAYS,
        makes: |question| {
            let (_, rest) = utf8(question)?;
            number(u64::from(rest.last()? & 0x3F))
        },
    },
    Misconception {
        id: "no-plus-10000",
        says: texts::NO_PLUS_10000_SAYS,
        makes: |question| {
            let (high, low) = surrogates(question)?;
            number((high & 0x3FF) << 10 | low & 0x3FF)
        },
    },
    Misconception {
        id: "eight-bits-of-a-surrogate",
        says: texts::EIGHT_BITS_OF_A_SURROGATE_SAYS,
        makes: |question| {
            let (high, low) = surrogates(question)?;
            number(((high & 0xFF) << 8 | low & 0xFF) + 0x1_0000)
        },
    },
    Misconception {
        id: "high-surrogate-alone",
        says: texts::HIGH_SURROGATE_ALONE_SAYS,
        makes: |question| number(surrogates(question)?.0),
    },
    Misconception {
        id: "low-surrogate-first",
        says: texts::LOW_SURROGATE_FIRST_SAYS,
        makes: |question| {
            let (high, low) = surrogates(question)?;
            number(((low & 0x3FF) << 10 | high & 0x3FF) + 0x1_0000)
        },
    },
];

/// A code point, if it is one that may be written.
pub(super) fn number(value: u64) -> Option<Answer> {
    u32::try_from(value).ok().map(Answer::CodePoint)
}

/// The lead byte and the others of a sequence of UTF-8.
pub(super) fn utf8(question: &Question) -> Option<(u8, &[u8])> {
    let bytes = question
        .to_decode()
        .filter(|_| question.skill.id == "decode")?;
    let (lead, rest) = bytes.split_first()?;
    (!rest.is_empty()).then_some((*lead, rest))
}

/// The payload of a lead byte.
pub(super) fn lead_bits(lead: u8) -> u64 {
    let width = lead.leading_ones() + 1;
    u64::from(lead & 0xFF_u8.checked_shr(width).unwrap_or(0))
}

pub(super) fn joined(lead: u64, rest: &[u8], mask: u8, width: u32) -> u64 {
    rest.iter()
        .fold(lead, |value, byte| value << width | u64::from(byte & mask))
}

/// The two units of a surrogate pair.
pub(super) fn surrogates(question: &Question) -> Option<(u64, u64)> {
    let bytes = question
        .to_decode()
        .filter(|_| question.skill.id == "surrogates-decode")?;
    let [a, b, c, d] = *bytes else {
        return None;
    };
    let unit = |high, low| u64::from(u16::from_be_bytes([high, low]));
    Some((unit(a, b), unit(c, d)))
}
