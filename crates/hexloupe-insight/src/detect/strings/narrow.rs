//! Stretches of text in sets of one byte per character, in many sets at once.
//!
//! For each set a table has the bits that a byte saves after the byte before. A stretch is text in a
//! set if its sum is high; the sums of all sets are kept side by side (`lanes`). A coarse table of classes
//! of bytes is asked first. Invariant: a table is made when it is needed.

use std::sync::OnceLock;

use super::evidence::{WeighedChar, WordBorders};
use super::lanes::{self, LANES, LaneSums, MOST, Peak, STEPS, SetLanes, Stretch};
use super::letters::SetModel;
use hexloupe_text::codec::{CodecState, Encoding};

/// The steps by classes of bytes from which on bytes are read in pairs.
const COARSE: u8 = 26;
/// The bits that a set may save less than the best one, and still be the set.
const NEAR: f32 = 12.0;

/// The tables of several sets, made when they are needed.
pub(super) struct NarrowTables {
    tables: Vec<LaneTable>,
    /// The bounds of all sets, and of those where bytes of ASCII mean something else.
    all: OnceLock<SetBounds>,
    foreign: OnceLock<SetBounds>,
}

/// Sums that are at least those of the sets by classes of bytes: sets that resemble each other share a lane.
struct SetBounds {
    coarse: Vec<SetLanes>,
    /// The lanes of the sets of each table, a bit for each.
    lanes: Vec<u16>,
}

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
        Self {
            tables: all.chain(others.chunks(LANES).map(table(true))).collect(),
            all: OnceLock::new(),
            foreign: OnceLock::new(),
        }
    }

    /// Finds the stretches of some bytes that save this many bits; bytes of ASCII are read only in sets
    /// where they mean something else.
    pub(super) fn find(&self, bytes: &[u8], is_ascii: bool, least: f32, into: &mut Vec<Stretch>) {
        let read = self.tables.iter();
        let read = read.filter(move |table| table.is_foreign || !is_ascii);
        let bounds = if is_ascii { &self.foreign } else { &self.all };
        let bounds = bounds.get_or_init(|| SetBounds::of(read.clone()));
        let near = bounds.near(bytes);
        if near == 0 {
            return;
        }
        let tables = read.zip(&bounds.lanes);
        let tables = tables.filter(|(table, lanes)| **lanes & near > 0 && table.may_have(bytes));
        let tables = tables.map(|(table, _)| table);
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

impl SetBounds {
    /// The bounds of some tables.
    fn of<'a>(tables: impl Iterator<Item = &'a LaneTable> + Clone) -> Self {
        let sets: Vec<(usize, Vec<u8>)> = { tables.clone().enumerate() }
            .flat_map(|(number, table)| {
                let coarse = &table.steps().coarse;
                let lanes = 0..table.sets.len();
                lanes.map(move |lane| (number, coarse.iter().map(|row| row[lane]).collect()))
            })
            .collect();
        let distance = |one: &[u8], other: &[u8]| {
            let both = one.iter().zip(other);
            both.map(|(one, other)| u32::from(one.abs_diff(*other)))
                .sum::<u32>()
        };
        // Each lane has the sets that are nearest to its first, which is far from those of all others.
        let mut nearest: Vec<(u32, usize)> = vec![(u32::MAX, 0); sets.len()];
        for lane in 0..LANES {
            let far = nearest.iter().enumerate().max_by_key(|(_, near)| near.0);
            let Some((first, (1.., _))) = far else { break };
            for (near, (_, own)) in nearest.iter_mut().zip(&sets) {
                *near = (*near).min((distance(own, &sets[first].1), lane));
            }
        }
        let mut bounds = Self {
            coarse: vec![[0; LANES]; CLASSES << 8],
            lanes: vec![0; tables.count()],
        };
        for ((_, lane), (table, own)) in nearest.iter().zip(&sets) {
            bounds.lanes[*table] |= 1 << lane;
            for (bound, steps) in bounds.coarse.iter_mut().zip(own) {
                bound[*lane] = bound[*lane].max(*steps);
            }
        }
        bounds
    }

    /// The lanes, as bits, that have a set in which some bytes may be text.
    fn near(&self, bytes: &[u8]) -> u16 {
        let best = best_by_class(&self.coarse, bytes);
        let bits = best.into_iter().enumerate();
        bits.fold(0, |bits, (lane, best)| {
            bits | u16::from(best >= COARSE) << lane
        })
    }
}

/// The highest sums of some bytes by the classes of bytes.
fn best_by_class(coarse: &[SetLanes], bytes: &[u8]) -> SetLanes {
    let mut sums = LaneSums::default();
    let mut before = class(b' ');
    for byte in bytes {
        sums.add(&coarse[before << 8 | usize::from(*byte)]);
        before = class(*byte);
    }
    sums.best
}

impl LaneTable {
    fn steps(&self) -> &LaneSteps {
        self.steps.get_or_init(|| {
            let mut pairs = vec![[0; LANES]; 1 << 16];
            for (lane, set) in self.sets.iter().enumerate() {
                let model = SetModel::of(set);
                let chars = (0..=u8::MAX).map(|byte| weighed(set, byte));
                let chars: Vec<(WeighedChar, WordBorders)> =
                    chars.map(|own| (own, own.borders_in(&model))).collect();
                for ((before, others), row) in chars.iter().zip(pairs.chunks_mut(256)) {
                    for ((now, own), steps) in chars.iter().zip(row) {
                        let bits = now.bits_in(*own, (before, *others), &model);
                        steps[lane] = lanes::steps(8.0 - bits);
                    }
                }
            }
            let coarse = coarse(&pairs);
            LaneSteps { coarse, pairs }
        })
    }

    /// Reports whether some bytes may be text in a set, by the classes of bytes.
    fn may_have(&self, bytes: &[u8]) -> bool {
        let best = best_by_class(&self.steps().coarse, bytes);
        best.into_iter().fold(0, u8::max) >= COARSE
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
            peak.add(at..at + 1, lanes::parts(steps), into);
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
