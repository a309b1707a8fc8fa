//! `check --part`, `stats --part` and `merge` as people and scripts run them: the real binary.
//!
//! Invariant: what is merged is compared with what the same binary prints of the whole file.
use std::fs;
use std::path::Path;
use std::process::Output;

use super::undump::Samples;
use snapbox::cmd::Command;
use tempfile::TempDir;

const TEXT: &[u8] = b"\xEF\xBB\xBFone\xFF\ntwo \xE2\x82\r\nthree\n\xE2\x80\xAEfour\xC0\n\nlast";

fn samples() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.txt"), TEXT).unwrap();
    fs::write(dir.path().join("clean"), b"a\nb\nc\n").unwrap();
    fs::write(dir.path().join("empty"), b"").unwrap();
    dir
}

fn run(dir: &Path, line: &str, input: &[u8]) -> Output {
    let command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir)
        .args(line.split_whitespace())
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8");
    command.stdin(input.to_vec()).output().unwrap()
}

fn said(output: &Output) -> String {
    crate::message::message(&output.stderr)
}

/// Merges what a command prints of the parts, and holds it to what it prints of the whole.
#[track_caller]
fn check(command: &str, of: u64, code: i32) {
    let dir = samples();
    let mut records = Vec::new();
    for number in (1..=of).rev() {
        let part = run(dir.path(), &format!("{command} --part {number}/{of}"), b"");
        records.extend(part.stdout);
    }
    let merged = run(dir.path(), "merge", &records);
    let whole = run(dir.path(), command, b"");
    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text(&merged), text(&whole), "{command} in {of} parts");
    assert_eq!(merged.status.code(), Some(code), "{command}");
}

#[test]
fn parts_of_several_files_are_merged_to_what_one_run_prints() {
    for of in 1..=5 {
        check("check --format jsonl a.txt clean empty", of, 1);
        check("check --format jsonl --notices --ascii a.txt", of, 1);
        check("check --format jsonl --max 1 a.txt clean", of, 1);
        check("check --format jsonl clean empty", of, 0);
        check("check --format jsonl --deny bidi-control clean", of, 0);
        check("stats --format json --top 3 a.txt clean empty", of, 0);
    }
}

#[test]
fn a_denied_notice_of_one_part_is_a_finding_of_the_whole() {
    let dir = samples();
    fs::write(dir.path().join("b"), "a\nb\u{202E}\nc\n").unwrap();
    let mut records = Vec::new();
    for part in ["1/2", "2/2"] {
        let line = format!("check --format jsonl --deny bidi-control --part {part} b");
        records.extend(run(dir.path(), &line, b"").stdout);
    }
    let merged = run(dir.path(), "merge -", &records);
    assert_eq!(merged.status.code(), Some(1));
    let said = said(&merged);
    assert_eq!(
        said,
        "hexloupe: 1 file, 9 bytes, 7 characters, 3 lines from 2 parts: no faults\n"
    );
}

#[test]
fn records_come_from_files_and_pipes() {
    let dir = samples();
    let line = |part| format!("check --format jsonl --part {part} a.txt");
    let first = run(dir.path(), &line("1/2"), b"").stdout;
    let second = run(dir.path(), &line("2/2"), b"").stdout;
    fs::write(dir.path().join("2.jsonl"), &second).unwrap();
    let merged = run(dir.path(), "merge 2.jsonl -", &first);
    let whole = run(dir.path(), "check --format jsonl a.txt", b"");
    assert_eq!(merged.stdout, whole.stdout);
}

#[test]
fn what_cannot_be_merged_is_told_in_a_line() {
    let dir = samples();
    let part = run(dir.path(), "check --format jsonl --part 1/3 clean", b"").stdout;
    for (line, input, expected) in [
        ("merge", part.as_slice(), "part 2 of 3 of clean is missing"),
        (
            "merge -",
            b"\n{}\n",
            "-: line 2 is not a record of check --format jsonl or stats --format json",
        ),
        (
            "merge a.txt",
            b"",
            "a.txt: line 1 is not a JSON object; merge reads records",
        ),
        (
            "merge",
            b"\n\n",
            "-: holds no record; name files that check --format jsonl or stats --format json \
             printed",
        ),
        (
            "merge empty",
            b"",
            "empty: holds no record; name files that check --format jsonl or stats --format json \
             printed",
        ),
        ("merge missing", b"", "missing: no such file"),
        ("merge .", b"", ".: is a directory; name a file in it"),
        (
            "merge -e koi8-r",
            b"",
            "merge has no -e: it says how data is read",
        ),
    ] {
        let done = run(dir.path(), line, input);
        assert_eq!(said(&done), format!("hexloupe: {expected}\n"));
        assert_eq!(done.status.code(), Some(2), "{line}");
        assert!(done.stdout.is_empty(), "{line}");
    }
}

#[test]
fn what_has_no_parts_is_told_in_a_line() {
    let dir = samples();
    for (line, expected) in [
        (
            "check -q --part 1/2 .",
            ".: is a directory, and --part cuts files; name the files, and give each worker some of them",
        ),
        (
            "stats --part 1/2 -",
            "-: can be read only once, so it has no parts; name a file, or leave out --part",
        ),
        (
            "check -q -e iso-2022-jp --part 1/2 a.txt",
            "a.txt: in iso-2022-jp, bytes may depend on all bytes before, so it has no parts; \
             leave out --part",
        ),
        (
            "stats --from xxd --part 1/2 a.txt",
            "--part cuts files of bytes; turn the dump into bytes first (hexloupe undump)",
        ),
        (
            "check --part 3/2 a.txt",
            "invalid value '3/2' for '--part <K/N>': write K/N, part K of N, such as 2/8; K is 1 \
             to N",
        ),
    ] {
        let done = run(dir.path(), line, b"a pipe");
        assert_eq!(said(&done), format!("hexloupe: {expected}\n"));
        assert_eq!(done.status.code(), Some(2), "{line}");
        assert!(done.stdout.is_empty(), "{line}");
    }
}

#[test]
fn text_says_that_a_line_is_not_known() {
    let done = run(samples().path(), "check --part 2/2 a.txt", b"");
    let text = String::from_utf8(done.stdout.clone()).unwrap();
    assert_eq!(
        text,
        "a.txt:?:6: overlong form at 0x1D: C0 [utf8-overlong]\n"
    );
    let expected = "hexloupe: part 2 of 2: 1 file, 14 bytes, 11 characters, 3 lines: \
                    1 fault (1 utf8-overlong)\n";
    assert_eq!(said(&done), expected);
}

#[test]
fn an_input_without_a_record_is_said_and_the_others_are_merged() {
    let dir = samples();
    let whole = run(dir.path(), "check --format jsonl clean", b"");
    let merged = run(dir.path(), "merge empty -", &whole.stdout);
    assert_eq!(merged.stdout, whole.stdout);
    assert_eq!(merged.status.code(), Some(0));
    assert!(said(&merged).starts_with("hexloupe: empty: holds no record"));
}

/// The recipe for one machine ends as one run does, and says why it could do nothing.
#[cfg(unix)]
#[test]
fn the_recipe_for_parts_fails_where_there_is_nothing_to_check() {
    let dir = samples();
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/recipes/parts.sh");
    let run = |file: &str| {
        let mut command = std::process::Command::new("sh");
        command
            .arg(&recipe)
            .args(["2", file])
            .current_dir(dir.path());
        command.env("HEXLOUPE", snapbox::cmd::cargo_bin!("hexloupe"));
        command.env("HEXLOUPE_CONFIG", "").env("LC_ALL", "C.UTF-8");
        command.output().unwrap()
    };
    for (file, code) in [
        ("clean", 0),
        ("a.txt", 1),
        ("empty", 0),
        ("missing", 2),
        (".", 2),
    ] {
        assert_eq!(run(file).status.code(), Some(code), "{file}");
    }
    assert_eq!(said(&run("missing")), "parts.sh: missing: no such file\n");
}

#[test]
fn a_batch_has_a_row_for_each_file_and_merge_adds_them_up() {
    let samples = Samples::new();
    samples.put("a", b"x\xFF\n");
    samples.put("b\nc", b"fine\n");
    let batch = |names: &[u8]| {
        let command = samples.run("check").args(["--batch", "--format", "jsonl"]);
        command.stdin(names.to_vec()).output().unwrap()
    };
    let done = batch(b"a\0none\0b\nc\0");
    assert_eq!(done.status.code(), Some(2));
    let rows: Vec<serde_json::Value> = { done.stdout.split(|byte| *byte == b'\n') }
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let rows: Vec<_> = { rows.iter() }
        .map(|row| (row["type"].as_str().unwrap(), row["path"].as_str().unwrap()))
        .collect();
    let expected = [
        ("finding", "a"),
        ("file", "a"),
        ("trouble", "none"),
        ("file", "b\nc"),
    ];
    assert_eq!(rows, expected);
    let merged = samples.run("merge").stdin(done.stdout).output().unwrap();
    assert_eq!(merged.status.code(), Some(2));
    let merged = String::from_utf8(merged.stdout).unwrap();
    assert!(merged.contains(r#""type":"trouble""#), "{merged}");
    // A pipe would wait for its other end.
    #[cfg(unix)]
    {
        let done = batch(b"/dev/zero\n");
        let row = String::from_utf8(done.stdout).unwrap();
        assert!(row.contains("is not a regular file"), "{row}");
    }
    // No name is no success.
    let done = batch(b"\n");
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("no name came"), "{said}");
}
