//! The cells of a dump: the same as on the screen, but as numbers, which is fast.
//!
//! A cell is the number of its text in a [`CellCache`]. A well-formed sequence looks the same
//! wherever it occurs, so its numbers are found once and cached; the masks of some faults also
//! depend on the bytes around them. Invariant: a cell equals the cell of its byte in [`row::rows`],
//! and glyphs are in the same cells; tests compare the two.

use super::ansi_fragments::{AnsiFragment, cover};
use super::cell_cache::CellCache;
use super::chunks::DataChunk;
use super::sequence_cache::{self, SequenceCache, SequenceKey};
use crate::codec::{Encoding, Masks, MasksFrom, Meaning, Step};
use crate::model::row::{self, ByteRole, RowCut};
use crate::model::theme::Theme;

/// The most bytes of a sequence.
const MOST: usize = 8;
/// Longer sequences are not cached.
const KEPT: usize = sequence_cache::MOST;
/// The caches are cleared when the fragments take more bytes than this.
const CACHE_LIMIT: usize = 1 << 20;

/// The cells of a sequence, for one distance to the end of its row.
#[derive(Clone, Copy)]
struct CachedCells {
    /// Per byte, the number of its cell.
    numbers: [u32; KEPT],
    /// Per row that shows a part of it, the fragment in the code point pane.
    points: [AnsiFragment; KEPT],
    rows: u8,
    /// 1 if it begins with a bracket, which changes the number of the cell before it.
    opens: u8,
}

/// Steps whose cells are looked up together.
const BATCH: usize = 64;

/// The lookup of the cells of one step.
#[derive(Clone, Copy)]
struct Lookup {
    key: SequenceKey,
    /// Bytes of the step, and bytes from its first byte to the end of the row.
    len: u32,
    room: u32,
}

impl Default for Lookup {
    fn default() -> Self {
        Self {
            key: SequenceKey::NEVER,
            len: 0,
            room: 0,
        }
    }
}

/// The cells of one chunk after the other.
pub(super) struct ChunkCells {
    encoding: &'static Encoding,
    cut: RowCut,
    known: SequenceCache<CachedCells>,
    pub(super) cache: CellCache,
    /// Offset of the first cell.
    start: u64,
    /// Per byte, the number of its cell.
    numbers: PaddedList<u32>,
    /// The fragments in the code point pane, in order; none continues in another row.
    points: PaddedList<AnsiFragment>,
}

/// A list with spare room after its end, so that items may be copied in blocks of a fixed size.
/// Such a copy is a move or two; a copy of any other size is a call.
struct PaddedList<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy> PaddedList<T> {
    fn new() -> Self {
        let items = Vec::new();
        Self { items, len: 0 }
    }

    /// Empties the list and makes room for `room` items; `any` fills the room.
    fn clear(&mut self, room: usize, any: T) {
        self.items.resize(room, any);
        self.len = 0;
    }

    fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl ChunkCells {
    pub(super) fn new(encoding: &'static Encoding, cut: RowCut, theme: Option<Theme>) -> Self {
        Self {
            encoding,
            cut,
            known: SequenceCache::new(CachedCells {
                numbers: [0; KEPT],
                points: [AnsiFragment::EMPTY; KEPT],
                rows: 0,
                opens: 0,
            }),
            cache: CellCache::new(theme),
            start: 0,
            numbers: PaddedList::new(),
            points: PaddedList::new(),
        }
    }

    /// The numbers of the cells from an offset of the chunk on.
    pub(super) fn from(&self, offset: u64) -> &[u32] {
        &self.numbers.as_slice()[(offset - self.start) as usize..]
    }

    /// The fragments in the code point pane from an offset on, which must begin a row or a step.
    pub(super) fn points_from(&self, offset: u64) -> &[AnsiFragment] {
        let points = self.points.as_slice();
        &points[cover(points, (offset - self.start) as usize)..]
    }

    /// Replaces the cells by those of a chunk.
    pub(super) fn fill(&mut self, chunk: &DataChunk) {
        if self.cache.fragments.size() > CACHE_LIMIT {
            self.cache.clear();
            self.known.clear();
        }
        let steps = chunk.stretch.steps_in(&(chunk.range.start..u64::MAX));
        let ends = steps.first().zip(steps.last());
        let span = ends.map_or(chunk.range.clone(), |(first, last)| {
            first.offset..last.end()
        });
        let room = (span.end - span.start) as usize + KEPT;
        self.start = span.start;
        self.numbers.clear(room, 0);
        self.points.clear(room, AnsiFragment::EMPTY);
        let width = u64::from(self.cut.grid.width());
        let mut row_end = self.cut.grid.start_of(span.start) + width;
        let mut lookups = [Lookup::default(); BATCH];
        for batch in steps.chunks(BATCH) {
            self.find_keys(chunk, batch, &mut row_end, &mut lookups);
            let (mut steps, mut lookups) = (batch, &lookups[..batch.len()]);
            loop {
                let known = self.add_known(lookups);
                let Some((step, lookup)) = steps.get(known).zip(lookups.get(known)) else {
                    break;
                };
                self.add_step(chunk, step, *lookup);
                (steps, lookups) = (&steps[known + 1..], &lookups[known + 1..]);
            }
        }
    }

    /// Finds the keys of all steps before any key is looked up: the processor can then load
    /// several entries at once.
    #[inline(never)]
    fn find_keys(
        &self,
        chunk: &DataChunk,
        steps: &[Step],
        row_end: &mut u64,
        lookups: &mut [Lookup; BATCH],
    ) {
        let (width, window) = (u64::from(self.cut.grid.width()), &chunk.stretch.window);
        let mut end = *row_end;
        for (step, lookup) in steps.iter().zip(lookups) {
            // Without a branch. The loop below runs only if a step may be longer than a row.
            end += width * u64::from(end <= step.offset);
            while width < MOST as u64 && end <= step.offset {
                end += width;
            }
            let room = end - step.offset;
            let beside = match step.meaning {
                Meaning::Scalar(_) => Some(room.min(u64::from(step.len))),
                _ => beside(self.encoding, chunk, step, room),
            };
            let key = beside.and_then(|beside| SequenceKey::of_bytes(window, step, beside));
            *lookup = Lookup {
                key: key.unwrap_or(SequenceKey::NEVER),
                len: step.len,
                room: room as u32,
            };
        }
        *row_end = end;
    }

    /// Adds the cells of steps up to the first that is not cached; returns the number of steps.
    #[inline(never)]
    fn add_known(&mut self, lookups: &[Lookup]) -> usize {
        let width = u32::from(self.cut.grid.width());
        let (numbers, points) = (&mut self.numbers, &mut self.points);
        let (mut cell, mut fragment) = (numbers.len, points.len);
        let mut done = 0;
        for lookup in lookups {
            let Some(known) = self.known.get(lookup.key) else {
                break;
            };
            if let Some(left) = numbers.items.get_mut(cell.wrapping_sub(1)) {
                // A branch here would often be mispredicted.
                *left |= u32::from(known.opens) & u32::from(lookup.room < width);
            }
            numbers.items[cell..cell + KEPT].copy_from_slice(&known.numbers);
            points.items[fragment..fragment + KEPT].copy_from_slice(&known.points);
            cell += lookup.len as usize;
            fragment += usize::from(known.rows);
            done += 1;
        }
        (numbers.len, points.len) = (cell, fragment);
        done
    }

    /// Adds the cells of a step, and caches them if the step has a key.
    #[inline(never)]
    fn add_step(&mut self, chunk: &DataChunk, step: &Step, lookup: Lookup) {
        let (cell, fragment) = (self.numbers.len, self.points.len);
        let room = lookup.room as usize;
        let role = self.add_bytes(chunk, step);
        let opens = self.cache.opens(self.numbers.items[cell]);
        if cell > 0 && room < usize::from(self.cut.grid.width()) {
            self.numbers.items[cell - 1] |= u32::from(opens);
        }
        self.add_points(step, role, room);
        if lookup.key == SequenceKey::NEVER {
            return;
        }
        let (numbers, points) = (&self.numbers.items[cell..], &self.points.items[fragment..]);
        if let (Some(&numbers), Some(&points)) = (numbers.first_chunk(), points.first_chunk()) {
            let known = CachedCells {
                numbers,
                points,
                rows: (self.points.len - fragment) as u8,
                opens: opens.into(),
            };
            self.known.store(lookup.key, known);
        }
    }

    /// Adds the numbers of the cells of a step; returns the role of its first byte.
    #[inline]
    fn add_bytes(&mut self, chunk: &DataChunk, step: &Step) -> ByteRole {
        let mut first = None;
        for byte in row::bytes(&chunk.stretch, step) {
            first = first.or(Some(byte.role));
            self.numbers.push(self.cache.number(byte));
        }
        first.unwrap_or(ByteRole::Blank)
    }

    /// Adds the fragments of a step for the code point pane, with the glyph in the same row and
    /// column as on the screen.
    #[inline]
    fn add_points(&mut self, step: &Step, role: ByteRole, room: usize) {
        let cut = &self.cut;
        let placed = step
            .meaning
            .is_character()
            .then(|| row::glyph_place(step, &step.range(), cut));
        let (mut from, mut row_end) = (step.offset, step.offset + room as u64);
        while from < step.end() {
            let to = row_end.min(step.end());
            let cells = (to - from) as usize;
            let fragment = match &placed {
                Some((at, glyph, _)) if *at == from => {
                    self.cache.glyph(role.of_glyph(glyph.kind), glyph, cells)
                }
                // A sequence that is no character has a sign on its first byte.
                None if from == step.offset => {
                    let sign = || row::glyph_of(step.meaning, 1, cut.charset);
                    self.cache.sign(role, cells, sign)
                }
                _ => {
                    let blank = || row::glyph_of(Meaning::Scalar(' '), 1, cut.charset);
                    self.cache.sign(ByteRole::Blank, cells, blank)
                }
            };
            self.points.push(fragment);
            (from, row_end) = (to, row_end + u64::from(cut.grid.width()));
        }
    }
}

/// The facts besides its bytes that the cells of a step depend on: its distance from the end of the
/// row, or the masks for faults whose masks depend on the bytes around. None if the step is not to
/// be cached.
fn beside(encoding: &Encoding, chunk: &DataChunk, step: &Step, room: u64) -> Option<u64> {
    match step.meaning {
        Meaning::IllFormed(fault) if fault.masks_from() == MasksFrom::Surroundings => {
            let mut masks = [Masks::PAYLOAD];
            if step.len as usize > masks.len() {
                return None;
            }
            encoding.masks(&chunk.stretch.context(step), &mut masks);
            let [
                Masks {
                    structure, wrong, ..
                },
            ] = masks;
            Some(1 | u64::from(structure) << 8 | u64::from(wrong) << 16)
        }
        Meaning::Scalar(_) | Meaning::IllFormed(_) => Some(room.min(u64::from(step.len))),
        // Too rare to be cached.
        _ => None,
    }
}
