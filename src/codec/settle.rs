//! Boundaries found from the middle of the data.
//!
//! Where an encoding synchronises itself, a few bytes of lookback are enough,
//! whatever they are. Elsewhere some bytes settle it: behind them a boundary is
//! sure, whatever stood before them; they are looked for within the lookback,
//! and where there are none, an [`Anchor`] from a scan is needed. Invariant: what
//! is called sure is what decoding from the start of the data gives.

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

/// How the boundaries of an encoding are found from the middle of the data.
#[derive(Debug, Clone, Copy)]
pub enum Settling {
    /// From as many bytes before as the row's `lookback` says, whatever they are.
    Surely,
    /// Behind some bytes only: asked with the bytes before a place, it answers
    /// what the codec remembers there if they end with a boundary, whatever stood
    /// before them. The row's `lookback` is how far they are looked for.
    Behind(fn(&[u8]) -> Option<State>),
}

impl Encoding {
    /// Whether a few bytes of lookback always give the right boundaries.
    pub fn synchronises_itself(&self) -> bool {
        matches!(self.settling, Settling::Surely)
    }

    /// Whether the bytes near a place do not tell what state it is in, so that it
    /// is best gone through from the start.
    pub fn is_stateful(&self) -> bool {
        self.shifts && !self.synchronises_itself()
    }

    /// What the codec remembers behind some bytes, if they leave no doubt that
    /// they end with a boundary. Of encodings that [synchronise
    /// themselves](Self::synchronises_itself) it is not asked, and tells nothing.
    pub fn settles(&self, before: &[u8]) -> Option<State> {
        match self.settling {
            Settling::Surely => None,
            Settling::Behind(settles) => settles(before),
        }
    }

    /// Where decoding of a window may begin so that the boundaries from `offset`
    /// on are right, as near to it as is known, and whether they surely are.
    /// The window should go back as far as [`Encoding::sync_from`] says.
    pub fn enter(&self, phase: u64, window: &Window, offset: u64) -> (Anchor, bool) {
        let back = self.sync_from(offset, phase).max(window.start);
        let begin = |offset| Anchor {
            offset,
            state: State::default(),
        };
        if self.synchronises_itself() {
            return (begin(back), true);
        }
        let holes = window.holes.iter();
        let mut holes = holes.rev();
        let last = holes.find(|hole| hole.start < offset && hole.end > back);
        let from = last.map_or(back, |hole| hole.end.min(offset));
        let known = window.slice(from, offset);
        let settled = (1..=known.len()).rev().find_map(|len| {
            let state = self.settles(&known[..len])?;
            Some(Anchor {
                offset: from + len as u64,
                state,
            })
        });
        match (settled, last) {
            (Some(anchor), _) => (anchor, true),
            // Behind what is not there a codec begins anew; what has not come yet may
            // be anything.
            (None, Some(hole)) => (begin(hole.start.max(back)), hole.why != Absence::Awaited),
            (None, None) => (begin(from), from == 0),
        }
    }

    /// The first boundary of a window at or behind an offset that is sure.
    pub fn first_sure(&self, window: &Window, offset: u64) -> Option<u64> {
        let sure = |at: &u64| self.settles(window.slice(window.start, *at)).is_some();
        (offset..=window.end()).find(sure)
    }

    /// A place up to an offset from which decoding gives, from the offset on, what decoding
    /// from the start of the data gives; a boundary is `known`. What lies between is
    /// counted, where nothing settles it, until told not to `go_on`.
    pub fn anchor(
        &'static self,
        phase: u64,
        data: &dyn Peek,
        offset: u64,
        known: Anchor,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Anchor {
        self.anchor_by(STEP, phase, data, (offset, known), go_on)
    }

    /// The same by steps of another size.
    pub fn anchor_by(
        &'static self,
        step: u64,
        phase: u64,
        data: &dyn Peek,
        (offset, known): (u64, Anchor),
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Anchor {
        let from = self.sync_from(offset, phase);
        let near = data.window(from, (offset - from) as usize);
        let (anchor, sure) = self.enter(phase, &near, offset);
        if sure || known.offset > offset {
            return anchor;
        }
        let (mut at, mut data) = (known, data);
        let mut sweep = Sweep::new(known.offset..offset, step, self.reach());
        let mut window = Window::default();
        while go_on(at.offset)
            && let Some(piece) = sweep.next(&mut data, &mut window)
        {
            at = self.through(phase, &window, at, piece.certain.end);
        }
        at
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
