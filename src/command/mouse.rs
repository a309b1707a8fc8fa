//! The effects of the mouse: on the panes, the map, the lines around them, and an open overlay.
//!
//! A click is looked up in the current picture, so it acts on exactly the visible thing. Invariant:
//! a drag moves only the object under the first press.

use super::key::{Key, KeySymbol};
use super::{
    CommandContext, CommandEffect, FrontRequest, InspectorState, KeyContext, clamp, overlay,
    picture, press, run, table,
};
use crate::command::input::Pointer;
use crate::model::layout::{PaneLayout, ScreenLayout, ScreenSize};
use crate::model::line::Click;
use crate::model::map::{self, MapSign};
use crate::model::panel::{PanelPlacement, PanelTarget};
use crate::model::screen::{Picture, Screen};
use crate::model::state::{CursorUnit, DragTarget, MouseMode, Pane, PendingKeys};
use crate::model::viewport;

/// Rows that one step of the wheel scrolls.
const WHEEL: i64 = 3;

/// The effects of the mouse, for the help.
pub(super) const HELP: &[(&str, &str)] = &[
    (
        "click",
        "go to the byte, press a hint, choose a row, or open a part of the title",
    ),
    (
        "double click",
        "select the sequence, or choose and open the row of a list",
    ),
    ("drag", "select; on the map, move through the data"),
    ("wheel", "scroll the panes or the list"),
    ("click outside", "close what is open"),
    ("with Shift", "the terminal selects text"),
];

/// Handles an action of the mouse at a column and a row of the screen.
pub fn act(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    pointer: Pointer,
    (x, y): (u16, u16),
) -> CommandEffect {
    if y + 1 < around.size.height && pointer != Pointer::Release {
        overlay::step_aside(state, around);
    }
    match pointer {
        Pointer::Press { clicks } => return click(state, around, (x, y), clicks),
        Pointer::Drag => drag(state, around, x, y),
        Pointer::WheelUp => wheel(state, around, -WHEEL),
        Pointer::WheelDown => wheel(state, around, WHEEL),
        Pointer::Release => {}
    }
    CommandEffect::None
}

/// Captures the mouse, or leaves it to the terminal.
pub(super) fn switch(context: &mut CommandContext<'_>) -> CommandEffect {
    let (mouse, said) = match context.state.mouse {
        MouseMode::On => (
            MouseMode::Off,
            "the mouse is off: the terminal selects text; :mouse turns it on",
        ),
        MouseMode::Off => (
            MouseMode::On,
            "the mouse is on; with Shift the terminal still selects text",
        ),
    };
    context.state.mouse = mouse;
    context.state.say(said);
    CommandEffect::Front(FrontRequest::Mouse(mouse))
}

/// Scrolls the overlay, or else the panes, by some rows.
fn wheel(state: &mut InspectorState, around: &KeyContext<'_>, rows: i64) {
    if state.overlay.is_some() {
        overlay::wheel(state, around, rows);
    } else if let Some(layout) = ScreenLayout::divide(around.size, &state.view, around.data.len()) {
        viewport::scroll(&mut state.view, &layout, around.data.len(), rows);
    }
}

/// The object under a press of the button.
enum ClickTarget {
    /// Cells that belong to nothing.
    Nothing,
    /// Cells outside the open overlay.
    Outside,
    /// The panes and the map.
    Panes,
    /// A part of a line.
    Part(Click),
}

fn click(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    (x, y): (u16, u16),
    clicks: u8,
) -> CommandEffect {
    let held = std::mem::replace(&mut state.grip, DragTarget::Nothing);
    let (target, sign) = match picture(state, around) {
        Picture::Whole(screen) => (
            target(state, &screen, around.size, x, y),
            sign(&screen, x, y),
        ),
        Picture::TooSmall(_) => (ClickTarget::Nothing, None),
    };
    match target {
        ClickTarget::Nothing => {}
        ClickTarget::Panes => {
            state.pending = PendingKeys::default();
            if clicks > 1 && matches!(held, DragTarget::Pane(_)) {
                // The first press has moved the cursor there; rows may have moved since.
                state.grip = held;
            } else {
                point(state, around, (x, y));
            }
            if clicks > 1 && matches!(state.grip, DragTarget::Pane(_)) {
                select_sequence(state, around);
            }
            if let Some(sign) = sign {
                let (_, _, meaning) = sign.drawn();
                state.say(format!("map: {meaning}"));
            }
        }
        // The second press of a double click does not apply to an overlay opened by the first.
        ClickTarget::Outside if clicks > 1 => {}
        ClickTarget::Outside => {
            state.message = None;
            state.pending = PendingKeys::default();
            return overlay::close(state, around);
        }
        ClickTarget::Part(Click::Keys(keys)) => return type_keys(state, around, &keys),
        ClickTarget::Part(Click::Command(name)) => {
            state.message = None;
            let command = table::by_name(name);
            return command.map_or(CommandEffect::None, |command| {
                run(state, around, command, None, None)
            });
        }
        // The first press has chosen the row; the list may have moved since.
        ClickTarget::Part(Click::Row(_)) if clicks > 1 => {
            return press(state, around, Key::plain(KeySymbol::Enter));
        }
        ClickTarget::Part(Click::Row(number)) => overlay::choose(state, around, number),
    }
    CommandEffect::None
}

/// The sign of the map at a place of the screen.
fn sign(screen: &Screen, x: u16, y: u16) -> Option<MapSign> {
    let line = y.checked_sub(screen.layout.body.y)?;
    let signs = &screen.map;
    let sign = *signs.get(usize::from(line))?;
    sign.filter(|_| screen.layout.map == Some(x))
}

/// The object at a place of the screen.
fn target(
    state: &InspectorState,
    screen: &Screen,
    size: ScreenSize,
    x: u16,
    y: u16,
) -> ClickTarget {
    let part = |click: Option<Click>| click.map_or(ClickTarget::Nothing, ClickTarget::Part);
    let on_status = y + 1 >= size.height;
    // Only a typed line has its caret there.
    let is_prompt = screen.caret.is_some_and(|(_, y)| y + 1 >= size.height);
    if on_status && is_prompt {
        return ClickTarget::Nothing;
    }
    if let Some(panel) = &screen.panel {
        let is_above = match panel.placed {
            PanelPlacement::Middle | PanelPlacement::Aside(_) => false,
            PanelPlacement::From(top) => y > 0 && y < top,
            PanelPlacement::Beside => y > 0,
        };
        return match panel.under(size, x, y) {
            PanelTarget::Panel(click) => part(click),
            // These rows stay in use.
            PanelTarget::Outside if is_above && !is_prompt => ClickTarget::Panes,
            PanelTarget::Outside => ClickTarget::Outside,
        };
    }
    if state.overlay.is_some() && !on_status {
        return ClickTarget::Outside;
    }
    match screen.clicked(size, x, y) {
        Some(click) => ClickTarget::Part(click.clone()),
        None if y == 0 || on_status => ClickTarget::Nothing,
        None => ClickTarget::Panes,
    }
}

/// Presses keys in the table's notation, instead of those typed so far, or runs a command by name.
fn type_keys(state: &mut InspectorState, around: &KeyContext<'_>, keys: &str) -> CommandEffect {
    state.pending.keys.clear();
    let named = keys.strip_prefix(':').and_then(table::by_line);
    if let Some((command, _)) = named {
        state.message = None;
        return run(state, around, command, None, None);
    }
    let mut effect = CommandEffect::None;
    for key in keys.split_whitespace() {
        match key.parse() {
            Ok(key) => effect = press(state, around, key),
            // Any letter may follow: the user types it.
            Err(()) => break,
        }
    }
    effect
}

/// Selects the sequence under the cursor.
fn select_sequence(state: &mut InspectorState, around: &KeyContext<'_>) {
    if let Some(mut context) = around.context(state, None, None) {
        let sequence = context.unit_at(CursorUnit::Character, context.cursor());
        context.state.view.anchor = Some(sequence.end.saturating_sub(1));
        context.step_to(sequence.start);
    }
    clamp(state, around);
}

/// Moves the cursor to the byte at a place of the screen and the focus to its pane, or goes to the
/// place chosen on the map.
fn point(state: &mut InspectorState, around: &KeyContext<'_>, (x, y): (u16, u16)) {
    let Some(mut context) = around.context(state, None, None) else {
        return;
    };
    let body = context.layout.body;
    if context.layout.map == Some(x) && (body.y..body.y + body.height).contains(&y) {
        context.state.grip = DragTarget::Map;
        let target = on_map(&context, y);
        context.jump_to(target);
        center(&mut context);
    } else if let Some((pane, row, index)) = context.layout.hit(x, y) {
        let number = number(&context, row.into());
        // A cell before the first byte has none.
        let offset = number.and_then(|row| context.layout.grid.byte_at(row, index));
        let Some(offset) = offset.filter(|offset| *offset < context.len()) else {
            return;
        };
        context.state.grip = DragTarget::Pane(pane.pane);
        context.state.view.anchor = None;
        move_cursor(&mut context, pane, (offset, index), x);
    }
    clamp(state, around);
}

/// Extends the selection to the byte nearest to a place, or moves through the data by the map.
fn drag(state: &mut InspectorState, around: &KeyContext<'_>, x: u16, y: u16) {
    let Some(mut context) = around.context(state, None, None) else {
        return;
    };
    match context.state.grip {
        DragTarget::Nothing => {}
        DragTarget::Map => {
            let target = on_map(&context, y);
            context.step_to(target);
            center(&mut context);
        }
        DragTarget::Pane(held) => {
            let mut panes = context.layout.panes.iter();
            let Some(pane) = panes.find(|shown| shown.pane == held).copied() else {
                return;
            };
            let (row, index) = context.layout.nearest(pane, x, y);
            let row = number(&context, row).unwrap_or(0);
            let offset = context.layout.grid.at(row, index).min(context.last());
            let here = context.cursor();
            context.state.view.anchor.get_or_insert(here);
            move_cursor(&mut context, pane, (offset, index), x);
        }
    }
    clamp(state, around);
}

/// The number of a row counted from the first on the screen; none above the first row of the data.
fn number(context: &CommandContext<'_>, row: i64) -> Option<u64> {
    let layout = &context.layout;
    let top = layout.grid.row(context.state.view.top);
    top.checked_add_signed(row - i64::from(layout.above))
}

/// Moves the cursor to a byte of a pane, and in the bits to the bit at a column.
fn move_cursor(
    context: &mut CommandContext<'_>,
    pane: PaneLayout,
    (offset, index): (u64, u16),
    x: u16,
) {
    context.state.view.focus = pane.pane;
    context.step_to(offset);
    if pane.pane == Pane::Bits {
        let (start, _) = context.layout.cell(pane, index);
        context.state.view.cursor.bit = x.saturating_sub(start).min(7) as u8;
    }
}

/// The offset that a row of the map stands for.
fn on_map(context: &CommandContext<'_>, y: u16) -> u64 {
    let body = context.layout.body;
    let row = y.saturating_sub(body.y).min(body.height.saturating_sub(1));
    map::share(row, &context.layout, context.len()).start
}

fn center(context: &mut CommandContext<'_>) {
    let len = context.len();
    viewport::center(&mut context.state.view, &context.layout, len);
}
