//! The tasks of a session: at most one of each kind, and the one place where their
//! reports arrive.
//!
//! A task is a job that the caller runs. Each has its own number, which its reports
//! carry. Invariant: a report with another number than the present task of its kind
//! changes no fact, so that reports on other data are ignored.

use std::fmt;

use super::{Effect, Session};
use crate::job::background::{Failure, Job, Report, Running};
use crate::job::{Control, End};

/// A kind of task.
pub(super) struct Kind {
    /// What it does, in a word or two.
    pub(super) name: &'static str,
    /// The words for its failure, when no thread could be started or it has panicked;
    /// `None` for a task that the user has not asked for.
    pub(super) words: Option<Words>,
    /// Which of its reports are shown at once.
    pub(super) shown: ShownAtOnce,
}

/// The words for a task that has failed.
pub(super) struct Words {
    /// `search`, after "cannot".
    pub(super) cannot: &'static str,
    /// `the search`, before "failed".
    pub(super) failed: &'static str,
}

/// Which reports of a task are shown at once; the others when the next picture is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAtOnce {
    /// All of them.
    Always,
    /// Its last one.
    AtTheEnd,
    /// None: it does not matter to what the user does.
    WhenDue,
}

impl Kind {
    pub(super) const fn new(name: &'static str, shown: ShownAtOnce) -> Self {
        Self {
            name,
            words: None,
            shown,
        }
    }

    pub(super) const fn saying(mut self, cannot: &'static str, failed: &'static str) -> Self {
        self.words = Some(Words { cannot, failed });
        self
    }

    fn said(&self, failure: &Failure) -> Option<String> {
        let words = self.words.as_ref()?;
        Some(match failure {
            Failure::Panicked(said) => format!("{} failed: {said}", words.failed),
            Failure::NotStarted(error) => format!("cannot {}: {error}", words.cannot),
        })
    }
}

/// A task of some kind: the job that does it, and what it is about.
#[derive(Debug)]
pub(super) struct Task<S = ()> {
    /// What it does, and the job that does it.
    running: Option<(&'static str, Running)>,
    /// Its number among all tasks, from 1; 0 if there is none.
    number: u64,
    of: Option<S>,
}

impl<S> Default for Task<S> {
    fn default() -> Self {
        Self {
            running: None,
            number: 0,
            of: None,
        }
    }
}

impl<S> Task<S> {
    /// What it does, while it is under way.
    pub(super) fn running(&self) -> Option<&'static str> {
        self.running.as_ref().map(|(name, _)| *name)
    }

    /// Whether it is under way.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// What the last task was about, until [`Task::end`].
    pub(super) fn of(&self) -> Option<&S> {
        self.of.as_ref()
    }

    /// Tells the job to stop; its last report is still taken.
    pub(super) fn cancel(&mut self) {
        self.running = None;
    }

    /// Ends and forgets it: its reports are ignored from now on.
    pub(super) fn end(&mut self) {
        *self = Self::default();
    }
}

/// Where a session keeps its task of a kind.
pub(super) type Slot<S> = fn(&mut Session) -> &mut Task<S>;

/// What a job reports to the session that has started it.
pub struct Message {
    hear: Box<dyn FnOnce(&mut Session) + Send>,
    is_urgent: bool,
}

impl Message {
    /// Whether the picture must follow at once.
    pub fn is_urgent(&self) -> bool {
        self.is_urgent
    }

    pub(super) fn hear(self, session: &mut Session) {
        (self.hear)(session);
    }

    fn new<S: 'static, T: Send + 'static, P: Send + 'static>(
        kind: &'static Kind,
        slot: Slot<S>,
        number: u64,
        report: Report<T, P>,
        told: fn(&mut Session, Report<T, P>),
    ) -> Self {
        let is_urgent = match kind.shown {
            ShownAtOnce::Always => true,
            ShownAtOnce::AtTheEnd => !matches!(report, Report::Progress(_)),
            ShownAtOnce::WhenDue => false,
        };
        let hears = move |session: &mut Session| slot(session).number == number;
        let hear = move |session: &mut Session| {
            let ended = !matches!(report, Report::Progress(_));
            if ended {
                slot(session).running = None;
            }
            if let Report::Failed(failure) = &report
                && let Some(said) = kind.said(failure)
            {
                session.state.say(said);
            }
            told(session, report);
        };
        Self {
            hear: Box::new(move |session| session.with_file(hears, hear)),
            is_urgent,
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("is_urgent", &self.is_urgent)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Starts a task in place of the one of its kind, which ends.
    pub(super) fn start<S: 'static, T: Send + 'static>(
        &mut self,
        (kind, slot): (&'static Kind, Slot<S>),
        of: S,
        work: impl FnOnce(&mut Control<'_>) -> End<T> + Send + 'static,
        told: fn(&mut Self, Report<T>),
    ) {
        let number = self.tasks.number();
        let message = move |report| Message::new(kind, slot, number, report, told);
        let job = Job::new(kind.name, work, message);
        self.set_under_way(slot, number, of, job);
    }

    /// Starts a task that reports its progress in a type of its own.
    pub(super) fn start_reporting<S: 'static, T: Send + 'static, P: Send + 'static>(
        &mut self,
        (kind, slot): (&'static Kind, Slot<S>),
        of: S,
        work: impl FnOnce(&mut Control<'_>, &dyn Fn(P)) -> End<T> + Send + 'static,
        told: fn(&mut Self, Report<T, P>),
    ) {
        let number = self.tasks.number();
        let message = move |report| Message::new(kind, slot, number, report, told);
        let job = Job::reporting(kind.name, work, message);
        self.set_under_way(slot, number, of, job);
    }

    fn set_under_way<S>(
        &mut self,
        slot: Slot<S>,
        number: u64,
        of: S,
        (job, running): (Job<Message>, Running),
    ) {
        let running = (job.name(), running);
        *slot(self) = Task {
            running: Some(running),
            number,
            of: Some(of),
        };
        self.effects.push(Effect::Start(job));
    }
}
