//! Statistics of a file's content: the work of `stats`.
//!
//! The data is read once, in steps, and only counts are stored; a long file is shared by several
//! threads. Invariant: every error is in the outcome, together with the counts of all readable
//! bytes.

mod shared;

use std::path::Path;

use super::check::opening;
use super::parts::{PartNumber, PartRange};
use super::{Control, JobEnd};
use crate::codec::Encoding;
use crate::detect::verdict::Verdict;
use crate::scan::facts::Stats;
use crate::scan::stats_counter::StatsCounter;
pub use crate::scan::stats_counter::listed;
use crate::source::{FileChange, SequentialInput, Trouble};
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};
use shared::StatsWork;

/// The usual number of bytes counted at once.
pub const STEP: u64 = 1 << 20;

/// The options of a count.
pub struct StatsParameters<'a> {
    /// Chooses the encoding from the beginning of some data; the length of the data is that of the
    /// whole file if it is known.
    pub reading: &'a dyn Fn(&dyn Peek) -> Verdict,
    /// The offset where code units start, modulo their size.
    pub phase: u8,
    /// The most scripts, blocks and code points that are listed.
    pub most: usize,
    /// Bytes counted at once; the result does not depend on it.
    pub step: u64,
    /// The part of the file to count, if not all of it.
    pub part: Option<PartNumber>,
    /// The most threads that count; the result does not depend on it.
    pub threads: u64,
}

/// The statistics of a file.
#[derive(Debug, Clone)]
pub struct StatsOutcome {
    /// The encoding it was read in, and the evidence.
    pub verdict: Verdict,
    /// Another encoding whose byte order mark it begins with.
    pub other_mark: Option<&'static Encoding>,
    /// Its length in bytes, without gaps.
    pub bytes: u64,
    /// The counts.
    pub stats: Stats,
    /// True if its bytes changed during the count.
    pub changed: bool,
    /// The errors.
    pub troubles: Vec<Trouble>,
    /// The part that was counted, if not all of the file.
    pub part: Option<CountedPart>,
}

/// A part of a file that was counted by itself.
#[derive(Debug, Clone)]
pub struct CountedPart {
    /// Its place.
    pub range: PartRange,
    /// The count of each of its code points, in order.
    pub counts: Vec<(char, u64)>,
    /// The most scripts, blocks and code points that are listed.
    pub most: usize,
}

impl StatsOutcome {
    /// Reports whether it has no faults, and there were no errors.
    pub fn is_well_formed(&self) -> bool {
        self.stats.faults.total() == 0 && self.troubles.is_empty()
    }
}

/// Counts the content of some data; `name` is for messages.
///
/// # Errors
/// It has no parts, and one was requested.
pub fn count(
    control: &mut Control<'_>,
    name: &Path,
    mut input: SequentialInput,
    orders: &StatsParameters<'_>,
) -> JobEnd<Result<StatsOutcome, Trouble>> {
    let mut window = Window::default();
    let begun = opening::begin(&mut input, &mut window);
    let (verdict, waited) = opening::choose(&mut input, &mut window, orders.reading);
    let mut troubles = Vec::from_iter(begun.and(waited).err());
    let other_mark = opening::other_mark(&window, verdict);
    let phase = u64::from(orders.phase) % u64::from(verdict.encoding.unit);
    let reading = (verdict.encoding, phase);
    let part = orders
        .part
        .map(|part| part.of_input(name, &input, reading, &window));
    let part = match part.transpose() {
        Ok(part) => part,
        Err(trouble) => return JobEnd::Done(Err(trouble)),
    };
    let several = match &input {
        SequentialInput::Seekable(data) => {
            let work = StatsWork {
                data,
                encoding: verdict.encoding,
                phase,
                beginning: window.front(),
                range: part.map_or(0..data.len(), |part| part.range()),
                line: part.and_then(|part| part.line),
            };
            if work.is_for_several(orders) {
                Some(work.count(control, orders))
            } else {
                None
            }
        }
        SequentialInput::Pipe(_) => None,
    };
    let done = if let Some(done) = several {
        done
    } else {
        let range = part.map_or(0..u64::MAX, |part| part.range());
        let counter = match part {
            Some(PartRange {
                line: Some(line), ..
            }) => StatsCounter::at_line(verdict.encoding, phase, window.front(), line),
            // A mark that opens the file is in its first part.
            Some(part) if part.is_empty() => StatsCounter::new(verdict.encoding, phase, &[]),
            _ => StatsCounter::new(verdict.encoding, phase, window.front()),
        };
        let sweep = Sweep::new(range, orders.step, verdict.encoding.reach());
        alone(
            control,
            counter,
            sweep,
            &mut input,
            (&mut window, &mut troubles),
        )
    };
    let (counter, passed) = match done {
        JobEnd::Done(done) => done,
        JobEnd::Cancelled => return JobEnd::Cancelled,
    };
    let change = match &input {
        SequentialInput::Seekable(data) => data.change(),
        SequentialInput::Pipe(_) => FileChange::Same,
    };
    let part = part.map(|range| CountedPart {
        range,
        counts: counter.counts(),
        most: orders.most,
    });
    let stats = counter.stats(orders.most);
    let bytes = passed - stats.gaps;
    let unreadable = stats.unreadable;
    let trouble = Trouble::after(name, unreadable, change, ("counted", "count it again"));
    troubles.extend(trouble);
    JobEnd::Done(Ok(StatsOutcome {
        verdict,
        other_mark,
        bytes,
        stats,
        changed: change.is_of_bytes(),
        troubles,
        part,
    }))
}

/// Counts on this thread, from the counter's place on; returns the counter, and the skipped bytes.
fn alone(
    control: &mut Control<'_>,
    mut counter: StatsCounter,
    mut sweep: Sweep,
    input: &mut SequentialInput,
    (window, troubles): (&mut Window, &mut Vec<Trouble>),
) -> JobEnd<(StatsCounter, u64)> {
    let (start, before) = (sweep.at(), sweep.reach().before);
    while !sweep.is_over() {
        if let Some(until) = sweep.zeros(input)
            && counter.pass_zeros(until)
        {
            sweep.skip_to(counter.at());
        }
        if let Some(piece) = sweep.next(input, window) {
            counter.feed(window, piece.certain.end);
        } else if !sweep.is_over() {
            let keep = sweep.at().saturating_sub(before);
            troubles.extend(input.wait(keep, window).err());
        }
        if control.reached(counter.at()) {
            return JobEnd::Cancelled;
        }
    }
    let passed = counter.at().saturating_sub(start);
    JobEnd::Done((counter, passed))
}
