//! The pattern that the user looks for, and its matches.
//!
//! Invariant: a count belongs to the pattern and the encoding it was made for.

use std::ops::Range;

use super::numbers::grouped;
use crate::scan::facts::Direction;
use crate::scan::pattern::PatternError;

/// The pattern that the user looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SoughtPattern {
    /// The pattern that `n` and `N` look for; empty before the first.
    pub pattern: String,
    /// True if its matches are marked.
    pub marked: bool,
}

impl SoughtPattern {
    /// Stores a pattern from the prompt.
    pub fn set_pattern(&mut self, pattern: &str) {
        pattern.clone_into(&mut self.pattern);
        self.marked = true;
    }
}

/// A running search for a pattern, and its progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningSearch {
    /// The direction.
    pub direction: Direction,
    /// The offset of the cursor at its start.
    pub from: u64,
    /// The offset reached.
    pub reached: u64,
}

/// The number of matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchCount {
    /// All matches.
    pub total: u64,
    /// Their first offsets, ascending; empty if there are too many to store.
    pub places: Vec<u64>,
}

impl MatchCount {
    /// The number (from 1) of the match that begins at an offset; `None` if no such match is known.
    pub fn number(&self, offset: u64) -> Option<u64> {
        let place = self.places.binary_search(&offset).ok()?;
        Some(place as u64 + 1)
    }
}

/// The known matches of the pattern being typed, or else of the pattern of `n`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternMatches {
    /// Its matches on the screen.
    pub shown: Vec<Range<u64>>,
    /// The search that is running.
    pub chasing: Option<RunningSearch>,
    /// The number of matches, once known.
    pub count: Option<MatchCount>,
    /// The reason why this encoding cannot be searched for it.
    pub refusal: Option<PatternError>,
}

impl PatternMatches {
    /// The match on the screen that contains an offset.
    fn here(&self, offset: u64) -> Option<&Range<u64>> {
        self.shown.iter().find(|range| range.contains(&offset))
    }

    /// The first offsets of matches, ascending; empty until counted, or if there are too many.
    pub fn places(&self) -> &[u64] {
        self.count.as_ref().map_or(&[], |count| &count.places)
    }

    /// The number of matches, and the number of the cursor's match; `None` until counted.
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
        let mut found = PatternMatches {
            shown: vec![4..6, 9..11],
            ..PatternMatches::default()
        };
        assert_eq!(found.counted(5), None);
        found.count = Some(MatchCount {
            total: 3,
            places: vec![1, 4, 9],
        });
        assert_eq!(found.counted(5).as_deref(), Some("match 2 of 3"));
        assert_eq!(found.counted(7).as_deref(), Some("3 matches"));
        found.count = Some(MatchCount::default());
        assert_eq!(found.counted(7).as_deref(), Some("no match"));
    }
}
