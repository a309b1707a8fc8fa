//! A release is refused while something of it is missing.
//!
//! Invariant: the check runs on a copy of the manifests, which the test completes.

use std::fs;
use std::path::Path;

use super::{is_there, run, version};

fn copy(name: &str, to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let to = to.join(name);
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    fs::copy(from, to).expect("a file");
}

/// Replaces a text in a file that has it.
#[track_caller]
fn replace(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.contains(old), "{}: {old}", path.display());
    fs::write(path, text.replacen(old, new, 1)).expect("a file");
}

/// What the check says of a tag, and whether it lets the release through.
fn said(tag: &str, at: &Path) -> (bool, String) {
    let script = at.join("assets/package/release.py");
    let output = run("python3", [script.as_os_str(), tag.as_ref()], at);
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8(said).expect("text"),
    )
}

#[test]
fn a_release_without_an_address_a_date_or_its_tag_is_refused() {
    if !is_there(&["python3", "--version"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let crates = ["dump", "explain", "insight", "lesson", "text"];
    let crates = crates.map(|name| format!("crates/hexloupe-{name}/Cargo.toml"));
    for name in &crates {
        copy(name, at);
    }
    let scripts = ["release.py", "facts.py"].map(|name| format!("assets/package/{name}"));
    for name in scripts
        .iter()
        .map(String::as_str)
        .chain(["Cargo.toml", "CHANGELOG.md"])
    {
        copy(name, at);
    }
    let version = version(at);
    let tag = format!("v{version}");
    let manifest = at.join("Cargo.toml");
    let changes = at.join("CHANGELOG.md");
    // Whatever the repository has now, nothing is filled in here.
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let is_address =
        |line: &&str| line.starts_with("repository = ") || line.starts_with("homepage = ");
    let bare: Vec<&str> = text.lines().filter(|line| !is_address(line)).collect();
    let bare = bare.join("\n");
    fs::write(&manifest, &bare).expect("a manifest");
    fs::write(
        &changes,
        "## [Unreleased]\n\n- New.\n\n## [0.0.0] - 2000-01-01\n",
    )
    .expect("a file");

    let (is_through, refusal) = said("v9.9.9", at);
    assert!(!is_through);
    for reason in [
        "tag is v9.9.9",
        "no repository",
        "no homepage",
        "no heading",
        "in no version",
    ] {
        assert!(refusal.contains(reason), "{reason}: {refusal}");
    }
    let license = "\nlicense = ";
    let addresses = "\nrepository = \"https://example.org/a\"\nhomepage = \"https://example.org\"";
    replace(&manifest, license, &format!("{addresses}{license}"));
    let released =
        format!("## [Unreleased]\n\n## [{version}] - 2000-01-02\n\n- New.\n\n## [0.0.0]\n");
    fs::write(&changes, released).expect("a file");
    assert_eq!(said(&tag, at), (true, format!("{tag} can be released\n")));

    // A crate with an address or a version of its own is told.
    replace(
        &at.join(&crates[0]),
        "repository.workspace = true",
        "repository = \"\"",
    );
    replace(
        &manifest,
        &format!("version = \"{version}\" }}"),
        "version = \"9.0.0\" }",
    );
    let (is_through, refusal) = said(&tag, at);
    assert!(!is_through && refusal.lines().count() == 2, "{refusal}");
    assert!(
        refusal.contains(&crates[0]) && refusal.contains("9.0.0"),
        "{refusal}"
    );
}
