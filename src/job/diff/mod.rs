//! The differences of two files: the runs of bytes, or of text, that differ.
//!
//! Both are sequences of tokens, bytes or code points, and are read as `lane`s from front to back.
//! While they are equal they are compared at the speed of memory. At a difference, an `anchor` is
//! sought in windows that grow on both sides, and the part before it is a `gap`, which is compared
//! exactly if it is small. If the windows hold no anchor, the rests of both are sampled once
//! (`far`). Memory is bounded by the windows and the samples: 64 MiB, whatever the size of the
//! files.
//!
//! Invariant: between two differences lie equal tokens and nothing else, so the differences and the
//! equal stretches between them are both files, each byte once. Only its lane decides the meaning
//! of a token.

mod aligner;
mod anchor;
mod doubt;
mod far;
mod gap;
mod lane;
#[cfg(test)]
mod tests;
mod text_lane;
mod token;

use std::ops::{ControlFlow, Range};

use super::{Control, JobEnd};
use crate::codec::{Anchor, Encoding};
use crate::source::Source;
use crate::unicode::normal::NormalizationForm;
use crate::window::Peek;
use aligner::{Aligner, DifferenceReceivers};
use lane::{ByteLane, TokenLane};
use text_lane::{TextLane, opening};

/// The usual number of bytes read at once.
pub const STEP: u64 = 256 * 1024;

/// A stretch of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStretch {
    /// Its start, and the codec's state there.
    pub from: Anchor,
    /// Just past its last byte.
    pub end: u64,
}

impl FileStretch {
    /// Its offsets.
    pub fn range(&self) -> Range<u64> {
        self.from.offset..self.end
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.end - self.from.offset
    }

    /// The rest of it from a place on; empty if the place is not after its beginning, as when the
    /// file has become shorter meanwhile.
    #[must_use]
    pub fn after(self, place: Anchor) -> Self {
        let offset = if place.offset > self.from.offset {
            place.offset.min(self.end)
        } else {
            self.end
        };
        Self {
            from: Anchor { offset, ..place },
            ..self
        }
    }

    /// Reports whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The kind of a difference between the first file and the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DifferenceKind {
    /// Both have bytes there.
    Changed,
    /// Only the second has bytes there.
    Inserted,
    /// Only the first has bytes there.
    Deleted,
}

impl DifferenceKind {
    /// Its name in records and in sentences.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
        }
    }
}

/// A run that differs. At most one of its sides is empty; equal bytes precede and follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The side of the first file.
    pub a: FileStretch,
    /// The side of the second file.
    pub b: FileStretch,
}

impl Difference {
    /// The kind of the difference.
    pub fn kind(&self) -> DifferenceKind {
        if self.a.is_empty() {
            DifferenceKind::Inserted
        } else if self.b.is_empty() {
            DifferenceKind::Deleted
        } else {
            DifferenceKind::Changed
        }
    }
}

/// The differences, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DifferenceCounts {
    /// Runs that are changed, and their bytes in both files.
    pub changed: (u64, [u64; 2]),
    /// Runs that are inserted, and their bytes.
    pub inserted: (u64, u64),
    /// Runs that are deleted, and their bytes.
    pub deleted: (u64, u64),
}

impl DifferenceCounts {
    /// The number of runs that differ.
    pub fn all(&self) -> u64 {
        self.changed.0 + self.inserted.0 + self.deleted.0
    }

    fn add(&mut self, difference: &Difference) {
        let (a, b) = (difference.a.len(), difference.b.len());
        match difference.kind() {
            DifferenceKind::Changed => {
                let (runs, [before, after]) = self.changed;
                self.changed = (runs + 1, [before + a, after + b]);
            }
            DifferenceKind::Inserted => self.inserted = (self.inserted.0 + 1, self.inserted.1 + b),
            DifferenceKind::Deleted => self.deleted = (self.deleted.0 + 1, self.deleted.1 + a),
        }
    }
}

/// The reading of a file as text.
#[derive(Debug, Clone, Copy)]
pub struct FileReading {
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
}

/// The variations that are no difference between two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IgnoredDifferences {
    /// The Unicode form for comparing letters and their marks; none compares them unchanged.
    pub form: Option<NormalizationForm>,
    /// True if all line ends are equal: LF, CR LF and CR.
    pub line_ends: bool,
}

/// Two files to compare; the first counts as the older one.
#[derive(Clone, Copy)]
pub struct FilePair<'a> {
    /// The first.
    pub a: &'a (dyn Peek + Sync),
    /// The second.
    pub b: &'a (dyn Peek + Sync),
    /// Bytes read at once, at least 1; the result does not depend on it.
    pub step: u64,
    /// A place in both files before which nothing differs; the comparison begins there. In text it
    /// is a boundary, in an encoding that can be read from there without state.
    pub from: [u64; 2],
}

impl<'a> FilePair<'a> {
    /// All of two files.
    pub fn new(a: &'a (dyn Peek + Sync), b: &'a (dyn Peek + Sync)) -> Self {
        Self {
            a,
            b,
            step: STEP,
            from: [0; 2],
        }
    }
}

/// The result of a comparison besides the differences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DiffOutcome {
    /// The counts of the returned differences.
    pub counts: DifferenceCounts,
    /// Bytes of either file that could not be read.
    pub unreadable: [u64; 2],
    /// Bytes of the byte order mark that opens each text; 0 where bytes are compared.
    pub marks: [u64; 2],
}

/// The receiver of the differences; it stops by breaking.
pub type DifferenceVisitor<'a> = dyn FnMut(&Difference) -> ControlFlow<()> + 'a;

/// Passes the runs of bytes that differ to `each`, in order, until it breaks.
pub fn bytes(
    control: &mut Control<'_>,
    pair: FilePair<'_>,
    each: &mut DifferenceVisitor<'_>,
) -> JobEnd<DiffOutcome> {
    let lane = |data, from| ByteLane::from(data, pair.step, from);
    let [from_a, from_b] = pair.from;
    let equal = &mut |_: [u64; 2]| {};
    run(
        control,
        (lane(pair.a, from_a), lane(pair.b, from_b)),
        DifferenceReceivers { each, equal },
    )
}

/// Passes the runs of text that differ to `each`, in order, until it breaks. Ill-formed bytes are
/// equal only to the same bytes in the same encoding. A byte order mark that opens a text is not
/// part of it. Bytes that make no character belong to the one after them.
pub fn text(
    control: &mut Control<'_>,
    pair: FilePair<'_>,
    readings: [FileReading; 2],
    alike: IgnoredDifferences,
    each: &mut DifferenceVisitor<'_>,
) -> JobEnd<DiffOutcome> {
    text_with_places(control, pair, (readings, alike), each, &mut |_| {})
}

/// Does the same as [`text`], and at intervals reports a place in both files, in order. The text
/// before it is equal; other places are found by decoding on from it.
pub fn text_with_places(
    control: &mut Control<'_>,
    pair: FilePair<'_>,
    (readings, alike): ([FileReading; 2], IgnoredDifferences),
    each: &mut DifferenceVisitor<'_>,
    equal: &mut dyn FnMut([u64; 2]),
) -> JobEnd<DiffOutcome> {
    let [a, b] = readings;
    let is_same = a.encoding == b.encoding;
    let lane = |data, reading, side: u8| {
        let from = pair.from[usize::from(side)];
        let side = if is_same { 0 } else { side };
        TextLane::new(data, pair.step, (reading, alike, side), from)
    };
    let marks = [opening(pair.a, a), opening(pair.b, b)];
    let lanes = (lane(pair.a, a, 0), lane(pair.b, b, 1));
    let ended = run(control, lanes, DifferenceReceivers { each, equal });
    match ended {
        JobEnd::Done(outcome) => JobEnd::Done(DiffOutcome { marks, ..outcome }),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

fn run<L: TokenLane>(
    control: &mut Control<'_>,
    (a, b): (L, L),
    takers: DifferenceReceivers<'_>,
) -> JobEnd<DiffOutcome> {
    let DifferenceReceivers { each, equal } = takers;
    let mut counts = DifferenceCounts::default();
    let mut take = |difference: &Difference| {
        counts.add(difference);
        each(difference)
    };
    let takers = DifferenceReceivers {
        each: &mut take,
        equal,
    };
    let mut aligner = Aligner::new(control, a, b, takers);
    let unreadable = match aligner.run() {
        ControlFlow::Break(aligner::AlignerStop::Cancelled) => return JobEnd::Cancelled,
        ControlFlow::Break(aligner::AlignerStop::Enough) | ControlFlow::Continue(()) => {
            aligner.unreadable()
        }
    };
    JobEnd::Done(DiffOutcome {
        counts,
        unreadable,
        marks: [0; 2],
    })
}

/// Reports whether two sources are the same file to the system.
pub fn is_same_file(a: &Source, b: &Source) -> bool {
    a.len() == b.len() && a.is_same_file(b)
}
