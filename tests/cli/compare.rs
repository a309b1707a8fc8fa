//! `dump --compare` as people and scripts run it: the real binary, and the printers over data
//! that arrives piece by piece.
use std::cell::Cell;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use hexloupe::codec::{Encoding, table};
use hexloupe::model::text::EncodedText;
use hexloupe::report::{Options, compare};
use hexloupe::unicode::glyph::{self, Charset};
use hexloupe::window::{Hole, Peek, Window};
use proptest::prelude::*;
use serde_json::{Value, json};
use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};

use crate::records::hold;

fn run(line: &str) -> Command {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .arg("dump")
        .args(line.split_whitespace());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
}

/// What is printed for some bytes on standard input.
#[track_caller]
fn prints(line: &str, bytes: &[u8], expected: &str) -> OutputAssert {
    let done = run(line).stdin(bytes.to_vec()).assert().code(0);
    done.stdout_eq(expected.raw())
}

const HELLO: &[u8] = b"Hello \xEC\xE8\xF0";

/// The classic comparison.
const CLASSIC: &str = "\
00000000      48 65 6C 6C 6F 20 EC E8 F0
iso-8859-1    H  e  l  l  o     ì  è  ð
koi8-r        H  e  l  l  o     Л  Х  П
ibm866        H  e  l  l  o     ь  ш  Ё
windows-1251  H  e  l  l  o     м  и  р
                                ^  ^  ^
";

#[test]
fn the_same_bytes_stand_under_one_another() {
    let line = "--compare iso-8859-1,koi8-r,cp866,windows-1251";
    prints(line, HELLO, CLASSIC).stderr_eq("".raw());
    let shown = format!("dump {line}\n{CLASSIC}```");
    assert!(
        crate::pages::all().contains(&shown),
        "the documents show it"
    );
}

#[test]
fn what_is_ill_formed_is_told_from_what_is_written() {
    let expected = "\
00000000   21 EC F0 9F 98 80 E2 82 0A
utf-8      !  ▒  😀 ⋅  ⋅  ⋅  ▒  ⋅  ␊
shift_jis  !  ▒  ⋅  ▒  ⋅  ▒  竄 ⋅  ␊
              ^  ^  ^  ^  ^  ^  ^
";
    let data = b"!\xEC\xF0\x9F\x98\x80\xE2\x82\n";
    let found = run("--compare utf-8,shift_jis")
        .stdin(data.to_vec())
        .assert();
    let found = String::from_utf8(found.get_output().stdout.clone()).unwrap();
    let utf_8 = |text: &str| text.lines().nth(1).unwrap().to_owned();
    assert_eq!(utf_8(&found), utf_8(expected), "{found}");
    assert!(found.contains("\nshift_jis  !  ▒ "), "{found}");
}

#[test]
fn a_row_that_all_agree_on_has_one_line_and_sequences_go_on_in_the_next() {
    let expected = "\
00000000  61 62 63 64
=         a  b  c  d
00000004  65 66 67 68
=         e  f  g  h

00000008  69 6A 6B E2
utf-8     i  j  k  €
ibm866    i  j  k  т
                   ^

0000000C  82 AC 0A
utf-8     ⋅  ⋅  ␊
ibm866    В  м  ␊
          ^  ^
";
    let data = "abcdefghijk€\n".as_bytes();
    prints("-w 4 --compare utf-8,866", data, expected);
}

#[test]
fn a_part_is_decoded_as_in_the_whole() {
    let data = "Hello €!".as_bytes();
    let expected = "\
00000004           82 
utf-8              €
ibm866             В
                   ^

00000008  AC
utf-8     ⋅
ibm866    м
          ^
";
    let expected = expected.replace("82 \n", "82\n");
    prints("-s 7 -n 2 -w 4 --compare utf-8,cp866", data, &expected);
}

#[test]
fn the_encoding_of_the_options_is_the_first() {
    for line in [
        "-e koi8-r --compare 866",
        "--compare 866 -e KOI8-R",
        "--compare koi8-r,866,koi",
    ] {
        let expected = "00000000  C1\nkoi8-r    а\nibm866    ┴\n          ^\n";
        prints(line, b"\xC1", expected).stderr_eq("".raw());
    }
    let said = "hexloupe: \"latin1\" is read as windows-1252, as in browsers; \
        -e iso-8859-1 is the exact set\n";
    prints(
        "-e latin1 --compare utf-8",
        b"a",
        "00000000      61\n=             a\n",
    )
    .stderr_eq(said.raw());
}

#[test]
fn colour_and_ascii_are_as_everywhere() {
    let bytes = |line: &str| {
        let done = run(line)
            .stdin(b"\xE2\x82\xAC\xFF".to_vec())
            .assert()
            .code(0);
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let plain = bytes("--compare utf-8,koi8-r");
    let mut coloured = bytes("--color always --compare utf-8,koi8-r");
    assert!(coloured.contains("\u{1b}[0;"));
    while let Some(at) = coloured.find('\u{1b}') {
        let end = coloured[at..].find('m').unwrap();
        coloured.replace_range(at..=at + end, "");
    }
    assert_eq!(coloured, plain);
    assert!(bytes("--ascii --compare utf-8,koi8-r").is_ascii());
}

#[test]
fn records_are_for_programs() {
    let line = "--format jsonl --compare iso-8859-1,koi8-r,cp866";
    let expected = "{\"type\":\"comparison\",\"schema\":1,\"offset\":0,\"length\":9,\"hex\":\"48656c6c6f20ece8f0\",\"readings\":[\
        {\"encoding\":\"iso-8859-1\",\"text\":\"Hello ìèð\",\"faults\":[]},\
        {\"encoding\":\"koi8-r\",\"text\":\"Hello ЛХП\",\"faults\":[]},\
        {\"encoding\":\"ibm866\",\"text\":\"Hello ьшЁ\",\"faults\":[]}],\
        \"differ\":[{\"offset\":6,\"length\":3}]}\n";
    prints(line, HELLO, expected);
    let line = "--format jsonl -w 4 --compare utf-8,koi8-r";
    let expected = "{\"type\":\"comparison\",\"schema\":1,\"offset\":0,\"length\":4,\"hex\":\"22e28241\",\"readings\":[\
        {\"encoding\":\"utf-8\",\"text\":\"\\\"\u{FFFD}A\",\"faults\":[\
        {\"offset\":1,\"length\":2,\"fault\":\"utf8-cut-short\"}]},\
        {\"encoding\":\"koi8-r\",\"text\":\"\\\"Б┌A\",\"faults\":[]}],\
        \"differ\":[{\"offset\":1,\"length\":2}]}\n";
    prints(line, b"\"\xE2\x82A", expected);
    prints(line, b"", "");
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    for (line, said) in [
        (
            "--compare koi8-r",
            "--compare takes two or more encodings, such as koi8-r,windows-1251",
        ),
        (
            "--compare koi8-r,koi",
            "--compare takes two encodings or more; all of these are koi8-r",
        ),
        (
            "--compare utf-8,cpx1251",
            "no encoding \"cpx1251\"; did you mean cp1251?",
        ),
        (
            "--compare utf-8,",
            "no encoding \"\"; hexloupe encodings lists them",
        ),
        (
            "--format lines --compare utf-8,koi8-r",
            "--compare prints text or jsonl; lines cannot show several readings",
        ),
    ] {
        let done = run(line).stdin("a").assert().code(2).stdout_eq("".raw());
        let told = crate::message::message(&done.get_output().stderr);
        assert_eq!(told, format!("hexloupe: {said}\n"));
    }
    let done = run("--compare utf-8,koi8-r no-such-file").assert().code(2);
    let said = str::from_utf8(&done.get_output().stderr).unwrap();
    assert!(said.starts_with("hexloupe: no-such-file: "), "{said}");
    let done = run("-s 9 --compare utf-8,koi8-r")
        .stdin("abc")
        .assert()
        .code(0);
    done.stderr_eq("hexloupe: -: offset 9 is past the end (3 bytes)\n".raw());
}

#[test]
fn a_pipe_shows_what_has_come() {
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(["dump", "-w", "4", "--compare", "utf-8,koi8-r"])
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    input.write_all(b"abcdefgh").unwrap();
    let first = "00000000  61 62 63 64\n=         a  b  c  d\n";
    let mut seen = vec![0; first.len()];
    output.read_exact(&mut seen).unwrap();
    assert_eq!(str::from_utf8(&seen).unwrap(), first);
    input.write_all(b"\xE2\x82").unwrap();
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let expected = "\nutf-8     ▒  ⋅\nkoi8-r    Б  ┌\n          ^  ^\n";
    assert!(rest.ends_with(expected), "{rest}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_who_leaves_is_no_trouble() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("long");
    fs::write(&path, "line of text\n".repeat(100_000)).unwrap();
    let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(["dump", "--compare", "utf-8,koi8-r"])
        .arg(&path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

/// Data that comes byte by byte as it is asked for, some of it unreadable.
struct Drip {
    bytes: Vec<u8>,
    there: Cell<usize>,
    hole: std::ops::Range<u64>,
}

impl Drip {
    fn cut(&self, start: u64, len: usize, there: usize) -> Window {
        let mut window = self.bytes[..there].window(start, len);
        window.ends = there == self.bytes.len() && window.ends;
        let hole = Hole::from(self.hole.clone()).cut(window.start, window.end());
        if let Some(hole) = hole {
            let index = |offset| (offset - start) as usize;
            window.bytes[index(hole.start)..index(hole.end)].fill(0);
            window.holes.push(hole);
        }
        window
    }
}

impl Peek for Drip {
    fn len(&self) -> u64 {
        self.there.get() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        self.cut(start, len, self.there.get())
    }
}

/// Data that waits until the bytes that are asked for have arrived.
struct Patient<'a>(&'a Drip);

impl Peek for Patient<'_> {
    fn len(&self) -> u64 {
        self.0.bytes.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let all = self.0.bytes.len();
        let wanted = usize::try_from(start).unwrap_or(all).saturating_add(len);
        self.0.there.set(self.0.there.get().max(wanted.min(all)));
        self.0.cut(start, len, self.0.there.get())
    }
}

/// What is printed for some data of which only the first bytes are there at first.
fn printed(
    format: &str,
    (bytes, there, hole): (&[u8], usize, std::ops::Range<u64>),
    encodings: &[&'static Encoding],
    options: &Options,
) -> String {
    let data = Drip {
        bytes: bytes.to_vec(),
        there: Cell::new(there.min(bytes.len())),
        hole,
    };
    let patient = Patient(&data);
    let texts: Vec<_> = { encodings.iter() }
        .map(|encoding| EncodedText::new(&patient, encoding, 0))
        .collect();
    let mut out = Vec::new();
    (compare::printer(format).unwrap())(&data, &texts, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn options(range: std::ops::Range<u64>, width: u16, charset: Charset) -> Options {
    Options {
        range,
        width,
        panes: hexloupe::model::state::Panes::ALL,
        charset,
        theme: None,
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    }
}

/// Some bytes decoded by an encoding, as one text.
fn decoded(bytes: &[u8], encoding: &'static Encoding) -> String {
    let data = bytes.to_vec();
    let stretch = EncodedText::new(&data, encoding, 0).stretch(0..bytes.len() as u64);
    let steps = stretch.steps.iter();
    let said = steps.flat_map(|step| {
        let none = step.meaning.scalars().next().is_none();
        let silent = step.meaning == hexloupe::codec::Meaning::Shift;
        let replaced = (none && !silent).then_some(char::REPLACEMENT_CHARACTER);
        step.meaning.scalars().chain(replaced)
    });
    said.collect()
}

fn some() -> impl Strategy<Value = Vec<&'static Encoding>> {
    let all: Vec<_> = table::all().collect();
    prop::collection::vec(prop::sample::select(all), 1..6)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 0..20),
        2 => "\\PC{0,9}".prop_map(String::into_bytes),
        1 => Just(b"plain text, the same in most. ".to_vec()),
        1 => Just(b"\x1B$B0!\x1B(B +AGE- ".to_vec()),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_cover_every_byte_once_and_hold_the_whole_text(
        data in bytes(), encodings in some(), width in 1u16..33,
    ) {
        let options = options(0..u64::MAX, width, Charset::Unicode);
        let lines = printed("jsonl", (&data, data.len(), 0..0), &encodings, &options);
        let mut at = 0;
        let mut texts = vec![String::new(); encodings.len()];
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            hold(&record);
            let len = record["length"].as_u64().unwrap();
            prop_assert_eq!(record["offset"].as_u64().unwrap(), at);
            let mut hex = String::new();
            for byte in &data[at as usize..(at + len) as usize] {
                write!(hex, "{byte:02x}").unwrap();
            }
            prop_assert_eq!(&record["hex"], &json!(hex));
            for (text, reading) in texts.iter_mut().zip(record["readings"].as_array().unwrap()) {
                text.push_str(reading["text"].as_str().unwrap());
            }
            at += len;
        }
        prop_assert_eq!(at, data.len() as u64);
        for (text, encoding) in texts.iter().zip(&encodings) {
            prop_assert_eq!(text, &decoded(&data, encoding), "{:?}", encoding);
        }
    }

    #[test]
    fn however_slowly_data_comes_the_same_is_printed(
        data in bytes(), encodings in some(), width in 1u16..33, there in 0usize..60,
        start in 0u64..40, len in 1u64..90, hole in 0u64..60,
    ) {
        let options = options(start..start + len, width, Charset::Unicode);
        let hole = hole..hole + hole % 5;
        for format in ["text", "jsonl"] {
            let whole = printed(format, (&data, data.len(), hole.clone()), &encodings, &options);
            let slow = printed(format, (&data, there, hole.clone()), &encodings, &options);
            prop_assert_eq!(&whole, &slow);
        }
    }

    #[test]
    fn every_line_of_a_row_has_the_same_columns(
        data in bytes(), encodings in some(), width in 1u16..33, ascii: bool,
    ) {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let options = options(0..u64::MAX, width, charset);
        let text = printed("text", (&data, data.len(), 0..0), &encodings, &options);
        let names = encodings.iter().map(|one| one.id.len()).max().unwrap().max(8);
        let most = names + 2 + 3 * usize::from(width);
        for line in text.lines() {
            prop_assert!(glyph::columns(line) < most, "{line:?}");
            let odd = line.chars().find(|&c| if ascii { !matches!(c, ' '..='~') } else { c.is_control() });
            prop_assert_eq!(odd, None);
        }
    }
}
