//! Commands that have nothing to do: no file is named or found, and nothing comes on standard input.
//!
//! Invariant: that is never a success, and a sentence says so; a file that is named may be empty.
use std::fs;
use std::path::Path;
use std::process::Output;

use snapbox::cmd::Command;
use tempfile::TempDir;

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("none")).unwrap();
    fs::write(dir.path().join("empty"), b"").unwrap();
    dir
}

fn run(dir: &Path, line: &str) -> Output {
    let command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir)
        .args(line.split_whitespace())
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8");
    command.stdin(Vec::new()).output().unwrap()
}

#[test]
fn nothing_in_is_no_success() {
    let dir = folder();
    for line in [
        "check",
        "check -q",
        "check --format jsonl",
        "check --format sarif",
        "check --deny invisible",
        "stats",
        "stats --format json",
        "find x",
        "find -c x",
        "strings",
        "guess",
        "guess --format jsonl",
        "guess --lines",
        "merge",
        "merge empty",
        "check none",
        "check -q none",
        "find x none",
        "strings none",
        "guess none",
        "stats none",
        "diff none none",
    ] {
        let done = run(dir.path(), line);
        assert_eq!(done.status.code(), Some(2), "{line}: {done:?}");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.starts_with("hexloupe: "), "{line}: {said}");
    }
}

#[test]
fn a_file_that_is_named_may_be_empty() {
    let dir = folder();
    for (line, code) in [
        ("check empty", 0),
        ("check -", 0),
        ("stats empty", 0),
        ("stats -", 0),
        ("find x empty", 1),
        ("find x -", 1),
        ("strings empty", 1),
        ("diff empty empty", 0),
        // What converts makes nothing of nothing, as in a pipe of other converters.
        ("recode -f utf-8 -t utf-16le", 0),
        ("dump empty", 0),
    ] {
        let done = run(dir.path(), line);
        assert_eq!(done.status.code(), Some(code), "{line}: {done:?}");
    }
}

/// A list without names, as `xargs` passes it on.
#[test]
#[cfg(unix)]
fn a_list_without_names_is_no_success() {
    let dir = folder();
    let program = snapbox::cmd::cargo_bin!("hexloupe");
    let script = "xargs \"$0\" check --format jsonl < empty";
    let done = std::process::Command::new("sh")
        .current_dir(dir.path())
        .args(["-c", script])
        .arg(program)
        .output()
        .unwrap();
    assert_ne!(done.status.code(), Some(0), "{done:?}");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("no file is named"), "{said}");
}

#[test]
#[cfg(unix)]
fn parts_of_nothing_are_no_success() {
    let dir = folder();
    let program = snapbox::cmd::cargo_bin!("hexloupe");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/recipes/parts.sh");
    fs::write(dir.path().join("file"), b"a\n").unwrap();
    for args in [
        &[][..],
        &["2"],
        &["0", "file"],
        &["x", "file"],
        &["2", "none"],
        &["2", "missing"],
    ] {
        let done = std::process::Command::new("sh")
            .current_dir(dir.path())
            .arg(script)
            .args(args)
            .env("HEXLOUPE", program)
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{args:?}: {done:?}");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(
            said.starts_with("parts.sh: ") && said.lines().count() == 1,
            "{args:?}: {said}"
        );
    }
}

/// What opens the inspector on a terminal prints where there is none.
#[test]
fn a_place_to_start_at_is_heeded_without_a_terminal_or_refused_in_words() {
    let dir = folder();
    fs::write(dir.path().join("a.log"), b"line 1\nline 2\nline 3\n").unwrap();
    let done = run(dir.path(), "--at 0x7 a.log");
    let printed = String::from_utf8(done.stdout).unwrap();
    assert!(
        printed.contains("ine 2") && !printed.contains("line 1"),
        "{printed}"
    );
    for line in ["a.log:2:3", "a.log:2", "+2 a.log", "--at line:2 a.log"] {
        let done = run(dir.path(), line);
        assert_eq!(done.status.code(), Some(2), "{line}: {done:?}");
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains("needs a terminal; dump -s"), "{line}: {said}");
    }
}
