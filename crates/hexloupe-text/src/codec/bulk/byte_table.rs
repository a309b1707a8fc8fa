//! Conversion of a single-byte set straight to another encoding.
//!
//! Invariant: each byte becomes what decoding and encoding it gives, or stays unconverted.

use crate::codec::{CodecState, Encoder, Encoding};

/// The size of an entry in bytes: the count of the bytes written, and then up to seven of them.
const WORD: usize = 8;
/// Bytes converted at once.
const BLOCK: usize = 32;
/// The space for a block, and for the unused bytes written beyond its last entry: each entry gives
/// seven bytes at most.
const ROOM: usize = WORD * BLOCK;

/// The bytes of another encoding for each byte of a single-byte set.
pub struct ByteTable {
    /// For each byte, its entry; 0 if there is no such character.
    entries: Box<[u64; 256]>,
    /// The number of bytes written for a byte, if it is the same for every byte.
    width: Option<usize>,
    /// True if the bytes of ASCII stay what they are.
    ascii: bool,
}

impl ByteTable {
    /// The table from one encoding to another. `None` unless `from` has one byte per character,
    /// `to` at most seven, and neither shifts.
    pub fn new(from: &Encoding, (to, encoder): (&'static Encoding, Encoder)) -> Option<Self> {
        if from.max_len > 1 || from.shifts || to.shifts || usize::from(to.max_len) >= WORD {
            return None;
        }
        let mut entries = Box::new([0; 256]);
        let mut out = Vec::new();
        for (byte, entry) in (0..=u8::MAX).zip(entries.iter_mut()) {
            out.clear();
            let read = from.decode(&mut CodecState::default(), &[byte]).meaning;
            let written = read
                .scalar()
                .map(|c| encoder.encode(to, &mut CodecState::default(), c, &mut out));
            if let Some(Ok(())) = written {
                *entry = packed(&out);
            }
        }
        let mut lens = entries.iter().map(|entry| len(*entry));
        let first = len(entries[0]);
        Some(Self {
            width: lens.all(|len| len == first).then_some(first),
            ascii: (0..0x80_u8).all(|byte| entries[usize::from(byte)] == packed(&[byte])),
            entries,
        })
    }

    /// Appends the converted bytes of the front; returns the number of bytes converted. Stops
    /// before a byte that has no character, or has one that cannot be written.
    pub fn convert(&self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        match self.width {
            Some(1) => self.each::<1>(bytes, out),
            Some(2) => self.each::<2>(bytes, out),
            Some(4) => self.each::<4>(bytes, out),
            _ => self.blocks(bytes, out),
        }
    }

    /// Converts bytes if each becomes exactly `N` bytes.
    fn each<const N: usize>(&self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        let had = out.len();
        out.resize(had + N * bytes.len(), 0);
        let rooms = out[had..].as_chunks_mut::<N>().0;
        for (room, byte) in rooms.iter_mut().zip(bytes) {
            let word = (self.entries[usize::from(*byte)] >> 8).to_le_bytes();
            if let Some(written) = word.first_chunk() {
                *room = *written;
            }
        }
        bytes.len()
    }

    fn blocks(&self, bytes: &[u8], out: &mut Vec<u8>) -> usize {
        let mut done = 0;
        for block in bytes.chunks(BLOCK) {
            if self.ascii && block.is_ascii() {
                out.extend_from_slice(block);
                done += block.len();
                continue;
            }
            // `end` never reaches `ROOM`. `+ WORD`, `% ROOM` and `min(ROOM)` change nothing: they
            // spare the checks of bounds.
            let mut room = [0; ROOM + WORD];
            let (mut end, mut count) = (0, 0);
            for byte in block {
                let entry = self.entries[usize::from(*byte)];
                if entry == 0 {
                    break;
                }
                // Each is written with its unused bytes, which the next one overwrites.
                if let Some(place) = room[end % ROOM..].first_chunk_mut() {
                    *place = (entry >> 8).to_le_bytes();
                }
                end += len(entry);
                count += 1;
            }
            out.extend_from_slice(&room[..end.min(ROOM)]);
            done += count;
            if count < block.len() {
                break;
            }
        }
        done
    }
}

/// Packs up to seven bytes, with their count before them.
pub(super) fn packed(bytes: &[u8]) -> u64 {
    let mut entry = [0; WORD];
    entry[0] = bytes.len() as u8;
    entry[1..=bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(entry)
}

/// The number of bytes of an entry.
#[inline]
fn len(entry: u64) -> usize {
    (entry & 0xFF) as usize
}
