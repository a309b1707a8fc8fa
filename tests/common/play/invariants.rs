//! What holds for a state and its picture, whatever was pressed.
//!
//! Invariant: the same is asserted for every picture.

use super::output::is_forbidden;
use hexloupe::command::InspectorState;
use hexloupe::command::overlay::Overlay;
use hexloupe::model::layout::{PaneLines, ScreenLayout, ScreenSize};
use hexloupe::model::line::TonedLine;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::state::Pane;

/// Asserts what holds for a settled state over data of some length.
#[track_caller]
pub(crate) fn state(state: &InspectorState, size: ScreenSize, len: u64) {
    let view = &state.view;
    assert!(view.cursor.offset < len.max(1), "the cursor is in the data");
    assert!(view.cursor.bit < 8);
    assert!(view.phase < u64::from(view.encoding().unit));
    assert!(Pane::ALL.iter().any(|&pane| view.panes.has(pane)));
    let Some(layout) = ScreenLayout::divide(size, view, len) else {
        return;
    };
    let grid = &layout.grid;
    assert_eq!(
        grid.start_of(view.top),
        view.top,
        "the viewport begins with a row"
    );
    let shown = layout.shown(view.top);
    assert!(
        shown.contains(&view.cursor.offset),
        "the cursor is in the viewport"
    );
}

/// Asserts what holds for any picture.
#[track_caller]
pub(crate) fn picture(picture: &Picture, state: &InspectorState, size: ScreenSize) {
    let screen = match picture {
        Picture::TooSmall(_) => {
            assert!(ScreenLayout::divide(size, &state.view, 0).is_none());
            return;
        }
        Picture::Whole(screen) => screen,
    };
    divided(&screen.layout, size);
    let layout = &screen.layout;
    let (width, rows) = (u64::from(layout.grid.width()), usize::from(layout.rows));
    assert!(screen.rows.len() <= rows, "rows fit");
    let first = layout.grid.row(state.view.top);
    for (row, number) in screen.rows.iter().zip(first..) {
        assert_eq!(
            row.offset,
            layout.grid.start(number),
            "a row after the other"
        );
        assert!(row.cells.len() as u64 <= width);
    }
    assert!(screen.inspector.len() <= usize::from(layout.inspector.height));
    for line in &screen.inspector {
        assert!(
            line.columns() <= usize::from(layout.inspector.width),
            "{:?}",
            line.text()
        );
    }
    let columns = usize::from(size.width);
    assert!(screen.message.iter().all(|line| line.columns() < columns));
    assert!(screen.message.len() <= usize::from(size.height / 2));
    assert!(screen.status.columns() <= columns, "{:?}", screen.status);
    assert!(screen.title.columns() <= columns, "{:?}", screen.title);
    assert!(screen.answer.columns() <= columns, "{:?}", screen.answer);
    assert!(screen.thumb.start <= screen.thumb.end && screen.thumb.end <= layout.body.height);
    let panels = match state.overlay {
        None => !state.pending.next.is_empty(),
        Some(
            Overlay::Pattern(_)
            | Overlay::Replacement(_)
            | Overlay::Tour(_)
            | Overlay::Typing(_)
            | Overlay::Answer(_),
        ) => false,
        Some(_) => true,
    };
    // The prompt has a list where there is room and something to list.
    if !matches!(state.overlay, Some(Overlay::GoTo(_))) {
        assert_eq!(screen.panel.is_some(), panels, "the overlay that is open");
    }
    if let Some(panel) = &screen.panel {
        assert!(panel.lines.len() + 2 <= usize::from(size.height));
        assert!(usize::from(panel.width) + 4 <= columns);
    }
    if let Some((x, y)) = screen.caret {
        assert!(
            x < size.width && y < size.height,
            "the caret is on the screen"
        );
        if state.overlay.is_none() {
            let pane = layout.hit(x, y).map(|(pane, ..)| pane.pane);
            assert_eq!(pane, Some(screen.focus), "the caret is in the focus");
        }
    } else if state.overlay.is_none() && state.pending.next.is_empty() {
        assert!(screen.rows.is_empty(), "a caret on the cursor's cell");
    }
    for text in texts(screen) {
        // The headline may hold joiners; the cells are checked elsewhere.
        let bad = text
            .chars()
            .find(|&c| is_forbidden(c) && !super::output::joins(c));
        assert_eq!(bad, None, "{text:?}");
    }
}

/// No area is outside the screen or overlaps another.
#[track_caller]
fn divided(layout: &ScreenLayout, size: ScreenSize) {
    let mut x = 0;
    let mut line = PaneLines::OfRow(0);
    for &pane in &layout.panes {
        let from = match pane.lines {
            PaneLines::OfRow(0) if line == pane.lines => x.max(layout.digits + 2),
            _ => 0,
        };
        assert!(pane.x >= from, "{layout:?}");
        let (last, width) = layout.cell(pane, pane.per_line - 1);
        assert!(last + width <= size.width, "{layout:?} in {size:?}");
        (x, line) = (last + width, pane.lines);
    }
    x = layout.map.map_or(x, |map| map + 1);
    assert!(x <= size.width, "{layout:?} in {size:?}");
    let (body, area) = (layout.body, layout.inspector);
    assert!(
        body.y + body.height < size.height
            && body.y == 2 + u16::from(layout.answer.is_some())
            && layout.answer.is_none_or(|y| y == 1),
        "{layout:?}"
    );
    assert_eq!(body.height, layout.rows * layout.row_lines);
    if area.height > 0 {
        assert!(area.x + area.width <= size.width, "{layout:?}");
        assert!(area.y + area.height < size.height, "{layout:?}");
        let beside = area.x >= x;
        assert!(beside || area.y > body.y + body.height, "{layout:?}");
    }
}

/// Every text of a picture.
fn texts(screen: &Screen) -> Vec<String> {
    let panel = screen.panel.iter();
    let framed = panel.flat_map(|panel| panel.lines.iter().chain([&panel.footer]));
    let lines = screen.inspector.iter().chain(framed);
    let lines = lines.chain([&screen.title, &screen.answer, &screen.status]);
    let glyphs = screen.rows.iter().flat_map(|row| &row.cells);
    let glyphs = glyphs.filter_map(|cell| Some(cell.glyph.as_ref()?.0.text.clone()));
    let labels = screen.ruler.iter().map(|label| label.text.clone());
    lines
        .map(TonedLine::text)
        .chain(glyphs)
        .chain(labels)
        .collect()
}
