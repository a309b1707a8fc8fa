//! Counting over files that misbehave, and over pipes.
//!
//! The oracle counts with the standard library.

use super::fake::Fake;
use super::{BAD, content};
use hexloupe::codec::table::UTF_8;
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::stats::{STEP, StatsOutcome, StatsParameters, count};
use hexloupe::job::{Control, JobEnd};
use hexloupe::source::{Pipe, SequentialInput, Trouble};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn ended(passage: SequentialInput, cancelled: bool) -> JobEnd<Result<StatsOutcome, Trouble>> {
    let cancel = AtomicBool::new(cancelled);
    let mut control = Control::new(&cancel, &|_| ());
    let verdict = Verdict {
        encoding: UTF_8,
        evidence: Evidence::Chosen,
    };
    let orders = StatsParameters {
        reading: &|_| verdict,
        phase: 0,
        most: 10,
        step: STEP,
        part: None,
        threads: 2,
    };
    count(&mut control, Path::new("fake"), passage, &orders)
}

#[track_caller]
fn counted(passage: SequentialInput) -> StatsOutcome {
    let done = match ended(passage, false) {
        JobEnd::Done(outcome) => outcome.ok(),
        JobEnd::Cancelled => None,
    };
    done.unwrap()
}

fn over(fake: Fake) -> SequentialInput {
    SequentialInput::over("fake", Box::new(fake)).unwrap()
}

/// Longer than one read, with characters and clusters across the ends of reads.
fn long() -> Vec<u8> {
    content().repeat(12)
}

#[track_caller]
fn holds(outcome: &StatsOutcome, data: &[u8]) {
    let chunks = || data.utf8_chunks();
    let characters: usize = chunks().map(|chunk| chunk.valid().chars().count()).sum();
    let faults = chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    let lines = data.split(|byte| *byte == b'\n').count() - 1;
    let found = &outcome.stats;
    assert_eq!(outcome.bytes, data.len() as u64);
    assert_eq!(found.characters, characters as u64);
    assert_eq!(found.clusters, characters as u64);
    assert_eq!(found.faults.total(), faults as u64);
    assert_eq!(found.endings.lf, lines as u64);
}

#[test]
fn files_and_pipes_are_counted_alike_however_they_come() {
    let data = long();
    for passage in [
        over(Fake::of(data.clone())),
        over(Fake::of(data.clone()).at_most(999).interrupted()),
        SequentialInput::Pipe(Pipe::from_reader("flow", io::Cursor::new(data.clone()))),
    ] {
        let outcome = counted(passage);
        holds(&outcome, &data);
        assert_eq!((outcome.troubles.len(), outcome.changed), (0, false));
    }
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_counted() {
    let data = content();
    let outcome = counted(over(Fake::of(data.clone()).bad(BAD)));
    assert_eq!(outcome.stats.unreadable, BAD.end - BAD.start);
    assert_eq!(outcome.bytes, data.len() as u64);
    let said: Vec<String> = outcome.troubles.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["fake: 8192 bytes could not be read"]);
    assert!(!outcome.is_well_formed());
}

#[test]
fn a_file_that_shrinks_meanwhile_is_said_to() {
    let data = long();
    let half = data.len() as u64 / 2;
    let outcome = counted(over(Fake::of(data).shrinking_to(half, 3)));
    let said: Vec<String> = outcome.troubles.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["fake: it shrank while it was counted; count it again"]
    );
    assert!(outcome.changed);
}

#[test]
fn a_pipe_that_fails_is_counted_as_far_as_it_came() {
    struct Failing(io::Cursor<Vec<u8>>);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the wire is cut")),
                read => Ok(read),
            }
        }
    }
    let flow = Pipe::from_reader("fake", Failing(io::Cursor::new(content())));
    let outcome = counted(SequentialInput::Pipe(flow));
    holds(&outcome, &content());
    let said: Vec<String> = outcome.troubles.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["fake: the wire is cut"]);
}

#[test]
fn an_endless_pipe_can_be_cancelled() {
    let endless = SequentialInput::Pipe(Pipe::from_reader("zeros", io::repeat(0)));
    assert!(matches!(ended(endless, true), JobEnd::Cancelled));
}
