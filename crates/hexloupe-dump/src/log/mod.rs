//! Dumps among other text: a list of bytes in a log, a string in an error, rows of digits in a mail.
//!
//! `passages` finds what may be a dump, and the formats of the table decide. A passage counts if a
//! format explains all of it; among passages that are plainly meant as bytes, words that only happen
//! to have hex digits do not count. Invariant: one dump is read, unless each is asked for; if passages
//! give different bytes, they are named and none is read. Memory does not grow with the text.

mod basic;
mod dull;
mod neighbours;
mod passages;
mod rows;

use super::called::{self, CallReading};
use super::choose::{ChoiceEvidence, ChoiceFailure, ChosenFormat, choose};
use super::clean::unbound;
use super::format::{Addresses, DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use super::notation;
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::table::FORMATS;
use super::text::{DumpLine, LineSplitter};
use neighbours::NeighbourLines;
use passages::{Passage, PassageKind, PassageScanner, PassageWeight};
use rows::{LineBlock, RowBlock};

/// The format of such a text. It has no row in the table: its reader uses the table.
pub(super) static LOG: DumpFormat = DumpFormat {
    id: "log",
    labels: &[],
    about: "a text with a dump among its words",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(LogReader::new(TakenDumps::Only))],
    detect: |_| 0,
    example: "read 6 bytes: [208, 159, 209, 128, 208, 184]\n",
    example_bytes: "При".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The dumps that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TakenDumps {
    /// The only one, however often it is repeated.
    Only,
    /// Each, one after the other.
    Each,
}

/// The most bytes of a dump that is held until the text ends.
const MOST: usize = 16 << 20;
/// The most dumps that are named if there are several.
const NAMED: usize = 8;
/// The first bytes of a dump that is named.
const SHOWN: usize = 4;
/// The most lines to a row that belongs to a dump: one that says that rows were left out may be between.
const BESIDE: u64 = 2;
/// The most dumps whose neighbours are looked at.
const MOST_LINES: usize = 1 << 10;
const SEVERAL: &str = "it may be read in another form too, and has other bytes then";
const REPEATED: &str = "the line after it has the same bytes, which were taken as a repetition";

/// A passage that was read.
struct FoundDump {
    line: u64,
    column: u64,
    /// Its last line, and whether that looks like a row.
    end: u64,
    is_in_row: bool,
    format: &'static DumpFormat,
    bytes: Vec<u8>,
    /// The remarks of its reader.
    notes: Vec<String>,
    /// The doubt about it.
    doubt: Option<&'static str>,
    /// The number of other places that have its bytes.
    repeated: u64,
}

/// The dumps found with one weight, as far as they are held.
#[derive(Default)]
struct FoundDumps {
    list: Vec<FoundDump>,
    /// The bytes of all of them.
    held: usize,
    /// True if there are more.
    has_more: bool,
}

impl FoundDumps {
    /// Adds a dump; one with the bytes of another only if each is taken.
    fn add(&mut self, dump: FoundDump, taken: TakenDumps) {
        let known = |one: &&mut FoundDump| one.bytes == dump.bytes;
        match taken {
            TakenDumps::Only if let Some(known) = self.list.iter_mut().find(known) => {
                // A row may have the bytes of the one before it.
                if known.end + 1 == dump.line && dump.is_in_row {
                    known.doubt = known.doubt.or(Some(REPEATED));
                }
                known.end = dump.end;
                known.repeated += 1;
            }
            TakenDumps::Only if self.list.len() == NAMED => self.has_more = true,
            TakenDumps::Each if self.held > MOST => self.has_more = true,
            _ => {
                self.held += dump.bytes.len();
                self.list.push(dump);
            }
        }
    }
}

/// Reads the dumps of a text.
pub(super) struct LogReader {
    taken: TakenDumps,
    scanner: PassageScanner,
    /// The lines before that belong together.
    block: Option<LineBlock>,
    /// The parts so far of a line that comes in parts.
    long: Option<LongLine>,
    /// True if a dump was found that is plainly meant as bytes.
    has_likely: bool,
    /// The first and the last lines of those, if each is taken.
    lines: Vec<(u64, u64)>,
    likely: FoundDumps,
    possible: FoundDumps,
    faint: FoundDumps,
    /// The number of the last line.
    line: u64,
    neighbours: NeighbourLines,
    /// True while the rows of a block are read one by one.
    is_in_rows: bool,
}

/// A line that comes in parts.
struct LongLine {
    number: u64,
    column: u64,
    text: Vec<u8>,
}

impl LogReader {
    pub(super) fn new(taken: TakenDumps) -> Self {
        Self {
            taken,
            scanner: PassageScanner::default(),
            block: None,
            long: None,
            has_likely: false,
            lines: Vec::new(),
            likely: FoundDumps::default(),
            possible: FoundDumps::default(),
            faint: FoundDumps::default(),
            line: 0,
            neighbours: NeighbourLines::default(),
            is_in_rows: false,
        }
    }

    /// Reports whether a text has dumps.
    pub(super) fn finds_any(text: &[u8]) -> bool {
        let mut reader = Self::new(TakenDumps::Only);
        let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
        let read = lines.feed(text, |line| reader.line(&line, &mut out));
        let read = read.and_then(|()| lines.finish(|line| reader.line(&line, &mut out)));
        reader.end_block(&mut out);
        read.is_ok() && (reader.has_likely || !reader.possible.list.is_empty())
    }

    /// The bytes of each of the dumps of a text, one after the other; none if something is to be told of one.
    pub(super) fn bytes_of_each(text: &[u8]) -> Option<Vec<u8>> {
        let mut reader = Self::new(TakenDumps::Each);
        let (mut lines, mut out) = (LineSplitter::new(), ReaderOutput::default());
        let read = lines.feed(text, |line| reader.line(&line, &mut out));
        let read = read.and_then(|()| lines.finish(|line| reader.line(&line, &mut out)));
        let read = read.and_then(|()| reader.end(&mut out));
        (read.is_ok() && out.disagreements == 0).then(|| out.data().0.to_vec())
    }

    /// Takes the lines before one that does not belong to them.
    fn end_block(&mut self, out: &mut ReaderOutput) {
        match self.block.take() {
            Some(LineBlock::Rows(rows)) => self.rows(rows, out),
            Some(LineBlock::Word(word)) => {
                self.read(&word.passage, out);
            }
            None => {}
        }
    }

    /// Takes rows: as a dump with addresses, else one by one.
    fn rows(&mut self, rows: RowBlock, out: &mut ReaderOutput) {
        // Decimal numbers have no address before them.
        let is_decimal = { rows.passages.iter() }.any(|one| one.kind == PassageKind::Numbers);
        let with = |evidence| {
            let chosen = (!is_decimal).then(|| choose(FORMATS, evidence, &rows.text, true));
            chosen.and_then(Result::ok)
        };
        let has_addresses = |chosen: &ChosenFormat| chosen.reader.addresses() != Addresses::None;
        let is_whole = |chosen: &ChosenFormat| chosen.explains_all && has_addresses(chosen);
        let offered = with(ChoiceEvidence::Offered).filter(has_addresses);
        let chosen = offered.or_else(|| with(ChoiceEvidence::Asked).filter(is_whole));
        if let Some(chosen) = chosen {
            let format = chosen.taken.format;
            if let Some((bytes, notes)) = bytes(chosen, &rows.text) {
                let dump = FoundDump {
                    line: rows.line,
                    column: 1,
                    end: self.line,
                    is_in_row: true,
                    format,
                    bytes,
                    notes,
                    doubt: None,
                    repeated: 0,
                };
                return self.found(dump, PassageWeight::Likely, out);
            }
        }
        // Nothing tells how many rows a `*` stands for.
        if rows.has_star {
            self.neighbours.leave_rows();
            return;
        }
        let texts = rows.text.split(|byte| *byte == b'\n');
        let lines: Vec<(u64, bool)> = { rows.numbers.iter().copied() }
            .zip(texts.map(neighbours::is_row))
            .collect();
        let proven = rows.proven();
        let is_proven = proven.is_some();
        let passages = proven.map_or_else(|| rows.passages(), |one| vec![one]);
        // One of all rows has them all, whatever lines are between them.
        let is_of_all =
            is_proven || matches!(&passages[..], [one] if ends_in(&one.text) + 1 == lines.len());
        self.neighbours.forget();
        self.is_in_rows = true;
        self.read_all(passages, out);
        self.is_in_rows = false;
        let is_left = |(line, is_row): &&(u64, bool)| *is_row && !self.neighbours.has_read(*line);
        let left = lines.iter().find(is_left).map(|(line, _)| *line);
        let has_read = self.neighbours.has_read_any();
        if let Some(line) = left.filter(|_| has_read && !is_of_all) {
            self.neighbours.miss(line);
        }
    }

    /// Reads the passages of a line, or of rows.
    fn read_all(&mut self, passages: Vec<Passage>, out: &mut ReaderOutput) {
        let (mut has_read, mut left) = (false, None);
        for passage in passages {
            let is_read = self.read(&passage, out);
            has_read |= is_read;
            // Digits that are not read beside those that are may belong to them.
            let is_number = passage.weight == PassageWeight::Faint;
            let is_left = !is_read && passage.kind == PassageKind::Digits && !is_number;
            left = left.or(is_left.then_some(passage.line));
        }
        if let Some(line) = left.filter(|_| has_read) {
            self.neighbours.miss(line);
        }
    }

    /// Reads a passage, if a format explains it; returns whether one does.
    fn read(&mut self, passage: &Passage, out: &mut ReaderOutput) -> bool {
        let with = |formats: &[&'static DumpFormat]| {
            choose(formats, ChoiceEvidence::Asked, &passage.text, true)
        };
        let chosen = match with(passage.kind.formats()) {
            Ok(chosen) => chosen,
            Err(ChoiceFailure::Several(readings)) => {
                let each = { readings.iter() }.filter_map(|one| with(&[one.format]).ok());
                if self.taken == TakenDumps::Each {
                    // One of them has the bytes; the likeliest is the first.
                    let doubted = Passage {
                        doubt: passage.doubt.or(Some(SEVERAL)),
                        ..passage.clone()
                    };
                    let mut each = each;
                    return each
                        .next()
                        .is_some_and(|first| self.read_as(first, &doubted, out));
                }
                // Each reading is a dump, and none is read.
                let mut has_read = false;
                for chosen in each {
                    has_read |= self.read_as(chosen, passage, out);
                }
                return has_read;
            }
            Err(ChoiceFailure::Unknown(_)) => return false,
        };
        self.read_as(chosen, passage, out)
    }

    /// Reads a passage in a format; returns whether it can be.
    fn read_as(&mut self, chosen: ChosenFormat, passage: &Passage, out: &mut ReaderOutput) -> bool {
        let format = chosen.taken.format;
        let Some((bytes, notes)) = bytes(chosen, &passage.text) else {
            return false;
        };
        let ends = ends_in(&passage.text);
        let dump = FoundDump {
            line: passage.line,
            column: passage.column,
            end: passage.line + ends as u64,
            is_in_row: self.is_in_rows || self.neighbours.is_in_row(),
            format,
            bytes,
            notes,
            doubt: passage.doubt,
            repeated: 0,
        };
        self.found(dump, passage.weight, out);
        true
    }

    fn found(&mut self, dump: FoundDump, weight: PassageWeight, out: &mut ReaderOutput) {
        self.neighbours.found(dump.line, dump.end);
        self.has_likely |= weight == PassageWeight::Likely;
        match (weight, self.taken) {
            (PassageWeight::Likely, TakenDumps::Each) => {
                take(&dump, out);
                if self.lines.len() < MOST_LINES {
                    self.lines.push((dump.line, dump.end));
                }
            }
            (PassageWeight::Likely, TakenDumps::Only) => self.likely.add(dump, self.taken),
            (PassageWeight::Possible, taken) => self.possible.add(dump, taken),
            (PassageWeight::Faint, taken) => self.faint.add(dump, taken),
        }
    }

    /// The first row that weighs less than the dumps that were taken, and is beside one of them.
    fn left_beside(&self) -> Option<u64> {
        let others = self.possible.list.iter().chain(&self.faint.list);
        let is_beside = |one: &&FoundDump| {
            let near = |(first, last): &(u64, u64)| {
                let distance = first.abs_diff(one.end).min(one.line.abs_diff(*last));
                distance <= BESIDE
            };
            one.is_in_row && self.lines.iter().any(near)
        };
        others.filter(is_beside).map(|one| one.line).min()
    }

    /// Reports whether nothing more is to be learned: several dumps are known.
    fn is_settled(&self) -> bool {
        self.taken == TakenDumps::Only && self.likely.has_more
    }

    /// Takes a whole line.
    fn whole_line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) {
        if self.is_settled() {
            return;
        }
        if self.block.is_none() && self.scanner.is_idle() && dull::is_dull(line.text) {
            self.line = line.number;
            self.neighbours.begin(line.number, line.text);
            return;
        }
        let other = other_writing(line.text);
        let line = &DumpLine {
            text: other.as_deref().unwrap_or(line.text),
            ..*line
        };
        let mut passages = Vec::new();
        self.scanner.line(line, &mut passages);
        // Of many words that may be bytes none is read.
        let is_wanted = |one: &Passage| match one.weight {
            PassageWeight::Likely => true,
            _ if self.taken == TakenDumps::Each => true,
            PassageWeight::Possible => !self.has_likely && !self.possible.has_more,
            PassageWeight::Faint => !self.has_likely && !self.faint.has_more,
        };
        if passages.iter().any(is_wanted) {
            passages::tell_torn(line, &mut passages);
        }
        if { self.block.as_mut() }.is_some_and(|block| block.goes_on(line, &passages)) {
            self.line = line.number;
            self.neighbours.go_on(line.number, line.text);
            return;
        }
        self.end_block(out);
        self.line = line.number;
        self.block = LineBlock::begin(line, &passages);
        self.neighbours.begin(line.number, line.text);
        if self.block.is_none() {
            self.read_all(passages, out);
        }
    }
}

/// A line with bytes as most languages write them, if it has them otherwise.
fn other_writing(text: &[u8]) -> Option<Vec<u8>> {
    // In a string with escapes such signs are data.
    let is_string = memchr::memchr(b'\\', text).is_some();
    let plain = || if is_string { None } else { unbound(text) };
    // The argument of a call is read as the call reads it.
    let is_called = || matches!(called::first(text), CallReading::Whole(..));
    basic::with_prefixes(text)
        .or_else(|| notation::with_lists(text).filter(|_| !is_called()))
        .or_else(plain)
}

/// The number of line ends in a text but for those at its end.
fn ends_in(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text.trim_ascii_end()).count()
}

/// Adds the bytes of a dump.
fn take(dump: &FoundDump, out: &mut ReaderOutput) {
    out.append(dump.line, &dump.bytes);
    out.read(0);
    let bytes = dump.bytes.len();
    let s = if bytes == 1 { "" } else { "s" };
    let said = format!("{bytes} byte{s} read as {}", dump.format.id);
    out.note(dump.line, dump.column, said);
    for note in &dump.notes {
        out.note(dump.line, dump.column, note);
    }
    if dump.repeated > 0 {
        let s = if dump.repeated == 1 { "" } else { "s" };
        let said = format!(
            "{} more place{s} with the same bytes; --all reads each",
            dump.repeated
        );
        out.note(dump.line, dump.column, said);
    }
    if let Some(doubt) = dump.doubt {
        out.remark(
            dump.line,
            dump.column,
            RemarkKind::Inferred(doubt.to_owned()),
        );
    }
}

/// The bytes of a text, and what is to be remarked on them; none if it has none, or something is wrong
/// with it.
fn bytes(chosen: ChosenFormat, text: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut out = chosen.read(text)?;
    if out.disagreements > 0 || out.losses > 0 {
        return None;
    }
    let (bytes, runs) = out.data();
    let total = runs
        .iter()
        .fold(0u64, |sum, run| sum.saturating_add(run.total));
    if total == 0 || total > MOST as u64 {
        return None;
    }
    let mut all = Vec::new();
    let mut next = runs.first().map_or(0, |run| run.address);
    let mut has_gap = false;
    for run in runs {
        has_gap |= run.address != next;
        next = run.end();
        let some = bytes[run.at..run.at + run.len].iter().copied().cycle();
        all.extend(some.take(run.total as usize));
    }
    let remarks = out.take_remarks();
    let mut notes: Vec<String> = remarks.iter().map(ToString::to_string).collect();
    if has_gap {
        notes.push("there are addresses between its rows without a byte".to_owned());
    }
    Some((all, notes))
}

impl DumpReader for LogReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if line.begins && line.ends {
            self.whole_line(line, out);
            return Ok(());
        }
        // A passage may go over the border of two parts.
        let mut long = self.long.take().unwrap_or_else(|| LongLine {
            number: line.number,
            column: line.column,
            text: Vec::new(),
        });
        long.text.extend_from_slice(line.text);
        if long.text.len() > MOST {
            return Err(line.unreadable(0, "the line is too long to look for dumps in it"));
        }
        if line.ends {
            let whole = DumpLine {
                number: long.number,
                column: long.column,
                text: &long.text,
                begins: true,
                ..*line
            };
            self.whole_line(&whole, out);
        } else {
            self.long = Some(long);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.end_block(out);
        self.neighbours.settle();
        if self.taken == TakenDumps::Each
            && let Some(line) = self.left_beside().or(self.neighbours.missed())
        {
            out.remark(line, 0, RemarkKind::Missed);
        }
        let found = match (self.has_likely, self.taken) {
            (true, TakenDumps::Each) => return Ok(()),
            (true, TakenDumps::Only) => &self.likely,
            (false, _) if !self.possible.list.is_empty() => &self.possible,
            (false, _) => &self.faint,
        };
        match (&found.list[..], self.taken) {
            (list, TakenDumps::Each) => {
                for dump in list {
                    take(dump, out);
                }
                if let Some(last) = list.last().filter(|_| found.has_more) {
                    out.remark(
                        last.line,
                        0,
                        RemarkKind::Loss("the dumps after this one are left out"),
                    );
                }
            }
            ([], TakenDumps::Only) => {}
            ([dump], TakenDumps::Only) => {
                take(dump, out);
                // A row that weighs less than the others is one of them.
                let others = self.possible.list.iter().chain(&self.faint.list);
                let is_beside = |one: &&FoundDump| {
                    let (after, before) =
                        (dump.line.abs_diff(one.end), one.line.abs_diff(dump.end));
                    let is_other = !std::ptr::eq(*one, dump);
                    one.is_in_row && is_other && after.min(before) <= BESIDE
                };
                let left = others.filter(is_beside).map(|one| one.line).min();
                if let Some(line) = left.or(self.neighbours.missed()) {
                    out.remark(line, 0, RemarkKind::Missed);
                }
            }
            ([first, ..], TakenDumps::Only) => {
                return Err(Unreadable {
                    line: first.line,
                    column: first.column,
                    reason: several(found),
                });
            }
        }
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::DecorationOfAll
    }
}

/// A sentence about several dumps.
fn several(found: &FoundDumps) -> String {
    let named: Vec<String> = found
        .list
        .iter()
        .map(|dump| {
            let shown: Vec<String> = dump
                .bytes
                .iter()
                .take(SHOWN)
                .map(|byte| format!("{byte:02X}"))
                .collect();
            let more = if dump.bytes.len() > SHOWN { " ..." } else { "" };
            format!("line {}: {}{more}", dump.line, shown.join(" "))
        })
        .collect();
    let (number, more) = match found.list.len() {
        number if found.has_more => (format!("more than {number}"), "; ..."),
        number => (number.to_string(), ""),
    };
    format!(
        "the first of {number} dumps ({}{more}); --all takes each",
        named.join("; ")
    )
}
