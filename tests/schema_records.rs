//! What the commands other than `dump` print as JSON is what their schema says.
//!
//! Invariant: every kind of record in the schema occurs here, printed by the real binary, and has no
//! field that the schema does not name, in the order in which it names them.
use serde_json::{Value, json};

use crate::declared::undeclared;
use snapbox::cmd::Command;

const SCHEMA: &str = include_str!("../assets/schema/records.schema.json");

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
];

/// Asserts that a command prints only records of the kinds given, and at least one of each. The
/// exit code depends on what is found and is not checked.
#[track_caller]
fn check(line: &str, kinds: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in FILES {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(line.split_whitespace())
        .args(FILES.iter().map(|(name, _)| name))
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let whole: Value = serde_json::from_str(SCHEMA).unwrap();
    let schemas: Vec<_> = kinds.iter().map(|kind| schema(kind)).collect();
    let mut seen = vec![0; kinds.len()];
    for line in String::from_utf8(done.stdout).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let kind = schemas.iter().position(|schema| schema.is_valid(&record));
        assert!(kind.is_some(), "no record of {kinds:?}: {line}");
        let wrong = undeclared(&whole, kinds[kind.unwrap()], &record);
        assert!(wrong.is_empty(), "{wrong:?}: {line}");
        seen[kind.unwrap()] += 1;
        // A path is what every record begins with.
        assert!(line.starts_with("{\"path\":"), "{line}");
    }
    assert!(!seen.contains(&0), "{kinds:?}: {seen:?}");
}

fn schema(kind: &str) -> jsonschema::Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    schema["anyOf"] = json!([{ "$ref": format!("#/$defs/{kind}") }]);
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn the_schema_is_one() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
}

#[test]
fn findings_and_files_of_a_check() {
    check("check --format jsonl", &["check-finding", "check-file"]);
    check(
        "check --notices --format jsonl",
        &["check-finding", "check-file"],
    );
    check(
        "check -e shift_jis --format jsonl",
        &["check-finding", "check-file"],
    );
}

#[test]
fn findings_and_summaries_of_parts() {
    for part in ["1/2", "2/2"] {
        check(
            &format!("check --notices --format jsonl --part {part}"),
            &["check-finding", "check-file"],
        );
        check(&format!("stats --format json --part {part}"), &["stats"]);
    }
}

#[test]
fn matches_and_counts_of_a_search() {
    check("find --format jsonl x:0?", &["find-match"]);
    check("find --all-encodings --format jsonl r", &["find-match"]);
    check("strings --format jsonl", &["strings"]);
    check("find -c --format jsonl r", &["find-count"]);
}

#[test]
fn guesses() {
    check("guess --format jsonl", &["guess"]);
    check("guess --lines --format jsonl", &["guess-lines"]);
}

#[test]
fn statistics() {
    check("stats --format json", &["stats"]);
}

#[test]
fn a_record_of_another_kind_is_refused() {
    let finding = schema("check-finding");
    let mut record = json!({
        "path": "a", "offset": 0, "length": 1, "bytes": "ff", "fault": "utf8-never-byte",
        "line": 1, "column": 1, "character": 1, "message": "x"
    });
    assert!(finding.is_valid(&record));
    assert!(!schema("check-file").is_valid(&record));
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
}
