//! Every ill-formed sequence of many files, with its position: the work of `check`.
//!
//! Files are the items of one ordered queue of work, and the pieces of a long file those of a queue
//! of its own, so findings come in the order of the paths. A [`Formatter`] makes the text of a
//! finding, a [`FindingSink`] prints it. Invariant: memory is bounded by the number of threads and
//! not by the data, and the output does not depend on the number of threads.

mod comments;
mod declared;
mod doubt;
mod files;
mod look;
mod misread;
mod names;
pub(super) mod opening;
mod part;
mod pieces;
mod pipe_parts;
mod rules;
mod run;
mod spotted;
mod unmarked;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::against::TextChangeKind;
use super::layer::CoatKind;
use super::parts::{PartNumber, PartRange};
use super::tree::{LeftOutReason, Unvisited};
use crate::codec::{ColumnUnit, Encoding, Fault, FaultCounts, SequenceContext};
use crate::detect::requested::Likely;
use crate::detect::verdict::Verdict;
use crate::scan::fault_scanner::SequencePosition;
use crate::source::Trouble;
use crate::unicode::hidden::HiddenText;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;
use crate::window::Peek;

pub use doubt::GuessBudget;
pub use files::{check, check_open, check_target};
pub use rules::{FileRules, FileRuling, Rulebook};
pub use run::SHOWN;

/// The usual number of bytes checked at once.
pub const STEP: u64 = 1 << 20;

/// The options of a check.
pub struct CheckParameters<'a> {
    /// Chooses the encoding from the beginning of some data; the length of the data is that of the
    /// whole file if it is known.
    pub reading: &'a (dyn Fn(&dyn Peek) -> Verdict + Sync),
    /// The offset where code units start, modulo their size.
    pub phase: u8,
    /// The amount of detail in the output.
    pub detail: Detail,
    /// The most findings per file that are reported; further ones are only counted.
    pub most: u64,
    /// The notices that are reported and counted, and those that are findings like faults.
    pub rules: Rulebook<'a>,
    /// The checked part of each file, if not all of it.
    pub part: Option<PartNumber>,
    /// True if binary files that were found in a directory are checked too.
    pub binary: bool,
    /// True if each file that is left out is named.
    pub names_left_out: bool,
    /// The guesses that were made, which files checked one by one share.
    pub guesses: &'a GuessBudget,
    /// The most threads that check.
    pub threads: usize,
    /// Bytes checked at once, at least one; the findings do not depend on it.
    pub step: u64,
    /// The unit of columns.
    pub columns: ColumnUnit,
}

impl CheckParameters<'_> {
    /// Reports whether only the existence of faults is wanted.
    fn roughly(&self, rules: &FileRules) -> bool {
        self.detail == Detail::Whether && !rules.wants_notices()
    }

    /// The phase of an encoding's code units.
    fn phase_of(&self, verdict: Verdict) -> u64 {
        u64::from(self.phase) % u64::from(verdict.encoding.unit)
    }
}

/// The data that every thread of a check needs.
struct CheckContext<'a> {
    orders: &'a CheckParameters<'a>,
    formatter: &'a dyn Formatter,
}

impl CheckContext<'_> {
    /// The most threads that check.
    fn threads(&self) -> u64 {
        self.orders.threads as u64
    }
}

/// The amount of detail about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The existence of a finding: the check ends at the first.
    Whether,
    /// Every finding, and the counts.
    All,
}

/// A fault or a notice in the data.
pub struct Finding<'a> {
    /// Its kind.
    pub what: FindingKind<'a>,
    /// Its offsets in the data.
    pub range: Range<u64>,
    /// Its bytes; for a run the first [`SHOWN`].
    pub bytes: &'a [u8],
    /// Its line, column and character number, counted from the start of the checked part.
    pub position: SequencePosition,
    /// Its severity; the file fails for an error.
    pub severity: Severity,
    /// The number of characters, if it is a run of neighbours; else 1.
    pub count: u64,
    /// The text hidden by the run, if it seems to hide some.
    pub hidden: Option<&'a HiddenText>,
    /// The ASCII word that the word imitates, if any.
    pub twin: Option<&'a str>,
    /// The coats around its layer, the outermost first; none for the file itself.
    pub layer: &'a [CoatKind],
}

/// The kind of a finding.
#[derive(Clone, Copy)]
pub enum FindingKind<'a> {
    /// An ill-formed sequence, with the bytes around it.
    Fault(Fault, &'a SequenceContext<'a>),
    /// A notice, and the code point that has it.
    Notice(Notice, u32),
    /// The file is in another encoding as a whole: its places are not findings of their own.
    Misread(&'a MisreadFile),
}

/// A file that is in another encoding as a whole.
pub struct MisreadFile {
    /// The encoding that it was expected in.
    pub cause: MisreadCause,
    /// The encoding, the evidence, and the number of places, in words.
    pub said: String,
}

/// The expectation that a whole file does not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisreadCause {
    /// It is to be UTF-8, as all files are.
    NotUtf8,
    /// It is to be in the encoding that its tree declares.
    NotAsDeclared,
    /// Its bytes are to be those of an older version, but for edits.
    Changed(TextChangeKind),
}

impl MisreadFile {
    /// The finding that names a line of the file, and no bytes.
    pub fn in_line(&self, line: u64, severity: Severity) -> Finding<'_> {
        Finding {
            what: FindingKind::Misread(self),
            range: 0..0,
            bytes: &[],
            position: SequencePosition {
                line,
                column: 1,
                character: 1,
            },
            severity,
            count: 1,
            hidden: None,
            twin: None,
            layer: &[],
        }
    }
}

impl MisreadCause {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::NotUtf8,
        Self::NotAsDeclared,
        Self::Changed(TextChangeKind::Destroyed),
        Self::Changed(TextChangeKind::DoubleEncoded),
        Self::Changed(TextChangeKind::Bom),
        Self::Changed(TextChangeKind::LineEnds),
        Self::Changed(TextChangeKind::Encoding),
        Self::Changed(TextChangeKind::Normalized),
    ];

    /// The identifier of the kind of finding.
    pub const fn id(self) -> &'static str {
        match self {
            Self::NotUtf8 => "not-utf-8",
            Self::NotAsDeclared => "not-as-declared",
            Self::Changed(kind) => kind.id(),
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::NotUtf8 => "text in another encoding than UTF-8",
            Self::NotAsDeclared => "text in another encoding than its declaration",
            Self::Changed(kind) => kind.about(),
        }
    }

    /// Its meaning.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::NotUtf8 => {
                "The whole file is text in another encoding. Convert it with hexloupe recode, or name its \
                 encoding with -e; --each lists the places that are not UTF-8."
            }
            Self::NotAsDeclared => {
                "The file is in another encoding than .gitattributes (working-tree-encoding) or \
                 .editorconfig (charset) says, or its byte order mark is against them. Convert it with \
                 hexloupe recode, or mend the declaration."
            }
            Self::Changed(_) => {
                "A change since an older version that is no edit. hexloupe check --against REV --restore \
                 puts back what it can and keeps the edits; --expect names the changes that are meant."
            }
        }
    }
}

/// The number of times that each notice occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoticeCounts([u64; Notice::ALL.len()]);

impl NoticeCounts {
    /// Counts one.
    pub fn add(&mut self, notice: Notice) {
        self.0[notice as usize] += 1;
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &Self) {
        for (ours, theirs) in self.0.iter_mut().zip(other.0) {
            *ours += theirs;
        }
    }

    /// The counts of some notices.
    #[must_use]
    pub fn only(&self, counts: impl Fn(Notice) -> bool) -> Self {
        let mut only = Self::default();
        for notice in Notice::ALL.iter().filter(|notice| counts(**notice)) {
            only.0[*notice as usize] = self.0[*notice as usize];
        }
        only
    }

    /// The number of all.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of times that a notice occurs.
    pub fn count(&self, notice: Notice) -> u64 {
        self.0[notice as usize]
    }
}

/// The result of checking a file.
#[derive(Debug, Clone, Copy)]
pub struct CheckOutcome {
    /// The encoding it was read in, and the evidence.
    pub verdict: Verdict,
    /// Bytes that were checked.
    pub bytes: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Lines.
    pub lines: u64,
    /// Faults by kind.
    pub faults: FaultCounts,
    /// The notices by kind; none if none were requested.
    pub noted: Option<NoticeCounts>,
    /// The number of these that fail the file.
    pub denied: u64,
    /// Notices that comments in the file allow.
    pub allowed: u64,
    /// Findings that were not reported.
    pub left_out: u64,
    /// Bytes that could not be read.
    pub unreadable: u64,
    /// True if its bytes changed during the check.
    pub changed: bool,
    /// The part that was checked, if not all of the file. Bytes, characters and lines are those of
    /// the part.
    pub part: Option<PartRange>,
    /// The offset where its second part begins, if it is joined from text in bytes and in wide units.
    pub joined: Option<u64>,
    /// True if something counts as a finding: a fault, a denied notice, or parts that were joined.
    pub found: bool,
}

impl CheckOutcome {
    /// The outcome for a file of which nothing was counted.
    pub fn of_nothing(verdict: Verdict) -> Self {
        Self {
            verdict,
            bytes: 0,
            characters: 0,
            lines: 0,
            faults: FaultCounts::default(),
            noted: None,
            denied: 0,
            allowed: 0,
            left_out: 0,
            unreadable: 0,
            changed: false,
            part: None,
            joined: None,
            found: false,
        }
    }

    /// Reports whether it has no faults, all of it could be read, and it did not change.
    pub fn is_well_formed(&self) -> bool {
        self.faults.total() == 0 && self.unreadable == 0 && !self.changed
    }
}

/// The result of checking all files.
#[derive(Debug, Clone, Copy, Default)]
pub struct CheckTotals {
    /// Files that were checked.
    pub files: u64,
    /// The number of these with findings.
    pub faulty: u64,
    /// Binary files that were skipped.
    pub skipped: u64,
    /// Files that their rules leave out.
    pub excluded: u64,
    /// The parts of directories that were left out.
    pub unvisited: Unvisited,
    /// The number of files or directories that could not be read or were changed.
    pub troubles: u64,
    /// Bytes that were checked.
    pub bytes: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Lines.
    pub lines: u64,
    /// Faults by kind.
    pub faults: FaultCounts,
    /// The requested notices, by kind.
    pub noted: NoticeCounts,
    /// Files that are joined from parts in several encodings.
    pub joined: u64,
    /// Files in another encoding than is declared.
    pub undeclared: u64,
    /// Notices that comments in files allow.
    pub allowed: u64,
    /// Findings that are already known, and were not reported.
    pub known: u64,
    /// Findings that were not reported.
    pub left_out: u64,
    /// Files of the same kind as the guessed ones that were not guessed.
    pub not_guessed: u64,
}

impl CheckTotals {
    fn add(&mut self, outcome: &CheckOutcome) {
        self.files += 1;
        self.bytes += outcome.bytes;
        self.characters += outcome.characters;
        self.lines += outcome.lines;
        self.faults.merge(&outcome.faults);
        self.noted.merge(&outcome.noted.unwrap_or_default());
        self.joined += u64::from(outcome.joined.is_some());
        self.allowed += outcome.allowed;
        self.left_out += outcome.left_out;
    }

    /// Adds the totals of other files.
    pub fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.faulty += other.faulty;
        self.skipped += other.skipped;
        self.excluded += other.excluded;
        self.unvisited.merge(other.unvisited);
        self.troubles += other.troubles;
        self.bytes += other.bytes;
        self.characters += other.characters;
        self.lines += other.lines;
        self.faults.merge(&other.faults);
        self.noted.merge(&other.noted);
        self.joined += other.joined;
        self.undeclared += other.undeclared;
        self.allowed += other.allowed;
        self.known += other.known;
        self.left_out += other.left_out;
        self.not_guessed += other.not_guessed;
    }
}

/// Writes findings as text or as records.
pub trait Formatter: Sync {
    /// The formatter for one file.
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a>;
}

/// Writes the findings of one file as text or as records.
pub trait FileFormatter {
    /// Adds what is wrong with the file as a whole, in lines, before its first finding; whoever prints files
    /// for people does so.
    fn answer(&mut self, _said: &[u8], _out: &mut Vec<u8>) {}

    /// Adds a finding.
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>);

    /// Takes from the outcome of the file, before it counts, what is no finding after all.
    fn settle(&mut self, _outcome: &mut CheckOutcome) {}

    /// Adds the outcome of the file.
    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>);
}

/// A message about a file that is no finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnostic {
    /// An error.
    Trouble(Trouble),
    /// A file or a folder below a named directory is not checked.
    LeftOut(PathBuf, LeftOutReason),
    /// The file begins with the byte order marks of two encodings: the one it was read in, and
    /// the other.
    TwoMarks(PathBuf, &'static Encoding, &'static Encoding),
    /// The file was read as UTF-8 for lack of evidence, but is probably in another encoding; or it is
    /// joined from parts.
    ReadsLike(PathBuf, Likely),
}

impl Diagnostic {
    /// Its severity: parts that were joined fail the file.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Trouble(_) | Self::ReadsLike(_, Likely::Joined { .. }) => Severity::Error,
            Self::TwoMarks(..) | Self::LeftOut(..) | Self::ReadsLike(..) => Severity::Note,
        }
    }
}

/// The progress of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckProgress {
    /// Files that are finished.
    pub files: u64,
    /// Bytes that are finished.
    pub bytes: u64,
    /// Bytes in total, if there is only one file and its length is known.
    pub of: Option<u64>,
}

/// The receiver of findings.
pub trait FindingSink: Send {
    /// Prints output; `now` is true if the next output may take long, so nothing may be held back.
    ///
    /// # Errors
    /// The output could not be printed; the check ends.
    fn print(&mut self, written: &[u8], now: bool) -> io::Result<()>;

    /// Reports a message that is no finding.
    fn say(&mut self, diagnostic: &Diagnostic);

    /// Reports the progress.
    fn progress(&mut self, progress: CheckProgress);
}
