//! The arguments of `recode`.
//!
//! Invariant: the choices are those of the tables of the report; there is no list here.

use std::path::PathBuf;

use clap::Args;

use super::choice;
use super::options::shared;
use crate::report::recode::{
    BOM, BomPolicy, ENCODER, Encoder, FAULTS, LINE_ENDS, LineEndPolicy, NORMALIZE, Normalize,
    OfFaults, OfUnmappable, UNMAPPABLE,
};

shared!(RecodeOptions: units PhaseOption, notation Notation);

/// The files to convert, and the conversion.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe recode -f koi8-r old.txt > new.txt    convert to UTF-8\n  \
      hexloupe recode --fix auto --diff app.log      preview the repair of mojibake\n  \
      hexloupe recode --lines mixed.csv -o utf8.csv  rows in several encodings",
    after_long_help = "Without FILE, recode reads standard input. It writes to standard output as it converts; an output\n\
    file is written in full, or not at all if the conversion stops.\n\n\
    --in-place replaces a file in one step and keeps its mode and owner; for a link, it replaces its\n\
    target. It writes nothing if nothing changes, and refuses a file with several hard links.\n\n\
    --fix and --lines mend misread text and keep every other byte. Text in UTF-16 or UTF-32, or in the\n\
    encoding of -f, is decoded first; then -t and the policies apply to all of the text.\n\
    --lines reads a file in its main encoding. It reads a line in another encoding only if the main\n\
    one gives no text there. --lines and auto change only what is 90 % sure. A chain is pairs of\n\
    names: the encoding that the text was written in, and the one that it was read in. A named chain\n\
    is undone wherever possible. Bytes stay as they are if their repair is uncertain, is not UTF-8, or\n\
    does not convert back to the old bytes. The first 20 such places go to standard error, all of them\n\
    to --report.\n\n\
    Exit code: 0 nothing was lost; 1 something was replaced, dropped or left, a named chain fits\n\
    nothing, a guess was less than 90 % sure, or the conversion stopped; 2 trouble.\n\n\
    More examples:\n  \
      hexloupe recode -t utf-16le --bom add a -o b        from the guessed encoding\n  \
      hexloupe recode -t cp866 --unmappable escape a.txt  <U+20AC> where CP866 has no character\n  \
      hexloupe recode -i --backup -f cp1251 *.csv         replace each file, keep the old as *.csv~\n  \
      hexloupe recode --fix utf-8,windows-1252 -i dump    UTF-8 that was read as windows-1252"
)]
pub struct RecodeArguments {
    /// The file; - is standard input; several only with --in-place or --diff
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The encoding of the file; auto uses the byte order mark, else guesses
    #[arg(short, long, value_name = "LABEL", default_value = "auto")]
    pub from_code: String,
    /// The encoding to convert to: a name that hexloupe encodings lists, or table:FILE
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8")]
    pub to_code: String,
    /// Write to this file; it must not be the input
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace each file with its result, in one step, unless the conversion stops
    #[arg(short, long, conflicts_with = "output")]
    pub in_place: bool,
    /// With --in-place: keep the old file under its name plus this suffix; such a file must not exist
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        requires = "in_place",
        value_parser = suffix
    )]
    pub backup: Option<String>,
    /// Write nothing; show the lines that would change, before and after
    #[arg(long, conflicts_with = "output")]
    pub diff: bool,
    /// Undo mojibake: auto where it is certain, or a chain such as utf-8,windows-1251; zawgyi converts Burmese from Zawgyi to Unicode
    #[arg(long, value_name = "CHAIN", conflicts_with = "lines")]
    pub fix: Option<String>,
    /// Convert lines in several encodings, and mojibake, to UTF-8; lines in UTF-8 stay unchanged
    #[arg(long)]
    pub lines: bool,
    /// Use this encoding for text that is not UTF-8 and that cannot be identified
    #[arg(long, value_name = "LABEL", requires = "lines")]
    pub fallback: Option<String>,
    /// What to do with an ill-formed sequence
    #[arg(long, value_name = "POLICY", default_value = FAULTS[0].0, value_parser = choice::row_parser(FAULTS.iter().copied()))]
    pub faults: OfFaults,
    /// What to do with a character that the target does not have
    #[arg(long, value_name = "POLICY", default_value = UNMAPPABLE[0].0, value_parser = choice::row_parser(UNMAPPABLE.iter().copied()))]
    pub unmappable: OfUnmappable,
    /// What to do with the byte order mark
    #[arg(long, value_name = "POLICY", default_value = BOM[0].0, value_parser = choice::row_parser(BOM.iter().copied()))]
    pub bom: BomPolicy,
    /// What to do with line ends
    #[arg(long, value_name = "POLICY", default_value = LINE_ENDS[0].0, value_parser = choice::row_parser(LINE_ENDS.iter().copied()), hide_short_help = true)]
    pub line_ends: LineEndPolicy,
    /// Which normalization form to give the text (UAX #15)
    #[arg(long, value_name = "FORM", default_value = NORMALIZE[0].0, value_parser = choice::row_parser(NORMALIZE.iter().copied()), hide_short_help = true)]
    pub normalize: Normalize,
    /// Which bytes of the target encoding to use
    #[arg(long, value_name = "WHO", default_value = ENCODER[0].0, value_parser = choice::row_parser(ENCODER.iter().copied()), hide_short_help = true)]
    pub encoder: Encoder,
    /// List in this file everything that was not converted one to one, a JSON object per line
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub report: Option<PathBuf>,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: RecodeOptions,
}

/// Reads the suffix for a name in the same directory.
pub(super) fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() {
        Err("it is empty; write --backup=.bak, or --backup alone for ~".to_owned())
    } else if text.contains(std::path::is_separator) {
        Err("it is added to the file's name and cannot name a directory".to_owned())
    } else {
        Ok(text.to_owned())
    }
}
