//! Strips put one behind the other.
//!
//! Invariant: between two strips of different inks stands one control sequence,
//! and no line ends with blanks.

use super::strips::{ANY, LANE, PLAIN, Strip, Strips};

const BLANKS: [u8; LANE] = [b' '; LANE];

/// Writes a line into a buffer that has room for it, and for some bytes more:
/// what lies behind its end means nothing.
pub(super) struct Pen<'a> {
    out: &'a mut [u8],
    /// How much of the buffer is written.
    at: usize,
    /// The number of the ink.
    ink: u8,
    strips: &'a Strips,
}

impl<'a> Pen<'a> {
    /// A pen behind so many bytes of the buffer.
    pub(super) fn new(out: &'a mut [u8], at: usize, strips: &'a Strips) -> Self {
        Self {
            out,
            at,
            ink: PLAIN,
            strips,
        }
    }

    /// Puts a strip.
    #[inline]
    pub(super) fn put(&mut self, strip: Strip) {
        if strip.first == self.ink && usize::from(strip.len) <= LANE {
            self.lane(self.strips.lane(strip.lane));
            self.at += usize::from(strip.len);
            self.ink = strip.last;
        } else {
            (self.at, self.ink) = put_any(self.out, self.at, self.ink, self.strips, strip);
        }
    }

    /// Writes a lane, without moving on.
    #[inline]
    fn lane<const N: usize>(&mut self, lane: &[u8; N]) {
        self.out[self.at..self.at + N].copy_from_slice(lane);
    }

    /// Puts the first `len` bytes of a text as they are.
    #[inline]
    pub(super) fn text<const N: usize>(&mut self, text: &[u8; N], len: usize) {
        self.lane(text);
        self.at += len;
    }

    /// Puts what is written as it is by one who says how much it is.
    #[inline]
    pub(super) fn with(&mut self, write: impl FnOnce(&mut [u8]) -> usize) {
        self.at += write(&mut self.out[self.at..]);
    }

    /// Puts blanks.
    #[inline]
    pub(super) fn blanks(&mut self, count: usize) {
        let end = self.at + count;
        self.lane(&BLANKS);
        while end - self.at > LANE {
            self.at += LANE;
            self.lane(&BLANKS);
        }
        self.at = end;
    }

    /// Ends the line behind what is not blank, and answers how much of the
    /// buffer is written.
    pub(super) fn end_line(mut self) -> usize {
        while self.at > 0 && self.out[self.at - 1] == b' ' {
            self.at -= 1;
        }
        self.put(Strip::EMPTY);
        self.text(b"\n", 1);
        self.at
    }
}

/// Puts any strip behind what is written in some ink; answers how much is
/// written then, and in which ink. By value, so that a pen may live in
/// registers.
#[inline(never)]
fn put_any(out: &mut [u8], at: usize, ink: u8, strips: &Strips, strip: Strip) -> (usize, u8) {
    let mut pen = Pen {
        out,
        at,
        ink,
        strips,
    };
    if strip.first != ink && strip.first != ANY {
        let (turn, len) = strips.turn(strip.first);
        pen.text(turn, len);
    }
    if strip.last != ANY {
        pen.ink = strip.last;
    }
    let end = pen.at + usize::from(strip.len);
    for lane in strips.lanes(strip) {
        pen.text(lane, LANE);
    }
    (end, pen.ink)
}
