//! Long stretches of text, from bytes to UTF-8 and from UTF-8 to bytes.
//!
//! Converting one character after another through the table of encodings is right but slow; here
//! whole stretches are converted, by vector instructions where both sides allow that.
//! Invariant: the result is what decoding and encoding one character after another gives, or
//! nothing is written.

use encoding_rs::{Encoding as Web, mem};

use super::{ByteOrder, Codec, Encoding, Layout, Meaning, Sequence, State, Unmappable};

/// Code units that are converted at once.
const UNITS: usize = 2048;
/// The most bytes of UTF-8 for a unit of UTF-16.
const UTF8_PER_UNIT: usize = 3;

/// Appends the characters at the front of a window, stepping with the codec's own step.
pub(super) fn drive<C: Codec>(
    state: &mut State,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Vec<u8>,
) -> usize {
    drive_by((C::step, C::ASCII), state, window, ends, look, into)
}

/// Appends the characters at the front of a window, stepping with some step, of an encoding that
/// has ASCII or not.
#[inline]
pub(super) fn drive_by(
    (step, ascii): (impl Fn(&mut State, &[u8]) -> Sequence, bool),
    state: &mut State,
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Vec<u8>,
) -> usize {
    let end = if ends {
        window.len()
    } else {
        (window.len() + 1).saturating_sub(look)
    };
    let mut at = 0;
    while at < end {
        let rest = &window[at..];
        if ascii && matches!(rest, [0..=0x7F, 0..=0x7F, ..]) {
            let run = Web::ascii_valid_up_to(rest);
            into.extend_from_slice(&rest[..run]);
            at += run;
            continue;
        }
        let before = *state;
        let Sequence { len, meaning } = step(state, rest);
        match meaning {
            Meaning::Scalar(c) => push(c, into),
            Meaning::Pair(c, d) => [c, d].into_iter().for_each(|c| push(c, into)),
            Meaning::Shift => {}
            _ => {
                *state = before;
                break;
            }
        }
        at += usize::from(len);
    }
    at
}

/// Appends a character as UTF-8.
#[inline]
fn push(c: char, into: &mut Vec<u8>) {
    let value = u32::from(c);
    let low = |shift: u32| 0x80 | (value >> shift) as u8 & 0x3F;
    match value {
        0..=0x7F => into.push(value as u8),
        0x80..=0x7FF => into.extend_from_slice(&[0xC0 | (value >> 6) as u8, low(0)]),
        0x800..=0xFFFF => into.extend_from_slice(&[0xE0 | (value >> 12) as u8, low(6), low(0)]),
        _ => into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Appends the well-formed UTF-16 at the front of a window as UTF-8; returns the bytes consumed.
pub(super) fn of_utf16(window: &[u8], order: ByteOrder, into: &mut Vec<u8>) -> usize {
    let mut units = [0; UNITS];
    let mut text = [0; UNITS * UTF8_PER_UNIT];
    let mut at = 0;
    loop {
        let (pairs, _) = window[at..].as_chunks::<2>();
        let count = pairs.len().min(UNITS);
        match order {
            ByteOrder::Little => fill(&mut units, pairs, u16::from_le_bytes),
            ByteOrder::Big => fill(&mut units, pairs, u16::from_be_bytes),
        }
        let valid = mem::utf16_valid_up_to(&units[..count]);
        let written = mem::convert_utf16_to_utf8(&units[..valid], &mut text);
        into.extend_from_slice(&text[..written]);
        at += 2 * valid;
        // A pair may be cut by the end of the buffer; then all but its first unit was valid.
        if valid == 0 || count < UNITS || valid + 1 < count {
            return at;
        }
    }
}

#[inline]
fn fill(units: &mut [u16; UNITS], pairs: &[[u8; 2]], read: fn([u8; 2]) -> u16) {
    for (unit, pair) in units.iter_mut().zip(pairs) {
        *unit = read(*pair);
    }
}

/// A text in UTF-8.
#[derive(Debug, Clone, Copy)]
pub enum Text<'a> {
    /// It is well-formed: [`Encoding::text`] has made it.
    Known(&'a [u8]),
    /// It may be ill-formed.
    Unchecked(&'a [u8]),
}

/// A text was not written: a part of it is ill-formed, or the encoding has no bytes for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unwritten;

/// How an encoding is written in bulk.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// As the text is.
    Copy,
    Utf16(ByteOrder),
    Utf32(ByteOrder),
    /// Character by character, without state.
    Table {
        /// Whether the characters of ASCII are their own bytes.
        ascii: bool,
    },
    /// Character by character, with the state after each.
    Shifts,
}

/// Writes text in an encoding.
pub struct Writer {
    encoding: &'static Encoding,
    state: State,
    way: Way,
    /// What was written for each character of the Basic Multilingual Plane: how many bytes, and
    /// the bytes; 0 if it was not met. Many encoders have to search for a character.
    known: Vec<u64>,
    units: Vec<u16>,
}

/// Entry of a character without bytes.
const NONE: u64 = 0xFF;

impl Writer {
    /// A writer at the start of a text.
    pub fn new(encoding: &'static Encoding) -> Self {
        let way = match encoding.layout {
            Layout::Utf8(_) if encoding.is_utf8() => Way::Copy,
            Layout::Utf16(order) => Way::Utf16(order),
            Layout::Utf32(order) => Way::Utf32(order),
            _ if encoding.shifts => Way::Shifts,
            _ => Way::Table {
                ascii: writes_ascii(encoding),
            },
        };
        let known = match way {
            Way::Table { .. } => vec![0; 0x1_0000],
            _ => Vec::new(),
        };
        Self {
            encoding,
            state: State::default(),
            way,
            known,
            units: Vec::new(),
        }
    }

    /// Appends a text as a whole.
    ///
    /// # Errors
    /// It cannot be written as a whole; `out` is then unchanged.
    pub fn write(&mut self, text: Text<'_>, out: &mut Vec<u8>) -> Result<(), Unwritten> {
        let (len, state) = (out.len(), self.state);
        let written = match self.way {
            Way::Copy => copy(text, out),
            Way::Utf16(order) => self.utf16(text, order, out),
            Way::Utf32(_) | Way::Table { .. } | Way::Shifts => self.characters(text, out),
        };
        if written.is_err() {
            out.truncate(len);
            self.state = state;
        }
        written
    }

    /// Appends one character.
    ///
    /// # Errors
    /// The encoding has no bytes for it; `out` is then unchanged.
    pub fn put(&mut self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        match self.way {
            Way::Table { .. } => self.tabled(c, out),
            _ => self.encoding.encode(&mut self.state, c, out),
        }
    }

    /// Appends the bytes that end the text.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.encoding.finish(&mut self.state, out);
    }

    fn utf16(
        &mut self,
        text: Text<'_>,
        order: ByteOrder,
        out: &mut Vec<u8>,
    ) -> Result<(), Unwritten> {
        let (Text::Known(text) | Text::Unchecked(text)) = text;
        if self.units.len() <= text.len() {
            self.units.resize(text.len() + 1, 0);
        }
        let count = mem::convert_utf8_to_utf16_without_replacement(text, &mut self.units);
        let units = &self.units[..count.ok_or(Unwritten)?];
        match order {
            ByteOrder::Little => append(units, u16::to_le_bytes, out),
            ByteOrder::Big => append(units, u16::to_be_bytes, out),
        }
        Ok(())
    }

    fn characters(&mut self, text: Text<'_>, out: &mut Vec<u8>) -> Result<(), Unwritten> {
        let (Text::Known(text) | Text::Unchecked(text)) = text;
        let text = std::str::from_utf8(text).map_err(|_| Unwritten)?;
        match self.way {
            Way::Utf32(ByteOrder::Little) => points(text, u32::to_le_bytes, out),
            Way::Utf32(ByteOrder::Big) => points(text, u32::to_be_bytes, out),
            Way::Table { ascii: true } => self.over_ascii(text, out)?,
            Way::Table { ascii: false } => {
                for c in text.chars() {
                    self.tabled(c, out).map_err(|_| Unwritten)?;
                }
            }
            _ => {
                for c in text.chars() {
                    self.put(c, out).map_err(|_| Unwritten)?;
                }
            }
        }
        Ok(())
    }

    fn over_ascii(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unwritten> {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if !c.is_ascii() {
                self.tabled(c, out).map_err(|_| Unwritten)?;
                continue;
            }
            out.push(c as u8);
            let rest = chars.as_str();
            if matches!(rest.as_bytes(), [0..=0x7F, 0..=0x7F, ..]) {
                let run = Web::ascii_valid_up_to(rest.as_bytes());
                out.extend_from_slice(&rest.as_bytes()[..run]);
                chars = rest[run..].chars();
            }
        }
        Ok(())
    }

    /// Appends a character of an encoding without state.
    #[inline]
    fn tabled(&mut self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let known = self.known.get(c as usize).copied().unwrap_or_default();
        let [len, bytes @ ..] = known.to_le_bytes();
        match len {
            1 => out.push(bytes[0]),
            2 => out.extend_from_slice(&bytes[..2]),
            3..=7 => out.extend_from_slice(&bytes[..usize::from(len)]),
            0 => return self.untabled(c, out),
            _ => return Err(Unmappable(c)),
        }
        Ok(())
    }

    /// Asks the encoding for a character, and remembers the answer.
    #[cold]
    fn untabled(&mut self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let had = out.len();
        let written = self.encoding.encode(&mut self.state, c, out);
        let entry = match &out[had..] {
            [] => NONE,
            bytes => packed(bytes),
        };
        if let Some(known) = self.known.get_mut(c as usize) {
            *known = entry;
        }
        written
    }
}

/// How the bytes of a set of single bytes are written in another encoding.
pub struct ByteTable {
    /// For each byte how many bytes are written, and these; 0 if there is no such character.
    entries: [u64; 256],
    longest: usize,
}

impl ByteTable {
    /// The table of two encodings; none unless one has a byte per character and none shifts.
    pub fn new(from: &Encoding, to: &'static Encoding) -> Option<Self> {
        if from.max_len > 1 || from.shifts || to.shifts {
            return None;
        }
        let mut entries = [0; 256];
        let mut longest = 0;
        let mut out = Vec::new();
        for (byte, entry) in (0..=u8::MAX).zip(&mut entries) {
            out.clear();
            let read = from.decode(&mut State::default(), &[byte]).meaning;
            let written = read
                .scalar()
                .map(|c| to.encode(&mut State::default(), c, &mut out));
            if let Some(Ok(())) = written {
                *entry = packed(&out);
                longest = longest.max(out.len());
            }
        }
        Some(Self { entries, longest })
    }

    /// Appends what stands for the bytes at the front; returns how many were converted. It stops
    /// before a byte without a character, or one whose character cannot be written.
    pub fn convert(&self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        let had = out.len();
        // Each entry is written with its unused bytes, which the next one overwrites.
        out.resize(had + bytes.len() * self.longest + 8, 0);
        let room = &mut out[had..];
        let (mut at, mut done) = (0, 0);
        for byte in bytes {
            let entry = self.entries[usize::from(*byte)];
            if entry == 0 {
                break;
            }
            room[at..at + 8].copy_from_slice(&(entry >> 8).to_le_bytes());
            at += (entry & 0xFF) as usize;
            done += 1;
        }
        out.truncate(had + at);
        done
    }
}

/// Up to seven bytes, and before them their number.
fn packed(bytes: &[u8]) -> u64 {
    let mut entry = [0; 8];
    entry[0] = bytes.len() as u8;
    entry[1..=bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(entry)
}

/// Whether an encoding writes the characters of ASCII as the bytes of the same number.
fn writes_ascii(encoding: &Encoding) -> bool {
    let mut out = Vec::new();
    (0..0x80_u8).all(|byte| {
        out.clear();
        let mut state = State::default();
        let written = encoding.encode(&mut state, char::from(byte), &mut out);
        written.is_ok() && out == [byte]
    })
}

fn copy(text: Text<'_>, out: &mut Vec<u8>) -> Result<(), Unwritten> {
    let text = match text {
        Text::Known(text) => text,
        Text::Unchecked(text) if Web::utf8_valid_up_to(text) == text.len() => text,
        Text::Unchecked(_) => return Err(Unwritten),
    };
    out.extend_from_slice(text);
    Ok(())
}

#[inline]
fn append(units: &[u16], bytes: fn(u16) -> [u8; 2], out: &mut Vec<u8>) {
    let had = out.len();
    out.resize(had + 2 * units.len(), 0);
    for (pair, unit) in out[had..].as_chunks_mut::<2>().0.iter_mut().zip(units) {
        *pair = bytes(*unit);
    }
}

#[inline]
fn points(text: &str, bytes: fn(u32) -> [u8; 4], out: &mut Vec<u8>) {
    let had = out.len();
    out.resize(had + 4 * text.len(), 0);
    let mut count = 0;
    for (unit, c) in out[had..]
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .zip(text.chars())
    {
        *unit = bytes(u32::from(c));
        count += 1;
    }
    out.truncate(had + 4 * count);
}
