//! The choice among stretches that overlap.
//!
//! Those that together save the most bits are the text: a long wrong one may save more than each of the short
//! right ones. The set of a stretch beyond ASCII is the one that a guess of the whole stretch names.
//! Invariant: the result is in the order of offsets, without an overlap.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::evidence::{self, TextMeter, WeighedChar};
use super::forms::{self, FormedStretch};
use super::lanes::Stretch;
use super::narrow::has_ascii_letters;
use super::wide::WideLeast;
use super::zones::{Zone, Zones};
use super::{FoundString, LEAST, OtherReading, StringsFinder, wide};
use crate::detect::excerpt::Excerpt;
use crate::detect::score;
use crate::detect::text_cost::CostCalculator;
use crate::detect::tuning;
use hexloupe_text::codec::{CodecState, Encoding};

/// The bits that a control before a stretch counts for, and one after it.
const BORDER: f32 = 3.0;
/// The bits that a stretch of UTF-8 has to save, if it has characters beyond ASCII.
const LEAST_FORM: f32 = 12.0;
/// The bits that a stretch may lose by taking in the rest of its zone.
const REST: f32 = 10.0;
/// The bits of a byte of printable ASCII.
const PRINTABLE: f32 = 1.4;
/// The bits of a stretch at an even offset, and the least of any; as many again for a number of bytes, as
/// the letters at the ends of a long one prove little.
const EVEN: f32 = 0.5;
const EVEN_LENGTH: f32 = 1024.0;
/// The bits that characters beyond ASCII have to add to the text beside them, all together and each.
const MORE: f32 = 3.0;
const EACH: f32 = 2.5;
/// The bits by single units from which on a stretch of wide units is read in words.
const LEAST_WIDE: f32 = 22.0;
/// The share of the best reading's bits that another one must have to be told.
const NEAR: f32 = 0.92;
/// The most other readings that are told.
const OTHERS: usize = 3;

/// A stretch with its text.
struct Candidate {
    range: Range<usize>,
    encoding: &'static Encoding,
    bits: f32,
    /// The bits that the controls around it add to its claim.
    borders: f32,
    text: String,
    others: Vec<OtherReading>,
}

impl StringsFinder {
    /// Finds the stretches of text in some bytes, the first of which is at an offset.
    pub fn find(&self, bytes: &[u8], start: u64) -> Vec<FoundString> {
        let mut all = Vec::new();
        let mut costs = CostCalculator::preferring(self.preferred);
        for zone in Zones::of(bytes, start, self.least) {
            if zone.range.len() >= zone.least {
                self.read_zone(bytes, zone, &mut costs, &mut all);
            }
        }
        self.read_wide(bytes, start, &mut all);
        let chosen = choose(all, start, self.least)
            .into_iter()
            .map(|own| FoundString {
                range: start + own.range.start as u64..start + own.range.end as u64,
                encoding: own.encoding,
                bits: own.bits,
                text: own.text,
                others: own.others,
            });
        chosen.collect()
    }

    /// Finds the stretches of a zone, in units of one byte.
    fn read_zone(
        &self,
        bytes: &[u8],
        zone: Zone,
        costs: &mut CostCalculator,
        into: &mut Vec<Candidate>,
    ) {
        let Zone {
            range: zone,
            is_ascii,
            is_led,
            may_be_formed,
            least,
            ..
        } = zone;
        let own = &bytes[zone.clone()];
        if self.utf_8.is_some() && may_be_formed {
            let (mut is_formed, mut stretches) = (false, Vec::new());
            if is_led {
                forms::find(own, least, &mut stretches);
            } else {
                forms::find_plain(own, least, &mut stretches);
            }
            for stretch in stretches {
                let is_whole = stretch.range == (0..own.len());
                is_formed |= self.add_formed(own, zone.start, stretch, into) && is_whole;
            }
            if is_formed {
                return;
            }
        }
        let mut stretches = Vec::new();
        let least = LEAST - 2.0 * BORDER;
        self.narrow.find(own, is_ascii, least, &mut stretches);
        if !is_ascii {
            for table in &self.pairs {
                table.find(own, least, &mut stretches);
            }
        }
        stretches.retain(|stretch| {
            !(has_ascii_letters(stretch.encoding) && own[stretch.range.clone()].is_ascii())
        });
        self.name(own, zone.start, stretches, costs, into);
    }

    /// Adds a stretch of UTF-8, or its parts of ASCII if it proves too little; reports whether it is
    /// text beyond ASCII.
    fn add_formed(
        &self,
        zone: &[u8],
        start: usize,
        stretch: FormedStretch,
        into: &mut Vec<Candidate>,
    ) -> bool {
        let Some(encoding) = self.utf_8 else {
            return false;
        };
        let Ok(text) = str::from_utf8(&zone[stretch.range.clone()]) else {
            return false;
        };
        let mut add = |range: Range<usize>, text: &str, bits: f32| {
            into.push(Candidate {
                range: start + range.start..start + range.end,
                encoding,
                bits,
                borders: 0.0,
                text: text.to_owned(),
                others: Vec::new(),
            });
        };
        let bits = forms::saved(text, stretch.others);
        let proven = bits + borders(zone.len(), &stretch.range);
        // What stands alone between two controls is a text or none, as its form is no chance.
        let needed = if stretch.range == (0..zone.len()) {
            0.0
        } else {
            MORE + EACH * stretch.others as f32
        };
        let adds = || bits >= plain_parts(text.as_bytes(), self.least) + needed;
        if stretch.others == 0 || proven >= LEAST_FORM && adds() {
            add(stretch.range, text, bits);
            return stretch.others > 0;
        }
        let mut at = stretch.range.start;
        for part in text.split_inclusive(|c: char| !c.is_ascii()) {
            let plain = part.trim_end_matches(|c: char| !c.is_ascii());
            if plain.len() >= self.least {
                add(at..at + plain.len(), plain, evidence::saved(plain));
            }
            at += part.len();
        }
        false
    }

    /// Names the sets of stretches that overlap, the one that saves the most first.
    fn name(
        &self,
        zone: &[u8],
        start: usize,
        mut stretches: Vec<Stretch>,
        costs: &mut CostCalculator,
        into: &mut Vec<Candidate>,
    ) {
        stretches.sort_by(|one, other| other.bits.total_cmp(&one.bits));
        while let Some(best) = stretches.first().cloned() {
            let (range, bits) = widened(zone, &best, best.zone.clone());
            let mut sets: Vec<&'static Encoding> = Vec::new();
            stretches.retain(|stretch| {
                let common = overlap(&stretch.range, &range);
                if 2 * common >= stretch.range.len() && !sets.contains(&stretch.encoding) {
                    sets.push(stretch.encoding);
                }
                common == 0
            });
            let own = &zone[range.clone()];
            let others = own.iter().filter(|byte| !byte.is_ascii()).count();
            let needed = plain_parts(own, self.least) + MORE + EACH * others as f32;
            let borders = borders(zone.len(), &range);
            let is_proven = |bits: f32| bits + borders >= LEAST && bits >= needed;
            // Few are proven in any set, and weighing all sets takes longer.
            if !is_any_proven(own, &sets, (best.encoding, bits), is_proven) {
                continue;
            }
            if let Some(mut named) = self.named(own, &sets, costs)
                && is_proven(named.bits)
            {
                named.range = start + range.start..start + range.end;
                into.push(named);
            }
        }
    }

    /// The likeliest reading of some bytes in some sets, and the others that are told.
    fn named(
        &self,
        bytes: &[u8],
        sets: &[&'static Encoding],
        costs: &mut CostCalculator,
    ) -> Option<Candidate> {
        let ranked: Vec<&'static Encoding> = match sets {
            [only] => vec![*only],
            sets => {
                let all = sets.iter().copied();
                let excerpt = Excerpt::whole(bytes);
                let ranked = score::near(costs, &excerpt, tuning::RUN_OPENING, all);
                ranked.iter().map(|set| set.ranked.encoding).collect()
            }
        };
        let mut named: Option<Candidate> = None;
        for encoding in ranked {
            let Some(text) = decoded(encoding, bytes).filter(|text| is_text(text)) else {
                continue;
            };
            let bits = evidence::saved(&text);
            match &mut named {
                None if text.chars().count() < self.least => {}
                None => {
                    named = Some(Candidate {
                        range: 0..bytes.len(),
                        encoding,
                        bits,
                        borders: 0.0,
                        text,
                        others: Vec::new(),
                    });
                }
                Some(best) => best.tell(encoding, &text, bits),
            }
        }
        named
    }

    /// Finds the stretches in units of two and four bytes.
    fn read_wide(&self, bytes: &[u8], start: u64, into: &mut Vec<Candidate>) {
        let mut stretches = Vec::new();
        let least = WideLeast {
            bits: LEAST_WIDE,
            characters: self.least,
        };
        wide::find((bytes, start), &self.wide, least, &mut stretches);
        let mut found: Vec<Candidate> = Vec::new();
        for stretch in stretches {
            let encoding = stretch.encoding;
            let around = wide::around(&stretch);
            // Text of one-byte units has the look of rare characters, as wide as it may be read.
            let is_narrow = |own: &[u8], len: usize| {
                let plain = own.iter().filter(|byte| matches!(byte, b' '..=b'~'));
                (own.len() - plain.count()) * 8 <= len
            };
            if is_narrow(&bytes[around.clone()], stretch.range.len()) {
                continue;
            }
            let (range, _) = widened(bytes, &stretch, around);
            let own = &bytes[range.clone()];
            let Some(text) = decoded(encoding, own) else {
                continue;
            };
            if !text.is_ascii() && is_narrow(own, own.len()) {
                continue;
            }
            let width = usize::from(encoding.unit);
            let border = |at: Option<usize>| {
                let unit = at.and_then(|at| bytes.get(at..at + width));
                if unit.is_none_or(|unit| wide::is_control(encoding, unit)) {
                    BORDER
                } else {
                    0.0
                }
            };
            let bits = evidence::saved(&text);
            let borders = border(range.start.checked_sub(width)) + border(Some(range.end));
            let is_long = text.chars().count() >= self.least;
            if is_long && (text.is_ascii() || bits + borders >= LEAST) {
                found.push(Candidate {
                    range,
                    encoding,
                    bits,
                    borders,
                    text,
                    others: Vec::new(),
                });
            }
        }
        drop_shifted(&mut found, start);
        into.append(&mut found);
    }
}

impl Candidate {
    /// The bits by which it claims its bytes: more than none, more for units at even offsets, and for
    /// printable ASCII, which is evidence too.
    fn claim(&self, start: u64) -> f32 {
        let offset = start + self.range.start as u64;
        let is_even = offset.is_multiple_of(u64::from(self.encoding.unit));
        let length = self.range.len() as f32 / EVEN_LENGTH;
        let even = if is_even { EVEN + EVEN * length } else { 0.0 };
        let plain = if self.text.is_ascii() && self.encoding.unit == 1 && self.encoding.ascii {
            PRINTABLE * self.text.len() as f32
        } else {
            0.0
        };
        (self.bits + self.borders + even).max(plain).max(EVEN)
    }

    /// Tells another reading, if it is another text and nearly as likely.
    fn tell(&mut self, encoding: &'static Encoding, text: &str, bits: f32) {
        let is_known = || self.others.iter().any(|other| other.text == text);
        let is_near = bits > 0.0 && bits >= self.bits * NEAR;
        if is_near && self.others.len() < OTHERS && self.text != text && !is_known() {
            self.others.push(OtherReading {
                encoding,
                text: text.to_owned(),
            });
        }
    }
}

/// Removes the readings of ASCII in wide units that begin a byte beside one at an even offset and have no
/// more than it, or lack its first or last character: the bytes of `C\0:\0\\\0` are `:\\` in the other order, from the second on.
fn drop_shifted(found: &mut Vec<Candidate>, start: u64) {
    let is_even = |own: &Candidate| (start + own.range.start as u64).is_multiple_of(2);
    let is_plain = |own: &Candidate| own.encoding.unit == 2 && own.text.is_ascii();
    let even: HashMap<usize, String> = found
        .iter()
        .filter(|own| is_plain(own) && is_even(own))
        .map(|own| (own.range.start, own.text.clone()))
        .collect();
    found.retain(|own| {
        let at = own.range.start;
        let beside = [at.checked_sub(1), at.checked_add(1)];
        let is_shifted = { beside.iter().flatten() }
            .filter_map(|at| even.get(at))
            .any(|text| text.starts_with(&own.text) || text.ends_with(&own.text));
        !(is_plain(own) && is_shifted)
    });
}

/// Reports whether some bytes are proven text in one of some sets; the bits in one of these are known. Sets
/// that give the same text are weighed once.
fn is_any_proven(
    bytes: &[u8],
    sets: &[&'static Encoding],
    (known, bits): (&'static Encoding, Option<f32>),
    is_proven: impl Fn(f32) -> bool,
) -> bool {
    if sets.contains(&known) && bits.is_some_and(&is_proven) {
        return true;
    }
    let own = sets.contains(&known).then(|| decoded(known, bytes));
    let mut seen: Vec<String> = own.flatten().into_iter().collect();
    let mut others = sets.iter().filter(|set| **set != known);
    others.any(|set| {
        let text = decoded(set, bytes).filter(|text| !seen.contains(text));
        text.is_some_and(|text| {
            let is = saved_by(text.chars()).is_some_and(&is_proven);
            seen.push(text);
            is
        })
    })
}

/// The bits that characters save; none if no text has one of them.
fn saved_by(mut chars: impl Iterator<Item = char>) -> Option<f32> {
    let mut meter = TextMeter::default();
    chars.all(|c| meter.add(c)).then(|| meter.saved())
}

/// The bits that the borders of a zone count for, where a stretch reaches them.
fn borders(zone: usize, range: &Range<usize>) -> f32 {
    let border = |is: bool| if is { BORDER } else { 0.0 };
    border(range.start == 0) + border(range.end == zone)
}

/// The bits that the stretches of ASCII save between the bytes beyond ASCII of a stretch: numbers beside a
/// text add nothing to them.
fn plain_parts(bytes: &[u8], least: usize) -> f32 {
    let runs = bytes.split(|byte| !byte.is_ascii());
    let runs = runs.filter(|run| run.len() >= least);
    let runs = runs.filter_map(|run| str::from_utf8(run).ok());
    runs.map(|run| evidence::saved(run).max(0.0)).sum()
}

/// The bytes that two ranges have in common.
fn overlap(one: &Range<usize>, other: &Range<usize>) -> usize {
    let end = one.end.min(other.end);
    end.saturating_sub(one.start.max(other.start))
}

/// A stretch with the rest of its zone, before and after it, where that is text too.
///
/// The bits that it saves are returned too, if it is text.
fn widened(zone: &[u8], stretch: &Stretch, around: Range<usize>) -> (Range<usize>, Option<f32>) {
    let saved = |range: &Range<usize>| saved_in(stretch.encoding, &zone[range.clone()]);
    let mut range = stretch.range.clone();
    let Some(bits) = saved(&range) else {
        return (range, None);
    };
    let mut own = bits;
    let mut widen = |wider: Range<usize>, range: &mut Range<usize>| {
        if wider != *range
            && let Some(more) = saved(&wider).filter(|more| *more >= bits - REST)
        {
            (*range, own) = (wider, more);
        }
    };
    widen(range.start..around.end, &mut range);
    widen(around.start..range.end, &mut range);
    (range, Some(own))
}

/// The bits that some bytes save as text in an encoding; none if they are no text there.
fn saved_in(encoding: &Encoding, bytes: &[u8]) -> Option<f32> {
    let (mut state, mut at) = (CodecState::default(), 0);
    let mut meter = TextMeter::default();
    while at < bytes.len() {
        let step = encoding.decode(&mut state, &bytes[at..]);
        let mut scalars = step.meaning.scalars();
        if step.meaning.fault().is_some() || !scalars.all(|c| meter.add(c)) {
            return None;
        }
        at += usize::from(step.len);
    }
    Some(meter.saved())
}

/// Reports whether a text has no character that no text has.
fn is_text(text: &str) -> bool {
    text.chars().all(|c| WeighedChar::of(c).is_text())
}

/// The text of some bytes; none if they are ill-formed.
fn decoded(encoding: &Encoding, bytes: &[u8]) -> Option<String> {
    let (mut state, mut at) = (CodecState::default(), 0);
    let mut text = String::with_capacity(2 * bytes.len());
    while at < bytes.len() {
        let step = encoding.decode(&mut state, &bytes[at..]);
        if step.meaning.fault().is_some() {
            return None;
        }
        text.extend(step.meaning.scalars());
        at += usize::from(step.len);
    }
    Some(text)
}

/// The candidates that are told: of all that do not overlap those that together claim the most, and what
/// they leave of others in ASCII.
fn choose(mut all: Vec<Candidate>, start: u64, least: usize) -> Vec<Candidate> {
    all.sort_by_key(|own| own.range.end);
    // The most that those up to each claim together, and the number of those that end before each begins.
    let (mut most, mut before) = (vec![0.0], Vec::new());
    for (index, own) in all.iter().enumerate() {
        let free = all.partition_point(|other| other.range.end <= own.range.start);
        before.push(free);
        let claimed: f32 = most[free] + own.claim(start);
        most.push(claimed.max(most[index]));
    }
    let (mut left_over, mut chosen) = (Vec::new(), BTreeMap::new());
    let mut number = all.len();
    while let Some(own) = all.pop() {
        let is_taken = all.len() + 1 == number && most[number] > most[number - 1];
        if is_taken {
            number = before[number - 1];
            chosen.insert(own.range.start, own);
        } else {
            number = number.min(all.len());
            left_over.push(own);
        }
    }
    for own in left_over {
        if own.text.is_ascii() && own.encoding.unit == 1 {
            for part in left(&own, &chosen, least) {
                chosen.insert(part.range.start, part);
            }
        }
    }
    chosen.into_values().collect()
}

/// The parts of a text in ASCII that are in no chosen stretch.
fn left(plain: &Candidate, chosen: &BTreeMap<usize, Candidate>, least: usize) -> Vec<Candidate> {
    let mut parts = Vec::new();
    let mut at = plain.range.start;
    let first = chosen
        .range(..=at)
        .next_back()
        .map_or(at, |(start, _)| *start);
    let others = chosen
        .range(first..plain.range.end)
        .map(|(_, own)| own.range.clone());
    let ends = others.chain(std::iter::once(plain.range.end..plain.range.end));
    for other in ends {
        if other.start >= at + least {
            let own = at - plain.range.start..other.start - plain.range.start;
            let text = plain.text[own].to_owned();
            parts.push(Candidate {
                range: at..other.start,
                encoding: plain.encoding,
                bits: evidence::saved(&text),
                borders: 0.0,
                text,
                others: Vec::new(),
            });
        }
        at = at.max(other.end);
    }
    parts
}
