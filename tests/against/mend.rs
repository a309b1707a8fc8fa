//! What is found in files, in words and in records, and put back.
//!
//! Invariant: what was put back is what git has.

use serde_json::Value;

use super::{MENU, Repository};
use crate::records;

#[test]
fn a_file_that_an_editor_has_ruined_is_found_and_mended() {
    let repository = Repository::with(&[("menu.txt", MENU), ("other.txt", b"x\n")]);
    repository.prints(
        "--against HEAD",
        0,
        &[],
        &["hexloupe: 0 files changed since HEAD: nothing to compare"],
    );
    repository.spoil("menu.txt");
    repository.prints(
        "--against HEAD",
        1,
        &[
            "menu.txt:2: destroyed in 4 places: 80 -> EF BF BD, E2 -> EF BF BD, \
             E8 -> EF BF BD, E9 -> EF BF BD, in lines 2 and 3; --restore puts it back [destroyed]",
        ],
        &["hexloupe: 1 file changed since HEAD: findings in 1 file"],
    );
    repository.prints("-q --against HEAD", 1, &[], &[]);
    repository.prints(
        "--against HEAD --restore",
        0,
        &[
            "menu.txt:2: destroyed in 4 places: 80 -> EF BF BD, E2 -> EF BF BD, \
             E8 -> EF BF BD, E9 -> EF BF BD, in lines 2 and 3; put back [destroyed]",
        ],
        &["hexloupe: 1 file changed since HEAD: findings in 1 file; 1 file mended"],
    );
    assert_eq!(repository.read("menu.txt"), MENU);
    assert_eq!(repository.git("status --porcelain"), "");
}

#[test]
fn what_was_edited_is_kept_and_what_is_left_is_said() {
    let repository = Repository::with(&[("menu.txt", MENU)]);
    let text = String::from_utf8_lossy(MENU).replace("Menu", "Carte");
    let text = text.replace("teau", "teau au chocolat");
    repository.write("menu.txt", text.as_bytes());
    repository.prints(
        "--against HEAD --restore",
        0,
        &[
            "menu.txt:2: destroyed in 4 places: 80 -> EF BF BD, E2 -> EF BF BD, \
             E8 -> EF BF BD, E9 -> EF BF BD, in lines 2 and 3; put back [destroyed]",
        ],
        &["hexloupe: 1 file changed since HEAD: findings in 1 file; 1 file mended"],
    );
    assert_eq!(
        repository.read("menu.txt"),
        b"Carte du jour\nCaf\xE9 cr\xE8me: 3 \x80\nG\xE2teau au chocolat\nEau\n"
    );
    // Of a line that lost one of two letters to the edit, it is not known which one is left.
    let text = String::from_utf8_lossy(MENU).replace("f\u{FFFD} cr", "f cr");
    repository.write("menu.txt", text.as_bytes());
    repository.prints(
        "--against HEAD --restore",
        1,
        &[
            "menu.txt:3: destroyed in 1 place: E2 -> EF BF BD; put back [destroyed]",
            "menu.txt:2: destroyed in 2 places: 80 -> EF BF BD, E8 -> EF BF BD; left: the line \
             was edited too [destroyed]",
        ],
        &[
            "hexloupe: menu.txt: the restored lines seem to be in windows-1252, but edited lines \
             are in another encoding",
            "hexloupe: 1 file changed since HEAD: findings in 1 file; 1 file mended; \
             findings remain in 1 file",
        ],
    );
    assert_eq!(
        repository.read("menu.txt"),
        b"Menu du jour\nCaf cr\xEF\xBF\xBDme: 3 \xEF\xBF\xBD\nG\xE2teau\nEau\n"
    );
    // What is left is left again.
    let again = repository.run("", "--against HEAD --restore");
    assert_eq!(again.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_mode_of_a_file_is_kept_and_a_hard_link_is_refused() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let repository = Repository::with(&[("a.sh", MENU), ("b.txt", MENU)]);
    repository.spoil("a.sh");
    repository.spoil("b.txt");
    let mode = fs::Permissions::from_mode(0o750);
    fs::set_permissions(repository.path().join("a.sh"), mode).unwrap();
    fs::hard_link(repository.path().join("b.txt"), repository.path().join("c")).unwrap();
    let done = repository.run("", "--against HEAD --restore");
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("b.txt: has 2 names (hard links)"), "{said}");
    assert_eq!(repository.read("a.sh"), MENU);
    assert_ne!(repository.read("b.txt"), MENU);
    let found = fs::metadata(repository.path().join("a.sh")).unwrap();
    assert_eq!(found.permissions().mode() & 0o777, 0o750);
}

#[test]
fn records_are_what_their_schema_says() {
    let russian = "Съешь же ещё этих мягких булок\nда выпей чаю\nabc\n".repeat(3);
    let repository = Repository::with(&[
        ("menu.txt", MENU),
        ("misread.txt", russian.as_bytes()),
        ("ends.txt", b"a\nb\n"),
        ("recoded.txt", russian.as_bytes()),
        ("composed.txt", "e\u{301}\n".as_bytes()),
    ]);
    repository.spoil("menu.txt");
    let (misread, ..) = encoding_rs::WINDOWS_1251.decode(russian.as_bytes());
    repository.write("misread.txt", misread.as_bytes());
    repository.write("ends.txt", b"\xEF\xBB\xBFa\r\nb\r\n");
    repository.write("recoded.txt", &encoding_rs::WINDOWS_1251.encode(&russian).0);
    repository.write("composed.txt", "\u{E9}\n".as_bytes());
    let done = repository.run("", "--against HEAD --format jsonl");
    assert_eq!(done.status.code(), Some(1));
    let out = String::from_utf8(done.stdout).unwrap();
    let mut kinds: Vec<String> = Vec::new();
    for line in out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        records::hold(&record);
        assert_eq!(record["type"], "change");
        let kind = record["kind"].as_str().unwrap().to_owned();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
        assert_eq!(record["restorable"], true, "{line}");
    }
    kinds.sort_unstable();
    let all = [
        "bom",
        "destroyed",
        "double-encoded",
        "encoding",
        "line-ends",
        "normalized",
    ];
    assert_eq!(kinds, all);
    // Every kind can be meant.
    let line = format!("--against HEAD -q --expect {}", all.join(","));
    assert_eq!(repository.run("", &line).status.code(), Some(0));
    let done = repository.run("", "--against HEAD --restore --format jsonl");
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(repository.git("status --porcelain"), "");
}

#[test]
fn what_git_converts_is_no_finding() {
    let repository = Repository::with(&[
        (
            ".gitattributes",
            b"*.crlf text eol=crlf\n*.wide working-tree-encoding=UTF-16LE text\n",
        ),
        ("a.crlf", b"caf\xE9\r\nx\r\n"),
        ("a.auto", b"a\nb\n"),
    ]);
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    repository.write("a.wide", &wide("été\nx\n"));
    repository.git("add -A");
    repository.git("commit -q -m two");
    // Kept with LF, and checked out with CR LF: both are lawful.
    repository.write("a.crlf", b"caf\xEF\xBF\xBD\nx\ny\n");
    repository.write("a.wide", &wide("\u{FFFD}t\u{FFFD}\nx\ny\n"));
    let done = repository.run("", "--against HEAD --restore");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(
        !out.contains("line-ends") && !out.contains("[encoding]"),
        "{out}"
    );
    assert_eq!(done.status.code(), Some(0), "{out}");
    assert_eq!(repository.read("a.crlf"), b"caf\xE9\nx\ny\n");
    assert_eq!(repository.read("a.wide"), wide("été\nx\ny\n"));
    // With autocrlf, CR LF is lawful where the kept file has none.
    repository.git("config core.autocrlf true");
    repository.write("a.auto", b"a\r\nb\r\nc\r\n");
    repository.prints("--against HEAD -q a.auto", 0, &[], &[]);
    repository.git("config core.autocrlf false");
    repository.prints("--against HEAD -q a.auto", 1, &[], &[]);
}
