//! The choice of panes, their places, and the number of bytes in a row.
//!
//! Bytes per row are chosen first, then the map. A byte has one column of the code points at every
//! width, so that text stands as text; no character has more columns than bytes. Invariant: the choice
//! fits the columns of the screen, if one byte per row does.

use super::{AROUND, PaneLayout, PaneLines, ScreenSize, cell_start};
use crate::model::state::{Arrangement, Pane, RowWidth, View};

/// Bytes of a row for which the panes stand side by side, unless the user wishes otherwise.
const SIDE_BY_SIDE: u16 = 16;
/// Bytes of a row, best first.
const BYTES: &[u16] = &[16, 8, 4, 2, 1];
/// Bytes of a row where the user wants all that fit.
const ALL_THAT_FIT: &[u16] = &[64, 56, 48, 40, 32, 24, 16, 8, 4, 2, 1];
/// The most bytes of a row whose bytes are columns.
const MOST_STACKED: u16 = 8;
/// The least rows of bytes beside a strip.
const LEAST_ROWS: u16 = 2;

/// The chosen division.
pub(super) struct PaneDivision {
    pub(super) arrangement: Arrangement,
    pub(super) panes: Vec<PaneLayout>,
    pub(super) bytes: u16,
    /// Lines of a row.
    pub(super) row_lines: u16,
    /// Lines of the strip.
    pub(super) strip_lines: u16,
    /// Columns of the rows, the map included.
    pub(super) used: u16,
    /// Columns of the strip, from the first of the screen.
    pub(super) strip_end: u16,
    /// True if there is a map, in the last column of the rows.
    pub(super) map: bool,
}

/// The first division that fits.
pub(super) fn choose(size: ScreenSize, view: &View, digits: u16) -> PaneDivision {
    let strip = || strip(size, view, digits);
    match view.arrangement {
        Some(Arrangement::Stacked) => stacked(size, view, digits).unwrap_or_else(strip),
        Some(Arrangement::Strip) => strip(),
        Some(Arrangement::Wide) => wide(size, view, digits).unwrap_or_else(strip),
        None => { wide(size, view, digits) }
            .filter(|wide| wide.bytes >= SIDE_BY_SIDE)
            .unwrap_or_else(strip),
    }
}

/// The visible ones of some panes.
fn shown(view: &View, panes: &[Pane]) -> Vec<Pane> {
    let panes = panes.iter().copied();
    panes.filter(|&pane| view.panes.has(pane)).collect()
}

/// The numbers of bytes to try, best first.
fn bytes_to_try(view: &View) -> Vec<u16> {
    match view.alignment.width(view.width) {
        RowWidth::Exactly(bytes) => vec![bytes],
        RowWidth::Auto => BYTES.to_vec(),
        RowWidth::Fit => ALL_THAT_FIT.to_vec(),
    }
}

/// All panes side by side.
fn wide(size: ScreenSize, view: &View, digits: u16) -> Option<PaneDivision> {
    let panes = shown(view, &Pane::ALL);
    let chosen = fitting(size.width, &bytes_to_try(view), &panes, digits)?;
    Some(in_rows(Arrangement::Wide, &panes, chosen, digits))
}

/// Hex and code points side by side, and the bits of the cursor's row below them, if there is room.
/// A bits pane alone stands in the rows.
fn strip(size: ScreenSize, view: &View, digits: u16) -> PaneDivision {
    let mut panes = shown(view, &[Pane::Hex, Pane::Points]);
    let is_strip = view.panes.has(Pane::Bits) && !panes.is_empty();
    if panes.is_empty() {
        panes.push(Pane::Bits);
    }
    let chosen = fitting(size.width, &bytes_to_try(view), &panes, digits);
    let chosen = chosen.unwrap_or_else(|| widest(size.width, view, &panes, digits));
    let mut division = in_rows(Arrangement::Strip, &panes, chosen, digits);
    if is_strip {
        add_strip(&mut division, size, view, digits);
    }
    division
}

/// Adds the strip of bits below the rows.
fn add_strip(division: &mut PaneDivision, size: ScreenSize, view: &View, digits: u16) {
    let columns = |bytes: u16| pane_width(Pane::Bits, bytes);
    let fits = |bytes: &u16| columns(*bytes) <= size.width;
    let per_line = [8, 4, 2].into_iter().find(fits).unwrap_or(1);
    let lines = division.bytes.div_ceil(per_line);
    let lines = lines.max(view.alignment.strip_lines);
    if size.height < AROUND + LEAST_ROWS + lines || !view.alignment.has_strip(size) {
        return;
    }
    let needed = columns(per_line);
    let x = (digits + 2).min(size.width - needed);
    division.panes.push(PaneLayout {
        pane: Pane::Bits,
        x,
        pitch: pitch(Pane::Bits),
        per_line,
        has_gaps: true,
        lines: PaneLines::Strip(0),
    });
    division.strip_lines = lines;
    division.strip_end = x + needed;
}

/// Each byte a column: its character, its hex digits over their nibbles, its bits.
fn stacked(size: ScreenSize, view: &View, digits: u16) -> Option<PaneDivision> {
    let panes = shown(view, &[Pane::Points, Pane::Hex, Pane::Bits]);
    let row_lines = 1 + panes.len() as u16;
    if size.height < AROUND + row_lines {
        return None;
    }
    let columns = |bytes: u16| pane_width(Pane::Bits, bytes);
    let tried: Vec<u16> = match view.alignment.width(view.width) {
        RowWidth::Exactly(most) => (1..=most).rev().collect(),
        RowWidth::Auto => { BYTES.iter().copied() }
            .filter(|&bytes| bytes <= MOST_STACKED)
            .collect(),
        RowWidth::Fit => ALL_THAT_FIT.to_vec(),
    };
    let bytes = { tried.into_iter() }.find(|&bytes| columns(bytes) <= size.width)?;
    let panes = (1..).zip(panes).map(|(line, pane)| PaneLayout {
        pane,
        x: 0,
        pitch: pitch(Pane::Bits),
        per_line: bytes,
        has_gaps: true,
        lines: PaneLines::OfRow(line),
    });
    let used = columns(bytes).max(digits + 2);
    let map = used + 2 <= size.width;
    Some(PaneDivision {
        arrangement: Arrangement::Stacked,
        panes: panes.collect(),
        bytes,
        row_lines,
        strip_lines: 0,
        strip_end: 0,
        used: if map { used + 2 } else { used },
        map,
    })
}

/// The first number of bytes that fits, and true if a map does too.
fn fitting(width: u16, tried: &[u16], panes: &[Pane], digits: u16) -> Option<(u16, bool)> {
    let fits = |bytes: u16, map: bool| {
        let row: u16 = panes.iter().map(|&pane| pane_width(pane, bytes)).sum();
        digits + 2 + row + if map { 2 } else { 0 } <= width
    };
    tried.iter().find_map(|&bytes| {
        let map = [true, false].into_iter().find(|map| fits(bytes, *map));
        map.map(|map| (bytes, map))
    })
}

/// The most bytes that fit where the requested number does not.
fn widest(width: u16, view: &View, panes: &[Pane], digits: u16) -> (u16, bool) {
    let most = match view.alignment.width(view.width) {
        RowWidth::Exactly(bytes) => bytes,
        RowWidth::Auto | RowWidth::Fit => 1,
    };
    let fits = |bytes: &u16| fitting(width, &[*bytes], panes, digits);
    let found = (1..=most).rev().find_map(|bytes| {
        let (_, map) = fits(&bytes)?;
        Some((bytes, map))
    });
    found.unwrap_or((1, false))
}

/// Panes from left to right, each in the one line of a row.
fn in_rows(
    arrangement: Arrangement,
    panes: &[Pane],
    (bytes, map): (u16, bool),
    digits: u16,
) -> PaneDivision {
    let mut x = digits + 2;
    let placed = panes.iter().map(|&pane| {
        let placed = PaneLayout {
            pane,
            x,
            pitch: pitch(pane),
            per_line: bytes,
            has_gaps: pane != Pane::Points,
            lines: PaneLines::OfRow(0),
        };
        x += pane_width(pane, bytes);
        placed
    });
    let panes = placed.collect();
    PaneDivision {
        arrangement,
        panes,
        bytes,
        row_lines: 1,
        strip_lines: 0,
        strip_end: 0,
        used: if map { x + 2 } else { x },
        map,
    }
}

/// Columns a byte takes in a pane, its gap included.
const fn pitch(pane: Pane) -> u16 {
    match pane {
        Pane::Hex => 3,
        Pane::Bits => 9,
        Pane::Points => 1,
    }
}

/// Columns a pane takes for a row of some bytes.
const fn pane_width(pane: Pane, bytes: u16) -> u16 {
    match pane {
        Pane::Points => bytes,
        // The gap after the last byte is at the start of a further cell, less a gap.
        Pane::Hex | Pane::Bits => {
            let pitch = pitch(pane);
            cell_start(bytes as usize, pitch as usize, bytes as usize) as u16
        }
    }
}
