//! The files that paths name: themselves, or the files below a directory.
//!
//! A directory is walked as git sees it. A file tracked by git is included, whatever its name and
//! whatever `.gitignore` contains. Of the others, those named by a `.gitignore` are left out, and
//! outside a work tree of git hidden ones too, unless a [`TreeScope`] has them. Links are not followed,
//! and only regular files are included: a pipe or a device might block. Invariant: paths come in the
//! order given, the files below a directory in the order of their names, and everything left out is
//! counted.

mod below;

use std::path::{Path, PathBuf};

use crate::source::Trouble;
use below::DirectoryFiles;

/// A target to read, or the reason why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputTarget {
    /// Standard input.
    Stdin,
    /// A path that the user named.
    Named(PathBuf),
    /// A regular file below a directory that the user named.
    Listed(PathBuf),
    /// A directory, or a file in it, that cannot be read.
    Lost(Trouble),
    /// An entry left out of a directory that the user named, if the scope asks for them.
    LeftOut(PathBuf, LeftOutReason),
    /// The counts of entries left out of a directory that the user named; comes after its files.
    Unvisited(Unvisited),
}

/// The entries of directories that are included, besides the usual ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TreeScope {
    /// Hidden ones outside a work tree of git.
    pub hidden: bool,
    /// Those named by a `.gitignore`.
    pub ignored: bool,
    /// All others are named, too ([`InputTarget::LeftOut`]).
    pub names_left_out: bool,
}

/// The reason why a file or a folder is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOutReason {
    /// Its name begins with a dot.
    Hidden,
    /// A `.gitignore` names it.
    Ignored,
    /// It is a symbolic link.
    Link,
    /// It is a pipe, a socket or a device.
    Special,
    /// It is no text.
    Binary,
    /// The configuration of the tree leaves it out.
    Excluded,
}

impl LeftOutReason {
    /// The reason in words, with a remedy.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hidden => "hidden; --hidden reads it",
            Self::Ignored => "named by a .gitignore; --no-ignore reads it",
            Self::Link => "a link; links are not followed",
            Self::Special => "a pipe or a device",
            Self::Binary => "binary; --binary checks it",
            Self::Excluded => "left out by configuration; --no-config checks it",
        }
    }
}

/// Files and folders of a directory that are left out. A folder counts as one, with all in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unvisited {
    /// Entries with a name that begins with a dot.
    pub hidden: u64,
    /// Entries named by a `.gitignore`.
    pub ignored: u64,
    /// Symbolic links.
    pub links: u64,
    /// Pipes, sockets and devices.
    pub special: u64,
}

impl Unvisited {
    /// Adds those of another directory.
    pub fn merge(&mut self, other: Self) {
        self.hidden += other.hidden;
        self.ignored += other.ignored;
        self.links += other.links;
        self.special += other.special;
    }

    /// The counts, in a few words with a remedy; none if there are none.
    pub fn words(&self) -> Option<String> {
        let words = self.short_words()?;
        let more = match (self.hidden, self.ignored) {
            (0, 0) => "named files are always read",
            (1, 0) => "--hidden reads it",
            (_, 0) => "--hidden reads them",
            (0, 1) => "--no-ignore reads it",
            (0, _) => "--no-ignore reads them",
            _ => "--hidden and --no-ignore read them",
        };
        Some(format!("{words} ({more})"))
    }

    /// The counts, in a few words; none if there are none.
    pub fn short_words(&self) -> Option<String> {
        let counts = [
            (self.hidden, "hidden", "hidden"),
            (self.ignored, "ignored", "ignored"),
            (self.links, "link", "links"),
            (self.special, "pipe or device", "pipes or devices"),
        ];
        let counts = counts.iter().filter(|(count, ..)| *count > 0);
        let words: Vec<String> = counts
            .map(|(count, one, several)| {
                let what = if *count == 1 { one } else { several };
                format!("{count} {what}")
            })
            .collect();
        let words = words.join(", ");
        (!words.is_empty()).then(|| format!("not read: {words}"))
    }
}

/// The files of paths.
pub struct Tree {
    paths: Box<dyn Iterator<Item = PathBuf> + Send>,
    is_one_file: bool,
    /// True if nobody has named a pipe on purpose: it would wait for its other end.
    is_batch: bool,
    scope: TreeScope,
    below: Option<DirectoryFiles>,
}

impl Tree {
    /// The files of paths, in their order; `-` is standard input.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        let is_one_file = matches!(&paths[..], [path] if !path.is_dir());
        Self {
            is_one_file,
            is_batch: false,
            ..Self::as_named(paths.into_iter())
        }
    }

    /// The files of paths that are named one after the other, for as long as they come.
    pub fn as_named(paths: impl Iterator<Item = PathBuf> + Send + 'static) -> Self {
        Self {
            paths: Box::new(paths),
            is_one_file: false,
            is_batch: true,
            scope: TreeScope::default(),
            below: None,
        }
    }

    /// The same with another scope.
    #[must_use]
    pub fn with_scope(self, scope: TreeScope) -> Self {
        Self { scope, ..self }
    }

    /// The same, with all that is left out named, if that is asked for.
    #[must_use]
    pub fn naming(mut self, names_left_out: bool) -> Self {
        self.scope.names_left_out = names_left_out;
        self
    }

    /// Reports whether it is a single file, named by its path.
    pub fn is_one_file(&self) -> bool {
        self.is_one_file
    }
}

impl Iterator for Tree {
    type Item = InputTarget;

    fn next(&mut self) -> Option<InputTarget> {
        loop {
            if let Some(below) = &mut self.below {
                match below.next() {
                    Some(target) => return Some(target),
                    None => self.below = None,
                }
            }
            let path = self.paths.next()?;
            if path == Path::new("-") {
                return Some(InputTarget::Stdin);
            }
            if self.is_batch && path.exists() && !path.is_file() && !path.is_dir() {
                let hint = "name files or directories";
                let trouble = Trouble::new(path, "is not a regular file", hint);
                return Some(InputTarget::Lost(trouble));
            }
            if !path.is_dir() {
                return Some(InputTarget::Named(path));
            }
            self.below = Some(DirectoryFiles::new(&path, self.scope));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::MAIN_SEPARATOR;
    use tempfile::TempDir;

    /// A directory of files, each with its name and its text.
    fn directory<T: AsRef<[u8]>>(files: &[(&str, T)]) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.as_ref()).unwrap();
        }
        dir
    }

    /// The names of the files below a directory of the tree, and the counts left out: hidden,
    /// ignored, links, special.
    fn listed(dir: &TempDir, below: &str) -> (Vec<String>, [u64; 4]) {
        let (mut names, mut left) = (Vec::new(), [0; 4]);
        for target in Tree::new(vec![dir.path().join(below)]) {
            match target {
                InputTarget::Listed(path) => {
                    let path = path.strip_prefix(dir.path()).unwrap();
                    names.push(path.to_string_lossy().replace(MAIN_SEPARATOR, "/"));
                }
                InputTarget::Unvisited(all) => {
                    left = [all.hidden, all.ignored, all.links, all.special];
                }
                other => panic!("{other:?}"),
            }
        }
        (names, left)
    }

    #[track_caller]
    fn check(dir: &TempDir, below: &str, names: &[&str], left: [u64; 4]) {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(listed(dir, below), (names, left));
    }

    #[test]
    fn files_come_in_the_order_of_their_names_without_hidden_and_ignored_ones() {
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
        // Hidden: `.hidden`, `b/.git-not`, `.gitignore` and `.ignore`.
        let names = ["a", "b/a", "b/z", "c", "keep.log"];
        check(&dir, "", &names, [4, 1, 0, 0]);
    }

    #[test]
    fn the_rules_above_hold_inside_a_repository_and_only_there() {
        let files = [("in/a.log", ""), ("in/b", ""), (".gitignore", "*.log\n")];
        check(&directory(&files), "in", &["in/a.log", "in/b"], [0; 4]);
        let repository = [&files[..], &[(".git/HEAD", "")]].concat();
        check(&directory(&repository), "in", &["in/b"], [0, 1, 0, 0]);
    }

    #[test]
    fn a_scope_adds_hidden_and_ignored_files_and_names_the_others() {
        let dir = directory(&[
            (".h/a", ""),
            (".gitignore", "*.log\n"),
            ("b.log", ""),
            ("c", ""),
            ("in/.h", ""),
            ("in/d.log", ""),
            ("repo/.git/HEAD", ""),
            ("repo/.h", ""),
        ]);
        let found = |hidden, ignored, names_left_out| {
            let scope = TreeScope {
                hidden,
                ignored,
                names_left_out,
            };
            let tree = Tree::new(vec![dir.path().to_owned()]).with_scope(scope);
            let said = tree.filter_map(|target| match target {
                InputTarget::Listed(path) => Some((path, "")),
                InputTarget::LeftOut(path, why) => Some((path, why.words())),
                InputTarget::Unvisited(_) => None,
                other => panic!("{other:?}"),
            });
            let said = said.map(|(path, words)| {
                let path = path.strip_prefix(dir.path()).unwrap();
                let path = path.to_string_lossy().replace(MAIN_SEPARATOR, "/");
                format!("{path} {}", words.split(' ').next().unwrap())
            });
            said.collect::<Vec<_>>()
        };
        assert_eq!(found(false, false, false), ["c ", "repo/.h "]);
        let all = [
            ".gitignore ",
            ".h/a ",
            "b.log ",
            "c ",
            "in/.h ",
            "in/d.log ",
            "repo/.h ",
        ];
        assert_eq!(found(true, true, true), all);
        let named = [
            "c ",
            "repo/.h ",
            ".gitignore hidden;",
            ".h hidden;",
            "b.log named",
            "in/.h hidden;",
            "in/d.log named",
        ];
        assert_eq!(found(false, false, true), named);
        let hidden = [
            ".gitignore ",
            ".h/a ",
            "c ",
            "in/.h ",
            "repo/.h ",
            "b.log named",
            "in/d.log named",
        ];
        assert_eq!(found(true, false, true), hidden);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_and_loops_do_no_harm() {
        let dir = directory(&[("real/a", "")]);
        std::os::unix::fs::symlink("..", dir.path().join("real/loop")).unwrap();
        std::os::unix::fs::symlink("real/a", dir.path().join("link")).unwrap();
        check(&dir, "", &["real/a"], [0, 0, 2, 0]);
        // If it is named, a link stands for its target.
        let link = dir.path().join("link");
        let named: Vec<_> = Tree::new(vec![link.clone()]).collect();
        assert_eq!(named, [InputTarget::Named(link)]);
    }

    #[test]
    fn a_named_path_is_included_unchanged() {
        let paths = ["-", "no/such", "-"].map(PathBuf::from).to_vec();
        let targets: Vec<_> = Tree::new(paths).collect();
        let missing = InputTarget::Named("no/such".into());
        assert_eq!(targets, [InputTarget::Stdin, missing, InputTarget::Stdin]);
    }

    /// An index of version 4 with plain files: state, mode, object, flags, no bytes removed from
    /// the name before, the name; then the checksum, which is not read.
    fn index(names: &[&str]) -> Vec<u8> {
        let mut bytes = b"DIRC\0\0\0\x04\0\0\0".to_vec();
        bytes.push(names.len() as u8);
        let mut before = 0;
        for name in names {
            bytes.extend([0; 24]);
            bytes.extend(0o100_644_u32.to_be_bytes());
            bytes.extend([0; 12 + 20 + 2]);
            bytes.push(before);
            bytes.extend(name.bytes());
            bytes.push(0);
            before = name.len() as u8;
        }
        bytes.extend([0; 20]);
        bytes
    }

    #[test]
    fn tracked_files_are_included_even_if_hidden_or_ignored() {
        let tracked = [
            ".github/workflows/ci.yml",
            "a.log",
            "gone",
            "in/.hidden",
            "vendor/lib.js",
        ];
        let index = index(&tracked);
        let dir = directory::<&[u8]>(&[
            (".git/index", &index),
            (".gitignore", b"*.log\nvendor\nbuilt\n"),
            (".github/workflows/ci.yml", b""),
            (".github/new.yml", b""),
            (".other/x", b""),
            ("a.log", b""),
            ("b.log", b""),
            ("built/x", b""),
            ("in/.hidden", b""),
            ("in/plain", b""),
            ("vendor/lib.js", b""),
            ("vendor/untracked.js", b""),
            ("z", b""),
        ]);
        let names = [
            ".github/new.yml",
            ".github/workflows/ci.yml",
            ".gitignore",
            ".other/x",
            "a.log",
            "in/.hidden",
            "in/plain",
            "vendor/lib.js",
            "z",
        ];
        // Ignored: `b.log` and `built`.
        check(&dir, "", &names, [0, 2, 0, 0]);
        check(&dir, "in", &["in/.hidden", "in/plain"], [0; 4]);
    }

    #[test]
    fn a_repository_inside_another_has_its_own_files() {
        let (outer, inner) = (index(&["a", "sub"]), index(&[".hidden"]));
        let dir = directory::<&[u8]>(&[
            (".git/index", &outer),
            ("a", b""),
            ("sub/.git/index", &inner),
            ("sub/.hidden", b""),
            ("sub/.not", b""),
            ("work/.git", b"gitdir: ../sub/.git\n"),
            ("work/.hidden", b""),
        ]);
        let names = ["a", "sub/.hidden", "sub/.not", "work/.hidden"];
        check(&dir, "", &names, [0; 4]);
    }

    #[test]
    fn an_index_that_cannot_be_read_is_said_and_the_rest_is_looked_at() {
        let dir = directory(&[(".git/index", "DIRC and no more"), ("a", "")]);
        let targets: Vec<_> = Tree::new(vec![dir.path().to_owned()]).collect();
        let [InputTarget::Lost(trouble), InputTarget::Listed(_)] = &targets[..] else {
            panic!("{targets:?}")
        };
        let said = "is an index of git that cannot be read";
        assert!(trouble.to_string().contains(said), "{trouble}");
    }
}
