//! What becomes of the data while it is open: what arrives, what changes, and
//! who reads for the loop so that no file makes the keys wait.
//!
//! Invariant: nothing of the file is asked on the loop's own thread while the
//! attendant lives.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::guess::LOOK;
use super::{Event, Inspector};
use crate::command;
use crate::detect;
use crate::job::attend::{self, News};
use crate::job::{self, End, Report, Running, spool};
use crate::model::dumped::Dump;
use crate::model::place::Counted;
use crate::model::state::Standing;
use crate::source::{Attendant, Change, Glance, Source, Trouble};
use crate::window::Peek as _;

/// Has a file read, and watched, by a thread; `opened` counts the files. Takes
/// what a pipe brings, in the same way.
pub(super) fn attend_to(
    source: &Arc<Source>,
    opened: u64,
    sender: &Sender<Event>,
) -> Option<Running> {
    let sender = sender.clone();
    if source.is_stream() {
        let (source, pipe) = (Arc::clone(source), Arc::clone(source));
        let work = move |control: &mut job::Control<'_>| spool::spool(control, &source);
        return job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Arrived(Arc::clone(&pipe), report));
        })
        .ok();
    }
    if !source.is_watched() {
        return None;
    }
    let attendant = Attendant::new(source);
    let reporter = sender.clone();
    let work = move |control: &mut job::Control<'_>| {
        let news = |news| {
            let _ = reporter.send(Event::News(opened, news));
        };
        attend::attend(control, attendant, &news)
    };
    job::spawn(work, move |report| {
        if let Report::Panicked(said) = report {
            let _ = sender.send(Event::Failed(said));
        }
    })
    .ok()
}

impl Inspector {
    /// Ends all that was asked of the data that is open, and forgets what is known of it:
    /// other bytes come in its place. What is still reported of it is not heard.
    pub(super) fn forget_data(&mut self) {
        self.end_search();
        self.forget_count();
        self.opened += 1;
        self.reopening = None;
        self.scanning.end();
        self.counting.end();
        self.weighing.end();
        self.dumping.end();
        let facts = &mut self.facts;
        (facts.known, facts.guess, facts.offer) = (None, None, None);
        facts.counted = Counted::default();
    }

    /// More of a pipe has come, or all.
    pub(super) fn arrived(&mut self, source: &Arc<Source>, report: Report<Option<Trouble>>) {
        // Of a pipe that waits behind what is open nothing is said; what it brings is there.
        if !Arc::ptr_eq(source, &self.source) {
            return;
        }
        // The first bytes of a pipe may name its encoding; those behind them do not.
        if self.chosen_of < LOOK.min(self.source.len()) {
            self.choose();
        }
        self.forget_count();
        match report {
            Report::Progress(_) => return,
            Report::Ended(End::Done(Some(trouble))) => self.state.say(trouble.to_string()),
            Report::Panicked(said) => self.state.say(format!("reading failed: {said}")),
            Report::Ended(_) => {}
        }
        self.facts.standing = Standing::Same;
    }

    /// Takes the encoding that the data speaks for now, unless the user has
    /// taken another meanwhile.
    fn choose(&mut self) {
        if self.state.view.reading == self.taken {
            let data = Glance::new(&self.source);
            self.chosen_of = data.len();
            self.choosing = !detect::can_choose(&data);
            let before = self.taken.encoding;
            self.taken = self.requested.verdict(&data);
            self.state.view.read_as(self.taken);
            let now = self.taken.encoding;
            if now != before {
                let came = data.len();
                self.state.say(format!(
                    "{came} bytes have come: read as {}, no more as {}",
                    now.name, before.name
                ));
            }
        }
    }

    /// The attendant has something to say of the file it reads.
    pub(super) fn news(&mut self, opened: u64, news: News) {
        if opened != self.opened {
            return;
        }
        match news {
            News::Came if self.choosing => self.choose(),
            News::Came => {}
            News::Changed(change) => self.changed(change),
        }
        self.with_desk(command::settle);
    }

    fn changed(&mut self, change: Change) {
        self.forget_count();
        self.counting.end();
        self.facts.counted = Counted::default();
        match change {
            Change::Grew if self.scanning.is_running() => {}
            Change::Grew | Change::Shrank | Change::Modified => {
                self.scanning.changed();
                // Nothing is counted from checkpoints of other bytes.
                self.facts.known = None;
            }
            Change::Replaced | Change::Gone | Change::Same => {}
        }
        let standing = match change {
            Change::Grew => Standing::Grew,
            Change::Shrank => Standing::Shrank,
            Change::Modified => Standing::Written,
            Change::Replaced => Standing::Replaced,
            Change::Gone => Standing::Gone,
            // It is back where it was; that it had grown before stays true.
            Change::Same => match self.facts.standing {
                Standing::Replaced | Standing::Gone => Standing::Same,
                other => other,
            },
        };
        self.facts.standing = standing;
    }

    /// Opens the file anew, aside: its system may be slow to answer.
    pub(super) fn reload(&mut self) {
        self.end_search();
        if self.source.is_stream() {
            self.state.say("a pipe brings its bytes but once");
            return;
        }
        let (source, sender, opened) = (Arc::clone(&self.source), self.sender.clone(), self.opened);
        let started = job::spawn(
            move |_| End::Done(source.reopen()),
            move |report| {
                let _ = sender.send(Event::Reopened(opened, report));
            },
        );
        match started {
            Ok(running) => self.reopening = Some(running),
            Err(error) => self.state.say(format!("cannot read again: {error}")),
        }
    }

    /// The file was opened anew, or could not be.
    pub(super) fn reopened(&mut self, opened: u64, report: Report<Result<Source, Trouble>>) {
        if opened != self.opened {
            return;
        }
        self.reopening = None;
        match report {
            Report::Ended(End::Done(Ok(source))) => self.take_up(source),
            Report::Ended(End::Done(Err(trouble))) => self.state.say(trouble.to_string()),
            Report::Panicked(said) => self.state.say(format!("reading failed: {said}")),
            Report::Progress(_) | Report::Ended(End::Cancelled) => {}
        }
    }

    fn take_up(&mut self, source: Source) {
        self.forget_data();
        if let Dump::Offered(..) = self.facts.dump {
            self.facts.dump = Dump::None;
        }
        self.source = Arc::new(source);
        self.attendant = attend_to(&self.source, self.opened, &self.sender);
        self.facts.standing = Standing::Same;
        self.choose();
        let len = self.source.len();
        self.state.say(format!("read again: {len} bytes"));
        self.with_desk(command::settle);
    }
}
