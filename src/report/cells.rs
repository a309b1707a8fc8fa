//! The cells of the screen's rows without the rows: flat, and made fast.
//!
//! What is true of a well-formed sequence is true wherever it stands, so it is
//! found out once and kept, down to the text that is printed. Of a fault the
//! masks depend on what stands around it. Invariant: a cell says of its byte
//! what the cell in [`row::rows`] does, and glyphs stand where they do there;
//! tests hold the two together.

use super::ansi_fragments::{Fragment, cover};
use super::cell_cache::CellCache;
use super::chunks::Chunk;
use super::lru::{self, Key, Lru};
use crate::codec::{Encoding, Masks, MasksFrom, Meaning, Step};
use crate::model::row::{self, Cut, Role};
use crate::model::theme::Theme;

/// Sequences have at most this many bytes.
const MOST: usize = 8;
/// Those that are kept have at most this many.
const LRU_MOST: usize = lru::MOST;
/// Bytes of ready-made text from which on all is found out anew.
const FULL: usize = 1 << 20;

/// What is known of a well-formed sequence, so far from the end of its row.
#[derive(Clone, Copy)]
struct Known {
    /// The numbers of its bytes.
    numbers: [u32; LRU_MOST],
    /// What stands in the code point pane in each row it has a part in.
    points: [Fragment; LRU_MOST],
    rows: u8,
    /// 1 where it begins with a sign, so that the number on its left is another.
    opens: u8,
}

/// Steps that are looked up together.
const BATCH: usize = 64;

/// What is asked of what is known, for one step.
#[derive(Clone, Copy)]
struct Look {
    key: Key,
    /// Bytes of the step, and from its first to the end of the row.
    len: u32,
    room: u32,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            key: Key::NEVER,
            len: 0,
            room: 0,
        }
    }
}

/// The cells of a chunk and what they were made with.
pub(super) struct Cells {
    encoding: &'static Encoding,
    cut: Cut,
    known: Lru<Known>,
    pub(super) cache: CellCache,
    /// Offset of the first cell.
    start: u64,
    /// Of each cell its number.
    numbers: Track<u32>,
    /// What stands in the code point pane, one behind the other; none of it goes
    /// on in another row.
    points: Track<Fragment>,
}

/// A list with room behind it, into which more may be copied than counts: a
/// copy of a fixed size is a move or two, one of any other size is a call.
struct Track<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy> Track<T> {
    /// Empties the list; there is room for so many, filled with anything.
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

impl Cells {
    pub(super) fn new(encoding: &'static Encoding, cut: Cut, theme: Option<Theme>) -> Self {
        Self {
            encoding,
            cut,
            known: Lru::new(Known {
                numbers: [0; LRU_MOST],
                points: [Fragment::EMPTY; LRU_MOST],
                rows: 0,
                opens: 0,
            }),
            cache: CellCache::new(theme),
            start: 0,
            numbers: Track {
                items: Vec::new(),
                len: 0,
            },
            points: Track {
                items: Vec::new(),
                len: 0,
            },
        }
    }

    /// The numbers of the cells from an offset on.
    pub(super) fn from(&self, offset: u64) -> &[u32] {
        &self.numbers.as_slice()[(offset - self.start) as usize..]
    }

    /// What stands in the code point pane from an offset on, with which a row or
    /// a step begins.
    pub(super) fn points_from(&self, offset: u64) -> &[Fragment] {
        let points = self.points.as_slice();
        &points[cover(points, (offset - self.start) as usize)..]
    }

    /// Lays the cells of a chunk.
    pub(super) fn fill(&mut self, chunk: &Chunk) {
        if self.cache.fragments.size() > FULL {
            self.cache.clear();
            self.known.clear();
        }
        let steps = &chunk.stretch.steps;
        let printed = steps.partition_point(|step| step.end() <= chunk.range.start);
        let steps = &steps[printed..];
        let ends = steps.first().zip(steps.last());
        let span = ends.map_or(chunk.range.clone(), |(first, last)| {
            first.offset..last.end()
        });
        let room = (span.end - span.start) as usize + LRU_MOST;
        self.start = span.start;
        self.numbers.clear(room, 0);
        self.points.clear(room, Fragment::EMPTY);
        let width = u64::from(self.cut.width);
        let mut row_end = span.start - span.start % width + width;
        let mut looks = [Look::default(); BATCH];
        for batch in steps.chunks(BATCH) {
            self.look(chunk, batch, &mut row_end, &mut looks);
            let (mut steps, mut looks) = (batch, &looks[..batch.len()]);
            loop {
                let known = self.add_known(looks);
                let Some((step, look)) = steps.get(known).zip(looks.get(known)) else {
                    break;
                };
                self.add_step(chunk, step, *look);
                (steps, looks) = (&steps[known + 1..], &looks[known + 1..]);
            }
        }
    }

    /// Finds the keys of steps, all before any is looked up: what is slow to come from
    /// memory then comes while others are asked for.
    #[inline(never)]
    fn look(&self, chunk: &Chunk, steps: &[Step], row_end: &mut u64, looks: &mut [Look; BATCH]) {
        let (width, window) = (u64::from(self.cut.width), &chunk.stretch.window);
        let mut end = *row_end;
        for (step, look) in steps.iter().zip(looks) {
            // Without a branch where no step is longer than a row.
            end += width * u64::from(end <= step.offset);
            while width < MOST as u64 && end <= step.offset {
                end += width;
            }
            let room = end - step.offset;
            let beside = match step.meaning {
                Meaning::Scalar(_) => Some(room.min(u64::from(step.len))),
                _ => beside(self.encoding, chunk, step, room),
            };
            let key = beside.and_then(|beside| Key::of_bytes(window, step, beside));
            *look = Look {
                key: key.unwrap_or(Key::NEVER),
                len: step.len,
                room: room as u32,
            };
        }
        *row_end = end;
    }

    /// Lays steps up to the first of which nothing is known; answers how many.
    #[inline(never)]
    fn add_known(&mut self, looks: &[Look]) -> usize {
        let width = u32::from(self.cut.width);
        let (numbers, points) = (&mut self.numbers, &mut self.points);
        let (mut cell, mut fragment) = (numbers.len, points.len);
        let mut done = 0;
        for look in looks {
            let Some(known) = self.known.get(look.key) else {
                break;
            };
            if let Some(left) = numbers.items.get_mut(cell.wrapping_sub(1)) {
                // Without a branch: it could not be foretold.
                *left |= u32::from(known.opens) & u32::from(look.room < width);
            }
            numbers.items[cell..cell + LRU_MOST].copy_from_slice(&known.numbers);
            points.items[fragment..fragment + LRU_MOST].copy_from_slice(&known.points);
            cell += look.len as usize;
            fragment += usize::from(known.rows);
            done += 1;
        }
        (numbers.len, points.len) = (cell, fragment);
        done
    }

    /// Lays a step, and keeps what is true of it wherever it stands.
    #[inline(never)]
    fn add_step(&mut self, chunk: &Chunk, step: &Step, look: Look) {
        let (cell, fragment) = (self.numbers.len, self.points.len);
        let room = look.room as usize;
        let role = self.add_bytes(chunk, step);
        let opens = self.cache.opens(self.numbers.items[cell]);
        if cell > 0 && room < usize::from(self.cut.width) {
            self.numbers.items[cell - 1] |= u32::from(opens);
        }
        self.add_points(step, role, room);
        if look.key == Key::NEVER {
            return;
        }
        let (numbers, points) = (&self.numbers.items[cell..], &self.points.items[fragment..]);
        if let (Some(&numbers), Some(&points)) = (numbers.first_chunk(), points.first_chunk()) {
            let known = Known {
                numbers,
                points,
                rows: (self.points.len - fragment) as u8,
                opens: opens.into(),
            };
            self.known.keep(look.key, known);
        }
    }

    /// Adds the numbers of a step; answers the role of its first byte.
    #[inline]
    fn add_bytes(&mut self, chunk: &Chunk, step: &Step) -> Role {
        let mut first = None;
        for byte in row::bytes(&chunk.stretch, step) {
            first = first.or(Some(byte.role));
            self.numbers.push(self.cache.of(byte));
        }
        first.unwrap_or(Role::Blank)
    }

    /// Puts the glyph of a step where the rows of the screen have it.
    #[inline]
    fn add_points(&mut self, step: &Step, role: Role, room: usize) {
        let cut = self.cut;
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
                // What is no character has its sign at its head.
                None if from == step.offset => {
                    let sign = || row::glyph_of(step.meaning, 1, cut.charset);
                    self.cache.sign(role, cells, sign)
                }
                _ => {
                    let blank = || row::glyph_of(Meaning::Scalar(' '), 1, cut.charset);
                    self.cache.sign(Role::Blank, cells, blank)
                }
            };
            self.points.push(fragment);
            (from, row_end) = (to, row_end + u64::from(cut.width));
        }
    }
}

/// What the cells of a step depend on beside its bytes: how far it is from the end
/// of its row, and of some faults what stands around them, by the masks.
fn beside(encoding: &Encoding, chunk: &Chunk, step: &Step, room: u64) -> Option<u64> {
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
        // Too seldom to be kept.
        _ => None,
    }
}
