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
    before_help = "  hexloupe recode -f koi8-r old.txt > new.txt    to UTF-8\n  \
      hexloupe recode --fix auto --diff app.log      what mojibake would be mended\n  \
      hexloupe recode --lines mixed.csv -o utf8.csv  rows in several encodings",
    after_long_help = "Without FILE standard input is converted. The output goes to standard output as it is made, or\n\
    to a file of its own that is written whole or not at all: not if the conversion stops.\n\n\
    --in-place replaces a file in one step and keeps its mode and owner; of a link, the file it leads\n\
    to. It writes nothing if nothing changes, and refuses a file with several names (hard links).\n\n\
    --fix and --lines mend text that was misread; every other byte stays as it is. Text in UTF-16 or\n\
    UTF-32, or in what -f names, is read as such first; -t and the policies hold for all of the text.\n\
    --lines reads a file by the set that it is in as a whole, and a line otherwise only where that set\n\
    has no text for it. --lines and auto act on what is 90 % sure. A chain is what happened: pairs of\n\
    names, written in and read as; one that is named is undone wherever it can be. What is not sure,\n\
    is not UTF-8 or does not turn back into the old bytes is left: its bytes stay as they are, its\n\
    place is listed, the first 20 on standard error and all of them in --report.\n\n\
    Exit code: 0 nothing was lost, 1 something was replaced, dropped or left, a named chain fits nothing,\n\
    or it stopped, 2 trouble.\n\n\
    More examples:\n  \
      hexloupe recode -t utf-16le --bom add a -o b        from what it is found to be\n  \
      hexloupe recode -t cp866 --unmappable escape a.txt  <U+20AC> where CP866 has no character\n  \
      hexloupe recode -i --backup -f cp1251 *.csv         each in its place, the old ones as *.csv~\n  \
      hexloupe recode --fix utf-8,windows-1252 -i dump    UTF-8 that was read as windows-1252"
)]
pub struct RecodeArguments {
    /// The file; - is standard input. There may be several with --in-place or --diff
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The encoding it is in; auto goes by the byte order mark, else by what the data is like
    #[arg(short, long, value_name = "LABEL", default_value = "auto")]
    pub from_code: String,
    /// The encoding to convert to, one of those that hexloupe encodings lists, or table:FILE
    #[arg(short, long, value_name = "LABEL", default_value = "utf-8")]
    pub to_code: String,
    /// Write to this file, which must not be the one that is read
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Put the result in the place of each file, in one step; not if the conversion stops
    #[arg(short, long, conflicts_with = "output")]
    pub in_place: bool,
    /// With --in-place: keep the old file, with this after its name, which must not exist
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
    /// Undo mojibake: auto where it is surely found, or by a chain as utf-8,windows-1251; zawgyi
    /// puts Burmese in Unicode's order
    #[arg(long, value_name = "CHAIN", conflicts_with = "lines")]
    pub fix: Option<String>,
    /// Turn lines in several encodings, and mojibake, into UTF-8; what is UTF-8 stays as it is
    #[arg(long)]
    pub lines: bool,
    /// Read what is not UTF-8, and whose encoding nothing tells, in this one
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
    /// Which of the forms that mean the same to give the text (UAX #15)
    #[arg(long, value_name = "FORM", default_value = NORMALIZE[0].0, value_parser = choice::row_parser(NORMALIZE.iter().copied()), hide_short_help = true)]
    pub normalize: Normalize,
    /// Which characters of the target are written
    #[arg(long, value_name = "WHO", default_value = ENCODER[0].0, value_parser = choice::row_parser(ENCODER.iter().copied()), hide_short_help = true)]
    pub encoder: Encoder,
    /// List in this file all that was not converted one to one, a JSON object per line
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub report: Option<PathBuf>,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: RecodeOptions,
}

/// Reads the suffix for a name in the same directory.
fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() {
        Err("it is empty; write --backup=.bak, or --backup alone for ~".to_owned())
    } else if text.contains(std::path::is_separator) {
        Err("it is added to the name of the file and names no directory".to_owned())
    } else {
        Ok(text.to_owned())
    }
}
