//! Places in two files; the text before them is equal.
//!
//! Invariant: there are few of them, evenly apart, however many are reported.

/// Places in both files; the text before them is equal. Their number is bounded, whatever the
/// length of the files: when there are too many, every other one is dropped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EqualPlaces {
    list: Vec<[u64; 2]>,
    /// One of every 2^`thinned` reported pairs is stored.
    thinned: u32,
    told: u64,
}

impl EqualPlaces {
    /// All of them, in order.
    pub(super) fn list(&self) -> &[[u64; 2]] {
        &self.list
    }

    /// The most of them.
    const MOST: usize = 8192;

    /// The pairs up to a place in the first file.
    #[must_use]
    pub fn until(&self, at: u64) -> Self {
        let count = self.list.partition_point(|pair| pair[0] <= at);
        Self {
            list: self.list[..count].to_vec(),
            thinned: self.thinned,
            told: (count as u64) << self.thinned,
        }
    }

    /// Adds the next pair.
    pub fn push(&mut self, pair: [u64; 2]) {
        if self.told.trailing_zeros() >= self.thinned {
            self.list.push(pair);
        }
        self.told += 1;
        if self.list.len() > Self::MOST {
            let mut is_kept = false;
            self.list.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
            self.thinned += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stay_few_and_evenly_apart_however_many_are_reported() {
        for count in [0, 1, 8192, 8193, 16_384, 50_000, 200_001] {
            let mut pairs = EqualPlaces::default();
            (0..count).for_each(|at| pairs.push([at, 2 * at]));
            assert!(pairs.list.len() <= EqualPlaces::MOST, "{count}");
            let apart = 1 << pairs.thinned;
            let expected: Vec<_> = (0..count).step_by(apart).map(|at| [at, 2 * at]).collect();
            assert_eq!(pairs.list, expected, "{count}");
        }
    }
}
