//! Passages of digits: words in hex, rows of them, and numbers one by one.
//!
//! Invariant: what stands right beside digits and may be a damaged byte of them is told, and never read.

use std::ops::Range;

use data_encoding::HEXLOWER_PERMISSIVE;

use super::passage::{
    AS_CODED, AS_HEAD, DECIMALS, LEAST, LEAST_FIGURES, NUMBER, ORDER, Passage, PassageKind,
    PassageWeight, ROW_HALF, TORN, WORD, begins_word, sign_len, word_len,
};
use crate::text::DumpLine;

/// Digits that begin at an index; returns the bytes passed, none if there are none.
pub(super) fn digits(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let text = &line.text[at..];
    let word = word_len(text);
    let fraction = || is_fraction(line.text, at..at + word).then_some(word);
    if let Some(passed) = address_or_head(line.text, at).or_else(fraction) {
        return Some(passed);
    }
    let is_word = || is_hex_word(&text[..word]).then_some((word, PassageWeight::Possible));
    if let Some(number) = long_number(text) {
        if !is_pointer(line.text, at..at + number) {
            into.push(long_passage(line, at, number));
        }
        return Some(number);
    }
    let found = words(text).filter(|(len, _)| !is_among_decimals(line.text, at..at + len));
    if let Some((len, _)) = found.filter(|(len, _)| run_len(text) > *len) {
        // Numbers without leading zeros or with their sign extended are bytes too: all or none.
        let run = run_len(text);
        if text[len..run].iter().any(u8::is_ascii_hexdigit) {
            into.push(Passage {
                line: line.number,
                column: line.column_of(at),
                kind: PassageKind::Digits,
                weight: PassageWeight::Possible,
                text: undotted(&text[..run]),
                doubt: None,
            });
            return Some(run);
        }
    }
    let is_figures = text[..word].iter().all(u8::is_ascii_digit);
    if found.is_none() && word >= LEAST_FIGURES && is_figures && is_hex(&text[..word]) {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            weight: PassageWeight::Faint,
            text: text[..word].to_vec(),
            doubt: (word < line.text.trim_ascii().len()).then_some(NUMBER),
        });
        return Some(word);
    }
    if found.is_none()
        && let Some(len) = dotted(line.text, at)
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            weight: PassageWeight::Faint,
            text: undotted(&text[..len]),
            doubt: None,
        });
        return Some(len);
    }
    if found.is_none()
        && let Some(len) = numbers(line.text, at)
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Numbers,
            weight: PassageWeight::Faint,
            text: text[..len].to_vec(),
            doubt: is_before_number(&text[len..]).then_some(TORN),
        });
        return Some(len);
    }
    let (len, weight) = found.or_else(is_word)?;
    // What goes on with the sign between digits and has other characters is one that was damaged.
    let between = signs(&text[len..]);
    let next = &text[len + between.len()..][..word_len(&text[len + between.len()..])];
    let is_joined = between.len() == 1 && !b" .".contains(&between[0]);
    let is_listed = between.contains(&b',') && next.iter().any(u8::is_ascii_digit);
    if found.is_some() && !next.is_empty() && (is_joined || is_listed) {
        return Some(len + between.len() + next.len());
    }
    if text[..len].contains(&b',') && line.text[..at].trim_ascii_end().ends_with(b",") {
        // The number before it in the list is damaged.
        return Some(len);
    }
    let is_torn = is_after_byte(&line.text[..at])
        || is_before_byte(&text[len..])
        || is_before_shorter(&text[..len], &text[len..])
        || is_before_dash(&text[len..])
        || text[..len].contains(&b':') && is_after_group(&line.text[..at])
        // Java writes a cast before the bytes above 7F.
        || text[len..].starts_with(b", (");
    let is_columns = is_row_of_columns(&line.text[..at], &text[..len]);
    let doubt = otherwise(&text[..len]).or(is_torn.then_some(TORN));
    let doubt = doubt.or(is_columns.then_some(AS_HEAD));
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Digits,
        weight,
        text: undotted(&text[..len]),
        doubt,
    });
    Some(len)
}

/// A record of Intel HEX whose digits begin at an index, with its length and its checksum; returns the bytes
/// passed.
pub(super) fn record(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let before = line.text[..at].strip_suffix(b":")?;
    if before.last().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let digits = &line.text[at..at + word_len(&line.text[at..])];
    let bytes = HEXLOWER_PERMISSIVE.decode(digits).ok()?;
    let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let is_record = bytes.len() > 5 && usize::from(bytes[0]) + 5 == bytes.len() && bytes[3] == 0;
    (is_record && sum == 0).then(|| {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at - 1),
            kind: PassageKind::Record,
            weight: PassageWeight::Likely,
            text: [b":", digits].concat(),
            doubt: None,
        });
        digits.len()
    })
}

/// The doubt about digits that are decimal numbers too, or zeros in base64.
fn otherwise(digits: &[u8]) -> Option<&'static str> {
    let is_whole = digits.len().is_multiple_of(4);
    let is_coded = is_whole && memchr::memmem::find(digits, b"AAAAAAAA").is_some();
    decimals(digits).or(is_coded.then_some(AS_CODED))
}

/// Reports whether a word is the fraction of a number with an exponent: `1.4167206e-33`.
fn is_fraction(text: &[u8], word: Range<usize>) -> bool {
    let Some(figures) = text[word.clone()].strip_suffix(b"e") else {
        return false;
    };
    let is_after = matches!(text[..word.start], [.., b'0'..=b'9', b'.']);
    is_after
        && figures.iter().all(u8::is_ascii_digit)
        && matches!(text[word.end..], [b'+' | b'-', b'0'..=b'9', ..])
}

/// Reports whether digits are the numbers of the sixteen columns of a dump, behind the room for its addresses.
fn is_row_of_columns(before: &[u8], digits: &[u8]) -> bool {
    if !before.ends_with(b"   ") {
        return false;
    }
    let words = digits
        .split(|byte| *byte == b' ')
        .filter(|word| !word.is_empty());
    let mut numbers = words.map(|word| {
        let word = std::str::from_utf8(word)
            .ok()
            .filter(|word| word.len() == 2);
        word.and_then(|word| u8::from_str_radix(word, 16).ok())
    });
    (0..16).all(|column| numbers.next() == Some(Some(column))) && numbers.next().is_none()
}

/// Reports whether a text ends in one sign after what may have been a byte.
fn is_after_byte(text: &[u8]) -> bool {
    let Some((sign, before)) = text.split_last().filter(|(sign, _)| b" :-.".contains(sign)) else {
        return false;
    };
    let word = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
    let word = word.unwrap_or_default();
    let is_usual = *sign == b' ';
    let is_first = before.trim_ascii_start().len() == word.len();
    // Or a byte is before it.
    let rest = before[..before.len() - word.len()].trim_ascii_end();
    let last = rest.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
    let is_after =
        last.is_some_and(|last| last.len() == 2 && last.iter().all(u8::is_ascii_hexdigit));
    let is_damaged = is_odd(word) || (is_first || is_after) && is_half(word);
    may_be_byte(word, is_usual) || is_usual && is_damaged
}

/// Reports whether a text ends in hex digits and a colon, as the first groups of an address of IPv6 do.
fn is_after_group(text: &[u8]) -> bool {
    let before = text.strip_suffix(b":").unwrap_or_default();
    let word = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    !before.is_empty() && word.is_some_and(is_hex)
}

/// Reports whether words of several bytes go on with one that is a digit shorter or longer.
fn is_before_shorter(text: &[u8], after: &[u8]) -> bool {
    let usual = word_len(text);
    let Some(rest) = after.strip_prefix(b" ") else {
        return false;
    };
    let word = &rest[..word_len(rest)];
    // The last word of a description of data may be a shorter one.
    let is_last = word.len() < usual && rest[word.len()..].starts_with(b">");
    let is_near = word.len().abs_diff(usual) == 1 || is_last && !word.is_empty();
    usual >= 4 && is_near && word.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether a word is hex digits of which one may be lost.
fn is_odd(word: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    word.len() > 2
        && !word.len().is_multiple_of(2)
        && word.iter().all(u8::is_ascii_hexdigit)
        && has(u8::is_ascii_alphabetic)
        && has(u8::is_ascii_digit)
}

/// Words of two letters with one that is a hex digit: `6 bytes of 10`, `at 12:30`.
const SHORT_WORDS: [&[u8]; 12] = [
    b"of", b"at", b"as", b"an", b"by", b"do", b"if", b"me", b"he", b"we", b"am", b"id",
];

/// Reports whether one of two letters is a hex digit, and they are no usual word.
fn is_half(word: &[u8]) -> bool {
    word.len() == 2
        && !SHORT_WORDS.contains(&word)
        && word.iter().filter(|byte| byte.is_ascii_hexdigit()).count() == 1
}

/// Reports whether a text begins with one sign before what may have been a byte; after eight bytes there
/// may be two blanks.
fn is_before_byte(text: &[u8]) -> bool {
    let sign = signs(text);
    let rest = &text[sign.len()..];
    let word = &rest[..word_len(rest)];
    // A letter that is no digit is one that was damaged if bytes follow it.
    let next = rest[word.len()..].strip_prefix(sign).unwrap_or_default();
    let next = &next[..word_len(next)];
    let is_byte = next.len() == 2 && next.iter().all(u8::is_ascii_hexdigit);
    let is_sign = matches!(sign, b" " | b"  " | b":" | b"-" | b".");
    // So is the last word of a line.
    let is_last = sign == b" " && word.len() == rest.trim_ascii_end().len();
    let is_within = is_half(word) && (is_byte || is_last) || sign == b" " && is_odd(word);
    is_sign && (may_be_byte(word, sign != b"  ") || is_within)
}

/// Reports whether a text begins with a dash or another sign beyond ASCII, and a byte after it.
fn is_before_dash(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let rest = text[sign_len(text)..].trim_ascii_start();
    let word = &rest[..word_len(rest)];
    rest.len() < text.len() && word.len() == 2 && word.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether a text goes on after a comma with what may have been a number of three digits.
fn is_before_number(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b",") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let word = &rest[..word_len(rest)];
    let has_figure = word.iter().any(u8::is_ascii_digit);
    word.len() == 1 || word.len() <= 3 && has_figure || rest.starts_with(b",")
}

/// Reports whether a word may be a damaged byte, or two: a digit alone, or a figure with another sign.
fn may_be_byte(word: &[u8], is_usual: bool) -> bool {
    let has_figure = word.iter().any(u8::is_ascii_digit);
    let others = word.iter().filter(|byte| !byte.is_ascii_hexdigit()).count();
    match word.len() {
        1 => is_usual && others == 0,
        2 | 4 => has_figure && others == 1,
        _ => false,
    }
}

/// The length of hex numbers of one or two digits at an index, with dots between them: as `%vx` of Perl
/// writes bytes.
fn dotted(text: &[u8], at: usize) -> Option<usize> {
    let is_joined = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:/@".contains(byte);
    let rest = &text[at..];
    if rest.get(word_len(rest)) != Some(&b'.') || text[..at].last().is_some_and(is_joined) {
        return None;
    }
    let len = run_len(rest);
    let numbers = rest[..len].split(|byte| *byte == b'.');
    let is_byte = |number: &[u8]| number.len() <= 2 && number.iter().all(u8::is_ascii_hexdigit);
    let has = |is: fn(&u8) -> bool| rest[..len].iter().any(is);
    let is_mixed = has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit);
    let ends = !rest.get(len).is_some_and(is_joined);
    let is_list = ends && is_mixed && numbers.clone().count() > LEAST;
    (is_list && numbers.clone().all(is_byte)).then_some(len)
}

/// Digits with commas for the dots between them, as `%vx` of Perl writes these.
fn undotted(text: &[u8]) -> Vec<u8> {
    let comma = |byte: &u8| if *byte == b'.' { b',' } else { *byte };
    text.iter().map(comma).collect()
}

/// The length of what looks like digits at an index and is an address in two parts, as of `WinDbg`, or the
/// numbers of the columns of a dump.
fn address_or_head(text: &[u8], at: usize) -> Option<usize> {
    const COLUMNS: &[u8] = b"0123456789ABCDEF";
    let rest = &text[at..];
    let word = word_len(rest);
    if rest[..word].eq_ignore_ascii_case(COLUMNS) {
        return Some(word);
    }
    if let [b'`', low @ ..] = &rest[word..] {
        let low = &low[..word_len(low)];
        return (low.len() == 8 && low.iter().all(u8::is_ascii_hexdigit))
            .then_some(word + 1 + low.len());
    }
    let is_head = { rest.get(..4) }.is_some_and(|first| matches!(first, b"0001" | b"00 0"));
    (is_head && self::is_head(&text[..at])).then_some(rest.len())
}

/// Reports whether a line names the offsets of a dump.
pub(in crate::log) fn is_head(text: &[u8]) -> bool {
    memchr::memmem::find(&text.to_ascii_lowercase(), b"offset").is_some()
}

/// The most blanks between two columns of numbers.
const MOST_BLANKS: usize = 16;

/// The length of decimal numbers at an index that may be bytes: not all of two digits, with the same sign
/// between them; four in a row with dots are an address of a network.
fn numbers(text: &[u8], at: usize) -> Option<usize> {
    let is_joined = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:/".contains(byte);
    let before = text[..at].trim_ascii_end().last();
    // After an address, or in the midst of a list that begins otherwise.
    let is_after_number = before.is_some_and(|byte| byte.is_ascii_digit() || *byte == b',');
    if text[..at].last().is_some_and(is_joined) || is_after_number {
        return None;
    }
    // Among the cells of a row stand characters too.
    let is_cell = text[..at].ends_with(b"  ");
    if is_cell && before.is_some_and(|byte| !b":=>".contains(byte)) {
        return None;
    }
    let rest = &text[at..];
    let (mut len, mut count, mut between): (usize, usize, Option<&[u8]>) = (0, 0, None);
    let (mut is_usual, mut has_three, mut is_octal) = (true, false, true);
    let mut width = None;
    loop {
        let word = &rest[len..][..word_len(&rest[len..])];
        let value = std::str::from_utf8(word)
            .ok()
            .and_then(|word| word.parse::<u8>().ok());
        if value.is_none() || word.len() > 3 || !word.iter().all(u8::is_ascii_digit) {
            // It ends in the midst of other numbers.
            return None;
        }
        is_usual &= word.len() == 2;
        has_three |= word.len() == 3;
        // Rows of `od -b` have three digits each.
        is_octal &= word.len() == 3 && word.iter().all(|byte| matches!(byte, b'0'..=b'7'));
        (len, count) = (len + word.len(), count + 1);
        let after = &rest[len..];
        let sign = after
            .iter()
            .take_while(|byte| b" ,.".contains(byte))
            .count();
        let next = after.get(sign);
        let is_blank = after[..sign].iter().all(|byte| *byte == b' ');
        // Columns are as wide as each other.
        let column = sign + word_len(&after[sign..]);
        let is_column = *width.get_or_insert(column) == column;
        let most = match is_blank {
            true if is_column => MOST_BLANKS,
            true => 3,
            false => 2,
        };
        if sign > most && next.is_some_and(u8::is_ascii_digit) {
            return None;
        }
        if sign == 0 || sign > most || !next.is_some_and(u8::is_ascii_digit) {
            let ends = sign > 0 || next.is_none_or(|byte| !is_joined(byte));
            let least = if between == Some(b".") {
                LEAST + 1
            } else {
                LEAST
            };
            let is_list = !is_usual && has_three && !is_octal;
            return (ends && count >= least && is_list).then_some(len);
        }
        // Columns are padded with blanks.
        let sign_of_all = if is_blank { b" " } else { &after[..sign] };
        if *between.get_or_insert(sign_of_all) != sign_of_all {
            return None;
        }
        len += sign;
    }
}

/// The doubt about pairs of digits that are decimal numbers too.
pub(super) fn decimals(text: &[u8]) -> Option<&'static str> {
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let is_number = |word: &[u8]| {
        word.is_empty() || word.len() == 2 && word[0] != b'0' && word.iter().all(u8::is_ascii_digit)
    };
    words.all(is_number).then_some(DECIMALS)
}

/// The length of a long number with `0x` at the front of a text, if it is whole bytes.
fn long_number(text: &[u8]) -> Option<usize> {
    let digits = text.strip_prefix(b"0x").or(text.strip_prefix(b"0X"))?;
    let count = { digits.iter() }.take_while(|byte| byte.is_ascii_hexdigit());
    let count = count.count();
    let ends = !begins_word(&digits[count..]);
    (ends && count > WORD && count.is_multiple_of(2)).then_some(2 + count)
}

/// The passage of a long number.
fn long_passage(line: &DumpLine<'_>, at: usize, number: usize) -> Passage {
    Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Digits,
        // An address is no longer.
        weight: if number > 2 + 16 {
            PassageWeight::Likely
        } else {
            PassageWeight::Possible
        },
        text: line.text[at..at + number].to_vec(),
        doubt: is_after_address(&line.text[..at]).then_some(ORDER),
    }
}

/// Reports whether a line goes up to here with an address of a debugger: `0x4010:` or `0x4010 <main+4>:`.
fn is_after_address(before: &[u8]) -> bool {
    let Some(before) = before.trim_ascii_end().strip_suffix(b":") else {
        return false;
    };
    let mut words = before.rsplit(u8::is_ascii_whitespace).take(2);
    words.any(|word| {
        let digits = word.strip_prefix(b"0x").unwrap_or_default();
        digits.len() >= 4 && digits.iter().all(u8::is_ascii_hexdigit)
    })
}

/// The words before an address.
const ADDRESSED: [&[u8]; 9] = [
    b"addr", b"address", b"base", b"begin", b"end", b"offset", b"pointer", b"ptr", b"start",
];

/// Reports whether a number of eight bytes or less is an address: of the string or the place that
/// follows it, or by the word before it.
fn is_pointer(text: &[u8], number: Range<usize>) -> bool {
    const MOST_DIGITS: usize = 16;
    let after = text[number.end..].trim_ascii_start();
    let is_before_colon = matches!(&text[number.end..], [b':', b' ' | b'\t', ..]);
    let is_before_string = number.end + 1 < text.len()
        && matches!(after, [b'"' | b'<', ..])
        && text[number.end].is_ascii_whitespace();
    let before = text[..number.start].trim_ascii_end();
    let before = before
        .strip_suffix(b"\"")
        .unwrap_or(before)
        .trim_ascii_end();
    let sign = before.last().is_some_and(|byte| b":=".contains(byte));
    let before = before[..before.len() - usize::from(sign)].trim_ascii_end();
    let word = before.rsplit(|byte| !byte.is_ascii_alphabetic()).next();
    let word = word.unwrap_or_default().to_ascii_lowercase();
    let is_named = sign && ADDRESSED.contains(&word.as_slice());
    let is_before = is_before_string || is_before_colon;
    number.len() <= 2 + MOST_DIGITS && (is_before || is_named)
}

/// The length of the hex numbers of any length at the front of a text, with single signs between them.
fn run_len(text: &[u8]) -> usize {
    let mut len = 0;
    let is_dotted = text.get(word_len(text)) == Some(&b'.');
    loop {
        let has_sign = len > 0 && !signs(&text[len..]).is_empty();
        if has_sign && (text[len] == b'.') != is_dotted {
            return len;
        }
        let at = len + usize::from(has_sign);
        let word = &text[at..][..word_len(&text[at..])];
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        if !is_number || len > 0 && at == len {
            return len;
        }
        len = at + word.len();
    }
}

/// Reports whether digits without a letter stand among other numbers: a list of decimals has them too.
fn is_among_decimals(text: &[u8], digits: Range<usize>) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",-".contains(byte);
    let before = text[..digits.start]
        .iter()
        .rev()
        .find(|byte| !is_between(byte));
    let after = text[digits.end..].iter().find(|byte| !is_between(byte));
    let is_number = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let has_letter = text[digits].iter().any(u8::is_ascii_alphabetic);
    !has_letter && (is_number(before) || is_number(after))
}

/// Reports whether a word is hex digits of whole bytes, and not few.
pub(super) fn is_hex(word: &[u8]) -> bool {
    word.len() >= WORD && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether a word is hex digits of two bytes or more.
pub(super) fn is_short_hex(word: &[u8]) -> bool {
    word.len() >= 4 && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
}

/// The same of a word with letters and figures.
fn is_hex_word(word: &[u8]) -> bool {
    let figures = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    is_hex(word) && (1..word.len()).contains(&figures)
}

/// The length of words of hex digits at the front of a text, each as long as the first, perhaps with
/// `0x` or in angles, and with the same signs between them; none if they are few bytes.
pub(super) fn words(text: &[u8]) -> Option<(usize, PassageWeight)> {
    let (mut len, mut bytes, mut count, mut separator) = (0, 0, 0, None);
    let (mut has_prefix, mut has_letter, mut has_figure) = (false, false, false);
    let (mut at, mut usual) = (0, None);
    while let Some(word) = hex_word(text, at) {
        let digits = word.digits.len();
        let after = signs(&text[word.end..]);
        // The first group of Python's `hex(":", 2)` is the short one.
        if count == 1 && usual.is_some_and(|usual| digits == 2 * usual) && after == b":" {
            usual = separator
                .filter(|sign| *sign == after)
                .map(|_| digits)
                .or(usual);
        }
        let usual = *usual.get_or_insert(digits);
        // The last word may be shorter; before others stands an address, or a number.
        let next = word.end + after.len();
        if digits > usual || digits < usual && hex_word(text, next).is_some() {
            break;
        }
        if digits == 8 && word.digits.iter().all(|byte| matches!(byte, b'0' | b'1')) {
            // They may be bits.
            return None;
        }
        if count == 1 && has_prefix && !word.has_prefix {
            // The first word is an address.
            return None;
        }
        has_prefix |= word.has_prefix;
        has_letter |= word.digits.iter().any(u8::is_ascii_alphabetic);
        has_figure |= word.digits.iter().any(u8::is_ascii_digit);
        (len, bytes, count) = (word.end, bytes + digits / 2, count + 1);
        let sign = signs(&text[len..]);
        let is_last = digits < usual || sign.is_empty();
        // Rows of dumps have a wider gap after eight bytes.
        let is_gap = sign == b"  " && separator == Some(&b" "[..]) && count % ROW_HALF == 0;
        if is_last || !is_gap && *separator.get_or_insert(sign) != sign {
            break;
        }
        at = len + sign.len();
    }
    // Times, dates and network addresses have other signs between their pairs.
    let is_dotted = separator.is_some_and(|sign| sign.contains(&b'.'));
    if is_dotted && !has_letter {
        return None;
    }
    let is_usual =
        separator.is_some_and(|sign| !sign.contains(&b':') && !sign.contains(&b'-') && !is_dotted);
    let is_mixed = is_usual && has_letter && has_figure;
    // Columns are wider than a byte needs: decimals of two digits.
    let is_spread = separator.is_some_and(|sign| sign.len() > 1 && sign.starts_with(b"  "));
    if is_spread && !has_letter && !has_prefix {
        return None;
    }
    let weight = if count > 1 && (has_prefix || is_mixed) {
        PassageWeight::Likely
    } else {
        PassageWeight::Possible
    };
    (count > 1 && bytes >= LEAST).then_some((len, weight))
}

/// The signs between words at the front of a text.
fn signs(text: &[u8]) -> &[u8] {
    let is_sign = |byte: &&u8| b" ,:-.".contains(byte);
    &text[..text.iter().take_while(is_sign).count()]
}

/// A word of hex digits.
struct HexWord<'a> {
    /// The index after it.
    end: usize,
    digits: &'a [u8],
    has_prefix: bool,
}

/// The word of hex digits at an index.
fn hex_word(text: &[u8], at: usize) -> Option<HexWord<'_>> {
    let rest = text.get(at..)?;
    let is_angled = rest.first() == Some(&b'<');
    let open = usize::from(is_angled);
    let has_prefix = matches!(&rest[open..], [b'0', b'x' | b'X', ..]);
    let start = open + if has_prefix { 2 } else { 0 };
    let len = rest[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let end = start + len;
    let closed = end + open;
    let is_closed = !is_angled || rest.get(end) == Some(&b'>');
    let ends = !begins_word(rest.get(closed..).unwrap_or_default());
    let is_whole = matches!(len, 2 | 4 | 8 | 16) && is_closed && ends;
    is_whole.then(|| HexWord {
        end: at + closed,
        digits: &rest[start..end],
        has_prefix: has_prefix || is_angled,
    })
}
