//! Long work over the data: threads, cancellation, progress.
//!
//! A job is a function whose first argument is its [`Control`]; the inspector
//! runs it on a thread with [`spawn`], the command line calls it. It ends Done
//! or Cancelled. Invariant: a panic in a job is a report, never the end of the
//! program.

pub mod attend;
pub mod check;
pub mod find;
pub mod hunt;
pub mod ordered;
pub mod scan;
pub mod seek;
pub mod shares;
pub mod spool;
pub mod stats;
pub mod tree;
pub mod undump;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The least time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(70);

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End<T> {
    /// With a result.
    Done(T),
    /// It was told to stop.
    Cancelled,
}

/// What a job on a thread reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report<T> {
    /// How far it is, as an offset.
    Progress(u64),
    /// Its end.
    Ended(End<T>),
    /// It panicked; what was said.
    Panicked(String),
}

/// A job's way to hear that it should stop, and to say how far it is.
pub struct Control<'a> {
    cancel: &'a AtomicBool,
    report: &'a dyn Fn(u64),
    last: Instant,
}

impl<'a> Control<'a> {
    /// A control for a job that is called directly.
    pub fn new(cancel: &'a AtomicBool, report: &'a dyn Fn(u64)) -> Self {
        Self {
            cancel,
            report,
            last: Instant::now(),
        }
    }

    /// Says how far the job is, however lately it was said.
    pub fn say(&self, offset: u64) {
        (self.report)(offset);
    }

    /// Whether the job should stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Says now and then how far the job is; answers whether it should stop.
    pub fn reached(&mut self, offset: u64) -> bool {
        if self.last.elapsed() >= PAUSE {
            (self.report)(offset);
            self.last = Instant::now();
        }
        self.is_cancelled()
    }
}

/// A job on a thread. Dropping it tells the job to stop.
#[derive(Debug)]
pub struct Running {
    cancel: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Runs a job on a thread of its own.
///
/// # Errors
/// If the system gives no thread.
pub fn spawn<T: Send + 'static>(
    work: impl FnOnce(&mut Control<'_>) -> End<T> + Send + 'static,
    report: impl Fn(Report<T>) + Send + 'static,
) -> std::io::Result<Running> {
    let cancel = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&cancel);
    let body = move || {
        let progress = |offset| report(Report::Progress(offset));
        let mut control = Control::new(&told, &progress);
        let ended = catch_unwind(AssertUnwindSafe(|| work(&mut control)));
        report(match ended {
            Ok(end) => Report::Ended(end),
            Err(payload) => Report::Panicked(said(payload.as_ref())),
        });
    };
    thread::Builder::new()
        .name("hexloupe-job".to_owned())
        .spawn(body)?;
    Ok(Running { cancel })
}

/// What a panic said.
pub(crate) fn said(payload: &dyn Any) -> String {
    let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_panic_is_a_report() {
        let (sender, reports) = mpsc::channel();
        let running = spawn::<()>(
            |_| panic!("out of {}", "luck"),
            move |report| {
                sender.send(report).unwrap();
            },
        );
        assert_eq!(
            reports.recv().unwrap(),
            Report::Panicked("out of luck".to_owned())
        );
        drop(running);
    }

    #[test]
    fn dropping_a_job_cancels_it() {
        let (sender, reports) = mpsc::channel();
        let work = |control: &mut Control<'_>| {
            while !control.reached(0) {
                thread::yield_now();
            }
            End::<()>::Cancelled
        };
        let running = spawn(work, move |report| sender.send(report).unwrap());
        drop(running);
        let end = reports
            .iter()
            .find(|report| !matches!(report, Report::Progress(_)));
        assert_eq!(end, Some(Report::Ended(End::Cancelled)));
    }
}
