//! Stretches of text in units of two and of four bytes, at any offset.
//!
//! NULs and repeated high bytes are frequent in binaries and prove nothing: a unit of an alphabet saves
//! as many bits as a byte would. A first pass over all offsets keeps only the sums; where one is high, a
//! second reads the units around. Invariant: a stretch has whole units.

use std::ops::Range;
use std::sync::LazyLock;

use super::blocks::{BLOCK, BlockEntry, BothOrders, FourBlocks, PairBlocks};
use super::evidence::{SERIES, WeighedChar};
use super::lanes::{PARTS, Peak, Stretch};
use super::series::Series;
use super::zones;
use crate::detect::language::WordScript;
use hexloupe_text::codec::{BitLayout, ByteOrder, Encoding};

/// The steps of a bit.
const STEPS: f32 = PARTS as f32;
/// The steps of a letter of another script than the letter before.
const OTHER_SCRIPT: i32 = 6 * PARTS;
/// The steps that a unit of a series loses.
const SERIES_STEPS: i32 = (SERIES * STEPS) as i32;
/// The most units that are added to either end of a stretch.
const MOST_AROUND: usize = 40;
/// No text has the unit.
const NONE: i8 = i8::MIN;
/// The steps that end any sum.
const END: i16 = i16::MIN;

/// Facts of each unit of 16 bits.
struct WideTable {
    /// The steps that it saves.
    steps: Vec<i8>,
    /// The same for the first pass, with [`END`] for a unit that no text has; half of a pair of surrogates
    /// is told from other units by the second pass alone.
    first: Vec<i16>,
    /// The same of two bytes in both orders, by the number of the first order.
    both: Vec<BothOrders>,
    /// The number of its script if it is a letter of an alphabet, else 0.
    scripts: Vec<u8>,
}

static TABLE: LazyLock<WideTable> = LazyLock::new(|| {
    let (mut steps, mut scripts) = (vec![NONE; 1 << 16], vec![0; 1 << 16]);
    let all = (0..1 << 16_u32).filter_map(char::from_u32);
    for (c, weighed) in all.map(|c| (c, WeighedChar::of(c))) {
        if !weighed.is_text() {
            continue;
        }
        let script = match weighed.script() {
            Some(WordScript::EastAsian) | None => 0,
            Some(script) => number(script),
        };
        let saved = weighed.bits_of_byte() - weighed.alone();
        steps[c as usize] = (saved * STEPS).clamp(-126.0, 126.0) as i8;
        scripts[c as usize] = script;
    }
    let first = (0..)
        .zip(&steps)
        .map(|(number, steps)| match (number, *steps) {
            (0xD800..=0xDFFF, _) => 0,
            (_, NONE) => END,
            (_, steps) => i16::from(steps),
        });
    let first: Vec<i16> = first.collect();
    let swapped = (0..=u16::MAX).map(|number| first[usize::from(number.swap_bytes())]);
    let both = { first.iter().copied().zip(swapped) };
    WideTable {
        both: both.map(|(little, big)| [little, big]).collect(),
        first,
        steps,
        scripts,
    }
});

/// The number of a script of an alphabet, not 0.
fn number(script: WordScript) -> u8 {
    match (script.place(), script) {
        (Some(place), _) => 1 + place as u8,
        (None, WordScript::Other(block)) => 16 + (block % 239) as u8,
        (None, _) => 15,
    }
}

/// The least that a stretch must have.
#[derive(Clone, Copy)]
pub(super) struct WideLeast {
    /// The bits that it saves, unit by unit;
    pub(super) bits: f32,
    /// or the characters of ASCII in a row.
    pub(super) characters: usize,
}

/// Finds the stretches of some bytes, the first of which is at an offset, in some encodings.
pub(super) fn find(
    (bytes, start): (&[u8], u64),
    encodings: &[&'static Encoding],
    least: WideLeast,
    into: &mut Vec<Stretch>,
) {
    let table: &WideTable = &TABLE;
    let is_pairs = |own: &&Encoding| matches!(own.layout, BitLayout::Utf16(_));
    let high = (least.bits * STEPS) as i16;
    let pairs = encodings
        .iter()
        .copied()
        .any(|own| is_pairs(&own))
        .then(|| PairBlocks::of(bytes, &table.both, high, least.characters));
    let data = (bytes, start);
    for encoding in encodings {
        match (encoding.layout, &pairs) {
            (BitLayout::Utf16(order), Some(blocks)) => {
                let entries = |phase| blocks.entries(phase, order);
                let unit = |unit| u32::from(order.unit(unit));
                find_units(data, encoding, least, entries, unit, into);
            }
            (BitLayout::Utf32(order), _) => {
                let blocks = FourBlocks::of(bytes, order, least.characters);
                let entries = |phase| blocks.entries(phase);
                let unit = |unit| match order {
                    ByteOrder::Little => u32::from_le_bytes(unit),
                    ByteOrder::Big => u32::from_be_bytes(unit),
                };
                find_units(data, encoding, least, entries, unit, into);
            }
            _ => {}
        }
    }
}

/// Finds the stretches in units of some bytes, in the blocks that may have some.
fn find_units<const WIDTH: usize, I: Iterator<Item = BlockEntry>>(
    (bytes, offset): (&[u8], u64),
    encoding: &'static Encoding,
    least: WideLeast,
    entries: impl Fn(usize) -> I,
    unit: impl Fn([u8; WIDTH]) -> u32,
    into: &mut Vec<Stretch>,
) {
    let table: &WideTable = &TABLE;
    let high = (least.bits * STEPS) as i32;
    for phase in 0..WIDTH {
        let (mut sum, mut plain) = (0, 0);
        // The end of the last run that was read.
        let mut read_to = 0;
        let own = bytes.get(phase..).unwrap_or_default();
        let blocks = own.chunks(BLOCK).zip((phase..).step_by(BLOCK));
        for ((block, start), entry) in blocks.zip(entries(phase)) {
            match entry {
                BlockEntry::Skip => {
                    (sum, plain) = (0, 0);
                    continue;
                }
                BlockEntry::GoOn => {}
                BlockEntry::From(steps) => sum = i32::from(steps),
            }
            for (index, own) in block.as_chunks::<WIDTH>().0.iter().enumerate() {
                let number = unit(*own);
                let steps = table.first.get(number as usize).copied().unwrap_or(END);
                sum = (sum + i32::from(steps)).max(0);
                let is_plain = number.wrapping_sub(0x20) < 0x5F || number == 9;
                plain = (plain + 1) * usize::from(is_plain);
                if sum >= high || plain >= least.characters {
                    let at = start + index * WIDTH;
                    if at >= read_to {
                        let run = text_around(bytes, encoding, at..at + WIDTH);
                        read_to = run.end;
                        read_run((bytes, offset), (encoding, run), least, into, &unit);
                    }
                }
            }
        }
    }
}

/// Finds the stretches in a run of units that may be text, piece by piece if it is long.
fn read_run<const WIDTH: usize>(
    (bytes, offset): (&[u8], u64),
    (encoding, run): (&'static Encoding, Range<usize>),
    least: WideLeast,
    into: &mut Vec<Stretch>,
    unit: &impl Fn([u8; WIDTH]) -> u32,
) {
    let unit_at = |at: usize| {
        bytes
            .get(at..)?
            .first_chunk::<WIDTH>()
            .map(|own| unit(*own))
    };
    // A cut is moved to the next unit, and not between two surrogates.
    let whole = |cut: usize| run.start + (cut - run.start).next_multiple_of(WIDTH);
    let is_low = |at: usize| matches!(unit_at(at), Some(0xDC00..=0xDFFF));
    let ends = zones::cuts(&run, offset).map(whole);
    let ends = ends.map(|cut| {
        if WIDTH == 2 && is_low(cut) {
            cut - WIDTH
        } else {
            cut
        }
    });
    let mut from = run.start;
    for end in ends.chain([run.end]) {
        let piece = from..end.min(run.end);
        let mut reader = WideReader::new(encoding, piece.clone(), least);
        for at in piece.clone().step_by(WIDTH) {
            if let Some(number) = unit_at(at) {
                reader.add(at, number, into);
            }
        }
        reader.end(piece.end, into);
        from = piece.end;
    }
}

/// The units around a stretch that may be text too, a few on each side.
pub(super) fn around(stretch: &Stretch) -> Range<usize> {
    let most = MOST_AROUND * usize::from(stretch.encoding.unit);
    let Stretch { range, zone, .. } = stretch;
    zone.start.max(range.start.saturating_sub(most))..zone.end.min(range.end + most)
}

/// A range with the units around it that may be text too.
fn text_around(bytes: &[u8], encoding: &Encoding, range: Range<usize>) -> Range<usize> {
    let table: &WideTable = &TABLE;
    let width = usize::from(encoding.unit);
    let is_text = |unit: &[u8]| {
        let number = number_of(encoding, unit) as usize;
        // Halves of pairs of surrogates too.
        let is_half = width == 2 && matches!(number, 0xD800..=0xDFFF);
        is_half
            || number > 0xFFFF && number < 0x11_0000
            || table.steps.get(number).is_some_and(|steps| *steps != NONE)
    };
    let before = bytes[..range.start].rchunks_exact(width);
    let after = bytes[range.end..].chunks_exact(width);
    let start = before.take_while(|unit| is_text(unit)).count();
    let end = after.take_while(|unit| is_text(unit)).count();
    range.start - start * width..range.end + end * width
}

/// Reports whether a unit is a control that ends a text: any but the tab.
pub(super) fn is_control(encoding: &Encoding, unit: &[u8]) -> bool {
    let number = u8::try_from(number_of(encoding, unit));
    number.is_ok_and(zones::is_control)
}

/// The number of a unit.
fn number_of(encoding: &Encoding, unit: &[u8]) -> u32 {
    match (encoding.layout, unit) {
        (BitLayout::Utf16(order), [first, second]) => u32::from(order.unit([*first, *second])),
        (BitLayout::Utf32(ByteOrder::Little), [one, two, three, four]) => {
            u32::from_le_bytes([*one, *two, *three, *four])
        }
        (BitLayout::Utf32(ByteOrder::Big), [one, two, three, four]) => {
            u32::from_be_bytes([*one, *two, *three, *four])
        }
        _ => 0,
    }
}

/// Reads units in one encoding at one phase.
struct WideReader {
    table: &'static WideTable,
    encoding: &'static Encoding,
    peak: Peak,
    zone: Range<usize>,
    series: Series,
    /// The script of the last letter.
    script: u8,
    /// The start of the characters of ASCII in a row, and their number.
    plain: (usize, usize),
    characters: usize,
    /// The high surrogate before.
    high: Option<u32>,
}

impl WideReader {
    fn new(encoding: &'static Encoding, zone: Range<usize>, least: WideLeast) -> Self {
        Self {
            table: &TABLE,
            encoding,
            peak: Peak::new(encoding, zone.clone(), least.bits),
            zone,
            series: Series::default(),
            script: 0,
            plain: (0, 0),
            characters: least.characters,
            high: None,
        }
    }

    fn add(&mut self, at: usize, unit: u32, into: &mut Vec<Stretch>) {
        if matches!(unit, 0x20..=0x7E | 9) {
            if self.plain.1 == 0 {
                self.plain.0 = at;
            }
            self.plain.1 += 1;
        } else {
            self.end_plain(at, into);
        }
        if self.high.is_some() && !matches!(unit, 0xDC00..=0xDFFF) {
            self.peak.end(into);
        }
        let steps = self.steps(unit);
        if steps == NONE {
            self.peak.end(into);
            self.script = 0;
            return;
        }
        let mut saved = if self.series.goes_on(unit) {
            -SERIES_STEPS
        } else {
            i32::from(steps)
        };
        let script = self.table.scripts.get(unit as usize).copied().unwrap_or(0);
        if script > 0 && script != self.script {
            if self.script > 0 {
                saved -= OTHER_SCRIPT;
            }
            self.script = script;
        }
        self.peak
            .add(at..at + usize::from(self.encoding.unit), saved, into);
    }

    /// The steps that a unit saves; a pair of surrogates counts once.
    fn steps(&mut self, unit: u32) -> i8 {
        match (unit, self.high.take()) {
            (0xD800..=0xDBFF, _) if self.encoding.unit == 2 => {
                self.high = Some(unit);
                0
            }
            (0xDC00..=0xDFFF, Some(high)) => {
                beyond(0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00))
            }
            (0x1_0000.., _) => beyond(unit),
            _ => self.table.steps[unit as usize],
        }
    }

    fn end_plain(&mut self, at: usize, into: &mut Vec<Stretch>) {
        let (start, count) = std::mem::take(&mut self.plain);
        if count >= self.characters {
            into.push(Stretch {
                encoding: self.encoding,
                range: start..at,
                bits: 0.0,
                zone: self.zone.clone(),
            });
        }
    }

    fn end(&mut self, at: usize, into: &mut Vec<Stretch>) {
        self.end_plain(at, into);
        self.peak.end(into);
    }
}

/// The steps that a character beyond U+FFFF saves: emoji are frequent.
fn beyond(number: u32) -> i8 {
    match number {
        0x1_F300..=0x1_F64F | 0x1_F680..=0x1_F6FF | 0x1_F900..=0x1_F9FF => 16,
        0x2_0000..=0x3_23AF => -8,
        _ => NONE,
    }
}
