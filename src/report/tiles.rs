//! The cells of the screen's rows without the rows: flat, and made fast.
//!
//! What is true of a well-formed sequence is true wherever it stands, so it is
//! found out once and kept, down to the text that is printed. Invariant: a tile
//! says of its byte what the cell in [`row::rows`] does, and glyphs stand where
//! they do there; a test holds the two together.

use super::feed::Chunk;
use super::kept::{Kept, Key, MOST as KEPT};
use super::stamps::{Stamps, Tile};
use super::strips::Strip;
use crate::codec::{Encoding, Masks, Meaning, Step};
use crate::model::row::{self, Cut, Role};
use crate::model::theme::Theme;

/// Sequences have at most this many bytes.
const MOST: usize = 8;
/// Bytes of ready-made text from which on all is found out anew.
const FULL: usize = 1 << 20;

/// What is known of a well-formed sequence that ends so many bytes behind the
/// end of its row, if it does.
#[derive(Clone, Copy)]
struct Known {
    /// The stamps of its bytes.
    stamps: [u32; KEPT],
    /// What stands in the code point pane in each row it has a part in.
    points: [Strip; KEPT],
    rows: u8,
    /// Whether it begins with a sign, so that the stamp on its left is another.
    opens: bool,
}

/// The tiles of a chunk and what they were made with.
pub(super) struct Tiles {
    encoding: &'static Encoding,
    cut: Cut,
    known: Kept<Known>,
    pub(super) stamps: Stamps,
    /// Offset of the first tile.
    pub(super) start: u64,
    /// The stamp of each tile; behind them there is room for more.
    all: Vec<u32>,
    laid: usize,
    /// What stands in the code point pane, one behind the other; none of it goes
    /// on in another row. Behind there is room for more.
    points: Vec<Strip>,
    strips: usize,
    /// Bytes that could not be read.
    pub(super) unreadable: u64,
}

impl Tiles {
    pub(super) fn new(encoding: &'static Encoding, cut: Cut, theme: Option<Theme>) -> Self {
        Self {
            encoding,
            cut,
            known: Kept::new(Known {
                stamps: [0; KEPT],
                points: [Strip::EMPTY; KEPT],
                rows: 0,
                opens: false,
            }),
            stamps: Stamps::new(theme),
            start: 0,
            all: Vec::new(),
            laid: 0,
            points: Vec::new(),
            strips: 0,
            unreadable: 0,
        }
    }

    /// The stamp of each tile.
    pub(super) fn all(&self) -> &[u32] {
        &self.all[..self.laid]
    }

    /// What stands in the code point pane.
    pub(super) fn points(&self) -> &[Strip] {
        &self.points[..self.strips]
    }

    /// Lays the tiles of a chunk.
    pub(super) fn lay(&mut self, chunk: &Chunk) {
        if self.stamps.strips.size() > FULL {
            self.stamps.clear();
            self.known.clear();
        }
        let steps = &chunk.stretch.steps;
        let printed = steps.partition_point(|step| step.end() <= chunk.range.start);
        let mut steps = &steps[printed..];
        let ends = steps.first().zip(steps.last());
        let span = ends.map_or(chunk.range.clone(), |(first, last)| {
            first.offset..last.end()
        });
        self.start = span.start;
        let room = (span.end - span.start) as usize + KEPT;
        self.all.resize(room, 0);
        self.points.resize(room, Strip::EMPTY);
        (self.laid, self.strips, self.unreadable) = (0, 0, 0);
        let width = u64::from(self.cut.width);
        let mut row_end = span.start - span.start % width;
        loop {
            steps = self.known(chunk, steps, &mut row_end);
            let Some((step, behind)) = steps.split_first() else {
                break;
            };
            while row_end <= step.offset {
                row_end += width;
            }
            let room = (row_end - step.offset) as usize;
            match step.meaning {
                Meaning::IllFormed(_) => self.fault(chunk, step, room),
                _ => self.step(chunk, step, room),
            }
            steps = behind;
        }
    }

    /// Lays an ill-formed step: what depends on what stands around it are the
    /// masks alone.
    #[inline(never)]
    fn fault(&mut self, chunk: &Chunk, step: &Step, room: usize) {
        let mut masks = [Masks::PAYLOAD; MOST];
        let len = (step.len as usize).min(MOST);
        self.encoding
            .masks(&chunk.stretch.scene(step), &mut masks[..len]);
        let window = &chunk.stretch.window;
        let bytes = &window.bytes[(step.offset - window.start) as usize..];
        for (index, (&byte, &masks)) in bytes.iter().zip(&masks[..len]).enumerate() {
            let stamp = self.stamps.of(Tile {
                byte,
                role: Role::Fault,
                part: row::part(index as u64, step.len),
                masks,
            });
            self.all[self.laid] = stamp;
            self.laid += 1;
        }
        self.point(chunk, step, room);
    }

    /// Lays steps up to the first of which nothing is known; answers what is
    /// left. What comes most is copied here, in pieces of a fixed size of which
    /// not all may count.
    #[inline(never)]
    fn known<'s>(&mut self, chunk: &Chunk, steps: &'s [Step], row_end: &mut u64) -> &'s [Step] {
        let (width, window) = (u64::from(self.cut.width), &chunk.stretch.window);
        let (all, points) = (self.all.as_mut_slice(), self.points.as_mut_slice());
        let (mut tiles, mut strips, mut end) = (self.laid, self.strips, *row_end);
        let mut done = 0;
        for step in steps {
            while end <= step.offset {
                end += width;
            }
            let room = end - step.offset;
            let key = Key::of(window, step, room.min(step.len));
            let Some(known) = key.and_then(|key| self.known.get(key)) else {
                break;
            };
            if let Some(left) = all.get_mut(tiles.wrapping_sub(1)) {
                *left |= u32::from(known.opens && room < width);
            }
            all[tiles..tiles + KEPT].copy_from_slice(&known.stamps);
            points[strips..strips + KEPT].copy_from_slice(&known.points);
            tiles += step.len as usize;
            strips += usize::from(known.rows);
            done += 1;
        }
        (self.laid, self.strips, *row_end) = (tiles, strips, end);
        &steps[done..]
    }

    /// Lays a step that begins `room` bytes before the end of a row, and keeps
    /// what is true of it wherever it stands.
    #[inline(never)]
    fn step(&mut self, chunk: &Chunk, step: &Step, room: usize) {
        let (tiles, strips) = (self.laid, self.strips);
        let mut masks = [Masks::PAYLOAD; MOST];
        if let Meaning::Absent(_) = step.meaning {
            self.unreadable += u64::from(chunk.range.contains(&step.offset));
        } else {
            let len = (step.len as usize).min(MOST);
            self.encoding
                .masks(&chunk.stretch.scene(step), &mut masks[..len]);
        }
        for (index, &byte) in chunk.bytes(step).iter().enumerate() {
            let stamp = self.stamps.of(Tile {
                byte,
                role: row::role(&chunk.stretch, step, index),
                part: row::part(index as u64, step.len),
                masks: masks[index % MOST],
            });
            self.all[self.laid] = stamp;
            self.laid += 1;
        }
        let opens = self.stamps.opens(self.all[tiles]);
        if tiles > 0 && room < usize::from(self.cut.width) {
            self.all[tiles - 1] |= u32::from(opens);
        }
        self.point(chunk, step, room);
        let beside = step.len.min(room as u64);
        if let Some(key) = Key::of(&chunk.stretch.window, step, beside) {
            let (stamps, points) = (&self.all[tiles..], &self.points[strips..]);
            let (Some(&stamps), Some(&points)) = (stamps.first_chunk(), points.first_chunk())
            else {
                return;
            };
            let rows = (self.strips - strips) as u8;
            self.known.keep(
                key,
                Known {
                    stamps,
                    points,
                    rows,
                    opens,
                },
            );
        }
    }

    /// Puts the glyph of a step where the rows of the screen have it.
    fn point(&mut self, chunk: &Chunk, step: &Step, room: usize) {
        let (cut, role) = (self.cut, row::role(&chunk.stretch, step, 0));
        let character = step.meaning.scalar();
        let placed = character.map(|_| row::glyph_place(step, &step.range(), cut));
        let mut from = step.offset;
        let mut row_end = from + room as u64;
        while from < step.end() {
            let to = row_end.min(step.end());
            let cells = (to - from) as usize;
            let strip = match &placed {
                Some((at, glyph, _)) if *at == from => {
                    self.stamps.glyph(role.of_glyph(glyph.kind), glyph, cells)
                }
                // What is no character has its sign at its head.
                None if from == step.offset => {
                    let sign = || row::glyph_of(step.meaning, 1, cut.charset);
                    self.stamps.sign(role, cells, sign)
                }
                _ => {
                    let blank = || row::glyph_of(Meaning::Scalar(' '), 1, cut.charset);
                    self.stamps.sign(Role::Blank, cells, blank)
                }
            };
            self.points[self.strips] = strip;
            self.strips += 1;
            (from, row_end) = (to, row_end + u64::from(cut.width));
        }
    }
}
