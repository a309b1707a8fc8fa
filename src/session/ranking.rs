//! Ranks encodings by their readings of some bytes, for the lists to choose one from.
//!
//! It is done at once: a bounded number of bytes is read. Invariant: nothing here changes the
//! reading of the data; a key in the list does.

use std::ops::Range;

use super::context::SessionContext;
use super::open_file::OpenFile;
use crate::codec::Encoding;
use crate::command;
use crate::detect;
use crate::detect::misread::MisreadText;
use crate::detect::preferred::Preferred;
use crate::detect::verdict::Ranked;
use crate::model::compare;
use crate::source::NonBlockingReader;
use crate::window::Peek as _;

/// The most bytes of a passage used to rank readings.
const RANKED: usize = 2048;
/// The most bytes of a passage searched for the first one beyond ASCII.
const SOUGHT: usize = 128 * 1024;
/// Bytes before it that are ranked too; whole code units of any size.
const BEFORE: usize = 64;
/// The most encodings that are likely.
const LIKELY: usize = 4;
/// The bits per byte that make even the best no text: noise costs 8 and more.
const NOISE: f32 = 8.0;
/// The most bits of a likely encoding, as a multiple of the best's.
const NEAR: f32 = 1.25;

impl OpenFile {
    /// Opens the comparison of encodings, ranked once by the bytes at the cursor.
    pub(super) fn compare_encodings(&mut self, context: &SessionContext) {
        let sample = compare::sample(&NonBlockingReader::new(&self.source), &self.state.view);
        let RankedReadings {
            misread, ranked, ..
        } = RankedReadings::rank(&sample, self.requested.preferred());
        let ranked = ranked.into_iter().map(|ranked| ranked.encoding);
        let order = misread.into_iter().chain(ranked);
        self.with_keys(context, |state, around| {
            command::compare(state, around, order);
        });
    }

    /// Opens the list of encodings for some bytes, the best readings first.
    pub(super) fn rank(&mut self, range: Range<u64>) {
        let likely =
            RankedReadings::rank(&self.telling(&range), self.requested.preferred()).likely();
        command::choose_encoding(&mut self.state, range, likely);
    }

    /// Opens the list of the ways in which some bytes may have been misread, ranked by the repaired
    /// text.
    pub(super) fn rank_misreadings(&mut self, range: Range<u64>) {
        let found = MisreadText::rank(&self.telling(&range));
        let best = found.ranked.first().map_or(0.0, |best| best.bits);
        let near = found.ranked.iter().take(found.best().count());
        let likely = near.take_while(|ranked| ranked.bits <= best * NEAR).count();
        let ranked = found.ranked.iter().map(|ranked| ranked.encoding).collect();
        command::choose_misreading(&mut self.state, range, ranked, likely);
    }

    /// Bytes of a range that distinguish readings: those around the first beyond ASCII, else the
    /// first.
    fn telling(&self, range: &Range<u64>) -> Vec<u8> {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let data = NonBlockingReader::new(&self.source);
        let mut bytes = data.window(range.start, len.min(SOUGHT)).bytes;
        let first = bytes.iter().position(|byte| !byte.is_ascii());
        let start = first.map_or(0, |first| first.saturating_sub(BEFORE) / BEFORE * BEFORE);
        bytes.drain(..start);
        bytes.truncate(RANKED);
        bytes
    }
}

/// The possible readings of some bytes.
struct RankedReadings {
    /// The number of bytes.
    len: usize,
    /// True if they are plain ASCII: nothing suggests another reading.
    is_ascii: bool,
    /// As misread text, if that reads clearly better; the best first.
    misread: Vec<&'static Encoding>,
    /// In each encoding of the table; the best first.
    ranked: Vec<Ranked>,
}

impl RankedReadings {
    fn rank(bytes: &[u8], preferred: Preferred) -> Self {
        let is_plain = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        Self {
            len: bytes.len(),
            is_ascii: bytes.iter().all(is_plain),
            misread: MisreadText::rank(bytes).best().collect(),
            ranked: detect::rank(bytes, preferred),
        }
    }

    /// The few likely ones.
    fn likely(&self) -> Vec<&'static Encoding> {
        if self.is_ascii {
            return Vec::new();
        }
        let best = self.ranked.first().map_or(0.0, |best| best.bits);
        if self.misread.is_empty() && best > NOISE * self.len as f32 {
            return Vec::new();
        }
        let near = { self.ranked.iter() }.take_while(|ranked| ranked.bits <= best * NEAR);
        let near = near.map(|ranked| ranked.encoding);
        let mut all = self.misread.iter().copied().chain(near);
        all.by_ref().take(LIKELY).collect()
    }
}
