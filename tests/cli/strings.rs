//! `hexloupe strings` as scripts run it: lines, records, options, exit codes, and what it refuses.

use std::fs;

use super::undump::Samples;

/// A binary with texts in four encodings, each between NULs.
fn binary() -> Vec<u8> {
    let utf_16: Vec<u8> = "Привет, как дела?"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    // "Ошибка чтения файла" in windows-1251.
    let cp1251 = b"\xCE\xF8\xE8\xE1\xEA\xE0 \xF7\xF2\xE5\xED\xE8\xFF \xF4\xE0\xE9\xEB\xE0";
    let parts: [&[u8]; 9] = [
        b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
        b"no such file or directory\0\0\0\0\0\0\0",
        &utf_16,
        b"\0\0\0\0\x01\x02\x03\x04",
        cp1251,
        b"\0\0\0\0",
        "Größe überschritten".as_bytes(),
        b"\0\0\0\0",
        b"%$#!\0",
    ];
    parts.concat()
}

const LINES: &str = "
      10  utf-8         no such file or directory
      30  utf-16le      Привет, как дела?
      5A  windows-1251  Ошибка чтения файла
      71  utf-8         Größe überschritten
";

/// What a command line prints, its lines sorted by offset.
fn lines(samples: &Samples, line: &str) -> Vec<String> {
    let done = samples.run(line).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn texts_of_all_encodings_are_found_in_one_file() {
    let samples = Samples::new();
    samples.put("a.bin", binary());
    let mut expected: Vec<&str> = LINES.lines().filter(|line| !line.is_empty()).collect();
    expected.push("      8B  utf-8         %$#!");
    expected.sort_unstable();
    assert_eq!(lines(&samples, "strings a.bin"), expected);
    // A pipe gives the same.
    let piped = samples.run("strings").stdin(binary()).output().unwrap();
    let named = samples.run("strings a.bin").output().unwrap();
    assert_eq!(piped.stdout, named.stdout);
    assert_eq!(
        (piped.status.code(), named.status.code()),
        (Some(0), Some(0))
    );
    // What is no text of a language is last; in the order of offsets, too.
    let ordered = samples
        .run("strings --order offset a.bin")
        .output()
        .unwrap();
    assert!(ordered.stdout.ends_with(b"%$#!\n"));
    assert!(named.stdout.ends_with(b"%$#!\n"));
}

#[test]
fn options_are_those_of_the_command_of_unix() {
    let samples = Samples::new();
    samples.put("a.bin", binary());
    let only = |line: &str| lines(&samples, line);
    assert_eq!(
        only("strings -n 20 a.bin"),
        ["      10  utf-8         no such file or directory"]
    );
    assert_eq!(
        only("strings -e l a.bin"),
        ["      30  utf-16le      Привет, как дела?"]
    );
    assert_eq!(
        only("strings -e l -t d a.bin"),
        ["      48  utf-16le      Привет, как дела?"]
    );
    assert_eq!(
        only("strings -e l -t o a.bin"),
        ["      60  utf-16le      Привет, как дела?"]
    );
    assert_eq!(only("strings -e windows-1251 a.bin").len(), 1);
    assert_eq!(only("strings --max 1 --order offset a.bin").len(), 1);
    assert_eq!(only("strings -s 0x30 --length 40 a.bin").len(), 1);
    samples.check("strings -n 30 a.bin", b"", "", 1);
}

#[test]
fn records_name_the_language_and_the_evidence() {
    let samples = Samples::new();
    samples.put("a.bin", binary());
    let done = samples
        .run("strings --format jsonl -e windows-1251 a.bin")
        .output()
        .unwrap();
    let record: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(record["offset"], 0x5A);
    assert_eq!(record["length"], 19);
    assert_eq!(record["encoding"], "windows-1251");
    assert_eq!(record["language"], "Russian");
    assert_eq!(record["text"], "Ошибка чтения файла");
    assert!(record["bits"].as_f64().unwrap() > 40.0);
    assert_eq!(record["others"], serde_json::json!([]));
}

#[test]
fn a_name_stands_before_the_texts_of_several_files() {
    let samples = Samples::new();
    fs::create_dir(samples.0.path().join("d")).unwrap();
    samples.put("d/a", b"\0hello there\0");
    samples.put("d/b", b"\0hello again\0");
    let expected = [
        "d/a:        1  utf-8         hello there",
        "d/b:        1  utf-8         hello again",
    ];
    let shown = lines(&samples, "strings d");
    let shown: Vec<String> = shown.iter().map(|line| line.replace('\\', "/")).collect();
    assert_eq!(shown, expected);
}

#[test]
fn what_cannot_be_searched_is_said_in_one_line() {
    let samples = Samples::new();
    samples.put("a", b"\0hello there\0");
    let said = "hexloupe: missing: file not found\n";
    let done = samples.run("strings missing a").output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&done.stderr).starts_with("hexloupe: missing"),
        "{said}"
    );
    assert_eq!(done.stdout, b"a:        1  utf-8         hello there\n");
    for line in [
        "strings -e utf-7 a",
        "strings -e nothing a",
        "strings --language xx a",
        "strings -n 0 a",
    ] {
        let done = samples.run(line).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{line}");
        assert!(done.stdout.is_empty(), "{line}");
    }
    samples.put("empty", b"");
    samples.check("strings empty", b"", "", 1);
}

/// A control of a terminal in a text, a bidi control, a name: nothing is obeyed.
#[test]
fn nothing_reaches_the_terminal_raw() {
    let samples = Samples::new();
    samples.put(
        "a",
        "\0hello \u{202E}there\u{9B}31m my friends\0".as_bytes(),
    );
    let done = samples.run("strings a").output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(!text.contains(['\u{202E}', '\u{9B}', '\x1B']), "{text:?}");
}
