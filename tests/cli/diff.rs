//! `hexloupe diff` as people and scripts run it: the real binary.
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::records::hold;

/// A folder with the files of a test.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    dir
}

fn command(dir: &Path, line: &str) -> Command {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir)
        .arg("diff")
        .args(line.split_whitespace());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
}

fn run(dir: &Path, line: &str) -> Output {
    command(dir, line).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code, standard output and standard error.
#[track_caller]
fn check(files: &[(&str, &[u8])], line: &str, code: i32, out: &str, err: &str) {
    let dir = folder(files);
    let done = run(dir.path(), line);
    assert_eq!(text(&done.stderr), err);
    assert_eq!(text(&done.stdout), out);
    assert_eq!(done.status.code(), Some(code));
}

/// The records of a comparison.
#[track_caller]
fn records(a: &[u8], b: &[u8], options: &str) -> Vec<Value> {
    let dir = folder(&[("a", a), ("b", b)]);
    let done = run(dir.path(), &format!("--format jsonl {options} a b"));
    let lines = text(&done.stdout);
    let records: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(done.status.code(), Some(i32::from(!records.is_empty())));
    records.iter().for_each(hold);
    records
}

/// What one file is made of: the equal parts of the other, and what the records say.
fn made(of: &[u8], records: &[Value], from: &str, to: &str) -> Vec<u8> {
    let bytes = |side: &Value| {
        let digits = side["hex"].as_str().unwrap().as_bytes();
        let byte = |two: &[u8]| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap();
        digits.chunks(2).map(byte).collect::<Vec<_>>()
    };
    let (mut at, mut made) = (0, Vec::new());
    for record in records {
        let place = record[from]["offset"].as_u64().unwrap() as usize;
        made.extend_from_slice(&of[at..place]);
        assert_eq!(record[to]["offset"].as_u64().unwrap() as usize, made.len());
        made.extend(bytes(&record[to]));
        at = place + record[from]["length"].as_u64().unwrap() as usize;
    }
    made.extend_from_slice(&of[at..]);
    made
}

const CAFE: (&[u8], &[u8]) = (b"caf\xC3\xA9 au lait\n", b"cafe au lait, please\n");

#[test]
fn runs_are_printed_with_the_bytes_of_both_sides() {
    let files = [("a.txt", CAFE.0), ("b.txt", CAFE.1)];
    let out = "\
--- a.txt
+++ b.txt
@@ changed at 0x00000003: 2 bytes to 1 byte
- 00000003  C3 A9                                            é
+ 00000003  65                                               e
@@ inserted at 0x0000000D: 8 bytes (in b.txt at 0x0000000C)
+ 0000000C  2C 20 70 6C 65 61 73 65                          , please
";
    let err = "hexloupe: a.txt and b.txt differ: 1 run changed (2 bytes to 1), 1 run inserted (8 bytes)\n";
    check(&files, "a.txt b.txt", 1, out, err);
    check(&files, "-q a.txt b.txt", 1, "", "");
    let first = out.split("@@ inserted").next().unwrap();
    let err = "hexloupe: a.txt and b.txt differ: 1 run changed (2 bytes to 1); there may be more\n";
    check(&files, "--max 1 a.txt b.txt", 1, first, err);
    assert!(
        crate::pages::all().contains(&format!("$ hexloupe diff a.txt b.txt\n{out}")),
        "the documents show it"
    );
}

#[test]
fn equal_files_are_said_to_be_equal() {
    let files: [(&str, &[u8]); 2] = [("a", b"same"), ("b", b"same")];
    check(&files, "a b", 0, "", "hexloupe: a and b are equal\n");
    check(&files, "-q a b", 0, "", "");
    let err = "hexloupe: a: both names lead to the same file, so they are equal\n";
    check(&files, "a a", 0, "", err);
    check(&files, "-q a a", 0, "", "");
    check(
        &[("a", b""), ("b", b"")],
        "a b",
        0,
        "",
        "hexloupe: a and b are equal\n",
    );
}

#[test]
fn trouble_is_one_line() {
    let files: [(&str, &[u8]); 1] = [("a", b"same")];
    check(&files, "a none", 2, "", "hexloupe: none: no such file\n");
    check(
        &files,
        "a .",
        2,
        "",
        "hexloupe: .: is a directory; name a file in it\n",
    );
    for line in [
        "a",
        "-s 3 a a",
        "--from auto a a",
        "--normalize nfc a a",
        "--encoding-a nope a a",
    ] {
        let dir = folder(&files);
        let done = run(dir.path(), line);
        assert_eq!(done.status.code(), Some(2), "{line}");
        let told = crate::message::message(&done.stderr);
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn what_comes_through_a_pipe_is_compared() {
    let dir = folder(&[("a", b"hello\n")]);
    let done = command(dir.path(), "- a")
        .stdin("hello\n")
        .output()
        .unwrap();
    assert_eq!(
        (done.status.code(), text(&done.stdout)),
        (Some(0), String::new())
    );
    let done = command(dir.path(), "a -")
        .stdin("hallo\n")
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(1));
    assert!(
        text(&done.stdout).contains("+ 00000001  61"),
        "{}",
        text(&done.stdout)
    );
}

#[test]
fn records_make_each_file_of_the_other() {
    let long: Vec<u8> = (0..700_000_u32)
        .map(|n| (n.wrapping_mul(n) >> 7) as u8)
        .collect();
    let inside = [&long[..1000], &vec![0xAB; 600_000], &long[1000..]].concat();
    let pairs: [(&[u8], &[u8]); 6] = [
        CAFE,
        (b"", b"abc"),
        (b"abcdef", b"abXdYf"),
        (b"\0\0\0\0", b"\0\0"),
        (&long, &inside),
        (&inside, &long[..5000]),
    ];
    for (a, b) in pairs {
        let records = records(a, b, "");
        assert!(made(a, &records, "a", "b") == b);
        assert!(made(b, &records, "b", "a") == a);
        for record in &records {
            let empty = ["a", "b"].map(|side| record[side]["length"] == 0);
            let kind = match empty {
                [true, _] => "inserted",
                [_, true] => "deleted",
                _ => "changed",
            };
            assert_eq!(record["kind"], kind);
        }
    }
}

#[test]
fn records_of_text_have_code_points() {
    let utf16: Vec<u8> = "\u{FEFF}na\u{EF}ve \u{1F600}\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let found = records("naïve 😀\n".as_bytes(), &utf16, "--as-text");
    assert!(found.is_empty());
    let found = records(
        b"nai\xFFve \xF0\x9F\x98\x81\n",
        &utf16,
        "--as-text -e utf-8 --encoding-b utf-16le",
    );
    let expected = json!([
        {
            "type": "difference",
            "schema": 1,
            "kind": "changed",
            "a": { "offset": 2, "length": 2, "code_points": ["U+0069"],
                   "ill_formed": [{ "offset": 3, "hex": "ff" }] },
            "b": { "offset": 6, "length": 2, "code_points": ["U+00EF"] }
        },
        {
            "type": "difference",
            "schema": 1,
            "kind": "changed",
            "a": { "offset": 7, "length": 4, "code_points": ["U+1F601"] },
            "b": { "offset": 14, "length": 4, "code_points": ["U+1F600"] }
        }
    ]);
    assert_eq!(Value::from(found), expected);
    // A difference in the state of an encoding: the bytes are letters only after the escape.
    let a = b"\x1B$B$\"$$\x1B(Bx";
    let b = b"\x1B$B$\"$&\x1B(Bx";
    let found = records(a, b, "--as-text -e iso-2022-jp");
    let side = json!({ "offset": 5, "length": 2, "code_points": ["U+3044"] });
    assert_eq!(found[0]["a"], side);
}

#[test]
fn one_text_in_two_encodings_is_equal_and_its_marks_are_told() {
    let utf16: Vec<u8> = "\u{FEFF}Привет\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let files = [("a", "Привет\n".as_bytes()), ("b", &utf16[..])];
    let err = "hexloupe: a and b are equal as text; only b begins with a byte order mark\n";
    check(&files, "--as-text a b", 0, "", err);
    let files = [
        ("a", "café\r\n".as_bytes()),
        ("b", "cafe\u{301}\n".as_bytes()),
    ];
    check(&files, "--as-text -q a b", 1, "", "");
    check(&files, "--as-text -q --normalize nfc a b", 1, "", "");
    let line = "--as-text -q --normalize nfd --ignore-line-ends a b";
    check(&files, line, 0, "", "");
}

#[test]
fn texts_are_shown_as_numbers_and_characters() {
    let files = [("a", "Вася\n".as_bytes()), ("b", "Петя\n".as_bytes())];
    let out = "\
--- a (utf-8)
+++ b (utf-8)
@@ changed at 0x00000000: 6 bytes
- 00000000  U+0412 U+0430 U+0441                                     Вас
+ 00000000  U+041F U+0435 U+0442                                     Пет
";
    let err = "hexloupe: a and b differ as text: 1 run changed (6 bytes)\n";
    check(&files, "--as-text a b", 1, out, err);
}

#[test]
fn nothing_of_a_file_reaches_the_terminal_raw() {
    let files: [(&str, &[u8]); 2] = [("a", b"\x1B[2J\x07\x9B"), ("b", b"<script>&")];
    let dir = folder(&files);
    for line in [
        "a b",
        "--as-text a b",
        "--ascii a b",
        "--format html a b",
        "--format jsonl a b",
    ] {
        let done = run(dir.path(), line);
        let out = text(&done.stdout);
        assert!(!out.contains(['\x1B', '\x07', '\u{9B}']), "{out}");
    }
    let page = text(&run(dir.path(), "--format html a b").stdout);
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"),
        "{page}"
    );
    assert!(!page.contains("<script>"), "{page}");
    assert!(page.contains("@@ changed at 0x00000000"), "{page}");
    let colour = text(&run(dir.path(), "--color always a b").stdout);
    assert!(colour.contains("\x1B[0;1;31m"), "{colour:?}");
}

#[test]
fn of_a_long_run_the_first_rows_are_shown() {
    let long = vec![b'x'; 1000];
    let dir = folder(&[("a", b""), ("b", &long)]);
    let out = text(&run(dir.path(), "a b").stdout);
    assert_eq!(out.lines().count(), 2 + 1 + 16 + 1, "{out}");
    assert!(out.ends_with("+ 744 bytes more\n"), "{out}");
}

// Elsewhere such a file may take its room on the disk.
#[cfg(target_os = "linux")]
#[test]
fn holes_of_sparse_files_are_not_read() {
    let dir = folder(&[("a", b""), ("b", b"")]);
    for (name, len) in [("a", 1 << 40), ("b", (1 << 40) + 3)] {
        let file = std::fs::File::create(dir.path().join(name)).unwrap();
        file.set_len(len).unwrap();
    }
    let done = run(dir.path(), "a b");
    assert_eq!(done.status.code(), Some(1));
    let out = text(&done.stdout);
    assert!(
        out.contains("@@ inserted at 0x10000000000: 3 bytes\n"),
        "{out}"
    );
}
