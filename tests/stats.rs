//! `stats` as people and scripts run it: the real binary, its output compared with `tests/golden`.
//! `SNAPSHOTS=overwrite cargo test --test command_line stats` accepts new output; look at the
//! difference before you commit it.
use std::fs;
use std::path::PathBuf;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// A BOM, characters of every length, every end of a line, faults and what is not
/// seen.
const MIXED: &[u8] = b"\xEF\xBB\xBFHi \xD0\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\t\r\n\
    e\xCC\x81 \xF0\x9F\x87\xAB\xF0\x9F\x87\xB7\xC2\x85\x0B\x0C\xE2\x80\xA8\xE2\x80\xA9\n\
    \x00\x1B[2J\xE2\x80\xAE\xE2\x81\xA6x\xE2\x80\x8D\xEE\x80\x80\xEF\xBB\xBF\xEF\xBF\xBD\r\
    \x80|\xC0\xAF|\xE2\x82A|\xFF the end";

/// A BOM, a pair, a low surrogate, a high one and half a unit.
const UTF_16: &[u8] = b"\xFF\xFEa\0\r\0\n\0<\x04=\xD8\0\xDE\0\xDE=\xD8b\0c";

/// A directory with the samples.
struct Samples(TempDir);

impl Samples {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in [
            ("mixed", MIXED),
            ("utf16", UTF_16),
            ("empty", b""),
            ("old", b"\xCF\xF0\xE8\xE2\xE5\xF2, \x88\n"),
        ] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        Self(dir)
    }

    fn run(&self, line: &str) -> Command {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .arg("stats")
            .args(line.split_whitespace());
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
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

#[track_caller]
fn holds(run: Command, code: i32, file: &str) -> OutputAssert {
    let done = run.assert().code(code);
    let output = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    snapbox::Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .eq(output.into_data(), golden(file));
    done
}

#[track_caller]
fn check(line: &str, code: i32, file: &str, said: &[&str]) {
    let said: String = said.iter().flat_map(|line| [line, "\n"]).collect();
    holds(Samples::new().run(line), code, file).stderr_eq(said.raw());
}

#[test]
fn tables_are_for_people() {
    check("mixed", 0, "stats-mixed.txt", &[]);
    check("--ascii --top 3 mixed", 0, "stats-mixed-ascii.txt", &[]);
    check(
        "--color always --top 3 mixed",
        0,
        "stats-mixed-color.txt",
        &[],
    );
    check("empty", 0, "stats-empty.txt", &[]);
}

#[test]
fn no_row_is_wider_than_a_terminal() {
    let done = Samples::new().run("mixed utf16 old").assert().code(0);
    let output = str::from_utf8(&done.get_output().stdout).unwrap();
    let columns = hexloupe::unicode::glyph::columns;
    assert!(output.lines().all(|line| columns(line) <= 80), "{output}");
}

#[test]
fn objects_are_for_programs() {
    check("--format json mixed empty utf16", 0, "stats.json", &[]);
    let done = Samples::new()
        .run("--format json --top 2 mixed")
        .assert()
        .code(0);
    let output = str::from_utf8(&done.get_output().stdout).unwrap();
    assert_eq!(output.lines().count(), 1);
    let end = "\"distinct\":{\"scripts\":5,\"blocks\":11,\"code_points\":36}}\n";
    assert!(output.ends_with(end), "{output}");
}

#[test]
fn other_encodings_are_counted_by_their_mark_or_by_name() {
    check("--top 3 utf16", 0, "stats-utf16.txt", &[]);
    check(
        "-e windows-1251 --top 3 old",
        0,
        "stats-windows-1251.txt",
        &[],
    );
}

#[test]
fn trouble_with_a_file_is_a_line_and_the_others_are_counted() {
    let said = ["hexloupe: missing: no such file"];
    check("--top 1 missing old", 2, "stats-old.txt", &said);
    check("--top 1 old missing", 2, "stats-old.txt", &said);
    check("--top 1 old missing empty", 2, "stats-old-empty.txt", &said);
    let done = Samples::new().run(".").assert().code(2).stdout_eq("".raw());
    done.stderr_eq("hexloupe: .: is a directory; name a file in it\n".raw());
}

#[test]
fn standard_input_is_a_dash() {
    let samples = Samples::new();
    for line in ["--format json", "--format json -"] {
        let run = samples.run(line).stdin(MIXED.to_vec());
        let done = run.assert().code(0);
        let output = str::from_utf8(&done.get_output().stdout).unwrap();
        let file = golden("stats.json").to_string();
        let same = file.lines().next().unwrap().replacen("mixed", "-", 1);
        assert_eq!(output.trim_end(), same);
    }
}

#[test]
fn mistakes_are_told_in_a_line() {
    for (line, said) in [
        (
            "--format jsn mixed",
            "invalid value 'jsn' for '--format <FORMAT>'; did you mean json?",
        ),
        (
            "--top x mixed",
            "invalid value 'x' for '--top <N>': write a number, such as 20",
        ),
        (
            "-e utf-8x mixed",
            "no encoding \"utf-8x\"; did you mean utf-8?",
        ),
        (
            "-s 3 mixed",
            "stats has no -s: it chooses a part of the data; this command takes all",
        ),
        (
            "-n 3 mixed",
            "stats has no -n: it chooses a part of the data; this command takes all",
        ),
        ("-w 3 mixed", "stats has no -w: it sets the rows of a dump"),
    ] {
        let done = Samples::new().run(line).assert().code(2);
        let done = done.stdout_eq("".raw());
        let told = crate::message::message(&done.get_output().stderr);
        assert_eq!(told, format!("hexloupe: {said}\n"));
    }
}

#[cfg(unix)]
#[test]
fn no_path_drives_the_terminal() {
    let samples = Samples::new();
    fs::write(samples.0.path().join("odd\x1b[31m"), "abc").unwrap();
    let first = |line: &str| {
        let mut run = samples.run(line);
        run = run.arg("odd\x1b[31m");
        let output = run.assert().code(0).get_output().stdout.clone();
        let output = String::from_utf8(output).unwrap();
        output.lines().next().unwrap().to_owned()
    };
    assert_eq!(first(""), "odd␛[31m");
    assert_eq!(first("--ascii"), "odd<U+001B>[31m");
    let object = first("--format json");
    assert!(
        object.starts_with(r#"{"type":"stats","schema":1,"path":"odd\u001b[31m","encoding""#),
        "{object}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_utf8_keeps_its_bytes() {
    use std::os::unix::ffi::OsStrExt as _;
    let samples = Samples::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9");
    fs::write(samples.0.path().join(name), b"\xFF").unwrap();
    let done = samples.run("--format json").arg(name).assert().code(0);
    let output = str::from_utf8(&done.get_output().stdout).unwrap();
    let begins = "{\"type\":\"stats\",\"schema\":1,\"path\":\"caf\u{FFFD}\",\"path_hex\":\"636166e9\",\"encoding\":";
    assert!(output.starts_with(begins), "{output}");
}
