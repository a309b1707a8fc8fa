//! `check` as scripts run it: the real binary over files, directories and pipes.
//!
//! Invariant: every test runs in a directory of its own, and names what it holds.
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use place::Place;
use snapbox::IntoData as _;
use snapbox::cmd::Command;

mod as_declared;
mod attacks;
mod comments;
mod declared;
mod followed;
mod looked_at;
mod misread;
mod news;
mod notices;
use crate::place;

impl Place {
    /// Exit code, standard output and standard error, each as one line.
    #[track_caller]
    fn prints(&self, line: &str, code: i32, out: &[&str], err: &[&str]) {
        holds(self.check(line), code, out, err);
    }
}

#[track_caller]
fn holds(run: Command, code: i32, out: &[&str], err: &[&str]) {
    let lines = |rows: &[&str]| rows.iter().flat_map(|row| [row, "\n"]).collect::<String>();
    run.assert()
        .code(code)
        .stdout_eq(lines(out).raw())
        .stderr_eq(lines(err).raw());
}

/// Three lines, a fault in the second.
const FAULTY: &[u8] = b"ok\nx\xC0\xAFy\nok\n";

#[test]
fn what_is_well_formed_is_said_to_be() {
    let place = Place::with(&[("a", "aé\r\n€".as_bytes()), ("empty", b"")]);
    let one = "hexloupe: 1 file, 8 bytes, 5 characters, 2 lines: no faults";
    place.prints("a", 0, &[], &[one]);
    let two = "hexloupe: 2 files, 8 bytes, 5 characters, 2 lines: no faults";
    place.prints("a empty", 0, &[], &[two]);
    place.prints("-q a empty", 0, &[], &[]);
}

#[test]
fn a_fault_is_a_line_that_editors_can_jump_to() {
    let place = Place::with(&[("a", FAULTY)]);
    place.prints(
        "a",
        1,
        &[
            "a:2:2: overlong form at 0x4: C0 [utf8-overlong]",
            "a:2:3: tail of an overlong form at 0x5: AF [utf8-stray-continuation]",
        ],
        &["hexloupe: 1 file, 11 bytes, 9 characters, 3 lines: \
           2 faults (1 utf8-stray-continuation, 1 utf8-overlong)"],
    );
    place.prints("-q a", 1, &[], &[]);
}

#[test]
fn records_are_for_programs() {
    let place = Place::with(&[("a", b"\xEF\xBB\xBFok\n\xE2\x82"), ("b", b"x\n")]);
    place.prints(
        "--format jsonl a b",
        1,
        &[
            r#"{"type":"finding","schema":1,"path":"a","offset":6,"length":2,"hex":"e282","fault":"utf8-truncated","line":2,"column":1,"character":4,"message":"cut short by the end: The data ends inside a character: E2 82 needs 1 more byte of the form 10xxxxxx."}"#,
            r#"{"type":"file","schema":1,"path":"a","encoding":"utf-8","why":"its BOM","bytes":8,"characters":3,"lines":2,"well_formed":false,"faults":{"utf8-truncated":1},"notices":null}"#,
            r#"{"type":"file","schema":1,"path":"b","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":2,"characters":2,"lines":1,"well_formed":true,"faults":{},"notices":null}"#,
        ],
        &["hexloupe: 2 files, 10 bytes, 5 characters, 3 lines: \
           1 fault (1 utf8-truncated); findings in 1 file"],
    );
}

#[test]
fn files_come_in_the_order_they_were_named() {
    let names: Vec<String> = (0..60).map(|number| format!("f{number}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), FAULTY)).collect();
    let place = Place::with(&files);
    let done = place
        .check(&format!("--max 1 {}", names.join(" ")))
        .assert()
        .code(1);
    let out = str::from_utf8(&done.get_output().stdout).unwrap();
    let found: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split(':').next())
        .collect();
    assert_eq!(found, names);
    let err = str::from_utf8(&done.get_output().stderr).unwrap();
    assert!(
        err.ends_with("findings in 60 files; 60 findings not shown (--max 1)\n"),
        "{err}"
    );
}

/// Long files are gone through in pieces, by all threads; other files wait.
#[test]
fn long_files_and_short_ones_come_in_their_order_with_their_places() {
    // A fault in every thousandth line of a hundred bytes, and after the last.
    let mut long = Vec::new();
    for line in 0..40_000 {
        long.push(if line % 1000 == 999 { 0xFF } else { b'a' });
        long.extend([b'b'; 98]);
        long.push(b'\n');
    }
    long.push(0xC0);
    let names = ["a", "l1", "b", "l2", "l3", "c", "l4", "d"];
    let files = names.map(|name| {
        let bytes = if name.starts_with('l') {
            &long[..]
        } else {
            FAULTY
        };
        (name, bytes)
    });
    let mut expected = Vec::new();
    for name in names {
        if name.starts_with('l') {
            expected.extend((1..=40).map(|thousand| format!("{name}:{thousand}000:1")));
            expected.push(format!("{name}:40001:1"));
        } else {
            expected.extend([format!("{name}:2:2"), format!("{name}:2:3")]);
        }
    }
    let place = Place::with(&files);
    for _ in 0..5 {
        let done = place.check(&names.join(" ")).assert().code(1);
        let out = str::from_utf8(&done.get_output().stdout).unwrap();
        let places = out.lines().map(|line| {
            let parts = line.splitn(4, ':').take(3);
            parts.collect::<Vec<_>>().join(":")
        });
        assert_eq!(places.collect::<Vec<_>>(), expected);
        let err = str::from_utf8(&done.get_output().stderr).unwrap();
        let summary = err.lines().last().unwrap();
        assert!(summary.starts_with("hexloupe: 8 files, "), "{err}");
        assert!(summary.ends_with("findings in 8 files"), "{err}");
    }
    place.prints(&format!("-q {}", names.join(" ")), 1, &[], &[]);
}

#[test]
fn a_directory_is_walked_as_git_sees_it() {
    let place = Place::with(&[
        ("tree/b/bad", FAULTY),
        ("tree/a", b"\xFF"),
        ("tree/.hidden", b"\xFF"),
        ("tree/left.out", b"\xFF"),
        ("tree/.gitignore", b"*.out\n"),
        ("tree/binary", b"\xFF\0"),
        ("tree/wide", b"\xFF\xFEa\0"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", place.0.path().join("tree/b/loop")).unwrap();
    let found = |line: &str| line.replace('/', std::path::MAIN_SEPARATOR_STR);
    let a = &found("tree/a:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]");
    let bad = [
        "tree/b/bad:2:2: overlong form at 0x4: C0 [utf8-overlong]",
        "tree/b/bad:2:3: tail of an overlong form at 0x5: AF [utf8-stray-continuation]",
    ]
    .map(found);
    place.prints(
        "tree",
        1,
        &[a, &bad[0], &bad[1]],
        &[&format!(
            "hexloupe: 3 files, 16 bytes, 10 characters, 5 lines: \
             3 faults (1 utf8-stray-continuation, 1 utf8-overlong, 1 utf8-never-byte); \
             findings in 2 files; 1 binary file skipped (--binary checks them); \
             not read: 2 hidden, 1 ignored{} (--hidden and --no-ignore read them)",
            if cfg!(unix) { ", 1 link" } else { "" }
        )],
    );
    let binary = "tree/binary:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]";
    place
        .check("--binary tree")
        .assert()
        .code(1)
        .stdout_eq(format!("{a}\n{}\n{}\n{}\n", bad[0], bad[1], found(binary)).raw());
    // What is named is checked, whatever it is.
    let named = "tree/left.out:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]";
    let both = [named, binary].map(|line| line.to_owned() + "\n").concat();
    let run = place.check("tree/left.out tree/binary").assert().code(1);
    run.stdout_eq(both.raw());
}

#[test]
fn trouble_is_a_line_and_the_others_are_done() {
    let place = Place::with(&[("a", b"\xFF"), ("b", b"fine")]);
    // Windows does not tell them apart.
    let why = if cfg!(windows) {
        "no such file"
    } else {
        "a part of the path is not a directory"
    };
    place.prints(
        "missing a b/x b",
        2,
        &["a:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]"],
        &[
            "hexloupe: missing: no such file",
            &format!("hexloupe: b/x: {why}"),
            "hexloupe: 2 files, 5 bytes, 4 characters, 2 lines: \
             1 fault (1 utf8-never-byte); findings in 1 file; trouble with 2 files",
        ],
    );
    place.prints("-q b missing", 2, &[], &["hexloupe: missing: no such file"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_trouble_below_a_directory_too() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::with(&[("tree/a", b"x"), ("tree/shut", b"x"), ("tree/z", b"\xFF")]);
    let shut = place.0.path().join("tree/shut");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&shut).is_ok() {
        // The superuser may.
        return;
    }
    let done = place.check("tree").assert().code(2);
    let err = str::from_utf8(&done.get_output().stderr).unwrap();
    assert!(
        err.starts_with("hexloupe: tree/shut: permission denied"),
        "{err}"
    );
    assert!(
        str::from_utf8(&done.get_output().stdout)
            .unwrap()
            .starts_with("tree/z:1:1:")
    );
}

#[test]
fn mistakes_are_told_in_a_line() {
    let place = Place::with(&[("a", b"")]);
    for (line, said) in [
        (
            "--deny bidi-contrl a",
            "invalid value 'bidi-contrl' for '--deny <KIND>': no notice, fault or group with this \
             name; did you mean bidi-control?",
        ),
        (
            "--format jsn a",
            "invalid value 'jsn' for '--format <FORMAT>'; did you mean jsonl?",
        ),
        (
            "--max x a",
            "invalid value 'x' for '--max <N>': write a number, such as 20",
        ),
        ("-e utf-8x a", "no encoding \"utf-8x\"; did you mean utf-8?"),
        (
            "-s 3 a",
            "check has no -s: it chooses a part of the data; this command takes all",
        ),
        (
            "-n 3 a",
            "check has no -n: it chooses a part of the data; this command takes all",
        ),
        ("-w 3 a", "check has no -w: it sets the rows of a dump"),
    ] {
        let done = place.check(line).assert().code(2).stdout_eq("".raw());
        let told = crate::message::message(&done.get_output().stderr);
        assert_eq!(told, format!("hexloupe: {said}\n"));
    }
}

#[test]
fn standard_input_is_a_dash() {
    let place = Place::with(&[("a", b"fine")]);
    let line = "-:2:2: overlong form at 0x4: C0 [utf8-overlong]\n";
    for words in ["", "-", "--max 1 -"] {
        let run = place.check(words).stdin(FAULTY.to_vec()).assert().code(1);
        let out = str::from_utf8(&run.get_output().stdout).unwrap();
        assert!(out.starts_with(line), "{out}");
    }
    let run = place.check("a - a").stdin(b"\xFF".to_vec());
    run.assert()
        .code(1)
        .stdout_eq("-:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]\n".raw());
}

#[test]
fn other_encodings_are_checked_by_their_mark_or_by_name() {
    let place = Place::with(&[
        ("marked", b"\xFF\xFEa\0=\xD8\n\0b"),
        ("old", b"\xC1\xAA"),
        ("plain", b"a\0b\0"),
    ]);
    place.prints(
        "marked",
        1,
        &[
            "marked:1:2: lone high surrogate at 0x4: 3D D8 [utf16-lone-high]",
            "marked:2:1: odd byte at 0x8: 62 [utf16-odd-byte]",
        ],
        &["hexloupe: 1 file, 9 bytes, 2 characters, 2 lines: \
           2 faults (1 utf16-lone-high, 1 utf16-odd-byte)"],
    );
    let odd = "plain:1:1: before the first code unit at 0x0: 61 [utf16-odd-byte]";
    let end = "plain:1:3: odd byte at 0x3: 00 [utf16-odd-byte]";
    let run = place.check("-e utf-16be --phase 1 plain").assert().code(1);
    run.stdout_eq(format!("{odd}\n{end}\n").raw());
    place.check("-e windows-1252 old").assert().code(0);
    place.check("-e windows-1253 old").assert().code(1);
    // A check never guesses an encoding to avoid a fault.
    place.check("-q old").assert().code(1);
    place.check("-q -e utf-8 marked").assert().code(1);
    place.prints(
        "-e latin1 -q old",
        0,
        &[],
        &[
            "hexloupe: \"latin1\" is read as windows-1252, as in browsers; \
           -e iso-8859-1 is the exact set",
        ],
    );
}

#[cfg(unix)]
#[test]
fn no_path_drives_the_terminal() {
    let place = Place::with(&[("a\n\x1b[31m", b"\xFF")]);
    let safe = "./a␊␛[31m:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]\n";
    place.check(".").assert().code(1).stdout_eq(safe.raw());
    let run = place.check("--format jsonl .").assert().code(1);
    let out = str::from_utf8(&run.get_output().stdout).unwrap();
    assert!(
        out.starts_with(r#"{"type":"finding","schema":1,"path":"./a\n\u001b[31m","offset":0,"#),
        "{out}"
    );
    let ascii = "./a<U+000A><U+001B>[31m:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]\n";
    place
        .check("--ascii .")
        .assert()
        .code(1)
        .stdout_eq(ascii.raw());
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_no_utf8_keeps_its_bytes() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::with(&[]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9");
    std::fs::write(place.0.path().join(name), b"\xFF").unwrap();
    let run = place.check("--format jsonl .").assert().code(1);
    let out = str::from_utf8(&run.get_output().stdout).unwrap();
    let begins = "{\"type\":\"finding\",\"schema\":1,\"path\":\"./caf\u{FFFD}\",\"path_hex\":\"2e2f636166e9\",\"offset\":3,";
    assert!(out.starts_with(begins), "{out}");
    let text = "./caf\\xE9:1:4: cut short by the end at 0x3: E9 in the file's name [utf8-truncated]\n\
                ./caf\\xE9:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]\n";
    place.check(".").assert().code(1).stdout_eq(text.raw());
}

#[test]
fn colour_is_where_it_is_asked_for() {
    let place = Place::with(&[("a", b"\xFF")]);
    let out = "\x1b[0;1ma\x1b[0m:1:1: never a UTF-8 byte at 0x0: FF [\x1b[0;1;31mutf8-never-byte\x1b[0m]\n";
    let run = place.check("--color always a").assert().code(1);
    run.stdout_eq(out.raw());
    let run = place
        .check("a")
        .env("FORCE_COLOR", "1")
        .env("NO_COLOR", "1");
    run.assert()
        .stdout_eq("a:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]\n".raw());
}

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
fn an_open_pipe_is_told_of_at_once() {
    let mut child = piped("check");
    let mut input = child.stdin.take().unwrap();
    // A fault, and the bytes after it that its explanation may need.
    input
        .write_all(&[b"\xFF".as_slice(), &[b'a'; 200]].concat())
        .unwrap();
    let mut begins = [0; 6];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut begins)
        .unwrap();
    assert_eq!(&begins, b"-:1:1:");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_closed_pipe_is_no_trouble_and_ends_an_endless_input() {
    for line in ["check", "check --format jsonl"] {
        let mut child = piped(line);
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // Until the program notices that nobody reads.
        while input.write_all(&[0xFF; 4096]).is_ok() {}
        drop(input);
        let done = child.wait_with_output().unwrap();
        assert_eq!(
            (done.status.code(), &*done.stderr),
            (Some(1), &b""[..]),
            "{line}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_finding_suffices_to_end_an_endless_file_quietly() {
    let place = Place::with(&[]);
    place.prints("-q -e utf-32le --deny nul /dev/zero", 1, &[], &[]);
}
