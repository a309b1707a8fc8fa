//! The search for boundaries from the middle of the data.
//!
//! If an encoding synchronises itself, a few bytes of lookback are enough, whatever they are. In
//! other encodings some bytes determine a boundary: it certainly follows them, whatever comes
//! before. These bytes are searched for within the lookback; if there are none, the bytes after a
//! known boundary are counted. Invariant: decoding from an exact boundary gives the same as
//! decoding from the start of the data.

use super::{CodecState, Encoding, Meaning, Tally, Walk};
use crate::window::sweep::Sweep;
use crate::window::{Absence, Peek, Window};

/// Bytes counted at once.
const STEP: u64 = 256 * 1024;

/// A boundary, and the codec's state there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Anchor {
    /// Offset of the boundary.
    pub offset: u64,
    /// The codec's state there.
    pub state: CodecState,
}

/// The place where decoding may begin for an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boundary {
    /// At or before the offset.
    pub anchor: Anchor,
    /// True if decoding from there gives, from `offset` on, the same as decoding from the start of
    /// the data.
    pub is_exact: bool,
}

impl Boundary {
    /// A boundary in the state of the start of the data.
    fn at(offset: u64, is_exact: bool) -> Self {
        let state = CodecState::default();
        Self {
            anchor: Anchor { offset, state },
            is_exact,
        }
    }
}

/// The way to find the boundaries of an encoding from the middle of the data.
#[derive(Debug, Clone, Copy)]
pub enum Resync {
    /// By decoding from `lookback` bytes earlier, whatever they are.
    Anywhere,
    /// Only after some bytes. The function takes the bytes before a place. It returns the codec's
    /// state there if they end with a boundary, whatever comes before them. The row's `lookback` is
    /// the distance to search.
    After(fn(&[u8]) -> Option<CodecState>),
    /// Only after these bytes, which no sequence continues after; the state is the default.
    AfterBytes(&'static [bool; 256]),
}

impl Encoding {
    /// Reports whether a few bytes of lookback always give the right boundaries.
    pub fn synchronises_itself(&self) -> bool {
        matches!(self.resync, Resync::Anywhere)
    }

    /// Reports whether the bytes near a place may leave the state there undetermined, so that
    /// decoding should begin at the start of the data.
    pub fn is_stateful(&self) -> bool {
        self.shifts && !self.synchronises_itself()
    }

    /// The codec's state after some bytes, if they certainly end with a boundary; otherwise none.
    /// Always none for encodings that [synchronise themselves](Self::synchronises_itself).
    pub fn state_after(&self, before: &[u8]) -> Option<CodecState> {
        match self.resync {
            Resync::Anywhere => None,
            Resync::After(state_after) => state_after(before),
            Resync::AfterBytes(ends) => {
                let last = usize::from(*before.last()?);
                ends[last].then(CodecState::default)
            }
        }
    }

    /// The offset of the first byte that may determine the boundaries from `offset` on, if code
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

    /// The boundary at or before `offset` that is as near to it as the data can show.
    ///
    /// The bytes within the lookback are tried first. If they determine none, the bytes after a
    /// `known` boundary are counted, unless it lies after `offset`.
    pub fn boundary_before(
        &'static self,
        phase: u64,
        data: &dyn Peek,
        offset: u64,
        known: impl FnOnce() -> Option<Anchor>,
    ) -> Boundary {
        self.boundary_before_by(STEP, phase, data, offset, known, &mut |_| true)
    }

    /// Like [`boundary_before`](Self::boundary_before), but counts `step` bytes at a time until
    /// `go_on` says no.
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

    /// The boundary that a window determines by itself. The window should go back to the [start of
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

    /// The offset of the first boundary at or after `offset` that the window's bytes determine, if
    /// any.
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
            let counted = self.tally(&mut state, bytes, ends, &mut Tally::new(self));
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
