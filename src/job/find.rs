//! All matches of a pattern, in order.
//!
//! Data that has arrived completely is searched in blocks by several threads, and the matches are
//! returned in order. A pipe is searched as far as it has arrived. Invariant: the matches are those
//! of one pass from the start, and memory is bounded by a few blocks.

mod blocks;

use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::thread;

use super::ordered::{self, ItemDistribution, OrderedWorker};
use super::{Control, JobEnd};
use crate::codec::Anchor;
use crate::scan::matches::{EncodingAndPhase, Match, Matcher};
use crate::scan::places::{self, LineEndCount, PlaceFinder};
use crate::source::{Source, WaitingSource};
use crate::window::sweep::Sweep;
use crate::window::{Absence, Hole, Peek, Window};
use blocks::{SearchBlock, SearchBlocks, block_size};

/// The usual number of bytes per block: the size of a processor's inner caches.
pub const STEP: u64 = 256 * 1024;
/// The most threads that search.
pub const MOST_THREADS: usize = 4;

/// The pattern to search for, and the range.
pub struct FindRequest<'a> {
    /// The pattern, in an encoding.
    pub matcher: &'a Matcher,
    /// The offsets where matches may begin.
    pub range: Range<u64>,
    /// True if lines and columns are wanted.
    pub places: bool,
    /// The most threads that search.
    pub threads: usize,
    /// Bytes per block, more if matches may be nearly as long; the result does not depend on it.
    pub step: u64,
}

/// A match with the bytes around it.
pub struct SearchMatch<'a> {
    /// The match.
    pub found: Match,
    /// A window that holds its bytes.
    pub window: &'a Window,
    /// Line and column, both from 1, if requested.
    pub place: Option<(u64, u64)>,
}

impl SearchMatch<'_> {
    /// The bytes of the match.
    pub fn bytes(&self) -> &[u8] {
        self.window.slice(self.found.offset, self.found.end())
    }
}

/// The result of a search, besides the matches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// Bytes that could not be read.
    pub unreadable: u64,
}

/// Passes all matches in complete data to `each`, in order, until it breaks.
pub fn find(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    request: &FindRequest<'_>,
    each: &mut dyn FnMut(&SearchMatch<'_>) -> ControlFlow<()>,
) -> JobEnd<SearchResult> {
    let mut finder = Finder::new(data, request, each);
    let ended = in_blocks(control, data, &mut finder);
    finder.end(&ended)
}

/// Passes all matches in a source to `each`, in order; those in a pipe as its bytes arrive.
pub fn find_as_it_comes(
    control: &mut Control<'_>,
    source: &Source,
    request: &FindRequest<'_>,
    each: &mut dyn FnMut(&SearchMatch<'_>) -> ControlFlow<()>,
) -> JobEnd<SearchResult> {
    if !source.is_stream() {
        return find(control, source, request, each);
    }
    let mut finder = Finder::new(source, request, each);
    let ended = as_it_comes(control, source, &mut finder);
    finder.end(&ended)
}

/// The reason why a search ends before the data does.
enum SearchStop {
    Cancelled,
    Enough,
}

/// The findings in a block.
struct ScannedBlock {
    block: Range<u64>,
    /// The bytes, if a match begins in the block.
    window: Option<Window>,
    /// A boundary at or before the block, for encodings whose bytes do not show boundaries.
    known: Anchor,
    /// The line endings in the block.
    lines: Option<LineEndCount>,
    unreadable: u64,
    /// True if the data continues after the block.
    goes_on: bool,
}

/// Receives the findings, in order, and passes on the matches.
struct Finder<'a, 'b> {
    request: &'a FindRequest<'a>,
    places: Option<PlaceFinder<'b>>,
    /// The first place where the next match may begin.
    from: u64,
    result: SearchResult,
    each: &'a mut dyn FnMut(&SearchMatch<'_>) -> ControlFlow<()>,
}

impl<'a, 'b> Finder<'a, 'b> {
    fn new(
        data: &'b dyn Peek,
        request: &'a FindRequest<'a>,
        each: &'a mut dyn FnMut(&SearchMatch<'_>) -> ControlFlow<()>,
    ) -> Self {
        let reading = request.matcher.reading();
        Self {
            request,
            places: request.places.then(|| PlaceFinder::new(data, reading)),
            from: request.range.start,
            result: SearchResult::default(),
            each,
        }
    }

    fn end(&self, ended: &ControlFlow<SearchStop>) -> JobEnd<SearchResult> {
        match ended {
            ControlFlow::Break(SearchStop::Cancelled) => JobEnd::Cancelled,
            ControlFlow::Break(SearchStop::Enough) | ControlFlow::Continue(()) => {
                JobEnd::Done(self.result)
            }
        }
    }

    fn report(
        &mut self,
        control: &mut Control<'_>,
        seen: &ScannedBlock,
    ) -> ControlFlow<SearchStop> {
        self.result.unreadable += seen.unreadable;
        if let Some(window) = &seen.window {
            self.hand_out(window, &seen.block, seen.known)?;
        }
        if let (Some(places), Some(lines)) = (&mut self.places, &seen.lines) {
            places.add_lines(seen.block.start, lines);
        }
        if control.reached(seen.block.end) {
            return ControlFlow::Break(SearchStop::Cancelled);
        }
        ControlFlow::Continue(())
    }

    fn hand_out(
        &mut self,
        window: &Window,
        block: &Range<u64>,
        known: Anchor,
    ) -> ControlFlow<SearchStop> {
        let range = self.from.max(block.start)..block.end;
        let (from, each, places) = (&mut self.from, &mut self.each, &mut self.places);
        let handed = self
            .request
            .matcher
            .each(window, range, known, &mut |found| {
                *from = found.end();
                let place = places
                    .as_mut()
                    .map(|places| places.line_and_column(found.offset, window));
                each(&SearchMatch {
                    found,
                    window,
                    place,
                })
            });
        match handed {
            ControlFlow::Break(()) => ControlFlow::Break(SearchStop::Enough),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}

impl ScannedBlock {
    /// Searches a block in a window, which is taken if a match begins in the block; `known` moves
    /// from a boundary before to one at or before the block.
    fn search(
        data: &dyn Peek,
        matcher: &Matcher,
        counts: bool,
        window: &mut Window,
        block: Range<u64>,
        known: &mut Anchor,
    ) -> Self {
        let EncodingAndPhase { encoding, phase } = matcher.reading();
        let before = *known;
        let boundary = encoding.boundary_before(phase, data, block.start, || Some(before));
        *known = boundary.anchor;
        let unreadable = |hole: &Hole| {
            let cut = hole.cut(block.start, block.end);
            cut.filter(|hole| hole.why == Absence::Unreadable)
                .map_or(0, |hole| hole.end - hole.start)
        };
        Self {
            lines: counts.then(|| LineEndCount::count(window.slice(block.start, block.end))),
            unreadable: window.holes.iter().map(unreadable).sum(),
            goes_on: window.end() > block.end,
            window: matcher
                .first(window, block.clone(), *known)
                .map(|_| mem::take(window)),
            known: *known,
            block,
        }
    }
}

/// Searches a block of data that has arrived completely. Its bytes are read into the memory of a
/// window.
fn look(
    mut data: &dyn Peek,
    matcher: &Matcher,
    counts: bool,
    block: SearchBlock,
    window: &mut Window,
    known: &mut Anchor,
) -> ScannedBlock {
    let block = match block {
        SearchBlock::Read(block) => block,
        SearchBlock::Zeros(block) => {
            return ScannedBlock {
                lines: counts.then(|| LineEndCount::zeros(block.end - block.start)),
                unreadable: 0,
                goes_on: true,
                window: None,
                known: *known,
                block,
            };
        }
    };
    let mut sweep = Sweep::new(block.clone(), block.end - block.start, matcher.reach());
    let piece = sweep.next(&mut data, window);
    // A block after the end of the data is empty.
    let certain = piece.map_or(block.start..block.start, |piece| piece.certain);
    ScannedBlock::search(data, matcher, counts, window, certain, known)
}

fn in_blocks(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    finder: &mut Finder<'_, '_>,
) -> ControlFlow<SearchStop> {
    let request = finder.request;
    let counts = request.places && places::has_plain_lines(request.matcher.reading().encoding);
    let left = request.range.end.min(data.len());
    let left = left.saturating_sub(request.range.start) / block_size(request);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = processors
        .min(request.threads)
        .min(usize::try_from(left).unwrap_or(usize::MAX));
    let blocks = Mutex::new(SearchBlocks::new(request, data));
    let look_on = |worker: &mut OrderedWorker<'_, ScannedBlock>| {
        let (matcher, mut known) = (request.matcher.clone(), Anchor::default());
        let mut window = Window::default();
        while let Some(block) = worker.item_of(&blocks) {
            let seen = look(data, &matcher, counts, block, &mut window, &mut known);
            let goes_on = seen.goes_on;
            if !worker.give(seen) || !goes_on {
                break;
            }
        }
    };
    let take = |seen: Option<ScannedBlock>| match seen {
        Some(seen) => {
            if let ControlFlow::Break(stop) = finder.report(control, &seen) {
                return ControlFlow::Break(Some(stop));
            }
            if seen.goes_on {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(None)
            }
        }
        None if control.is_cancelled() => ControlFlow::Break(Some(SearchStop::Cancelled)),
        None => ControlFlow::Continue(()),
    };
    let (ended, _) = ordered::run(
        threads as u64,
        ItemDistribution::WhoeverIsFree,
        look_on,
        take,
    );
    match ended {
        ControlFlow::Break(Some(stop)) => ControlFlow::Break(stop),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

fn as_it_comes(
    control: &mut Control<'_>,
    source: &Source,
    finder: &mut Finder<'_, '_>,
) -> ControlFlow<SearchStop> {
    let request = finder.request;
    let mut sweep = Sweep::new(
        request.range.clone(),
        block_size(request),
        request.matcher.reach(),
    );
    let (mut data, mut anchor): (&dyn Peek, _) = (source, Anchor::default());
    let mut window = Window::default();
    while !sweep.is_over() {
        if let Some(piece) = sweep.next(&mut data, &mut window) {
            let (matcher, block) = (request.matcher, piece.certain);
            let seen =
                ScannedBlock::search(source, matcher, false, &mut window, block, &mut anchor);
            finder.report(control, &seen)?;
        } else if !sweep.is_over() {
            if control.reached(window.end()) {
                return ControlFlow::Break(SearchStop::Cancelled);
            }
            // Waits for one more byte, then searches all that has arrived.
            let more = WaitingSource(source).window(window.end(), 1);
            if more.bytes.is_empty() && !source.window(window.end(), 1).ends {
                break;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::matches::{EncodingAndPhase, SearchScope};
    use crate::scan::pattern::{self, CaseMatching};
    use std::sync::atomic::AtomicBool;

    const READING: EncodingAndPhase = EncodingAndPhase {
        encoding: table::UTF_8,
        phase: 0,
    };

    fn matcher(pattern: &str) -> Matcher {
        let read = pattern::read(pattern, CaseMatching::Exact).unwrap();
        Matcher::new(&read, READING, SearchScope::Own).unwrap()
    }

    /// Offset, length and place of each match.
    fn run(source: &Source, pattern: &str, range: Range<u64>) -> Vec<(u64, u64, (u64, u64))> {
        let matcher = matcher(pattern);
        let request = FindRequest {
            matcher: &matcher,
            range,
            places: true,
            threads: MOST_THREADS,
            step: STEP,
        };
        let mut out = Vec::new();
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        let ended = find(&mut control, source, &request, &mut |found| {
            assert_eq!(found.bytes().len() as u64, found.found.len);
            out.push((found.found.offset, found.found.len, found.place.unwrap()));
            ControlFlow::Continue(())
        });
        assert_eq!(ended, JobEnd::Done(SearchResult::default()));
        out
    }

    #[test]
    fn matches_over_the_edges_of_blocks_are_found_once() {
        let edge = STEP as usize;
        let mut data = vec![b'.'; 5 * edge];
        let places = [0, edge - 3, edge + 20, 2 * edge - 1, 3 * edge, 5 * edge - 4];
        for at in places {
            data[at..at + 4].copy_from_slice(b"\nabc");
        }
        let source = Source::memory("m", data);
        let found = run(&source, "x:61 6? 63", 0..u64::MAX);
        let expected: Vec<_> = (2..)
            .zip(places)
            .map(|(line, at)| (at as u64 + 1, 3, (line, 1)))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(run(&source, "abc", 0..u64::MAX), expected);
        let inside = edge as u64 - 2..3 * edge as u64 + 1;
        let found = run(&source, "abc", inside);
        assert_eq!(found, expected[1..4]);
    }

    #[test]
    fn a_match_that_runs_into_a_block_takes_its_bytes() {
        // Matches of three bytes fill all of it: each begins at a multiple of three.
        let data = vec![b'a'; 3 * STEP as usize + 1];
        let source = Source::memory("m", data);
        let found = run(&source, "r:aaa", 0..u64::MAX);
        assert_eq!(found.len() as u64, (3 * STEP + 1) / 3);
        assert!(found.iter().all(|(offset, ..)| offset % 3 == 0));
    }

    #[test]
    fn a_search_ends_when_its_receiver_breaks() {
        let source = Source::memory("m", vec![b'a'; 3 * STEP as usize]);
        let matcher = matcher("a");
        let request = FindRequest {
            matcher: &matcher,
            range: 0..u64::MAX,
            places: false,
            threads: 2,
            step: STEP,
        };
        let cancelled = AtomicBool::new(false);
        let mut control = Control::new(&cancelled, &|_| ());
        let mut count = 0;
        let ended = find(&mut control, &source, &request, &mut |_| {
            count += 1;
            match count {
                5 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!((ended, count), (JobEnd::Done(SearchResult::default()), 5));
        let cancelled = AtomicBool::new(true);
        let mut control = Control::new(&cancelled, &|_| ());
        let ended = find(&mut control, &source, &request, &mut |_| {
            ControlFlow::Continue(())
        });
        assert_eq!(ended, JobEnd::Cancelled);
    }
}
