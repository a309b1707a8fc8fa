//! Data in any encoding, seen as UTF-8.
//!
//! The search for mojibake, and its repair, go by words, whose bytes beyond ASCII are the evidence.
//! Text in UTF-16, UTF-32 or EBCDIC has no such words, but its UTF-8 has. A view decodes the data
//! in blocks on request, and maps each place in the text to its place in the data. A sequence
//! without a scalar value is one byte FF, a fault in UTF-8 too. Invariant: memory holds one block
//! and the starts of all, whatever the data holds.

use std::cell::RefCell;
use std::ops::Range;

use super::recode::{ConversionLoss, ConversionStop, Witness};
use super::{Control, JobEnd};
use crate::codec::{Anchor, CodecState, Encoding, Meaning, Walk};
use crate::window::{Peek, Window};

/// Bytes of the data decoded at once.
const BLOCK: u64 = 64 * 1024;
/// Bytes that hold a character and the shifts before it.
const NEAR: usize = 64;
/// The stand-in for a sequence without a scalar value: no UTF-8 has this byte.
const FAULT: u8 = 0xFF;

/// The start of a block.
#[derive(Debug, Clone, Copy)]
struct BlockStart {
    /// In the text.
    text: u64,
    /// In the data.
    anchor: Anchor,
}

/// Some data as UTF-8.
pub struct TextView<'a> {
    data: &'a dyn Peek,
    encoding: &'static Encoding,
    phase: u64,
    starts: Vec<BlockStart>,
    len: u64,
    /// The block decoded last: its number and its text.
    block: RefCell<Option<(usize, Vec<u8>)>>,
    /// The place sought last.
    cursor: RefCell<BlockStart>,
}

impl<'a> TextView<'a> {
    /// Goes through some data and stores the starts of its blocks.
    ///
    /// # Errors
    /// The bytes from an offset on cannot be read.
    pub fn build(
        control: &mut Control<'_>,
        data: &'a dyn Peek,
        encoding: &'static Encoding,
        phase: u64,
    ) -> JobEnd<Result<Self, u64>> {
        let first = BlockStart {
            text: 0,
            anchor: Anchor {
                offset: 0,
                state: CodecState::default(),
            },
        };
        let mut view = Self {
            data,
            encoding,
            phase: phase % u64::from(encoding.unit),
            starts: Vec::new(),
            len: 0,
            block: RefCell::new(None),
            cursor: RefCell::new(first),
        };
        let mut start = first;
        loop {
            let (text, end) = match view.decode(start.anchor) {
                Ok(decoded) => decoded,
                Err(unreadable) => return JobEnd::Done(Err(unreadable)),
            };
            if end.offset == start.anchor.offset {
                view.len = start.text;
                return JobEnd::Done(Ok(view));
            }
            view.starts.push(start);
            start = BlockStart {
                text: start.text + text.len() as u64,
                anchor: end,
            };
            if control.reached(end.offset) {
                return JobEnd::Cancelled;
            }
        }
    }

    /// The encoding of the data.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The text of the block that begins at a place, and its end.
    fn decode(&self, from: Anchor) -> Result<(Vec<u8>, Anchor), u64> {
        let until = from.offset + BLOCK;
        let seen = BLOCK + u64::from(self.encoding.look) - 1;
        let window = self.data.window(from.offset, seen as usize);
        if let Some(hole) = window.holes.first() {
            return Err(hole.start);
        }
        let (mut at, mut text) = (from, Vec::with_capacity(BLOCK as usize));
        while at.offset < until.min(window.end()) {
            if at.offset > 0 && at.offset >= self.phase {
                let bytes = window.slice(at.offset, window.end());
                let done = self
                    .encoding
                    .text(&mut at.state, bytes, window.ends, &mut text);
                at.offset += done as u64;
                if done > 0 {
                    continue;
                }
            }
            match self.step(&window, at) {
                Some((part, end)) => {
                    text.extend_from_slice(part.as_bytes());
                    at = end;
                }
                None => break,
            }
        }
        Ok((text, at))
    }

    /// The text of one step, and its end.
    fn step(&self, window: &Window, from: Anchor) -> Option<(StepText, Anchor)> {
        let mut walk = Walk::new(self.encoding, self.phase, window).at(from);
        let step = walk.next()?;
        let mut text = StepText::default();
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => step.meaning.scalars().for_each(|c| {
                text.len += c.encode_utf8(&mut text.bytes[text.len..]).len();
            }),
            Meaning::Shift => {}
            Meaning::Surrogate(_)
            | Meaning::Beyond(_)
            | Meaning::IllFormed(_)
            | Meaning::Absent(_) => {
                text.bytes[0] = FAULT;
                text.len = 1;
            }
        }
        let end = Anchor {
            offset: step.end(),
            state: walk.anchor().state,
        };
        Some((text, end))
    }

    /// The number of the block that holds a place in the text.
    fn block_of(&self, at: u64) -> Option<usize> {
        let after = self.starts.partition_point(|start| start.text <= at);
        after.checked_sub(1)
    }

    /// The place in the data of a place in the text: the start of the character.
    pub fn origin(&self, at: u64) -> u64 {
        let Some(start) = self.block_of(at).map(|block| self.starts[block]) else {
            return 0;
        };
        let mut cursor = self.cursor.borrow_mut();
        if !(start.text..=at).contains(&cursor.text) {
            *cursor = start;
        }
        let seen = BLOCK + u64::from(self.encoding.look) - 1;
        let window = self.data.window(cursor.anchor.offset, seen as usize);
        while let Some((text, end)) = self.step(&window, cursor.anchor) {
            let after = cursor.text + text.len as u64;
            if after > at {
                break;
            }
            *cursor = BlockStart {
                text: after,
                anchor: end,
            };
        }
        cursor.anchor.offset
    }

    /// The places in the data of ascending places in the text, in one pass: each is where the text before it
    /// ends, before any shifts of what follows. A place inside a sequence is the start of that.
    pub fn ends_before(&self, places: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut at = BlockStart {
            text: 0,
            anchor: Anchor {
                offset: 0,
                state: CodecState::default(),
            },
        };
        let near = NEAR as u64 + u64::from(self.encoding.look);
        let mut window = Window::default();
        let mut found = Vec::new();
        for place in places {
            let before = self.starts.partition_point(|start| start.text < place);
            let start = before.checked_sub(1).map(|block| self.starts[block]);
            at = start.filter(|start| start.text > at.text).unwrap_or(at);
            while at.text < place {
                let offset = at.anchor.offset;
                let has_all = window.ends || offset + near <= window.end();
                if offset < window.start || !has_all {
                    window = self.data.window(offset, BLOCK as usize + near as usize);
                }
                let next = self.step(&window, at.anchor);
                let Some((text, anchor)) = next else {
                    break;
                };
                let after = at.text + text.len as u64;
                if after > place {
                    break;
                }
                at = BlockStart {
                    text: after,
                    anchor,
                };
            }
            found.push(at.anchor.offset);
        }
        found
    }

    /// The places in the data of a range of the text.
    pub fn origins(&self, range: &Range<u64>) -> Range<u64> {
        let start = self.origin(range.start);
        start..self.origin(range.end).max(start)
    }
}

/// The text of a step.
#[derive(Default)]
struct StepText {
    bytes: [u8; 8],
    len: usize,
}

impl StepText {
    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Peek for TextView<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let end = self.len.min(start.saturating_add(len as u64));
        let mut window = Window {
            start,
            ends: end == self.len,
            ..Window::default()
        };
        let mut known = self.block.borrow_mut();
        while window.end() < end
            && let Some(number) = self.block_of(window.end())
        {
            let first = self.starts[number];
            let text = match &mut *known {
                Some((known, text)) if *known == number => text,
                known => match self.decode(first.anchor) {
                    Ok((text, _)) => &mut known.insert((number, text)).1,
                    Err(_) => break,
                },
            };
            let from = (window.end() - first.text) as usize;
            let until = ((end - first.text) as usize).min(text.len());
            // The data has changed.
            let Some(part) = text.get(from..until).filter(|part| !part.is_empty()) else {
                break;
            };
            window.bytes.extend_from_slice(part);
        }
        window
    }
}

/// Converts reports about a view into reports about its data.
pub struct OfData<'a> {
    witness: &'a mut dyn Witness,
    view: &'a TextView<'a>,
}

impl<'a> OfData<'a> {
    /// Reports to a witness.
    pub fn new(witness: &'a mut dyn Witness, view: &'a TextView<'a>) -> Self {
        Self { witness, view }
    }
}

impl Witness for OfData<'_> {
    fn wants_each(&self) -> bool {
        self.witness.wants_each()
    }

    fn lossy(&mut self, loss: &ConversionLoss<'_>) {
        let view = self.view;
        let place = loss.offset..loss.offset + loss.bytes.len() as u64;
        let origin = view.origins(&place);
        let len = (origin.end - origin.start) as usize;
        let window = view.data.window(origin.start, len);
        self.witness.lossy(&ConversionLoss {
            offset: origin.start,
            bytes: &window.bytes,
            ..*loss
        });
    }

    fn stopped(&mut self, stop: &ConversionStop<'_>) {
        let view = self.view;
        let offset = view.origin(stop.offset());
        let reach = view.encoding.reach_from_anywhere();
        let before = offset.saturating_sub(reach.before);
        let len = offset - before + reach.after + u64::from(view.encoding.max_len);
        let window = view.data.window(before, len as usize);
        let anchor = Anchor {
            offset,
            state: view.cursor.borrow().anchor.state,
        };
        let mut walk = Walk::new(view.encoding, view.phase, &window).at(anchor);
        let Some(found) = walk.next() else {
            return self.witness.stopped(stop);
        };
        self.witness.stopped(&ConversionStop {
            from: view.encoding,
            to: stop.to,
            // A fault belongs to the data; a character may be a repaired one.
            meaning: match stop.meaning {
                Meaning::IllFormed(_) => found.meaning,
                meaning => meaning,
            },
            context: &walk.context(&found),
            position: stop.position,
        });
    }
}
