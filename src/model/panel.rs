//! Panels over the panes, and their common frame.
//!
//! A panel is lines in a frame; its last line shows its own keys. Invariant: a panel
//! fits the screen it is made for.

use std::ops::Range;

use tui_input::Input;

use super::layout::{Area, ScreenSize};
use super::line::{Click, Tone, TonedLine};
use super::state::PendingKeys;
use crate::language::Language;
use crate::unicode::glyph::{self, Charset};

/// A frame with lines in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// The name of the panel.
    pub title: String,
    /// The lines that are shown.
    pub lines: Vec<TonedLine>,
    /// The panel's own keys.
    pub footer: TonedLine,
    /// Columns of the lines.
    pub width: u16,
    /// Its place.
    pub placed: PanelPlacement,
}

/// The place of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelPlacement {
    /// In the middle; everything around it is quiet.
    Middle,
    /// From this screen row on, because the cursor's row is in the middle; everything around it is
    /// quiet.
    Aside(u16),
    /// From this screen row on; the rows above it stay in use.
    From(u16),
    /// At the right, between title and status; the columns at its left stay in use.
    Beside,
}

/// The part of the screen at a place while a panel is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelTarget {
    /// Cells outside the panel.
    Outside,
    /// The panel, and the effect of a click there.
    Panel(Option<Click>),
}

impl Panel {
    /// A question in the middle: its sentences in a language, each in as many lines as it takes, as
    /// far as there is room.
    pub fn question(
        title: &str,
        sentences: Vec<TonedLine>,
        footer: TonedLine,
        size: ScreenSize,
        language: Language,
    ) -> Self {
        let (width, height) = room(size);
        let lines = sentences.into_iter().map(|line| line.said(language));
        let lines = lines.flat_map(|line| line.wrap(width.into(), 0));
        Self {
            title: title.to_owned(),
            lines: lines.take(height.max(1)).collect(),
            footer,
            width,
            placed: PanelPlacement::Middle,
        }
    }

    /// The area of the panel on a screen, its frame included.
    pub fn area(&self, size: ScreenSize) -> Area {
        let width = (self.width + 4).max(4).min(size.width);
        let height = (self.lines.len() as u16 + 2).max(2).min(size.height);
        let (x, top) = match self.placed {
            PanelPlacement::Middle => ((size.width - width) / 2, (size.height - height) / 2),
            PanelPlacement::From(top) | PanelPlacement::Aside(top) => {
                ((size.width - width) / 2, top)
            }
            PanelPlacement::Beside => (size.width - width, 1),
        };
        Area {
            x,
            y: top.min(size.height - height),
            width,
            height,
        }
    }

    /// The panel beside the lines of the cursor's row, if it would cover them and there is room
    /// below or above them: a question leaves its subject in sight.
    #[must_use]
    pub(super) fn clear_of(self, row: Range<u16>, size: ScreenSize) -> Self {
        let area = self.area(size);
        let is_over = area.y < row.end && row.start < area.y + area.height;
        if self.placed != PanelPlacement::Middle || !is_over {
            return self;
        }
        let below = Some(row.end).filter(|top| top + area.height < size.height);
        let above = row.start.checked_sub(area.height).filter(|top| *top > 0);
        let placed = below.or(above).map(PanelPlacement::Aside);
        Self {
            placed: placed.unwrap_or(PanelPlacement::Middle),
            ..self
        }
    }

    /// The part of the screen at a place. A row of a list reaches to the frame.
    pub fn under(&self, size: ScreenSize, x: u16, y: u16) -> PanelTarget {
        let area = self.area(size);
        let is_inside = (area.x..area.x + area.width).contains(&x)
            && (area.y..area.y + area.height).contains(&y);
        if !is_inside {
            return PanelTarget::Outside;
        }
        let foot = area.y + area.height - 1;
        let column = usize::from((x - area.x).saturating_sub(FRAME));
        if y == foot {
            // A blank stands before the first key.
            let click = column.checked_sub(1).and_then(|at| self.footer.clicked(at));
            return PanelTarget::Panel(click.cloned());
        }
        let line = y.checked_sub(area.y + 1).map(usize::from);
        let Some(line) = line.and_then(|number| self.lines.get(number)) else {
            return PanelTarget::Panel(None);
        };
        let first = line.pieces.first().and_then(|piece| piece.click.as_ref());
        let row = first.filter(|click| matches!(click, Click::Row(_)));
        PanelTarget::Panel(line.clicked(column).or(row).cloned())
    }
}

/// Columns of a panel's frame before its lines.
pub const FRAME: u16 = 2;

/// Columns and rows that a panel's lines may take.
pub fn room(size: ScreenSize) -> (u16, usize) {
    room_of(size, QUESTION)
}

/// The most columns of a sentence.
pub const QUESTION: u16 = 76;
/// The most columns of a row that quotes text.
pub const QUOTING: u16 = 116;

/// Columns and rows that the lines of a panel may take, which is so many columns wide at most.
pub fn room_of(size: ScreenSize, widest: u16) -> (u16, usize) {
    (
        size.width.saturating_sub(6).min(widest),
        usize::from(size.height.saturating_sub(4)),
    )
}

/// Drawn before a row that holds bytes of a passage.
pub const MARGIN: &str = "▌";

/// The index of the first visible row of a list; the chosen row is in the middle if possible.
pub fn first_shown(chosen: usize, count: usize, rows: usize) -> usize {
    chosen
        .saturating_sub(rows / 2)
        .min(count.saturating_sub(rows))
}

/// The number of bytes hidden at the front of the input so that the caret fits on the line, and the
/// column of the caret.
pub fn entry(input: &Input, charset: Charset, width: u16, start: u16) -> (usize, u16) {
    let value = input.value();
    let split = value.char_indices().nth(input.cursor());
    let before = &value[..split.map_or(value.len(), |(at, _)| at)];
    let room = usize::from(width.saturating_sub(start + 1));
    let mut shown = before;
    while glyph::columns(&glyph::safe(shown, charset)) > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    let columns = glyph::columns(&glyph::safe(shown, charset)) as u16;
    (before.len() - shown.len(), start + columns)
}

/// The keys typed so far.
pub(super) fn pending_line(pending: &PendingKeys) -> TonedLine {
    let mut line = TonedLine::new();
    if let Some(count) = pending.count {
        line.push(Tone::Key, count.to_string());
    }
    if !pending.keys.is_empty() {
        line.push(Tone::Key, pending.keys.join(" "));
        line.push(Tone::Quiet, " …");
    }
    line
}
