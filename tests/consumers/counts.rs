//! Check, statistics and scan count what a walk counts.

use super::cases;
use super::drive::{From, checked, scanned, surveyed};
use super::judge::{Counts, counted, telling, walked};
use hexloupe::codec::Encoding;
use hexloupe::scan::facts::index::Index;

#[track_caller]
fn check(encoding: &'static Encoding, data: &[u8], from: From, step: u64) {
    let (expected, what) = (counted(data, encoding), |job: &str| {
        let len = data.len();
        format!("{job} {encoding:?}, {len} bytes from {from:?} by {step}")
    });
    let threads = 1 + data.len() % 3;
    let found = checked(encoding, from.passage(data), step, threads);
    assert_eq!(found, expected, "{}", what("check"));
    let found = surveyed(encoding, from.passage(data), step);
    let inventory = &found.stats;
    assert_eq!(
        (
            inventory.characters,
            inventory.lines,
            inventory.faults.total(),
            found.bytes
        ),
        (
            expected.characters,
            expected.lines,
            expected.faults,
            data.len() as u64
        ),
        "{}",
        what("stats")
    );
    let index = scanned(encoding, &from.source(data), step);
    holds(&index, data, &expected, &what("scan"));
}

/// Compares an index, and each of its checkpoints, with what a walk counts.
#[track_caller]
fn holds(index: &Index, data: &[u8], expected: &Counts, what: &str) {
    let totals = &index.totals;
    assert_eq!(
        (
            totals.characters,
            totals.faults.total(),
            index.reached.offset,
            index.reached.place.steps
        ),
        (
            expected.characters,
            expected.faults,
            data.len() as u64,
            expected.characters + expected.faults
        ),
        "{what}"
    );
    let steps = walked(data, index.encoding);
    for step in &steps {
        let point = index.before(step.offset);
        let here = steps.iter().find(|step| step.offset == point.offset);
        let here = here.unwrap_or_else(|| panic!("{what}: {point:?} is no boundary"));
        assert!(point.offset <= step.offset, "{what}: {point:?} is behind");
        assert_eq!(point.place.steps + 1, here.number, "{what}: {point:?}");
        let open = point.place.line_ends + u64::from(point.place.after_cr);
        let lines = [point.place.line_ends + 1, open + 1];
        assert!(lines.contains(&here.line), "{what}: {point:?} {here:?}");
        let line = index.before_line(step.line).offset;
        let begins = steps.iter().find(|other| other.line == step.line);
        assert!(begins.is_some_and(|begins| line <= begins.offset), "{what}");
        let character = index.before_character(step.number).offset;
        assert!(!step.counts || character <= step.offset, "{what}");
    }
}

#[test]
fn files_are_counted_as_they_are_by_any_steps() {
    for (encoding, all) in cases() {
        for (step, len) in all {
            check(encoding, &telling(encoding, len), From::File, step);
        }
    }
}

#[test]
fn pipes_are_counted_as_they_are_however_their_bytes_come() {
    for (encoding, all) in cases() {
        for (step, len) in all.step_by(3) {
            let by = 1 + (len + step as usize * 4) % 9;
            check(encoding, &telling(encoding, len), From::Pipe(by), step);
        }
    }
}
