//! The report of a conversion, and the message about the place where it stopped.
//!
//! Invariant: records are written in the order of their offsets, and the first error ends them.

use std::io::{self, Write as _};
use std::path::Path;

use super::FULL;
use super::outlet::OutputFile;
use crate::job::recode::{ConversionLoss, ConversionStop, Witness};
use crate::report::recode as words;
use crate::unicode::glyph::Charset;

/// Writes the report, and stores the message about the stop.
pub(super) struct RecodeReporter<'a> {
    name: &'a Path,
    charset: Charset,
    report: Option<OutputFile>,
    records: String,
    error: Option<io::Error>,
    stop: Option<String>,
}

impl<'a> RecodeReporter<'a> {
    pub(super) fn new(name: &'a Path, charset: Charset, report: Option<OutputFile>) -> Self {
        Self {
            name,
            charset,
            report,
            records: String::new(),
            error: None,
            stop: None,
        }
    }

    /// The place and the reason where the conversion stopped, if it did.
    pub(super) fn stop(&self) -> Option<&str> {
        self.stop.as_deref()
    }

    /// Writes the last records; the result is the whole report.
    ///
    /// # Errors
    /// It could not be written.
    pub(super) fn finish(mut self) -> anyhow::Result<Option<OutputFile>> {
        self.write_records();
        match (self.report, self.error) {
            (Some(report), Some(error)) => Err(report.failed(&error)),
            (report, _) => Ok(report),
        }
    }

    fn write_records(&mut self) {
        if let Some(report) = &mut self.report
            && self.error.is_none()
        {
            self.error = report.writer.write_all(self.records.as_bytes()).err();
        }
        self.records.clear();
    }
}

impl Witness for RecodeReporter<'_> {
    fn wants_each(&self) -> bool {
        self.report.is_some()
    }

    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        if self.report.is_some() {
            words::record(loss, self.charset, &mut self.records);
            if self.records.len() >= FULL {
                self.write_records();
            }
        }
    }

    fn stopped(&mut self, stop: &ConversionStop<'_>) {
        self.stop = Some(words::stopped(stop, self.name, self.charset));
    }
}
