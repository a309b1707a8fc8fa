//! Whether the code units of data begin at its second byte, or behind a length.
//!
//! Invariant: the first byte is left out only where that makes the data clearly better
//! to read.

use super::super::excerpt::{Excerpt, Look};
use super::super::tuning;
use super::super::weigh::{self, Candidate};
use super::{Case, is_telling};
use crate::codec::table;
use crate::window::{Peek, Window};

impl Case<'_> {
    /// The form of UTF-16 that reads the data clearly better from its second byte on, and
    /// the excerpt that it reads.
    pub(super) fn off_by_one(
        &self,
        best: &Candidate,
        candidates: &[Candidate],
    ) -> Option<(Candidate, Excerpt)> {
        let survey = &self.survey;
        // Two grids are the question only where units are wide, or nothing reads it.
        let unit = best.ranked.encoding.unit;
        let wide =
            unit == 2 || unit == 1 && tuning::PHASE_NULS.is_exceeded(survey.nul, survey.bytes);
        if self.kind.is_some() || !wide || survey.bytes < 2 * tuning::SHORT_BYTES {
            return None;
        }
        let behind = Behind {
            data: self.data,
            skipped: 1,
        };
        let look = Look::at(&behind, &[]);
        let excerpt = Excerpt::of(&look, is_telling);
        let both = [table::UTF_16LE, table::UTF_16BE];
        let weighed = weigh::weigh_some(&excerpt, both.into_iter());
        let mut first = weighed.into_iter().next()?;
        let per_byte = first.ranked.bits / excerpt.len().max(1) as f32;
        // The other order reads nearly the same from the next byte on: so it is asked only
        // where a byte is left over, or nothing reads it from the first.
        let old = best.ranked.bits;
        let doubtful = self.data.len() % 2 == 1
            || old / excerpt.len().max(1) as f32 > tuning::READABLE
            || unit == 1;
        let better =
            first.ranked.bits + tuning::PHASE_BITS < old && per_byte < tuning::READABLE && doubtful;
        let texts = candidates.iter().map(|other| other.text).max();
        first.text = texts.unwrap_or(0) + 1;
        better.then_some((first, excerpt))
    }
}

/// Whether the first two bytes are the number of all that follow, as Java's writeUTF puts
/// it.
pub(super) fn has_length(head: &[u8], len: u64) -> bool {
    let two = head.first_chunk::<2>();
    len > 2 && two.is_some_and(|two| u64::from(u16::from_be_bytes(*two)) + 2 == len)
}

/// Data without its first bytes.
struct Behind<'a> {
    data: &'a dyn Peek,
    skipped: u64,
}

impl Peek for Behind<'_> {
    fn len(&self) -> u64 {
        self.data.len().saturating_sub(self.skipped)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.data.window(start.saturating_add(self.skipped), len);
        window.start = start;
        for hole in &mut window.holes {
            hole.start -= self.skipped;
            hole.end -= self.skipped;
        }
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset.saturating_add(self.skipped))
    }
}
