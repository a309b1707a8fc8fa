//! The comparison of readings: the choice of one, and moves of the panes under it.
//!
//! Up, Down and paging choose in the list. Commands that move inside a row, or search, keep their
//! usual keys and move in the panes. Invariant: if the panel leaves rows of the panes free, the
//! cursor is in one of them.

mod sheet;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, clamp};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, command, row};
use crate::codec::Encoding;
use crate::model::compare::{EncodingComparison, SameText};
use crate::model::layout::ScreenSize;
use crate::model::screen::ScreenOverlay;
use sheet::PanelLayout;

pub(in crate::command) fn open(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Compare
}

/// Opens the comparison, with the encodings in some order, the best first.
pub(in crate::command) fn open_with(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    ranked: impl IntoIterator<Item = &'static Encoding>,
) {
    state.open(EncodingComparison::new(state.view.encoding(), ranked));
    clamp(state, around);
}

impl OverlayLayer for EncodingComparison {
    const HEADING: &'static str = "In the comparison";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "use"),
                "read the data in the chosen encoding",
                choose_encoding,
            ),
            row(&["q", "Esc", "d"], (1, "close"), "close it", Self::leave),
            // Home and End move in the panes, g and G in the list.
            command("row-start", (0, "")),
            command("row-end", (0, "")),
        ],
        Self::MOVES,
        &[
            command("left", (1, "move")),
            command("right", (1, "move")),
            row(
                &["Tab"],
                (1, "next with this text"),
                "the next encoding with the same text",
                next_twin,
            ),
            row(
                &["Shift-Tab"],
                (0, ""),
                "the previous encoding with the same text",
                previous_twin,
            ),
            command("next-fault", (1, "next fault")),
            command("next-non-ascii", (1, "non-ASCII")),
            command("next-character", (0, "")),
            command("previous-character", (0, "")),
            command("next-cluster", (0, "")),
            command("previous-cluster", (0, "")),
            command("unit-onward", (0, "")),
            command("unit-back", (0, "")),
            command("previous-fault", (0, "")),
            command("previous-non-ascii", (0, "")),
            command("next-notice", (0, "")),
            command("previous-notice", (0, "")),
        ],
    ];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let text = state.view.text(around.data, around.facts);
        let (cursor, look) = (state.view.cursor.offset, state.look);
        let screen = (around.size, Some(around.keymap));
        ScreenOverlay::Panel(sheet::panel(self, &text, cursor, look, screen))
    }

    /// Chooses another text by its number, and the best encoding that gives it.
    fn choose(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) {
        let groups = groups(state, around, self);
        let at = self.place(&groups);
        let next = next(at).min(groups.len().saturating_sub(1));
        if let Some(group) = groups.get(next).filter(|_| next != at) {
            self.chosen = group.reading.encoding;
        }
    }

    fn page(&mut self, size: ScreenSize) -> usize {
        PanelLayout::new(size).readings()
    }

    /// The rows that the panel does not cover.
    fn rows_left(&self, _: &InspectorState, around: &KeyContext<'_>) -> Option<u16> {
        Some(PanelLayout::new(around.size).rows).filter(|rows| *rows > 0)
    }
}

fn choose_encoding(
    comparison: &mut EncodingComparison,
    state: &mut InspectorState,
    _: &KeyContext<'_>,
) -> AfterKey {
    if comparison.chosen != state.view.encoding() {
        state.view.choose(comparison.chosen);
        state.say(format!("read as {}", comparison.chosen.name));
    }
    AfterKey::CLOSE
}

fn next_twin(
    comparison: &mut EncodingComparison,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    twin(state, around, comparison, |at, _| at + 1)
}

fn previous_twin(
    comparison: &mut EncodingComparison,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    twin(state, around, comparison, |at, count| at + count - 1)
}

/// Chooses another encoding that gives the same text: `next` gets the number of the chosen one and
/// their count; its result wraps around.
fn twin(
    state: &InspectorState,
    around: &KeyContext<'_>,
    comparison: &mut EncodingComparison,
    next: impl Fn(usize, usize) -> usize,
) -> AfterKey {
    let groups = groups(state, around, comparison);
    if let Some(group) = groups.get(comparison.place(&groups)) {
        let all: Vec<_> = group.encodings().collect();
        let at = { all.iter() }.position(|encoding| *encoding == comparison.chosen);
        comparison.chosen = all[next(at.unwrap_or(0), all.len()) % all.len()];
    }
    AfterKey::STAY
}

fn groups(
    state: &InspectorState,
    around: &KeyContext<'_>,
    comparison: &EncodingComparison,
) -> Vec<SameText> {
    let text = state.view.text(around.data, around.facts);
    let range = PanelLayout::new(around.size).bytes(state.view.cursor.offset, around.data.len());
    comparison.groups(&text, range)
}
