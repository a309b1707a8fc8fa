//! The set of regions against a list with a naive search; edits against marked bytes.

use std::ops::Range;

use proptest::prelude::*;

use super::{ByteInRegion, Colour, Region, RegionBook, Regions, name_of};
use crate::model::shifts::{ByteShift, ByteShifts};
use crate::window::Peek;

fn region(name: &str, range: Range<u64>) -> Region {
    Region {
        name: name.to_owned(),
        range,
        colour: Colour::Green,
        note: String::new(),
    }
}

fn names(regions: &Regions) -> Vec<&str> {
    let list = regions.list().iter();
    list.map(|region| region.name.as_str()).collect()
}

/// The innermost of some regions at an offset: the shortest; then the one that begins last; then
/// the one with the last name.
fn naive<'a>(all: &'a [Region], offset: u64) -> Option<&'a Region> {
    let mut best: Option<&'a Region> = None;
    for one in all.iter().filter(|one| one.range.contains(&offset)) {
        let wins = best.is_none_or(|best| {
            let a = (one.len(), u64::MAX - one.range.start);
            let b = (best.len(), u64::MAX - best.range.start);
            a < b || a == b && one.name > best.name
        });
        best = if wins { Some(one) } else { best };
    }
    best
}

fn some_regions() -> impl Strategy<Value = Vec<Region>> {
    let each = (0u64..40, 0u64..16);
    prop::collection::vec(each, 0..12).prop_map(|places| {
        let each = |(number, (start, len))| region(&format!("r{number:02}"), start..start + len);
        (0..).zip(places).map(each).collect()
    })
}

proptest! {
    #[test]
    fn a_byte_is_in_the_innermost_region_around_it(all in some_regions(), from in 0u64..60, len in 0u64..60) {
        let regions = Regions::new(all.clone());
        for offset in 0..60 {
            let expected = naive(&all, offset);
            prop_assert_eq!(regions.at(offset), expected);
            let inside = regions.inside(offset).map(|found| {
                let ByteInRegion { number, begins, ends, .. } = found;
                let region = &regions.list()[number as usize];
                (region, begins, ends)
            });
            let told = expected.map(|one| {
                (one, one.range.start == offset, one.range.end == offset + 1)
            });
            prop_assert_eq!(inside, told);
            let starts = |one: &&Region| !one.is_empty();
            let all = || all.iter().filter(starts).map(|one| one.range.start);
            prop_assert_eq!(regions.next(offset, 1), all().filter(|at| *at > offset).min());
            prop_assert_eq!(regions.previous(offset, 1), all().filter(|at| *at < offset).max());
        }
        let range = from..from + len;
        let met = range.clone().any(|offset| naive(&all, offset).is_some());
        prop_assert_eq!(regions.meets(&range), met);
        prop_assert_eq!(regions.most_of(&range).is_some(), met);
        if let Some(most) = regions.most_of(&range) {
            // No region has a longer stretch in a row.
            let painted: Vec<_> = range.clone().map(|at| naive(&all, at).map(|one| &one.name)).collect();
            let runs = painted.chunk_by(|a, b| a == b).filter(|run| run[0].is_some());
            let longest = runs.max_by_key(|run| run.len()).unwrap();
            let own = painted.chunk_by(|a, b| a == b).filter(|run| run[0] == Some(&most.name));
            prop_assert_eq!(own.map(<[_]>::len).max(), Some(longest.len()));
        }
        let begun: Vec<_> = regions.beginning_in(&range).to_vec();
        let expected = regions.list().iter().filter(|one| range.contains(&one.range.start));
        prop_assert_eq!(begun, expected.cloned().collect::<Vec<_>>());
    }

    #[test]
    fn regions_are_where_their_bytes_are(
        places in prop::collection::vec((0u64..12, 1u64..6), 1..5),
        edits in prop::collection::vec((0u64..20, 0u64..6, 0u64..6), 1..6),
        undone in 0usize..6,
    ) {
        let all = (0..).zip(places).map(|(number, (start, len))| {
            region(&format!("r{number}"), start..start + len)
        });
        let first = Regions::new(all);
        let mut book = RegionBook::open(first.clone(), None, false);
        // Each byte by its number; 0 stands for later bytes.
        let mut bytes: Vec<u64> = (1..=20).collect();
        let mut shifts = Vec::new();
        let mut states = vec![(bytes.clone(), book.all.clone())];
        for (at, removed, added) in edits {
            let at = at.min(bytes.len() as u64);
            let removed = removed.min(bytes.len() as u64 - at);
            let shift = ByteShift { at, removed, added };
            let stretch = at as usize..(at + removed) as usize;
            bytes.splice(stretch, std::iter::repeat_n(0, added as usize));
            book.edited(&shift.into());
            shifts.push(shift);
            states.push((bytes.clone(), book.all.clone()));
            for old in first.list() {
                // Every byte that remains of the region is in it, and no other old byte.
                let kept = |byte: &u64| *byte > 0 && old.range.contains(&(byte - 1));
                let now = book.all.named(&old.name);
                for (offset, byte) in (0..).zip(&bytes) {
                    let is_in = now.is_some_and(|now| now.range.contains(&offset));
                    if *byte > 0 {
                        prop_assert_eq!(is_in, kept(byte), "{:?} {:?}", old, offset);
                    }
                }
            }
        }
        // After undoing, all is as before; after redoing, as after the changes.
        for shift in shifts.iter().rev().take(undone) {
            book.undone(&ByteShifts::from(*shift).back());
            states.pop();
            prop_assert_eq!(&book.all, &states.last().unwrap().1);
        }
        let left = shifts.len() - undone.min(shifts.len());
        for shift in &shifts[left..] {
            book.redone(&(*shift).into());
        }
        let mut again = RegionBook::open(first.clone(), None, false);
        for shift in &shifts {
            again.edited(&(*shift).into());
        }
        prop_assert_eq!(&book.all, &again.all);
        // All undone, in one step.
        let len = bytes.len() as u64;
        let reset = ByteShifts::from(ByteShift { at: 0, removed: len, added: 20 });
        let moved = shifts.iter().any(|shift| shift.removed != shift.added);
        again.reset(&reset);
        if moved {
            prop_assert_eq!(&again.all, &first);
        }
        again.undone(&reset.back());
        prop_assert_eq!(&again.all, &book.all);
        again.redone(&reset);
        if moved {
            prop_assert_eq!(&again.all, &first);
        }
    }
}

#[test]
fn a_set_has_no_region_twice_and_none_without_a_byte() {
    let all = [
        region("b", 4..8),
        region("a", 0..8),
        region("a", 9..10),
        region("c", 5..5),
    ];
    let mut regions = Regions::new(all);
    assert_eq!(names(&regions), ["a", "b"]);
    assert!(!regions.insert(region("d", 3..3)));
    assert!(regions.insert(region("a", 20..21)));
    assert_eq!(names(&regions), ["b", "a"]);
    assert_eq!(regions.remove("b"), Some(region("b", 4..8)));
    assert_eq!(regions.remove("b"), None);
    assert_eq!((regions.at(4), regions.next(0, 1)), (None, Some(20)));
}

#[test]
fn a_region_may_be_at_either_end_of_all_offsets() {
    let last = u64::MAX - 1;
    let regions = Regions::new([
        region("first", 0..1),
        region("all", 0..u64::MAX),
        region("last", last..u64::MAX),
    ]);
    let at = |offset| regions.at(offset).map(|region| region.name.as_str());
    assert_eq!(
        [0, 1, last, u64::MAX].map(at),
        [Some("first"), Some("all"), Some("last"), None]
    );
    assert_eq!(names(&regions), ["all", "first", "last"]);
}

#[test]
fn there_are_only_so_many() {
    let most = Regions::MOST as u64;
    let each = |number: u64| region(&number.to_string(), number..number + 1);
    let mut regions = Regions::new((0..most + 5).map(each));
    assert_eq!(regions.list().len(), Regions::MOST);
    assert!(!regions.insert(each(most + 9)));
    // A region with a known name moves.
    assert!(regions.insert(region("0", 3..9)));
    assert!(regions.remove("1").is_some() && regions.insert(each(most)));
}

#[test]
fn deep_nests_are_painted_in_time() {
    let most = Regions::MOST as u64;
    let each = |number: u64| region(&number.to_string(), number..2 * most - number);
    let regions = Regions::new((0..most).map(each));
    let at = |offset| regions.at(offset).map(|region| region.range.start);
    assert_eq!(
        [0, 5, most - 1, most, 2 * most - 1].map(at),
        [0, 5, most - 1, most - 1, 0].map(Some)
    );
}

#[test]
fn colours_are_given_in_turn() {
    let mut regions = Regions::default();
    let mut given = Vec::new();
    for number in 0..7 {
        let colour = regions.next_colour();
        given.push(colour);
        let next = region(&number.to_string(), number..number + 1);
        assert!(regions.insert(Region { colour, ..next }));
    }
    let mut kinds: Vec<_> = given[..6].to_vec();
    kinds.sort_by_key(|colour| *colour as u8);
    assert_eq!(kinds, Colour::ALL);
    assert_eq!(given[6], given[0]);
}

#[test]
fn a_name_is_some_text_of_one_line() {
    assert_eq!(name_of("  the header "), Ok("the header"));
    for wrong in ["", "  ", "a\nb", "a\u{1B}b", &"x".repeat(81)] {
        assert!(name_of(wrong).is_err(), "{wrong:?}");
    }
}

/// A stretch of bytes in the place of another.
fn shifted(at: u64, removed: u64, added: u64) -> ByteShifts {
    ByteShift { at, removed, added }.into()
}

#[test]
fn regions_count_as_saved_while_they_equal_the_file() {
    let mut book = RegionBook::default();
    assert!(!book.is_unsaved());
    assert!(book.all.insert(region("a", 0..4)));
    assert!(book.is_unsaved() && !book.owns("x"));
    book.set_saved(book.all.clone(), "x".to_owned());
    assert!(!book.is_unsaved() && book.owns("x") && !book.owns("y"));
    book.edited(&shifted(0, 0, 1));
    assert!(book.is_unsaved());
    book.undone(&shifted(0, 1, 0));
    assert!(!book.is_unsaved());
}

#[test]
fn a_region_that_was_changed_since_is_not_brought_back() {
    let mut book = RegionBook::open(
        Regions::new([region("a", 2..6), region("b", 3..4)]),
        None,
        false,
    );
    book.edited(&shifted(3, 2, 0));
    assert_eq!(book.all, Regions::new([region("a", 2..4)]));
    assert!(book.all.insert(region("a", 0..1)) && book.all.insert(region("c", 1..2)));
    book.undone(&shifted(3, 0, 2));
    let expected = [region("a", 0..1), region("b", 3..4), region("c", 1..2)];
    assert_eq!(book.all, Regions::new(expected));
}

/// The bytes of a dump, from an address on.
struct Dump(u64, &'static [u8]);

impl Peek for Dump {
    fn len(&self) -> u64 {
        self.1.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> crate::window::Window {
        self.1.window(start, len)
    }

    fn address(&self, offset: u64) -> u64 {
        self.0 + offset
    }

    fn offset_of(&self, address: u64) -> u64 {
        address.saturating_sub(self.0).min(self.len())
    }
}

#[test]
fn regions_at_addresses_that_a_dump_does_not_show_stay_in_the_file() {
    let kept = Regions::new([
        region("before", 0..16),
        region("here", 18..20),
        region("behind", 40..48),
    ]);
    let data = Dump(16, b"01234567");
    let (placed, lost) = kept.placed(&data);
    assert_eq!((placed.list().len(), lost), (1, 2));
    let mut book = RegionBook::open(placed, None, true).with_clipped(kept.clipped(&data));
    assert_eq!(book.addressed(&data), kept);
    assert!(!book.is_unsaved());
    // A new region replaces an old one of the same name.
    assert!(book.all.insert(region("behind", 0..1)));
    let expected = [
        region("before", 0..16),
        region("here", 18..20),
        region("behind", 16..17),
    ];
    assert_eq!(book.addressed(&data), Regions::new(expected));
}

#[test]
fn a_region_that_a_dump_shows_in_part_has_its_whole_range_in_the_file() {
    let data = Dump(16, b"01234567");
    for start in 8..26 {
        for end in start + 1..32 {
            let kept = Regions::new([region("one", start..end)]);
            let (placed, _) = kept.placed(&data);
            let is_here = start < 24 && end > 16;
            assert_eq!(placed.is_empty(), !is_here);
            let book = RegionBook::open(placed, None, true).with_clipped(kept.clipped(&data));
            assert_eq!(book.addressed(&data), kept);
            // Its note is changed, and the file's too.
            let mut noted = book.clone();
            let Some(mut one) = noted.all.named("one").cloned() else {
                continue;
            };
            one.note = "a note".to_owned();
            assert!(noted.all.insert(one));
            let written = noted.addressed(&data);
            let written = written.named("one").unwrap();
            assert_eq!((&written.range, &*written.note), (&(start..end), "a note"));
            // After a move it is only at the new place; after a removal, nowhere.
            let mut other = book.clone();
            assert!(other.all.insert(region("one", 7..8)));
            // At the same place as before, nothing has changed.
            let is_same = book.all.named("one").unwrap().range == (7..8);
            let expected = if is_same { start..end } else { 23..24 };
            assert_eq!(other.addressed(&data).named("one").unwrap().range, expected);
            let mut none = book;
            none.all.remove("one");
            assert!(none.addressed(&data).is_empty());
        }
    }
}

#[test]
fn a_step_of_many_stretches_moves_and_cuts_regions_at_once() {
    let first = Regions::new([
        region("whole", 0..9),
        region("first", 0..2),
        region("cut", 1..4),
        region("last", 8..9),
    ]);
    let mut book = RegionBook::open(first.clone(), None, false);
    // The bytes `ab.ab.ab.` without `ab`.
    let shifts = [0, 1, 2].map(|at| ByteShift {
        at,
        removed: 2,
        added: 0,
    });
    let step = ByteShifts::in_order(shifts);
    book.edited(&step);
    let left = [
        region("whole", 0..3),
        region("cut", 0..1),
        region("last", 2..3),
    ];
    assert_eq!(book.all, Regions::new(left.clone()));
    book.undone(&step.back());
    assert_eq!(book.all, first);
    book.redone(&step);
    assert_eq!(book.all, Regions::new(left));
}
