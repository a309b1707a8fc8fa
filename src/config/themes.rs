//! The themes of a user: tables in the configuration, and files in the folder `themes` beside it.
//!
//! ```toml
//! base = "dark"          # whose shades the others are
//! about = "my colours"
//! fault = "#FF6B6B"
//! ```
//!
//! Invariant: an unknown slot, or an invalid colour, is reported, and that theme is left out.

use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistake::{ConfigMistake, SpannedMistake, no_key, of_reader};
use super::nearest::{Links, text_of};
use super::own::scalar;
use crate::model::palette::{FixedShades, PALETTES, Palette, Shade, Shades, by_id};

/// The largest number of files that are read.
const MOST: usize = 64;
/// The message about the names of themes.
const NAMED: &str = "the name of a theme has only letters, digits and hyphens";
/// The folder of the files.
const FOLDER: &str = "themes";

/// Reads the table of themes; mistakes are added to `wrong`.
pub(super) fn read(value: &Spanned<DeValue<'_>>, wrong: &mut Vec<SpannedMistake>) -> Vec<Palette> {
    let DeValue::Table(themes) = value.get_ref() else {
        wrong.push((value.span(), "expected a table: [themes.mine]".to_owned()));
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, theme) in themes {
        let read = match theme.get_ref() {
            DeValue::Table(_) if !is_name(name.get_ref()) => Err((name.span(), NAMED.to_owned())),
            DeValue::Table(slots) => of_slots(name.get_ref(), slots),
            _ => Err((theme.span(), "expected a table: [themes.mine]".to_owned())),
        };
        match read {
            Ok(palette) => found.push(palette),
            Err(what) => wrong.push(what),
        }
    }
    found
}

/// Reads the files in the folder beside a configuration; returns the mistakes as lines.
pub(super) fn of_folder(config: &Path) -> (Vec<Palette>, Vec<String>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let Some(Ok(entries)) = config.parent().map(|all| fs::read_dir(all.join(FOLDER))) else {
        return (found, wrong);
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    for file in files.iter().take(MOST) {
        let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let text = match text_of(file, file, Links::Followed) {
            Ok(text) => text,
            Err(trouble) => {
                wrong.push(trouble.to_string());
                continue;
            }
        };
        let table = DeTable::parse(&text).map_err(|error| of_reader(&error));
        match table.and_then(|table| of_slots(name, table.get_ref())) {
            Ok(palette) => found.push(palette),
            Err(what) => {
                let mistake = ConfigMistake::new(&text, &what).to_string();
                wrong.push(crate::source::Trouble::new(file, mistake, "").to_string());
            }
        }
    }
    (found, wrong)
}

/// The theme of some slots.
fn of_slots(name: &str, slots: &DeTable<'_>) -> Result<Palette, SpannedMistake> {
    if !is_name(name) {
        return Err((0..0, NAMED.to_owned()));
    }
    let mut shades = base(slots)?;
    let mut about = "your own".to_owned();
    for (key, value) in slots {
        let slot = FixedShades::SLOTS
            .iter()
            .position(|(id, _)| key.get_ref() == id);
        match (key.get_ref().as_ref(), slot) {
            ("base", _) => {}
            ("about", _) => about = scalar(value)?,
            (_, Some(slot)) => {
                let shade = Shade::parse(&scalar(value)?).ok_or_else(|| {
                    let what = "expected a colour such as #FF6B6B".to_owned();
                    (value.span(), what)
                })?;
                shades = shades.with(slot, shade);
            }
            (id, None) => {
                let known = FixedShades::SLOTS.iter().map(|(id, _)| *id);
                return Err((key.span(), no_key(id, known.chain(["base", "about"]))));
            }
        }
    }
    // It lives until the program ends, like those of the table.
    Ok(Palette {
        id: name.to_owned().leak(),
        about: about.leak(),
        shades: Shades::Fixed(shades),
    })
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !name.is_empty() && name.len() <= 40 && name.bytes().all(fits)
}

/// The shades of the theme that another is based on.
fn base(slots: &DeTable<'_>) -> Result<FixedShades, SpannedMistake> {
    let chosen = slots.get("base");
    let name = chosen.map_or_else(|| Ok("dark".to_owned()), scalar)?;
    if let Some(Shades::Fixed(shades)) = by_id(&name).map(|palette| palette.shades) {
        return Ok(shades);
    }
    let fixed = |palette: &&Palette| matches!(palette.shades, Shades::Fixed(_));
    let names: Vec<_> = PALETTES.iter().filter(fixed).map(|row| row.id).collect();
    let what = format!("no base {name}; the bases are {}", names.join(", "));
    Err((chosen.map(Spanned::span).unwrap_or_default(), what))
}

#[cfg(test)]
mod tests {
    use super::super::UserConfig;
    use super::*;
    use crate::model::palette::Paint;

    #[test]
    fn a_theme_has_its_shades_and_those_of_its_base() {
        let own = UserConfig::read(
            "theme = \"mine\"\n[themes.mine]\nbase = \"light\"\nfault = \"#010203\"\ntext = \"0a0B0c\"\n",
        );
        assert!(own.mistakes.is_empty(), "{:?}", own.mistakes);
        assert_eq!(own.settings.theme.as_deref(), Some("mine"));
        let [mine] = &own.themes[..] else {
            panic!("one theme")
        };
        let (shades, light) = (mine.of_document(), by_id("light").unwrap().of_document());
        assert_eq!(shades.shade(Some(Paint::Own(1))).rgb(), (1, 2, 3));
        assert_eq!(shades.text().rgb(), (10, 11, 12));
        assert_eq!(shades.quiet(), light.quiet());
        assert_eq!(
            shades.shade(Some(Paint::Own(2))),
            light.shade(Some(Paint::Own(2)))
        );
    }

    #[track_caller]
    fn wrong(text: &str, expected: &str) {
        let own = UserConfig::read(text);
        let said: Vec<_> = own.mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(said, [expected], "{text}");
    }

    #[test]
    fn a_mistake_in_a_file_is_reported_with_its_place() {
        wrong(
            "[themes.a]\nfalt = \"#000000\"",
            "line 2, column 1: no key falt here; did you mean fault?",
        );
        wrong(
            "[themes.a]\nfault = \"red\"",
            "line 2, column 9: expected a colour such as #FF6B6B",
        );
        wrong(
            "themes = 1",
            "line 1, column 10: expected a table: [themes.mine]",
        );
        let said = "no base mono; the bases are dark, light, high-contrast-dark, \
            high-contrast-light, okabe-ito-dark, okabe-ito-light, solarized-dark, solarized-light";
        wrong(
            "[themes.a]\nbase = \"mono\"",
            &format!("line 2, column 8: {said}"),
        );
    }

    #[test]
    fn files_beside_the_configuration_are_themes() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join(FOLDER)).unwrap();
        let write = |name: &str, text: &str| fs::write(dir.path().join(FOLDER).join(name), text);
        write("night.toml", "fault = \"#AABBCC\"").unwrap();
        write("broken.toml", "fault = 1.5").unwrap();
        write("notes.txt", "no theme").unwrap();
        let (found, wrong) = of_folder(&dir.path().join("config.toml"));
        assert_eq!(
            found.iter().map(|row| row.id).collect::<Vec<_>>(),
            ["night"]
        );
        let [wrong] = &wrong[..] else {
            panic!("{wrong:?}")
        };
        assert!(
            wrong.contains("broken.toml: line 1, column 9: expected a text"),
            "{wrong}"
        );
        assert_eq!(of_folder(&dir.path().join("none/config.toml")).0, []);
    }
}
