//! How a screen is divided: a pure function of size, panes and wishes.
//!
//! ```text
//!  title
//!  offset   hex                     bits                            points   map
//!  00000000 48 65 6C 6C 6F  01001000 01100101 01101100 01101100 ... H e l l o |
//!  ...
//!  ─────────────────────────────────────────────────────────────────────────────
//!  inspector (at the right of the panes from 198 columns on)
//!  status
//! ```
//!
//! A row of n bytes takes: the offset and a space at either side; 3 columns per
//! byte in hex and 9 in bits, with a gap cell before each byte and one after
//! the last (and one more in the middle of rows of 8 and more); k columns per byte
//! in the code points, which are rightmost because only their width depends on the
//! terminal; 2 for the map. Invariant: what is laid out fits the size.

use super::state::{InspectorSize, Pane, Radix, View};

/// Columns and rows of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// The least size that shows anything of use.
pub const LEAST: Size = Size {
    width: 27,
    height: 6,
};
/// Lines of the inspector when it is short.
const SHORT: u16 = 2;
/// From this width on the inspector stands at the right of the panes.
const WIDE: u16 = 198;

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

/// Where a pane stands in a row, and how many columns a byte takes in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaneLayout {
    /// Which pane.
    pub pane: Pane,
    /// First column, the gap before the first byte included.
    pub x: u16,
    /// Columns a byte takes, its gap included.
    pub pitch: u16,
}

/// The divided screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Bytes in a row.
    pub width: u16,
    /// Rows of bytes that fit.
    pub rows: u16,
    /// Digits of an offset.
    pub digits: u16,
    /// The panes, from left to right.
    pub panes: Vec<PaneLayout>,
    /// Where the rows stand.
    pub body: Area,
    /// Column of the map, where there is room for one.
    pub map: Option<u16>,
    /// Where the inspector is; its height is 0 if it is off.
    pub inspector: Area,
}

/// Columns of code points per byte and whether there is a map, best first.
const LADDER: &[(u16, bool)] = &[(3, true), (2, true), (1, true), (1, false)];

impl Layout {
    /// Divides a screen; `None` if it is smaller than [`LEAST`].
    pub fn of(size: Size, view: &View, len: u64) -> Option<Self> {
        if size.width < LEAST.width || size.height < LEAST.height {
            return None;
        }
        let digits = digits(len.saturating_add(view.ahead), view.radix);
        let (shown, bytes, k, map) = choose(size.width, view, digits);
        let mut panes = Vec::new();
        let mut x = digits + 2;
        for &pane in shown.iter().filter(|&&pane| view.panes.has(pane)) {
            let pitch = pitch(pane, k);
            panes.push(PaneLayout { pane, x, pitch });
            x += pane_width(pane, bytes, k);
        }
        let map = map.then_some(x + 1);
        let used = x + if map.is_some() { 2 } else { 0 };
        let (body_height, inspector) = split(size, view.inspector, used);
        Some(Self {
            width: bytes,
            rows: body_height,
            digits,
            panes,
            body: Area {
                x: 0,
                y: 2,
                width: used.min(size.width),
                height: body_height,
            },
            map,
            inspector,
        })
    }

    /// The column of a byte's cell in a pane, and the columns of the cell.
    pub fn cell(&self, pane: PaneLayout, index: u16) -> (u16, u16) {
        if pane.pane == Pane::Points {
            return (pane.x + index * pane.pitch, pane.pitch);
        }
        let start = cell_start(self.width.into(), pane.pitch.into(), index.into());
        (pane.x + start as u16, pane.pitch - 1)
    }

    /// The pane at a column, and the index of the byte in its row; `None` between cells.
    pub fn hit(&self, x: u16) -> Option<(PaneLayout, u16)> {
        self.panes.iter().find_map(|&pane| {
            (0..self.width).find_map(|index| {
                let (start, width) = self.cell(pane, index);
                (start..start + width).contains(&x).then_some((pane, index))
            })
        })
    }
}

/// The column of a pane of hex or bits where the cell of byte `index` begins, in rows of
/// `width` bytes with `pitch` columns per byte, its gap included.
pub const fn cell_start(width: usize, pitch: usize, index: usize) -> usize {
    let middle = (width >= 8 && index >= width / 2) as usize;
    1 + pitch * index + middle
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

/// Columns a byte takes in a pane, its gap included.
const fn pitch(pane: Pane, k: u16) -> u16 {
    match pane {
        Pane::Hex => 3,
        Pane::Bits => 9,
        Pane::Points => k,
    }
}

/// Columns a pane takes for a row of some bytes.
const fn pane_width(pane: Pane, bytes: u16, k: u16) -> u16 {
    match pane {
        Pane::Points => k * bytes,
        Pane::Hex | Pane::Bits => pitch(pane, k) * bytes + 1 + (bytes >= 8) as u16,
    }
}

/// The first division that fits: panes, bytes in a row, columns of a code
/// point, map.
fn choose(width: u16, view: &View, digits: u16) -> (&'static [Pane], u16, u16, bool) {
    let asked = [view.width.unwrap_or(8)];
    let widths: &[u16] = if view.width.is_some() {
        &asked
    } else {
        &[8, 4]
    };
    let shown: [&'static [Pane]; 2] = [
        &[Pane::Hex, Pane::Bits, Pane::Points],
        &[Pane::Hex, Pane::Points],
    ];
    for panes in shown {
        // The bits are the first to go, unless nothing else is shown.
        if !panes.iter().any(|&pane| view.panes.has(pane)) {
            continue;
        }
        for &bytes in widths {
            for &(k, map) in LADDER {
                let row: u16 = panes
                    .iter()
                    .filter(|&&pane| view.panes.has(pane))
                    .map(|&pane| pane_width(pane, bytes, k))
                    .sum();
                if digits + 2 + row + if map { 2 } else { 0 } <= width {
                    return (panes, bytes, k, map);
                }
            }
        }
    }
    // The width that was asked for does not fit: take the widest that does.
    let hex = if view.panes.has(Pane::Hex) { 3 } else { 0 };
    let bits_only = view.panes.only(Pane::Bits);
    let each = if bits_only { 9 } else { hex + 1 };
    let bytes = (width.saturating_sub(digits + 4) / each).clamp(1, asked[0]);
    (if bits_only { shown[0] } else { shown[1] }, bytes, 1, false)
}

/// Rows for the body, and where the inspector stands.
fn split(size: Size, wish: InspectorSize, used: u16) -> (u16, Area) {
    // Title, ruler and status are always there.
    let free = size.height - 3;
    let beside = size.width >= WIDE && size.width > used + 40;
    if beside && wish != InspectorSize::Off {
        let x = used + 2;
        let height = if wish == InspectorSize::Short {
            SHORT.min(free)
        } else {
            free
        };
        return (
            free,
            Area {
                x,
                y: 2,
                width: size.width - x,
                height,
            },
        );
    }
    let most = match wish {
        InspectorSize::Off => 0,
        InspectorSize::Short => SHORT,
        InspectorSize::Full => (free * 3 / 8).min(11),
    };
    // A line above it, and at least two rows of bytes.
    let lines = if most == 0 {
        0
    } else {
        most.min(free.saturating_sub(3))
    };
    let rule = u16::from(lines > 0);
    let body = free - lines - rule;
    (
        body,
        Area {
            x: 0,
            y: 2 + body + rule,
            width: size.width,
            height: lines,
        },
    )
}
