//! The files below a directory, in order, with the counts of entries left out.
//!
//! The walk asks for each file and folder whether it may go there; entries it does not ask for are
//! ignored ones. Files that git tracks and the walk leaves out are added at their places.
//! Invariant: a file comes once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::{DirEntry, Walk, WalkBuilder};

use super::{InputTarget, LeftOutReason, TreeScope, Unvisited};
use crate::source::folder::{self, EntryKind};
use crate::source::{Trouble, git};

/// The folder or file of a repository itself, which does not belong to its files.
const REPOSITORY: &str = ".git";

/// The files below a directory.
pub(super) struct DirectoryFiles {
    walk: Walk,
    visited: Arc<Mutex<Visited>>,
    /// The entries to return before the walk goes on.
    next: VecDeque<InputTarget>,
    /// The place that the files have reached.
    at: PathBuf,
    /// The last link; nothing is read through it.
    link: Option<PathBuf>,
    left: Unvisited,
    is_over: bool,
}

impl DirectoryFiles {
    /// The walk of a directory. Inside a repository the `.gitignore` files of the directories
    /// above apply too, up to its root; outside a repository they do not.
    pub(super) fn new(path: &Path, scope: TreeScope) -> Self {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let in_repository = { whole.ancestors() }.any(|above| above.join(REPOSITORY).exists());
        let mut visited = Visited {
            scope,
            ..Visited::default()
        };
        if in_repository {
            visited.track(path);
        }
        visited.enter(path);
        let visited = Arc::new(Mutex::new(visited));
        let asked = Arc::clone(&visited);
        let walk = WalkBuilder::new(path)
            .ignore(false)
            .hidden(false)
            .git_ignore(!scope.ignored)
            .git_exclude(!scope.ignored)
            .git_global(!scope.ignored)
            .parents(in_repository && !scope.ignored)
            .require_git(false)
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| locked(&asked).admits(entry))
            .build();
        Self {
            walk,
            visited,
            next: VecDeque::new(),
            at: path.to_owned(),
            link: None,
            left: Unvisited::default(),
            is_over: false,
        }
    }

    /// The next file, an error, or at the end the counts left out.
    pub(super) fn next(&mut self) -> Option<InputTarget> {
        while self.next.is_empty() && !self.is_over {
            let entry = self.walk.next();
            self.next.extend(
                locked(&self.visited)
                    .troubles
                    .drain(..)
                    .map(InputTarget::Lost),
            );
            match entry {
                Some(Ok(entry)) => {
                    self.add_tracked(Some(entry.path()));
                    entry.path().clone_into(&mut self.at);
                    if let Some(kind) = entry.file_type() {
                        self.add(entry.into_path(), kind.into());
                    }
                }
                Some(Err(error)) => self.next.extend(lost(&error).map(InputTarget::Lost)),
                None => self.end(),
            }
        }
        self.next.pop_front()
    }

    /// Adds a file, or counts an entry that is no file.
    fn add(&mut self, path: PathBuf, kind: EntryKind) {
        match kind {
            EntryKind::File => self.next.push_back(InputTarget::Listed(path)),
            EntryKind::Folder => {}
            EntryKind::Link => {
                self.left.links += 1;
                locked(&self.visited).leave_out(&path, LeftOutReason::Link);
                self.link = Some(path);
            }
            EntryKind::Special => {
                self.left.special += 1;
                locked(&self.visited).leave_out(&path, LeftOutReason::Special);
            }
        }
    }

    /// Adds the tracked files before a path that the walk has left out.
    fn add_tracked(&mut self, before: Option<&Path>) {
        let passed = locked(&self.visited).between(&self.at, before);
        for path in passed {
            if self
                .link
                .as_ref()
                .is_some_and(|link| path.starts_with(link))
            {
                continue;
            }
            match folder::kind(&path) {
                Ok(Some(kind)) => self.add(path, kind),
                // It was deleted.
                Ok(None) => {}
                Err(trouble) => self.next.push_back(InputTarget::Lost(trouble)),
            }
        }
    }

    fn end(&mut self) {
        self.is_over = true;
        self.add_tracked(None);
        let mut visited = locked(&self.visited);
        self.left.hidden = visited.hidden;
        self.left.ignored = visited.names.saturating_sub(visited.asked);
        let named = std::mem::take(&mut visited.left_out).into_iter();
        let named = named.map(|(path, why)| InputTarget::LeftOut(path, why));
        self.next.extend(named);
        if self.left != Unvisited::default() {
            self.next.push_back(InputTarget::Unvisited(self.left));
        }
    }
}

/// The entries requested by the walk, and the files that git tracks there.
#[derive(Default)]
struct Visited {
    scope: TreeScope,
    /// The folders of repositories, in which hidden files are files as others.
    repositories: Vec<PathBuf>,
    tracked: BTreeSet<PathBuf>,
    troubles: Vec<Trouble>,
    /// The files and folders without tracked files: all names in the folders that the walk has
    /// reached, those it has requested, and the number of hidden ones among these.
    names: u64,
    asked: u64,
    hidden: u64,
    /// The entries that are left out, if they are named; at first all are ignored.
    left_out: BTreeMap<PathBuf, LeftOutReason>,
}

impl Visited {
    /// Reports whether the walk goes to an entry that is not ignored.
    fn admits(&mut self, entry: &DirEntry) -> bool {
        let (name, path) = (entry.file_name(), entry.path());
        if name == REPOSITORY {
            return false;
        }
        if !self.is_tracked(path) {
            self.asked += 1;
            self.left_out.remove(path);
            if is_hidden(name) && !self.has_hidden(path) {
                self.hidden += 1;
                self.leave_out(path, LeftOutReason::Hidden);
                return false;
            }
        }
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            if path.join(REPOSITORY).exists() {
                self.track(path);
            }
            self.enter(path);
        }
        true
    }

    /// Adds the files that git tracks below a folder.
    fn track(&mut self, folder: &Path) {
        self.repositories.push(folder.to_owned());
        match git::tracked(folder) {
            Ok(files) => self
                .tracked
                .extend(files.iter().map(|file| folder.join(file))),
            Err(trouble) => self.troubles.push(trouble),
        }
    }

    /// Counts the names in a folder. The walk reports its errors.
    fn enter(&mut self, folder: &Path) {
        for name in folder::all_names(folder) {
            let path = folder.join(&name);
            if name != REPOSITORY && !self.is_tracked(&path) {
                self.names += 1;
                self.leave_out(&path, LeftOutReason::Ignored);
            }
        }
    }

    /// Notes an entry that is left out.
    fn leave_out(&mut self, path: &Path, why: LeftOutReason) {
        if self.scope.names_left_out {
            self.left_out.insert(path.to_owned(), why);
        }
    }

    /// Reports whether hidden files are included at a path.
    fn has_hidden(&self, path: &Path) -> bool {
        let mut repositories = self.repositories.iter();
        self.scope.hidden || repositories.any(|folder| path.starts_with(folder))
    }

    /// Reports whether git tracks a file, or something in a folder.
    fn is_tracked(&self, path: &Path) -> bool {
        let mut from = self
            .tracked
            .range::<Path, _>((Bound::Included(path), Bound::Unbounded));
        from.next().is_some_and(|first| first.starts_with(path))
    }

    /// The tracked files after a path and before another.
    fn between(&self, after: &Path, before: Option<&Path>) -> Vec<PathBuf> {
        let after = (Bound::Excluded(after), Bound::Unbounded);
        let files = self.tracked.range::<Path, _>(after);
        let files = files.take_while(|file| before.is_none_or(|before| file.as_path() < before));
        files.cloned().collect()
    }
}

fn locked(visited: &Mutex<Visited>) -> MutexGuard<'_, Visited> {
    visited.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The error and its place; none for an unreadable rule, which is ignored.
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
