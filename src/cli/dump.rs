//! `hexloupe dump`: the part to print, and its form.
//!
//! Invariant: an option that a form cannot express is refused.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use super::options::shared;
use super::{CommandLineError, CompareArguments, InputOptions, Request, choice};
use crate::model::state::{Pane, Panes};
use crate::report;
use crate::report::output::{OutputFormat, PAGE};

shared!(DumpOptions: reading EncodingOption, beginning SkipOption, extent LengthOption, units PhaseOption, notation Notation, rows RowOptions);

/// The data to print.
#[derive(Debug, Clone, Args)]
#[command(
    before_help = "  hexloupe dump -s 0x100 -n 64 file          64 bytes, three panes\n  \
      hexloupe dump --format lines file | less   a sequence per line\n  \
      hexloupe dump --compare utf-8,koi8-r file  in two encodings, side by side"
)]
pub(super) struct DumpArguments {
    /// The file to print; - is standard input
    file: Option<PathBuf>,
    /// How to print it: one of the formats below, or one that undump --formats lists
    #[arg(long, value_name = "FORMAT", default_value = report::FORMATS[0].id, value_parser = formats())]
    format: OutputFormat,
    /// The panes to print: hex, bits, text; on a terminal, those that fit
    #[arg(long, value_name = "PANE,PANE", value_delimiter = ',', value_parser = panes())]
    panes: Vec<Pane>,
    /// Show the characters in each of these encodings, one below the other, in place of the panes; -e, if given, is the first
    #[arg(long, value_name = "ENC,ENC,...", value_delimiter = ',')]
    compare: Vec<String>,
    /// Print the named regions of this file where they begin; :save-regions in the inspector writes such files
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
    /// The page that --format page puts the data into; by default hexloupe.html beside the program
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// The options shared with other commands.
    #[command(flatten)]
    options: DumpOptions,
}

impl DumpArguments {
    /// The request.
    ///
    /// # Errors
    /// The form cannot express an option.
    pub(super) fn request(self) -> Result<Request, CommandLineError> {
        let input = InputOptions {
            file: self.file,
            regions: self.regions,
            page: self.page,
            panes: (!self.panes.is_empty()).then(|| Panes::of(self.panes)),
            ..self.options.input()
        };
        let refuse = |text: String| Err(CommandLineError::Mistake(text));
        if input.page.is_some() && self.format != OutputFormat::Page {
            return refuse("--page is for --format page".to_owned());
        }
        if !self.compare.is_empty() {
            if input.regions.is_some() {
                return refuse("--regions and --compare cannot be combined".to_owned());
            }
            let compare = CompareArguments::new(&input, self.compare, self.format)?;
            return Ok(Request::Compare(input, compare));
        }
        if input.panes.is_some() && self.format.id() != report::FORMATS[0].id {
            return refuse(format!(
                "{} takes no --panes; only text does",
                self.format.id()
            ));
        }
        if input.regions.is_some() && matches!(self.format, OutputFormat::Written(_)) {
            return refuse(format!(
                "{} cannot show --regions; text, lines, jsonl, html and page can",
                self.format.id()
            ));
        }
        Ok(Request::Dump(input, self.format))
    }
}

/// The panes by their names.
fn panes() -> impl TypedValueParser<Value = Pane> {
    choice::row_parser([
        ("hex", "the bytes in hex", Pane::Hex),
        ("bits", "the bits of each byte", Pane::Bits),
        ("text", "the characters", Pane::Points),
    ])
}

/// The forms of a dump.
fn formats() -> impl TypedValueParser<Value = OutputFormat> {
    let printed = report::FORMATS.iter();
    let printed = printed.map(|row| (row.id, row.about, OutputFormat::Printed(row)));
    let page = [(PAGE.0, PAGE.1, OutputFormat::Page)];
    choice::of_more(printed.chain(page), OutputFormat::by_name)
}
