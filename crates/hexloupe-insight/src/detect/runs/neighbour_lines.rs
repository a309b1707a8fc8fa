//! Lines that were misread in a set of neighbours, or surely not, by their language.
//!
//! Such sets share most of their letters, so that nearly every word may be read in both, and a word alone
//! tells little of its language; its line tells more, with the words of ASCII. Invariant: UTF-8 reads every line,
//! and no more lines are weighed in vain than a number of them.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::super::chain::{Chain, Explainer, NeighbourTelling};
use super::super::{Reading, tuning};
use super::word_cost::{LineTelling, WordCost};
use super::words::hash_of;

/// Finds the chains between neighbouring sets that single lines of data tell of.
#[derive(Default)]
pub(in crate::detect) struct NeighbourFinder {
    /// The words that were seen, by their hash, and whether such a chain reads them better.
    known: HashMap<u64, bool, FixedState>,
    /// The lines that told nothing.
    failed: usize,
}

impl NeighbourFinder {
    /// Reports whether the line of a word is worth a look.
    pub(in crate::detect) fn may_be(&mut self, explainer: &mut Explainer, word: &str) -> bool {
        // The letters of these sets.
        let is_latin = |c: char| matches!(c, '\u{A1}'..='\u{24F}');
        if self.failed >= tuning::NEIGHBOURS_LINES || !word.contains(is_latin) {
            return false;
        }
        if self.known.len() >= tuning::RUN_SEEN {
            self.known.clear();
        }
        let known = self.known.entry(hash_of(word.as_bytes()));
        *known.or_insert_with(|| explainer.may_be_of_neighbours(word))
    }

    /// The chain that the line of a byte tells of; none if one of those that are known reads the line.
    pub(super) fn look(
        &mut self,
        explainer: &mut Explainer,
        known: &[Chain],
        (bytes, at): (&[u8], usize),
    ) -> Option<Chain> {
        let line = str::from_utf8(&bytes[line_of(bytes, at)]).ok()?;
        let neighbours = known
            .iter()
            .map(|chain| Some(chain).filter(|one| one.is_of_neighbours()));
        let is_misread = |told| told == NeighbourTelling::Misread;
        if explainer.told_by(neighbours, line).any(is_misread) {
            return None;
        }
        let found = self.chain_of(explainer, line);
        found.filter(|found| !known.contains(found))
    }

    /// Reports whether a line tells of a chain.
    pub(in crate::detect) fn finds(&mut self, explainer: &mut Explainer, line: &str) -> bool {
        self.chain_of(explainer, line).is_some()
    }

    fn chain_of(&mut self, explainer: &mut Explainer, line: &str) -> Option<Chain> {
        let found = explainer.neighbour_chain_of(line);
        self.failed += usize::from(found.is_none());
        found
    }
}

/// Tells, line by line, which chains between neighbouring sets read it, and which do not.
pub(super) struct NeighbourTellings<'a> {
    readings: &'a [Reading],
    /// None until a line is weighed.
    explainer: Option<Explainer>,
    /// The line that was looked at last.
    line: Range<u64>,
    /// Its evidence for each reading; none if there is none.
    told: Option<LineTelling>,
}

impl<'a> NeighbourTellings<'a> {
    /// Those of data with these readings.
    pub(super) fn new(readings: &'a [Reading]) -> Self {
        Self {
            readings,
            explainer: None,
            line: 0..0,
            told: None,
        }
    }

    /// Looks at the line of a byte of whole lines, which begin at an offset.
    pub(super) fn look(&mut self, bytes: &[u8], offset: u64, at: usize) {
        let of_neighbours = |reading: &'a Reading| {
            let chain = reading.chain.as_ref();
            chain.filter(|chain| chain.is_of_neighbours())
        };
        let has_any = self.readings.iter().any(|one| of_neighbours(one).is_some());
        if !has_any || self.line.contains(&(offset + at as u64)) {
            return;
        }
        let line = line_of(bytes, at);
        self.line = offset + line.start as u64..offset + line.end as u64;
        let line = str::from_utf8(&bytes[line]).unwrap_or_default();
        let explainer = self.explainer.get_or_insert_with(Explainer::new);
        let chains = self.readings.iter().map(of_neighbours);
        let told: LineTelling = explainer.told_by(chains, line).collect();
        let is_any = told.iter().any(|told| *told != NeighbourTelling::Nothing);
        self.told = is_any.then_some(told);
    }

    /// The cost of a word in the line that was looked at.
    pub(super) fn cost(&self, cost: Rc<WordCost>) -> Rc<WordCost> {
        let Some(told) = &self.told else {
            return cost;
        };
        let mut own = WordCost::clone(&cost);
        for (bits, told) in own.bits.iter_mut().zip(told.iter()) {
            match told {
                NeighbourTelling::Foreign => *bits = f32::INFINITY,
                NeighbourTelling::Misread => *bits -= tuning::NEIGHBOURS_TOLD,
                NeighbourTelling::Doubt | NeighbourTelling::Nothing => {}
            }
        }
        own.told = Some(Rc::clone(told));
        Rc::new(own)
    }
}

/// The line of a byte.
fn line_of(bytes: &[u8], at: usize) -> Range<usize> {
    let before = bytes[..at].iter().rposition(|byte| *byte == b'\n');
    let after = bytes[at..].iter().position(|byte| *byte == b'\n');
    let start = before.map_or(0, |before| before + 1);
    start..after.map_or(bytes.len(), |after| at + after)
}
