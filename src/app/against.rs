//! `check --against`: the versions of files come from git.
//!
//! Invariant: a path that is not compared is told, with the reason.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::check::document;
use super::environment::Environment;
use super::half_written::HalfWritten;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::versions::{ChangesForm, FindingsUse, LONGEST, VersionCheck};
use crate::cli::InputOptions;
use crate::cli::check::CheckArguments;
use crate::cli::undump::WrittenAs;
use crate::detect::requested::EncodingOptionName;
use crate::job::against::FileVersions;
use crate::job::check::{CheckTotals, Diagnostic};
use crate::report::Style;
use crate::report::check::against::{AgainstTotals, summary};
use crate::report::check::{CheckFormat, Document, FindingDetail, events};
use crate::source::Trouble;
use crate::source::git::{Blob, NewerVersion, PathChange, Repository, SkipReason, tracked};
use crate::unicode::glyph::Charset;

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
    let against = &wanted.against;
    let mut printed = PrintedDocument::new(document(wanted, None));
    let told = RefCell::new(Vec::new());
    let tell = |line: &str| {
        say(line);
        told.borrow_mut().push(line.to_owned());
    };
    let mut run = AgainstRun {
        wanted,
        check: VersionCheck {
            requested,
            expected: &against.expect,
            findings: if against.restore {
                FindingsUse::Restore
            } else {
                FindingsUse::Tell("--restore")
            },
            form: form(wanted, charset),
            charset,
            half_written: HalfWritten::default(),
            totals: AgainstTotals::default(),
            out: Box::new(&mut printed),
            tell: &tell,
        },
    };
    run.missing(&repository, &changed);
    run.elsewhere(&repository, &changed)?;
    // Ctrl-C leaves no half-written file.
    let _last_act = against.restore.then(|| run.check.half_written.watch());
    let compared = run.all(&repository, now, changed)?;
    let totals = run.check.totals;
    drop(run);
    match compared.and_then(|()| printed.end(&totals, &told.into_inner())) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(Trouble::io("standard output", &error).into()),
        Ok(()) if wanted.quiet => {}
        Ok(()) => say(&summary(&totals, revision, charset)),
    }
    Ok(match totals {
        AgainstTotals { troubles: 1.., .. } => ExitCode::from(TROUBLE),
        AgainstTotals { left: 1.., .. } => ExitCode::from(FOUND),
        _ => ExitCode::SUCCESS,
    })
}

/// The form of the changes that the options ask for.
fn form(wanted: &CheckArguments, charset: Charset) -> ChangesForm {
    match wanted.format {
        _ if wanted.quiet => ChangesForm::Counted,
        CheckFormat::Text => ChangesForm::Lines,
        CheckFormat::Jsonl => ChangesForm::Records,
        other => {
            let style = Style {
                charset,
                theme: None,
                columns: None,
            };
            let how = (style, FindingDetail::What, other.columns());
            ChangesForm::Findings(other.formatter(how, None, None))
        }
    }
}

/// Standard output, and the document that the changes are parts of, if they are.
struct PrintedDocument {
    out: BufWriter<io::Stdout>,
    document: Option<Box<dyn Document>>,
    has_begun: bool,
}

impl PrintedDocument {
    fn new(document: Option<Box<dyn Document>>) -> Self {
        Self {
            out: BufWriter::new(io::stdout()),
            document,
            has_begun: false,
        }
    }

    /// Writes the opening, unless that was done.
    fn begin(&mut self) -> io::Result<()> {
        if let Some(document) = self.document.as_mut().filter(|_| !self.has_begun) {
            self.has_begun = true;
            document.begin(&mut self.out)?;
        }
        Ok(())
    }

    /// Writes the closing, with the messages about what is no change.
    fn end(&mut self, totals: &AgainstTotals, told: &[String]) -> io::Result<()> {
        self.begin()?;
        if let Some(document) = &mut self.document {
            for line in told {
                let trouble = Trouble::new("check --against", line.clone(), "");
                document.message(&Diagnostic::Trouble(trouble), line)?;
            }
            let totals = CheckTotals {
                files: totals.files,
                troubles: totals.troubles,
                ..CheckTotals::default()
            };
            document.end(&totals, None, &mut self.out)?;
        }
        self.out.flush()
    }
}

impl Write for PrintedDocument {
    /// Takes the changes of whole files.
    fn write(&mut self, changes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        match &mut self.document {
            Some(document) => document.events(&mut events(changes), &mut self.out)?,
            None => self.out.write_all(changes)?,
        }
        Ok(changes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The state shared by all files, and their results.
struct AgainstRun<'a> {
    wanted: &'a CheckArguments,
    check: VersionCheck<'a>,
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
        self.check.trouble(trouble);
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
                PathChange::Added(_) => {
                    self.check.totals.added += 1;
                    continue;
                }
                PathChange::Deleted => {
                    self.check.totals.deleted += 1;
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
            if let Err(error) = self
                .check
                .one(&file.path, &repository.place(&file), &versions)
            {
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
        self.check.totals.skipped += 1;
        if !self.wanted.quiet {
            say(&Trouble::new(path, what, hint).to_string());
        }
    }
}
