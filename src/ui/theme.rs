//! The theme in the painter's terms, and what marks do to it.

use ratatui::style::{Color, Modifier, Style};

use crate::codec::Bit;
use crate::model::line::Tone;
use crate::model::look::Theme;
use crate::model::row::{Mark, Role};
use crate::model::theme::{Attributes, Colour, Ink};

const MODIFIERS: [(Attributes, Modifier); 4] = [
    (Attributes::BOLD, Modifier::BOLD),
    (Attributes::DIM, Modifier::DIM),
    (Attributes::UNDERLINED, Modifier::UNDERLINED),
    (Attributes::REVERSED, Modifier::REVERSED),
];

fn style(ink: Ink) -> Style {
    let mut style = Style::new();
    for (_, modifier) in MODIFIERS
        .iter()
        .filter(|(attribute, _)| ink.attributes.has(*attribute))
    {
        style = style.add_modifier(*modifier);
    }
    match ink.colour {
        None => style,
        Some(Colour::Red) => style.fg(Color::Red),
        Some(Colour::Green) => style.fg(Color::Green),
        Some(Colour::Yellow) => style.fg(Color::Yellow),
        Some(Colour::Blue) => style.fg(Color::Blue),
        Some(Colour::Magenta) => style.fg(Color::Magenta),
        Some(Colour::Cyan) => style.fg(Color::Cyan),
    }
}

impl Theme {
    /// How a piece of text looks.
    pub(super) fn tone(self, tone: Tone) -> Style {
        style(self.ink(tone))
    }

    /// How a byte looks.
    pub(super) fn byte(self, of: Role, mark: Mark) -> Style {
        self.marked(self.tone(Tone::As(of)), mark)
    }

    /// How a bit looks.
    pub(super) fn bit(self, of: Role, bit: Bit, mark: Mark) -> Style {
        self.marked(self.tone(of.of_bit(bit)), mark)
    }

    /// How a sign between bytes looks.
    pub(super) fn gap(self, mark: Mark) -> Style {
        match mark {
            Mark::None => self.tone(Tone::As(Role::Fault)),
            _ => self.tone(Tone::Strong),
        }
    }

    /// A style under a mark.
    fn marked(self, style: Style, mark: Mark) -> Style {
        match (mark, self) {
            (Mark::Sequence, Self::Sixteen) => style.add_modifier(Modifier::UNDERLINED),
            // Without colour underlining means wrong bits; brackets do.
            (Mark::None, _) | (Mark::Sequence, Self::Mono) => style,
            // The terminal's own pair, turned round, is legible on any ground.
            (Mark::Selected, Self::Sixteen) => {
                let clear = style.remove_modifier(Modifier::DIM);
                clear.fg(Color::Blue).add_modifier(Modifier::REVERSED)
            }
            (Mark::Selected | Mark::Cursor, _) => style.add_modifier(Modifier::REVERSED),
        }
    }
}
