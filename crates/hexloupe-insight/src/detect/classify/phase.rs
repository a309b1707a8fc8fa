//! Tests whether the code units of data begin at its second byte, and whether it begins with its
//! length.
//!
//! Invariant: the first byte is skipped only if the data reads clearly better without it.

use super::super::excerpt::Excerpt;
use super::super::samples::Samples;
use super::super::score::{self, ScoredEncoding};
use super::super::tuning;
use super::{Classifier, is_distinctive};
use hexloupe_text::codec::table;
use hexloupe_text::window::{Peek, Window};

impl Classifier<'_> {
    /// The form of UTF-16 that reads the data clearly better from its second byte on, and the
    /// excerpt that it reads.
    pub(super) fn off_by_one(
        &self,
        best: &ScoredEncoding,
        candidates: &[ScoredEncoding],
    ) -> Option<(ScoredEncoding, Excerpt)> {
        let stats = &self.stats;
        // This is possible only if units are wide, or if no encoding reads the data.
        let unit = best.ranked.encoding.unit;
        let wide = unit == 2 || unit == 1 && tuning::PHASE_NULS.is_exceeded(stats.nul, stats.bytes);
        if self.kind.is_some()
            || !wide
            || stats.has_narrow_text()
            || stats.bytes < 2 * tuning::SHORT_BYTES
        {
            return None;
        }
        let samples = Samples::read(&WithoutFirst(self.data), &[]);
        let excerpt = Excerpt::new(&samples, is_distinctive);
        let both = [table::UTF_16LE, table::UTF_16BE];
        let mut first = score::score(&excerpt, both.into_iter(), self.preferred)
            .into_iter()
            .next()?;
        let per_byte = |bits: f32| bits / excerpt.len().max(1) as f32;
        // The other byte order reads nearly the same text from the second byte on. So it counts
        // only if the length is odd, or if no encoding reads the data from its first byte on.
        let (old, new) = (best.ranked.bits, first.ranked.bits);
        let doubtful = self.data.len() % 2 == 1 || per_byte(old) > tuning::READABLE || unit == 1;
        let better = new + tuning::PHASE_BITS < old && per_byte(new) < tuning::READABLE && doubtful;
        first.text = score::texts(candidates);
        better.then_some((first, excerpt))
    }
}

/// Reports whether the first two bytes are the number of bytes after them, as written by Java's
/// `writeUTF`.
pub(super) fn has_length_prefix(head: &[u8], len: u64) -> bool {
    let two = head.first_chunk::<2>();
    len > 2 && two.is_some_and(|two| u64::from(u16::from_be_bytes(*two)) + 2 == len)
}

/// Data up to an offset.
pub(super) struct Before<'a> {
    pub(super) data: &'a dyn Peek,
    pub(super) end: u64,
}

impl Peek for Before<'_> {
    fn len(&self) -> u64 {
        self.end.min(self.data.len())
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let most = usize::try_from(self.end.saturating_sub(start)).unwrap_or(usize::MAX);
        let mut window = self.data.window(start, len.min(most));
        window.ends = window.end() >= self.len();
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset)
    }
}

/// Data without its first byte.
struct WithoutFirst<'a>(&'a dyn Peek);

impl Peek for WithoutFirst<'_> {
    fn len(&self) -> u64 {
        self.0.len().saturating_sub(1)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.0.window(start.saturating_add(1), len);
        window.start = start;
        for hole in &mut window.holes {
            hole.start -= 1;
            hole.end -= 1;
        }
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.0.address(offset.saturating_add(1))
    }
}
