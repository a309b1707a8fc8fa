//! The division of a screen: a pure function of size, panes and wishes.
//!
//! ```text
//!  wide: the panes side by side
//!  00000000 48 65 6C 6C 6F  01001000 01100101 01101100 01101100 ... H e l l o |
//!
//!  strip: below the rows, the bits of the cursor's row
//!  00000000 48 65 6C 6C 6F  20 D0 BC ...                            Hello ...  |
//!  bits     01001000 01100101 01101100 01101100 ...
//!
//!  stacked: each byte a column
//!  00000000
//!     H        e        l        l
//!     4   8    6   5    6   C    6   C
//!    01001000 01100101 01101100 01101100
//! ```
//!
//! Above the rows are a title, the answer (`answer`) while it is shown, and a ruler, below them the line of text around the cursor, a rule
//! with the names of the panes, the inspector (at the right of the panes from 198 columns on) and
//! the status. A row of n bytes takes: the offset and a space at either side; 3 columns per byte in
//! hex and 9 in bits, with a gap cell before each byte and one after the last (and one more in the
//! middle of rows of 8 and more); one column per byte in the code points, which are rightmost
//! because only their width depends on the terminal; 2 for the map. Invariant: the layout fits the
//! size.

mod division;

use std::ops::Range;

use division::PaneDivision;

use super::inspector::numbers;
use super::row_grid::RowGrid;
use super::state::{Arrangement, BottomPanel, InspectorSize, Pane, Radix, SidePanel, View};
use crate::lesson::strip;

/// Columns and rows of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScreenSize {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// The least size that shows anything of use.
pub const LEAST: ScreenSize = ScreenSize {
    width: 27,
    height: 6,
};
/// The line that says what is wrong, under the title.
const ANSWER: u16 = 1;
/// The least height that has room for it.
const ANSWERING: u16 = 10;
/// Lines of the title, the ruler and the status.
const AROUND: u16 = 3;
/// Lines of the inspector when it is short.
const SHORT: u16 = 2;
/// The least height for a line of text around the cursor, and a rule under the panes.
const CONTEXT: u16 = 16;
/// Rows of bytes that the card of numbers leaves free for the panes.
const BESIDE_NUMBERS: u16 = 4;
/// The least width for the inspector at the right of the panes.
const WIDE: u16 = 198;

/// Columns of the worked view, with its frame and a free one.
const WORKED: u16 = 81;

/// The most rows that a drag past the edge of a pane scrolls at once.
const FAR: i64 = 3;

/// A rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// First column.
    pub x: u16,
    /// First row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// The place of a pane, and its columns per byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaneLayout {
    /// The pane.
    pub pane: Pane,
    /// First column, the gap before the first byte included.
    pub x: u16,
    /// Columns a byte takes, its gap included.
    pub pitch: u16,
    /// Bytes per line.
    pub per_line: u16,
    /// True if gaps separate its cells.
    pub has_gaps: bool,
    /// The lines of the screen that it is drawn in.
    pub lines: PaneLines,
}

/// The lines of the screen that a pane is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaneLines {
    /// In each row, the line with this number from the row's first.
    OfRow(u16),
    /// Below all rows, from this line of the screen on, for the cursor's row alone.
    Strip(u16),
}

/// The divided screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenLayout {
    /// The arrangement of the panes.
    pub arrangement: Arrangement,
    /// The assignment of bytes to rows.
    pub grid: RowGrid,
    /// Rows of bytes that fit.
    pub rows: u16,
    /// The number of these rows that are empty before the first row with bytes.
    pub above: u16,
    /// True if all rows of the data are on the screen.
    pub is_whole: bool,
    /// Lines of the screen that a row takes.
    pub row_lines: u16,
    /// Digits of an offset.
    pub digits: u16,
    /// The panes, from left to right or from the top.
    pub panes: Vec<PaneLayout>,
    /// The place of the rows.
    pub body: Area,
    /// The row, from the first on the screen, whose bits the strip shows.
    pub strip_row: u16,
    /// The line of the screen that says what is wrong, if it is shown.
    pub answer: Option<u16>,
    /// The line of the screen with the text around the cursor, where there is room for one.
    pub context: Option<u16>,
    /// The line of the screen with the rule under the panes: above the inspector, and without
    /// one below them, where there is room.
    pub rule: Option<u16>,
    /// Column of the map, where there is room for one.
    pub map: Option<u16>,
    /// The place of the inspector; its height is 0 if it is off.
    pub inspector: Area,
}

impl ScreenLayout {
    /// Divides a screen; `None` if it is smaller than [`LEAST`].
    pub fn divide(size: ScreenSize, view: &View, len: u64) -> Option<Self> {
        let lines = u16::from(view.answer.is_kept() && size.height >= ANSWERING);
        let height = size.height - lines;
        let below = Self::divide_without_answer(ScreenSize { height, ..size }, view, len)?;
        Some(below.below_answer(lines))
    }

    /// The same division, some lines further down under the title.
    fn below_answer(mut self, lines: u16) -> Self {
        self.answer = (lines > 0).then_some(ANSWER);
        self.body.y += lines;
        self.inspector.y += lines;
        for y in [&mut self.context, &mut self.rule].into_iter().flatten() {
            *y += lines;
        }
        for pane in &mut self.panes {
            if let PaneLines::Strip(y) = &mut pane.lines {
                *y += lines;
            }
        }
        self
    }

    fn divide_without_answer(size: ScreenSize, view: &View, len: u64) -> Option<Self> {
        if size.width < LEAST.width || size.height < LEAST.height {
            return None;
        }
        let size = ScreenSize {
            width: panes_width(size.width, view.beside),
            ..size
        };
        let digits = digits(len.saturating_add(view.ahead), view.radix);
        let PaneDivision {
            arrangement,
            panes,
            bytes,
            row_lines,
            strip_lines,
            used,
            strip_end,
            map,
        } = division::choose(size, view, digits);
        let end = used.max(strip_end);
        let has_context = size.height >= CONTEXT;
        let below = strip_lines + u16::from(has_context);
        let (lines, mut inspector) = match view.below {
            BottomPanel::Inspector => {
                let wish = view.alignment.inspector(view.inspector, size);
                split(size, wish, end, (row_lines, below))
            }
            BottomPanel::Lesson => {
                let lines = strip::lines_on(size.width.into()) as u16;
                below_panes(size, lines, (row_lines, below))
            }
        };
        let rows = (lines / row_lines).max(1);
        if inspector.x == 0 && inspector.height > 0 {
            // Lines that make no whole row go to the inspector.
            let left = lines.saturating_sub(rows * row_lines);
            inspector.y -= left;
            inspector.height += left;
        }
        let grid = match &view.records {
            Some(records) => RowGrid::starting(bytes, &records.starts(bytes)),
            None => RowGrid::starting(bytes, &view.alignment.starts),
        };
        let count = grid.count(len);
        let above = view.alignment.above.min(rows - 1);
        let first = grid.row(view.top);
        let past = grid.row(view.cursor.offset).saturating_sub(first);
        let strip_row = past.saturating_add(above.into()).min(u64::from(rows) - 1) as u16;
        let mut layout = Self {
            arrangement,
            grid,
            rows,
            above,
            is_whole: first == 0 && count <= u64::from(rows - above),
            row_lines,
            digits,
            panes,
            body: Area {
                x: 0,
                y: 2,
                width: end.min(size.width),
                height: rows * row_lines,
            },
            strip_row,
            answer: None,
            context: None,
            rule: None,
            map: map.then(|| used - 1),
            inspector,
        };
        let below = layout.body.y + layout.body.height;
        layout.context = has_context.then_some(below + strip_lines);
        let inspector = layout.inspector;
        layout.rule = if inspector.x == 0 && inspector.height > 0 {
            inspector.y.checked_sub(1)
        } else {
            layout.context.map(|y| y + 1)
        };
        for pane in &mut layout.panes {
            if let PaneLines::Strip(y) = &mut pane.lines {
                *y = below;
            }
        }
        Some(layout)
    }

    /// The offsets shown from the row of `top` on, even where there are no bytes.
    pub fn shown(&self, top: u64) -> Range<u64> {
        let first = self.grid.row(top);
        let end = first.saturating_add((self.rows - self.above).into());
        self.grid.start(first)..self.grid.start(end)
    }

    /// The screen row of an offset, if the first row with bytes is the row of `top`; none above or
    /// below the screen.
    pub fn row_on_screen(&self, top: u64, offset: u64) -> Option<u16> {
        let past = { self.grid.row(offset) }.checked_sub(self.grid.row(top))?;
        let row = u16::try_from(past.saturating_add(self.above.into())).ok()?;
        (row < self.rows).then_some(row)
    }

    /// The lines of the screen that the row of an offset takes, with `top` as the first offset;
    /// none if that row is not on the screen.
    pub(super) fn lines_of(&self, top: u64, offset: u64) -> Range<u16> {
        let row = self.row_on_screen(top, offset);
        row.map_or(0..0, |row| {
            let first = self.body.y + row * self.row_lines;
            first..first + self.row_lines
        })
    }

    /// Lines that the strip of bits takes; 0 without one.
    pub fn strip_lines(&self) -> u16 {
        let is_strip = |pane: &&PaneLayout| matches!(pane.lines, PaneLines::Strip(_));
        let strip = self.panes.iter().find(is_strip);
        strip.map_or(0, |pane| self.grid.width().div_ceil(pane.per_line.max(1)))
    }

    /// Columns of the rule.
    pub(super) fn ruled(&self, size: ScreenSize) -> u16 {
        if self.inspector.x > 0 {
            self.body.width
        } else {
            size.width
        }
    }

    /// The column of a byte's cell in a pane, and the columns of the cell.
    pub fn cell(&self, pane: PaneLayout, index: u16) -> (u16, u16) {
        let index = index % pane.per_line.max(1);
        if !pane.has_gaps {
            return (pane.x + index * pane.pitch, pane.pitch);
        }
        let start = cell_start(pane.per_line.into(), pane.pitch.into(), index.into());
        (pane.x + start as u16, pane.pitch - 1)
    }

    /// The line of the screen in which a pane draws a byte of a row; `None` if the pane shows
    /// another row.
    pub fn line(&self, pane: PaneLayout, row: u16, index: u16) -> Option<u16> {
        match pane.lines {
            PaneLines::OfRow(line) => Some(self.body.y + row * self.row_lines + line),
            PaneLines::Strip(y) => (row == self.strip_row).then(|| y + index / pane.per_line),
        }
    }

    /// The pane at a place of the screen, and the row and the index of the byte in it; for a gap,
    /// the byte beside it. `None` outside the panes.
    pub fn hit(&self, x: u16, y: u16) -> Option<(PaneLayout, u16, u16)> {
        let row = y.checked_sub(self.body.y)? / self.row_lines;
        let row = if row < self.rows { row } else { self.strip_row };
        self.panes.iter().find_map(|&pane| {
            let index = self.beside(pane, x, y);
            let (start, _) = self.cell(pane, 0);
            let (last, width) = self.cell(pane, pane.per_line.saturating_sub(1));
            let gap = u16::from(pane.has_gaps);
            let is_here = (start - gap..last + width + gap).contains(&x);
            let is_here = is_here && self.line(pane, row, index) == Some(y);
            is_here.then_some((pane, row, index))
        })
    }

    /// The row (counted from the first on the screen) and the index of the byte nearest to a place
    /// in a pane. For a place above or below the pane, the row is as far outside as the place, but
    /// no further than three rows.
    pub fn nearest(&self, pane: PaneLayout, x: u16, y: u16) -> (i64, u16) {
        let (first, row, lines, rows) = match pane.lines {
            PaneLines::OfRow(_) => (self.body.y, 0, self.row_lines, self.rows),
            PaneLines::Strip(y) => {
                let lines = self.grid.width().div_ceil(pane.per_line.max(1));
                (y, i64::from(self.strip_row), lines, 1)
            }
        };
        let line = i64::from(y) - i64::from(first);
        let past = line.div_euclid(i64::from(lines));
        let past = past.clamp(-FAR, i64::from(rows) - 1 + FAR);
        (row + past, self.beside(pane, x, y))
    }

    /// The index of the byte of a pane that is nearest to a column.
    fn beside(&self, pane: PaneLayout, x: u16, y: u16) -> u16 {
        let line = match pane.lines {
            PaneLines::OfRow(_) => 0,
            PaneLines::Strip(first) => {
                let lines = self.grid.width().div_ceil(pane.per_line.max(1));
                y.saturating_sub(first).min(lines.saturating_sub(1))
            }
        };
        let first = line * pane.per_line;
        let distance = |index: &u16| {
            let (start, width) = self.cell(pane, *index);
            // A gap belongs to the byte after it.
            (start.saturating_sub(x)).max((x + 1).saturating_sub(start + width) * 2)
        };
        let indices = first..(first + pane.per_line).min(self.grid.width());
        indices.min_by_key(distance).unwrap_or(first)
    }
}

/// The column of a pane of hex or bits where the cell of byte `index` begins, in rows of
/// `width` bytes with `pitch` columns per byte, its gap included.
pub const fn cell_start(width: usize, pitch: usize, index: usize) -> usize {
    let middle = (width >= 8 && index >= width / 2) as usize;
    1 + pitch * index + middle
}

/// The columns for the panes: on a wide screen the worked view stands beside them, on others it
/// covers them.
fn panes_width(width: u16, beside: SidePanel) -> u16 {
    match beside {
        SidePanel::Worked if width >= WIDE => width - WORKED,
        _ => width,
    }
}

/// Digits an offset needs. In hex 8, above 4 GiB 10, above 1 TiB 12; in decimal
/// 8, or as many as the last one has.
pub fn digits(len: u64, radix: Radix) -> u16 {
    let last = len.saturating_sub(1);
    match (radix, last) {
        (Radix::Decimal, _) => last
            .checked_ilog10()
            .map_or(8, |log| (log as u16 + 1).max(8)),
        (Radix::Hex, 0..=0xFFFF_FFFF) => 8,
        (Radix::Hex, 0x1_0000_0000..=0xFF_FFFF_FFFF) => 10,
        (Radix::Hex, 0x100_0000_0000..=0xFFFF_FFFF_FFFF) => 12,
        (Radix::Hex, _) => 16,
    }
}

/// Lines for the rows, and the area of the inspector; `row` lines make a row, and `below` lines
/// stand under all of them.
fn split(
    size: ScreenSize,
    wish: InspectorSize,
    used: u16,
    (row, below): (u16, u16),
) -> (u16, Area) {
    let free = size.height - AROUND;
    let beside = size.width >= WIDE && size.width > used + 40;
    if beside && wish != InspectorSize::Off {
        let x = used + 2;
        let height = if wish == InspectorSize::Short {
            SHORT.min(free)
        } else {
            free
        };
        return (
            free - below - u16::from(size.height >= CONTEXT),
            Area {
                x,
                y: 2,
                width: size.width - x,
                height,
            },
        );
    }
    let full = (free * 3 / 8).min(11);
    let most = match wish {
        InspectorSize::Off => 0,
        InspectorSize::Short => SHORT,
        InspectorSize::Full => full,
        // All its rows, if some rows of bytes are left.
        InspectorSize::Numbers => numbers::height(size.width)
            .min(free.saturating_sub(1 + BESIDE_NUMBERS * row + below))
            .max(full),
    };
    below_panes(size, most, (row, below))
}

/// Lines for the rows, and an area of `most` lines below them, if there is room.
fn below_panes(size: ScreenSize, most: u16, (row, below): (u16, u16)) -> (u16, Area) {
    let free = size.height - AROUND;
    // A line above it, and at least two rows of bytes, or one of several lines.
    let least = row.max(2);
    let lines = if most == 0 {
        0
    } else {
        most.min(free.saturating_sub(1 + least + below))
    };
    let rule = u16::from(lines > 0 || size.height >= CONTEXT);
    let body = free - lines - rule - below;
    (
        body,
        Area {
            x: 0,
            y: 2 + body + below + rule,
            width: size.width,
            height: lines,
        },
    )
}
