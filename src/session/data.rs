//! The data that is open: the choice of its encoding, the bytes that arrive, the changes
//! of its file, and the thread that reads it, so that a slow file does not delay keys.
//!
//! Invariant: the session itself never asks a file for anything while its reader runs.

use std::fmt;
use std::sync::Arc;

use super::Session;
use super::guessing::ENOUGH;
use super::matches::ReadyMatcher;
use super::opened::Opened;
use super::scanning::Uncounted;
use super::task::{Kind, ShownAtOnce};
use super::tasks::FileTasks;
use crate::codec::table;
use crate::command;
use crate::detect;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::attend::{self, News};
use crate::job::background::Report;
use crate::job::scan::Scan;
use crate::job::{End, spool};
use crate::model::dump_state::DumpState;
use crate::model::follow::Follow;
use crate::model::place::Counted;
use crate::model::state::Standing;
use crate::source::{Change, NonBlockingReader, ReaderThread, Source, Trouble};
use crate::window::Peek as _;

/// Takes what a pipe brings.
static SPOOL: Kind =
    Kind::new("spool", ShownAtOnce::AtTheEnd).saying("take what the pipe brings", "reading");
/// Reads a file for the session, and watches it.
static ATTEND: Kind =
    Kind::new("attend", ShownAtOnce::Always).saying("read in the background", "reading");
/// Opens the file again.
static REOPEN: Kind = Kind::new("reopen", ShownAtOnce::Always).saying("read again", "reading");

/// The bytes from which the encoding was chosen.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Choice {
    /// None yet: it is chosen before the first picture. The fields say where code units
    /// start, and what the user should know of the label that names the encoding.
    Due { phase: u8, remark: Option<String> },
    /// Bytes that may be others now: it is chosen again before the next picture.
    DueAgain,
    /// The bytes that had arrived; those that decide have not.
    Provisional,
    /// The bytes that decide.
    Made,
}

/// The data that is open.
pub(super) struct OpenData {
    pub(super) source: Arc<Source>,
    /// The encoding that was asked for.
    pub(super) requested: RequestedEncoding,
    /// The encoding that was chosen for the data; the user may have taken another.
    pub(super) verdict: Verdict,
    pub(super) choice: Choice,
    /// How many bytes of a pipe its encoding was chosen from.
    pub(super) chosen_by: u64,
    /// The tasks on it.
    pub(super) tasks: FileTasks,
    /// Its length when it was last shown.
    pub(super) shown_len: u64,
    /// The last pattern, made ready to be looked for.
    pub(super) matcher: Option<ReadyMatcher>,
    /// A scan that goes on when more of a pipe has come.
    pub(super) unscanned: Option<Box<Scan>>,
    /// What the known index does not tell of the data, since that was changed.
    pub(super) uncounted: Uncounted,
}

impl OpenData {
    /// Data that was just opened; its encoding is chosen with the first picture.
    pub(super) fn new(opened: &Opened) -> Self {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let choice = Choice::Due {
            phase: opened.phase,
            remark: opened.remark.clone(),
        };
        let source = Arc::clone(&opened.source);
        Self {
            choice,
            chosen_by: 0,
            ..Self::read_as(source, opened.requested, verdict)
        }
    }

    /// Data whose encoding is chosen already.
    pub(super) fn read_as(
        source: Arc<Source>,
        requested: RequestedEncoding,
        verdict: Verdict,
    ) -> Self {
        Self {
            chosen_by: source.len(),
            source,
            requested,
            verdict,
            choice: Choice::Made,
            tasks: FileTasks::default(),
            shown_len: 0,
            matcher: None,
            unscanned: None,
            uncounted: Uncounted::None,
        }
    }
}

impl fmt::Debug for OpenData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenData")
            .field("source", &self.source)
            .field("verdict", &self.verdict)
            .field("choice", &self.choice)
            .field("tasks", &self.tasks)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Starts the reader, and puts the cursor at an offset.
    pub(super) fn begin(&mut self, opened: &Opened, at: u64) {
        self.know_edits();
        self.start_reader();
        if !self.data.source.is_watched() {
            // Such data answers at once; for a file the choice waits for the first picture.
            self.choose_due();
        }
        let len = self.data.source.len();
        self.state.view.cursor.offset = at;
        if at > 0 && at >= len && !self.data.source.is_stream() {
            self.state.say(format!(
                "0x{at:X} is past the end; the data has {len} bytes"
            ));
        }
        if let Some(account) = &opened.import {
            self.tell_account(account);
        }
        self.with_keys(command::settle);
    }

    /// Starts the thread that reads and watches the file, or takes what a pipe brings.
    pub(super) fn start_reader(&mut self) {
        let source = Arc::clone(&self.data.source);
        self.facts.standing = if source.is_followed() {
            Standing::Following
        } else {
            Standing::Same
        };
        if source.is_stream() {
            if source.is_arriving() {
                self.facts.standing = Standing::Arriving;
            }
            self.start(
                (&SPOOL, |session| &mut session.data.tasks.reader),
                (),
                move |control| spool::spool(control, &source),
                Self::arrived,
            );
        } else if source.is_watched() {
            let reader = ReaderThread::new(&source);
            self.start_reporting(
                (&ATTEND, |session| &mut session.data.tasks.reader),
                (),
                move |control, news| attend::attend(control, reader, news),
                Self::attended,
            );
        } else {
            self.data.tasks.reader.end();
        }
    }

    /// Ends all tasks on the data that is open, and forgets what is known of it, since it has
    /// other bytes now.
    fn forget_data(&mut self) {
        self.changes += 1;
        self.end_searches();
        self.forget_count_of_matches();
        self.data.tasks.end_of_bytes();
        self.tasks.compare.end();
        self.data.unscanned = None;
        let facts = &mut self.facts;
        (facts.known, facts.guess, facts.offer) = (None, None, None);
        facts.counted = Counted::default();
    }

    /// More of a pipe has arrived, or its end.
    fn arrived(&mut self, report: Report<Option<Trouble>>) {
        self.choose_from_more();
        self.forget_count_of_matches();
        match report {
            Report::Progress(_) => return self.go_to_end(),
            Report::Ended(End::Done(Some(trouble))) => self.state.say(trouble.to_string()),
            Report::Ended(_) | Report::Failed(_) => {}
        }
        self.facts.standing = Standing::Same;
    }

    /// Chooses the encoding before the first picture: the reader of the file is running by
    /// then.
    pub(super) fn choose_due(&mut self) {
        match self.data.choice.clone() {
            Choice::Due { phase, remark } => self.choose_first(phase, remark),
            Choice::DueAgain => {
                // A message about the file stays.
                let said = self.state.message.clone();
                self.data.choice = Choice::Made;
                self.choose();
                self.state.message = said.or(self.state.message.take());
            }
            Choice::Provisional | Choice::Made => {}
        }
    }

    fn choose_first(&mut self, phase: u8, remark: Option<String>) {
        let source = Arc::clone(&self.data.source);
        let data = NonBlockingReader::new(&source);
        let verdict = self.data.requested.verdict_at_open(&data);
        let opened = Opened {
            source: Arc::clone(&source),
            import: None,
            requested: self.data.requested,
            phase,
            remark,
        };
        self.took(&data, verdict);
        self.state.view.phase = opened.phase(verdict);
        if self.state.message.is_none() {
            self.state.message = opened.remark(&data, verdict);
        }
        self.with_keys(command::settle);
    }

    /// Chooses the encoding again if too few bytes had come to choose it by: only the first bytes
    /// of what grows decide it.
    pub(super) fn choose_from_more(&mut self) {
        if self.data.chosen_by < ENOUGH.min(self.data.source.len()) {
            self.choose();
        }
    }

    fn took(&mut self, data: &NonBlockingReader<'_>, verdict: Verdict) {
        self.data.chosen_by = data.len();
        self.data.choice = if detect::can_choose(data) {
            Choice::Made
        } else {
            Choice::Provisional
        };
        self.data.verdict = verdict;
        self.state.view.read_as(verdict);
    }

    /// Chooses the encoding again from the data as it is now, unless the user has taken
    /// another meanwhile.
    fn choose(&mut self) {
        if self.state.view.reading != self.data.verdict {
            return;
        }
        let source = Arc::clone(&self.data.source);
        let data = NonBlockingReader::new(&source);
        let before = self.data.verdict.encoding;
        let verdict = self.data.requested.verdict_at_open(&data);
        self.took(&data, verdict);
        let now = verdict.encoding;
        if now != before {
            let came = data.len();
            self.state.say(format!(
                "{came} bytes have come: read as {}, no more as {}",
                now.name, before.name
            ));
        }
    }

    /// Finds out again what speaks for the encoding, which stays, since a file has other bytes now.
    pub(super) fn weigh_again(&mut self) {
        if self.state.view.reading != self.data.verdict || !self.data.requested.is_auto() {
            return;
        }
        let source = Arc::clone(&self.data.source);
        let now = self
            .data
            .requested
            .verdict(&NonBlockingReader::new(&source));
        let taken = self.data.verdict.encoding;
        // The guess, and what was offered after it, were made from the bytes before.
        self.data.tasks.guess.end();
        self.data.tasks.doubt.end();
        (self.facts.guess, self.facts.offer) = (None, None);
        let evidence = if now.encoding == taken {
            now.evidence
        } else {
            Evidence::Assumed
        };
        self.data.verdict.evidence = evidence;
        self.state.view.reading.evidence = evidence;
    }

    /// Takes a report of the reader of the file.
    fn attended(&mut self, report: Report<(), News>) {
        let Report::Progress(news) = report else {
            return;
        };
        match news {
            News::Came if self.data.choice == Choice::Provisional => self.choose(),
            News::Came => {}
            News::Changed(change) if self.data.source.is_followed() => {
                self.followed_changed(change);
            }
            News::Changed(change) => self.changed(change),
        }
        self.with_keys(command::settle);
    }

    fn changed(&mut self, change: Change) {
        match change {
            Change::Grew if self.data.tasks.scan.is_running() => self.forget_counts(),
            Change::Grew | Change::Shrank | Change::Modified => self.changed_below(),
            Change::Replaced | Change::Gone | Change::Same => self.forget_counts(),
        }
        self.note(change);
    }

    pub(super) fn forget_counts(&mut self) {
        self.forget_count_of_matches();
        self.data.tasks.count.end();
        self.facts.counted = Counted::default();
    }

    /// Forgets what is known of the bytes of the file, which are others now.
    pub(super) fn changed_below(&mut self) {
        self.changes += 1;
        self.forget_counts();
        // Reports that are still to come are about other bytes.
        self.data.tasks.scan.end();
        self.data.tasks.doubt.end();
        self.data.unscanned = None;
        // Nothing is counted from checkpoints of other bytes.
        self.facts.known = None;
        self.weigh_again();
    }

    /// Notes what has happened to the file.
    pub(super) fn note(&mut self, change: Change) {
        self.facts.standing = match change {
            Change::Grew => Standing::Grew,
            Change::Shrank => Standing::Shrank,
            Change::Modified => Standing::Written,
            Change::Replaced => Standing::Replaced,
            Change::Gone => Standing::Gone,
            // The file has its name again; that it had grown before stays true.
            Change::Same => match self.facts.standing {
                Standing::Replaced | Standing::Gone => Standing::Same,
                other => other,
            },
        };
    }

    /// Opens the file again, in the background: its system may be slow to answer.
    pub(super) fn reload(&mut self) {
        if self.would_lose_changes() {
            return;
        }
        self.end_searches();
        if self.data.source.is_stream() {
            self.state.say("a pipe brings its bytes but once");
            return;
        }
        let source = Arc::clone(&self.data.source);
        self.start(
            (&REOPEN, |session| &mut session.data.tasks.reopen),
            (),
            move |_| End::Done(source.reopen()),
            Self::reopened,
        );
    }

    /// The file was opened again, or could not be.
    fn reopened(&mut self, report: Report<Result<Source, Trouble>>) {
        match report {
            Report::Ended(End::Done(Ok(source))) => self.take_up(source),
            Report::Ended(End::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(End::Cancelled) | Report::Failed(_) => {}
        }
    }

    fn take_up(&mut self, source: Source) {
        self.forget_data();
        if let DumpState::Offered(..) = self.facts.dump {
            self.facts.dump = DumpState::None;
        }
        let was_followed = self.data.source.is_followed();
        // Where it cannot be followed, it does not grow.
        let is_followed = was_followed && source.follow().is_ok();
        let said = if was_followed && self.facts.standing == Standing::Replaced {
            let how = match self.state.view.follow {
                Follow::End if is_followed => "it is followed from its start",
                Follow::End | Follow::No => "it is read from its start",
            };
            format!("another file has the name now; {how}")
        } else {
            format!("read again: {} bytes", source.len())
        };
        self.data.source = Arc::new(source);
        self.start_reader();
        self.data.choice = Choice::DueAgain;
        self.state.say(said);
        self.with_keys(command::settle);
        self.go_to_end();
    }
}
