//! Stretches of text in sets of one byte per character, in many sets at once.
//!
//! For each set a table has the bits that a byte saves after the byte before. A stretch is text in a
//! set if its sum is high; the sums of all sets are kept side by side (`lanes`). A coarse table of classes
//! of bytes is asked first. Invariant: a table is made when it is needed.

use std::sync::OnceLock;

use super::evidence::WeighedChar;
use super::lanes::{self, LANES, LaneSums, MOST, Peak, STEPS, SetLanes, Stretch};
use super::letters::SetModel;
use hexloupe_text::codec::{CodecState, Encoding};

/// The steps by classes of bytes from which on bytes are read in pairs.
const COARSE: u8 = 26;
/// The bits that a set may save less than the best one, and still be the set.
const NEAR: f32 = 12.0;

/// The tables of several sets, made when they are needed.
pub(super) struct NarrowTables(Vec<LaneTable>);

struct LaneTable {
    sets: Vec<&'static Encoding>,
    /// True if no set has the letters of ASCII where they are in ASCII.
    is_foreign: bool,
    steps: OnceLock<LaneSteps>,
}

/// The steps that bytes save in each set, as [`lanes::steps`] has them.
struct LaneSteps {
    /// Those of each byte after a byte of each class, on average: few enough for a processor's nearest
    /// cache.
    coarse: Vec<SetLanes>,
    /// Those of each byte after each byte.
    pairs: Vec<SetLanes>,
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
        let sums: Vec<(&LaneTable, SetLanes)> =
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
                        steps[lane] = lanes::steps(8.0 - now.bits_in(before, &model));
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
        let mut sums = LaneSums::default();
        let mut before = class(b' ');
        for byte in bytes {
            sums.add(&coarse[before << 8 | usize::from(*byte)]);
            before = class(*byte);
        }
        sums.best.iter().any(|best| *best >= COARSE)
    }

    /// The highest sum of each set, up to [`MOST`].
    fn best(&self, bytes: &[u8]) -> SetLanes {
        let pairs = &self.steps().pairs;
        let mut sums = LaneSums::default();
        let mut before = b' ';
        for byte in bytes {
            sums.add(&pairs[usize::from(before) << 8 | usize::from(*byte)]);
            before = *byte;
        }
        sums.best
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
        let mut peak = Peak::new(encoding, 0..bytes.len(), least);
        let mut before = b' ';
        for (at, byte) in bytes.iter().enumerate() {
            let steps = pairs[usize::from(before) << 8 | usize::from(*byte)][lane];
            peak.add(at..at + 1, lanes::saved(steps), into);
            before = *byte;
        }
        peak.end(into);
    }
}

/// The steps of each byte after the bytes of each class: those of the average probability.
fn coarse(pairs: &[SetLanes]) -> Vec<SetLanes> {
    let chances: Vec<f32> = (0..=u8::MAX)
        .map(|steps| lanes::saved(steps).exp2())
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
    let steps = |sum: f32, count: f32| lanes::steps((sum / count).log2());
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
