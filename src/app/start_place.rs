//! The place where the inspector starts, as an argument beside the file or at the end of its name.
//!
//! ```text
//! hexloupe app.log:234:84     as compilers, grep -n and check print it
//! hexloupe +234 app.log       as vim, less and nano take it
//! ```
//!
//! Invariant: a file with that very name is opened under it.

use std::path::{Path, PathBuf};

use crate::cli::{FileOffset, InputOptions, InspectorArguments, StartPlace};
use crate::model::amount::{TypedPlace, address, line_and_column, quoted_place, typed_place};

/// The same arguments with the place apart from the names of files.
pub(super) fn apart(
    input: &InputOptions,
    start: &InspectorArguments,
) -> (InputOptions, InspectorArguments) {
    let (mut input, mut start) = (input.clone(), start.clone());
    let mut files: Vec<PathBuf> = { input.file.iter() }.chain(&input.more).cloned().collect();
    if files.len() > 1
        && let Some(at) = files.iter().position(|file| after_plus(file).is_some())
    {
        start.at = start.at.or(after_plus(&files.remove(at)));
    }
    if let [file, ..] = &mut files[..]
        && let Some((name, place)) = after_name(file)
    {
        start.at = start.at.or(Some(place));
        *file = name;
    }
    let mut files = files.into_iter();
    input.file = files.next();
    input.more = files.collect();
    (input, start)
}

/// The place in `+234` or `+234:84`, if no file has that name.
fn after_plus(file: &Path) -> Option<StartPlace> {
    let text = file.to_str().filter(|_| !file.exists())?;
    let place = text.strip_prefix('+')?;
    match typed_place(&format!("line {place}")).or_else(|_| typed_place(place)) {
        Ok(TypedPlace::Line(line)) => Some(StartPlace::Line(line)),
        Ok(TypedPlace::Column(line, column)) => Some(StartPlace::Column(line, column)),
        _ => None,
    }
}

/// The name and the place in `NAME:LINE` or `NAME:LINE:COLUMN`, if a file has the name alone; also an
/// address in hex (`NAME:0x1F`) and the line of a link (`NAME#L7`).
fn after_name(file: &Path) -> Option<(PathBuf, StartPlace)> {
    let text = file.to_str().filter(|_| !file.exists())?;
    if let Some((name, at)) = text.rsplit_once([':', '@'])
        && at.starts_with("0x")
        && let Ok(at) = address(at)
        && Path::new(name).is_file()
    {
        let at = StartPlace::Offset(FileOffset::FromStart(at));
        return Some((PathBuf::from(name), at));
    }
    if let Some((name, line)) = text.rsplit_once("#L")
        && let Some(TypedPlace::Line(line)) = quoted_place(&format!("L{line}"))
        && Path::new(name).is_file()
    {
        return Some((PathBuf::from(name), StartPlace::Line(line)));
    }
    let (name, line, column) = line_and_column(text)?;
    let place = column.map_or(StartPlace::Line(line), |column| {
        StartPlace::Column(line, column)
    });
    let name = PathBuf::from(name);
    name.is_file().then_some((name, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_that_very_name_is_opened_under_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.log"), "x").unwrap();
        std::fs::write(path("b:7"), "x").unwrap();
        let of = |name: &str| after_name(&path(name));
        let log = |place| Some((path("a.log"), place));
        assert_eq!(of("a.log:234:84"), log(StartPlace::Column(234, 84)));
        assert_eq!(of("a.log:234:"), log(StartPlace::Line(234)));
        assert_eq!(of("a.log#L234"), log(StartPlace::Line(234)));
        let byte = StartPlace::Offset(FileOffset::FromStart(0x1F));
        assert_eq!(of("a.log:0x1F"), log(byte));
        assert_eq!(of("a.log"), None);
        assert_eq!(of("b:7"), None);
        assert_eq!(of("c.log:7"), None);
    }

    #[test]
    fn a_plus_before_a_number_is_a_line() {
        let of = |text: &str| after_plus(Path::new(text));
        assert_eq!(of("+234"), Some(StartPlace::Line(234)));
        assert_eq!(of("+234:84"), Some(StartPlace::Column(234, 84)));
        for text in ["234", "+", "+x"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
