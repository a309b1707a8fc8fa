//! The law's contract, for every row of the table of encodings: what a step
//! promises, where decoding may begin, what bits and places a fault has, and
//! that counting is stepping.
//!
//! The inputs are those of `common`; an encoding that is added is held to all
//! of this without a word written here. Holes are `codec_holes`'. Invariant: no
//! test here knows what any encoding's bytes mean.

mod common;

use common::{for_inputs, steps, whole};
use hexloupe::codec::{Diagnosis, Encoding, Fault, Scene, State, Step, Tally, Walk, table};
use hexloupe::window::{Peek, Window};
use std::collections::BTreeSet;

/// The widest window and page that is tried.
const WIDEST: usize = 9;

/// Faults whose reason is that the data ends: no byte is to blame.
const ENDS: &[Fault] = &[
    Fault::Utf8Truncated,
    Fault::Utf16OddByte,
    Fault::Utf32Truncated,
];

#[test]
fn the_facts_of_a_row_fit_each_other() {
    for e in table::all() {
        assert!([1, 2, 4].contains(&e.unit), "{e:?}");
        assert!(e.unit <= e.max_len && e.max_len <= e.look, "{e:?}");
        assert_eq!(e.lookback % e.unit, 0, "{e:?}: off the grid");
    }
}

#[test]
fn a_step_has_a_length_within_the_window_and_needs_no_more_than_look_bytes() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            for from in 0..bytes.len() {
                let mut state = State::default();
                let whole = e.decode(&mut state, &bytes[from..]);
                let len = usize::from(whole.len);
                assert!(len >= 1 && whole.len <= e.max_len, "{e:?} {bytes:02X?}");
                assert!(len <= bytes.len() - from, "{e:?} {bytes:02X?}");
                for width in usize::from(e.look)..=WIDEST.min(bytes.len() - from) {
                    let mut other = State::default();
                    let cut = e.decode(&mut other, &bytes[from..from + width]);
                    assert_eq!((cut, other), (whole, state), "{e:?} {bytes:02X?} {width}");
                }
            }
        });
    }
}

#[test]
fn the_lengths_add_up_to_the_input_whatever_the_size_of_the_window() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            let expected = steps(e, 0, &whole(bytes));
            for width in usize::from(e.look)..=WIDEST {
                let mut state = State::default();
                let mut at = 0;
                for step in &expected {
                    let window = &bytes[at..bytes.len().min(at + width)];
                    let sequence = e.decode(&mut state, window);
                    let found = (at as u64, u64::from(sequence.len), sequence.meaning);
                    let wanted = (step.offset, step.len, step.meaning);
                    assert_eq!(found, wanted, "{e:?} {bytes:02X?} {width}");
                    at += usize::from(sequence.len);
                }
                assert_eq!(at, bytes.len(), "{e:?} {bytes:02X?}");
            }
        });
    }
}

/// The steps of some bytes that come a page at a time; what no step has taken
/// yet is kept for the next page.
fn paged(e: &'static Encoding, phase: u64, bytes: &[u8], page: usize) -> Vec<Step> {
    let mut out = Vec::new();
    let mut from = 0;
    for end in (0..bytes.len()).step_by(page).map(|at| at + page) {
        let window = bytes.window(from, end - from as usize);
        let mut walk = Walk::new(e, phase, &window);
        out.extend(walk.by_ref());
        from = walk.offset();
    }
    out
}

#[test]
fn pages_of_any_size_give_the_same_steps() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            for phase in 0..u64::from(e.unit) {
                let expected = steps(e, phase, &whole(bytes));
                for page in 1..=WIDEST {
                    let found = paged(e, phase, bytes, page);
                    assert_eq!(found, expected, "{e:?} +{phase} {bytes:02X?} /{page}");
                }
            }
        });
    }
}

#[test]
fn decoding_from_the_sync_point_finds_the_same_steps_masks_and_diagnoses() {
    for e in table::all() {
        for_inputs(e, 50, |bytes| {
            let all = whole(bytes);
            for phase in 0..u64::from(e.unit) {
                let expected = steps(e, phase, &all);
                for offset in 0..=bytes.len() as u64 {
                    let from = e.sync_from(offset, phase);
                    let back = u64::from(e.lookback + e.unit);
                    assert!(from <= offset, "{e:?} +{phase} {offset}");
                    assert!(offset - from < back, "{e:?} +{phase} {offset}");
                    let window = bytes.window(from, bytes.len());
                    let found = steps(e, phase, &window);
                    let found = found.iter().filter(|step| step.end() > offset);
                    let wanted = expected.iter().filter(|step| step.end() > offset);
                    assert!(
                        found.clone().eq(wanted),
                        "{e:?} +{phase} {bytes:02X?} from {from} for {offset}"
                    );
                    for step in found {
                        let here = Scene::of(e, phase, &window, step);
                        let there = Scene::of(e, phase, &all, step);
                        let places = (here.diagnose(), here.masks());
                        assert_eq!(
                            places,
                            (there.diagnose(), there.masks()),
                            "{e:?} +{phase} {bytes:02X?} from {from} for {offset}"
                        );
                    }
                }
            }
        });
    }
}

#[test]
fn every_byte_has_masks_and_only_ill_formed_ones_have_wrong_bits() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            let window = whole(bytes);
            for step in steps(e, 0, &window) {
                let scene = Scene::of(e, 0, &window, &step);
                let masks = scene.masks();
                assert_eq!(masks.len() as u64, step.len, "{e:?} {bytes:02X?}");
                for mask in masks {
                    let kinds = [mask.structure, mask.wrong, mask.payload()];
                    let bits: u32 = kinds.iter().map(|kind| kind.count_ones()).sum();
                    let all = kinds.iter().fold(0, |all, kind| all | kind);
                    assert_eq!((bits, all), (8, 0xFF), "{e:?} {bytes:02X?}: shared bits");
                    let may = step.meaning.fault().is_some_and(|f| !ENDS.contains(&f));
                    assert!(may || mask.wrong == 0, "{e:?} {bytes:02X?} {step:?}");
                }
            }
        });
    }
}

/// The steps with their diagnoses.
fn diagnosed(e: &'static Encoding, window: &Window) -> Vec<(Step, Option<Diagnosis>)> {
    let steps = steps(e, 0, window).into_iter();
    steps
        .map(|step| (step, Scene::of(e, 0, window, &step).diagnose()))
        .collect()
}

#[test]
fn span_culprit_and_value_are_where_the_fault_is() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            for (step, found) in diagnosed(e, &whole(bytes)) {
                let fault = step.meaning.fault();
                assert_eq!(found.as_ref().map(|d| d.fault), fault, "{e:?} {bytes:02X?}");
                let Some(found) = found else { continue };
                let say = format!("{e:?} {bytes:02X?} {found:?}");
                assert_eq!(found.span, step.range(), "{say}");
                if let Some(culprit) = found.culprit {
                    assert!((step.offset..=step.end()).contains(&culprit), "{say}");
                    assert!(culprit < bytes.len() as u64, "{say}: it is not there");
                    assert!(!ENDS.contains(&found.fault), "{say}: nobody is to blame");
                } else {
                    assert_eq!(step.end(), bytes.len() as u64, "{say}: who is to blame?");
                }
                assert!(!(found.is_tail() && found.decoded.is_some()), "{say}");
            }
        });
    }
}

#[test]
fn a_story_is_a_run_of_ill_formed_steps_that_all_tell_it() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            let found = diagnosed(e, &whole(bytes));
            for (step, diagnosis) in &found {
                let Some(diagnosis) = diagnosis else { continue };
                let story = &diagnosis.story;
                let say = format!("{e:?} {bytes:02X?} {diagnosis:?}");
                assert!(story.contains(&step.offset), "{say}");
                assert!(step.end() <= story.end, "{say}: the span leaves it");
                let told = |(other, its): &&(Step, Option<Diagnosis>)| {
                    story.contains(&other.offset) && its.as_ref().is_some_and(|d| d.story == *story)
                };
                let told: Vec<_> = found.iter().filter(told).map(|(other, _)| other).collect();
                let bytes_told: u64 = told.iter().map(|step| step.len).sum();
                assert_eq!(told[0].offset, story.start, "{say}: no head");
                assert_eq!(bytes_told, story.end - story.start, "{say}");
            }
        });
    }
}

/// Counts some bytes in pieces that end at `cuts`; what is not consumed is kept
/// for the next.
fn counted(e: &Encoding, bytes: &[u8], cuts: impl Iterator<Item = usize>) -> Tally {
    let mut tally = Tally::default();
    let mut state = State::default();
    let mut from = 0;
    for end in cuts.chain([bytes.len()]).map(|cut| cut.min(bytes.len())) {
        let ends = end == bytes.len();
        let used = e.tally(&mut state, &bytes[from..end], ends, &mut tally);
        from += used;
        assert!(end - from < usize::from(e.look), "{e:?} {bytes:02X?}");
    }
    assert_eq!(from, bytes.len(), "{e:?} {bytes:02X?}");
    tally
}

#[test]
fn counting_in_any_pieces_is_counting_steps() {
    for e in table::all() {
        for_inputs(e, 200, |bytes| {
            let mut expected = Tally::default();
            for step in steps(e, 0, &whole(bytes)) {
                expected.add(step.meaning);
            }
            for page in 1..=WIDEST {
                let cuts = (page..bytes.len()).step_by(page);
                let found = counted(e, bytes, cuts);
                assert_eq!(found, expected, "{e:?} {bytes:02X?} /{page}");
            }
            // Pieces of uneven sizes, which the bytes themselves choose.
            let uneven = bytes.iter().scan(0, |at, byte| {
                *at += usize::from(byte % 13);
                Some(*at)
            });
            assert_eq!(counted(e, bytes, uneven), expected, "{e:?} {bytes:02X?}");
            let none = std::iter::empty();
            assert_eq!(counted(e, bytes, none), expected, "{e:?} {bytes:02X?}");
        });
    }
}

/// The scalar values to try: all of them, or of a single-byte set, which holds
/// none above U+FFFF, those and a sample.
fn scalars(e: &Encoding) -> impl Iterator<Item = char> {
    let above = if e.max_len == 1 { 0xFD } else { 1 };
    let values = (0..=0xFFFF).chain((0x10000..=0x10FFFF).step_by(above));
    values.filter_map(char::from_u32)
}

/// Each character the encoding has bytes for comes back from them; `out` keeps
/// what it had.
#[track_caller]
fn check_round_trip(e: &Encoding) {
    let mut out = vec![0x5A];
    let single =
        (0..=255).filter_map(|byte| e.decode(&mut State::default(), &[byte]).meaning.scalar());
    let set: BTreeSet<char> = single.collect();
    for character in scalars(e) {
        out.truncate(1);
        let done = e.encode(&mut State::default(), character, &mut out).is_ok();
        assert_eq!(out[0], 0x5A, "{e:?}: what stood before is gone");
        if e.max_len == 1 {
            assert_eq!(done, set.contains(&character), "{e:?} {character:?}");
        }
        if done {
            let back = e.decode(&mut State::default(), &out[1..]);
            let found = (back.meaning.scalar(), usize::from(back.len));
            assert_eq!(found, (Some(character), out.len() - 1), "{e:?}");
        } else {
            assert_eq!(out.len(), 1, "{e:?} {character:?}: left something behind");
        }
    }
}

#[test]
fn a_character_of_unicodes_encodings_comes_back_from_its_bytes() {
    table::all()
        .filter(|e| e.max_len > 1)
        .for_each(check_round_trip);
}

#[test]
fn a_character_of_a_single_byte_set_comes_back_and_no_other_has_a_byte() {
    table::all()
        .filter(|e| e.max_len == 1)
        .for_each(check_round_trip);
}
