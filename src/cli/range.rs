//! The arguments of a range of a file that was fetched from elsewhere, and of `ranges`, which says what to
//! fetch.
//!
//! Invariant: a range is written as in HTTP (RFC 9110, clause 14.1.2), so both its ends are in it.

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use super::options::shared;
use crate::model::amount::size;

shared!(RangesOptions: reading EncodingOption);

/// A range that was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct RangeArguments {
    /// Standard input is this part of a larger file: its first and last byte, as hexloupe ranges prints them
    #[arg(long, value_name = "START-END", requires = "size", hide_short_help = true, value_parser = byte_range)]
    pub range: Option<Range<u64>>,
    /// With --range: the size of the larger file in bytes
    #[arg(long, value_name = "N", requires = "range", hide_short_help = true, value_parser = bytes)]
    pub size: Option<u64>,
    /// With --range: print this as the name of the larger file
    #[arg(long, value_name = "NAME", requires = "range", hide_short_help = true)]
    pub name: Option<PathBuf>,
}

/// The file to divide.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe ranges --size 1g --parts 8 head  what to fetch; head has its start\n  \
      hexloupe ranges --size 1g -e koi8-r        the same, if its encoding is known\n  \
      curl -r 0-65535 URL | hexloupe ranges --size 10g --parts 80",
    after_long_help = "Prints a line for each part: its number, the bytes to fetch, and its encoding. Use them as the\n\
    arguments of --part, --range and -e of check and stats. In some encodings the meaning of a byte can\n\
    depend on all bytes before it; such a file has only one part.\n\
    Exit code: 0 the ranges are printed, 2 trouble."
)]
pub struct RangesArguments {
    /// The first bytes of the file, 64 KiB or less; - is standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The size of the whole file
    #[arg(long, value_name = "N", value_parser = bytes)]
    pub size: u64,
    /// The number of parts
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub parts: u64,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: RangesOptions,
}

/// A number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    size(text).map_err(|_| "write a number of bytes, such as 4096 or 10g".to_owned())
}

/// A range of bytes as HTTP has it.
fn byte_range(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "write START-END, the first byte and the last, such as 0-1023".to_owned();
    let (start, end) = text.split_once('-').ok_or_else(wrong)?;
    let start: u64 = start.parse().map_err(|_| wrong())?;
    let last: u64 = end.parse().map_err(|_| wrong())?;
    let end = last.checked_add(1).filter(|end| start < *end);
    Ok(start..end.ok_or_else(wrong)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_in_a_range() {
        assert_eq!(byte_range("0-0"), Ok(0..1));
        assert_eq!(byte_range("10-1023"), Ok(10..1024));
        for wrong in ["", "-", "5-", "-5", "5-4", "a-b", "0-18446744073709551615"] {
            assert!(byte_range(wrong).is_err(), "{wrong}");
        }
    }
}
