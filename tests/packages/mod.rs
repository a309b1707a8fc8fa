//! What stands beside the program in a package is whole, and packages can be installed.
//!
//! A script of `assets/package` is run on the program of the tests, and what it makes is installed by
//! the manager that it is made for. Where that is missing, the test is skipped, and a sentence says
//! so. Invariant: no test fetches anything, and what it installs is in a folder of its own.

#[cfg(unix)]
mod action;
#[cfg(unix)]
mod archive;
mod crates;
#[cfg(unix)]
mod forms;
#[cfg(unix)]
mod npm;
#[cfg(unix)]
mod recipes;
#[cfg(unix)]
mod release;
#[cfg(unix)]
mod wheel;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use toml::Table;

/// The program of the tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hexloupe");

/// A file of `assets/package`.
fn script(name: &str) -> PathBuf {
    { Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/package") }.join(name)
}

/// Whether a command can be run here; a sentence says so if not.
fn is_there(command: &[&str]) -> bool {
    let done = Command::new(command[0]).args(&command[1..]).output();
    let is_there = done.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: `{}` does not run here", command.join(" "));
    }
    is_there
}

/// Runs a program without a configuration, and without settings of package managers.
fn run(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    at: &Path,
) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(at).env_clear();
    for kept in ["PATH", "SystemRoot", "PYENV_VERSION"] {
        command.envs(std::env::var_os(kept).map(|value| (kept, value)));
    }
    let command = command.env("HOME", at).env("LC_ALL", "C.UTF-8");
    // Scripts of the repository leave nothing in it.
    let command = command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.output().expect("a program")
}

/// What a program prints that must end well.
#[track_caller]
fn printed(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    at: &Path,
) -> String {
    let output = run(program, arguments, at);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a Python script of `assets/package` with paths; what it prints.
#[track_caller]
fn python(name: &str, paths: &[&Path], at: &Path) -> String {
    let script = script(name);
    let words = std::iter::once(script.as_path()).chain(paths.iter().copied());
    printed("python3", words, at)
}

/// The version of the program, as the program says it.
fn version(at: &Path) -> String {
    let said = printed(PROGRAM, ["-V"], at);
    said.trim_start_matches("hexloupe ").trim_end().to_owned()
}

/// What an installed program is asked: two checks, of which one finds something, and a mistake.
#[track_caller]
fn answers(program: &Path, at: &Path) {
    std::fs::write(at.join("good.txt"), "h\u{e9}\n").expect("a file");
    std::fs::write(at.join("bad.txt"), b"h\xE9\n").expect("a file");
    for (file, code) in [("good.txt", 0), ("bad.txt", 1), ("none.txt", 2)] {
        let arguments = ["check", file];
        let (own, told) = (run(PROGRAM, arguments, at), run(program, arguments, at));
        assert_eq!(own.status.code(), Some(code), "{own:?}");
        assert_eq!(told, own);
    }
}

const MANIFESTS: [&str; 6] = [
    include_str!("../../Cargo.toml"),
    include_str!("../../crates/hexloupe-dump/Cargo.toml"),
    include_str!("../../crates/hexloupe-explain/Cargo.toml"),
    include_str!("../../crates/hexloupe-insight/Cargo.toml"),
    include_str!("../../crates/hexloupe-lesson/Cargo.toml"),
    include_str!("../../crates/hexloupe-text/Cargo.toml"),
];
const LOCK: &str = include_str!("../../Cargo.lock");
const THIRD_PARTY: &str = include_str!("../../THIRD-PARTY.md");

/// The names under a table of dependencies, if it is there.
fn names(table: Option<&toml::Value>) -> Vec<String> {
    let table = table.and_then(toml::Value::as_table);
    table.into_iter().flat_map(Table::keys).cloned().collect()
}

/// What a crate depends on, on some system or on all.
fn dependencies(manifest: &Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let of_targets = targets.into_iter().flat_map(Table::values);
    let of_targets = of_targets.flat_map(|target| names(target.get("dependencies")));
    { names(manifest.get("dependencies")).into_iter() }
        .chain(of_targets)
        .collect()
}

#[test]
fn the_list_of_licences_has_every_dependency_in_the_version_that_is_locked() {
    let lock: Table = LOCK.parse().expect("a lock file");
    let mut wanted: Vec<String> = { MANIFESTS.iter() }
        .flat_map(|manifest| dependencies(&manifest.parse().expect("a manifest")))
        .filter(|name| !name.starts_with("hexloupe-"))
        .collect();
    wanted.sort();
    wanted.dedup();
    assert!(wanted.len() > 30, "{wanted:?}");
    let locked = lock["package"].as_array().expect("packages");
    for name in wanted {
        let versions = locked
            .iter()
            .filter(|package| package["name"].as_str() == Some(&name));
        let mut lines = versions.map(|package| {
            let version = package["version"].as_str().expect("a version");
            format!("\n- {name} {version}\n")
        });
        assert!(
            lines.any(|line| THIRD_PARTY.contains(&line)),
            "{name}: make THIRD-PARTY.md anew, as it says"
        );
    }
}

/// The script prints one page a command, that of the program, and what each shell completes.
#[cfg(unix)]
#[test]
fn the_files_of_a_package_are_printed() {
    let at = tempfile::tempdir().expect("a folder");
    print_pages(at.path());
    let files = std::fs::read_dir(at.path()).expect("files");
    let names = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let (pages, rest): (Vec<_>, Vec<_>) = names.partition(|name| name.ends_with(".1"));
    for page in ["hexloupe.1", "hexloupe-check.1", "hexloupe-completions.1"] {
        assert!(pages.iter().any(|name| name == page), "{pages:?}");
    }
    assert_eq!(pages.len(), 1 + commands(), "{pages:?}");
    assert_eq!(rest.len(), 5, "{rest:?}");
}

/// Prints the manual pages and the completions.
#[cfg(unix)]
#[track_caller]
fn print_pages(at: &Path) {
    let files = script("files.sh");
    printed("sh", [files.as_os_str(), PROGRAM.as_ref(), at.as_ref()], at);
}

/// How many commands the help lists.
#[cfg(unix)]
fn commands() -> usize {
    let help = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .arg("--help")
        .output();
    let help = String::from_utf8(help.expect("a help").stdout).expect("text");
    let (_, list) = help.split_once("Commands:\n").expect("commands");
    let (list, _) = list.split_once("\n\n").expect("an end");
    // There is no page on the help.
    let begins = |line: &&str| {
        line.starts_with("  ") && !line.starts_with("   ") && !line.starts_with("  help ")
    };
    list.lines().filter(begins).count()
}
