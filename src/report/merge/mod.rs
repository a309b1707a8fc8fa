//! The records of parts of files, added up to those of whole files: `hexloupe merge`.
//!
//! Records are read in any order, those of several files mixed. A finding of a later part has its
//! line and its character in the part (`in_part`); the lines and characters of the parts before it
//! are added. Summaries are added field by field (`sums`). Of the notices on different line ends
//! only the first stays: each part compares its line ends with the one right before it, so the
//! first that finds a difference is right. Invariant: the output for all parts of a file equals
//! that of one run over the whole file, byte for byte; or nothing is printed, with the reason. Of a
//! finding only its place is stored, a few numbers.

mod record;
mod sums;

use std::collections::HashMap;
use std::io;

use super::json::JsonValue as _;
use super::summary_field::SummaryField;
use super::{counted, joined_files};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice::Notice;
pub use record::MergeError;
use record::{FieldMap, MergeRecord, PartSummary, RecordPart, SummaryKind};

/// The place of a line in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePlace {
    /// The number of the input.
    pub input: u32,
    /// The offset of its first byte there.
    pub offset: u64,
    /// Its bytes, without the line end.
    pub len: u64,
}

/// A finding read from the input.
struct MergedFinding {
    file: usize,
    /// Its offset in the checked file.
    offset: u64,
    place: LinePlace,
}

/// All records read of a file by one command.
struct MergedFile {
    kind: SummaryKind,
    name: String,
    summaries: Vec<PartSummary>,
    has_findings: bool,
}

/// Reads records and adds them up.
#[derive(Default)]
pub struct Merger {
    files: Vec<MergedFile>,
    by_name: HashMap<(SummaryKind, String), usize>,
    findings: Vec<MergedFinding>,
    troubles: Vec<LinePlace>,
}

/// The sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergedSummary {
    /// True if something counts as a finding.
    pub found: bool,
    /// True if bytes could not be read, or a file changed.
    pub trouble: bool,
    files: u64,
    parts: u64,
    bytes: u64,
    characters: u64,
    lines: u64,
    faults: u64,
    /// Files that are joined from parts in several encodings.
    joined: u64,
}

impl Merger {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no record of `check` or `stats`: the reason, in a few words.
    pub fn read_line(&mut self, line: &[u8], place: LinePlace) -> Result<(), MergeError> {
        match record::read(line)? {
            MergeRecord::Finding { path, offset } => {
                let file = self.file(SummaryKind::Check, path);
                self.files[file].has_findings = true;
                self.findings.push(MergedFinding {
                    file,
                    offset,
                    place,
                });
            }
            MergeRecord::Summary(kind, path, summary) => {
                let file = self.file(kind, path);
                self.files[file].summaries.push(*summary);
            }
            MergeRecord::Trouble => self.troubles.push(place),
        }
        Ok(())
    }

    /// The number of a file, which may be new.
    fn file(&mut self, kind: SummaryKind, name: String) -> usize {
        let next = self.files.len();
        let number = *self.by_name.entry((kind, name.clone())).or_insert(next);
        if number == next {
            self.files.push(MergedFile {
                kind,
                name,
                summaries: Vec::new(),
                has_findings: false,
            });
        }
        number
    }

    /// Sorts the parts.
    ///
    /// # Errors
    /// A part is missing or duplicate, or parts do not belong together: named in a line.
    pub fn finish(mut self) -> Result<MergedRecords, MergeError> {
        for file in &mut self.files {
            file.order()?;
        }
        let files = &self.files;
        // Stable: within a part, findings stay in the order of their output.
        self.findings
            .sort_by_key(|found| (found.file, files[found.file].part_at(found.offset)));
        Ok(MergedRecords {
            files: self.files,
            findings: self.findings,
            troubles: self.troubles,
        })
    }
}

impl MergedFile {
    /// Sorts the summaries by their parts.
    fn order(&mut self) -> Result<(), MergeError> {
        let name = glyph::safe(&self.name, Charset::Unicode);
        let name = name.as_str();
        let Some(first) = self.summaries.first() else {
            return Err(MergeError::new(format!(
                "{name} has findings but no summary; give all its records"
            )));
        };
        let (of, size) = (first.part.of, first.part.size);
        self.summaries.sort_by_key(|summary| summary.part.number);
        if self.summaries.iter().any(|summary| summary.part.of != of) {
            return Err(MergeError::new(format!(
                "{name} was cut into parts in two ways; merge the parts of one way"
            )));
        }
        if self
            .summaries
            .iter()
            .any(|summary| summary.part.size != size)
        {
            return Err(MergeError::new(format!(
                "the parts of {name} are from files of different size; count it again"
            )));
        }
        let (mut next, mut at) = (1, 0);
        for summary in &self.summaries {
            let RecordPart {
                number, start, end, ..
            } = summary.part;
            if number < next {
                return Err(MergeError::new(match of {
                    1 => format!("{name} is given twice"),
                    _ => format!("part {number} of {of} of {name} is given twice"),
                }));
            }
            if number > next {
                return Err(missing(next, of, name));
            }
            if start != at {
                return Err(MergeError::new(format!(
                    "part {number} of {of} of {name} does not begin at the end of the part \
                     before; count it again"
                )));
            }
            (next, at) = (number + 1, end);
        }
        if next <= of {
            return Err(missing(next, of, name));
        }
        sums::agree(&self.summaries)
            .map_err(|what| MergeError::new(format!("the parts of {name} differ in {what}")))
    }

    /// The index of the part that contains an offset.
    fn part_at(&self, offset: u64) -> usize {
        let begun = |summary: &PartSummary| summary.part.start <= offset;
        self.summaries.partition_point(begun).saturating_sub(1)
    }

    /// The most findings that one run would have printed, if limited.
    fn most(&self) -> u64 {
        let limits = self.summaries.iter().filter_map(|summary| summary.part.max);
        limits.min().unwrap_or(u64::MAX)
    }
}

fn missing(number: u64, of: u64, name: &str) -> MergeError {
    MergeError::new(format!("part {number} of {of} of {name} is missing"))
}

/// All records, in the order of printing.
pub struct MergedRecords {
    files: Vec<MergedFile>,
    findings: Vec<MergedFinding>,
    /// Files that could not be checked.
    troubles: Vec<LinePlace>,
}

impl MergedRecords {
    /// Prints the records of whole files, file after file. `line` reads a line again.
    ///
    /// # Errors
    /// Errors of `line` or `out`; or a [`MergeError`] if findings are missing.
    pub fn print(
        &self,
        charset: Charset,
        line: &mut dyn FnMut(LinePlace) -> io::Result<Vec<u8>>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<MergedSummary> {
        let mut merged = MergedSummary::default();
        let mut findings = self.findings.as_slice();
        for (number, file) in self.files.iter().enumerate() {
            let own = findings.partition_point(|found| found.file <= number);
            let (own, rest) = findings.split_at(own);
            findings = rest;
            file.complete(own).map_err(io::Error::other)?;
            file.print_findings(own, charset, line, out)?;
            let whole = sums::whole(file.kind, &file.summaries);
            let mut text = String::new();
            (&serde_json::Value::Object(whole.clone())).write(&mut text, charset);
            text.push('\n');
            out(text.as_bytes())?;
            merged.add(file, &whole);
        }
        for trouble in &self.troubles {
            out(&line(*trouble)?)?;
            out(b"\n")?;
            merged.trouble = true;
        }
        Ok(merged)
    }
}

impl MergedFile {
    /// Reports whether all printed findings are there, or none.
    fn complete(&self, findings: &[MergedFinding]) -> Result<(), MergeError> {
        if !self.has_findings || self.kind == SummaryKind::Stats {
            return Ok(());
        }
        for (index, summary) in self.summaries.iter().enumerate() {
            let RecordPart {
                number, of, max, ..
            } = summary.part;
            let counted = sums::findings(&summary.fields).min(max.unwrap_or(u64::MAX));
            let parts = findings.iter().map(|found| self.part_at(found.offset));
            let told = parts.filter(|part| *part == index).count() as u64;
            if of > 1 && told != counted {
                let name = glyph::safe(&self.name, Charset::Unicode);
                return Err(MergeError::new(format!(
                    "part {number} of {of} of {name} has only {told} of its {counted} findings; \
                     give all records, or only the summaries"
                )));
            }
        }
        Ok(())
    }

    /// Prints the findings, with the lines and characters of the whole file.
    fn print_findings(
        &self,
        findings: &[MergedFinding],
        charset: Charset,
        line: &mut dyn FnMut(LinePlace) -> io::Result<Vec<u8>>,
        out: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let before = sums::before(&self.summaries);
        let (mut left, mut is_mixed) = (self.most(), false);
        for found in findings {
            if left == 0 {
                break;
            }
            let fields = record::fields(&line(found.place)?).map_err(io::Error::other)?;
            if is_of_line_ends(&fields) && std::mem::replace(&mut is_mixed, true) {
                continue;
            }
            let (lines, characters) = before[self.part_at(found.offset)];
            let whole = record::in_whole(fields, lines, characters).map_err(io::Error::other)?;
            let mut text = String::new();
            (&serde_json::Value::Object(whole)).write(&mut text, charset);
            text.push('\n');
            out(text.as_bytes())?;
            left -= 1;
        }
        Ok(())
    }
}

/// Reports whether a finding is the notice printed once, at the first line end that differs.
fn is_of_line_ends(fields: &FieldMap) -> bool {
    let notice = fields.get("notice").and_then(|id| id.as_str());
    notice == Some(Notice::MixedLineEndings.id())
}

impl MergedSummary {
    fn add(&mut self, file: &MergedFile, whole: &FieldMap) {
        let number = |key: &str| whole.get(key).and_then(serde_json::Value::as_u64);
        let number = |key: &str| number(key).unwrap_or(0);
        self.trouble |= number("unreadable") > 0 || whole.contains_key("changed");
        self.parts += file.summaries.len() as u64;
        if file.kind == SummaryKind::Check {
            let faults = sums::total(whole.get("faults"));
            let joined = whole.contains_key(SummaryField::Joined.key());
            self.found |= joined || faults > 0;
            self.found |= file.summaries.iter().any(|summary| summary.part.found);
            self.joined += u64::from(joined);
            self.files += 1;
            self.bytes += number("bytes");
            self.characters += number("characters");
            self.lines += number("lines");
            self.faults += faults;
        }
    }

    /// The totals of the check in a line; none if nothing was checked.
    pub fn summary(&self) -> Option<String> {
        let checked = [
            counted(self.files, "file"),
            counted(self.bytes, "byte"),
            counted(self.characters, "character"),
            counted(self.lines, "line"),
        ];
        let faults = match self.faults {
            0 => "no faults".to_owned(),
            all => counted(all, "fault"),
        };
        let parts = counted(self.parts, "part");
        let line = format!("{} from {parts}: {faults}", checked.join(", "));
        let line = match joined_files(self.joined) {
            Some(joined) => format!("{line}; {joined}"),
            None => line,
        };
        (self.files > 0).then_some(line)
    }
}

/// Merges the text of records, for tests; returns the output.
#[cfg(test)]
pub(super) fn merged(text: &str) -> Result<String, String> {
    let mut merger = Merger::default();
    let mut offset = 0;
    for line in text.lines() {
        let len = line.len() as u64;
        let place = LinePlace {
            input: 0,
            offset,
            len,
        };
        offset += len + 1;
        merger
            .read_line(line.as_bytes(), place)
            .map_err(|what| what.to_string())?;
    }
    let whole = merger.finish().map_err(|what| what.to_string())?;
    let mut read = |place: LinePlace| {
        let from = place.offset as usize;
        Ok(text.as_bytes()[from..from + place.len as usize].to_vec())
    };
    let mut printed = Vec::new();
    let mut out = |bytes: &[u8]| {
        printed.extend_from_slice(bytes);
        Ok(())
    };
    let done = whole.print(Charset::Unicode, &mut read, &mut out);
    done.map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

#[cfg(test)]
mod tests;
