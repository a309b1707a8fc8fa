//! The file of named regions: read, and written so that people can edit it further.
//!
//! ```toml
//! [[region]]
//! name = "header"
//! start = 0x00
//! end = 0x10               # the first address after it; or len = 16
//! color = "green"          # may be left out
//! note = "magic, version"  # may be left out
//! ```
//!
//! Offsets are those on the screen: the addresses, if the data was a hex dump. Invariant: a part
//! that is not understood is refused with its place, and written regions are read back unchanged.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::mistake::{ConfigMistake, SpannedMistake, choose, of_reader};
use crate::model::regions::{Colour, LONGEST_NOTE, Region, Regions, name_of};
use crate::source::Trouble;

/// The largest number of bytes of a file.
const MOST: u64 = 8 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionsFileForm {
    #[serde(default)]
    region: Vec<Spanned<RegionForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionForm {
    name: Spanned<String>,
    start: Spanned<i128>,
    end: Option<Spanned<i128>>,
    len: Option<Spanned<i128>>,
    color: Option<Spanned<String>>,
    note: Option<Spanned<String>>,
}

/// Reads the regions of a file.
///
/// # Errors
/// It cannot be read, or something in it is wrong.
pub fn load(file: &Path) -> Result<Regions, Trouble> {
    let found = fs::metadata(file).map_err(|error| Trouble::io(file, &error))?;
    if !found.is_file() {
        return Err(Trouble::new(
            file,
            "is not a regular file",
            "name a regular file",
        ));
    }
    if found.len() > MOST {
        return Err(Trouble::new(
            file,
            "is too long",
            "a file of regions has at most 8 MiB",
        ));
    }
    let text = fs::read(file).map_err(|error| Trouble::io(file, &error))?;
    let text = String::from_utf8(text)
        .map_err(|_| Trouble::new(file, "is not UTF-8", "a file of regions is TOML"))?;
    read(&text).map_err(|mistake| Trouble::new(file, mistake.to_string(), ""))
}

/// Reads regions.
///
/// # Errors
/// The first mistake.
pub fn read(text: &str) -> Result<Regions, ConfigMistake> {
    let form: Result<RegionsFileForm, SpannedMistake> =
        toml::from_str(text).map_err(|error| of_reader(&error));
    let read = form.and_then(|form| regions(&form.region));
    read.map_err(|wrong| ConfigMistake::new(text, &wrong))
}

fn regions(forms: &[Spanned<RegionForm>]) -> Result<Regions, SpannedMistake> {
    let mut names = BTreeSet::new();
    let mut all = Vec::new();
    for form in forms {
        if all.len() == Regions::MOST {
            let what = format!("there are more than {} regions", Regions::MOST);
            return Err((form.span(), what));
        }
        let region = region(form)?;
        if !names.insert(region.name.clone()) {
            let what = format!("another region also has the name {}", region.name);
            return Err((form.get_ref().name.span(), what));
        }
        all.push(region);
    }
    Ok(Regions::new(all))
}

fn region(form: &Spanned<RegionForm>) -> Result<Region, SpannedMistake> {
    let (span, form) = (form.span(), form.get_ref());
    let name = name_of(form.name.get_ref()).map_err(|what| (form.name.span(), what))?;
    let start = number(&form.start)?;
    let end = match (&form.end, &form.len) {
        (Some(end), None) => (number(end)?, end.span()),
        (None, Some(len)) => {
            let past = start.checked_add(number(len)?);
            let past =
                past.ok_or_else(|| (len.span(), "it ends past the largest offset".to_owned()))?;
            (past, len.span())
        }
        (None, None) => return Err((span, format!("{name} has no end: add end or len"))),
        (Some(_), Some(len)) => {
            let what = format!("{name} has both end and len; leave out one");
            return Err((len.span(), what));
        }
    };
    if end.0 <= start {
        let what = format!("{name} has no byte: its end is the first offset after it");
        return Err((end.1, what));
    }
    let colour = form.color.as_ref().map(|color| {
        let all = Colour::ALL.map(|colour| (colour.name(), colour));
        choose(color.get_ref(), "colour", all).map_err(|what| (color.span(), what))
    });
    let note = form.note.as_ref().map_or("", |note| note.get_ref());
    if note.chars().count() > LONGEST_NOTE {
        let span = form.note.as_ref().map(Spanned::span).unwrap_or_default();
        return Err((
            span,
            format!("a note has at most {LONGEST_NOTE} characters"),
        ));
    }
    Ok(Region {
        name: name.to_owned(),
        range: start..end.0,
        colour: colour.transpose()?.unwrap_or(Colour::Green),
        note: note.to_owned(),
    })
}

fn number(form: &Spanned<i128>) -> Result<u64, SpannedMistake> {
    u64::try_from(*form.get_ref()).map_err(|_| {
        (
            form.span(),
            "expected an offset from 0 to 2^64 - 1".to_owned(),
        )
    })
}

/// Regions as the text of their file.
pub fn written(regions: &Regions) -> String {
    let mut out = String::new();
    for region in regions.list() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str("[[region]]\nname = ");
        string(&mut out, &region.name);
        let (start, end) = (region.range.start, region.range.end);
        let digits = if end > 1 << 32 { 16 } else { 8 };
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "\nstart = 0x{start:0digits$X}\nend = 0x{end:0digits$X}\ncolor = \"{}\"\n",
            region.colour.name()
        );
        if !region.note.is_empty() {
            out.push_str("note = ");
            string(&mut out, &region.note);
            out.push('\n');
        }
    }
    out
}

/// Adds a text as a basic string of TOML.
fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_regions_are_read_back_unchanged(
            all in prop::collection::vec(
                ("\\PC{1,20}", any::<u64>(), 1u64..1000, 0usize..6, any::<String>()), 0..8,
            ),
        ) {
            let all = all.into_iter().filter_map(|(name, start, len, colour, note)| {
                Some(Region {
                    name: name_of(&name).ok()?.to_owned(),
                    range: start..start.checked_add(len)?,
                    colour: Colour::ALL[colour],
                    note,
                })
            });
            let regions = Regions::new(all);
            let text = written(&regions);
            prop_assert_eq!(read(&text), Ok(regions), "{}", text);
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in "\\PC{0,60}") {
            if let Err(mistake) = read(&format!("[[region]]\n{text}")) {
                prop_assert!(!mistake.to_string().contains('\n'));
            }
        }
    }

    #[test]
    fn a_file_by_hand_needs_little() {
        let regions = read(
            "# mine\n[[region]]\nname = \"b\"\nstart = 0x10\nlen = 4\n\
             [[region]]\nname = 'a'\nstart = 1_0\nend = 0b1111\nnote = \"x\"\ncolor = \"red\"",
        );
        let expected = [
            ("a", 10..15, Colour::Red, "x"),
            ("b", 16..20, Colour::Green, ""),
        ];
        let expected = expected.map(|(name, range, colour, note)| Region {
            name: name.to_owned(),
            range,
            colour,
            note: note.to_owned(),
        });
        assert_eq!(regions, Ok(Regions::new(expected)));
        assert_eq!(read(""), Ok(Regions::default()));
        assert_eq!(written(&Regions::default()), "");
    }

    #[test]
    fn a_written_file_is_readable_for_people() {
        let text = "[[region]]\nname = \"header\"\nstart = 0x00000000\nend = 0x00000010\n\
                    color = \"green\"\nnote = \"magic\"\n\n[[region]]\nname = \"far\"\n\
                    start = 0x0000000100000000\nend = 0x0000000100000001\ncolor = \"cyan\"\n";
        assert_eq!(
            read(text).map(|regions| written(&regions)).as_deref(),
            Ok(text)
        );
    }

    #[track_caller]
    fn wrong(text: &str, expected: &str) {
        let said = read(text).expect_err("a mistake").to_string();
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn a_mistake_is_reported_with_its_place() {
        let of = |rest: &str| format!("[[region]]\nname = \"a\"\n{rest}");
        wrong(
            &of("start = 0"),
            "line 1, column 1: a has no end: add end or len",
        );
        wrong(
            &of("start = 4\nend = 4"),
            "line 4, column 7: a has no byte: its end is the first offset after it",
        );
        wrong(
            &of("start = 4\nlen = 0"),
            "line 4, column 7: a has no byte: its end is the first offset after it",
        );
        wrong(
            &of("start = 1\nend = 2\nlen = 1"),
            "line 5, column 7: a has both end and len; leave out one",
        );
        wrong(
            &of("start = -1\nend = 2"),
            "line 3, column 9: expected an offset from 0 to 2^64 - 1",
        );
        wrong(
            &of("start = 0xFFFFFFFFFFFFFFFF\nlen = 2"),
            "line 4, column 7: it ends past the largest offset",
        );
        wrong(
            &of("start = 0\nlen = 1\ncolor = \"gren\""),
            "line 5, column 9: no colour gren; did you mean green?",
        );
        wrong(
            &of("start = 0\nlen = 1\ncolour = \"red\""),
            "line 5, column 1: no key colour here; did you mean color?",
        );
        wrong(
            "[[region]]\nname = \" \"\nstart = 0\nend = 1",
            "line 2, column 8: a region needs a name",
        );
        wrong(
            "[[regions]]\n",
            "line 1, column 3: no key regions here; did you mean region?",
        );
        let twice = of("start = 0\nlen = 1\n").repeat(2);
        wrong(
            &twice,
            "line 6, column 8: another region also has the name a",
        );
    }

    #[test]
    fn there_are_only_so_many() {
        let each = |number| format!("[[region]]\nname = \"{number}\"\nstart = {number}\nlen = 1\n");
        let text: String = (0..Regions::MOST).map(each).collect();
        assert_eq!(
            read(&text).map(|regions| regions.list().len()),
            Ok(Regions::MOST)
        );
        let said = read(&(text + &each(Regions::MOST)))
            .unwrap_err()
            .to_string();
        assert_eq!(
            said,
            "line 40001, column 1: there are more than 10000 regions"
        );
    }

    #[test]
    fn a_file_that_is_large_special_or_no_text_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.toml");
        fs::write(&file, b"\xFF").unwrap();
        let told = |path: &Path| load(path).unwrap_err().to_string();
        assert!(told(&file).contains("is not UTF-8"));
        assert!(told(dir.path()).contains("is not a regular file"));
        assert!(told(&dir.path().join("none")).contains("no such file"));
        let long = fs::File::create(&file).unwrap();
        long.set_len(MOST + 1).unwrap();
        assert!(told(&file).contains("is too long"));
    }
}
