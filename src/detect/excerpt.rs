//! What is looked at of data of any length, and the part of it that tells most.
//!
//! A [`Look`] is the first 64 KiB and some samples further on; an [`Excerpt`] is a
//! few KiB of it around the bytes that encodings read in different ways. Invariant:
//! both are bounded, whatever the data holds.

use super::tuning;
use crate::codec::{Encoding, Meaning, Sequence, State};
use crate::window::{Peek, Window};

/// What DOS ends text with.
const DOS_END: u8 = 0x1A;
/// Code units have at most so many bytes.
const UNIT: usize = 4;

/// All that is looked at.
pub(super) struct Look {
    /// Stretches of the data, the first from its start.
    pub(super) windows: Vec<Window>,
}

impl Look {
    /// A look at data, and around some places of it.
    pub(super) fn at(data: &dyn Peek, places: &[u64]) -> Self {
        let len = data.len();
        let mut windows = vec![data.window(0, tuning::FIRST_BYTES)];
        let unit = UNIT as u64;
        let mut starts: Vec<u64> = (1..=tuning::SAMPLES)
            .map(|number| {
                (len / tuning::SAMPLES * number).saturating_sub(tuning::SAMPLE_BYTES as u64)
            })
            .chain(
                places
                    .iter()
                    .map(|place| place.saturating_sub(tuning::SAMPLE_BYTES as u64 / 2)),
            )
            .map(|start| start - start % unit)
            .filter(|start| *start >= tuning::FIRST_BYTES as u64)
            .collect();
        starts.sort_unstable();
        for start in starts {
            let reached = windows.last().map_or(0, Window::end);
            if start >= reached {
                windows.push(data.window(start, tuning::SAMPLE_BYTES));
            }
        }
        // DOS filled up the last block of a file with this, its sign for the end.
        if let Some(last) = windows.last_mut().filter(|last| last.ends) {
            let kept = last.bytes.iter().rposition(|byte| *byte != DOS_END);
            last.bytes.truncate(kept.map_or(0, |last| last + 1));
        }
        windows.retain(|window| !window.bytes.is_empty());
        Self { windows }
    }

    /// All bytes that are there, by stretches: offset, bytes, and whether the data
    /// ends with them.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (u64, &[u8], bool)> {
        self.windows.iter().flat_map(|window| {
            let edges = window.holes.iter().map(|hole| (hole.start, hole.end));
            let starts = [window.start]
                .into_iter()
                .chain(edges.clone().map(|(_, end)| end));
            let ends = edges.map(|(start, _)| start).chain([window.end()]);
            starts
                .zip(ends)
                .filter(|(start, end)| start < end)
                .map(|(start, end)| {
                    let ends = window.ends && end == window.end();
                    (start, window.slice(start, end), ends)
                })
        })
    }
}

/// A stretch that is weighed.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Its bytes, from an offset on that is a multiple of every code unit.
    bytes: Vec<u8>,
    /// How many of them stand before the place where a reading of bytes begins.
    lead: usize,
    /// Whether that place is surely a boundary.
    sure: bool,
    /// Whether the data ends with it.
    ends: bool,
}

impl Piece {
    /// Some bytes by themselves.
    pub(super) fn whole(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            lead: 0,
            sure: true,
            ends: true,
        }
    }

    /// Whether two encodings read it alike.
    pub(super) fn reads_alike(&self, one: &Encoding, other: &Encoding) -> bool {
        let (mut left, mut right) = (self.steps(one), self.steps(other));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (left, right) if left != right => return false,
                _ => {}
            }
        }
    }

    /// Appends how an encoding reads it. What is cut off at its ends is no fault.
    pub(super) fn read(&self, encoding: &Encoding, into: &mut Vec<Sequence>) {
        into.extend(self.steps(encoding));
        into.push(Sequence {
            len: 1,
            meaning: Meaning::Scalar('\n'),
        });
    }

    fn steps(&self, encoding: &Encoding) -> impl Iterator<Item = Sequence> {
        let lead = if encoding.unit > 1 { 0 } else { self.lead };
        let cut = if self.ends {
            0
        } else {
            usize::from(encoding.max_len)
        };
        let mut state = State::default();
        let mut at = lead;
        let strays = lead + usize::from(encoding.max_len);
        std::iter::from_fn(move || {
            while at < self.bytes.len() {
                let sequence = encoding.decode(&mut state, &self.bytes[at..]);
                let fault = sequence.meaning.fault().is_some();
                let begun = at < strays && !self.sure;
                at += usize::from(sequence.len);
                if !fault || !begun && at + cut <= self.bytes.len() {
                    return Some(sequence);
                }
            }
            None
        })
    }

    /// Its bytes as far as they are whole characters: from a sure beginning to the last
    /// byte that no character ends with or goes on with; all of them if the data ends
    /// there.
    pub(super) fn whole_characters(&self) -> &[u8] {
        let bytes = self.bytes();
        let end = match bytes.iter().rposition(|byte| *byte < b'0') {
            _ if !self.sure => 0,
            _ if self.ends => bytes.len(),
            last => last.map_or(0, |last| last + 1),
        };
        &bytes[..end]
    }

    /// Whether its first byte surely begins a character.
    pub(super) fn is_sure(&self) -> bool {
        self.sure
    }

    /// Its bytes, from where a reading of bytes begins.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.lead..]
    }
}

/// The part of a look that tells most.
#[derive(Debug, Clone, Default)]
pub(super) struct Excerpt {
    /// Its stretches, in order.
    pub(super) pieces: Vec<Piece>,
}

impl Excerpt {
    /// The surroundings of the bytes that are telling.
    pub(super) fn of(look: &Look, telling: impl Fn(u8) -> bool) -> Self {
        let mut pieces = Vec::new();
        for (offset, bytes, ends) in look.stretches() {
            let most = if offset == 0 {
                tuning::EXCERPT_BYTES
            } else {
                tuning::EXCERPT_SAMPLE_BYTES
            };
            let mut room = most;
            // In the middle of the data a character begins surely behind a blank or the
            // end of a line; without one a sample is not worth its doubts.
            let mut from = match bytes.iter().position(|byte| *byte < b'0') {
                _ if offset == 0 => 0,
                Some(blank) => blank + 1,
                None if pieces.is_empty() => 0,
                None => continue,
            };
            while room > 0 {
                let found = bytes[from..].iter().position(|byte| telling(*byte));
                let Some(at) = found.map(|found| from + found) else {
                    break;
                };
                let piece = surroundings(bytes, from, at, room, &telling);
                let (start, end) = (piece.start, piece.end);
                let skew = (offset as usize + start) % UNIT;
                let aligned = start.saturating_sub(skew);
                pieces.push(Piece {
                    bytes: bytes[aligned..end].to_vec(),
                    lead: start - aligned,
                    sure: offset == 0 && start == 0 || start > 0 && bytes[start - 1] < b'0',
                    ends: ends && end == bytes.len(),
                });
                room = room.saturating_sub(end - start);
                from = end;
            }
        }
        Self { pieces }
    }

    /// Its first stretches, so many bytes of them.
    pub(super) fn part(&self, most: usize) -> Self {
        let mut room = most;
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            let len = piece.bytes().len().min(room - room % UNIT);
            if len == 0 {
                break;
            }
            room -= len;
            let mut part = piece.clone();
            part.bytes.truncate(piece.lead + len);
            part.ends &= part.bytes.len() == piece.bytes.len();
            pieces.push(part);
        }
        Self { pieces }
    }

    /// All of a look.
    pub(super) fn all(look: &Look) -> Self {
        let pieces = look.stretches().map(|(offset, bytes, ends)| Piece {
            bytes: bytes.to_vec(),
            lead: 0,
            sure: offset == 0,
            ends,
        });
        Self {
            pieces: pieces.collect(),
        }
    }

    /// Some bytes by themselves.
    pub(super) fn whole(bytes: &[u8]) -> Self {
        Self {
            pieces: vec![Piece::whole(bytes)],
        }
    }

    /// How an encoding reads it.
    pub(super) fn read(&self, encoding: &Encoding) -> Vec<Sequence> {
        let mut text = Vec::new();
        for piece in &self.pieces {
            piece.read(encoding, &mut text);
        }
        text
    }

    /// Bytes in all.
    pub(super) fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.bytes().len()).sum()
    }
}

/// The stretch from some bytes before a telling one to some bytes behind the last
/// that is near, in whole words where words can be told.
fn surroundings(
    bytes: &[u8],
    from: usize,
    at: usize,
    most: usize,
    telling: impl Fn(u8) -> bool,
) -> std::ops::Range<usize> {
    let back = at.saturating_sub(tuning::CONTEXT_BYTES).max(from);
    // Behind a blank or a line end no character goes on.
    let begin = (back..at).find(|&at| at == 0 || bytes[at - 1] < b'0');
    let start = begin.unwrap_or(back);
    let limit = bytes.len().min(start + most);
    let mut end = at + 1;
    let mut last = at;
    while end < limit && end - last <= tuning::CONTEXT_BYTES {
        if telling(bytes[end]) {
            last = end;
        }
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn an_excerpt_is_around_the_bytes_that_tell() {
        let mut data = vec![b'a'; 1000];
        data.extend(" мир ".bytes());
        data.extend([b'b'; 1000]);
        let look = Look::at(&data, &[]);
        let excerpt = Excerpt::of(&look, |byte| byte >= 0x80);
        assert_eq!(excerpt.pieces.len(), 1);
        assert!((50..120).contains(&excerpt.len()));
        let text = excerpt.read(table::UTF_8);
        let faults = text.iter().filter(|step| step.meaning.fault().is_some());
        assert_eq!(faults.count(), 0);
    }

    #[test]
    fn a_look_is_bounded_and_reaches_the_end() {
        let data = vec![0xC0; 3 << 20];
        let look = Look::at(&data, &[1 << 20]);
        let len: usize = look.stretches().map(|(_, bytes, _)| bytes.len()).sum();
        assert_eq!(len, tuning::FIRST_BYTES + 5 * tuning::SAMPLE_BYTES);
        assert!(look.windows.last().unwrap().ends);
        assert!(
            Excerpt::of(&look, |byte| byte >= 0x80).len()
                <= tuning::EXCERPT_BYTES + 5 * tuning::EXCERPT_SAMPLE_BYTES
        );
    }
}
