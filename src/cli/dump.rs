//! `hexloupe dump`: what is printed, and in which form.
//!
//! Invariant: what a form has no place for is refused.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use super::{Compare, InputOptions, Refusal, Request, choice};
use crate::report;
use crate::report::output::Output;

/// What to print.
#[derive(Debug, Clone, Args)]
pub(super) struct Dump {
    /// The file to print; - is standard input
    file: Option<PathBuf>,
    /// How to print it: as below, or in a form that undump --formats lists
    #[arg(long, value_name = "FORMAT", default_value = report::FORMATS[0].id, value_parser = formats())]
    format: Output,
    /// Print the bytes under each of these encodings instead; -e, if given, is the first
    #[arg(long, value_name = "ENC,ENC,...", value_delimiter = ',')]
    compare: Vec<String>,
    /// Tell the named regions in this file where they begin; the inspector writes such files (:save-regions)
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
}

impl Dump {
    /// The request, with the regions that were named before the command.
    ///
    /// # Errors
    /// The form has no place for what is asked for.
    pub(super) fn request(
        self,
        input: InputOptions,
        before: Option<PathBuf>,
    ) -> Result<Request, Refusal> {
        let regions = self.regions.or(before);
        let input = InputOptions {
            file: self.file,
            regions,
            ..input
        };
        let refuse = |text: String| Err(Refusal::Mistake(text));
        if !self.compare.is_empty() {
            if input.regions.is_some() {
                return refuse("--regions and --compare do not go together".to_owned());
            }
            let compare = Compare::of(&input, self.compare, self.format)?;
            return Ok(Request::Compare(input, compare));
        }
        if input.regions.is_some() && matches!(self.format, Output::Written(_)) {
            return refuse(format!(
                "{} has no place for --regions; text, lines, jsonl and html have one",
                self.format.id()
            ));
        }
        Ok(Request::Dump(input, self.format))
    }
}

/// The forms of a dump.
fn formats() -> impl TypedValueParser<Value = Output> {
    let printed = report::FORMATS.iter();
    let printed = printed.map(|row| (row.id, row.about, Output::Printed(row)));
    choice::of_more(printed, Output::by_name)
}
