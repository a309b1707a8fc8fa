//! The next or previous match of a pattern, and the number of matches, for the inspector.
//!
//! A search that finds nothing up to one end of the data continues from the other. Matches do not
//! overlap; they are counted from an offset a little before, so all searches near an offset find
//! the same ones. Invariant: memory is bounded by a few blocks and [`HELD`] offsets, and cancelling
//! takes effect after each block.

use std::ops::{ControlFlow, Range};

use super::find::{FindRequest, MOST_THREADS, STEP, find};
use super::{Control, JobEnd};
use crate::codec::Anchor;
use crate::scan::facts::Direction;
use crate::scan::matches::{EncodingAndPhase, Matcher};
use crate::window::Peek;

/// Bytes searched at once when going backward, more if matches may be nearly as long.
const BLOCK: u64 = 256 * 1024;
/// Matches are counted from a multiple of this, at most about twice this before an offset.
const HINDSIGHT: u64 = 4096;
/// The most matches whose offsets are stored.
pub const HELD: usize = 64 * 1024;
/// The most matches that one search may skip.
const MOST_TIMES: u64 = 10_000;

/// The match to search for, and the start of the search.
#[derive(Debug, Clone)]
pub struct NextMatch {
    /// The pattern, in an encoding.
    pub matcher: Matcher,
    /// The direction of the search.
    pub direction: Direction,
    /// Forward, the first offset at which the match may begin; backward, the end of these offsets.
    pub from: u64,
    /// The number of the match from there, counted from 1.
    pub times: u64,
}

/// Searches for the offset of a match; also returns whether the search wrapped around an end of the
/// data. None if there is no match.
pub fn next_match(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    wanted: &NextMatch,
) -> JobEnd<Option<(u64, bool)>> {
    let (mut from, mut wrapped, mut last) = (wanted.from, false, None);
    for _ in 0..wanted.times.clamp(1, MOST_TIMES) {
        let len = data.len();
        let parts = match wanted.direction {
            Direction::Forward => [from..len, 0..from.min(len)],
            Direction::Backward => [0..from.min(len), from.min(len)..len],
        };
        last = None;
        for (round, part) in parts.into_iter().enumerate() {
            let found = match wanted.direction {
                Direction::Forward => first(control, data, &wanted.matcher, part),
                Direction::Backward => final_one(control, data, &wanted.matcher, part),
            };
            match found {
                JobEnd::Cancelled => return JobEnd::Cancelled,
                JobEnd::Done(None) => {}
                JobEnd::Done(Some(offset)) => {
                    wrapped |= round > 0;
                    last = Some(offset);
                    break;
                }
            }
        }
        let Some(offset) = last else {
            return JobEnd::Done(None);
        };
        from = match wanted.direction {
            Direction::Forward => offset + 1,
            Direction::Backward => offset,
        };
    }
    JobEnd::Done(last.map(|offset| (offset, wrapped)))
}

/// The most bytes counted after a known boundary to find others.
const NEAR: u64 = 256 * 1024;

/// The offset where counting must begin, to get the matches at `offset`.
fn before(matcher: &Matcher, offset: u64) -> u64 {
    let back = offset.saturating_sub(matcher.longest().min(HINDSIGHT));
    back - back % HINDSIGHT
}

fn first(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    matcher: &Matcher,
    range: Range<u64>,
) -> JobEnd<Option<u64>> {
    let request = FindRequest {
        matcher,
        range: before(matcher, range.start)..range.end,
        places: false,
        threads: MOST_THREADS,
        step: STEP,
    };
    let mut first = None;
    let ended = find(control, data, &request, &mut |found| {
        if found.found.offset < range.start {
            return ControlFlow::Continue(());
        }
        first = Some(found.found.offset);
        ControlFlow::Break(())
    });
    match ended {
        JobEnd::Done(_) => JobEnd::Done(first),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

fn final_one(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    matcher: &Matcher,
    range: Range<u64>,
) -> JobEnd<Option<u64>> {
    let block = BLOCK.max(matcher.longest().saturating_mul(16));
    let mut end = range.end;
    while end > range.start {
        let start = end.saturating_sub(block).max(range.start);
        let mut last = None;
        let known = |_| Some(Anchor::default());
        each_around(data, matcher, start..end, known, |found| {
            if found.start >= start {
                last = Some(found.start);
            }
        });
        if last.is_some() {
            return JobEnd::Done(last);
        }
        if control.reached(start) {
            return JobEnd::Cancelled;
        }
        end = start;
    }
    JobEnd::Done(None)
}

/// The matches with a byte in a range, if they begin in it or not too far before; `known`
/// returns a boundary at or before an offset, if it knows one.
pub fn around(
    data: &dyn Peek,
    matcher: &Matcher,
    range: Range<u64>,
    known: impl Fn(u64) -> Option<Anchor>,
) -> Vec<Range<u64>> {
    let start = range.start;
    let mut out = Vec::new();
    let near = |offset: u64| known(offset).filter(|known| offset <= known.offset + NEAR);
    each_around(data, matcher, range, near, |found| {
        if found.end > start {
            out.push(found);
        }
    });
    out
}

/// The matches that begin in a range, and some before it.
fn each_around(
    data: &dyn Peek,
    matcher: &Matcher,
    range: Range<u64>,
    known: impl Fn(u64) -> Option<Anchor>,
    mut each: impl FnMut(Range<u64>),
) {
    let whole = before(matcher, range.start)..range.end;
    let EncodingAndPhase { encoding, phase } = matcher.reading();
    let boundary = encoding.boundary_before(phase, data, whole.start, || known(whole.start));
    let known = if boundary.is_exact {
        boundary.anchor
    } else {
        Anchor::default()
    };
    let sight = matcher.sight(&whole);
    let len = usize::try_from(sight.end - sight.start).unwrap_or(usize::MAX);
    let window = data.window(sight.start, len);
    let _: ControlFlow<()> = matcher.each(&window, whole, known, &mut |found| {
        each(found.range());
        ControlFlow::Continue(())
    });
}

/// The number of matches, and their offsets unless there are more than [`HELD`].
pub fn count(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    matcher: &Matcher,
) -> JobEnd<(u64, Vec<u64>)> {
    let request = FindRequest {
        matcher,
        range: 0..data.len(),
        places: false,
        // The inspector itself needs a processor too.
        threads: 1,
        step: STEP,
    };
    let (mut total, mut places) = (0, Vec::new());
    let ended = find(control, data, &request, &mut |found| {
        total += 1;
        if places.len() < HELD {
            places.push(found.found.offset);
        }
        ControlFlow::Continue(())
    });
    match ended {
        JobEnd::Cancelled => JobEnd::Cancelled,
        JobEnd::Done(_) => {
            if total > HELD as u64 {
                places = Vec::new();
            }
            JobEnd::Done((total, places))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::matches::{EncodingAndPhase, SearchScope};
    use crate::scan::pattern::{self, CaseMatching};
    use Direction::{Backward, Forward};
    use proptest::prelude::*;
    use std::sync::atomic::AtomicBool;

    fn matcher(pattern: &str) -> Matcher {
        let reading = EncodingAndPhase {
            encoding: table::UTF_8,
            phase: 0,
        };
        let read = pattern::read(pattern, CaseMatching::Exact).unwrap();
        Matcher::new(&read, reading, SearchScope::Own).unwrap()
    }

    fn run(
        data: &(dyn Peek + Sync),
        pattern: &str,
        direction: Direction,
        from: u64,
        times: u64,
    ) -> Option<(u64, bool)> {
        let never = AtomicBool::new(false);
        let wanted = NextMatch {
            matcher: matcher(pattern),
            direction,
            from,
            times,
        };
        match next_match(&mut Control::new(&never, &|_| ()), data, &wanted) {
            JobEnd::Done(found) => found,
            JobEnd::Cancelled => unreachable!("nobody cancels"),
        }
    }

    proptest! {
        #[test]
        fn next_and_previous_are_those_of_the_whole_list(
            data in prop::collection::vec(prop::sample::select(b"ab\xE2\x82\xAC".to_vec()), 0..40),
            from in 0u64..45,
        ) {
            for pattern in ["ab", "x:E2 ??", "r:a+b", "€"] {
                let matcher = matcher(pattern);
                let all: Vec<u64> = around(&data, &matcher, 0..data.len() as u64, |_| None)
                    .into_iter()
                    .map(|found| found.start)
                    .collect();
                let next = all.iter().find(|at| **at >= from).map(|at| (*at, false));
                let next = next.or_else(|| all.first().map(|at| (*at, true)));
                prop_assert_eq!(run(&data, pattern, Forward, from, 1), next);
                let last = all.iter().rfind(|at| **at < from).map(|at| (*at, false));
                let last = last.or_else(|| all.last().map(|at| (*at, true)));
                prop_assert_eq!(run(&data, pattern, Backward, from, 1), last);
                let never = AtomicBool::new(false);
                let counted = count(&mut Control::new(&never, &|_| ()), &data, &matcher);
                prop_assert_eq!(counted, JobEnd::Done((all.len() as u64, all)));
            }
        }
    }

    #[test]
    fn far_matches_are_found_both_ways() {
        let mut data = vec![b'.'; 3 * BLOCK as usize];
        let places = [5, BLOCK - 1, 2 * BLOCK + 7];
        for at in places {
            data[at as usize..at as usize + 2].copy_from_slice(b"ab");
        }
        let end = data.len() as u64;
        assert_eq!(run(&data, "ab", Forward, 6, 1), Some((places[1], false)));
        assert_eq!(run(&data, "ab", Forward, 6, 2), Some((places[2], false)));
        assert_eq!(run(&data, "ab", Forward, 6, 3), Some((5, true)));
        assert_eq!(run(&data, "ab", Backward, end, 1), Some((places[2], false)));
        assert_eq!(
            run(&data, "ab", Backward, places[2], 1),
            Some((places[1], false))
        );
        assert_eq!(run(&data, "ab", Backward, 5, 1), Some((places[2], true)));
        assert_eq!(run(&data, "x:FF", Backward, 5, 1), None);
    }

    #[test]
    fn too_many_matches_are_counted_and_not_held() {
        let data = vec![b'a'; HELD + 1];
        let never = AtomicBool::new(false);
        let counted = count(&mut Control::new(&never, &|_| ()), &data, &matcher("a"));
        assert_eq!(counted, JobEnd::Done((HELD as u64 + 1, Vec::new())));
    }
}
