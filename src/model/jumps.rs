//! The jump list: places the user has been.
//!
//! Invariant: its length is bounded; the oldest places are dropped first.

/// The jump list: places the user has been.
#[derive(Debug, Clone, Default)]
pub struct Jumps {
    places: Vec<u64>,
    at: usize,
}

impl Jumps {
    const MOST: usize = 100;

    /// Records the offset that a jump leaves, and forgets the places after the current one.
    pub fn leave(&mut self, offset: u64) {
        self.places.truncate(self.at);
        if self.places.last() != Some(&offset) {
            self.places.push(offset);
        }
        if self.places.len() > Self::MOST {
            self.places.remove(0);
        }
        self.at = self.places.len();
    }

    /// The place before, or `None`; `here` is recorded so that [`Jumps::forward`] returns to it.
    pub fn back(&mut self, here: u64) -> Option<u64> {
        let target = self.at.checked_sub(1)?;
        if self.at == self.places.len() {
            self.places.push(here);
        }
        self.at = target;
        self.places.get(target).copied()
    }

    /// The places in the order of the jumps, and the number of the current one. If the user has not
    /// gone back, the current one is `here`, after all others.
    pub fn list(&self, here: u64) -> (Vec<u64>, usize) {
        let mut places = self.places.clone();
        if self.at >= places.len() {
            places.push(here);
        }
        (places, self.at)
    }

    /// Reports whether there is no place to go to.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The place with a number of [`Jumps::list`], which becomes the current one; `None` if there
    /// is none. Records `here` as [`Jumps::back`] does.
    pub fn go(&mut self, number: usize, here: u64) -> Option<u64> {
        (self.places, _) = self.list(here);
        let place = self.places.get(number).copied()?;
        self.at = number;
        Some(place)
    }

    /// The place after, or `None`.
    pub fn forward(&mut self) -> Option<u64> {
        let place = self.places.get(self.at + 1).copied()?;
        self.at += 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_jump_drops_the_places_ahead() {
        let mut jumps = Jumps::default();
        jumps.leave(0);
        jumps.leave(100);
        assert_eq!(jumps.back(200), Some(100));
        assert_eq!(jumps.back(100), Some(0));
        assert_eq!(jumps.back(0), None);
        assert_eq!(jumps.forward(), Some(100));
        assert_eq!(jumps.forward(), Some(200));
        assert_eq!(jumps.forward(), None);
        jumps.back(200);
        jumps.leave(7);
        assert_eq!(jumps.forward(), None);
        assert_eq!(jumps.back(8), Some(7));
    }

    #[test]
    fn any_place_of_the_list_can_be_gone_to() {
        let mut jumps = Jumps::default();
        assert!(jumps.is_empty());
        jumps.leave(0);
        jumps.leave(100);
        assert_eq!(jumps.list(200), (vec![0, 100, 200], 2));
        assert_eq!(jumps.go(0, 200), Some(0));
        assert_eq!(jumps.list(0), (vec![0, 100, 200], 0));
        assert_eq!(jumps.go(2, 0), Some(200));
        assert_eq!(jumps.go(3, 200), None);
        assert_eq!(jumps.back(200), Some(100));
    }
}
