//! Units of UTF-16 written as the bytes of an encoding.
//!
//! Many encoders have to search for a character, so their answers are remembered. Invariant: a text
//! is written as a whole or not at all.

use super::byte_table::packed;
use super::{BLOCK, first, from_utf8, is_low, is_surrogate, narrow, to_utf8, wide};
use crate::codec::{BitLayout, ByteOrder, CodecState, Encoder, Encoding, Unmappable};

/// A text was not written: a part of it is ill-formed, or the encoding has no bytes for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BulkWriteError;

/// The way to write an encoding in bulk.
#[derive(Debug, Clone, Copy)]
enum BulkMethod {
    Utf8,
    Utf16(ByteOrder),
    Utf32(ByteOrder),
    /// Character by character, without state.
    Table {
        /// True if each character of ASCII is written as its own byte.
        ascii: bool,
        /// True if each character has one byte.
        single: bool,
    },
    /// Character by character: for an encoding that shifts, or has very long characters.
    OneByOne,
}

/// Writes text in an encoding.
pub struct BulkWriter {
    encoding: &'static Encoding,
    encoder: Encoder,
    state: CodecState,
    way: BulkMethod,
    /// For each character of the Basic Multilingual Plane, its entry; 0 if it has not occurred.
    known: Vec<u64>,
    /// The same for the supplementary characters that occurred last, indexed by the lowest bits of
    /// their code point.
    beyond: Vec<(char, u64)>,
    units: Vec<u16>,
}

/// The entry of a character that has no bytes: a count that is larger than an entry.
const NONE: u64 = 0xFF;
/// The size of an entry in bytes: the count of the bytes written, and then up to seven of them.
const WORD: usize = 8;
/// The space for a block, and for the unused bytes written beyond its last character: each entry
/// gives seven bytes at most.
const ROOM: usize = WORD * BLOCK;
/// The number of supplementary characters that are remembered.
const BEYOND: usize = 1024;

impl BulkWriter {
    /// A writer at the start of a text.
    pub fn new(encoding: &'static Encoding, encoder: Encoder) -> Self {
        let way = match encoding.layout {
            BitLayout::Utf8(_) if encoding.is_utf8() => BulkMethod::Utf8,
            BitLayout::Utf16(order) => BulkMethod::Utf16(order),
            BitLayout::Utf32(order) => BulkMethod::Utf32(order),
            _ if encoding.shifts || usize::from(encoding.max_len) >= WORD => BulkMethod::OneByOne,
            _ => BulkMethod::Table {
                ascii: writes_ascii(encoding),
                single: encoding.max_len == 1,
            },
        };
        let (known, beyond) = match way {
            BulkMethod::Table { .. } => (vec![0; 0x1_0000], vec![('\0', 0); BEYOND]),
            _ => (Vec::new(), Vec::new()),
        };
        Self {
            encoding,
            encoder,
            state: CodecState::default(),
            way,
            known,
            beyond,
            units: Vec::new(),
        }
    }

    /// The encoder's state after the text written so far.
    pub fn state(&self) -> CodecState {
        self.state
    }

    /// Continues as if the text written so far had led to a state.
    pub fn resume(&mut self, state: CodecState) {
        self.state = state;
    }

    /// Appends a text in UTF-8 as a whole.
    ///
    /// # Errors
    /// It cannot be written as a whole; `out` is then unchanged.
    pub fn write(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), BulkWriteError> {
        let mut units = std::mem::take(&mut self.units);
        units.resize(units.len().max(text.len()), 0);
        let read = from_utf8::units(text, &mut units);
        let written = if read.bytes == text.len() {
            self.units(&units[..read.units], out)
        } else {
            Err(BulkWriteError)
        };
        self.units = units;
        written
    }

    /// Appends some well-formed UTF-16 as a whole. For a lone surrogate the output is not defined.
    ///
    /// # Errors
    /// The encoding has no bytes for a character; `out` is then unchanged.
    pub fn units(&mut self, units: &[u16], out: &mut Vec<u8>) -> Result<(), BulkWriteError> {
        let (len, state) = (out.len(), self.state);
        let written = match self.way {
            BulkMethod::Utf8 => {
                to_utf8::append(units, out);
                Ok(())
            }
            BulkMethod::Utf16(order) => {
                wide::to_utf16(units, order, out);
                Ok(())
            }
            BulkMethod::Utf32(order) => {
                wide::to_utf32(units, order, out);
                Ok(())
            }
            BulkMethod::Table { ascii, single } => self.by_table(units, (ascii, single), out),
            BulkMethod::OneByOne => self.one_by_one(units, out),
        };
        written.map_err(|_| {
            out.truncate(len);
            self.state = state;
            BulkWriteError
        })
    }

    /// Appends one character.
    ///
    /// # Errors
    /// The encoding has no bytes for it; `out` is then unchanged.
    pub fn write_char(&mut self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let BulkMethod::Table { .. } = self.way else {
            return self.encode(c, out);
        };
        let [len, bytes @ ..] = self.entry(c).to_le_bytes();
        let bytes = bytes.get(..usize::from(len)).ok_or(Unmappable(c))?;
        out.extend_from_slice(bytes);
        Ok(())
    }

    /// Appends the bytes that end the text.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.encoding.finish(&mut self.state, out);
    }

    fn encode(&mut self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        self.encoder.encode(self.encoding, &mut self.state, c, out)
    }

    fn one_by_one(&mut self, units: &[u16], out: &mut Vec<u8>) -> Result<(), Unmappable> {
        for c in char::decode_utf16(units.iter().copied()).flatten() {
            self.encode(c, out)?;
        }
        Ok(())
    }

    fn by_table(
        &mut self,
        units: &[u16],
        (ascii, single): (bool, bool),
        out: &mut Vec<u8>,
    ) -> Result<(), Unmappable> {
        let mut at = 0;
        while at < units.len() {
            let rest = &units[at..];
            if ascii && let Some(bytes) = narrow::<{ BLOCK / 2 }>(rest) {
                out.extend_from_slice(&bytes);
                at += bytes.len();
                continue;
            }
            if single && let Some(bytes) = self.bytes(rest) {
                out.extend_from_slice(&bytes);
                at += bytes.len();
                continue;
            }
            at += self.block(&rest[..rest.len().min(BLOCK)], rest, out)?;
        }
        Ok(())
    }

    /// The bytes of the characters at the front, if all of them occurred before and have one byte
    /// each.
    #[inline]
    fn bytes(&self, units: &[u16]) -> Option<[u8; BLOCK]> {
        let known = self.known.first_chunk::<0x1_0000>()?;
        let entries = { units.first_chunk::<BLOCK>()? }.map(|unit| known[usize::from(unit)]);
        let single = |entry: &u64| entry & 0xFF == 1;
        let all = entries.iter().fold(true, |all, entry| all & single(entry));
        all.then(|| entries.map(|entry| (entry >> 8) as u8))
    }

    /// Appends the characters that begin in `block`, which is the front of `rest`; returns the
    /// number of their units.
    fn block(
        &mut self,
        block: &[u16],
        rest: &[u16],
        out: &mut Vec<u8>,
    ) -> Result<usize, Unmappable> {
        // `end` never reaches `ROOM`. `+ WORD`, `% ROOM` and `min(ROOM)` change nothing: they spare
        // the checks of bounds.
        let mut room = [0; ROOM + WORD];
        // Open pairs, 0 or 1: high surrogates whose low one is still to come.
        let (mut end, mut open_pairs) = (0, 0);
        for (at, unit) in block.iter().enumerate() {
            let mut entry = self.known.get(usize::from(*unit)).copied().unwrap_or(0);
            if matches!(entry, 0 | NONE) {
                // No bytes are known: it did not occur before, cannot be written, or is half of a
                // pair.
                if is_low(*unit) && open_pairs > 0 {
                    open_pairs -= 1;
                    continue;
                }
                let c = first(&rest[at..]).unwrap_or(char::REPLACEMENT_CHARACTER);
                open_pairs += usize::from(is_surrogate(*unit));
                entry = self.entry(c);
                if entry == NONE {
                    return Err(Unmappable(c));
                }
            }
            // Each is written with its unused bytes, which the next one overwrites.
            if let Some(place) = room[end % ROOM..].first_chunk_mut() {
                *place = (entry >> 8).to_le_bytes();
            }
            end += (entry & 0xFF) as usize;
        }
        out.extend_from_slice(&room[..end.min(ROOM)]);
        // The last character may have its low surrogate after the block.
        Ok(block.len() + open_pairs)
    }

    /// The entry of a character; asks the encoding if it did not occur before.
    fn entry(&mut self, c: char) -> u64 {
        let (value, slot) = (c as usize, c as usize % BEYOND);
        match (self.known.get(value), self.beyond.get(slot)) {
            (Some(&known), _) if known != 0 => known,
            (None, Some(&(met, known))) if met == c && known != 0 => known,
            _ => {
                let entry = self.asked(c);
                if let Some(known) = self.known.get_mut(value) {
                    *known = entry;
                } else if let Some(known) = self.beyond.get_mut(slot) {
                    *known = (c, entry);
                }
                entry
            }
        }
    }

    #[cold]
    fn asked(&mut self, c: char) -> u64 {
        let mut bytes = Vec::new();
        match self.encode(c, &mut bytes) {
            Ok(()) => packed(&bytes),
            Err(_) => NONE,
        }
    }
}

/// Reports whether an encoding writes the characters of ASCII as the bytes of the same number.
fn writes_ascii(encoding: &Encoding) -> bool {
    let mut out = Vec::new();
    (0..0x80_u8).all(|byte| {
        out.clear();
        let mut state = CodecState::default();
        let written = encoding.encode(&mut state, char::from(byte), &mut out);
        written.is_ok() && out == [byte]
    })
}
