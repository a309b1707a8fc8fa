//! The scan of the whole data: begun with the first picture, and again when the data or
//! the way it is read changes.

use std::sync::Arc;

use super::Session;
use super::task::{Kind, ShownAtOnce};
use crate::job::End;
use crate::job::background::Report;
use crate::job::scan::{self, Scan};
use crate::scan::facts::index::Known;
use crate::source::{Earlier, Touched};
use crate::window::Peek as _;

static SCAN: Kind = Kind::new("scan", ShownAtOnce::WhenDue).saying("scan", "the scan");

/// What the index that is known does not tell of the data.
#[derive(Debug, Default)]
pub(super) enum Uncounted {
    /// Nothing.
    #[default]
    None,
    /// Bytes that were overwritten.
    Overwritten(Arc<Earlier>),
    /// All from some byte on.
    Rest,
}

impl Uncounted {
    fn add(&mut self, step: &Touched) {
        let is_known = match self {
            Self::None => {
                let mut earlier = Earlier::default();
                let is_known = earlier.add(step);
                *self = Self::Overwritten(Arc::new(earlier));
                is_known
            }
            Self::Overwritten(earlier) => Arc::make_mut(earlier).add(step),
            Self::Rest => false,
        };
        if !is_known {
            *self = Self::Rest;
        }
    }
}

impl Session {
    /// Takes note that bytes have changed: what is known of those before stays.
    pub(super) fn doubt_scan(&mut self, step: &Touched) {
        self.data.tasks.scan.end();
        self.data.unscanned = None;
        if let Some(known) = &mut self.facts.known {
            Arc::make_mut(&mut known.index).doubt(step.at);
            self.data.uncounted.add(step);
        }
    }

    /// Starts the scan of what is shown, or goes on with it, as far as it is missing.
    pub(super) fn keep_scanned(&mut self) {
        let view = &self.state.view;
        let subject = (view.encoding(), view.phase);
        let source = &self.data.source;
        let now = (source.len(), source.is_arriving());
        if self.data.tasks.scan.of() != Some(&subject) {
            let scan = Scan::new(subject.0, subject.1, source.len());
            let index = self.facts.index(view).map(Arc::clone);
            let scan = match (
                index.filter(|index| index.is_doubted()),
                &self.data.uncounted,
            ) {
                (Some(index), Uncounted::Overwritten(earlier)) => {
                    scan.mending(index, Arc::clone(earlier))
                }
                (Some(_), Uncounted::Rest) => scan,
                _ => {
                    (self.facts.known, self.data.uncounted) = (None, Uncounted::None);
                    scan
                }
            };
            self.start_scan(Box::new(scan), subject);
        } else if let Some(scan) = self.data.unscanned.take_if(|scan| scan.seen() != now) {
            self.start_scan(scan, subject);
        }
    }

    pub(super) fn start_scan(
        &mut self,
        scan: Box<Scan>,
        subject: (&'static crate::codec::Encoding, u64),
    ) {
        self.data.unscanned = None;
        let source = Arc::clone(&self.data.source);
        self.start_reporting(
            (&SCAN, |session| &mut session.data.tasks.scan),
            subject,
            move |control, known: &dyn Fn(Known)| scan::scan(control, &source, scan, known),
            Self::scanned,
        );
    }

    /// A scan says what it has found so far, or ends.
    fn scanned(&mut self, report: Report<Box<Scan>, Known>) {
        match report {
            Report::Progress(known) => {
                (self.facts.known, self.data.uncounted) = (Some(known), Uncounted::None);
            }
            Report::Ended(End::Done(scan)) if !scan.index().complete => {
                // More of a pipe may arrive, or of a file that is followed; another file that has changed is scanned again.
                let source = &self.data.source;
                self.data.unscanned =
                    Some(scan).filter(|_| source.is_stream() || source.is_followed());
            }
            Report::Ended(_) | Report::Failed(_) => {
                // Nobody counts what has changed.
                self.facts.known.take_if(|known| known.index.is_doubted());
            }
        }
    }
}
