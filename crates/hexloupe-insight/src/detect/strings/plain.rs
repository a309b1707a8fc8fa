//! The bits that text in ASCII saves: the same as those of any text, by tables of its pairs.
//!
//! Invariant: the result is that of the characters one by one.

use std::sync::LazyLock;

use super::evidence::{SERIES, WeighedChar};
use super::letters::{LANES, LanguageSums, LetterPlace, ScriptModel};
use super::series::Series;
use crate::detect::language::WordScript;

/// The characters of ASCII.
const SIZE: usize = 128;
/// The characters whose quarters of bits surely fit into 16 bits.
const PART: usize = 128;

/// Each pair of characters.
struct PlainPairs {
    /// The bits that the second saves, without those of letters.
    saved: Vec<f32>,
    /// The quarters of bits that its letters cost in each language, and their number.
    lanes: Vec<[u8; LANES]>,
    letters: Vec<u8>,
}

static PAIRS: LazyLock<PlainPairs> = LazyLock::new(|| {
    let chars: Vec<WeighedChar> = (0..SIZE as u8)
        .map(|byte| WeighedChar::of(char::from(byte)))
        .collect();
    let mut pairs = PlainPairs {
        saved: Vec::with_capacity(SIZE * SIZE),
        lanes: Vec::with_capacity(SIZE * SIZE),
        letters: Vec::with_capacity(SIZE * SIZE),
    };
    let model = ScriptModel::of(WordScript::Latin);
    for before in &chars {
        for now in &chars {
            let mut lanes = [0_u8; LANES];
            let mut add = |first: LetterPlace, second: LetterPlace| {
                let costs = model.costs(first, second).unwrap_or(&[0; LANES]);
                let sums = lanes.iter_mut().zip(costs);
                sums.for_each(|(sum, cost)| *sum = sum.saturating_add(*cost));
                1
            };
            let letters = match (before.place(), now.place()) {
                (Some(first), Some(second)) => add(first, second),
                (Some(first), None) => add(first, LetterPlace::Border),
                (None, Some(second)) => add(LetterPlace::Border, second),
                (None, None) => 0,
            };
            pairs.saved.push(now.bits_of_byte() - now.common(before));
            pairs.lanes.push(lanes);
            pairs.letters.push(letters);
        }
    }
    pairs
});

/// The bits that a text in ASCII saves without those of its letters, and these.
pub(super) fn weigh(text: &[u8]) -> (f32, LanguageSums) {
    let pairs: &PlainPairs = &PAIRS;
    let (mut saved, mut sums) = (0.0, LanguageSums::default());
    let mut series = Series::default();
    let mut before = b' ';
    for part in text.chunks(PART) {
        let (mut lanes, mut letters) = ([0_u16; LANES], 0);
        for byte in part {
            if series.goes_on(u32::from(*byte)) {
                saved -= SERIES;
            } else {
                let pair = usize::from(before) * SIZE + usize::from(*byte);
                saved += pairs.saved[pair];
                letters += usize::from(pairs.letters[pair]);
                for (sum, cost) in lanes.iter_mut().zip(&pairs.lanes[pair]) {
                    *sum += u16::from(*cost);
                }
            }
            before = *byte;
        }
        sums.add_lanes(&lanes, letters);
    }
    (saved, sums)
}
