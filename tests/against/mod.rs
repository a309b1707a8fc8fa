//! `check --against` as people and hooks run it: the real binary in repositories that are made
//! here, by git.
//!
//! These tests need git, as the command does; without it they fail, and do not pass unseen.
//! Invariant: no configuration of the user or the system has a part in them.
mod mend;
mod paths;
mod product;
mod random;
mod trouble;
mod typed;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const MENU: &[u8] = b"Menu du jour\nCaf\xE9 cr\xE8me: 3 \x80\nG\xE2teau\nEau\n";

/// A repository with one commit.
struct Repository(TempDir);

impl Repository {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        repository.git("init -q -b main .");
        repository.git("config core.autocrlf false");
        for (name, bytes) in files {
            repository.write(name, bytes);
        }
        repository.git("add -A");
        repository.git("commit -q --allow-empty -m one");
        repository
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    /// What an editor does that takes every file for UTF-8.
    fn spoil(&self, name: &str) {
        let text = String::from_utf8_lossy(&self.read(name)).into_owned();
        self.write(name, text.as_bytes());
    }

    #[track_caller]
    fn git(&self, line: &str) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=n", "-c", "user.email=e@example.org"]);
        command.args([
            "-c",
            "commit.gpgsign=false",
            "-c",
            "protocol.file.allow=always",
        ]);
        command.args(line.split_whitespace());
        let done = alone(command.current_dir(self.path())).output();
        let done = done.unwrap_or_else(|error| panic!("these tests need git: {error}"));
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "git {line}: {said}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn run(&self, folder: &str, line: &str) -> Output {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"));
        command.arg("check").args(line.split_whitespace());
        alone(command.current_dir(self.path().join(folder)))
            .output()
            .unwrap()
    }

    /// Exit code, standard output and standard error.
    #[track_caller]
    fn prints(&self, line: &str, code: i32, out: &[&str], err: &[&str]) {
        let done = self.run("", line);
        holds(&done, code, out, err);
    }
}

/// A command that no configuration has a part in.
fn alone(command: &mut Command) -> &mut Command {
    let names = [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_PREFIX",
        "GIT_OBJECT_DIRECTORY",
    ];
    for name in names
        .iter()
        .chain(&["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"])
    {
        command.env_remove(name);
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env(
            "GIT_CONFIG_GLOBAL",
            if cfg!(windows) { "NUL" } else { "/dev/null" },
        )
        .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir())
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
}

#[track_caller]
fn holds(done: &Output, code: i32, out: &[&str], err: &[&str]) {
    let text = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes)
            .lines()
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(text(&done.stdout), out);
    assert_eq!(text(&done.stderr), err);
    assert_eq!(done.status.code(), Some(code));
}
