//! `hexloupe diff`: its arguments.
//!
//! Invariant: options about comparing text are accepted only if text is compared.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use crate::report::diff::{DiffFormat, FORMATS};
use crate::unicode::normal::NormalizationForm;

/// The forms in which letters may be compared.
const FORMS: &[(&str, &str, NormalizationForm)] = &[
    ("nfc", "composed", NormalizationForm::Nfc),
    (
        "nfd",
        "decomposed; gives the same result as nfc",
        NormalizationForm::Nfd,
    ),
];

shared!(DiffOptions: reading EncodingOption, units PhaseOption, rows RowOptions, screen ScreenOptions);

/// The files to compare, the comparison, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe diff old.bin new.bin               the differing bytes\n  \
      hexloupe diff --view old.bin new.bin        both side by side on the screen\n  \
      hexloupe diff --as-text utf8.txt utf16.txt  the text, in any encodings",
    after_long_help = "diff compares bytes, and finds inserted and deleted ones. It prints the first rows of each run;\n\
    --format jsonl prints all of it.\n\n\
    --as-text compares code points: text in UTF-8 equals the same text in UTF-16, with or without a byte\n\
    order mark. Ill-formed bytes are equal only to the same bytes in the same encoding.\n\
    Without --as-text, -e sets the encoding of the characters beside the bytes.\n\n\
    Exit code: 0 equal, 1 different, 2 trouble.\n\n\
    More examples:\n  \
      hexloupe diff -q a b && echo equal           only the exit code\n  \
      some-program | hexloupe diff - expected.txt  what a program prints\n  \
      hexloupe diff --as-text --encoding-a koi8-r --normalize nfc old.txt new.txt"
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct DiffArguments {
    /// The first file, called the older one in messages; - is standard input
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The second file
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Compare the code points of two texts, which may be in different encodings
    #[arg(long)]
    pub as_text: bool,
    /// The encoding of A, if it is not the one of -e
    #[arg(long, value_name = "LABEL")]
    pub encoding_a: Option<String>,
    /// The encoding of B, if it is not the one of -e
    #[arg(long, value_name = "LABEL")]
    pub encoding_b: Option<String>,
    /// Treat composed and decomposed letters as equal (UAX #15)
    #[arg(long, value_name = "FORM", requires = "as_text", value_parser = choice::row_parser(FORMS.iter().copied()))]
    pub normalize: Option<NormalizationForm>,
    /// Treat LF, CR LF and CR as equal
    #[arg(long, requires = "as_text")]
    pub ignore_line_ends: bool,
    /// How to print the differences
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::row_parser(FORMATS.iter().copied()))]
    pub format: DiffFormat,
    /// Stop after N runs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max: Option<u64>,
    /// Print nothing; the exit code is the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Open both side by side in the inspector, as :diff does; n goes to the next difference
    #[arg(long, conflicts_with_all = ["as_text", "quiet", "max", "format", "encoding_a", "encoding_b"])]
    pub view: bool,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: DiffOptions,
}
