//! A cache of what was found out about sequences, by their bytes.
//!
//! A key has two places; of two entries there, the one that was used last stays. Invariant:
//! the cache has one size, whatever comes.

use crate::codec::{State, Step};
use crate::model::text::OPENING;
use crate::window::Window;

/// The most bytes of a key.
pub(super) const MOST: usize = 4;
/// Places per row, one for each value of a key's last six bits; rows, a power of two; and
/// places in all.
const SIDE: usize = 64;
const ROWS: usize = 256;
const PLACES: usize = ROWS * SIDE;

/// At most [`MOST`] bytes, how many there are, and a small number beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    /// The key of an empty place: every sequence has a byte.
    const NONE: Self = Self(0);
    /// The key of what is not kept: no sequence has so many bytes.
    pub(super) const NEVER: Self = Self(u64::MAX);

    /// The key of a character of at most [`MOST`] bytes that means the same wherever it
    /// stands; the first of the data may be a byte order mark, or contradict one.
    #[inline]
    pub(super) fn of(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        step.meaning.scalar()?;
        Self::of_bytes(window, step, beside)
    }

    /// The key of the bytes of a step, with a number of 24 bits beside them for what else the
    /// answer depends on.
    #[inline]
    pub(super) fn of_bytes(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        // In all states but one, what the bytes mean depends on bytes before them.
        let shifted = step.state != State::default();
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

    /// Its place. Keys that differ only in the last bits of the last byte are neighbours, so
    /// that the letters of a script take few pages of memory; a product spreads the rest
    /// over the rows.
    #[inline]
    fn place(self) -> usize {
        let (above, last) = (self.0 / SIDE as u64, self.0 % SIDE as u64);
        let spread = above.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ROWS.ilog2());
        (spread as usize * SIDE + last as usize) % PLACES
    }
}

/// An entry, aligned so that it takes one line of the processor's cache if it can.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Slot<T> {
    key: Key,
    value: T,
}

/// From the first place of a key to the second, in the next row.
const OTHER: usize = SIDE;

/// The cache.
pub(super) struct Lru<T>(Box<[Slot<T>; PLACES]>);

impl<T: Copy> Lru<T> {
    /// An empty cache; `any` fills the places.
    pub(super) fn new(any: T) -> Self {
        let none = Slot {
            key: Key::NONE,
            value: any,
        };
        let places = vec![none; PLACES].into_boxed_slice().try_into();
        Self(places.unwrap_or_else(|_| Box::new([none; PLACES])))
    }

    #[inline]
    pub(super) fn get(&mut self, key: Key) -> Option<&T> {
        let at = key.place();
        if self.0[at].key != key && self.0[at ^ OTHER].key == key {
            // What was used last is found first.
            self.0.swap(at, at ^ OTHER);
        }
        let place = &self.0[at];
        (place.key == key).then_some(&place.value)
    }

    pub(super) fn keep(&mut self, key: Key, value: T) {
        let at = key.place();
        self.0[at ^ OTHER] = self.0[at];
        self.0[at] = Slot { key, value };
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|place| place.key = Key::NONE);
    }
}
