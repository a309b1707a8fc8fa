//! The pattern that the user looks for, and its matches.
//!
//! Invariant: a count belongs to the pattern and the encoding it was made for.

use std::ops::Range;

use super::numbers::grouped;
use crate::scan::facts::Direction;
use crate::scan::pattern::Refusal;

/// The pattern that the user looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    /// The pattern that `n` and `N` look for; empty before the first.
    pub pattern: String,
    /// Whether its matches are marked.
    pub marked: bool,
}

impl Finding {
    /// Takes a pattern from the prompt.
    pub fn take(&mut self, pattern: &str) {
        pattern.clone_into(&mut self.pattern);
        self.marked = true;
    }
}

/// A running search for a pattern, and its progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chasing {
    /// Which way.
    pub direction: Direction,
    /// Where the cursor was.
    pub from: u64,
    /// The offset reached.
    pub reached: u64,
}

/// How many matches there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// All matches.
    pub total: u64,
    /// Their first offsets, ascending; empty if there are too many to keep.
    pub places: Vec<u64>,
}

impl Count {
    /// The number, from 1, of the match that begins at an offset; `None` if none is known to.
    pub fn number(&self, offset: u64) -> Option<u64> {
        let place = self.places.binary_search(&offset).ok()?;
        Some(place as u64 + 1)
    }
}

/// What is known of the pattern that is being typed, or else that `n` looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Its matches on the screen.
    pub shown: Vec<Range<u64>>,
    /// The search that is running.
    pub chasing: Option<Chasing>,
    /// How many there are, once that is known.
    pub count: Option<Count>,
    /// Why it cannot be looked for in this encoding.
    pub refusal: Option<Refusal>,
}

impl Found {
    /// The match that an offset lies in, among those on the screen.
    fn here(&self, offset: u64) -> Option<&Range<u64>> {
        self.shown.iter().find(|range| range.contains(&offset))
    }

    /// The first offsets of matches, ascending; empty until counted, or if there are too many.
    pub fn places(&self) -> &[u64] {
        self.count.as_ref().map_or(&[], |count| &count.places)
    }

    /// How many matches there are, and which one the cursor is in; `None` until counted.
    pub fn counted(&self, cursor: u64) -> Option<String> {
        let count = self.count.as_ref()?;
        let number = self
            .here(cursor)
            .and_then(|range| count.number(range.start));
        Some(match (count.total, number) {
            (0, _) => "no match".to_owned(),
            (total, Some(number)) => format!("match {} of {}", grouped(number), grouped(total)),
            (1, None) => "1 match".to_owned(),
            (total, None) => format!("{} matches", grouped(total)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_match_is_said_where_it_is_known() {
        let mut found = Found {
            shown: vec![4..6, 9..11],
            ..Found::default()
        };
        assert_eq!(found.counted(5), None);
        found.count = Some(Count {
            total: 3,
            places: vec![1, 4, 9],
        });
        assert_eq!(found.counted(5).as_deref(), Some("match 2 of 3"));
        assert_eq!(found.counted(7).as_deref(), Some("3 matches"));
        found.count = Some(Count::default());
        assert_eq!(found.counted(7).as_deref(), Some("no match"));
    }
}
