//! Bytes one by one in the notations of languages that have no list of them of their own: `$D0` of Pascal
//! and of assemblers, `#208`, `chr(208)`, `16#D0#` of Ada, `X"D0"` of VHDL, `8'hD0` of Verilog.
//!
//! Invariant: a list is written for bytes of one notation with nothing but separators between them, and
//! never for those beside a string or a word that would be left out.

/// The fewest bytes of a list.
const LEAST: usize = 3;
/// The most separators between two bytes.
const MOST_BETWEEN: usize = 4;

/// A notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteNotation {
    Dollar,
    Hash,
    Call,
    Ada,
    Vhdl,
    Verilog,
}

/// A line with a decimal list in place of the bytes of such notations; none if it has none.
pub(super) fn with_lists(text: &[u8]) -> Option<Vec<u8>> {
    let (mut line, mut from, mut at) = (None, 0, 0);
    let marks = [
        (b'$', LEAST),
        (b'#', LEAST),
        (b'\'', LEAST),
        (b'(', LEAST),
        (b'"', 2 * LEAST),
    ];
    let has =
        |(mark, least): (u8, usize)| memchr::memchr_iter(mark, text).take(least).count() == least;
    if !marks.into_iter().any(has) {
        return None;
    }
    while at < text.len() {
        let Some((bytes, end)) = run(text, at) else {
            at += 1;
            continue;
        };
        let line: &mut Vec<u8> = line.get_or_insert_default();
        line.extend_from_slice(&text[from..at]);
        line.extend_from_slice(format!("{bytes:?}").as_bytes());
        (from, at) = (end, end);
    }
    let mut line = line?;
    line.extend_from_slice(&text[from..]);
    Some(line)
}

/// The bytes of a run at an index, and its end.
fn run(text: &[u8], at: usize) -> Option<(Vec<u8>, usize)> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    if { text[..at].last() }.is_some_and(is_word) {
        return None;
    }
    let (notation, first, len) = byte(&text[at..])?;
    let (mut bytes, mut end) = (vec![first], at + len);
    let mut has_letter = text[at..end].iter().skip(1).any(u8::is_ascii_alphabetic);
    let is_between = |byte: &&u8| b" ,.&+|".contains(byte);
    loop {
        let between = text[end..].iter().take_while(is_between).count();
        let next = text.get(end + between..).and_then(byte);
        let Some((_, value, len)) =
            next.filter(|next| next.0 == notation && between <= MOST_BETWEEN)
        else {
            break;
        };
        let start = end + between;
        end = start + len;
        has_letter |= text[start + 1..end].iter().any(u8::is_ascii_alphabetic);
        bytes.push(value);
    }
    let is_beside = |byte: Option<&u8>| byte.is_some_and(|byte| b"\"'".contains(byte));
    let is_separator = |byte: &&u8| !b" ,.&+|".contains(byte);
    // A damaged one before them belongs to them.
    let before = text[..at].trim_ascii_end();
    let is_after_one = before
        .strip_suffix(b",")
        .and_then(<[u8]>::last)
        .is_some_and(is_word);
    let is_in_string = is_after_one
        || is_beside(text[..at].iter().rev().find(is_separator))
        || is_beside(text[end..].iter().find(is_separator));
    // Prices and the columns of awk have a dollar too.
    let is_price = notation == ByteNotation::Dollar && !has_letter;
    let ends = text.get(end).is_none_or(|byte| !is_word(byte));
    (bytes.len() >= LEAST && !is_in_string && !is_price && ends).then_some((bytes, end))
}

/// The byte at the front of a text, with its notation and its length.
fn byte(text: &[u8]) -> Option<(ByteNotation, u8, usize)> {
    let number = |digits: &[u8], base| {
        let digits = std::str::from_utf8(digits).ok()?;
        u8::from_str_radix(digits, base).ok()
    };
    let hex = |from: usize| {
        text.get(from..from + 2)
            .and_then(|digits| number(digits, 16))
    };
    let figures = |from: usize| {
        let figures = text.get(from..).unwrap_or_default().iter();
        from + figures.take_while(|byte| byte.is_ascii_digit()).count()
    };
    match text {
        [b'#', b'$', ..] => Some((ByteNotation::Dollar, hex(2)?, 4)),
        [b'$', ..] => Some((ByteNotation::Dollar, hex(1)?, 3)),
        [b'#', b'0'..=b'9', ..] => {
            let end = figures(1);
            Some((ByteNotation::Hash, number(&text[1..end], 10)?, end))
        }
        [b'1', b'6', b'#', _, _, b'#', ..] => Some((ByteNotation::Ada, hex(3)?, 6)),
        [b'x' | b'X', b'"', _, _, b'"', ..] => Some((ByteNotation::Vhdl, hex(2)?, 5)),
        [b'8', b'\'', b'h' | b'H', ..] => Some((ByteNotation::Verilog, hex(3)?, 5)),
        [b'c' | b'C', b'h' | b'H', b'r' | b'R', b'(', ..] => {
            let end = figures(4);
            let is_ended = text.get(end) == Some(&b')');
            let value = number(&text[4..end], 10).filter(|_| is_ended)?;
            Some((ByteNotation::Call, value, end + 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let found = with_lists(text.as_bytes());
        let found = found.map(|line| String::from_utf8_lossy(&line).into_owned());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn bytes_of_other_notations_are_a_list() {
        let list = Some("a [208, 159, 65];");
        check("a $D0, $9F, $41;", list);
        check("a #$D0#$9F#$41;", list);
        check("a #208#159#65;", list);
        check("a chr(208).chr(159).chr(65);", list);
        check("a Chr(208) & Chr(159) & Chr(65);", list);
        check("a 16#D0#, 16#9F#, 16#41#;", list);
        check("a X\"D0\", X\"9F\", X\"41\";", list);
        check("a 8'hD0, 8'h9f, 8'h41;", list);
        check(
            "const a: array[0..2] of byte = ($D0, $9F, $41);",
            Some("const a: array[0..2] of byte = ([208, 159, 65]);"),
        );
    }

    #[test]
    fn prices_and_parts_of_strings_are_none() {
        for text in [
            "it is $10, $20, $30",
            "{print $1, $2, $3}",
            "'abc'#13#10#9",
            "\"a\" & Chr(13) & Chr(10) & Chr(9)",
            "#208#300#65",
            "$D0, $9F",
            "see #12, #13 and #14",
            "$D0, $g1, $9F, $41, $42",
        ] {
            check(text, None);
        }
    }
}
