//! The check of a folder's files, each reported when it is known.
//!
//! Files come when the threads of [`super::check`] finish them, in batches. Invariant: however many
//! files there are, no more than [`MOST`] are reported, and the number of the others is too.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::check::{
    self, CheckOutcome, CheckParameters, CheckProgress, Detail, Diagnostic, FileFormatter, Finding,
    FindingSink, Formatter, GuessBudget, Rulebook, STEP,
};
use super::tree::{Tree, Unvisited};
use super::{Control, JobEnd};
use crate::codec::{ColumnUnit, Encoding};
use crate::detect::requested::{Likely, RequestedEncoding};
use crate::detect::verdict::Verdict;
use crate::unicode::notice::Notice;

/// The most files that are reported.
pub const MOST: usize = 10_000;

/// The notices that a file is marked for, the gravest first.
const MARKED: [Notice; 4] = [
    Notice::BidiControl,
    Notice::BidiUnpaired,
    Notice::MojibakeSuspect,
    Notice::ReplacementCharacter,
];

/// The facts about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surveyed {
    /// Its path.
    pub path: PathBuf,
    /// The result of its check.
    pub says: FileVerdict,
}

/// The result of a file's check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileVerdict {
    /// Its encoding, its size in bytes, and its faults.
    Checked {
        /// The encoding.
        encoding: &'static Encoding,
        /// The bytes.
        bytes: u64,
        /// The faults.
        faults: u64,
        /// The gravest notice that it has, of those that are looked for.
        worst: Option<Notice>,
    },
    /// It was read as UTF-8 and is probably in another encoding; this comes in addition.
    ReadsLike(Likely),
    /// Something could not be read, in words for one line that name it; the path is empty.
    Trouble(String),
}

/// The files of a folder that were not reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOutFiles {
    /// Binary files.
    pub binary: u64,
    /// Hidden and ignored files, and everything that is no regular file.
    pub unvisited: Unvisited,
    /// True if there were more files than reported.
    pub is_cut: bool,
}

/// Checks the files of a folder, except binary ones and those that git ignores, and reports each.
pub fn survey(
    control: &mut Control<'_>,
    folder: PathBuf,
    told: &dyn Fn(Vec<Surveyed>),
) -> JobEnd<LeftOutFiles> {
    let (sender, rows) = channel();
    let is_over = AtomicBool::new(false);
    let keeper = SurveyFormatter {
        sender,
        is_over: &is_over,
        count: AtomicUsize::new(0),
    };
    let totals = thread::scope(|scope| {
        let work = scope.spawn(move || {
            let orders = CheckParameters {
                reading: &|data| RequestedEncoding::AUTO.verdict_unguessed(data),
                phase: 0,
                detail: Detail::All,
                most: 0,
                rules: Rulebook::same_for_all(&MARKED, &[]),
                part: None,
                binary: false,
                names_left_out: false,
                guesses: &GuessBudget::unlimited(),
                threads: thread::available_parallelism().map_or(1, usize::from),
                step: STEP,
                columns: ColumnUnit::Character,
            };
            let mut sink = keeper.sink();
            let (totals, _) = check::check(Tree::new(vec![folder]), &orders, &keeper, &mut sink);
            LeftOutFiles {
                binary: totals.skipped,
                unvisited: totals.unvisited,
                is_cut: keeper.count.load(Ordering::Relaxed) > MOST,
            }
        });
        // It ends when the check does, which drops the sender.
        while let Ok(first) = rows.recv() {
            let batch: Vec<Surveyed> = std::iter::once(first).chain(rows.try_iter()).collect();
            told(batch);
            if control.is_cancelled() {
                is_over.store(true, Ordering::Relaxed);
            }
        }
        work.join()
    });
    match totals {
        _ if control.is_cancelled() => JobEnd::Cancelled,
        Ok(left_out) => JobEnd::Done(left_out),
        // Like a panic of this job itself.
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Passes on the facts about each file.
struct SurveyFormatter<'a> {
    sender: Sender<Surveyed>,
    is_over: &'a AtomicBool,
    count: AtomicUsize,
}

impl<'a> SurveyFormatter<'a> {
    fn sink(&self) -> SurveyReporter<'a> {
        SurveyReporter {
            sender: self.sender.clone(),
            is_over: self.is_over,
        }
    }
}

impl Formatter for SurveyFormatter<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(SurveyFileFormatter {
            keeper: self,
            name,
            verdict,
        })
    }
}

/// A file whose outcome is passed on.
struct SurveyFileFormatter<'a> {
    keeper: &'a SurveyFormatter<'a>,
    name: &'a Path,
    verdict: Verdict,
}

impl FileFormatter for SurveyFileFormatter<'_> {
    fn finding(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {}

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        if self.keeper.count.fetch_add(1, Ordering::Relaxed) >= MOST {
            self.keeper.is_over.store(true, Ordering::Relaxed);
        } else {
            let says = FileVerdict::Checked {
                encoding: self.verdict.encoding,
                bytes: outcome.bytes,
                faults: outcome.faults.total(),
                worst: outcome.noted.and_then(|noted| {
                    let mut marked = MARKED.into_iter();
                    marked.find(|notice| noted.count(*notice) > 0)
                }),
            };
            let path = self.name.to_owned();
            // It only fails if nobody wants the result any more.
            let _ = self.keeper.sender.send(Surveyed { path, says });
        }
        // A byte, so that the sink is asked whether more is wanted.
        out.push(b'.');
    }
}

/// Ends the check when no more is wanted, and passes on messages about files.
struct SurveyReporter<'a> {
    sender: Sender<Surveyed>,
    is_over: &'a AtomicBool,
}

impl FindingSink for SurveyReporter<'_> {
    fn print(&mut self, _: &[u8], _: bool) -> io::Result<()> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        let said = match diagnostic {
            // It names its place itself.
            Diagnostic::Trouble(trouble) => {
                Some((PathBuf::new(), FileVerdict::Trouble(trouble.to_string())))
            }
            Diagnostic::ReadsLike(path, likely) => {
                Some((path.clone(), FileVerdict::ReadsLike(*likely)))
            }
            Diagnostic::TwoMarks(..) | Diagnostic::LeftOut(..) => None,
        };
        if let Some((path, says)) = said {
            let _ = self.sender.send(Surveyed { path, says });
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}
