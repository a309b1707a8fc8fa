//! Stretches of text in sets of one byte per character, in many sets at once.
//!
//! For each set a table has the bits that a byte saves after the byte before. A stretch is text in a
//! set if its sum is high; the sums of all sets are kept side by side, sixteen in a vector. Invariant:
//! a stretch found ends where its sum is highest.

use std::ops::Range;
use std::sync::OnceLock;

use super::evidence::WeighedChar;
use super::letters::{SetModel, byte};
use hexloupe_text::codec::{CodecState, Encoding};

/// The sets that are read side by side.
const LANES: usize = 16;
/// The steps of a bit.
const STEPS: f32 = 2.0;
/// The highest sum that a byte holds.
const MOST: f32 = (u8::MAX - LOSS) as f32;
/// The steps by classes of bytes from which on bytes are read in pairs.
const COARSE: u8 = 26;
/// The bits that a set may save less than the best one, and still be the set.
const NEAR: f32 = 12.0;
/// The fall of a sum, in bits, after which it belongs to another stretch.
const FALL: f32 = 18.0;

/// The tables of several sets, made when they are needed.
pub(super) struct NarrowTables(Vec<LaneTable>);

struct LaneTable {
    sets: Vec<&'static Encoding>,
    /// True if no set has the letters of ASCII where they are in ASCII.
    is_foreign: bool,
    steps: OnceLock<LaneSteps>,
}

/// The steps that bytes save in each set, more by [`LOSS`].
struct LaneSteps {
    /// Those of each byte after a byte of each class, on average: few enough for a processor's nearest
    /// cache.
    coarse: Vec<[u8; LANES]>,
    /// Those of each byte after each byte.
    pairs: Vec<[u8; LANES]>,
}

/// The classes of bytes: ASCII but its letters, those, and all else.
const CLASSES: usize = 3;

const fn class(byte: u8) -> usize {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => 1,
        0x80.. => 2,
        _ => 0,
    }
}

/// The most steps that a character loses.
const LOSS: u8 = 100;

/// A stretch that may be text.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    pub(super) encoding: &'static Encoding,
    /// Its place in the bytes.
    pub(super) range: Range<usize>,
    /// The bits that it saves.
    pub(super) bits: f32,
}

impl NarrowTables {
    pub(super) fn new(sets: &[&'static Encoding]) -> Self {
        let (ascii, others): (Vec<_>, Vec<_>) =
            sets.iter().copied().partition(|set| has_ascii_letters(set));
        let table = |is_foreign: bool| {
            move |sets: &[&'static Encoding]| LaneTable {
                sets: sets.to_vec(),
                is_foreign,
                steps: OnceLock::new(),
            }
        };
        let all = ascii.chunks(LANES).map(table(false));
        Self(all.chain(others.chunks(LANES).map(table(true))).collect())
    }

    /// Finds the stretches of some bytes that save this many bits; bytes of ASCII are read only in sets
    /// where they mean something else.
    pub(super) fn find(&self, bytes: &[u8], is_ascii: bool, least: f32, into: &mut Vec<Stretch>) {
        let tables = self.0.iter().filter(|table| table.is_foreign || !is_ascii);
        let tables = tables.filter(|table| table.may_have(bytes));
        let sums: Vec<(&LaneTable, [u8; LANES])> =
            tables.map(|table| (table, table.best(bytes))).collect();
        let most = sums
            .iter()
            .flat_map(|(_, best)| best)
            .copied()
            .max()
            .unwrap_or(0);
        let least_steps = (least * STEPS).min(MOST);
        if f32::from(most) < least_steps {
            return;
        }
        // Sets that read it a little worse may still be the likelier ones.
        let near = least_steps
            .min(f32::from(most))
            .min(f32::from(most) - NEAR * STEPS);
        for (table, best) in sums {
            for (lane, encoding) in table.sets.iter().enumerate() {
                if f32::from(best[lane]) >= near {
                    table.locate(bytes, lane, encoding, near / STEPS, into);
                }
            }
        }
    }
}

impl LaneTable {
    fn steps(&self) -> &LaneSteps {
        self.steps.get_or_init(|| {
            let mut pairs = vec![[0; LANES]; 1 << 16];
            for (lane, set) in self.sets.iter().enumerate() {
                let model = SetModel::of(set);
                let chars: Vec<WeighedChar> =
                    (0..=u8::MAX).map(|byte| weighed(set, byte)).collect();
                for (before, row) in chars.iter().zip(pairs.chunks_mut(256)) {
                    for (now, steps) in chars.iter().zip(row) {
                        let saved = (8.0 - now.bits_in(before, &model)) * STEPS;
                        steps[lane] = byte(saved + f32::from(LOSS));
                    }
                }
            }
            let coarse = coarse(&pairs);
            LaneSteps { coarse, pairs }
        })
    }

    /// Reports whether some bytes may be text in a set, by the classes of bytes.
    fn may_have(&self, bytes: &[u8]) -> bool {
        let coarse = &self.steps().coarse;
        let (mut sums, mut best) = ([0_u8; LANES], [0_u8; LANES]);
        let mut before = class(b' ');
        for byte in bytes {
            let steps = &coarse[before << 8 | usize::from(*byte)];
            for lane in 0..LANES {
                sums[lane] = sums[lane].saturating_add(steps[lane]).saturating_sub(LOSS);
                best[lane] = best[lane].max(sums[lane]);
            }
            before = class(*byte);
        }
        best.iter().any(|best| *best >= COARSE)
    }

    /// The highest sum of each set, up to [`MOST`].
    fn best(&self, bytes: &[u8]) -> [u8; LANES] {
        let pairs = &self.steps().pairs;
        let (mut sums, mut best) = ([0_u8; LANES], [0_u8; LANES]);
        let mut before = b' ';
        for byte in bytes {
            let steps = &pairs[usize::from(before) << 8 | usize::from(*byte)];
            for lane in 0..LANES {
                sums[lane] = sums[lane].saturating_add(steps[lane]).saturating_sub(LOSS);
                best[lane] = best[lane].max(sums[lane]);
            }
            before = *byte;
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
        let pairs = &self.steps().pairs;
        let mut peak = Peak::new(encoding, least);
        let mut before = b' ';
        for (at, byte) in bytes.iter().enumerate() {
            let steps = pairs[usize::from(before) << 8 | usize::from(*byte)][lane];
            let saved = (f32::from(steps) - f32::from(LOSS)) / STEPS;
            peak.add(at..at + 1, saved, into);
            before = *byte;
        }
        peak.end(into);
    }
}

/// The steps of each byte after the bytes of each class: those of the average probability.
fn coarse(pairs: &[[u8; LANES]]) -> Vec<[u8; LANES]> {
    let chances: Vec<f32> = (0..=u8::MAX)
        .map(|steps| ((f32::from(steps) - f32::from(LOSS)) / STEPS).exp2())
        .collect();
    let mut sums = vec![[0.0; LANES]; CLASSES << 8];
    let mut counts = [0.0; CLASSES];
    for (before, row) in (0..=u8::MAX).zip(pairs.chunks(256)) {
        counts[class(before)] += 1.0;
        for (steps, sums) in row.iter().zip(&mut sums[class(before) << 8..]) {
            for (steps, sum) in steps.iter().zip(sums) {
                *sum += chances[usize::from(*steps)];
            }
        }
    }
    let steps = |sum: f32, count: f32| {
        let saved = (sum / count).log2() * STEPS;
        byte(saved + f32::from(LOSS))
    };
    let all = sums.iter().enumerate();
    all.map(|(index, sums)| sums.map(|sum| steps(sum, counts[index >> 8])))
        .collect()
}

/// Reports whether the letters of ASCII are themselves in a set: text in ASCII is read as such.
pub(super) fn has_ascii_letters(set: &Encoding) -> bool {
    set.decode(&mut CodecState::default(), b"e")
        .meaning
        .scalar()
        == Some('e')
}

/// The character of a byte.
fn weighed(set: &Encoding, byte: u8) -> WeighedChar {
    let step = set.decode(&mut CodecState::default(), &[byte]);
    WeighedChar::of(step.meaning.scalar().unwrap_or('\u{FFFF}'))
}

/// Finds the stretches where a sum rises and does not fall far.
pub(super) struct Peak {
    encoding: &'static Encoding,
    least: f32,
    sum: f32,
    start: usize,
    best: f32,
    end: usize,
}

impl Peak {
    pub(super) const fn new(encoding: &'static Encoding, least: f32) -> Self {
        Self {
            encoding,
            least,
            sum: 0.0,
            start: 0,
            best: 0.0,
            end: 0,
        }
    }

    /// Adds the bits that the next character saves.
    pub(super) fn add(&mut self, range: Range<usize>, saved: f32, into: &mut Vec<Stretch>) {
        if self.sum == 0.0 {
            self.start = range.start;
        }
        self.sum += saved;
        if self.sum > self.best {
            (self.best, self.end) = (self.sum, range.end);
        }
        if self.sum <= 0.0 || self.sum < self.best - FALL {
            self.end(into);
        }
    }

    /// Ends a stretch.
    pub(super) fn end(&mut self, into: &mut Vec<Stretch>) {
        if self.best >= self.least {
            into.push(Stretch {
                encoding: self.encoding,
                range: self.start..self.end,
                bits: self.best,
            });
        }
        (self.sum, self.best) = (0.0, 0.0);
    }
}
