//! The steps of the action do what a runner asks, with a fake of the program that downloads.
//!
//! Invariant: a step is given what a runner gives it, and nothing else.

use std::path::Path;
use std::process::{Command, Output};

use super::{PROGRAM, is_there, print_pages, printed, python, script, version};

/// Stands for `gh`: copies the files of a release.
const FAKE: &str = "#!/bin/sh
case \"$1 $2 $3\" in
  \"release download v$RELEASE\") cp \"$FILES\"/* \"$7\" ;;
  *) exit 1 ;;
esac
";

/// Runs a step, as a runner does.
fn step(name: &str, settings: &[(&str, &str)], at: &Path) -> Output {
    let usual = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{usual}", at.join("bin").display());
    let output = Command::new("bash")
        .args([script("action.sh").as_os_str(), name.as_ref()])
        .current_dir(at)
        .env_clear()
        .env("PATH", path)
        .env("HOME", at)
        .env("GITHUB_ACTION_REPOSITORY", "owner/hexloupe")
        .env("GITHUB_PATH", at.join("path"))
        .env("GITHUB_OUTPUT", at.join("output"))
        .env("RUNNER_TEMP", at.join("temp"))
        .env("RUNNER_OS", "Linux")
        .env("RUNNER_ARCH", "X64")
        .env("FILES", at.join("out"))
        .env("RELEASE", version(at))
        .envs(settings.iter().copied())
        .output();
    output.expect("a shell")
}

#[test]
fn the_action_installs_a_release_and_marks_findings() {
    let tools = ["bash", "python3", "tar", "sha256sum"];
    if !tools.iter().all(|tool| is_there(&[tool, "--version"])) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for name in ["bin", "pages", "temp"] {
        std::fs::create_dir(at.join(name)).expect("a folder");
    }
    std::fs::write(at.join("bin/gh"), FAKE).expect("a file");
    printed("chmod", ["+x", "bin/gh"], at);
    print_pages(&at.join("pages"));
    let out = at.join("out");
    let paths: [&Path; 3] = [PROGRAM.as_ref(), &out, &at.join("pages")];
    let made = python("archive.py", &paths, at);
    // The release has static programs; that of the tests may be another.
    let name = format!("hexloupe-{}-x86_64-unknown-linux-musl", version(at));
    printed("tar", ["-xzf", made.trim_end()], at);
    let own = Path::new(made.trim_end()).file_stem().expect("a name");
    if own != name.as_str() {
        std::fs::rename(at.join(own), at.join(&name)).expect("a folder");
    }
    std::fs::remove_file(made.trim_end()).expect("a file");
    let archive = out.join(format!("{name}.tgz"));
    printed(
        "tar",
        ["-czf".as_ref(), archive.as_os_str(), name.as_ref()],
        at,
    );
    python("archive.py", &["--sums".as_ref(), &out], at);

    let output = step("install", &[], at);
    assert!(output.status.success(), "{output:?}");
    let installed = std::fs::read_to_string(at.join("path")).expect("a path");
    let installed = format!("{}:/usr/bin:/bin", installed.trim_end());

    std::fs::create_dir(at.join("texts")).expect("a folder");
    std::fs::write(at.join("texts/a b.txt"), b"h\xE9\n").expect("a file");
    let settings = [
        ("PATH", installed.as_str()),
        ("PATHS", "texts\n\n"),
        ("OPTIONS", "--deny=bidi-control\n-v"),
        ("SARIF", "true"),
    ];
    let output = step("check", &settings, at);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        said.contains("::error file=texts/a b.txt,line=1,"),
        "{said}"
    );
    let outputs = std::fs::read_to_string(at.join("output")).expect("outputs");
    assert_eq!(outputs, "exit-code=1\n");
    let log = std::fs::read_to_string(at.join("temp/hexloupe.sarif")).expect("a log");
    assert!(
        log.contains("\"2.1.0\"") && log.contains("a%20b.txt"),
        "{log}"
    );
    let settings = [
        settings[0],
        ("PATHS", "."),
        ("OPTIONS", "--no-such"),
        ("SARIF", ""),
    ];
    assert_eq!(step("check", &settings, at).status.code(), Some(2));

    // An archive with other bytes than those of the sum is not unpacked.
    std::fs::write(archive, "other").expect("a file");
    let output = step("install", &[], at);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
