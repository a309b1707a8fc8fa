//! Everyone who goes through data in pieces, at the borders: all encodings, files whose
//! lengths lie around a piece, pipes that bring 1 to 9 bytes at a time, and zeros that
//! the system knows of.
//!
//! The judge is one walk from the first byte to the last by the codec's step alone, with
//! lines and characters counted here. Invariant: the data is the same on every run.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod counts;
mod finding;
mod sparse;

use hexloupe::codec::{Encoding, Meaning, State};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    Aside, Detail, Finding, Orders, Outcome, Outlet, Pen, Progress, Scribe, check_open,
};
use hexloupe::job::{Control, End, stats};
use hexloupe::source::Passage;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// What is counted of some data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub(crate) characters: u64,
    pub(crate) lines: u64,
    pub(crate) faults: u64,
    /// Offset, line, column and number of each fault.
    pub(crate) told: Vec<(u64, u64, u64, u64)>,
}

/// Bytes of some length that mean something in an encoding, a mark first, with ends of
/// lines and faults among them and at the end.
pub(crate) fn telling(encoding: &Encoding, len: usize) -> Vec<u8> {
    const SAMPLE: &str = "aé€😀\r\nЖ漢\u{301} +-\rｱ\n\u{85}";
    let mut data = Vec::new();
    let mut state = State::default();
    let mut put = |text: &str, data: &mut Vec<u8>| {
        for c in text.chars() {
            // What the encoding cannot hold adds nothing.
            let _ = encoding.encode(&mut state, c, data);
        }
    };
    put("\u{FEFF}", &mut data);
    while data.len() < len {
        let at = data.len();
        put(SAMPLE, &mut data);
        if at % 5 == 0 || data.len() == at {
            data.extend(b"\xE2\x82\xF0\x9F\x98\xED\xA0\x3D\xD8\x81\x1B$B0");
        }
    }
    data.truncate(len);
    for (index, byte) in (0..).zip(b"\xFC\x80\x80\x81\xFF\xFF") {
        if let Some(last) = len.checked_sub(index + 1).filter(|last| last % 3 > 0) {
            data[last] = *byte;
        }
    }
    data
}

/// The offsets and meanings of the data, decoded from its first byte on.
pub(crate) fn walked(data: &[u8], encoding: &Encoding) -> Vec<(u64, Meaning)> {
    let (mut at, mut state, mut out) = (0, State::default(), Vec::new());
    while at < data.len() {
        let sequence = encoding.decode(&mut state, &data[at..]);
        out.push((at as u64, sequence.meaning));
        at += usize::from(sequence.len);
    }
    out
}

/// What a walk counts: a line ends after LF, CR LF or a lone CR, in EBCDIC after NEL too.
pub(crate) fn counted(data: &[u8], encoding: &Encoding) -> Counts {
    let ebcdic = encoding.id.starts_with("ebcdic");
    let ends = |c: char| matches!(c, '\n' | '\r') || ebcdic && c == '\u{85}';
    let mut counts = Counts::default();
    let (mut line, mut column, mut number) = (1, 1, 1);
    let mut before = None;
    for (offset, meaning) in walked(data, encoding) {
        let c = match meaning {
            Meaning::Scalar(c) => Some(c),
            _ => None,
        };
        if offset == 0 && c == Some('\u{FEFF}') || meaning == Meaning::Shift {
            continue;
        }
        let joined = before == Some('\r') && c == Some('\n');
        if before.is_some_and(ends) && !joined {
            (line, column) = (line + 1, 1);
        }
        if meaning.fault().is_some() {
            counts.faults += 1;
            counts.told.push((offset, line, column, number));
        } else {
            counts.characters += 1;
        }
        before = Some(c.unwrap_or('x'));
        (column, number) = (column + 1, number + 1);
    }
    counts.lines = line - u64::from(number == 1);
    counts
}

fn verdict(encoding: &'static Encoding) -> Verdict {
    Verdict {
        encoding,
        evidence: Evidence::Chosen,
    }
}

/// Takes what a check finds.
#[derive(Default)]
struct Taken(Mutex<Counts>);

struct Writer<'a>(&'a Taken);

impl Scribe for Taken {
    fn pen<'a>(&'a self, _: &'a Path, _: Verdict) -> Box<dyn Pen + 'a> {
        Box::new(Writer(self))
    }
}

impl Pen for Writer<'_> {
    fn finding(&mut self, finding: &Finding<'_>, _: &mut Vec<u8>) {
        let at = finding.position;
        let told = (finding.range.start, at.line, at.column, at.character);
        self.0.0.lock().unwrap().told.push(told);
    }

    fn outcome(&mut self, outcome: &Outcome, _: &mut Vec<u8>) {
        let mut counts = self.0.0.lock().unwrap();
        counts.characters = outcome.characters;
        counts.lines = outcome.lines;
        counts.faults = outcome.faults.total();
    }
}

struct Nowhere;

impl Outlet for Nowhere {
    fn print(&mut self, _: &[u8], _: bool) -> io::Result<()> {
        Ok(())
    }

    fn say(&mut self, aside: &Aside) {
        if let Aside::Trouble(trouble) = aside {
            panic!("{trouble}");
        }
    }

    fn progress(&mut self, _: Progress) {}
}

/// What a check counts and tells.
pub(crate) fn checked(encoding: &'static Encoding, passage: Passage, threads: usize) -> Counts {
    let orders = Orders {
        reading: &|_| verdict(encoding),
        phase: 0,
        detail: Detail::All,
        most: u64::MAX,
        told: Vec::new(),
        denied: Vec::new(),
        binary: true,
        threads,
    };
    let taken = Taken::default();
    let name = Path::new("data");
    let (_, failure) = check_open(passage, name, &orders, &taken, &mut Nowhere);
    assert!(failure.is_none());
    let mut counts = taken.0.into_inner().unwrap();
    counts.told.sort_unstable();
    counts
}

/// What statistics count.
pub(crate) fn surveyed(encoding: &'static Encoding, passage: Passage) -> stats::Outcome {
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let orders = stats::Orders {
        reading: &|_| verdict(encoding),
        phase: 0,
        most: usize::MAX,
    };
    match stats::count(&mut control, Path::new("data"), passage, &orders) {
        End::Done(outcome) => outcome,
        End::Cancelled => panic!("nobody cancels"),
    }
}
