//! The records of a check and of statistics, of all data or of a part, and what merging gives.
//!
//! Invariant: records are those that the command line prints.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexloupe::codec::{ColumnUnit, Encoding};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    self, CheckProgress, Detail, Diagnostic, FindingSink, Rulebook, check_open,
};
use hexloupe::job::parts::PartNumber;
use hexloupe::job::{Control, JobEnd, stats};
use hexloupe::report::check::Records;
use hexloupe::report::merge::{LinePlace, Merger};
use hexloupe::report::stats::object;
use hexloupe::source::{SequentialInput, Source};
use hexloupe::unicode::glyph::Charset;
use hexloupe::unicode::notice::Notice;
use hexloupe::window::Peek;

/// A name that needs an escape.
const NAME: &str = "da\"ta\n";

fn input(data: &[u8]) -> SequentialInput {
    SequentialInput::from_source(&Arc::new(Source::memory(NAME, data.to_vec())))
}

fn part(part: Option<(u64, u64)>) -> Option<PartNumber> {
    part.map(|(number, of)| PartNumber { number, of })
}

/// What is printed.
#[derive(Default)]
struct Printed(Vec<u8>);

impl FindingSink for Printed {
    fn print(&mut self, written: &[u8], _: bool) -> io::Result<()> {
        self.0.extend_from_slice(written);
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        if let Diagnostic::Trouble(trouble) = diagnostic {
            panic!("{trouble}");
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// The records of two checks, without notices and with all of them, under two names.
pub(crate) fn checked(
    encoding: &'static Encoding,
    phase: u8,
    data: &[u8],
    number: Option<(u64, u64)>,
    step: u64,
) -> String {
    [Vec::new(), Notice::ALL.to_vec()]
        .into_iter()
        .enumerate()
        .map(|(index, told)| {
            let part = part(number);
            let orders = check::CheckParameters {
                reading: &|_: &dyn Peek| verdict(encoding),
                phase,
                detail: Detail::All,
                most: u64::MAX,
                rules: Rulebook::same_for_all(&told, &[]),
                part,
                binary: true,
                names_left_out: false,
                guesses: &check::GuessBudget::default(),
                threads: 2,
                step,
                columns: ColumnUnit::Character,
            };
            let records = Records {
                charset: Charset::Unicode,
                part,
                most: None,
            };
            let mut printed = Printed::default();
            let name = format!("{NAME}{index}");
            let (_, failure) = check_open(
                input(data),
                Path::new(&name),
                &orders,
                &records,
                &mut printed,
            );
            assert!(failure.is_none());
            text(printed.0)
        })
        .collect()
}

/// The object of statistics.
pub(crate) fn counted(
    encoding: &'static Encoding,
    phase: u8,
    data: &[u8],
    number: Option<(u64, u64)>,
    step: u64,
) -> String {
    let orders = stats::StatsParameters {
        reading: &|_: &dyn Peek| verdict(encoding),
        phase,
        most: 5,
        step,
        // The judge counts on one thread.
        threads: if number.is_some() { 2 } else { 1 },
        part: part(number),
    };
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let name = Path::new(NAME);
    match stats::count(&mut control, name, input(data), &orders) {
        JobEnd::Done(Ok(outcome)) => text(object(name, &outcome, Charset::Unicode)),
        JobEnd::Done(Err(trouble)) => panic!("{trouble}"),
        JobEnd::Cancelled => panic!("nobody cancels"),
    }
}

fn verdict(encoding: &'static Encoding) -> Verdict {
    Verdict {
        encoding,
        evidence: Evidence::Chosen,
    }
}

/// What merging records prints.
pub(crate) fn merged(records: &str) -> String {
    let mut merger = Merger::default();
    let mut offset = 0;
    for line in records.lines() {
        let len = line.len() as u64;
        let place = LinePlace {
            input: 0,
            offset,
            len,
        };
        offset += len + 1;
        merger.read_line(line.as_bytes(), place).unwrap();
    }
    let whole = merger.finish().unwrap();
    let mut read = |place: LinePlace| {
        let from = place.offset as usize;
        Ok(records.as_bytes()[from..from + place.len as usize].to_vec())
    };
    let mut printed = Vec::new();
    let mut out = |bytes: &[u8]| {
        printed.extend_from_slice(bytes);
        Ok(())
    };
    whole.print(Charset::Unicode, &mut read, &mut out).unwrap();
    text(printed)
}
