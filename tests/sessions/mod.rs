//! Random sessions with the inspector: after every key, the cursor, the sequence under it,
//! its number, line and column are those of the data.
//!
//! The data is written from known pieces (`pieces`, `written`), at lengths within 24 of
//! the block sizes in use, in every encoding of the table, as a file and as a pipe. The
//! judge (`judge`) knows what was written; data that is read in another encoding is judged
//! by one walk from front to back. `HEXLOUPE_SESSIONS=50` runs 50 times as many sessions,
//! `HEXLOUPE_SESSIONS_SEED=n` begins with seed n. Invariant: a session depends only on
//! seed, encoding and length.

mod across;
mod answered;
mod beside;
mod edited;
mod folder;
mod followed;
mod judge;
mod layers;
mod level;
mod level_text;
mod opened;
mod orders;
mod pieces;
mod questions;
mod records;
mod saving;
mod seen;
mod session;
mod seven;
mod shifted;
mod strings;
mod tab_seat;
mod tabs;
mod through;
mod wide;
mod written;

use crate::drip;
use crate::play;
use crate::turns;

use drip::Drip;
use hexloupe::codec::{Encoding, table};
use hexloupe::job::JobEnd;
use hexloupe::job::background::Report;
use hexloupe::source::{PullOutcome, Source};
use judge::Judge;
use pieces::Pieces;
use play::dice::{Dice, mix};
use session::Session;
use std::env;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use written::Written;

/// How far lengths are from the length of a block.
const AROUND: usize = 24;

/// A number from the environment.
fn asked(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// The seeds of this run.
fn seeds() -> impl Iterator<Item = u64> {
    let first = asked("HEXLOUPE_SESSIONS_SEED").unwrap_or(1);
    first..first + asked("HEXLOUPE_SESSIONS").unwrap_or(1)
}

/// The lengths within some bytes of an edge.
fn around(edge: usize) -> RangeInclusive<usize> {
    edge.saturating_sub(AROUND)..=edge + AROUND
}

/// An encoding, and the pieces of its data.
struct Row {
    encoding: &'static Encoding,
    pieces: Pieces,
    number: u64,
}

fn rows() -> Vec<Row> {
    let rows = (0..).zip(table::all());
    let rows = rows.map(|(number, encoding)| Row {
        encoding,
        pieces: pieces::of(encoding),
        number,
    });
    rows.collect()
}

impl Row {
    /// The dice of a session with a seed and a length.
    fn dice(&self, seed: u64, len: usize) -> Dice {
        Dice::seeded(mix(seed) ^ mix(self.number << 32 | len as u64))
    }

    /// The lengths that this encoding gets; others with other seeds.
    fn dealt(
        &self,
        lengths: impl Iterator<Item = usize>,
        seed: u64,
    ) -> impl Iterator<Item = usize> {
        turns::dealt(lengths, ((self.number + seed) as usize, self.encoding))
    }

    /// Data of a length, and its judge.
    #[track_caller]
    fn data(&self, len: usize, dice: &mut Dice) -> (Rc<Vec<u8>>, Judge) {
        let unit = u64::from(self.encoding.unit);
        let phase = if dice.one_in(3) { dice.below(unit) } else { 0 };
        let written = Written::new(self.encoding, &self.pieces, phase as usize, len, dice);
        assert_eq!(written.bytes.len(), len);
        let judge = written.judge(self.encoding, phase);
        (Rc::new(written.bytes), judge)
    }

    #[track_caller]
    fn session(&self, seed: u64, len: usize, deeds: u64) {
        let mut dice = self.dice(seed, len);
        let (bytes, judge) = self.data(len, &mut dice);
        let name = self.name(seed, len, "a file");
        let source = Source::memory("session", bytes.to_vec());
        let mut session = Session::new(name, source, bytes, judge, dice);
        session.scan();
        session.play(deeds);
    }

    fn name(&self, seed: u64, len: usize, what: &str) -> String {
        let id = self.encoding.id;
        format!("HEXLOUPE_SESSIONS_SEED={seed}: {what} of {len} bytes in {id}")
    }

    /// A session on a pipe: keys while its bytes arrive, and the judge once all have.
    #[track_caller]
    fn pipe(&self, seed: u64, len: usize, deeds: u64) {
        let mut dice = self.dice(seed, len);
        let (bytes, judge) = self.data(len, &mut dice);
        let name = self.name(seed, len, "a pipe");
        let by = dice.within(1..len.max(2) as u64) as usize;
        let source = Source::flowing("pipe", Drip::new(&bytes, by));
        let mut session = Session::new(name, source, bytes, judge, dice);
        let source = Arc::clone(session.driven.session.source());
        let mut came = 0;
        while let PullOutcome::Bytes(total) = source.pull().expect("a pipe that brings its bytes") {
            came += 1;
            if came < 8 {
                session.note("<more>");
                session.came(&Report::Progress(total));
                session.scan_on();
                session.fidget(2);
            }
        }
        session.note("<all>");
        session.came(&Report::Ended(JobEnd::Done(None)));
        session.scan_on();
        session.count();
        session.play(deeds);
    }
}

/// The walk reads what was written.
#[test]
fn the_walk_reads_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for len in [0, 1, 2, 3, 4, 5, 17, 63, 700, 3000] {
                let (bytes, judge) = row.data(len, &mut row.dice(seed, len));
                let walked = Judge::by_walk(&bytes, row.encoding, judge.phase);
                let differ = judge.records.iter().zip(&walked.records);
                let differ = differ.enumerate().find(|(_, (a, b))| a != b);
                let near = differ.map(|(at, _)| judge.range(at).start as usize);
                let near = near.map(|at| &bytes[at.saturating_sub(8)..bytes.len().min(at + 8)]);
                let name = row.name(seed, len, "data");
                assert!(differ.is_none(), "{name}: {differ:?} in {near:02X?}");
                assert_eq!(judge.records.len(), walked.records.len(), "{name}");
            }
        }
    }
}

/// Short files, also around the distance of two checkpoints.
#[test]
fn short_files_are_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for len in row.dealt((0..=72).chain(around(512)), seed) {
                row.session(seed, len, 8);
            }
        }
    }
}

/// Lengths around those of a feed, of a lookback and of the search for a cluster.
#[test]
fn files_around_a_page_are_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for len in row.dealt(around(4096), seed) {
                row.session(seed, len, 8);
            }
        }
    }
}

/// The lengths that are counted, searched and read at a time, and at which the blocks of
/// the index grow; and how many lengths around each an encoding gets: all in 49 runs.
const LONG: [(usize, u64); 4] = [(8 << 10, 12), (128 << 10, 2), (256 << 10, 2), (1 << 20, 1)];

/// Twice the longest block, and for every n-th encoding only.
const LONGEST: (usize, u64) = (2 << 20, 4);

/// Some of the lengths around an edge, different ones for different seeds.
fn dealt(row: &Row, seed: u64, edge: usize, count: u64) -> impl Iterator<Item = usize> {
    let lengths = around(edge);
    let all = lengths.clone().count() as u64;
    let first = row.number * 5 + seed * 11;
    let places = (0..count).map(move |turn| (first + turn * 13) % all);
    places.map(move |place| lengths.start() + place as usize)
}

/// Long files are slow, so that there are few of them.
#[test]
fn long_files_are_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for (edge, count) in LONG {
                let lengths = dealt(&row, seed, edge, count);
                for len in row.dealt(lengths, seed) {
                    row.session(seed, len, 12);
                }
            }
            let (edge, every) = LONGEST;
            if (row.number + seed).is_multiple_of(every) {
                for len in dealt(&row, seed, edge, 1) {
                    row.session(seed, len, 40);
                }
            }
        }
    }
}

#[test]
fn pipes_are_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for edge in [16, 512, 4096] {
                for len in dealt(&row, seed, edge, 4) {
                    row.pipe(seed, len, 8);
                }
            }
        }
    }
}
