//! Marks and passages after bytes were inserted, deleted or replaced: they stay at their bytes.
//!
//! Places before a change stay, and those after it move. A mark on a deleted byte moves to the
//! place of the deletion, and a passage without bytes disappears. Invariant: undoing a change
//! restores all that it has moved, unless that was changed since.

use super::shifts::ByteShifts;
use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};

/// Places that move with their bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackedPlaces {
    /// Places with a letter.
    pub marks: Vec<(char, u64)>,
    /// Ranges that are read in another encoding than the rest.
    pub passages: EncodingRanges,
}

impl TrackedPlaces {
    fn moved(&self, shifts: &ByteShifts) -> Self {
        let marks = self.marks.iter();
        Self {
            marks: marks
                .map(|&(letter, at)| (letter, shifts.start(at)))
                .collect(),
            passages: self.passages.moved(|passage| moved(passage, shifts)),
        }
    }
}

/// A passage after a change; its code units are those of the bytes that follow the change.
fn moved(passage: &EncodingRange, shifts: &ByteShifts) -> EncodingRange {
    let unit = u64::from(passage.encoding.unit);
    EncodingRange {
        range: shifts.range(&passage.range),
        phase: shifts.phase(passage.phase, passage.range.start, unit),
        ..passage.clone()
    }
}

/// A change of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditAction {
    /// A change.
    Edit,
    /// The undoing of a change.
    Undo,
    /// The redoing of an undone change.
    Redo,
    /// The undoing of all changes, in one step.
    Reset,
}

/// The changes that have moved bytes, except those undone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlaceBook {
    steps: Vec<PlacesStep>,
    /// The undone steps that had undone all changes; the next to be redone is last.
    undone: Vec<ByteShifts>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct PlacesStep {
    shifts: ByteShifts,
    is_reset: bool,
    /// The places before and after, where offsets alone do not lead back.
    known: Option<Box<[TrackedPlaces; 2]>>,
}

impl PlaceBook {
    /// Moves places together with the bytes.
    pub fn follow(&mut self, places: &mut TrackedPlaces, deed: EditAction, shifts: &ByteShifts) {
        match deed {
            EditAction::Edit => {
                self.undone.clear();
                self.change(places, shifts);
            }
            EditAction::Undo => {
                let is_known = self.is_last(shifts);
                if shifts.moves() || is_known {
                    let is_reset = undo(places, &mut self.steps, shifts);
                    self.undone.extend(is_reset.then(|| shifts.back()));
                }
            }
            EditAction::Redo if self.undone.pop_if(|reset| reset == shifts).is_some() => {
                self.revert_all(places, shifts);
            }
            EditAction::Redo => self.change(places, shifts),
            EditAction::Reset => {
                self.undone.clear();
                self.revert_all(places, shifts);
            }
        }
    }

    fn is_last(&self, shifts: &ByteShifts) -> bool {
        { self.steps.last() }.is_some_and(|step| shifts.undoes(&step.shifts))
    }

    fn change(&mut self, places: &mut TrackedPlaces, shifts: &ByteShifts) {
        if !shifts.moves() {
            return;
        }
        let after = places.moved(shifts);
        let before = std::mem::replace(places, after.clone());
        let leads_back = after.moved(&shifts.back()) == before;
        self.steps.push(PlacesStep {
            shifts: shifts.clone(),
            is_reset: false,
            known: (!leads_back).then(|| Box::new([before, after])),
        });
    }

    fn revert_all(&mut self, places: &mut TrackedPlaces, shifts: &ByteShifts) {
        if self.steps.is_empty() {
            return;
        }
        let before = places.clone();
        let mut earlier = self.steps.clone();
        while let Some(last) = earlier.last() {
            let back = last.shifts.back();
            undo(places, &mut earlier, &back);
        }
        self.steps.push(PlacesStep {
            shifts: shifts.clone(),
            is_reset: true,
            known: Some(Box::new([before, places.clone()])),
        });
    }
}

/// Moves places as undoing a change moves bytes. Returns whether that change had undone all
/// changes.
fn undo(places: &mut TrackedPlaces, steps: &mut Vec<PlacesStep>, shifts: &ByteShifts) -> bool {
    let moved = places.moved(shifts);
    let here = std::mem::replace(places, moved);
    let Some(step) = steps.pop_if(|step| shifts.undoes(&step.shifts)) else {
        return false;
    };
    if let Some(known) = step.known {
        let [before, after] = *known;
        if here.marks == after.marks {
            places.marks = before.marks;
        }
        if here.passages == after.passages {
            places.passages = before.passages;
        }
    }
    step.is_reset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Encoding;
    use crate::codec::table::{self, LabelMatch};
    use crate::model::shifts::ByteShift;
    use proptest::prelude::*;
    use std::ops::Range;

    fn wide() -> &'static Encoding {
        table::by_label("utf-16le")
            .map(LabelMatch::encoding)
            .unwrap()
    }

    fn places(
        marks: &[(char, u64)],
        passages: impl IntoIterator<Item = Range<u64>>,
    ) -> TrackedPlaces {
        let mut all = EncodingRanges::default();
        for range in passages {
            assert!(all.add(EncodingRange::new(range, wide())));
        }
        TrackedPlaces {
            marks: marks.to_vec(),
            passages: all,
        }
    }

    fn shift(at: u64, removed: u64, added: u64) -> ByteShift {
        ByteShift { at, removed, added }
    }

    #[test]
    fn places_after_a_change_move_with_their_bytes() {
        let before = places(&[('a', 3), ('b', 10)], [4..8, 12..20]);
        let mut now = before.clone();
        let mut book = PlaceBook::default();
        book.follow(&mut now, EditAction::Edit, &shift(4, 0, 3).into());
        assert_eq!(now, places(&[('a', 3), ('b', 13)], [7..11, 15..23]));
        book.follow(&mut now, EditAction::Edit, &shift(9, 0, 1).into());
        // It is one byte longer, and the bytes after it are read as before.
        assert_eq!(now.passages.list()[0].range, 7..12);
        assert_eq!(now.passages.list()[0].phase, 1);
        assert_eq!(now.passages.list()[1].phase, 0);
        book.follow(&mut now, EditAction::Undo, &shift(9, 1, 0).into());
        book.follow(&mut now, EditAction::Undo, &shift(4, 3, 0).into());
        assert_eq!(now, before);
    }

    #[test]
    fn deleted_places_come_back_unless_changed_since() {
        let before = places(&[('a', 5)], Some(4..8));
        let mut now = before.clone();
        let mut book = PlaceBook::default();
        book.follow(&mut now, EditAction::Edit, &shift(2, 8, 0).into());
        assert_eq!(now, places(&[('a', 2)], None));
        let mut changed = (book.clone(), now.clone());
        book.follow(&mut now, EditAction::Undo, &shift(2, 0, 8).into());
        assert_eq!(now, before);
        book.follow(&mut now, EditAction::Redo, &shift(2, 8, 0).into());
        assert_eq!(now, places(&[('a', 2)], None));
        changed.1.marks = vec![('a', 0)];
        changed
            .0
            .follow(&mut changed.1, EditAction::Undo, &shift(2, 0, 8).into());
        assert_eq!(changed.1, places(&[('a', 0)], Some(4..8)));
    }

    /// The numbers of the bytes of some data, each once.
    type Bytes = Vec<u32>;

    proptest! {
        #[test]
        fn places_stay_at_their_bytes_there_and_back(
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6, 0_usize..6), 1..12),
            marks in prop::collection::vec(0_u64..40, 0..4),
            starts in prop::collection::btree_set(0_u64..20, 0..4),
            resets: bool,
        ) {
            let mut data: Bytes = (0..40).collect();
            let ranges: Vec<_> = starts.iter().map(|start| 2 * start..2 * start + 1).collect();
            let marks: Vec<_> = ('a'..).zip(marks).collect();
            let before = places(&marks, ranges);
            let (mut now, mut book) = (before.clone(), PlaceBook::default());
            let mut done = Vec::new();
            let mut next = 100;
            for (at, removed, added) in edits {
                let at = at.index(data.len() + 1);
                let removed = removed.min(data.len() - at);
                let new: Bytes = (next..next + added as u32).collect();
                next += added as u32;
                data.splice(at..at + removed, new);
                let shift = shift(at as u64, removed as u64, added as u64);
                book.follow(&mut now, EditAction::Edit, &shift.into());
                done.push((shift, now.clone()));
                if removed == added {
                    continue;
                }
                let is_whole = done.iter().all(|(shift, _)| shift.removed == 0);
                for ((_, was), (_, is)) in before.marks.iter().zip(&now.marks) {
                    // If its byte still exists, the mark is there.
                    if let Some(place) = data.iter().position(|byte| u64::from(*byte) == *was) && is_whole {
                        prop_assert_eq!(*is, place as u64);
                    }
                }
                for (was, is) in before.passages.list().iter().zip(now.passages.list()) {
                    if is_whole {
                        let place = data.iter().position(|byte| u64::from(*byte) == was.range.start);
                        prop_assert_eq!(is.range.start, place.unwrap() as u64);
                        prop_assert_eq!(is.range.end - is.range.start, 1);
                    }
                }
            }
            let last = now.clone();
            if resets {
                let all = ByteShifts::from(shift(0, data.len() as u64, 40));
                book.follow(&mut now, EditAction::Reset, &all);
                prop_assert_eq!(&now, &before);
                book.follow(&mut now, EditAction::Undo, &all.back());
                prop_assert_eq!(&now, &last);
                book.follow(&mut now, EditAction::Redo, &all);
                prop_assert_eq!(&now, &before);
                book.follow(&mut now, EditAction::Undo, &all.back());
            }
            for (shift, after) in done.iter().rev() {
                prop_assert_eq!(&now, after);
                book.follow(&mut now, EditAction::Undo, &ByteShifts::from(*shift).back());
            }
            prop_assert_eq!(&now, &before);
        }
    }
}
