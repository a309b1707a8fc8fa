//! Data of some length, written from pieces, and the offset of each sequence.
//!
//! Short data is dense; in long data the pieces are around the edges of the blocks, with
//! plain text between. Invariant: it depends only on encoding, phase, length and dice, and
//! its sequences cover it.

use super::judge::{Judge, Kind};
use super::pieces::{Part, Piece, Pieces};
use crate::play::dice::Dice;
use hexloupe::codec::Encoding;

/// Bytes up to which data is dense.
const DENSE: usize = 20_000;

/// The distance between two edges in long data around which pieces are written, and the
/// number of bytes before and after an edge. All blocks are multiples of 32 KiB.
const EDGES: [usize; 2] = [32 * 1024, 1024 * 1024];
const NEAR: usize = 90;

pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    sequences: Vec<(u64, Kind)>,
    len: usize,
    edge: usize,
}

impl Written {
    /// Writes `len` bytes.
    pub(crate) fn new(
        encoding: &Encoding,
        pieces: &Pieces,
        phase: usize,
        len: usize,
        dice: &mut Dice,
    ) -> Self {
        let mut written = Self {
            bytes: Vec::with_capacity(len),
            sequences: Vec::new(),
            len,
            edge: dice.pick(&EDGES),
        };
        let head = phase.min(len);
        if head > 0 {
            // The bytes before the phase are too few for a code unit.
            written.put(&(vec![0x41; head], Kind::Fault));
        }
        if let Some(mark) = pieces
            .mark
            .as_ref()
            .filter(|_| phase == 0 && dice.one_in(3))
        {
            written.fit(&vec![(mark.clone(), Kind::Mark)]);
        }
        while written.bytes.len() < len {
            let long = len > DENSE && written.fill(pieces, dice);
            let piece = &pieces.telling[dice.below(pieces.telling.len() as u64) as usize];
            if !long && !written.fit(piece) {
                break;
            }
        }
        written.end(pieces, usize::from(encoding.unit), dice);
        written
    }

    pub(crate) fn judge(&self, encoding: &'static Encoding, phase: u64) -> Judge {
        Judge::new(encoding, phase, self.len as u64, &self.sequences)
    }

    fn put(&mut self, (bytes, kind): &Part) {
        self.sequences.push((self.bytes.len() as u64, *kind));
        self.bytes.extend(bytes);
    }

    fn put_all(&mut self, piece: &Piece) {
        for part in piece {
            self.put(part);
        }
    }

    fn left(&self) -> usize {
        self.len - self.bytes.len()
    }

    /// Puts a piece, if there is room for it.
    fn fit(&mut self, piece: &Piece) -> bool {
        let fits = len_of(piece) <= self.left();
        if fits {
            self.put_all(piece);
        }
        fits
    }

    /// Fills with plain text up to the next edge; returns whether there was anything to
    /// fill.
    fn fill(&mut self, pieces: &Pieces, dice: &mut Dice) -> bool {
        let (at, last) = (self.bytes.len(), self.len - NEAR);
        let edge = at.next_multiple_of(self.edge);
        let goal = if at > NEAR && edge - at > NEAR && at % self.edge > NEAR && at < last {
            (edge - NEAR).min(last)
        } else {
            return false;
        };
        let [open, again, close] = &pieces.run;
        // A run that goes across the edge, text of one line, or of several lines.
        let ways = if self.edge == EDGES[0] { 3 } else { 2 };
        let (way, every) = (dice.below(ways), dice.within(50..9000) as usize);
        let goal = goal
            + if way == 0 {
                dice.below(2 * NEAR as u64) as usize
            } else {
                0
            };
        let room = self.len - len_of(close) - len_of(again);
        if way == 0 {
            self.put_all(open);
        }
        let mut begun = self.bytes.len();
        while self.bytes.len() < goal.min(room) {
            if way == 0 {
                self.put_all(again);
            } else {
                self.put(&pieces.plain);
            }
            if way == 2 && self.bytes.len() - begun > every {
                begun = self.bytes.len();
                self.fit(&pieces.telling[every % pieces.telling.len()]);
            }
        }
        if way == 0 {
            self.put_all(close);
        }
        true
    }

    /// Ends the data with a tail, after as much plain text as fits.
    fn end(&mut self, pieces: &Pieces, unit: usize, dice: &mut Dice) {
        let left = self.left();
        let none = Vec::new();
        let fits =
            |tail: &&Piece| len_of(tail) <= left && (left - len_of(tail)).is_multiple_of(unit);
        let tails: Vec<_> = std::iter::once(&none)
            .chain(&pieces.tails)
            .filter(fits)
            .collect();
        let Some(tail) = tails.get(dice.below(tails.len() as u64) as usize) else {
            panic!("no tail for {left} bytes");
        };
        while self.left() > len_of(tail) {
            self.put(&pieces.plain);
        }
        assert!(self.fit(tail), "the length is exact");
    }
}

fn len_of(piece: &Piece) -> usize {
    piece.iter().map(|(bytes, _)| bytes.len()).sum()
}
