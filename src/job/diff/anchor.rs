//! Finds the place where two files are equal again after a difference.
//!
//! Some stretches of a few tokens (grams) of the first window are recorded, and the second is
//! searched for them. Each place found is rated by the tokens skipped to reach it and by the
//! differences after it. So a line missing from a list of nearly equal lines is one difference, and
//! not one in each line from there on. Invariant: an anchor is a pair of places with equal tokens
//! after them, at least as many as a gram has.

use super::token::{Rolling, Token, changes, common_suffix};

/// Tokens after an anchor that count for its rating.
const LOOK: usize = 512;
/// Tokens that are examined if one anchor is nearer but another has no difference after it, and if
/// an anchor is doubtful: lines may be long.
pub(super) const FAR_LOOK: usize = 8 << 10;
/// The most tokens examined if one anchor is nearer and differences go on after it.
pub(super) const FARTHEST_LOOK: usize = 512 << 10;
/// The cost of a run that differs besides its tokens.
const RUN: u64 = 64;
/// The most places that are rated.
const RATED: usize = 24;

/// The parameters of a search in windows of some length.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowLevel {
    /// The most tokens of each window.
    pub(super) size: usize,
    /// Tokens of a gram.
    gram: usize,
    /// The distance in tokens between recorded grams of the first window.
    stride: usize,
}

const fn level(size: usize, gram: usize, stride: usize) -> WindowLevel {
    WindowLevel { size, gram, stride }
}

/// The windows, from small to large: the cost of a difference grows with its length.
pub(super) const LEVELS: [WindowLevel; 6] = [
    level(128, 8, 1),
    level(1 << 10, 12, 1),
    level(8 << 10, 16, 4),
    level(64 << 10, 24, 8),
    level(512 << 10, 32, 16),
    level(4 << 20, 32, 16),
];

/// The windows searched for a better anchor than a doubtful one.
pub(super) const WIDER: WindowLevel = LEVELS[2];

/// The grams of a window: one place per slot.
#[derive(Default)]
pub(super) struct GramTable(Vec<u32>);

impl GramTable {
    /// Records the grams of a window; returns the shift that turns a number into a slot.
    fn note<T: Token>(&mut self, tokens: &[T], level: WindowLevel) -> u32 {
        let count = tokens.len().div_ceil(level.stride);
        let slots = (count * 4).next_power_of_two();
        self.0.clear();
        self.0.resize(slots, u32::MAX);
        let shift = 64 - slots.trailing_zeros();
        let mut rolling = Rolling::new(&tokens[..level.gram]);
        for at in 0..=tokens.len() - level.gram {
            if at > 0 {
                rolling.roll(tokens[at - 1], tokens[at + level.gram - 1]);
            }
            if at.is_multiple_of(level.stride) {
                let slot = &mut self.0[(rolling.number() >> shift) as usize];
                // The first one is the nearest.
                *slot = (*slot).min(at as u32);
            }
        }
        shift
    }

    /// The best anchor in two windows, within the examined tokens.
    pub(super) fn anchor<T: Token>(
        &mut self,
        windows: WindowPair<'_, T>,
        level: WindowLevel,
    ) -> Option<DiffAnchor> {
        self.found(windows, level, LOOK)?.decided(windows)
    }

    /// The anchors in two windows, rated by `look` tokens after each.
    pub(super) fn found<T: Token>(
        &mut self,
        windows: WindowPair<'_, T>,
        level: WindowLevel,
        look: usize,
    ) -> Option<FoundAnchors> {
        let WindowPair { a, b, ahead } = windows;
        let (near_a, near_b) = (&a[..a.len().min(level.size)], &b[..b.len().min(level.size)]);
        if near_a.len() < level.gram || near_b.len() < level.gram {
            return None;
        }
        let mut best = BestAnchors {
            windows,
            look,
            rated: Vec::new(),
            found: FoundAnchors::default(),
        };
        for diagonal in [Some(0), ahead].into_iter().flatten() {
            best.along(diagonal, near_a.len(), near_b.len(), level.gram);
        }
        let shift = self.note(near_a, level);
        let mut rolling = Rolling::new(&near_b[..level.gram]);
        for at in 0..=near_b.len() - level.gram {
            if at > 0 {
                rolling.roll(near_b[at - 1], near_b[at + level.gram - 1]);
            }
            if best.is_beaten_by(at) {
                break;
            }
            let noted = self.0[(rolling.number() >> shift) as usize] as usize;
            let gram = near_a.get(noted..noted + level.gram);
            if noted < near_a.len() && gram == Some(&near_b[at..at + level.gram]) {
                best.rate(noted, at);
            }
        }
        Some(best.found)
    }
}

/// A rated pair of places in two windows; the windows are equal from there on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DiffAnchor {
    /// The index in each window.
    pub(super) at: (usize, usize),
    /// The lower, the better: the cost, and a tie-breaker.
    rating: (u64, u64),
    /// The number of runs that differ in the tokens examined after it.
    runs: u64,
}

/// Two windows from the beginning of a difference on.
#[derive(Clone, Copy)]
pub(super) struct WindowPair<'a, T> {
    pub(super) a: &'a [T],
    pub(super) b: &'a [T],
    /// The number of tokens that the second file has left beyond the first's, if known.
    pub(super) ahead: Option<i64>,
}

impl<T: Token> WindowPair<'_, T> {
    /// The distance from the index of the first window to that of the second.
    fn shift((a, b): (usize, usize)) -> i64 {
        let far = |index| i64::try_from(index).unwrap_or(i64::MAX);
        far(b) - far(a)
    }

    /// The anchor at some place, rated by `look` tokens after it.
    fn rated(&self, (i, j): (usize, usize), look: usize) -> DiffAnchor {
        let shift = Self::shift((i, j));
        let after = |all: &[T], from: usize| from..all.len().min(from + look);
        let (after_a, after_b) = (after(self.a, i), after(self.b, j));
        let (differ, runs) = changes(&self.a[after_a], &self.b[after_b]);
        // If the ends are unknown, they are assumed to be equally far.
        let ahead = self.ahead.unwrap_or_default();
        let left = (ahead - shift).unsigned_abs();
        let all_runs = runs + u64::from(self.ahead.is_some() && left > 0);
        // Tokens that must be inserted or deleted anyway do not count against an anchor.
        let cost = (i.max(j) as u64 + left).saturating_sub(ahead.unsigned_abs());
        let cost = cost + differ + all_runs * RUN;
        let among_equals = if self.ahead.is_none() || left == 0 {
            0
        } else {
            shift.unsigned_abs() + 1
        };
        DiffAnchor {
            at: (i, j),
            rating: (cost, among_equals),
            runs,
        }
    }

    /// Reports whether differences keep coming in `look` tokens after an anchor, or come at all if
    /// the files end before.
    pub(super) fn go_on_after(&self, anchor: DiffAnchor, look: usize) -> bool {
        let (i, j) = anchor.at;
        let runs = |look| self.rated((i, j), look).runs;
        let all = runs(look);
        let ends = self.a.len() < i + look || self.b.len() < j + look;
        all > 0 && (ends || all * 2 >= runs(look / 2) * 3)
    }

    /// Reports whether nothing differs in `look` tokens after an anchor.
    pub(super) fn is_clean_after(&self, anchor: DiffAnchor, look: usize) -> bool {
        self.rated(anchor.at, look).runs == 0
    }

    /// The better of two anchors, rated by `look` tokens after each.
    pub(super) fn better(&self, one: DiffAnchor, other: DiffAnchor, look: usize) -> DiffAnchor {
        let [one, other] = [one, other].map(|anchor| self.rated(anchor.at, look));
        if other.rating < one.rating {
            other
        } else {
            one
        }
    }
}

/// The anchors found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FoundAnchors {
    /// The best one.
    pub(super) nearest: Option<DiffAnchor>,
    /// The best one among those without a difference after them.
    pub(super) clean: Option<DiffAnchor>,
}

impl FoundAnchors {
    /// The better of the two.
    fn decided<T: Token>(self, windows: WindowPair<'_, T>) -> Option<DiffAnchor> {
        let nearest = self.nearest?;
        Some(match self.clean {
            Some(clean) if nearest.runs > 0 => windows.better(nearest, clean, FAR_LOOK),
            _ => nearest,
        })
    }
}

/// The best anchors so far.
struct BestAnchors<'a, T> {
    windows: WindowPair<'a, T>,
    /// Tokens after an anchor that are examined.
    look: usize,
    /// The shifts of the rated anchors: from the index in the first window to that in the second.
    rated: Vec<i64>,
    found: FoundAnchors,
}

impl<T: Token> BestAnchors<'_, T> {
    /// Reports whether no anchor at this index of the second window can be the best, or enough are
    /// rated.
    fn is_beaten_by(&self, at: usize) -> bool {
        let is_beyond = |best: DiffAnchor| at as u64 > best.rating.0 + self.look as u64;
        self.found.nearest.is_some_and(is_beyond) || self.rated.len() >= RATED
    }

    /// Rates the first place, if any, with an equal gram at a given shift.
    fn along(&mut self, shift: i64, a_len: usize, b_len: usize, gram: usize) {
        let Ok(skipped) = usize::try_from(shift.unsigned_abs()) else {
            return;
        };
        let (mut i, mut j) = if shift < 0 {
            (skipped, 0)
        } else {
            (0, skipped)
        };
        let mut run = 0;
        while i < a_len && j < b_len {
            let is_equal = self.windows.a[i] == self.windows.b[j];
            run = if is_equal { run + 1 } else { 0 };
            (i, j) = (i + 1, j + 1);
            if run == gram {
                return self.rate(i - gram, j - gram);
            }
        }
    }

    /// Rates an anchor.
    fn rate(&mut self, i: usize, j: usize) {
        let shift = WindowPair::<T>::shift((i, j));
        if self.rated.contains(&shift) || self.rated.len() >= RATED {
            return;
        }
        self.rated.push(shift);
        let back = common_suffix(&self.windows.a[..i], &self.windows.b[..j]);
        let (i, j) = (i - back, j - back);
        if (i, j) == (0, 0) {
            return;
        }
        let anchor = self.windows.rated((i, j), self.look);
        let is_better =
            |than: Option<DiffAnchor>| than.is_none_or(|than| anchor.rating < than.rating);
        if is_better(self.found.nearest) {
            self.found.nearest = Some(anchor);
        }
        if anchor.runs == 0 && is_better(self.found.clean) {
            self.found.clean = Some(anchor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &[u8], b: &[u8], ahead: Option<i64>, expected: Option<(usize, usize)>) {
        let found = GramTable::default().anchor(WindowPair { a, b, ahead }, LEVELS[0]);
        assert_eq!(found.map(|anchor| anchor.at), expected);
    }

    #[test]
    fn an_anchor_is_the_nearest_place_that_goes_on_alike() {
        let text = b"the quick brown fox jumps over the lazy dog, and then";
        check(
            text,
            b"Xhe quick brown fox jumps over the lazy dog, and then",
            None,
            Some((1, 1)),
        );
        let longer = [b"12", &text[..]].concat();
        check(text, &longer, None, Some((0, 2)));
        check(&longer, text, None, Some((2, 0)));
        check(text, b"nothing of that is there", None, None);
    }

    #[test]
    fn among_places_as_good_the_one_that_ends_alike_is_taken() {
        let zeros = [0; 100];
        let more = [&[1][..], &zeros].concat();
        check(&zeros, &more, Some(1), Some((0, 1)));
        let same = [&[1][..], &zeros[1..]].concat();
        check(&zeros, &same, Some(0), Some((1, 1)));
    }
}
