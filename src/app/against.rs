//! `check --against`: the versions of files come from git, and restorable lines are written.
//!
//! Invariant: a file is replaced whole or not at all, only after a comparison has shown that the
//! restored faults are gone, and only if it is still the file that was compared.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::environment::Environment;
use super::half_written::HalfWritten;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::replacement::FileReplacement;
use crate::cli::InputOptions;
use crate::cli::check::CheckArguments;
use crate::cli::undump::WrittenAs;
use crate::detect::requested::{EncodingOptionName, RequestedEncoding};
use crate::job::against::{AgainstParameters, FileVersions, VersionComparison, compare, is_sound};
use crate::report::check::CheckFormat;
use crate::report::check::against::{AgainstTotals, RestoreOutcome, lines, records, summary};
use crate::source::Trouble;
use crate::source::git::{
    Blob, ChangedFile, NewerVersion, PathChange, Repository, SkipReason, tracked,
};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The largest number of bytes of a version of a file.
const LONGEST: u64 = 128 << 20;
/// The exit code if something was found.
const FOUND: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Compares files with a revision.
///
/// # Errors
/// There is no such revision, git cannot be run, or the output cannot be written. A reader who
/// has closed the pipe is no error.
pub(super) fn run(
    input: &InputOptions,
    wanted: &CheckArguments,
    revision: &str,
) -> anyhow::Result<ExitCode> {
    if matches!(input.from, Some(WrittenAs::Dump(_))) {
        bail!(ArgumentMistake::new(
            "--from reads a dump; --against compares files as git stores them"
        ));
    }
    if !matches!(wanted.format, CheckFormat::Text | CheckFormat::Jsonl) {
        bail!(ArgumentMistake::new("--against prints text or jsonl"));
    }
    if wanted.paths.iter().any(|path| path == Path::new("-")) {
        bail!(ArgumentMistake::new(
            "git has no revision of standard input; name files of the repository"
        ));
    }
    let requested = label::requested_encoding(&input.encoding, input)?;
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let charset = Environment::of_process().charset(input.ascii);
    let repository = Repository::containing(Path::new("."))?;
    let Some(tree) = repository.tree(revision)? else {
        say("HEAD has no commit yet: nothing to compare with");
        return Ok(ExitCode::SUCCESS);
    };
    let now = if wanted.against.staged {
        NewerVersion::Index
    } else {
        NewerVersion::WorkingTree
    };
    let changed = repository.changed(&tree, now, &wanted.paths)?;
    let mut run = AgainstRun {
        wanted,
        requested,
        charset,
        totals: AgainstTotals::default(),
        half_written: HalfWritten::default(),
        out: BufWriter::new(io::stdout()),
    };
    run.missing(&repository, &changed);
    run.elsewhere(&repository, &changed)?;
    // Ctrl-C leaves no half-written file.
    let _last_act = wanted.against.restore.then(|| run.half_written.watch());
    let printed = run.all(&repository, now, changed)?;
    match printed.and_then(|()| run.out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Trouble::io("standard output", &error).into()),
        Ok(()) if wanted.quiet => {}
        Ok(()) => say(&summary(&run.totals, revision, charset)),
    }
    Ok(match run.totals {
        AgainstTotals { troubles: 1.., .. } => ExitCode::from(TROUBLE),
        AgainstTotals { left: 1.., .. } => ExitCode::from(FOUND),
        _ => ExitCode::SUCCESS,
    })
}

/// The state shared by all files, and their results.
struct AgainstRun<'a> {
    wanted: &'a CheckArguments,
    requested: RequestedEncoding,
    charset: Charset,
    totals: AgainstTotals,
    half_written: HalfWritten,
    out: BufWriter<io::Stdout>,
}

impl AgainstRun<'_> {
    /// Reports the paths that do not exist, or without tracked files: git is silent about them.
    fn missing(&mut self, repository: &Repository, changed: &[PathChange]) {
        if changed.contains(&PathChange::Deleted) {
            return;
        }
        // The tracked files of a folder, read once.
        let mut known: HashMap<_, Result<HashSet<PathBuf>, _>> = HashMap::new();
        for path in &self.wanted.paths {
            let found = match fs::symlink_metadata(path) {
                Ok(found) => found,
                Err(error) => {
                    self.trouble(&Trouble::io(path, &error));
                    continue;
                }
            };
            let (folder, name) = match (path.parent(), path.file_name()) {
                _ if found.is_dir() => (path.as_path(), None),
                (Some(folder), Some(name)) if !folder.as_os_str().is_empty() => {
                    (folder, Some(name))
                }
                (_, name) => (Path::new("."), name),
            };
            let tracked = known
                .entry(folder.to_owned())
                .or_insert_with(|| tracked(folder).map(HashSet::from_iter));
            let is_tracked = match (tracked, name) {
                // Git itself reports the reason.
                (Err(_), _) => true,
                (Ok(files), Some(name)) => files.contains(Path::new(name)),
                (Ok(files), None) => !files.is_empty(),
            };
            if !is_tracked && !found.is_symlink() && repository.inner(path).is_none() {
                let what = "is not tracked by git, so there is nothing to compare with";
                self.trouble(&Trouble::new(path, what, "try git add"));
            }
        }
    }

    /// Reports the paths that belong to another repository, which this one knows nothing about.
    fn elsewhere(
        &mut self,
        repository: &Repository,
        changed: &[PathChange],
    ) -> Result<(), Trouble> {
        let told = |folder: &PathBuf| {
            let is_it = |one: &PathChange| matches!(one, PathChange::Skipped(path, SkipReason::Submodule) if path == folder);
            changed.iter().any(is_it)
        };
        // The kind of each folder, asked once.
        let mut known = HashMap::new();
        for path in &self.wanted.paths {
            let Some(folder) = repository.inner(path).filter(|folder| !told(folder)) else {
                continue;
            };
            let is_submodule = match known.get(&folder) {
                Some(known) => *known,
                None => repository.is_submodule(&folder)?,
            };
            let shown = folder.display();
            let what = if is_submodule {
                format!("belongs to the submodule {shown}; not compared")
            } else {
                format!("belongs to another repository, {shown}; not compared")
            };
            known.insert(folder.clone(), is_submodule);
            self.not_compared(
                path,
                what,
                format!("cd {shown} and compare with a revision of it"),
            );
        }
        Ok(())
    }

    fn trouble(&mut self, trouble: &Trouble) {
        self.totals.troubles += 1;
        say(&trouble.to_string());
    }

    /// Compares all files; trouble with the output is in the inner result.
    fn all(
        &mut self,
        repository: &Repository,
        now: NewerVersion,
        changed: Vec<PathChange>,
    ) -> Result<io::Result<()>, Trouble> {
        let mut versions = repository.versions(now, LONGEST)?;
        for changed in changed {
            let file = match changed {
                PathChange::File(file) => file,
                PathChange::Added => {
                    self.totals.added += 1;
                    continue;
                }
                PathChange::Deleted => {
                    self.totals.deleted += 1;
                    continue;
                }
                PathChange::Skipped(path, skip) => {
                    self.skipped(&path, &skip);
                    continue;
                }
            };
            let pair = match versions.read(&file) {
                Ok(pair) => pair,
                Err(trouble) => {
                    self.trouble(&trouble);
                    continue;
                }
            };
            let (old, new) = match (pair.old, pair.new) {
                (Blob::Bytes(old), Blob::Bytes(new)) => (old, new),
                (Blob::Missing, _) | (_, Blob::Missing) => {
                    let what = "one of its versions is not in this clone";
                    self.trouble(&Trouble::new(&file.path, what, "git fetch gets it"));
                    continue;
                }
                (Blob::TooLong, _) | (_, Blob::TooLong) => {
                    let what = "is longer than 128 MiB; not compared";
                    self.trouble(&Trouble::new(&file.path, what, ""));
                    continue;
                }
            };
            let versions = FileVersions {
                old: &old,
                new: &new,
                converts_ends: pair.converts_ends,
            };
            if let Err(error) = self.one(&file, &repository.place(&file), &versions) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    /// Reports why a path is not compared.
    fn skipped(&mut self, path: &Path, skip: &SkipReason) {
        let why = match skip {
            SkipReason::Conflict => {
                let what = "has a merge conflict; not compared";
                return self.trouble(&Trouble::new(path, what, "finish the merge first"));
            }
            SkipReason::Link => "is or was a symbolic link".to_owned(),
            SkipReason::Submodule => "is or was a submodule".to_owned(),
            SkipReason::Filter(name) => format!("goes through the filter {name}, which is not run"),
        };
        self.not_compared(path, format!("{why}; not compared"), String::new());
    }

    fn not_compared(&mut self, path: &Path, what: String, hint: String) {
        self.totals.skipped += 1;
        if !self.wanted.quiet {
            say(&Trouble::new(path, what, hint).to_string());
        }
    }

    /// Compares a file, prints the findings, and restores lines if possible.
    fn one(
        &mut self,
        file: &ChangedFile,
        place: &Path,
        versions: &FileVersions<'_>,
    ) -> io::Result<()> {
        let requested = self.requested;
        let reading = |data: &dyn Peek| requested.verdict(data);
        let orders = AgainstParameters {
            reading: &reading,
            expected: &self.wanted.against.expect,
        };
        let found = compare(versions, &orders);
        self.totals.files += 1;
        if found.changes.is_empty() {
            return Ok(());
        }
        self.totals.found += 1;
        let is_wanted = self.wanted.against.restore;
        let restore = match &found.restored {
            Some(bytes) if is_wanted => {
                match self.restore(place, versions, &orders, (&found, bytes)) {
                    Ok(()) => RestoreOutcome::Done,
                    Err(said) => {
                        self.totals.troubles += 1;
                        say(&said);
                        RestoreOutcome::Failed
                    }
                }
            }
            _ if is_wanted => RestoreOutcome::Failed,
            _ => RestoreOutcome::NotAsked,
        };
        if restore == RestoreOutcome::Done {
            self.totals.restored += 1;
            self.say_mixed(&file.path, &found);
        }
        let is_left =
            restore != RestoreOutcome::Done || found.changes.iter().any(|one| one.kept.is_some());
        self.totals.left += u64::from(is_left);
        if self.wanted.quiet {
            return Ok(());
        }
        let print = match self.wanted.format {
            CheckFormat::Text => lines,
            _ => records,
        };
        let text = print(&file.path, &found.changes, restore, self.charset);
        self.out.write_all(text.as_bytes())
    }

    /// Restores lines if possible; the error is one line.
    fn restore(
        &self,
        place: &Path,
        versions: &FileVersions<'_>,
        orders: &AgainstParameters<'_>,
        (found, bytes): (&VersionComparison, &[u8]),
    ) -> Result<(), String> {
        let refuse = |what, hint| Err(Trouble::new(place, what, hint).to_string());
        if !is_sound(versions, orders, found) {
            return refuse("cannot be restored with certainty; left unchanged", "");
        }
        let replacement = FileReplacement::prepare(place, None, &self.half_written);
        let mut replacement = replacement.map_err(|trouble| trouble.to_string())?;
        let now = fs::read(place).map_err(|error| Trouble::io(place, &error).to_string())?;
        if now != versions.new {
            return refuse(
                "changed during the comparison; nothing written",
                "try again",
            );
        }
        replacement
            .write_all(bytes)
            .map_err(|error| error.to_string())?;
        replacement.finish().map(drop)
    }

    /// Reports that edited lines are not in the encoding of the rest.
    fn say_mixed(&self, path: &Path, found: &VersionComparison) {
        if let Some(encoding) = found.mixed {
            let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), self.charset);
            say(&format!(
                "{path}: the restored lines seem to be in {}, but edited lines are in another \
                 encoding",
                encoding.name
            ));
        }
    }
}
