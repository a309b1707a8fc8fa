//! The files of regions: the named one, and the one beside the data.
//!
//! Invariant: only a named file can prevent an action; a mistake in one beside the data is reported
//! in a line.

use std::path::Path;

use super::remark::say;
use crate::cli::InputOptions;
use crate::config::regions::load;
use crate::model::numbers::counted;
use crate::model::regions::{RegionFile, Regions};
use crate::source::Source;
use crate::window::Peek as _;

/// The ending that the file of regions adds to the name of the data.
const ENDING: &str = ".regions.toml";

/// The named file of regions, if there is one.
///
/// # Errors
/// It cannot be read, or something in it is wrong.
pub(super) fn given(input: &InputOptions) -> anyhow::Result<Option<RegionFile>> {
    let Some(file) = &input.regions else {
        return Ok(None);
    };
    let regions = load(file)?;
    Ok(Some(RegionFile {
        path: file.to_str().map(str::to_owned),
        regions,
        exists: true,
        remark: None,
    }))
}

/// The named file of regions, else the one beside the data.
///
/// # Errors
/// As for [`given`].
pub(super) fn region_file(input: &InputOptions) -> anyhow::Result<RegionFile> {
    let given = given(input)?;
    let file = input.file.as_deref().filter(|file| *file != Path::new("-"));
    Ok(given.or(file.map(beside)).unwrap_or_default())
}

/// The regions stored beside a file.
pub(super) fn beside(file: &Path) -> RegionFile {
    let mut name = file.as_os_str().to_owned();
    name.push(ENDING);
    let beside = Path::new(&name);
    let path = beside.to_str().map(str::to_owned);
    if beside.symlink_metadata().is_err() {
        return RegionFile {
            path,
            ..RegionFile::default()
        };
    }
    match load(beside) {
        Ok(regions) => RegionFile {
            path,
            regions,
            exists: true,
            remark: None,
        },
        Err(trouble) => RegionFile {
            path,
            remark: Some(trouble.to_string()),
            ..RegionFile::default()
        },
    }
}

/// Reports the number of regions without a byte in the data, once all of it has come.
pub(super) fn report_lost(regions: &Regions, source: &Source) {
    let (_, lost) = regions.placed(source);
    if lost > 0 {
        let all = counted(regions.list().len() as u64, "region");
        let len = counted(source.len(), "byte");
        say(&format!(
            "{all}, {lost} of them outside this data, which has {len}"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_file_beside_the_data_is_read_if_there_is_one() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("a.bin");
        let beside_it = dir.path().join("a.bin.regions.toml");
        let path = beside_it.to_str().map(str::to_owned);
        let none = RegionFile {
            path: path.clone(),
            ..RegionFile::default()
        };
        assert_eq!(beside(&data), none);
        fs::write(&beside_it, "[[region]]\nname = \"a\"\nstart = 1\nlen = 2\n").unwrap();
        let read = beside(&data);
        assert_eq!((read.path, read.exists, read.remark), (path, true, None));
        assert_eq!(read.regions.list().len(), 1);
        // Its mistake is reported, and it is not overwritten without asking.
        fs::write(&beside_it, "[[region]]\n").unwrap();
        let wrong = beside(&data);
        let said = wrong.remark.unwrap();
        assert!(said.contains("line 1, column 1: missing field"), "{said}");
        assert!(!wrong.exists && wrong.regions.is_empty());
    }
}
