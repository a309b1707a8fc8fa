//! How boundaries are found from the middle of the data.
//!
//! If an encoding synchronises itself, a few bytes of lookback are enough, whatever they are. In
//! others some bytes tell: a boundary certainly follows them, whatever comes before. They are
//! searched for within the lookback; if there are none, the bytes after a known boundary are
//! counted. Invariant: decoding from a boundary that is called exact gives what decoding from the
//! start of the data gives.

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
    /// A boundary in the state of the start of the data.
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
    /// By decoding from `lookback` bytes earlier, whatever they are.
    Anywhere,
    /// Only after some bytes: the function takes the bytes before a place and returns the codec's
    /// state there, if they end with a boundary whatever comes before them. The row's `lookback`
    /// says how far back they are searched for.
    After(fn(&[u8]) -> Option<State>),
    /// Only after bytes, of these, that no sequence goes on after; the state is the default.
    AfterBytes(&'static [bool; 256]),
}

impl Encoding {
    /// Whether a few bytes of lookback always give the right boundaries.
    pub fn synchronises_itself(&self) -> bool {
        matches!(self.resync, Resync::Anywhere)
    }

    /// Whether the bytes near a place may not tell the state there, so that decoding should begin
    /// at the start of the data.
    pub fn is_stateful(&self) -> bool {
        self.shifts && !self.synchronises_itself()
    }

    /// The codec's state after some bytes, if they certainly end with a boundary; otherwise none.
    /// Always none for encodings that [synchronise themselves](Self::synchronises_itself).
    pub fn state_after(&self, before: &[u8]) -> Option<State> {
        match self.resync {
            Resync::Anywhere => None,
            Resync::After(state_after) => state_after(before),
            Resync::AfterBytes(ends) => {
                let last = usize::from(*before.last()?);
                ends[last].then(State::default)
            }
        }
    }

    /// Offset of the first byte that may tell the boundaries from `offset` on, if code units start
    /// at `phase`.
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

    /// The boundary at or before `offset` that is as near to it as the data tells.
    ///
    /// The bytes within the lookback are tried first. If they do not tell, the bytes after a
    /// `known` boundary, unless it is after `offset`, are counted.
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
        // If the data is limited to a segment, the window begins no earlier than the segment.
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
            // After unreadable bytes a codec starts in the default state; bytes still loading may
            // be anything.
            (None, Some(hole)) => Boundary::at(hole.start.max(back), hole.why != Absence::Awaited),
            (None, None) => Boundary::at(from, from == 0),
        }
    }

    /// Offset of the first boundary at or after `offset` that the window's bytes tell, if any.
    pub fn first_boundary(&self, window: &Window, offset: u64) -> Option<u64> {
        let is_told = |at: &u64| self.state_after(window.slice(window.start, *at)).is_some();
        (offset..=window.end()).find(is_told)
    }

    /// The last boundary at or before `until`, found by decoding the window from a boundary.
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
            // In absent bytes every byte is a boundary.
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
