//! Lines that a chain between neighbouring sets does not read, or not surely: sound ones of another language.
//!
//! Such sets share most of their letters, so that nearly every word may be read in both, and a word alone
//! tells little of its language; its line tells more, with the words of ASCII. Invariant: UTF-8 reads every line.

use std::ops::Range;
use std::rc::Rc;

use super::super::text_cost::CostCalculator;
use super::super::{Reading, tuning};
use super::word_cost::{WordCost, scalars};

/// The reading of a line that was misread in a set of neighbours, if it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineDoubt {
    /// Its language tells, or nothing was misread so.
    None,
    /// It reads a little worse so: too little to act on, and too much to be silent.
    Some,
}

/// Tells, line by line, the readings that are ruled out there.
pub(super) struct ForeignLines<'a> {
    readings: &'a [Reading],
    calculator: CostCalculator,
    /// The line that was looked at last.
    line: Range<u64>,
    /// The numbers of the readings that do not read it.
    ruled_out: Vec<usize>,
    /// The doubt about the others.
    doubt: LineDoubt,
}

impl<'a> ForeignLines<'a> {
    /// Those of data with these readings.
    pub(super) fn new(readings: &'a [Reading]) -> Self {
        Self {
            readings,
            calculator: CostCalculator::new(),
            line: 0..0,
            ruled_out: Vec::new(),
            doubt: LineDoubt::None,
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
        let calculator = &mut self.calculator;
        let mut bits = |text: &str| calculator.in_one_language(&scalars(text)).bits;
        let own = bits(line);
        self.doubt = LineDoubt::None;
        for (number, chain) in chains {
            let lost = bits(&chain.mend_words(line)) - own;
            if lost >= tuning::NEIGHBOURS_FOREIGN {
                self.ruled_out.push(number);
            } else if lost > 0.0 {
                self.doubt = LineDoubt::Some;
            }
        }
    }

    /// The cost of a word in the line that was looked at.
    pub(super) fn cost(&self, cost: Rc<WordCost>) -> Rc<WordCost> {
        if self.ruled_out.is_empty() && self.doubt == LineDoubt::None {
            return cost;
        }
        let mut own = WordCost::clone(&cost);
        own.doubt = self.doubt;
        for reading in &self.ruled_out {
            own.bits[*reading] = f32::INFINITY;
        }
        Rc::new(own)
    }
}
