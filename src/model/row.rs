//! Rows of bytes: every cell with its role, its bits and its glyph.
//!
//! The panes on the screen and the printed dump are both made of these rows, so
//! they cannot disagree. Invariant: a row has a cell for each of its bytes, and
//! the head of a sequence carries the glyph for all of it.

mod gaps;
mod glyphs;
mod marks;
pub(super) mod pending;

use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::line::Tone;
use super::regions::ByteInRegion;
use super::row_grid::RowGrid;
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Bit, Masks, Meaning, Step};
use crate::unicode::glyph::{self, Charset, Glyph};
use crate::unicode::notice;
use crate::window::Absence;

pub use gaps::{gap, gap_mark, gap_region, plain_gap};
pub(in crate::model) use glyphs::dot;
pub use glyphs::{glyph_of, glyph_place};
pub use marks::{ByteOrigin, CellMark, CellMarks};

/// The role of a byte when drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteRole {
    /// A character of ASCII.
    Ascii,
    /// A blank: space, tab, the ends of lines.
    Blank,
    /// A control.
    Control,
    /// NUL, which fills binaries.
    Nul,
    /// A character of one code unit above ASCII.
    Single,
    /// The first byte of a sequence of several.
    Lead,
    /// A later byte of such a sequence.
    Continuation,
    /// The byte order mark that opens the data.
    Bom,
    /// A high surrogate of a pair.
    HighSurrogate,
    /// A low surrogate of a pair.
    LowSurrogate,
    /// A well-formed character with a notice.
    Notice,
    /// Bytes that change the meaning of the bytes after them.
    Shift,
    /// Part of an ill-formed sequence.
    Fault,
    /// Part of an ill-formed sequence in binary data, where faults are normal.
    Raw,
    /// Could not be read.
    Unreadable,
    /// Still loading.
    Awaited,
    /// Absent: the hex dump has no byte for its address.
    Gap,
}

impl ByteRole {
    /// All roles, in the order of the legend.
    pub const ALL: [Self; 17] = [
        Self::Ascii,
        Self::Blank,
        Self::Control,
        Self::Nul,
        Self::Lead,
        Self::Continuation,
        Self::Single,
        Self::HighSurrogate,
        Self::LowSurrogate,
        Self::Bom,
        Self::Notice,
        Self::Shift,
        Self::Fault,
        Self::Raw,
        Self::Unreadable,
        Self::Awaited,
        Self::Gap,
    ];

    /// The role of a glyph: a character beyond ASCII that is shown as itself is drawn like ASCII,
    /// any other glyph in the role of its bytes.
    #[must_use]
    pub const fn of_glyph(self, kind: glyph::GlyphKind) -> Self {
        match (self, kind) {
            (Self::Lead | Self::Continuation | Self::Single, glyph::GlyphKind::Itself) => {
                Self::Ascii
            }
            _ => self,
        }
    }

    /// The tone of a bit of a byte of this role.
    pub const fn of_bit(self, bit: Bit) -> Tone {
        match bit {
            Bit::Structure => Tone::StructureOf(self),
            Bit::Payload if self.has_one_structure() => Tone::Faint,
            Bit::Payload => Tone::Payload,
            Bit::Wrong => Tone::Wrong,
        }
    }

    /// Reports whether all bytes of this role have the one structure bit of ASCII or none: then the
    /// bits add nothing to the hex digits.
    pub(super) const fn has_one_structure(self) -> bool {
        matches!(
            self,
            Self::Ascii | Self::Blank | Self::Control | Self::Nul | Self::Raw
        )
    }

    /// A sample for the legend, and the meaning of the role.
    pub const fn legend(self) -> (&'static str, &'static str) {
        match self {
            Self::Ascii => ("41", "ASCII"),
            Self::Blank => ("20", "blank, end of line"),
            Self::Control => ("1B", "control"),
            Self::Nul => ("00", "NUL"),
            Self::Lead => ("E2", "lead byte"),
            Self::Continuation => ("82", "continuation byte"),
            Self::Single => ("D0", "single byte, 80..FF"),
            Self::HighSurrogate => ("D83D", "high surrogate"),
            Self::LowSurrogate => ("DE00", "low surrogate"),
            Self::Bom => ("FEFF", "byte order mark"),
            Self::Notice => ("AD", "well-formed, unusual"),
            Self::Shift => ("1B", "shift, no character"),
            Self::Fault => ("C0", "ill-formed"),
            Self::Raw => ("C0", "ill-formed, in binary data"),
            Self::Unreadable => ("??", "could not be read"),
            Self::Awaited => ("..", "still loading"),
            Self::Gap => ("--", "not in the dump"),
        }
    }
}

/// The position of a byte in its sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanPosition {
    /// The whole sequence.
    Whole,
    /// The first byte of several.
    Head,
    /// Neither first nor last.
    Middle,
    /// The last byte of several.
    Tail,
}

/// One byte of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteCell {
    /// The byte; zero where unreadable.
    pub byte: u8,
    /// Its role.
    pub role: ByteRole,
    /// Its structure, payload and wrong bits.
    pub masks: Masks,
    /// Its position in its sequence.
    pub part: SpanPosition,
    /// Its mark.
    pub mark: CellMark,
    /// Its position in the box around the cursor's sequence; `None` outside.
    pub boxed: Option<SpanPosition>,
    /// Its position in a match; `None` outside.
    pub matched: Option<SpanPosition>,
    /// Its origin: opened data or the user.
    pub origin: ByteOrigin,
    /// The region it is in; `None` outside of regions.
    pub region: Option<ByteInRegion>,
    /// The glyph that begins here in the code point pane, and the cells it spans.
    pub glyph: Option<(Glyph, u16)>,
}

/// One row of the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaneRow {
    /// Offset of the first cell.
    pub offset: u64,
    /// The address shown for it.
    pub address: u64,
    /// The bytes; fewer than the width in the last row.
    pub cells: Vec<ByteCell>,
    /// True if its sequences may still change: no certain boundary is near, and none was counted to
    /// yet.
    pub provisional: bool,
    /// True if part of it is read in another encoding than the rest.
    pub otherwise: bool,
    /// Its alignment with the same bytes of another file.
    pub level: RowLevel,
}

/// The alignment of a row with the same bytes of the file in the other half of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowLevel {
    /// In the same row and columns, as far as the other file has the bytes.
    #[default]
    Even,
    /// Some of them stand in another row, or in other columns.
    Shifted,
}

impl RowLevel {
    /// The sign before a shifted row, and its meaning.
    pub const SIGN: (&'static str, &'static str) = ("↔", "shifted in the other file");
}

impl PaneRow {
    /// Reports whether one of its bytes is ill-formed.
    pub fn is_ill_formed(&self) -> bool {
        self.cells.iter().any(|cell| cell.role == ByteRole::Fault)
    }

    /// Draws ill-formed bytes as those of binary data.
    pub(super) fn mute_faults(&mut self) {
        for cell in self
            .cells
            .iter_mut()
            .filter(|cell| cell.role == ByteRole::Fault)
        {
            (cell.role, cell.masks) = (ByteRole::Raw, Masks::PAYLOAD);
        }
    }

    /// Draws all that is no visible character of ASCII as dots, apart from passages, which the user
    /// has chosen, and from faults, which the user has asked for.
    pub(super) fn draw_ascii_only(&mut self, is_passage: impl Fn(u64) -> bool) {
        let is_text = |byte: u8| matches!(byte, b' '..=b'~');
        for (offset, cell) in (self.offset..).zip(&mut self.cells) {
            let is_kept = match cell.role {
                ByteRole::Fault | ByteRole::Unreadable | ByteRole::Awaited | ByteRole::Gap => true,
                _ => is_text(cell.byte) && cell.part == SpanPosition::Whole,
            };
            if !is_kept && !is_passage(offset) {
                cell.glyph = Some((dot(), 1));
            }
        }
    }
}

/// The settings that cut and fill rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowCut {
    /// The assignment of bytes to rows.
    pub grid: RowGrid,
    /// Columns a byte takes in the code point pane.
    pub columns: u16,
    /// The character set of glyphs.
    pub charset: Charset,
}

/// The rows of a range of the data.
pub fn rows(
    text: &EncodedText<'_>,
    range: Range<u64>,
    cut: &RowCut,
    marks: &CellMarks,
) -> Vec<PaneRow> {
    let stretch = text.stretch(range.clone());
    let end = stretch
        .steps
        .last()
        .map_or(range.start, |step| step.end().min(range.end));
    let shown = range.start..end;
    let row = |range: Range<u64>| PaneRow {
        offset: range.start,
        address: text.data.address(range.start),
        provisional: { stretch.steps_in(&range).iter() }.any(|step| !stretch.is_sure(step.offset)),
        otherwise: text.holds_passage(&range),
        level: RowLevel::Even,
        cells: cells(&stretch, &range, &shown, cut, marks),
    };
    cut.grid.cut(shown.clone()).map(row).collect()
}

/// The cells of one row. Glyphs are placed as in a picture of all of `shown`.
pub fn cells(
    stretch: &DecodedStretch,
    row: &Range<u64>,
    shown: &Range<u64>,
    cut: &RowCut,
    marks: &CellMarks,
) -> Vec<ByteCell> {
    let marks = marks.within(row);
    let mut cells = Vec::with_capacity((row.end - row.start) as usize);
    for step in stretch.steps_in(row) {
        let shown = step.offset.max(shown.start)..step.end().min(shown.end);
        let mut glyph = Some(glyph_place(step, &shown, cut));
        for (offset, byte) in (step.offset..).zip(bytes(stretch, step)) {
            if !row.contains(&offset) {
                continue;
            }
            let ByteInSequence {
                byte,
                role,
                part,
                masks,
            } = byte;
            cells.push(ByteCell {
                byte,
                role,
                masks,
                part,
                mark: marks.map_or(CellMark::None, |marks| marks.mark(offset)),
                boxed: marks.and_then(|marks| marks.boxed(offset)),
                matched: marks.and_then(|marks| marks.matched(offset)),
                origin: marks.map_or(ByteOrigin::Opened, |marks| marks.origin(offset)),
                region: marks.and_then(|marks| marks.regions.inside(offset)),
                glyph: glyph
                    .take_if(|(at, ..)| *at == offset)
                    .map(|(_, glyph, cells)| (glyph, cells)),
            });
        }
    }
    cells
}

/// The facts of a byte in its sequence, independent of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteInSequence {
    /// The byte; zero where unreadable.
    pub byte: u8,
    /// Its role.
    pub role: ByteRole,
    /// Its position in its sequence.
    pub part: SpanPosition,
    /// Its structure, payload and wrong bits.
    pub masks: Masks,
}

impl Hash for ByteInSequence {
    /// Hashes it as one word, for speed: every printed byte is looked up in a table.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Masks {
            structure,
            wrong,
            group,
        } = self.masks;
        let (role, part) = (self.role as u8, self.part as u8);
        let grouped = u8::from(group.is_some()) << 7;
        state.write_u32(u32::from_be_bytes([
            grouped | role << 2 | part,
            structure,
            wrong,
            self.byte,
        ]));
    }
}

/// The most bytes of a sequence.
const MOST: usize = 8;

/// The bytes of a step.
#[inline]
pub fn bytes<'a>(
    stretch: &'a DecodedStretch,
    step: &Step,
) -> impl Iterator<Item = ByteInSequence> + use<'a> {
    let mut masks = [Masks::PAYLOAD; MOST];
    if !matches!(step.meaning, Meaning::Absent(_)) {
        let masks = &mut masks[..(step.len as usize).min(MOST)];
        stretch.encoding(step).masks(&stretch.context(step), masks);
    }
    let (roles, len) = (StepRole::new(stretch, step), u64::from(step.len));
    let bytes = stretch.bytes(step).iter().enumerate();
    bytes.map(move |(index, &byte)| ByteInSequence {
        byte,
        role: roles.at(index),
        part: part(index as u64, len),
        masks: masks[index % MOST],
    })
}

/// The position of the byte at an index in a sequence of some length.
pub const fn part(index: u64, len: u64) -> SpanPosition {
    match (index, len) {
        (0, 1) => SpanPosition::Whole,
        (0, _) => SpanPosition::Head,
        _ if index + 1 == len => SpanPosition::Tail,
        _ => SpanPosition::Middle,
    }
}

/// The role of the byte at an index of a step.
#[inline]
pub fn role(stretch: &DecodedStretch, step: &Step, index: usize) -> ByteRole {
    StepRole::new(stretch, step).at(index)
}

/// The roles of the bytes of a step: one for all of them, or by their places.
enum StepRole {
    All(ByteRole),
    Bytes,
    /// A high surrogate of this many bytes, then a low one.
    Surrogates(usize),
}

impl StepRole {
    fn new(stretch: &DecodedStretch, step: &Step) -> Self {
        let c = match step.meaning {
            Meaning::Absent(Absence::Unreadable) => return Self::All(ByteRole::Unreadable),
            Meaning::Absent(Absence::Awaited) => return Self::All(ByteRole::Awaited),
            Meaning::Absent(Absence::Gap) => return Self::All(ByteRole::Gap),
            Meaning::IllFormed(_) => return Self::All(ByteRole::Fault),
            Meaning::Shift => return Self::All(ByteRole::Shift),
            Meaning::Surrogate(_) | Meaning::Beyond(_) => return Self::All(ByteRole::Notice),
            Meaning::Pair(..) => return Self::Bytes,
            Meaning::Scalar(c) => c,
        };
        match c {
            ' ' | '\t' | '\n' | '\r' => return Self::All(ByteRole::Blank),
            '\0' => return Self::All(ByteRole::Nul),
            '\x01'..='\x1F' | '\x7F' => return Self::All(ByteRole::Control),
            '!'..='~' if stretch.remark(step).is_none() => return Self::All(ByteRole::Ascii),
            _ if step.opens_data() => return Self::All(ByteRole::Bom),
            _ => {}
        }
        if stretch.place(step) == notice::NoticePlace::LineEnd {
            return Self::All(ByteRole::Blank);
        }
        if !stretch.notices(step).is_empty() {
            return Self::All(ByteRole::Notice);
        }
        let unit = stretch.encoding(step).unit;
        match (step.len / u32::from(unit), unit) {
            (0 | 1, _) => Self::All(ByteRole::Single),
            (_, 2) => Self::Surrogates(2),
            // A surrogate pair as CESU-8 writes it: each half begins with ED.
            (6, 1) if stretch.bytes(step).first() == Some(&0xED) => Self::Surrogates(3),
            _ => Self::Bytes,
        }
    }

    const fn at(&self, index: usize) -> ByteRole {
        match (self, index) {
            (Self::All(role), _) => *role,
            (Self::Surrogates(high), index) if index < *high => ByteRole::HighSurrogate,
            (Self::Surrogates(_), _) => ByteRole::LowSurrogate,
            (Self::Bytes, 0) => ByteRole::Lead,
            (Self::Bytes, _) => ByteRole::Continuation,
        }
    }
}
