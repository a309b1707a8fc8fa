//! The open data: the choice of its encoding, the bytes that arrive, the changes of its file, and
//! the thread that reads it, so that a slow file does not delay keys.
//!
//! Invariant: the session itself never asks a file for anything while its reader runs.

use std::sync::Arc;

use super::context::SessionContext;
use super::guessing::ENOUGH;
use super::open_file::{OpenFile, standing_at_start};
use super::opened::Opened;
use super::queries::{Asked, Query, QueryKey, ShownAtOnce, Starter};
use super::reading::Generation;
use crate::detect;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::attend::{self, AttendedNews};
use crate::job::background::Report;
use crate::job::{JobEnd, spool};
use crate::model::follow::Follow;
use crate::model::place::CountCache;
use crate::model::state::FileStanding;
use crate::source::{FileChange, NonBlockingReader, ReaderThread, Source, Trouble};
use crate::window::Peek as _;

/// Reads the bytes of a pipe as they arrive.
pub(super) static SPOOL: Query = Query::new(
    "spool",
    Asked::Always {
        key: |file| { file.source.is_stream() }.then(|| source(file)),
        start: |file, _| {
            let source = Arc::clone(&file.source);
            Starter::new(
                move |control| spool::spool(control, &source),
                OpenFile::arrived,
            )
        },
    },
)
.saying("read the pipe", "reading");

/// Reads a file for the session, and watches it.
pub(super) static ATTEND: Query = Query {
    shown: ShownAtOnce::Always,
    ..Query::new(
        "attend",
        Asked::Always {
            key: |file| {
                let is_file = file.source.is_watched() && !file.source.is_stream();
                is_file.then(|| source(file))
            },
            start: |file, _| {
                let reader = ReaderThread::new(&file.source);
                Starter::reporting(
                    move |control, news| attend::attend(control, reader, news),
                    OpenFile::attended,
                )
            },
        },
    )
    .saying("read in the background", "reading")
};

/// Opens the file again.
pub(super) static REOPEN: Query = Query {
    shown: ShownAtOnce::Always,
    ..Query::new("reopen", Asked::OnRequest(source)).saying("read again", "reading")
};

/// The key of what holds as long as the source is the same.
pub(super) fn source(file: &OpenFile) -> QueryKey {
    QueryKey::Source(file.bytes.source)
}

/// The bytes used to choose the encoding.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum EncodingChoice {
    /// None yet: it is chosen before the first picture. The fields are the phase of code units, and
    /// a remark for the user on the label that names the encoding.
    Due { phase: u8, remark: Option<String> },
    /// Bytes that may have changed: it is chosen again before the next picture.
    DueAgain,
    /// The bytes that had arrived; the deciding ones are still missing.
    Provisional,
    /// The deciding bytes.
    Made,
}

/// The choice of the encoding.
impl OpenFile {
    /// Puts the cursor at an offset when the session begins.
    pub(super) fn place_cursor(&mut self, at: u64) {
        let len = self.source.len();
        self.state.view.cursor.offset = at;
        if at > 0 && at >= len && !self.source.is_stream() {
            self.state.say(format!(
                "0x{at:X} is past the end; the data has {len} bytes"
            ));
        }
    }

    /// True if the encoding of the data was chosen, if only for now.
    pub(super) fn has_chosen(&self) -> bool {
        matches!(
            self.choice,
            EncodingChoice::Made | EncodingChoice::Provisional
        )
    }

    /// Chooses the encoding before the first picture: the reader of the file is running by then.
    pub(super) fn choose_due(&mut self, context: &SessionContext) {
        match self.choice.clone() {
            EncodingChoice::Due { phase, remark } => self.choose_first(context, phase, remark),
            EncodingChoice::DueAgain => {
                // A message about the file stays.
                let message = self.state.message.clone();
                self.choice = EncodingChoice::Made;
                self.choose();
                self.state.message = message.or(self.state.message.take());
            }
            EncodingChoice::Provisional | EncodingChoice::Made => {}
        }
    }

    fn choose_first(&mut self, context: &SessionContext, phase: u8, remark: Option<String>) {
        let source = Arc::clone(&self.source);
        let data = NonBlockingReader::new(&source);
        let verdict = self.requested.verdict_at_open(&data);
        let opened = Opened {
            source: Arc::clone(&source),
            import: None,
            requested: self.requested,
            phase,
            remark,
        };
        self.set_verdict(&data, verdict);
        self.state.view.phase = opened.phase(verdict);
        if self.state.message.is_none() {
            self.state.message = opened.remark(&data, verdict);
        }
        self.clamp(context);
    }

    /// Chooses the encoding again if too few bytes had arrived for the choice: only the first bytes
    /// of growing data decide it.
    pub(super) fn choose_from_more(&mut self) {
        if self.chosen_by < ENOUGH.min(self.source.len()) {
            self.choose();
        }
    }

    fn set_verdict(&mut self, data: &NonBlockingReader<'_>, verdict: Verdict) {
        self.chosen_by = data.len();
        self.choice = if detect::can_choose(data) {
            EncodingChoice::Made
        } else {
            EncodingChoice::Provisional
        };
        self.verdict = verdict;
        self.state.view.read_as(verdict);
    }

    /// Chooses the encoding again from the current data, unless the user has set another meanwhile.
    fn choose(&mut self) {
        if self.state.view.reading != self.verdict {
            return;
        }
        let source = Arc::clone(&self.source);
        let data = NonBlockingReader::new(&source);
        let before = self.verdict.encoding;
        let verdict = self.requested.verdict_at_open(&data);
        self.set_verdict(&data, verdict);
        let now = verdict.encoding;
        if now != before {
            let came = data.len();
            self.state.say(format!(
                "{came} bytes arrived: now read as {}, not as {}",
                now.name, before.name
            ));
        }
    }

    /// Finds the evidence for the encoding again, which stays, since the bytes of a file have
    /// changed.
    pub(super) fn weigh_again(&mut self) {
        if self.state.view.reading != self.verdict || !self.requested.is_auto() {
            return;
        }
        self.weighed += 1;
        let source = Arc::clone(&self.source);
        let now = self.requested.verdict(&NonBlockingReader::new(&source));
        let evidence = if now.encoding == self.verdict.encoding {
            now.evidence
        } else {
            Evidence::Assumed
        };
        self.verdict.evidence = evidence;
        self.state.view.reading.evidence = evidence;
    }
}

/// The bytes that arrive and change.
impl OpenFile {
    /// Handles more bytes of a pipe, or its end.
    fn arrived(&mut self, context: &mut SessionContext, report: Report<Option<Trouble>>) {
        self.choose_from_more();
        match report {
            Report::Progress(_) => return self.go_to_end(context),
            Report::Ended(JobEnd::Done(Some(trouble))) => self.state.say(trouble.to_string()),
            Report::Ended(_) | Report::Failed(_) => {}
        }
        self.facts.standing = FileStanding::Same;
    }

    /// Handles a report of the reader of the file.
    fn attended(&mut self, context: &mut SessionContext, report: Report<(), AttendedNews>) {
        let Report::Progress(news) = report else {
            return;
        };
        match news {
            AttendedNews::Came if self.choice == EncodingChoice::Provisional => self.choose(),
            AttendedNews::Came => {}
            AttendedNews::Changed(change) if self.source.is_followed() => {
                self.followed_changed(context, change);
            }
            AttendedNews::Changed(change) => self.changed(change),
        }
        self.clamp(context);
    }

    fn changed(&mut self, change: FileChange) {
        match change {
            FileChange::Grew if self.is_scanning() => self.facts.counted = CountCache::default(),
            FileChange::Grew | FileChange::Shrank | FileChange::Modified => {
                self.written_by_others();
            }
            FileChange::Replaced | FileChange::Gone | FileChange::Same => {}
        }
        self.note(change);
    }

    /// Takes note that the file has other bytes now.
    pub(super) fn written_by_others(&mut self) {
        self.bytes.written += 1;
        self.drop_counts();
        self.weigh_again();
    }

    /// Drops what was counted in other bytes: nothing is counted from checkpoints there.
    fn drop_counts(&mut self) {
        self.facts.counted = CountCache::default();
        self.facts.known = None;
    }

    /// Records a change of the file.
    pub(super) fn note(&mut self, change: FileChange) {
        self.facts.standing = match change {
            FileChange::Grew => FileStanding::Grew,
            FileChange::Shrank => FileStanding::Shrank,
            FileChange::Modified => FileStanding::Written,
            FileChange::Replaced => FileStanding::Replaced,
            FileChange::Gone => FileStanding::Gone,
            // The file has its name again; its earlier growth stays true.
            FileChange::Same => match self.facts.standing {
                FileStanding::Replaced | FileStanding::Gone => FileStanding::Same,
                other => other,
            },
        };
    }

    /// Clamps the viewport, if a job has found the data longer or shorter: how wide its rows are
    /// depends on that.
    pub(super) fn clamp_to_length(&mut self, context: &SessionContext) {
        let len = self.source.len();
        if len != self.shown_len {
            self.shown_len = len;
            self.clamp(context);
        }
    }

    /// Opens the file again, in the background: its system may be slow to answer.
    pub(super) fn reload(&mut self) {
        if self.would_lose_changes() {
            return;
        }
        if self.source.is_stream() {
            self.state.say("a pipe can be read only once");
            return;
        }
        self.request(&REOPEN, |file| {
            let source = Arc::clone(&file.source);
            Starter::new(move |_| JobEnd::Done(source.reopen()), OpenFile::reopened)
        });
    }

    /// Handles the result of opening the file again.
    fn reopened(&mut self, context: &mut SessionContext, report: Report<Result<Source, Trouble>>) {
        match report {
            Report::Ended(JobEnd::Done(Ok(source))) => self.exchange_source(context, source),
            Report::Ended(JobEnd::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Progress(_) | Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }

    fn exchange_source(&mut self, context: &mut SessionContext, source: Source) {
        let was_followed = self.source.is_followed();
        // A file that cannot be followed does not grow.
        let is_followed = was_followed && source.follow().is_ok();
        let message = if was_followed && self.facts.standing == FileStanding::Replaced {
            let how = match self.state.view.follow {
                Follow::End if is_followed => "following it from its start",
                Follow::End | Follow::No => "reading it from its start",
            };
            format!("another file has this name now; {how}")
        } else {
            format!("reloaded: {} bytes", source.len())
        };
        self.bytes = Generation {
            source: context.number(),
            ..Generation::default()
        };
        self.drop_counts();
        self.facts.standing = standing_at_start(&source);
        self.source = Arc::new(source);
        self.choice = EncodingChoice::DueAgain;
        self.state.say(message);
        self.clamp(context);
        self.go_to_end(context);
    }
}
