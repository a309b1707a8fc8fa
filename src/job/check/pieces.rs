//! A long file in pieces, which several threads take as they get free.
//!
//! A piece is counted by itself from the first boundary in it; what was counted
//! before it is then known soon, for counting is all that has to be waited for, and
//! only then its findings are put into words, by all threads at once. Where what
//! came before ends at another boundary than was thought (the file has changed, or
//! an encoding does not tell), the piece is counted again. Invariant: the pieces
//! cover what the file held when it was opened, each byte once.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::board::{Base, Key, Next, Part};
use super::crew::Hands;
use super::look::{Looked, Sink, unreadable};
use super::{Aside, Detail};
use crate::codec::State;
use crate::detect::verdict::Verdict;
use crate::scan::course::Course;
use crate::source::Placed;
use crate::window::Window;

/// Bytes of a piece.
pub(super) const PIECE: u64 = 1 << 20;
/// Bytes of a piece where there is much to put into words: the words are parked
/// while others have the turn.
const DENSE: u64 = 16 * 1024;
/// Findings in so many bytes, above which there is much.
const MUCH: u64 = 256;

/// A long file.
pub(super) struct Long {
    pub(super) file: u64,
    pub(super) name: PathBuf,
    pub(super) data: Placed,
    pub(super) verdict: Verdict,
    /// The course before the first sequence.
    pub(super) open: Course,
    pub(super) asides: Vec<Aside>,
    pub(super) cursor: Mutex<Cursor>,
}

/// Which piece is the next.
pub(super) struct Cursor {
    number: u64,
    at: u64,
    size: u64,
    /// All pieces are taken.
    over: bool,
    /// Zeros that were asked for, and up to where no others are.
    zeros: Range<u64>,
    asked: u64,
}

impl Default for Cursor {
    fn default() -> Self {
        Self {
            number: 0,
            at: 0,
            // It is not known yet how much there is to tell.
            size: PIECE / 16,
            over: false,
            zeros: 0..0,
            asked: 0,
        }
    }
}

/// A piece of a long file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    number: u64,
    start: u64,
    /// Up to where it is read; what follows are zeros.
    read: u64,
    end: u64,
    last: bool,
}

impl Long {
    /// Takes the next piece.
    pub(super) fn claim(&self) -> Option<Piece> {
        let mut cursor = self.cursor();
        if cursor.over {
            return None;
        }
        let read = self.data.len().min(cursor.at + cursor.size);
        let end = self.zeros(&mut cursor, read).unwrap_or(read);
        let piece = Piece {
            number: cursor.number,
            start: cursor.at,
            read,
            end,
            last: end == self.data.len(),
        };
        cursor.number += 1;
        cursor.at = end;
        cursor.over = piece.last;
        Some(piece)
    }

    /// Up to where zeros go from an offset on that need not be read.
    fn zeros(&self, cursor: &mut Cursor, from: u64) -> Option<u64> {
        let encoding = self.verdict.encoding;
        if encoding.is_stateful() || encoding.nul(State::default()).is_none() {
            return None;
        }
        if cursor.asked <= from {
            cursor.zeros = self.data.zeros(from);
            cursor.asked = if cursor.zeros.is_empty() {
                u64::MAX
            } else {
                cursor.zeros.end
            };
        }
        let until = cursor.zeros.end.saturating_sub(encoding.reach().after);
        let begun = cursor.zeros.start + encoding.reach().before <= from;
        (begun && until >= from + PIECE).then_some(until)
    }

    /// The pieces that are left are not worth looking at.
    fn leave(&self) {
        let mut cursor = self.cursor();
        cursor.at = self.data.len();
    }

    /// Makes pieces longer or shorter, by what was found in one.
    fn adapt(&self, piece: Piece, findings: u64) {
        let mut cursor = self.cursor();
        let much = findings * PIECE > MUCH * (piece.read - piece.start).max(1);
        cursor.size = if much {
            DENSE
        } else {
            PIECE.min(cursor.size * 2)
        };
    }

    fn cursor(&self) -> MutexGuard<'_, Cursor> {
        self.cursor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on a piece.
    pub(super) fn work(&self, hands: &Hands<'_, '_>, piece: Piece, window: &mut Window) {
        let key = (self.file, piece.number);
        let (encoding, phase) = (self.verdict.encoding, hands.orders.phase_of(self.verdict));
        let reach = encoding.reach_from_anywhere();
        let from = piece.start.saturating_sub(reach.before);
        let len = (piece.read + reach.after).saturating_sub(from) as usize;
        self.data.read(from, len, window);
        let mut alone = Course::alone(
            encoding,
            phase,
            window,
            piece.start..piece.read,
            hands.orders.roughly(),
        );
        if let Some(alone) = alone.as_mut().filter(|_| piece.end > piece.read) {
            alone.pass_zeros(piece.end);
        }
        let base = match piece.number {
            0 => Some(Base {
                course: self.open,
                unreadable: 0,
            }),
            _ => hands.board.base(key),
        };
        let Some(base) = base else { return };
        let mut course = base.course;
        if !alone.is_some_and(|alone| course.join(&alone)) {
            course.count(window, piece.read);
            if piece.end > piece.read {
                course.pass_zeros(piece.end);
            }
        }
        let unreadable = base.unreadable + unreadable(window, base.course.at(), course.at());
        if !piece.last {
            let after = Base { course, unreadable };
            hands.board.put_base((key.0, key.1 + 1), &after);
        }
        let mut sink = self.sink(hands, key);
        let mut looked = Looked::resume(hands.orders, &base.course);
        let findings = course.tally().faults() - base.course.tally().faults();
        match hands.orders.detail {
            Detail::Whether if findings > 0 => self.leave(),
            Detail::Whether => {}
            Detail::All if findings > 0 && looked.may_tell() => {
                self.adapt(piece, findings);
                looked.tell_faults(window, piece.read, &mut sink);
            }
            Detail::All => self.adapt(piece, 0),
        }
        hands.board.advance(piece.end - piece.start);
        if piece.last {
            let mut looked = Looked::resume(hands.orders, &course);
            looked.unreadable = unreadable;
            let change = self.data.change();
            let outcome = looked.outcome(self.verdict, change);
            hands.end_file(&self.name, &outcome, change, looked.has_found(), sink);
        } else {
            hands.board.end(key, sink.part, Next::Piece);
        }
    }

    /// Where the findings of a piece go; with the first goes what is to be said of
    /// the file.
    fn sink<'a, 'b>(&'a self, hands: &'a Hands<'a, 'b>, key: Key) -> Sink<'a, 'b> {
        let asides = if key.1 == 0 {
            self.asides.clone()
        } else {
            Vec::new()
        };
        Sink {
            board: hands.board,
            key,
            part: Part {
                asides,
                ..Part::default()
            },
            pen: hands.scribe.pen(&self.name, self.verdict),
        }
    }
}
