//! How much of what a file holds: the work of `stats`.
//!
//! The data is read once, in steps, and nothing is kept of it but what was
//! counted. Invariant: whatever went wrong on the way, the outcome says it, and
//! counts what could be seen.

use std::path::Path;

use super::check::opening::{self, Beginning};
use super::{Control, End};
use crate::codec::Encoding;
use crate::detect::verdict::Verdict;
use crate::scan::facts::Stats;
use crate::scan::stats_counter::StatsCounter;
use crate::source::{Change, SequentialInput, Trouble};
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Bytes that are gone through at once, unless there is a reason for others.
pub const STEP: u64 = 1 << 20;

/// How to count.
pub struct Orders<'a> {
    /// The encoding of some data of which the beginning is there; its length is
    /// that of the whole where it is known.
    pub reading: &'a dyn Fn(&dyn Peek) -> Verdict,
    /// Where code units start.
    pub phase: u8,
    /// The most scripts, blocks and code points that are listed.
    pub most: usize,
    /// Bytes that are gone through at once: what is counted does not depend on it.
    pub step: u64,
}

/// What came of a file.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it was read.
    pub verdict: Verdict,
    /// Another encoding with whose mark it opens.
    pub other_mark: Option<&'static Encoding>,
    /// Its bytes.
    pub bytes: u64,
    /// What it holds.
    pub stats: Stats,
    /// Whether it was written to meanwhile.
    pub changed: bool,
    /// What went wrong.
    pub troubles: Vec<Trouble>,
}

impl Outcome {
    /// Whether all of it was seen, as it is, and is well-formed.
    pub fn is_well_formed(&self) -> bool {
        self.stats.faults.total() == 0 && self.troubles.is_empty()
    }
}

/// Counts what some data holds that goes by a name.
pub fn count(
    control: &mut Control<'_>,
    name: &Path,
    mut passage: SequentialInput,
    orders: &Orders<'_>,
) -> End<Outcome> {
    let mut window = Window::default();
    let begun = opening::begin(&mut passage, &mut window);
    let mut troubles = Vec::from_iter(begun.err());
    let verdict = (orders.reading)(&Beginning::of(&passage, &window));
    let other_mark = opening::other_mark(&passage, &window, verdict);
    let phase = u64::from(orders.phase) % u64::from(verdict.encoding.unit);
    let mut counter = StatsCounter::new(verdict.encoding, phase, &window.bytes);
    let reach = verdict.encoding.reach();
    let mut sweep = Sweep::new(0..u64::MAX, orders.step, reach);
    while !sweep.is_over() {
        if let Some(until) = sweep.zeros(&passage)
            && counter.pass_zeros(until)
        {
            sweep.skip_to(counter.at());
        }
        if let Some(piece) = sweep.next(&mut passage, &mut window) {
            counter.feed(&window, piece.certain.end);
        } else if !sweep.is_over() {
            let keep = sweep.at().saturating_sub(reach.before);
            troubles.extend(passage.wait(keep, &mut window).err());
        }
        if control.reached(counter.at()) {
            return End::Cancelled;
        }
    }
    let change = match &passage {
        SequentialInput::Seekable(data) => data.change(),
        SequentialInput::Pipe(_) => Change::Same,
    };
    let at = counter.at();
    let stats = counter.stats(orders.most);
    let bytes = at - stats.gaps;
    let unreadable = stats.unreadable;
    let trouble = Trouble::after(name, unreadable, change, ("counted", "count it again"));
    troubles.extend(trouble);
    End::Done(Outcome {
        verdict,
        other_mark,
        bytes,
        stats,
        changed: change.is_of_bytes(),
        troubles,
    })
}
