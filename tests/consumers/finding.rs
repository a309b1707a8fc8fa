//! Search: a match is where the bytes are, at the line and column that a walk counts.

use super::cases;
use super::drive::{From, found};
use super::judge::{Seen, telling, walked};
use hexloupe::codec::Encoding;
use hexloupe::scan::matches::EncodingAndPhase;
use hexloupe::scan::places::PlaceFinder;
use hexloupe::window::Window;

/// Line and column of the sequence that an offset lies in.
pub(crate) fn place_of(steps: &[Seen], offset: u64) -> (u64, u64) {
    let step = steps[steps.partition_point(|step| step.end <= offset)];
    (step.line, step.column)
}

/// The offsets at which some bytes occur without overlap.
pub(crate) fn occurrences(data: &[u8], bytes: &[u8]) -> Vec<u64> {
    let (mut at, mut out) = (0, Vec::new());
    while let Some(rest) = data.get(at..).filter(|rest| rest.len() >= bytes.len()) {
        if rest.starts_with(bytes) {
            out.push(at as u64);
            at += bytes.len();
        } else {
            at += 1;
        }
    }
    out
}

#[track_caller]
fn check(encoding: &'static Encoding, data: &[u8], from: From, step: u64) {
    let what = format!("{encoding:?}, {} bytes from {from:?} by {step}", data.len());
    let steps = walked(data, encoding);
    // The last bytes, and some before them.
    for end in [data.len(), data.len() / 2 + 1] {
        let Some(bytes) = data.get(end.saturating_sub(3)..end) else {
            continue;
        };
        if bytes.is_empty() {
            continue;
        }
        let expected = occurrences(data, bytes).into_iter();
        let expected: Vec<_> = expected.map(|at| (at, place_of(&steps, at))).collect();
        let found = found(encoding, &from.source(data), step, bytes);
        assert_eq!(found, expected, "{what} {bytes:02X?}");
    }
}

#[test]
fn what_is_sought_is_found_by_any_steps() {
    for (encoding, all) in cases() {
        for (step, len) in all {
            check(encoding, &telling(encoding, len), From::File, step);
        }
    }
}

#[test]
fn what_is_sought_in_a_pipe_is_found_however_its_bytes_come() {
    for (encoding, all) in cases() {
        for (step, len) in all.step_by(3) {
            let by = 1 + (len + step as usize * 4) % 9;
            check(encoding, &telling(encoding, len), From::Pipe(by), step);
        }
    }
}

#[test]
fn every_place_is_that_of_the_walk_by_any_steps() {
    for (encoding, all) in cases() {
        for (step, len) in all {
            let data = telling(encoding, len);
            let steps = walked(&data, encoding);
            for skip in [1, 2, 7] {
                let reading = EncodingAndPhase { encoding, phase: 0 };
                let mut places = PlaceFinder::by(step, &data, reading);
                for seen in steps.iter().step_by(skip).filter(|seen| seen.counts) {
                    assert_eq!(
                        places.line_and_column(seen.offset, &Window::default()),
                        (seen.line, seen.column),
                        "{encoding:?}, {len} bytes by {step}, at {}",
                        seen.offset
                    );
                }
            }
        }
    }
}
