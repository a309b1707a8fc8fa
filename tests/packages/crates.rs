//! Each crate's package has the files that its sources take in.
//!
//! Invariant: the files of a package are those that Cargo lists.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

/// The files that a source takes in by name; its tests stay in the repository.
fn taken_in(source: &str) -> impl Iterator<Item = &str> {
    let tests = source.find("\n#[cfg(test)]\nmod tests {");
    let source = &source[..tests.unwrap_or(source.len())];
    let parts = ["include_str!(\"", "include_bytes!(\""].map(|word| source.split(word).skip(1));
    { parts.into_iter().flatten() }.filter_map(|rest| rest.split('"').next())
}

#[test]
fn a_package_has_what_its_sources_take_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = vec![root.to_owned()];
    for entry in fs::read_dir(root.join("crates")).expect("crates") {
        crates.push(entry.expect("a crate").path());
    }
    let mut count = 0;
    for folder in crates {
        let output = Command::new(env!("CARGO"))
            .args([
                "package",
                "--list",
                "--offline",
                "--allow-dirty",
                "--manifest-path",
            ])
            .arg(folder.join("Cargo.toml"))
            .output()
            .expect("cargo");
        assert!(output.status.success(), "{output:?}");
        let list = String::from_utf8(output.stdout).expect("text");
        let files: Vec<PathBuf> = list.lines().map(PathBuf::from).collect();
        let sources = files
            .iter()
            .filter(|file| file.extension().is_some_and(|end| end == "rs"));
        for source in sources {
            // The manifest that Cargo writes is no file of the folder.
            let Ok(text) = fs::read_to_string(folder.join(source)) else {
                continue;
            };
            for file in taken_in(&text) {
                let path = plain(&source.parent().expect("a folder").join(file));
                assert!(
                    files.contains(&path),
                    "{}: {}",
                    source.display(),
                    path.display()
                );
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count}");
}
