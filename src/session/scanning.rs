//! The scan of the whole data: begun with the first picture, and again when the data or
//! the way it is read changes.
//!
//! Invariant: an index that is known is that of the bytes as they are, or says from where on it
//! is doubted.

use std::sync::Arc;

use super::context::SessionContext;
use super::guessing::SPOT;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, ShownAtOnce, Starter};
use super::reading::DataReading;
use crate::job::JobEnd;
use crate::job::background::Report;
use crate::job::scan::{self, Scan};
use crate::scan::facts::index::IndexProgress;
use crate::source::{EarlierBytes, NonBlockingReader, TouchedStretch};
use crate::window::Peek as _;

pub(super) static SCAN: Query = Query {
    shown: ShownAtOnce::WhenDue,
    ..Query::new(
        "scan",
        Asked::Always {
            key: OpenFile::scan_asked,
            start: OpenFile::start_scan,
        },
    )
    .saying("scan", "the scan")
};

/// The progress of the scan of a file, and the gaps of its index.
#[derive(Default)]
pub(super) struct ScanState {
    /// A scan that goes on when more has come.
    paused: Option<PausedScan>,
    /// The number of times that it went on.
    turn: u64,
    /// The reading that the known index is of.
    of: Option<DataReading>,
    /// The bytes that the known index does not count, since they were changed here.
    uncounted: UncountedFacts,
}

/// A scan that has come to the end of what there was.
struct PausedScan {
    reading: DataReading,
    scan: Box<Scan>,
}

/// The bytes that the known index does not count.
#[derive(Debug, Default)]
enum UncountedFacts {
    /// Nothing.
    #[default]
    None,
    /// Bytes that were overwritten.
    Overwritten(Arc<EarlierBytes>),
    /// All from some byte on.
    Rest,
}

impl UncountedFacts {
    fn add(&mut self, step: &TouchedStretch) {
        let is_known = match self {
            Self::None => {
                let mut earlier = EarlierBytes::default();
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

impl OpenFile {
    /// True while the scan runs.
    pub(super) fn is_scanning(&self) -> bool {
        self.queries.is_running(&SCAN)
    }

    /// Takes note that bytes were changed here: what is known of those before stays.
    pub(super) fn doubt_scan(&mut self, step: &TouchedStretch) {
        if let Some(known) = &mut self.facts.known {
            Arc::make_mut(&mut known.index).doubt(step.at);
            self.scan.uncounted.add(step);
        }
    }

    /// The paused scan of these bytes, if more has come since.
    fn resumable(&self) -> Option<&PausedScan> {
        let now = (self.source.len(), self.source.is_arriving());
        let reading = self.reading();
        let paused = self.scan.paused.as_ref();
        paused.filter(|paused| paused.reading == reading && paused.scan.seen() != now)
    }

    fn scan_asked(&self) -> Option<QueryKey> {
        let more = u64::from(self.resumable().is_some());
        self.has_chosen().then(|| QueryKey::Scan {
            reading: self.reading(),
            turn: self.scan.turn + more,
            is_followed: self.source.is_followed(),
        })
    }

    /// Starts the scan of the visible data, or continues it, if it is incomplete.
    fn start_scan(&mut self, _: &QueryKey) -> Starter {
        let reading = self.reading();
        let resumable = self.resumable().is_some();
        let paused = self.scan.paused.take().filter(|_| resumable);
        self.scan.turn += u64::from(resumable);
        let scan = match paused {
            Some(paused) => paused.scan,
            None => Box::new(self.new_scan()),
        };
        self.scan.of = Some(reading);
        let source = Arc::clone(&self.source);
        Starter::reporting(
            move |control, known: &dyn Fn(IndexProgress)| scan::scan(control, &source, scan, known),
            Self::scanned,
        )
    }

    /// A scan that uses the index that is known as far as it is one of these bytes.
    fn new_scan(&mut self) -> Scan {
        let reading = self.reading();
        let mut scan = Scan::new(reading.encoding, reading.phase, self.source.len());
        if self.queries.is_running(&SPOT) {
            scan = scan.giving_way();
        }
        let index = self.facts.index(&self.state.view).map(Arc::clone);
        if let Some(index) = index {
            match &self.scan.uncounted {
                UncountedFacts::Overwritten(earlier) if index.is_doubted() => {
                    return scan.mending(index, Arc::clone(earlier));
                }
                UncountedFacts::Rest if index.is_doubted() => return scan,
                _ => {}
            }
            // The data does not end any more where it ended.
            let data = NonBlockingReader::new(&self.source);
            let is_of_these = self.scan.of == Some(reading) && self.source.is_followed();
            if is_of_these
                && let Some(scan) = Scan::after(&index, &data)
                && let Some(known) = &mut self.facts.known
            {
                Arc::make_mut(&mut known.index).complete = false;
                return scan;
            }
        }
        (self.facts.known, self.scan.uncounted) = (None, UncountedFacts::None);
        scan
    }

    /// Handles a report of the scan, or its end.
    fn scanned(&mut self, _: &mut SessionContext, report: Report<Box<Scan>, IndexProgress>) {
        match report {
            Report::Progress(known) => {
                (self.facts.known, self.scan.uncounted) = (Some(known), UncountedFacts::None);
            }
            Report::Ended(JobEnd::Done(scan)) if !scan.index().complete => {
                // More of a pipe may arrive, or of a followed file; any other changed file is
                // scanned again.
                let reading = self.reading();
                let goes_on = self.source.is_stream() || self.source.is_followed();
                self.scan.paused = goes_on.then_some(PausedScan { reading, scan });
            }
            Report::Ended(_) | Report::Failed(_) => {
                // Nobody counts the changed part.
                self.facts.known.take_if(|known| known.index.is_doubted());
            }
        }
    }
}
