//! The entries of a table file: the characters of bytes, and the bytes of characters.
//!
//! Entries of one and two bytes are looked up directly, the few longer ones by binary search.
//! Invariant: bytes listed without a character are not the beginning of another entry.

use std::collections::HashMap;

use super::LONGEST;
use crate::codec::{Meaning, scalar_of};

/// The bytes of an entry: one to [`LONGEST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TableFileCode {
    bytes: [u8; LONGEST],
    len: u8,
}

impl TableFileCode {
    /// Bytes as a code; none if there are none, or too many.
    pub(super) fn new(bytes: &[u8]) -> Option<Self> {
        let mut code = [0; LONGEST];
        code.get_mut(..bytes.len())?.copy_from_slice(bytes);
        (!bytes.is_empty()).then_some(Self {
            bytes: code,
            len: bytes.len() as u8,
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// The characters of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableFileValue {
    /// The bytes have no character.
    Nothing,
    /// One character.
    One(char),
    /// Two characters.
    Two(char, char),
}

/// An entry of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableFileEntry {
    pub(super) code: TableFileCode,
    pub(super) value: TableFileValue,
    /// Its line, from 1.
    pub(super) line: usize,
    /// True if its character may be written with these bytes.
    pub(super) writes: bool,
}

/// The bytes are not listed.
const ABSENT: u32 = 0;
/// The bytes are listed without a character.
const NOTHING: u32 = 1;
/// The offset that is added to a code point.
const POINTS: u32 = 2;
/// The bit of an index into the pairs of characters.
const TWO: u32 = 1 << 31;

/// The entries of a table.
#[derive(Debug)]
pub(super) struct TableFileCodes {
    /// The value of each byte.
    singles: Box<[u32]>,
    /// The value of each pair; empty if there is none.
    pairs: Box<[u32]>,
    /// The values of longer codes, in the order of the codes.
    longer: Vec<(TableFileCode, u32)>,
    /// The pairs that begin longer codes, in order.
    begun: Vec<u16>,
    /// Two characters each.
    twos: Vec<(char, char)>,
    /// Every code of a character, in the order of the characters and then of the file.
    spellings: Vec<(char, TableFileCode)>,
    /// The code to write for a character, in the order of the characters.
    written: Vec<(char, TableFileCode)>,
}

impl TableFileCodes {
    /// The table of entries that all have different bytes.
    pub(super) fn new(entries: &[TableFileEntry]) -> Self {
        let mut prefixes = std::collections::HashSet::new();
        for entry in entries {
            let bytes = entry.code.bytes();
            prefixes.extend((1..bytes.len()).filter_map(|len| TableFileCode::new(&bytes[..len])));
        }
        let has_pairs = entries.iter().any(|entry| entry.code.len == 2);
        let mut codes = Self {
            singles: vec![ABSENT; 0x100].into(),
            pairs: vec![ABSENT; if has_pairs { 0x1_0000 } else { 0 }].into(),
            longer: Vec::new(),
            begun: Vec::new(),
            twos: Vec::new(),
            spellings: Vec::new(),
            written: Vec::new(),
        };
        for entry in entries {
            let begins = prefixes.contains(&entry.code);
            if !(begins && entry.value == TableFileValue::Nothing) {
                codes.add(entry, !begins);
            }
        }
        codes.longer.sort_unstable_by_key(|(code, _)| *code);
        codes.begun.sort_unstable();
        codes.begun.dedup();
        // Equal characters stay in the order of the file.
        codes.spellings.sort_by_key(|(c, _)| *c);
        codes.written.sort_by_key(|(c, _)| *c);
        codes.written.dedup_by_key(|(c, _)| *c);
        codes
    }

    fn add(&mut self, entry: &TableFileEntry, is_writable: bool) {
        let number = match entry.value {
            TableFileValue::Nothing => NOTHING,
            TableFileValue::One(c) => u32::from(c) + POINTS,
            TableFileValue::Two(c, d) => {
                self.twos.push((c, d));
                TWO | (self.twos.len() - 1) as u32
            }
        };
        match *entry.code.bytes() {
            [byte] => self.singles[usize::from(byte)] = number,
            [lead, trail] => self.pairs[pair(lead, trail)] = number,
            [lead, trail, ..] => {
                self.longer.push((entry.code, number));
                self.begun.push(u16::from_be_bytes([lead, trail]));
            }
            [] => {}
        }
        if let TableFileValue::One(c) = entry.value {
            self.spellings.push((c, entry.code));
            if is_writable && entry.writes {
                self.written.push((c, entry.code));
            }
        }
    }

    /// The longest entry at the front of a window: its length, and its meaning, if it has one.
    #[inline]
    pub(super) fn longest(&self, window: &[u8]) -> Option<(u8, Option<Meaning>)> {
        if let &[lead, trail, ..] = window {
            if !self.longer.is_empty()
                && let Some(found) = self.long(window, u16::from_be_bytes([lead, trail]))
            {
                return Some(found);
            }
            let number = self.pairs.get(pair(lead, trail)).copied();
            if let Some(number) = number.filter(|number| *number != ABSENT) {
                return Some((2, self.meaning(number)));
            }
        }
        match self.singles[usize::from(window[0])] {
            ABSENT => None,
            number => Some((1, self.meaning(number))),
        }
    }

    /// The longest entry of three bytes or more.
    fn long(&self, window: &[u8], begun: u16) -> Option<(u8, Option<Meaning>)> {
        self.begun.binary_search(&begun).ok()?;
        (3..=window.len().min(LONGEST)).rev().find_map(|len| {
            let code = TableFileCode::new(&window[..len])?;
            let at = self.longer.binary_search_by_key(&code, |(code, _)| *code);
            Some((len as u8, self.meaning(self.longer[at.ok()?].1)))
        })
    }

    #[inline]
    fn meaning(&self, number: u32) -> Option<Meaning> {
        match number {
            ABSENT | NOTHING => None,
            point if point & TWO == 0 => Some(Meaning::Scalar(scalar_of(point - POINTS))),
            two => {
                let (c, d) = self.twos.get((two & !TWO) as usize)?;
                Some(Meaning::Pair(*c, *d))
            }
        }
    }

    /// The bytes that are written for a character.
    pub(super) fn written(&self, c: char) -> Option<TableFileCode> {
        let at = self.written.binary_search_by_key(&c, |(c, _)| *c).ok()?;
        Some(self.written[at].1)
    }

    /// Every code that is read as a character.
    pub(super) fn spellings(&self, c: char) -> impl Iterator<Item = TableFileCode> {
        let from = self.spellings.partition_point(|(known, _)| *known < c);
        let all = self.spellings.iter().skip(from);
        all.take_while(move |(known, _)| *known == c)
            .map(|(_, code)| *code)
    }

    /// The characters that have codes, once for each code.
    pub(super) fn characters(&self) -> impl Iterator<Item = char> {
        self.spellings.iter().map(|(c, _)| *c)
    }

    /// Reports whether an entry has two characters.
    pub(super) fn has_twos(&self) -> bool {
        !self.twos.is_empty()
    }
}

fn pair(lead: u8, trail: u8) -> usize {
    usize::from(u16::from_be_bytes([lead, trail]))
}

/// The entries of a file while it is read.
#[derive(Debug, Default)]
pub(super) struct TableFileEntries {
    pub(super) list: Vec<TableFileEntry>,
    known: HashMap<TableFileCode, usize>,
}

impl TableFileEntries {
    /// Adds an entry.
    ///
    /// The line of an entry with the same bytes and another character, or of an equal entry.
    pub(super) fn add(&mut self, entry: TableFileEntry) -> Result<(), usize> {
        if let Some(&at) = self.known.get(&entry.code) {
            let other = &mut self.list[at];
            return match (other.value, entry.value) {
                (before, now) if before == now => Ok(()),
                _ => Err(other.line),
            };
        }
        self.known.insert(entry.code, self.list.len());
        self.list.push(entry);
        Ok(())
    }
}
