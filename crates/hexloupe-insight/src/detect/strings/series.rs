//! Series of numbers in place of text.
//!
//! Invariant: a character is told by those before it alone.

/// The characters before, as far back as tables of numbers repeat themselves.
#[derive(Default)]
pub(super) struct Series {
    last: [u32; 8],
    count: usize,
    /// The distances at which the character before equals the one so far before it, a bit for each.
    equal: u8,
    /// The difference between the two characters before.
    step: u32,
}

impl Series {
    /// The sizes of numbers, and of pixels.
    const DISTANCES: [usize; 5] = [1, 2, 3, 4, 8];

    /// Reports whether a character goes on with a series: with the one before it, it repeats two at the
    /// same distance; or it is as far from the one before as that is from its own.
    pub(super) fn goes_on(&mut self, c: u32) -> bool {
        let last = |distance: usize| self.last[self.count.wrapping_sub(distance) % 8];
        let step = c.wrapping_sub(last(1));
        let mut equal = 0;
        for (bit, distance) in Self::DISTANCES.iter().enumerate() {
            let is = last(*distance) == c && self.count >= *distance;
            equal |= u8::from(is) << bit;
        }
        let is_even = step == self.step && self.count > 1;
        let is = self.equal & equal != 0 || is_even;
        (self.equal, self.step) = (equal, step);
        self.last[self.count % 8] = c;
        self.count += 1;
        is
    }
}
