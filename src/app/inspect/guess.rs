//! What the data is found to be, weighed aside from the loop; and once more where the
//! scan contradicts what was taken at first.
//!
//! The first weighing is of the data as it was opened; of a pipe again as long as its
//! first bytes come. The second looks near the faults that the scan has met, when it
//! meets them and when it is done. Invariant: nothing here changes how the data is read;
//! a key does.

use std::sync::Arc;

use super::{Event, Inspector};
use crate::detect;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Evidence, Guess, Nature, Verdict};
use crate::job::seek::{self, Quest};
use crate::job::{self, Control, End, Report, Running};
use crate::model::guessed::Offer;
use crate::scan::facts::index::Index;
use crate::scan::facts::passage::Passages;
use crate::scan::facts::{Direction, Sought};
use crate::source::{Arrived, Source};
use crate::window::Peek as _;

/// Bytes of a pipe that its encoding is chosen by.
pub(super) const LOOK: u64 = 64 * 1024;
/// Faults that are looked near at most.
const PLACES: usize = 4;

/// The weighing that runs, and what was weighed.
#[derive(Default)]
pub(super) struct Weighing {
    running: Option<Running>,
    number: u64,
    /// Which file, and how many of its first bytes there were of a pipe.
    of: Option<(u64, u64)>,
    second: Second,
}

/// The second look.
#[derive(Default)]
struct Second {
    running: Option<Running>,
    number: u64,
    /// Which file, how often it had changed, and how it was read.
    of: Option<(u64, u64, Verdict)>,
    /// Whether it was at the end of the scan.
    late: bool,
}

impl Weighing {
    /// Ends what runs: what it still reports is not heard.
    pub(super) fn end(&mut self) {
        let second = Second {
            number: self.second.number + 1,
            ..Second::default()
        };
        *self = Self {
            number: self.number + 1,
            second,
            ..Self::default()
        };
    }
}

impl Inspector {
    /// Sees to it that what is open is weighed, and once more if the scan asks for it.
    pub(super) fn keep_weighed(&mut self) {
        let come = if self.source.is_stream() {
            self.source.len().min(LOOK)
        } else {
            0
        };
        let subject = (self.opened, come);
        if self.weighing.running.is_none() && self.weighing.of != Some(subject) {
            self.weighing.of = Some(subject);
            self.weighing.number += 1;
            let number = self.weighing.number;
            let work = |_: &mut Control<'_>, source: &Source| detect::guess(&Arrived(source));
            self.weighing.running = self.weigh(work, move |report| Event::Weighed(number, report));
        }
        self.look_again();
    }

    /// Weighs aside, and has the outcome reported.
    fn weigh(
        &mut self,
        work: impl FnOnce(&mut Control<'_>, &Source) -> Guess + Send + 'static,
        event: impl Fn(Report<Guess>) -> Event + Send + 'static,
    ) -> Option<Running> {
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let work = move |control: &mut Control<'_>| End::Done(work(control, &source));
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(event(report));
        });
        if let Err(error) = &started {
            self.state
                .say(format!("cannot weigh the encoding: {error}"));
        }
        started.ok()
    }

    /// The data was weighed.
    pub(super) fn weighed(&mut self, number: u64, report: Report<Guess>) {
        if number != self.weighing.number {
            return;
        }
        match report {
            Report::Progress(_) => return,
            // Where the scan has found something better, that is said already.
            Report::Ended(End::Done(_)) if self.facts.offer.is_some() => {}
            Report::Ended(End::Done(guess)) => self.facts.guess = Some(Arc::new(guess)),
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("the guess failed: {said}")),
        }
        self.weighing.running = None;
    }

    /// Looks near the faults that the scan has met, if what was taken at first has none
    /// of them.
    fn look_again(&mut self) {
        let view = &self.state.view;
        if self.requested != RequestedEncoding::Auto || view.reading != self.taken {
            return;
        }
        let Some(index) = self.facts.index(view).map(Arc::clone) else {
            return;
        };
        if !contradicts(&index, self.taken) || self.weighing.second.running.is_some() {
            return;
        }
        let subject = (self.opened, self.scanning.changes(), self.taken);
        let again = self.weighing.second.of == Some(subject);
        if again && (self.weighing.second.late || !index.complete) {
            return;
        }
        let second = &mut self.weighing.second;
        second.of = Some(subject);
        second.late = index.complete;
        second.number += 1;
        let number = second.number;
        let work = move |control: &mut Control<'_>, source: &Source| {
            let data = Arrived(source);
            detect::guess_near(&data, &faults(control, data, &index))
        };
        let running = self.weigh(work, move |report| Event::Doubted(number, report));
        self.weighing.second.running = running;
    }

    /// What lies near the faults was weighed.
    pub(super) fn doubted(&mut self, number: u64, report: Report<Guess>) {
        if number != self.weighing.second.number {
            return;
        }
        match report {
            Report::Progress(_) => return,
            Report::Ended(End::Done(guess)) => {
                self.facts.offer = offer(&guess, self.taken);
                if self.facts.offer.is_some() {
                    self.facts.guess = Some(Arc::new(guess));
                }
            }
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("the guess failed: {said}")),
        }
        self.weighing.second.running = None;
    }
}

/// Whether the scan has met what the first look did not. What a mark says stays so, and
/// a binary was never taken for text.
fn contradicts(index: &Index, taken: Verdict) -> bool {
    let known = match taken.evidence {
        Evidence::Bom | Evidence::Chosen | Evidence::LittleEndian | Evidence::Binary(_) => {
            return false;
        }
        Evidence::Damaged(faults) => u64::from(faults),
        Evidence::Assumed
        | Evidence::Ascii
        | Evidence::WellFormed(_)
        | Evidence::Guessed { .. } => 0,
    };
    index.totals.faults.total() > known
}

/// The first fault, and some further on: one of each part of the data that has any.
fn faults(control: &mut Control<'_>, data: Arrived<'_>, index: &Index) -> Vec<u64> {
    let quest = |from| Quest {
        encoding: index.encoding,
        phase: index.phase,
        sought: Sought::Fault,
        direction: Direction::Forward,
        from,
        times: 1,
        index: None,
        passages: Passages::default(),
    };
    let mut found = Vec::new();
    for block in faulty(index) {
        // The place itself is not meant.
        let from = block.saturating_sub(1);
        match seek::seek(control, &data, &quest(from)) {
            End::Done(Some(fault)) if !found.contains(&fault) => found.push(fault),
            End::Done(_) => {}
            End::Cancelled => break,
        }
    }
    found
}

/// Where blocks with faults begin: the first, and others evenly among them.
fn faulty(index: &Index) -> Vec<u64> {
    let blocks = index.blocks().iter();
    let blocks = blocks.filter(|block| block.held.faults > 0);
    let starts: Vec<u64> = blocks.map(|block| block.start.offset).collect();
    let step = starts.len().div_ceil(PLACES).max(1);
    starts.into_iter().step_by(step).collect()
}

/// What the second look offers in the place of what was taken: text in another encoding.
fn offer(guess: &Guess, taken: Verdict) -> Option<Offer> {
    let better = guess.verdict.as_taken();
    let other = guess.nature == Nature::Text && better.encoding != taken.encoding;
    other.then_some(Offer {
        from: taken,
        to: better,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index;

    const UTF_8: Verdict = Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::WellFormed(1),
    };

    fn guess(nature: Nature, verdict: Verdict) -> Guess {
        Guess {
            nature,
            verdict,
            confidence: 0.9,
            evidence: Vec::new(),
            same: Vec::new(),
            alternatives: Vec::new(),
            claim: None,
            looks_like: None,
            phase: 0,
        }
    }

    #[test]
    fn only_what_the_first_look_did_not_see_contradicts_it() {
        let clean = index::of(b"abc", table::UTF_8, 0);
        let faulty = index::of(b"abc\xFF\xFE", table::UTF_8, 0);
        let of = |evidence| Verdict { evidence, ..UTF_8 };
        assert!(!contradicts(&clean, UTF_8));
        for evidence in [
            Evidence::Ascii,
            Evidence::WellFormed(9),
            Evidence::Assumed,
            Evidence::Damaged(1),
        ] {
            assert!(contradicts(&faulty, of(evidence)), "{evidence:?}");
        }
        for evidence in [
            Evidence::Bom,
            Evidence::Chosen,
            Evidence::Binary(None),
            Evidence::Damaged(2),
        ] {
            assert!(!contradicts(&faulty, of(evidence)), "{evidence:?}");
        }
    }

    #[test]
    fn another_encoding_is_offered_and_the_same_is_not() {
        let other = Verdict {
            encoding: table::UTF_16LE,
            ..UTF_8
        };
        let offered = offer(&guess(Nature::Text, other), UTF_8).unwrap();
        assert_eq!((offered.from, offered.to), (UTF_8, other));
        let damaged = Verdict {
            evidence: Evidence::Damaged(3),
            ..UTF_8
        };
        assert_eq!(offer(&guess(Nature::Text, damaged), UTF_8), None);
        for nature in [Nature::Undecided, Nature::Binary(None), Nature::TooShort] {
            assert_eq!(offer(&guess(nature, other), UTF_8), None);
        }
    }

    #[test]
    fn faults_are_looked_for_all_over_the_data() {
        let mut data = vec![b'a'; 100_000];
        let places: Vec<usize> = (1..=50).map(|n| n * 1_900).collect();
        for at in &places {
            data[*at] = 0xFF;
        }
        let index = index::of(&data, table::UTF_8, 0);
        let never = std::sync::atomic::AtomicBool::new(false);
        let source = Source::memory("m", data);
        let found = faults(&mut Control::new(&never, &|_| ()), Arrived(&source), &index);
        assert_eq!(found.first(), Some(&1_900));
        assert!((2..=PLACES).contains(&found.len()), "{found:?}");
        assert!(found.iter().all(|at| places.contains(&(*at as usize))));
        assert!(found.last() > Some(&50_000), "{found:?}");
    }
}
