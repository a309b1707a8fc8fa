//! The places of each character of a table: what writing asks.
//!
//! A character is looked up by its high bits and its low byte, so that making the index is one pass
//! over the table: sorting it would take longer than to write a short text. Invariant: the places of
//! a character are in the order in which they were given.

/// Characters in a block: those with the same bits above the low byte.
const BLOCK: usize = 256;
/// Blocks that a code point may lie in.
const BLOCKS: usize = 0x11_0000 / BLOCK;

/// The places of each character of a table.
pub(super) struct CharIndex {
    /// The number of each block that has a character, from 1; 0 for the others.
    blocks: Box<[u16]>,
    /// The first place of each character in the blocks, plus 1; 0 if it has none. Block 0 is empty.
    first: Vec<u32>,
    /// Each further place of a character, below its code point; sorted.
    further: Vec<u64>,
}

impl CharIndex {
    /// The index of a table of characters and their places.
    pub(super) fn new(table: impl Iterator<Item = (char, u32)>) -> Self {
        let mut index = Self {
            blocks: vec![0; BLOCKS].into(),
            first: vec![0; BLOCK],
            further: Vec::new(),
        };
        for (character, place) in table {
            index.add(character, place);
        }
        index.further.sort_unstable();
        // The index stays as long as the program runs.
        index.first.shrink_to_fit();
        index.further.shrink_to_fit();
        index
    }

    fn add(&mut self, character: char, place: u32) {
        let block = &mut self.blocks[character as usize / BLOCK];
        if *block == 0 {
            *block = (self.first.len() / BLOCK) as u16;
            self.first.resize(self.first.len() + BLOCK, 0);
        }
        let known = &mut self.first[usize::from(*block) * BLOCK + character as usize % BLOCK];
        if *known == 0 {
            *known = place + 1;
        } else {
            self.further
                .push(u64::from(character) << 32 | u64::from(place));
        }
    }

    /// Every place of a character, in order.
    pub(super) fn places(&self, character: char) -> impl DoubleEndedIterator<Item = u32> {
        let block = usize::from(self.blocks[character as usize / BLOCK]);
        let first = self.first[block * BLOCK + character as usize % BLOCK].checked_sub(1);
        let code = u64::from(character);
        let from = self.further.partition_point(|placed| placed >> 32 < code);
        let further = self.further[from..].iter();
        let further = further.take(match first {
            Some(_) => self.further[from..].partition_point(|placed| placed >> 32 == code),
            None => 0,
        });
        first
            .into_iter()
            .chain(further.map(|placed| *placed as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_a_character_are_in_order_and_no_others() {
        let table = "a中b中\u{20000}中\u{10FFFF}aÿĀ";
        let index = CharIndex::new(table.chars().zip(0..));
        for c in "a中b\u{20000}\u{10FFFF}ÿĀc\0\u{20001}国".chars() {
            let places = { table.chars().zip(0..) }.filter(|(other, _)| *other == c);
            let places: Vec<u32> = places.map(|(_, place)| place).collect();
            assert_eq!(index.places(c).collect::<Vec<_>>(), places, "{c:?}");
            assert_eq!(index.places(c).next_back(), places.last().copied());
        }
    }
}
