//! Which files are compared: names of every kind, what is named, what is staged, what is left out.
//!
//! Invariant: a name is never an option or a pattern, and never reaches the terminal raw.

use std::fs;

use super::{MENU, Repository};

#[cfg(unix)]
#[test]
fn names_of_every_kind_are_compared() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let names = [
        "a b",
        "new\nline",
        "-x",
        "--restore",
        ":(top)x",
        "sub/\u{1b}[2J",
        "\"q\"",
        "*",
    ];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, MENU)).collect();
    let repository = Repository::with(&files);
    let raw = repository.path().join(OsStr::from_bytes(b"caf\xE9.txt"));
    let has_raw = fs::write(&raw, MENU).is_ok();
    repository.git("add -A");
    repository.git("commit -q --allow-empty -m two");
    for name in names {
        repository.spoil(name);
    }
    if has_raw {
        fs::write(&raw, String::from_utf8_lossy(MENU).as_bytes()).unwrap();
    }
    let found = repository.run("sub", "--against HEAD");
    assert_eq!(found.status.code(), Some(1));
    assert!(!found.stdout.contains(&0x1B));
    let lines = String::from_utf8_lossy(&found.stdout).lines().count();
    assert_eq!(lines, names.len() + usize::from(has_raw));
    // A path that is named is that path, and nothing else.
    repository.prints("--against HEAD -q -- -x", 1, &[], &[]);
    let done = repository.run("sub", "--against HEAD --restore");
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    for name in names {
        assert_eq!(repository.read(name), MENU, "{name}");
    }
    assert_eq!(repository.git("status --porcelain"), "");
}

#[test]
fn only_the_paths_that_are_named_are_compared() {
    let repository = Repository::with(&[("a/x.txt", MENU), ("b/x.txt", MENU)]);
    repository.spoil("a/x.txt");
    repository.spoil("b/x.txt");
    let done = repository.run("a", "--against HEAD .");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(
        out.starts_with("x.txt:2:") && out.lines().count() == 1,
        "{out}"
    );
    let done = repository.run("a", "--against HEAD ../b");
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("../b/x.txt:2:"));
    repository.prints(
        "--against HEAD none.txt",
        2,
        &[],
        &[
            "hexloupe: none.txt: no such file",
            "hexloupe: 0 files changed since HEAD: nothing to compare; trouble with 1 file",
        ],
    );
}

#[test]
fn what_is_staged_is_compared_by_what_is_kept() {
    let menu = [MENU, &b"plain line of text\n".repeat(20)].concat();
    let repository = Repository::with(&[("menu.txt", &menu)]);
    repository.spoil("menu.txt");
    repository.git("mv menu.txt card.txt");
    repository.git("add -A");
    repository.write("card.txt", &menu);
    let done = repository.run("", "--against HEAD --staged");
    assert_eq!(done.status.code(), Some(1));
    // The file was renamed; only some of its lines have changed.
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("card.txt:2: destroyed"));
    let done = repository.run("", "--against HEAD -q");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn what_cannot_be_compared_is_said_in_a_line() {
    let repository = Repository::with(&[
        (".gitattributes", b"*.bin filter=lfs\n"),
        ("large.bin", b"version https://git-lfs.github.com/spec/v1\n"),
        ("gone.txt", MENU),
    ]);
    repository.write("large.bin", MENU);
    repository.write("new.txt", b"another text\n");
    repository.git("add new.txt");
    fs::remove_file(repository.path().join("gone.txt")).unwrap();
    repository.prints(
        "--against HEAD",
        0,
        &[],
        &[
            "hexloupe: large.bin: goes through the filter lfs, which is not run; not compared",
            "hexloupe: 0 files changed since HEAD: nothing to compare; 1 file added; \
             1 file deleted; 1 not compared",
        ],
    );
}

#[cfg(unix)]
#[test]
fn links_and_submodules_are_not_followed() {
    let inner = Repository::with(&[("menu.txt", MENU)]);
    let repository = Repository::with(&[("menu.txt", MENU)]);
    let line = format!("submodule --quiet add {} inner", inner.path().display());
    repository.git(&line);
    std::os::unix::fs::symlink("menu.txt", repository.path().join("link")).unwrap();
    repository.git("add -A");
    repository.git("commit -q -m two");
    fs::remove_file(repository.path().join("link")).unwrap();
    repository.write("link", b"caf\xEF\xBF\xBD\n");
    repository.write("inner/menu.txt", b"y\n");
    repository.prints(
        "--against HEAD",
        0,
        &[],
        &[
            "hexloupe: link: is or was a symbolic link; not compared",
            "hexloupe: 0 files changed since HEAD: nothing to compare; 1 not compared",
        ],
    );
}

#[test]
fn a_file_of_another_repository_is_told_with_where_to_compare_it() {
    let inner = Repository::with(&[("menu.txt", MENU)]);
    let repository = Repository::with(&[("menu.txt", MENU)]);
    let line = format!("submodule --quiet add {} inner", inner.path().display());
    repository.git(&line);
    repository.git("commit -q -m two");
    repository.git("init -q -b main sub/clone");
    repository.write("sub/clone/a.txt", b"a\n");
    repository.write("inner/menu.txt", b"y\n");
    let said = |path: &str, of: &str, folder: &str| {
        format!(
            "hexloupe: {path}: belongs to {of}{folder}; not compared; \
             cd {folder} and compare with a revision of it"
        )
    };
    let nothing = "hexloupe: 0 files changed since HEAD: nothing to compare; 1 not compared";
    for path in ["inner/menu.txt", "inner", "inner/."] {
        let submodule = said(path, "the submodule ", "inner");
        let line = format!("--against HEAD {path}");
        repository.prints(&line, 0, &[], &[&submodule, nothing]);
    }
    repository.prints("-q --against HEAD inner/menu.txt", 0, &[], &[]);
    let clone = said("sub/clone/a.txt", "another repository, ", "sub/clone");
    repository.prints("--against HEAD sub/clone/a.txt", 0, &[], &[&clone, nothing]);
    let nothing = "hexloupe: 0 files changed since HEAD: nothing to compare";
    repository.prints("--against HEAD . menu.txt", 0, &[], &[nothing]);
    let done = repository.run("sub", "--against HEAD ../inner/menu.txt");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(told.contains("the submodule ../inner;"), "{told}");
    // There it is compared.
    let done = repository.run("inner", "--against HEAD menu.txt");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(told.contains("1 file changed since HEAD"), "{told}");
}

#[test]
fn what_git_does_not_track_is_not_passed_over() {
    let repository = Repository::with(&[("a/x.txt", MENU), (".hidden", MENU)]);
    repository.write("new.txt", MENU);
    repository.write("folder/new.txt", MENU);
    for path in ["new.txt", "folder", "folder/new.txt"] {
        let said = format!(
            "hexloupe: {path}: is not tracked by git, so there is nothing to compare with; \
             try git add"
        );
        let nothing =
            "hexloupe: 0 files changed since HEAD: nothing to compare; trouble with 1 file";
        repository.prints(&format!("--against HEAD {path}"), 2, &[], &[&said, nothing]);
    }
    let nothing = "hexloupe: 0 files changed since HEAD: nothing to compare";
    for path in ["a/x.txt", "a", ".", ".hidden"] {
        repository.prints(&format!("--against HEAD {path}"), 0, &[], &[nothing]);
    }
}
