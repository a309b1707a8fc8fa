//! More wrong ways between a character and its bytes: what is left in, left out, or cut elsewhere.
//!
//! Likelier mistakes stand in `encoding` and `decoding`, which come first. Invariant: each makes its
//! answer from the question alone, in the way that its sentence says.

use super::super::question::{Answer, GivenData, Question};
use super::Misconception;
use super::decoding::{joined, lead_bits, number, surrogates, utf8 as to_read};
use super::encoding::{in_set, is, pair, pattern, payloads, units, utf8 as to_write, utf16_pair};
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::misconception::more as texts;

const fn row(
    id: &'static str,
    says: Texts,
    makes: fn(&Question) -> Option<Answer>,
) -> Misconception {
    Misconception { id, says, makes }
}

pub(super) const TABLE: &[Misconception] = &[
    row(
        "last-prefix-forgotten",
        texts::ONE_PREFIX_FORGOTTEN,
        |question| without_prefix(question, |len| len - 1),
    ),
    row(
        "second-prefix-forgotten",
        texts::ONE_PREFIX_FORGOTTEN,
        |question| without_prefix(question, |_| 1),
    ),
    row(
        "third-prefix-forgotten",
        texts::ONE_PREFIX_FORGOTTEN,
        |question| without_prefix(question, |_| 2),
    ),
    row(
        "filled-from-the-left",
        texts::FILLED_FROM_THE_LEFT,
        |question| {
            let (value, len) = to_write(question)?;
            let room = capacity(len);
            let bits = u32::BITS - value.leading_zeros();
            Some(Answer::Bytes(pattern(value << (room - bits), len)))
        },
    ),
    row("prefix-of-shorter", texts::PREFIX_OF_SHORTER, |question| {
        let (value, len) = to_write(question)?;
        let mut bytes = pattern(value, len);
        let first = bytes.first_mut()?;
        *first &= !(0x80_u8 >> (len - 1));
        Some(Answer::Bytes(bytes))
    }),
    row(
        "lead-like-the-others",
        texts::LEAD_LIKE_THE_OTHERS,
        |question| {
            let (value, len) = to_write(question)?;
            let shares = payloads(value, len).into_iter();
            Some(Answer::Bytes(shares.map(|share| 0x80 | share).collect()))
        },
    ),
    row("continued-with-11", texts::CONTINUED_WITH_11, |question| {
        let (value, len) = to_write(question)?;
        let bytes = pattern(value, len).into_iter().enumerate();
        let bytes = bytes.map(|(place, byte)| if place == 0 { byte } else { byte | 0xC0 });
        Some(Answer::Bytes(bytes.collect()))
    }),
    row("digits-as-text", texts::DIGITS_AS_TEXT, |question| {
        let value = u32::from(question.to_encode()?);
        Some(Answer::Bytes(format!("{value:04X}").into_bytes()))
    }),
    row("decimal-as-text", texts::DIGITS_AS_TEXT, |question| {
        let value = u32::from(question.to_encode()?);
        Some(Answer::Bytes(value.to_string().into_bytes()))
    }),
    row("other-case", texts::OTHER_CASE, |question| {
        let (value, len) = to_write(question)?;
        let other = other_case(char::from_u32(value)?)?;
        (other.len_utf8() == len).then(|| Answer::Bytes(pattern(other.into(), len)))
    }),
    row("ibm866", texts::IBM866, |question| {
        in_set(question, "ibm866")
    }),
    row("utf-32le", texts::UTF_32LE, |question| {
        in_set(question, "utf-32le")
    }),
    row("gbk", texts::GBK, |question| {
        let is_pair = |answer: &Answer| matches!(answer, Answer::Bytes(bytes) if bytes.len() == 2);
        in_set(question, "gbk").filter(is_pair)
    }),
    row("low-byte-alone", texts::LOW_BYTE_ALONE, |question| {
        let value = u32::from(question.to_encode()?);
        (value > 0xFF).then(|| Answer::Bytes(vec![(value & 0xFF) as u8]))
    }),
    row("mark-before-it", texts::MARK_BEFORE_IT, |question| {
        let is_of_units = is(question, "byte-order") || is(question, "surrogates-encode");
        let (Answer::Bytes(right), true) = (&question.answer, is_of_units) else {
            return None;
        };
        let mark = match question.skill.id {
            "byte-order" => [0xFF, 0xFE],
            _ => [0xFE, 0xFF],
        };
        Some(Answer::Bytes([&mark[..], right].concat()))
    }),
    row(
        "digits-of-a-byte-swapped",
        texts::DIGITS_OF_A_BYTE_SWAPPED,
        |question| {
            let c = question
                .to_encode()
                .filter(|_| is(question, "byte-order"))?;
            let unit = u16::try_from(u32::from(c)).ok()?;
            let bytes = unit.to_be_bytes().map(|byte| byte.rotate_left(4));
            Some(Answer::Bytes(bytes.to_vec()))
        },
    ),
    row("first-half-alone", texts::FIRST_HALF_ALONE, |question| {
        let (high, _) = pair(utf16_pair(question)?);
        Some(Answer::Bytes(high.to_be_bytes().to_vec()))
    }),
    row(
        "twenty-bits-not-filled",
        texts::TWENTY_BITS_NOT_FILLED,
        |question| {
            let rest = utf16_pair(question)? - 0x1_0000;
            let rest = if rest < 0x1_0000 {
                rest << 4
            } else {
                return None;
            };
            units([0xD800 | rest >> 10, 0xDC00 | rest & 0x3FF])
        },
    ),
    row("eight-and-eight", texts::EIGHT_AND_EIGHT, |question| {
        let rest = utf16_pair(question)? - 0x1_0000;
        let fits = rest < 0x1_0000;
        fits.then(|| units([0xD800 | rest >> 8, 0xDC00 | rest & 0xFF]))?
    }),
    row("10-left-in", texts::PREFIX_10_LEFT_IN, |question| {
        let (lead, rest) = to_read(question)?;
        number(joined(lead_bits(lead), rest, 0xFF, 8))
    }),
    row(
        "lead-prefix-left-in",
        texts::LEAD_PREFIX_LEFT_IN,
        |question| {
            let (lead, rest) = to_read(question)?;
            number(joined(lead.into(), rest, 0x3F, 6))
        },
    ),
    row("as-many-from-each", texts::AS_MANY_FROM_EACH, |question| {
        let (lead, rest) = to_read(question)?;
        let width = 7 - lead.leading_ones().min(6);
        let mask = 0xFF_u8 >> (8 - width);
        number(joined(lead_bits(lead), rest, mask, width))
    }),
    row(
        "fours-from-the-left",
        texts::FOURS_FROM_THE_LEFT,
        |question| {
            let (lead, rest) = to_read(question)?;
            let value = joined(lead_bits(lead), rest, 0x3F, 6);
            let room = capacity(rest.len() + 1);
            // The last digit has the bits that are left over.
            let left = room % 4;
            let last = value & ((1 << left) - 1);
            (left > 0).then(|| number((value >> left) << 4 | last))?
        },
    ),
    row("highest-bit-lost", texts::HIGHEST_BIT_LOST, |question| {
        let (lead, rest) = to_read(question)?;
        let value = joined(lead_bits(lead), rest, 0x3F, 6);
        number(value & !(1 << value.checked_ilog2()?))
    }),
    row("last-byte-alone", texts::LAST_BYTE_ALONE, |question| {
        let (_, rest) = to_read(question)?;
        number((*rest.last()?).into())
    }),
    row("first-bits-only", texts::FIRST_BITS_ONLY, |question| {
        number(lead_bits(to_read(question)?.0))
    }),
    row(
        "last-byte-forgotten",
        texts::LAST_BYTE_FORGOTTEN,
        |question| {
            let (lead, rest) = to_read(question)?;
            let (_, rest) = rest.split_last().filter(|(_, rest)| !rest.is_empty())?;
            number(joined(lead_bits(lead), rest, 0x3F, 6))
        },
    ),
    row("bytes-added", texts::BYTES_ADDED, |question| {
        let bytes = to_read(question).and_then(|_| question.to_decode())?;
        number(bytes.iter().map(|byte| u64::from(*byte)).sum())
    }),
    row(
        "low-surrogate-alone",
        texts::LOW_SURROGATE_ALONE,
        |question| number(surrogates(question)?.1),
    ),
    row("added-in-decimal", texts::ADDED_IN_DECIMAL, |question| {
        let (high, low) = surrogates(question)?;
        number(((high & 0x3FF) << 10 | low & 0x3FF) + 10_000)
    }),
    row(
        "letters-from-eleven",
        texts::LETTERS_FROM_ELEVEN,
        |question| of_digits(question, |digit| if digit > 9 { digit + 1 } else { digit }),
    ),
    row(
        "halves-read-backwards",
        texts::HALVES_READ_BACKWARDS,
        |question| of_digits(question, |digit| digit.reverse_bits() >> 4),
    ),
    row("ones-for-zeros", texts::ONES_FOR_ZEROS, |question| {
        of_digits(question, |digit| !digit & 0xF)
    }),
    row("byte-in-decimal", texts::BYTE_IN_DECIMAL, |question| {
        let Answer::Bytes(bytes) = &question.answer else {
            return None;
        };
        let digits = |byte: &u8| u8::from_str_radix(&byte.to_string(), 16).ok();
        let made = bytes.iter().map(digits).collect::<Option<Vec<_>>>();
        are_bits(question).then(|| made.map(Answer::Bytes))?
    }),
];

/// The bits of a number that a form of UTF-8 has room for.
const fn capacity(len: usize) -> u32 {
    match len {
        1 => 7,
        len => 5 * len as u32 + 1,
    }
}

/// The bytes of a character, one of them without its prefix, if other bytes keep theirs.
fn without_prefix(question: &Question, place: fn(usize) -> usize) -> Option<Answer> {
    let (value, len) = to_write(question).filter(|(_, len)| *len > 2)?;
    let mut bytes = pattern(value, len);
    *bytes.get_mut(place(len))? &= 0x3F;
    Some(Answer::Bytes(bytes))
}

/// The same letter in the other case.
fn other_case(c: char) -> Option<char> {
    let mut cases = if c.is_lowercase() {
        c.to_uppercase().collect::<Vec<_>>()
    } else {
        c.to_lowercase().collect()
    };
    let other = cases.pop()?;
    (cases.is_empty() && other != c).then_some(other)
}

fn are_bits(question: &Question) -> bool {
    matches!(question.given, GivenData::Bits(_))
}

/// The bytes of a question about bits, each digit changed; none if one is no digit then.
fn of_digits(question: &Question, change: fn(u8) -> u8) -> Option<Answer> {
    let Answer::Bytes(bytes) = &question.answer else {
        return None;
    };
    let byte = |byte: &u8| {
        let (high, low) = (change(byte >> 4), change(byte & 0xF));
        (high < 16 && low < 16).then_some(high << 4 | low)
    };
    let made = bytes.iter().map(byte).collect::<Option<Vec<_>>>();
    are_bits(question).then(|| made.map(Answer::Bytes))?
}
