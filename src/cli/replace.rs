//! `hexloupe replace`: its arguments.
//!
//! Invariant: OLD and NEW are text as it is typed; only --regex gives signs a meaning.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::options::shared;
use super::recode::suffix;

shared!(ReplaceOptions: reading EncodingOption, units PhaseOption);

/// The edit, and the files.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe replace Größe Länge form.html        in the encoding of the file\n  \
      hexloupe replace --once colour color a.py     only if it is there once\n  \
      hexloupe replace -r '(\\d+) EUR' '$1 €' *.csv  with groups of an expression",
    after_long_help = NOTES
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct ReplaceArguments {
    /// The text to replace
    pub old: String,
    /// The new text; empty to delete
    pub new: String,
    /// Files; - is standard input, edited to standard output
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// OLD is a regular expression; $1 or ${name} in NEW is what a group matched
    #[arg(short = 'r', long)]
    pub regex: bool,
    /// Treat upper and lower case in OLD as equal
    #[arg(short, long)]
    pub ignore_case: bool,
    /// Only in these lines: 12, 12-20, 12- or -20
    #[arg(short, long, value_name = "LINES", value_parser = line_range, allow_hyphen_values = true)]
    pub lines: Option<RangeInclusive<u64>>,
    /// Change a file only if it has exactly one match
    #[arg(long)]
    pub once: bool,
    /// Write nothing; show the lines that would change, before and after
    #[arg(long, visible_alias = "dry-run")]
    pub diff: bool,
    /// Keep the old file under its name plus this suffix; such a file must not exist
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        conflicts_with = "diff",
        value_parser = suffix
    )]
    pub backup: Option<String>,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: ReplaceOptions,
}

/// Parses the numbers of some lines.
pub(crate) fn line_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wrong = || "not lines; write 12, 12-20, 12- or -20".to_owned();
    let number = |text: &str, none: u64| match text {
        "" => Ok(none),
        digits => { digits.parse::<u64>() }
            .ok()
            .filter(|number| *number > 0)
            .ok_or_else(wrong),
    };
    let (first, last) = match text.split_once('-') {
        Some(("", "")) => return Err(wrong()),
        Some((first, last)) => (number(first, 1)?, number(last, u64::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    if first == 0 || first > last {
        return Err(wrong());
    }
    Ok(first..=last)
}

const NOTES: &str = "\
The file keeps its encoding, its byte order mark, and every byte outside the matches. A line end in\n\
OLD matches any line end, and one in NEW becomes that of the file. A file is replaced in one step,\n\
with its mode and owner; for a link, its target.\n\n\
Nothing is written if the encoding has no bytes for a character of NEW, if the new bytes would not\n\
read as the new text, or if the encoding is uncertain and that matters; -e names the encoding.\n\
In --regex, ^ and $ match at the ends of each line.\n\n\
Exit code: 0 every file has a match and was changed; 1 a file has no match, or with --once\n\
several; 2 trouble.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_one_or_a_range() {
        for (text, lines) in [
            ("12", Some(12..=12)),
            ("12-20", Some(12..=20)),
            ("12-", Some(12..=u64::MAX)),
            ("-20", Some(1..=20)),
            ("0", None),
            ("", None),
            ("-", None),
            ("3-2", None),
            ("a", None),
        ] {
            assert_eq!(line_range(text).ok(), lines, "{text}");
        }
    }
}
