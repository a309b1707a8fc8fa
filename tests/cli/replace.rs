//! `hexloupe replace`: what a file has afterwards, byte by byte, and when nothing is written.

use std::fs;

use super::undump::Samples;

/// "Привет, мир" and a second line, in windows-1251, with CR LF.
const RUSSIAN: &[u8] = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xDD\xF2\xEE \xEF\xE8\xF1\xFC\xEC\xEE.\r\n\xC2\xF2\xEE\xF0\xE0\xFF \xF1\xF2\xF0\xEE\xEA\xE0 \xEF\xE8\xF1\xFC\xEC\xE0.\r\n";

/// Runs `replace` with some arguments, on the file `a`; returns its bytes after that, the message, and the
/// exit code.
fn replaced(bytes: &[u8], args: &[&str]) -> (Vec<u8>, String, Option<i32>) {
    let samples = Samples::new();
    samples.put("a", bytes);
    let done = samples.run("replace").args(args).arg("a").output().unwrap();
    let after = fs::read(samples.0.path().join("a")).unwrap();
    (
        after,
        crate::message::message(&done.stderr),
        done.status.code(),
    )
}

#[track_caller]
fn check(bytes: &[u8], args: &[&str], expected: &[u8], said: &str) {
    let (after, told, code) = replaced(bytes, args);
    assert_eq!(
        after.escape_ascii().to_string(),
        expected.escape_ascii().to_string()
    );
    assert_eq!((told, code), (format!("hexloupe: a: {said}\n"), Some(0)));
}

/// Nothing is written.
#[track_caller]
fn refused(bytes: &[u8], args: &[&str], code: i32, said: &str) {
    let (after, told, found) = replaced(bytes, args);
    assert!(after == bytes, "{args:?}");
    assert_eq!(
        (told, found),
        (format!("hexloupe: a: {said}\n"), Some(code))
    );
}

#[test]
fn a_file_keeps_its_encoding_mark_and_line_ends() {
    let end = RUSSIAN.len() - b"\xEF\xE8\xF1\xFC\xEC\xE0.\r\n".len();
    let expected = [&RUSSIAN[..end], b"\xF1\xE2\xE5\xF2\xE0.\r\n\x97\r\n"].concat();
    check(
        RUSSIAN,
        &["письма.", "света.\n—"],
        &expected,
        "1 match replaced, line 2 (windows-1251)",
    );
    let utf_16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    check(
        &utf_16("\u{FEFF}a 😀\r\nb\r\n"),
        &["-r", "(.) 😀$", "😀 $1é"],
        &utf_16("\u{FEFF}😀 aé\r\nb\r\n"),
        "1 match replaced, line 1 (UTF-16BE)",
    );
    check(
        b"x=1\n",
        &["1", "é"],
        b"x=\xC3\xA9\n",
        "1 match replaced, line 1 (UTF-8)",
    );
}

#[test]
fn bytes_that_are_no_text_stay() {
    check(
        b"user Jos\xE9\nuser J\xC3\xB6rg\nuser Anna\n",
        &["user", "name"],
        b"name Jos\xE9\nname J\xC3\xB6rg\nname Anna\n",
        "3 matches replaced, lines 1, 2, 3 (UTF-8)",
    );
}

#[test]
fn what_cannot_be_written_or_is_not_certain_is_refused() {
    refused(
        RUSSIAN,
        &["мир", "Ω"],
        2,
        "windows-1251 has no bytes for U+03A9 Ω; nothing written; hexloupe recode converts the file first",
    );
    refused(
        b"Montr\xE9al\nx\n",
        &["é", "è"],
        2,
        "may be windows-1252 or x-mac-ce, and the new bytes depend on that; nothing written; -e names the encoding",
    );
    // A reading that nobody would take, such as HZ with a byte beyond ASCII, is no doubt.
    let log = [
        b"10:42 request user=anna\n".repeat(200),
        b"10:43 failed user=Jos\xE9 retry\n".to_vec(),
    ];
    let (after, _, code) = replaced(&log.concat(), &["a", "o"]);
    assert_eq!(code, Some(0));
    assert!(after.ends_with(b"10:43 foiled user=Jos\xE9 retry\n"));
    // Where it does not matter, it is written.
    let (after, _, code) = replaced(b"Montr\xE9al\nx\n", &["x", "y"]);
    assert_eq!((&after[..], code), (&b"Montr\xE9al\ny\n"[..], Some(0)));
    let elf = [b"\x7FELF\x02\x01\x01\0\0\0".as_slice(), &[0; 200]].concat();
    refused(
        &elf,
        &["E", "e"],
        2,
        "is binary; nothing written; -e names the encoding of a text",
    );
}

#[test]
fn one_match_may_be_demanded_and_lines_chosen() {
    let text = b"x = 1\ny = 1\nx = 1\n";
    refused(
        text,
        &["--once", "x = 1", "x = 2"],
        1,
        "found 2 times, lines 1, 3; nothing written; --once needs exactly one; --lines chooses lines",
    );
    check(
        text,
        &["--once", "--lines", "2-", "x = 1", ""],
        b"x = 1\ny = 1\n\n",
        "1 match replaced, line 3 (UTF-8)",
    );
    refused(text, &["z", "y"], 1, "not found (UTF-8)");
    check(
        text,
        &["-i", "X", "X"],
        b"X = 1\ny = 1\nX = 1\n",
        "2 matches replaced, lines 1, 3 (UTF-8)",
    );
}

#[test]
fn changes_are_shown_and_not_written() {
    let samples = Samples::new();
    samples.put("a", RUSSIAN);
    let done = samples
        .run("replace --diff письма. света.")
        .arg("a")
        .output()
        .unwrap();
    let shown = "--- a (windows-1251)\n+++ a (windows-1251)\n@@ -2 +2 @@\n-Вторая строка письма.\n+Вторая строка света.\n";
    assert_eq!(String::from_utf8(done.stdout).unwrap(), shown);
    assert_eq!((done.status.code(), &done.stderr[..]), (Some(0), &b""[..]));
    assert!(fs::read(samples.0.path().join("a")).unwrap() == RUSSIAN);
}

#[test]
fn standard_input_is_edited_to_standard_output() {
    let samples = Samples::new();
    let edited = |line: &str| {
        let done = samples.run(line).stdin(RUSSIAN).output().unwrap();
        (done.stdout, done.status.code())
    };
    let expected = RUSSIAN.to_vec();
    assert_eq!(
        edited("replace ничего нечего -"),
        (expected.clone(), Some(1))
    );
    let (after, code) = edited("replace Привет Здорово -");
    let expected = [b"\xC7\xE4\xEE\xF0\xEE\xE2\xEE", &expected[6..]].concat();
    assert_eq!((after, code), (expected, Some(0)));
}

#[test]
fn the_old_file_may_stay_beside_it() {
    let samples = Samples::new();
    samples.put("a", "x\n");
    let done = samples.run("replace --backup=.old x y a").output().unwrap();
    assert_eq!(done.status.code(), Some(0));
    let read = |name: &str| fs::read(samples.0.path().join(name)).unwrap();
    assert_eq!(
        (&read("a")[..], &read("a.old")[..]),
        (&b"y\n"[..], &b"x\n"[..])
    );
    let trouble = samples.run("replace x y missing").output().unwrap();
    assert_eq!(trouble.status.code(), Some(2));
    let wrong = samples.run("replace -r ( y a").output().unwrap();
    let told = crate::message::message(&wrong.stderr);
    assert_eq!(
        (told.as_str(), wrong.status.code()),
        ("hexloupe: OLD: unclosed group\n", Some(2))
    );
}

#[test]
fn the_encoding_that_the_tree_declares_is_that_of_the_edit() {
    let samples = Samples::new();
    let folder = samples.0.path();
    fs::create_dir(folder.join(".git")).unwrap();
    let attributes = "*.rc working-tree-encoding=koi8-r\n*.utf8 working-tree-encoding=koi8-r\n";
    samples.put(".gitattributes", attributes.as_bytes());
    samples.put("a.rc", b"x=1\n");
    samples.put("a.utf8", "é=1\n".as_bytes());
    let replace = |args: &[&str]| {
        let done = samples.run("replace").args(args).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    // "ж" is D6 in KOI8-R.
    replace(&["1", "ж", "a.rc"]);
    assert_eq!(fs::read(folder.join("a.rc")).unwrap(), b"x=\xD6\n");
    // The bytes contradict what is declared.
    replace(&["1", "ж", "a.utf8"]);
    assert_eq!(fs::read(folder.join("a.utf8")).unwrap(), "é=ж\n".as_bytes());
    samples.put("a.rc", b"x=1\n");
    replace(&["--no-config", "1", "ж", "a.rc"]);
    assert_eq!(fs::read(folder.join("a.rc")).unwrap(), "x=ж\n".as_bytes());
}

#[cfg(unix)]
#[test]
fn edits_at_the_same_time_are_made_one_after_the_other() {
    const EDITS: usize = 12;
    let samples = Samples::new();
    let lines: Vec<String> = (0..EDITS).map(|n| format!("straße{n};\n")).collect();
    let text = lines.concat();
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(&text);
    samples.put("a", &bytes);
    let folder = samples.0.path();
    let edits = (0..EDITS).map(|n| {
        std::process::Command::new(env!("CARGO_BIN_EXE_hexloupe"))
            .current_dir(folder)
            .env("HEXLOUPE_CONFIG", "")
            .args(["replace", "-e", "windows-1252", "--once"])
            .args([format!("straße{n};"), format!("größer{n};"), "a".to_owned()])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    });
    for edit in edits.collect::<Vec<_>>() {
        let done = edit.wait_with_output().unwrap();
        assert!(done.status.success(), "{done:?}");
    }
    let expected = text.replace("straße", "größer");
    let (expected, ..) = encoding_rs::WINDOWS_1252.encode(&expected);
    assert_eq!(fs::read(folder.join("a")).unwrap(), &*expected);
}
