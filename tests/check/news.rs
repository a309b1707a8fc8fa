//! A check of what is new: since a revision, and since an earlier run.
//!
//! The repositories are made by git; without it these tests fail, and do not pass unseen. Invariant: what
//! cannot be compared is new.

use std::fs;

use super::looked_at::git;
use super::place::Place;

/// The places of the findings of a check, the last line of what is said, and the exit code.
#[track_caller]
fn found(place: &Place, line: &str) -> (Vec<String>, String, i32) {
    let done = place.check(line).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    let places = { out.lines() }.map(|line| line.split(": ").next().unwrap().replace('\\', "/"));
    let err = String::from_utf8(done.stderr).unwrap();
    let last = err.lines().last().unwrap_or_default().to_owned();
    (places.collect(), last, done.status.code().unwrap())
}

fn repository() -> Place {
    let place = Place::with(&[
        ("a", b"old \xFF\nfine\n"),
        ("crlf.txt", b"old \xFF\r\nfine\r\n"),
        ("gone", b"\xFF\n"),
        ("same", b"old \xFF\n"),
    ]);
    git(&place, "init -q .");
    git(&place, "add .");
    git(&place, "-c user.email=a@b -c user.name=x commit -qm 1");
    place
}

#[test]
fn since_a_revision_only_new_lines_are_told() {
    let place = repository();
    let put = |name: &str, bytes: &[u8]| fs::write(place.0.path().join(name), bytes).unwrap();
    let (places, said, code) = found(&place, "--since HEAD");
    assert_eq!((places.len(), code), (0, 0));
    assert!(said.ends_with("4 findings already known"), "{said}");
    put("a", b"new \xC0\nold \xFF\nfine\nnew \xFF\n");
    put("crlf.txt", b"old \xFF\r\nfine\r\nnew \xFE\r\n");
    put("added", b"\xFF\n");
    put("staged", b"\xFE\n");
    git(&place, "add staged");
    fs::remove_file(place.0.path().join("gone")).unwrap();
    let (places, said, code) = found(&place, "--since HEAD");
    let expected = [
        "./a:1:5",
        "./a:4:5",
        "./added:1:1",
        "./crlf.txt:3:5",
        "./staged:1:1",
    ];
    assert_eq!((places, code), (expected.map(str::to_owned).to_vec(), 1));
    assert!(said.contains("3 findings already known"), "{said}");
    // Named files, from a folder below, and by their whole path.
    let (places, _, code) = found(&place, "--since HEAD a same");
    assert_eq!((places.len(), code), (2, 1));
    let whole = place.0.path().join("same");
    let (places, _, code) = found(&place, &format!("--since HEAD {}", whole.display()));
    assert_eq!((places.len(), code), (0, 0));
    let (.., code) = found(&place, "-q --since HEAD same");
    assert_eq!(code, 0);
    let (.., code) = found(&place, "-q --since HEAD a");
    assert_eq!(code, 1);
    // The limit counts what is new.
    put(
        "a",
        &[&b"old \xFF\nfine\n"[..], &b"\xFE\n".repeat(5)].concat(),
    );
    let (places, said, _) = found(&place, "--since HEAD --max 2 a");
    assert_eq!(places, ["a:3:1", "a:4:1"]);
    assert!(said.contains("3 findings not shown"), "{said}");
    let (.., code) = found(&place, "--since nothing a");
    assert_eq!(code, 2);
}

#[test]
fn a_baseline_knows_findings_wherever_their_lines_are() {
    let place = Place::with(&[
        ("d/a", b"x\xFF\ny\xFF\n"),
        ("d/b", b"a\xE2\x80\x8Bb\n"),
        ("d/c", b"fine\n"),
    ]);
    let put = |name: &str, bytes: &[u8]| fs::write(place.0.path().join(name), bytes).unwrap();
    let options = "--deny invisible";
    let records = place
        .check(&format!("{options} --format jsonl d"))
        .output()
        .unwrap();
    put("old.jsonl", &records.stdout);
    let with = format!("{options} --baseline old.jsonl");
    for folder in ["d", "./d", "d/a d/b"] {
        let (places, said, code) = found(&place, &format!("{with} {folder}"));
        assert_eq!((places.len(), code), (0, 0), "{folder}");
        assert!(said.ends_with("3 findings already known"), "{said}");
    }
    // Lines may move; one more is new, and so is one in another file, and other bytes.
    put("d/a", b"new\nx\xFF\nz\ny\xFF\nz\xFF\n");
    put("d/c", b"x\xFF\n");
    put("d/b", b"a\xE2\x80\x8Bb\xE2\x80\x8C\n");
    let (places, said, code) = found(&place, &format!("{with} d"));
    assert_eq!(places, ["d/a:5:2", "d/b:1:4", "d/c:1:2"]);
    assert_eq!(code, 1);
    assert!(said.contains("3 findings already known"), "{said}");
    let (.., code) = found(&place, &format!("-q {with} d/c"));
    assert_eq!(code, 1);
    // A redirection of PowerShell writes a mark, or UTF-16.
    let text = str::from_utf8(&records.stdout).unwrap();
    put("d/a", b"x\xFF\ny\xFF\n");
    put("d/b", b"a\xE2\x80\x8Bb\n");
    put("d/c", b"fine\n");
    put("old.jsonl", format!("\u{FEFF}{text}").as_bytes());
    assert_eq!(found(&place, &format!("{with} d")).2, 0);
    let wide = format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    put("old.jsonl", &wide);
    assert_eq!(found(&place, &format!("{with} d")).2, 0);
    // What is no record is trouble.
    put("wrong", b"{}\n");
    place.prints(
        "--baseline wrong d",
        2,
        &[],
        &["hexloupe: wrong: line 1 is no record of check; check --format jsonl writes them"],
    );
    let (.., code) = found(&place, "--baseline none d");
    assert_eq!(code, 2);
}
