//! The frequency of characters: the model of a language with thousands of characters.
//!
//! The table is text. Its first line names the set that the language was first encoded in. Each
//! other line is a cost in quarters of a bit and the characters with this cost: those of the set
//! that are not in the texts of the language, by their place there, and then those that are. So no
//! table of the set is needed to read it. Invariant: a character that no line lists is outside the
//! set.

/// Bits per unit of cost.
const STEP: f32 = 0.25;
/// The cost of a character outside the set.
const STRANGE: u8 = 80;

/// The model of a language.
pub(super) struct CharFrequencies {
    /// Costs by code point; code points from U+10000 on are outside the set.
    costs: Vec<u8>,
}

impl CharFrequencies {
    /// Reads a table; lines without a number and a blank are skipped.
    pub(super) fn read(table: &str) -> Self {
        let mut costs = vec![STRANGE; 0x1_0000];
        let lines = table.lines().filter_map(|line| {
            let (cost, chars) = line.split_once(' ')?;
            Some((cost.parse().ok()?, chars))
        });
        for (cost, chars) in lines {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Whole quarters.

    use super::super::{Model, all};
    use super::*;
    use crate::detect::by_label;
    use hexloupe_text::codec::CodecState;

    #[test]
    fn a_character_costs_by_the_last_line_that_lists_it() {
        let model = CharFrequencies::read("gb2312\n54 一的\n68 齄\n20 的\n");
        let bits = |steps| f32::from(steps) * STEP;
        assert_eq!(model.bits('的'), 5.0);
        assert_eq!(model.bits('一'), bits(54));
        assert_eq!(model.bits('齄'), bits(68));
        assert_eq!(model.bits('한'), bits(STRANGE));
        assert_eq!(model.bits('\u{20000}'), bits(STRANGE));
    }

    #[test]
    fn every_character_of_the_set_of_a_language_is_listed() {
        for (name, home) in [
            ("Chinese", "gb2312"),
            ("Chinese (traditional)", "big5"),
            ("Japanese", "euc-jp"),
            ("Korean", "euc-kr"),
        ] {
            let language = all().iter().find(|language| language.name == name).unwrap();
            let Model::CharFrequencies(model) = language.model() else {
                panic!("{name} has an alphabet")
            };
            let home = by_label(home).unwrap();
            for lead in 0xA1..=0xFE_u8 {
                for trail in (0x40..=0x7E).chain(0xA1..=0xFE_u8) {
                    let read = home.decode(&mut CodecState::default(), &[lead, trail]);
                    let c = read.meaning.scalar().filter(|_| read.len == 2);
                    let c = c.filter(|c| *c <= '\u{FFFF}');
                    let is_listed = |c: char| model.bits(c) < f32::from(STRANGE) * STEP;
                    assert!(c.is_none_or(is_listed), "{name} {c:?}");
                }
            }
        }
    }
}
