//! Where two files are alike again after a difference.
//!
//! Of the first window some stretches of a few tokens (grams) are noted, and the second is
//! searched for them. A place where they are found is rated by what has to be passed over to
//! reach it and by how much differs after it. Invariant: an anchor is a pair of places with
//! equal tokens after them, at least as many as a gram has.

use super::token::{Rolling, Token, common_suffix};

/// Tokens after an anchor that are looked at to rate it.
pub(super) const LOOK: usize = 512;
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

    /// The best anchor in two windows: the index in each. `ahead` is how many tokens more the
    /// second file has left than the first, if that is known.
    pub(super) fn anchor<T: Token>(
        &mut self,
        a: &[T],
        b: &[T],
        level: Level,
        ahead: Option<i64>,
    ) -> Option<(usize, usize)> {
        let (near_a, near_b) = (&a[..a.len().min(level.size)], &b[..b.len().min(level.size)]);
        if near_a.len() < level.gram || near_b.len() < level.gram {
            return None;
        }
        let mut best = Best {
            a,
            b,
            ahead,
            rated: Vec::new(),
            found: None,
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
        best.found.map(|(_, i, j)| (i, j))
    }
}

/// How much further on an index of the second window is than one of the first.
fn shift(a: usize, b: usize) -> i64 {
    let far = |index| i64::try_from(index).unwrap_or(i64::MAX);
    far(b) - far(a)
}

/// The best anchor so far.
struct Best<'a, T> {
    a: &'a [T],
    b: &'a [T],
    ahead: Option<i64>,
    /// How much further on in the second window the anchors were that are rated.
    rated: Vec<i64>,
    /// The lower, the better: the cost, and what decides among equals.
    found: Option<((u64, u64), usize, usize)>,
}

impl<T: Token> Best<'_, T> {
    /// Whether no anchor at this index of the second window can be the best, or enough are rated.
    fn is_beaten_by(&self, at: usize) -> bool {
        let beaten = self
            .found
            .is_some_and(|((cost, _), ..)| at as u64 > cost + LOOK as u64);
        beaten || self.rated.len() >= RATED
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
            run = if self.a[i] == self.b[j] { run + 1 } else { 0 };
            (i, j) = (i + 1, j + 1);
            if run == gram {
                return self.rate(i - gram, j - gram);
            }
        }
    }

    /// Rates an anchor.
    fn rate(&mut self, i: usize, j: usize) {
        let shift = shift(i, j);
        if self.rated.contains(&shift) || self.rated.len() >= RATED {
            return;
        }
        self.rated.push(shift);
        let back = common_suffix(&self.a[..i], &self.b[..j]);
        let (i, j) = (i - back, j - back);
        let after = self.a[i..].iter().zip(&self.b[j..]).take(LOOK);
        let differ = after.filter(|(a, b)| a != b).count() as u64;
        let left = self.ahead.map_or(0, |ahead| (ahead - shift).unsigned_abs());
        // What has to be inserted or deleted sooner or later is no reason against an anchor.
        let known = self.ahead.map_or(0, i64::unsigned_abs);
        let cost = i.max(j) as u64 + shift.unsigned_abs() + left + differ;
        let cost = cost.saturating_sub(known);
        let among_equals = if left == 0 {
            0
        } else {
            shift.unsigned_abs() + 1
        };
        let rated = ((cost, among_equals), i, j);
        if (i, j) != (0, 0) && self.found.is_none_or(|found| rated.0 < found.0) {
            self.found = Some(rated);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &[u8], b: &[u8], ahead: Option<i64>, expected: Option<(usize, usize)>) {
        let found = Grams::default().anchor(a, b, LEVELS[0], ahead);
        assert_eq!(found, expected);
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
