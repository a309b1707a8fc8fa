//! The choice of palettes: those of the table, by the background, and the user's own.
//!
//! Invariant: a palette of the user's with the name of one of the table takes its place.

use super::{FAMILIES, PALETTES, Palette, by_id};

/// The background of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Background {
    /// Dark, as most are.
    #[default]
    Dark,
    /// Light.
    Light,
}

impl Background {
    /// The background with a colour of some red, green and blue, each from 0 to 1: light if the
    /// colour's lightness (CIE 1976 L*) is nearer to white than to black.
    pub fn from_colour(colour: [f64; 3]) -> Self {
        /// The luminance of a lightness of 50.
        const MIDDLE: f64 = 0.184;
        let [r, g, b] = colour.map(|part| part.powf(2.2));
        if 0.2126 * r + 0.7152 * g + 0.0722 * b > MIDDLE {
            Self::Light
        } else {
            Self::Dark
        }
    }
}

/// The knowledge of the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KnownBackground {
    /// Nothing; the terminal may be asked.
    #[default]
    Unknown,
    /// Nothing yet: the terminal was asked and may never answer.
    Asked,
    /// The background as a variable or the terminal reports it, or as assumed.
    Told(Background),
}

/// The palettes to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Palettes {
    /// The user's own.
    pub own: &'static [Palette],
    /// The background they are shown on.
    pub background: KnownBackground,
}

impl Palettes {
    /// Every name with its description.
    pub fn names(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = self.own.iter().map(|palette| (palette.id, palette.about));
        let is_new = move |id: &str| !self.own.iter().any(|own| own.id == id);
        let families = FAMILIES.iter().map(|(id, about, _)| (*id, *about));
        let known = PALETTES.iter().map(|palette| (palette.id, palette.about));
        own.chain(known.chain(families).filter(move |(id, _)| is_new(id)))
    }

    /// The name as the table has it, if the background decides its palette.
    pub fn family(self, name: &str) -> Option<&'static str> {
        let is_it = |id: &str| id.eq_ignore_ascii_case(name);
        let is_one = self.own.iter().chain(&PALETTES).any(|one| is_it(one.id));
        let family = FAMILIES.iter().find(|(id, ..)| is_it(id));
        family.filter(|_| !is_one).map(|(id, ..)| *id)
    }

    /// The palette with a name, whatever its case. On an unknown background, the palette for a dark
    /// one.
    ///
    /// # Errors
    /// There is no such palette: one line with all names.
    pub fn named(self, name: &str) -> Result<&'static Palette, String> {
        let is_it = |id: &str| id.eq_ignore_ascii_case(name);
        let background = match self.background {
            KnownBackground::Told(background) => background,
            KnownBackground::Unknown | KnownBackground::Asked => Background::default(),
        };
        let family = FAMILIES.iter().find(|(id, ..)| is_it(id));
        let of_family = family.and_then(|(.., ids)| by_id(ids[background as usize]));
        let mut all = self.own.iter().chain(&PALETTES);
        let found = all.find(|palette| is_it(palette.id)).or(of_family);
        found.ok_or_else(|| {
            let names: Vec<_> = self.names().map(|(id, _)| id).collect();
            format!("no theme {name}; the themes are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_each_is_found() {
        for background in [Background::Dark, Background::Light] {
            let palettes = Palettes {
                background: KnownBackground::Told(background),
                ..Palettes::default()
            };
            let mut names: Vec<_> = palettes.names().map(|(id, _)| id).collect();
            for name in &names {
                assert!(palettes.named(&name.to_uppercase()).is_ok(), "{name}");
            }
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), PALETTES.len() + FAMILIES.len());
        }
    }

    #[test]
    fn a_family_goes_by_the_background_and_the_users_own_goes_first() {
        let on = |background, name| {
            let palettes = Palettes {
                background: KnownBackground::Told(background),
                own: &[],
            };
            palettes.named(name).map(|palette| palette.id)
        };
        assert_eq!(on(Background::Dark, "solarized"), Ok("solarized-dark"));
        assert_eq!(on(Background::Light, "solarized"), Ok("solarized-light"));
        assert_eq!(on(Background::Light, "auto"), Ok("light"));
        let own: &'static [Palette] = Box::leak(Box::new([Palette {
            about: "mine",
            ..Palette {
                id: "dark",
                ..PALETTES[2]
            }
        }]));
        let palettes = Palettes {
            own,
            background: KnownBackground::Unknown,
        };
        // A user's palette with the name of a family is the same on any background.
        assert_eq!(palettes.family("AUTO"), Some("auto"));
        assert_eq!(palettes.family("dark"), None);
        assert_eq!(palettes.family("drak"), None);
        assert_eq!(palettes.named("dark").unwrap().about, "mine");
        let said = palettes.named("drak").unwrap_err();
        assert!(
            said.starts_with("no theme drak; the themes are dark, "),
            "{said}"
        );
        assert_eq!(palettes.names().filter(|(id, _)| *id == "dark").count(), 1);
    }

    #[test]
    fn a_colour_nearer_to_white_is_light() {
        for (colour, background) in [
            ([0.0, 0.0, 0.0], Background::Dark),
            ([1.0, 1.0, 1.0], Background::Light),
            // Solarized's base03 and base3.
            ([0.0, 0.169, 0.212], Background::Dark),
            ([0.992, 0.965, 0.89], Background::Light),
            // Middle grey is L* 53, a darker one 43; blue is dark, yellow light.
            ([0.5, 0.5, 0.5], Background::Light),
            ([0.4, 0.4, 0.4], Background::Dark),
            ([0.0, 0.0, 1.0], Background::Dark),
            ([1.0, 1.0, 0.0], Background::Light),
        ] {
            assert_eq!(Background::from_colour(colour), background, "{colour:?}");
        }
    }
}
