//! `hexloupe guess` as scripts run it: records, exit codes, several files, pipes, and what it
//! refuses. Which encoding is named is tested elsewhere.
use std::fs;
use std::io::Write as _;
use std::process::{Child, Command as Process, Stdio};

use serde_json::Value;
use snapbox::IntoData as _;
use snapbox::cmd::Command;
use tempfile::TempDir;

/// The fields of a record, in their order.
const FIELDS: [&str; 18] = [
    "type",
    "schema",
    "path",
    "encoding",
    "confidence",
    "evidence",
    "alternatives",
    "nature",
    "kind",
    "language",
    "same",
    "claim",
    "looks_like",
    "phase",
    "mojibake",
    "lost",
    "carriers",
    "others",
];

struct Samples(TempDir);

impl Samples {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let png = [b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".as_slice(), &[0; 400]].concat();
        for (name, bytes) in [
            (
                "utf8",
                "Съешь же ещё этих мягких французских булок\n".as_bytes(),
            ),
            ("ascii", b"plain text\n"),
            ("empty", b""),
            ("byte", b"\xFF"),
            ("nul", &[0; 5000]),
            ("ff", &[0xFF; 5000]),
            ("png", &png),
            (
                "cp1251",
                b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\x1B[31m\n",
            ),
        ] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        fs::create_dir(dir.path().join("dir")).unwrap();
        Self(dir)
    }

    fn run(&self, line: &str) -> Command {
        let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .arg("guess")
            .args(line.split_whitespace());
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
            command = command.env_remove(variable);
        }
        command
            .env("TERM", "xterm")
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }

    /// The records of some files, and the exit code.
    fn records(&self, line: &str) -> (Vec<Value>, i32) {
        let done = self
            .run(&format!("--format jsonl {line}"))
            .output()
            .unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        let records = text.lines().map(|line| serde_json::from_str(line).unwrap());
        (records.collect(), done.status.code().unwrap())
    }
}

/// Nothing on standard output, one line on standard error, code 2.
#[track_caller]
fn trouble(line: &str, said: &str) {
    let done = Samples::new().run(line).assert();
    let done = done.code(2).stdout_eq("".raw());
    let told = crate::message::message(&done.get_output().stderr);
    assert_eq!(told, format!("hexloupe: {said}\n"));
}

const ALL: [&str; 8] = [
    "utf8", "ascii", "empty", "byte", "nul", "ff", "png", "cp1251",
];

#[test]
fn a_record_has_its_fields_in_their_order_whatever_the_file() {
    let samples = Samples::new();
    for name in ALL {
        let done = samples.run(&format!("--format jsonl {name}")).output();
        let text = String::from_utf8(done.unwrap().stdout).unwrap();
        let mut last = 0;
        for field in FIELDS {
            let at = text[last..].find(&format!("\"{field}\":"));
            last += at.unwrap_or_else(|| unreachable!("no {field} behind {last} in {text}"));
        }
        let (records, _) = samples.records(name);
        let record = &records[0];
        assert_eq!(record.as_object().unwrap().len(), FIELDS.len());
        assert_eq!(record["path"], name);
        assert!((0.0..=1.0).contains(&record["confidence"].as_f64().unwrap()));
        assert!(record["mojibake"].is_null());
        assert_eq!(record["carriers"], serde_json::json!([]));
        for other in record["alternatives"].as_array().unwrap() {
            assert!(other["encoding"].is_string() && other["faults"].is_u64());
            assert!((0.0..=1.0).contains(&other["confidence"].as_f64().unwrap()));
        }
    }
}

#[test]
fn the_exit_code_says_whether_an_encoding_is_named() {
    let samples = Samples::new();
    for name in ALL {
        let (records, code) = samples.records(name);
        let named = records[0]["encoding"].is_string();
        assert_eq!(code, i32::from(!named), "{name}");
        let nature = records[0]["nature"].as_str().unwrap();
        assert_eq!(named, !["binary", "undecided"].contains(&nature), "{name}");
    }
    let (_, code) = samples.records("utf8 empty ascii");
    assert_eq!(code, 0);
}

#[test]
fn what_is_wrong_with_one_file_is_said_and_the_others_are_weighed() {
    let samples = Samples::new();
    let done = samples
        .run("--format jsonl nowhere utf8 none ascii")
        .assert();
    let done = done.code(2);
    let output = done.get_output();
    assert_eq!(str::from_utf8(&output.stdout).unwrap().lines().count(), 2);
    let said = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(
        said.lines().all(|line| line.starts_with("hexloupe: ")),
        "{said}"
    );
}

#[test]
fn what_cannot_be_weighed_is_told_in_a_line() {
    trouble("nowhere", "nowhere: no such file");
    let said = "guess has no -e: it guesses the encoding; dump -e shows the text in another one";
    trouble("-e koi8-r utf8", said);
    trouble("-w 8 utf8", "guess has no -w: it sets the rows of a dump");
    let said = "guess has no --phase: it says where code units start in data";
    trouble("--phase 1 utf8", said);
    let said = "invalid value 'json' for '--format <FORMAT>'; did you mean jsonl?";
    trouble("--format json utf8", said);
}

#[test]
fn people_get_the_answer_in_the_first_line() {
    let samples = Samples::new();
    for name in ALL {
        let done = samples.run(name).output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with(&format!("{name}: ")), "{text}");
        assert!(lines.all(|line| line.starts_with("  ")), "{text}");
        assert!(!text.contains('\x1B'), "{text}");
    }
    let done = samples.run("--ascii --color always utf8 cp1251").output();
    let text = done.unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.is_ascii() && text.contains("\x1B[0;1m"), "{text}");
    // No name of a file of Windows has a control character.
    if cfg!(unix) {
        fs::write(samples.0.path().join("odd\x1b[31m"), "abc").unwrap();
        let done = samples.run("odd\x1b[31m").output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert!(text.starts_with("odd␛[31m: "), "{text}");
    }
}

#[test]
fn mojibake_is_told_with_its_chain_and_what_undoes_it() {
    let samples = Samples::new();
    fs::write(samples.0.path().join("moji"), "РџСЂРёРІРµС‚\n").unwrap();
    let (records, code) = samples.records("moji");
    let found = &records[0]["mojibake"];
    assert_eq!((records[0]["encoding"].as_str(), code), (Some("utf-8"), 0));
    let chain = serde_json::json!([{"written": "utf-8", "read": "windows-1251"}]);
    assert_eq!(found["chain"], chain);
    assert_eq!(found["text"], "Привет");
    assert_eq!(
        found["python"],
        "text.encode(\"windows-1251\").decode(\"utf-8\")"
    );
    let followed = "П = D0 9F, read as Р џ, saved as D0 A0 D1 9F";
    assert_eq!(found["followed"], followed);
    assert_eq!(found["iconv"], "iconv -f utf-8 -t windows-1251 FILE");
    let cause = found["cause"].as_str().unwrap();
    assert!(cause.contains("SET NAMES"), "{cause}");
    assert!((0.5..1.0).contains(&found["confidence"].as_f64().unwrap()));
    let done = samples.run("moji").output().unwrap();
    let brief = "moji: UTF-8 (well-formed), 100 % sure; line 1: mojibake, it was Привет\n  \
        hexloupe recode --fix auto moji mends it\n  \
        UTF-8 bytes were read as windows-1251 and saved again as UTF-8\n";
    assert_eq!(String::from_utf8(done.stdout).unwrap(), brief);
    let done = samples.run("-v moji").output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    for said in [
        "\n  mojibake, 99 % sure: it was Привет\n",
        "\n    UTF-8 bytes were read as windows-1251 and saved again as UTF-8\n",
        "\n    one character: П = D0 9F, read as Р џ, saved as D0 A0 D1 9F\n",
        "\n    likely cause: ",
        "\n    iconv undoes it in the file, to UTF-8: iconv -f utf-8 -t windows-1251 FILE\n",
    ] {
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn what_is_lost_is_told_and_what_comes_back() {
    let samples = Samples::new();
    fs::write(samples.0.path().join("lost"), "?????? ???\n").unwrap();
    fs::write(samples.0.path().join("koi7"), "pRIWET, MIR\n").unwrap();
    let (records, code) = samples.records("lost koi7 utf8");
    assert_eq!(code, 0);
    let lost = serde_json::json!([{
        "form": "question-marks", "sign": "?", "encoding": null, "count": 9, "letters": 9,
        "text": null, "python": null,
    }]);
    assert_eq!(records[0]["lost"], lost);
    assert_eq!(records[1]["lost"][0]["text"], "Привет, мир");
    assert_eq!(records[2]["lost"], serde_json::json!([]));
    let done = samples.run("lost").output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let said = "\n  lost for good: 9 of 9 letters are question marks\n";
    assert!(text.contains(said), "{text}");
}

#[test]
fn sound_text_is_shown_as_it_looks_misread() {
    let samples = Samples::new();
    let run = |line: &str, input: &str| {
        let done = samples.run(line).stdin(input).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(done.stdout), text(done.stderr), done.status.code())
    };
    // As Python and iconv print them.
    for (chain, expected) in [
        ("utf-8,windows-1251", "РџСЂРёРІРµС‚\n"),
        ("utf8,koi8-r", "п÷я─п╦п╡п╣я┌\n"),
        ("koi8-r,windows-1251", "рТЙЧЕФ\n"),
        ("windows-1251,windows-1252", "Ïðèâåò\n"),
        ("utf-8,gbk", "袩褉懈胁械褌\n"),
        (
            "windows-1251,windows-1252,utf-8,windows-1252",
            "ÃÃ°Ã¨Ã¢Ã¥Ã²\n",
        ),
    ] {
        let found = run(&format!("--as {chain}"), "Привет\n");
        let expected = expected.replace("ÃÃ°", "Ã\u{8F}Ã°");
        assert_eq!(found, (expected, String::new(), Some(0)), "{chain}");
    }
    // A file is read in its own encoding.
    let (text, said, code) = run("--as utf-8,ibm866 cp1251", "");
    assert!(text.starts_with("╨Я╤А╨╕╨▓╨╡╤В, ╨╝╨╕╤А"), "{text}");
    assert_eq!((&*said, code), ("", Some(0)));
    let lost = "hexloupe: -: 2 characters became U+FFFD, because an encoding of koi8-r,windows-1251 lacks them\n";
    let found = run("--as koi8-r,windows-1251", "мир 日本\n");
    let expected = "НЙТ \u{FFFD}\u{FFFD}\n".to_owned();
    assert_eq!(found, (expected, lost.to_owned(), Some(1)));
    for (line, reason) in [
        ("--as utf-8", "not a chain; name the encoding written in"),
        ("--as utf-8,klingon", "klingon: no encoding has this name"),
        ("--as utf-8,koi8-r -n 3", "--as prints the whole text"),
        ("--as utf-8,koi8-r --format jsonl", "cannot be used with"),
        ("--as utf-8,koi8-r none", "none"),
    ] {
        let (text, said, code) = run(line, "");
        assert!(said.contains(reason), "{said}");
        assert_eq!((&*text, code), ("", Some(2)), "{line}");
    }
}

/// A byte that is ill-formed is still there: no word has lost it, and mojibake begins elsewhere.
#[test]
fn mojibake_after_an_ill_formed_byte_is_quoted_from_its_own_line() {
    let samples = Samples::new();
    let filler = "INFO request user=anna status=200\n".repeat(9);
    let mojibake = "city=MÃ¼nchen street=GroÃŸe StraÃŸe\n";
    let log = [
        b"WARN user=Jos\xE9 retry=1\n",
        filler.as_bytes(),
        mojibake.as_bytes(),
    ]
    .concat();
    fs::write(samples.0.path().join("log"), log).unwrap();
    let done = samples.run("-v log").output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let begins = "it was city=München street=Große Straße";
    assert!(text.contains(begins) && !text.contains("lost"), "{text}");
}

#[test]
fn a_part_is_weighed_by_itself() {
    let samples = Samples::new();
    let bytes = [b"plain ".repeat(100).as_slice(), b"\xFF\xFEa\0b\0"].concat();
    fs::write(samples.0.path().join("mixed"), bytes).unwrap();
    let (records, code) = samples.records("-s 600 mixed");
    assert_eq!(
        (records[0]["encoding"].as_str(), code),
        (Some("utf-16le"), 0)
    );
    let (records, _) = samples.records("-s -6 -n 6 mixed");
    assert_eq!(records[0]["encoding"], "utf-16le");
    let done = samples.run("-s 9999 mixed").assert().code(0);
    done.stderr_eq("hexloupe: mixed: offset 9999 is past the end (606 bytes)\n".raw());
}

fn piped(arguments: &[&str]) -> Child {
    Process::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn standard_input_is_weighed_without_a_file_too() {
    for arguments in [
        &["guess", "--format", "jsonl"][..],
        &["guess", "--format", "jsonl", "-"],
    ] {
        let mut child = piped(arguments);
        child
            .stdin
            .take()
            .unwrap()
            .write_all(b"\xFE\xFF\0a")
            .unwrap();
        let done = child.wait_with_output().unwrap();
        let record: Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(record["path"], "-");
        assert_eq!(record["encoding"], "utf-16be");
    }
}

#[test]
fn a_pipe_without_an_end_is_weighed_by_its_beginning() {
    let mut child = piped(&["guess", "--format", "jsonl"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"\xEF\xBB\xBF").unwrap();
    // Until the answer is known and nobody reads the rest.
    while input.write_all(&b"line of text\n".repeat(1000)).is_ok() {}
    let done = child.wait_with_output().unwrap();
    let record: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(record["encoding"], "utf-8");
}

#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_weighed_too() {
    let (records, code) = Samples::new().records("/dev/zero");
    assert_eq!(records.len(), 1);
    assert!(code < 2);
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_text_is_told_by_its_bytes() {
    use std::os::unix::ffi::OsStrExt as _;
    let samples = Samples::new();
    let name = std::ffi::OsStr::from_bytes(b"a\xFF");
    if fs::write(samples.0.path().join(name), b"abc").is_err() {
        return;
    }
    let done = samples.run("--format jsonl").arg(name).output().unwrap();
    let record: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(
        (&record["path"], &record["path_hex"]),
        (&"a\u{FFFD}".into(), &"61ff".into())
    );
}

/// A file of lines: UTF-8, windows-1251, and UTF-8 that was read as windows-1251.
fn mixed() -> Vec<u8> {
    let sound = "Город Москва, улица Тверская\n";
    let (foreign, _, _) = encoding_rs::WINDOWS_1251.encode("Нижний Новгород, улица Тихая\n");
    let (damaged, _) = encoding_rs::WINDOWS_1251.decode_without_bom_handling(sound.as_bytes());
    let damaged = damaged.trim_end().to_owned() + "\n";
    [
        sound.as_bytes(),
        &foreign[..],
        damaged.as_bytes(),
        sound.as_bytes(),
    ]
    .concat()
}

#[test]
fn lines_that_are_read_alike_are_one_record() {
    let samples = Samples::new();
    fs::write(samples.0.path().join("mixed"), mixed()).unwrap();
    let (records, code) = samples.records("--lines mixed");
    assert_eq!(code, 0);
    let told: Vec<String> = { records.iter() }
        .map(|record| {
            let steps = record["chain"].as_array().unwrap().iter();
            let chain: Vec<&str> = steps.map(|step| step["read"].as_str().unwrap()).collect();
            format!(
                "{}-{} {} {chain:?}",
                record["first_line"], record["last_line"], record["encoding"]
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "1-1 \"utf-8\" []",
            "2-2 \"windows-1251\" []",
            "3-3 \"utf-8\" [\"windows-1251\"]",
            "4-4 \"utf-8\" []"
        ]
    );
    let mut at = 0;
    for record in &records {
        assert_eq!(record["offset"], at);
        at += record["length"].as_u64().unwrap();
    }
    assert_eq!(at, mixed().len() as u64);
}

#[test]
fn a_pipe_is_divided_as_a_file_is() {
    let samples = Samples::new();
    fs::write(samples.0.path().join("mixed"), mixed()).unwrap();
    let file = samples.run("--lines mixed").output().unwrap();
    let pipe = samples.run("--lines").stdin(mixed()).output().unwrap();
    let text = String::from_utf8(file.stdout).unwrap();
    assert!(
        text.contains("it was Город Москва, улица Тверская"),
        "{text}"
    );
    assert_eq!(
        text.replace("mixed:", "-:"),
        String::from_utf8(pipe.stdout).unwrap()
    );
}

#[test]
fn lines_of_ascii_alone_are_no_part_of_a_run_in_a_set() {
    let samples = Samples::new();
    // The text of each line, and its reading as its bytes were made.
    let ascii = b"2026-11-29 12:00:00 INFO request from user Bob";
    let set = "Größe für den Käufer, geprüft durch Jürgen Müller".as_bytes();
    let set = encoding_rs::WINDOWS_1252
        .encode(std::str::from_utf8(set).unwrap())
        .0
        .into_owned();
    let utf_8 = "Größe für den Käufer, geprüft durch Jürgen Müller".as_bytes();
    for (kinds, end, expected) in [
        ("aaa", "\n", "1-3 ascii"),
        ("aawaa", "\n", "1-2 ascii, 3-3 windows-1252, 4-5 ascii"),
        ("aawaa", "\r\n", "1-2 ascii, 3-3 windows-1252, 4-5 ascii"),
        ("aawaa", "\r", "1-2 ascii, 3-3 windows-1252, 4-5 ascii"),
        ("wawa", "\n", "1-3 windows-1252, 4-4 ascii"),
        // UTF-8 has the lines of ASCII beside it.
        ("aauaa", "\n", "1-5 utf-8"),
        ("aawaauaa", "\n", "1-2 ascii, 3-3 windows-1252, 4-8 utf-8"),
        ("uaawaa", "\n", "1-3 utf-8, 4-4 windows-1252, 5-6 ascii"),
    ] {
        let lines: Vec<&[u8]> = kinds
            .chars()
            .map(|kind| match kind {
                'a' => &ascii[..],
                'w' => &set[..],
                _ => utf_8,
            })
            .collect();
        let mut data = lines.join(end.as_bytes());
        data.extend(end.bytes());
        fs::write(samples.0.path().join("log"), &data).unwrap();
        let done = samples.run("--lines --format jsonl log").output().unwrap();
        let (mut said, mut offset) = (Vec::new(), 0);
        for line in String::from_utf8(done.stdout).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let number = |name: &str| record[name].as_u64().unwrap();
            assert_eq!(number("offset"), offset, "{kinds}: {line}");
            offset += number("length");
            let encoding = record["encoding"].as_str().unwrap();
            let (first, last) = (number("first_line"), number("last_line"));
            said.push(format!("{first}-{last} {encoding}"));
        }
        assert_eq!(said.join(", "), expected, "{kinds} {end:?}");
        assert_eq!(offset, data.len() as u64, "{kinds}");
    }
}

#[test]
fn what_is_not_divided_is_said() {
    let samples = Samples::new();
    let binary = samples.run("--lines png utf8").assert();
    binary
        .code(1)
        .stderr_eq("hexloupe: png: binary, not divided; guess without --lines says why\n".raw());
    trouble(
        "--lines -n 4 utf8",
        "--lines divides whole files; leave out -s and -n",
    );
    // Two bytes a code unit: such a file is one encoding throughout.
    let wide: Vec<u8> = "\u{FEFF}один\nдва\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(samples.0.path().join("wide"), &wide).unwrap();
    let (records, code) = samples.records("--lines wide empty");
    assert_eq!((records.len(), code), (1, 0));
    assert_eq!(records[0]["last_line"], 2);
    assert_eq!(records[0]["length"], wide.len());
}

#[test]
fn a_folder_is_answered_file_by_file_in_a_line_each() {
    let samples = Samples::new();
    let folder = samples.0.path().join("dir");
    fs::create_dir(folder.join("in")).unwrap();
    fs::write(folder.join("in/b"), "мир\n").unwrap();
    fs::write(folder.join("a"), "plain\n").unwrap();
    fs::write(folder.join(".hidden"), "plain\n").unwrap();
    let done = samples.run("dir").assert().code(0);
    done.stdout_eq("dir/a: ASCII, 100 % sure\ndir/in/b: UTF-8 (well-formed), 97 % sure\n".raw())
        .stderr_eq("hexloupe: not read: 1 hidden (--hidden reads it)\n".raw());
    let (records, code) = samples.records("dir dir/.hidden");
    let paths: Vec<_> = records.iter().map(|record| &record["path"]).collect();
    assert_eq!(paths, ["dir/a", "dir/in/b", "dir/.hidden"]);
    assert_eq!(code, 0);
    // One that is in no encoding is told by the exit code.
    fs::write(folder.join("z"), [0; 5000]).unwrap();
    samples.run("dir").assert().code(1);
}

/// An alphabet of phones has letters at all controls.
#[test]
fn zeros_among_text_are_no_text_of_phones() {
    let folder = tempfile::tempdir().unwrap();
    for bytes in [
        [&[0; 80][..], b"ab", &[0; 31]].concat(),
        b"hello\0\0world\0\0\0".to_vec(),
        [&[0; 96][..], &[1; 17]].concat(),
        [&b"a".repeat(30)[..], &[0; 30]].concat(),
    ] {
        fs::write(folder.path().join("file"), &bytes).unwrap();
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(folder.path())
            .args(["guess", "file"])
            .env("HEXLOUPE_CONFIG", "")
            .output()
            .unwrap();
        let told = String::from_utf8(done.stdout).unwrap();
        assert!(!told.contains("GSM"), "{told}");
    }
}

#[test]
fn the_first_wrong_bytes_are_told_with_their_line_and_what_they_were() {
    let samples = Samples::new();
    let first = |bytes: &[u8]| {
        fs::write(samples.0.path().join("a.txt"), bytes).unwrap();
        let done = samples.run("a.txt").assert();
        let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        let line = text.lines().next().unwrap_or_default().to_owned();
        let advice = text.lines().nth(1).unwrap_or_default().to_owned();
        (
            line.rsplit_once("; ").map(|(_, said)| said.to_owned()),
            advice,
        )
    };
    let wide = |text: &[u16]| -> Vec<u8> {
        let units = [&[0xFEFF][..], text].concat();
        units.into_iter().flat_map(u16::to_le_bytes).collect()
    };
    let long = |len: usize| [&b"x\n".repeat(len / 2)[..], b"\xC0\xAF\n"].concat();
    for (bytes, expected) in [
        (
            b"ab\ncat /\xC0\xAF..\n".to_vec(),
            "line 2: C0 AF is / (overlong form)",
        ),
        (
            b"smile \xED\xA0\xBD\xED\xB8\x80\n\xED\xA0\xBD\n".to_vec(),
            "line 1: ED A0 BD ED B8 80 is \u{1F600} (surrogate in UTF-8)",
        ),
        (b"\xC0\xAF\n".to_vec(), "line 1: C0 AF is / (overlong form)"),
        (
            "5 \u{20AC}\r\n6 \u{20AC}\n7 \u{20AC}\n".as_bytes()[..16].to_vec(),
            "line 3: E2 is cut short, 2 bytes missing",
        ),
        // Too short to be sure of, and its wrong bytes are told all the same.
        (
            b"The price is 5 \xE2\x82".to_vec(),
            "line 1: E2 82 is cut short, 1 byte missing",
        ),
        (
            b"a \xE2\x82 b\n".to_vec(),
            "line 1: E2 82 is cut short, 1 byte missing",
        ),
        (
            wide(&[0x41, 0x0A, 0x41, 0x0D, 0x0A, 0xD83D, 0x41]),
            "line 3: 3D D8 (lone high surrogate)",
        ),
        (long(65_534), "line 32768: C0 AF is / (overlong form)"),
        (long(1 << 20), "line 524289: C0 AF is / (overlong form)"),
    ] {
        let (said, advice) = first(&bytes);
        assert_eq!(said.as_deref(), Some(expected));
        assert_eq!(advice, "  hexloupe check a.txt lists the wrong bytes");
    }
}

#[test]
fn what_the_tree_declares_is_said_if_the_guess_is_another() {
    let samples = Samples::new();
    let put = |name: &str, bytes: &[u8]| fs::write(samples.0.path().join(name), bytes).unwrap();
    put(
        ".editorconfig",
        b"root = true\n[*.l1]\ncharset = latin1\n[*.u8]\ncharset = utf-8\n",
    );
    put("a.l1", b"caf\xE9\n");
    put("b.l1", "café\n".as_bytes());
    put("c.u8", "café\n".as_bytes());
    let done = |line: &str| {
        Process::new(env!("CARGO_BIN_EXE_hexloupe"))
            .current_dir(samples.0.path())
            .env("HEXLOUPE_CONFIG", "")
            .args(line.split(' '))
            .output()
            .unwrap()
    };
    let said = |line: &str| String::from_utf8(done(line).stderr).unwrap();
    let declared = |file: &str| {
        let line = done(&format!("guess --format jsonl {file}")).stdout;
        let record: Value = serde_json::from_slice(&line).unwrap();
        let declared = record.get("declared")?;
        let text = |field: &str| declared[field].as_str().unwrap().to_owned();
        Some((
            text("by"),
            text("label"),
            text("encoding"),
            declared["holds"] == true,
        ))
    };
    let expected = |encoding: &str, holds| {
        let [by, label] = [".editorconfig", "latin1"].map(str::to_owned);
        Some((by, label, encoding.to_owned(), holds))
    };
    assert_eq!(declared("a.l1"), expected("iso-8859-1", true));
    assert_eq!(declared("b.l1"), expected("iso-8859-1", false));
    put("d.txt", b"x\n");
    assert_eq!(declared("d.txt"), None);
    assert_eq!(
        said("guess a.l1"),
        "hexloupe: a.l1: .editorconfig says ISO-8859-1, and no byte contradicts that; -e iso-8859-1 reads it so\n"
    );
    assert_eq!(
        said("guess b.l1"),
        "hexloupe: b.l1: UTF-8, and .editorconfig says latin1\n"
    );
    assert_eq!(said("guess c.u8"), "");
    assert_eq!(said("guess --no-config a.l1 b.l1"), "");
}
