//! The next or previous character that carries a notice.
//!
//! What a notice is on may be known only at the end of its line, so what is looked
//! through is more than what is looked for. Invariant: a notice is found where
//! scanning the data from its start finds it, save that how lines end is known
//! from the index alone.

use std::ops::Range;

use super::{BLOCK, MARGIN, Quest, block_start, step_at};
use crate::codec::{Anchor, Walk};
use crate::job::{Control, End};
use crate::scan::facts::{Opening, Sought, remark};
use crate::scan::notices::Noticer;
use crate::unicode::notice::Notice;
use crate::window::Peek;

/// Looks from a boundary on.
struct Look<'a> {
    quest: &'a Quest,
    data: &'a dyn Peek,
    beginning: Vec<u8>,
    noticer: Noticer,
    at: Anchor,
}

impl<'a> Look<'a> {
    fn new(data: &'a dyn Peek, quest: &'a Quest) -> Self {
        let beginning = data.window(0, Opening::LEN as usize).bytes;
        Self {
            quest,
            data,
            noticer: Noticer::new(quest.encoding, &beginning),
            beginning,
            at: Anchor::default(),
        }
    }

    /// Whether what is looked for depends on what is open on the line.
    fn is_nested(&self) -> bool {
        self.quest.sought == Sought::NoticeOf(Notice::BidiUnpaired)
    }

    /// A boundary, or one before it, from which on can be told what is there.
    fn origin(&self, boundary: Anchor) -> Anchor {
        if !self.is_nested() {
            return boundary;
        }
        let index = self.quest.index.as_ref();
        let known = index.map_or_else(Anchor::default, |index| {
            index.unnested(boundary.offset).anchor()
        });
        if known.offset < boundary.offset {
            known
        } else {
            boundary
        }
    }

    /// Looks on from somewhere else.
    fn go_to(&mut self, origin: Anchor) {
        self.noticer.restart(self.quest.encoding, &self.beginning);
        self.at = origin;
    }

    /// Looks through the next block, up to an offset; whether there is more.
    fn block(&mut self, to: u64, found: &mut impl FnMut(u64)) -> bool {
        let quest = self.quest;
        let len = to.saturating_sub(self.at.offset).min(BLOCK) as usize;
        // Room for the step that stands across the end.
        let window = self.data.window(self.at.offset, len + MARGIN);
        let mut report = |kind: Notice, range: Range<u64>, ()| {
            let meant = match quest.sought {
                Sought::NoticeOf(wanted) => kind == wanted,
                _ => true,
            };
            if meant && kind != Notice::MixedLineEndings {
                found(range.start);
            }
        };
        let before = self.at.offset;
        let mut walk = Walk::new(quest.encoding, quest.phase, &window).at(self.at);
        while let Some(step) = walk.next() {
            if step.offset >= to {
                break;
            }
            self.noticer.step(&step, (), &mut report);
            if let Some(kind) = remark::of_step(quest.encoding, quest.phase, &window, &step) {
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

    /// Whether something passed may yet turn out to be meant.
    fn is_open(&self) -> bool {
        self.is_nested() && self.noticer.is_open()
    }
}

/// Where lines begin to end otherwise, if that is meant and known.
fn mixed(quest: &Quest) -> Option<u64> {
    let meant = matches!(
        quest.sought,
        Sought::Notice | Sought::NoticeOf(Notice::MixedLineEndings)
    );
    quest.index.as_ref().filter(|_| meant)?.mixed
}

/// The first behind the sequence an offset lies in.
pub(super) fn forward(
    control: &mut Control<'_>,
    data: &dyn Peek,
    quest: &Quest,
    from: u64,
) -> End<Option<u64>> {
    let begin = step_at(control, data, quest, from).1;
    let after = begin.offset;
    let mixed = mixed(quest).filter(|at| *at >= after);
    let mut look = Look::new(data, quest);
    look.go_to(look.origin(begin));
    let mut best: Option<u64> = None;
    loop {
        if best.is_none() && look.at.offset >= after && !look.is_open() {
            let next = quest.skip_forward(look.at);
            if quest.is_over(next.offset) || mixed.is_some_and(|at| next.offset > at) {
                return End::Done(mixed);
            }
            let origin = look.origin(next);
            if origin.offset > look.at.offset {
                look.go_to(origin);
            }
        }
        let more = look.block(u64::MAX, &mut |at| {
            if at >= after {
                best = Some(best.map_or(at, |best| best.min(at)));
            }
        });
        if !more || best.is_some() && !look.is_open() {
            return End::Done(best.into_iter().chain(mixed).min());
        }
        if control.reached(look.at.offset) {
            return End::Cancelled;
        }
    }
}

/// The last before the sequence an offset lies in.
pub(super) fn backward(
    control: &mut Control<'_>,
    data: &dyn Peek,
    quest: &Quest,
    from: u64,
) -> End<Option<u64>> {
    let before = step_at(control, data, quest, from).0.offset;
    let mixed = mixed(quest).filter(|at| *at < before);
    let mut look = Look::new(data, quest);
    let mut end = before;
    loop {
        end = quest.skip_backward(end);
        if end == 0 || mixed.is_some_and(|at| at >= end) {
            return End::Done(mixed);
        }
        let start = block_start(control, data, quest, end);
        look.go_to(look.origin(start));
        let mut best: Option<u64> = None;
        let mut more = true;
        while more && (look.at.offset < end || look.is_open()) {
            let to = if look.at.offset < end { end } else { u64::MAX };
            more = look.block(to, &mut |at| {
                if at < end {
                    best = best.max(Some(at));
                }
            });
            if control.reached(look.at.offset) {
                return End::Cancelled;
            }
        }
        if best.is_some() {
            return End::Done(best.max(mixed));
        }
        end = start.offset;
    }
}
