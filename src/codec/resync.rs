//! Boundaries found from the middle of the data.
//!
//! Where an encoding synchronises itself, a few bytes of lookback are enough,
//! whatever they are. Elsewhere some bytes tell: after them a boundary is certain,
//! whatever stands before them. They are looked for within the lookback, and where there
//! are none, what lies after a known boundary is counted. Invariant: from a boundary
//! that is called exact, decoding gives what decoding from the start of the data gives.

use super::{Encoding, Meaning, State, Tally, Walk};
use crate::window::sweep::Sweep;
use crate::window::{Absence, Peek, Window};

/// Bytes that are counted at once.
const STEP: u64 = 256 * 1024;

/// A boundary, and what the codec remembers there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Anchor {
    /// Offset of the boundary.
    pub offset: u64,
    /// What the codec remembers there.
    pub state: State,
}

/// Where decoding may begin for an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boundary {
    /// At or before the offset.
    pub anchor: Anchor,
    /// Whether decoding from there gives, from the offset on, what decoding from the
    /// start of the data gives.
    pub is_exact: bool,
}

impl Boundary {
    /// One in the state of the start of the data.
    fn at(offset: u64, is_exact: bool) -> Self {
        let state = State::default();
        Self {
            anchor: Anchor { offset, state },
            is_exact,
        }
    }
}

/// How the boundaries of an encoding are found from the middle of the data.
#[derive(Debug, Clone, Copy)]
pub enum Resync {
    /// From as many bytes before as the row's `lookback` says, whatever they are.
    Anywhere,
    /// After some bytes only: asked with the bytes before a place, it answers
    /// what the codec remembers there if they end with a boundary, whatever stands
    /// before them. The row's `lookback` is how far they are looked for.
    After(fn(&[u8]) -> Option<State>),
}

impl Encoding {
    /// Whether a few bytes of lookback always give the right boundaries.
    pub fn synchronises_itself(&self) -> bool {
        matches!(self.resync, Resync::Anywhere)
    }

    /// Whether the bytes near a place do not tell what state it is in, so that it
    /// is best gone through from the start.
    pub fn is_stateful(&self) -> bool {
        self.shifts && !self.synchronises_itself()
    }

    /// What the codec remembers after some bytes, if they leave no doubt that
    /// they end with a boundary. Of encodings that [synchronise
    /// themselves](Self::synchronises_itself) it is not asked, and answers nothing.
    pub fn state_after(&self, before: &[u8]) -> Option<State> {
        match self.resync {
            Resync::Anywhere => None,
            Resync::After(state_after) => state_after(before),
        }
    }

    /// Where the bytes begin that may tell the boundaries from `offset` on, when code
    /// units start at `phase`.
    pub fn lookback_start(&self, phase: u64, offset: u64) -> u64 {
        let Some(past) = offset.checked_sub(phase) else {
            return 0;
        };
        let unit = u64::from(self.unit);
        let grid = past - past % unit;
        match grid.checked_sub(u64::from(self.lookback)) {
            Some(back) => phase + back,
            None if self.unit == 1 => 0,
            None => phase,
        }
    }

    /// Where decoding may begin for `offset`, as near to it as the data tells.
    ///
    /// The bytes within the lookback are asked first. Where they do not tell, what lies
    /// after a boundary that is `known`, and not beyond the offset, is counted.
    pub fn boundary_before(
        &'static self,
        phase: u64,
        data: &dyn Peek,
        offset: u64,
        known: impl FnOnce() -> Option<Anchor>,
    ) -> Boundary {
        self.boundary_before_by(STEP, phase, data, offset, known, &mut |_| true)
    }

    /// Does as [`boundary_before`](Self::boundary_before), and counts `step` bytes at a time
    /// until `go_on` says no.
    pub fn boundary_before_by(
        &'static self,
        step: u64,
        phase: u64,
        mut data: &dyn Peek,
        offset: u64,
        known: impl FnOnce() -> Option<Anchor>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Boundary {
        let back = self.lookback_start(phase, offset);
        // Of data that is cut to a segment, they begin where the segment does.
        let near = data.window(back, (offset - back) as usize);
        let boundary = self.boundary_in(phase, &near, offset);
        if boundary.is_exact {
            return boundary;
        }
        let Some(mut anchor) = known().filter(|known| known.offset <= offset) else {
            return boundary;
        };
        let mut sweep = Sweep::new(anchor.offset..offset, step, self.reach());
        let mut window = Window::default();
        while go_on(anchor.offset)
            && let Some(piece) = sweep.next(&mut data, &mut window)
        {
            anchor = self.through(phase, &window, anchor, piece.certain.end);
        }
        Boundary {
            anchor,
            is_exact: true,
        }
    }

    /// The boundary that a window tells by itself. The window should go back to the [start of
    /// the lookback](Self::lookback_start).
    pub fn boundary_in(&self, phase: u64, window: &Window, offset: u64) -> Boundary {
        let back = self.lookback_start(phase, offset).max(window.start);
        if self.synchronises_itself() {
            return Boundary::at(back, true);
        }
        let mut holes = window.holes.iter().rev();
        let last = holes.find(|hole| hole.start < offset && hole.end > back);
        let from = last.map_or(back, |hole| hole.end.min(offset));
        let known = window.slice(from, offset);
        let told = (1..=known.len()).rev().find_map(|len| {
            let state = self.state_after(&known[..len])?;
            Some(Anchor {
                offset: from + len as u64,
                state,
            })
        });
        match (told, last) {
            (Some(anchor), _) => Boundary {
                anchor,
                is_exact: true,
            },
            // After what is not there a codec begins anew; what has not come yet may
            // be anything.
            (None, Some(hole)) => Boundary::at(hole.start.max(back), hole.why != Absence::Awaited),
            (None, None) => Boundary::at(from, from == 0),
        }
    }

    /// The first boundary of a window at or after an offset that its bytes tell.
    pub fn first_boundary(&self, window: &Window, offset: u64) -> Option<u64> {
        let is_told = |at: &u64| self.state_after(window.slice(window.start, *at)).is_some();
        (offset..=window.end()).find(is_told)
    }

    /// The last boundary up to an offset, from one of a window on.
    fn through(&'static self, phase: u64, window: &Window, from: Anchor, until: u64) -> Anchor {
        let Anchor { offset, mut state } = from;
        if window.holes.is_empty() && offset >= phase.max(window.start) {
            let bytes = window.slice(offset, until);
            let ends = window.ends && until == window.end();
            let counted = self.tally(&mut state, bytes, ends, &mut Tally::of(self));
            return Anchor {
                offset: offset + counted as u64,
                state,
            };
        }
        let mut walk = Walk::new(self, phase, window).at(from);
        let mut last = from;
        while let Some(step) = walk.next() {
            // What is not there has a boundary at every byte.
            if let Meaning::Absent(_) = step.meaning
                && step.end() > until
            {
                return Anchor {
                    offset: until.max(step.offset),
                    state: step.state,
                };
            }
            if step.end() > until {
                break;
            }
            last = walk.anchor();
        }
        last
    }
}
