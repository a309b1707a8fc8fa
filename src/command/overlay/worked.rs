//! The worked view: the steps from the character under the cursor to its bytes and back, and the
//! cards, one page after the other.
//!
//! It follows the cursor, which its keys move over characters and faults. Invariant: on a wide
//! screen it covers none of the panes; on a narrow one it leaves them the rows that it has no lines
//! for, and covers all that shows the result.

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, command, footer_in, row};
use crate::explain::derivation::DerivationDirection;
use crate::explain::sheet::WIDTH;
use crate::model::layout::{ScreenLayout, ScreenSize};
use crate::model::line::TonedLine;
use crate::model::panel::{FRAME, Panel, PanelPlacement};
use crate::model::screen::ScreenOverlay;
use crate::model::worked::{self, WorkedPage, WorkedView};

/// The frame of the panel, the title and the status line.
const AROUND: u16 = 4;

/// The last line of the screen.
const FOOT: u16 = 1;

/// Columns of the panel's lines.
fn columns(size: ScreenSize) -> u16 {
    size.width.saturating_sub(AROUND).min(WIDTH as u16)
}

/// The row that the panel begins in, with so many lines, where it is as wide as the screen: under
/// the rows of bytes, or higher if its lines need that. None if it stands beside the panes.
fn top_below_panes(lines: usize, state: &InspectorState, around: &KeyContext<'_>) -> Option<u16> {
    /// Under the title.
    const HIGHEST: u16 = 1;
    let size = around.size;
    if size.width > columns(size) + AROUND {
        return None;
    }
    let layout = ScreenLayout::divide(size, &state.view, around.data.len());
    let rows = layout.map_or(HIGHEST..HIGHEST, |layout| {
        layout.body.y..layout.body.y + layout.body.height
    });
    let lines = u16::try_from(lines).unwrap_or(u16::MAX);
    let needed = lines.saturating_add(FRAME + FOOT);
    let top = rows.end.min(size.height.saturating_sub(needed));
    // A ruler without a row is no help.
    Some(if top > rows.start { top } else { HIGHEST })
}

/// The lines that a key moves on in a step that does not fit: one line stays visible.
fn page(around: &KeyContext<'_>) -> usize {
    let rows = around.size.height.saturating_sub(AROUND);
    usize::from(rows.saturating_sub(1)).max(1)
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let text = context.state.view.text(context.data, context.facts);
    let direction = worked::direction(&text, &context.state.view);
    open_on(context.state, direction);
    CommandEffect::None
}

/// Opens it on the first step, in a direction.
pub(in crate::command) fn open_on(state: &mut InspectorState, direction: DerivationDirection) {
    state.open(WorkedView {
        page: 0,
        direction,
        step: 0,
        line: 0,
    });
}

impl OverlayLayer for WorkedView {
    const HEADING: &'static str = "In the worked view";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Right", "l", "Space", "Enter"],
            (1, "step"),
            "next step, or more of this one; on a card, next line or card",
            Self::onward,
        ),
        row(
            &["Left", "h", "Backspace"],
            (1, "step"),
            "previous step; on a card, previous card",
            Self::back,
        ),
        row(
            &["r"],
            (1, "other way"),
            "switch direction: to bytes, or from bytes",
            Self::turn,
        ),
        row(
            &["Tab", "PgDn"],
            (1, "next card"),
            "next card",
            Self::next_page,
        ),
        row(
            &["Shift-Tab", "PgUp"],
            (0, ""),
            "previous card",
            Self::previous_page,
        ),
        row(&["Home"], (0, ""), "the first step", Self::first_step),
        row(&["End"], (0, ""), "all steps", Self::last_step),
        command("next-character", (1, "next character")),
        command("previous-character", (0, "")),
        command("next-fault", (0, "")),
        command("previous-fault", (0, "")),
        command("next-cluster", (0, "")),
        command("previous-cluster", (0, "")),
        command("next-non-ascii", (0, "")),
        command("previous-non-ascii", (0, "")),
        command("next-notice", (0, "")),
        command("previous-notice", (0, "")),
        command("up", (0, "")),
        command("down", (0, "")),
        row(&["q", "Esc", "x"], (1, "close"), "close it", Self::leave),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let columns = columns(around.size);
        let sheet = self.sheet(state, around);
        let mut lines: Vec<TonedLine> = { sheet.lines.into_iter() }
            .map(|line| line.cut(columns.into()))
            .collect();
        let top = top_below_panes(lines.len(), state, around);
        if let Some(top) = top {
            let rows = around.size.height.saturating_sub(top + FRAME + FOOT);
            lines.resize(lines.len().max(rows.into()), TonedLine::new());
        }
        ScreenOverlay::Panel(Panel {
            title: sheet.title,
            lines,
            footer: footer_in(
                Some(around.keymap),
                self,
                Self::KEYS,
                columns.into(),
                state.look.language_of_bars(),
            ),
            width: columns,
            placed: top.map_or(PanelPlacement::Beside, PanelPlacement::From),
        })
    }

    fn rows_left(&self, state: &InspectorState, around: &KeyContext<'_>) -> Option<u16> {
        let lines = self.sheet(state, around).lines.len();
        let layout = ScreenLayout::divide(around.size, &state.view, around.data.len())?;
        let left = top_below_panes(lines, state, around)?.checked_sub(layout.body.y);
        left.filter(|left| *left > 0)
    }

    fn choose(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) {
        let steps = self.sheet(state, around).steps;
        (self.step, self.line) = (next(self.step.min(steps - 1)).min(steps - 1), 0);
    }
}

impl WorkedView {
    fn sheet(&self, state: &InspectorState, around: &KeyContext<'_>) -> WorkedPage {
        let view = &state.view;
        let text = view.text(around.data, around.facts);
        let ScreenSize { width, height } = around.size;
        let room = (
            usize::from(width.saturating_sub(AROUND)).min(WIDTH),
            usize::from(height.saturating_sub(AROUND)),
        );
        worked::sheet(&text, (view, around.facts), *self, state.look, room)
    }

    fn onward(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        let sheet = self.sheet(state, around);
        if self.page == 0 && self.line + 1 < sheet.tops {
            self.line = (self.line + page(around)).min(sheet.tops - 1);
            return AfterKey::STAY;
        }
        let is_last = self.step + 1 >= sheet.steps;
        if self.page == 0 && is_last {
            return AfterKey::STAY;
        }
        if is_last {
            return self.next_page(state, around);
        }
        self.go(state, around, &|at| at + 1)
    }

    fn back(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        if self.page == 0 && self.line > 0 {
            let last = self.sheet(state, around).tops - 1;
            self.line = self.line.min(last).saturating_sub(page(around));
            return AfterKey::STAY;
        }
        if self.page > 0 && self.step == 0 {
            return self.previous_page(state, around);
        }
        self.go(state, around, &|at| at.saturating_sub(1))
    }

    fn turn(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        self.direction = match self.direction {
            DerivationDirection::Encode => DerivationDirection::Decode,
            DerivationDirection::Decode => DerivationDirection::Encode,
        };
        (self.page, self.step, self.line) = (0, 0, 0);
        AfterKey::STAY
    }

    fn next_page(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        (self.page, self.step, self.line) = ((self.page + 1) % Self::PAGES, 0, 0);
        AfterKey::STAY
    }

    fn previous_page(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        let page = (self.page + Self::PAGES - 1) % Self::PAGES;
        (self.page, self.step, self.line) = (page, 0, 0);
        AfterKey::STAY
    }

    fn first_step(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|_| 0)
    }

    fn last_step(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|_| usize::MAX)
    }
}
