//! The whole thinking: from state, facts and bytes to a picture.
//!
//! [`build`] decodes what is visible from where boundaries are sure, cuts it
//! into rows, and notes role and mark of every cell; painting is all that is
//! left. Invariant: a picture is a function of its arguments, and no dearer for
//! a longer file.

use std::ops::Range;

use super::bars;
use super::inspector;
use super::layout::{InspectorSize, LEAST, Layout, Size};
use super::line::Line;
use super::overlay::{self, Manual, Panel};
use super::row::{self, Cut, Marks, Row};
use super::state::{Facts, Overlay, Pane, Radix, State, Unit, View, selection};
use super::text::Text;
use super::viewport::row_of;
use crate::unicode::glyph::Charset;
use crate::window::Peek;

/// A picture of the screen.
#[derive(Debug, Clone)]
pub enum Picture {
    /// The terminal is too small; it says what it needs.
    TooSmall(Line),
    /// The inspector.
    Whole(Box<Screen>),
}

/// The inspector, ready to be painted.
#[derive(Debug, Clone)]
pub struct Screen {
    /// How the screen is divided.
    pub layout: Layout,
    /// The first line.
    pub title: Line,
    /// Labels over the panes, each with its column.
    pub ruler: Vec<(u16, String)>,
    /// The rows of bytes.
    pub rows: Vec<Row>,
    /// How offsets are written.
    pub radix: Radix,
    /// The lines about the sequence under the cursor.
    pub inspector: Vec<Line>,
    /// The last line.
    pub status: Line,
    /// What lies over the panes.
    pub panel: Option<Panel>,
    /// Where the terminal's own cursor stands.
    pub caret: Option<(u16, u16)>,
    /// The pane that has the focus.
    pub focus: Pane,
    /// The bit under the cursor, when steps are bits.
    pub bit: Option<u8>,
    /// The rows of the map that the viewport covers.
    pub thumb: Range<u16>,
    /// Whether marks must be read without colour.
    pub mono: bool,
}

impl View {
    /// The data as this view reads it.
    pub fn text<'a>(&self, data: &'a dyn Peek) -> Text<'a> {
        Text {
            data,
            encoding: self.encoding(),
            phase: self.phase,
        }
    }

    /// The offsets of one step of a unit around an offset.
    pub fn unit_at(&self, data: &dyn Peek, unit: Unit, offset: u64) -> Range<u64> {
        let text = self.text(data);
        match unit {
            Unit::Byte | Unit::Bit => offset..offset + 1,
            Unit::CodeUnit => text.code_unit(offset),
            Unit::Character => text.character(offset),
            Unit::Cluster => text.cluster(offset),
        }
    }

    /// The selected offsets, widened outward to whole steps.
    pub fn selected(&self, data: &dyn Peek) -> Option<Range<u64>> {
        let anchor = self.anchor.filter(|_| !data.is_empty())?;
        let len = data.len();
        let widen = |offset| self.unit_at(data, self.unit, offset);
        let range = selection(anchor.min(len - 1), self.cursor.offset, widen);
        Some(range.start..range.end.min(len))
    }
}

/// Draws up the picture of a state.
pub fn build(
    state: &State,
    facts: &Facts,
    data: &dyn Peek,
    size: Size,
    manual: &Manual,
) -> Picture {
    let view = &state.view;
    let len = data.len();
    let Some(layout) = Layout::of(size, view, len) else {
        let needs = format!("needs {}x{}", LEAST.width, LEAST.height);
        return Picture::TooSmall(Line::new().plain(needs));
    };
    let text = view.text(data);
    let selected = view.selected(data);
    let top = row_of(view.top, layout.width);
    let bottom = top + u64::from(layout.rows) * u64::from(layout.width);
    let marks = Marks {
        cursor: (len > 0).then_some(view.cursor.offset),
        sequence: if len > 0 {
            text.story(view.cursor.offset)
        } else {
            0..0
        },
        selected: selected.clone().unwrap_or_default(),
    };
    let columns = layout.panes.iter().find(|pane| pane.pane == Pane::Points);
    let cut = Cut {
        width: layout.width,
        columns: columns.map_or(1, |pane| pane.pitch),
        charset: facts.charset,
    };
    let inspector = if view.inspector == InspectorSize::Off {
        Vec::new()
    } else {
        inspector::inspect(&text, view, facts, layout.inspector.width)
    };
    let status = bars::status(state, facts, selected.as_ref(), size.width, manual);
    let panel = overlay::panel(state, facts, data, size, manual);
    Picture::Whole(Box::new(Screen {
        title: bars::title(view, facts, len, size.width),
        ruler: ruler(&layout),
        rows: row::rows(&text, top..bottom.min(len), cut, &marks),
        radix: view.radix,
        inspector: inspector
            .into_iter()
            .take(usize::from(layout.inspector.height))
            .collect(),
        caret: caret(state, facts.charset, &layout, size, len),
        status,
        panel,
        focus: focus(view, &layout),
        bit: (view.unit == Unit::Bit).then_some(view.cursor.bit),
        thumb: thumb(top, &layout, len),
        mono: facts.mono,
        layout,
    }))
}

/// The focus, or the first pane if the focused one is not shown.
fn focus(view: &View, layout: &Layout) -> Pane {
    let shown = layout.panes.iter().any(|pane| pane.pane == view.focus);
    if shown {
        view.focus
    } else {
        layout.panes.first().map_or(Pane::Hex, |pane| pane.pane)
    }
}

fn ruler(layout: &Layout) -> Vec<(u16, String)> {
    let mut labels = vec![(1, "offset".to_owned())];
    for &pane in &layout.panes {
        for index in 0..layout.width {
            let (x, width) = layout.cell(pane, index);
            let label = format!("{index:X}");
            let room = usize::from(width);
            labels.push(match pane.pane {
                Pane::Hex => (x, format!("{label:>room$}")),
                Pane::Bits => (x, label),
                // The last digit alone, where a byte has but one column.
                Pane::Points => (x, label[label.len().saturating_sub(room)..].to_owned()),
            });
        }
    }
    labels
}

/// The rows of the map that the viewport covers, at least one.
fn thumb(top: u64, layout: &Layout, len: u64) -> Range<u16> {
    let rows = u128::from(layout.rows);
    let page = u128::from(layout.rows) * u128::from(layout.width);
    let len = u128::from(len);
    if len <= page {
        return 0..layout.rows;
    }
    let start = (u128::from(top) * rows / len).min(rows - 1);
    let end = ((u128::from(top) + page) * rows)
        .div_ceil(len)
        .clamp(start + 1, rows);
    start as u16..end as u16
}

/// The cursor's cell in the pane that has the focus, or the end of a prompt.
fn caret(
    state: &State,
    charset: Charset,
    layout: &Layout,
    size: Size,
    len: u64,
) -> Option<(u16, u16)> {
    match &state.overlay {
        Overlay::Prompt(prompt) => {
            let (_, x) = overlay::prompt_line(prompt, charset, size.width);
            return Some((x, size.height - 1));
        }
        Overlay::Help(_) | Overlay::Picker(_) => return None,
        Overlay::None => {}
    }
    let view = &state.view;
    let past = view
        .cursor
        .offset
        .checked_sub(row_of(view.top, layout.width))?;
    let width = u64::from(layout.width);
    let (row, column) = ((past / width) as u16, (past % width) as u16);
    let pane = layout
        .panes
        .iter()
        .find(|pane| pane.pane == focus(view, layout))?;
    if len == 0 || row >= layout.rows {
        return None;
    }
    let (x, _) = layout.cell(*pane, column);
    let bit = if pane.pane == Pane::Bits {
        u16::from(view.cursor.bit)
    } else {
        0
    };
    Some((x + bit, layout.body.y + row))
}
