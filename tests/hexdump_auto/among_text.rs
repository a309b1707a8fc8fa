//! Dumps among other text, however the text comes: in pieces of any size, behind any length of log,
//! in mails.
//!
//! Invariant: what is expected is written out, or is the longer text without the log.

use hexloupe::hexdump::import::{self, DumpImport, FormatChoice, ImportFailure, SAMPLE};

/// The bytes of a text that is a dump, in pieces of some size.
fn asked(choice: FormatChoice, text: &[u8], size: usize) -> Result<Vec<u8>, ImportFailure> {
    let mut import = DumpImport::new(choice);
    for piece in text.chunks(size) {
        import.feed(piece)?;
    }
    import.finish()?;
    let (bytes, _) = import.out().data();
    Ok(bytes.to_vec())
}

/// Lists, strings and rows in a log, and their bytes.
#[rustfmt::skip]
const LOGS: [(&str, &[u8]); 10] = [
    ("got [208, 159, 33]; 5 left\n", b"\xD0\x9F!"),
    ("Err(FromUtf8Error {\n    bytes: [\n        208,\n        33,\n        10,\n    ],\n})\n", b"\xD0!\n"),
    ("12:30 in: '0x2d 0x41 <0x80> 0x2d'\n", b"-A\x80-"),
    ("why b'\\xd0\\x9f' in 3 of 5?\n", b"\xD0\x9F"),
    ("> a dump:\n> 00000000: d09f 210a                                ..!.\n> bye\n", b"\xD0\x9F!\n"),
    ("INFO a = 5\n0xd0, 0x9f, 0xd1, 0x80,\n0xd0, 0xb8\nINFO b\n", b"\xD0\x9F\xD1\x80\xD0\xB8"),
    ("got [92, 88, 58] of 5\n", b"\\X:"),
    ("rx <Buffer d0 bf 10 22> of 5\n", b"\xD0\xBF\x10\x22"),
    ("key aGVsbG8gd28= of 5\n", b"hello wo"),
    ("INFO got it\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g\nISIjJA==\nINFO done\n",
        b"\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0B\x0C\r\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F !\"#$"),
];

#[test]
fn a_dump_is_found_in_pieces_of_any_size() {
    for (text, bytes) in LOGS {
        for size in (1..=9).chain([text.len()]) {
            let found = asked(FormatChoice::Asked, text.as_bytes(), size);
            assert_eq!(found.as_deref(), Ok(bytes), "{text} in {size}s");
            let found = asked(FormatChoice::Each, text.as_bytes(), size);
            assert_eq!(found.as_deref(), Ok(bytes), "each of {text} in {size}s");
        }
    }
}

#[test]
fn a_dump_is_found_behind_any_length_of_log() {
    let line = "INFO request 5 of user is done, as it should be\n";
    for before in [SAMPLE - line.len(), SAMPLE, 3 * SAMPLE] {
        for more in 0..line.len() {
            let log = line.repeat(before / line.len());
            let (text, bytes) = LOGS[0];
            let text = format!("{log}{}\n{text}{log}", &line[..more]);
            let found = asked(FormatChoice::Asked, text.as_bytes(), 1000);
            assert_eq!(found.as_deref(), Ok(bytes), "{before} {more}");
        }
    }
}

/// Only addresses tell how many rows a `*` stands for.
#[test]
fn rows_with_a_star_and_without_addresses_are_not_passed_in_silence() {
    let rows = "00000000 00000000 0000d09f\n*\n00000000 d09f0000 00000000\n";
    let prose = "Hello Vera, this is what I got from the other side of the wire yesterday.\n";
    for before in ["INFO a\n", prose] {
        let text = format!("{before}{rows}{before}");
        let (mut import, done) = import::read(FormatChoice::Asked, text.as_bytes());
        assert!(done.is_err() || import.out().disagreements > 0, "{text}");
    }
}

/// A line is read in parts of this length: a number or an escape must not be cut by it.
#[test]
fn a_dump_longer_than_a_part_of_a_line_is_whole() {
    let bytes: Vec<u8> = (0..40_000_u32).map(|n| (n * n / 7) as u8).collect();
    let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let hex = pairs.concat();
    let escapes = format!("\\x{}", pairs.join("\\x"));
    for more in 0..=4 {
        let before = "a".repeat(more);
        for text in [
            format!("INFO {before} got [{}]; done\nINFO\n", list.join(",")),
            format!("INFO {before} payload={hex} done\nINFO\n"),
            format!("INFO {before} got \"{escapes}\" done\nINFO\n"),
        ] {
            for choice in [FormatChoice::Asked, FormatChoice::Each] {
                let found = asked(choice, text.as_bytes(), 1000).unwrap();
                assert!(found == bytes, "{choice:?} {more} {}", &text[..30]);
            }
        }
    }
    // Alone, too: the sample that decides ends within a number.
    for skipped in 0..4 {
        let text = format!("[{}]", list[skipped..].join(", "));
        let found = asked(FormatChoice::Asked, text.as_bytes(), 1000).unwrap();
        assert!(found == bytes[skipped..], "{skipped}");
    }
}

#[test]
fn each_of_many_dumps_is_taken_however_it_is_written() {
    let lines = |form: fn(u8) -> String| -> String { (1..=40).map(form).collect() };
    let expected: Vec<u8> = (1..=40).flat_map(|n| [n, 0xAB, 0xCD, n]).collect();
    for text in [
        lines(|n| format!("id {n:02x}abcd{n:02x} of x\n")),
        lines(|n| format!("got [{n}, 171, 205, {n}]\n")),
    ] {
        let found = asked(FormatChoice::Each, text.as_bytes(), 1000);
        assert_eq!(found.as_deref(), Ok(&expected[..]), "{text}");
        let found = asked(FormatChoice::Asked, text.as_bytes(), 1000);
        let Err(ImportFailure::Unreadable(why)) = found else {
            panic!("{found:?}");
        };
        assert!(
            why.reason.starts_with("the first of more than 8 dumps"),
            "{}",
            why.reason
        );
    }
}

/// A mail, a log or a source with one such line is a mail, a log or a source.
#[test]
fn what_has_one_line_of_a_form_is_not_offered_as_a_dump() {
    let prose = "Hello, this is a text with some words in it.\n".repeat(40);
    for line in [
        "Content-Disposition: attachment; filename*=UTF-8''%E2%82%AC.txt\n",
        "The folder is called Entw&APw-rfe there.\n",
        "Typ=1 Len=3: 207,240,232\n",
        "msg db 'abc', 0\n",
        "caf<E9>, m\\303\\241s, \\u{43f} and M-PM-^_\n",
    ] {
        let text = format!("{prose}{line}{prose}");
        assert_eq!(import::look(text.as_bytes(), true), None, "{line}");
    }
    let session = format!("{prose}Typ=1 Len=3: 207,240,232\n{prose}");
    let found = asked(FormatChoice::Asked, session.as_bytes(), 1000);
    assert_eq!(found.as_deref(), Ok(&b"\xCF\xF0\xE8"[..]));
}

#[test]
fn a_gap_between_rows_is_told() {
    let row = |address: u32| {
        format!("{address:08x}: d09f d180 d0b8 d0b2 d0b5 d182 2c20 d0bc  ............, ..\n")
    };
    let rows: String = [0, 0x10, 0x20, 0x30, 0x80, 0x90].map(row).concat();
    let prose = "INFO a word and more, so that the rows are little of the text here\n".repeat(20);
    let text = format!("{prose}{rows}{prose}");
    let (mut import, done) = import::read(FormatChoice::Each, text.as_bytes());
    assert_eq!(done, Ok(()));
    let out = import.out();
    assert_eq!(out.data().0.len(), 96);
    let remarks = out.take_remarks();
    let said = "there are addresses between its rows without a byte";
    assert!(
        remarks.iter().any(|remark| remark.to_string() == said),
        "{remarks:?}"
    );
}

#[test]
fn a_binary_has_no_dumps_among_its_bytes() {
    for choice in [FormatChoice::Asked, FormatChoice::Each] {
        let found = asked(choice, b"\x7FELF\x02\0\0 got [208, 159, 33] \0", 1000);
        assert!(matches!(found, Err(ImportFailure::Unknown(_))), "{found:?}");
    }
}

#[test]
fn a_list_that_is_cut_gives_nothing() {
    for text in [
        "got [208, 159, 33, \n",
        "got [208, 159, 33, ... 7 more]\n",
        "got [208, 159, 300]\n",
        "got [1, 2, x]\n",
        "got b'\\xd0\\x9\n",
    ] {
        let found = asked(FormatChoice::Asked, text.as_bytes(), 1000);
        let is_none = matches!(
            found,
            Err(ImportFailure::Unknown(_) | ImportFailure::Lacking(_))
        );
        assert!(is_none, "{text}: {found:?}");
    }
}
