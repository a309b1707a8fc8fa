//! What goes wrong, each in one line; and what a hostile repository cannot do.
//!
//! Invariant: no test leaves its own repositories.

use std::process::Command;

use super::{MENU, Repository, alone, holds};

#[test]
fn a_conflict_is_trouble() {
    let repository = Repository::with(&[("menu.txt", MENU)]);
    repository.git("checkout -q -b other");
    repository.write("menu.txt", b"a\n");
    repository.git("commit -q -a -m a");
    repository.git("checkout -q main");
    repository.write("menu.txt", b"b\n");
    repository.git("commit -q -a -m b");
    let merged = alone(
        Command::new("git")
            .args([
                "-c",
                "user.name=n",
                "-c",
                "user.email=e@example.org",
                "merge",
                "-q",
                "other",
            ])
            .current_dir(repository.path()),
    )
    .output()
    .unwrap();
    assert!(!merged.status.success());
    repository.prints(
        "--against HEAD",
        2,
        &[],
        &[
            "hexloupe: menu.txt: has a merge conflict; not compared; finish the merge first",
            "hexloupe: 0 files changed since HEAD: nothing to compare; trouble with 1 file",
        ],
    );
}

#[test]
fn a_revision_that_is_none_is_told_in_a_line() {
    let repository = Repository::with(&[("menu.txt", MENU)]);
    let none = "is not a revision; name a commit, a tag or a branch, such as HEAD or main";
    for revision in ["nowhere", "HEAD~1", "-x", "--output=x", "menu.txt"] {
        let line = format!("--against={revision}");
        let said = format!("hexloupe: {revision}: {none}");
        repository.prints(&line, 2, &[], &[&said]);
    }
    assert!(!repository.path().join("x").exists());
    // A clone that has not all.
    repository.write("menu.txt", b"x\n");
    repository.git("commit -q -a -m two");
    let shallow = tempfile::tempdir().unwrap();
    let (from, to) = (repository.path().display(), shallow.path().display());
    repository.git(&format!("clone -q --depth 1 file://{from} {to}/clone"));
    let clone = Repository(shallow);
    let done = clone.run("clone", "--against HEAD~1");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("this clone is shallow"), "{said}");
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn a_folder_without_a_repository_is_told_in_a_line() {
    let place = Repository(tempfile::tempdir().unwrap());
    place.prints(
        "--against HEAD",
        2,
        &[],
        &["hexloupe: .: is not in a git repository; run hexloupe in the repository of these files"],
    );
    place.git("init -q --bare bare.git");
    let done = place.run("bare.git", "--against HEAD");
    let said =
        ["hexloupe: .: is a bare repository, without files; make a clone of it, and run it there"];
    holds(&done, 2, &[], &said);
    // A repository without a commit has nothing to compare with.
    place.git("init -q fresh");
    let done = place.run("fresh", "--against HEAD");
    holds(
        &done,
        0,
        &[],
        &["hexloupe: HEAD has no commit yet: nothing to compare with"],
    );
    // No git.
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"));
    command
        .args(["check", "--against", "HEAD"])
        .current_dir(place.path());
    let done = alone(&mut command)
        .env("PATH", place.path())
        .output()
        .unwrap();
    let said = ["hexloupe: git: is not installed, or not in PATH; --against needs it"];
    holds(&done, 2, &[], &said);
}

#[test]
fn what_makes_no_sense_with_it_is_refused() {
    let repository = Repository::with(&[]);
    for line in [
        "--against HEAD -",
        "--restore",
        "--against HEAD --restore --staged",
        "--against HEAD --deny bidi-control",
        "--against HEAD --expect nothing",
    ] {
        let done = repository.run("", line);
        assert_eq!(done.status.code(), Some(2), "{line}");
        let said = crate::message::message(&done.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn no_program_that_a_repository_names_is_run() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let repository = Repository::with(&[
        (".gitattributes", b"*.txt filter=evil diff=evil\n"),
        ("menu.txt", MENU),
        ("plain", MENU),
    ]);
    let evil = repository.path().join("evil");
    fs::write(
        &evil,
        format!(
            "#!/bin/sh\ntouch '{}/ran'\ncat\n",
            repository.path().display()
        ),
    )
    .unwrap();
    fs::set_permissions(&evil, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(repository.path().join(".git/hooks")).unwrap();
    fs::copy(
        &evil,
        repository.path().join(".git/hooks/post-index-change"),
    )
    .unwrap();
    for key in [
        "core.fsmonitor",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "diff.evil.command",
        "diff.external",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "alias.diff",
        "alias.cat-file",
    ] {
        repository.git(&format!("config {key} {}", evil.display()));
    }
    repository.git("config filter.evil.required true");
    repository.write("menu.txt", b"x\n");
    repository.write("plain", &[MENU, b"y\n"].concat());
    for line in [
        "--against HEAD",
        "--against HEAD --staged",
        "--against HEAD --restore",
    ] {
        let done = repository.run("", line);
        assert_eq!(
            done.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
    assert!(!repository.path().join("ran").exists());
}
