//! One run of git, which must neither change the repository nor run programs that the repository
//! names.
//!
//! A repository is data of somebody else: its configuration can name programs that git would run
//! (a file system monitor, hooks, filters, diff drivers). All of them are turned off. Invariant:
//! git takes no optional lock, fetches nothing, asks nothing, and speaks English.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::source::Trouble;

/// The first options of every run.
const SAFE: &[&str] = &[
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "diff.relative=false",
    "-c",
    "core.safecrlf=false",
];
/// The environment of every run.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("LC_ALL", "C"),
];
/// Variables that it must not have: programs, and tracing written to files.
const REMOVED: &[&str] = &[
    "GIT_EXTERNAL_DIFF",
    "GIT_DIFF_OPTS",
    "GIT_TRACE",
    "GIT_TRACE2",
];

/// The way to run git in one place.
#[derive(Debug, Clone)]
pub(super) struct Git {
    folder: PathBuf,
    /// Options that turn off the filters named in the configuration.
    overrides: Vec<OsString>,
}

impl Git {
    /// Git to run in a folder.
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            overrides: Vec::new(),
        }
    }

    /// The same in another folder.
    pub(super) fn within(&self, folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            ..self.clone()
        }
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same without the filters named in the configuration.
    ///
    /// # Errors
    /// The configuration cannot be read, or names a filter that cannot be turned off.
    pub(super) fn without_filters(mut self) -> Result<Self, Trouble> {
        let wanted = r"^filter\..*\.(clean|smudge|process|required)$";
        let asked = ["config", "-z", "--name-only", "--get-regexp", wanted];
        let output = self.output(asked, None)?;
        for name in output.stdout.split(|byte| *byte == 0) {
            if name.is_empty() {
                continue;
            }
            let name = String::from_utf8_lossy(name);
            if name.contains(['=', char::REPLACEMENT_CHARACTER]) {
                let what = format!("its configuration has {name}, which cannot be turned off");
                return Err(Trouble::new(&self.folder, what, "rename that filter"));
            }
            let off = if name.ends_with(".required") {
                "false"
            } else {
                ""
            };
            self.overrides.push("-c".into());
            self.overrides.push(format!("{name}={off}").into());
        }
        Ok(self)
    }

    /// A run that is not yet started.
    pub(super) fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new("git");
        command
            .args(SAFE)
            .args(&self.overrides)
            .args(args)
            .current_dir(&self.folder)
            .envs(ENVIRONMENT.iter().copied())
            .stdin(Stdio::null());
        for name in REMOVED {
            command.env_remove(name);
        }
        command
    }

    /// The output of a run and its exit status, with `input` on its standard input.
    ///
    /// # Errors
    /// Git is not installed, or cannot be run.
    pub(super) fn output<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        input: Option<&[u8]>,
    ) -> Result<Output, Trouble> {
        let mut command = self.command(args);
        if let Some(input) = input {
            command.stdin(spooled(input).map_err(|error| Trouble::io("git", &error))?);
        }
        command.output().map_err(|error| not_run(&error))
    }

    /// The output of a run that must succeed.
    ///
    /// # Errors
    /// It failed: the first line of git's message.
    pub(super) fn run<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        input: Option<&[u8]>,
    ) -> Result<Vec<u8>, Trouble> {
        let output = self.output(args, input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = said(&output.stderr);
        let hint = if said.contains("promisor") {
            "this clone is partial; a full clone can be compared"
        } else {
            ""
        };
        Err(Trouble::new("git", said, hint))
    }
}

/// Input in a file of its own: a pipe would have to be filled while the output is read.
fn spooled(input: &[u8]) -> std::io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(input)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The reason why git could not be run.
pub(super) fn not_run(error: &std::io::Error) -> Trouble {
    match error.kind() {
        ErrorKind::NotFound => Trouble::new(
            "git",
            "is not installed, or not in PATH",
            "--against needs it",
        ),
        _ => Trouble::io("git", error),
    }
}

/// The first line of git's message about a failure, without its prefix.
pub(super) fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let fatal = lines().find_map(|line| line.strip_prefix("fatal: "));
    let line = fatal.or_else(|| lines().next()).unwrap_or("failed");
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
