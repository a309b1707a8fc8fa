//! Paints a picture into cells; decides nothing, reads no file, changes no
//! state.
//!
//! Every cell is placed at its own column, so nothing the file holds can move
//! anything else. Invariant: all text painted here has been through the
//! sanitiser, and stays inside its area.

mod ascii;
mod frame;
mod panes;
mod theme;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use crate::model::layout::Layout;
use crate::model::line::{Line, Tone};
use crate::model::screen::{Picture, Screen};
use crate::model::state::Radix;
use crate::unicode::glyph::Charset;
pub use theme::Theme;

/// Paints a picture into a buffer; answers where the terminal's cursor stands.
pub fn paint(
    picture: &Picture,
    theme: Theme,
    charset: Charset,
    buffer: &mut Buffer,
) -> Option<Position> {
    let caret = match picture {
        Picture::TooSmall(line) => {
            frame::line(buffer, 0, 0, line, theme);
            None
        }
        Picture::Whole(screen) => {
            screen_body(screen, theme, charset, buffer);
            screen.caret.map(|(x, y)| Position { x, y })
        }
    };
    if charset == Charset::Ascii {
        ascii::exchange(buffer);
    }
    caret
}

fn screen_body(screen: &Screen, theme: Theme, charset: Charset, buffer: &mut Buffer) {
    let layout = &screen.layout;
    frame::line(buffer, 0, 0, &screen.title, theme);
    for (x, label) in &screen.ruler {
        frame::text(buffer, *x, 1, label, theme.tone(Tone::Quiet));
    }
    for (row, y) in screen.rows.iter().zip(layout.body.y..) {
        offset(buffer, layout, row.offset, screen.radix, theme, y);
        for pane in &layout.panes {
            panes::paint(buffer, screen, *pane, row, y, theme, charset);
        }
    }
    map(buffer, screen, theme, charset);
    inspector(buffer, screen, theme, charset);
    let last = buffer.area.height.saturating_sub(1);
    frame::line(buffer, 0, last, &screen.status, theme);
    if let Some(panel) = &screen.panel {
        frame::panel(buffer, panel, theme, charset);
    }
}

fn offset(buffer: &mut Buffer, layout: &Layout, offset: u64, radix: Radix, theme: Theme, y: u16) {
    let digits = usize::from(layout.digits);
    let text = match radix {
        Radix::Hex => format!("{offset:0digits$X}"),
        Radix::Decimal => format!("{offset:digits$}"),
    };
    frame::text(buffer, 1, y, &text, theme.tone(Tone::Quiet));
}

/// The map: so far, where in the data the viewport is.
fn map(buffer: &mut Buffer, screen: &Screen, theme: Theme, charset: Charset) {
    let Some(x) = screen.layout.map else { return };
    for row in 0..screen.layout.rows {
        let here = screen.thumb.contains(&row);
        let (sign, tone) = match (charset, here) {
            (Charset::Unicode, true) => ("┃", Tone::Plain),
            (Charset::Unicode, false) => ("│", Tone::Quiet),
            (Charset::Ascii, true) => ("#", Tone::Plain),
            (Charset::Ascii, false) => ("|", Tone::Quiet),
        };
        frame::text(
            buffer,
            x,
            screen.layout.body.y + row,
            sign,
            theme.tone(tone),
        );
    }
}

fn inspector(buffer: &mut Buffer, screen: &Screen, theme: Theme, charset: Charset) {
    let area = screen.layout.inspector;
    if area.height == 0 || screen.inspector.is_empty() {
        return;
    }
    if area.x == 0 {
        let sign = if charset == Charset::Ascii {
            "-"
        } else {
            "─"
        };
        let rule = sign.repeat(usize::from(area.width.saturating_sub(2)));
        frame::text(buffer, 1, area.y - 1, &rule, theme.tone(Tone::Quiet));
    }
    for (line, y) in screen.inspector.iter().zip(area.y..area.y + area.height) {
        clipped(buffer, area.x, y, area.width, line, theme);
    }
}

/// A line that ends where its area does.
fn clipped(buffer: &mut Buffer, x: u16, y: u16, width: u16, line: &Line, theme: Theme) {
    frame::line_within(buffer, x, y, width, line, theme);
}
