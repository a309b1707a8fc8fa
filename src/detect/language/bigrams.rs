//! Which letter follows which: the model of a language with an alphabet.
//!
//! The table is text: the letters in one line, then for the border of words and for each
//! letter a line with a digit for the border and each letter that follows it. Invariant:
//! digits are quarters of a bit, beginning with [`ZERO`].

/// The digit of no bit at all.
const ZERO: u8 = b'0';
/// Bits of a digit.
const STEP: f32 = 0.25;
/// Bits of a letter that the language does not have.
const STRANGE: f32 = 12.0;

/// The model.
pub(super) struct Bigrams {
    /// The first letter by its code point, and for each code point from there its place in
    /// the table: 0 for what is no letter of the language.
    first: u32,
    places: Vec<u8>,
    /// A row for the border and each letter; in it a column for each.
    costs: Vec<f32>,
    size: usize,
}

impl Bigrams {
    /// Reads a table; what is missing costs as much as a strange letter.
    pub(super) fn read(table: &str) -> Self {
        let mut lines = table.lines();
        let letters: Vec<char> = lines.next().unwrap_or_default().chars().collect();
        let size = letters.len() + 1;
        let numbers = || letters.iter().map(|&letter| u32::from(letter));
        let first = numbers().min().unwrap_or(0);
        let last = numbers().max().unwrap_or(0);
        let mut places = vec![0; (last - first) as usize + 1];
        for (letter, place) in numbers().zip(1..) {
            places[(letter - first) as usize] = place;
        }
        let mut costs = vec![STRANGE; size * size];
        for (row, line) in lines.take(size).enumerate() {
            for (column, digit) in line.bytes().take(size).enumerate() {
                costs[row * size + column] = f32::from(digit.saturating_sub(ZERO)) * STEP;
            }
        }
        Self {
            first,
            places,
            costs,
            size,
        }
    }

    fn place(&self, letter: char) -> usize {
        let at = u32::from(letter).wrapping_sub(self.first) as usize;
        self.places.get(at).copied().map_or(0, usize::from)
    }

    /// Bits of a word in small letters, with its border.
    pub(super) fn bits(&self, word: &[char]) -> f32 {
        let (mut bits, mut before) = (0.0, 0);
        for &letter in word {
            let place = self.place(letter);
            bits += match place {
                0 => STRANGE,
                _ => self.costs[before * self.size + place],
            };
            before = place;
        }
        bits + self.costs[before * self.size]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Whole quarters.

    use super::*;

    #[test]
    fn a_word_costs_what_the_table_says() {
        // Of a and b: "ab" is cheap, "ba" is not.
        let letters = Bigrams::read("ab\n048\n8@4\n4@8\n");
        assert_eq!(letters.bits(&['a', 'b']), 1.0 + 1.0 + 1.0);
        assert_eq!(letters.bits(&['b', 'a']), 2.0 + 4.0 + 2.0);
        assert_eq!(letters.bits(&['я']), STRANGE);
    }
}
