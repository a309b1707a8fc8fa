//! Two files side by side: their differences, found in the background.
//!
//! The inspector on the left compares, and both have the result. They are compared as bytes if both
//! are read in the same encoding, else as text: then the same text has no difference. Invariant:
//! the differences belong to the encodings and the bytes they were found in. They are dropped when
//! these change, and marked as old if a file has only grown.

use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, Starter, WhenBelow};
use super::reading::DataReading;
use super::{Session, SessionEffect};
use crate::job::background::Report;
use crate::job::diff::{
    self, DiffOutcome, Difference, FilePair, FileReading, IgnoredDifferences, STEP,
};
use crate::job::{Control, JobEnd};
use crate::model::compared::{
    ComparedFile, ComparedSide, ComparisonProgress, ComparisonUnit, Differences, EqualPlaces, MOST,
};
use crate::model::finding::MatchCount;
use crate::model::numbers::counted;
use crate::source::{Source, UpTo};
use crate::window::Peek as _;

pub(super) static COMPARE: Query = Query {
    below: WhenBelow::Ends,
    ..Query::new(
        "compare two files",
        Asked::Always {
            key: OpenFile::comparison_asked,
            start: OpenFile::start_comparison,
        },
    )
    .saying("compare the files", "comparing")
};

/// The file that another one is compared with.
#[derive(Debug, Clone)]
pub(super) enum Pairing {
    /// Nothing.
    Alone,
    /// The file on its right; how that is read.
    Left {
        other: Arc<Source>,
        reading: ComparedReading,
    },
    /// The file on its left, which compares them.
    Right,
}

/// Differences that are reported at once.
const BATCH: usize = 1024;
/// Bytes before the end that are compared again after a file has grown: the equal text there
/// depends on the bytes after it. If several alignments are equally good, the result may differ
/// from that of a comparison from the front.
const AGAIN: u64 = 4 << 20;

/// The reading of a file in a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ComparedReading {
    reading: DataReading,
    len: u64,
}

impl ComparedReading {
    /// True if the same is read, more of it at the end left aside.
    fn is_begun_by(&self, before: &Self) -> bool {
        self.reading == before.reading && self.len >= before.len
    }
}

impl OpenFile {
    pub(super) fn compared_reading(&self) -> ComparedReading {
        ComparedReading {
            reading: self.reading(),
            len: self.source.len(),
        }
    }

    /// Both files as they are read now; what grows all the time would never be compared to its
    /// end, so that a comparison that runs stays asked.
    fn comparison_asked(&self) -> Option<QueryKey> {
        let Pairing::Left { reading, .. } = self.pairing else {
            return None;
        };
        if !self.has_chosen() {
            return None;
        }
        let now = [self.compared_reading(), reading];
        let asked = self.queries.key(&COMPARE).filter(|key| match key {
            QueryKey::Two(before) => has_grown(before, &now) && self.queries.is_running(&COMPARE),
            _ => false,
        });
        Some(asked.cloned().unwrap_or(QueryKey::Two(now)))
    }

    /// Compares the data, on the left, with that on the right.
    fn start_comparison(&mut self, key: &QueryKey) -> Starter {
        let own = Arc::clone(&self.source);
        let (readings, other) = match (key, &self.pairing) {
            (QueryKey::Two(readings), Pairing::Left { other, .. }) => {
                (*readings, Arc::clone(other))
            }
            _ => ([self.compared_reading(); 2], Arc::clone(&own)),
        };
        let encodings = |of: &[ComparedReading; 2]| of.map(|one| one.reading.encoding);
        let before = self.compared_as.replace(readings);
        let is_again = before.as_ref().map(encodings) == Some(encodings(&readings));
        let known = self.facts.compared.take();
        let known = known.filter(|_| before.is_some_and(|before| has_grown(&before, &readings)));
        let unit = if readings[0].reading.encoding == readings[1].reading.encoding {
            ComparisonUnit::Byte
        } else {
            ComparisonUnit::Character
        };
        let from = match (&known, &before) {
            (Some(known), Some(before)) => resumed_from(known, before, unit),
            _ => [0; 2],
        };
        let mut differences = known.map(|known| known.differences).unwrap_or_default();
        let is_kept = !differences.runs.is_empty();
        let mut count = before_place(&differences.runs, from);
        let mut pairs = differences.pairs.until(from[0]);
        Arc::make_mut(&mut differences).progress = if is_kept {
            ComparisonProgress::OfBefore
        } else {
            ComparisonProgress::Running
        };
        self.facts.compared = Some(ComparedFile::new(differences, ComparedSide::First));
        let [first, second] = &readings;
        let lens = [first.len, second.len];
        let read = [first, second].map(|one| FileReading {
            encoding: one.reading.encoding,
            phase: one.reading.phase,
        });
        let said_before = self.state.message.clone();
        let work = move |control: &mut Control<'_>, report: &dyn Fn(Vec<Difference>)| {
            // Bytes that arrive meanwhile are compared afterwards.
            let (a, b) = (
                UpTo {
                    source: &own,
                    end: lens[0],
                },
                UpTo {
                    source: &other,
                    end: lens[1],
                },
            );
            let pair = FilePair {
                a: &a,
                b: &b,
                step: STEP,
                from,
            };
            let mut batch = Vec::new();
            let mut each = |difference: &Difference| {
                batch.push(*difference);
                count += 1;
                if !is_kept && (batch.len() >= BATCH || count == 1) {
                    report(mem::take(&mut batch));
                }
                if count < MOST {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let ended = match unit {
                ComparisonUnit::Byte => diff::bytes(control, pair, &mut each),
                ComparisonUnit::Character => {
                    let read = (read, IgnoredDifferences::default());
                    diff::text_with_places(control, pair, read, &mut each, &mut |at| pairs.push(at))
                }
            };
            if !is_kept {
                report(mem::take(&mut batch));
            }
            match ended {
                JobEnd::Done(outcome) => JobEnd::Done(EndedComparison {
                    outcome,
                    from,
                    rest: batch,
                    pairs,
                    is_whole: count < MOST,
                    is_again,
                    said_before,
                }),
                JobEnd::Cancelled => JobEnd::Cancelled,
            }
        };
        Starter::reporting(work, Self::compared)
    }

    fn compared(
        &mut self,
        _: &mut SessionContext,
        report: Report<EndedComparison, Vec<Difference>>,
    ) {
        let Some(compared) = &mut self.facts.compared else {
            return;
        };
        self.facts.found.count = None;
        compared.near = None;
        let differences = Arc::make_mut(&mut compared.differences);
        let runs = |batch: Vec<Difference>| {
            let runs = batch.into_iter();
            runs.map(|run| [run.a.range(), run.b.range()])
        };
        match report {
            Report::Progress(batch) => differences.runs.extend(runs(batch)),
            Report::Ended(JobEnd::Done(ended)) => {
                let EndedComparison {
                    outcome,
                    from,
                    rest,
                    pairs,
                    is_whole,
                    is_again,
                    said_before,
                } = ended;
                if differences.progress == ComparisonProgress::OfBefore {
                    let kept = before_place(&differences.runs, from);
                    differences.runs.truncate(kept);
                }
                differences.runs.extend(runs(rest));
                differences.begins = outcome.marks;
                differences.pairs = pairs;
                differences.progress = if is_whole {
                    ComparisonProgress::Done
                } else {
                    ComparisonProgress::Stopped
                };
                let said_now = self.state.message.as_ref();
                if !is_again && (said_now.is_none() || said_now == said_before.as_ref()) {
                    let said = said(differences, &outcome);
                    self.state.say(said);
                }
            }
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {
                differences.progress = ComparisonProgress::Stopped;
            }
        }
    }

    /// Copies the result of the inspector on the left.
    pub(super) fn know_compared(&mut self, differences: &Arc<Differences>, side: ComparedSide) {
        let known = self.facts.compared.as_ref();
        if known.is_none_or(|known| !Arc::ptr_eq(&known.differences, differences)) {
            self.facts.found.count = None;
            self.facts.compared = Some(ComparedFile::new(Arc::clone(differences), side));
        }
    }

    /// Marks the differences like matches.
    pub(super) fn mark_differences(&mut self, context: &SessionContext) {
        let Some(compared) = &self.facts.compared else {
            return;
        };
        if let Some(layout) = self.layout(context) {
            self.facts.found.shown = compared.shown(layout.shown(self.state.view.top));
        }
        let total = compared.differences.runs.len() as u64;
        let counted = self.facts.found.count.as_ref();
        if counted.is_none_or(|count| count.total != total) {
            let places = compared.places();
            self.facts.found.count = Some(MatchCount { total, places });
        }
    }
}

impl Session {
    /// Compares the data with that of another file from now on, or with none.
    pub(super) fn pair_with(&mut self, pairing: Pairing) -> Vec<SessionEffect> {
        let before = mem::replace(&mut self.file.pairing, pairing);
        if let Pairing::Alone = self.file.pairing {
            if let Pairing::Alone = before {
                return Vec::new();
            }
            self.file.facts.compared = None;
            self.file.facts.found.count = None;
        }
        self.ask()
    }
}

/// True if files are what they were, more of them at the end left aside.
fn has_grown(before: &[ComparedReading; 2], now: &[ComparedReading; 2]) -> bool {
    (0..2).all(|side| now[side].is_begun_by(&before[side]))
}

/// The place in both files up to which a comparison is valid after they have grown.
fn resumed_from(known: &ComparedFile, of: &[ComparedReading; 2], unit: ComparisonUnit) -> [u64; 2] {
    let [first, second] = of;
    let needs_state = |read: &ComparedReading| !read.reading.encoding.synchronises_itself();
    let is_text = unit == ComparisonUnit::Character;
    if known.differences.progress != ComparisonProgress::Done
        || is_text && (needs_state(first) || needs_state(second))
    {
        return [0; 2];
    }
    let before = |read: &ComparedReading| read.len.saturating_sub(AGAIN);
    let place = known.known_until(before(first), unit);
    let other = ComparedFile::new(Arc::clone(&known.differences), ComparedSide::Second);
    let [second, first] = other.known_until(before(second), unit);
    place.min([first, second])
}

/// A finished comparison.
struct EndedComparison {
    outcome: DiffOutcome,
    /// Its start, in both files.
    from: [u64; 2],
    /// The differences that were not reported before.
    rest: Vec<Difference>,
    /// Equal places in both files.
    pairs: EqualPlaces,
    /// True if these are all.
    is_whole: bool,
    /// True if the files were compared before.
    is_again: bool,
    /// The message at its start. If a key has set another one since, that stays.
    said_before: Option<String>,
}

/// The number of runs that end before a place in both files, or at it.
fn before_place(runs: &[[Range<u64>; 2]], place: [u64; 2]) -> usize {
    runs.partition_point(|run| (0..2).all(|side| run[side].end <= place[side]))
}

/// The result of a comparison, in a line.
fn said(differences: &Differences, outcome: &DiffOutcome) -> String {
    let runs = differences.runs.len() as u64;
    let more = match differences.progress {
        ComparisonProgress::Stopped => " and more",
        ComparisonProgress::Running | ComparisonProgress::OfBefore | ComparisonProgress::Done => "",
    };
    let unreadable = outcome.unreadable.iter().sum::<u64>();
    match (runs, unreadable) {
        (0, 0) => "no difference".to_owned(),
        (_, 0) => format!("{}{more}; n goes to the next", counted(runs, "difference")),
        _ => format!(
            "{}{more}; {unreadable} bytes could not be read",
            counted(runs, "difference")
        ),
    }
}
