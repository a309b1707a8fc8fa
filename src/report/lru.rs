//! What was found out about sequences, kept by their bytes.
//!
//! Invariant: it is of one size, whatever comes; what has the same place as
//! something newer is forgotten.

use crate::codec::{State, Step};
use crate::model::text::OPENING;
use crate::window::Window;

/// The most bytes of a key.
pub(super) const MOST: usize = 4;
/// Places side by side, for the last six bits of what is kept; rows of them, a power
/// of two; and places in all.
const SIDE: usize = 64;
const ROWS: usize = 256;
const PLACES: usize = ROWS * SIDE;

/// At most [`MOST`] bytes and how many, with a small number beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    /// The key of nothing: sequences have bytes.
    const NONE: Self = Self(0);
    /// The key of what is not kept: sequences have fewer.
    pub(super) const NEVER: Self = Self(u64::MAX);

    /// The key of a character of at most [`MOST`] bytes that means the same
    /// wherever it stands: the first may be a byte order mark, or contradict one.
    #[inline]
    pub(super) fn of(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        step.meaning.scalar()?;
        Self::of_bytes(window, step, beside)
    }

    /// The key of the bytes of a step with a number of 24 bits beside them, which
    /// says what else they depend on.
    #[inline]
    pub(super) fn of_bytes(window: &Window, step: &Step, beside: u64) -> Option<Self> {
        // What the bytes mean depends on others before them in all states but one.
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

    /// Where it is kept. What differs in the last bits of the last byte only stands
    /// side by side, so that bytes alone, and the letters of a script, are few pages
    /// of memory; a product spreads the rest, and all its bits reach the uppermost.
    #[inline]
    fn place(self) -> usize {
        let (above, last) = (self.0 / SIDE as u64, self.0 % SIDE as u64);
        let spread = above.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - ROWS.ilog2());
        (spread as usize * SIDE + last as usize) % PLACES
    }
}

/// What was found out of a key, on a line of the processor's cache of its own
/// where it fits.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place<T> {
    key: Key,
    value: T,
}

/// From a place to its other one, in the row beside: two sequences that come often
/// and have one place do not forget each other.
const OTHER: usize = SIDE;

/// What was found out.
pub(super) struct Lru<T>(Box<[Place<T>; PLACES]>);

impl<T: Copy> Lru<T> {
    /// Nothing yet; `any` fills the places.
    pub(super) fn new(any: T) -> Self {
        let none = Place {
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
            // What comes often is found at once next time.
            self.0.swap(at, at ^ OTHER);
        }
        let place = &self.0[at];
        (place.key == key).then_some(&place.value)
    }

    pub(super) fn keep(&mut self, key: Key, value: T) {
        let at = key.place();
        self.0[at ^ OTHER] = self.0[at];
        self.0[at] = Place { key, value };
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|place| place.key = Key::NONE);
    }
}
