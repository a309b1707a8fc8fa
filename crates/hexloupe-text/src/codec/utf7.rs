//! UTF-7 (RFC 2152): ASCII, and runs of UTF-16 code units in base64. A run begins after `+` and
//! ends at the first byte that is not base64.
//!
//! ```text
//! bytes       +   2    D    3    e    A    A    -
//! groups          110110 000011 110111 011110 000000 000000
//! units           1101100000111101 1101111000000000 0000 padding
//! ```
//!
//! A unit has 16 bits and a byte of base64 six, so a byte may hold the end of one character and
//! the beginning of the next: it belongs to the first, and up to four bits of it are remembered
//! for the second. Invariant: after a byte that is not base64 nothing is remembered, whatever came
//! before it.

use super::encoding::{EncodingFacts, Remarks};
use super::{
    BitLayout, Codec, CodecState, Diagnosis, Encoding, Fault, Masks, Meaning, Resync, Sequence,
    SequenceContext, SpellingRemark, Tally, Unmappable, ill_formed, scalar, scalar_of, tally,
};

/// The row of the table.
pub(super) static UTF_7: Encoding = Encoding::from_codec::<Utf7>(&EncodingFacts {
    id: "utf-7",
    name: "UTF-7",
    aliases: &["utf7", "unicode-1-1-utf-7", "cp65000", "65000"],
    // A pair has 32 bits: at most six bytes of six bits.
    max_len: 6,
    // A remark sees the byte after a pair.
    look: 7,
    // RFC 2152 sets no limit to a run; text has a space or a line end within this distance.
    lookback: 4096,
    used: "seven-bit mail; IMAP's folder names use a variant",
    since: Some(1994),
    ..EncodingFacts::COMMON
});

/// The codec of UTF-7.
struct Utf7;

/// The six bits of a byte of base64.
pub const fn sextet(byte: u8) -> Option<u8> {
    match SEXTETS[byte as usize] {
        NONE => None,
        bits => Some(bits),
    }
}

/// The entry of a byte that is not base64.
const NONE: u8 = 0xFF;

/// The six bits of every byte in base64, or none.
static SEXTETS: [u8; 256] = {
    let mut table = [NONE; 256];
    let mut bits = 0;
    while bits < 64 {
        table[letter(bits) as usize] = bits;
        bits += 1;
    }
    table
};

/// The byte of base64 for six bits.
const fn letter(bits: u8) -> u8 {
    match bits & 0x3F {
        bits @ 0..26 => bits + b'A',
        bits @ 26..52 => bits - 26 + b'a',
        bits @ 52..62 => bits - 52 + b'0',
        62 => b'+',
        _ => b'/',
    }
}

/// A run of base64, and the bits of its last byte that belong to no unit yet.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Base64Run {
    /// 0, 2 or 4 bits.
    count: u8,
    bits: u8,
}

/// The number (0, 2 or 4) and the value of the bits left over from a run of base64, which belong to
/// the next unit. None outside of a run.
pub fn left_over(state: CodecState) -> Option<(u8, u8)> {
    Base64Run::from_state(state).map(|run| (run.count, run.bits))
}

/// Set in the state inside of a run; the bits below it hold the count of bits and their value.
const INSIDE: u16 = 0x8000;

impl Base64Run {
    fn from_state(state: CodecState) -> Option<Self> {
        (state.0 & INSIDE != 0).then_some(Self {
            count: (state.0 >> 4 & 0x7) as u8,
            bits: (state.0 & 0xF) as u8,
        })
    }

    fn state(self) -> CodecState {
        CodecState(INSIDE | u16::from(self.count) << 4 | u16::from(self.bits))
    }

    /// The next unit, the number of bytes it consumes, and the run after it. The error is the
    /// number of bytes of base64, which are too few for a unit.
    #[inline]
    fn unit(self, bytes: &[u8]) -> Result<(u16, usize, Self), usize> {
        let six = |at: usize| {
            let byte = bytes.get(at).copied();
            byte.map_or(NONE, |byte| SEXTETS[usize::from(byte)])
        };
        let [first, second] = [six(0), six(1)];
        let value = u32::from(self.bits) << 12 | u32::from(first) << 6 | u32::from(second);
        if self.count == 4 {
            if first | second < 64 {
                return Ok((value as u16, 2, Self::default()));
            }
        } else {
            let third = six(2);
            if first | second | third < 64 {
                let (value, left) = (value << 6 | u32::from(third), self.count + 2);
                let bits = (value & ((1 << left) - 1)) as u8;
                return Ok(((value >> left) as u16, 3, Self { count: left, bits }));
            }
        }
        let there = bytes.iter().take_while(|byte| sextet(**byte).is_some());
        Err(there.take(2).count())
    }

    /// Counts the characters of one unit that come next in a run; returns their length in bytes
    /// and the run after them.
    fn tally(mut self, bytes: &[u8], into: &mut Tally) -> (usize, Self) {
        let mut at = 0;
        while let Ok((unit, len, rest)) = self.unit(&bytes[at..]) {
            let Some(c) = char::from_u32(u32::from(unit)) else {
                break;
            };
            into.add(Meaning::Scalar(c));
            (at, self) = (at + len, rest);
        }
        (at, self)
    }

    /// The next character of a run, and the run after it.
    #[inline]
    fn character(self, bytes: &[u8]) -> (Sequence, Self) {
        let (unit, len, rest) = match self.unit(bytes) {
            Ok(unit) => unit,
            Err(len) => {
                return (
                    ill_formed(len as u8, Fault::Utf7PartialUnit),
                    Self::default(),
                );
            }
        };
        if unit & 0xF800 != 0xD800 {
            return (scalar(len as u8, scalar_of(u32::from(unit))), rest);
        }
        if unit < 0xDC00
            && let Ok((low @ 0xDC00..=0xDFFF, more, rest)) = rest.unit(&bytes[len..])
        {
            let (high, low) = (u32::from(unit) & 0x3FF, u32::from(low) & 0x3FF);
            let pair = scalar_of(0x10000 + (high << 10 | low));
            return (scalar((len + more) as u8, pair), rest);
        }
        (ill_formed(len as u8, Fault::Utf7LoneSurrogate), rest)
    }
}

const SHIFT: Sequence = Sequence {
    len: 1,
    meaning: Meaning::Shift,
};

/// Reports whether RFC 2152 lets a byte stand for its own character: its sets D and O, blanks and
/// line ends.
const fn is_direct(byte: u8) -> bool {
    matches!(byte, b' '..=b'}' | b'\t' | b'\n' | b'\r') && !matches!(byte, b'+' | b'\\')
}

impl Codec for Utf7 {
    const LAYOUT: BitLayout = BitLayout::Utf7;
    const RESYNC: Resync = Resync::After(state_after);
    const SHIFTS: bool = true;
    const REMARKS: Remarks = Remarks::Passed(remark);

    #[inline]
    fn step(state: &mut CodecState, window: &[u8]) -> Sequence {
        let byte = window[0];
        let run = Base64Run::from_state(*state);
        if let Some(run) = run.filter(|_| sextet(byte).is_some()) {
            let (sequence, rest) = run.character(window);
            *state = rest.state();
            return sequence;
        }
        *state = CodecState::default();
        match (byte, window.get(1)) {
            (0x80.., _) => ill_formed(1, Fault::Utf7NonAscii),
            (b'-', _) if run.is_some() => SHIFT,
            (b'+', Some(b'-')) => scalar(2, '+'),
            (b'+', Some(&next)) if sextet(next).is_none() => {
                ill_formed(1, Fault::Utf7IllFormedShift)
            }
            (b'+', _) => {
                *state = Base64Run::default().state();
                SHIFT
            }
            _ => scalar(1, char::from(byte)),
        }
    }

    fn tally(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize {
        let mut at = 0;
        while at < window.len() {
            if Base64Run::from_state(*state).is_none() {
                // Plain ASCII (20..7E) up to the next `+`, which may begin a run.
                let shift = memchr::memchr(b'+', &window[at..]);
                let until_shift = &window[at..shift.map_or(window.len(), |shift| at + shift)];
                let plain = tally::plain_run(until_shift);
                if plain > 0 {
                    into.add_plain(plain as u64);
                    at += plain;
                    continue;
                }
            }
            // A run, or a byte that is not plain: stepped through.
            loop {
                if let Some(run) = Base64Run::from_state(*state) {
                    let (taken, rest) = run.tally(&window[at..], into);
                    (at, *state) = (at + taken, rest.state());
                }
                let rest = &window[at..];
                if rest.is_empty() || !ends && rest.len() < look {
                    return at;
                }
                let Sequence { len, meaning } = Self::step(state, rest);
                into.add(meaning);
                at += usize::from(len);
                if *state == CodecState::default() {
                    break;
                }
            }
        }
        at
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let bytes = context.sequence();
        let run = Base64Run::from_state(context.state).filter(|_| sextet(bytes[0]).is_some());
        let Some(run) = run else {
            out.fill(Masks::structure(0xFF));
            out[0] = match (bytes, context.meaning) {
                ([high, ..], _) if !high.is_ascii() => Masks::PAYLOAD.with_wrong(0x80),
                // In `+-` the `+` carries the value of the character.
                (_, Meaning::Scalar(_)) => Masks::structure(0x80),
                _ => Masks::structure(0xFF),
            };
            return;
        };
        let first = run.unit(bytes).ok().map(|(unit, ..)| unit);
        let is_surrogate = first.is_some_and(|unit| unit & 0xF800 == 0xD800);
        let units = match context.meaning {
            Meaning::Scalar('\u{10000}'..) => 2,
            _ => 1,
        };
        for (index, (mask, &byte)) in out.iter_mut().zip(bytes).enumerate() {
            let mut structure = 0;
            for bit in 0..6 {
                // The bit's place in the units of the sequence.
                let place = usize::from(run.count) + 6 * index + bit;
                let prefix = is_surrogate && place % 16 < 6;
                if prefix || place >= 16 * units {
                    structure |= 0x20 >> bit;
                }
            }
            *mask = Masks::of_group(sextet(byte).unwrap_or(0), structure);
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let span = context.offset(context.at)..context.offset(context.at + context.len);
        let after = context.at + context.len < context.bytes.len();
        let unit =
            Base64Run::from_state(context.state).and_then(|run| run.unit(context.sequence()).ok());
        let decoded = unit.map(|(unit, ..)| u32::from(unit));
        let culprit = match (fault, decoded) {
            // Anything but a low surrogate follows, or nothing does.
            (Fault::Utf7LoneSurrogate, Some(..0xDC00))
            | (Fault::Utf7IllFormedShift | Fault::Utf7PartialUnit, _) => after.then_some(span.end),
            _ => Some(span.start),
        };
        Diagnosis {
            fault,
            promised_bytes: span.clone(),
            span,
            culprit,
            decoded,
        }
    }

    /// Characters of RFC 2152's sets D and O, blanks and line ends are written directly, all others
    /// in base64. A run is ended by `-` only where the next character would be read as part of it.
    /// Each character is written whole, with its padding; a character that continues the run
    /// replaces the padding.
    fn encode(
        state: &mut CodecState,
        character: char,
        out: &mut Vec<u8>,
    ) -> Result<(), Unmappable> {
        let run = Base64Run::from_state(*state);
        let byte = u8::try_from(character).ok().filter(u8::is_ascii);
        if let Some(byte) = byte.filter(|&byte| is_direct(byte)) {
            if run.is_some() && (byte == b'-' || sextet(byte).is_some()) {
                out.push(b'-');
            }
            out.push(byte);
            *state = CodecState::default();
            return Ok(());
        }
        if run.is_none() && character == '+' {
            out.extend(b"+-");
            return Ok(());
        }
        let mut run = match run {
            Some(run) if run.count == 0 || can_continue(out, run) => run,
            Some(_) => {
                // `out` does not end with the run, so the run cannot be continued.
                out.extend(b"-+");
                Base64Run::default()
            }
            None => {
                out.push(b'+');
                Base64Run::default()
            }
        };
        for unit in character.encode_utf16(&mut [0; 2]) {
            run = write(run, *unit, out);
        }
        *state = run.state();
        Ok(())
    }

    fn finish(state: &mut CodecState, out: &mut Vec<u8>) {
        if Base64Run::from_state(*state).is_some() {
            out.push(b'-');
        }
        *state = CodecState::default();
    }
}

/// Reports whether a run can be continued in place: the last byte of `out` is base64, and its
/// left-over bits are zero padding. The caller must not have removed the last byte of the run from
/// `out`.
fn can_continue(out: &[u8], run: Base64Run) -> bool {
    let last = out.last().copied().and_then(sextet);
    run.bits == 0 && last.is_some_and(|last| last & ((1 << run.count) - 1) == 0)
}

/// Appends a unit to a run; the left-over bits are padded with zeros.
fn write(run: Base64Run, unit: u16, out: &mut Vec<u8>) -> Base64Run {
    let mut count = 16;
    if run.count > 0 {
        // The upper bits of the unit replace the padding of the last byte.
        count -= run.count;
        let upper = (unit >> count) as u8;
        if let Some(last) = out.last_mut() {
            *last = letter(sextet(*last).unwrap_or(0) | upper);
        }
    }
    while count >= 6 {
        count -= 6;
        out.push(letter((unit >> count) as u8));
    }
    if count == 0 {
        return Base64Run::default();
    }
    let left = 6 - count;
    out.push(letter((unit << left) as u8));
    Base64Run {
        count: left,
        bits: 0,
    }
}

/// Remarks on padding that is not zero, and on characters that should be in base64.
fn remark(context: &SequenceContext<'_>) -> Option<SpellingRemark> {
    if let [byte] = *context.sequence() {
        return (!is_direct(byte)).then_some(SpellingRemark::NotDirect);
    }
    let mut state = context.state;
    Utf7::step(&mut state, context.bytes.get(context.at..)?);
    let goes_on = context.bytes.get(context.at + context.len);
    let ends = goes_on.is_none_or(|&byte| sextet(byte).is_none());
    let padding = Base64Run::from_state(state).filter(|run| ends && run.bits != 0);
    padding.map(|_| SpellingRemark::NonzeroPadding)
}

/// The state after a byte that is not base64. Such a byte ends any run, and can only be the last
/// byte of a sequence, so nothing is remembered after it.
fn state_after(before: &[u8]) -> Option<CodecState> {
    let last = before.last()?;
    sextet(*last).is_none().then(CodecState::default)
}

#[cfg(test)]
mod tests;
