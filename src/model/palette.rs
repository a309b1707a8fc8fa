//! The palettes: the colours of the theme's accents.
//!
//! The terminal's own comes first and is the default, so that the user's own terminal colours apply
//! here. Invariant: every accent has a shade in every palette that has shades.

mod choice;
mod table;

pub use choice::{Background, KnownBackground, Palettes};
pub use table::{FAMILIES, PALETTES, by_id};

use super::theme::Colour;

/// The number of colours that a terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// One.
    Mono,
    /// Its own 16.
    Sixteen,
    /// 256; the first 16 are the terminal's own.
    Indexed,
    /// 16 million.
    True,
}

/// A colour in the form sent to the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    /// One of its own first eight.
    Own(u8),
    /// One of 256.
    Indexed(u8),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shade(u8, u8, u8);

impl Shade {
    /// Parses `#RRGGBB`; the `#` is optional.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        Some(Self::of_number(value))
    }

    /// The shade of a number: red, green and blue from the top.
    const fn of_number(value: u32) -> Self {
        let [_, r, g, b] = value.to_be_bytes();
        Self(r, g, b)
    }

    /// Its red, green and blue.
    pub const fn rgb(self) -> (u8, u8, u8) {
        (self.0, self.1, self.2)
    }

    /// One of the 240 fixed colours of the 256-colour palette. The first 16 are the terminal's own,
    /// and black here.
    const fn of_index(index: u8) -> Self {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match index {
            0..16 => Self(0, 0, 0),
            16..232 => {
                let n = (index - 16) as usize;
                Self(LEVELS[n / 36], LEVELS[n / 6 % 6], LEVELS[n % 6])
            }
            232.. => {
                let grey = 8 + 10 * (index - 232);
                Self(grey, grey, grey)
            }
        }
    }

    /// The nearest colour of a terminal of some depth.
    pub(super) fn paint(self, depth: Depth) -> Paint {
        let Self(r, g, b) = self;
        match depth {
            Depth::True => Paint::Rgb(r, g, b),
            Depth::Mono | Depth::Sixteen | Depth::Indexed => Paint::Indexed(self.nearest()),
        }
    }

    /// The nearest of the 240 fixed colours of the 256-colour palette: a cube of six levels, and a
    /// ramp of greys.
    fn nearest(self) -> u8 {
        let fixed = (16..=255u8).map(|index| (index, Self::of_index(index)));
        let nearest = fixed.min_by_key(|(_, shade)| self.distance(*shade));
        nearest.map_or(0, |(index, _)| index)
    }

    /// The square of the distance between two shades.
    fn distance(self, other: Self) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

/// The shades of the accents (in the order of the terminal's own colours), of quiet text, and of
/// background and text; only documents set the last two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedShades {
    pub(super) accents: [Shade; 6],
    pub(super) quiet: Shade,
    paper: Shade,
    text: Shade,
    /// The backgrounds of the bytes of regions, in the order of the accents.
    pub(super) grounds: [Shade; 6],
}

impl FixedShades {
    /// The names of the slots in a theme file, and the use of each.
    pub const SLOTS: [(&str, &str); 15] = [
        ("fault", "ill-formed bytes"),
        ("surrogate", "surrogate pairs"),
        ("notice", "notices"),
        ("bom", "byte order marks, and the selection"),
        ("control", "controls and shifts"),
        ("multibyte", "characters of several bytes, and keys"),
        ("quiet", "less important parts"),
        ("background", "the background of pages and pictures"),
        ("text", "ordinary text of pages and pictures"),
        ("region-red", "the background of a region"),
        ("region-green", "the background of a region"),
        ("region-yellow", "the background of a region"),
        ("region-blue", "the background of a region"),
        ("region-magenta", "the background of a region"),
        ("region-cyan", "the background of a region"),
    ];

    /// The shades in the order of the slots.
    const fn new(slots: [Shade; 15]) -> Self {
        let [
            fault,
            surrogate,
            notice,
            bom,
            control,
            multibyte,
            quiet,
            paper,
            text,
            red,
            green,
            yellow,
            blue,
            magenta,
            cyan,
        ] = slots;
        Self {
            accents: [fault, surrogate, notice, bom, control, multibyte],
            quiet,
            paper,
            text,
            grounds: [red, green, yellow, blue, magenta, cyan],
        }
    }

    /// A copy with another shade in the slot with a number.
    #[must_use]
    pub fn with(mut self, slot: usize, shade: Shade) -> Self {
        match slot {
            6 => self.quiet = shade,
            7 => self.paper = shade,
            8 => self.text = shade,
            other => {
                let (accents, grounds) = (self.accents.iter_mut(), self.grounds.iter_mut());
                let at = if other < 6 { other } else { other - 3 };
                if let Some(old) = accents.chain(grounds).nth(at) {
                    *old = shade;
                }
            }
        }
        self
    }

    /// The background of a document.
    pub const fn paper(&self) -> Shade {
        self.paper
    }

    /// Ordinary text.
    pub const fn text(&self) -> Shade {
        self.text
    }

    /// The background of the bytes of a region.
    pub const fn ground(&self, colour: Colour) -> Shade {
        self.grounds[colour as usize - 1]
    }

    /// Quiet text.
    pub const fn quiet(&self) -> Shade {
        self.quiet
    }

    /// The shade of a paint in a document; `None` is ordinary text.
    pub fn shade(&self, paint: Option<Paint>) -> Shade {
        let own = |index: u8| match index {
            0 => self.paper,
            n => *self.accents.get(usize::from(n) - 1).unwrap_or(&self.text),
        };
        match paint {
            None => self.text,
            Some(Paint::Own(n) | Paint::Indexed(n @ 0..8)) => own(n),
            Some(Paint::Indexed(n @ 8..16)) => own(n - 8),
            Some(Paint::Indexed(n)) => Shade::of_index(n),
            Some(Paint::Rgb(r, g, b)) => Shade(r, g, b),
        }
    }
}

/// The colours of a palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shades {
    /// No colours at all.
    None,
    /// The terminal's own.
    Own,
    /// Its own shades.
    Fixed(FixedShades),
}

/// One palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Its name on the command line.
    pub id: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its colours.
    pub shades: Shades,
}

impl Palette {
    /// The shades of a document: its own, else those for a dark background.
    pub fn of_document(&self) -> &FixedShades {
        let fixed = |palette: &'static Palette| match &palette.shades {
            Shades::Fixed(shades) => Some(shades),
            Shades::None | Shades::Own => None,
        };
        match &self.shades {
            Shades::Fixed(shades) => shades,
            Shades::None | Shades::Own => PALETTES.iter().find_map(fixed).unwrap_or(&PLAIN),
        }
    }
}

/// Black on white, where there is no palette at all.
static PLAIN: FixedShades = FixedShades {
    accents: [Shade(0, 0, 0); 6],
    quiet: Shade(0, 0, 0),
    paper: Shade(255, 255, 255),
    text: Shade(0, 0, 0),
    grounds: [Shade(255, 255, 255); 6],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shade: Shade, expected: u8) {
        assert_eq!(shade.nearest(), expected);
        assert_eq!(shade.paint(Depth::Indexed), Paint::Indexed(expected));
    }

    #[test]
    fn a_shade_is_the_nearest_of_256() {
        check(Shade(0, 0, 0), 16);
        check(Shade(255, 255, 255), 231);
        check(Shade(95, 135, 175), 67);
        check(Shade(0x80, 0x80, 0x80), 244);
        check(Shade(250, 3, 2), 196);
    }

    #[test]
    fn text_is_legible_on_the_paper_of_its_palette() {
        let light = |shade: Shade| {
            let part = |part: u8| (f64::from(part) / 255.0).powf(2.2);
            let (r, g, b) = shade.rgb();
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05
        };
        for palette in &PALETTES {
            let shades = palette.of_document();
            let accents = (1..=6).map(|n| shades.shade(Some(Paint::Own(n))));
            let paper = light(shades.paper());
            // The contrast that WCAG asks of text.
            for shade in accents.chain([shades.text(), shades.quiet()]) {
                let (a, b) = (paper.max(light(shade)), paper.min(light(shade)));
                assert!(a / b >= 4.5, "{} {shade:?} {}", palette.id, a / b);
            }
        }
    }

    #[test]
    fn the_paints_of_a_terminal_have_shades_in_a_document() {
        let dark = by_id("dark").unwrap().of_document();
        assert_eq!(dark.shade(None), dark.text());
        assert_eq!(dark.shade(Some(Paint::Own(1))), Shade(0xFF, 0x6B, 0x6B));
        assert_eq!(dark.shade(Some(Paint::Indexed(9))), Shade(0xFF, 0x6B, 0x6B));
        assert_eq!(dark.shade(Some(Paint::Own(7))), dark.text());
        assert_eq!(dark.shade(Some(Paint::Indexed(196))), Shade(255, 0, 0));
        assert_eq!(dark.shade(Some(Paint::Rgb(1, 2, 3))), Shade(1, 2, 3));
        assert_eq!(PALETTES[0].of_document(), dark);
    }

    #[test]
    fn accents_stay_apart_among_256() {
        for palette in &PALETTES {
            let Shades::Fixed(shades) = palette.shades else {
                continue;
            };
            let mut found: Vec<_> = shades.accents.iter().map(|shade| shade.nearest()).collect();
            found.push(shades.quiet.nearest());
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), 7, "{}", palette.id);
        }
    }
}
