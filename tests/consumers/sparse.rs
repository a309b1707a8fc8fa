//! Holes of sparse files: the same answers, without reading the zeros.

use super::drive::{checked, surveyed};
use super::judge::telling;
use hexloupe::codec::{Encoding, table};
use hexloupe::job::find::{FindRequest, STEP, find};
use hexloupe::job::scan::{Scan, scan};
use hexloupe::job::{Control, JobEnd, check, stats};
use hexloupe::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use hexloupe::scan::pattern::{self, CaseMatching};
use hexloupe::source::{FileState, ReadAt, SequentialInput, Source};
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

/// A file with zeros in it; `known` says whether the system reports them as a hole.
struct File {
    data: Vec<u8>,
    zeros: Range<u64>,
    known: bool,
    read: Arc<AtomicU64>,
}

impl ReadAt for File {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let from = (offset as usize).min(self.data.len());
        let len = buffer.len().min(self.data.len() - from);
        buffer[..len].copy_from_slice(&self.data[from..from + len]);
        self.read.fetch_add(len as u64, SeqCst);
        Ok(len)
    }

    fn hole(&self, from: u64) -> Option<Range<u64>> {
        let hole = self.zeros.start.max(from)..self.zeros.end;
        (self.known && !hole.is_empty()).then_some(hole)
    }

    fn file_state(&self) -> io::Result<FileState> {
        Ok(FileState {
            len: self.data.len() as u64,
            ..FileState::default()
        })
    }
}

const LEN: usize = 12 << 20;

/// Data with zeros after the first `before` bytes, up to the last `after` bytes.
fn sparse(encoding: &Encoding, before: usize, after: usize) -> (Vec<u8>, Range<u64>) {
    let mut data = telling(encoding, before);
    let start = data.len() as u64;
    data.resize(LEN, 0);
    let end = data.len() as u64;
    data.extend(telling(encoding, after));
    (data, start..end)
}

fn file(data: &[u8], zeros: &Range<u64>, known: bool) -> (Box<File>, Arc<AtomicU64>) {
    let read = Arc::new(AtomicU64::new(0));
    let file = File {
        data: data.to_vec(),
        zeros: zeros.clone(),
        known,
        read: Arc::clone(&read),
    };
    (Box::new(file), read)
}

/// Calls `ask` with the same file without and with a known hole, and compares the answers;
/// of the known zeros only a part may be read.
#[track_caller]
fn alike<T: PartialEq + std::fmt::Debug>(
    data: &[u8],
    zeros: &Range<u64>,
    what: &str,
    ask: impl Fn(Box<File>) -> T,
) {
    let (plain, _) = file(data, zeros, false);
    let (sparse, read) = file(data, zeros, true);
    let (expected, found) = (ask(plain), ask(sparse));
    assert!(found == expected, "{what}: {found:?} is not {expected:?}");
    let read = read.load(SeqCst);
    assert!(read < LEN as u64 / 2, "{what}: {read} bytes were read");
}

#[test]
fn zeros_are_passed_over_with_the_same_answer() {
    for (id, before, after) in [
        ("utf-8", 3 << 20, 40),
        ("utf-8", (3 << 20) + 5, 3),
        ("utf-16le", (3 << 20) + 1, 9),
        ("utf-32be", (3 << 20) + 2, 9),
        ("gb18030", (3 << 20) + 7, 40),
        ("windows-1251", 3 << 20, 40),
        ("ebcdic-037", 3 << 20, 40),
        ("mutf-8", 3 << 20, 40),
    ] {
        let encoding = table::by_label(id).unwrap().encoding();
        let (data, zeros) = sparse(encoding, before, after);
        let passage = |file| SequentialInput::over("file", file).unwrap();
        let what = format!("{id} {before}");
        alike(&data, &zeros, &format!("check {what}"), |file| {
            checked(encoding, passage(file), check::STEP, 2)
        });
        alike(&data, &zeros, &format!("stats {what}"), |file| {
            let found = surveyed(encoding, passage(file), stats::STEP);
            format!("{:?}", found.stats)
        });
        alike(&data, &zeros, &format!("scan {what}"), |file| {
            let source = Source::over("file", file).unwrap();
            let never = AtomicBool::new(false);
            let control = Control::new(&never, &|_| ());
            let begun = Scan::new(encoding, 0, data.len() as u64);
            let ended = scan(&control, &source, Box::new(begun), &|_| ());
            let JobEnd::Done(scan) = ended else {
                panic!("nobody cancels")
            };
            format!("{:?}", scan.index())
        });
    }
}

#[test]
fn a_search_passes_over_zeros_unless_it_looks_for_them() {
    let (utf_8, utf_16) = (table::UTF_8, table::UTF_16LE);
    for (encoding, before, text, threads) in [
        (utf_8, 3 << 20, "x:FC", 1),
        (utf_8, 3 << 20, "x:FC", 2),
        (utf_8, 41, "€", 1),
        (utf_8, 40, "€", 2),
        (utf_8, 3 << 20, "r:\\x00{3}.", 2),
        (utf_16, 41, "€", 2),
        (utf_16, 40, "€", 1),
    ] {
        let (data, zeros) = sparse(encoding, before, 40);
        let read = pattern::read(text, CaseMatching::Exact).unwrap();
        let reading = EncodingAndPhase { encoding, phase: 0 };
        let matcher = Matcher::new(&read, reading, SearchScope::Own).unwrap();
        let ask = |file: Box<File>| hits(file, &matcher, threads);
        if text.starts_with("r:") {
            let (plain, _) = file(&data, &zeros, false);
            let (sparse, _) = file(&data, &zeros, true);
            assert_eq!(ask(plain), ask(sparse), "{text}");
        } else {
            alike(&data, &zeros, text, ask);
        }
    }
}

/// Offset, length and place of a match.
type Hit = (u64, u64, Option<(u64, u64)>);

/// The first matches.
fn hits(file: Box<File>, matcher: &Matcher, threads: usize) -> Vec<Hit> {
    let source = Source::over("file", file).unwrap();
    let never = AtomicBool::new(false);
    let request = FindRequest {
        matcher,
        range: 0..u64::MAX,
        places: true,
        threads,
        step: STEP,
    };
    let mut found = Vec::new();
    let mut control = Control::new(&never, &|_| ());
    find(&mut control, &source, &request, &mut |hit| {
        found.push((hit.found.offset, hit.found.len, hit.place));
        if found.len() < 9000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found
}
