//! The rule under the panes, with the name of each pane in its columns.
//!
//! It replaces a plain separator line, so names cost no row of bytes. Invariant: it is as wide as
//! the screen less a column at each side, whatever names fit.

use super::layout::{PaneLayout, PaneLines, ScreenLayout};
use super::line::{Tone, TonedLine};
use super::named;
use super::state::{Arrangement, Pane};
use crate::language::Language;
use crate::unicode::glyph;

/// Columns of the rule on each side of a name, besides a space.
const AROUND: usize = 2;

/// The rule of a screen of `width` columns. The name of the pane with the focus is strong.
pub(super) fn line(
    layout: &ScreenLayout,
    focus: Pane,
    width: u16,
    language: Language,
) -> TonedLine {
    let end = usize::from(width.saturating_sub(1));
    let mut line = TonedLine::new().plain(" ");
    let mut x = 1;
    for pane in layout.panes.iter().filter(|pane| is_named(layout, pane)) {
        let name = named::pane(pane.pane, language);
        let columns = glyph::columns(name);
        // The name of the last pane may be wider than the pane.
        let latest = end.saturating_sub(columns + AROUND);
        let start = usize::from(layout.cell(*pane, 0).0).min(latest);
        if start < x + AROUND {
            continue;
        }
        line.push(Tone::Faint, "─".repeat(start - x - 1));
        line.push(Tone::Plain, " ");
        line.push(tone(pane.pane, focus), name);
        line.push(Tone::Plain, " ");
        x = start + columns + 1;
    }
    line.push(Tone::Faint, "─".repeat(end.saturating_sub(x)));
    line
}

/// Reports whether the rule names a pane: the strip has its name beside it, and panes under each
/// other have the same columns.
fn is_named(layout: &ScreenLayout, pane: &PaneLayout) -> bool {
    layout.arrangement != Arrangement::Stacked && matches!(pane.lines, PaneLines::OfRow(_))
}

/// The tone of a pane's name.
pub(super) fn tone(pane: Pane, focus: Pane) -> Tone {
    if pane == focus {
        Tone::Strong
    } else {
        Tone::Quiet
    }
}
