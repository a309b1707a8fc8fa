//! Which palettes may be chosen: those of the table, by the background, and the user's own.
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

/// What may be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Palettes {
    /// The user's own.
    pub own: &'static [Palette],
    /// The background they are shown on.
    pub background: Background,
}

impl Palettes {
    /// Every name with what it is.
    pub fn names(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = self.own.iter().map(|palette| (palette.id, palette.about));
        let is_new = move |id: &str| !self.own.iter().any(|own| own.id == id);
        let families = FAMILIES.iter().map(|(id, about, _)| (*id, *about));
        let known = PALETTES.iter().map(|palette| (palette.id, palette.about));
        own.chain(known.chain(families).filter(move |(id, _)| is_new(id)))
    }

    /// The palette with a name, whatever its case.
    ///
    /// # Errors
    /// There is none: one line with all names.
    pub fn named(self, name: &str) -> Result<&'static Palette, String> {
        let is_it = |id: &str| id.eq_ignore_ascii_case(name);
        let family = FAMILIES.iter().find(|(id, ..)| is_it(id));
        let of_family = family.and_then(|(.., ids)| by_id(ids[self.background as usize]));
        let mut all = self.own.iter().chain(&PALETTES);
        let found = all.find(|palette| is_it(palette.id)).or(of_family);
        found.ok_or_else(|| {
            let names: Vec<_> = self.names().map(|(id, _)| id).collect();
            format!("no theme is called {name}; there are {}", names.join(", "))
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
                background,
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
                background,
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
            background: Background::Dark,
        };
        assert_eq!(palettes.named("dark").unwrap().about, "mine");
        let said = palettes.named("drak").unwrap_err();
        assert!(
            said.starts_with("no theme is called drak; there are dark, "),
            "{said}"
        );
        assert_eq!(palettes.names().filter(|(id, _)| *id == "dark").count(), 1);
    }
}
