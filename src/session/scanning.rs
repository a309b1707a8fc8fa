//! The scan of the whole data: begun with the first picture, and again when the data or
//! the way it is read changes.

use std::sync::Arc;

use super::Session;
use super::task::{Kind, ShownAtOnce};
use crate::job::End;
use crate::job::background::Report;
use crate::job::scan::{self, Scan};
use crate::scan::facts::index::Known;
use crate::window::Peek as _;

static SCAN: Kind = Kind::new("scan", ShownAtOnce::WhenDue).saying("scan", "the scan");

impl Session {
    /// Starts the scan of what is shown, or goes on with it, as far as it is missing.
    pub(super) fn keep_scanned(&mut self) {
        let view = &self.state.view;
        let subject = (view.encoding(), view.phase);
        let source = &self.data.source;
        let now = (source.len(), source.is_arriving());
        if self.tasks.scan.of() != Some(&subject) {
            self.facts.known = None;
            let scan = Scan::new(subject.0, subject.1, source.len());
            self.start_scan(Box::new(scan), subject);
        } else if let Some(scan) = self.unscanned.take_if(|scan| scan.seen() != now) {
            self.start_scan(scan, subject);
        }
    }

    fn start_scan(&mut self, scan: Box<Scan>, subject: (&'static crate::codec::Encoding, u64)) {
        self.unscanned = None;
        let source = Arc::clone(&self.data.source);
        self.start_reporting(
            (&SCAN, |session| &mut session.tasks.scan),
            subject,
            move |control, known: &dyn Fn(Known)| scan::scan(control, &source, scan, known),
            Self::scanned,
        );
    }

    /// A scan says what it has found so far, or ends.
    fn scanned(&mut self, report: Report<Box<Scan>, Known>) {
        match report {
            Report::Progress(known) => self.facts.known = Some(known),
            Report::Ended(End::Done(scan)) if !scan.index().complete => {
                // More of a pipe may arrive; a file that has changed is scanned again.
                self.unscanned = Some(scan).filter(|_| self.data.source.is_stream());
            }
            Report::Ended(_) | Report::Failed(_) => {}
        }
    }
}
