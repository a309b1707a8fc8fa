//! Lines that a chain between neighbouring sets does not read: sound ones of another language.
//!
//! Such sets share most of their letters, so that nearly every word may be read in both, and a word alone
//! tells little of its language; its line tells more, with the words of ASCII. Invariant: UTF-8 reads every line.

use std::ops::Range;
use std::rc::Rc;

use super::super::chain::Chain;
use super::super::text_cost::CostCalculator;
use super::super::{Reading, tuning};
use super::word_cost::{WordCost, scalars};

/// Tells, line by line, the readings that are ruled out there.
pub(super) struct ForeignLines<'a> {
    readings: &'a [Reading],
    calculator: CostCalculator,
    /// The line that was looked at last.
    line: Range<u64>,
    /// The numbers of the readings that do not read it.
    ruled_out: Vec<usize>,
}

impl<'a> ForeignLines<'a> {
    /// Those of data with these readings.
    pub(super) fn new(readings: &'a [Reading]) -> Self {
        Self {
            readings,
            calculator: CostCalculator::new(),
            line: 0..0,
            ruled_out: Vec::new(),
        }
    }

    /// Looks at the line of a byte of whole lines, which begin at an offset.
    pub(super) fn look(&mut self, bytes: &[u8], offset: u64, at: usize) {
        let chains = self.readings.iter().map(|reading| reading.chain.as_ref());
        let chains = chains.enumerate().filter_map(|(number, chain)| {
            let chain = chain.filter(|chain| chain.is_of_neighbours())?;
            Some((number, chain))
        });
        let mut chains = chains.peekable();
        if chains.peek().is_none() || self.line.contains(&(offset + at as u64)) {
            return;
        }
        let before = bytes[..at].iter().rposition(|byte| *byte == b'\n');
        let start = before.map_or(0, |before| before + 1);
        let after = bytes[at..].iter().position(|byte| *byte == b'\n');
        let end = after.map_or(bytes.len(), |after| at + after);
        self.line = offset + start as u64..offset + end as u64;
        self.ruled_out.clear();
        let line = str::from_utf8(&bytes[start..end]).unwrap_or_default();
        let mut bits = |text: &str| self.calculator.bits_in_one_language(&scalars(text));
        let own = bits(line);
        let mut is_foreign =
            |chain: &Chain| own + tuning::NEIGHBOURS_FOREIGN <= bits(&undone(chain, line));
        let foreign = chains.filter(|(_, chain)| is_foreign(chain));
        self.ruled_out.extend(foreign.map(|(number, _)| number));
    }

    /// The cost of a word in the line that was looked at.
    pub(super) fn cost(&self, cost: Rc<WordCost>) -> Rc<WordCost> {
        if self.ruled_out.is_empty() {
            return cost;
        }
        let mut own = WordCost::clone(&cost);
        for reading in &self.ruled_out {
            own.bits[*reading] = f32::INFINITY;
        }
        Rc::new(own)
    }
}

/// A line with each word undone that a chain undoes.
fn undone(chain: &Chain, line: &str) -> String {
    let divides = |c: char| c.is_ascii() && !c.is_alphabetic();
    let words = line.split_inclusive(divides).map(|word| {
        let undone = Some(word).filter(|word| !word.is_ascii());
        let undone = undone.and_then(|word| chain.mend(word));
        undone.map_or_else(|| word.to_owned(), |undone| undone.text)
    });
    words.collect()
}
