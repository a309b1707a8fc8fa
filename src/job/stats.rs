//! Statistics of what a file holds: the work of `stats`.
//!
//! The data is read once, in steps, and only counts are kept. Invariant: whatever goes wrong
//! is in the outcome, together with the counts of what could be read.

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

/// The usual number of bytes that are counted at once.
pub const STEP: u64 = 1 << 20;

/// How to count.
pub struct Orders<'a> {
    /// Chooses the encoding from the beginning of some data; the length of the data is that of
    /// the whole file if it is known.
    pub reading: &'a dyn Fn(&dyn Peek) -> Verdict,
    /// The offset where code units start, modulo their size.
    pub phase: u8,
    /// The most scripts, blocks and code points that are listed.
    pub most: usize,
    /// Bytes that are counted at once; the result does not depend on it.
    pub step: u64,
}

/// The statistics of a file.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The encoding it was read in, and why.
    pub verdict: Verdict,
    /// Another encoding whose byte order mark it begins with.
    pub other_mark: Option<&'static Encoding>,
    /// Its length in bytes, without gaps.
    pub bytes: u64,
    /// What was counted.
    pub stats: Stats,
    /// Whether its bytes changed while they were counted.
    pub changed: bool,
    /// What went wrong.
    pub troubles: Vec<Trouble>,
}

impl Outcome {
    /// Whether it has no faults, and nothing went wrong.
    pub fn is_well_formed(&self) -> bool {
        self.stats.faults.total() == 0 && self.troubles.is_empty()
    }
}

/// Counts what some data holds; `name` is for messages.
pub fn count(
    control: &mut Control<'_>,
    name: &Path,
    mut input: SequentialInput,
    orders: &Orders<'_>,
) -> End<Outcome> {
    let mut window = Window::default();
    let begun = opening::begin(&mut input, &mut window);
    let mut troubles = Vec::from_iter(begun.err());
    let verdict = (orders.reading)(&Beginning::of(&input, &window));
    let other_mark = opening::other_mark(&input, &window, verdict);
    let phase = u64::from(orders.phase) % u64::from(verdict.encoding.unit);
    let mut counter = StatsCounter::new(verdict.encoding, phase, &window.bytes);
    let reach = verdict.encoding.reach();
    let mut sweep = Sweep::new(0..u64::MAX, orders.step, reach);
    while !sweep.is_over() {
        if let Some(until) = sweep.zeros(&input)
            && counter.pass_zeros(until)
        {
            sweep.skip_to(counter.at());
        }
        if let Some(piece) = sweep.next(&mut input, &mut window) {
            counter.feed(&window, piece.certain.end);
        } else if !sweep.is_over() {
            let keep = sweep.at().saturating_sub(reach.before);
            troubles.extend(input.wait(keep, &mut window).err());
        }
        if control.reached(counter.at()) {
            return End::Cancelled;
        }
    }
    let change = match &input {
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
