//! The records that the program prints are what was written.
//!
//! Invariant: the program is run as a script runs it, and every field of its records that
//! says where or what something is is compared.

use super::judge::{Judge, Kind, Record};
use super::{Row, rows, seeds};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a command prints of some data, line by line.
fn printed(command: &str, judge: &Judge, bytes: &[u8]) -> Vec<Value> {
    let phase = judge.phase.to_string();
    let options = ["--format", "jsonl", "--phase", &phase];
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .env("HEXLOUPE_CONFIG", "")
        .args([command, "-e", judge.encoding.id])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    // The data is short enough to be written before any output is read.
    let mut input = child.stdin.take().expect("its input");
    input.write_all(bytes).expect("it reads all of it");
    drop(input);
    let output = child.wait_with_output().expect("it ends").stdout;
    let lines = str::from_utf8(&output).expect("UTF-8").lines();
    let read = |line| serde_json::from_str(line).expect("JSON");
    lines.map(read).collect()
}

/// The records of a dump: each sequence, and what it is.
#[track_caller]
fn dump(name: &str, judge: &Judge, bytes: &[u8]) {
    let found = printed("dump", judge, bytes);
    assert_eq!(found.len(), judge.records.len(), "{name}");
    for (index, (found, record)) in found.iter().zip(&judge.records).enumerate() {
        let range = judge.range(index);
        let place = [&found["offset"], &found["length"]].map(Value::as_u64);
        assert_eq!(
            place,
            [range.start, range.end - range.start].map(Some),
            "{name}: {found}"
        );
        let kind = match record.kind {
            Kind::Mark => "bom",
            Kind::Fault => "ill-formed",
            Kind::Shift => "shift",
            Kind::Character(_) | Kind::Other => "character",
        };
        assert_eq!(found["kind"], kind, "{name}: {found}");
        if let Kind::Character(c) = record.kind {
            let value = format!("U+{:04X}", u32::from(c));
            assert_eq!(found["code_points"][0], value, "{name}: {found}");
        }
    }
}

/// The records of a check: each fault with its place, and the sums.
#[track_caller]
fn check(name: &str, judge: &Judge, bytes: &[u8]) {
    let mut found = printed("check", judge, bytes);
    let summary = found.pop().expect("a summary");
    let faults = judge
        .records
        .iter()
        .filter(|record| record.kind == Kind::Fault);
    let expected: Vec<_> = faults.map(told).collect();
    let found: Vec<_> = found
        .iter()
        .map(|found| ["offset", "character", "line", "column"].map(|field| found[field].as_u64()))
        .collect();
    assert_eq!(found, expected, "{name}");
    let counted: Vec<_> = judge
        .records
        .iter()
        .filter(|record| record.kind.counts())
        .collect();
    let sums = ["bytes", "characters", "lines"].map(|field| summary[field].as_u64());
    let lines = counted.last().map_or(0, |last| last.line);
    let characters = counted.len() as u64 - judge.faults();
    assert_eq!(
        sums,
        [judge.len, characters, lines].map(Some),
        "{name}: {summary}"
    );
}

fn told(record: &Record) -> [Option<u64>; 4] {
    [record.offset, record.number, record.line, record.column].map(Some)
}

#[test]
fn the_records_are_what_was_written() {
    for row in rows() {
        for seed in seeds() {
            for (len, turn) in [(60, 0), (4072, 1)] {
                let len = len + ((row.number + seed * 7) % 49) as usize;
                let (bytes, judge) = Row::data(&row, len, &mut row.dice(seed, len));
                let name = row.name(seed, len, ["a dump", "a check"][turn]);
                dump(&name, &judge, &bytes);
                check(&name, &judge, &bytes);
            }
        }
    }
}
