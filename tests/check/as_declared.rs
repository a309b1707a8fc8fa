//! Files that are to be in an encoding, by `.gitattributes` and `.editorconfig`.
//!
//! Invariant: the bytes are those of other programs (Python's codecs), and the rules those of git and of
//! the specification of `EditorConfig`.

use super::place::Place;

/// "При" in windows-1251.
const RUSSIAN: &[u8] = b"\xCF\xF0\xE8\n";
const OVERRIDE: &[u8] = b"\xE2\x80\xAEabc\n";

/// The findings of a check, each with its file and its id, and the exit code.
#[track_caller]
fn found(place: &Place, line: &str) -> (Vec<String>, i32) {
    let done = place.check(line).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    let rows = out.lines().map(|line| {
        let file = line.split(':').next().unwrap().replace('\\', "/");
        let id = line.rsplit('[').next().unwrap();
        format!("{file} {}", id.trim_end_matches(']'))
    });
    (rows.collect(), done.status.code().unwrap())
}

#[test]
fn a_file_in_another_encoding_than_its_attributes_say_is_a_finding() {
    let place = Place::with(&[
        (".git/HEAD", b""),
        (
            ".gitattributes",
            b"*.rc working-tree-encoding=windows-1251\n*.u16 working-tree-encoding=UTF-16LE-BOM\n\
              *.u16le working-tree-encoding=UTF-16LE\n",
        ),
        ("ascii.rc", b"plain\n"),
        ("damaged.u16", b"\xFF\xFEa\0\0\xD8"),
        ("empty.rc", b""),
        ("marked.u16le", b"\xFF\xFEa\0"),
        ("russian.rc", RUSSIAN),
        ("sound.u16", b"\xFF\xFEa\0"),
        ("sound.u16le", b"a\0"),
        ("sub/.gitattributes", b"*.rc working-tree-encoding=koi8-r\n"),
        ("sub/russian.rc", RUSSIAN),
        ("sub/utf8.rc", "При\n".as_bytes()),
        ("unmarked.u16", b"a\0b\0"),
        ("utf8.rc", "При\n".as_bytes()),
        ("utf8.u16", b"abcd"),
    ]);
    let (rows, code) = found(&place, ".");
    let expected = [
        "./damaged.u16 utf16-lone-high",
        "./marked.u16le not-as-declared",
        "./sub/utf8.rc not-as-declared",
        "./unmarked.u16 not-as-declared",
        "./utf8.rc not-as-declared",
        "./utf8.u16 not-as-declared",
    ];
    assert_eq!((rows, code), (expected.map(str::to_owned).to_vec(), 1));
    assert_eq!(found(&place, "russian.rc ascii.rc empty.rc"), (vec![], 0));
    let said = "utf8.rc:1:1: not as declared: UTF-8, and .gitattributes says windows-1251 \
                [not-as-declared]";
    let summary =
        "hexloupe: 1 file, 7 bytes, 4 characters, 1 line: no faults; 1 file not as declared";
    place.prints("utf8.rc", 1, &[said], &[summary]);
    // The command line comes first, and --no-config takes nobody's word.
    assert_eq!(found(&place, "-e utf-8 utf8.rc"), (vec![], 0));
    assert_eq!(found(&place, "--no-config utf8.rc"), (vec![], 0));
    let (rows, code) = found(&place, "--no-config russian.rc");
    assert_eq!((rows.len(), code), (3, 1), "{rows:?}");
}

#[test]
fn a_file_in_another_encoding_than_editors_are_told_is_a_finding() {
    let place = Place::with(&[
        (
            ".editorconfig",
            b"root = true\n[*]\ncharset = utf-8\n[*.{ps1,psm1}]\ncharset = utf-8-bom\n\
              [old/**.txt]\ncharset = latin1\n[wide.txt]\ncharset = utf-16le\n",
        ),
        ("a.ps1", b"\xEF\xBB\xBFx\n"),
        ("b.psm1", b"x\n"),
        ("marked.c", b"\xEF\xBB\xBFx\n"),
        ("old/a.txt", b"\xE9t\xE9\n"),
        ("old/b.txt", "été\n".as_bytes()),
        ("old/in/.editorconfig", b"[*.txt]\ncharset = utf-8\n"),
        ("old/in/c.txt", "été\n".as_bytes()),
        ("root/.editorconfig", b"root = true\n"),
        ("root/marked.c", b"\xEF\xBB\xBFx\n"),
        ("sound.c", "été\n".as_bytes()),
        ("utf16.c", b"\xFF\xFEa\0"),
        ("wide.txt", b"a\0b\0"),
    ]);
    let (rows, code) = found(&place, ".");
    let expected = ["./b.psm1", "./marked.c", "./old/b.txt", "./utf16.c"];
    let expected = expected.map(|file| format!("{file} not-as-declared"));
    assert_eq!((rows, code), (expected.to_vec(), 1));
    // The attributes of git come first.
    let place = Place::with(&[
        (".git/HEAD", b""),
        (".editorconfig", b"[*]\ncharset = utf-8\n"),
        (
            ".gitattributes",
            b"*.rc working-tree-encoding=windows-1251\n",
        ),
        ("russian.rc", RUSSIAN),
    ]);
    assert_eq!(found(&place, "russian.rc"), (vec![], 0));
}

#[test]
fn declared_kinds_hide_no_attack() {
    let place = Place::with(&[
        (".git/HEAD", b""),
        (
            ".gitattributes",
            b"* -text\n*.bin binary\n*.dat -text\n*.c diff=cpp\n*.txt text\ngen/** linguist-generated\n",
        ),
        ("a.bin", b"\xFF\xFE\x01\x80\n"),
        ("a.c", b"\x7FELF\x02\x01\x01\0\xFF"),
        ("a.dat", b"ab\xFF\n"),
        ("a.txt", b"\0\x01\x02\x03\xFF"),
        ("attack.bin", OVERRIDE),
        ("attack.dat", OVERRIDE),
        ("gen/attack.js", OVERRIDE),
        ("gen/unseen.js", b"a\xE2\x80\x8Bb\n"),
        ("legacy", b"caf\xE9\n"),
        ("unseen.js", b"a\xE2\x80\x8Bb\n"),
    ]);
    let (rows, code) = found(&place, "--each --notices --deny bidi-control .");
    let errors = [
        "./a.c utf8-never-byte",
        "./a.txt utf8-never-byte",
        "./attack.bin bidi-control",
        "./attack.dat bidi-control",
        "./gen/attack.js bidi-control",
        "./legacy utf8-cut-short",
    ];
    assert_eq!(code, 1);
    assert_eq!(rows[..errors.len()], errors, "{rows:?}");
    // A note comes after the warnings.
    let later: Vec<&str> = { rows.iter().map(String::as_str) }
        .filter(|row| row.contains("default-ignorable"))
        .collect();
    let unseen = [
        "./unseen.js default-ignorable",
        "./gen/unseen.js default-ignorable",
    ];
    assert_eq!(later, unseen);
    let done = place.check("-v .").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    for file in ["a.bin", "a.dat"] {
        assert!(
            said.contains(&format!("{file}: not checked: binary")),
            "{said}"
        );
    }
}

#[test]
fn the_attributes_of_the_repository_itself_overrule_those_of_its_files() {
    let place = Place::with(&[
        (".git/HEAD", b""),
        (
            ".git/info/attributes",
            b"[attr]old working-tree-encoding=koi8-r\n/sub/*.rc old\n",
        ),
        (
            ".gitattributes",
            b"*.rc working-tree-encoding=windows-1251\n",
        ),
        ("sub/.gitattributes", b"*.rc working-tree-encoding=UTF-8\n"),
        ("sub/russian.rc", RUSSIAN),
        ("russian.rc", RUSSIAN),
    ]);
    assert_eq!(found(&place, "russian.rc sub/russian.rc"), (vec![], 0));
    let (rows, _) = found(&place, "--no-config sub/russian.rc");
    assert!(!rows.is_empty());
}

#[cfg(unix)]
#[test]
fn a_pipe_or_an_endless_file_by_the_name_of_a_declaration_declares_nothing() {
    let place = Place::with(&[(".git/HEAD", b""), ("a", b"x\xFF\n")]);
    for name in [".gitattributes", ".editorconfig", ".git/info"] {
        let path = place.0.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert_eq!(found(&place, "a").1, 1, "{name}");
        std::fs::remove_file(&path).unwrap();
    }
    for name in [".gitattributes", ".editorconfig"] {
        let path = place.0.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if !made.is_ok_and(|status| status.success()) {
            println!("skipped: there is no mkfifo");
            return;
        }
        assert_eq!(found(&place, "a").1, 1, "{name}");
        std::fs::remove_file(&path).unwrap();
    }
}
