//! Wrong ways from a character to its bytes.

use super::super::question::{Answer, Question};
use super::Misconception;
use hexloupe_explain::texts::lesson::misconception::encoding as texts;
use hexloupe_text::codec::{CodecState, Encoding, table};

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "utf-16be",
        says: texts::UTF_16BE_SAYS,
        makes: |question| in_set(question, "utf-16be"),
    },
    Misconception {
        id: "utf-16le",
        says: texts::UTF_16LE_SAYS,
        makes: |question| in_set(question, "utf-16le"),
    },
    Misconception {
        id: "utf-8",
        says: texts::UTF_8_SAYS,
        makes: |question| in_set(question, "utf-8"),
    },
    Misconception {
        id: "windows-1251",
        says: texts::WINDOWS_1251_SAYS,
        makes: |question| in_set(question, "windows-1251"),
    },
    Misconception {
        id: "koi8-r",
        says: texts::KOI8_R_SAYS,
        makes: |question| in_set(question, "koi8-r"),
    },
    Misconception {
        id: "windows-1252",
        says: texts::WINDOWS_1252_SAYS,
        makes: |question| in_set(question, "windows-1252"),
    },
    Misconception {
        id: "utf-32be",
        says: texts::UTF_32BE_SAYS,
        makes: |question| in_set(question, "utf-32be"),
    },
    Misconception {
        id: "overlong",
        says: texts::OVERLONG_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            (len < 4).then(|| Answer::Bytes(pattern(value, len + 1)))
        },
    },
    Misconception {
        id: "no-prefixes",
        says: texts::NO_PREFIXES_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(payloads(value, len)))
        },
    },
    Misconception {
        id: "no-continuation-prefix",
        says: texts::NO_CONTINUATION_PREFIX_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            let first = pattern(value, len).into_iter().take(1);
            Some(Answer::Bytes(
                first
                    .chain(payloads(value, len).into_iter().skip(1))
                    .collect(),
            ))
        },
    },
    Misconception {
        id: "no-lead-prefix",
        says: texts::NO_LEAD_PREFIX_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            let first = payloads(value, len).into_iter().take(1);
            Some(Answer::Bytes(
                first
                    .chain(pattern(value, len).into_iter().skip(1))
                    .collect(),
            ))
        },
    },
    Misconception {
        id: "lost-high-bit",
        says: texts::LOST_HIGH_BIT_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            let bits = u32::BITS - value.leading_zeros();
            Some(Answer::Bytes(pattern(value & !(1 << (bits - 1)), len)))
        },
    },
    Misconception {
        id: "moved-by-a-digit",
        says: texts::MOVED_BY_A_DIGIT_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            let moved = (0..len).rev().map(|place| (value >> (4 * place)) as u8);
            // A first byte has room for 5, 4 or 3 bits.
            let room = 0xFF_u8 >> (len + 1);
            let bytes = moved.enumerate().map(|(place, share)| match place {
                0 => !(0xFF_u8 >> len) | share & room,
                _ => 0x80 | share & 0x3F,
            });
            Some(Answer::Bytes(bytes.collect()))
        },
    },
    Misconception {
        id: "prefix-of-longer",
        says: texts::PREFIX_OF_LONGER_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            let mut bytes = pattern(value, len);
            let first = bytes.first_mut().filter(|_| len < 4)?;
            *first |= 0x80_u8 >> len;
            Some(Answer::Bytes(bytes))
        },
    },
    Misconception {
        id: "bytes-reversed",
        says: texts::BYTES_REVERSED_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(
                pattern(value, len).into_iter().rev().collect(),
            ))
        },
    },
    Misconception {
        id: "with-bom",
        says: texts::WITH_BOM_SAYS,
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(
                [vec![0xEF, 0xBB, 0xBF], pattern(value, len)].concat(),
            ))
        },
    },
    Misconception {
        id: "number-in-decimal",
        says: texts::NUMBER_IN_DECIMAL_SAYS,
        makes: |question| {
            let digits = u32::from(question.to_encode()?).to_string();
            let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
            let pairs = digits.as_bytes().chunks(2);
            (digits.len() % 2 == 0)
                .then(|| pairs.map(pair).collect::<Option<_>>())?
                .map(Answer::Bytes)
        },
    },
    Misconception {
        id: "surrogates-in-utf-8",
        says: texts::SURROGATES_IN_UTF_8_SAYS,
        makes: |question| {
            let (value, _) = utf8(question).filter(|(value, _)| *value > 0xFFFF)?;
            let (high, low) = pair(value);
            Some(Answer::Bytes(
                [pattern(high.into(), 3), pattern(low.into(), 3)].concat(),
            ))
        },
    },
    Misconception {
        id: "no-minus-10000",
        says: texts::NO_MINUS_10000_SAYS,
        makes: |question| {
            let value = utf16_pair(question)?;
            let high = 0xD800 | (value >> 10) & 0x3FF;
            units([high, 0xDC00 | value & 0x3FF])
        },
    },
    Misconception {
        id: "pair-swapped",
        says: texts::PAIR_SWAPPED_SAYS,
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([low.into(), high.into()])
        },
    },
    Misconception {
        id: "both-high",
        says: texts::BOTH_HIGH_SAYS,
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([high.into(), u32::from(low) & 0x3FF | 0xD800])
        },
    },
    Misconception {
        id: "bare-surrogate-bits",
        says: texts::BARE_SURROGATE_BITS_SAYS,
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([u32::from(high) & 0x3FF, u32::from(low) & 0x3FF])
        },
    },
    Misconception {
        id: "cut-to-16-bits",
        says: texts::CUT_TO_16_BITS_SAYS,
        makes: |question| {
            let value = utf16_pair(question)?;
            Some(Answer::Bytes(
                ((value & 0xFFFF) as u16).to_be_bytes().to_vec(),
            ))
        },
    },
    Misconception {
        id: "units-turned-too",
        says: texts::UNITS_TURNED_TOO_SAYS,
        makes: |question| {
            let c = question
                .to_encode()
                .filter(|c| is(question, "byte-order") && c.len_utf16() == 2)?;
            let (high, low) = pair(c.into());
            let bytes = [low, high].into_iter().flat_map(u16::to_le_bytes);
            Some(Answer::Bytes(bytes.collect()))
        },
    },
    Misconception {
        id: "digits-reversed",
        says: texts::DIGITS_REVERSED_SAYS,
        makes: |question| {
            let value = u32::from(
                question
                    .to_encode()
                    .filter(|_| is(question, "byte-order"))?,
            );
            let value = u16::try_from(value).ok()?;
            let digits: String = format!("{value:04X}").chars().rev().collect();
            let turned = u16::from_str_radix(&digits, 16).ok()?;
            Some(Answer::Bytes(turned.to_be_bytes().to_vec()))
        },
    },
    Misconception {
        id: "nibbles-swapped",
        says: texts::NIBBLES_SWAPPED_SAYS,
        makes: |question| match (&question.given, &question.answer) {
            (super::super::question::GivenData::Bits(_), Answer::Bytes(bytes)) => {
                let swapped = bytes.iter().map(|byte| byte.rotate_left(4));
                Some(Answer::Bytes(swapped.collect()))
            }
            _ => None,
        },
    },
    Misconception {
        id: "bits-read-backwards",
        says: texts::BITS_READ_BACKWARDS_SAYS,
        makes: |question| match (&question.given, &question.answer) {
            (super::super::question::GivenData::Bits(_), Answer::Bytes(bytes)) => {
                let turned = bytes.iter().map(|byte| byte.reverse_bits());
                Some(Answer::Bytes(turned.collect()))
            }
            _ => None,
        },
    },
];

pub(super) fn is(question: &Question, skill: &str) -> bool {
    question.skill.id == skill
}

/// The character to encode, in another set than the requested one.
pub(super) fn in_set(question: &Question, label: &str) -> Option<Answer> {
    let c = question.to_encode()?;
    let other: &Encoding = table::by_label(label)?.encoding();
    let mut bytes = Vec::new();
    other
        .encode(&mut CodecState::default(), c, &mut bytes)
        .ok()?;
    Some(Answer::Bytes(bytes))
}

/// The number to be written in UTF-8, and the length in bytes; only for several bytes.
pub(super) fn utf8(question: &Question) -> Option<(u32, usize)> {
    let c = question.to_encode().filter(|_| is(question, "encode"))?;
    (c.len_utf8() > 1).then(|| (c.into(), c.len_utf8()))
}

/// The number to be written as a surrogate pair.
pub(super) fn utf16_pair(question: &Question) -> Option<u32> {
    let c = question
        .to_encode()
        .filter(|_| is(question, "surrogates-encode"))?;
    (c.len_utf16() == 2).then(|| c.into())
}

/// The bits of a value cut for `len` bytes of UTF-8, without prefixes.
pub(super) fn payloads(value: u32, len: usize) -> Vec<u8> {
    let shares = (0..len).rev().map(|place| (value >> (6 * place)) as u8);
    shares
        .enumerate()
        .map(|(place, share)| if place == 0 { share } else { share & 0x3F })
        .collect()
}

/// The patterns of UTF-8 with `len` bytes, even if they are not allowed.
pub(super) fn pattern(value: u32, len: usize) -> Vec<u8> {
    let prefix = !(0xFF_u8 >> len);
    let shares = payloads(value, len).into_iter().enumerate();
    shares
        .map(|(place, share)| {
            if place == 0 {
                prefix | share
            } else {
                0x80 | share
            }
        })
        .collect()
}

pub(super) fn pair(value: u32) -> (u16, u16) {
    let mut units = [0; 2];
    let c = char::from_u32(value).unwrap_or_default();
    c.encode_utf16(&mut units);
    (units[0], units[1])
}

/// Units of UTF-16BE; none if one is too large.
pub(super) fn units(units: [u32; 2]) -> Option<Answer> {
    let units = units.map(|unit| u16::try_from(unit).ok());
    let units: Option<Vec<u16>> = units.into_iter().collect();
    let bytes = units?.into_iter().flat_map(u16::to_be_bytes);
    Some(Answer::Bytes(bytes.collect()))
}
