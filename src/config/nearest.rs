//! The configuration for a file: the nearest one upward from it.
//!
//! The search ends at the top of a repository, so that a check of it does not depend on its place.
//! Invariant: only a regular file of a bounded size is read, and only one with the name [`NAME`],
//! or the one that the user names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{CheckConfig, ConfigMistake};
use crate::source::Trouble;

/// The name of a configuration.
pub const NAME: &str = ".hexloupe.toml";
/// The largest number of bytes of a configuration.
const MOST: u64 = 64 * 1024;

/// A configuration and its place.
#[derive(Debug, Clone)]
pub struct NearestConfig {
    /// The folder that it is in.
    pub folder: PathBuf,
    /// The file.
    pub file: PathBuf,
}

/// The place where the search for a configuration goes on.
pub enum NextConfig {
    /// Nowhere: it is in this folder.
    Here(NearestConfig),
    /// Nowhere: this folder is the top of a repository without one.
    Nowhere,
    /// In the folder above.
    Above,
}

/// Looks for a configuration in a folder, which is absolute.
pub fn in_folder(folder: &Path) -> NextConfig {
    let file = folder.join(NAME);
    if fs::symlink_metadata(&file).is_ok() {
        let folder = folder.to_owned();
        return NextConfig::Here(NearestConfig { folder, file });
    }
    if folder.join(".git").exists() {
        NextConfig::Nowhere
    } else {
        NextConfig::Above
    }
}

/// The configuration for the files of a folder, which is absolute; none if there is none.
fn nearest(folder: &Path) -> Option<NearestConfig> {
    for above in folder.ancestors() {
        match in_folder(above) {
            NextConfig::Here(found) => return Some(found),
            NextConfig::Nowhere => return None,
            NextConfig::Above => {}
        }
    }
    None
}

/// Reads a configuration; `name` is its name in messages.
///
/// # Errors
/// It cannot be read, or something in it is wrong.
pub fn load(file: &Path, name: &Path) -> Result<CheckConfig, Trouble> {
    let text = text_of(file, name, Links::Refused)?;
    CheckConfig::read(&text).map_err(|mistake| Trouble::new(name, mistake.to_string(), ""))
}

/// The mistakes in the configuration for the files of a folder, each in a line; none without one.
pub fn mistakes_near(folder: &Path) -> Vec<String> {
    let Some(NearestConfig { file, .. }) = nearest(folder) else {
        return Vec::new();
    };
    let name = file.strip_prefix(folder).unwrap_or(&file);
    match text_of(&file, name, Links::Refused) {
        Ok(text) => {
            let mistakes = CheckConfig::mistakes(&text).into_iter();
            let trouble = |mistake: ConfigMistake| Trouble::new(name, mistake.to_string(), "");
            mistakes
                .map(|mistake| trouble(mistake).to_string())
                .collect()
        }
        Err(trouble) => vec![trouble.to_string()],
    }
}

/// The treatment of a configuration that is a link to another file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// It is read.
    Followed,
    /// It is refused: the author of a tree may be nobody's friend.
    Refused,
}

/// The text of a configuration; `name` is its name in messages.
pub(super) fn text_of(file: &Path, name: &Path, links: Links) -> Result<String, Trouble> {
    let found = match links {
        Links::Followed => fs::metadata(file),
        Links::Refused => fs::symlink_metadata(file),
    };
    let found = found.map_err(|error| Trouble::io(name, &error))?;
    if !found.is_file() {
        let hint = "a configuration must be a regular file; --no-config reads none";
        return Err(Trouble::new(name, "is not a regular file", hint));
    }
    if found.len() > MOST {
        let hint = "a configuration has at most 64 KiB; --no-config reads none";
        return Err(Trouble::new(name, "is too long", hint));
    }
    let text = fs::read(file).map_err(|error| Trouble::io(name, &error))?;
    String::from_utf8(text).map_err(|_| {
        let error = io::Error::other("is not UTF-8");
        Trouble::io(name, &error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_ends_at_the_top_of_a_repository() {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().canonicalize().unwrap();
        let inner = top.join("repository/a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(top.join(NAME), "").unwrap();
        assert_eq!(nearest(&inner).unwrap().folder, top);
        fs::create_dir(top.join("repository/.git")).unwrap();
        assert!(nearest(&inner).is_none());
        fs::write(top.join("repository/a").join(NAME), "").unwrap();
        assert_eq!(nearest(&inner).unwrap().folder, top.join("repository/a"));
    }

    #[test]
    fn a_large_or_special_file_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let long = dir.path().join("long");
        fs::write(&long, " ".repeat(65 * 1024)).unwrap();
        let told = |path: &Path| load(path, Path::new("x")).unwrap_err().to_string();
        assert!(told(&long).starts_with("x: is too long"));
        assert!(told(dir.path()).starts_with("x: is not a regular file"));
        assert_eq!(told(&dir.path().join("none")), "x: no such file");
        #[cfg(unix)]
        {
            let link = dir.path().join("link");
            std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
            assert!(told(&link).starts_with("x: is not a regular file"));
        }
    }
}
