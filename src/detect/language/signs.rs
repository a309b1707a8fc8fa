//! Which signs are frequent: the model of a language written in many of them.
//!
//! The table is text: the set that the language was first written in, with the lead
//! byte from which on the rarer signs stand in it, then lines of signs behind the
//! quarters of a bit that each takes. Invariant: what the table does not list is
//! judged by its place in that set.

use crate::codec::{Encoding, State, table};

/// Bits of a number of a line.
const STEP: f32 = 0.25;
/// What a sign takes, in such steps: among the frequent of the set, among the rarer, and
/// outside of it.
const USUAL: u8 = 54;
const RARE: u8 = 68;
const STRANGE: u8 = 80;

/// The model.
pub(super) struct Signs {
    /// By the number of the sign, in steps; what is not there is outside of the set.
    costs: Vec<u8>,
}

impl Signs {
    /// Reads a table; lines that are none are passed over.
    pub(super) fn read(table: &str) -> Self {
        let mut lines = table.lines();
        let mut home = lines.next().unwrap_or_default().split(' ');
        let (name, lead) = (home.next(), home.next());
        let home = name.and_then(table::by_label).map(table::Label::encoding);
        let rare_from = lead.and_then(|lead| u8::from_str_radix(lead, 16).ok());
        let mut costs = vec![STRANGE; 0x1_0000];
        if let Some(home) = home {
            place(home, rare_from.unwrap_or(u8::MAX), &mut costs);
        }
        for (cost, signs) in lines.filter_map(|line| line.split_once(' ')) {
            let cost = cost.parse().unwrap_or(USUAL);
            for sign in signs.chars() {
                if let Some(known) = costs.get_mut(sign as usize) {
                    *known = cost;
                }
            }
        }
        Self { costs }
    }

    /// Bits of a sign.
    pub(super) fn bits(&self, sign: char) -> f32 {
        let steps = self.costs.get(sign as usize).copied();
        f32::from(steps.unwrap_or(STRANGE)) * STEP
    }
}

/// What the signs of a set of pairs take that is not known better. Pairs are read, which
/// is far faster than to look for the pair of a sign.
fn place(home: &Encoding, rare_from: u8, costs: &mut [u8]) {
    for lead in 0xA1..=0xFE_u8 {
        let cost = if lead < rare_from { USUAL } else { RARE };
        for trail in (0x40..=0x7E).chain(0xA1..=0xFE_u8) {
            let sequence = home.decode(&mut State::default(), &[lead, trail]);
            let sign = sequence.meaning.scalar().filter(|_| sequence.len == 2);
            if let Some(known) = sign.and_then(|sign| costs.get_mut(sign as usize)) {
                *known = cost;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Whole quarters.

    use super::*;

    #[test]
    fn what_is_not_listed_is_judged_by_its_place_in_the_set() {
        let signs = Signs::read("gb2312 D8\n20 的\n");
        let bits = |steps| f32::from(steps) * STEP;
        assert_eq!(signs.bits('的'), 5.0);
        assert_eq!(signs.bits('一'), bits(USUAL));
        assert_eq!(signs.bits('齄'), bits(RARE));
        assert_eq!(signs.bits('の'), bits(USUAL));
        assert_eq!(signs.bits('한'), bits(STRANGE));
    }
}
