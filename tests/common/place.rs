//! A directory with files in which `check` runs.
//!
//! Invariant: what it prints depends on its files and arguments alone.

use std::fs;

use snapbox::cmd::Command;
use tempfile::TempDir;

/// A directory with files.
pub(crate) struct Place(pub(crate) TempDir);

impl Place {
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Self(dir)
    }

    /// `check` with these arguments.
    pub(crate) fn check(&self, line: &str) -> Command {
        self.run(&format!("check {line}"))
    }

    /// A command with its arguments.
    pub(crate) fn run(&self, line: &str) -> Command {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .args(line.split_whitespace());
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
            command = command.env_remove(variable);
        }
        command
            .env("TERM", "xterm")
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }
}
