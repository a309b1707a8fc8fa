//! `table:FILE` as scripts use it: the real binary reads the table of an encoding from a file.
//!
//! What is expected is written down, or comes back as it was. Invariant: every command that takes
//! the name of an encoding takes a table.
use std::fs;
use std::path::Path;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// A table of a game, in which an entry of two bytes begins like one of one byte.
const GAME: &str = "00= \n41=A\n42=B\n80=the\n81=th\n8140=あ\n8141=い\n*FE\n/FF\n";

/// Python: `bytes(range(128, 136)).decode('cp437')`
const DOS: &str = "0x41\t0x0041\n0x0a\t0x000a\n0x80\t0x00c7\n0x81\t0x00fc\n0x82\t0x00e9\n\
    0x83\t0x00e2\n0x84\t0x00e4\n0x85\t0x00e0\n0x86\t0x00e5\n0x87\t#UNDEFINED\n";

/// The files that the commands find where they run.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("game.tbl", GAME.as_bytes()),
        ("dos.txt", DOS.as_bytes()),
        ("wrong.txt", b"0x80\t0x20AC\n0x81 euro\n"),
        ("script", b"A\x81\x40\x81\xFE\x41\x42\xFF\x90"),
        ("old", b"A\x80\x82\n\x86\n"),
    ] {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    dir
}

fn run(dir: &Path, line: &str) -> OutputAssert {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir)
        .args(line.split_whitespace());
    for variable in [
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "FORCE_COLOR",
        "COLUMNS",
        "CLICOLOR",
        "COLORTERM",
    ] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .assert()
}

#[track_caller]
fn prints(line: &str, output: &str) {
    let dir = folder();
    run(dir.path(), line).success().stdout_eq(output.raw());
}

#[test]
fn text_is_converted_there_and_back() {
    prints("recode -f table:dos.txt -t utf-8 old", "AÇé\nå\n");
    prints("recode -f table:dos.txt -t latin1 old -o other", "");
    let dir = folder();
    for (line, expected) in [
        (
            "recode -f table:dos.txt -t utf-8 old -o new",
            "AÇé\nå\n".as_bytes(),
        ),
        (
            "recode -f utf-8 -t table:dos.txt new -o again",
            b"A\x80\x82\n\x86\n",
        ),
        (
            "recode -f table:dos.txt -t table:./dos.txt old -o same",
            b"A\x80\x82\n\x86\n",
        ),
    ] {
        run(dir.path(), line).success();
        let written = fs::read(dir.path().join(line.rsplit(' ').next().unwrap())).unwrap();
        assert_eq!(written, expected, "{line}");
    }
    // A character that the table lacks is refused, as in every other set.
    fs::write(dir.path().join("new"), "я").unwrap();
    run(dir.path(), "recode -f utf-8 -t table:dos.txt new").failure();
}

#[test]
fn records_name_the_table_by_its_label() {
    let dir = folder();
    let done = run(dir.path(), "check --format jsonl -e table:game.tbl script");
    let output = done.code(1).get_output().stdout.clone();
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.contains("\"encoding\":\"table:game.tbl\""),
        "{output}"
    );
    assert!(
        output.contains("\"fault\":\"legacy-malformed\""),
        "{output}"
    );
    let done = run(dir.path(), "stats --format json -e table:dos.txt old").success();
    let stats: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert!(stats.to_string().contains("table:dos.txt"), "{stats}");
}

#[test]
fn every_command_takes_a_table() {
    prints(
        "find -e table:game.tbl あ script",
        "script:1:2: 0x1: 81 40 あ\n",
    );
    prints(
        "dump -e table:dos.txt -w 4 old",
        "00000000  41 80 82 0A   01000001  10000000  10000010  00001010   AÇé␊\n\
         00000004  86 0A         10000110  00001010                       å␊\n",
    );
    prints(
        "dump --compare table:dos.txt,koi8-r old",
        "00000000       41 80 82 0A 86 0A\n\
         table:dos.txt  A  Ç  é  ␊  å  ␊\n\
         koi8-r         A  ─  ┌  ␊  ├  ␊\n                  \
         ^  ^     ^\n",
    );
    let dir = folder();
    let done = run(dir.path(), "explain --steps -e table:game.tbl U+3042").success();
    let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(said.contains("U+3042 is 81 40"), "{said}");
    let done = run(dir.path(), "encodings table:game.tbl").success();
    let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(said.contains("a sequence      1 to 2 bytes"), "{said}");
}

#[test]
fn what_a_table_leaves_out_is_said_once() {
    let dir = folder();
    let done = run(
        dir.path(),
        "recode -f table:game.tbl -t utf-8 --faults replace script",
    );
    let output = done.get_output();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let expected = "hexloupe: skipped: the entry in line 4 has more than two characters; its \
        bytes have no character\n";
    assert_eq!(said.matches(expected).count(), 1, "{said}");
}

#[test]
fn what_is_no_table_is_said_in_a_line() {
    let dir = folder();
    for (label, said) in [
        (
            "table:wrong.txt",
            "table:wrong.txt, line 2, column 6: a number begins with 0x",
        ),
        ("table:none.txt", "table:none.txt: no such file"),
        ("table:.", "table:.: is a directory; name a file in it"),
        (
            "table:",
            "table: is followed by the name of a file, as in table:cp437.txt",
        ),
    ] {
        for command in [
            "dump -e",
            "check -e",
            "stats -e",
            "recode -t utf-8 -f",
            "explain A -e",
            "find A -e",
        ] {
            let done = run(dir.path(), &format!("{command} {label} old"));
            let done = done.failure().stdout_eq("");
            let told = crate::message::message(&done.get_output().stderr);
            assert_eq!(told, format!("hexloupe: {said}\n"));
        }
    }
}
