//! Finds places far away where two files are equal again.
//!
//! Both rests are read once. A sum over some tokens in a row decides by itself which places are
//! recorded, so equal stretches have the same recorded places in both; the more there are, the
//! fewer are recorded. Places that occur once in each file, in the longest order that both share,
//! are the anchors. Invariant: no more than [`MOST`] places of each file are stored.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use super::aligner::AlignerStop;
use super::lane::TokenLane;
use super::token::Rolling;
use crate::codec::Anchor;
use crate::job::Control;

/// The number of tokens in a sum.
pub(super) const GRAM: usize = 64;
/// The most places of a file that are stored.
const MOST: usize = 128 << 10;
/// Tokens read at once.
const PIECE: usize = 64 << 10;
/// At first, one place of this many is recorded.
const RARE: u64 = 64;

/// A pair of places in both files; from there on, the sums are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FarAnchor {
    pub(super) a: Anchor,
    pub(super) b: Anchor,
}

/// The anchors in two rests, the last one first.
pub(super) fn anchors<L: TokenLane>(
    control: &mut Control<'_>,
    a: L,
    b: L,
) -> ControlFlow<AlignerStop, Vec<FarAnchor>> {
    let reached = a.place(0).offset;
    let noted = NotedPlaces::collect(control, a, 0, reached)?;
    let found = NotedPlaces::collect(control, b, noted.rare, reached)?;
    let mut pairs: Vec<FarAnchor> = Vec::new();
    for (sum, place) in found.places {
        if let (Some(b), Some(Some(a))) = (place, noted.places.get(&sum)) {
            pairs.push(FarAnchor { a: *a, b });
        }
    }
    pairs.sort_unstable_by_key(|pair| pair.a.offset);
    ControlFlow::Continue(in_order(&pairs))
}

/// The recorded places, by their sums; none for a sum that occurs more than once.
struct NotedPlaces {
    places: HashMap<u64, Option<Anchor>>,
    /// A place is recorded if the lowest bits of its sum are zero: a mask of them.
    rare: u64,
}

impl NotedPlaces {
    fn collect<L: TokenLane>(
        control: &mut Control<'_>,
        mut lane: L,
        rare: u64,
        reached: u64,
    ) -> ControlFlow<AlignerStop, Self> {
        let mut notes = Self {
            places: HashMap::new(),
            rare: rare.max(RARE - 1),
        };
        loop {
            lane.fill(PIECE + GRAM);
            let tokens = lane.tokens();
            if tokens.len() < GRAM {
                return ControlFlow::Continue(notes);
            }
            let last = (tokens.len() - GRAM).min(PIECE);
            let mut rolling = Rolling::new(&tokens[..GRAM]);
            for at in 0..=last {
                if at > 0 {
                    rolling.roll(tokens[at - 1], tokens[at + GRAM - 1]);
                }
                let sum = rolling.number();
                if sum & notes.rare == 0 && !lane.is_joined(at) {
                    notes.note(sum, lane.place(at));
                }
            }
            lane.pass(last + 1);
            // It is ahead of the comparison, whose progress is told.
            if control.reached(reached) {
                return ControlFlow::Break(AlignerStop::Cancelled);
            }
        }
    }

    fn note(&mut self, sum: u64, place: Anchor) {
        match self.places.entry(sum) {
            Entry::Occupied(mut entry) => {
                entry.insert(None);
            }
            Entry::Vacant(entry) => {
                entry.insert(Some(place));
            }
        }
        while self.places.len() > MOST {
            self.rare = self.rare << 1 | 1;
            let rare = self.rare;
            self.places.retain(|sum, _| sum & rare == 0);
        }
    }
}

/// Of pairs in the order of the first file, the most that are in order in the second too; the last
/// one first.
fn in_order(pairs: &[FarAnchor]) -> Vec<FarAnchor> {
    // For each length, the order of pairs that ends first, as its last pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let at = ends.partition_point(|&end| pairs[end].b.offset < pair.b.offset);
        before.push(at.checked_sub(1).map(|shorter| ends[shorter]));
        if at == ends.len() {
            ends.push(index);
        } else {
            ends[at] = index;
        }
    }
    let mut next = ends.last().copied();
    let mut found = Vec::with_capacity(ends.len());
    while let Some(index) = next {
        found.push(pairs[index]);
        next = before[index];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::CodecState;

    #[test]
    fn the_longest_order_that_both_share_is_kept() {
        let at = |offset| Anchor {
            offset,
            state: CodecState::START,
        };
        let pairs: Vec<_> = { [70, 10, 20, 90, 30, 40].into_iter().zip(0..) }
            .map(|(b, a)| FarAnchor { a: at(a), b: at(b) })
            .collect();
        let found: Vec<_> = in_order(&pairs).iter().map(|pair| pair.b.offset).collect();
        assert_eq!(found, [40, 30, 20, 10]);
        assert_eq!(in_order(&[]), []);
    }
}
