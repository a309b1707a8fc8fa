//! Long work over the data: threads, cancellation, progress.
//!
//! A job is a function whose first argument is its [`Control`]; the inspector runs it in the
//! background ([`background`]), the command line calls it. It ends Done or Cancelled.
//! Invariant: a panic in a background job is a report, never the end of the program.

pub mod added;
pub mod against;
pub mod attend;
pub mod background;
pub mod carrier;
pub mod check;
pub mod diff;
pub mod find;
pub mod guess;
mod hunks;
pub mod layer;
pub mod matches;
pub mod mend;
pub mod misread;
pub(crate) mod ordered;
pub mod parts;
pub mod recode;
pub mod replace;
pub mod runs;
pub mod scan;
pub mod seek;
pub(crate) mod shares;
pub(crate) mod spool;
pub mod stats;
pub mod strings;
pub mod survey;
pub mod text_edit;
pub mod text_view;
pub(crate) mod tree;
pub(crate) mod undump;
mod zeros;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::platform::{Here, System as _};

/// The shortest time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(70);

/// The end of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobEnd<T> {
    /// With a result.
    Done(T),
    /// Stopped on request.
    Cancelled,
}

/// Reports to a job whether to stop, and receives its progress.
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    report: &'a dyn Fn(u64),
    pause: &'a dyn Fn(),
    last: Instant,
}

impl<'a> Control<'a> {
    /// A control for a job that is called directly.
    pub fn new(cancel: &'a AtomicBool, report: &'a dyn Fn(u64)) -> Self {
        Self {
            cancel,
            report,
            pause: &|| (),
            last: Instant::now(),
        }
    }

    /// The same control, which calls `pause` at each place where the job may rest. A caller without
    /// threads does other work there.
    #[must_use]
    pub fn with_pause(self, pause: &'a dyn Fn()) -> Self {
        Self { pause, ..self }
    }

    /// Reports the progress, even right after another report.
    pub fn say(&self, offset: u64) {
        (self.report)(offset);
    }

    /// Lets other threads go first from now on.
    pub fn give_way(&self) {
        Here::give_way();
    }

    /// Reports whether the job should stop.
    pub fn is_cancelled(&self) -> bool {
        (self.pause)();
        self.cancel.load(Ordering::Relaxed)
    }

    /// Reports the progress, if the last report was long enough ago; returns whether to stop.
    pub fn reached(&mut self, offset: u64) -> bool {
        if self.last.elapsed() >= PAUSE {
            (self.report)(offset);
            self.last = Instant::now();
        }
        self.is_cancelled()
    }
}
