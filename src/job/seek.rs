//! The next or previous fault, notice or non-ASCII character, however far away; and lines
//! and characters by their number.
//!
//! Passages in another encoding are searched separately, segment by segment. Blocks that an
//! index knows to be clean are skipped. Invariant: memory is bounded by one block of the
//! data, and cancelling takes effect after each block.

mod count;
mod notices;
mod segment_search;

use std::ops::Range;
use std::sync::Arc;

use super::{Control, JobEnd};
use crate::codec::{Anchor, Encoding, Meaning, Walk};
use crate::scan::facts::encoding_range::{EncodingRanges, EncodingSegment};
use crate::scan::facts::index::Index;
use crate::scan::facts::{Direction, Sought};
use crate::scan::seek::{self, SeekOutcome};
use crate::unicode::notice::NoticePlace;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};
use segment_search::SegmentSearch;

/// Bytes searched between two checks of the control.
const BLOCK: u64 = 1024 * 1024;

/// Bytes at the border of a segment where the index may have other sequences.
const MARGIN: usize = 64;

pub use count::{place, place_by};

/// The target of the search, and the reading of the data.
#[derive(Debug, Clone)]
pub struct SeekRequest {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The phase of code units.
    pub phase: u64,
    /// The target of the search.
    pub sought: Sought,
    /// The direction of the search.
    pub direction: Direction,
    /// The start of the search; its own sequence is no result. [`place`] counts to it.
    pub from: u64,
    /// The number of the result, counted from 1.
    pub times: u64,
    /// The index of the data, read in the same encoding and phase.
    pub index: Option<Arc<Index>>,
    /// Passages in other encodings. To count lines and characters, they are ignored.
    pub passages: EncodingRanges,
    /// Places that are results too, wherever the text does not show it.
    pub also: Vec<u64>,
}

impl SeekRequest {
    /// A search for the first result after an offset, without passages or an index.
    pub fn forward(encoding: &'static Encoding, phase: u64, sought: Sought, from: u64) -> Self {
        Self {
            encoding,
            phase,
            sought,
            direction: Direction::Forward,
            from,
            times: 1,
            index: None,
            passages: EncodingRanges::default(),
            also: Vec::new(),
        }
    }

    /// The nearest result from an offset: one that was found in the text, or one of the other places.
    fn nearest(&self, found: Option<u64>, from: u64) -> Option<u64> {
        let also = self.also.iter().copied();
        match self.direction {
            Direction::Forward => also.filter(|at| *at > from).chain(found).min(),
            Direction::Backward => also.filter(|at| *at < from).chain(found).max(),
        }
    }
}

/// Searches for the offset of a result; if there are fewer than `times`, for the last of
/// them. None if there is no result.
pub fn seek(
    control: &mut Control<'_>,
    data: &dyn Peek,
    request: &SeekRequest,
) -> JobEnd<Option<u64>> {
    seek_by(BLOCK, control, data, request)
}

/// Searches as [`seek()`] does, `step` bytes at a time.
pub fn seek_by(
    step: u64,
    control: &mut Control<'_>,
    data: &dyn Peek,
    request: &SeekRequest,
) -> JobEnd<Option<u64>> {
    if count::is_counted(request.sought) {
        return count::find_by(step, control, data, request);
    }
    let mut found = None;
    for _ in 0..request.times {
        let from = found.unwrap_or(request.from);
        match next(step, control, data, request, from) {
            JobEnd::Done(offset) => match request.nearest(offset, from) {
                None => break,
                nearest => found = nearest,
            },
            JobEnd::Cancelled => return JobEnd::Cancelled,
        }
        if control.reached(from) {
            return JobEnd::Cancelled;
        }
    }
    JobEnd::Done(found)
}

/// Searches for the next result, segment by segment, each in its own encoding.
fn next(
    step: u64,
    control: &mut Control<'_>,
    data: &dyn Peek,
    request: &SeekRequest,
    from: u64,
) -> JobEnd<Option<u64>> {
    let mut search = request.search_at(step, from);
    let mut from = Some(from);
    loop {
        let found = in_segment(control, data, &search, request.direction, from);
        if found != JobEnd::Done(None) {
            return found;
        }
        let Range { start, end } = search.segment.range;
        let beyond = match request.direction {
            Direction::Forward => Some(end).filter(|end| *end < data.len()),
            Direction::Backward => start.checked_sub(1),
        };
        let Some(beyond) = beyond else {
            return JobEnd::Done(None);
        };
        if control.reached(beyond) {
            return JobEnd::Cancelled;
        }
        search = request.search_at(step, beyond);
        from = None;
    }
}

/// Searches a segment, from an offset, or from its first or last byte.
fn in_segment(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    direction: Direction,
    from: Option<u64>,
) -> JobEnd<Option<u64>> {
    let notices = matches!(search.request.sought, Sought::Notice | Sought::NoticeOf(_));
    let data = &search.segment.view(data);
    match direction {
        Direction::Forward => {
            let at = from.map_or(search.begin(), |from| {
                step_at(control, data, search, from).1
            });
            if notices {
                notices::forward(control, data, search, at)
            } else {
                forward(control, data, search, at)
            }
        }
        Direction::Backward => {
            let end = from.map(|from| step_at(control, data, search, from).0.offset);
            let end = end.unwrap_or_else(|| data.len());
            if notices {
                notices::backward(control, data, search, end)
            } else {
                backward(control, data, search, end)
            }
        }
    }
}

fn forward(
    control: &mut Control<'_>,
    mut data: &dyn Peek,
    search: &SegmentSearch<'_>,
    mut at: Anchor,
) -> JobEnd<Option<u64>> {
    let EncodingSegment {
        encoding, phase, ..
    } = search.segment;
    let mut sweep = Sweep::new(at.offset..u64::MAX, search.step, encoding.reach());
    let mut window = Window::default();
    loop {
        at = search.skip_forward(at);
        if search.is_over(at.offset) {
            return JobEnd::Done(None);
        }
        sweep.skip_to(at.offset);
        if let Some(until) = sweep.zeros(&data)
            && let Some(len) = encoding.nul(at.state)
            && !search
                .request
                .sought
                .is(Meaning::Scalar('\0'), NoticePlace::Inside)
            && at.offset >= phase
        {
            at.offset += until.saturating_sub(at.offset).div_ceil(len) * len;
            sweep.skip_to(at.offset);
        }
        let Some(piece) = sweep.next(&mut data, &mut window) else {
            return JobEnd::Done(None);
        };
        let until = piece.certain.end;
        match seek::first(encoding, phase, &window, at, until, search.request.sought) {
            SeekOutcome::Found(step) => return JobEnd::Done(Some(step.offset)),
            SeekOutcome::Through(end) => at = end,
        }
        if control.reached(at.offset) {
            return JobEnd::Cancelled;
        }
    }
}

fn backward(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    mut end: u64,
) -> JobEnd<Option<u64>> {
    let EncodingSegment {
        encoding, phase, ..
    } = search.segment;
    loop {
        end = search.skip_backward(end);
        if end <= search.begin().offset {
            return JobEnd::Done(None);
        }
        // From the first boundary of the block.
        let from = block_start(control, data, search, end);
        let start = from.offset;
        let zeros = data.zeros(start.saturating_sub(encoding.reach().before));
        let nul = !search
            .request
            .sought
            .is(Meaning::Scalar('\0'), NoticePlace::Inside);
        let nul = nul && encoding.nul(from.state).is_some() && start >= phase;
        if nul && zeros.contains(&start) && zeros.end >= end + encoding.reach().after {
            if control.reached(start) {
                return JobEnd::Cancelled;
            }
            end = start;
            continue;
        }
        let len = end - start + encoding.reach().after;
        let window = data.window(start, len as usize);
        let last = seek::last(encoding, phase, &window, from, end, search.request.sought);
        if let Some(step) = last {
            return JobEnd::Done(Some(step.offset));
        }
        if control.reached(start) {
            return JobEnd::Cancelled;
        }
        end = start;
    }
}

/// The first boundary of the block that ends at `end`.
fn block_start(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    end: u64,
) -> Anchor {
    let begin = search.begin();
    // A block is longer than any sequence, so its first boundary is before its end.
    let block = search.step.max(MARGIN as u64);
    match end.checked_sub(block).filter(|at| *at > begin.offset) {
        None => begin,
        Some(inside) => step_at(control, data, search, inside - 1).1,
    }
}

/// The beginning and the end of the step that contains an offset.
fn step_at(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    offset: u64,
) -> (Anchor, Anchor) {
    let EncodingSegment {
        encoding, phase, ..
    } = search.segment;
    let known = || Some(search.known(offset));
    let mut go_on = |at| !control.reached(at);
    let from = encoding.boundary_before_by(search.step, phase, data, offset, known, &mut go_on);
    let from = from.anchor;
    if control.is_cancelled() {
        return (from, from);
    }
    let len = offset - from.offset + encoding.reach().after;
    let window = data.window(from.offset, len as usize);
    let mut walk = Walk::new(encoding, phase, &window).at(from);
    while let Some(step) = walk.next() {
        if step.end() > offset {
            let begin = Anchor {
                offset: step.offset,
                state: step.state,
            };
            return (begin, walk.anchor());
        }
    }
    let at = |offset| Anchor {
        offset,
        ..Anchor::default()
    };
    (at(offset), at(offset + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index::{IndexBuilder, Scanner};
    use crate::scan::notices::Noticer;
    use crate::unicode::notice::Notice;
    use proptest::prelude::*;
    use std::ops::Range;
    use std::sync::atomic::AtomicBool;

    fn run(data: &dyn Peek, request: &SeekRequest) -> Option<u64> {
        run_by(BLOCK, data, request)
    }

    fn run_by(step: u64, data: &dyn Peek, request: &SeekRequest) -> Option<u64> {
        let cancel = AtomicBool::new(false);
        match seek_by(step, &mut Control::new(&cancel, &|_| ()), data, request) {
            JobEnd::Done(found) => found,
            JobEnd::Cancelled => unreachable!("nobody cancels"),
        }
    }

    /// Bytes with faults and notices, with clean runs among them.
    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(vec![b'a'; 7]),
            Just("é€😀".as_bytes().to_vec()),
            Just(b"\xE2\x82".to_vec()),
            Just(b"\xF0\x9F".to_vec()),
            Just(b"\x80".to_vec()),
            Just(b"\x3D\xD8".to_vec()),
            Just("\u{202E}".into()),
            Just("\u{2067}".into()),
            Just("\u{202C}\u{2069}".into()),
            Just("\u{200B}\u{200C}".into()),
            Just("\u{FE0F}".into()),
            Just("\u{200D}".into()),
            Just("א".into()),
            Just(b"\r\n".to_vec()),
            Just(b"\n".to_vec()),
            Just(b"\0".to_vec()),
            Just(b"\x2E\x20".to_vec()),
            Just(b"\\ud83d".to_vec()),
            Just(b"\\ude00".to_vec()),
            Just(b"\\".to_vec()),
            Just("Ã©tÃ©".into()),
            Just("Ã©".into()),
            Just(b" ".to_vec()),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    /// The index of some data, in small blocks.
    fn index(data: &[u8], encoding: &'static Encoding, phase: u64) -> Arc<Index> {
        let index = Index::with_blocks(encoding, phase, 8, 8);
        let mut scanner = Scanner::new(&index, &data[..data.len().min(4)]);
        scanner.feed(&data.window(0, data.len()), u64::MAX);
        let mut survey = IndexBuilder::new(index);
        survey.absorb(&scanner.finish());
        survey.index.complete = true;
        Arc::new(survey.index)
    }

    /// The results of stepping through all of the data.
    fn all(data: &[u8], encoding: &'static Encoding, phase: u64, sought: Sought) -> Vec<u64> {
        let window = data.window(0, data.len());
        let mut noticer = Noticer::new(encoding, &data[..data.len().min(4)]);
        let mut hits = Vec::new();
        let mut report = |kind: Notice, range: Range<u64>, ()| match sought {
            Sought::Notice => hits.push(range.start),
            Sought::NoticeOf(wanted) if wanted == kind => hits.push(range.start),
            _ => {}
        };
        let mut plain = Vec::new();
        for step in Walk::new(encoding, phase, &window) {
            noticer.step(&step, (), &mut report);
            let kind = matches!(sought, Sought::Notice | Sought::NoticeOf(_));
            if !kind && sought.is(step.meaning, NoticePlace::Inside) {
                plain.push(step.offset);
            }
        }
        noticer.finish(&mut report);
        hits.extend(plain);
        hits.sort_unstable();
        hits
    }

    proptest! {
        #[test]
        fn finds_what_stepping_from_the_start_finds(
            data in telling(),
            from in 0u64..60,
            unit in 0u64..2,
            sought in prop::sample::select(vec![
                Sought::Fault,
                Sought::NonAscii,
                Sought::FaultOf(crate::codec::Fault::Utf8CutShort),
                Sought::Notice,
                Sought::NoticeOf(Notice::BidiUnpaired),
                Sought::NoticeOf(Notice::MixedLineEndings),
                Sought::NoticeOf(Notice::Nul),
                Sought::NoticeOf(Notice::LoneEscape),
                Sought::NoticeOf(Notice::MojibakeSuspect),
                Sought::NoticeOf(Notice::BidiControl),
                Sought::NoticeOf(Notice::DefaultIgnorable),
                Sought::NoticeOf(Notice::VariationSelector),
            ]),
            indexed in any::<bool>(),
            step in 1u64..10,
        ) {
            let from = from.min(data.len().saturating_sub(1) as u64);
            // Without an index, the line endings of the data are not known.
            let blind = matches!(sought, Sought::Notice | Sought::NoticeOf(Notice::MixedLineEndings));
            for encoding in [table::UTF_8, table::UTF_16LE, table::ASCII] {
                let phase = unit % u64::from(encoding.unit);
                let window = data.as_slice().window(0, data.len());
                let here = Walk::new(encoding, phase, &window).find(|step| step.end() > from);
                let here = here.map_or(0..0, |step| step.range());
                let hits = all(&data, encoding, phase, sought);
                let next = hits.iter().find(|hit| **hit >= here.end.max(from)).copied();
                let previous = hits.iter().rfind(|hit| **hit < here.start).copied();
                let index = (indexed || blind).then(|| index(&data, encoding, phase));
                let request = |direction| SeekRequest {
                    encoding, phase, sought, direction, from, times: 1, index: index.clone(),
                    passages: EncodingRanges::default(),
                    also: Vec::new(),
                };
                for (direction, expected) in
                    [(Direction::Forward, next), (Direction::Backward, previous)]
                {
                    prop_assert_eq!(run(&data, &request(direction)), expected);
                    let found = run_by(step, &data, &request(direction));
                    prop_assert_eq!(found, expected, "{:?} by {}", encoding, step);
                }
            }
        }
    }

    #[test]
    fn finds_across_blocks_both_ways() {
        let mut data = vec![b'a'; 3 * BLOCK as usize];
        let places = [5, BLOCK as usize - 1, 2 * BLOCK as usize + 7];
        for place in places {
            data[place] = 0xFF;
        }
        let request = |direction, from| SeekRequest {
            encoding: table::UTF_8,
            phase: 0,
            sought: Sought::Fault,
            direction,
            from,
            times: 1,
            index: None,
            passages: EncodingRanges::default(),
            also: Vec::new(),
        };
        let last = data.len() as u64 - 1;
        assert_eq!(
            run(&data, &request(Direction::Forward, 5)),
            Some(places[1] as u64)
        );
        assert_eq!(
            run(&data, &request(Direction::Forward, places[1] as u64)),
            Some(places[2] as u64)
        );
        assert_eq!(
            run(&data, &request(Direction::Forward, places[2] as u64)),
            None
        );
        assert_eq!(
            run(&data, &request(Direction::Backward, last)),
            Some(places[2] as u64)
        );
        assert_eq!(
            run(&data, &request(Direction::Backward, places[1] as u64)),
            Some(5)
        );
        assert_eq!(run(&data, &request(Direction::Backward, 5)), None);
    }
}
