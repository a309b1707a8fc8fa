//! The theme: how each idea looks, in the terminal's own 16 colours and without
//! colour. The screen and the dump are drawn from this one table.
//!
//! One accent per idea, everything ordinary quiet. Bright black is not used:
//! where the palette is Solarized's it is the background. Invariant: what two
//! colours tell apart, attributes or signs tell apart too.

use super::line::Tone;
use super::look::Theme;
use super::row::Role;

/// The colours in use, by their number among the terminal's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Faults.
    Red = 1,
    /// Surrogates.
    Green = 2,
    /// What is worth a word.
    Yellow = 3,
    /// The byte order mark, the selection.
    Blue = 4,
    /// Controls.
    Magenta = 5,
    /// Characters of several bytes, and keys.
    Cyan = 6,
}

/// Bold, dim, underlined, reversed; any of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attributes(u8);

impl Attributes {
    /// None.
    pub const NONE: Self = Self(0);
    /// Bold.
    pub const BOLD: Self = Self(1);
    /// Dim.
    pub const DIM: Self = Self(1 << 1);
    /// Underlined.
    pub const UNDERLINED: Self = Self(1 << 2);
    /// Foreground and background exchanged.
    pub const REVERSED: Self = Self(1 << 3);

    /// These and those.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether those are among these.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ink {
    /// The colour of the text, else the terminal's own.
    pub colour: Option<Colour>,
    /// Its attributes.
    pub attributes: Attributes,
}

/// A slot of the theme in both forms.
struct Slot {
    colour: Ink,
    mono: Ink,
}

const fn ink(attributes: Attributes) -> Ink {
    Ink {
        colour: None,
        attributes,
    }
}

const PLAIN: Ink = ink(Attributes::NONE);
const BOLD: Ink = ink(Attributes::BOLD);
const DIM: Ink = ink(Attributes::DIM);
const UNDERLINED: Ink = ink(Attributes::UNDERLINED);
const REVERSED: Ink = ink(Attributes::REVERSED);
const LOUD: Ink = ink(Attributes::BOLD.and(Attributes::UNDERLINED));

const fn alike(ink: Ink) -> Slot {
    Slot {
        colour: ink,
        mono: ink,
    }
}

/// A slot of a colour, and what stands for it without.
const fn slot(colour: Colour, of: Ink, mono: Ink) -> Slot {
    let colour = Ink {
        colour: Some(colour),
        attributes: of.attributes,
    };
    Slot { colour, mono }
}

const fn role(role: Role) -> Slot {
    match role {
        Role::Ascii => alike(PLAIN),
        Role::Blank | Role::Awaited => alike(DIM),
        Role::Control => slot(Colour::Magenta, PLAIN, PLAIN),
        Role::Single | Role::Lead => slot(Colour::Cyan, BOLD, BOLD),
        Role::Continuation => slot(Colour::Cyan, PLAIN, PLAIN),
        Role::Bom => slot(Colour::Blue, BOLD, BOLD),
        Role::HighSurrogate => slot(Colour::Green, BOLD, BOLD),
        Role::LowSurrogate => slot(Colour::Green, PLAIN, PLAIN),
        Role::Notice => slot(Colour::Yellow, BOLD, UNDERLINED),
        Role::Fault => slot(Colour::Red, BOLD, LOUD),
        Role::Unreadable => slot(Colour::Red, DIM, DIM),
    }
}

/// Structure bits: quiet where a byte has but one, else as their byte.
const fn structure(of: Role) -> Slot {
    match of {
        Role::Ascii | Role::Blank | Role::Control => alike(DIM),
        Role::Fault => slot(Colour::Red, PLAIN, BOLD),
        _ => Slot {
            colour: role(of).colour,
            mono: BOLD,
        },
    }
}

const fn tone(tone: Tone) -> Slot {
    match tone {
        Tone::Plain | Tone::Payload => alike(PLAIN),
        Tone::Quiet => alike(DIM),
        Tone::Strong => alike(BOLD),
        Tone::Key => slot(Colour::Cyan, PLAIN, BOLD),
        Tone::Structure => slot(Colour::Cyan, BOLD, BOLD),
        Tone::StructureOf(of) => structure(of),
        Tone::Wrong => slot(Colour::Red, LOUD, LOUD),
        Tone::As(of) => role(of),
        Tone::Chosen => alike(REVERSED),
    }
}

impl Theme {
    /// How a tone is drawn.
    pub const fn ink(self, of: Tone) -> Ink {
        let slot = tone(of);
        match self {
            Self::Sixteen => slot.colour,
            Self::Mono => slot.mono,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_structure_payload_and_wrong_bits_differ() {
        let inks = [Tone::StructureOf(Role::Lead), Tone::Payload, Tone::Wrong];
        let [structure, payload, wrong] = inks.map(|tone| Theme::Mono.ink(tone));
        assert!(structure != payload && payload != wrong && wrong != structure);
        for role in Role::ALL {
            assert_eq!(Theme::Mono.ink(Tone::As(role)).colour, None);
        }
    }
}
