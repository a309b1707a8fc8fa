//! Background questions about an open file: each is one row, known by its key.
//!
//! ```text
//! what is asked now --key--+
//!                          +-- differ? --> forget what is stale, start what is asked
//! what runs or is answered-+
//! ```
//!
//! A row ([`table`](super::table)) has the key of what is asked, how its job is started and how its
//! answer is taken. [`ask`] compares the keys after each event; the rows are the only list of
//! jobs. Invariant: a job whose key is no longer asked is cancelled, and its reports change
//! nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;

use super::comparing::ComparedReading;
use super::context::SessionContext;
use super::open_file::OpenFile;
use super::reading::{DataReading, Generation};
use super::table::QUERIES;
use super::{Session, SessionEffect};
use crate::command::overlay::replacing::ReplacePass;
use crate::detect::verdict::Verdict;
use crate::job::background::{Job, JobFailure, Report, Running};
use crate::job::{Control, JobEnd};
use crate::scan::facts::Sought;
use crate::scan::facts::encoding_range::EncodingRanges;

/// The subject of a question: the same key has the same answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum QueryKey {
    /// Whatever is open: the user has asked for it, and only the user ends it.
    Anything,
    /// The source with this number, whatever becomes of its bytes.
    Source(u64),
    /// The evidence for the encoding, as it was weighed last; of a pipe so many bytes.
    Evidence {
        source: u64,
        weighed: u64,
        come: u64,
    },
    /// The bytes as they are read, in passages too.
    Text(DataReading, EncodingRanges),
    /// The whole data, as it is read; how often the scan has gone on since more has come.
    Scan {
        reading: DataReading,
        turn: u64,
        is_followed: bool,
    },
    /// A choice of the encoding; whether all of the data was scanned by then.
    Doubt {
        bytes: Generation,
        weighed: u64,
        taken: Verdict,
        is_scanned: bool,
    },
    /// The places of findings, of which the scan knows so many by now.
    Places {
        text: DataReading,
        known: Vec<(Sought, u64)>,
    },
    /// The texts among bytes.
    Strings(Generation),
    /// The place of an offset.
    Place { reading: DataReading, offset: u64 },
    /// The matches of a pattern in so many bytes.
    Matches {
        pattern: String,
        reading: DataReading,
        len: u64,
    },
    /// The matches from an offset on, and what becomes of them.
    Replace {
        reading: DataReading,
        from: u64,
        pass: ReplacePass,
    },
    /// Two files, as each is read.
    Two([ComparedReading; 2]),
}

/// A background question.
pub(super) struct Query {
    /// Its job in a word or two; no other row has this name.
    pub(super) name: &'static str,
    /// The words for a failure; `None` for a job that the user has not asked for.
    pub(super) failure: Option<FailureWords>,
    /// The reports that are shown at once.
    pub(super) shown: ShownAtOnce,
    /// The fate of its job when other data is opened over the file.
    pub(super) below: WhenBelow,
    /// The one who asks.
    pub(super) asked: Asked,
    /// Drops what came of it, since something else is asked now.
    pub(super) forget: fn(&mut OpenFile, &QueryKey),
}

/// The one who asks a question.
pub(super) enum Asked {
    /// The session, as soon as the key is another one.
    Always {
        key: fn(&OpenFile) -> Option<QueryKey>,
        start: fn(&mut OpenFile, &QueryKey) -> Starter,
    },
    /// The user, by [`OpenFile::request`]; it is asked as long as this key stays the same.
    OnRequest(fn(&OpenFile) -> QueryKey),
}

/// The words for a job that has failed.
pub(super) struct FailureWords {
    /// `search`, after "cannot".
    pub(super) cannot: &'static str,
    /// `the search`, before "failed".
    pub(super) failed: &'static str,
}

/// The reports of a job that are shown at once; the others when the next picture is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAtOnce {
    /// All of them.
    Always,
    /// Its last one.
    AtTheEnd,
    /// None: it does not affect the user's work.
    WhenDue,
}

/// The fate of a job when other data is opened over its file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WhenBelow {
    /// It goes on for its file.
    GoesOn,
    /// It ends: the user has gone elsewhere.
    Ends,
    /// It is the user's and no file's, and goes along to what is opened.
    GoesAlong,
}

impl Query {
    /// A row whose job goes on below other data, is shown at its end and leaves nothing to drop.
    pub(super) const fn new(name: &'static str, asked: Asked) -> Self {
        Self {
            name,
            failure: None,
            shown: ShownAtOnce::AtTheEnd,
            below: WhenBelow::GoesOn,
            asked,
            forget: |_, _| {},
        }
    }

    /// The same row with words for its failure.
    pub(super) const fn saying(self, cannot: &'static str, failed: &'static str) -> Self {
        Self {
            failure: Some(FailureWords { cannot, failed }),
            ..self
        }
    }

    fn message(&self, failure: &JobFailure) -> Option<String> {
        let words = self.failure.as_ref()?;
        Some(match failure {
            JobFailure::Panicked(said) => format!("{} failed: {said}", words.failed),
            JobFailure::NotStarted(error) => format!("cannot {}: {error}", words.cannot),
        })
    }
}

/// A question that was asked: its job runs, or has been answered.
#[derive(Debug)]
struct TaskSlot {
    key: QueryKey,
    /// The job, until it has ended.
    running: Option<Running>,
    /// Its number among all jobs of the session: its reports carry it.
    number: u64,
}

/// Starts a job that the user asks for.
type QueuedStart = Box<dyn FnOnce(&mut OpenFile) -> Starter + Send>;

/// The questions about a file that were asked, by their names.
#[derive(Default)]
pub(super) struct Queries {
    slots: BTreeMap<&'static str, TaskSlot>,
    /// Those that the user asks for and that are not begun yet.
    requests: BTreeMap<&'static str, QueuedStart>,
}

impl Queries {
    /// The names of the jobs that run.
    pub(super) fn running(&self) -> impl Iterator<Item = &'static str> {
        let running = self.slots.iter().filter(|(_, slot)| slot.running.is_some());
        running.map(|(name, _)| *name)
    }

    /// True while the job of a question runs.
    pub(super) fn is_running(&self, query: &Query) -> bool {
        let slot = self.slots.get(query.name);
        slot.is_some_and(|slot| slot.running.is_some())
    }

    /// The key of a question that was asked.
    pub(super) fn key(&self, query: &Query) -> Option<&QueryKey> {
        self.slots.get(query.name).map(|slot| &slot.key)
    }

    /// Tells a job to stop; its last report is still taken.
    pub(super) fn cancel(&mut self, query: &Query) {
        if let Some(slot) = self.slots.get_mut(query.name) {
            slot.running = None;
        }
    }

    /// Moves the jobs that are no file's here from another file.
    pub(super) fn move_shared(&mut self, from: &mut Self) {
        let all = QUERIES.iter();
        for query in all.filter(|query| query.below == WhenBelow::GoesAlong) {
            let slot = from.slots.remove_entry(query.name);
            let request = from.requests.remove_entry(query.name);
            self.slots.extend(slot);
            self.requests.extend(request);
        }
    }
}

impl fmt::Debug for Queries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slots.fmt(f)
    }
}

impl OpenFile {
    /// Asks for something that the user wants, in place of what was asked for before.
    pub(super) fn request(
        &mut self,
        query: &'static Query,
        start: impl FnOnce(&mut Self) -> Starter + Send + 'static,
    ) {
        self.queries.requests.insert(query.name, Box::new(start));
    }

    /// Takes back what was asked for: its job is cancelled, and what came of it is dropped.
    pub(super) fn withdraw(&mut self, query: &Query) {
        self.queries.requests.remove(query.name);
        if let Some(slot) = self.queries.slots.remove(query.name) {
            (query.forget)(self, &slot.key);
        }
    }

    fn launch(
        &mut self,
        context: &mut SessionContext,
        query: &'static Query,
        key: QueryKey,
        starter: Starter,
    ) {
        let number = context.number();
        let (job, running) = (starter.0)(query, number);
        let slot = TaskSlot {
            key,
            running: Some(running),
            number,
        };
        self.queries.slots.insert(query.name, slot);
        context.effects.push(SessionEffect::Start(job));
    }
}

/// Starts what is asked of the file on the screen, and drops what is no longer asked.
pub(super) fn ask(file: &mut OpenFile, context: &mut SessionContext) {
    for query in QUERIES {
        ask_one(file, context, query);
    }
}

/// Starts one question if it is asked and was not, and drops it if it is no longer asked.
pub(super) fn ask_one(file: &mut OpenFile, context: &mut SessionContext, query: &'static Query) {
    match query.asked {
        Asked::Always { key, start } => {
            let asked = key(file);
            if asked.as_ref() == file.queries.key(query) {
                return;
            }
            file.withdraw(query);
            if let Some(key) = asked {
                let starter = start(file, &key);
                file.launch(context, query, key, starter);
            }
        }
        Asked::OnRequest(key) => {
            let request = file.queries.requests.remove(query.name);
            if request.is_some() || is_stale(file, query, key) {
                file.withdraw(query);
            }
            if let Some(start) = request {
                let starter = start(file);
                let key = key(file);
                file.launch(context, query, key, starter);
            }
        }
    }
}

fn is_stale(file: &OpenFile, query: &Query, now: fn(&OpenFile) -> QueryKey) -> bool {
    let asked = file.queries.key(query);
    asked.is_some_and(|asked| *asked != now(file))
}

/// Drops what is not asked of a file below others; nothing is started there.
pub(super) fn ask_below(file: &mut OpenFile) {
    for query in QUERIES {
        let is_stale = match query.asked {
            _ if query.below == WhenBelow::Ends => true,
            Asked::Always { key, .. } => key(file).as_ref() != file.queries.key(query),
            Asked::OnRequest(key) => is_stale(file, query, key),
        };
        if is_stale && file.queries.is_running(query) {
            file.withdraw(query);
        }
    }
}

/// Makes the job of a question, given its row and its number.
pub(super) struct Starter(Box<JobMaker>);

type JobMaker = dyn FnOnce(&'static Query, u64) -> (Job<Message>, Running);

/// The one who gets a report.
enum Recipient<T, P> {
    File(fn(&mut OpenFile, &mut SessionContext, Report<T, P>)),
    Session(fn(&mut Session, Report<T, P>)),
}

impl<T, P> Clone for Recipient<T, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, P> Copy for Recipient<T, P> {}

impl Starter {
    /// A job whose reports are about its file.
    pub(super) fn new<T: Send + 'static>(
        work: impl FnOnce(&mut Control<'_>) -> JobEnd<T> + Send + 'static,
        take: fn(&mut OpenFile, &mut SessionContext, Report<T>),
    ) -> Self {
        Self::received_by(work, Recipient::File(take))
    }

    /// A job whose reports may lead to another file.
    pub(super) fn for_session<T: Send + 'static>(
        work: impl FnOnce(&mut Control<'_>) -> JobEnd<T> + Send + 'static,
        take: fn(&mut Session, Report<T>),
    ) -> Self {
        Self::received_by(work, Recipient::Session(take))
    }

    fn received_by<T: Send + 'static>(
        work: impl FnOnce(&mut Control<'_>) -> JobEnd<T> + Send + 'static,
        recipient: Recipient<T, u64>,
    ) -> Self {
        Self(Box::new(move |query, number| {
            let message = move |report| Message::new(query, number, report, recipient);
            Job::new(query.name, work, message)
        }))
    }

    /// A job that reports its progress in a type of its own.
    pub(super) fn reporting<T: Send + 'static, P: Send + 'static>(
        work: impl FnOnce(&mut Control<'_>, &dyn Fn(P)) -> JobEnd<T> + Send + 'static,
        take: fn(&mut OpenFile, &mut SessionContext, Report<T, P>),
    ) -> Self {
        Self(Box::new(move |query, number| {
            let recipient = Recipient::File(take);
            let message = move |report| Message::new(query, number, report, recipient);
            Job::reporting(query.name, work, message)
        }))
    }
}

/// A report of a job to the session that has started it.
pub struct Message {
    deliver: Box<dyn FnOnce(&mut Session) + Send>,
    is_urgent: bool,
}

impl Message {
    /// True if the picture must follow at once.
    pub fn is_urgent(&self) -> bool {
        self.is_urgent
    }

    /// Passes the report to the file that has asked, unless it does not ask any more.
    pub(super) fn deliver(self, session: &mut Session) {
        (self.deliver)(session);
    }

    fn new<T: Send + 'static, P: Send + 'static>(
        query: &'static Query,
        number: u64,
        report: Report<T, P>,
        recipient: Recipient<T, P>,
    ) -> Self {
        let is_urgent = match query.shown {
            ShownAtOnce::Always => true,
            ShownAtOnce::AtTheEnd => !matches!(report, Report::Progress(_)),
            ShownAtOnce::WhenDue => false,
        };
        Self {
            deliver: Box::new(move |session| deliver(session, query, number, report, recipient)),
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

fn deliver<T, P>(
    session: &mut Session,
    query: &'static Query,
    number: u64,
    report: Report<T, P>,
    recipient: Recipient<T, P>,
) {
    let Session {
        file,
        below,
        context,
    } = session;
    let asks = |file: &&mut OpenFile| {
        let slot = file.queries.slots.get(query.name);
        slot.is_some_and(|slot| slot.number == number)
    };
    let Some(file) = iter::once(file).chain(below).find(asks) else {
        return;
    };
    if !matches!(report, Report::Progress(_)) {
        file.queries.cancel(query);
    }
    if let Report::Failed(failure) = &report
        && let Some(message) = query.message(failure)
    {
        file.state.say(message);
    }
    match recipient {
        Recipient::File(take) => take(file, context, report),
        Recipient::Session(take) => take(session, report),
    }
}
