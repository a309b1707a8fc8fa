//! The theme: how each idea looks, in the terminal's own 16 colours and without
//! colour.
//!
//! Style is chosen from role, mark and tone in one place. One accent per idea,
//! everything ordinary quiet. Bright black is not used: where the palette is
//! Solarized's it is the background. Invariant: what two colours tell apart,
//! attributes or signs tell apart too.

use ratatui::style::{Color, Modifier, Style};

use crate::model::line::Tone;
use crate::model::look::Theme;
use crate::model::row::{Mark, Role};

/// A slot of the theme in both forms.
struct Slot {
    colour: Style,
    mono: Style,
}

const fn slot(colour: Style, mono: Style) -> Slot {
    Slot { colour, mono }
}

const PLAIN: Style = Style::new();
const BOLD: Style = PLAIN.add_modifier(Modifier::BOLD);
const DIM: Style = PLAIN.add_modifier(Modifier::DIM);
const UNDERLINED: Style = PLAIN.add_modifier(Modifier::UNDERLINED);
const LOUD: Style = BOLD.add_modifier(Modifier::UNDERLINED);

const fn role(role: Role) -> Slot {
    match role {
        Role::Ascii => slot(PLAIN, PLAIN),
        Role::Blank => slot(DIM, DIM),
        Role::Control => slot(PLAIN.fg(Color::Magenta), PLAIN),
        Role::Single | Role::Lead => slot(BOLD.fg(Color::Cyan), BOLD),
        Role::Continuation => slot(PLAIN.fg(Color::Cyan), PLAIN),
        Role::Bom => slot(BOLD.fg(Color::Blue), BOLD),
        Role::HighSurrogate => slot(BOLD.fg(Color::Green), BOLD),
        Role::LowSurrogate => slot(PLAIN.fg(Color::Green), PLAIN),
        Role::Notice => slot(BOLD.fg(Color::Yellow), UNDERLINED),
        Role::Fault => slot(BOLD.fg(Color::Red), LOUD),
        Role::Unreadable => slot(DIM.fg(Color::Red), DIM),
    }
}

const fn tone_slot(tone: Tone) -> Slot {
    match tone {
        Tone::Plain | Tone::Payload => slot(PLAIN, PLAIN),
        Tone::Quiet => slot(DIM, DIM),
        Tone::Strong => slot(BOLD, BOLD),
        Tone::Key => slot(PLAIN.fg(Color::Cyan), BOLD),
        Tone::Structure => slot(BOLD.fg(Color::Cyan), BOLD),
        Tone::Wrong => slot(LOUD.fg(Color::Red), LOUD),
        Tone::As(as_role) => role(as_role),
        Tone::Chosen => {
            let reversed = PLAIN.add_modifier(Modifier::REVERSED);
            slot(reversed, reversed)
        }
    }
}

impl Theme {
    fn of(self, slot: &Slot) -> Style {
        match self {
            Self::Sixteen => slot.colour,
            Self::Mono => slot.mono,
        }
    }

    /// How a piece of text looks.
    pub fn tone(self, tone: Tone) -> Style {
        self.of(&tone_slot(tone))
    }

    /// How a byte looks.
    pub(super) fn byte(self, of: Role, mark: Mark) -> Style {
        self.marked(self.of(&role(of)), mark)
    }

    /// How a bit looks: structure as its byte, payload plain.
    pub(super) fn bit(self, of: Role, bit: Tone, mark: Mark) -> Style {
        let style = match (bit, of) {
            (Tone::Wrong, _) => self.tone(Tone::Wrong),
            (Tone::Structure, Role::Ascii | Role::Blank | Role::Control) => DIM,
            (Tone::Structure, _) if self == Self::Mono => BOLD,
            (Tone::Structure, Role::Fault) => PLAIN.fg(Color::Red),
            (Tone::Structure, _) => self.of(&role(of)),
            _ => PLAIN,
        };
        self.marked(style, mark)
    }

    /// How a sign between bytes looks.
    pub(super) fn gap(self, mark: Mark) -> Style {
        match mark {
            Mark::None => self.of(&role(Role::Fault)),
            _ => BOLD,
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
