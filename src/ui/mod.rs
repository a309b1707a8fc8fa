//! Paints a picture into cells; decides nothing, reads no file, changes no
//! state.
//!
//! Every cell is placed at its own column, so nothing in the file can move anything else.
//! Invariant: all text painted here has been through the sanitiser, and stays inside its area.

mod ascii;
mod frame;
mod panes;
mod theme;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use crate::model::layout::{Area, ScreenLayout, ScreenSize};
use crate::model::line::Tone;
use crate::model::look::Appearance;
use crate::model::map::MapSign;
use crate::model::pair::{PairLayout, PairPlacement};
use crate::model::panel::MARGIN;
use crate::model::panel::PanelPlacement;
use crate::model::row::{ByteRole, RowLevel};
use crate::model::screen::{Picture, Screen};
use crate::model::state::Radix;
use crate::model::theme::Theme;
use crate::unicode::glyph::Charset;

/// Paints a picture into a buffer; returns the place of the terminal's cursor, if it is shown.
pub fn paint(picture: &Picture, look: Appearance, buffer: &mut Buffer) -> Option<Position> {
    let caret = match picture {
        Picture::TooSmall(line) => {
            frame::line(buffer, 0, 0, line, look.theme);
            None
        }
        Picture::Whole(screen) => {
            whole(screen, look, buffer);
            screen.caret.map(|(x, y)| Position { x, y })
        }
    };
    if look.charset == Charset::Ascii {
        ascii::exchange(buffer);
    }
    caret
}

/// Paints two pictures in their parts of the screen; `is_first` is true if the first part is that of
/// the first picture, which gets the keys. Returns the place of the terminal's cursor, if it is
/// shown.
pub fn paint_pair(
    [shown, beside]: [&Picture; 2],
    is_first: bool,
    parts: PairLayout,
    look: Appearance,
    buffer: &mut Buffer,
) -> Option<Position> {
    let pictures = if is_first {
        [shown, beside]
    } else {
        [beside, shown]
    };
    let carets = [0, 1].map(|number| {
        let area = parts.parts[number];
        let mut part = Buffer::empty(Rect::new(0, 0, area.width, area.height));
        let caret = paint(pictures[number], look, &mut part);
        for position in part.area.positions() {
            buffer[(position.x + area.x, position.y + area.y)] = part[position].clone();
        }
        caret.map(|Position { x, y }| Position {
            x: x + area.x,
            y: y + area.y,
        })
    });
    let rule = match (parts.place, look.charset) {
        (PairPlacement::Side, Charset::Unicode) => "│",
        (PairPlacement::Side, Charset::Ascii) => "|",
        (PairPlacement::Stacked, Charset::Unicode) => "─",
        (PairPlacement::Stacked, Charset::Ascii) => "-",
    };
    let Area {
        x,
        y,
        width,
        height,
    } = parts.between();
    for y in y..y + height {
        let rule = rule.repeat(width.into());
        frame::text(buffer, x, y, &rule, look.theme.tone(Tone::Quiet));
    }
    // A sign points at the picture that gets the keys: beside its title.
    let number = usize::from(!is_first);
    let (x, y, points) = match parts.place {
        PairPlacement::Side => (x, y, ["<", ">"][number]),
        PairPlacement::Stacked => (0, parts.parts[number].y, ">"),
    };
    frame::text(buffer, x, y, points, look.theme.tone(Tone::Key));
    carets[number]
}

fn whole(screen: &Screen, look: Appearance, buffer: &mut Buffer) {
    let theme = look.theme;
    let layout = &screen.layout;
    frame::line(buffer, 0, 0, &screen.title, theme);
    if let Some(y) = layout.answer {
        frame::line(buffer, 0, y, &screen.answer, theme);
    }
    for label in &screen.ruler {
        frame::text(
            buffer,
            label.x,
            label.y,
            &label.text,
            theme.tone(label.tone),
        );
    }
    for (index, row) in (layout.above..).zip(&screen.rows) {
        if row.cells.is_empty() {
            continue;
        }
        let y = layout.body.y + index * layout.row_lines;
        if row.provisional {
            frame::text(buffer, 0, y, "?", theme.tone(Tone::As(ByteRole::Notice)));
        } else if row.otherwise {
            frame::sign(buffer, 0, y, (MARGIN, 1), theme.tone(Tone::Key));
        } else if row.level == RowLevel::Shifted {
            frame::sign(buffer, 0, y, (RowLevel::SIGN.0, 1), theme.tone(Tone::Key));
        } else if look.charset == Charset::Ascii && row.is_ill_formed() {
            // ASCII has no sign that no character could be drawn as.
            frame::text(buffer, 0, y, "!", theme.tone(Tone::As(ByteRole::Fault)));
        }
        offset(buffer, layout, row.address, screen.radix, theme, y);
        for pane in &layout.panes {
            panes::paint(buffer, screen, *pane, (index, row), theme);
        }
    }
    map(buffer, screen, theme);
    if let Some(y) = layout.context {
        frame::line_within(buffer, 0, y, layout.body.width, &screen.context, theme);
    }
    if let Some(y) = layout.rule {
        frame::line(buffer, 0, y, &screen.rule, theme);
    }
    inspector(buffer, screen, theme);
    let last = buffer.area.height.saturating_sub(1);
    frame::line(buffer, 0, last, &screen.status, theme);
    if let Some(panel) = &screen.panel {
        let Area { y, height, .. } = panel.area(ScreenSize {
            width: buffer.area.width,
            height: buffer.area.height,
        });
        let beneath = match panel.placed {
            PanelPlacement::Middle | PanelPlacement::Aside(_) => 0..buffer.area.height,
            PanelPlacement::From(_) => y..y + height,
            PanelPlacement::Beside => 0..0,
        };
        frame::recede(buffer, beneath, theme.tone(Tone::Faint));
        frame::panel(buffer, panel, theme);
    }
    let first = last.saturating_sub(screen.message.len() as u16);
    for (line, y) in screen.message.iter().zip(first..) {
        frame::line_alone(buffer, y, line, theme);
    }
}

fn offset(
    buffer: &mut Buffer,
    layout: &ScreenLayout,
    offset: u64,
    radix: Radix,
    theme: Theme,
    y: u16,
) {
    let digits = usize::from(layout.digits);
    let text = match radix {
        Radix::Hex => format!("{offset:0digits$X}"),
        Radix::Decimal => format!("{offset:digits$}"),
    };
    frame::text(buffer, 1, y, &text, theme.tone(Tone::Quiet));
}

/// Paints the map: the content of the data from top to bottom, and the rows that the viewport
/// covers. Matches, faults and notices are visible in these too.
fn map(buffer: &mut Buffer, screen: &Screen, theme: Theme) {
    let Some(x) = screen.layout.map else { return };
    for (row, sign) in (0..screen.layout.body.height).zip(&screen.map) {
        let Some(sign) = sign else { continue };
        let here = screen.thumb.contains(&row);
        let found = matches!(
            sign,
            MapSign::Match | MapSign::MatchAndFault | MapSign::Fault | MapSign::Notice
        );
        let (sign, tone, _) = sign.drawn();
        let style = theme.tone(tone);
        let (sign, style) = match (here, found) {
            (true, false) => ("┃", theme.tone(Tone::Plain)),
            (true, true) => (sign, style.add_modifier(Modifier::REVERSED)),
            (false, _) => (sign, style),
        };
        frame::sign(buffer, x, screen.layout.body.y + row, (sign, 1), style);
    }
}

fn inspector(buffer: &mut Buffer, screen: &Screen, theme: Theme) {
    let area = screen.layout.inspector;
    if area.height == 0 || screen.inspector.is_empty() {
        return;
    }
    for (line, y) in screen.inspector.iter().zip(area.y..area.y + area.height) {
        frame::line_within(buffer, area.x, y, area.width, line, theme);
    }
}
