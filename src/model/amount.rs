//! Numbers of bytes, as people type them on the command line and at the prompt.
//!
//! Invariant: the forms read here are those in the help.

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
    let wrong = || "no number of bytes; write 31, 0x1f or 4KiB".to_owned();
    if text.trim_start().starts_with('-') {
        return Err("a number of bytes cannot be negative".to_owned());
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
        .ok_or_else(|| "more bytes than any file has".to_owned())
}

/// Digits alone: the standard library would take a sign too.
fn plain(digits: &str, radix: u32) -> Option<u64> {
    let all = digits.chars().all(|digit| digit.is_digit(radix));
    u64::from_str_radix(digits, radix).ok().filter(|_| all)
}

#[cfg(test)]
mod tests {
    use super::*;

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
