//! Numbers of bytes, as people type them on the command line and at the prompt.
//!
//! Invariant: the forms read here are those in the help.

mod quoted_place;

pub use quoted_place::{as_bytes, as_ruler, quoted_place};

/// The units that a number may have, in lower case.
const UNITS: &[(&str, u64)] = &[
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
    ("kb", 1000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("k", 1 << 10),
    ("m", 1 << 20),
    ("g", 1 << 30),
    ("t", 1 << 40),
];

/// A number of bytes: `31`, `0x1f`, `4KiB`, `4k` (the same), `4kB` (4000).
///
/// # Errors
/// One line that says what is expected.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || "not a byte count; write 31, 0x1f or 4KiB".to_owned();
    if text.trim_start().starts_with('-') {
        return Err("a byte count cannot be negative".to_owned());
    }
    let lower = text.trim().replace('_', "").to_ascii_lowercase();
    let unit = UNITS
        .iter()
        .find_map(|(name, by)| Some((lower.strip_suffix(name)?, *by)));
    let (digits, by) = unit.unwrap_or((&lower, 1));
    let digits = digits.trim_end();
    let number = match lower.strip_prefix("0x") {
        // A `b` or a unit after hex digits would be read as either.
        Some(hex) if hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            return u64::from_str_radix(hex, 16).map_err(|_| wrong());
        }
        Some(_) => digits.strip_prefix("0x").and_then(|hex| plain(hex, 16)),
        None => plain(digits, 10),
    };
    let number = number.ok_or_else(wrong)?;
    number
        .checked_mul(by)
        .ok_or_else(|| "too large for any file".to_owned())
}

/// An address as it is printed anywhere: a number of bytes, `4D71h`, or the eight and more hex digits
/// of a column of offsets, also with blanks between them, where a letter or a leading zero says that
/// they are hex.
///
/// # Errors
/// One line that says what is expected.
pub fn address(text: &str) -> Result<u64, String> {
    let typed = text.trim();
    // As hexyl and xxd print it.
    let digits = typed.trim_matches('│');
    let digits = digits.strip_suffix(':').unwrap_or(digits);
    let parts = digits.split_whitespace();
    let is_row = parts.clone().count() > 1 && parts.clone().any(|part| part.len() >= COLUMN);
    let parts: String = parts.collect();
    let is_joined = parts.len() < digits.len();
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let tagged = digits.strip_suffix(['h', 'H']);
    let column = Some(&*parts).filter(|parts| {
        let is_told = parts.starts_with('0') || parts.bytes().any(|byte| !byte.is_ascii_digit());
        let is_column = matches!(parts.len(), COLUMN | LONG_COLUMN);
        parts.len() >= COLUMN && is_told && !is_row && (is_column || !is_joined)
    });
    match tagged.or(column).filter(|digits| is_hex(digits)) {
        Some(digits) => {
            u64::from_str_radix(digits, 16).map_err(|_| "too large for any file".to_owned())
        }
        None => size(digits),
    }
}

/// A place as it is printed or typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedPlace {
    /// An address.
    Address(u64),
    /// A line, from 1.
    Line(u64),
    /// A line and a column, from 1.
    Column(u64, u64),
    /// A character or fault, from 1.
    Character(u64),
}

/// A place: an address, `line 234` or `line:234`, `char 340`, `234:84` as editors and `check` print
/// it, also after the name of a file.
///
/// # Errors
/// One line that says what is expected.
pub fn typed_place(text: &str) -> Result<TypedPlace, String> {
    let text = text.trim();
    let number = |word: &str| {
        let rest = text.strip_prefix(word)?.strip_prefix([' ', ':'])?;
        size(rest).ok()
    };
    if let Some(line) = number("line") {
        return Ok(TypedPlace::Line(line));
    }
    if let Some(character) = number("char") {
        return Ok(TypedPlace::Character(character));
    }
    if let Some((_, line, Some(column))) = line_and_column(text) {
        return Ok(TypedPlace::Column(line, column));
    }
    address(text).map(TypedPlace::Address)
}

/// The parts of `NAME:LINE:COLUMN` or `NAME:LINE`, also with a colon after them; of `LINE:COLUMN` the
/// name is empty.
pub fn line_and_column(text: &str) -> Option<(&str, u64, Option<u64>)> {
    let text = text.strip_suffix(':').unwrap_or(text);
    let mut parts = text.rsplitn(3, ':');
    let last = plain(parts.next()?, 10).filter(|number| *number > 0)?;
    let before = parts.next()?;
    match (plain(before, 10).filter(|number| *number > 0), parts.next()) {
        (Some(line), name) => Some((name.unwrap_or_default(), line, Some(last))),
        (None, None) if !before.is_empty() => Some((before, last, None)),
        (None, Some(name)) => Some((&text[..name.len() + 1 + before.len()], last, None)),
        (None, None) => None,
    }
}

/// The digits of a column of offsets, and of one for very large files.
const COLUMN: usize = 8;
const LONG_COLUMN: usize = 16;

/// Digits alone: the standard library would take a sign too.
fn plain(digits: &str, radix: u32) -> Option<u64> {
    let all = digits.chars().all(|digit| digit.is_digit(radix));
    u64::from_str_radix(digits, radix).ok().filter(|_| all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_printed() {
        use TypedPlace::{Address, Character, Column, Line};
        for (text, expected) in [
            ("19825", Some(Address(19825))),
            ("0x4D71", Some(Address(0x4D71))),
            ("00004D71", Some(Address(0x4D71))),
            ("00004d71:", Some(Address(0x4D71))),
            ("│00004d71│", Some(Address(0x4D71))),
            (" 00001000 ", Some(Address(0x1000))),
            ("0000 4D71", Some(Address(0x4D71))),
            ("00 00 4D 71", Some(Address(0x4D71))),
            // Rows of a dump, whose other digits are no part of the address.
            ("00004D70  69 6C 65 64", None),
            ("0004d70 6c69 6465", None),
            ("12345678", Some(Address(12_345_678))),
            ("4D71h", Some(Address(0x4D71))),
            ("17H", Some(Address(0x17))),
            ("4k", Some(Address(4096))),
            ("line 234", Some(Line(234))),
            ("line:234", Some(Line(234))),
            ("char 7", Some(Character(7))),
            ("234:84", Some(Column(234, 84))),
            ("234:84:", Some(Column(234, 84))),
            ("app.log:234:84", Some(Column(234, 84))),
            ("0:84", None),
            ("xyz", None),
            ("h", None),
            ("", None),
        ] {
            assert_eq!(typed_place(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_line_and_a_column_stand_after_a_name() {
        for (text, expected) in [
            ("a.log:234:84", Some(("a.log", 234, Some(84)))),
            ("a.log:234", Some(("a.log", 234, None))),
            ("c:/a:b:7", Some(("c:/a:b", 7, None))),
            ("c:/a:b:7:8:", Some(("c:/a:b", 7, Some(8)))),
            ("234:84", Some(("", 234, Some(84)))),
            ("a.log", None),
            ("a.log:0", None),
            ("a:", None),
            (":7", None),
        ] {
            assert_eq!(line_and_column(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_decimal_or_hex_and_have_units() {
        for (text, expected) in [
            ("31", Some(31)),
            ("0x1F", Some(31)),
            ("0x1b", Some(27)),
            ("1_000", Some(1000)),
            ("4k", Some(4096)),
            ("4KiB", Some(4096)),
            ("4 KiB", Some(4096)),
            ("4kB", Some(4000)),
            ("2MiB", Some(2 << 20)),
            ("0x2k", Some(2048)),
            ("1T", Some(1 << 40)),
            ("", None),
            ("k", None),
            ("+5", None),
            ("-5", None),
            ("0x", None),
            ("0x+5", None),
            ("1.5k", None),
            ("99999999999T", None),
        ] {
            assert_eq!(size(text).ok(), expected, "{text}");
        }
    }
}
