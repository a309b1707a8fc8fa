//! The theme: the look of each idea, with colours and without. The screen and the dump are drawn
//! from this one table.
//!
//! One accent per idea; everything ordinary is quiet. Bright black is not used: in the Solarized
//! palette it is the background. Terminals differ in how dark their dim is, so nothing that must be
//! read is dim there. Invariant: wherever colours make a difference visible, attributes or signs do
//! too.

#[cfg(test)]
mod sight;

use super::line::Tone;
use super::palette::{Depth, PALETTES, Paint, Palette, Shades};
use super::row::ByteRole;

/// A palette on a terminal of some depth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    palette: &'static Palette,
    depth: Depth,
}

impl Default for Theme {
    /// The terminal's own 16 colours.
    fn default() -> Self {
        Self::new(&PALETTES[0], Depth::Sixteen)
    }
}

impl std::fmt::Debug for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.palette.id, self.depth)
    }
}

/// An accent, by its number among the terminal's own colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Faults.
    Red = 1,
    /// Surrogates.
    Green = 2,
    /// Notices.
    Yellow = 3,
    /// The byte order mark, the selection.
    Blue = 4,
    /// Controls.
    Magenta = 5,
    /// Characters of several bytes, and keys.
    Cyan = 6,
}

impl Colour {
    /// All, by their numbers.
    pub const ALL: [Self; 6] = [
        Self::Red,
        Self::Green,
        Self::Yellow,
        Self::Blue,
        Self::Magenta,
        Self::Cyan,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Magenta => "magenta",
            Self::Cyan => "cyan",
        }
    }

    /// The colour with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.name() == name)
    }
}

/// Bold, dim, underlined, reversed, italic; any of them together.
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
    /// Italic: for bytes that the user has changed.
    pub const ITALIC: Self = Self(1 << 4);

    /// The union of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those of these that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Reports whether those are among these.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The paint and attributes of something drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ink {
    /// The colour of the text, else the terminal's own.
    pub paint: Option<Paint>,
    /// Its attributes.
    pub attributes: Attributes,
    /// The colour of the background, else the terminal's own.
    pub ground: Option<Paint>,
}

/// A slot of the theme, with and without colours.
struct ThemeSlot {
    /// The accent, if it has one, and the attributes beside it.
    accent: Option<Colour>,
    colour: Attributes,
    mono: Attributes,
    weight: SlotWeight,
}

/// The weight of a slot where a palette has a shade for text of less weight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotWeight {
    Full,
    Quiet,
}

const PLAIN: Attributes = Attributes::NONE;
const BOLD: Attributes = Attributes::BOLD;
const DIM: Attributes = Attributes::DIM;
const UNDERLINED: Attributes = Attributes::UNDERLINED;
const REVERSED: Attributes = Attributes::REVERSED;
const LOUD: Attributes = BOLD.and(UNDERLINED);

const fn alike(attributes: Attributes) -> ThemeSlot {
    ThemeSlot {
        accent: None,
        colour: attributes,
        mono: attributes,
        weight: SlotWeight::Full,
    }
}

/// Of less weight; the attributes apply where a palette has no shade for it.
const fn quiet(attributes: Attributes) -> ThemeSlot {
    ThemeSlot {
        weight: SlotWeight::Quiet,
        ..alike(attributes)
    }
}

/// A slot with an accent, and its attributes with and without colours.
const fn slot(accent: Colour, colour: Attributes, mono: Attributes) -> ThemeSlot {
    ThemeSlot {
        accent: Some(accent),
        colour,
        mono,
        weight: SlotWeight::Full,
    }
}

const fn role(role: ByteRole) -> ThemeSlot {
    match role {
        ByteRole::Ascii => alike(PLAIN),
        ByteRole::Blank | ByteRole::Nul | ByteRole::Raw | ByteRole::Awaited | ByteRole::Gap => {
            quiet(DIM)
        }
        ByteRole::Control => slot(Colour::Magenta, PLAIN, PLAIN),
        ByteRole::Single | ByteRole::Lead => slot(Colour::Cyan, BOLD, BOLD),
        ByteRole::Continuation => slot(Colour::Cyan, PLAIN, PLAIN),
        ByteRole::Bom => slot(Colour::Blue, BOLD, BOLD),
        ByteRole::HighSurrogate => slot(Colour::Green, BOLD, BOLD),
        ByteRole::LowSurrogate => slot(Colour::Green, PLAIN, PLAIN),
        ByteRole::Notice => slot(Colour::Yellow, BOLD, UNDERLINED),
        ByteRole::Shift => slot(Colour::Magenta, BOLD, BOLD),
        ByteRole::Fault => slot(Colour::Red, BOLD, LOUD),
        ByteRole::Unreadable => slot(Colour::Red, DIM, DIM),
    }
}

/// Structure bits: an accent; of less weight in a byte with only one.
const fn structure(of: ByteRole) -> ThemeSlot {
    match of {
        _ if of.has_one_structure() => slot(Colour::Cyan, DIM, PLAIN),
        ByteRole::Fault => slot(Colour::Red, PLAIN, BOLD),
        _ => ThemeSlot {
            mono: BOLD,
            ..role(of)
        },
    }
}

const fn tone(tone: Tone) -> ThemeSlot {
    match tone {
        Tone::Plain | Tone::Payload => alike(PLAIN),
        Tone::Quiet => quiet(PLAIN),
        Tone::Faint => quiet(DIM),
        Tone::Strong => alike(BOLD),
        Tone::Key => slot(Colour::Cyan, PLAIN, BOLD),
        Tone::Structure => slot(Colour::Cyan, BOLD, BOLD),
        Tone::StructureOf(of) => structure(of),
        Tone::Wrong => slot(Colour::Red, LOUD, LOUD),
        Tone::As(of) => role(of),
        Tone::Chosen => alike(REVERSED),
        Tone::Region(colour) => slot(colour, BOLD, BOLD),
    }
}

/// The number of black in the palette of 256 colours, after the sixteen that schemes change.
const BLACK: u8 = 16;

impl Theme {
    /// A palette as far as a terminal of this depth can show it.
    pub const fn new(palette: &'static Palette, depth: Depth) -> Self {
        match (palette.shades, depth) {
            // Only the terminal knows the shades of its 16 colours.
            (Shades::Own | Shades::Fixed(_), Depth::Sixteen) => Self {
                palette: &PALETTES[0],
                depth,
            },
            _ => Self { palette, depth },
        }
    }

    /// Another palette on the same terminal.
    #[must_use]
    pub const fn with(self, palette: &'static Palette) -> Self {
        Self::new(palette, self.depth)
    }

    /// No colours, by attributes and signs alone.
    pub const MONO: Self = Self::new(&PALETTES[0], Depth::Mono);

    /// This theme in all the colours of its palette, for a document. The terminal's own colours are
    /// unknown there; those for a dark background take their place.
    #[must_use]
    pub fn in_full(self) -> Self {
        let palette = match self.palette.shades {
            Shades::Own => super::palette::by_id("dark").unwrap_or(self.palette),
            Shades::None | Shades::Fixed(_) => self.palette,
        };
        Self::new(palette, Depth::True)
    }

    /// The palette its colours come from.
    pub fn palette(self) -> &'static Palette {
        self.palette
    }

    /// Reports whether attributes and signs alone show differences.
    pub fn is_mono(self) -> bool {
        self.depth == Depth::Mono || matches!(self.palette.shades, Shades::None)
    }

    /// The ink of a tone.
    pub fn ink(self, of: Tone) -> Ink {
        let slot = tone(of);
        if self.is_mono() {
            return Ink {
                paint: None,
                attributes: slot.mono,
                ground: None,
            };
        }
        let Shades::Fixed(shades) = self.palette.shades else {
            // The blue of xterm and of Windows is too dark for text on black. A region has a sign.
            let is_legible =
                |accent: &Colour| *accent != Colour::Blue || matches!(of, Tone::Region(_));
            let accent = slot.accent.filter(is_legible);
            return Ink {
                paint: accent.map(|accent| self.paint(accent)),
                attributes: slot.colour,
                ground: None,
            };
        };
        // Such a palette has a legible shade of its own where others use dim.
        let quiet = (slot.weight == SlotWeight::Quiet).then(|| shades.quiet.paint(self.depth));
        Ink {
            paint: slot.accent.map(|accent| self.paint(accent)).or(quiet),
            attributes: slot.colour.without(DIM),
            ground: None,
        }
    }

    /// The ink of a tone in words. None of the terminal's own colours is legible on every terminal, so
    /// words have the terminal's own ink there, with the attributes that they have without colours.
    /// The colour of a region stays: it stands for the region.
    pub fn words(self, of: Tone) -> Ink {
        match (self.palette.shades, of) {
            (Shades::None | Shades::Fixed(_), _) | (_, Tone::Region(_)) => self.ink(of),
            (Shades::Own, _) => Ink {
                paint: None,
                attributes: tone(of).mono,
                ground: None,
            },
        }
    }

    /// The background of the bytes of a region. None if the shade of the background below it is
    /// unknown, or if there are too few colours for a background with legible text.
    pub fn ground(self, colour: Colour) -> Option<Paint> {
        match (self.palette.shades, self.depth) {
            (Shades::Fixed(shades), Depth::True) => Some(shades.ground(colour).paint(self.depth)),
            _ => None,
        }
    }

    /// The paint of the selection, reversed with the background; none where the terminal alone
    /// knows whether text on an accent of its own is legible: there its own text is reversed.
    pub fn selection(self) -> Option<Paint> {
        match self.palette.shades {
            Shades::Fixed(_) => Some(self.paint(Colour::Blue)),
            Shades::None | Shades::Own => None,
        }
    }

    /// The ink of matches on their accent; none where that is the background of the palette. The
    /// terminal's own background may be as light as its yellow, and its black is not. Of 256 colours there is
    /// one that is black in every scheme.
    pub fn on_match(self) -> Option<Paint> {
        match (self.palette.shades, self.depth) {
            (Shades::Fixed(_) | Shades::None, _) => None,
            (Shades::Own, Depth::Mono | Depth::Sixteen) => Some(Paint::Own(0)),
            (Shades::Own, Depth::Indexed | Depth::True) => Some(Paint::Indexed(BLACK)),
        }
    }

    /// The paint of an accent where there are colours.
    pub fn paint(self, accent: Colour) -> Paint {
        match (self.palette.shades, self.depth) {
            (Shades::Fixed(shades), depth) => shades.accents[accent as usize - 1].paint(depth),
            (_, Depth::Mono | Depth::Sixteen) => Paint::Own(accent as u8),
            // By its number in the palette of 256: bold does not brighten it there.
            (_, Depth::Indexed | Depth::True) => Paint::Indexed(accent as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Bit;
    use std::collections::BTreeMap;

    /// Every possible theme.
    fn themes() -> impl Iterator<Item = Theme> {
        let depths = [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True];
        PALETTES
            .iter()
            .flat_map(move |palette| depths.map(|depth| Theme::new(palette, depth)))
    }

    #[test]
    fn structure_payload_and_wrong_bits_differ_in_every_theme() {
        for theme in themes() {
            for of in [
                ByteRole::Ascii,
                ByteRole::Lead,
                ByteRole::Continuation,
                ByteRole::Fault,
                ByteRole::Bom,
            ] {
                let bits = [Bit::Structure, Bit::Payload, Bit::Wrong];
                let [structure, payload, wrong] = bits.map(|bit| theme.ink(of.of_bit(bit)));
                assert!(
                    structure != payload && payload != wrong && wrong != structure,
                    "{theme:?} {of:?}"
                );
            }
        }
    }

    #[test]
    fn text_that_must_be_read_is_never_dim() {
        for theme in themes() {
            for tone in [
                Tone::Plain,
                Tone::Quiet,
                Tone::Strong,
                Tone::Key,
                Tone::As(ByteRole::Fault),
                Tone::As(ByteRole::Ascii),
                Tone::As(ByteRole::Lead),
            ] {
                assert!(!theme.ink(tone).attributes.has(DIM), "{theme:?} {tone:?}");
            }
        }
    }

    #[test]
    fn roles_that_no_sign_tells_apart_differ_in_every_theme_of_colours() {
        // The others have digits of their own, or are recognised by their place.
        let alike = [
            (ByteRole::Blank, ByteRole::Nul),
            (ByteRole::Nul, ByteRole::Raw),
            (ByteRole::Raw, ByteRole::Awaited),
            (ByteRole::Single, ByteRole::Lead),
            (ByteRole::Blank, ByteRole::Awaited),
            (ByteRole::Blank, ByteRole::Gap),
            (ByteRole::Awaited, ByteRole::Gap),
            (ByteRole::HighSurrogate, ByteRole::HighSurrogate),
        ];
        for theme in themes().filter(|theme| !theme.is_mono()) {
            let mut seen = BTreeMap::new();
            for role in ByteRole::ALL {
                let ink = format!("{:?}", theme.ink(Tone::As(role)));
                if let Some(other) = seen.insert(ink, role) {
                    let pair = (other, role);
                    let known = |(a, b)| pair == (a, b) || pair == (b, a);
                    assert!(alike.into_iter().any(known), "{theme:?} {pair:?}");
                }
            }
        }
    }

    #[test]
    fn without_colour_no_ink_has_any() {
        for role in ByteRole::ALL {
            assert_eq!(Theme::MONO.ink(Tone::As(role)).paint, None);
        }
        let mono = PALETTES.iter().find(|palette| palette.id == "mono");
        let mono = mono.map(|palette| Theme::new(palette, Depth::True));
        assert!(mono.is_some_and(Theme::is_mono));
    }

    #[test]
    fn a_palette_of_shades_is_the_terminals_own_where_it_has_16_colours() {
        for palette in &PALETTES {
            let theme = Theme::new(palette, Depth::Sixteen);
            let red = theme.ink(Tone::As(ByteRole::Fault)).paint;
            assert!(theme.is_mono() || red == Some(Paint::Own(1)), "{theme:?}");
        }
    }
}
