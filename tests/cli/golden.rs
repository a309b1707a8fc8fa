//! The command line as scripts run it: the real binary, its output compared with `tests/golden`.
//! `SNAPSHOTS=overwrite cargo test --test command_line cli` accepts new output; look at the
//! difference before you commit it.
use std::fs;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::Stdio;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// Each kind of thing that UTF-8 may hold: a BOM, characters of every length,
/// what is not seen, and every fault.
const UTF_8: &[u8] = b"\xEF\xBB\xBFHi \xD0\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\t\r\n\
    \x00\x1B[2J\xC2\x9B\xE2\x80\xAE\xE2\x80\x8D\xEF\xB8\x8F\xEE\x80\x80\xEF\xBF\xBF\xEF\xBB\xBF\xEF\xBF\xBD\xCC\x81\n\
    \x80|\xC0\xAF|\xE0\x80\x80|\xED\xA0\xBD|\xF4\x90\x80\x80|\xF8\x88\x80\x80\x80|\
    \xFC\x84\x80\x80\x80\x80|\xFE|\xFF|\xE2\x82A|\xF0\x9F\x98 |\xE2\x82";

/// A BOM, a pair, a low surrogate, a high one and half a unit.
const UTF_16: &[u8] = b"\xFF\xFEa\0<\x04=\xD8\0\xDE\0\xDE=\xD8b\0c";

/// Greek, a value too large, a surrogate and half a unit.
const UTF_32: &[u8] = b"\xFF\xFE\0\0\xB1\x03\0\0\0\0\x11\0\0\xD8\0\0a\0";

/// "Привет, €" and the one byte that windows-1251 has no character for.
const WINDOWS_1251: &[u8] = b"\xCF\xF0\xE8\xE2\xE5\xF2, \x88\n";

/// A directory with the samples.
struct Samples(TempDir);

impl Samples {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in [
            ("utf8", UTF_8),
            ("utf16", UTF_16),
            ("utf32", UTF_32),
            ("cp1251", WINDOWS_1251),
            ("empty", b""),
            ("dump", b"called as a command"),
            ("odd\x1b[31m", b"abc"),
        ] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        Self(dir)
    }

    fn run(&self, line: &str) -> Command {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
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
    }
}

fn golden(name: &str) -> snapbox::Data {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text)).raw()
}

/// Other tests check the wording of faults, so that it can change without these.
fn without_reasons(output: &[u8]) -> String {
    let text = str::from_utf8(output).unwrap();
    let line = |line: &str| match line.split_once("\"message\":") {
        Some((before, after)) => {
            let (_, rest) = after.split_once(",\"story\":").unwrap();
            format!("{before}\"message\":\"...\",\"story\":{rest}\n")
        }
        None if line.split('\t').nth(3) == Some("-") => {
            format!("{}\t...\n", line.rsplit_once('\t').unwrap().0)
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[track_caller]
fn check(line: &str, file: &str) -> OutputAssert {
    let done = Samples::new().run(line).assert().success();
    let output = without_reasons(&done.get_output().stdout);
    snapbox::Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .eq(output.into_data(), golden(file));
    done
}

/// Trouble: nothing on standard output, one line on standard error, code 2.
#[track_caller]
fn trouble(line: &str, said: &str) {
    let done = Samples::new()
        .run(line)
        .assert()
        .code(2)
        .stdout_eq("".raw());
    let told = crate::message::message(&done.get_output().stderr);
    assert_eq!(told, format!("hexloupe: {said}\n"));
}

#[track_caller]
fn prints(line: &str, rows: &[&str]) -> OutputAssert {
    let rows: String = rows.iter().flat_map(|row| [row, "\n"]).collect();
    Samples::new()
        .run(line)
        .assert()
        .success()
        .stdout_eq(rows.raw())
}

#[test]
fn the_three_panes_without_attributes() {
    check("dump utf8", "dump-utf8.txt").stderr_eq("".raw());
}

#[test]
fn the_three_panes_in_ascii() {
    check("dump --ascii utf8", "dump-utf8-ascii.txt");
}

#[test]
fn the_three_panes_in_the_colours_of_the_terminal() {
    check("dump --color always utf8", "dump-utf8-color.txt");
}

#[test]
fn a_dump_shows_the_panes_that_are_asked_for() {
    let dump = |panes: &str| format!("dump -e windows-1251 --width 4 -n 4 --panes {panes} cp1251");
    let rows = [
        ("hex", "00000000  CF F0 E8 E2"),
        ("text", "00000000 Прив"),
        ("bits", "00000000  11001111  11110000  11101000  11100010"),
        ("hex,text", "00000000  CF F0 E8 E2  Прив"),
        ("text,hex", "00000000  CF F0 E8 E2  Прив"),
        (
            "hex,bits,text",
            "00000000  CF F0 E8 E2   11001111  11110000  11101000  11100010   Прив",
        ),
    ];
    for (panes, row) in rows {
        prints(&dump(panes), &[row]);
    }
    let unknown =
        "invalid value 'nope' for '--panes <PANE,PANE>' [possible values: hex, bits, text]";
    trouble(&dump("hex,nope"), unknown);
    let refused = "lines takes no --panes; only text does";
    trouble("dump --format lines --panes hex utf8", refused);
}

#[test]
fn one_sequence_a_line() {
    check("dump --format lines utf8", "lines-utf8.txt");
}

#[test]
fn one_record_a_sequence() {
    check("dump --format jsonl utf8", "records-utf8.jsonl");
}

#[test]
fn surrogates_in_utf_16() {
    check("dump -e utf-16le utf16", "dump-utf16.txt");
    check("dump -e utf-16 --format jsonl utf16", "records-utf16.jsonl");
}

#[test]
fn a_byte_order_mark_names_the_encoding() {
    check("dump utf16", "dump-utf16.txt");
}

#[test]
fn wide_units_in_utf_32() {
    check("dump -e utf-32le --format lines utf32", "lines-utf32.txt");
}

#[test]
fn a_set_of_one_byte_a_character() {
    check("dump -e windows-1251 cp1251", "dump-windows-1251.txt");
}

#[test]
fn a_7_bit_set_names_the_high_byte() {
    check("dump -e ascii --format lines cp1251", "lines-ascii.txt");
}

#[test]
fn rows_are_as_wide_as_asked() {
    check("dump -w 16 utf8", "dump-utf8-w16.txt");
    check("dump -w 3 utf8", "dump-utf8-w3.txt");
}

#[test]
fn a_range_is_widened_to_whole_sequences_and_keeps_its_offsets() {
    check("dump -s 8 -n 5 utf8", "dump-utf8-range.txt");
    check(
        "dump --skip 0x8 --length 5 --format jsonl utf8",
        "records-utf8-range.jsonl",
    );
    check(
        "dump -s -6 -n 1KiB --format lines utf8",
        "lines-utf8-end.txt",
    );
}

#[test]
fn code_units_may_start_at_odd_offsets() {
    check("dump -e utf-16be --phase 1 utf16", "dump-utf16-phase.txt");
}

#[test]
fn help_says_what_there_is() {
    check("--help", "help.txt");
    check("dump --help", "help-dump.txt");
    check("check --help", "help-check.txt");
    check("replace --help", "help-replace.txt");
    check("strings --help", "help-strings.txt");
    check("stats --help", "help-stats.txt");
    check("merge --help", "help-merge.txt");
    check("ranges --help", "help-ranges.txt");
    check("guard --help", "help-guard.txt");
    check("guess --help", "help-guess.txt");
    check("diff --help", "help-diff.txt");
    check("recode --help", "help-recode.txt");
    check("encodings --help", "help-encodings.txt");
    check("explain --help", "help-explain.txt");
    check("learn --help", "help-learn.txt");
    check("config --help", "help-config.txt");
    let version = format!("hexloupe {}\n", env!("CARGO_PKG_VERSION"));
    Samples::new()
        .run("-V")
        .assert()
        .success()
        .stdout_eq(version.raw());
}

#[test]
fn without_a_terminal_the_file_is_dumped() {
    check("utf8", "dump-utf8.txt");
}

#[test]
fn a_file_called_as_a_command_is_named_behind_one() {
    let first = "0x00000000\t63\t0.1100011\tU+0063\tc\tLATIN SMALL LETTER C\t-";
    prints("dump -n 1 --format lines dump", &[first]);
}

#[test]
fn the_environment_chooses_colour_and_the_option_beats_it() {
    let samples = Samples::new();
    let colored = |variables: &[(&str, &str)], line: &str| {
        let run = samples.run(line).envs(variables.iter().copied());
        run.assert().success().get_output().stdout.contains(&0x1B)
    };
    assert!(!colored(&[], "dump utf8"));
    assert!(colored(&[("CLICOLOR_FORCE", "1")], "dump utf8"));
    assert!(colored(&[("FORCE_COLOR", "1")], "dump utf8"));
    assert!(!colored(
        &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")],
        "dump utf8"
    ));
    assert!(colored(&[("NO_COLOR", "1")], "dump --color always utf8"));
    assert!(!colored(&[("FORCE_COLOR", "1")], "dump --color never utf8"));
}

#[test]
fn past_the_end_there_is_nothing_and_that_is_said() {
    let len = UTF_8.len();
    let said = format!("hexloupe: utf8: offset 5000 is past the end ({len} bytes)\n");
    prints("dump -s 5000 utf8", &[]).stderr_eq(said.raw());
    for skip in [len as u64, 1 << 63, u64::MAX - 1, u64::MAX] {
        let said = format!("hexloupe: utf8: offset {skip} is past the end ({len} bytes)\n");
        for rest in [
            "",
            " -n 5",
            " --format xxd",
            " --format jsonl",
            " --compare utf-8,cp1251",
        ] {
            let line = format!("dump -s {skip}{rest} utf8");
            prints(&line, &[]).stderr_eq(said.clone().raw());
        }
    }
    prints("dump empty", &[]).stderr_eq("".raw());
    prints("dump --format jsonl empty", &[]).stderr_eq("".raw());
    prints("dump -s -10 empty", &[]).stderr_eq("".raw());
}

#[test]
fn a_label_that_is_read_as_another_set_is_remarked() {
    let said = "hexloupe: \"latin1\" is read as windows-1252, as in browsers; \
                -e iso-8859-1 is the exact set\n";
    Samples::new()
        .run("dump -e latin1 cp1251")
        .assert()
        .success()
        .stderr_eq(said.raw());
}

#[test]
fn below_a_mistake_in_the_arguments_stands_the_usage() {
    let usage = |line: &str| {
        let done = Samples::new().run(line).assert().code(2);
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        let (message, usage) = said.split_once('\n').unwrap();
        assert!(message.starts_with("hexloupe: "), "{said}");
        usage.to_owned()
    };
    for (command, mistakes) in [
        (
            "dump",
            &[
                "--fromat text",
                "-e nope utf8",
                "-n -5",
                "--compare utf-8 utf8",
                "--theme drak utf8",
            ][..],
        ),
        (
            "check",
            &["--qqq", "-e nope utf8", "-s 3 utf8", "--follow utf8 utf16"],
        ),
        ("find", &["", "u:zz utf8", "a -e nope utf8 utf16"]),
        (
            "recode",
            &[
                "-t auto utf8",
                "-i -",
                "--report r utf8 utf16",
                "-t utf-16le --faults keep utf8",
            ],
        ),
        ("explain", &["", "U+ZZ", "A -e nope", "A --as utf-8"]),
        ("guess", &["--lines -s 3 utf8"]),
        ("stats", &["-w 3 utf8"]),
        ("learn", &["no-such-lesson"]),
    ] {
        for mistake in mistakes {
            let below = usage(&format!("{command} {mistake}"));
            assert!(
                below.starts_with(&format!("Usage: hexloupe {command} ")),
                "{command} {mistake}: {below}"
            );
            assert!(
                below.ends_with(&format!("\nMore:  hexloupe help {command}\n")),
                "{below}"
            );
        }
    }
    assert!(usage("--qqq").ends_with("\nMore:  hexloupe help\n"));
    // What is wrong with a file is no mistake in the arguments.
    assert_eq!(usage("dump none"), "");
}

#[test]
fn trouble_is_one_line() {
    trouble(
        "dump -e win1251 utf8",
        "no encoding \"win1251\"; did you mean windows-1251?",
    );
    trouble(
        "dump --widht 3",
        "unexpected argument '--widht' found; did you mean --width?",
    );
    trouble("dump .", ".: is a directory; name a file in it");
    trouble("missing", "missing: no such file");
    trouble("dump missing\x1b[31m", "missing\\u{1b}[31m: no such file");
    trouble(
        "-w 0",
        "invalid value '0' for '--width <BYTES>': it must be from 1 to 4096",
    );
}

#[test]
fn names_of_files_are_made_harmless() {
    let said = Samples::new()
        .run("dump -s 9 odd\x1b[31m")
        .assert()
        .success();
    let said = str::from_utf8(&said.get_output().stderr)
        .unwrap()
        .to_owned();
    assert_eq!(
        said,
        "hexloupe: odd␛[31m: offset 9 is past the end (3 bytes)\n"
    );
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let samples = Samples::new();
    let run = |line: &str| samples.run(line).stdin(UTF_8.to_vec());
    for line in ["dump", "dump -", ""] {
        run(line)
            .assert()
            .success()
            .stdout_eq(golden("dump-utf8.txt"));
    }
    run("dump -s 8 -n 5 -")
        .assert()
        .success()
        .stdout_eq(golden("dump-utf8-range.txt"));
    let len = UTF_8.len();
    let said = format!("hexloupe: -: offset 9000 is past the end ({len} bytes)\n");
    run("dump -s 9000").assert().success().stderr_eq(said.raw());
}

/// The binary with pipes at both ends.
fn piped(line: &str) -> std::process::Child {
    std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(line.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn an_open_pipe_shows_what_has_come() {
    let mut child = piped("dump -e utf-8 --color never");
    let mut input = child.stdin.take().unwrap();
    // A row, and what a decoder may need to see beyond it.
    input.write_all(b"12345678abcd").unwrap();
    let mut row = [0; 9];
    let mut output = child.stdout.take().unwrap();
    output.read_exact(&mut row).unwrap();
    assert_eq!(&row, b"00000000 ");
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(
        rest.contains("\n00000008 ") && rest.ends_with("abcd\n"),
        "{rest}"
    );
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_endless_pipe_gives_as_much_as_is_asked_for() {
    let mut child = piped("dump -e utf-8 --format lines -n 3");
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"abcdefgh").unwrap();
    // The input stays open until the program has ended.
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(child.wait().unwrap().success());
    drop(input);
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    for line in ["dump", "dump --format lines", "dump --format jsonl"] {
        let mut child = piped(line);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The program may end before it has read everything.
        let _ = input.write_all(&vec![b'a'; 1 << 20]);
        drop(input);
        let done = child.wait_with_output().unwrap();
        assert_eq!(
            (done.status.code(), &*done.stderr),
            (Some(0), &b""[..]),
            "{line}"
        );
    }
}
