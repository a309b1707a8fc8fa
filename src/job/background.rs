//! Work in the background: one side makes it, and the owner of the threads runs it.
//!
//! A [`Job`] holds the work, and converts its reports to the messages of its maker. It runs on a
//! thread of its own ([`Job::spawn`]) or on the calling thread ([`Job::run`]). Invariant: the last
//! report of a job is its end or a failure, even if it panics or no thread can be started.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Control, JobEnd};

/// A report of a job. `P` is its progress, usually an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report<T, P = u64> {
    /// The progress.
    Progress(P),
    /// Its end.
    Ended(JobEnd<T>),
    /// A failure.
    Failed(JobFailure),
}

/// The reason why a job failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobFailure {
    /// A panic, with its message.
    Panicked(String),
    /// No thread could be started; the message of the system.
    NotStarted(String),
}

/// A handle of a job. Dropping it stops the job.
#[derive(Debug)]
pub struct Running {
    cancel: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Does the work, and sends its reports as messages.
type BackgroundWork<M> = Box<dyn FnOnce(Thread<'_>, &dyn Fn(M)) + Send>;

/// The thread that a job runs on, as the job sees it.
#[derive(Clone, Copy)]
struct Thread<'a> {
    cancel: &'a AtomicBool,
    pause: &'a dyn Fn(),
}

impl<'a> Thread<'a> {
    fn control(self, report: &'a dyn Fn(u64)) -> Control<'a> {
        Control::new(self.cancel, report).with_pause(self.pause)
    }
}

/// Work to do in the background, with reports as messages of the type `M`.
pub struct Job<M> {
    name: &'static str,
    cancel: Arc<AtomicBool>,
    work: BackgroundWork<M>,
    message: Messages<M>,
}

/// Converts a report, whose type only the job knows, to a message.
type Messages<M> = Box<dyn Fn(Box<dyn Any>) -> Option<M> + Send>;

impl<M: 'static> Job<M> {
    /// A job that reports its progress with its [`Control`].
    pub fn new<T: 'static>(
        name: &'static str,
        work: impl FnOnce(&mut Control<'_>) -> JobEnd<T> + Send + 'static,
        message: impl Fn(Report<T>) -> M + Send + Sync + 'static,
    ) -> (Self, Running) {
        let work = |thread: Thread<'_>, say: &dyn Fn(u64)| work(&mut thread.control(say));
        Self::with_messages(name, work, message)
    }

    /// A job that reports its progress as values of its own type.
    pub fn reporting<T: 'static, P: 'static>(
        name: &'static str,
        work: impl FnOnce(&mut Control<'_>, &dyn Fn(P)) -> JobEnd<T> + Send + 'static,
        message: impl Fn(Report<T, P>) -> M + Send + Sync + 'static,
    ) -> (Self, Running) {
        let work = |thread: Thread<'_>, say: &dyn Fn(P)| work(&mut thread.control(&|_| ()), say);
        Self::with_messages(name, work, message)
    }

    fn with_messages<T: 'static, P: 'static>(
        name: &'static str,
        work: impl FnOnce(Thread<'_>, &dyn Fn(P)) -> JobEnd<T> + Send + 'static,
        message: impl Fn(Report<T, P>) -> M + Send + Sync + 'static,
    ) -> (Self, Running) {
        let cancel = Arc::new(AtomicBool::new(false));
        let running = Running {
            cancel: Arc::clone(&cancel),
        };
        let message = Arc::new(message);
        let other = Arc::clone(&message);
        let work = move |thread: Thread<'_>, send: &dyn Fn(M)| {
            let say = |progress| send(message(Report::Progress(progress)));
            let ended = catch_unwind(AssertUnwindSafe(|| work(thread, &say)));
            send(message(match ended {
                Ok(end) => Report::Ended(end),
                Err(payload) => {
                    Report::Failed(JobFailure::Panicked(panic_message(payload.as_ref())))
                }
            }));
        };
        let job = Self {
            name,
            cancel,
            work: Box::new(work),
            message: Box::new(move |report| match report.downcast::<Report<T, P>>() {
                Ok(report) => Some(other(*report)),
                Err(other_report) => {
                    let failure = other_report.downcast::<JobFailure>().ok()?;
                    Some(other(Report::Failed(*failure)))
                }
            }),
        };
        (job, running)
    }

    /// Its work, in a word.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Reports whether its [`Running`] was dropped.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Runs it on this thread.
    pub fn run(self, send: &dyn Fn(M)) {
        self.run_with_pauses(send, &|| ());
    }

    /// Runs it on this thread, and calls `pause` at each place where it may rest.
    pub fn run_with_pauses(self, send: &dyn Fn(M), pause: &dyn Fn()) {
        let cancel = &self.cancel;
        (self.work)(Thread { cancel, pause }, send);
    }

    /// The message for a report, if the work is done in another way. None if the job never makes a
    /// report of this type.
    pub fn message<T: 'static, P: 'static>(&self, report: Report<T, P>) -> Option<M> {
        (self.message)(Box::new(report))
    }

    /// The message for a failure.
    pub fn failure(&self, failure: JobFailure) -> Option<M> {
        (self.message)(Box::new(failure))
    }

    /// Runs it on a thread of its own. If no thread can be started, sends that failure.
    pub fn spawn(self, send: impl Fn(M) + Clone + Send + 'static) {
        let Self {
            cancel,
            work,
            message,
            ..
        } = self;
        let thread = thread::Builder::new().name("hexloupe-job".to_owned());
        let sender = send.clone();
        if let Err(error) = thread.spawn(move || {
            let (cancel, pause) = (&*cancel, &|| ());
            work(Thread { cancel, pause }, &sender);
        }) && let Some(failed) = message(Box::new(JobFailure::NotStarted(error.to_string())))
        {
            send(failed);
        }
    }
}

impl<M> fmt::Debug for Job<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Job").field(&self.name).finish()
    }
}

/// The message of a panic; empty if it is no text.
pub(crate) fn panic_message(payload: &dyn Any) -> String {
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
        let (job, _running) = Job::new(
            "luck",
            |_| -> JobEnd<()> { panic!("out of {}", "luck") },
            |report| report,
        );
        job.spawn(move |report| sender.send(report).unwrap());
        let panicked = JobFailure::Panicked("out of luck".to_owned());
        assert_eq!(reports.recv().unwrap(), Report::Failed(panicked));
    }

    #[test]
    fn dropping_a_job_cancels_it() {
        let (sender, reports) = mpsc::channel();
        let work = |control: &mut Control<'_>| {
            while !control.reached(0) {
                thread::yield_now();
            }
            JobEnd::<()>::Cancelled
        };
        let (job, running) = Job::new("nothing", work, |report| report);
        job.spawn(move |report| sender.send(report).unwrap());
        drop(running);
        let end = reports
            .iter()
            .find(|report| !matches!(report, Report::Progress(_)));
        assert_eq!(end, Some(Report::Ended(JobEnd::Cancelled)));
    }

    #[test]
    fn a_job_can_be_run_where_it_was_made() {
        let reports = std::cell::RefCell::new(Vec::new());
        let work = |_: &mut Control<'_>, say: &dyn Fn(char)| {
            say('a');
            say('b');
            JobEnd::Done(2)
        };
        let (job, running) = Job::reporting("letters", work, |report| report);
        assert!(!job.is_cancelled());
        job.run(&|report| reports.borrow_mut().push(report));
        let expected = vec![
            Report::Progress('a'),
            Report::Progress('b'),
            Report::Ended(JobEnd::Done(2)),
        ];
        assert_eq!(reports.into_inner(), expected);
        drop(running);
    }

    #[test]
    fn a_job_rests_where_it_asks_whether_to_stop() {
        let work = |control: &mut Control<'_>| {
            let steps = (0..9).take_while(|at| !control.reached(*at)).count();
            JobEnd::Done(steps)
        };
        let (job, running) = Job::new("steps", work, |report| report);
        let (running, pauses) = (std::cell::Cell::new(Some(running)), std::cell::Cell::new(0));
        let last = std::cell::Cell::new(None);
        let send = |report| last.set(Some(report));
        job.run_with_pauses(&send, &|| {
            pauses.set(pauses.get() + 1);
            if pauses.get() == 4 {
                // Whoever does other work in a pause may stop the job there.
                running.take();
            }
        });
        assert_eq!(pauses.get(), 4);
        assert_eq!(last.into_inner(), Some(Report::Ended(JobEnd::Done(3))));
    }

    #[test]
    fn a_job_converts_reports_without_being_run() {
        let work = |_: &mut Control<'_>| -> JobEnd<u8> { panic!("never run") };
        let (job, _running) = Job::new("nothing", work, |report| report);
        let ended = Report::Ended(JobEnd::Done(7_u8));
        assert_eq!(job.message::<u8, u64>(ended.clone()), Some(ended));
        let other = Report::<u16, u64>::Ended(JobEnd::Done(7));
        assert_eq!(job.message(other), None);
        let failure = JobFailure::NotStarted("none left".to_owned());
        let expected = Some(Report::Failed(failure.clone()));
        assert_eq!(job.failure(failure), expected);
    }
}
