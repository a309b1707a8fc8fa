//! The cells of the screen's rows without the rows: flat, and made fast.
//!
//! What is true of a well-formed sequence is true wherever it stands, so it is
//! found out once and kept. Invariant: a tile says of its byte what the cell in
//! [`row::rows`] does, and glyphs stand where they do
//! there; a test holds the two together.

use super::feed::Chunk;
use crate::codec::{Encoding, Masks, Meaning, Step};
use crate::model::row::{self, Cut, Part, Role};
use crate::model::text::{BOM, OPENING};
use crate::unicode::glyph;

/// One byte, for the eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) byte: u8,
    pub(super) role: Role,
    pub(super) part: Part,
    pub(super) masks: Masks,
}

/// What stands in the code point pane for a sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Offset of the cell it begins in.
    pub(super) at: u64,
    pub(super) columns: u8,
    pub(super) role: Role,
    start: u32,
    end: u32,
}

/// Sequences have at most this many bytes.
const MOST: usize = 8;
/// Sequences that are kept; a power of two.
const KEPT: usize = 4096;
/// Bytes of UTF-8 that a kept glyph may have.
const GLYPH: usize = 11;

/// What is known of a well-formed sequence.
#[derive(Clone, Copy)]
struct Known {
    /// Its bytes and length; 0 for none.
    key: u64,
    masks: [Masks; 4],
    roles: [Role; 4],
    /// Its glyph where it stands in one row, and the bytes and columns of that.
    glyph: [u8; GLYPH],
    len: u8,
    columns: u8,
    /// As what the glyph is drawn.
    shown: Role,
}

/// The tiles of a chunk and what they were made with.
pub(super) struct Tiles {
    encoding: &'static Encoding,
    cut: Cut,
    known: Vec<Known>,
    /// Offset of the first tile.
    pub(super) start: u64,
    pub(super) all: Vec<Tile>,
    pub(super) placed: Vec<Placed>,
    text: Vec<u8>,
}

impl Tiles {
    pub(super) fn new(encoding: &'static Encoding, cut: Cut) -> Self {
        let none = Known {
            key: 0,
            masks: [Masks::PAYLOAD; 4],
            roles: [Role::Ascii; 4],
            glyph: [0; GLYPH],
            len: 0,
            columns: 0,
            shown: Role::Ascii,
        };
        Self {
            encoding,
            cut,
            known: vec![none; KEPT],
            start: 0,
            all: Vec::new(),
            placed: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Lays the tiles of a chunk.
    pub(super) fn lay(&mut self, chunk: &Chunk) {
        self.all.clear();
        self.placed.clear();
        self.text.clear();
        let steps = &chunk.stretch.steps;
        self.start = steps.first().map_or(chunk.range.start, |step| step.offset);
        let width = u64::from(self.cut.width);
        let mut row_end = self.start - self.start % width + width;
        for step in steps {
            while row_end <= step.offset {
                row_end += width;
            }
            self.step(chunk, step, step.end() <= row_end);
        }
    }

    /// The text of a glyph, UTF-8.
    pub(super) fn text(&self, placed: &Placed) -> &[u8] {
        self.text
            .get(placed.start as usize..placed.end as usize)
            .unwrap_or_default()
    }

    fn step(&mut self, chunk: &Chunk, step: &Step, in_one_row: bool) {
        let bytes = chunk.bytes(step);
        let c = match step.meaning {
            // Of the first bytes a byte order mark may decide.
            Meaning::Scalar(c) if c != BOM && bytes.len() <= 4 && step.offset >= OPENING => c,
            _ => return self.rare(chunk, step),
        };
        let key = bytes
            .iter()
            .fold(1, |key, &byte| key << 8 | u64::from(byte));
        // Multiplied, all bytes reach the bits that are looked at.
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % KEPT;
        if self.known[place].key != key {
            self.known[place] = self.learn(chunk, step, c, key);
        }
        let known = &self.known[place];
        for (index, &byte) in bytes.iter().enumerate() {
            self.all.push(Tile {
                byte,
                role: known.roles[index],
                part: row::part(index as u64, step.len),
                masks: known.masks[index],
            });
        }
        if !in_one_row || known.len == 0 {
            return self.place(step, known.roles[0]);
        }
        let start = self.text.len() as u32;
        match known.glyph[..usize::from(known.len)] {
            [one] => self.text.push(one),
            ref text => self.text.extend_from_slice(text),
        }
        let end = self.text.len() as u32;
        let (columns, role) = (known.columns, known.shown);
        self.placed.push(Placed {
            at: step.offset,
            columns,
            role,
            start,
            end,
        });
    }

    /// Finds out what is true of a sequence wherever it stands.
    fn learn(&self, chunk: &Chunk, step: &Step, c: char, key: u64) -> Known {
        let len = step.len as usize;
        let mut known = Known {
            key,
            masks: [Masks::PAYLOAD; 4],
            roles: std::array::from_fn(|index| row::role(&chunk.stretch, step, index)),
            glyph: [0; GLYPH],
            len: 0,
            columns: 0,
            shown: Role::Ascii,
        };
        self.encoding
            .masks(&chunk.stretch.scene(step), &mut known.masks[..len]);
        let slot = (len as u16 * self.cut.columns) as u8;
        let glyph = glyph::of(c, slot, self.cut.charset);
        if let Some(place) = known.glyph.get_mut(..glyph.text.len()) {
            place.copy_from_slice(glyph.text.as_bytes());
            (known.len, known.columns) = (glyph.text.len() as u8, glyph.columns);
            known.shown = known.roles[0].of_glyph(glyph.kind);
        }
        known
    }

    /// What depends on what stands around it.
    fn rare(&mut self, chunk: &Chunk, step: &Step) {
        let mut masks = [Masks::PAYLOAD; MOST];
        let len = (step.len as usize).min(MOST);
        if !matches!(step.meaning, Meaning::Absent(_)) {
            self.encoding
                .masks(&chunk.stretch.scene(step), &mut masks[..len]);
        }
        for (index, &byte) in chunk.bytes(step).iter().enumerate() {
            self.all.push(Tile {
                byte,
                role: row::role(&chunk.stretch, step, index),
                part: row::part(index as u64, step.len),
                masks: masks[index % MOST],
            });
        }
        let role = row::role(&chunk.stretch, step, 0);
        if step.len == 1 && step.meaning.fault().is_some() {
            let start = self.text.len() as u32;
            self.text.push(b'!');
            self.placed.push(Placed {
                at: step.offset,
                columns: 1,
                role,
                start,
                end: start + 1,
            });
            return;
        }
        self.place(step, role);
    }

    /// Places a glyph where the rows of the screen have it.
    fn place(&mut self, step: &Step, role: Role) {
        let (at, glyph, _) = row::glyph_place(step, &step.range(), self.cut);
        let start = self.text.len() as u32;
        self.text.extend_from_slice(glyph.text.as_bytes());
        let end = self.text.len() as u32;
        self.placed.push(Placed {
            at,
            columns: glyph.columns,
            role: role.of_glyph(glyph.kind),
            start,
            end,
        });
    }
}
