//! Standard output that takes nothing: a full disk, a descriptor that is closed, a pipe whose reader
//! is gone.
//!
//! Invariant: what could not be printed ends with 2 and one line; a closed pipe is no trouble.

#![cfg(target_os = "linux")]
use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Commands that print.
const PRINTING: &[&str] = &[
    "--help",
    "--version",
    "check --help",
    "man",
    "man check",
    "completions bash",
    "completions fish",
    "dump a",
    "dump --format lines a",
    "dump --format jsonl a",
    "dump --format xxd a",
    "dump --compare utf-8,koi8-r a",
    "a",
    "check bad",
    "check --format jsonl a",
    "check --format sarif a",
    "find b a",
    "find -c b a",
    "stats a",
    "guess a",
    "guess --lines a",
    "guess --as utf-8,koi8-r a",
    "explain U+41",
    "explain --card bom",
    "learn --list",
    "learn --worksheet 3 --seed 1",
    "diff a bad",
    "diff --as-text a bad",
    "undump --formats",
    "undump --from hex hex",
    "recode -f koi8-r -t utf-8 bad",
    "recode -f koi8-r -t utf-8 --diff bad",
    "encodings",
    "encodings --format json",
    "merge part",
    "config",
    "config --print-default",
    "config --keys",
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("a", &b"ab\n"[..]),
        ("bad", b"a\xFFb\n"),
        ("hex", b"41 42\n"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let part = run(&folder, "check --part 1/1 --format jsonl a", "> part");
    assert_eq!(part.status.code(), Some(0));
    folder
}

/// Runs a line by the shell, its output redirected.
fn run(folder: &TempDir, line: &str, redirected: &str) -> Output {
    let program = snapbox::cmd::cargo_bin!("hexloupe");
    Command::new("sh")
        .arg("-c")
        .arg(format!("\"$0\" {line} {redirected}"))
        .arg(program)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .unwrap()
}

#[test]
fn output_that_cannot_be_written_is_trouble() {
    let folder = folder();
    for (redirected, why) in [(">/dev/full", "no space left"), (">&-", "is closed")] {
        for line in PRINTING {
            let done = run(&folder, line, redirected);
            let said = String::from_utf8(done.stderr).unwrap();
            assert_eq!(done.status.code(), Some(2), "{line} {redirected}: {said}");
            let of_output = |said: &&str| said.contains("standard output: ");
            let found: Vec<_> = said.lines().filter(of_output).collect();
            assert!(
                found.len() == 1 && found[0].contains(why),
                "{line} {redirected}: {said}"
            );
        }
    }
}

#[test]
fn what_prints_nothing_does_not_miss_its_output() {
    let folder = folder();
    for line in [
        "check a",
        "check -q a",
        "find -q b a",
        "recode -f koi8-r -t utf-8 -o new bad",
    ] {
        for redirected in [">/dev/full", ">&-", "<&- >&-"] {
            let done = run(&folder, line, redirected);
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(0), "{line} {redirected}: {said}");
            let _: Result<(), _> = fs::remove_file(folder.path().join("new"));
        }
    }
}

/// Where others throw output away, as `DEVNULL` of Python does, it is open for reading too.
#[test]
fn output_that_is_thrown_away_is_written() {
    let folder = folder();
    for line in PRINTING {
        let done = run(&folder, line, "1<>/dev/null");
        assert_ne!(done.status.code(), Some(2), "{line}");
    }
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    let folder = folder();
    for line in PRINTING {
        // The reader is gone before the first byte is written.
        let done = run(&folder, line, "| { exec <&-; cat hex; }");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(!said.contains("standard output"), "{line}: {said}");
    }
}
