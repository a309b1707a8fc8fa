//! `hexloupe undump --onto` as scripts run it: which bytes are written where, and what is refused.
use std::fs;

use super::undump::{Samples, row};

#[test]
fn a_patch_overwrites_bytes_of_a_file_and_leaves_the_old_ones_beside() {
    let samples = Samples::new();
    samples.put("a", "0123456789abcdefX");
    // Rows of a patch, as one saves them: not in order, with a gap.
    samples.put("p", row(12, b"CDEF") + &row(1, b"!"));
    let said = "hexloupe: a: 5 bytes in 2 places written; a.old.xxd has the old bytes\n";
    samples.check("undump --from xxd p --onto a", b"", said, 0);
    let content = |name: &str| fs::read_to_string(samples.0.path().join(name)).unwrap();
    assert_eq!(content("a"), "0!23456789abCDEFX");
    let said = "hexloupe: a: 5 bytes in 2 places written; a.old-2.xxd has the old bytes\n";
    samples.check("undump --from xxd a.old.xxd --onto a", b"", said, 0);
    assert_eq!(content("a"), "0123456789abcdefX");
    let said = "hexloupe: a: already has these bytes; nothing written\n";
    samples.check("undump --from xxd a.old.xxd --onto a", b"", said, 0);
}

#[test]
fn bytes_without_addresses_are_written_where_it_is_said() {
    let samples = Samples::new();
    let content = || fs::read_to_string(samples.0.path().join("a")).unwrap();
    samples.put("a", "0123456789");
    samples.put("p", "4142\n");
    let refused = |line: &str, said: &str| {
        let said = format!("hexloupe: p: {said}; nothing written\n");
        samples.check(line, b"", &said, 2);
        assert_eq!(content(), "0123456789");
    };
    refused(
        "undump --from hex p --onto a",
        "hex has no addresses, so its bytes would go to the start of the file; \
         --at 0 writes them there, --at OFFSET elsewhere",
    );
    refused(
        "undump --from hex p --onto a --at -11",
        "--at -11 is before the start of the file (10 bytes)",
    );
    for (at, expected) in [
        ("0", "AB23456789"),
        ("0x8", "AB234567AB"),
        ("-5", "AB234AB7AB"),
    ] {
        let line = format!("undump --from hex p --onto a --at {at}");
        assert_eq!(samples.run(&line).output().unwrap().status.code(), Some(0));
        assert_eq!(content(), expected);
    }
    samples.put("q", row(0, b"x"));
    let said = "hexloupe: q: xxd has its own addresses; leave out --at; nothing written\n";
    samples.check("undump --from xxd q --onto a --at 0", b"", said, 2);
    let done = samples.run("undump p --at 0").output().unwrap();
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn decimal_addresses_are_written_at_where_they_are_named() {
    let samples = Samples::new();
    let text = "A".repeat(16);
    let rows = ["00000000", "00000016", "00000032"];
    let rows = rows.map(|at| format!("{at}: {}  {text}\n", "41".repeat(16)));
    samples.put("p", rows.concat());
    samples.put("a", "-".repeat(0x50));
    let said =
        "hexloupe: p: its addresses are decimal: its full rows follow one another only that way\n";
    samples.check("undump --from xxd p", text.repeat(3).as_bytes(), said, 0);
    let refused =
        "hexloupe: p: its addresses may be decimal; --from xxd-d confirms it; nothing written\n";
    let refused = format!("{said}{refused}");
    samples.check("undump --from xxd p --onto a", b"", &refused, 2);
    let said = "hexloupe: a: 48 bytes in 1 place written; a.old.xxd has the old bytes\n";
    samples.check("undump --from xxd-d p --onto a", b"", said, 0);
    // The patch that was left behind says what it is.
    let said = "hexloupe: a.old.xxd: read as xxd\n\
                hexloupe: a: 48 bytes in 1 place written; a.old-2.xxd has the old bytes\n";
    samples.check("undump a.old.xxd --onto a", b"", said, 0);
    let content = fs::read_to_string(samples.0.path().join("a")).unwrap();
    assert_eq!(content, "-".repeat(0x50));
}

#[test]
fn a_patch_that_does_not_fit_changes_nothing() {
    let samples = Samples::new();
    samples.put("a", "0123");
    let content = || fs::read_to_string(samples.0.path().join("a")).unwrap();
    let onto = |patch: &str, said: &str, code| {
        samples.put("p", patch);
        samples.check("undump --from xxd p --onto a", b"", said, code);
        assert_eq!(content(), "0123");
        assert_eq!(fs::read_dir(samples.0.path()).unwrap().count(), 3);
    };
    let past = "hexloupe: a: ends before 0x4; nothing written\n";
    onto(&row(2, b"abc"), past, 2);
    let far = "hexloupe: a: ends before 0xFFFFFFFFFF; nothing written\n";
    onto(&row(0xFF_FFFF_FFFF, b"a"), far, 2);
    let contradicted = "hexloupe: p:2: 0x0 is 62 here, but 61 on line 1, which is used\n";
    let none = "hexloupe: a: nothing written, because the dump contradicts itself\n";
    onto(
        &(row(0, b"a") + &row(0, b"b")),
        &format!("{contradicted}{none}"),
        1,
    );
    let samples = Samples::new();
    let none = "hexloupe: none: no such file\n";
    samples.check("undump --from xxd plain --onto none", b"", none, 2);
    let folder = "hexloupe: .: is a directory; name a file in it\n";
    samples.check("undump --from xxd plain --onto .", b"", folder, 2);
}
