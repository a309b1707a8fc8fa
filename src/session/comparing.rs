//! Two files side by side: what differs is found in the background, and a place in one is shown
//! in the other.
//!
//! The inspector on the left compares, and both know the result. As bytes, if both are read in
//! the same encoding, else as text: then the same text differs nowhere. Invariant: the
//! differences are those of the encodings and the bytes that they were found in: they are dropped
//! when these change, and said to be of before where a file has only grown.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::data::Choice;
use super::task::{Kind, ShownAtOnce};
use super::{Effect, Session};
use crate::codec::{Encoding, Walk};
use crate::command;
use crate::job::background::Report;
use crate::job::diff::{self, Alike, Difference, Outcome, Pair, Reading, STEP};
use crate::job::{Control, End};
use crate::model::compared::{Across, Compared, Differences, MOST, Place, Progress, Side};
use crate::model::finding::Count;
use crate::model::layout::Layout;
use crate::model::numbers::counted;
use crate::model::viewport::row_of;
use crate::source::{NonBlockingReader, Source, UpTo};
use crate::window::Peek as _;

static COMPARE: Kind =
    Kind::new("compare two files", ShownAtOnce::AtTheEnd).saying("compare the files", "comparing");

/// Differences that are told at once.
const BATCH: usize = 1024;
/// The most bytes of equal text that are gone through to find a place in the other file.
const NEAR: u64 = 4 << 20;

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
        let mut differences = known.map(|known| known.differences).unwrap_or_default();
        let is_kept = !differences.runs.is_empty();
        Arc::make_mut(&mut differences).progress = if is_kept {
            Progress::OfBefore
        } else {
            Progress::Running
        };
        self.facts.compared = Some(Compared {
            differences,
            side: Side::First,
            place: Place::Exact,
        });
        let own = Arc::clone(&self.data.source);
        let [first, second] = &readings;
        let lens = [first.len, second.len];
        let as_text = first.encoding != second.encoding;
        let read = [first, second].map(|one| Reading {
            encoding: one.encoding,
            phase: one.phase,
        });
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
            };
            let mut batch = Vec::new();
            let mut count = 0;
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
            let ended = if as_text {
                diff::text(control, pair, read, Alike::default(), &mut each)
            } else {
                diff::bytes(control, pair, &mut each)
            };
            if !is_kept {
                told(std::mem::take(&mut batch));
            }
            match ended {
                End::Done(outcome) => End::Done(Ended {
                    outcome,
                    rest: batch,
                    is_whole: count < MOST,
                    is_again,
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

    fn compared(&mut self, report: Report<Ended, Vec<Difference>>) {
        let Some(compared) = &mut self.facts.compared else {
            return;
        };
        self.facts.found.count = None;
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
                    rest,
                    is_whole,
                    is_again,
                } = ended;
                if differences.progress == Progress::OfBefore {
                    differences.runs.clear();
                }
                differences.runs.extend(runs(rest));
                differences.begins = outcome.marks;
                differences.progress = if is_whole {
                    Progress::Done
                } else {
                    Progress::Stopped
                };
                if !is_again {
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
            self.facts.compared = Some(Compared {
                differences: Arc::clone(differences),
                side,
                place: Place::Exact,
            });
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
            let top = row_of(self.state.view.top, layout.width);
            let bottom = top + u64::from(layout.rows) * u64::from(layout.width);
            self.facts.found.shown = compared.shown(top..bottom);
        }
        let total = compared.differences.runs.len() as u64;
        let counted = self.facts.found.count.as_ref();
        if counted.is_none_or(|count| count.total != total) {
            let places = compared.places();
            self.facts.found.count = Some(Count { total, places });
        }
    }

    /// Takes note how sure the place of the cursor is.
    pub(super) fn know_place(&mut self, place: Place) {
        if let Some(compared) = &mut self.facts.compared {
            compared.place = place;
        }
    }

    /// Puts the cursor where that of the other inspector is, on the same row of the screen.
    pub(super) fn stand_as(&mut self, other: &Self) {
        let Some(compared) = &other.facts.compared else {
            return;
        };
        let at = other.state.view.cursor.offset;
        let (offset, place) = match compared.across(at) {
            Across::Differs(offset) => (offset, Place::Exact),
            Across::After { own, other: place } => {
                let is_as_bytes = self.state.view.encoding() == other.state.view.encoding();
                if is_as_bytes {
                    (place + at.saturating_sub(own), Place::Exact)
                } else {
                    self.same_character(other, (own, at), place)
                }
            }
        };
        let is_sure = compared.is_sure(at);
        self.know_place(if is_sure { place } else { Place::About });
        let len = self.data.source.len();
        let layout = Layout::of(self.size, &self.state.view, len);
        let others = Layout::of(other.size, &other.state.view, other.data.source.len());
        let cursor = &mut self.state.view.cursor;
        (cursor.offset, cursor.bit) = (offset.min(len.saturating_sub(1)), 0);
        if let (Some(layout), Some(others)) = (layout, others) {
            let row = |offset| row_of(offset, others.width);
            let above = row(at).saturating_sub(row(other.state.view.top)) / u64::from(others.width);
            let own = row_of(self.state.view.cursor.offset, layout.width);
            self.state.view.top = own.saturating_sub(above * u64::from(layout.width));
        }
        self.with_keys(command::settle);
    }

    /// The offset of the character that in the other file is as many characters after a place as
    /// in this file after another; too far from it, about there.
    fn same_character(&self, other: &Self, (from, to): (u64, u64), place: u64) -> (u64, Place) {
        let distance = to.saturating_sub(from);
        if distance > NEAR {
            let share = u128::from(self.data.source.len()) * u128::from(distance)
                / u128::from(other.data.source.len().max(1));
            let about = place.saturating_add(u64::try_from(share).unwrap_or(u64::MAX));
            return (about, Place::About);
        }
        let steps = |session: &Self, from: u64, most: u64| {
            let data = NonBlockingReader::new(&session.data.source);
            let view = &session.state.view;
            let window = data.window(from, most as usize);
            let steps: Vec<u64> = Walk::new(view.encoding(), view.phase, &window)
                .filter(|step| step.offset >= from)
                .map(|step| step.offset)
                .collect();
            steps
        };
        let before = steps(other, from, distance + 4);
        let count = before
            .partition_point(|offset| *offset <= to)
            .saturating_sub(1);
        let here = steps(self, place, distance.saturating_mul(4) + 16);
        let last = here.last().copied().unwrap_or(place);
        match here.get(count) {
            Some(offset) => (*offset, Place::Exact),
            None => (last, Place::About),
        }
    }
}

/// A comparison that has come to its end.
struct Ended {
    outcome: Outcome,
    /// The differences that were not told before.
    rest: Vec<Difference>,
    /// Whether these are all there are.
    is_whole: bool,
    /// Whether the files were compared before.
    is_again: bool,
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
