//! What the program's loop sees to between two pictures: counting to what is shown, and
//! the scan of all the data.
//!
//! Invariant: what is known is only what the program would have been told by then.

use super::loupe::{Body, Loupe};
use hexloupe::codec::Encoding;
use hexloupe::job::scan::{self, Scan};
use hexloupe::job::{Control, End};
use hexloupe::model::text::Text;
use hexloupe::scan::facts::index::Known;
use hexloupe::scan::index;
use hexloupe::source::Source;
use hexloupe::window::Peek as _;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// A scan that stopped where no more bytes had come, and what it is of.
#[derive(Default)]
pub(crate) struct Scanning {
    of: Option<(&'static Encoding, u64)>,
    rest: Option<Box<Scan>>,
}

impl Loupe {
    /// Counts as far as the next picture needs.
    pub(crate) fn count(&mut self) {
        let view = &self.state.view;
        let index = self.facts.index(view).cloned();
        let text = Text::new(&self.data, view.encoding(), view.phase);
        let counted = &mut self.facts.counted;
        let first = view.top.min(view.cursor.offset);
        if counted.reach(&text, first, index.as_deref()).is_none() {
            counted.reach(&text, view.cursor.offset, index.as_deref());
        }
    }

    /// Scans what there is: all at once, or a pipe as far as it has come.
    pub(crate) fn scan(&mut self) {
        let view = &self.state.view;
        let (encoding, phase) = (view.encoding(), view.phase);
        let Body::Source(source) = &self.data.body else {
            let index = Arc::new(index::of(&self.data, encoding, phase));
            self.facts.known = Some(Known { index, rate: 0 });
            return;
        };
        let now = (source.len(), source.is_arriving());
        let Scanning { of, rest } = &mut self.scanning;
        let scan = if *of == Some((encoding, phase)) {
            rest.take_if(|scan| scan.seen() != now)
        } else {
            *of = Some((encoding, phase));
            Some(Box::new(Scan::new(encoding, phase, source.len())))
        };
        if let Some(scan) = scan {
            let (known, scan) = scanned(source, scan);
            self.facts.known = Some(known);
            *rest = Some(scan).filter(|scan| !scan.index().complete);
        }
    }
}

/// Scans on, and answers what is known then, and where the scan stands. It runs aside,
/// for a scan lets its thread give way to others.
fn scanned(source: &Source, scan: Box<Scan>) -> (Known, Box<Scan>) {
    let never = AtomicBool::new(false);
    let said = Mutex::new(None);
    let report = |known: Known| *said.lock().expect("nobody panics") = Some(known);
    let work = || scan::scan(&Control::new(&never, &|_| ()), source, scan, &report);
    let ended = std::thread::scope(|scope| scope.spawn(work).join());
    let known = said.into_inner().expect("nobody panics");
    match ended.expect("a scan does not panic") {
        End::Done(scan) => (known.expect("it says what is known"), scan),
        End::Cancelled => unreachable!("nobody cancels"),
    }
}
