//! `check --follow`: what is told, and when, of data that grows.
//!
//! The judge is a check of the whole, after the writer is done. Growth is stepped: the reader asks
//! to wait, and the next bytes are written then. Invariant: no test waits for a clock.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex};

use hexloupe::codec::{ColumnUnit, Encoding, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    CheckParameters, CheckProgress, Detail, Diagnostic, FindingSink, Formatter, GuessBudget,
    Rulebook, STEP, check_open,
};
use hexloupe::report::Style;
use hexloupe::report::check::{FindingDetail, LineFormatter, Records};
use hexloupe::source::{GrowingData, SequentialInput, Source};
use hexloupe::unicode::glyph::Charset;
use hexloupe::unicode::notice::Notice;

use super::place::Place;

fn append(path: &Path, bytes: &[u8]) {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.unwrap().write_all(bytes).unwrap();
}

/// What is printed, as far as it has been.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl FindingSink for Printed {
    fn print(&mut self, written: &[u8], _: bool) -> io::Result<()> {
        self.0.lock().unwrap().extend_from_slice(written);
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        if let Diagnostic::Trouble(trouble) = diagnostic {
            panic!("{trouble}");
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}

fn formatter(records: bool) -> Box<dyn Formatter> {
    let charset = Charset::Unicode;
    if records {
        return Box::new(Records {
            charset,
            part: None,
            most: None,
        });
    }
    let style = Style {
        charset,
        theme: None,
        columns: None,
    };
    Box::new(LineFormatter(style, FindingDetail::What, None))
}

/// What a check of some input prints, while it prints into `printed`.
fn checked(
    input: SequentialInput,
    encoding: &'static Encoding,
    notices: bool,
    records: bool,
    printed: &Printed,
) -> String {
    let told = if notices { Notice::ALL } else { &[][..] };
    let orders = CheckParameters {
        reading: &|_| Verdict {
            encoding,
            evidence: Evidence::Chosen,
        },
        phase: 0,
        detail: Detail::All,
        most: u64::MAX,
        rules: Rulebook::same_for_all(told, &[]),
        part: None,
        binary: true,
        names_left_out: false,
        guesses: &GuessBudget::default(),
        threads: 1,
        step: STEP,
        columns: ColumnUnit::Character,
    };
    let formatter = formatter(records);
    let mut sink = printed.clone();
    let name = Path::new("log");
    let (_, failure) = check_open(input, name, &orders, &*formatter, &mut sink);
    assert!(failure.is_none());
    printed.text()
}

/// Lines in an encoding: of characters of all lengths, with faults at all places.
fn lines(encoding: &Encoding) -> Vec<u8> {
    let text = "ok\n\u{e9}\u{20ac}x\r\n\u{10348}\u{301}\n\n\u{202e}a\u{200b}\u{200b}\n\tend\n";
    let good: Vec<u8> = match encoding.unit {
        1 => text.into(),
        _ => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    };
    let bad: &[&[u8]] = match encoding.unit {
        1 => &[
            b"\xFF\n",
            b"a\xC0\xAF\n",
            b"\xE2\x82\n",
            b"\xF0\x90\x8D",
            b"\xED\xA0\x80z\n",
            b"\x80\r",
            b"\xE2\x82",
        ],
        _ => &[b"\x00\xD8\n\0", b"\x00\xDCa\0\n\0", b"a\0\x00\xD8", b"x"],
    };
    let mut data = Vec::new();
    for bad in bad {
        data.extend(&good);
        data.extend(*bad);
    }
    data
}

#[test]
fn whatever_the_steps_the_findings_are_those_of_the_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let [gbk, cesu] = ["gbk", "cesu-8"].map(|label| table::by_label(label).unwrap().encoding());
    for encoding in [table::UTF_8, table::UTF_16LE, table::ASCII, gbk, cesu] {
        let data = lines(encoding);
        for (notices, records) in [(false, false), (true, false), (true, true)] {
            let whole = Arc::new(Source::memory("log", data.clone()));
            let whole = SequentialInput::from_source(&whole);
            let expected = checked(whole, encoding, notices, records, &Printed::default());
            assert!(expected.lines().count() > 3, "{expected}");
            for step in 1..=9 {
                fs::write(&path, b"").unwrap();
                let (to, data) = (path.clone(), data.clone());
                let mut at = 0;
                let growing = GrowingData::open(&path).unwrap();
                let input = growing.input(move || {
                    let next = data.len().min(at + step);
                    append(&to, &data[at..next]);
                    next > std::mem::replace(&mut at, next)
                });
                let found = checked(input, encoding, notices, records, &Printed::default());
                assert_eq!(found, expected, "{encoding:?} by {step}");
            }
        }
    }
}

#[test]
fn what_a_line_holds_is_told_when_the_line_has_ended_and_what_is_cut_off_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    fs::write(&path, b"").unwrap();
    // What is written, and how many findings are told once the reader waits again.
    let steps: &[(&[u8], usize)] = &[
        (b"fine\nfine\nfine\n", 0),
        (b"a\xFFb\n", 1),
        (b"\xE2\x82", 1),
        (b"\xAC\n", 1),
        (b"x\xE2\x82\n", 2),
        (b"\xC0\xAF\n\xF0\x90", 4),
        (b"\x8D", 4),
        (
            b"\x88 and so on, without an end \xFF in sight of it, for long enough",
            5,
        ),
    ];
    let printed = Printed::default();
    let (told, to) = (printed.clone(), path.clone());
    let mut steps_left = steps.iter();
    let mut due = 0;
    let growing = GrowingData::open(&path).unwrap();
    let input = growing.input(move || {
        assert_eq!(told.text().lines().count(), due, "{}", told.text());
        let Some((bytes, now_due)) = steps_left.next() else {
            return false;
        };
        append(&to, bytes);
        due = *now_due;
        true
    });
    let all = checked(input, table::UTF_8, false, false, &printed);
    assert_eq!(all.lines().count(), 5);
}

/// What comes from the program, line by line.
#[cfg(unix)]
fn next_line(out: &mut impl io::BufRead) -> String {
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

#[cfg(unix)]
#[test]
fn a_log_is_followed_through_cuts_and_rotation_until_a_signal_ends_it() {
    use std::fs::File;
    use std::io::{BufReader, Read as _};
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::with(&[("log", b"\xFF\nok\n")]);
    let log = place.0.path().join("log");
    let mut running = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(place.0.path())
        .args(["check", "--follow", "log"])
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(running.stdout.take().unwrap());
    let mut err = BufReader::new(running.stderr.take().unwrap());
    assert_eq!(
        next_line(&mut out),
        "log:1:1: never a UTF-8 byte at 0x0: FF [utf8-never-byte]"
    );
    append(&log, b"caf\xE9 \n");
    assert!(next_line(&mut out).starts_with("log:3:4: "));
    fs::rename(&log, place.0.path().join("log.1")).unwrap();
    append(&log, b"x\xFE y\n");
    assert!(next_line(&mut out).starts_with("log:1:2: "));
    File::create(&log).unwrap();
    let said = |err: &mut _, what: &str| {
        let line = next_line(err);
        assert!(line.contains(what), "{line}");
    };
    said(&mut err, "log: another file has this name now");
    said(&mut err, "log: was truncated");
    append(&log, b"\xFD in it\n");
    assert!(next_line(&mut out).starts_with("log:1:1: "));
    let pid = Pid::from_raw(i32::try_from(running.id()).unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(running.wait().unwrap().code(), Some(1));
    said(&mut err, "3 files");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_pipe_is_followed_until_it_ends() {
    let place = Place::with(&[]);
    let summary = "hexloupe: 1 file, 5 bytes, 4 characters, 1 line: 1 fault (1 utf8-truncated)";
    let run = place
        .check("--follow --format text")
        .stdin(&b"abc\n\xE2"[..]);
    let run = run.assert().code(1);
    let out = run.get_output();
    assert!(String::from_utf8_lossy(&out.stdout).starts_with("-:2:1: cut short by the end"));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        said.contains("1 fault (1 utf8-truncated)"),
        "{said} {summary}"
    );
}

#[test]
fn what_cannot_be_followed_is_refused_in_one_line() {
    let place = Place::with(&[("a", b"x"), ("b", b"y")]);
    for (line, what) in [
        ("--follow a b", "takes one file"),
        ("--follow .", "is a directory"),
        ("--follow none", "none"),
        ("--follow --format sarif a", "written whole"),
        ("--follow --part 1/2 a", "--part"),
    ] {
        let run = place.check(line).assert().code(2);
        let said = crate::message::message(&run.get_output().stderr);
        assert!(said.contains(what) && said.lines().count() == 1, "{said}");
    }
}
