//! Requests to scanners, and their findings.

pub mod counted;
pub mod encoding_range;
pub mod in_a_row;
pub mod index;
pub mod noticed;
pub mod remark;
pub mod run_here;
mod stats;

use hexloupe_text::codec::{Encoding, Fault, Meaning, Tally, bom};
use hexloupe_text::unicode::notice::{self, Notice, NoticePlace};

pub use stats::{CharacterShare, CharacterStats, LineEndStats, MostFrequent, Stats};

/// The target of a search through the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// An ill-formed sequence.
    Fault,
    /// A character above U+007F.
    NonAscii,
    /// A character that carries a notice.
    Notice,
    /// An ill-formed sequence of a kind.
    FaultOf(Fault),
    /// A character that carries a notice of a kind.
    NoticeOf(Notice),
    /// The start of a line, counted from 1.
    Line(u64),
    /// A column of a line, both counted from 1.
    Column(u64, u64),
    /// A character or fault, counted from 1.
    Character(u64),
}

impl Sought {
    /// The stable id of a kind of fault or notice.
    pub const fn id(self) -> Option<&'static str> {
        match self {
            Self::FaultOf(fault) => Some(fault.id()),
            Self::NoticeOf(notice) => Some(notice.id()),
            _ => None,
        }
    }

    /// Its name, in plain words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fault => "fault",
            Self::NonAscii => "non-ASCII character",
            Self::Notice => "notice",
            Self::FaultOf(fault) => fault.title(),
            Self::NoticeOf(notice) => notice.title(),
            Self::Line(_) | Self::Column(..) => "line",
            Self::Character(_) => "character",
        }
    }

    /// Reports whether it depends on the open controls of the line, or on the direction of its
    /// text.
    pub fn depends_on_line(self) -> bool {
        let by_line = [Notice::BidiControl, Notice::BidiUnpaired];
        match self {
            Self::Notice => true,
            Self::NoticeOf(kind) => by_line.contains(&kind),
            _ => false,
        }
    }

    /// The message if there is none in a direction.
    pub fn missing(self, direction: Direction) -> String {
        match self {
            Self::Line(number) => format!("there is no line {number}"),
            // Of a line that is there, the last column is told.
            Self::Column(line, _) => format!("there is no line {line}"),
            Self::Character(number) => format!("there is no character {number}"),
            _ => format!("no {} {} here", self.name(), direction.name()),
        }
    }

    /// Reports whether a sequence is the target, judging by it and its place alone.
    pub fn is(self, meaning: Meaning, place: NoticePlace) -> bool {
        let notices = || {
            let characters = meaning.scalars();
            let others = meaning
                .values()
                .filter(move |_| meaning.scalars().next().is_none());
            let others = notice::of_value(others);
            characters
                .flat_map(move |c| notice::each(c, place))
                .chain(others)
        };
        match self {
            Self::Fault => meaning.fault().is_some(),
            Self::NonAscii => meaning.values().any(|value| value > 0x7F),
            Self::Notice => notices().next().is_some(),
            Self::FaultOf(kind) => meaning.fault() == Some(kind),
            Self::NoticeOf(kind) => notices().any(|notice| notice == kind),
            Self::Line(_) | Self::Column(..) | Self::Character(_) => false,
        }
    }

    /// The number of targets that a tally has counted; none if it does not count them.
    pub fn count(self, tally: &Tally) -> Option<u64> {
        match self {
            Self::Fault => Some(tally.faults()),
            Self::NonAscii => Some(tally.non_ascii),
            Self::FaultOf(kind) => Some(tally.kinds.count(kind)),
            Self::Notice
            | Self::NoticeOf(_)
            | Self::Line(_)
            | Self::Column(..)
            | Self::Character(_) => None,
        }
    }
}

/// The direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Backward,
}

impl Direction {
    /// The direction in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forward => "after",
            Self::Backward => "before",
        }
    }
}

/// The opening of the data, as far as its notices depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DataOpening {
    /// Bytes of the encoding's own byte order mark.
    own: u8,
    /// Bytes of another encoding's byte order mark.
    foreign: u8,
}

impl DataOpening {
    /// The bytes that decide it: those of the longest byte order mark.
    pub const LEN: u64 = 4;

    /// The opening of data that begins with these bytes.
    pub fn new(beginning: &[u8], encoding: &Encoding) -> Self {
        let own = bom::opening_mark(encoding).filter(|mark| beginning.starts_with(mark));
        let own = own.map_or(0, |mark| mark.len() as u8);
        let foreign = bom::at_start(beginning).next().filter(|_| own == 0);
        Self {
            own,
            foreign: foreign.map_or(0, |(mark, _)| mark.len() as u8),
        }
    }

    /// Reports whether the data begins with a byte order mark of the encoding.
    pub const fn has_own(self) -> bool {
        self.own > 0
    }

    /// The place of a character at an offset.
    #[inline]
    pub fn place(self, offset: u64) -> NoticePlace {
        match offset {
            _ if offset > Self::LEN => NoticePlace::Inside,
            _ if offset < u64::from(self.foreign) => NoticePlace::ForeignBom,
            0 => NoticePlace::Opening,
            _ if offset == u64::from(self.own) => NoticePlace::AfterBom,
            _ => NoticePlace::Inside,
        }
    }
}
