//! Where two files are alike again after a difference.
//!
//! Of the first window some stretches of a few tokens (grams) are noted, and the second is
//! searched for them. A place where they are found is rated by what has to be passed over to
//! reach it and by how much differs after it: a line that is gone from a list of nearly equal
//! ones is one difference, and not one in each line from there on. Invariant: an anchor is a pair
//! of places with equal tokens after them, at least as many as a gram has.

use super::token::{Rolling, Token, changes, common_suffix};

/// Tokens after an anchor that are looked at to rate it.
const LOOK: usize = 512;
/// Tokens that are looked at where one anchor is nearer, and all is equal after another, and where
/// an anchor is doubted: lines may be long.
pub(super) const FAR_LOOK: usize = 8 << 10;
/// The most that are looked at where one anchor is nearer and differences go on after it.
pub(super) const FARTHEST_LOOK: usize = 512 << 10;
/// What a run that differs counts besides its tokens.
const RUN: u64 = 64;
/// The most places that are rated.
const RATED: usize = 24;

/// How windows of some length are searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    /// The most tokens of each window.
    pub(super) size: usize,
    /// Tokens of a gram.
    gram: usize,
    /// Every so many tokens a gram of the first window is noted.
    stride: usize,
}

const fn level(size: usize, gram: usize, stride: usize) -> Level {
    Level { size, gram, stride }
}

/// The windows, from small to large: a difference costs as much as it is long.
pub(super) const LEVELS: [Level; 6] = [
    level(128, 8, 1),
    level(1 << 10, 12, 1),
    level(8 << 10, 16, 4),
    level(64 << 10, 24, 8),
    level(512 << 10, 32, 16),
    level(4 << 20, 32, 16),
];

/// The windows in which a better anchor is sought than one that is doubted.
pub(super) const WIDER: Level = LEVELS[2];

/// The grams of a window: the place of one for each slot.
#[derive(Default)]
pub(super) struct Grams(Vec<u32>);

impl Grams {
    /// Notes the grams of a window; returns how far a number is shifted to be a slot.
    fn note<T: Token>(&mut self, tokens: &[T], level: Level) -> u32 {
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

    /// The best anchor in two windows, as far as is looked at.
    pub(super) fn anchor<T: Token>(
        &mut self,
        windows: Windows<'_, T>,
        level: Level,
    ) -> Option<Anchor> {
        self.found(windows, level, LOOK)?.decided(windows)
    }

    /// The anchors in two windows, by `look` tokens after each.
    pub(super) fn found<T: Token>(
        &mut self,
        windows: Windows<'_, T>,
        level: Level,
        look: usize,
    ) -> Option<Found> {
        let Windows { a, b, ahead } = windows;
        let (near_a, near_b) = (&a[..a.len().min(level.size)], &b[..b.len().min(level.size)]);
        if near_a.len() < level.gram || near_b.len() < level.gram {
            return None;
        }
        let mut best = Best {
            windows,
            look,
            rated: Vec::new(),
            found: Found::default(),
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

/// A pair of places in two windows from which they are alike, rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The index in each window.
    pub(super) at: (usize, usize),
    /// The lower, the better: the cost, and what decides among equals.
    rating: (u64, u64),
    /// Runs that differ in what was looked at after it.
    runs: u64,
}

/// Two windows from the beginning of a difference on.
#[derive(Clone, Copy)]
pub(super) struct Windows<'a, T> {
    pub(super) a: &'a [T],
    pub(super) b: &'a [T],
    /// How many tokens more the second file has left than the first, if that is known.
    pub(super) ahead: Option<i64>,
}

impl<T: Token> Windows<'_, T> {
    /// How much further on an index of the second window is than one of the first.
    fn shift((a, b): (usize, usize)) -> i64 {
        let far = |index| i64::try_from(index).unwrap_or(i64::MAX);
        far(b) - far(a)
    }

    /// The anchor at some place, rated by so many tokens after it.
    fn rated(&self, (i, j): (usize, usize), look: usize) -> Anchor {
        let shift = Self::shift((i, j));
        let after = |all: &[T], from: usize| from..all.len().min(from + look);
        let (after_a, after_b) = (after(self.a, i), after(self.b, j));
        let (differ, runs) = changes(&self.a[after_a], &self.b[after_b]);
        // Where the ends are not known, they are taken to be as far.
        let ahead = self.ahead.unwrap_or_default();
        let left = (ahead - shift).unsigned_abs();
        let all_runs = runs + u64::from(self.ahead.is_some() && left > 0);
        // What has to be inserted or deleted sooner or later is no reason against an anchor.
        let cost = (i.max(j) as u64 + left).saturating_sub(ahead.unsigned_abs());
        let cost = cost + differ + all_runs * RUN;
        let among_equals = if self.ahead.is_none() || left == 0 {
            0
        } else {
            shift.unsigned_abs() + 1
        };
        Anchor {
            at: (i, j),
            rating: (cost, among_equals),
            runs,
        }
    }

    /// Whether differences come again and again in `look` tokens after an anchor, or come at all if
    /// the files end before.
    pub(super) fn go_on_after(&self, anchor: Anchor, look: usize) -> bool {
        let (i, j) = anchor.at;
        let runs = |look| self.rated((i, j), look).runs;
        let all = runs(look);
        let ends = self.a.len() < i + look || self.b.len() < j + look;
        all > 0 && (ends || all * 2 >= runs(look / 2) * 3)
    }

    /// Whether nothing differs in `look` tokens after an anchor.
    pub(super) fn is_clean_after(&self, anchor: Anchor, look: usize) -> bool {
        self.rated(anchor.at, look).runs == 0
    }

    /// The better of two anchors, by `look` tokens after each.
    pub(super) fn better(&self, one: Anchor, other: Anchor, look: usize) -> Anchor {
        let [one, other] = [one, other].map(|anchor| self.rated(anchor.at, look));
        if other.rating < one.rating {
            other
        } else {
            one
        }
    }
}

/// The anchors that were found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    /// The best one.
    pub(super) nearest: Option<Anchor>,
    /// The best one of those after which nothing differs.
    pub(super) clean: Option<Anchor>,
}

impl Found {
    /// The better of the two.
    fn decided<T: Token>(self, windows: Windows<'_, T>) -> Option<Anchor> {
        let nearest = self.nearest?;
        Some(match self.clean {
            Some(clean) if nearest.runs > 0 => windows.better(nearest, clean, FAR_LOOK),
            _ => nearest,
        })
    }
}

/// The best anchors so far.
struct Best<'a, T> {
    windows: Windows<'a, T>,
    /// Tokens after an anchor that are looked at.
    look: usize,
    /// How much further on in the second window the anchors were that are rated.
    rated: Vec<i64>,
    found: Found,
}

impl<T: Token> Best<'_, T> {
    /// Whether no anchor at this index of the second window can be the best, or enough are rated.
    fn is_beaten_by(&self, at: usize) -> bool {
        let is_beyond = |best: Anchor| at as u64 > best.rating.0 + self.look as u64;
        self.found.nearest.is_some_and(is_beyond) || self.rated.len() >= RATED
    }

    /// Rates the first place, if any, from which a gram is equal with a given shift.
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
        let shift = Windows::<T>::shift((i, j));
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
        let is_better = |than: Option<Anchor>| than.is_none_or(|than| anchor.rating < than.rating);
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
        let found = Grams::default().anchor(Windows { a, b, ahead }, LEVELS[0]);
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
