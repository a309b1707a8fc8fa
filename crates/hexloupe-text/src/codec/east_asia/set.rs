//! The questions that a double-byte set answers: its ranges, its standard's table, and every
//! spelling of a character.
//!
//! A set is a type; a [`DoubleByteSet`] is filled from it and stored in the layout of its row.
//! Invariant: the answers agree with what the set's own codec reads.

use super::{BitLayout, DoubleByte, Encoding, Meaning, Ranges, read};
use crate::codec::table_file::TableFile;

/// A double-byte set.
#[derive(Debug)]
pub struct DoubleByteSet {
    /// The bytes that begin a pair, or something longer.
    pub leads: Ranges,
    rules: SetRules,
}

/// The source of the answers.
#[derive(Debug)]
enum SetRules {
    /// The type of the set.
    Set {
        promise: fn(&[u8]) -> SequencePromise,
        position: fn(&[u8]) -> Option<TablePosition>,
        spellings: fn(char) -> Vec<Vec<u8>>,
    },
    /// A table read from a file.
    File(&'static TableFile),
}

impl DoubleByteSet {
    pub(super) const fn new<S: DoubleByte>() -> Self {
        Self {
            leads: S::LEADS,
            rules: SetRules::Set {
                promise: S::promise,
                position: S::position,
                spellings: spellings_of::<S>,
            },
        }
    }

    /// The set of a table read from a file.
    pub(in crate::codec) const fn of_file(leads: Ranges, table: &'static TableFile) -> Self {
        Self {
            leads,
            rules: SetRules::File(table),
        }
    }

    /// The bytes that must follow these, one at least, at the beginning of a sequence.
    pub fn promise(&self, begun: &[u8]) -> SequencePromise {
        match self.rules {
            SetRules::Set { promise, .. } => promise(begun),
            SetRules::File(table) => table.promise(begun),
        }
    }

    fn position(&self, bytes: &[u8]) -> Option<TablePosition> {
        match self.rules {
            SetRules::Set { position, .. } => position(bytes),
            SetRules::File(_) => None,
        }
    }

    fn spellings(&self, character: char) -> Vec<Vec<u8>> {
        match self.rules {
            SetRules::Set { spellings, .. } => spellings(character),
            SetRules::File(table) => table.spellings(character),
        }
    }
}

/// The bytes that the beginning of a sequence promises.
#[derive(Debug, Clone, Copy)]
pub struct SequencePromise {
    /// The length of the sequence in bytes.
    pub len: usize,
    /// The ranges of the next byte.
    pub next: Ranges,
    /// The length it has instead, if the next byte is one of these.
    pub or: Option<(usize, Ranges)>,
}

impl SequencePromise {
    pub(in crate::codec) const fn new(len: usize, next: Ranges) -> Self {
        Self {
            len,
            next,
            or: None,
        }
    }
}

/// The square tables of 94 rows of 94 cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// Japan's first.
    JisX0208,
    /// Japan's supplement.
    JisX0212,
    /// Mainland China's.
    Gb2312,
    /// Korea's.
    KsX1001,
    /// A plane of Taiwan's.
    Cns11643(u8),
}

impl Square {
    /// The name of its standard.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JisX0208 => "JIS X 0208",
            Self::JisX0212 => "JIS X 0212",
            Self::Gb2312 => "GB 2312",
            Self::KsX1001 => "KS X 1001",
            Self::Cns11643(_) => "CNS 11643",
        }
    }
}

/// The position of some bytes in a table.
#[derive(Debug, Clone, Copy)]
pub enum TablePosition {
    /// Row and cell are the bytes minus a base.
    RowAndCell(Square, [u8; 2], u8),
    /// Two rows of JIS X 0208 per lead byte, as in `Shift_JIS`.
    TwoRows([u8; 2]),
    /// A fixed number of cells for each lead byte from 81 on.
    Pointer {
        /// The name of the table.
        table: &'static str,
        /// The bytes.
        bytes: [u8; 2],
        /// The number to subtract from the trail byte.
        base: u8,
        /// Cells per lead byte.
        cells: u32,
    },
    /// The pointer that four bytes of GB18030 make.
    FourBytes([u8; 4]),
    /// Half-width katakana, after a single shift.
    Katakana(u8),
}

impl TablePosition {
    /// The position in a set whose lead bytes begin at 81: `low` is the base of trail bytes up to
    /// 7E, `high` that of the others.
    pub(super) const fn pointer(
        table: &'static str,
        bytes: [u8; 2],
        (low, high): (u8, u8),
        cells: u32,
    ) -> Self {
        Self::Pointer {
            table,
            bytes,
            base: if bytes[1] < 0x7F { low } else { high },
            cells,
        }
    }
}

impl Encoding {
    /// The position of a character's bytes in the table of the set; none if they have none.
    pub fn table_position(&self, bytes: &[u8]) -> Option<TablePosition> {
        match (self.layout, bytes) {
            (BitLayout::DoubleByte(set), _) => set.position(bytes),
            (BitLayout::Iso2022Jp, &[lead, trail]) => Some(TablePosition::RowAndCell(
                Square::JisX0208,
                [lead, trail],
                0x20,
            )),
            (BitLayout::Shifted(set), &[lead, trail]) if !set.begins(lead) => {
                let pair = [lead, trail];
                Some(TablePosition::RowAndCell(set.square, pair, 0x20))
            }
            _ => None,
        }
    }
}

/// Every byte sequence that is read as a character: some sets have two and write one of them. Empty
/// for encodings that are not double-byte sets.
pub fn spellings(encoding: &Encoding, character: char) -> Vec<Vec<u8>> {
    match encoding.layout {
        BitLayout::DoubleByte(set) => set.spellings(character),
        _ => Vec::new(),
    }
}

fn spellings_of<S: DoubleByte>(character: char) -> Vec<Vec<u8>> {
    let pairs = S::pairs();
    let alone = (0..=u8::MAX)
        .filter(|byte| read::<S>(pairs, &[*byte]).meaning == Meaning::Scalar(character));
    let paired = pairs.pairs_of(character);
    { alone.map(|byte| vec![byte]) }
        .chain(paired.map(|(lead, trail)| vec![lead, trail]))
        .chain(S::long_spellings(character))
        .collect()
}
