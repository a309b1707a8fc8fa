//! Facts about a sequence that are the same wherever it occurs, and a cache of their text.
//!
//! A character is described in the same words wherever it occurs: they are made once and copied
//! from then on. Invariant: no cached text depends on the place of its sequence or on the bytes
//! around it. It is made from the [bytes alone](BareSequence), by a function that captures nothing.

use super::Style;
use super::sequence_cache::{SequenceCache, SequenceKey};
use crate::codec::{Encoding, Masks, Meaning, Step};
use crate::explain::assembly::{self, Assembly};
use crate::language::Language;
use crate::model::row::{self, ByteRole};
use crate::model::text::DecodedStretch;
use crate::unicode::notice::Notice;

/// A sequence, without access to its offset.
pub(super) struct SequenceFacts<'a> {
    stretch: &'a DecodedStretch,
    step: &'a Step,
}

impl<'a> SequenceFacts<'a> {
    pub(super) fn new(stretch: &'a DecodedStretch, step: &'a Step) -> Self {
        Self { stretch, step }
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.stretch.bytes(self.step)
    }

    pub(super) fn meaning(&self) -> Meaning {
        self.step.meaning
    }

    pub(super) fn encoding(&self) -> &'static Encoding {
        self.stretch.encoding(self.step)
    }

    pub(super) fn notices(&self) -> Vec<Notice> {
        self.stretch.notices(self.step)
    }

    /// Reports whether it is the byte order mark at the beginning of the data.
    pub(super) fn is_bom(&self) -> bool {
        self.step.opens_data()
    }

    /// The role of its byte at an index.
    pub(super) fn role(&self, index: usize) -> ByteRole {
        row::role(self.stretch, self.step, index)
    }

    /// The masks of its bytes.
    pub(super) fn masks(&self) -> Vec<Masks> {
        self.stretch.context(self.step).masks()
    }

    /// The assembly of its value from its bits; none if there is nothing to explain.
    pub(super) fn assembly(&self) -> Option<Assembly> {
        let context = self.stretch.context(self.step);
        assembly::assemble(self.encoding(), &context, Language::English)
    }
}

/// The bytes of a sequence without the data around them.
struct BareSequence(DecodedStretch, Step);

impl BareSequence {
    fn new(sequence: &SequenceFacts<'_>) -> Self {
        let SequenceFacts { stretch, step } = sequence;
        let bytes = sequence.bytes().to_vec();
        let (stretch, step) = DecodedStretch::of_one(stretch.encoding(step), bytes, step.meaning);
        Self(stretch, step)
    }

    fn sequence(&self) -> SequenceFacts<'_> {
        SequenceFacts::new(&self.0, &self.1)
    }
}

/// Appends the text of a sequence.
pub(super) type SequenceTextWriter = fn(&mut String, &SequenceFacts<'_>, Style);

/// A cache of the texts of sequences, all made by one function.
pub(super) struct TextCache {
    write: SequenceTextWriter,
    style: Style,
    /// The start and end of a sequence's text in `all`.
    known: SequenceCache<(u32, u32)>,
    all: String,
}

impl TextCache {
    /// All texts are dropped when they take this many bytes.
    const CACHE_LIMIT: usize = 1 << 20;

    pub(super) fn new(style: Style, write: SequenceTextWriter) -> Self {
        Self {
            write,
            style,
            known: SequenceCache::new((0, 0)),
            all: String::new(),
        }
    }

    /// The text of a sequence.
    #[inline]
    pub(super) fn text(&mut self, sequence: &SequenceFacts<'_>) -> &str {
        let key = SequenceKey::new(&sequence.stretch.window, sequence.step, 0);
        let (start, end) = match key.and_then(|key| self.known.get(key)) {
            Some(&known) => known,
            None => self.make(sequence, key),
        };
        self.all
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    #[inline(never)]
    fn make(&mut self, sequence: &SequenceFacts<'_>, key: Option<SequenceKey>) -> (u32, u32) {
        if self.all.len() >= Self::CACHE_LIMIT {
            self.all.clear();
            self.known.clear();
        }
        let start = self.all.len() as u32;
        let Some(key) = key else {
            (self.write)(&mut self.all, sequence, self.style);
            return (start, self.all.len() as u32);
        };
        (self.write)(
            &mut self.all,
            &BareSequence::new(sequence).sequence(),
            self.style,
        );
        let made = (start, self.all.len() as u32);
        self.known.store(key, made);
        made
    }
}
