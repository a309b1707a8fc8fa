//! The claims of each diagnosis, computed by independent code.
//!
//! All questions of many seeds are answered wrongly in every way that has a diagnosis, and in
//! similar ways: a byte dropped, two swapped, another lead byte. Invariant: an answer never gets a
//! diagnosis with a false claim.

use super::*;
use crate::question::GivenData;
use crate::skill::words::SCRIPTS;
use crate::skill::{SKILLS, by_id, questions, questions_of};

/// The digits of some bytes, without blanks.
fn lower_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16);
    let digits = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    digits.flatten().collect()
}

fn utf16(c: char, turn: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let mut units = [0; 2];
    let units = c.encode_utf16(&mut units);
    units.iter().flat_map(|unit| turn(*unit)).collect()
}

/// The value bits of some bytes, as bits, whatever their prefixes: the last six bits of each byte
/// except the first.
fn tail(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().skip(1).map(|byte| byte & 0x3F).collect()
}

/// Reports whether a diagnosis of bytes for a character is true.
fn is_true_of_bytes(id: &str, c: char, given: &[u8]) -> bool {
    let number = u32::from(c);
    let right = c.to_string().into_bytes();
    let ones = given.first().map_or(0, |lead| lead.leading_ones() as usize);
    match id {
        "utf-16be" => given == utf16(c, u16::to_be_bytes),
        "utf-16le" => given == utf16(c, u16::to_le_bytes),
        "utf-8" => given == right,
        "windows-1251" | "koi8-r" | "windows-1252" => {
            given.len() == 1 && web(id, c).as_deref() == Some(given)
        }
        "utf-32be" => given == number.to_be_bytes(),
        "overlong" => given.len() == right.len() + 1 && ones == given.len(),
        "no-prefixes" => given.iter().skip(1).all(|byte| *byte < 0x40) && ones == 0,
        "no-continuation-prefix" => {
            given[0] == right[0] && given.iter().skip(1).all(|byte| *byte < 0x40)
        }
        "no-lead-prefix" => ones == 0 && given[1..] == right[1..],
        "lost-high-bit" => {
            let share = u32::from(given[0] & (0x7F >> ones));
            let value = tail(given)
                .iter()
                .fold(share, |value, bits| value << 6 | u32::from(*bits));
            number.ilog2() > 0 && value == number - (1 << number.ilog2())
        }
        "moved-by-a-digit" => {
            let last = u32::from(*given.last().unwrap_or(&0));
            last & 0x3F == number & 0x3F && given.len() == right.len()
        }
        "prefix-of-longer" => ones > right.len() && given[1..] == right[1..],
        "bytes-reversed" => given.iter().rev().eq(&right),
        "with-bom" => given.strip_prefix(b"\xEF\xBB\xBF") == Some(&right),
        "number-in-decimal" => {
            let digits = lower_hex(given);
            digits == number.to_string()
        }
        "surrogates-in-utf-8" => {
            // Each half as the three bytes of Table 3-6.
            let units = utf16(c, u16::to_be_bytes);
            let half = |unit: &[u8]| {
                let unit = u32::from(unit[0]) << 8 | u32::from(unit[1]);
                [
                    0xE0 + (unit / 4096) as u8,
                    0x80 + (unit / 64 % 64) as u8,
                    0x80 + (unit % 64) as u8,
                ]
            };
            given == [half(&units[..2]), half(&units[2..])].concat()
        }
        "no-minus-10000" => {
            let right = utf16(c, u16::to_be_bytes);
            given[2..] == right[2..] && given[..2] != right[..2] && given[0] >> 2 == 0b110110
        }
        "pair-swapped" => given[0] >> 2 == 0b110111 && given[2] >> 2 == 0b110110,
        "both-high" => given[0] >> 2 == 0b110110 && given[2] >> 2 == 0b110110,
        "bare-surrogate-bits" => {
            let value = u32::from_be_bytes([given[0], given[1], given[2], given[3]]);
            let joined = (value >> 16) * 1024 + (value & 0xFFFF);
            joined + 0x10000 == number
        }
        "cut-to-16-bits" => given == ((number % 0x10000) as u16).to_be_bytes(),
        "units-turned-too" => given.iter().rev().copied().eq(utf16(c, u16::to_be_bytes)),
        "digits-reversed" => {
            let digits = lower_hex(given).to_ascii_uppercase();
            digits.chars().rev().eq(format!("{number:04X}").chars())
        }
        _ => is_more_true_of_bytes(id, c, given),
    }
}

/// The bits of bytes as text, `skip` of each left out.
fn bits_after(bytes: &[u8], skip: usize) -> String {
    let bits = bytes
        .iter()
        .map(|byte| format!("{byte:08b}")[skip..].to_owned());
    bits.collect()
}

/// Bytes of UTF-8 whose value bits are written one after the other in `bits`.
fn filled(bits: &str, len: usize) -> Vec<u8> {
    let first = bits.len() - 6 * (len - 1);
    let lead = format!("{}0{}", "1".repeat(len), &bits[..first]);
    let rest = bits.as_bytes()[first..].chunks(6);
    let rest = rest.map(|six| format!("10{}", std::str::from_utf8(six).unwrap()));
    let bytes = std::iter::once(lead).chain(rest);
    bytes
        .map(|bits| u8::from_str_radix(&bits, 2).unwrap())
        .collect()
}

/// The same for what is left in, left out, or cut elsewhere.
fn is_more_true_of_bytes(id: &str, c: char, given: &[u8]) -> bool {
    let number = u32::from(c);
    let right = c.to_string().into_bytes();
    let in_utf16 = utf16(c, u16::to_be_bytes);
    let text = || std::str::from_utf8(given).unwrap_or_default();
    let units = || {
        let unit = |at: usize| u32::from(given[at]) * 256 + u32::from(given[at + 1]);
        [unit(0), unit(2)]
    };
    match id {
        "last-prefix-forgotten" | "second-prefix-forgotten" | "third-prefix-forgotten" => {
            let bare = given.iter().filter(|byte| **byte < 0x80).count();
            let others = given.iter().zip(&right).filter(|(a, b)| a == b).count();
            bare == 1 && others + 1 == right.len() && given[0] == right[0]
        }
        "filled-from-the-left" => {
            let room = [0, 7, 11, 16, 21][right.len()];
            given == filled(&format!("{:0<room$}", format!("{number:b}")), right.len())
        }
        "prefix-of-shorter" => {
            (given[0].leading_ones() as usize) < right.len() && given[1..] == right[1..]
        }
        "lead-like-the-others" => given.iter().all(|byte| (0x80..0xC0).contains(byte)),
        "continued-with-11" => given[0] == right[0] && given[1..].iter().all(|byte| *byte >= 0xC0),
        "digits-as-text" => u32::from_str_radix(text(), 16) == Ok(number),
        "decimal-as-text" => text().parse() == Ok(number),
        "other-case" => {
            text() != c.to_string() && text().to_lowercase() == c.to_lowercase().to_string()
                || text().to_uppercase() == c.to_uppercase().to_string()
        }
        "ibm866" => given.len() == 1 && web(id, c).as_deref() == Some(given),
        "gbk" => given.len() == 2 && web(id, c).as_deref() == Some(given),
        "utf-32le" => given == number.to_le_bytes(),
        "low-byte-alone" => given == [(number % 256) as u8] && number > 255,
        "mark-before-it" => {
            let turned = utf16(c, u16::to_le_bytes);
            given.strip_prefix(b"\xFE\xFF") == Some(&in_utf16)
                || given.strip_prefix(b"\xFF\xFE") == Some(&turned)
        }
        "digits-of-a-byte-swapped" => {
            let turned = in_utf16.iter().map(|byte| byte % 16 * 16 + byte / 16);
            turned.eq(given.iter().copied())
        }
        "first-half-alone" => given == &in_utf16[..2],
        "twenty-bits-not-filled" => {
            let bits = format!("{:016b}0000", number - 0x10000);
            let half = |bits: &str| u32::from_str_radix(bits, 2).unwrap();
            units() == [0xD800 + half(&bits[..10]), 0xDC00 + half(&bits[10..])]
        }
        "eight-and-eight" => {
            let rest = number - 0x10000;
            units() == [0xD800 + rest / 256, 0xDC00 + rest % 256]
        }
        _ => false,
    }
}

/// Reports whether a diagnosis of a code point for some bytes is true.
fn is_true_of_number(id: &str, bytes: &[u8], given: u32) -> bool {
    let text = String::from_utf8(bytes.to_vec());
    let right = text
        .ok()
        .and_then(|text| text.chars().next())
        .map(u32::from);
    let pair = || [0, 2].map(|at| u32::from(bytes[at]) << 8 | u32::from(bytes[at + 1]));
    let last = u32::from(*bytes.last().unwrap_or(&0));
    match id {
        "prefixes-kept" => {
            let digits = lower_hex(bytes);
            u32::from_str_radix(&digits, 16) == Ok(given)
        }
        // The shares are in their order, but further apart.
        "continuation-prefix-cut-short" => given % 128 == last % 64 && Some(given) > right,
        "payload-in-whole-bytes" => given % 256 == last % 64 && Some(given) > right,
        "lead-prefix-cut-short" => {
            let more = right.map(|right| given.wrapping_sub(right) >> (6 * (bytes.len() - 1)));
            more == Some(u32::from(bytes[0] & 0x3F) & !(0x7F >> bytes.len()))
        }
        "shares-reversed" => given % 8 == u32::from(bytes[0]) % 8,
        "first-byte-alone" => given == u32::from(bytes[0]),
        "last-byte-only" => given == last % 64,
        "no-plus-10000" => {
            let [high, low] = pair();
            given == (high - 0xD800) * 1024 + (low - 0xDC00)
        }
        "eight-bits-of-a-surrogate" => {
            let [high, low] = pair();
            given == 0x10000 + high % 256 * 256 + low % 256
        }
        "high-surrogate-alone" => given == pair()[0],
        "low-surrogate-first" => {
            let [high, low] = pair();
            given == 0x10000 + (low - 0xDC00) * 1024 + (high - 0xD800)
        }
        "low-surrogate-alone" => given == pair()[1],
        "added-in-decimal" => {
            let [high, low] = pair();
            given == 10000 + (high - 0xD800) * 1024 + (low - 0xDC00)
        }
        _ => right.is_some_and(|right| is_more_true_of_number(id, bytes, right, given)),
    }
}

/// The same for what is left in, left out, or cut elsewhere, in texts of bits.
fn is_more_true_of_number(id: &str, bytes: &[u8], right: u32, given: u32) -> bool {
    let value = |bits: &str| u32::from_str_radix(bits, 2).unwrap();
    let (lead, rest) = bytes.split_at(1);
    let prefix = lead[0].leading_ones() as usize + 1;
    let begins = bits_after(lead, prefix);
    let all = format!("{begins}{}", bits_after(rest, 2));
    match id {
        "10-left-in" => given == value(&format!("{begins}{}", bits_after(rest, 0))),
        "lead-prefix-left-in" => {
            given == value(&format!("{}{}", bits_after(lead, 0), bits_after(rest, 2)))
        }
        "as-many-from-each" => given == value(&format!("{begins}{}", bits_after(rest, prefix))),
        "fours-from-the-left" => {
            let fours = all.as_bytes().chunks(4);
            let digits =
                fours.map(|four| format!("{:X}", value(std::str::from_utf8(four).unwrap())));
            format!("{given:X}") == digits.collect::<String>().trim_start_matches('0')
        }
        "highest-bit-lost" => given == value(&all.replacen('1', "0", 1)),
        "last-byte-alone" => given == u32::from(bytes[bytes.len() - 1]),
        "first-bits-only" => given == value(&begins),
        "last-byte-forgotten" => given == value(&all[..all.len() - 6]) && given == right / 64,
        "bytes-added" => given == bytes.iter().map(|byte| u32::from(*byte)).sum(),
        _ => false,
    }
}

/// Reports whether a diagnosis of an offset is true; the learner stands on `at`.
fn is_true_of_offset(
    id: &str,
    bytes: &[u8],
    at: Option<usize>,
    [right, given]: [usize; 2],
) -> bool {
    let continues = |byte: u8| (0x80..0xC0).contains(&byte);
    match id {
        // A question, not a claim.
        "counted-from-one" => given == right + 1,
        "end-of-character" => {
            let next = bytes.get(given + 1);
            continues(bytes[given])
                && !continues(bytes[right])
                && next.is_none_or(|b| !continues(*b))
        }
        "character-before" => {
            let before = std::str::from_utf8(&bytes[given..right]);
            before.is_ok_and(|text| text.chars().count() == 1)
        }
        "place-of-the-character" => {
            let before = std::str::from_utf8(&bytes[..right]);
            before.is_ok_and(|text| text.chars().count() == given)
        }
        "place-of-the-learner" => at == Some(given) && continues(bytes[given]),
        "stopped-inside" => given > right && Some(given) < at && continues(bytes[given]),
        // A character begins at the right offset, and its bytes reach the learner.
        "went-too-far" => given < right && !continues(bytes[right]),
        "went-on" => Some(given) > at,
        "complete-character" => {
            let text = std::str::from_utf8(&bytes[..right]);
            text.is_ok_and(|text| given < right && text.is_char_boundary(given))
        }
        "inside-a-complete-one" => {
            let text = std::str::from_utf8(&bytes[..right]);
            text.is_ok_and(|text| given < right && !text.is_char_boundary(given))
        }
        "fault-before-it" => std::str::from_utf8(&bytes[..given]).is_err(),
        _ => false,
    }
}

/// Reports whether a diagnosis of a choice is true.
fn is_true_of_choice(id: &str, question: &Question, bytes: &[u8], given: usize) -> bool {
    let fault = || {
        let error = std::str::from_utf8(bytes).err()?;
        let rest = &bytes[error.valid_up_to()..];
        let continued = { rest[1..].iter() }.take_while(|byte| (0x80..0xC0).contains(*byte));
        Some((rest[0], continued.count()))
    };
    // The number of bytes that a lead byte promises by its ones.
    let wanted = |lead: u8| (lead.leading_ones() as usize).saturating_sub(1);
    match id {
        "ones-without-the-first" => given + 1 == wanted(bytes[0]),
        "byte-order-turned" => {
            let marks = [&b"\xFF\xFE"[..], b"\xFE\xFF"];
            marks.iter().any(|mark| bytes.starts_with(mark))
        }
        "zeros-overlooked" => bytes.starts_with(b"\xFF\xFE\0\0"),
        "lead-for-continuation" => matches!(bytes[0] >> 6, 0b10 | 0b11),
        "never-taken-for-lead" => wanted(bytes[0]) == given - 1 && (2..=4).contains(&given),
        "promise-taken-for-broken" => {
            fault().is_some_and(|(lead, count)| count >= wanted(lead) && lead >= 0xC0)
        }
        "lead-taken-for-stray" | "cut-short-taken-for-overlong" => {
            fault().is_some_and(|(lead, count)| lead >= 0xC0 && count < wanted(lead))
        }
        "stray-taken-for-cut-short" => fault().is_some_and(|(lead, _)| lead >> 6 == 0b10),
        "never-taken-for-stray" => fault().is_some_and(|(lead, _)| lead >> 6 != 0b10),
        "small-taken-for-large" => {
            fault().is_some_and(|(lead, _)| matches!(lead, 0xC0 | 0xC1 | 0xE0 | 0xF0))
        }
        "surrogate-taken-for-large" | "surrogate-taken-for-overlong" => {
            fault().is_some_and(|(lead, count)| lead == 0xED && count == 2)
        }
        "large-taken-for-never" => fault().is_some_and(|(lead, _)| lead == 0xF4),
        "value-before-bytes" => fault()
            .is_some_and(|(lead, count)| !(0xC0..=0xF7).contains(&lead) || count < wanted(lead)),
        "value-misread" | "continuation-has-its-lead" => fault()
            .is_some_and(|(lead, count)| (0xC0..0xF8).contains(&lead) && count >= wanted(lead)),
        "each-byte-occurs" => !{ bytes.iter() }.any(|byte| matches!(byte, 0xC0 | 0xC1 | 0xF5..)),
        "no-lead-byte-there" => fault().is_some_and(|(lead, _)| lead > 0xF7),
        _ if bytes.is_empty() => is_true_of_chain(id, question, given),
        _ => is_true_of_reading(id, question, bytes, given),
    }
}

/// Reports whether a diagnosis of one byte, of a mark, or of a word is true.
fn is_true_of_reading(id: &str, question: &Question, bytes: &[u8], given: usize) -> bool {
    let ones = bytes[0].leading_ones() as usize;
    let never = matches!(bytes[0], 0xC0 | 0xC1 | 0xF5..);
    let zeros = |at: usize| bytes.get(at..at + 2) == Some(&[0, 0]);
    let written = |number: usize| {
        let crate::question::AnswerChoice::Name(name) = &question.choices[number] else {
            panic!("no name");
        };
        let set = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        set.decode_without_bom_handling(bytes).0.into_owned()
    };
    match id {
        "zero-counted" => given == ones,
        "all-ones-counted" => bytes[0].count_ones() as usize == given + 1,
        "lead-taken-for-ascii" | "high-bit-overlooked" => ones > 0 && given == 0,
        "first-bit-overlooked" | "ascii-not-seen" => ones == 0,
        "ones-miscounted" => ones > 1 && given + 1 != ones,
        "ones-miscounted-in-kind" => ones > 1 && given != ones,
        "it-occurs" => !never && given == 5,
        "order-of-four-turned" => zeros(0) || zeros(2),
        "zeros-before-overlooked" => zeros(0),
        "four-bytes-overlooked" => zeros(2),
        "zeros-imagined" => !zeros(0) && !zeros(2),
        "mark-of-utf-8-imagined" => bytes[0] != 0xEF,
        "mark-of-utf-8-not-seen" => bytes.starts_with(b"\xEF\xBB\xBF"),
        "order-of-units-turned" => {
            // The same, or nearly so: the letters of a word are from a block or two.
            let kinds = |at: usize| {
                let all: BTreeSet<_> = bytes.iter().skip(at).step_by(2).collect();
                all.len()
            };
            kinds(0).min(kinds(1)) <= 2
        }
        // Questions to the learner, and an instruction.
        "units-imagined" | "units-not-seen" | "prefix-not-read" => true,
        "sequences-not-seen" => std::str::from_utf8(bytes).is_ok(),
        "sequences-imagined" => std::str::from_utf8(bytes).is_err(),
        "other-table" => {
            let Answer::Choice(right) = question.answer else {
                panic!("no choice");
            };
            written(right) != written(given)
        }
        _ => false,
    }
}

/// Reports whether a diagnosis of a garbled text is true.
fn is_true_of_chain(id: &str, question: &Question, given: usize) -> bool {
    let (GivenData::Text(seen), Answer::Choice(right)) = (&question.given, &question.answer) else {
        return false;
    };
    let sets = |number: usize| {
        let crate::question::AnswerChoice::Name(name) = &question.choices[number] else {
            panic!("no name");
        };
        let (written, read) = name.split_once(" -> ").unwrap();
        [written, read].map(|name| encoding_rs::Encoding::for_label(name.as_bytes()).unwrap())
    };
    let ([written, read], [other, by]) = (sets(*right), sets(given));
    let (bytes, ..) = read.encode(seen);
    let word = written.decode_without_bom_handling(&bytes).0;
    match id {
        "chain-backwards" => written == by && read == other,
        "read-with-another" => by.decode_without_bom_handling(&bytes).0 != *seen,
        "written-with-another" => read == by && other.decode_without_bom_handling(&bytes).0 != word,
        "signs-not-counted" => written != other && read != by,
        _ => false,
    }
}

/// Answers similar to another.
fn near(answer: &Answer) -> Vec<Answer> {
    let mut out = vec![answer.clone()];
    match answer {
        Answer::Bytes(bytes) => {
            for at in 0..bytes.len() {
                let mut dropped = bytes.clone();
                dropped.remove(at);
                let mut swapped = bytes.clone();
                swapped.swap(at, (at + 1) % bytes.len());
                out.extend([dropped, swapped].map(Answer::Bytes));
                for bit in 0..8 {
                    let mut flipped = bytes.clone();
                    flipped[at] ^= 1 << bit;
                    out.push(Answer::Bytes(flipped));
                }
            }
        }
        Answer::CodePoint(value) => {
            out.extend((0..21).map(|bit| Answer::CodePoint(value ^ 1 << bit)));
        }
        Answer::Offset(at) => out.extend((0..at + 9).map(Answer::Offset)),
        Answer::Choice(_) => out.extend((0..8).map(Answer::Choice)),
    }
    out
}

#[track_caller]
fn hold(question: &Question, answer: &Answer, row: &Misconception) {
    let bytes = match &question.given {
        GivenData::Bytes(bytes) => bytes.as_slice(),
        _ => &[],
    };
    let is_true = match (answer, &question.answer) {
        (Answer::Bytes(given), Answer::Bytes(right)) => match row.id {
            "nibbles-swapped" => { given.iter().zip(right) }
                .all(|(given, right)| *given == right % 16 * 16 + right / 16),
            "bits-read-backwards" => { given.iter().zip(right) }.all(|(given, right)| {
                format!("{given:08b}")
                    .chars()
                    .rev()
                    .eq(format!("{right:08b}").chars())
            }),
            "letters-from-eleven" => {
                // The digits are read back with A as eleven: G would be sixteen.
                let shift = |c: char| match c.to_digit(16).unwrap() {
                    digit @ 10.. => char::from_digit(digit + 1, 36).unwrap(),
                    digit => char::from_digit(digit, 16).unwrap(),
                };
                lower_hex(right)
                    .chars()
                    .map(shift)
                    .eq(lower_hex(given).chars())
            }
            "halves-read-backwards" => {
                let halves = |bytes: &[u8]| -> Vec<String> {
                    let bits = bits_after(bytes, 0);
                    let fours = bits.as_bytes().chunks(4);
                    fours
                        .map(|four| String::from_utf8(four.to_vec()).unwrap())
                        .collect()
                };
                let turned = halves(right).into_iter();
                let turned = turned.map(|four| four.chars().rev().collect::<String>());
                turned.eq(halves(given))
            }
            "ones-for-zeros" => given
                .iter()
                .zip(right)
                .all(|(a, b)| u16::from(*a) + u16::from(*b) == 255),
            "byte-in-decimal" => {
                let digits: Vec<String> = right.iter().map(|byte| format!("{byte:02}")).collect();
                digits.concat() == lower_hex(given)
            }
            id => { question.to_encode() }.is_some_and(|c| is_true_of_bytes(id, c, given)),
        },
        (Answer::CodePoint(given), _) => is_true_of_number(row.id, bytes, *given),
        (Answer::Offset(given), Answer::Offset(right)) => {
            let at = question.place("at").and_then(|at| at.parse().ok());
            is_true_of_offset(
                row.id,
                bytes,
                at,
                [*right, *given].map(|offset| offset as usize),
            )
        }
        (Answer::Choice(given), _) => is_true_of_choice(row.id, question, bytes, *given),
        _ => false,
    };
    assert!(is_true, "{}: {:?} {answer:?}", row.id, question.given);
}

#[test]
fn a_diagnosis_claims_only_true_things_of_the_answer() {
    let skills: Vec<_> = SKILLS.iter().collect();
    let mut met = 0;
    for seed in 0..40 {
        for question in questions(&skills, 52, seed) {
            let wrong = wrong_answers(&question);
            let known = wrong.iter().map(|(answer, _)| answer);
            let all = known.chain([&question.answer]).flat_map(near);
            for answer in all {
                if let Some(row) = diagnose(&question, &answer) {
                    hold(&question, &answer, row);
                    met += 1;
                }
            }
        }
    }
    assert!(met > 4000, "{met}");
    let readings = ["which-encoding", "mojibake"].map(|skill| by_id(skill).unwrap());
    for script in &SCRIPTS {
        for question in (0..30).flat_map(|seed| questions_of(&readings, 12, seed, script)) {
            for (answer, row) in wrong_answers(&question) {
                hold(&question, &answer, row);
            }
        }
    }
}

/// Every character that can be asked about, in both directions: what a diagnosis says is true of the
/// answer that gets it.
#[test]
fn a_diagnosis_is_true_of_every_character() {
    let skills = [
        "encode",
        "surrogates-encode",
        "byte-order",
        "decode",
        "surrogates-decode",
    ];
    let blank = skills.map(|skill| questions(&[by_id(skill).unwrap()], 1, 0).remove(0));
    let mut met = 0_u64;
    for c in '\0'..=char::MAX {
        let value = u32::from(c);
        let bytes = [
            c.to_string().into_bytes(),
            utf16(c, u16::to_be_bytes),
            utf16(c, u16::to_le_bytes),
        ];
        for (number, question) in blank.iter().enumerate() {
            if matches!(number, 1 | 4) && value < 0x1_0000 {
                continue;
            }
            let mut question = question.clone();
            if number < 3 {
                question.given = GivenData::CodePoint(value);
                question.answer = Answer::Bytes(bytes[number].clone());
            } else {
                question.given = GivenData::Bytes(bytes[number - 3].clone());
                question.answer = Answer::CodePoint(value);
            }
            for (answer, row) in wrong_answers(&question) {
                assert_ne!(answer, question.answer, "{}", row.id);
                hold(&question, &answer, row);
                met += 1;
            }
        }
    }
    assert!(met > 10_000_000, "{met}");
}

/// Counts the ones: ж is D0 B6, and F0 has two ones more, so it promises three more bytes, not one.
#[test]
fn a_prefix_that_is_too_long_is_counted_from_the_bytes_given() {
    let skill = by_id("encode").unwrap();
    let mut question = questions(&[skill], 1, 0).remove(0);
    question.given = GivenData::CodePoint(u32::from('ж'));
    question.answer = Answer::Bytes(vec![0xD0, 0xB6]);
    let found = diagnose(&question, &Answer::Bytes(vec![0xF0, 0xB6]));
    let said = found.map(|row| row.text(Language::English));
    assert!(said.is_some_and(|said| said.contains("more ones than the character has bytes")));
}
