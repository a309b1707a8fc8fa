//! The files that paths name: themselves, or the files below a directory.
//!
//! A directory is walked as git sees it: files that a `.gitignore` names and hidden files are
//! left out, and links are not followed. Anything but a regular file (a pipe, a device) is
//! left out too, because it might have to be waited for. Invariant: paths come in the order
//! given, and the files below a directory in the order of their names.

use std::io;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, Walk, WalkBuilder};

use crate::source::Trouble;

/// Something to read, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard input.
    Stdin,
    /// A path that the user named.
    Named(PathBuf),
    /// A regular file below a directory that the user named.
    Listed(PathBuf),
    /// A directory, or a file in it, that cannot be read.
    Lost(Trouble),
}

/// The files that paths name.
pub struct Tree {
    paths: std::vec::IntoIter<PathBuf>,
    walk: Option<Walk>,
}

impl Tree {
    /// The files of paths, in their order; `-` is standard input.
    pub fn of(paths: Vec<PathBuf>) -> Self {
        Self {
            paths: paths.into_iter(),
            walk: None,
        }
    }

    /// Whether it is a single file, named by its path.
    pub fn is_one_file(&self) -> bool {
        matches!(self.paths.as_slice(), [path] if !path.is_dir())
    }
}

impl Iterator for Tree {
    type Item = Target;

    fn next(&mut self) -> Option<Target> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.by_ref().find_map(target) {
                    Some(target) => return Some(target),
                    None => self.walk = None,
                }
            }
            let path = self.paths.next()?;
            if path == Path::new("-") {
                return Some(Target::Stdin);
            }
            if !path.is_dir() {
                return Some(Target::Named(path));
            }
            self.walk = Some(walk(&path));
        }
    }
}

/// The walk of a directory. Inside a repository the `.gitignore` files of the directories
/// above apply too, up to its root; outside a repository they do not.
fn walk(path: &Path) -> Walk {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let in_repository = whole.ancestors().any(|above| above.join(".git").exists());
    WalkBuilder::new(path)
        .ignore(false)
        .parents(in_repository)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .build()
}

fn target(entry: Result<DirEntry, ignore::Error>) -> Option<Target> {
    match entry {
        Ok(entry) => {
            let regular = entry.file_type().is_some_and(|kind| kind.is_file());
            regular.then(|| Target::Listed(entry.into_path()))
        }
        Err(error) => lost(&error).map(Target::Lost),
    }
}

/// What went wrong and where; none for a rule that cannot be read, which is ignored.
fn lost(error: &ignore::Error) -> Option<Trouble> {
    let (place, error) = placed(error, None);
    let place = place.unwrap_or(Path::new("."));
    match error {
        ignore::Error::Io(error) => Some(Trouble::io(place, error)),
        ignore::Error::Loop { .. } => {
            let error = io::Error::other("leads back to itself");
            Some(Trouble::io(place, &error))
        }
        _ => None,
    }
}

fn placed<'a>(
    error: &'a ignore::Error,
    place: Option<&'a Path>,
) -> (Option<&'a Path>, &'a ignore::Error) {
    match error {
        ignore::Error::WithPath { path, err } => placed(err, Some(path)),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            placed(err, place)
        }
        other => (place, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::MAIN_SEPARATOR;
    use tempfile::TempDir;

    /// A directory of files, each with its name and its text.
    fn directory(files: &[(&str, &str)]) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        dir
    }

    /// The names of the files below a directory of the tree.
    fn listed(dir: &TempDir, below: &str) -> Vec<String> {
        let name = |target| match target {
            Target::Listed(path) => {
                let path = path.strip_prefix(dir.path()).unwrap();
                path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
            }
            other => panic!("{other:?}"),
        };
        Tree::of(vec![dir.path().join(below)]).map(name).collect()
    }

    #[test]
    fn files_come_in_the_order_of_their_names_without_what_is_hidden_or_ignored() {
        let dir = directory(&[
            ("b/z", ""),
            ("b/a", ""),
            ("a", ""),
            ("c", ""),
            (".hidden", ""),
            ("b/.git-not", ""),
            ("b/x.log", ""),
            ("keep.log", ""),
            (".gitignore", "*.log\n!keep.log\n"),
            (".ignore", "c\n"),
        ]);
        assert_eq!(listed(&dir, ""), ["a", "b/a", "b/z", "c", "keep.log"]);
    }

    #[test]
    fn the_rules_above_hold_inside_a_repository_and_only_there() {
        let files = [("in/a.log", ""), ("in/b", ""), (".gitignore", "*.log\n")];
        assert_eq!(listed(&directory(&files), "in"), ["in/a.log", "in/b"]);
        let repository = [&files[..], &[(".git/HEAD", "")]].concat();
        assert_eq!(listed(&directory(&repository), "in"), ["in/b"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_and_loops_do_no_harm() {
        let dir = directory(&[("real/a", "")]);
        std::os::unix::fs::symlink("..", dir.path().join("real/loop")).unwrap();
        std::os::unix::fs::symlink("real/a", dir.path().join("link")).unwrap();
        assert_eq!(listed(&dir, ""), ["real/a"]);
        // If it is named, a link is what it leads to.
        let link = dir.path().join("link");
        let named: Vec<_> = Tree::of(vec![link.clone()]).collect();
        assert_eq!(named, [Target::Named(link)]);
    }

    #[test]
    fn what_is_named_comes_as_it_is() {
        let paths = ["-", "no/such", "-"].map(PathBuf::from).to_vec();
        let targets: Vec<_> = Tree::of(paths).collect();
        let missing = Target::Named("no/such".into());
        assert_eq!(targets, [Target::Stdin, missing, Target::Stdin]);
    }
}
