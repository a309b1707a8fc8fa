//! Bulk conversion of long stretches of text, from bytes to units of UTF-16 and back.
//!
//! Converting one character after another through the table of encodings is right but slow. Here
//! whole stretches are converted: the bytes of one encoding to units of UTF-16 ([`drive`],
//! [`from_utf8`], [`wide`]), and these units to the bytes of another ([`writer`], [`to_utf8`],
//! [`wide`]). Nearly all characters have units of one size, so loops over units have few branches,
//! and the compiler makes vector instructions of most of them. Between UTF-8, UTF-16 and UTF-32 the
//! kernels of [`vector`] are used on machines that have their instructions. Invariant: the result
//! is the same as decoding and encoding one character after another, or nothing is written.

mod byte_table;
mod from_utf8;
mod to_utf8;
#[cfg(target_arch = "x86_64")]
mod vector;
#[cfg(not(target_arch = "x86_64"))]
#[path = "bulk/no_vector.rs"]
mod vector;
mod wide;
mod writer;

pub use byte_table::ByteTable;
pub use writer::{BulkWriteError, BulkWriter};

pub(super) use from_utf8::units as of_utf8;
pub(super) use wide::{of_utf16, of_utf32};

use encoding_rs::Encoding as Web;

use super::{BitLayout, Codec, CodecState, Encoding, Meaning, Sequence};
use vector::BulkMachine;

/// Bytes converted to text at once.
const PART: usize = 2048;
/// Units written at once.
const BLOCK: usize = 32;

/// The number of bytes and units read in bulk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BulkLength {
    /// The bytes consumed.
    pub bytes: usize,
    /// The number of UTF-16 units that these bytes are.
    pub units: usize,
}

/// Reads the characters at the front of a window, stepping with the codec's own step.
pub(super) fn drive<C: Codec>(
    state: &mut CodecState,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut [u16],
) -> BulkLength {
    drive_by((C::step, C::ASCII), state, window, ends, look, into)
}

/// Reads the characters at the front of a window with some step. `ascii`: the encoding has ASCII.
#[inline]
pub(super) fn drive_by(
    (step, ascii): (impl Fn(&mut CodecState, &[u8]) -> Sequence, bool),
    state: &mut CodecState,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut [u16],
) -> BulkLength {
    let end = decidable(window, ends, look);
    let mut read = BulkLength::default();
    while read.bytes < end {
        let rest = &window[read.bytes..];
        if ascii && matches!(rest, [0..=0x7F, 0..=0x7F, ..]) {
            let run = widen(
                &rest[..Web::ascii_valid_up_to(rest)],
                &mut into[read.units..],
            );
            read.add(run, run);
            if run > 0 {
                continue;
            }
        }
        let one = one(&step, state, rest, &mut into[read.units..]);
        if one.bytes == 0 {
            break;
        }
        read.add(one.bytes, one.units);
    }
    read
}

/// Reads the sequence at the front with some step; nothing if it is not made of scalar values.
#[inline]
pub(super) fn one(
    step: impl Fn(&mut CodecState, &[u8]) -> Sequence,
    state: &mut CodecState,
    rest: &[u8],
    room: &mut [u16],
) -> BulkLength {
    let before = *state;
    let Sequence { len, meaning } = step(state, rest);
    let written = match meaning {
        Meaning::Scalar(c) => write_chars(&[c], room),
        Meaning::Pair(c, d) => write_chars(&[c, d], room),
        Meaning::Shift => Some(0),
        _ => None,
    };
    let Some(units) = written else {
        *state = before;
        return BulkLength::default();
    };
    BulkLength {
        bytes: usize::from(len),
        units,
    }
}

impl BulkLength {
    /// Adds to the counts.
    #[inline]
    pub(super) fn add(&mut self, bytes: usize, units: usize) {
        self.bytes += bytes;
        self.units += units;
    }
}

/// The index up to which sequences of a window can be decided: each begins before it.
pub(super) fn decidable(window: &[u8], ends: bool, look: usize) -> usize {
    if ends {
        window.len()
    } else {
        (window.len() + 1).saturating_sub(look)
    }
}

/// Writes some characters to the front of `room` if they fit; returns the number of their units.
#[inline]
fn write_chars(chars: &[char], room: &mut [u16]) -> Option<usize> {
    let wanted = chars.iter().map(|c| c.len_utf16()).sum::<usize>();
    let mut room = room.get_mut(..wanted)?;
    for c in chars {
        let (own, rest) = room.split_at_mut(c.len_utf16());
        c.encode_utf16(own);
        room = rest;
    }
    Some(wanted)
}

/// Writes bytes of ASCII as units; returns the number for which there was room.
#[inline]
pub(super) fn widen(ascii: &[u8], room: &mut [u16]) -> usize {
    for (unit, byte) in room.iter_mut().zip(ascii) {
        *unit = u16::from(*byte);
    }
    ascii.len().min(room.len())
}

/// The first `N` units as bytes of ASCII; none if there are fewer, or if one is not ASCII.
#[inline]
fn narrow<const N: usize>(units: &[u16]) -> Option<[u8; N]> {
    let units = units.first_chunk::<N>()?;
    let all = units.iter().fold(0, |all, unit| all | unit);
    (all < 0x80).then(|| units.map(|unit| unit as u8))
}

/// The character at the front of some well-formed UTF-16.
#[inline]
fn first(units: &[u16]) -> Option<char> {
    char::decode_utf16(units.iter().copied()).next()?.ok()
}

const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

const fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

impl Encoding {
    /// The number of characters of each length in bytes, from 0 on, in a text that was read as
    /// units of UTF-16; none if the units do not determine it.
    pub fn lengths_of_units(&self, units: &[u16]) -> Option<[usize; 5]> {
        let count = |is: fn(u16) -> bool| {
            // Sums of a short type, which the compiler turns into vector instructions.
            let sum = |block: &[u16]| {
                { block.iter() }.fold(0, |sum: u16, unit| sum + u16::from(is(*unit)))
            };
            let blocks = units.chunks(PART);
            blocks.map(|block| usize::from(sum(block))).sum::<usize>()
        };
        let pairs = count(is_low);
        let [_, one, two, three, four] = &mut [0; 5];
        if self.is_utf8() {
            let (beyond, wide) = (count(|unit| unit >= 0x80), count(|unit| unit >= 0x800));
            (*one, *two) = (units.len() - beyond, beyond - wide);
            (*three, *four) = (wide - 2 * pairs, pairs);
        } else {
            match self.layout {
                BitLayout::Utf16(_) => (*two, *four) = (units.len() - 2 * pairs, pairs),
                BitLayout::Utf32(_) => *four = units.len() - pairs,
                _ if self.max_len == 1 => *one = units.len(),
                _ => return None,
            }
        }
        Some([0, *one, *two, *three, *four])
    }

    /// Appends the well-formed characters at the front of a window as UTF-8; returns the bytes
    /// consumed. It stops before a sequence that is not made of scalar values, and may stop
    /// earlier. Unless the data `ends` with the window, fewer than `look` bytes may be left for
    /// the next call.
    pub fn text(
        &self,
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        into: &mut Vec<u8>,
    ) -> usize {
        if self.is_utf8() {
            let end = decidable(window, ends, usize::from(self.look));
            let len = self.valid_prefix(&window[..end]);
            into.extend_from_slice(&window[..len]);
            return len;
        }
        let mut at = 0;
        if let (BitLayout::Utf16(order), Some(machine)) = (self.layout, BulkMachine::here()) {
            let end = decidable(window, ends, usize::from(self.look));
            at = 2 * machine.append_utf16_as_utf8(&window[..end], order, into);
        }
        let mut units = [0; PART];
        loop {
            let end = window.len().min(at + PART);
            let last = ends && end == window.len();
            let read = self.units(state, &window[at..end], last, &mut units);
            to_utf8::append(&units[..read.units], into);
            at += read.bytes;
            if read.bytes == 0 {
                return at;
            }
        }
    }
}
