//! What stands beside the program in a package is whole.

use std::process::Command;

use toml::Table;

const MANIFESTS: [&str; 6] = [
    include_str!("../Cargo.toml"),
    include_str!("../crates/hexloupe-dump/Cargo.toml"),
    include_str!("../crates/hexloupe-explain/Cargo.toml"),
    include_str!("../crates/hexloupe-insight/Cargo.toml"),
    include_str!("../crates/hexloupe-lesson/Cargo.toml"),
    include_str!("../crates/hexloupe-text/Cargo.toml"),
];
const LOCK: &str = include_str!("../Cargo.lock");
const THIRD_PARTY: &str = include_str!("../THIRD-PARTY.md");

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
    let status = Command::new("sh")
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/assets/package/files.sh"
        ))
        .args([env!("CARGO_BIN_EXE_hexloupe").as_ref(), at.path()])
        .status();
    assert!(status.expect("a shell").success());
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
