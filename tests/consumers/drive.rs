//! Each consumer, called in the same way: some data, an encoding, and the size of a step.

use super::drip::Drip;
use super::judge::Counts;
use hexloupe::codec::{ColumnUnit, Encoding};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, Detail, Diagnostic, FileFormatter, Finding,
    FindingSink, Formatter, GuessBudget, Rulebook, check_open,
};
use hexloupe::job::find::{FindRequest, find_as_it_comes};
use hexloupe::job::scan::{Scan, scan};
use hexloupe::job::{Control, JobEnd, stats};
use hexloupe::scan::facts::index::Index;
use hexloupe::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use hexloupe::scan::pattern::{self, CaseMatching};
use hexloupe::source::{Pipe, SequentialInput, Source};
use hexloupe::unicode::notice::Notice;
use hexloupe::window::Peek;
use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Where data comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    File,
    /// A pipe that brings this many bytes at a time.
    Pipe(usize),
}

impl From {
    pub(crate) fn passage(self, data: &[u8]) -> SequentialInput {
        match self {
            Self::File => {
                SequentialInput::from_source(&Arc::new(Source::memory("file", data.to_vec())))
            }
            Self::Pipe(by) => SequentialInput::Pipe(Pipe::from_reader("pipe", Drip::new(data, by))),
        }
    }

    /// The data as a source; of a pipe nothing has arrived yet.
    pub(crate) fn source(self, data: &[u8]) -> Source {
        match self {
            Self::File => Source::memory("file", data.to_vec()),
            Self::Pipe(by) => Source::flowing("pipe", Drip::new(data, by)),
        }
    }
}

fn verdict(encoding: &'static Encoding) -> Verdict {
    Verdict {
        encoding,
        evidence: Evidence::Chosen,
    }
}

/// Collects what a check finds.
#[derive(Default)]
struct Taken(Mutex<Counts>);

struct Writer<'a>(&'a Taken);

impl Formatter for Taken {
    fn of_file<'a>(&'a self, _: &'a Path, _: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(Writer(self))
    }
}

impl FileFormatter for Writer<'_> {
    fn finding(&mut self, finding: &Finding<'_>, _: &mut Vec<u8>) {
        let at = finding.position;
        let told = (finding.range.start, at.line, at.column, at.character);
        self.0.0.lock().unwrap().told.push(told);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, _: &mut Vec<u8>) {
        let mut counts = self.0.0.lock().unwrap();
        counts.characters = outcome.characters;
        counts.lines = outcome.lines;
        counts.faults = outcome.faults.total();
    }
}

struct Nowhere;

impl FindingSink for Nowhere {
    fn print(&mut self, _: &[u8], _: bool) -> io::Result<()> {
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        if let Diagnostic::Trouble(trouble) = diagnostic {
            panic!("{trouble}");
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}

/// The counts and the findings of a check.
pub(crate) fn checked(
    encoding: &'static Encoding,
    passage: SequentialInput,
    step: u64,
    threads: usize,
) -> Counts {
    checked_for(encoding, passage, (step, threads), &[])
}

/// The counts and the findings of a check that denies some notices.
pub(crate) fn checked_for(
    encoding: &'static Encoding,
    passage: SequentialInput,
    (step, threads): (u64, usize),
    denied: &[Notice],
) -> Counts {
    let orders = CheckParameters {
        reading: &|_| verdict(encoding),
        phase: 0,
        detail: Detail::All,
        most: u64::MAX,
        rules: Rulebook::same_for_all(denied, denied),
        part: None,
        binary: true,
        names_left_out: false,
        guesses: &GuessBudget::default(),
        threads,
        step,
        columns: ColumnUnit::Character,
    };
    let taken = Taken::default();
    let name = Path::new("data");
    let (_, failure) = check_open(passage, name, &orders, &taken, &mut Nowhere);
    assert!(failure.is_none());
    let mut counts = taken.0.into_inner().unwrap();
    counts.told.sort_unstable();
    counts
}

/// The result of the statistics.
pub(crate) fn surveyed(
    encoding: &'static Encoding,
    passage: SequentialInput,
    step: u64,
) -> stats::StatsOutcome {
    let orders = stats::StatsParameters {
        reading: &|_| verdict(encoding),
        phase: 0,
        most: usize::MAX,
        step,
        part: None,
        threads: 2,
    };
    done(|control| stats::count(control, Path::new("data"), passage, &orders)).unwrap()
}

/// The result of a scan; of a pipe, while its bytes arrive.
pub(crate) fn scanned(encoding: &'static Encoding, source: &Source, step: u64) -> Index {
    let mut going = Box::new(Scan::new(encoding, 0, source.len()).by(step));
    loop {
        going = done(|control| scan(control, source, going, &|_| ()));
        if going.index().complete {
            return going.index().clone();
        }
        source.pull().unwrap();
    }
}

/// Offset, line and column of each occurrence of some bytes.
pub(crate) fn found(
    encoding: &'static Encoding,
    source: &Source,
    step: u64,
    bytes: &[u8],
) -> Vec<(u64, (u64, u64))> {
    let pattern = bytes.iter().fold("x:".to_owned(), |mut pattern, byte| {
        let _ = write!(pattern, "{byte:02x} ");
        pattern
    });
    let read = pattern::read(&pattern, CaseMatching::Exact).unwrap();
    let reading = EncodingAndPhase { encoding, phase: 0 };
    let matcher = Matcher::new(&read, reading, SearchScope::Own).unwrap();
    let request = FindRequest {
        matcher: &matcher,
        range: 0..u64::MAX,
        places: true,
        threads: 2,
        step,
    };
    let mut found = Vec::new();
    let looked = done(|control| {
        find_as_it_comes(control, source, &request, &mut |hit| {
            assert_eq!(hit.bytes(), bytes);
            found.push((hit.found.offset, hit.place.unwrap()));
            ControlFlow::Continue(())
        })
    });
    assert_eq!(looked.unreadable, 0);
    found
}

/// The result of work that is not cancelled.
pub(crate) fn done<T>(work: impl FnOnce(&mut Control<'_>) -> JobEnd<T>) -> T {
    let never = AtomicBool::new(false);
    match work(&mut Control::new(&never, &|_| ())) {
        JobEnd::Done(answer) => answer,
        JobEnd::Cancelled => panic!("nobody cancels"),
    }
}
