//! Two files side by side: what differs is found in the background.
//!
//! The inspector on the left compares, and both know the result. As bytes, if both are read in
//! the same encoding, else as text: then the same text differs nowhere. Invariant: the
//! differences are those of the encodings and the bytes that they were found in: they are dropped
//! when these change, and said to be of before where a file has only grown.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::data::Choice;
use super::task::{Kind, ShownAtOnce};
use super::{Effect, Session};
use crate::codec::Encoding;
use crate::job::background::Report;
use crate::job::diff::{self, Alike, Difference, Outcome, Pair, Reading, STEP};
use crate::job::{Control, End};
use crate::model::compared::{Compared, Differences, MOST, Pairs, Progress, Side, Unit};
use crate::model::finding::Count;
use crate::model::layout::Layout;
use crate::model::numbers::counted;
use crate::source::{Source, UpTo};
use crate::window::Peek as _;

static COMPARE: Kind =
    Kind::new("compare two files", ShownAtOnce::AtTheEnd).saying("compare the files", "comparing");

/// Differences that are told at once.
const BATCH: usize = 1024;
/// Bytes before the end that are compared again where a file has grown: what is taken for alike
/// depends on what comes after it. Where several alignments are as good, another one may be found
/// than in a comparison from the front.
const AGAIN: u64 = 4 << 20;

/// How a file is read, for a comparison.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReadAs {
    encoding: &'static Encoding,
    phase: u64,
    /// How often the bytes had become others.
    changes: u64,
    len: u64,
}

/// What a comparison that is known is worth, as the files are now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is of these bytes.
    Holds,
    /// It is of these files before they grew.
    OfBefore,
    /// It is of other bytes, or there is none.
    None,
}

impl ReadAs {
    /// Whether the same is read, more of it at the end left aside.
    fn is_begun_by(&self, before: &Self) -> bool {
        let len = before.len;
        self.len >= len
            && Self {
                len,
                ..self.clone()
            } == *before
    }
}

impl Session {
    pub(super) fn read_as(&self) -> ReadAs {
        ReadAs {
            encoding: self.state.view.encoding(),
            phase: self.state.view.phase,
            changes: self.changes,
            len: self.data.source.len(),
        }
    }

    /// Whether the encoding of the data was chosen, if only for now.
    pub(super) fn has_chosen(&self) -> bool {
        matches!(self.data.choice, Choice::Made | Choice::Provisional)
    }

    /// What is known of both files, as they are read now.
    pub(super) fn standing_of(&self, with: &[ReadAs; 2]) -> Standing {
        match self.tasks.compare.of() {
            Some(known) if known == with => Standing::Holds,
            Some([first, second]) if with[0].is_begun_by(first) && with[1].is_begun_by(second) => {
                // What grows all the time would never be compared to its end.
                if self.tasks.compare.is_running() {
                    Standing::Holds
                } else {
                    Standing::OfBefore
                }
            }
            _ => Standing::None,
        }
    }

    /// Compares the data, on the left, with that of another inspector.
    pub(super) fn compare_with(
        &mut self,
        other: Arc<Source>,
        readings: [ReadAs; 2],
    ) -> Vec<Effect> {
        let encodings = |of: &[ReadAs; 2]| [of[0].encoding, of[1].encoding];
        let before = self.tasks.compare.of().map(encodings);
        let is_again = before == Some(encodings(&readings));
        let known = self.facts.compared.take();
        let known = known.filter(|_| self.standing_of(&readings) == Standing::OfBefore);
        let unit = if readings[0].encoding == readings[1].encoding {
            Unit::Byte
        } else {
            Unit::Character
        };
        let from = { known.as_ref() }.map_or([0; 2], |known| self.resumed_from(known, unit));
        let mut differences = known.map(|known| known.differences).unwrap_or_default();
        let is_kept = !differences.runs.is_empty();
        let mut count = before_place(&differences.runs, from);
        let mut pairs = differences.pairs.until(from[0]);
        Arc::make_mut(&mut differences).progress = if is_kept {
            Progress::OfBefore
        } else {
            Progress::Running
        };
        self.facts.compared = Some(Compared::new(differences, Side::First));
        let own = Arc::clone(&self.data.source);
        let [first, second] = &readings;
        let lens = [first.len, second.len];
        let read = [first, second].map(|one| Reading {
            encoding: one.encoding,
            phase: one.phase,
        });
        let said_before = self.state.message.clone();
        let work = move |control: &mut Control<'_>, told: &dyn Fn(Vec<Difference>)| {
            // What grows meanwhile is compared afterwards.
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
            let pair = Pair {
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
                    told(std::mem::take(&mut batch));
                }
                if count < MOST {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let ended = match unit {
                Unit::Byte => diff::bytes(control, pair, &mut each),
                Unit::Character => {
                    let read = (read, Alike::default());
                    diff::text_with_places(control, pair, read, &mut each, &mut |at| pairs.take(at))
                }
            };
            if !is_kept {
                told(std::mem::take(&mut batch));
            }
            match ended {
                End::Done(outcome) => End::Done(Ended {
                    outcome,
                    from,
                    rest: batch,
                    pairs,
                    is_whole: count < MOST,
                    is_again,
                    said_before,
                }),
                End::Cancelled => End::Cancelled,
            }
        };
        self.start_reporting(
            (&COMPARE, |session| &mut session.tasks.compare),
            readings,
            work,
            Self::compared,
        );
        std::mem::take(&mut self.effects)
    }

    /// The place in both files up to which a comparison holds, after they have grown.
    fn resumed_from(&self, known: &Compared, unit: Unit) -> [u64; 2] {
        let Some([first, second]) = self.tasks.compare.of() else {
            return [0; 2];
        };
        let needs_state = |read: &ReadAs| !read.encoding.synchronises_itself();
        let is_text = unit == Unit::Character;
        if known.differences.progress != Progress::Done
            || is_text && (needs_state(first) || needs_state(second))
        {
            return [0; 2];
        }
        let before = |read: &ReadAs| read.len.saturating_sub(AGAIN);
        let place = known.known_until(before(first), unit);
        let other = Compared::new(Arc::clone(&known.differences), Side::Second);
        let [second, first] = other.known_until(before(second), unit);
        place.min([first, second])
    }

    fn compared(&mut self, report: Report<Ended, Vec<Difference>>) {
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
            Report::Ended(End::Done(ended)) => {
                let Ended {
                    outcome,
                    from,
                    rest,
                    pairs,
                    is_whole,
                    is_again,
                    said_before,
                } = ended;
                if differences.progress == Progress::OfBefore {
                    let kept = before_place(&differences.runs, from);
                    differences.runs.truncate(kept);
                }
                differences.runs.extend(runs(rest));
                differences.begins = outcome.marks;
                differences.pairs = pairs;
                differences.progress = if is_whole {
                    Progress::Done
                } else {
                    Progress::Stopped
                };
                let said_now = self.state.message.as_ref();
                if !is_again && (said_now.is_none() || said_now == said_before.as_ref()) {
                    let said = said(differences, &outcome);
                    self.state.say(said);
                }
            }
            Report::Ended(End::Cancelled) | Report::Failed(_) => {
                differences.progress = Progress::Stopped;
            }
        }
    }

    /// Takes over what the inspector on the left has found.
    pub(super) fn know_compared(&mut self, differences: &Arc<Differences>, side: Side) {
        let known = self.facts.compared.as_ref();
        if known.is_none_or(|known| !Arc::ptr_eq(&known.differences, differences)) {
            self.facts.found.count = None;
            self.facts.compared = Some(Compared::new(Arc::clone(differences), side));
        }
    }

    /// Forgets the comparison.
    pub(super) fn end_comparison(&mut self) {
        self.tasks.compare.end();
        self.facts.compared = None;
        self.facts.found.count = None;
    }

    /// Marks what differs, as matches are marked.
    pub(super) fn mark_differences(&mut self) {
        let Some(compared) = &self.facts.compared else {
            return;
        };
        let len = self.data.source.len();
        if let Some(layout) = Layout::of(self.size, &self.state.view, len) {
            self.facts.found.shown = compared.shown(layout.shown(self.state.view.top));
        }
        let total = compared.differences.runs.len() as u64;
        let counted = self.facts.found.count.as_ref();
        if counted.is_none_or(|count| count.total != total) {
            let places = compared.places();
            self.facts.found.count = Some(Count { total, places });
        }
    }
}

/// A comparison that has come to its end.
struct Ended {
    outcome: Outcome,
    /// Where it began, in both files.
    from: [u64; 2],
    /// The differences that were not told before.
    rest: Vec<Difference>,
    /// Equal places in both files.
    pairs: Pairs,
    /// Whether these are all there are.
    is_whole: bool,
    /// Whether the files were compared before.
    is_again: bool,
    /// What was said when it began. If a key has said something since, that stays.
    said_before: Option<String>,
}

/// How many runs end before a place in both files, or at it.
fn before_place(runs: &[[Range<u64>; 2]], place: [u64; 2]) -> usize {
    runs.partition_point(|run| (0..2).all(|side| run[side].end <= place[side]))
}

/// What came of a comparison, in a line.
fn said(differences: &Differences, outcome: &Outcome) -> String {
    let runs = differences.runs.len() as u64;
    let more = match differences.progress {
        Progress::Stopped => " and more",
        Progress::Running | Progress::OfBefore | Progress::Done => "",
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
