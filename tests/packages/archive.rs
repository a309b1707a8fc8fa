//! The archive is what `tar` unpacks, and its sums are what `sha256sum` checks.
//!
//! Invariant: archives are read by other programs.

use std::path::Path;

use super::{PROGRAM, answers, is_there, print_pages, printed, python, version};

#[test]
fn an_archive_is_unpacked_and_its_sums_agree() {
    let tools = ["python3", "tar", "sha256sum"];
    if !tools.iter().all(|tool| is_there(&[tool, "--version"])) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let (pages, out) = (at.join("pages"), at.join("out"));
    std::fs::create_dir(&pages).expect("a folder");
    print_pages(&pages);
    let path = python("archive.py", &[PROGRAM.as_ref(), &out, &pages], at);
    let path = Path::new(path.trim_end());
    let name = path.file_stem().expect("a name").to_str().expect("text");
    let begin = format!("hexloupe-{}-", version(at));
    assert!(name.starts_with(&begin), "{name}");

    python("archive.py", &["--sums".as_ref(), &out], at);
    let said = printed("sha256sum", ["--check", "--strict", "SHA256SUMS"], &out);
    assert_eq!(said.lines().count(), 1, "{said}");

    printed("tar", ["-xzf".as_ref(), path.as_os_str()], at);
    answers(&at.join(name).join("hexloupe"), at);
    for file in [
        "LICENSE-MIT",
        "README.md",
        "extra/hexloupe.1",
        "extra/_hexloupe",
    ] {
        assert!(at.join(name).join(file).exists(), "{file}");
    }
}
