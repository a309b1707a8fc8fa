//! The style: the current colours and attributes of the terminal, and the shortest way from there
//! to those of the next cell.
//!
//! It writes its escape sequences itself, because the terminal library drops them under `NO_COLOR`
//! and writes a full reset instead, so that reverse and bold vanish as well. The theme decides
//! whether there are colours. Invariant: after [`CellStyle::change`] the terminal has the requested
//! style.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

/// The style of a cell. The default is the terminal's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CellStyle {
    pub(super) fg: Color,
    pub(super) bg: Color,
    pub(super) underline: Color,
    pub(super) modifier: Modifier,
}

impl From<&Cell> for CellStyle {
    fn from(cell: &Cell) -> Self {
        Self {
            fg: cell.fg,
            bg: cell.bg,
            underline: cell.underline_color,
            modifier: cell.modifier,
        }
    }
}

/// SGR (ECMA-48 8.3.117): the attribute, the code that sets it, the code that ends it.
const ATTRIBUTES: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// The attributes that can be seen on a blank; the background can be seen too.
pub(super) const SEEN_ON_BLANKS: Modifier = Modifier::UNDERLINED
    .union(Modifier::REVERSED)
    .union(Modifier::CROSSED_OUT)
    .union(Modifier::SLOW_BLINK)
    .union(Modifier::RAPID_BLINK);

impl CellStyle {
    /// Appends the sequences from this style to `to`: nothing if they are equal.
    pub(super) fn change(&mut self, to: Self, out: &mut Vec<u8>) {
        if *self == to {
            return;
        }
        if to == Self::default() {
            Self::reset(out);
            *self = to;
            return;
        }
        out.extend_from_slice(b"\x1b[");
        self.change_modifier(to.modifier, out);
        if self.fg != to.fg {
            colour(out, 30, to.fg);
        }
        if self.bg != to.bg {
            colour(out, 40, to.bg);
        }
        if self.underline != to.underline {
            underline(out, to.underline);
        }
        // Every code was written with a separator after it; the last one ends the sequence.
        if let Some(last) = out.last_mut() {
            *last = b'm';
        }
        *self = to;
    }

    /// Appends a full reset: the terminal then has the default style, whatever it had before.
    pub(super) fn reset(out: &mut Vec<u8>) {
        out.extend_from_slice(b"\x1b[0m");
    }

    fn change_modifier(&self, to: Modifier, out: &mut Vec<u8>) {
        let mut left = self.modifier;
        for (attribute, _, off) in ATTRIBUTES {
            if left.contains(attribute) && !to.contains(attribute) {
                code(out, off);
                // One code ends bold and dim, and one both blinks.
                for (other, _, same) in ATTRIBUTES {
                    if same == off {
                        left.remove(other);
                    }
                }
            }
        }
        for (attribute, on, _) in ATTRIBUTES {
            if to.contains(attribute) && !left.contains(attribute) {
                code(out, on);
            }
        }
    }
}

/// Appends a number in decimal.
pub(super) fn number(out: &mut Vec<u8>, number: u16) {
    let mut unit = 10_000;
    while unit > 1 && number < unit {
        unit /= 10;
    }
    while unit > 0 {
        out.push(b'0' + (number / unit % 10) as u8);
        unit /= 10;
    }
}

/// Appends `code` and a separator.
fn code(out: &mut Vec<u8>, code: u8) {
    number(out, code.into());
    out.push(b';');
}

/// Appends numbers, with the byte `after` after each.
fn numbers(out: &mut Vec<u8>, numbers: &[u8], after: u8) {
    for &n in numbers {
        number(out, n.into());
        out.push(after);
    }
}

/// Appends a foreground (`base` 30) or background (40) colour.
///
/// Named colours are written so that a terminal of 16 colours knows them. Indexed ones are
/// written as places in the palette of 256, where bold does not brighten.
fn colour(out: &mut Vec<u8>, base: u8, colour: Color) {
    match (colour, palette(colour)) {
        (Color::Rgb(r, g, b), _) => numbers(out, &[base + 8, 2, r, g, b], b';'),
        (Color::Indexed(n), _) => numbers(out, &[base + 8, 5, n], b';'),
        (_, Some(n @ 0..8)) => code(out, base + n),
        (_, Some(n)) => code(out, base + 60 + n - 8),
        (_, None) => code(out, base + 9),
    }
}

/// Appends the colour of the underline, with colons (ISO 8613-6): a terminal that does not know it
/// skips them, but would read semicolons as blinking and bold.
fn underline(out: &mut Vec<u8>, colour: Color) {
    match (colour, palette(colour)) {
        (Color::Rgb(r, g, b), _) => {
            // The field of the colour space is empty.
            out.extend_from_slice(b"58:2::");
            numbers(out, &[r, g, b], b':');
        }
        (_, Some(n)) => numbers(out, &[58, 5, n], b':'),
        (_, None) => code(out, 59),
    }
}

/// The index of a colour in the palette of 256; `None` for the terminal's own and for RGB.
const fn palette(colour: Color) -> Option<u8> {
    Some(match colour {
        Color::Reset | Color::Rgb(..) => return None,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Indexed(n) => n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(fg: Color, bg: Color, modifier: Modifier) -> CellStyle {
        CellStyle {
            fg,
            bg,
            modifier,
            ..CellStyle::default()
        }
    }

    #[track_caller]
    fn check(mut from: CellStyle, to: CellStyle, expected: &str) {
        let mut out = Vec::new();
        from.change(to, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(from, to);
    }

    #[test]
    fn only_differing_bytes_are_written() {
        let plain = CellStyle::default();
        let bold = Modifier::BOLD;
        let red = style(Color::Red, Color::Reset, Modifier::empty());
        let bold_red = style(Color::Red, Color::Reset, bold);
        let blue = style(Color::Reset, Color::Rgb(1, 2, 3), bold);
        check(plain, plain, "");
        check(plain, red, "\x1b[31m");
        check(red, bold_red, "\x1b[1m");
        check(bold_red, blue, "\x1b[39;48;2;1;2;3m");
        check(blue, red, "\x1b[22;31;49m");
        check(blue, plain, "\x1b[0m");
    }

    #[test]
    fn numbers_are_written_without_zeros_before_them() {
        for n in [0, 7, 10, 99, 100, 255, 1_000, 9_999, 10_000, 65_535] {
            let mut out = Vec::new();
            number(&mut out, n);
            assert_eq!(out, n.to_string().into_bytes());
        }
    }

    #[test]
    fn an_attribute_that_shares_its_end_with_another_survives_it() {
        let both = style(Color::Reset, Color::Reset, Modifier::BOLD | Modifier::DIM);
        let dim = style(Color::Reset, Color::Reset, Modifier::DIM);
        check(both, dim, "\x1b[22;2m");
        check(dim, both, "\x1b[1m");
    }

    #[test]
    fn the_colour_of_the_underline_goes_out_with_colons() {
        let style = |underline| CellStyle {
            underline,
            ..CellStyle::default()
        };
        check(CellStyle::default(), style(Color::Cyan), "\x1b[58:5:6m");
        check(
            style(Color::Cyan),
            style(Color::Rgb(1, 2, 3)),
            "\x1b[58:2::1:2:3m",
        );
    }
}
