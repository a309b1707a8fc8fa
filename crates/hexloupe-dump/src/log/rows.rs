//! Lines that belong together: rows of digits, and long words that go on in the next line.
//!
//! Invariant: a block has at most [`MOST`] bytes; what is longer is read in several.

use super::passages::{Passage, PassageKind, PassageWeight};
use crate::text::{DumpLine, non_blank};

/// The most bytes of a block.
const MOST: usize = 4 << 20;

/// Some lines that belong together.
pub(super) enum LineBlock {
    /// Rows of digits.
    Rows(RowBlock),
    /// A word in lines: the passage that they are, and the length of a whole line.
    Word(Passage, usize),
}

/// Some rows.
#[derive(Default)]
pub(super) struct RowBlock {
    /// The number of the first line.
    pub(super) line: u64,
    /// The lines.
    pub(super) text: Vec<u8>,
    /// The digits in them.
    pub(super) passages: Vec<Passage>,
    /// True if a `*` stands for rows: only addresses tell how many.
    pub(super) has_star: bool,
}

impl LineBlock {
    /// A block that begins with a line, if one can.
    pub(super) fn begin(line: &DumpLine<'_>, passages: &[Passage]) -> Option<Self> {
        let text = line.text.trim_ascii();
        match passages {
            [word] if word.text == text && !text.contains(&b' ') => {
                Some(Self::Word(word.clone(), text.len()))
            }
            _ if are_row(passages) => {
                let mut rows = RowBlock {
                    line: line.number,
                    ..RowBlock::default()
                };
                rows.add(line, passages);
                Some(Self::Rows(rows))
            }
            _ => None,
        }
    }

    /// Adds a line; returns whether it belongs to the block.
    pub(super) fn goes_on(&mut self, line: &DumpLine<'_>, passages: &[Passage]) -> bool {
        let text = line.text.trim_ascii();
        match self {
            Self::Rows(rows) => {
                let is_star = text == b"*";
                rows.has_star |= is_star;
                let rest = rest_of_row(line);
                let passages = if are_row(passages) {
                    passages
                } else {
                    rest.as_slice()
                };
                let belongs = (is_star || !passages.is_empty()) && rows.text.len() < MOST;
                if belongs {
                    rows.add(line, passages);
                }
                belongs
            }
            Self::Word(word, whole) => {
                let last = word.text.len()
                    - word
                        .text
                        .iter()
                        .rposition(|byte| *byte == b'\n')
                        .map_or(0, |at| at + 1);
                let belongs =
                    last == *whole && is_rest(word.kind, text, *whole) && word.text.len() < MOST;
                if belongs {
                    word.text.push(b'\n');
                    word.text.extend_from_slice(text);
                }
                belongs
            }
        }
    }
}

impl RowBlock {
    fn add(&mut self, line: &DumpLine<'_>, passages: &[Passage]) {
        self.text.extend_from_slice(line.text);
        self.text.push(b'\n');
        self.passages.extend_from_slice(passages);
    }
}

impl RowBlock {
    /// The passages: one, if the rows are nothing else.
    pub(super) fn passages(self) -> Vec<Passage> {
        let digits: usize = { self.passages.iter() }
            .map(|passage| non_blank(&passage.text))
            .sum();
        let commas = self
            .text
            .split(|byte| *byte == b'\n')
            .filter(|row| row.ends_with(b","));
        let is_all = digits + commas.count() == non_blank(&self.text);
        match &self.passages[..] {
            [first, _, ..] if is_all => vec![Passage {
                text: self.text,
                ..first.clone()
            }],
            _ => self.passages,
        }
    }
}

/// The last row of a list or of rows, which may be short: the few digits that are all of a line.
fn rest_of_row(line: &DumpLine<'_>) -> Vec<Passage> {
    let text = line.text.trim_ascii();
    let is_byte = |word: &[u8]| {
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        matches!(digits.len(), 2 | 4) && digits.iter().all(u8::is_ascii_hexdigit)
    };
    let words = text
        .split(|byte| b" ,".contains(byte))
        .filter(|word| !word.is_empty());
    let is_row = !text.is_empty() && words.clone().all(is_byte);
    let passage = is_row.then(|| Passage {
        line: line.number,
        column: 1,
        kind: PassageKind::Digits,
        weight: PassageWeight::Possible,
        text: text.to_vec(),
    });
    passage.into_iter().collect()
}

/// Reports whether the passages of a line are those of a row: digits, and nothing else.
fn are_row(passages: &[Passage]) -> bool {
    !passages.is_empty() && passages.iter().all(|one| one.kind == PassageKind::Digits)
}

/// Reports whether a line goes on with a word whose lines are so long: a shorter one must look coded.
fn is_rest(kind: PassageKind, text: &[u8], whole: usize) -> bool {
    let (is_digit, unit): (fn(&u8) -> bool, usize) = match kind {
        PassageKind::Digits => (u8::is_ascii_hexdigit, 2),
        _ => (
            |byte| byte.is_ascii_alphanumeric() || b"+/-_=".contains(byte),
            4,
        ),
    };
    let is_word = !text.is_empty() && text.iter().all(is_digit) && text.len().is_multiple_of(unit);
    let looks_coded = || text.iter().any(|byte| !byte.is_ascii_alphabetic());
    is_word && (text.len() == whole || text.len() < whole && looks_coded())
}
