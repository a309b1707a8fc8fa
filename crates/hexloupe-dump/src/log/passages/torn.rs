//! The text beside a passage in its line: a byte of it that was damaged, or a list that has no end.
//!
//! Invariant: what stands there is never read, and between two passages it belongs to neither.

use super::passage::{Passage, PassageKind, TORN, UNCLOSED};
use crate::text::{DumpLine, has_run};
use crate::trial;

/// Adds the doubt that what stands beside the passages of a line belongs to them.
pub(in crate::log) fn tell_torn(line: &DumpLine<'_>, passages: &mut [Passage]) {
    for index in 0..passages.len() {
        let Some((start, end)) = range(line, &passages[index]) else {
            continue;
        };
        let from = { passages[..index].last() }.and_then(|one| range(line, one));
        let from = from.map_or(0, |(_, end)| end).min(start);
        let to = { passages.get(index + 1) }.and_then(|one| range(line, one));
        let to = to.map_or(line.text.len(), |(start, _)| start).max(end);
        let (before, after) = (&line.text[from..start], &line.text[end..to]);
        let passage = &mut passages[index];
        if passage.doubt.is_some() {
            continue;
        }
        passage.doubt = if is_torn(passage.kind, before, after)
            || passage.kind == PassageKind::Digits && has_rest(&passage.text, before, after)
        {
            Some(TORN)
        } else {
            is_unclosed(before, after).then_some(UNCLOSED)
        };
    }
}

/// The place of a passage in its line, if it is written there as it is.
fn range(line: &DumpLine<'_>, passage: &Passage) -> Option<(usize, usize)> {
    let is_digits = !matches!(
        passage.kind,
        PassageKind::Text | PassageKind::Indexed | PassageKind::Printed | PassageKind::Oracle
    );
    let characters = passage.column.checked_sub(line.column)?;
    if !is_digits || passage.line != line.number {
        return None;
    }
    let is_first = |byte: &&u8| **byte & 0xC0 != 0x80;
    let mut at = usize::try_from(characters).ok()?;
    if !line.text.is_ascii() {
        let mut firsts = line
            .text
            .iter()
            .enumerate()
            .filter(|(_, byte)| is_first(byte));
        at = firsts.nth(at)?.0;
    }
    let end = (at + passage.text.len()).min(line.text.len());
    (at <= end).then_some((at, end))
}

/// Reports whether the text beside digits has more of them, or one that was damaged.
fn is_torn(kind: PassageKind, before: &[u8], after: &[u8]) -> bool {
    if matches!(kind, PassageKind::List | PassageKind::HexList) {
        return false;
    }
    let is_gap = |byte: &u8| b" ,".contains(byte);
    let last = before
        .strip_suffix(b" ")
        .and_then(|text| text.rsplit(is_gap).next());
    let next = after
        .strip_prefix(b" ")
        .and_then(|text| text.split(is_gap).next());
    // After eight bytes there may be two blanks.
    let is_single = { before.strip_suffix(b"  ") }
        .and_then(|text| text.rsplit(is_gap).next())
        .is_some_and(|word| matches!(word, [digit] if digit.is_ascii_hexdigit()));
    let mut beside = [last, next].into_iter().flatten();
    let is_damaged = match kind {
        PassageKind::Digits => beside.any(|word| is_half(word) || is_long(word)),
        PassageKind::Numbers => beside.any(|word| is_half(word) || is_odd_number(word)),
        _ => beside.any(is_coded),
    };
    let goes_on = kind == PassageKind::Numbers
        && matches!(after, [b'.' | b',', next, ..] if next.is_ascii_alphanumeric());
    // A frame of hexyl has two panels of digits.
    let is_in_frame = kind == PassageKind::Digits && before.ends_with("│ ".as_bytes());
    is_damaged
        || kind == PassageKind::Digits && is_single
        || is_in_frame
        || goes_on
        || kind != PassageKind::Coded && is_at_sign(before, after)
        || kind == PassageKind::Digits && is_after_colon(before)
        || is_after_sign(kind, before.iter().rev())
        || is_after_sign(kind, after.iter())
        || has_run(before)
        || has_run(after)
}

/// Reports whether digits go on after what stands beside them: in the same quotes, or as a shorter word
/// further on in a row of long ones.
fn has_rest(digits: &[u8], before: &[u8], after: &[u8]) -> bool {
    let is_quoted = match (before.last(), after.first()) {
        (Some(quote @ (b'"' | b'\'')), Some(next)) => next != quote && !next.is_ascii_whitespace(),
        _ => false,
    };
    let is_one = digits.len() >= 8 && digits.iter().all(u8::is_ascii_hexdigit);
    let next = trial::words(after).next().unwrap_or_default();
    let is_shorter = next.len() < digits.len()
        && next.len().is_multiple_of(2)
        && next.iter().all(u8::is_ascii_hexdigit);
    is_quoted || is_one && after.starts_with(b"  ") && !next.is_empty() && is_shorter
}

/// A sign that may stand for a digit that was lost.
fn is_lost(sign: u8) -> bool {
    b"?*~!^_".contains(&sign)
}

/// Reports whether such a sign stands right beside the digits, and others beyond it.
fn is_at_sign(before: &[u8], after: &[u8]) -> bool {
    let is_before = match before.trim_ascii_end() {
        [sign] => is_lost(*sign),
        [.., digit, sign] => {
            let is_after_digit = digit.is_ascii_hexdigit() && before.ends_with(b" ");
            let is_before_digit = *digit == b' ' && before.ends_with(&[*sign]);
            is_lost(*sign) && (is_after_digit || is_before_digit)
        }
        [] => false,
    };
    let is_after = match after {
        [sign, b' ', rest @ ..] => is_lost(*sign) && rest.first().is_none_or(u8::is_ascii_hexdigit),
        _ => false,
    };
    is_before || is_after
}

/// Reports whether a text ends in a colon or a hyphen after a digit, as the part of a list before a damaged
/// byte does.
fn is_after_colon(before: &[u8]) -> bool {
    let Some((b':' | b'-', text)) = before.split_last() else {
        return false;
    };
    let name = text
        .rsplit(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    if name.len() > 2 && name.iter().any(|byte| b"./".contains(byte)) {
        // The name of a file, and the number of a line.
        return true;
    }
    let text = text.trim_ascii_end();
    let digits = text
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let is_apart = { text.get(..text.len() - digits).and_then(<[u8]>::last) }
        .is_none_or(|byte| !byte.is_ascii_alphanumeric());
    matches!(digits, 1 | 2) && is_apart
}

/// Reports whether a word, perhaps with a prefix, is hex digits of many bytes.
fn is_long(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"\"").unwrap_or(word);
    let digits = word.strip_prefix(b"0x").or(word.strip_prefix(b"\\x"));
    let digits = digits.unwrap_or(word);
    digits.len() > 8 && digits.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether a word is a part of base64.
fn is_coded(word: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    word.len() >= 16 && is_mixed && has(u8::is_ascii_digit) && word.iter().all(is_digit)
}

/// Reports whether a text begins with a sign that no separator is, and digits after it.
fn is_after_sign<'a>(kind: PassageKind, mut text: impl Iterator<Item = &'a u8>) -> bool {
    const LEAST: usize = 2;
    let signs: &[u8] = match kind {
        PassageKind::Coded => b"?*!#$%^~@",
        _ => b"?*!",
    };
    let is_sign = text.next().is_some_and(|sign| signs.contains(sign));
    let digits = text.take_while(|byte| byte.is_ascii_alphanumeric());
    is_sign && digits.take(LEAST).count() == LEAST
}

/// Reports whether a word, perhaps with a prefix, is a hex digit and a sign that stands for a lost one.
fn is_half(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"0x").unwrap_or(word);
    let is_other =
        |byte: &u8| is_lost(*byte) || byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit();
    let has = |is: fn(&u8) -> bool| digits.iter().any(is);
    let has_figure =
        digits.len() < word.len() || has(u8::is_ascii_digit) || has(|byte| is_lost(*byte));
    digits.len() == 2
        && has_figure
        && digits.iter().filter(|byte| is_other(byte)).count() == 1
        && digits.iter().any(u8::is_ascii_hexdigit)
}

/// Reports whether a word is a number of two or three figures, one of which was damaged.
fn is_odd_number(word: &[u8]) -> bool {
    let figures = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let others = word
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic() || **byte == b'?');
    word.len() == 3 && figures == 2 && others.count() == 1
}

/// Reports whether digits stand after an opening bracket that is never closed.
fn is_unclosed(before: &[u8], after: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let closer = match before.last() {
        _ if before.ends_with(b"<Buffer") => b'>',
        Some(b'[') => b']',
        Some(b'{') => b'}',
        _ => return false,
    };
    !after.contains(&closer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::passages::PassageScanner;

    #[track_caller]
    fn check(text: &str, doubts: &[Option<&str>]) {
        let line = DumpLine {
            number: 1,
            column: 1,
            text: text.as_bytes(),
            begins: true,
            ends: true,
            end: b"",
        };
        let mut passages = Vec::new();
        PassageScanner::default().line(&line, &mut passages);
        tell_torn(&line, &mut passages);
        let found: Vec<_> = passages.iter().map(|one| one.doubt).collect();
        assert_eq!(found, doubts, "{text}: {passages:?}");
    }

    #[test]
    fn a_damaged_byte_or_a_lost_bracket_is_a_doubt() {
        check("x 7b 00 22 61 0? 22 00 3a 00 31", &[Some(TORN), Some(TORN)]);
        check(
            "x 7b 00 22 00 61 0? 22 00 3a 00 31",
            &[Some(TORN), Some(TORN)],
        );
        check("x O3 45 4c 45 43-54 20", &[Some(TORN)]);
        check("x 22 00 3a 00 31 0? 22 00", &[Some(TORN)]);
        check("7b2261223a31?62223a22c3bc", &[None, Some(TORN)]);
        check("it is [137, 80, 78, 71, 13, as you see", &[Some(UNCLOSED)]);
        check("rx: 7b 00 22 00 61 of 5", &[None]);
        check("rx 7b 00 22 61 | 22 00 3a 00", &[None, None]);
    }
}
