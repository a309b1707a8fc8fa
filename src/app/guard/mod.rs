//! `guard`: what was done to the bytes of files since a moment before, without git.
//!
//! A snapshot is a copy (`store`); a comparison is that of `check --against`. Invariant: a snapshot is
//! replaced only because the user asks for it, or by a file that is not damaged.

mod hook;
#[cfg(feature = "mcp")]
mod serve;
mod store;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{anyhow, bail};

use super::environment::Environment;
use super::folders::tree;
use super::half_written::HalfWritten;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::settings::OfChecks;
use super::versions::{ChangesForm, FindingsUse, LONGEST, VersionCheck, replace_whole};
use crate::cli::InputOptions;
use crate::cli::guard::{GuardAction, GuardArguments};
use crate::detect::requested::{EncodingOptionName, RequestedEncoding};
use crate::job::against::FileVersions;
use crate::job::tree::{InputTarget, Unvisited};
use crate::model::numbers::{counted, sized};
use crate::report::check::against::{AgainstTotals, summary};
use crate::source::Trouble;
use crate::unicode::glyph::Charset;
use store::SnapshotStore;

/// The words that put damaged bytes back.
const HOW: &str = "guard restore";
/// The message if no file has a snapshot.
const NO_SNAPSHOT: &str = "no snapshot of these files; guard snapshot takes one";
/// The exit code if something was found.
const FOUND: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Carries out an action, or what a coding tool asks for.
///
/// # Errors
/// There is no folder for snapshots, or the arguments do not fit each other.
#[cfg_attr(
    not(feature = "mcp"),
    allow(
        unused_variables,
        clippy::needless_pass_by_value,
        reason = "only the server checks"
    )
)]
pub(super) fn run(
    input: &InputOptions,
    wanted: &GuardArguments,
    own: OfChecks,
) -> anyhow::Result<ExitCode> {
    let requested = label::requested_encoding(&input.encoding, input)?;
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let Some(store) = SnapshotStore::of_user() else {
        bail!("there is no folder for snapshots: set HOME or XDG_STATE_HOME");
    };
    let run = GuardRun {
        input,
        wanted,
        requested,
        charset: Environment::of_process().charset(input.ascii),
        store,
    };
    let code = match (wanted.hook, wanted.action) {
        (Some(protocol), _) => run.hook(protocol),
        #[cfg(feature = "mcp")]
        (None, Some(GuardAction::Serve)) => serve::run(&run, input, own)?,
        (None, Some(GuardAction::Snapshot)) => run.snapshot()?,
        (None, Some(GuardAction::Verify)) => run.compare(FindingsUse::Tell(HOW))?,
        (None, Some(GuardAction::Restore)) if wanted.whole => run.put_back()?,
        (None, Some(GuardAction::Restore)) => run.compare(FindingsUse::Restore)?,
        (None, None) => bail!(ArgumentMistake::new("do what? snapshot, verify or restore")),
    };
    Ok(ExitCode::from(code))
}

/// The state of a run.
struct GuardRun<'a> {
    input: &'a InputOptions,
    wanted: &'a GuardArguments,
    requested: RequestedEncoding,
    charset: Charset,
    store: SnapshotStore,
}

impl GuardRun<'_> {
    /// The paths of the command line; only to verify, none is the current directory.
    fn paths(&self) -> anyhow::Result<Vec<PathBuf>> {
        match (&self.wanted.paths[..], self.wanted.action) {
            ([], Some(GuardAction::Verify)) => Ok(vec![PathBuf::from(".")]),
            ([], _) => bail!(ArgumentMistake::new(
                "which files? name files or directories"
            )),
            (paths, _) => Ok(paths.to_vec()),
        }
    }

    /// The named files, and those with a snapshot below the named directories, whether they still
    /// exist or not.
    fn kept_files(&self, paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Trouble> {
        let mut files = Vec::new();
        for path in paths {
            let has_own = || matches!(self.store.read(&path), Ok(Some(_)));
            // A folder may have been deleted with its files.
            if path.is_dir() || !path.exists() && !has_own() {
                let below = self.store.below(&path);
                files.extend(below.map_err(|error| Trouble::io(&path, &error))?);
            } else {
                files.push(path);
            }
        }
        Ok(files)
    }

    /// The files to keep; trouble is told and counted, and so is what is left out of directories.
    fn files(&self, troubles: &mut u64) -> anyhow::Result<Vec<PathBuf>> {
        let paths = self.paths()?;
        let mut files = Vec::new();
        let mut unvisited = Unvisited::default();
        for target in tree(paths, self.input) {
            match target {
                InputTarget::Named(path) | InputTarget::Listed(path) => files.push(path),
                InputTarget::Lost(trouble) => {
                    *troubles += 1;
                    say(&trouble.to_string());
                }
                InputTarget::Stdin => {
                    bail!(ArgumentMistake::new(
                        "standard input has no snapshot; name files"
                    ))
                }
                InputTarget::LeftOut(..) => {}
                InputTarget::Unvisited(all) => unvisited.merge(all),
            }
        }
        if !self.wanted.quiet {
            unvisited.words().iter().for_each(|said| say(said));
        }
        Ok(files)
    }

    /// Keeps the files as they are now.
    fn snapshot(&self) -> anyhow::Result<u8> {
        let mut troubles = 0;
        let (mut count, mut bytes) = (0, 0);
        for file in self.files(&mut troubles)? {
            match self.keep(&file) {
                Ok(len) => {
                    count += 1;
                    bytes += len;
                }
                Err(trouble) => {
                    troubles += 1;
                    say(&trouble.to_string());
                }
            }
        }
        self.clean();
        if count == 0 && troubles == 0 {
            say("no file for a snapshot; name files");
            return Ok(TROUBLE);
        }
        if !self.wanted.quiet {
            let (count, bytes) = (counted(count, "file"), sized(bytes));
            say(&format!(
                "snapshot of {count}, {bytes}; guard verify compares"
            ));
        }
        Ok(if troubles > 0 { TROUBLE } else { 0 })
    }

    /// Keeps a file; returns its length.
    fn keep(&self, file: &Path) -> Result<u64, Trouble> {
        let bytes = read(file)?;
        let kept = self.store.keep(file, &bytes);
        kept.map_err(|error| Trouble::new(file, format!("no snapshot: {error}"), ""))?;
        Ok(bytes.len() as u64)
    }

    /// Removes old snapshots. Trouble with that is no trouble with the files.
    fn clean(&self) {
        let _: io::Result<()> = self.store.clean(SystemTime::now());
    }

    /// The comparison of files with their snapshots.
    fn check<'a>(&'a self, findings: FindingsUse, out: Box<dyn Write + 'a>) -> VersionCheck<'a> {
        VersionCheck {
            requested: self.requested,
            expected: &self.wanted.expect,
            findings,
            form: if self.wanted.quiet {
                ChangesForm::Counted
            } else {
                ChangesForm::Lines
            },
            charset: self.charset,
            half_written: HalfWritten::default(),
            totals: AgainstTotals::default(),
            out,
            tell: &say,
        }
    }

    /// Compares the files with their snapshots.
    fn compare(&self, findings: FindingsUse) -> anyhow::Result<u8> {
        let mut check = self.check(findings, Box::new(BufWriter::new(io::stdout())));
        // Ctrl-C leaves no half-written file.
        let _last_act = check.half_written.watch();
        let kept = self.each(self.kept_files(self.paths()?)?, &mut check);
        let flushed = check.out.flush();
        let totals = check.totals;
        drop(check);
        match flushed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                return Err(Trouble::io("standard output", &error).into());
            }
            _ => {}
        }
        if kept == 0 && totals.troubles == 0 {
            say(NO_SNAPSHOT);
            return Ok(TROUBLE);
        }
        if !self.wanted.quiet {
            let what = format!("the snapshot of {}", counted(kept, "file"));
            say(&summary(&totals, &what, self.charset));
        }
        Ok(match totals {
            AgainstTotals { troubles: 1.., .. } => TROUBLE,
            AgainstTotals { left: 1.., .. } => FOUND,
            _ => 0,
        })
    }

    /// Compares files with their snapshots; returns the number of those that have one.
    fn each(&self, files: impl IntoIterator<Item = PathBuf>, check: &mut VersionCheck<'_>) -> u64 {
        let mut kept = 0;
        for file in files {
            match self.one(&file, check) {
                Ok(is_kept) => kept += u64::from(is_kept),
                Err(trouble) => check.trouble(&trouble),
            }
        }
        kept
    }

    /// Compares a file with its snapshot, if there is one.
    fn one(&self, file: &Path, check: &mut VersionCheck<'_>) -> Result<bool, Trouble> {
        let snapshot = self.store.read(file);
        let snapshot = snapshot.map_err(|error| Trouble::io(file, &error))?;
        let Some(old) = snapshot else {
            return Ok(false);
        };
        if fs::symlink_metadata(file).is_err() {
            check.totals.deleted += 1;
            return Ok(true);
        }
        let new = read(file)?;
        if old == new {
            return Ok(true);
        }
        let versions = FileVersions {
            old: &old,
            new: &new,
            converts_ends: false,
        };
        let printed = check.one(file, file, &versions);
        // A reader who has closed the pipe is no trouble with the file.
        let _: io::Result<()> = printed;
        Ok(true)
    }

    /// Puts a whole file back as it was; returns whether that changed it, if there is a snapshot.
    fn put_file_back(
        &self,
        file: &Path,
        half_written: &HalfWritten,
    ) -> anyhow::Result<Option<bool>> {
        let Some(old) = self.store.read(file)? else {
            return Ok(None);
        };
        if fs::symlink_metadata(file).is_err() {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut again = File::create_new(file)?;
            again.write_all(&old)?;
            return Ok(Some(true));
        }
        let new = read(file)?;
        if old != new {
            replace_whole(file, &new, &old, half_written).map_err(|said| anyhow!(said))?;
        }
        Ok(Some(old != new))
    }

    /// Puts whole files back as they were.
    fn put_back(&self) -> anyhow::Result<u8> {
        let half_written = HalfWritten::default();
        // Ctrl-C leaves no half-written file.
        let _last_act = half_written.watch();
        let mut troubles = 0;
        let (mut kept, mut count) = (0, 0);
        for file in self.kept_files(self.paths()?)? {
            match self.put_file_back(&file, &half_written) {
                Ok(None) => {}
                Ok(Some(is_changed)) => {
                    kept += 1;
                    count += u64::from(is_changed);
                }
                Err(error) => {
                    troubles += 1;
                    say(&format!("{error:#}"));
                }
            }
        }
        if kept == 0 && troubles == 0 {
            say(NO_SNAPSHOT);
            return Ok(TROUBLE);
        }
        if !self.wanted.quiet {
            let count = counted(count, "file");
            say(&format!("{count} restored, {kept} compared"));
        }
        Ok(if troubles > 0 { TROUBLE } else { 0 })
    }
}

/// The bytes of a file that is not too long.
fn read(file: &Path) -> Result<Vec<u8>, Trouble> {
    let found = fs::metadata(file).map_err(|error| Trouble::io(file, &error))?;
    if !found.is_file() {
        return Err(Trouble::new(file, "is not a regular file", "name files"));
    }
    if found.len() > LONGEST {
        return Err(Trouble::new(
            file,
            "is longer than 128 MiB; no snapshot taken",
            "",
        ));
    }
    fs::read(file).map_err(|error| Trouble::io(file, &error))
}
