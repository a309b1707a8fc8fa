//! The way through two files: equal stretches are skipped, differences returned.
//!
//! Invariant: skipped tokens have been compared one by one. A run that differs begins and ends
//! where both lanes have the beginning of a token with bytes of its own.

use std::ops::ControlFlow;

use super::anchor::{
    self, FAR_LOOK, FARTHEST_LOOK, GramTable, LEVELS, WIDER, WindowLevel, WindowPair,
};
use super::doubt::DoubtTimer;
use super::far::{self, FarAnchor};
use super::gap::{self, EqualTokens};
use super::lane::TokenLane;
use super::token::{common_prefix, common_suffix, equal_in_place};
use super::{Difference, FileStretch};
use crate::codec::Anchor;
use crate::job::Control;

/// Tokens that are compared in place before anything else.
const NEAR: usize = 96;
/// Bytes before a far anchor that are compared at once.
const BACK: u64 = 64 << 10;
/// Tokens that are examined beyond the joined ones.
const MORE: usize = 128;

/// The reason why a comparison ends before the files do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AlignerStop {
    Cancelled,
    Enough,
}

/// Bytes of the first file between two reported pairs of equal places.
const APART: u64 = 1 << 20;

/// The receivers of the results.
pub(super) struct DifferenceReceivers<'a> {
    /// The differences; it stops by breaking.
    pub(super) each: &'a mut dyn FnMut(&Difference) -> ControlFlow<()>,
    /// At intervals, a place in both files, in order; the text before it is equal.
    pub(super) equal: &'a mut dyn FnMut([u64; 2]),
}

/// The positions in two files.
pub(super) struct Aligner<'a, 'b, L> {
    control: &'a mut Control<'b>,
    a: L,
    b: L,
    /// The start of the current run that differs, in both files, if there is one.
    open: Option<(Anchor, Anchor)>,
    takers: DifferenceReceivers<'a>,
    /// The offset from which on the next pair of equal places is reported.
    untold: u64,
    grams: GramTable,
    doubt: DoubtTimer,
    /// Anchors farther away, the next one last, once they were sought.
    far: Option<Vec<FarAnchor>>,
    /// Unreadable bytes of abandoned lanes.
    unreadable: [u64; 2],
}

impl<'a, 'b, L: TokenLane> Aligner<'a, 'b, L> {
    pub(super) fn new(
        control: &'a mut Control<'b>,
        a: L,
        b: L,
        takers: DifferenceReceivers<'a>,
    ) -> Self {
        Self {
            control,
            a,
            b,
            open: None,
            takers,
            untold: APART,
            grams: GramTable::default(),
            doubt: DoubtTimer::START,
            far: None,
            unreadable: [0; 2],
        }
    }

    /// Unreadable bytes of both files.
    pub(super) fn unreadable(&self) -> [u64; 2] {
        let [a, b] = self.unreadable;
        [a + self.a.unreadable(), b + self.b.unreadable()]
    }

    /// Goes through both files.
    pub(super) fn run(&mut self) -> ControlFlow<AlignerStop> {
        loop {
            self.pass_equal()?;
            let (a, b) = (self.a.tokens().len(), self.b.tokens().len());
            match (a, b) {
                (0, 0) => return self.close(self.a.end(), self.b.end()),
                (0, _) | (_, 0) => {
                    self.begin();
                    return self.close(self.a.end(), self.b.end());
                }
                _ => self.resync()?,
            }
        }
    }

    /// Begins a run that differs, if none is open.
    fn begin(&mut self) {
        let here = (self.a.place(0), self.b.place(0));
        self.open.get_or_insert(here);
    }

    /// Ends the run that differs, if one is open.
    fn close(&mut self, a: Anchor, b: Anchor) -> ControlFlow<AlignerStop> {
        let Some((from_a, from_b)) = self.open.take() else {
            return ControlFlow::Continue(());
        };
        let stretch = |from: Anchor, to: Anchor| FileStretch {
            from,
            end: to.offset.max(from.offset),
        };
        let difference = Difference {
            a: stretch(from_a, a),
            b: stretch(from_b, b),
        };
        if (self.takers.each)(&difference).is_break() {
            return ControlFlow::Break(AlignerStop::Enough);
        }
        ControlFlow::Continue(())
    }

    /// Skips equal tokens, as many as there are.
    fn pass_equal(&mut self) -> ControlFlow<AlignerStop> {
        let mut want = 1;
        loop {
            if self.open.is_none() && want == 1 {
                self.a.pass_alike(&mut self.b);
            }
            self.a.fill(want);
            self.b.fill(want);
            let (a, b) = (self.a.tokens(), self.b.tokens());
            let equal = common_prefix(a, b);
            let whole = self.whole(equal);
            if whole > 0 {
                self.close(self.a.place(0), self.b.place(0))?;
                self.pass(whole, whole);
                self.report_equal();
                want = 1;
                if self.control.reached(self.a.place(0).offset) {
                    return ControlFlow::Break(AlignerStop::Cancelled);
                }
                continue;
            }
            let ran_out = |lane: &L| lane.tokens().len() == equal && !lane.ends();
            if !ran_out(&self.a) && !ran_out(&self.b) {
                return ControlFlow::Continue(());
            }
            want = equal + MORE;
        }
    }

    /// Reports the places in both files, at the end of equal tokens.
    fn report_equal(&mut self) {
        let [a, b] = [self.a.place(0).offset, self.b.place(0).offset];
        // The next bytes may belong to the last token.
        let is_place = a < u64::MAX && b < u64::MAX;
        if is_place && a >= self.untold {
            self.untold = a.saturating_add(APART);
            (self.takers.equal)([a, b]);
        }
    }

    /// Of equal tokens, the number before the first that is joined to a different one.
    fn whole(&self, mut equal: usize) -> usize {
        while equal > 0 && (self.a.is_joined(equal) || self.b.is_joined(equal)) {
            equal -= 1;
        }
        equal
    }

    fn pass(&mut self, a: usize, b: usize) {
        self.a.pass(a);
        self.b.pass(b);
    }

    /// Goes on to the next place where the files are equal. The current tokens differ.
    fn resync(&mut self) -> ControlFlow<AlignerStop> {
        let is_doubted = self.doubt.is_due(self.a.place(0).offset);
        self.a.fill(NEAR);
        self.b.fill(NEAR);
        if let Some(len) = self.most_in_place()
            && !is_doubted
        {
            let found = gap::in_place(&self.a.tokens()[..len], &self.b.tokens()[..len]);
            return self.pass_gap(&found, len, len);
        }
        for level in LEVELS {
            if level.size > L::MOST {
                break;
            }
            if self.control.is_cancelled() {
                return ControlFlow::Break(AlignerStop::Cancelled);
            }
            let anchor = self.anchor(level, is_doubted);
            if let Some((i, j)) = anchor.and_then(|anchor| self.at_heads(anchor)) {
                let found = gap::equal(&self.a.tokens()[..i], &self.b.tokens()[..j]);
                return self.pass_gap(&found, i, j);
            }
            let WindowPair { a, b, .. } = self.windows(level, FAR_LOOK);
            let (len_a, len_b) = (a.len(), b.len());
            let is_all = |lane: &L| lane.ends() && lane.tokens().len() <= level.size;
            if is_all(&self.a) && is_all(&self.b) {
                let found = gap::equal(a, b);
                return self.pass_gap(&found, len_a, len_b);
            }
            let len = len_a.min(len_b).min(level.size);
            if let Some(len) = self.in_place(len) {
                let found = gap::in_place(&self.a.tokens()[..len], &self.b.tokens()[..len]);
                return self.pass_gap(&found, len, len);
            }
        }
        self.go_far()
    }

    fn fill(&mut self, level: WindowLevel, look: usize) {
        self.a.fill(level.size + look);
        self.b.fill(level.size + look);
    }

    /// The windows of a level with the tokens after it, which were filled. They do not depend on
    /// the amount read.
    fn windows(&self, level: WindowLevel, look: usize) -> WindowPair<'_, L::Token> {
        let seen = level.size + look;
        let (a, b) = (self.a.tokens(), self.b.tokens());
        // Fewer tokens than requested are the whole rest.
        let is_all = a.len() < seen && b.len() < seen;
        let ahead = || {
            i64::try_from(b.len())
                .ok()?
                .checked_sub_unsigned(a.len() as u64)
        };
        let left = || is_all.then(ahead).flatten();
        WindowPair {
            a: &a[..a.len().min(seen)],
            b: &b[..b.len().min(seen)],
            ahead: self.ahead().or_else(left),
        }
    }

    /// The best anchor at a level. If more differs after it and it is doubtful, a better one from
    /// larger windows may replace it.
    fn anchor(&mut self, level: WindowLevel, is_doubted: bool) -> Option<(usize, usize)> {
        self.fill(level, FAR_LOOK);
        let mut grams = std::mem::take(&mut self.grams);
        let windows = self.windows(level, FAR_LOOK);
        let mut taken = grams.anchor(windows, level);
        if is_doubted
            && level.size < WIDER.size
            && let Some(near) = taken
            && windows.go_on_after(near, FAR_LOOK)
        {
            let better = self.reconsidered(near, &mut grams);
            self.doubt.learn(better.at != near.at);
            taken = Some(better);
        }
        self.grams = grams;
        taken.map(|anchor| anchor.at)
    }

    /// An anchor that is better than a doubtful one, or that one.
    fn reconsidered(
        &mut self,
        near: anchor::DiffAnchor,
        grams: &mut GramTable,
    ) -> anchor::DiffAnchor {
        self.fill(WIDER, FAR_LOOK);
        let windows = self.windows(WIDER, FAR_LOOK);
        let Some(found) = grams.found(windows, WIDER, FAR_LOOK) else {
            return near;
        };
        let mut best = near;
        for other in [found.nearest, found.clean].into_iter().flatten() {
            best = windows.better(best, other, FAR_LOOK);
        }
        // Moved text costs twice as much as deleted text, and long lines differ rarely: the search
        // pays only after many of them.
        let Some(clean) = found.clean else {
            return best;
        };
        let mut look = FAR_LOOK * 2;
        while best.at != clean.at && look <= FARTHEST_LOOK.min(L::MOST) {
            self.fill(WIDER, look);
            let windows = self.windows(WIDER, look);
            if !windows.go_on_after(best, look) || !windows.is_clean_after(clean, look) {
                break;
            }
            best = windows.better(best, clean, look);
            look *= 2;
        }
        best
    }

    /// The number of tokens that the second file has left beyond the first's, if known.
    fn ahead(&self) -> Option<i64> {
        let (a, b) = (self.a.left()?, self.b.left()?);
        i64::try_from(b).ok()?.checked_sub_unsigned(a)
    }

    /// The most tokens to compare in place, if most of the next are equal so and the files end
    /// together.
    fn most_in_place(&self) -> Option<usize> {
        if self.ahead() != Some(0) {
            return None;
        }
        let (a, b) = (self.a.tokens(), self.b.tokens());
        let len = a.len().min(b.len()).min(NEAR);
        let (a, b) = (&a[..len], &b[..len]);
        let last = { a.iter().zip(b) }.rposition(|(a, b)| a == b)?;
        (len == NEAR && equal_in_place(a, b) * 3 >= len * 2).then_some(last)
    }

    /// The number of tokens before the last one that is equal in place, if many are; none if there
    /// are too few.
    /// too few.
    fn in_place(&self, len: usize) -> Option<usize> {
        let (a, b) = (&self.a.tokens()[..len], &self.b.tokens()[..len]);
        let is_alike = equal_in_place(a, b) * 4 >= len;
        let last = { a.iter().zip(b) }.rposition(|(a, b)| a == b)?;
        let whole = self.whole(last);
        (is_alike && whole > 0).then_some(whole)
    }

    /// The first pair of places from an anchor on with bytes of their own in both. None if no
    /// tokens come before such a pair, or if tokens before it differ.
    fn at_heads(&self, (mut i, mut j): (usize, usize)) -> Option<(usize, usize)> {
        while self.a.is_joined(i) || self.b.is_joined(j) {
            if self.a.tokens().get(i)? != self.b.tokens().get(j)? {
                return None;
            }
            (i, j) = (i + 1, j + 1);
        }
        ((i, j) != (0, 0)).then_some((i, j))
    }

    /// Skips `a` and `b` tokens, including some equal ones.
    fn pass_gap(&mut self, found: &[EqualTokens], a: usize, b: usize) -> ControlFlow<AlignerStop> {
        let mut at = (0, 0);
        for equal in found {
            let (mut i, mut j, mut len) = (equal.a - at.0, equal.b - at.1, equal.len);
            while len > 0 && (self.a.is_joined(i) || self.b.is_joined(j)) {
                (i, j, len) = (i + 1, j + 1, len - 1);
            }
            while len > 0 && (self.a.is_joined(i + len) || self.b.is_joined(j + len)) {
                len -= 1;
            }
            if len == 0 {
                continue;
            }
            self.differ(i, j);
            self.close(self.a.place(0), self.b.place(0))?;
            self.pass(len, len);
            at = (at.0 + i + len, at.1 + j + len);
        }
        self.differ(a - at.0, b - at.1);
        if self.control.reached(self.a.place(0).offset) {
            return ControlFlow::Break(AlignerStop::Cancelled);
        }
        ControlFlow::Continue(())
    }

    /// Skips tokens that differ.
    fn differ(&mut self, a: usize, b: usize) {
        if a > 0 || b > 0 {
            self.begin();
            self.pass(a, b);
        }
    }

    /// Goes on to the next anchor far away, or else to the end.
    fn go_far(&mut self) -> ControlFlow<AlignerStop> {
        self.begin();
        let (a, b) = (self.a.place(0), self.b.place(0));
        if self.far.is_none() {
            let (rest_a, rest_b) = (self.a.at(a), self.b.at(b));
            self.far = Some(far::anchors(self.control, rest_a, rest_b)?);
        }
        let mut next = FarAnchor {
            a: self.a.end(),
            b: self.b.end(),
        };
        while let Some(far) = self.far.as_mut().and_then(Vec::pop) {
            if far.a.offset >= a.offset && far.b.offset >= b.offset && self.is_alike(far) {
                next = far;
                break;
            }
        }
        let next = self.extended(next, (a, b));
        self.unreadable = self.unreadable();
        (self.a, self.b) = (self.a.at(next.a), self.b.at(next.b));
        ControlFlow::Continue(())
    }

    /// Reports whether the tokens after an anchor are equal over the length of a sum.
    fn is_alike(&self, far: FarAnchor) -> bool {
        let (mut a, mut b) = (self.a.at(far.a), self.b.at(far.b));
        a.fill(far::GRAM);
        b.fill(far::GRAM);
        common_prefix(a.tokens(), b.tokens()) >= far::GRAM
    }

    /// The anchor moved back over equal tokens, but not before `least`.
    fn extended(&self, mut next: FarAnchor, least: (Anchor, Anchor)) -> FarAnchor {
        loop {
            let back = |to: Anchor, least: Anchor| to.offset.saturating_sub(least.offset).min(BACK);
            let (back_a, back_b) = (back(next.a, least.0), back(next.b, least.1));
            let a = self.a.before(next.a, back_a);
            let b = self.b.before(next.b, back_b);
            let (Some(mut a), Some(mut b)) = (a, b) else {
                return next;
            };
            let (len_a, len_b) = (up_to(&mut a, next.a), up_to(&mut b, next.b));
            let (tokens_a, tokens_b) = (&a.tokens()[..len_a], &b.tokens()[..len_b]);
            let mut equal = common_suffix(tokens_a, tokens_b);
            let is_whole = equal == len_a || equal == len_b;
            while equal > 0 && (a.is_joined(len_a - equal) || b.is_joined(len_b - equal)) {
                equal -= 1;
            }
            if equal == 0 {
                return next;
            }
            next = FarAnchor {
                a: a.place(len_a - equal),
                b: b.place(len_b - equal),
            };
            if !is_whole {
                return next;
            }
        }
    }
}

/// Makes the tokens up to a place available; returns their number.
fn up_to<L: TokenLane>(lane: &mut L, to: Anchor) -> usize {
    let mut len = 0;
    loop {
        lane.fill(len + 1);
        if lane.tokens().len() <= len {
            return len;
        }
        while len < lane.tokens().len() {
            if !lane.is_joined(len) && lane.place(len).offset >= to.offset {
                return len;
            }
            len += 1;
        }
    }
}
