//! Recipes of other package managers have the sums and the addresses of the archives, and are read
//! by their own languages.
//!
//! Invariant: the sums are made here, and each recipe must have those of its systems.

use std::fmt::Write as _;
use std::path::Path;

use super::{is_there, printed, python, run, script};

const SYSTEMS: [(&str, &str); 5] = [
    ("x86_64-unknown-linux-musl", "tgz"),
    ("aarch64-unknown-linux-musl", "tgz"),
    ("x86_64-apple-darwin", "tgz"),
    ("aarch64-apple-darwin", "tgz"),
    ("x86_64-pc-windows-msvc", "zip"),
];
const REPOSITORY: &str = "https://example.org/hexloupe";

/// The recipes, the systems whose archives they name, and a program that reads them.
const RECIPES: [(&str, &[usize], &[&str]); 6] = [
    ("homebrew/hexloupe.rb", &[0, 1, 2, 3], &["ruby", "-c"]),
    ("scoop/hexloupe.json", &[4], &["python3", "-m", "json.tool"]),
    ("winget/hexloupe.hexloupe.installer.yaml", &[4], &[]),
    ("aur/PKGBUILD", &[0, 1], &["bash", "-n"]),
    ("aur/.SRCINFO", &[0, 1], &[]),
    ("nix/hexloupe.nix", &[], &["nix-instantiate", "--parse"]),
];

/// A sum of which no two are alike.
fn sum(system: usize) -> String {
    format!("{:064x}", 0xABCD_0000 + system)
}

#[test]
fn recipes_name_the_archives_and_are_read() {
    if !is_there(&["python3", "--version"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let version = super::version(at);
    let mut sums = String::new();
    for (row, (system, ending)) in SYSTEMS.iter().enumerate() {
        let _ = writeln!(sums, "{}  hexloupe-{version}-{system}.{ending}", sum(row));
    }
    let list = at.join("SHA256SUMS");
    std::fs::write(&list, &sums).expect("a file");
    python("recipes.py", &[&list, at, REPOSITORY.as_ref()], at);
    for (name, systems, reader) in RECIPES {
        let text = std::fs::read_to_string(at.join(name)).expect("a recipe");
        let text = text.to_lowercase();
        for (row, (system, ending)) in SYSTEMS.iter().enumerate() {
            let address = format!(
                "{REPOSITORY}/releases/download/v{version}/hexloupe-{version}-{system}.{ending}"
            );
            let is_told = text.contains(&sum(row)) && text.contains(&address);
            assert_eq!(is_told, systems.contains(&row), "{name}: {system}");
        }
        if let Some((program, words)) = reader.split_first()
            && is_there(&[program, "--version"])
        {
            let words = words.iter().map(|word| (*word).into());
            printed(program, words.chain([at.join(name)]), at);
        }
    }
    // Nix writes the sums in base64.
    let text = std::fs::read_to_string(at.join("nix/hexloupe.nix")).expect("a recipe");
    assert_eq!(
        text.matches("hash = \"sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKvN")
            .count(),
        4
    );

    // An archive that is not there is refused in a line.
    let (_, fewer) = sums.split_once('\n').expect("lines");
    std::fs::write(&list, fewer).expect("a file");
    let recipes = script("recipes.py");
    let words = [&recipes, &list, at, REPOSITORY.as_ref()].map(Path::as_os_str);
    let output = run("python3", words, at);
    let said = String::from_utf8(output.stderr).expect("text");
    let name = format!("hexloupe-{version}-{}.tgz", SYSTEMS[0].0);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(said, format!("recipes.py: there is no sum of {name}\n"));
}
