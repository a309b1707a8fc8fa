//! `dump --compare`: the encodings whose readings are printed side by side.

use super::{CommandLineError, InputOptions};
use crate::report::compare::{self, PrintComparison};
use crate::report::output::OutputFormat;

/// The encodings to compare, and the printer.
#[derive(Debug, Clone)]
pub struct CompareArguments {
    /// Labels of encodings, in order.
    pub labels: Vec<String>,
    /// The printer.
    pub print: PrintComparison,
}

impl PartialEq for CompareArguments {
    fn eq(&self, other: &Self) -> bool {
        self.labels == other.labels
    }
}

impl CompareArguments {
    /// The comparison of some labels in a format; the encoding of the options is the first, if it
    /// is named.
    pub(super) fn new(
        input: &InputOptions,
        labels: Vec<String>,
        format: OutputFormat,
    ) -> Result<Self, CommandLineError> {
        let Some(print) = compare::printer(format.id()) else {
            let text = format!(
                "--compare prints text or jsonl; {} cannot show several readings",
                format.id()
            );
            return Err(CommandLineError::Mistake(text));
        };
        let named = Some(&input.encoding).filter(|label| *label != "auto");
        let labels: Vec<_> = named.cloned().into_iter().chain(labels).collect();
        if labels.len() < 2 {
            let text = "--compare takes two or more encodings, such as koi8-r,windows-1251";
            return Err(CommandLineError::Mistake(text.to_owned()));
        }
        Ok(Self { labels, print })
    }
}
