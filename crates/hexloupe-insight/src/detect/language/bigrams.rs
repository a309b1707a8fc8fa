//! The order of letters: the model of a language with an alphabet.
//!
//! The table is text. Its first line has the letters, and after a blank those beyond ASCII that are
//! words by themselves. Then follows a line for the border of words and one for each letter; each
//! has a digit for the border and for each letter that may come next. Invariant: digits are quarters
//! of a bit, beginning with [`ZERO`].

/// The digit for zero bits.
const ZERO: u8 = b'0';
/// Bits per step of a digit.
const STEP: f32 = 0.25;
/// The cost of a letter that the language does not have, in bits.
const STRANGE: f32 = 12.0;
/// The bits by which a letter beyond ASCII costs more alone, unless it is a word of the language: it
/// is often a misread sign.
const ALONE: f32 = 4.0;
/// The bits of a word that is a list of letters, as people write them to try a program: äöüß, абвг.
const LIST: f32 = 5.0;
/// The fewest letters of a list, ...
const LIST_LEAST: usize = 3;
/// ... and the most that begin an alphabet: a table of all bytes has more.
const BEGINNING: usize = 8;
/// Letters in the order of the alphabet: the bits of each after the first.
const NEXT_LETTER: f32 = 1.0;

/// The model of a language.
pub(super) struct Bigrams {
    /// The lowest code point of a letter, and for each code point from there on its place in
    /// the table; 0 if it is no letter of the language.
    first: u32,
    places: Vec<u8>,
    /// A row for the border and each letter; in it, a column for each of them, in bits.
    costs: Vec<f32>,
    size: usize,
    /// The letters beyond ASCII that are words.
    words: Vec<char>,
    /// The bits of a letter beyond ASCII, if each is as likely.
    marked: f32,
    /// True if the alphabet has letters of ASCII.
    is_latin: bool,
}

impl Bigrams {
    /// Reads a table; an entry that is missing costs as much as a strange letter.
    pub(super) fn read(table: &str) -> Self {
        let mut lines = table.lines();
        let first = lines.next().unwrap_or_default();
        let (letters, words) = first.split_once(' ').unwrap_or((first, ""));
        let letters: Vec<char> = letters.chars().collect();
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
            words: words.chars().collect(),
            marked: (letters.iter().filter(|c| !c.is_ascii()).count() as f32).log2(),
            is_latin: letters.iter().any(char::is_ascii),
        }
    }

    /// Reports whether a small letter is one of the language.
    pub(super) fn has(&self, letter: char) -> bool {
        self.place(letter) > 0
    }

    /// Its letters, in order of their places.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> {
        let numbers = (self.first..).zip(&self.places);
        let mut letters: Vec<(u8, char)> = numbers
            .filter(|(_, place)| **place > 0)
            .filter_map(|(number, place)| Some((*place, char::from_u32(number)?)))
            .collect();
        letters.sort_unstable();
        letters.into_iter().map(|(_, letter)| letter)
    }

    /// The cost in bits of a small letter after another; none is the border of a word.
    pub(super) fn next(&self, before: Option<char>, letter: Option<char>) -> f32 {
        let place = |letter: Option<char>| letter.map_or(Some(0), |letter| self.known(letter));
        match (place(before), place(letter)) {
            (Some(before), Some(letter)) => self.costs[before * self.size + letter],
            _ => STRANGE,
        }
    }

    /// The place of a letter; none if the language does not have it.
    fn known(&self, letter: char) -> Option<usize> {
        Some(self.place(letter)).filter(|place| *place > 0)
    }

    fn place(&self, letter: char) -> usize {
        let at = u32::from(letter).wrapping_sub(self.first) as usize;
        self.places.get(at).copied().map_or(0, usize::from)
    }

    /// The cost in bits of a word in lower case, with its borders.
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
        let alone = match word {
            [letter] if !letter.is_ascii() && !self.words.contains(letter) => ALONE,
            _ => 0.0,
        };
        let bits = bits + self.costs[before * self.size] + alone;
        self.list_bits(word).map_or(bits, |list| bits.min(list))
    }

    /// The cost in bits of a word as a list of letters: those beyond ASCII of a Latin alphabet, each
    /// once, or the first of the Cyrillic or the Greek alphabet. None if it is no such list.
    fn list_bits(&self, word: &[char]) -> Option<f32> {
        if word.len() < LIST_LEAST || word.iter().any(|c| c.is_ascii() || self.place(*c) == 0) {
            return None;
        }
        if self.is_latin {
            let mut rest = word;
            while let [first, others @ ..] = rest {
                if others.contains(first) {
                    return None;
                }
                rest = others;
            }
            return Some(LIST + self.marked * word.len() as f32);
        }
        let in_order = |pair: &[char]| self.place(pair[0]) + 1 == self.place(pair[1]);
        let begins = matches!(word, ['а' | 'α', ..]) && word.len() <= BEGINNING;
        let is_list = begins && word.windows(2).all(in_order);
        is_list.then(|| LIST + NEXT_LETTER * (word.len() - 1) as f32)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // Whole quarters.

    use super::*;

    #[test]
    fn a_word_costs_as_much_as_in_the_table() {
        // In this language "ab" is cheap and "ba" is not.
        let letters = Bigrams::read("ab\n048\n8@4\n4@8\n");
        assert_eq!(letters.bits(&['a', 'b']), 1.0 + 1.0 + 1.0);
        assert_eq!(letters.bits(&['b', 'a']), 2.0 + 4.0 + 2.0);
        assert_eq!(letters.bits(&['я']), STRANGE + ALONE);
        assert!(letters.has('b') && !letters.has('c') && !letters.has('я'));
    }
}
