//! The next or previous character with a notice.
//!
//! A notice of a character may depend on the end of its line, and on the characters before it, so
//! more is scanned than the range searched. Invariant: a notice is found where a scan of the data
//! from its start finds it, except that mixed line endings are known only from the index.

use std::ops::Range;

use super::{SegmentSearch, block_start, step_at};
use crate::codec::{Anchor, Walk};
use crate::job::{Control, JobEnd};
use crate::scan::facts::encoding_range::EncodingSegment;
use crate::scan::facts::{DataOpening, Sought, remark};
use crate::scan::notices::{Noticer, ends_paragraph, settles};
use crate::unicode::notice::Notice;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Bytes searched before a boundary for a place without pending characters.
const NEAR: u64 = 256;
/// Bytes that hold the characters needed to judge the next ones.
const BESIDE: u64 = 128;
/// The most bytes searched for such a place.
const FAR: u64 = 64 * 1024;

/// A search from a boundary on.
struct NoticeSearch<'a> {
    search: &'a SegmentSearch<'a>,
    data: &'a dyn Peek,
    beginning: Vec<u8>,
    noticer: Noticer,
    at: Anchor,
}

impl<'a> NoticeSearch<'a> {
    fn new(data: &'a dyn Peek, search: &'a SegmentSearch<'a>) -> Self {
        let begin = search.begin();
        // Only the first segment may begin with a byte order mark.
        let beginning = if begin.offset == 0 {
            data.window(0, DataOpening::LEN as usize).front().to_vec()
        } else {
            Vec::new()
        };
        Self {
            search,
            data,
            noticer: Noticer::new(search.segment.encoding, &beginning),
            beginning,
            at: begin,
        }
    }

    /// Reports whether the notice depends on the line.
    fn is_nested(&self) -> bool {
        self.search.request.sought.depends_on_line()
    }

    /// A boundary at or before this one; notices can be recognised from there on.
    fn origin(&self, control: &mut Control<'_>, boundary: Anchor) -> Anchor {
        if self.search.is_in_a_row()
            && let Some(settled) = self.settled(control, boundary)
        {
            return settled;
        }
        if !self.is_nested() && !self.search.is_in_a_row() {
            return boundary;
        }
        let known = self.search.index;
        let known = known.map_or(self.search.begin(), |index| {
            index
                .unnested(boundary.offset.saturating_sub(BESIDE))
                .anchor()
        });
        if known.offset < boundary.offset {
            known
        } else {
            boundary
        }
    }

    /// Reports whether nothing before a character matters after it.
    fn settles(&self, c: char) -> bool {
        settles(c) && (!self.is_nested() || ends_paragraph(c))
    }

    /// The last boundary near before this one without a pending row of characters.
    fn settled(&self, control: &mut Control<'_>, boundary: Anchor) -> Option<Anchor> {
        let begin = self.search.begin();
        let EncodingSegment {
            encoding, phase, ..
        } = self.search.segment;
        let mut near = NEAR;
        while near <= FAR && !control.is_cancelled() {
            let from = match boundary.offset.checked_sub(near) {
                Some(from) if from > begin.offset => {
                    step_at(control, self.data, self.search, from).0
                }
                _ => begin,
            };
            let mut settled = (from == begin).then_some(begin);
            let len = boundary.offset - from.offset + encoding.reach().after;
            let window = self.data.window(from.offset, len as usize);
            let mut walk = Walk::new(encoding, phase, &window).at(from);
            while let Some(step) = walk.next() {
                if step.end() > boundary.offset {
                    break;
                }
                if step.meaning.scalar().is_some_and(|c| self.settles(c)) {
                    settled = Some(walk.anchor());
                }
            }
            if settled.is_some() {
                return settled;
            }
            near *= 4;
        }
        None
    }

    /// Continues from another boundary.
    fn go_to(&mut self, origin: Anchor) {
        let encoding = self.search.segment.encoding;
        self.noticer.restart(encoding, &self.beginning);
        self.at = origin;
    }

    /// Scans the next block, up to an offset; returns whether there is more.
    fn block(&mut self, to: u64, found: &mut impl FnMut(u64)) -> bool {
        let sought = self.search.request.sought;
        let EncodingSegment {
            encoding, phase, ..
        } = self.search.segment;
        let mut sweep = Sweep::new(self.at.offset..to, self.search.step, encoding.reach());
        let (mut data, mut window) = (self.data, Window::default());
        let Some(piece) = sweep.next(&mut data, &mut window) else {
            return false;
        };
        let until = piece.certain.end;
        let mut report = |kind: Notice, range: Range<u64>, ()| {
            let meant = match sought {
                Sought::NoticeOf(wanted) => kind == wanted,
                _ => true,
            };
            if meant && kind != Notice::MixedLineEndings {
                found(range.start);
            }
        };
        let before = self.at.offset;
        let mut walk = Walk::new(encoding, phase, &window).at(self.at);
        while let Some(step) = walk.next() {
            if step.offset >= until {
                break;
            }
            self.noticer.step(&step, (), &mut report);
            if let Some(kind) = remark::of_step(encoding, phase, &window, &step) {
                report(kind, step.range(), ());
            }
            self.at = walk.anchor();
        }
        let ends = window.ends && self.at.offset >= window.end();
        if ends {
            self.noticer.finish(&mut report);
        }
        self.at.offset > before && !ends
    }

    /// Reports whether an earlier character may still turn out to have the notice.
    fn is_open(&self) -> bool {
        self.is_nested() && self.noticer.is_open()
            || self.search.is_in_a_row() && !self.noticer.is_settled()
    }
}

/// The offset where mixed line endings begin, if that is sought and known.
fn mixed(search: &SegmentSearch<'_>) -> Option<u64> {
    let meant = matches!(
        search.request.sought,
        Sought::Notice | Sought::NoticeOf(Notice::MixedLineEndings)
    );
    let part = &search.segment;
    let here = |at: &u64| meant && part.is_rest && part.range.contains(at);
    search
        .request
        .index
        .as_ref()
        .and_then(|index| index.mixed())
        .filter(here)
}

/// The first notice from a boundary on.
pub(super) fn forward(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    begin: Anchor,
) -> JobEnd<Option<u64>> {
    let after = begin.offset;
    let mixed = mixed(search).filter(|at| *at >= after);
    let mut notices = NoticeSearch::new(data, search);
    let origin = notices.origin(control, begin);
    notices.go_to(origin);
    let mut best: Option<u64> = None;
    loop {
        if best.is_none() && notices.at.offset >= after && !notices.is_open() {
            let next = search.skip_forward(notices.at);
            if search.is_over(next.offset) || mixed.is_some_and(|at| next.offset > at) {
                return JobEnd::Done(mixed);
            }
            let origin = notices.origin(control, next);
            if origin.offset > notices.at.offset {
                notices.go_to(origin);
            }
        }
        let more = notices.block(u64::MAX, &mut |at| {
            if at >= after {
                best = Some(best.map_or(at, |best| best.min(at)));
            }
        });
        if !more || best.is_some() && !notices.is_open() {
            return JobEnd::Done(best.into_iter().chain(mixed).min());
        }
        if control.reached(notices.at.offset) {
            return JobEnd::Cancelled;
        }
    }
}

/// The last notice before a boundary.
pub(super) fn backward(
    control: &mut Control<'_>,
    data: &dyn Peek,
    search: &SegmentSearch<'_>,
    before: u64,
) -> JobEnd<Option<u64>> {
    let mixed = mixed(search).filter(|at| *at < before);
    let mut notices = NoticeSearch::new(data, search);
    let mut end = before;
    loop {
        end = search.skip_backward(end);
        if end <= search.begin().offset || mixed.is_some_and(|at| at >= end) {
            return JobEnd::Done(mixed);
        }
        let start = block_start(control, data, search, end);
        let origin = notices.origin(control, start);
        notices.go_to(origin);
        let mut best: Option<u64> = None;
        let mut more = true;
        while more && (notices.at.offset < end || notices.is_open()) {
            let to = if notices.at.offset < end {
                end
            } else {
                u64::MAX
            };
            more = notices.block(to, &mut |at| {
                if at < end {
                    best = best.max(Some(at));
                }
            });
            if control.reached(notices.at.offset) {
                return JobEnd::Cancelled;
            }
        }
        if best.is_some() {
            return JobEnd::Done(best.max(mixed));
        }
        end = start.offset;
    }
}
