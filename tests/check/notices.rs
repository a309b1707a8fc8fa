//! What `check` says of unusual characters, and of what they hide.
//!
//! Invariant: a run of neighbours is one finding.

use super::place::Place;

#[test]
fn notices_are_told_when_they_are_asked_for_and_fail_when_denied() {
    let text = "a\u{202E}b\r\n\u{FEFF}c\n".as_bytes();
    let place = Place::with(&[("a", text)]);
    let summary =
        |more: &str| format!("hexloupe: 1 file, 12 bytes, 8 characters, 2 lines: no faults{more}");
    place.prints("a", 0, &[], &[&summary("")]);
    let bidi = "a:1:2: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x1: E2 80 AE [bidi-control]";
    place.prints(
        "--notices a",
        0,
        &[
            bidi,
            "a:2:1: byte order mark inside U+FEFF ZERO WIDTH NO-BREAK SPACE at 0x7: EF BB BF [bom-inside]",
            "a:2:3: a different line end U+000A LINE FEED at 0xB: 0A [mixed-line-endings]",
        ],
        &[&summary("; notices: 1 bom-inside, 1 bidi-control, 1 mixed-line-endings")],
    );
    let denied = summary("; notices: 1 bidi-control");
    place.prints(
        "--deny bidi-control,utf8-overlong,nul a",
        1,
        &[bidi],
        &[&denied],
    );
    place.prints("-q --deny bidi-control a", 1, &[], &[]);
    place.prints("-q --deny nul a", 0, &[], &[]);
    place.prints(
        "--deny nul --format jsonl a",
        0,
        &[r#"{"type":"file","schema":1,"path":"a","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":12,"characters":8,"lines":2,"well_formed":true,"faults":{},"notices":{}}"#],
        &[&summary("")],
    );
    place.prints(
        "--deny bom-inside --format jsonl a",
        1,
        &[
            r#"{"type":"finding","schema":1,"path":"a","offset":7,"length":3,"hex":"efbbbf","notice":"bom-inside","line":2,"column":1,"character":6,"message":"U+FEFF is a byte order mark only at the start; inside a text it is an invisible character, mostly left where files were joined."}"#,
            r#"{"type":"file","schema":1,"path":"a","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":12,"characters":8,"lines":2,"well_formed":true,"faults":{},"notices":{"bom-inside":1}}"#,
        ],
        &[&summary("; notices: 1 bom-inside")],
    );
}

#[test]
fn what_a_run_of_unseen_characters_hides_is_told_in_one_line() {
    // Tags and selectors spell "hi" in ASCII and as bytes 16 and more before "!".
    let tags = "a\u{E0068}\u{E0069}\n";
    let selectors = "b\u{E0158}\u{E0159}!\n";
    // Bits of "Attack", the first of each byte first.
    let attack = [0x41, 0x74, 0x74, 0x61, 0x63, 0x6B_u8];
    let bits = { attack.iter() }.flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    let bits: String = bits
        .map(|bit| ['\u{200B}', '\u{200C}'][usize::from(bit)])
        .collect();
    let text = [tags, selectors, &format!("c{bits}d\n"), "\0\0\0\n"].concat();
    let place = Place::with(&[("a", text.as_bytes())]);
    place.prints(
        "--deny invisible,nul a",
        1,
        &[
            r#"a:1:2: 2 invisible tags in a row hide "hi" at 0x1: F3 A0 81 A8 F3 A0 81 A9 [tag-character]"#,
            r#"a:2:2: 2 variation selectors in a row hide "hi" at 0xB: F3 A0 85 98 F3 A0 85 99 [variation-selector]"#,
            r#"a:3:2: 48 invisible characters in a row hide "Attack" at 0x16: E2 80 8B E2 80 8C E2 80 8B E2 80 8B E2 80 8B E2 ... [default-ignorable]"#,
            "a:4:1: 3 null characters in a row at 0xA8: 00 00 00 [nul]",
        ],
        &[
            "hexloupe: 1 file, 172 bytes, 64 characters, 4 lines: no faults; notices: 1 nul, \
             1 default-ignorable, 1 tag-character, 1 variation-selector",
        ],
    );
}

#[test]
fn a_mark_that_opens_utf_8_is_told_to_who_asks() {
    let place = Place::with(&[("a", "\u{FEFF}x\n".as_bytes()), ("b", b"\xFF\xFEx\0\n\0")]);
    let all = "hexloupe: 2 files, 11 bytes, 4 characters, 2 lines: no faults";
    place.prints("--notices a b", 0, &[], &[all]);
    place.prints(
        "--deny bom a b",
        1,
        &["a:1:1: byte order mark U+FEFF ZERO WIDTH NO-BREAK SPACE at 0x0: EF BB BF [opening-bom]"],
        &[&format!(
            "{all}; notices: 1 opening-bom; findings in 1 file"
        )],
    );
}

#[test]
fn mojibake_that_no_word_shows_is_told_beside_words_that_do() {
    // Each word of the first line has one garbled letter, a word of the second has two.
    let (first, second) = (
        "user=JÃ¼rgen MÃ¼ller logged in\n",
        "name=FranÃ§ois dÃ©jÃ\u{A0}\n",
    );
    let of = |text: &str| {
        let place = Place::with(&[("a", text.as_bytes())]);
        let done = place.check("--deny mojibake-suspect a").output().unwrap();
        let lines = String::from_utf8(done.stdout).unwrap();
        let mut lines: Vec<u64> = { lines.lines() }
            .map(|line| line.split(':').nth(1).unwrap().parse().unwrap())
            .collect();
        lines.sort_unstable();
        (lines, done.status.code())
    };
    assert_eq!(of(first), (vec![1, 1], Some(1)));
    assert_eq!(of(&[first, second].concat()), (vec![1, 1, 2, 2], Some(1)));
    // The scan suspects the second word of its line, the whole text shows the first.
    assert_eq!(of(second), (vec![1, 1], Some(1)));
}
