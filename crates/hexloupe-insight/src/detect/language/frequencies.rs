//! The frequency of characters: the model of a language with thousands of characters.
//!
//! The table is text. Its first line names the set that the language was first encoded in,
//! and the lead byte from which its rarer characters begin. Each other line is a cost in
//! quarters of a bit and the characters with this cost. Invariant: the cost of a character
//! that the table does not list depends on its place in that set.

use crate::detect::by_label;
use hexloupe_text::codec::{CodecState, Encoding};

/// Bits per unit of cost.
const STEP: f32 = 0.25;
/// The costs of characters that are not listed: among the frequent ones of the set, among
/// the rarer ones, and outside the set.
const USUAL: u8 = 54;
const RARE: u8 = 68;
const STRANGE: u8 = 80;

/// The model of a language.
pub(super) struct CharFrequencies {
    /// Costs by code point; code points from U+10000 on are outside the set.
    costs: Vec<u8>,
}

impl CharFrequencies {
    /// Reads a table; lines without a blank are skipped.
    pub(super) fn read(table: &str) -> Self {
        let mut lines = table.lines();
        let mut home = lines.next().unwrap_or_default().split(' ');
        let (name, lead) = (home.next(), home.next());
        let home = name.and_then(by_label);
        let rare_from = lead.and_then(|lead| u8::from_str_radix(lead, 16).ok());
        let mut costs = vec![STRANGE; 0x1_0000];
        if let Some(home) = home {
            place(home, rare_from.unwrap_or(u8::MAX), &mut costs);
        }
        for (cost, chars) in lines.filter_map(|line| line.split_once(' ')) {
            let cost = cost.parse().unwrap_or(USUAL);
            for c in chars.chars() {
                if let Some(known) = costs.get_mut(c as usize) {
                    *known = cost;
                }
            }
        }
        Self { costs }
    }

    /// The cost of a character in bits.
    pub(super) fn bits(&self, c: char) -> f32 {
        let steps = self.costs.get(c as usize).copied();
        f32::from(steps.unwrap_or(STRANGE)) * STEP
    }
}

/// Fills in the costs of the characters of a double-byte set. Every pair is decoded, which
/// is far faster than encoding every character.
fn place(home: &Encoding, rare_from: u8, costs: &mut [u8]) {
    for lead in 0xA1..=0xFE_u8 {
        let cost = if lead < rare_from { USUAL } else { RARE };
        for trail in (0x40..=0x7E).chain(0xA1..=0xFE_u8) {
            let sequence = home.decode(&mut CodecState::default(), &[lead, trail]);
            let c = sequence.meaning.scalar().filter(|_| sequence.len == 2);
            if let Some(known) = c.and_then(|c| costs.get_mut(c as usize)) {
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
    fn an_unlisted_character_costs_by_its_place_in_the_set() {
        let model = CharFrequencies::read("gb2312 D8\n20 的\n");
        let bits = |steps| f32::from(steps) * STEP;
        assert_eq!(model.bits('的'), 5.0);
        assert_eq!(model.bits('一'), bits(USUAL));
        assert_eq!(model.bits('齄'), bits(RARE));
        assert_eq!(model.bits('の'), bits(USUAL));
        assert_eq!(model.bits('한'), bits(STRANGE));
    }
}
