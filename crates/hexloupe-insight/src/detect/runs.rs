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
use super::verdict::ACTING_FLOOR;
use hexloupe_text::codec::{Encoding, table};
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
#[derive(Debug, Clone, PartialEq)]
pub struct Readings {
    list: Vec<Reading>,
    /// The number of the reading of the data as a whole: 0 is UTF-8.
    own: usize,
    /// How sure that is, from 0 to 1.
    sure: f32,
    /// Those that are found, and not sure enough to be acted on.
    doubtful: Vec<(Reading, f32)>,
    /// The chains that text has even without those of the list.
    again: Vec<Reading>,
}

impl Readings {
    /// UTF-8 and these readings.
    pub fn of(others: impl IntoIterator<Item = Reading>) -> Self {
        let first = Reading::plain(table::UTF_8);
        let others = others.into_iter().filter(|other| *other != first);
        Self {
            list: [first.clone()].into_iter().chain(others).collect(),
            own: 0,
            sure: 1.0,
            doubtful: Vec::new(),
            again: Vec::new(),
        }
    }

    /// The same for data that is in one encoding as a whole, and how sure that is: a stretch is
    /// read otherwise only where that is no text in this encoding.
    #[must_use]
    pub fn of_data_in(self, encoding: &'static Encoding, sure: f32) -> Self {
        let own = Reading::plain(encoding);
        match self.list.iter().position(|one| *one == own) {
            Some(own) if own > 0 => Self { own, sure, ..self },
            _ => self,
        }
    }

    /// The same with more readings.
    #[must_use]
    pub fn and(mut self, more: impl IntoIterator<Item = Reading>) -> Self {
        for reading in more {
            if !self.list.contains(&reading) {
                self.list.push(reading);
            }
        }
        self
    }

    /// The reading of the data as a whole, and how sure that is.
    pub fn own(&self) -> (&Reading, f32) {
        (&self.list[self.own], self.sure)
    }

    /// Says which chains the text has even without those of the list: what they read is mojibake
    /// still.
    pub fn mind_again(&mut self, readings: Self) {
        let chains = readings.list.into_iter().filter(|one| one.chain.is_some());
        self.again = chains.collect();
    }

    /// The readings of text that is without the chains of the list; none if it is surely mended.
    pub fn again(&self) -> Option<Self> {
        (!self.again.is_empty()).then(|| Self::of(self.again.iter().cloned()))
    }

    /// Says of a reading that it is not sure enough to be acted on, and how sure it is.
    pub fn doubt(&mut self, reading: &Reading, sure: f32) {
        self.doubtful.push((reading.clone(), sure));
    }

    /// How sure a reading is, if that is not enough.
    pub fn doubt_of(&self, reading: &Reading) -> Option<f32> {
        let of_it = self.doubtful.iter().filter(|(one, _)| one == reading);
        of_it.map(|(_, sure)| *sure).reduce(f32::min)
    }

    /// Whether a run, and its reading in all of the data, are sure enough to be acted on.
    pub fn may_act_on(&self, run: &Run) -> bool {
        run.confidence >= ACTING_FLOOR && self.doubt_of(&run.reading).is_none()
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
