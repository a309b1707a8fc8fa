//! Finds the row in a line.
//!
//! The text before the address (indentation, line numbers, the stamps of a log) is found once and
//! expected again. Invariant: an address in the middle of a line is accepted only if the rest of
//! the line confirms it.

use super::address::{self, ParsedAddress};
use super::digits::{blanks, border};
use super::row::DumpRow;
use super::shape::{ColumnFormat, TextColumn, WordBase, WordSize};
use super::text;
use super::words::{RowError, RowErrorKind};

/// The distance in bytes up to which a line is searched for its address.
const FAR: usize = 256;

/// The words of a row that may stand before the address of another: a time, or a number of the line.
const MOST_BEFORE: usize = 4;

/// The kind of a line.
pub(super) enum RowMatch {
    /// A row: the index where it begins in the line, and its address.
    Row { start: usize, address: u64 },
    /// An address with nothing after it.
    AddressEnd { start: usize, address: u64 },
    /// Part of the dump that cannot be read.
    Broken(RowError),
    /// No part of the dump.
    Nothing,
}

/// The facts known from the rows before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowsBefore {
    /// The expected address of the next row, if there was a row.
    pub(super) next: Option<u64>,
    /// The index at which rows begin, and the distance from their first word to their text.
    pub(super) usual: Option<(usize, usize)>,
}

/// Finds rows, and parses them.
#[derive(Debug)]
pub(super) struct RowFinder {
    shape: &'static ColumnFormat,
    /// The last row that was found.
    pub(super) row: DumpRow,
    /// The index at which the row before began in its line.
    pub(super) start: usize,
}

impl RowFinder {
    pub(super) fn new(shape: &'static ColumnFormat) -> Self {
        Self {
            shape,
            row: DumpRow::default(),
            start: 0,
        }
    }

    /// Determines the kind of a line.
    pub(super) fn find(&mut self, line: &[u8], before: RowsBefore) -> RowMatch {
        if self.shape.address.is_none() {
            return self.plain(line, before);
        }
        let indent = blanks(line);
        let (mut wrong, mut words) = (RowMatch::Nothing, 0);
        let known = [indent, self.start];
        let count = if indent == self.start { 1 } else { 2 };
        for start in &known[..count] {
            if before.next.is_none() && is_bare(self.shape, line, *start) {
                continue;
            }
            match self.row_at(line, *start, before) {
                RowMatch::Nothing => {}
                hit @ RowMatch::Broken(_) => {
                    words = words.max(self.row.words.len());
                    wrong = hit;
                }
                hit => return hit,
            }
        }
        // No row is before another one.
        let far = if words < MOST_BEFORE {
            line.len().min(FAR)
        } else {
            0
        };
        for start in (indent + 1..far).filter(|at| is_start(line, *at)) {
            if before.next.is_none() && is_bare(self.shape, line, start) {
                continue;
            }
            if let RowMatch::Row { start, address } = self.row_at(line, start, before)
                && self.is_row(line, before.next == Some(address))
            {
                return RowMatch::Row { start, address };
            }
        }
        wrong
    }

    /// Reads a line of a format without addresses.
    fn plain(&mut self, line: &[u8], before: RowsBefore) -> RowMatch {
        let cells = matches!(
            self.shape.words.base,
            WordBase::Characters | WordBase::Names
        );
        let start = if cells || self.shape.words.size == WordSize::Pitch {
            0
        } else {
            blanks(line)
        };
        // od has at least one blank before every word, hexyl after its border.
        let edge = border(&line[start..]);
        let bordered = edge > 0 && self.shape.text == TextColumn::Panels;
        if self.shape.padded && blanks(line) == 0 || bordered && blanks(&line[start + edge..]) == 0
        {
            return RowMatch::Nothing;
        }
        let first = self.first_word(line, start);
        let usual = before.usual.map(|(_, text)| first + text);
        match self.row.parse(self.shape, line, start, usual) {
            Ok(()) if self.row.bytes.is_empty() => RowMatch::Nothing,
            Ok(()) => RowMatch::Row { start, address: 0 },
            Err(wrong) if before.next.is_some() && self.row.words.len() >= 2 => {
                RowMatch::Broken(wrong)
            }
            Err(_) => RowMatch::Nothing,
        }
    }

    /// The index of the first word after an index.
    fn first_word(&self, line: &[u8], from: usize) -> usize {
        let rest = |at: usize| line.get(at..).unwrap_or_default();
        let mut at = from + blanks(rest(from));
        if self.shape.text == TextColumn::Panels {
            at += border(rest(at));
            at += blanks(rest(at));
        }
        at
    }

    /// Determines the kind of a line that has its address at an index.
    fn row_at(&mut self, line: &[u8], start: usize, before: RowsBefore) -> RowMatch {
        let Some(shape) = &self.shape.address else {
            return RowMatch::Nothing;
        };
        let edge = match self.shape.text {
            TextColumn::Panels => border(line.get(start..).unwrap_or_default()),
            _ => 0,
        };
        let start = start + edge;
        let (address, from) = match address::read(shape, line, start) {
            ParsedAddress::At(address, from) => (address, from),
            ParsedAddress::Huge if before.next.is_some() => {
                let what = RowErrorKind::Far;
                return RowMatch::Broken(RowError { at: start, what });
            }
            ParsedAddress::Huge | ParsedAddress::Nothing => return RowMatch::Nothing,
        };
        let usual = before.usual.filter(|(begin, _)| *begin == start);
        let first = self.first_word(line, from);
        let usual = usual.map(|(_, text)| first + text);
        match self.row.parse(self.shape, line, from, usual) {
            Ok(()) if self.row.words.is_empty() => RowMatch::AddressEnd { start, address },
            Ok(()) => RowMatch::Row { start, address },
            Err(wrong) if before.next == Some(address) || self.row.words.len() >= 2 => {
                RowMatch::Broken(wrong)
            }
            Err(_) => RowMatch::Nothing,
        }
    }

    /// Reports whether a row found in the middle of a line is really one.
    fn is_row(&self, line: &[u8], expected: bool) -> bool {
        let row = &self.row;
        let found = row.text.clone().and_then(|range| line.get(range));
        let panels = self.shape.text == TextColumn::Panels;
        let matched = found.map(|found| text::compare(found, &row.bytes, panels, |_, _| {}));
        row.bytes.len() >= 2 && expected
            || matched
                .is_some_and(|pending| pending.agreed >= 2 && pending.disagreed < pending.agreed)
            || row.words.len() >= 4
    }
}

/// Reports whether the number at an index of the first row may be a word and not an address: it
/// follows a single blank, as in od's rows without addresses.
fn is_bare(shape: &ColumnFormat, line: &[u8], start: usize) -> bool {
    let before = line.get(..start).unwrap_or_default();
    shape.padded && before == b" "
}

/// Reports whether an address may begin at an index: after a blank or a mark.
fn is_start(line: &[u8], at: usize) -> bool {
    let before = line.get(at.wrapping_sub(1));
    let mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b':' | b'|' | b']' | b')' | b'>' | b'.');
    let digit = |byte: &u8| byte.is_ascii_hexdigit() || matches!(*byte, b'|' | 0xE2);
    line.get(at).is_some_and(digit) && before.is_some_and(mark)
}
