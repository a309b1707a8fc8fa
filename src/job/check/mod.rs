//! Every ill-formed sequence of many files, each with its place: the work of
//! `check`.
//!
//! Files are the items of one ordered row of work, and the pieces of a long file those of
//! a row of its own, so findings come in the order of the paths. What a finding looks like
//! is the [`Formatter`]'s, and where it goes the [`Sink`]'s. Invariant: memory
//! is bounded by the threads and not by the data, and what is handed on does not
//! depend on how many threads there are.

mod files;
mod look;
pub(super) mod opening;
mod part;
mod pieces;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::codec::{Encoding, Fault, Kinds, SequenceContext};
use crate::detect::verdict::Verdict;
use crate::scan::fault_scanner::Position;
use crate::source::Trouble;
use crate::unicode::notice::Notice;
use crate::window::Peek;

pub use files::{check, check_open};

/// Bytes that are gone through at once, unless there is a reason for others.
pub const STEP: u64 = 1 << 20;

/// How to check.
pub struct Orders<'a> {
    /// The encoding of some data of which the beginning is there; its length is
    /// that of the whole where it is known.
    pub reading: &'a (dyn Fn(&dyn Peek) -> Verdict + Sync),
    /// Where code units start.
    pub phase: u8,
    /// How much is to be said.
    pub detail: Detail,
    /// The most findings of a file that are told.
    pub most: u64,
    /// Notices that are told and counted.
    pub told: Vec<Notice>,
    /// Those among them that are findings as faults are.
    pub denied: Vec<Notice>,
    /// Whether binary files below a directory are checked too.
    pub binary: bool,
    /// The most threads.
    pub threads: usize,
    /// Bytes that are gone through at once, at least one: what is found does not depend
    /// on it.
    pub step: u64,
}

impl Orders<'_> {
    /// Whether each character must be looked at.
    fn wants_notices(&self) -> bool {
        !self.told.is_empty()
    }

    /// Whether only faults are wanted.
    fn roughly(&self) -> bool {
        self.detail == Detail::Whether && !self.wants_notices()
    }

    /// Where code units of an encoding start.
    fn phase_of(&self, verdict: Verdict) -> u64 {
        u64::from(self.phase) % u64::from(verdict.encoding.unit)
    }
}

/// What everyone at work on a check has to know.
struct Context<'a> {
    orders: &'a Orders<'a>,
    formatter: &'a dyn Formatter,
}

impl Context<'_> {
    /// The most threads at work.
    fn threads(&self) -> u64 {
        self.orders.threads as u64
    }
}

/// How much is to be said of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Whether anything is found: its first finding suffices.
    Whether,
    /// Every finding and what was counted.
    All,
}

/// Something to tell of the data.
pub struct Finding<'a> {
    /// What.
    pub what: What<'a>,
    /// Its offsets.
    pub range: Range<u64>,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Where it stands.
    pub position: Position,
}

/// What is found.
#[derive(Clone, Copy)]
pub enum What<'a> {
    /// An ill-formed sequence in its surroundings.
    Fault(Fault, &'a SequenceContext<'a>),
    /// A notice on a character.
    Notice(Notice, u32),
}

/// How often each notice was met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Noted([u64; Notice::ALL.len()]);

impl Noted {
    /// Counts one.
    pub fn add(&mut self, notice: Notice) {
        self.0[notice as usize] += 1;
    }

    /// Counts those of another count too.
    pub fn merge(&mut self, other: &Self) {
        for (ours, theirs) in self.0.iter_mut().zip(other.0) {
            *ours += theirs;
        }
    }

    /// How many of a kind.
    pub fn of(&self, notice: Notice) -> u64 {
        self.0[notice as usize]
    }
}

/// What came of a file.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    /// How it was read.
    pub verdict: Verdict,
    /// Its bytes.
    pub bytes: u64,
    /// Its well-formed characters.
    pub characters: u64,
    /// Its lines.
    pub lines: u64,
    /// Its faults by kind.
    pub faults: Kinds,
    /// Its notices, those that were asked for.
    pub noted: Noted,
    /// Findings that were not told.
    pub left_out: u64,
    /// Bytes that could not be read.
    pub unreadable: u64,
    /// Whether it was written to meanwhile.
    pub changed: bool,
}

impl Outcome {
    /// Whether all of it was seen, as it is, and is well-formed.
    pub fn is_well_formed(&self) -> bool {
        self.faults.total() == 0 && self.unreadable == 0 && !self.changed
    }
}

/// What came of all files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Totals {
    /// Files that were checked.
    pub files: u64,
    /// Those of them in which something was found.
    pub faulty: u64,
    /// Binary files that were skipped.
    pub skipped: u64,
    /// Files or directories there was trouble with.
    pub troubles: u64,
    /// Bytes that were checked.
    pub bytes: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Lines.
    pub lines: u64,
    /// Faults by kind.
    pub faults: Kinds,
    /// Notices, those that were asked for.
    pub noted: Noted,
    /// Findings that were not told.
    pub left_out: u64,
}

impl Totals {
    fn add(&mut self, outcome: &Outcome) {
        self.files += 1;
        self.bytes += outcome.bytes;
        self.characters += outcome.characters;
        self.lines += outcome.lines;
        self.faults.merge(&outcome.faults);
        self.noted.merge(&outcome.noted);
        self.left_out += outcome.left_out;
    }

    /// Counts what came of other files too.
    pub fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.faulty += other.faulty;
        self.skipped += other.skipped;
        self.troubles += other.troubles;
        self.bytes += other.bytes;
        self.characters += other.characters;
        self.lines += other.lines;
        self.faults.merge(&other.faults);
        self.noted.merge(&other.noted);
        self.left_out += other.left_out;
    }
}

/// Who puts findings into words or records.
pub trait Formatter: Sync {
    /// What writes of one file.
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a>;
}

/// Puts the findings of one file into words or records.
pub trait FileFormatter {
    /// Adds a finding.
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>);

    /// Adds what came of the file.
    fn outcome(&mut self, outcome: &Outcome, out: &mut Vec<u8>);
}

/// Something to say of a file that is no finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnostic {
    /// Something went wrong.
    Trouble(Trouble),
    /// The file opens with the marks of two encodings; the one it was read in and
    /// the other.
    TwoMarks(PathBuf, &'static Encoding, &'static Encoding),
}

/// How far all is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Files that are done.
    pub files: u64,
    /// Bytes that are done.
    pub bytes: u64,
    /// Bytes there are, where one file is all.
    pub of: Option<u64>,
}

/// Where findings go.
pub trait Sink: Send {
    /// Takes what was written; with `now`, nothing more may come for long.
    ///
    /// # Errors
    /// It cannot be taken. Then the check ends.
    fn print(&mut self, written: &[u8], now: bool) -> io::Result<()>;

    /// Takes a word beside it.
    fn say(&mut self, diagnostic: &Diagnostic);

    /// Hears how far all is.
    fn progress(&mut self, progress: Progress);
}
