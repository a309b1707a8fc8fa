//! The palettes: which colours the accents of the theme are.
//!
//! A row each. The terminal's own comes first and is the default: whoever has
//! chosen its colours has chosen ours. Invariant: every accent has a shade in
//! every palette that has shades.

/// How many colours a terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// One.
    Mono,
    /// Its own 16.
    Sixteen,
    /// 256, of which the first 16 are its own.
    Indexed,
    /// 16 million.
    True,
}

/// A colour as the terminal is told it.
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
    /// As near as a terminal of some depth comes.
    pub(super) fn paint(self, depth: Depth) -> Paint {
        let Self(r, g, b) = self;
        match depth {
            Depth::True => Paint::Rgb(r, g, b),
            Depth::Mono | Depth::Sixteen | Depth::Indexed => Paint::Indexed(self.nearest()),
        }
    }

    /// The nearest of the 240 fixed colours of the palette of 256: a cube of six
    /// levels, and a ramp of greys.
    fn nearest(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let cube = (0..216u8).map(|n| {
            let level = |n: u8| LEVELS[usize::from(n % 6)];
            (16 + n, Self(level(n / 36), level(n / 6), level(n)))
        });
        let greys = (0..24u8).map(|n| (232 + n, Self(8 + 10 * n, 8 + 10 * n, 8 + 10 * n)));
        let nearest = cube
            .chain(greys)
            .min_by_key(|(_, shade)| self.distance(*shade));
        nearest.map_or(0, |(index, _)| index)
    }

    /// The square of how far two shades are apart.
    fn distance(self, other: Self) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

/// The shades of the accents, in the order of the terminal's own colours, and of
/// what is quiet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    pub(super) accents: [Shade; 6],
    pub(super) quiet: Shade,
}

/// What a palette is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shades {
    /// No colours at all.
    None,
    /// The terminal's own.
    Own,
    /// Its own shades.
    Fixed(Fixed),
}

/// One palette.
#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Its colours.
    pub shades: Shades,
}

/// Every palette, the default first.
pub static PALETTES: [Palette; 4] = [
    Palette {
        id: "terminal",
        about: "the terminal's own colours",
        shades: Shades::Own,
    },
    Palette {
        id: "dark",
        about: "soft colours for a dark background",
        shades: Shades::Fixed(Fixed {
            accents: [
                Shade(0xFF, 0x6B, 0x6B),
                Shade(0x8F, 0xD1, 0x7F),
                Shade(0xE5, 0xC0, 0x7B),
                Shade(0x7A, 0xA2, 0xF7),
                Shade(0xC7, 0x92, 0xEA),
                Shade(0x56, 0xC7, 0xD6),
            ],
            quiet: Shade(0x76, 0x7C, 0x86),
        }),
    },
    Palette {
        id: "light",
        about: "deep colours for a light background",
        shades: Shades::Fixed(Fixed {
            accents: [
                Shade(0xC6, 0x28, 0x28),
                Shade(0x2E, 0x7D, 0x32),
                Shade(0x96, 0x60, 0x00),
                Shade(0x1F, 0x5F, 0xBF),
                Shade(0x8E, 0x24, 0xAA),
                Shade(0x00, 0x78, 0x8A),
            ],
            quiet: Shade(0x87, 0x8D, 0x96),
        }),
    },
    Palette {
        id: "mono",
        about: "no colours: attributes and signs alone",
        shades: Shades::None,
    },
];

/// The palette of a name.
pub fn by_id(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}

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
