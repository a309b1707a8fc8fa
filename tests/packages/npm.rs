//! The packages of npm are installed, and their shim is not seen.
//!
//! Invariant: what is printed and returned through the shim is compared with the program itself.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{PROGRAM, answers, is_there, print_pages, printed, python, run};

/// Makes the packages and installs them into a fresh folder.
#[track_caller]
fn install(at: &Path) {
    let pages = at.join("pages");
    std::fs::create_dir(&pages).expect("a folder");
    print_pages(&pages);
    let packed = python("npm.py", &[&at.join("out"), &pages, PROGRAM.as_ref()], at);
    std::fs::write(at.join("package.json"), "{\"private\":true}").expect("a file");
    let quiet = ["--offline", "--no-audit", "--no-fund"];
    let install = { ["install"].into_iter().chain(quiet) }.chain(packed.lines());
    printed("npm", install, at);
}

/// Starts the shim with a pipe as its input, waits for the program's first line, and sends a
/// signal to the shim; the signal that ends the shim.
fn ended_by(program: &Path, signal: &str, at: &Path) -> Option<i32> {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut child = Command::new(program)
        .args(["dump", "--color", "never"])
        .current_dir(at)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(&vec![b'a'; 1 << 17]).expect("a reader");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut String::new()).expect("a line");
    let id = child.id().to_string();
    printed("kill", ["-s", signal, &id], at);
    // A closed pipe would end the program before the signal does.
    let status = child.wait().expect("an end");
    drop((input, output));
    status.signal()
}

#[test]
fn packages_are_installed_run_and_removed() {
    let tools = [
        ["npm", "--version"],
        ["node", "--version"],
        ["python3", "--version"],
    ];
    if !tools.iter().all(|tool| is_there(tool)) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    install(at);
    let program = at.join("node_modules/.bin/hexloupe");
    answers(&program, at);
    let arguments = ["--offline", "hexloupe", "check", "bad.txt"];
    let output = run("npx", arguments, at);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        assert_eq!(ended_by(&program, signal, at), Some(number), "{signal}");
    }

    // Without the package of the program there is one line that says so.
    std::fs::remove_dir_all(at.join("node_modules/@hexloupe")).expect("a folder");
    let output = run(&program, ["-V"], at);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.starts_with("hexloupe: @hexloupe/") && said.lines().count() == 1,
        "{said}"
    );
    printed(
        "npm",
        ["uninstall", "--offline", "--no-audit", "hexloupe"],
        at,
    );
    assert!(!program.exists());
}
