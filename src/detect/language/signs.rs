//! Which signs are frequent: the model of a language written in many of them.
//!
//! The table is text: the set that the language was first written in, with the lead
//! byte from which on the rarer signs stand in it, then lines of signs behind the
//! quarters of a bit that each takes. Invariant: what the table does not list is
//! judged by its place in that set.

use std::collections::HashMap;

use crate::codec::{Encoding, State, table};

/// Bits of a number of a line.
const STEP: f32 = 0.25;
/// Bits of a sign among the frequent of the set, among the rarer, and outside of it.
const USUAL: f32 = 13.5;
const RARE: f32 = 17.0;
const STRANGE: f32 = 20.0;

/// How a sign stands in the set that the language was first written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Outside,
    Usual,
    Rare,
}

/// The model.
pub(super) struct Signs {
    costs: HashMap<char, f32>,
    /// By the number of the sign; what is not there is outside of the set.
    levels: Vec<Level>,
}

impl Signs {
    /// Reads a table; lines that are none are passed over.
    pub(super) fn read(table: &str) -> Self {
        let mut lines = table.lines();
        let mut home = lines.next().unwrap_or_default().split(' ');
        let (name, lead) = (home.next(), home.next());
        let mut costs = HashMap::new();
        for line in lines {
            let Some((cost, signs)) = line.split_once(' ') else {
                continue;
            };
            let cost = cost.parse::<f32>().map_or(USUAL, |cost| cost * STEP);
            costs.extend(signs.chars().map(|sign| (sign, cost)));
        }
        let home = name.and_then(table::by_label).map(table::Label::encoding);
        let rare_from = lead.and_then(|lead| u8::from_str_radix(lead, 16).ok());
        let rare_from = rare_from.unwrap_or(u8::MAX);
        Self {
            costs,
            levels: home.map_or_else(Vec::new, |home| levels(home, rare_from)),
        }
    }

    /// Bits of a sign.
    pub(super) fn bits(&self, sign: char) -> f32 {
        if let Some(bits) = self.costs.get(&sign) {
            return *bits;
        }
        match self.levels.get(sign as usize) {
            Some(Level::Usual) => USUAL,
            Some(Level::Rare) => RARE,
            Some(Level::Outside) | None => STRANGE,
        }
    }
}

/// How the signs of a set of pairs stand in it. Pairs are read, which is far faster than
/// to look for the pair of a sign.
fn levels(home: &Encoding, rare_from: u8) -> Vec<Level> {
    let mut levels = vec![Level::Outside; 0x1_0000];
    for lead in 0xA1..=0xFE_u8 {
        for trail in (0x40..=0x7E).chain(0xA1..=0xFE_u8) {
            let sequence = home.decode(&mut State::default(), &[lead, trail]);
            let sign = sequence.meaning.scalar().filter(|_| sequence.len == 2);
            let Some(level) = sign.and_then(|sign| levels.get_mut(sign as usize)) else {
                continue;
            };
            *level = if lead < rare_from {
                Level::Usual
            } else {
                Level::Rare
            };
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Whole quarters.

    use super::*;

    #[test]
    fn what_is_not_listed_is_judged_by_its_place_in_the_set() {
        let signs = Signs::read("gb2312 D8\n20 的\n");
        assert_eq!(signs.bits('的'), 5.0);
        assert_eq!(signs.bits('一'), USUAL);
        assert_eq!(signs.bits('齄'), RARE);
        assert_eq!(signs.bits('の'), USUAL);
        assert_eq!(signs.bits('한'), STRANGE);
    }
}
