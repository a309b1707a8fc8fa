//! What the session has under way: at most one task of each kind, and the one place
//! where their answers come in.
//!
//! A task is a job that somebody else runs. Each has a number of its own, and its
//! answers carry it. Invariant: an answer whose number is not that of the task that
//! runs now changes nothing, so what was asked of other data is never heard.

use std::fmt;

use super::{Effect, Session};
use crate::job::background::{Failure, Job, Report, Running};
use crate::job::{Control, End};

/// A kind of task.
pub(super) struct Kind {
    /// What it does, in a word or two.
    pub(super) name: &'static str,
    /// What is said when it comes to nothing: `cannot` do what for want of a thread, and
    /// what `failed` in a panic. Nothing of a task that nobody has asked for.
    pub(super) words: Option<Words>,
    /// Which of its answers are shown at once.
    pub(super) shown: ShownAtOnce,
}

/// The words for a task that came to nothing.
pub(super) struct Words {
    /// `search`, after "cannot".
    pub(super) cannot: &'static str,
    /// `the search`, before "failed".
    pub(super) failed: &'static str,
}

/// Which answers of a task are shown at once; the others when the next picture is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAtOnce {
    /// All of them.
    Always,
    /// What it has come to.
    AtTheEnd,
    /// None: it goes on beside whatever the user does.
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

/// A task of some kind: the job that does it, and what it was asked of.
#[derive(Debug)]
pub(super) struct Task<S = ()> {
    /// What it does, and the job that does it.
    running: Option<(&'static str, Running)>,
    /// Which of all tasks it is, from 1; none is 0.
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

    /// What was asked of last, until that is forgotten.
    pub(super) fn of(&self) -> Option<&S> {
        self.of.as_ref()
    }

    /// Tells the job to stop; what it has come to is still heard.
    pub(super) fn cancel(&mut self) {
        self.running = None;
    }

    /// Ends and forgets it: nothing is heard of it any more.
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
        let hear = move |session: &mut Session| {
            let ended = !matches!(report, Report::Progress(_));
            if slot(session).number != number {
                // A pipe may end while other data is on the screen.
                let waiting = session.previous.iter_mut();
                let mut readers = waiting.filter_map(|previous| previous.reader.as_mut());
                let reader = readers.find(|reader| reader.number == number);
                if let Some(reader) = reader.filter(|_| ended) {
                    reader.running = None;
                }
                return;
            }
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
            hear: Box::new(hear),
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

    /// Starts a task that says in its own words how far it is.
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
