//! Stretches of text in the sets of East Asia that have one or two bytes per character, in several sets
//! at once.
//!
//! The sums of all sets are kept side by side, as for the sets of one byte; every two bytes may be a
//! character there, so a sum may be too high, and a stretch is found only by stepping. Invariant: a
//! stretch that is found is well-formed.

use std::sync::OnceLock;

use super::evidence::WeighedChar;
use super::lanes::{self, LANES, MOST, Peak, STEPS, SetLanes, Stretch, raised};
use hexloupe_text::codec::{CodecState, Encoding};

/// The tables of several sets, made when they are needed.
pub(super) struct PairTables {
    sets: Vec<&'static Encoding>,
    tables: OnceLock<Tables>,
}

/// The steps that bytes save in each set, as [`lanes::steps`] has them; 0 is no character.
struct Tables {
    single: Vec<SetLanes>,
    pairs: Vec<SetLanes>,
}

impl PairTables {
    /// Tables of up to [`LANES`] sets.
    pub(super) fn all(sets: &[&'static Encoding]) -> Vec<Self> {
        let chunks = sets.chunks(LANES).map(|sets| Self {
            sets: sets.to_vec(),
            tables: OnceLock::new(),
        });
        chunks.collect()
    }

    /// Finds the stretches of some bytes that save this many bits.
    pub(super) fn find(&self, bytes: &[u8], least: f32, into: &mut Vec<Stretch>) {
        let tables = self.tables.get_or_init(|| Tables::new(&self.sets));
        let best = tables.best(bytes);
        for (lane, encoding) in self.sets.iter().enumerate() {
            if f32::from(best[lane]) >= (least * STEPS).min(MOST) {
                tables.locate(bytes, lane, encoding, least, into);
            }
        }
    }
}

impl Tables {
    fn new(sets: &[&'static Encoding]) -> Self {
        let mut single = vec![[0; LANES]; 256];
        let mut pairs = vec![[0; LANES]; 1 << 16];
        for (lane, set) in sets.iter().enumerate() {
            for byte in 0..=u8::MAX {
                let step = set.decode(&mut CodecState::default(), &[byte, b' ']);
                if let Some(c) = step.meaning.scalar()
                    && step.len == 1
                {
                    single[usize::from(byte)][lane] = steps(c, 8.0);
                    continue;
                }
                let row = usize::from(byte) << 8;
                for trail in 0..=u8::MAX {
                    let step = set.decode(&mut CodecState::default(), &[byte, trail]);
                    if let Some(c) = step.meaning.scalar()
                        && step.len == 2
                    {
                        pairs[row + usize::from(trail)][lane] = steps(c, 16.0);
                    }
                }
            }
        }
        Self { single, pairs }
    }

    /// At least the highest sum of each set, up to [`MOST`].
    fn best(&self, bytes: &[u8]) -> SetLanes {
        let (mut before, mut last) = ([0; LANES], [0; LANES]);
        let mut best = [0; LANES];
        let mut lead = 0;
        for byte in bytes {
            let single = &self.single[usize::from(*byte)];
            let pair = &self.pairs[usize::from(lead) << 8 | usize::from(*byte)];
            let mut now = [0; LANES];
            for lane in 0..LANES {
                let one = raised(last[lane], single[lane]);
                let two = raised(before[lane], pair[lane]);
                now[lane] = one.max(two);
                best[lane] = best[lane].max(now[lane]);
            }
            (before, last, lead) = (last, now, *byte);
        }
        best
    }

    /// Finds the stretches of a set.
    fn locate(
        &self,
        bytes: &[u8],
        lane: usize,
        encoding: &'static Encoding,
        least: f32,
        into: &mut Vec<Stretch>,
    ) {
        let mut peak = Peak::new(encoding, 0..bytes.len(), least);
        let mut at = 0;
        while at < bytes.len() {
            let single = self.single[usize::from(bytes[at])][lane];
            let pair = || {
                let trail = bytes.get(at + 1)?;
                let pair = usize::from(bytes[at]) << 8 | usize::from(*trail);
                Some(self.pairs[pair][lane]).filter(|steps| *steps > 0)
            };
            let (len, steps) = match (single, pair()) {
                (0, None) => {
                    peak.end(into);
                    at += 1;
                    continue;
                }
                (0, Some(steps)) => (2, steps),
                (steps, _) => (1, steps),
            };
            peak.add(at..at + len, lanes::parts(steps), into);
            at += len;
        }
        peak.end(into);
    }
}

/// The steps that a character saves of the bits of its bytes, as [`lanes::steps`] has them; 0 if no text has it.
fn steps(c: char, bits: f32) -> u8 {
    let weighed = WeighedChar::of(c);
    if weighed.is_text() {
        lanes::steps(bits - weighed.alone()).max(1)
    } else {
        0
    }
}
