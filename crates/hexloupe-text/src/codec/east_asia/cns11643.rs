//! CNS 11643, Taiwan's standard: planes of 94 rows of 94 cells each.
//!
//! The characters are those of `assets/tables/cns11643.txt`, which says where they come from.
//! Invariant: if two places have the same character, the last one is written, as ICU does.

use std::sync::LazyLock;

use super::char_index::CharIndex;

/// Places in a plane.
const PLANE: usize = 94 * 94;
/// Planes that EUC-TW's four bytes can name.
const PLANES: usize = 16;

/// A plane from 1 to 16, and a row and a cell from 1 to 94.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cns11643Position {
    pub(super) plane: u8,
    pub(super) row: u8,
    pub(super) cell: u8,
}

impl Cns11643Position {
    fn index(self) -> Option<usize> {
        let number = |number: u8, most: usize| {
            let number = usize::from(number).checked_sub(1)?;
            (number < most).then_some(number)
        };
        let (row, cell) = (number(self.row, 94)?, number(self.cell, 94)?);
        Some(number(self.plane, PLANES)? * PLANE + row * 94 + cell)
    }

    fn at(index: usize) -> Self {
        Self {
            plane: (index / PLANE) as u8 + 1,
            row: (index % PLANE / 94) as u8 + 1,
            cell: (index % 94) as u8 + 1,
        }
    }
}

/// The character of each place; NUL if it has none.
static CHARACTERS: LazyLock<Box<[char]>> = LazyLock::new(|| {
    let mut characters = vec!['\0'; PLANES * PLANE].into_boxed_slice();
    for line in include_str!("../../../assets/tables/cns11643.txt").lines() {
        let Some((place, row)) = parse(line) else {
            continue;
        };
        for (at, character) in row.chars().enumerate() {
            let cell = at as u8 + 1;
            if let Some(index) = { Cns11643Position { cell, ..place } }.index()
                && !character.is_ascii()
            {
                characters[index] = character;
            }
        }
    }
    characters
});

/// The places of each character. Only who writes asks for them.
static PLACES: LazyLock<CharIndex> = LazyLock::new(|| {
    let places = CHARACTERS.iter().copied().zip(0_u32..);
    CharIndex::new(places.filter(|(character, _)| *character != '\0'))
});

/// Parses a line of the file: the place of its first cell, and its characters.
fn parse(line: &str) -> Option<(Cns11643Position, &str)> {
    let (at, row) = line.split_once(' ')?;
    let (plane, number) = at.split_once('-')?;
    let first = Cns11643Position {
        plane: plane.parse().ok()?,
        row: number.parse().ok()?,
        cell: 1,
    };
    Some((first, row))
}

/// The character of a place.
pub(super) fn character(place: Cns11643Position) -> Option<char> {
    let character = CHARACTERS[place.index()?];
    (character != '\0').then_some(character)
}

/// Every place of a character.
pub(super) fn places(character: char) -> impl DoubleEndedIterator<Item = Cns11643Position> {
    let places = PLACES.places(character);
    places.map(|at| Cns11643Position::at(at as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_planes_have_as_many_characters_as_icu_has() {
        // ICU 72.1, euc-tw-2014, without private use.
        let counts = (1..=16).map(|plane| {
            let rows = (1..=94).flat_map(|row| (1..=94).map(move |cell| (row, cell)));
            rows.filter(|&(row, cell)| character(Cns11643Position { plane, row, cell }).is_some())
                .count()
        });
        let expected = [
            6299, 7650, 6386, 7296, 8601, 6386, 6538, 0, 0, 0, 0, 0, 137, 0, 6720, 0,
        ];
        assert!(counts.eq(expected));
    }

    #[test]
    fn a_place_outside_the_planes_has_no_character() {
        for (plane, row, cell) in [(0, 1, 1), (17, 1, 1), (1, 0, 1), (1, 95, 1), (1, 1, 95)] {
            assert_eq!(character(Cns11643Position { plane, row, cell }), None);
        }
        // glibc: 屮 is 8E A2 A1 AB in EUC-TW.
        let second = Cns11643Position {
            plane: 2,
            row: 1,
            cell: 11,
        };
        assert_eq!(places('屮').last(), Some(second));
        assert_eq!(places('屮').count(), 2);
        assert_eq!(places('a').count(), 0);
    }
}
