//! The scan of the whole data: begun when the first picture is drawn, and anew
//! when the data or the way it is read changes.
//!
//! Invariant: what a scan of another reading still reports is not heard.

use std::sync::Arc;

use super::{Event, Inspector};
use crate::codec::Encoding;
use crate::job::scan::{self, Scan};
use crate::job::{self, End, Report, Running};
use crate::scan::facts::index::Known;
use crate::window::Peek as _;

/// What a scan is of: encoding, phase, the number of the file, and how often it
/// has changed.
type Subject = (&'static Encoding, u64, u64, u64);

/// The scan, and what it needs to go on.
#[derive(Default)]
pub(super) struct Scanning {
    /// The one that runs, and the number it goes by.
    running: Option<Running>,
    number: u64,
    of: Option<Subject>,
    /// How often the file has changed.
    changes: u64,
    /// What is to be gone on with when there is more, or is known to be none.
    rest: Option<Box<Scan>>,
}

impl Scanning {
    /// The bytes are others now.
    pub(super) fn changed(&mut self) {
        self.changes += 1;
        // What is still reported is of other bytes.
        self.number += 1;
        self.running = None;
    }

    /// Ends the one that runs: what it still reports is not heard.
    pub(super) fn end(&mut self) {
        *self = Self {
            number: self.number + 1,
            changes: self.changes,
            ..Self::default()
        };
    }

    /// How often they have become others.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Whether one runs, which will reach what was appended.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }
}

impl Inspector {
    /// Sees to it that what is shown is scanned.
    pub(super) fn keep_scanned(&mut self) {
        let view = &self.state.view;
        let subject = (
            view.encoding(),
            view.phase,
            self.opened,
            self.scanning.changes,
        );
        let arriving = self.source.is_arriving();
        let now = (self.source.len(), arriving);
        if self.scanning.of != Some(subject) {
            self.facts.known = None;
            self.scanning.of = Some(subject);
            let scan = Scan::new(view.encoding(), view.phase, self.source.len());
            self.begin_scan(Box::new(scan));
        } else if let Some(scan) = self.scanning.rest.take_if(|scan| scan.seen() != now) {
            self.begin_scan(scan);
        }
    }

    fn begin_scan(&mut self, scan: Box<Scan>) {
        self.scanning.number += 1;
        self.scanning.rest = None;
        let number = self.scanning.number;
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let reporter = sender.clone();
        let work = move |control: &mut job::Control<'_>| {
            let report = |known: Known| {
                // The inspector may be gone; then nobody wants to know.
                let _ = reporter.send(Event::Known(number, known));
            };
            scan::scan(control, &source, scan, &report)
        };
        let started = job::spawn(work, move |report| {
            let _ = sender.send(Event::Scanned(number, report));
        });
        match started {
            Ok(running) => self.scanning.running = Some(running),
            Err(error) => self.state.say(format!("cannot scan: {error}")),
        }
    }

    /// A scan says what it has found so far.
    pub(super) fn known(&mut self, number: u64, known: Known) {
        if number == self.scanning.number {
            self.facts.known = Some(known);
        }
    }

    /// A scan has ended.
    pub(super) fn scanned(&mut self, number: u64, report: Report<Box<Scan>>) {
        if number != self.scanning.number {
            return;
        }
        match report {
            Report::Ended(End::Done(scan)) if self.source.is_stream() && !scan.index().complete => {
                self.scanning.rest = Some(scan);
            }
            Report::Panicked(said) => self.state.say(format!("the scan failed: {said}")),
            Report::Progress(_) | Report::Ended(_) => {}
        }
        self.scanning.running = None;
    }
}
