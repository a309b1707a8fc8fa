//! A cache of facts about sequences, by their bytes.
//!
//! A key has two places; an entry is dropped only if both are taken, and then the one that another
//! pushed aside before. Invariant: the size of the cache never changes.

use crate::codec::{CodecState, Step};
use crate::model::text::OPENING;
use crate::window::Window;

/// The longest sequence that can be a key, in bytes.
pub(super) const MOST: usize = 4;
/// Places per row, one for each value of a key's last six bits; rows, a power of two; and
/// all places.
const SIDE: usize = 64;
const ROWS: usize = 256;
const PLACES: usize = ROWS * SIDE;

/// At most [`MOST`] bytes, their number, and up to 24 bits of another fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SequenceKey(u64);

impl SequenceKey {
    /// The key of an empty place: no sequence has zero bytes.
    const NONE: Self = Self(0);
    /// The key of a sequence that is not cached: no sequence has that many bytes.
    pub(super) const NEVER: Self = Self(u64::MAX);

    /// The key of a character of at most [`MOST`] bytes with the same meaning wherever it occurs.
    /// None at the very beginning, where it may be a byte order mark or contradict one.
    #[inline]
    pub(super) fn new(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        step.meaning.scalar()?;
        Self::of_bytes(window, step, beside)
    }

    /// The key of the bytes of a step and of `beside`, a number of 24 bits for the other facts that
    /// the cached value depends on.
    #[inline]
    pub(super) fn of_bytes(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        // In a shifted state, the meaning depends on bytes before these.
        let shifted = step.state != CodecState::default();
        if shifted || step.offset <= OPENING || step.len as usize > MOST {
            return None;
        }
        let bytes = &window.bytes[(step.offset - window.start) as usize..];
        let word = if let Some(&word) = bytes.first_chunk() {
            u32::from_be_bytes(word)
        } else {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |word, &byte| word >> 8 | u32::from(byte) << 24)
        };
        let len = u64::from(step.len);
        let number = word >> (32 - 8 * len);
        Some(Self(u64::from(number) | len << 32 | beside << 40))
    }

    /// The index of its first place. Keys that differ only in the last six bits are neighbours, so
    /// the letters of a script occupy few pages of memory; a multiplication spreads the rest of the
    /// key over the rows.
    #[inline]
    fn place(self) -> usize {
        let (above, last) = (self.0 / SIDE as u64, self.0 % SIDE as u64);
        let spread = above.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ROWS.ilog2());
        (spread as usize * SIDE + last as usize) % PLACES
    }
}

/// An entry, aligned so that it occupies one cache line of the processor if it fits.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheEntry<T> {
    key: SequenceKey,
    value: T,
}

/// The two places of a key are in neighbouring rows: their indices differ in this bit.
const OTHER: usize = SIDE;

/// The cache.
pub(super) struct SequenceCache<T>(Box<[CacheEntry<T>; PLACES]>);

impl<T: Copy> SequenceCache<T> {
    /// An empty cache; `any` fills the places.
    pub(super) fn new(any: T) -> Self {
        let none = CacheEntry {
            key: SequenceKey::NONE,
            value: any,
        };
        let places = vec![none; PLACES].into_boxed_slice().try_into();
        Self(places.unwrap_or_else(|_| Box::new([none; PLACES])))
    }

    #[inline]
    pub(super) fn get(&self, key: SequenceKey) -> Option<&T> {
        let at = key.place();
        let places = [at, at ^ OTHER].map(|at| &self.0[at]);
        let place = places.into_iter().find(|place| place.key == key)?;
        Some(&place.value)
    }

    pub(super) fn store(&mut self, key: SequenceKey, value: T) {
        let at = key.place();
        let (own, other) = (self.0[at].key, self.0[at ^ OTHER].key);
        let entry = CacheEntry { key, value };
        if own != SequenceKey::NONE && other == SequenceKey::NONE {
            self.0[at ^ OTHER] = entry;
            return;
        }
        if own != SequenceKey::NONE {
            self.0[at ^ OTHER] = self.0[at];
        }
        self.0[at] = entry;
    }

    pub(super) fn clear(&mut self) {
        self.0
            .iter_mut()
            .for_each(|place| place.key = SequenceKey::NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_keys_that_share_their_places_are_both_found() {
        let keys: Vec<_> = (1..40_000)
            .map(|number| SequenceKey(number << 6 | 1))
            .collect();
        let first = keys[0];
        let beside = |place| keys[1..].iter().find(move |key| key.place() == place);
        for place in [first.place(), first.place() ^ OTHER] {
            let second = *beside(place).unwrap();
            for order in [[first, second], [second, first]] {
                let mut cache = SequenceCache::new(0);
                for (value, key) in (1..).zip(order) {
                    cache.store(key, value);
                }
                assert_eq!(order.map(|key| cache.get(key).copied()), [Some(1), Some(2)]);
            }
        }
    }

    #[test]
    fn the_last_entry_is_always_found() {
        let mut cache = SequenceCache::new(0);
        for number in 1..100_000 {
            let key = SequenceKey(number * 7);
            cache.store(key, number);
            assert_eq!(cache.get(key), Some(&number));
        }
        cache.clear();
        assert_eq!(cache.get(SequenceKey(7)), None);
    }
}
