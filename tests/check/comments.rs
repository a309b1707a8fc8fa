//! Comments in files that allow notices.
//!
//! Invariant: what is allowed is counted in the summary, and a comment cannot allow ill-formed bytes.

use super::place::Place;

/// The lines of the findings of a check, the last line of what is said, and the exit code.
#[track_caller]
fn found(place: &Place, line: &str) -> (Vec<u64>, String, i32) {
    let done = place.check(line).output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    let lines = { out.lines() }.map(|line| line.split(':').nth(1).unwrap().parse().unwrap());
    let err = String::from_utf8(done.stderr).unwrap();
    let last = err.lines().last().unwrap_or_default().to_owned();
    (lines.collect(), last, done.status.code().unwrap())
}

#[test]
fn a_comment_allows_what_it_names_on_its_line() {
    let text = "a\u{202E}b // hexloupe: allow bidi-control\n\
                a\u{202E}b\n\
                # hexloupe: allow nul, invisible -->\u{200B}\n\
                a\u{200B}b /* hexloupe: allow bidi-contol */\n\
                a\u{200B}b hexloupe: allowdefault-ignorable\n\
                a\u{200B}b hexloupe: allow trojan-source";
    let place = Place::with(&[("a", text.as_bytes())]);
    let (lines, said, code) = found(&place, "--deny invisible a");
    assert_eq!((lines, code), (vec![2, 4, 5, 6], 1));
    assert!(said.ends_with("; 2 findings allowed by comments"), "{said}");
    // Who does not trust the files reads no comments.
    let (lines, said, _) = found(&place, "--no-config --deny invisible a");
    assert_eq!(lines, [1, 2, 3, 4, 5, 6]);
    assert!(!said.contains("allowed"), "{said}");
}

#[test]
fn a_comment_for_the_file_allows_wherever_it_stands() {
    let long = "x".repeat(1 << 20);
    let text = format!(
        "a\u{200B}\u{202E}\n{long}\n<!-- hexloupe: allow-file default-ignorable -->\n\u{200B}\u{202E}\n"
    );
    let place = Place::with(&[
        ("a", text.as_bytes()),
        ("b", b"\xFF hexloupe: allow-file nul\n\xFF\0\n"),
    ]);
    let (lines, said, code) = found(&place, "--deny default-ignorable,bidi-control a");
    assert_eq!((lines, code), (vec![1, 4], 1));
    assert!(said.contains("; 2 findings allowed by comments"), "{said}");
    let (lines, _, code) = found(&place, "--deny nul b");
    assert_eq!((lines, code), (vec![1, 2], 1));
}

#[test]
fn a_comment_is_found_at_any_place_of_a_long_file() {
    // The comment moves over the border between two blocks.
    for before in (1 << 20) - 60..(1 << 20) + 4 {
        let mut text = "y".repeat(before - 1).into_bytes();
        text.extend("\n\u{200B} hexloupe: allow invisible\n".as_bytes());
        let place = Place::with(&[("a", &text)]);
        let (lines, _, code) = found(&place, "--deny invisible a");
        assert_eq!((lines, code), (vec![], 0), "{before}");
    }
}
