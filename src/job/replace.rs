//! The matches still to be replaced, and the changes that replace them.
//!
//! Matches are those of one pass from an offset on, as for every search; the new bytes of a match
//! come from the caller. Nothing is changed here. Invariant: a step has at most [`MOST`] matches
//! and about `MOST_BYTES`, whatever the data holds; where one match is refused, there is no step;
//! a step of one match reads nothing after the block of that match.

use std::ops::{ControlFlow, Range};

use super::find::{FindRequest, STEP, find};
use super::{Control, JobEnd};
use crate::scan::matches::Matcher;
use crate::source::{ArrivedData, Edit, EditBatch, Source};
use crate::window::Peek;

/// The most matches that are replaced in one step.
pub const MOST: usize = 1 << 18;
/// The most bytes of a step, old and new ones together.
const MOST_BYTES: u64 = 16 << 20;

/// News of the matches from an offset on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AheadNews {
    /// The first of them.
    First(Range<u64>),
    /// There are at least so many.
    AtLeast(u64),
}

/// The number of matches in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchLimit {
    /// The next one; whether others follow is not asked.
    One,
    /// At most so many.
    Most(usize),
}

/// The changes of a step.
#[derive(Debug, Default)]
pub struct GatheredStep {
    /// The changes.
    pub batch: EditBatch,
    /// True if there are more matches than the limit allows; of one match this is not known.
    pub is_full: bool,
}

fn request(matcher: &Matcher, range: Range<u64>) -> FindRequest<'_> {
    FindRequest {
        matcher,
        range,
        places: false,
        // The inspector itself needs a processor too.
        threads: 1,
        step: STEP,
    }
}

/// Finds the first match from an offset on, and counts all of them.
pub fn ahead(
    control: &mut Control<'_>,
    data: &(dyn Peek + Sync),
    matcher: &Matcher,
    from: u64,
    news: &dyn Fn(AheadNews),
) -> JobEnd<u64> {
    let mut total = 0_u64;
    let ended = find(
        control,
        data,
        &request(matcher, from..data.len()),
        &mut |found| {
            total += 1;
            if total == 1 {
                news(AheadNews::First(found.found.range()));
            }
            if total.is_power_of_two() {
                news(AheadNews::AtLeast(total));
            }
            ControlFlow::Continue(())
        },
    );
    match ended {
        JobEnd::Done(_) => JobEnd::Done(total),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// Gathers the changes that replace the first matches from an offset on; `replaced` returns the new
/// bytes of a match, or the reason why it cannot be replaced.
pub fn gather(
    control: &mut Control<'_>,
    source: &Source,
    (matcher, from): (&Matcher, u64),
    limit: MatchLimit,
    replaced: &dyn Fn(Range<u64>) -> Result<Vec<u8>, String>,
) -> JobEnd<Result<GatheredStep, String>> {
    let data = ArrivedData(source);
    let (mut step, mut size, mut refusal) = (GatheredStep::default(), 0, None);
    let mut add = |range: Range<u64>| -> Result<ControlFlow<()>, String> {
        if limit == MatchLimit::Most(step.batch.len()) || size > MOST_BYTES {
            step.is_full = true;
            return Ok(ControlFlow::Break(()));
        }
        let edit = Edit {
            at: range.start,
            removed: range.end - range.start,
            bytes: replaced(range)?,
        };
        size += edit.removed + edit.bytes.len() as u64;
        let added = step.batch.add(source, &edit);
        added.map_err(|refusal| refusal.to_string())?;
        Ok(match limit {
            MatchLimit::One => ControlFlow::Break(()),
            MatchLimit::Most(_) => ControlFlow::Continue(()),
        })
    };
    let ended = find(
        control,
        &data,
        &request(matcher, from..data.len()),
        &mut |found| {
            add(found.found.range()).unwrap_or_else(|said| {
                refusal = Some(said);
                ControlFlow::Break(())
            })
        },
    );
    match (ended, refusal) {
        (JobEnd::Cancelled, _) => JobEnd::Cancelled,
        (JobEnd::Done(_), Some(said)) => JobEnd::Done(Err(said)),
        (JobEnd::Done(_), None) => JobEnd::Done(Ok(step)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::matches::{EncodingAndPhase, SearchScope};
    use crate::scan::pattern::typed;
    use crate::window::Window;
    use std::cell::RefCell;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn matcher(pattern: &str) -> Matcher {
        let reading = EncodingAndPhase {
            encoding: table::UTF_8,
            phase: 0,
        };
        Matcher::new(&typed(pattern).unwrap().pattern, reading, SearchScope::Own).unwrap()
    }

    /// Gathers a step over some bytes, and makes it.
    fn made(bytes: &[u8], from: u64, most: usize) -> (Vec<u8>, bool, u64) {
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        let source = Source::scratch("a", bytes.to_vec()).unwrap();
        let by = |_: Range<u64>| Ok(b"xyz".to_vec());
        let most = MatchLimit::Most(most);
        let ended = gather(&mut control, &source, (&matcher("Ab"), from), most, &by);
        let JobEnd::Done(Ok(step)) = ended else {
            panic!("a step")
        };
        source.edit_all(&step.batch).unwrap();
        (source.window(0, 100).bytes, step.is_full, step.batch.end())
    }

    #[test]
    fn a_step_has_the_first_matches_from_an_offset() {
        let bytes = b"Ab.Ab.Ab";
        assert_eq!(made(bytes, 0, 9), (b"xyz.xyz.xyz".to_vec(), false, 11));
        assert_eq!(made(bytes, 1, 9), (b"Ab.xyz.xyz".to_vec(), false, 10));
        assert_eq!(made(bytes, 0, 2), (b"xyz.xyz.Ab".to_vec(), true, 7));
        assert_eq!(made(bytes, 0, 3), (b"xyz.xyz.xyz".to_vec(), false, 11));
    }

    #[test]
    fn one_refused_match_refuses_the_step() {
        let never = AtomicBool::new(false);
        let source = Source::memory("a", b"Ab.Ab".to_vec());
        let by = |range: Range<u64>| match range.start {
            0 => Ok(b"xy".to_vec()),
            at => Err(format!("not at {at}")),
        };
        let mut control = Control::new(&never, &|_| ());
        let most = MatchLimit::Most(9);
        let ended = gather(&mut control, &source, (&matcher("Ab"), 0), most, &by);
        assert!(matches!(ended, JobEnd::Done(Err(said)) if said == "not at 3"));
    }

    /// Bytes that record how far they were read.
    struct ReadRecord {
        bytes: Vec<u8>,
        furthest: AtomicU64,
    }

    impl Peek for ReadRecord {
        fn window(&self, offset: u64, len: usize) -> Window {
            let read = self.bytes.window(offset, len);
            self.furthest.fetch_max(read.end(), Ordering::Relaxed);
            read
        }

        fn len(&self) -> u64 {
            self.bytes.len() as u64
        }
    }

    #[test]
    fn the_last_match_alone_is_replaced_without_a_look_at_the_rest() {
        let blocks = 8 * STEP;
        for at in [0, STEP - 1, STEP, 3 * STEP - 2] {
            let mut bytes = vec![b'.'; blocks as usize];
            bytes[at as usize..][..2].copy_from_slice(b"Ab");
            let data = Arc::new(ReadRecord {
                bytes,
                furthest: AtomicU64::new(0),
            });
            let source = Source::answered("a", Arc::clone(&data) as Arc<_>);
            let never = AtomicBool::new(false);
            let mut control = Control::new(&never, &|_| ());
            let by = |_: Range<u64>| Ok(b"xy".to_vec());
            let from = (&matcher("Ab"), 0);
            let ended = gather(&mut control, &source, from, MatchLimit::One, &by);
            let JobEnd::Done(Ok(step)) = ended else {
                panic!("a step")
            };
            assert_eq!((step.batch.len(), step.batch.end()), (1, at + 2));
            let furthest = data.furthest.load(Ordering::Relaxed);
            assert!(furthest <= at + 2 * STEP, "{at}: read to {furthest}");
        }
    }

    #[test]
    fn the_first_match_is_known_before_all_are_counted() {
        let never = AtomicBool::new(false);
        let news = RefCell::new(Vec::new());
        let mut control = Control::new(&never, &|_| ());
        let data = b"..Ab.Ab.Ab.Ab.Ab".to_vec();
        let add = |told| news.borrow_mut().push(told);
        let ended = ahead(&mut control, &data, &matcher("Ab"), 1, &add);
        assert_eq!(ended, JobEnd::Done(5));
        let expected = [1, 2, 4].map(AheadNews::AtLeast);
        let first = [AheadNews::First(2..4)];
        assert_eq!(*news.borrow(), [&first[..], &expected].concat());
    }
}
