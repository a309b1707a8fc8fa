//! The place in pasted text: a row of a dump, a message of a compiler, an address as a debugger
//! writes it.
//!
//! It is asked only for text that is no notation of a place itself. Invariant: a number without a
//! word or a mark that makes it a place is none.

use super::{TypedPlace, address, line_and_column};

/// The most characters of a text that are read.
const MOST: usize = 4096;

/// The place that some text names.
pub fn quoted_place(text: &str) -> Option<TypedPlace> {
    let end = text
        .char_indices()
        .nth(MOST)
        .map_or(text.len(), |(at, _)| at);
    let text = text[..end].trim().trim_matches(QUOTES);
    literal(text)
        .or_else(|| range(text))
        .or_else(|| row(text))
        .or_else(|| message(text))
}

/// The line and the column that some text may mean instead: `1,234`.
pub fn as_ruler(text: &str) -> Option<(u64, u64)> {
    let (line, column) = text.trim().split_once([',', ';', '.'])?;
    Some((counted(line)?, counted(column)?))
}

/// Marks around a pasted place.
const QUOTES: [char; 11] = ['"', '\'', '`', '(', ')', '[', ']', '<', '>', ',', ';'];
/// Separators of the digits of a number in programs and debuggers.
const JOINTS: [char; 3] = ['_', '\'', '`'];
/// The marks of a hex number.
const HEX: [&str; 9] = ["0x", "0X", "@0x", "\\x", "&h", "&H", "#$", "$", "x"];
/// The endings of a number in C and Rust.
const ENDINGS: [&str; 9] = ["ull", "ul", "llu", "lu", "ll", "l", "u", "usize", "u64"];

fn is_hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_decimal(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(digits: &str, radix: u32) -> Option<u64> {
    u64::from_str_radix(digits, radix).ok()
}

/// A number counted from 1, without zeros before it.
fn counted(digits: &str) -> Option<u64> {
    let is_count = is_decimal(digits) && !digits.starts_with('0');
    number(digits, 10).filter(|_| is_count)
}

/// One word: an address or a line as other programs write it.
fn literal(text: &str) -> Option<TypedPlace> {
    if let Some(number) = grouped(text) {
        return Some(TypedPlace::Address(number));
    }
    if text.contains(char::is_whitespace) {
        return spaced(text);
    }
    let plain = text.replace(JOINTS, "");
    let hex = { HEX.iter() }.find_map(|mark| plain.strip_prefix(mark));
    if let Some(found) = hex.and_then(hex_number) {
        return Some(TypedPlace::Address(found));
    }
    if let Some(digits) = plain.strip_prefix("0o") {
        return number(digits, 8).map(TypedPlace::Address);
    }
    if let Some(digits) = plain.strip_prefix('@') {
        return any_address(digits).map(TypedPlace::Address);
    }
    if plain != text && is_hex(&plain) {
        return number(&plain, 16).map(TypedPlace::Address);
    }
    // A segment of zeros, and the offset in it.
    if let Some((segment, offset)) = plain.split_once(':')
        && is_hex(offset)
        && offset.len() >= 4
        && !segment.is_empty()
        && segment.bytes().all(|byte| byte == b'0')
    {
        return number(offset, 16).map(TypedPlace::Address);
    }
    if let Some((line, column)) = as_ruler(text) {
        return Some(TypedPlace::Column(line, column));
    }
    line_link(text).or_else(|| line_of_file(text))
}

/// A line after the name of a file, which has a dot or a slash in it, or no name: `app.log:234`, `:234`.
fn line_of_file(text: &str) -> Option<TypedPlace> {
    let (name, line) = match line_and_column(text) {
        Some((name, line, None)) => (name, line),
        _ => ("", counted(text.strip_prefix(':')?)?),
    };
    let is_name = name.is_empty() || name.contains(['.', '/', '\\']);
    is_name.then_some(TypedPlace::Line(line))
}

/// The most digits of an address.
const DIGITS: usize = 16;

/// Hex digits with blanks between them: after `0x`, or in pairs and groups of four of which one says that
/// they are hex.
fn spaced(text: &str) -> Option<TypedPlace> {
    let bare = { ["0x", "0X"].iter() }.find_map(|mark| text.strip_prefix(mark));
    let groups = || bare.unwrap_or(text).split_whitespace();
    let joined: String = groups().collect();
    let is_even = groups().all(|group| matches!(group.len(), 2 | 4));
    let is_told = joined.starts_with('0') || !is_decimal(&joined);
    let is_one = bare.is_some() || is_even && is_told && joined.len() <= DIGITS / 2;
    (is_one && is_hex(&joined) && joined.len() <= DIGITS)
        .then(|| number(&joined, 16).map(TypedPlace::Address))?
}

/// Reports whether some text may stand for the bytes of its pairs of digits, too.
pub fn as_bytes(text: &str) -> bool {
    let mut pairs = text.split_whitespace();
    text.trim().contains(' ') && pairs.all(|pair| pair.len() == 2 && is_hex(pair))
}

/// Hex digits, also with the ending of a number in a program.
fn hex_number(digits: &str) -> Option<u64> {
    let lower = digits.to_ascii_lowercase();
    let bare = { ENDINGS.iter() }.find_map(|ending| lower.strip_suffix(ending));
    [Some(&*lower), bare]
        .into_iter()
        .flatten()
        .find(|digits| is_hex(digits))
        .and_then(|digits| number(digits, 16))
}

/// A decimal number whose thousands are separated: `21,453`, `1 234 567`.
fn grouped(text: &str) -> Option<u64> {
    let mark = text.chars().find(|c| !c.is_ascii_digit())?;
    let is_mark = matches!(mark, ',' | '.' | '\'' | ' ' | '\u{a0}' | '\u{202f}' | '’');
    let mut parts = text.split(mark);
    let first = parts.next().filter(|_| is_mark)?;
    let is_first = is_decimal(first) && first.len() <= 3 && !first.starts_with('0');
    let mut rest = parts.peekable();
    let is_whole = is_first && rest.peek().is_some();
    let is_rest = is_whole && rest.all(|part| part.len() == 3 && is_decimal(part));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    number(&digits, 10).filter(|_| is_rest)
}

/// A line as web pages link to it, and as people write it: `#L234`, `L234-L240`, `L234C48`.
fn line_link(text: &str) -> Option<TypedPlace> {
    let rest = text.trim_start_matches('#');
    let is_marked = rest.len() < text.len();
    let digits = rest.strip_prefix(['L', 'l']);
    let rest = digits.or_else(|| is_marked.then_some(rest))?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
    let line = counted(line)?;
    let column = after.trim_start_matches(':');
    let column = column.strip_prefix(['C', 'c']).map(leading_digits);
    match column.and_then(counted) {
        Some(column) => Some(TypedPlace::Column(line, column)),
        None if after.is_empty() || after.starts_with(['-', 'C']) => Some(TypedPlace::Line(line)),
        None => None,
    }
}

fn leading_digits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// The start of a range of addresses: `0x4D71-0x4D80`, `4d71..4d80`.
fn range(text: &str) -> Option<TypedPlace> {
    let marks = ["..", "-", "–", "—", " to "];
    let (first, last) = { marks.iter() }.find_map(|mark| text.split_once(mark))?;
    let last = last.trim_start_matches(['=', '.']);
    let ends = [first.trim(), last.trim()];
    let is_end = |end: &str| any_address(end).is_some() && !is_decimal(end);
    let is_range = ends.iter().all(|end| is_end(end));
    is_range.then(|| any_address(ends[0]).map(TypedPlace::Address))?
}

/// An address, in hex if a letter says so.
fn any_address(text: &str) -> Option<u64> {
    let is_bare = is_hex(text) && text.bytes().any(|byte| byte.is_ascii_digit());
    let hex = || number(text, 16).filter(|_| is_bare);
    address(text).ok().or_else(hex)
}

/// The first address of a row of a dump: hex digits, then groups of them.
fn row(text: &str) -> Option<TypedPlace> {
    let mut words = text.split_whitespace();
    let first = words.next()?.trim_matches('│');
    let digits = first.trim_end_matches(':');
    let mut next = { words.next()?.split(|c: char| !c.is_ascii_alphanumeric()) };
    let next = next.find(|part| !part.is_empty())?;
    let is_column = digits.len() >= if digits.len() < first.len() { 4 } else { 6 };
    if !is_column || !is_hex(digits) || !is_hex(next) {
        return None;
    }
    // od counts in octal, and prints its words so too.
    let is_octal = |word: &str| word.bytes().all(|byte| (b'0'..b'8').contains(&byte));
    let is_od = digits.len() == 7 && matches!(next.len(), 3 | 6);
    let radix = match next.len() {
        _ if is_od && is_octal(digits) && is_octal(next) => 8,
        2 | 4 | 8 | 16 => 16,
        _ => return None,
    };
    number(digits, radix).map(TypedPlace::Address)
}

/// Words before an offset, from 0.
const OFFSET: [&str; 8] = [
    "offset",
    "position",
    "pos",
    "index",
    "valid_up_to",
    "address",
    "addr",
    "byte_offset",
];
/// Words before a line, and before a column.
const LINE: [&str; 4] = ["line", "lines", "ln", "row"];
const COLUMN: [&str; 4] = ["column", "col", "char", "character"];
/// The least words of a message.
const SENTENCE: usize = 4;

/// The number after one of some words.
fn number_after(words: &[&str], named: &[&str], read: fn(&str) -> Option<u64>) -> Option<u64> {
    let pairs = words.windows(2);
    pairs
        .filter(|pair| named.contains(&pair[0]))
        .find_map(|pair| read(pair[1]))
}

/// The place in a message.
fn message(text: &str) -> Option<TypedPlace> {
    let lower = text.to_ascii_lowercase();
    let marks = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '=' | '[' | ']');
    let words: Vec<&str> = { lower.split(marks) }
        .flat_map(|word| word.split_inclusive(':'))
        .map(|word| word.trim_matches([':', '.', '"', '\'', '`', '‹', '›']))
        .filter(|word| !word.is_empty() && *word != "·")
        .collect();
    let words = &words[..];
    let offset_after = |named: &[&str]| number_after(words, named, any_address);
    let count_after = |named: &[&str]| number_after(words, named, counted);
    let first = *words.first()?;
    let begins = [&OFFSET[..], &LINE, &["byte", "at"]].concat();
    let is_message = begins.contains(&first)
        || words.len() >= SENTENCE
        || first.bytes().any(|byte| byte.is_ascii_digit())
        || text.contains("0x");
    if !is_message {
        return None;
    }
    let name = text.split_whitespace().next().and_then(line_and_column);
    if let Some((_, line, Some(column))) = name {
        return Some(TypedPlace::Column(line, column));
    }
    if let Some(offset) = offset_after(&OFFSET) {
        return Some(TypedPlace::Address(offset));
    }
    let byte = offset_after(&["byte"]);
    // cmp counts bytes from 1.
    if let Some(byte) = byte.filter(|_| lower.contains(" differ")) {
        return byte.checked_sub(1).map(TypedPlace::Address);
    }
    if let Some(line) = count_after(&LINE) {
        let column = count_after(&COLUMN);
        return Some(column.map_or(TypedPlace::Line(line), |column| {
            TypedPlace::Column(line, column)
        }));
    }
    let mut hex = words.iter().filter_map(|word| word.strip_prefix("0x"));
    let hex = hex.find_map(hex_number);
    if let Some(offset) = hex.or(byte).or_else(|| offset_after(&["at"])) {
        return Some(TypedPlace::Address(offset));
    }
    // As grep -n prints it.
    let (name, rest) = text.split_once(':').filter(|(_, rest)| !rest.is_empty())?;
    let line = counted(name).or_else(|| counted(rest.split_once(':')?.0))?;
    Some(TypedPlace::Line(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cases: &[&str], expected: TypedPlace) {
        for text in cases {
            assert_eq!(quoted_place(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn an_address_of_another_program_is_read() {
        let forms = [
            "0x53CDu",
            "0x53cdL",
            "0x53'CD",
            "53_CD",
            "x53CD",
            "$53CD",
            "&h53CD",
            "0o51715",
            "21,453",
            "21 453",
            "21.453",
            "0000:53CD",
            "00000000`000053cd",
            "`0x53CD`",
            "0x53CD-0x53D0",
            "53cd..53d0",
            "[0x53CD, 0x53D0)",
            "53 CD",
            "0x00 00 53 cd",
            "0x0000000000005 3CD",
            "@53cd",
            "0x53CD (21453)",
            "0x53CD: E9",
            "at 0x53CD",
            "offset 53CD",
            "offset 21453",
            "Position: 21453",
            "byte 21453",
            "0x000053CD (21453) · step byte",
        ];
        check(&forms, TypedPlace::Address(0x53CD));
    }

    #[test]
    fn a_row_of_a_dump_stands_for_its_first_address() {
        let rows = [
            "000053C0  69 6C 65 64",
            "000053c0: 696c 6564 2075  iled u",
            "│000053c0│ 69 6c 65 64 20 75 73 65 ┊ 72 3d",
            "00053c0 6c69 6465 7520",
            "0051700 066151 062145",
            "53C0: 69 6C",
            "000053C0 [69]6C 65",
        ];
        check(&rows, TypedPlace::Address(0x53C0));
    }

    /// Messages as the named programs print them.
    #[test]
    fn a_place_is_found_in_a_message() {
        let offsets = [
            // Python
            "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 21453: invalid continuation byte",
            // Rust
            "Utf8Error { valid_up_to: 21453, error_len: Some(1) }",
            // cmp
            "a.log b.log differ: byte 21454, line 234",
            // JavaScript
            "Unexpected token } in JSON at position 21453 (line 234 column 48)",
            // recode
            "line 234, offset 0x53CD: E9: left unchanged",
        ];
        check(&offsets, TypedPlace::Address(21453));
        let columns = [
            "app.log:234:48: character cut short at 0x53CD: E9 [utf8-cut-short]",
            "234:48: character cut short",
            "line 234, column 48",
            "line 234, column 48 · character 21454",
            "Ln 234, Col 48",
            "parse error: Invalid numeric literal at line 234, column 48",
            "234,48",
            "#L234C48",
        ];
        check(&columns, TypedPlace::Column(234, 48));
        let lines = [
            "#L234",
            "L234",
            "L234-L240",
            "line 234: E9 may be é in windows-1252 (José)",
            "  File \"x.py\", line 234, in <module>",
            "234:2026-11-30 user=Jos",
            "app.log:234: user=Jos",
            "app.log:234",
            "src/main:234:",
            ":234",
        ];
        check(&lines, TypedPlace::Line(234));
    }

    #[test]
    fn other_text_names_no_place() {
        for text in [
            "",
            "zz",
            "delete line 3",
            "12 34",
            "w foo",
            "1:",
            "x",
            "L",
            "#",
            "0:84",
            "set nu",
            "de ad be ef 00",
            "0001:4d71",
            "a:b",
            "line",
            "0x",
            "$",
        ] {
            assert_eq!(quoted_place(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_with_a_comma_may_be_a_line_and_a_column() {
        assert_eq!(as_ruler("1,234"), Some((1, 234)));
        assert_eq!(as_ruler("21,453,000"), None);
    }
}
