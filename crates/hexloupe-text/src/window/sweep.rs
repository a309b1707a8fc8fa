//! The one way through data in pieces.
//!
//! Every consumer decodes the data a piece at a time, and a sequence, its fault or the sentence
//! about it may depend on bytes before and after the piece. Their number is a fact of the encoding
//! ([`Reach`]). The ends of pieces, their certain part, and the end of the data are decided here,
//! for every consumer.
//!
//! ```text
//!            window.start     certain.start      certain.end       window.end()
//! data ---------|-- before ------|=== certain =======|------ after ------|-------
//! ```
//!
//! Invariant: the certain offsets of all pieces, in order, are the range as far as the data goes,
//! each offset once. Only the piece that reaches the end of the range or of the data is
//! [`at_end`](SweepPiece::at_end), however far a window looks ahead.

use std::ops::Range;

use super::{Peek, Window};

/// The number of bytes around a piece that its sequences depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Bytes before it.
    pub before: u64,
    /// Bytes after it.
    pub after: u64,
}

/// The source of the bytes of a sweep.
pub trait Supply {
    /// Replaces the contents of the window with the bytes of a range, as far as they are available
    /// now; it never waits. The window may begin before the range and may be longer. It is shorter
    /// only where the data ends, and then [ends](Window::ends), or where more is still loading.
    fn fill(&mut self, range: Range<u64>, window: &mut Window);

    /// The next offsets, at or after `from`, that are known to be zero without being read.
    fn zeros(&self, from: u64) -> Range<u64> {
        from..from
    }

    /// The offset up to which a window decides everything although more bytes may follow. An
    /// implementation that can decide more than the reach allows overrides this.
    fn decided(&self, window: &Window, reach: Reach) -> u64 {
        window.end().saturating_sub(reach.after)
    }
}

/// Data that gives a window of any stretch.
impl<P: Peek + ?Sized> Supply for &P {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        self.refill(range.start, len, window);
    }

    fn zeros(&self, from: u64) -> Range<u64> {
        (**self).zeros(from)
    }
}

/// A piece of the data; its bytes are in the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepPiece {
    /// The offsets whose meaning is decided.
    pub certain: Range<u64>,
    /// True if the range, or the data, ends with them.
    pub at_end: bool,
}

/// A way through a range of some data, from front to back.
#[derive(Debug, Clone)]
pub struct Sweep {
    range: Range<u64>,
    at: u64,
    step: u64,
    grid: u64,
    reach: Reach,
    over: bool,
    /// The known zeros, and the offset up to which no further request for zeros is needed.
    zeros: Range<u64>,
    asked: u64,
}

impl Sweep {
    /// A sweep through a range by `step` bytes at a time, at least one. The range may go beyond the
    /// data.
    pub fn new(range: Range<u64>, step: u64, reach: Reach) -> Self {
        Self {
            at: range.start,
            over: range.is_empty(),
            range,
            step: step.max(1),
            grid: 1,
            reach,
            zeros: 0..0,
            asked: 0,
        }
    }

    /// The sweep whose pieces end at multiples of a length, except the last.
    #[must_use]
    pub fn on_grid(self, grid: u64) -> Self {
        let grid = grid.max(1);
        Self { grid, ..self }
    }

    /// The bytes around a piece that its window shows.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// The place where the next piece begins.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Reports whether the end of the range or of the data was reached; if not, and there is no
    /// next piece, more is still loading.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Continues from offset `at`, if that is later.
    pub fn skip_to(&mut self, at: u64) {
        self.at = self.at.max(at);
        self.over |= self.at >= self.range.end;
    }

    /// The end of known zeros, if the next piece begins among them and they go on for several
    /// steps. A caller that can count them without reading them passes over them, and
    /// [skips](Self::skip_to) to where it stopped. Zeros whose decoding may look at bytes after
    /// them are left out.
    pub fn zeros<S: Supply + ?Sized>(&mut self, supply: &S) -> Option<u64> {
        if self.over {
            return None;
        }
        if self.asked <= self.at {
            self.zeros = supply.zeros(self.at);
            // If there are none, they are not requested again.
            self.asked = if self.zeros.is_empty() {
                u64::MAX
            } else {
                self.zeros.end
            };
        }
        let until = self.zeros.end.min(self.range.end);
        let until = until.saturating_sub(self.reach.after);
        let begun = self.zeros.start.saturating_add(self.reach.before) <= self.at;
        let worth = until >= self.at.saturating_add(self.step.saturating_mul(2));
        (begun && worth).then_some(until)
    }

    /// The next piece, with its surroundings in the window. None if the sweep [is
    /// over](Self::is_over), or if the available bytes decide nothing more: then the caller must
    /// wait for more.
    pub fn next<S: Supply + ?Sized>(
        &mut self,
        supply: &mut S,
        window: &mut Window,
    ) -> Option<SweepPiece> {
        if self.over {
            return None;
        }
        let goal = self.goal();
        let from = self.at.saturating_sub(self.reach.before);
        supply.fill(from..goal.saturating_add(self.reach.after), window);
        let decided = if window.ends {
            window.end()
        } else {
            supply.decided(window, self.reach)
        };
        let piece = self.advance(goal, decided, window);
        self.over |= piece.is_none() && window.ends;
        piece
    }

    /// The place where the next piece ends if nothing is missing.
    fn goal(&self) -> u64 {
        let goal = self.at.saturating_add(self.step);
        let on_grid = goal - goal % self.grid;
        let goal = if on_grid > self.at {
            on_grid
        } else {
            (self.at - self.at % self.grid).saturating_add(self.grid)
        };
        goal.min(self.range.end)
    }

    /// The piece that is decided up to a goal, if any; moves the sweep past it.
    fn advance(&mut self, goal: u64, decided: u64, window: &Window) -> Option<SweepPiece> {
        let end = match goal.min(decided) {
            part if part < goal && !window.ends => part - part % self.grid,
            whole => whole,
        };
        let certain = self.at..end;
        if certain.is_empty() {
            return None;
        }
        self.at = end;
        self.over = end == self.range.end || window.ends && end == window.end();
        let at_end = self.over;
        Some(SweepPiece { certain, at_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: Reach = Reach {
        before: 3,
        after: 5,
    };

    /// Data that is only partly loaded.
    struct Slow {
        data: Vec<u8>,
        there: usize,
        ended: bool,
    }

    impl Supply for Slow {
        fn fill(&mut self, range: Range<u64>, window: &mut Window) {
            let len = (range.end - range.start) as usize;
            *window = self.data[..self.there].window(range.start, len);
            // One more wait is needed to learn that nothing more follows.
            window.ends &= self.ended;
        }
    }

    impl Slow {
        fn wait(&mut self, by: usize) {
            self.ended = self.there == self.data.len();
            self.there = self.data.len().min(self.there + by);
        }
    }

    /// Sweeps a range by steps of a size and checks the pieces; `by` bytes load at each wait, or
    /// all are there at once.
    #[track_caller]
    fn check(data: &[u8], range: Range<u64>, step: u64, grid: u64, by: Option<usize>) {
        let end = range.end.min(data.len() as u64);
        let mut sweep = Sweep::new(range.clone(), step, REACH).on_grid(grid);
        let (mut window, mut at, mut ended) = (Window::default(), range.start, false);
        let mut slow = Slow {
            data: data.to_vec(),
            there: by.map_or(data.len(), |_| 0),
            ended: by.is_none(),
        };
        while !sweep.is_over() {
            let Some(piece) = sweep.next(&mut slow, &mut window) else {
                slow.wait(by.unwrap_or_default());
                continue;
            };
            let Range { start, end: to } = piece.certain;
            assert!(!ended && start == at && to > at, "{range:?} {piece:?}");
            let context = data.len().min((to + REACH.after) as usize);
            let from = start.saturating_sub(REACH.before);
            assert_eq!(
                window.slice(from, context as u64),
                &data[from as usize..context]
            );
            assert!(to - start <= step.max(grid));
            assert!(to % grid == 0 || to == end, "{range:?} {piece:?}");
            (at, ended) = (to, piece.at_end);
            assert_eq!(ended, at == end, "{range:?} {piece:?}");
        }
        assert_eq!(at, end.max(range.start), "{range:?} step {step}");
    }

    #[test]
    fn pieces_are_the_range_whatever_the_steps_and_wherever_the_data_ends() {
        let data: Vec<u8> = (0..60).collect();
        for step in 1..=9 {
            for len in 0..=data.len() {
                for grid in [1, 2, 7] {
                    for range in [0..u64::MAX, 0..len as u64, 4..31, 5..6, 40..u64::MAX] {
                        check(&data[..len], range.clone(), step, grid, None);
                        for by in [1, 2, 5, 50] {
                            check(&data[..len], range.clone(), step, grid, Some(by));
                        }
                    }
                }
            }
        }
    }
}
