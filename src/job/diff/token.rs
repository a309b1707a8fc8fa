//! The unit of comparison: a byte, or an element of a text.
//!
//! Invariant: two tokens have the same number exactly if they are no difference.

use std::hash::Hash;

/// A value that can be compared for equality.
pub(super) trait Token: Copy + Eq + Hash + Default {
    /// A number for sums over several tokens, spread over all bits.
    fn mix(self) -> u64;
}

const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Token for u8 {
    #[inline]
    fn mix(self) -> u64 {
        (u64::from(self) + 1).wrapping_mul(SPREAD)
    }
}

impl Token for u32 {
    #[inline]
    fn mix(self) -> u64 {
        (u64::from(self) + 1).wrapping_mul(SPREAD)
    }
}

/// The number of equal tokens at the beginning of two sequences.
pub(super) fn common_prefix<T: Token>(a: &[T], b: &[T]) -> usize {
    const BLOCK: usize = 4096;
    let most = a.len().min(b.len());
    let (a, b) = (&a[..most], &b[..most]);
    // Whole blocks are compared at the speed of memory.
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK));
    let equal = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let at = equal.min(most);
    let rest = a[at..].iter().zip(&b[at..]);
    at + rest.take_while(|(a, b)| a == b).count()
}

/// The number of equal tokens at the end of two sequences.
pub(super) fn common_suffix<T: Token>(a: &[T], b: &[T]) -> usize {
    let pairs = a.iter().rev().zip(b.iter().rev());
    pairs.take_while(|(a, b)| a == b).count()
}

/// The number of tokens of two sequences that are equal place by place.
pub(super) fn equal_in_place<T: Token>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a == b).count()
}

/// The number of tokens of two sequences that differ place by place, and the number of their runs.
pub(super) fn changes<T: Token>(a: &[T], b: &[T]) -> (u64, u64) {
    let most = a.len().min(b.len());
    let (a, b) = (&a[..most], &b[..most]);
    let differ = most - equal_in_place(a, b);
    if differ == 0 {
        return (0, 0);
    }
    let first = usize::from(a[0] != b[0]);
    let pairs = a.iter().zip(b);
    let starts = pairs.clone().skip(1).zip(pairs);
    let starts = starts.filter(|((a, b), before)| a != b && before.0 == before.1);
    (differ as u64, (first + starts.count()) as u64)
}

/// The sum of some tokens in a row, which rolls on by one token at a time.
#[derive(Clone, Copy)]
pub(super) struct Rolling {
    sum: u64,
    /// The factor of the oldest token.
    oldest: u64,
}

const FACTOR: u64 = 0xD134_2543_DE82_EF95;

impl Rolling {
    /// The sum of the first tokens.
    pub(super) fn new<T: Token>(first: &[T]) -> Self {
        let add = |sum: u64, token: &T| sum.wrapping_mul(FACTOR).wrapping_add(token.mix());
        Self {
            sum: first.iter().fold(0, add),
            oldest: (1..first.len()).fold(1, |factor: u64, _| factor.wrapping_mul(FACTOR)),
        }
    }

    /// Drops the oldest token and adds the next.
    #[inline]
    pub(super) fn roll<T: Token>(&mut self, oldest: T, next: T) {
        let rest = self
            .sum
            .wrapping_sub(oldest.mix().wrapping_mul(self.oldest));
        self.sum = rest.wrapping_mul(FACTOR).wrapping_add(next.mix());
    }

    /// The sum, mixed so that every token affects every bit.
    #[inline]
    pub(super) fn number(self) -> u64 {
        let sum = self.sum ^ self.sum >> 32;
        let sum = sum.wrapping_mul(SPREAD);
        sum ^ sum >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_and_suffixes_are_found_around_blocks() {
        for len in (0..20).chain(4080..4110).chain(8190..8200) {
            let a = vec![7u8; len];
            assert_eq!(common_prefix(&a, &a), len);
            for at in [0, 1, len / 2, len.saturating_sub(1)] {
                if at < len {
                    let mut b = a.clone();
                    b[at] = 8;
                    assert_eq!(common_prefix(&a, &b), at);
                    assert_eq!(common_suffix(&a, &b), len - 1 - at);
                    assert_eq!(equal_in_place(&a, &b), len - 1);
                }
            }
        }
        assert_eq!(common_prefix(b"abc", b"abcd"), 3);
        assert_eq!(common_suffix(b"abc", b"zabc"), 3);
    }

    #[test]
    fn differences_in_place_are_counted_with_their_runs() {
        assert_eq!(changes(b"abc", b"abc"), (0, 0));
        assert_eq!(changes(b"abcdefg", b"XbcYZfg and more"), (3, 2));
        assert_eq!(changes(b"abX", b"abY"), (1, 1));
        assert_eq!(changes(b"XX", b"YY"), (2, 1));
        assert_eq!(changes(b"", b"Y"), (0, 0));
    }

    #[test]
    fn a_rolling_sum_equals_the_sum_of_its_tokens() {
        let data: Vec<u8> = (0..100u8).map(|n| n.wrapping_mul(n) ^ 0x5A).collect();
        for len in [1, 2, 8, 64] {
            let mut rolling = Rolling::new(&data[..len]);
            for at in 0..data.len() - len {
                let fresh = Rolling::new(&data[at..at + len]);
                assert_eq!(rolling.number(), fresh.number());
                rolling.roll(data[at], data[at + len]);
            }
        }
    }
}
