//! What two files do not share: the runs of bytes, or of text, that differ.
//!
//! Both are taken as sequences of tokens, bytes or code points, and go through as `lane`s from
//! front to back. While they are equal they are compared at the speed of memory; where they
//! differ, an `anchor` is sought in windows that grow on both sides, and what lies before it is
//! a `gap`, which is compared exactly if it is small. If the windows hold no anchor, the rests
//! of both are sampled once (`far`). Memory is bounded by the windows and the samples: 64 MiB,
//! whatever the files measure.
//!
//! Invariant: between two differences lie equal tokens and nothing else, so the differences and
//! the equal stretches between them are both files, each byte once; what a token means is
//! decided by its lane alone.

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

use super::{Control, End};
use crate::codec::{Anchor, Encoding};
use crate::source::Source;
use crate::unicode::normal::Form;
use crate::window::Peek;
use aligner::{Aligner, Takers};
use lane::{ByteLane, Lane};
use text_lane::{TextLane, opening};

/// The usual number of bytes that are read at once.
pub const STEP: u64 = 256 * 1024;

/// A stretch of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins, and what the codec remembers there.
    pub from: Anchor,
    /// Just past its last byte.
    pub end: u64,
}

impl Stretch {
    /// Its offsets.
    pub fn range(&self) -> Range<u64> {
        self.from.offset..self.end
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.end - self.from.offset
    }

    /// What is left of it from a place on; nothing if that is not after its beginning, as where
    /// the file has become shorter meanwhile.
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

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What happened to a run between the first file and the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both have something there.
    Changed,
    /// Only the second has it.
    Inserted,
    /// Only the first has it.
    Deleted,
}

impl Kind {
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
    /// What the first file has.
    pub a: Stretch,
    /// What the second file has.
    pub b: Stretch,
}

impl Difference {
    /// What happened.
    pub fn kind(&self) -> Kind {
        if self.a.is_empty() {
            Kind::Inserted
        } else if self.b.is_empty() {
            Kind::Deleted
        } else {
            Kind::Changed
        }
    }
}

/// The differences, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Runs that are changed, and their bytes in both files.
    pub changed: (u64, [u64; 2]),
    /// Runs that are inserted, and their bytes.
    pub inserted: (u64, u64),
    /// Runs that are deleted, and their bytes.
    pub deleted: (u64, u64),
}

impl Counts {
    /// How many runs differ.
    pub fn all(&self) -> u64 {
        self.changed.0 + self.inserted.0 + self.deleted.0
    }

    fn add(&mut self, difference: &Difference) {
        let (a, b) = (difference.a.len(), difference.b.len());
        match difference.kind() {
            Kind::Changed => {
                let (runs, [before, after]) = self.changed;
                self.changed = (runs + 1, [before + a, after + b]);
            }
            Kind::Inserted => self.inserted = (self.inserted.0 + 1, self.inserted.1 + b),
            Kind::Deleted => self.deleted = (self.deleted.0 + 1, self.deleted.1 + a),
        }
    }
}

/// How a file is read as text.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// Where code units start.
    pub phase: u64,
}

/// What is no difference between two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Alike {
    /// The form in which letters and their marks are compared; none compares them as they are.
    pub form: Option<Form>,
    /// Whether all line ends are the same: LF, CR LF and CR.
    pub line_ends: bool,
}

/// What is compared: two files, of which the first is the older in all that is said.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The first.
    pub a: &'a (dyn Peek + Sync),
    /// The second.
    pub b: &'a (dyn Peek + Sync),
    /// Bytes that are read at once, at least 1; the result does not depend on it.
    pub step: u64,
    /// Where both are alike, so that what comes before is known: the comparison begins there. Of
    /// text a boundary, in an encoding that needs no state to be read from there on.
    pub from: [u64; 2],
}

impl<'a> Pair<'a> {
    /// All of two files.
    pub fn of(a: &'a (dyn Peek + Sync), b: &'a (dyn Peek + Sync)) -> Self {
        Self {
            a,
            b,
            step: STEP,
            from: [0; 2],
        }
    }
}

/// What came of a comparison besides the differences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The differences that were handed out, counted.
    pub counts: Counts,
    /// Bytes of either file that could not be read.
    pub unreadable: [u64; 2],
    /// Bytes of the byte order mark that opens each text; 0 where bytes are compared.
    pub marks: [u64; 2],
}

/// Who takes the differences; it stops by breaking.
pub type Each<'a> = dyn FnMut(&Difference) -> ControlFlow<()> + 'a;

/// Hands out the runs of bytes that differ, in order, until `each` breaks.
pub fn bytes(control: &mut Control<'_>, pair: Pair<'_>, each: &mut Each<'_>) -> End<Outcome> {
    let lane = |data, from| ByteLane::from(data, pair.step, from);
    let [from_a, from_b] = pair.from;
    let equal = &mut |_: [u64; 2]| {};
    run(
        control,
        (lane(pair.a, from_a), lane(pair.b, from_b)),
        Takers { each, equal },
    )
}

/// Hands out the runs of text that differ, in order, until `each` breaks. Ill-formed bytes are
/// equal only to the same bytes in the same encoding; a byte order mark that opens a text is no
/// part of it, and bytes that make no character belong to the one after them.
pub fn text(
    control: &mut Control<'_>,
    pair: Pair<'_>,
    readings: [Reading; 2],
    alike: Alike,
    each: &mut Each<'_>,
) -> End<Outcome> {
    text_with_places(control, pair, (readings, alike), each, &mut |_| {})
}

/// [`text`] that tells now and then a place in both files before which the text is equal, in order:
/// from such a pair others are found by decoding on.
pub fn text_with_places(
    control: &mut Control<'_>,
    pair: Pair<'_>,
    (readings, alike): ([Reading; 2], Alike),
    each: &mut Each<'_>,
    equal: &mut dyn FnMut([u64; 2]),
) -> End<Outcome> {
    let [a, b] = readings;
    let is_same = a.encoding == b.encoding;
    let lane = |data, reading, side: u8| {
        let from = pair.from[usize::from(side)];
        let side = if is_same { 0 } else { side };
        TextLane::new(data, pair.step, (reading, alike, side), from)
    };
    let marks = [opening(pair.a, a), opening(pair.b, b)];
    let lanes = (lane(pair.a, a, 0), lane(pair.b, b, 1));
    let ended = run(control, lanes, Takers { each, equal });
    match ended {
        End::Done(outcome) => End::Done(Outcome { marks, ..outcome }),
        End::Cancelled => End::Cancelled,
    }
}

fn run<L: Lane>(control: &mut Control<'_>, (a, b): (L, L), takers: Takers<'_>) -> End<Outcome> {
    let Takers { each, equal } = takers;
    let mut counts = Counts::default();
    let mut take = |difference: &Difference| {
        counts.add(difference);
        each(difference)
    };
    let takers = Takers {
        each: &mut take,
        equal,
    };
    let mut aligner = Aligner::new(control, a, b, takers);
    let unreadable = match aligner.run() {
        ControlFlow::Break(aligner::Stop::Cancelled) => return End::Cancelled,
        ControlFlow::Break(aligner::Stop::Enough) | ControlFlow::Continue(()) => {
            aligner.unreadable()
        }
    };
    End::Done(Outcome {
        counts,
        unreadable,
        marks: [0; 2],
    })
}

/// Whether two sources are the same file, as the system tells.
pub fn is_same_file(a: &Source, b: &Source) -> bool {
    a.len() == b.len() && a.is_same_file(b)
}
