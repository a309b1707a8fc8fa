//! A repository of git, read by git's own commands: the files that differ from a revision, and
//! their bytes there. The tracked files are read from its index.
//!
//! Invariant: nothing in the repository is changed, and no program that it names is run.

mod attributes;
mod blobs;
mod command;
mod index;
mod raw;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::Trouble;
use crate::platform::{Here, System as _};
use attributes::Conversion;
pub use blobs::Blob;
use blobs::Blobs;
use command::{Git, said};
pub use index::{attributes_of, tracked};
use raw::RawEntry;

/// The kinds of a mode: the upper bits.
const KIND: u32 = 0o170_000;
/// A plain file.
const FILE: u32 = 0o100_000;
/// A symbolic link.
const LINK: u32 = 0o120_000;
/// A commit of another repository.
const SUBMODULE: u32 = 0o160_000;

/// The current side of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewerVersion {
    /// The files of the working tree.
    WorkingTree,
    /// The staged files for the next commit.
    Index,
}

/// A working tree and its repository.
#[derive(Debug)]
pub struct Repository {
    /// Git in the folder that paths are relative to.
    git: Git,
    /// Git at the top of the working tree.
    top: Git,
    /// The way from the folder to the top, with a slash at its end; or from the top to the folder.
    up: PathBuf,
    prefix: Vec<u8>,
}

/// The result for a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathChange {
    /// It is a plain file before and now.
    File(ChangedFile),
    /// There was no such file.
    Added(PathBuf),
    /// There is no such file any more.
    Deleted,
    /// It cannot be compared, with the reason.
    Skipped(PathBuf, SkipReason),
}

/// The reason why a path is not compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// A merge has left it in conflict.
    Conflict,
    /// It is a symbolic link, or was one.
    Link,
    /// It is a submodule, or was one.
    Submodule,
    /// It is filtered by a program, which is not run.
    Filter(String),
}

/// A plain file that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path from the folder that paths are relative to.
    pub path: PathBuf,
    /// The same from the top.
    place: PathBuf,
    objects: (String, String),
    conversion: Conversion,
}

/// The two versions of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct VersionPair {
    /// The old version.
    pub old: Blob,
    /// The new version.
    pub new: Blob,
    /// True if git converts its line ends.
    pub converts_ends: bool,
}

impl Repository {
    /// The repository that a folder is in.
    ///
    /// # Errors
    /// There is none, it has no working tree, or git is not installed.
    pub fn containing(folder: &Path) -> Result<Self, Trouble> {
        let git = Git::in_folder(folder);
        let asked = ["rev-parse", "--is-inside-work-tree", "--is-bare-repository"];
        let asked = asked.into_iter().chain(["--show-cdup", "--show-prefix"]);
        let output = git.output(asked, None)?;
        if !output.status.success() {
            let said = said(&output.stderr);
            return Err(if said.starts_with("not a git repository") {
                let hint = "run hexloupe in the repository of these files";
                Trouble::new(folder, "is not in a git repository", hint)
            } else {
                Trouble::new("git", said, "")
            });
        }
        let text = output.stdout;
        let mut lines = text.splitn(4, |byte| *byte == b'\n');
        let mut next = || lines.next().unwrap_or_default();
        let (is_inside, is_bare, up, prefix) = (next(), next(), next(), next());
        if is_inside != b"true" {
            return Err(if is_bare == b"true" {
                let hint = "make a clone of it, and run it there";
                Trouble::new(folder, "is a bare repository, without files", hint)
            } else {
                Trouble::new(
                    folder,
                    "is in no working tree",
                    "run it where the files are",
                )
            });
        }
        let up = Here::path_of(up);
        // Only the line feed at the end of the answer is removed: a name may have one.
        let prefix = prefix.strip_suffix(b"\n").unwrap_or(prefix).to_vec();
        let git = git.without_filters()?;
        let top = git.within(&folder.join(&up));
        Ok(Self {
            git,
            top,
            up,
            prefix,
        })
    }

    /// The tree of a revision; none if the revision is `HEAD` and there is no commit yet.
    ///
    /// # Errors
    /// It names no tree.
    pub fn tree(&self, revision: &str) -> Result<Option<String>, Trouble> {
        let name = format!("{revision}^{{tree}}");
        let asked = ["rev-parse", "--verify", "--quiet", &name];
        let is_option = revision.starts_with('-') || revision.is_empty();
        if !is_option {
            let output = self.git.output(asked, None)?;
            let object = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            if output.status.success() && !object.is_empty() {
                return Ok(Some(object));
            }
        }
        let has = |args: &[&str], answer: &str| -> Result<bool, Trouble> {
            let output = self.git.output(args, None)?;
            let said = String::from_utf8_lossy(&output.stdout);
            Ok(output.status.success() && said.trim().starts_with(answer))
        };
        if revision == "HEAD" && has(&["symbolic-ref", "-q", "HEAD"], "refs/heads/")? {
            return Ok(None);
        }
        let hint = if has(&["rev-parse", "--is-shallow-repository"], "true")? {
            "this clone is shallow; git fetch --unshallow gets the rest"
        } else {
            "name a commit, a tag or a branch, such as HEAD or main"
        };
        Err(Trouble::new(revision, "is not a revision", hint))
    }

    /// The paths that differ from a tree, at or below some paths; all if none is given.
    ///
    /// # Errors
    /// Git fails, or a path is outside of the repository.
    pub fn changed(
        &self,
        tree: &str,
        now: NewerVersion,
        paths: &[PathBuf],
    ) -> Result<Vec<PathChange>, Trouble> {
        let options = ["diff", "--raw", "-z", "--no-abbrev", "-M", "--no-ext-diff"];
        let more = ["--no-textconv", "--no-color", "--ignore-submodules=dirty"];
        let cached = (now == NewerVersion::Index).then_some("--cached");
        let words = options
            .into_iter()
            .chain(more)
            .chain(cached)
            .chain([tree, "--"]);
        let paths = paths.iter().map(|path| path.as_os_str());
        let command: Vec<&OsStr> = words.map(OsStr::new).chain(paths).collect();
        let list = self.git.run(command, None)?;
        let entries = raw::entries(&list).ok_or_else(|| {
            let hint = "hexloupe may not know this version of git";
            Trouble::new("git", "diff --raw printed something unexpected", hint)
        })?;
        self.sorted(entries)
    }

    /// The result for each path, with its conversion.
    fn sorted(&self, entries: Vec<RawEntry>) -> Result<Vec<PathChange>, Trouble> {
        let in_conflict = self.in_conflict()?;
        // A path in conflict may be listed more than once.
        let mut told = HashSet::new();
        let entries: Vec<RawEntry> = { entries.into_iter() }
            .filter(|entry| told.insert(entry.path.clone()))
            .collect();
        let is_in_conflict = |entry: &RawEntry| in_conflict.contains(&entry.path);
        let is_file = |mode: u32| mode & KIND == FILE;
        let is_plain = |entry: &&RawEntry| {
            let is_file = is_file(entry.modes.0) && is_file(entry.modes.1);
            is_file && entry.status != b'D' && !is_in_conflict(entry)
        };
        let plain: Vec<&[u8]> = { entries.iter().filter(is_plain) }
            .map(|entry| &*entry.path)
            .collect();
        let conversions = if plain.is_empty() {
            Vec::new()
        } else {
            attributes::conversions(&self.top, &plain)?
        };
        let mut conversions = conversions.into_iter();
        let changed = entries.iter().map(|entry| {
            let path = self.shown(&entry.path);
            let (old, new) = (entry.modes.0 & KIND, entry.modes.1 & KIND);
            let skip = match entry.status {
                _ if is_in_conflict(entry) => SkipReason::Conflict,
                b'D' => return PathChange::Deleted,
                _ if old == 0 => return PathChange::Added(path),
                _ if old == SUBMODULE || new == SUBMODULE => SkipReason::Submodule,
                _ if old == LINK || new == LINK => SkipReason::Link,
                _ if old != FILE => return PathChange::Added(path),
                _ => match conversions.next().unwrap_or_default() {
                    Conversion {
                        filter: Some(name), ..
                    } => SkipReason::Filter(name),
                    conversion => {
                        return PathChange::File(ChangedFile {
                            path,
                            place: Here::path_of(&entry.path),
                            objects: entry.objects.clone(),
                            conversion,
                        });
                    }
                },
            };
            PathChange::Skipped(path, skip)
        });
        Ok(changed.collect())
    }

    /// The paths in conflict after a merge, from the top.
    fn in_conflict(&self) -> Result<HashSet<Vec<u8>>, Trouble> {
        let list = self.top.run(["ls-files", "-z", "-u"], None)?;
        let entries = list.split(|byte| *byte == 0);
        let path = |entry: &[u8]| {
            let tab = entry.iter().position(|byte| *byte == b'\t')?;
            Some(entry[tab + 1..].to_vec())
        };
        Ok(entries.filter_map(path).collect())
    }

    /// A path from the top, as a path from the folder.
    fn shown(&self, path: &[u8]) -> PathBuf {
        match path.strip_prefix(&*self.prefix) {
            Some(rest) => Here::path_of(rest),
            None => self.up.join(Here::path_of(path)),
        }
    }

    /// The folder of another repository in this working tree that has a path, such as a submodule;
    /// git does not look into it.
    pub fn inner(&self, path: &Path) -> Option<PathBuf> {
        let top = fs::canonicalize(self.top.folder()).ok()?;
        let whole = fs::canonicalize(self.git.folder().join(path)).ok()?;
        let within =
            { whole.ancestors() }.take_while(|folder| folder.starts_with(&top) && *folder != top);
        let inner = within
            .filter(|folder| folder.join(".git").exists())
            .last()?;
        inner
            .strip_prefix(&top)
            .ok()
            .map(|place| self.shown(place.as_os_str().as_encoded_bytes()))
    }

    /// Reports whether a folder is a submodule of this repository.
    ///
    /// # Errors
    /// Git fails.
    pub fn is_submodule(&self, folder: &Path) -> Result<bool, Trouble> {
        let asked = ["ls-files", "-z", "--stage", "--"].map(OsStr::new);
        let asked = asked.into_iter().chain([folder.as_os_str()]);
        let listed = self.git.run(asked, None)?;
        let mode = format!("{SUBMODULE:o} ");
        Ok(listed.starts_with(mode.as_bytes()))
    }

    /// The top folder of the working tree.
    pub fn top(&self) -> &Path {
        self.top.folder()
    }

    /// The path of a file.
    pub fn place(&self, file: &ChangedFile) -> PathBuf {
        self.git.folder().join(&file.path)
    }

    /// Starts to read versions of files.
    ///
    /// # Errors
    /// Git cannot be run.
    pub fn versions(&self, now: NewerVersion, limit: u64) -> Result<VersionReader<'_>, Trouble> {
        Ok(VersionReader {
            repository: self,
            blobs: Blobs::start(&self.top)?,
            now,
            limit,
        })
    }
}

/// Reads versions of files.
pub struct VersionReader<'a> {
    repository: &'a Repository,
    blobs: Blobs,
    now: NewerVersion,
    limit: u64,
}

impl VersionReader<'_> {
    /// Both versions of a file, in the same form: that of the working tree, or the stored form.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn read(&mut self, file: &ChangedFile) -> Result<VersionPair, Trouble> {
        let conversion = &file.conversion;
        let kept = self.blobs.read(&file.objects.0, self.limit)?;
        if self.now == NewerVersion::Index {
            return Ok(VersionPair {
                old: kept,
                new: self.blobs.read(&file.objects.1, self.limit)?,
                converts_ends: false,
            });
        }
        let has_crlf = |blob: &Blob| match blob {
            Blob::Bytes(bytes) => bytes.windows(2).any(|pair| pair == b"\r\n"),
            Blob::TooLong | Blob::Missing => false,
        };
        let converts_ends = conversion.ends || conversion.ends_unless_crlf && !has_crlf(&kept);
        let old = match kept {
            Blob::Bytes(_) if conversion.changes => blobs::checked_out(
                &self.repository.top,
                &file.objects.0,
                &file.place,
                self.limit,
            )?,
            kept => kept,
        };
        let path = self.repository.place(file);
        let trouble = |error: std::io::Error| Trouble::io(&file.path, &error);
        if !fs::symlink_metadata(&path).map_err(trouble)?.is_file() {
            return Err(Trouble::new(
                &file.path,
                "is no longer a regular file",
                "try again",
            ));
        }
        let mut opened = File::open(&path).map_err(trouble)?;
        Ok(VersionPair {
            old,
            new: blobs::bounded(&mut opened, self.limit).map_err(trouble)?,
            converts_ends,
        })
    }
}
