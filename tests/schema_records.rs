//! Every record that a command prints is what the schema says of its type.
//!
//! The real binary prints them. Invariant: every type of the schema occurs here, and every command
//! and option whose help speaks of JSON.
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::records::{self, SCHEMA, hold};

/// The files the commands are given.
const FILES: &[(&str, &[u8])] = &[
    ("tour", include_bytes!("../assets/tour.txt")),
    ("empty", b""),
    (
        "russian",
        b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?\n",
    ),
    (
        "page",
        b"<meta charset=\"koi8-r\">\n\xF0\xD2\xC9\xD7\xC5\xD4\n",
    ),
    ("mojibake", "РџСЂРёРІРµС‚".as_bytes()),
    ("lost", "пїЅпїЅ ?????? ???".as_bytes()),
    ("utf16", b"\xFF\xFEa\0\r\0\n\0\x00\xD8"),
    ("binary", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\xFF\xFE\x80"),
    ("dump.txt", b"00000000: 61ff  a.\n00000010: 62  b\n"),
    (
        "regions.toml",
        b"[[region]]\nname = \"head\"\nstart = 0\nlen = 4\ncolor = \"red\"\n",
    ),
];

/// Commands, and the types of the records that each prints. `FILES` stands for all of the files.
const COMMANDS: &[(&str, &[&str])] = &[
    ("check --format jsonl FILES", &["file", "finding"]),
    (
        "check --notices --each --format jsonl FILES",
        &["file", "finding"],
    ),
    (
        "check --layers --notices --format jsonl FILES",
        &["file", "finding"],
    ),
    (
        "check -e shift_jis --format jsonl FILES",
        &["file", "finding"],
    ),
    (
        "check --notices --format jsonl --part 1/2 FILES",
        &["file", "finding"],
    ),
    (
        "check --notices --format jsonl --part 2/2 FILES",
        &["file", "finding"],
    ),
    ("check --against HEAD --format jsonl .", &["change"]),
    (
        "check --batch --format jsonl",
        &["file", "finding", "trouble"],
    ),
    ("stats --format json FILES", &["stats"]),
    ("stats --format json --part 1/2 FILES", &["stats"]),
    ("stats --format json --part 2/2 FILES", &["stats"]),
    ("find --format jsonl x:0? FILES", &["match"]),
    ("find --all-encodings --format jsonl r FILES", &["match"]),
    ("find -c --format jsonl r FILES", &["count"]),
    ("strings --format jsonl FILES", &["string"]),
    ("guess --format jsonl FILES", &["guess"]),
    ("guess --lines --format jsonl FILES", &["stretch"]),
    ("dump --format jsonl tour", &["sequence"]),
    (
        "dump --format jsonl --regions regions.toml tour",
        &["region", "sequence"],
    ),
    ("dump --format jsonl --from auto dump.txt", &["sequence"]),
    ("dump --format json tour", &["dump"]),
    (
        "dump --compare utf-8,koi8-r --format jsonl tour",
        &["comparison"],
    ),
    ("diff --format jsonl tour page", &["difference"]),
    ("diff --as-text --format jsonl tour utf16", &["difference"]),
    ("explain --format jsonl U+43C C0", &["derivation"]),
    ("explain --blank --format jsonl U+43C C0", &["derivation"]),
    ("explain --card CARD --format jsonl U+43C", &["card"]),
    (
        "learn --worksheet 20 --seed 3 --format jsonl",
        &["question"],
    ),
    (
        "learn --worksheet 20 --seed 3 --answers --format jsonl",
        &["question"],
    ),
    ("encodings --format jsonl", &["encoding"]),
    ("encodings --format json", &["encoding"]),
    (
        "recode -f utf-8 -t ascii --unmappable escape --faults keep --report told tour",
        &["loss"],
    ),
    ("merge records", &["file", "finding"]),
];

/// A work tree with the files, of which one has changed since.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in FILES {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    let git = |line: &str| {
        let done = std::process::Command::new("git")
            .current_dir(dir.path())
            .args(["-c", "user.name=a", "-c", "user.email=a@a.invalid"])
            .args(line.split_whitespace())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output();
        assert!(done.unwrap().status.success(), "{line}");
    };
    std::fs::write(dir.path().join("changed"), "caf\u{E9}\n".repeat(3)).unwrap();
    git("init -q");
    git("add changed");
    git("commit -q -m one");
    std::fs::write(dir.path().join("changed"), "caf\u{FFFD}\n".repeat(3)).unwrap();
    for part in 1..=2 {
        let line = format!("check --format jsonl --part {part}/2 tour");
        let records = dir.path().join("records");
        let before = std::fs::read(&records).unwrap_or_default();
        let after = [before, run(dir.path(), &line).stdout].concat();
        std::fs::write(records, after).unwrap();
    }
    dir
}

fn run(dir: &Path, line: &str) -> Output {
    let card = hexloupe::report::explain::cards().next().unwrap().0;
    let names = FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let args = line.split_whitespace().flat_map(|word| match word {
        "FILES" => names.clone(),
        "CARD" => vec![card],
        word => vec![word],
    });
    // The names of a batch.
    let input = if line.contains("--batch") {
        "utf16\nnone\n"
    } else {
        ""
    };
    Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir)
        .args(args)
        .stdin(input)
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap()
}

/// The records of a command: lines, an array, or a document.
fn records_of(dir: &Path, line: &str) -> Vec<Value> {
    let mut out = run(dir, line).stdout;
    if line.contains("--report told") {
        out = std::fs::read(dir.join("told")).unwrap();
    }
    match serde_json::from_slice(&out) {
        Ok(Value::Array(all)) => all,
        Ok(one) => vec![one],
        Err(_) => {
            let lines = String::from_utf8_lossy(&out);
            let lines = lines.lines();
            lines
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        }
    }
}

#[test]
fn the_schema_is_one() {
    assert!(jsonschema::draft202012::meta::is_valid(&SCHEMA));
}

#[test]
fn every_record_is_as_its_schema_says() {
    let dir = folder();
    let mut seen = BTreeSet::new();
    for (line, types) in COMMANDS {
        let mut found = BTreeSet::new();
        for record in records_of(dir.path(), line) {
            hold(&record);
            found.insert(record["type"].as_str().unwrap().to_owned());
        }
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, *types, "{line}");
        seen.extend(types.iter().map(|kind| format!("#/$defs/{kind}")));
    }
    let all = SCHEMA["oneOf"].as_array().unwrap().iter();
    let all: BTreeSet<_> = all
        .map(|one| one["$ref"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(seen, all);
}

#[test]
fn every_command_whose_help_speaks_of_records_is_tried() {
    let dir = tempfile::tempdir().unwrap();
    let help = run(dir.path(), "--help").stdout;
    let help = String::from_utf8(help).unwrap();
    let commands: BTreeSet<&str> = { help.lines() }
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let help = run(dir.path(), &format!("{command} --help")).stdout;
        let help = String::from_utf8(help).unwrap();
        let speaks = ["- json:", "- jsonl:", "JSON object"]
            .iter()
            .any(|word| help.contains(word));
        let is_tried = COMMANDS
            .iter()
            .any(|(line, _)| line.split(' ').next() == Some(command));
        assert!(is_tried || !speaks, "{command}");
    }
}

/// In every record `hex` is bytes in hex digits, and `bytes` is a number.
#[test]
fn a_name_means_the_same_in_every_record() {
    fn walk(value: &Value, line: &str) {
        match value {
            Value::Array(all) => all.iter().for_each(|value| walk(value, line)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    let is_right = match key.as_str() {
                        "bytes" | "length" => value.is_u64(),
                        "hex" | "path_hex" => value.as_str().is_none_or(|text| {
                            text.len() % 2 == 0
                                && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
                        }),
                        _ => true,
                    };
                    assert!(is_right, "{line}: {key}: {value}");
                    walk(value, line);
                }
            }
            _ => {}
        }
    }
    let dir = folder();
    for (line, _) in COMMANDS {
        walk(&Value::from(records_of(dir.path(), line)), line);
    }
}

#[test]
fn a_record_of_another_kind_is_refused() {
    let finding = records::validator("finding");
    let mut record = json!({
        "type": "finding", "schema": 1,
        "path": "a", "offset": 0, "length": 1, "hex": "ff", "fault": "utf8-never-byte",
        "line": 1, "column": 1, "character": 1, "message": "x"
    });
    assert!(finding.is_valid(&record));
    assert!(!records::validator("file").is_valid(&record));
    record["notice"] = json!("nul");
    assert!(!finding.is_valid(&record));
    record.as_object_mut().unwrap().remove("notice");
    record["line"] = json!(0);
    assert!(!finding.is_valid(&record));
    record["line"] = json!(null);
    record["character"] = json!(null);
    assert!(!finding.is_valid(&record));
    record["in_part"] = json!({ "line": 1, "character": 1 });
    assert!(finding.is_valid(&record));
    // Another version may have fields that this one does not know.
    record["more"] = json!(1);
    assert!(finding.is_valid(&record));
}
