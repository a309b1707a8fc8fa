//! How far some data was gone through, and what was counted on the way.
//!
//! Whoever counts lines, columns, characters or faults keeps a [`CountedPosition`]:
//! the scan, a check, statistics, go-to-line and search count in this one place, and so
//! agree on where lines end and on the mark that opens the data. Invariant: however the
//! way is cut, what is counted is what stepping from the start gives, the opening byte
//! order mark apart, which counts nothing.

use crate::codec::{Anchor, Encoding, Meaning, State, Step, Tally, Walk, bom};
use crate::scan::facts::index::Checkpoint;
use crate::window::Window;

/// A boundary, and what was counted before it.
#[derive(Debug, Clone, Copy)]
pub struct CountedPosition {
    /// Offset of the sequence that comes next.
    pub offset: u64,
    /// What the codec remembers there.
    pub state: State,
    /// What was counted.
    pub tally: Tally,
}

impl CountedPosition {
    /// Nothing counted yet, at a boundary.
    pub fn new(encoding: &Encoding, at: Anchor) -> Self {
        Self {
            offset: at.offset,
            state: at.state,
            tally: Tally::of(encoding),
        }
    }

    /// What is known at a checkpoint; what was counted is not known by kind any more.
    pub fn of(encoding: &Encoding, point: Checkpoint) -> Self {
        Self {
            offset: point.offset,
            state: point.state,
            tally: Tally::from_place(encoding, point.place),
        }
    }

    /// The boundary alone.
    pub fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.offset,
            state: self.state,
        }
    }

    /// The boundary, and where it stands among lines and characters.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            offset: self.offset,
            place: self.tally.place(),
            state: self.state,
        }
    }

    /// Goes on to an offset, or to the end of the sequence that lies across it, as far
    /// as the window tells; not at all, if the window begins after the position.
    pub fn count(&mut self, encoding: &'static Encoding, phase: u64, window: &Window, until: u64) {
        self.approach(encoding, phase, window, until);
        if self.offset < until.min(window.end()) && self.offset >= window.start {
            let mut walk = Walk::new(encoding, phase, window).at(self.anchor());
            if let Some(step) = walk.next() {
                self.pass(&step, walk.anchor().state, until);
            }
        }
    }

    /// Goes on to the last boundary up to an offset that the window tells.
    pub fn approach(
        &mut self,
        encoding: &'static Encoding,
        phase: u64,
        window: &Window,
        until: u64,
    ) {
        let until = until.min(window.end());
        if self.offset < window.start {
            return;
        }
        self.open(encoding, phase, window, until);
        if window.holes.is_empty() && self.offset < until && self.offset >= phase {
            let bytes = window.slice(self.offset, until);
            let ends = window.ends && until == window.end();
            let counted = encoding.tally(&mut self.state, bytes, ends, &mut self.tally);
            self.offset += counted as u64;
        }
        if self.offset < until {
            let mut walk = Walk::new(encoding, phase, window).at(self.anchor());
            while let Some(step) = walk.next() {
                let absent = matches!(step.meaning, Meaning::Absent(_));
                if self.offset >= until || step.end() > until && !absent {
                    break;
                }
                self.pass(&step, walk.anchor().state, until);
            }
        }
    }

    /// Goes past the mark that opens the data, if it does and is wanted.
    pub fn open(&mut self, encoding: &Encoding, phase: u64, window: &Window, until: u64) {
        if self.offset > 0 || window.start > 0 {
            return;
        }
        let mark = bom::opening(encoding, phase, &window.bytes);
        if let Some(mark) = mark.filter(|mark| mark.end() <= until) {
            self.offset = mark.end();
        }
    }

    /// Counts a step, after which the codec remembers something; of what is not there
    /// no more than up to an offset.
    #[inline]
    pub fn pass(&mut self, step: &Step, after: State, until: u64) {
        if !step.opens_data() {
            self.tally.add(step.meaning);
        }
        self.state = after;
        self.offset = match step.meaning {
            Meaning::Absent(_) => step.end().min(until),
            _ => step.end(),
        };
    }

    /// Goes on over zeros that are NULs, up to an offset or to the end of the one that
    /// lies across it; answers whether they are. The position must stand among them.
    pub fn pass_zeros(&mut self, encoding: &Encoding, phase: u64, until: u64) -> bool {
        let Some(len) = encoding.nul(self.state).filter(|_| self.offset >= phase) else {
            return false;
        };
        let count = until.saturating_sub(self.offset).div_ceil(len);
        self.tally.add_nuls(count);
        self.offset += count * len;
        count > 0
    }

    /// Lines, if the data ends here.
    pub fn lines(&self) -> u64 {
        // Anything but the LF of a CR before it.
        let (line, column) = self.tally.position(Meaning::Scalar('\u{FEFF}'));
        line - u64::from(column == 1)
    }
}
