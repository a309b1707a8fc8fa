//! Data whose parts are read in different ways: which stretch is read how.
//!
//! Mojibake comes in islands (one field of a row, three lines of a log), and files are put
//! together from parts in several encodings. Two passes find that: a [`Learner`] sees the
//! data and collects the readings that occur in it, each by words that suspect it; then a
//! [`Segmenter`] gives every word the reading in which the text costs the fewest bits, as the
//! guess counts them. `words` splits the data, `word_cost` weighs it. Only encodings that
//! share the characters of ASCII can be mixed by lines. Invariant: well-formed UTF-8 that
//! reads as text stays UTF-8, and no byte is in two runs.

mod learner;
mod segmenter;
mod word_cost;
mod words;

use std::ops::Range;

use super::Reading;
use crate::codec::table;
pub use learner::Learner;
pub use segmenter::Segmenter;
pub use words::{cores, whole};

/// A stretch of data whose words are read alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// From the start of its first word to the end of its last; ASCII before and after it reads
    /// the same in every way.
    pub range: Range<u64>,
    /// How it is read.
    pub reading: Reading,
    /// How sure that is, from 0 to 1.
    pub confidence: f32,
}

/// The readings that occur in some data; UTF-8 is the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    list: Vec<Reading>,
}

impl Readings {
    /// UTF-8 and these readings.
    pub fn of(others: impl IntoIterator<Item = Reading>) -> Self {
        let first = Reading::plain(table::UTF_8);
        let others = others.into_iter().filter(|other| *other != first);
        Self {
            list: [first.clone()].into_iter().chain(others).collect(),
        }
    }

    /// All of them, UTF-8 first.
    pub fn list(&self) -> &[Reading] {
        &self.list
    }

    /// Without those in other encodings, for text that is UTF-8 throughout.
    #[must_use]
    pub fn of_chains(self) -> Self {
        let chains = self.list.into_iter().filter(|one| one.chain.is_some());
        Self::of(chains)
    }

    /// Whether all is plain UTF-8.
    pub fn is_plain(&self) -> bool {
        self.list.len() == 1
    }
}
