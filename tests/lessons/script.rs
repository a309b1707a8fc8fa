//! What the lesson on marks says of a program file: with a byte order mark its interpreter is not
//! started.
//!
//! Invariant: it is tried where there is such an interpreter, and nothing is claimed elsewhere.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

const INTERPRETER: &str = "/usr/bin/awk";

/// What a shell prints that is asked to run a program.
fn printed(program: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program");
    fs::write(&path, program).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg("./program")
        .current_dir(&folder)
        .output();
    let output = output.unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_interpreter_is_not_started_if_a_mark_stands_before_its_name() {
    if !Path::new(INTERPRETER).exists() {
        println!("skipped: there is no {INTERPRETER}");
        return;
    }
    let program = format!("#!{INTERPRETER} -f\nBEGIN {{ print \"started\" }}\n");
    assert_eq!(printed(program.as_bytes()), "started\n");
    let marked = [b"\xEF\xBB\xBF", program.as_bytes()].concat();
    assert!(!printed(&marked).contains("started"));
}
