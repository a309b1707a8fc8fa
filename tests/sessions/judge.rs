//! What some data holds, and where: known from how it was written, or found by an
//! independent walk.
//!
//! Lines, columns and numbers are counted here from the sequences: a line ends after LF,
//! CR LF or a lone CR, in EBCDIC after NEL too. Invariant: the only code of the program
//! that is used is the codec's step, and only for data that was not written in the
//! encoding.

use crate::walked::walked;
use hexloupe::codec::{Encoding, Family, Meaning};
use hexloupe::model::state::CursorUnit;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation as _;

/// What a sequence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The byte order mark that opens the data.
    Mark,
    Character(char),
    /// A well-formed sequence that is not one scalar value.
    Other,
    Fault,
    Shift,
}

impl Kind {
    pub(crate) fn of(meaning: Meaning, offset: u64) -> Self {
        match meaning {
            Meaning::Scalar('\u{FEFF}') if offset == 0 => Self::Mark,
            Meaning::Scalar(c) => Self::Character(c),
            Meaning::Shift => Self::Shift,
            Meaning::IllFormed(_) => Self::Fault,
            _ => Self::Other,
        }
    }

    /// Whether it has a number among the characters.
    pub(crate) fn counts(self) -> bool {
        !matches!(self, Self::Mark | Self::Shift)
    }

    fn is_beyond_ascii(self) -> bool {
        match self {
            Self::Character(c) => !c.is_ascii(),
            Self::Mark | Self::Other => true,
            Self::Fault | Self::Shift => false,
        }
    }
}

/// A sequence and its position; all numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) offset: u64,
    pub(crate) kind: Kind,
    /// Its number; if it has none, that of the next sequence with a number.
    pub(crate) number: u64,
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// What a key can look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thing {
    Fault,
    BeyondAscii,
}

pub(crate) struct Judge {
    pub(crate) encoding: &'static Encoding,
    pub(crate) phase: u64,
    pub(crate) len: u64,
    pub(crate) records: Vec<Record>,
    faults: Vec<usize>,
    beyond: Vec<usize>,
}

impl Judge {
    /// The judge of sequences that were written one after the other, in data of a length.
    pub(crate) fn new(
        encoding: &'static Encoding,
        phase: u64,
        len: u64,
        sequences: &[(u64, Kind)],
    ) -> Self {
        let ebcdic = encoding.family == Family::Ebcdic;
        let ends = |c: char| matches!(c, '\n' | '\r') || ebcdic && c == '\u{85}';
        let (mut number, mut line, mut column, mut before) = (1, 1, 1, None);
        let mut records = Vec::with_capacity(sequences.len());
        for (at, &(offset, kind)) in sequences.iter().enumerate() {
            // A shift has the position of the next character, also between a CR and its LF.
            let mut rest = sequences[at..].iter().map(|(_, kind)| *kind);
            let here = rest.find(|kind| *kind != Kind::Shift);
            let joined = before == Some('\r') && here == Some(Kind::Character('\n'));
            if before.is_some_and(ends) && !joined {
                (line, column, before) = (line + 1, 1, None);
            }
            records.push(Record {
                offset,
                kind,
                number,
                line,
                column,
            });
            if kind.counts() {
                (number, column) = (number + 1, column + 1);
                before = match kind {
                    Kind::Character(c) => Some(c),
                    _ => None,
                };
            }
        }
        let of = |wanted: fn(Kind) -> bool| {
            let all = (0..records.len()).filter(|&at| wanted(records[at].kind));
            all.collect()
        };
        Self {
            faults: of(|kind| kind == Kind::Fault),
            beyond: of(Kind::is_beyond_ascii),
            encoding,
            phase,
            len,
            records,
        }
    }

    /// The judge of what a walk finds; the bytes before the phase are walked separately.
    pub(crate) fn by_walk(data: &[u8], encoding: &'static Encoding, phase: u64) -> Self {
        let (head, tail) = data.split_at(data.len().min(phase as usize));
        let behind = walked(tail, encoding).into_iter();
        let behind = behind.map(|(offset, meaning)| (phase + offset, meaning));
        let all = walked(head, encoding).into_iter().chain(behind);
        let all = all.map(|(offset, meaning)| (offset, Kind::of(meaning, offset)));
        Self::new(encoding, phase, data.len() as u64, &all.collect::<Vec<_>>())
    }

    /// The index of the record that an offset lies in.
    pub(crate) fn at(&self, offset: u64) -> Option<usize> {
        let behind = self
            .records
            .partition_point(|record| record.offset <= offset);
        behind.checked_sub(1).filter(|_| offset < self.len)
    }

    pub(crate) fn range(&self, index: usize) -> Range<u64> {
        let next = self.records.get(index + 1);
        self.records[index].offset..next.map_or(self.len, |next| next.offset)
    }

    pub(crate) fn faults(&self) -> u64 {
        self.faults.len() as u64
    }

    /// The line and the number of the last record.
    pub(crate) fn last_of(&self) -> (u64, u64) {
        self.records
            .last()
            .map_or((1, 1), |last| (last.line, last.number))
    }

    /// The offset at which a line begins.
    pub(crate) fn line(&self, line: u64) -> Option<u64> {
        let before = self.records.partition_point(|record| record.line < line);
        self.records.get(before).map(|record| record.offset)
    }

    /// The offset of the character or fault with a number.
    pub(crate) fn character(&self, number: u64) -> Option<u64> {
        let before = self
            .records
            .partition_point(|record| record.number < number);
        let mut rest = self.records.get(before..)?.iter();
        rest.find(|record| record.kind.counts())
            .map(|record| record.offset)
    }

    fn all(&self, thing: Thing) -> &[usize] {
        match thing {
            Thing::Fault => &self.faults,
            Thing::BeyondAscii => &self.beyond,
        }
    }

    /// The `times`-th thing after the sequence at an offset, or the last one.
    pub(crate) fn next(&self, thing: Thing, from: u64, times: u64) -> Option<u64> {
        let here = self.at(from)?;
        let all = self.all(thing);
        let rest = &all[all.partition_point(|&at| at <= here)..];
        let at = rest.get(times as usize - 1).or(rest.last())?;
        Some(self.records[*at].offset)
    }

    /// The `times`-th thing before the sequence at an offset, or the first one.
    pub(crate) fn previous(&self, thing: Thing, from: u64, times: u64) -> Option<u64> {
        let here = self.at(from)?;
        let all = self.all(thing);
        let rest = &all[..all.partition_point(|&at| at < here)];
        let at = rest.len().checked_sub(times as usize);
        let at = at.map_or_else(|| rest.first(), |at| rest.get(at))?;
        Some(self.records[*at].offset)
    }

    /// The offsets of the step of a unit that an offset lies in.
    pub(crate) fn step(&self, unit: CursorUnit, offset: u64) -> Range<u64> {
        match unit {
            CursorUnit::Byte | CursorUnit::Bit => offset..offset + 1,
            CursorUnit::CodeUnit => self.code_unit(offset),
            CursorUnit::Character => self
                .at(offset)
                .map_or(offset..offset + 1, |at| self.range(at)),
            CursorUnit::Cluster => self.cluster(offset),
        }
    }

    fn code_unit(&self, offset: u64) -> Range<u64> {
        let unit = u64::from(self.encoding.unit);
        let Some(past) = offset.checked_sub(self.phase) else {
            return 0..self.phase.min(self.len);
        };
        let start = offset - past % unit;
        start..(start + unit).min(self.len)
    }

    /// The grapheme cluster at an offset (UAX #29), of characters with only shifts between
    /// them.
    fn cluster(&self, offset: u64) -> Range<u64> {
        /// More sequences than any cluster here has.
        const NEAR: usize = 200;
        let Some(here) = self.at(offset) else {
            return offset..offset + 1;
        };
        let joins = |at: &usize| matches!(self.records[*at].kind, Kind::Character(_) | Kind::Shift);
        if !matches!(self.records[here].kind, Kind::Character(_)) {
            return self.range(here);
        }
        let first = (here.saturating_sub(NEAR)..=here)
            .rev()
            .take_while(joins)
            .last();
        let last = (here..self.records.len().min(here + NEAR))
            .take_while(joins)
            .last();
        let mut text = String::new();
        let mut starts = Vec::new();
        for at in first.unwrap_or(here)..=last.unwrap_or(here) {
            if let Kind::Character(c) = self.records[at].kind {
                starts.push((text.len(), at));
                text.push(c);
            }
        }
        let place = |at: usize| {
            starts
                .iter()
                .find(|(_, index)| *index == at)
                .map(|found| found.0)
        };
        let here = place(here).unwrap_or_default();
        let clusters = text.grapheme_indices(true);
        let found = clusters.map(|(at, cluster)| at..at + cluster.len());
        let found = { found }
            .find(|cluster| cluster.contains(&here))
            .unwrap_or(0..0);
        let inside = { starts.iter() }.filter(|(at, _)| found.contains(at));
        let mut inside = inside.map(|(_, index)| self.range(*index));
        let first = inside.next().unwrap_or(0..0);
        first.start..inside.next_back().map_or(first.end, |last| last.end)
    }
}
