//! The one way through data in pieces.
//!
//! Whoever goes through data decodes a piece at a time, and a sequence, its fault or
//! the sentence about it may depend on bytes before and after the piece. How many is a
//! fact of the encoding ([`Reach`]); where the pieces are cut, how much of them is
//! certain, and where the data ends is decided here, for every consumer.
//!
//! ```text
//!            window.start     certain.start      certain.end       window.end()
//! data ---------|-- before ------|=== certain =======|------ after ------|-------
//! ```
//!
//! Invariant: the certain offsets of all pieces, in order, are the range as far as the
//! data goes, each offset once; only the piece that reaches the end of the range or of
//! the data is [`at_end`](Piece::at_end), however far a window looks ahead.

use std::convert::Infallible;
use std::ops::Range;

use super::{Peek, Window};

/// How many bytes around a piece decide what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Bytes before it.
    pub before: u64,
    /// Bytes after it.
    pub after: u64,
}

/// Where the bytes of a sweep come from.
pub trait Supply {
    /// Why there are no more.
    type Error;

    /// Puts the bytes of a range, as far as they are there now, in the place of what
    /// the window held. The window may begin before the range, and may be longer. It
    /// is shorter only where the data ends, and then [ends](Window::ends), or where
    /// more has yet to come.
    ///
    /// # Errors
    /// Reading has failed in a way that ends the sweep.
    fn fill(&mut self, range: Range<u64>, window: &mut Window) -> Result<(), Self::Error>;

    /// Waits for more bytes than the window has; answers false if nothing is worth
    /// waiting for. Data that has ended is to be seen by the next `fill`.
    ///
    /// # Errors
    /// As for `fill`.
    fn wait(&mut self, _window: &Window) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Up to where a window tells everything that may yet go on, when it has fewer bytes
    /// after a place than the reach. Whoever can tell more than the reach grants says so.
    fn decided(&self, window: &Window, reach: Reach) -> u64 {
        window.end().saturating_sub(reach.after)
    }
}

/// Data that is there: nothing is waited for.
impl Supply for &dyn Peek {
    type Error = Infallible;

    fn fill(&mut self, range: Range<u64>, window: &mut Window) -> Result<(), Infallible> {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        *window = self.window(range.start, len);
        Ok(())
    }
}

/// A piece of the data; its bytes are in the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The offsets of which everything is decided.
    pub certain: Range<u64>,
    /// Whether the range, or the data, ends with them.
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
}

impl Sweep {
    /// Through a range, which may go beyond the data, by so many bytes at a time, at
    /// least one.
    pub fn new(range: Range<u64>, step: u64, reach: Reach) -> Self {
        Self {
            at: range.start,
            over: range.is_empty(),
            range,
            step: step.max(1),
            grid: 1,
            reach,
        }
    }

    /// The sweep whose pieces end at multiples of a length, save the last.
    #[must_use]
    pub fn on_grid(self, grid: u64) -> Self {
        let grid = grid.max(1);
        Self { grid, ..self }
    }

    /// Goes on by other steps.
    pub fn set_step(&mut self, step: u64) {
        self.step = step.max(1);
    }

    /// Where the next piece begins.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Whether the end of the range or of the data was reached; if not, and there is no
    /// next piece, more has yet to come.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The next piece, with its surroundings in the window.
    ///
    /// # Errors
    /// Those of the supply.
    pub fn next<S: Supply + ?Sized>(
        &mut self,
        supply: &mut S,
        window: &mut Window,
    ) -> Result<Option<Piece>, S::Error> {
        while !self.over {
            let goal = self.goal();
            let from = self.at.saturating_sub(self.reach.before);
            supply.fill(from..goal.saturating_add(self.reach.after), window)?;
            let decided = if window.ends {
                window.end()
            } else {
                supply.decided(window, self.reach)
            };
            if let Some(piece) = self.take(goal, decided, window) {
                return Ok(Some(piece));
            }
            if window.ends {
                self.over = true;
            } else if !supply.wait(window)? {
                break;
            }
        }
        Ok(None)
    }

    /// Where the next piece ends if nothing is missing.
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

    /// What is decided up to a goal, if anything is.
    fn take(&mut self, goal: u64, decided: u64, window: &Window) -> Option<Piece> {
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
        Some(Piece { certain, at_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: Reach = Reach {
        before: 3,
        after: 5,
    };

    /// Data of which a few bytes come at each wait.
    struct Slow {
        data: Vec<u8>,
        there: usize,
        by: usize,
    }

    impl Supply for Slow {
        type Error = Infallible;

        fn fill(&mut self, range: Range<u64>, window: &mut Window) -> Result<(), Infallible> {
            let len = (range.end - range.start) as usize;
            *window = self.data[..self.there].window(range.start, len);
            // That nothing more comes is known after one more wait.
            window.ends &= self.by == 0;
            Ok(())
        }

        fn wait(&mut self, _: &Window) -> Result<bool, Infallible> {
            if self.there == self.data.len() {
                self.by = 0;
            }
            self.there = self.data.len().min(self.there + self.by);
            Ok(true)
        }
    }

    /// Goes through a range by steps of a size, and holds the pieces to it.
    #[track_caller]
    fn check(data: &[u8], range: Range<u64>, step: u64, grid: u64, by: Option<usize>) {
        let end = range.end.min(data.len() as u64);
        let mut sweep = Sweep::new(range.clone(), step, REACH).on_grid(grid);
        let (mut window, mut at, mut ended) = (Window::default(), range.start, false);
        let mut slow = Slow {
            data: data.to_vec(),
            there: 0,
            by: by.unwrap_or_default(),
        };
        let owned = data.to_vec();
        let mut whole: &dyn Peek = &owned;
        loop {
            let piece = match by {
                Some(_) => sweep.next(&mut slow, &mut window),
                None => sweep.next(&mut whole, &mut window),
            };
            let Ok(Some(piece)) = piece else { break };
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
        assert!(sweep.is_over(), "{range:?}");
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

    #[test]
    fn where_nothing_is_waited_for_the_sweep_is_not_over() {
        struct Part(Vec<u8>);
        impl Supply for Part {
            type Error = Infallible;
            fn fill(&mut self, range: Range<u64>, window: &mut Window) -> Result<(), Infallible> {
                *window = self.0.window(range.start, 100);
                window.ends = false;
                Ok(())
            }
        }
        let mut sweep = Sweep::new(0..u64::MAX, 100, REACH);
        let (mut part, mut window) = (Part(vec![b'a'; 20]), Window::default());
        let piece = sweep.next(&mut part, &mut window).unwrap().unwrap();
        assert_eq!((piece.certain, piece.at_end), (0..15, false));
        assert_eq!(sweep.next(&mut part, &mut window), Ok(None));
        assert!(!sweep.is_over());
    }
}
