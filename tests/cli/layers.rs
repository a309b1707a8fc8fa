//! `find --layers` and `check --layers`: text inside what holds it, with its places in the file.
//!
//! Judged by mails and documents that Python's `email`, `json` and `urllib` read the same.
use std::fs;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};

/// A mail with a body in KOI8-R and an attachment in JSON, which holds a URL.
const MAIL: &[u8] = b"From: a@example.org\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\n\
    Content-Type: multipart/mixed; boundary=b1\r\n\r\n\
    --b1\r\nContent-Type: text/plain; charset=koi8-r\r\n\
    Content-Transfer-Encoding: quoted-printable\r\n\r\n\
    =F0=D2=C9=\r\n=D7=C5=D4\r\n\
    --b1\r\nContent-Type: application/json\r\nContent-Transfer-Encoding: base64\r\n\r\n\
    eyJ1IjogImh0dHBzOlwvXC9leGFtcGxl\r\nLm9yZ1wvP3E9JUQwJUJGIn0=\r\n--b1--\r\n";

fn run(arguments: &str, file: &[u8]) -> OutputAssert {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), file).unwrap();
    Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(arguments.split_whitespace())
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .env("NO_COLOR", "1")
        .assert()
}

#[track_caller]
fn check(arguments: &str, file: &[u8], code: i32, rows: &[&str]) -> OutputAssert {
    let rows: String = rows.iter().flat_map(|row| [row, "\n"]).collect();
    run(arguments, file).code(code).stdout_eq(rows.raw())
}

#[test]
fn what_is_inside_is_found_at_its_place_in_the_file() {
    check("find Привет file", MAIL, 1, &[]);
    let row = "file:9:1: 0xC8: F0 D2 C9 D7 C5 D4 Привет in quoted-printable";
    check("find --layers Привет file", MAIL, 0, &[row]);
    let row = "file:2:20: 0x28: 47 72 C3 BC C3 9F 65 Grüße in encoded words in a mail header";
    check("find --layers Grüße file", MAIL, 0, &[row]);
    let row = "file:16:13: 0x158: D0 BF п in percent signs in a JSON string in base64";
    check("find --layers п file", MAIL, 0, &[row]);
    check("find --layers --count example file", MAIL, 0, &["2"]);
    // What stands in the file as it is, is told once.
    let card = "BEGIN:VCARD\nFN:Grü\n ße\n".as_bytes();
    check(
        "find --layers FN file",
        card,
        0,
        &["file:2:1: 0xC: 46 4E FN"],
    );
    let row = "file:2:4: 0xF: 47 72 C3 BC C3 9F 65 Grüße in folded lines";
    check("find --layers Grüße file", card, 0, &[row]);
}

/// The offsets and lengths of what is found inside.
fn spans(pattern: &str, file: &str) -> Vec<(u64, u64)> {
    let told = run(
        &format!("find --layers --format jsonl {pattern} file"),
        file.as_bytes(),
    );
    let text = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    let records = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record"));
    let inside = records.filter(|record: &serde_json::Value| !record["layer"].is_null());
    let number = |record: &serde_json::Value, field| record[field].as_u64().expect("a number");
    inside
        .map(|record| (number(&record, "offset"), number(&record, "length")))
        .collect()
}

#[test]
fn a_place_is_that_of_the_escapes_and_of_nothing_beside_them() {
    for (file, expected) in [
        ("char*s=\"\\xd0\\x9f\\xd1\\x80\";\n", (8, 16)),
        ("\"\\320\\237\\321\\200x\"\n", (1, 16)),
        ("\"a \\xd0\\x9f\\xd1\\x80 b\"\n", (3, 16)),
        ("{\"a\": \"x\\u041f\\u0440\"}\n", (8, 12)),
        ("{\"a\": \"x \\u041f\\u0440 y\"}\n", (9, 12)),
        ("a=%D0%9F%D1%80&b\n", (2, 12)),
    ] {
        assert_eq!(spans("\u{41F}\u{440}", file), [expected], "{file}");
    }
    let head = "From: a@b\nContent-Type: text/plain; charset=utf-8\n\
                Content-Transfer-Encoding: quoted-printable\n\n";
    let len = head.len() as u64;
    for (body, at, length) in [
        ("ab =D0=9F=D1=80\n", 3, 12),
        ("=D0=9F=D1=80 x\n", 0, 12),
        ("some text=\n=D0=9F=D1=80\n", 11, 12),
        ("some text=\r\n=D0=9F=D1=80\r\n", 12, 12),
        ("some text =  \n=D0=9F=\n=D1=80\n", 14, 14),
    ] {
        let file = format!("{head}{body}");
        assert_eq!(
            spans("\u{41F}\u{440}", &file),
            [(len + at, length)],
            "{body:?}"
        );
    }
}

#[test]
fn the_outcome_of_a_file_counts_what_is_inside() {
    let told = run("check --layers --format junit file", b"GET /%D0%FF\n");
    let text = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert!(text.contains("tests=\"1\" failures=\"1\""), "{text}");
    assert!(text.contains("2 findings"), "{text}");
    for (file, faults, code) in [
        (&b"GET /%D0%FF\n"[..], 2, 1),
        (b"GET /%D0%BF\n", 0, 0),
        (b"\xFF %FF\n", 2, 1),
    ] {
        let told = run("check --layers --format jsonl file", file).code(code);
        let text = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
        let records: Vec<serde_json::Value> = { text.lines() }
            .map(|line| serde_json::from_str(line).expect("a record"))
            .collect();
        let last = records.last().expect("a record of the file");
        let counts = last["faults"].as_object().expect("counts");
        let sum: u64 = counts.values().filter_map(serde_json::Value::as_u64).sum();
        assert_eq!(
            (sum, last["well_formed"].as_bool()),
            (faults, Some(faults == 0)),
            "{text}"
        );
        assert_eq!(records.len() as u64, faults + 1, "{text}");
    }
    // Two files: the findings of one stand together.
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a"), b"%FF\n").unwrap();
    fs::write(dir.path().join("b"), b"\xFF\n").unwrap();
    let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(["check", "--layers", "--format", "jsonl", "."])
        .env("HEXLOUPE_CONFIG", "")
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    let names: Vec<bool> = text.lines().map(|line| line.contains("a\",")).collect();
    assert_eq!(names, [true, true, false, false], "{text}");
}

#[test]
fn records_have_the_coats() {
    let told = run("find --layers --format jsonl п file", MAIL);
    let told = told.success().get_output().stdout.clone();
    let record: serde_json::Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(
        record["layer"],
        serde_json::json!(["base64", "json", "percent"])
    );
    let (offset, length) = (&record["offset"], &record["length"]);
    let range = offset.as_u64().unwrap() as usize..;
    let own = &MAIL[range][..length.as_u64().unwrap() as usize];
    // Eight digits of base64 hold "%D0%BF".
    assert_eq!(own, b"JUQwJUJG");
}

#[test]
fn faults_inside_are_told_where_they_are() {
    let mail = b"From: a@b.c\r\nContent-Type: text/plain; charset=utf-8\r\n\
        Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe\r\nCaf=E9 noir\r\n";
    check("check -q file", mail, 0, &[]);
    let row = "file:6:4: character cut short at 0x79: E9 in quoted-printable [utf8-cut-short]";
    check("check --layers file", mail, 1, &[row]);
    assert_eq!(&mail[0x79..0x7C], b"=E9");
    let json = br#"{"ok": "\u041f", "lone": "\ud83d"}"#;
    let row = "file:1:27: surrogate in UTF-8 at 0x1A: ED in a JSON string [utf8-surrogate]";
    check("check --layers file", json, 1, &[row]);
    check("check --layers file", MAIL, 0, &[]);
    // A fold that cuts a character is a fault of the file, and none of the text.
    let card = b"BEGIN:VCARD\r\nFN:Gr\xC3\r\n \xBC\r\n";
    let told = run("check --layers file", card)
        .code(1)
        .get_output()
        .stdout
        .clone();
    let told = String::from_utf8(told).unwrap();
    assert!(!told.contains("folded lines"), "{told}");
}

/// Python's `json` reads three characters, and two of them are surrogates.
#[test]
fn a_lone_surrogate_in_json_is_one_finding() {
    let json = br#"{"a": "\ud83d\udc4d \udc4d\ud83dx"}"#;
    let rows = [
        "file:1:21: surrogate in UTF-8 at 0x14: ED in a JSON string [utf8-surrogate]",
        "file:1:27: surrogate in UTF-8 at 0x1A: ED in a JSON string [utf8-surrogate]",
    ];
    check("check --layers file", json, 1, &rows);
    let told = run("check --layers --format jsonl file", json).code(1);
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    let records = || {
        told.lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
    };
    let file = records().find(|record| record["type"] == "file").unwrap();
    assert_eq!(
        file["faults"],
        serde_json::json!({"utf8-surrogate": 2}),
        "{told}"
    );
    let found = records().filter(|record| record["type"] == "finding");
    let lens: Vec<_> = found.map(|record| record["length"].as_u64()).collect();
    assert_eq!(lens, [Some(6), Some(6)], "{told}");
}

/// Python's `email` reads words of any length.
#[test]
fn a_word_of_a_head_may_be_long() {
    let mut mail = b"Subject: =?koi8-r?Q?".to_vec();
    for _ in 0..1000 {
        mail.extend_from_slice(b"=F0_");
    }
    mail.extend_from_slice(b"=F3?=\r\n\r\nx\r\n");
    let row = "file:1:4021: 0xFB4: F3 С in encoded words in a mail header";
    check("find --layers С file", &mail, 0, &[row]);
}

#[test]
fn a_declared_encoding_that_the_text_contradicts_is_a_notice() {
    let lie = b"Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2,_=EA=E0=EA_=E4=E5=EB=E0?=\r\n\r\nx\r\n";
    check("check --layers file", lie, 0, &[]);
    let told = run("check --layers --deny declared-otherwise file", lie).code(1);
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(
        told.ends_with("in encoded words in a mail header [declared-otherwise]\n"),
        "{told}"
    );
}

/// The exit code of a check, and what it says on standard error.
fn said(arguments: &str, file: &[u8]) -> (Option<i32>, String) {
    let done = run(arguments, file);
    let output = done.get_output();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code(), said)
}

#[test]
fn what_was_not_looked_at_is_trouble() {
    // A digit is damaged in the second group.
    let damaged = b"Subject: =?utf-8?B?SGVsbG8gd2*ybGQ=?=\r\n\r\nx\r\n";
    for command in ["check --layers file", "find --layers nothing file"] {
        let (code, told) = said(command, damaged);
        assert_eq!(code, Some(2), "{command}: {told}");
        assert!(
            told.contains("encoded words in a mail header at 0x9:"),
            "{told}"
        );
    }
    let (code, told) = said("check --layers -", b"");
    assert_eq!(code, Some(2), "{told}");
    assert!(
        told.contains("name one instead of standard input"),
        "{told}"
    );
}

#[test]
fn a_file_with_findings_inside_and_outside_counts_once() {
    let both = b"\xFF %FF\n";
    let (code, told) = said("check --layers file", both);
    assert_eq!(code, Some(1));
    assert!(told.contains("1 file, "), "{told}");
    assert!(told.contains("2 faults"), "{told}");
    let many = b"%FF %FE %FF %FE %FF\n".repeat(100);
    let done = run("check --layers --max 7 file", &many);
    let lines = done
        .get_output()
        .stdout
        .split(|byte| *byte == b'\n')
        .count();
    assert_eq!(lines, 8);
}

/// Many faults in many layers of one line, and of many lines.
#[test]
fn lines_and_columns_are_those_of_the_file() {
    for between in [" ", "\n", "\r\n", "é", "é\n"] {
        let text = format!("%FF{between}").repeat(300);
        let done = run("check --layers file", text.as_bytes()).code(1);
        let told = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        let (mut line, mut column, mut rows) = (1, 1, told.lines());
        for word in text
            .split_inclusive("%FF")
            .filter(|word| word.ends_with("%FF"))
        {
            for c in word.trim_end_matches("%FF").chars() {
                match c {
                    '\n' => (line, column) = (line + 1, 1),
                    '\r' => {}
                    _ => column += 1,
                }
            }
            let row = rows.next().unwrap();
            assert!(
                row.starts_with(&format!("file:{line}:{column}: ")),
                "{row} {line}:{column}"
            );
            column += 3;
        }
        assert_eq!(rows.next(), None, "{between:?}");
    }
}

#[test]
fn files_with_their_layers_share_the_guesses_of_one_check() {
    // "Съешь ещё этих мягких французских булок" in windows-1251.
    let russian = b"\xD1\xFA\xE5\xF8\xFC \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 \
        \xF4\xF0\xE0\xED\xF6\xF3\xE7\xF1\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA\n";
    let files = " file".repeat(12);
    for layers in ["", "--layers"] {
        let (_, told) = said(&format!("check {layers} {files}"), russian);
        let guesses = told.lines().filter(|line| line.contains("windows-1251"));
        assert_eq!(guesses.count(), 8, "{told}");
        assert!(told.contains("4 more"), "{told}");
    }
}
