//! Unreadable bytes and the phase of code units: for every row of the table of encodings, both
//! cut the data into stretches, and each stretch is decoded as if it were alone.
//!
//! The phase gives the grid of code units on both sides of a hole, wherever the hole ends; the
//! bytes between its end and the grid are decoded alone. Invariant: the expected result is made by
//! cutting the data, never by the walk.

use crate::common;

use common::{for_inputs, steps, whole};
use hexloupe::codec::{
    Anchor, CodecState, Diagnosis, Encoding, Meaning, SequenceContext, Step, Walk, table,
};
use hexloupe::window::{Absence, Hole, Window};

/// Places of holes: none, one of each length, two with a few bytes between them.
const HOLES: &[&[(u64, u64)]] = &[
    &[],
    &[(0, 1)],
    &[(1, 2)],
    &[(2, 3)],
    &[(3, 5)],
    &[(1, 4)],
    &[(4, 8)],
    &[(5, 11)],
    &[(0, 3), (4, 5)],
    &[(1, 2), (3, 6)],
    &[(2, 4), (5, 6), (9, 13)],
];

/// The bytes as a source with bad sectors gives them.
fn with_holes(bytes: &[u8], holes: &[(u64, u64)]) -> Window {
    let mut window = whole(bytes);
    let end = window.end();
    let inside = holes.iter().map(|&(from, to)| from..to.min(end));
    window.holes = inside
        .filter(|hole| !hole.is_empty())
        .map(Hole::from)
        .collect();
    for hole in &window.holes {
        window.bytes[hole.start as usize..hole.end as usize].fill(0);
    }
    window
}

/// The window from an offset on, as a second read would give it.
fn read_from(window: &Window, offset: u64) -> Window {
    let holes = window.holes.iter();
    Window {
        start: offset,
        bytes: window.slice(offset, window.end()).to_vec(),
        holes: holes
            .filter_map(|hole| hole.cut(offset, u64::MAX))
            .collect(),
        ends: true,
    }
}

/// Offsets no sequence runs across: the window's ends, the phase, the holes'
/// ends, and the grid's first line after each hole.
fn edges(e: &Encoding, phase: u64, window: &Window) -> Vec<u64> {
    let unit = u64::from(e.unit);
    let on_grid = |at: u64| at == phase || at % unit == phase % unit;
    let grid = |offset: u64| {
        (offset..=offset + unit)
            .find(|&at| on_grid(at))
            .unwrap_or(offset)
    };
    let holes = window.holes.iter();
    let holes = holes.flat_map(|hole| [hole.start, hole.end, grid(hole.end)]);
    let mut edges: Vec<u64> = holes.chain([0, phase, window.end()]).collect();
    let within = |edge: u64| window.holes.iter().any(|h| h.start < edge && edge < h.end);
    edges.retain(|&edge| edge <= window.end() && !within(edge));
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The expected steps: each stretch decoded alone.
fn expected(e: &'static Encoding, phase: u64, window: &Window) -> Vec<(Step, Option<Diagnosis>)> {
    let mut out = Vec::new();
    for pair in edges(e, phase, window).windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if window.hole_at(from).is_some() {
            let meaning = Meaning::Absent(Absence::Unreadable);
            let (offset, len) = (from, to - from);
            out.push((
                Step {
                    offset,
                    len: len as u32,
                    state: CodecState::default(),
                    meaning,
                },
                None,
            ));
            continue;
        }
        let alone = whole(window.slice(from, to));
        for mut step in steps(e, 0, &alone) {
            let mut diagnosis = SequenceContext::new(e, 0, &alone, &step).diagnose();
            step.offset += from;
            if let Some(found) = &mut diagnosis {
                found.span = found.span.start + from..found.span.end + from;
                found.promised_bytes =
                    found.promised_bytes.start + from..found.promised_bytes.end + from;
                found.culprit = found.culprit.map(|at| at + from);
            }
            out.push((step, diagnosis));
        }
    }
    out
}

/// Calls back with every window of every row: its encoding, phase and bytes.
/// An input has a quarter of the holes, which its own bytes choose.
fn for_windows(check: impl Fn(&'static Encoding, u64, &Window)) {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            let first = bytes.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 4;
            for holes in HOLES.iter().skip(first).step_by(4) {
                let window = with_holes(bytes, holes);
                for phase in 0..u64::from(e.unit) {
                    check(e, phase, &window);
                }
            }
        });
    }
}

#[test]
fn each_stretch_between_holes_is_decoded_as_if_it_were_alone() {
    for_windows(|e, phase, window| {
        let found = steps(e, phase, window).into_iter();
        let found: Vec<_> = found
            .map(|step| {
                (
                    step,
                    SequenceContext::new(e, phase, window, &step).diagnose(),
                )
            })
            .collect();
        assert_eq!(
            found,
            expected(e, phase, window),
            "{e:?} +{phase} {window:02X?}"
        );
    });
}

#[test]
fn every_byte_is_covered_once_and_none_of_a_hole_by_a_sequence() {
    for_windows(|e, phase, window| {
        let mut at = 0;
        for step in steps(e, phase, window) {
            assert_eq!(step.offset, at, "{e:?} +{phase} {window:02X?}");
            at = step.end();
            let unreadable = is_unreadable(&step);
            let holes = step
                .range()
                .filter(|&offset| window.hole_at(offset).is_some());
            let wanted = if unreadable { u64::from(step.len) } else { 0 };
            assert_eq!(holes.count() as u64, wanted, "{e:?} +{phase} {window:02X?}");
        }
        assert_eq!(at, window.end(), "{e:?} +{phase} {window:02X?}");
    });
}

#[test]
fn decoding_from_the_sync_point_agrees_across_holes() {
    for_windows(|e, phase, window| {
        let all = steps(e, phase, window);
        for offset in 0..=window.end() {
            let again = read_from(window, e.lookback_start(phase, offset));
            let boundary = e.boundary_in(phase, &again, offset);
            if !boundary.is_exact {
                continue;
            }
            let found = Walk::new(e, phase, &again).at(boundary.anchor);
            // A hole may have begun before the second read did.
            let rest = |step: &Step| Step {
                offset: step.offset.max(again.start),
                len: (step.end() - step.offset.max(again.start)) as u32,
                ..*step
            };
            let wanted = all.iter().filter(|step| step.end() > offset).map(rest);
            assert!(
                found.filter(|step| step.end() > offset).eq(wanted),
                "{e:?} +{phase} {window:02X?} for {offset}"
            );
        }
    });
}

/// The steps of a window that is read a page at a time; what is unreadable on
/// two pages is joined.
fn paged(e: &'static Encoding, phase: u64, whole: &Window, page: usize) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::new();
    let mut anchor = Anchor::default();
    for end in (0..whole.end()).step_by(page).map(|at| at + page as u64) {
        let end = end.min(whole.end());
        let from = anchor.offset;
        let holes = whole.holes.iter();
        let window = Window {
            start: from,
            bytes: whole.slice(from, end).to_vec(),
            holes: holes.filter_map(|hole| hole.cut(from, end)).collect(),
            ends: end == whole.end(),
        };
        let mut walk = Walk::new(e, phase, &window).at(anchor);
        for step in walk.by_ref() {
            match out.last_mut() {
                Some(last) if step.meaning == last.meaning && is_unreadable(&step) => {
                    last.len += step.len;
                }
                _ => out.push(step),
            }
        }
        anchor = walk.anchor();
        // What waits for the next page is less than a step may need to see.
        assert!(
            end - anchor.offset < u64::from(e.look),
            "{e:?} +{phase} {window:02X?}"
        );
    }
    out
}

fn is_unreadable(step: &Step) -> bool {
    step.meaning == Meaning::Absent(Absence::Unreadable)
}

#[test]
fn pages_of_any_size_give_the_same_steps_across_holes() {
    for_windows(|e, phase, window| {
        let expected = steps(e, phase, window);
        for page in [1, 2, 3, 5, 8] {
            let found = paged(e, phase, window, page);
            assert_eq!(found, expected, "{e:?} +{phase} {window:02X?} /{page}");
        }
    });
}

#[test]
fn a_sequence_before_a_hole_does_not_wait_for_more_data() {
    for e in table::all() {
        for_inputs(e, 100, |bytes| {
            let mut window = whole(bytes);
            let cut = window.end() / 2;
            if cut < window.end() {
                window.holes.push((cut..window.end()).into());
                window.ends = false;
                let found = steps(e, 0, &window).last().copied();
                assert_eq!(found.map(|step| step.end()), Some(window.end()), "{e:?}");
                assert!(found.is_some_and(|step| is_unreadable(&step)), "{e:?}");
            }
        });
    }
}
