//! The contract of decoding, for every row of the table of encodings: what a step promises, where
//! decoding may begin, the bits and places of a fault, and that counting agrees with stepping.
//!
//! The checks are in `common/contract.rs`, which a fuzz target uses too; the inputs come from
//! `common`. A new encoding is tested by all of this without a change here. `codec_holes` tests
//! holes. Invariant: no test here knows what the bytes of an encoding mean.

use crate::common;
use crate::contract;

use common::for_inputs;
use hexloupe::codec::{CodecState, Encoding, Family, Meaning, table};
use std::collections::BTreeSet;

#[test]
fn the_facts_of_a_row_fit_each_other() {
    for e in table::all() {
        assert!([1, 2, 4].contains(&e.unit), "{e:?}");
        assert!(e.unit <= e.max_len && e.max_len <= e.look, "{e:?}");
        assert_eq!(e.lookback % u16::from(e.unit), 0, "{e:?}: off the grid");
    }
}

#[test]
fn a_step_has_a_length_within_the_window_and_needs_no_more_than_look_bytes() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| contract::lengths(e, bytes));
    }
}

#[test]
fn the_lengths_add_up_to_the_input_whatever_the_size_of_the_window() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| contract::progress(e, bytes));
    }
}

/// Every place where code units of an encoding may start.
fn phases(e: &Encoding) -> std::ops::Range<u64> {
    0..u64::from(e.unit)
}

#[test]
fn pages_of_any_size_give_the_same_steps() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            phases(e).for_each(|phase| contract::pages(e, phase, bytes));
        });
    }
}

#[test]
fn decoding_from_the_sync_point_finds_the_same_steps_masks_and_diagnoses() {
    for e in table::all() {
        for_inputs(e, 50, |bytes| {
            phases(e).for_each(|phase| contract::sync(e, phase, bytes));
        });
    }
}

#[test]
fn every_byte_has_masks_and_only_ill_formed_ones_have_wrong_bits() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            phases(e).for_each(|phase| contract::masks(e, phase, bytes));
        });
    }
}

#[test]
fn span_culprit_and_value_are_where_the_fault_is() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            phases(e).for_each(|phase| contract::places(e, phase, bytes));
        });
    }
}

#[test]
fn a_story_is_a_run_of_ill_formed_steps_that_all_tell_it() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            phases(e).for_each(|phase| contract::stories(e, phase, bytes));
        });
    }
}

#[test]
fn counting_in_any_pieces_is_counting_steps() {
    for e in table::all() {
        for_inputs(e, 200, |bytes| contract::counting(e, bytes));
    }
}

#[test]
fn a_character_that_was_read_can_be_written() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| contract::encoding(e, bytes));
    }
}

/// The scalar values to try: all of them, or of a single-byte set, which holds
/// none above U+FFFF, those and a sample; of the sets of East Asia, which hold few
/// or all of them, a larger one.
fn scalars(e: &Encoding) -> impl Iterator<Item = char> {
    let above = match e.family {
        _ if e.max_len == 1 => 0xFD,
        Family::EastAsia => 0x07,
        _ => 1,
    };
    let values = (0..=0xFFFF).chain((0x10000..=0x10FFFF).step_by(above));
    values.filter_map(char::from_u32)
}

/// Each character that the encoding can write is read back from its bytes; encoding appends to
/// `out` and keeps what it held.
#[track_caller]
fn check_round_trip(e: &'static Encoding) {
    let mut out = vec![0x5A];
    let single = (0..=255).filter_map(|byte| {
        e.decode(&mut CodecState::default(), &[byte])
            .meaning
            .scalar()
    });
    let set: BTreeSet<char> = single.collect();
    for character in scalars(e) {
        out.truncate(1);
        let done = e
            .encode(&mut CodecState::default(), character, &mut out)
            .is_ok();
        assert_eq!(out[0], 0x5A, "{e:?}: what stood before is gone");
        if e.max_len == 1 {
            assert_eq!(done, set.contains(&character), "{e:?} {character:?}");
        }
        if done {
            let back = common::steps(e, 0, &common::whole(&out[1..]));
            // The shifts before and after it are no characters.
            let back = back.iter().filter(|step| step.meaning != Meaning::Shift);
            let back = back.map(|step| step.meaning.scalar());
            assert!(back.eq([Some(character)]), "{e:?} {out:02X?}");
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
