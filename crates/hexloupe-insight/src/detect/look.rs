//! A pass over all of some data for everything that is not plain ASCII.
//!
//! Letters are weighed in samples. But two facts need all bytes: that there is nothing beyond
//! ASCII, and that all of it is UTF-8. Here all bytes are read, at full speed; the findings show
//! where samples are useful. Invariant: the result is the same however the data comes in windows,
//! and memory does not grow with the data.

use std::ops::Range;

use memchr::memmem::Finder;

use super::byte_stats::is_rare;
use super::samples::{around, beside};
use super::spotter::{self, SpottedKind, SpottedWords, WordSpotter};
use super::tuning::{FIRST_BYTES, LOOK_ENOUGH_FAULTS, LOOK_LATEST, LOOK_PLACES, LOOK_STEP};
use hexloupe_text::codec::{CodecState, Encoding, Fault, Tally, table};
use hexloupe_text::window::sweep::Sweep;
use hexloupe_text::window::{Peek, Window};

/// U+FFFD in UTF-8.
const REPLACEMENT: &[u8] = b"\xEF\xBF\xBD";

/// The facts about all of the data.
#[derive(Debug, Clone, Default)]
pub(super) struct DataSummary {
    /// Well-formed characters beyond ASCII, in UTF-8 or the encoding of the mark.
    pub(super) several: u64,
    /// Ill-formed sequences, without one that the end of the data cuts. The count stops early in
    /// data without a mark that has many more of them than of the others.
    pub(super) faults: u64,
    /// The offset of the first of them, in UTF-8.
    pub(super) first_fault: Option<u64>,
    /// True if the end of the data cuts a sequence.
    pub(super) is_cut: bool,
    /// NULs.
    pub(super) nul: u64,
    /// NULs and other controls that are rare in text.
    pub(super) controls: u64,
    /// Characters U+FFFD of UTF-8, which stand for lost ones.
    pub(super) replaced: u64,
    /// True if the end of the data was reached.
    pub(super) is_whole: bool,
    /// Useful places for samples.
    pub(super) places: Vec<Range<u64>>,
}

impl DataSummary {
    /// Reads some data, up to an offset.
    pub(super) fn new(data: &dyn Peek, until: u64) -> Self {
        let mut look = Self::default();
        let [mut high, mut ill, mut odd, mut lost] = [(); 4].map(|()| SpreadPlaces::new());
        let replacement = Finder::new(REPLACEMENT);
        let mut firsts = FirstOfEachByte::new();
        let (mut before, mut is_validated) = (Tally::new(table::UTF_8), true);
        let (mut spotter, mut words) = (WordSpotter::default(), SpottedWords::default());
        let mut each = |passed: PassedBytes<'_>| {
            let PassedBytes {
                at, bytes, tally, ..
            } = passed;
            if count(bytes, is_odd) > 0 {
                look.controls += count(bytes, is_rare);
                look.nul += count(bytes, |byte| byte == 0);
                odd.add(at + position(bytes, is_odd));
            }
            if tally.kinds.total() > before.kinds.total() {
                let fault = at
                    + std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
                        as u64;
                look.first_fault = look.first_fault.or(Some(fault));
                ill.add(fault);
            } else if (tally.non_ascii > before.non_ascii || !is_validated)
                && count(bytes, |byte| byte >= 0x80) > 0
            {
                high.add(at + position(bytes, |byte| byte >= 0x80));
                let later = at.max(FIRST_BYTES as u64)..at + bytes.len() as u64;
                // Among the bytes of another set, few are the UTF-8 of words, and then by chance.
                if is_validated && !later.is_empty() && words.has_room(SpottedKind::Again) {
                    for word in spotter.spot(passed.beside, later) {
                        words.add(word);
                    }
                }
            }
            if tally.kinds.total() > 0 {
                firsts.add(at, bytes);
            }
            let mut replaced = passed.replaced(&replacement).peekable();
            if let Some(first) = replaced.peek() {
                lost.add(*first);
                look.replaced += replaced.count() as u64;
            }
            before = *tally;
            let faults = tally.kinds.total();
            is_validated = faults < LOOK_ENOUGH_FAULTS || faults < tally.non_ascii;
            is_validated
        };
        let counted = through(data, table::UTF_8, until, &mut each);
        let places = [ill, high, odd, lost]
            .into_iter()
            .flat_map(SpreadPlaces::chosen);
        let (few, rest) = firsts.places();
        let rest = rest.iter().map(|place| beside(&(*place..place + 1)));
        let places = places.chain(few).map(around).chain(rest);
        look.places = places.chain(words.places().map(beside)).collect();
        let look = look.counted(counted);
        Self {
            first_fault: look.first_fault.filter(|_| look.faults > 0),
            ..look
        }
    }

    /// Reads some data that has the mark of an encoding, up to an offset.
    pub(super) fn marked(data: &dyn Peek, encoding: &'static Encoding, until: u64) -> Self {
        Self::default().counted(through(data, encoding, until, &mut |_| true))
    }

    fn counted(self, (tally, is_whole): (Tally, bool)) -> Self {
        let cut = Fault::ALL.iter().filter(|fault| fault.is_cut_off());
        let cut: u64 = cut.map(|fault| tally.kinds.count(*fault)).sum();
        Self {
            several: tally.non_ascii,
            faults: tally.kinds.total() - cut,
            is_cut: cut > 0,
            is_whole,
            ..self
        }
    }

    /// Ill-formed sequences, with one that the end of the data cuts.
    pub(super) fn all_faults(&self) -> u64 {
        self.faults + u64::from(self.is_cut)
    }
}

/// Bytes that were read, and the counts up to their end.
struct PassedBytes<'a> {
    at: u64,
    bytes: &'a [u8],
    /// The same with some bytes before and after them, and their offset.
    beside: (&'a [u8], u64),
    tally: &'a Tally,
}

impl<'a> PassedBytes<'a> {
    /// The offsets of the characters U+FFFD that begin in them.
    fn replaced(&self, sign: &'a Finder<'_>) -> impl Iterator<Item = u64> + use<'a> {
        let (all, start) = self.beside;
        let own = (self.at - start) as usize;
        let end = (own + self.bytes.len() + REPLACEMENT.len() - 1).min(all.len());
        let at = self.at;
        let found = sign.find_iter(&all[own.min(end)..end]);
        found.map(move |place| at + place as u64)
    }
}

/// Goes through some data up to an offset, and counts it in an encoding while `each` returns true.
/// Returns the counts, and true if the end of the data was reached.
fn through(
    data: &dyn Peek,
    encoding: &'static Encoding,
    until: u64,
    each: &mut dyn FnMut(PassedBytes<'_>) -> bool,
) -> (Tally, bool) {
    let mut supply = data;
    let mut reach = encoding.reach();
    reach.before = reach.before.max(spotter::BEFORE);
    reach.after = reach.after.max(spotter::AFTER);
    let mut sweep = Sweep::new(0..until, LOOK_STEP, reach);
    let mut window = Window::default();
    let (mut tally, mut state, mut is_counted, mut at) =
        (Tally::new(encoding), CodecState::default(), true, 0);
    loop {
        if let Some(end) = sweep.zeros(&supply) {
            // Zeros are no letters, whatever the encoding.
            (at, state) = (end, CodecState::default());
            sweep.skip_to(end);
        }
        let Some(piece) = sweep.next(&mut supply, &mut window) else {
            return (tally, sweep.is_over() && until >= data.len());
        };
        let end = piece.certain.end;
        for (start, all) in stretches(&window) {
            let (from, to) = (at.max(start), end.min(start + all.len() as u64));
            if from >= to {
                continue;
            }
            if from > at {
                state = CodecState::default();
            }
            let (first, last) = ((from - start) as usize, (to - start) as usize);
            let ends = piece.at_end && to == window.end();
            let bytes = all.get(first..last).unwrap_or_default();
            let mut len = bytes.len();
            if is_counted {
                len = encoding.tally(&mut state, bytes, ends, &mut tally);
            }
            at = from + len as u64;
            let bytes = bytes.get(..len).unwrap_or_default();
            is_counted = each(PassedBytes {
                at: from,
                bytes,
                beside: (all, start),
                tally: &tally,
            }) && is_counted;
        }
    }
}

/// The parts of a window without a hole: offsets and bytes.
fn stretches(window: &Window) -> impl Iterator<Item = (u64, &[u8])> {
    let holes = window.holes.iter();
    let starts = [window.start]
        .into_iter()
        .chain(holes.clone().map(|hole| hole.end));
    let ends = holes.map(|hole| hole.start).chain([window.end()]);
    let parts = starts.zip(ends).filter(|(start, end)| start < end);
    parts.map(|(start, end)| (start, window.slice(start, end)))
}

/// Reports whether a byte is a control that is rare in text, or begins an escape.
fn is_odd(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t'..=b'\r') || byte == 0x7F
}

/// Counts bytes.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    // Sums of few bytes fit into a byte, and one instruction adds many of them.
    let sums = bytes.chunks(u8::MAX.into()).map(|chunk| {
        chunk
            .iter()
            .fold(0_u8, |sum, byte| sum + u8::from(is(*byte)))
    });
    sums.map(u64::from).sum()
}

fn position(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    bytes.iter().position(|byte| is(*byte)).unwrap_or(0) as u64
}

/// The first place of each byte beyond ASCII: the one that tells two sets apart may be rare.
struct FirstOfEachByte {
    places: [Option<u64>; 256],
    missing: usize,
}

impl FirstOfEachByte {
    fn new() -> Self {
        Self {
            places: [None; 256],
            missing: 128,
        }
    }

    /// Takes the next bytes of data that is not UTF-8.
    fn add(&mut self, at: u64, bytes: &[u8]) {
        if self.missing == 0 {
            return;
        }
        for (offset, byte) in (at..).zip(bytes) {
            let place = &mut self.places[usize::from(*byte)];
            if *byte >= 0x80 && place.is_none() {
                *place = Some(offset);
                self.missing -= 1;
            }
        }
    }

    /// The places of those that come last, and of the others.
    fn places(self) -> (Vec<u64>, Vec<u64>) {
        let mut places: Vec<u64> = self.places.into_iter().flatten().collect();
        places.sort_unstable();
        let passed = places.len().saturating_sub(LOOK_LATEST);
        let latest = places.split_off(passed);
        (latest, places)
    }
}

/// A selection of many places, spread over all; the first is among them.
struct SpreadPlaces {
    places: Vec<u64>,
    /// One of this many places is stored.
    every: u64,
    seen: u64,
}

impl SpreadPlaces {
    fn new() -> Self {
        Self {
            places: Vec::new(),
            every: 1,
            seen: 0,
        }
    }

    fn add(&mut self, place: u64) {
        if self.seen.is_multiple_of(self.every) {
            self.places.push(place);
            if self.places.len() == 2 * LOOK_PLACES {
                let mut number = 0;
                self.places.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
                self.every *= 2;
            }
        }
        self.seen += 1;
    }

    fn chosen(self) -> impl Iterator<Item = u64> {
        let step = self.places.len().div_ceil(LOOK_PLACES).max(1);
        self.places.into_iter().step_by(step)
    }
}
