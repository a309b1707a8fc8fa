//! What a check of a directory looks at, and what it says of the rest: nothing is passed over in
//! silence.
//!
//! The repositories are made by git; without it these tests fail, and do not pass unseen. Invariant:
//! no configuration of the user or the system has a part in them.

use std::fs;
use std::process::Command;

use super::place::Place;

/// A comment, then a bidi override.
const BIDI: &[u8] = b"// a comment\nlet user = \"\xE2\x80\xAE\";\n";

#[track_caller]
pub(super) fn git(place: &Place, line: &str) {
    let done = Command::new("git")
        .args(line.split_whitespace())
        .current_dir(place.0.path())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(done.status.success(), "git {line}: {done:?}");
}

/// The exit code of a check, the files that have findings, and the last line of what is said.
#[track_caller]
fn checked(place: &Place, line: &str) -> (i32, Vec<String>, String) {
    let done = place.check(line).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    let files = out.lines().filter_map(|line| line.split(':').next());
    let mut files: Vec<String> = files.map(|file| file.replace('\\', "/")).collect();
    files.dedup();
    let err = String::from_utf8(done.stderr).unwrap();
    let last = err.lines().last().unwrap_or_default().to_owned();
    (done.status.code().unwrap(), files, last)
}

#[test]
fn what_git_tracks_is_checked_though_it_is_hidden_or_ignored() {
    let place = Place::with(&[
        (".github/workflows/ci.yml", BIDI),
        (".gitignore", b"*.log\nvendor\nbuilt\n"),
        (".env", BIDI),
        (".direnv/own", BIDI),
        ("built/.hidden", BIDI),
        ("forced.log", BIDI),
        ("other.log", BIDI),
        ("vendor/lib.js", BIDI),
        ("plain", b"fine\n"),
    ]);
    git(&place, "init -q .");
    git(&place, "add .github .gitignore plain");
    git(&place, "add -f forced.log vendor/lib.js");
    // A file that is hidden and not tracked is one that git would offer to add.
    let expected = [
        "./.direnv/own",
        "./.env",
        "./.github/workflows/ci.yml",
        "./forced.log",
        "./vendor/lib.js",
    ];
    for version in ["2", "3", "4"] {
        git(&place, &format!("update-index --index-version {version}"));
        let (code, files, said) = checked(&place, "--deny bidi-control .");
        assert_eq!((code, files), (1, expected.map(str::to_owned).to_vec()));
        let left = "not read: 2 ignored (--no-ignore reads them)";
        assert!(said.ends_with(left), "{said}");
    }
    let (_, files, said) = checked(&place, "--no-ignore --deny bidi-control .");
    let all = [
        "./.direnv/own",
        "./.env",
        "./.github/workflows/ci.yml",
        "./built/.hidden",
        "./forced.log",
        "./other.log",
        "./vendor/lib.js",
    ];
    assert_eq!(files, all);
    assert!(!said.contains("not read"), "{said}");
    let (code, files, _) = checked(&place, "--deny bidi-control vendor");
    assert_eq!((code, files), (1, vec!["vendor/lib.js".to_owned()]));
}

#[cfg(unix)]
#[test]
fn each_file_that_is_left_out_is_named_with_the_reason() {
    let place = Place::with(&[
        ("d/.hidden/a", b"fine\n"),
        ("d/.gitignore", b"*.log\n"),
        ("d/a.log", b"fine\n"),
        ("d/binary", b"\x7FELF\x02\x01\x01\0\0\x03\0\x3E\0\x01"),
        ("d/fine", b"fine\n"),
        ("d/old/a", b"fine\n"),
        (".hexloupe.toml", b"[check]\nskip = [\"d/old\"]\n"),
    ]);
    std::os::unix::fs::symlink("fine", place.0.path().join("d/link")).unwrap();
    let told = [
        "hexloupe: d/binary: not checked: binary; --binary checks it",
        "hexloupe: d/old/a: not checked: left out by configuration; --no-config checks it",
        "hexloupe: d/.gitignore: not checked: hidden; --hidden reads it",
        "hexloupe: d/.hidden: not checked: hidden; --hidden reads it",
        "hexloupe: d/a.log: not checked: named by a .gitignore; --no-ignore reads it",
        "hexloupe: d/link: not checked: a link; links are not followed",
    ];
    for line in ["-v d", "-v --layers d"] {
        let done = place.check(line).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        let (last, lines) = lines.split_last().unwrap();
        assert_eq!(lines, told, "{line}");
        let counts = "1 binary file skipped (--binary checks them); 1 file left out by \
                      configuration (--no-config checks them); not read: 2 hidden, 1 ignored, 1 link \
                      (--hidden and --no-ignore read them)";
        assert!(last.ends_with(counts), "{last}");
        assert_eq!(done.status.code(), Some(0));
    }
}

#[test]
fn an_index_that_cannot_be_read_is_trouble() {
    let place = Place::with(&[(".git/index", b"DIRC\0\0\0\x09"), ("a", b"fine\n")]);
    let (code, _, said) = checked(&place, ".");
    assert_eq!(code, 2);
    assert!(said.starts_with("hexloupe: 1 file, 5 bytes"), "{said}");
    assert!(said.ends_with("trouble with 1 file"), "{said}");
}

#[test]
fn a_nul_switches_no_guard_off() {
    let source = BIDI.repeat(300);
    let pieces = source.chunks(50);
    let strewn: Vec<u8> = pieces.flat_map(|piece| [b"\0", piece].concat()).collect();
    let place = Place::with(&[
        ("d/comment.js", &[b"/*\0*/", BIDI].concat()),
        ("d/faulty.js", &[b"/*\0\xFF\xFE\x01*/", BIDI].concat()),
        ("d/long.js", &[&[0; 10_000][..], BIDI].concat()),
        ("d/strewn.js", &strewn),
        (
            "d/program",
            b"\x7FELF\x02\x01\x01\0\0\x03\0\x3E\0\x01\xE2\x80\xAE",
        ),
    ]);
    let (code, files, said) = checked(&place, "--deny bidi-control d");
    let expected = ["d/comment.js", "d/faulty.js", "d/long.js", "d/strewn.js"];
    assert_eq!((code, files), (1, expected.map(str::to_owned).to_vec()));
    assert!(said.contains("1 binary file skipped"), "{said}");
}

#[test]
fn a_check_of_nothing_is_no_success() {
    let place = Place::with(&[
        ("binary/a", b"\0\x01\x02\x03\xFF"),
        ("hidden/.a", b"fine\n"),
        ("skipped/a", b"fine\n"),
        (".hexloupe.toml", b"[check]\nskip = [\"skipped\"]\n"),
    ]);
    fs::create_dir(place.0.path().join("empty")).unwrap();
    for (folder, more) in [
        ("empty", ""),
        ("binary", "; 1 binary file skipped (--binary checks them)"),
        ("hidden", "; not read: 1 hidden (--hidden reads it)"),
        (
            "skipped",
            "; 1 file left out by configuration (--no-config checks them)",
        ),
    ] {
        let nothing = format!(
            "hexloupe: {folder}: contains no file to check; name files; a named file is always \
             checked"
        );
        let summary = format!(
            "hexloupe: 0 files, 0 bytes, 0 characters, 0 lines: nothing was checked{more}; trouble with 1 file"
        );
        for deny in ["", "--deny trojan-source "] {
            let line = format!("{deny}{folder}");
            place.prints(&line, 2, &[], &[&nothing, &summary]);
        }
        place.prints(&format!("-q {folder}"), 2, &[], &[&nothing]);
    }
    // What is named and left out by configuration is as it was asked for.
    let said = "hexloupe: 0 files, 0 bytes, 0 characters, 0 lines: nothing was checked; \
                1 file left out by configuration (--no-config checks them)";
    place.prints("skipped/a", 0, &[], &[said]);
    // What is there is checked, beside what is not.
    let (code, ..) = checked(&place, "empty hidden/.a");
    assert_eq!(code, 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_counted_below_a_directory_and_trouble_where_it_is_named() {
    let place = Place::with(&[("d/a", b"fine\n")]);
    let at = |name: &str| place.0.path().join(name);
    std::os::unix::fs::symlink("nowhere", at("d/dangling")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("d/socket")).unwrap();
    let (code, _, said) = checked(&place, "d");
    assert_eq!(code, 0);
    let left = "not read: 1 link, 1 pipe or device (named files are always read)";
    assert!(said.ends_with(left), "{said}");
    for name in ["d/dangling", "d/socket"] {
        let (code, ..) = checked(&place, name);
        assert_eq!(code, 2, "{name}");
    }
}

/// A word in UTF-16 has no NUL but that of its line end.
#[test]
fn a_short_text_in_units_of_two_bytes_is_told_where_binary_files_are_passed_over() {
    let text: Vec<u8> = "Здравствуйте\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let place = Place::with(&[("d/word.txt", &text), ("d/plain", b"fine\n")]);
    let done = place.check("d").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("word.txt: resembles UTF-16LE"), "{said}");
}
