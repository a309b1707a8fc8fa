//! The layout of a row, for reading similar rows by position.
//!
//! A line fits if its digits are digits, everything else up to the text column is the same as in
//! the first row, and the text column fits the bytes. Any other line is parsed in full, where
//! several places for the text column are tried (`row.rs`). Invariant: reading a row by a template
//! gives the same as parsing it in full.

use std::ops::Range;

use super::blocks::FixedPartRules;
use super::digits::{non_blank, number, run};
use super::row::DumpRow;
use super::shape::{AddressEnd, ColumnFormat, TextColumn, WordBase, WordSize};
use super::{text, words};

#[derive(Debug)]
pub(super) struct RowTemplate {
    /// The index at which the row begins; before it any text may stand.
    pub(super) start: usize,
    address: Range<usize>,
    radix: u32,
    /// The part before the text column.
    head: FixedPartRules,
    text: TextColumn,
    close: Option<u8>,
    /// Bytes before the text column that are no blanks.
    non_blank: usize,
}

/// The result of reading by a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TemplateRow {
    pub(super) address: u64,
    /// Places of the text column that agree with their byte.
    pub(super) agreed: usize,
    /// Bytes of the line that are no blanks.
    pub(super) non_blank: usize,
    /// True if there is a text column.
    pub(super) shown: bool,
}

impl RowTemplate {
    /// The layout of a row that was parsed with the address `said`; `None` if rows like it cannot
    /// be read by position.
    pub(super) fn from_row(
        shape: &ColumnFormat,
        line: &[u8],
        start: usize,
        said: u64,
        row: &DumpRow,
    ) -> Option<Self> {
        let address = match &shape.address {
            Some(shape) => {
                let hex = shape.end == AddressEnd::Any && line[start..].starts_with(b"0x");
                let from = start + if hex { 2 } else { shape.prefix.len() };
                let range = from..from + run(&line[from..], shape.radix);
                // An address in two parts, as `1234:5678`, is not one number.
                if number(&line[range.clone()], shape.radix) != Some(said) {
                    return None;
                }
                range
            }
            None => start..start,
        };
        let sizes = shape.words.size != WordSize::Pitch;
        if shape.words.base != WordBase::Hex || !sizes || row.cut.is_some() || row.bytes.is_empty()
        {
            return None;
        }
        let head = row.text.as_ref().map_or(line.len(), |text| text.start);
        let free = |at: usize| at < start || address.contains(&at);
        let blocks = FixedPartRules::new(line.get(..head)?, free, &pairs(shape, row))?;
        Some(Self {
            start,
            address: address.clone(),
            radix: shape.address.map_or(16, |address| address.radix),
            head: blocks,
            text: if row.text.is_some() {
                shape.text
            } else {
                TextColumn::None
            },
            close: match shape.text {
                TextColumn::Between(_, close) => Some(close),
                _ => None,
            },
            non_blank: non_blank(&line[start..head]),
        })
    }

    /// Reports whether rows have addresses.
    fn is_addressed(&self) -> bool {
        !self.address.is_empty()
    }

    /// Reads a line into `bytes`, if it fits; `next` is the address to use if rows have none. What
    /// `bytes` had before is lost, even if the line does not fit.
    #[inline]
    pub(super) fn read(&self, line: &[u8], next: u64, bytes: &mut Vec<u8>) -> Option<TemplateRow> {
        if !self.head.read(line, bytes) {
            return None;
        }
        let (head, rest) = line.split_at_checked(self.head.len())?;
        let address = if self.is_addressed() {
            number(head.get(self.address.clone())?, self.radix)?
        } else {
            next
        };
        let (agreed, non_blank) = self.shown(rest, bytes)?;
        let non_blank = self.non_blank + non_blank;
        let shown = self.text != TextColumn::None;
        Some(TemplateRow {
            address,
            agreed,
            non_blank,
            shown,
        })
    }

    /// The index of the first wrong digit in the address of a line whose other part before the text
    /// column fits.
    pub(super) fn wrong_address(&self, line: &[u8], bytes: &mut Vec<u8>) -> Option<usize> {
        if !self.is_addressed() || !self.head.read(line, bytes) {
            return None;
        }
        let bad = |at: &usize| super::digits::digit(line[*at], self.radix).is_none();
        self.address.clone().find(bad)
    }

    /// Compares the text column with the bytes: the number of places that agree and of bytes that
    /// are no blanks; `None` if anything differs.
    #[inline]
    fn shown(&self, rest: &[u8], bytes: &[u8]) -> Option<(usize, usize)> {
        let (text, mark) = match (self.text, self.close) {
            (TextColumn::None, _) => return rest.is_empty().then_some((0, 0)),
            (_, Some(close)) => (rest.strip_suffix(&[close])?, 1),
            _ => (rest, 0),
        };
        let panels = self.text == TextColumn::Panels;
        if !panels && let Some((agreed, non_blank)) = text::same(text, bytes) {
            return Some((agreed, non_blank + mark));
        }
        let matched = text::compare(text, bytes, panels, |_, _| {});
        let fits = matched.disagreed == 0 && matched.places == bytes.len();
        fits.then(|| (matched.agreed, non_blank(rest)))
    }
}

/// The indices at which the digits of every byte of a row begin.
fn pairs(shape: &ColumnFormat, row: &DumpRow) -> Vec<usize> {
    let each = |word: &words::ColumnWord| {
        let word = *word;
        (word.first..word.first + word.len)
            .map(move |byte| words::column(&shape.words, &word, byte))
    };
    row.words.iter().flat_map(each).collect()
}

/// The index in the line of the first digit of a byte.
pub(super) fn column(shape: &ColumnFormat, row: &DumpRow, byte: usize) -> usize {
    let word = row.words.iter().rev().find(|word| word.first <= byte);
    word.map_or(0, |word| words::column(&shape.words, word, byte))
}
