//! `hexloupe find` as scripts run it: lines, records, counts, exit codes, and the messages about
//! patterns that it cannot read.
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::Stdio;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// Text with both line ends, both forms of a letter, and a fault.
const TEXT: &[u8] = b"one\r\n\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 caf\xC3\xA9\n\
    \xFF\xE2\x82\xAC cafe\xCC\x81 \x1B[31m\xE2\x80\xAE.";

/// The same greeting, with a byte order mark.
const UTF_16: &[u8] = b"\xFF\xFE\n\0\x1F\x04\x40\x04\x38\x04\x32\x04\x35\x04\x42\x04";

struct Samples(TempDir);

impl Samples {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in [
            ("text", TEXT),
            ("utf16", UTF_16),
            ("cp1251", b"\xCF\xF0\xE8\xE2\xE5\xF2"),
            ("empty", b""),
        ] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        Self(dir)
    }

    /// Runs `find` with arguments; `_` stands for a blank.
    fn run(&self, line: &str) -> Command {
        let words = line.split_whitespace();
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .arg("find")
            .args(words.map(|word| word.replace('_', " ")));
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS"] {
            command = command.env_remove(variable);
        }
        command
            .env("TERM", "xterm")
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }
}

#[track_caller]
fn check(line: &str, code: i32, rows: &[&str]) -> OutputAssert {
    let rows: String = rows.iter().flat_map(|row| [row, "\n"]).collect();
    let done = Samples::new().run(line).assert();
    done.code(code).stdout_eq(rows.raw())
}

/// Nothing found, code 1, and a line about the pattern as bytes.
#[track_caller]
fn unfound(line: &str, said: &str) {
    let done = check(line, 1, &[]);
    let told = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert_eq!(told, format!("hexloupe: {said}\n"));
}

/// `E9` is a text and a byte: who finds no such text is told how often the byte is there.
#[test]
fn a_text_that_may_be_bytes_is_counted_as_bytes() {
    unfound(
        "E2 text",
        "not found as text; as bytes: 2 matches, find 'x:E2'",
    );
    unfound(
        "FF_E2 text",
        "not found as text; as bytes: 1 match, find 'x:FF E2'",
    );
    unfound(
        "E2 text utf16",
        "not found as text; find 'x:E2' looks for it as bytes",
    );
    unfound("DD text", "not found, neither as text nor as bytes");
}

/// Nothing on standard output, one line on standard error, code 2.
#[track_caller]
fn trouble(line: &str, said: &str) {
    let done = check(line, 2, &[]);
    let told = crate::message::message(&done.get_output().stderr);
    assert_eq!(told, format!("hexloupe: {said}\n"));
}

#[test]
fn a_line_begins_as_editors_read_it() {
    let row = "text:2:1: 0x5: D0 9F D1 80 D0 B8 D0 B2 D0 B5 D1 82 Привет";
    check("Привет text", 0, &[row]).stderr_eq("".raw());
    check("t:Привет text", 0, &[row]);
    check("-i пРИВЕТ text", 0, &[row]);
    check("привет text", 1, &[]).stderr_eq("".raw());
}

#[test]
fn every_kind_of_pattern_is_found() {
    check(
        "x:8? text",
        0,
        &[
            "text:2:2: 0x8: 80 \u{FFFD}",
            "text:2:6: 0x10: 82 \u{FFFD}",
            "text:3:2: 0x1A: 82 \u{FFFD}",
            "text:3:8: 0x22: 81 \u{FFFD}",
            "text:3:15: 0x2A: 80 \u{FFFD}",
        ],
    );
    check("x:E2_8?_AC text", 0, &["text:3:2: 0x19: E2 82 AC €"]);
    check(
        "u:20AC,U+00E9 text",
        0,
        &["text:2:11: 0x15: C3 A9 é", "text:3:2: 0x19: E2 82 AC €"],
    );
    check("u:0400-041F text", 0, &["text:2:1: 0x5: D0 9F П"]);
    check("c:Sc text", 0, &["text:3:2: 0x19: E2 82 AC €"]);
    check("s:Cyrl text --max 1", 0, &["text:2:1: 0x5: D0 9F П"]);
    check(
        r"r:(?m)^\xFF. text",
        0,
        &["text:3:1: 0x18: FF E2 \u{FFFD}\u{FFFD}"],
    );
    check(
        "r:(?u)\\p{Cyrillic}+ text",
        0,
        &["text:2:1: 0x5: D0 9F D1 80 D0 B8 D0 B2 D0 B5 D1 82 Привет"],
    );
}

#[test]
fn what_would_disturb_a_terminal_does_not_reach_it() {
    check("x:1B text", 0, &["text:3:10: 0x24: 1B ␛"]);
    check("u:202E text", 0, &["text:3:15: 0x29: E2 80 AE <U+202E>"]);
}

#[test]
fn the_encoding_of_the_data_counts_and_others_do_when_asked() {
    let row = "utf16:2:1: 0x4: 1F 04 40 04 38 04 32 04 35 04 42 04 Привет";
    check("Привет utf16", 0, &[row]);
    // It is guessed, unless another is named.
    let guessed = ["cp1251:1:1: 0x0: CF F0 E8 E2 E5 F2 Привет"];
    check("Привет cp1251", 0, &guessed);
    check("-e windows-1251 Привет cp1251", 0, &guessed);
    check("-e koi8-r Привет cp1251", 1, &[]);
    check(
        "--all-encodings Привет cp1251 utf16 text",
        0,
        &[
            "cp1251:1:1: 0x0: CF F0 E8 E2 E5 F2 Привет [windows-1251 and 2 more]",
            &format!("{row} [utf-16le]"),
            "text:2:1: 0x5: D0 9F D1 80 D0 B8 D0 B2 D0 B5 D1 82 Привет [utf-8]",
        ],
    );
    check(
        "--all-encodings café text",
        0,
        &[
            "text:2:8: 0x12: 63 61 66 C3 A9 café [utf-8]",
            "text:3:4: 0x1D: 63 61 66 65 CC 81 cafe\u{301} [utf-8]",
        ],
    );
}

#[test]
fn records_are_for_programs() {
    check(
        "--format jsonl u:E9,20AC text",
        0,
        &[
            r#"{"type":"match","schema":1,"path":"text","offset":21,"length":2,"line":2,"column":11,"encoding":"utf-8","match":"c3a9"}"#,
            r#"{"type":"match","schema":1,"path":"text","offset":25,"length":3,"line":3,"column":2,"encoding":"utf-8","match":"e282ac"}"#,
        ],
    );
    check(
        "--format jsonl --all-encodings Прив cp1251",
        0,
        &[
            r#"{"type":"match","schema":1,"path":"cp1251","offset":0,"length":4,"line":1,"column":1,"encoding":"windows-1251","encodings":["windows-1251","kz1048","ptcp154"],"match":"cff0e8e2"}"#,
        ],
    );
    check(
        "--format jsonl -c e text empty",
        0,
        &[
            r#"{"type":"count","schema":1,"path":"text","count":2}"#,
            r#"{"type":"count","schema":1,"path":"empty","count":0}"#,
        ],
    );
}

#[test]
fn counts_and_silence() {
    check("-c e text", 0, &["2"]);
    check("-c e text empty", 0, &["text:2", "empty:0"]);
    check("-c e empty", 1, &["0"]);
    check("-c --max 1 e text", 0, &["1"]);
    check("-q e text missing", 0, &[]).stderr_eq("".raw());
    check("-q q text", 1, &[]);
}

#[test]
fn a_range_says_where_matches_begin() {
    check("-s 6 -n 12 caf text", 1, &[]);
    check("-s 6 -n 13 caf text", 0, &["text:2:8: 0x12: 63 61 66 caf"]);
    check("-s 0x13 caf text", 0, &["text:3:4: 0x1D: 63 61 66 caf"]);
    check("-s 5000 caf text", 1, &[])
        .stderr_eq("hexloupe: text: offset 5000 is past the end (45 bytes)\n".raw());
}

#[test]
fn with_several_files_the_others_are_still_done() {
    let row = "text:3:2: 0x19: E2 82 AC €";
    check("€ missing text", 2, &[row]).stderr_eq("hexloupe: missing: no such file\n".raw());
}

#[test]
fn colours_are_put_round_what_is_safe() {
    let row = "\u{1b}[0;1mtext\u{1b}[0m:3:2: \u{1b}[0m0x19\u{1b}[0m: \
               \u{1b}[0;36mE2 82 AC\u{1b}[0m \u{1b}[0;36m€\u{1b}[0m";
    check("--color always € text", 0, &[row]);
}

#[test]
fn patterns_that_cannot_be_read_are_pointed_at() {
    for (pattern, character, said) in [
        (
            "x:E2_8G",
            7,
            "'G' is not a hex digit; write 0 to 9, A to F, or ? for any",
        ),
        ("u:110000", 3, "Unicode ends at 10FFFF"),
        (
            "r:a(b",
            4,
            r"the group is not closed; add ), or write \( for the byte",
        ),
        (
            "r:a*",
            3,
            "also matches nothing at all; write + for *, or {1,9} for {0,9}",
        ),
    ] {
        let shown = pattern.replace('_', " ");
        let said = format!("pattern {shown:?}, character {character}: {said}");
        trouble(&format!("{pattern} text"), &said);
    }
    trouble(
        "s:Cyrilic text",
        "pattern \"s:Cyrilic\", character 3: no script \"Cyrilic\"; did you mean Cyrillic? \
         put t: before it to find it as text",
    );
    trouble(
        "-i x:41 text",
        "pattern \"x:41\", character 3: only text and r: can ignore case; leave out -i",
    );
    trouble(
        "--all-encodings x:41 text",
        "text: pattern \"x:41\", character 1: --all-encodings works only with text; leave it out",
    );
    trouble(
        "-e koi8-r a€ text",
        "text: pattern \"a€\", character 2: KOI8-R has no bytes for U+20AC; -e names another \
         encoding, --all-encodings searches all",
    );
}

#[test]
fn options_that_do_nothing_here_are_refused() {
    trouble("-w 8 a text", "find has no -w: it sets the rows of a dump");
    trouble("--at 8 a text", "find has no --at: -s starts a search");
    trouble(
        "-q -c a text",
        "the argument '--quiet' cannot be used with '--count'",
    );
    trouble(
        "--max 0 a text",
        "invalid value '0' for '--max <N>': it must be 1 or more",
    );
}

#[test]
fn standard_input_is_looked_in_and_shows_what_has_come() {
    let samples = Samples::new();
    let row = "-:3:2: 0x19: E2 82 AC €\n";
    for line in ["€", "€ -"] {
        let done = samples.run(line).stdin(TEXT.to_vec()).assert();
        done.success().stdout_eq(row.raw());
    }
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        // Without a name the encoding is chosen from the first 64 KiB.
        .args(["find", "-e", "utf-8", "abc"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(&[b"abc\n".as_slice(), &[b'.'; 64]].concat())
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = output.next().unwrap().unwrap();
    assert_eq!(first, "-:1:1: 0x0: 61 62 63 abc");
    input.write_all(b"ab").unwrap();
    input.write_all(b"c").unwrap();
    drop(input);
    let second = output.next().unwrap().unwrap();
    assert_eq!(second, "-:2:65: 0x44: 61 62 63 abc");
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_endless_input_ends_with_the_last_match_that_is_wanted() {
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args([
            "find",
            "--max",
            "2",
            "-c",
            "x:00_00".replace('_', " ").as_str(),
            "/dev/zero",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(output.next().unwrap().unwrap(), "2");
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_help_names_the_kinds_of_patterns() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/help-find.txt");
    let golden = snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text)).raw();
    let done = Samples::new().run("--help").assert().success();
    snapbox::Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .eq(done.get_output().stdout.clone().into_data(), golden);
}

#[test]
fn directories_are_walked_and_binary_files_left_out() {
    let samples = Samples::new();
    for (path, bytes) in [
        ("tree/b.txt", &b"cafe"[..]),
        ("tree/a/below.txt", b"a cafe"),
        ("tree/a/binary", b"\0\x01\x02cafe"),
        ("tree/.hidden", b"cafe"),
        ("tree/left-out", b"cafe"),
        ("tree/.gitignore", b"left-out"),
    ] {
        let path = samples.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let rows = "tree/a/below.txt:1:3: 0x2: 63 61 66 65 cafe\n\
                tree/b.txt:1:1: 0x0: 63 61 66 65 cafe\n";
    let done = samples.run("cafe tree").assert().code(0);
    let found = |rows: &str| rows.replace('/', std::path::MAIN_SEPARATOR_STR);
    done.stdout_eq(found(rows).raw()).stderr_eq(
        "hexloupe: 1 binary file skipped (--binary searches them); \
             not read: 2 hidden, 1 ignored (--hidden and --no-ignore read them)\n"
            .raw(),
    );
    let all =
        "tree/.gitignore:0\ntree/.hidden:1\ntree/a/below.txt:1\ntree/b.txt:1\ntree/left-out:1\n";
    let done = samples.run("-c --hidden --no-ignore cafe tree").assert();
    done.code(0)
        .stdout_eq(found(all).raw())
        .stderr_eq("hexloupe: 1 binary file skipped (--binary searches them)\n".raw());
    let counts = "tree/a/below.txt:1\ntree/a/binary:1\ntree/b.txt:1\n";
    let done = samples.run("-c --binary cafe tree").assert().code(0);
    done.stdout_eq(found(counts).raw()).stderr_eq(
        "hexloupe: not read: 2 hidden, 1 ignored (--hidden and --no-ignore read them)\n".raw(),
    );
}

#[test]
fn text_with_a_nul_is_looked_in_and_a_search_in_nothing_is_no_answer() {
    let samples = Samples::new();
    let dir = samples.0.path().join("some");
    fs::create_dir_all(dir.join("none")).unwrap();
    fs::write(dir.join("nul.c"), b"/*\0*/ cafe\n").unwrap();
    fs::write(dir.join("none/.hidden"), b"cafe\n").unwrap();
    let row = format!("some{}nul.c:1:7: ", std::path::MAIN_SEPARATOR);
    let done = samples.run("cafe some").assert().code(0);
    let out = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(out.starts_with(&row), "{out}");
    let said = "hexloupe: no file to search; name files, or --binary searches all\n\
                hexloupe: not read: 1 hidden (--hidden reads it)\n";
    samples
        .run("cafe some/none")
        .assert()
        .code(2)
        .stderr_eq(said.raw());
}
