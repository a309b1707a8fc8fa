//! Commands that print, on a terminal.
//!
//! Invariant: no line is wider than the terminal, and nothing is left on it but what is printed.

use std::fs;

use super::harness::{Session, Setup, folder};

/// Runs a command on a terminal of some columns to its end.
#[track_caller]
fn run(line: &str, columns: u16, file: &[u8], code: u32) -> Session {
    let folder = folder();
    fs::write(folder.path().join("a.txt"), file).unwrap();
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let setup = Setup {
        arguments: &arguments,
        size: (columns, 40),
        environment: &[("NO_COLOR", Some("1"))],
        ..Setup::default()
    };
    let mut session = setup.start(folder.path());
    assert_eq!(session.end().exit_code(), code, "{}", session.text());
    session
}

/// Checks the first row of a dump on a terminal of some columns.
#[track_caller]
fn fits(options: &str, columns: u16, first: &str) {
    let text = b"0123456789abcdef".repeat(2);
    let session = run(&format!("dump {options} a.txt"), columns, &text, 0);
    let rows: Vec<String> = session.screen().rows(0, columns).collect();
    assert_eq!(rows[0].trim_end(), first);
    let is_wrapped = (0..40).any(|row| session.screen().row_wrapped(row));
    assert!(!is_wrapped, "{rows:#?}");
}

const SIXTEEN: &str =
    "00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef";

#[test]
fn a_dump_has_as_many_bytes_in_a_row_as_fit() {
    fits("", 80, SIXTEEN);
    fits("", 76, SIXTEEN);
    let eight = "00000000  30 31 32 33  34 35 36 37  01234567";
    fits("", 75, eight);
    fits("", 43, "00000000  30 31 32 33  0123");
    // What is asked for is printed.
    fits("--panes hex,text", 300, SIXTEEN);
    fits("--width 8", 80, eight);
}

/// Forty lines of text; the first have a letter of another encoding.
fn text(faults: usize) -> Vec<u8> {
    let sound = "hier c’était l’été\n".repeat(40 - faults);
    [b"Jos\xE9 was here\n".repeat(faults), sound.into_bytes()].concat()
}

/// The first line of a check on a terminal, the number of findings after it, and the rest.
#[track_caller]
fn checked(options: &str, faults: usize) -> (String, usize, String) {
    let session = run(&format!("check {options} a.txt"), 120, &text(faults), 1);
    let text = session.text();
    let (answer, rest) = text.split_once('\n').unwrap();
    let findings = rest
        .lines()
        .take_while(|line| line.ends_with("Jos‹E9› was here"));
    let count = findings.count();
    let rest: Vec<&str> = rest.lines().skip(count).collect();
    (answer.to_owned(), count, unwrapped(&rest.join("\n")))
}

/// Sentences without the breaks of a narrow terminal.
fn unwrapped(text: &str) -> String {
    text.replace("\n    ", " ")
}

/// No line is wider than the terminal, and no word is cut.
#[test]
fn a_check_and_a_guess_fit_the_terminal() {
    for (command, code) in [("check a.txt", 1), ("guess a.txt", 0)] {
        let wide = unwrapped(run(command, 200, &text(12), code).text().trim());
        for width in [60, 80, 100] {
            let narrow = run(command, width, &text(12), code).text();
            let is_cut = |line: &&str| line.chars().count() > usize::from(width);
            assert_eq!(narrow.lines().find(is_cut), None, "{width}");
            let same = |text: &str| text.split_whitespace().count();
            if command.starts_with("check") {
                assert_eq!(same(&unwrapped(narrow.trim())), same(&wide), "{width}");
            }
        }
    }
}

#[test]
fn the_bytes_of_a_long_notice_fit_the_terminal() {
    let text = format!("a{} x\n", "\u{202E}".repeat(4));
    for (columns, bytes) in [
        (60, "E2 80 AE E2 ..."),
        (120, "E2 80 AE E2 80 AE E2 80 AE E2 80 AE"),
    ] {
        let session = run("check --notices a.txt", columns, text.as_bytes(), 0);
        let expected = format!("a.txt:1:2: 4 bidi controls in a row at 0x1: {bytes}");
        let rows: Vec<String> = session.screen().rows(0, columns).collect();
        let is_there = rows.iter().any(|row| row.starts_with(&expected));
        let is_wrapped = (0..40).any(|row| session.screen().row_wrapped(row));
        assert!(is_there && !is_wrapped, "{rows:#?}");
    }
}

#[test]
fn the_id_of_a_notice_is_whole_on_a_narrow_terminal() {
    let text = "The fee is Â£5 today.\n".as_bytes();
    for (columns, below) in [(120, false), (70, true)] {
        let session = run("check --deny mojibake a.txt", columns, text, 1);
        let rows: Vec<String> = session.screen().rows(0, columns).collect();
        let own = rows.iter().position(|row| row.contains(" at 0xB: "));
        let own = own.unwrap_or_else(|| panic!("{rows:#?}"));
        let id = if below {
            rows[own + 1].strip_prefix("   ")
        } else {
            rows[own]
                .strip_suffix(" [mojibake-suspect]")
                .map(|_| " [mojibake-suspect]")
        };
        assert_eq!(
            id.map(str::trim_end),
            Some(" [mojibake-suspect]"),
            "{rows:#?}"
        );
        let is_wrapped = (0..40).any(|row| session.screen().row_wrapped(row));
        assert!(!is_wrapped, "{rows:#?}");
    }
}

#[test]
fn a_check_says_first_what_is_wrong_and_then_where() {
    let answer = "line 1: E9 may be é in windows-1252 (José)";
    let more = "not shown (--each shows all)";
    for (options, faults, shown) in [("", 10, 10), ("", 12, 10), ("--max 11", 12, 11)] {
        let (first, count, rest) = checked(options, faults);
        let is_first = first.starts_with("a.txt: ") && first.contains(answer);
        assert!(is_first, "{first}");
        assert_eq!(count, shown, "{options} {faults}");
        assert_eq!(rest.contains("not shown"), faults > shown, "{rest}");
        assert_eq!(
            rest.contains(more),
            options.is_empty() && faults > shown,
            "{rest}"
        );
    }
}

/// Each file of a folder says first what is wrong with it; what is said of all of a file is not repeated.
#[test]
fn a_check_of_a_folder_says_first_what_is_wrong_with_each_file() {
    let folder = folder();
    let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xDD\xF2\xEE \xF0\xF3\xF1\xF1\xEA\xE8\xE9 \xF2\xE5\xEA\xF1\xF2.\n".repeat(9);
    let files = [
        ("a.txt", text(2)),
        ("b.txt", russian),
        ("c.txt", text(1)),
        ("d.txt", text(0)),
        ("e.txt", "zu JosÃ© nach MÃ¼nchen\n".repeat(4).into_bytes()),
        ("f.txt", b"hier c'est l'\xC3\xA9t\xC3".to_vec()),
        ("g.txt", b"\xEF\xBB\xBFJos\xE9 was here\n".to_vec()),
    ];
    for (name, file) in &files {
        fs::write(folder.path().join(name), file).unwrap();
    }
    let named = files.each_ref().map(|(name, _)| *name);
    for paths in [&["."][..], &named] {
        let arguments = [&["check"], paths].concat();
        let setup = Setup {
            arguments: &arguments,
            size: (100, 40),
            environment: &[("NO_COLOR", Some("1"))],
            ..Setup::default()
        };
        let mut session = setup.start(folder.path());
        assert_eq!(session.end().exit_code(), 1, "{}", session.text());
        let text = session.text();
        let kind = |line: &str| {
            let line = line.trim_start_matches("./");
            let (name, rest) = line.split_once(':')?;
            let what = match rest {
                _ if rest.contains("E9 may be é in windows-1252 (José)") => "answer",
                _ if rest.contains("not UTF-8: windows-1251") => "whole",
                _ if rest.contains("C3 is cut short, 1 byte missing") => "answer",
                _ if rest.contains("[utf8-cut-short]") => "place",
                _ if rest.contains("[utf8-truncated]") => "place",
                _ if rest.contains("mojibake, it was José nach München") => "mojibake",
                _ => return None,
            };
            Some(format!("{name} {what}"))
        };
        let kinds: Vec<String> = text.lines().filter_map(kind).collect();
        let expected = [
            "a.txt answer",
            "a.txt place",
            "a.txt place",
            "b.txt whole",
            "c.txt answer",
            "c.txt place",
            "e.txt mojibake",
            "f.txt answer",
            "f.txt place",
            "g.txt answer",
            "g.txt place",
        ];
        assert_eq!(kinds, expected, "{text}");
    }
}

#[test]
fn a_check_of_a_folder_says_where_it_did_not_look_for_mojibake() {
    let folder = folder();
    let line = b"a line of ASCII, and others\n";
    let long = line.repeat((2 << 20) / line.len());
    let misread = [&long, "zu JosÃ© nach MÃ¼nchen\n".as_bytes()].concat();
    let longer = [&line.repeat((17 << 20) / line.len()), "café\n".as_bytes()].concat();
    for (name, file) in [("long.txt", misread), ("longer.txt", longer)] {
        fs::write(folder.path().join(name), file).unwrap();
    }
    let setup = Setup {
        arguments: &["check", "."],
        size: (120, 40),
        environment: &[("NO_COLOR", Some("1"))],
        ..Setup::default()
    };
    let mut session = setup.start(folder.path());
    assert_eq!(session.end().exit_code(), 0, "{}", session.text());
    let text = session.text();
    let told = text.contains("mojibake, it was José nach München");
    assert!(told, "{text}");
    let left = "mojibake was not looked for in 1 file; check --deny mojibake looks in all";
    assert!(text.contains(left), "{text}");
}

#[test]
fn the_text_before_a_finding_begins_with_a_word() {
    let session = run("check a.txt", 120, b"authentication user=Jos\xE9 ok\n", 1);
    let text = session.text();
    assert!(text.contains("[utf8-cut-short]  user=Jos‹E9› ok"), "{text}");
}

#[test]
fn a_check_says_once_that_a_file_is_no_utf_8() {
    let known = [
        b"\x7FELF\x02\x01\x01\0".as_slice(),
        &[0xD0, 0, 1, 2, 3, 0xFF].repeat(50),
    ]
    .concat();
    let unknown = [0x80, 0, 1, 2, 3, 0xFF].repeat(50);
    // "Привет, мир" in windows-1251.
    let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xDD\xF2\xEE \xF0\xF3\xF1\xF1\xEA\xE8\xE9 \xF2\xE5\xEA\xF1\xF2.\n".repeat(9);
    for (file, said) in [
        (known, "ELF"),
        (unknown, "binary"),
        (russian, "windows-1251"),
    ] {
        let session = run("check a.txt", 120, &file, 1);
        let text = session.text();
        let told = text.lines().filter(|line| line.starts_with("a.txt:"));
        let told: Vec<&str> = told.collect();
        assert_eq!(told.len(), 1, "{text}");
        let finding = told[0];
        assert!(finding.contains(said), "{finding}");
        assert!(finding.ends_with("[not-utf-8]"), "{finding}");
        // The places in a binary are there by chance.
        let is_counted = text.contains("faults (") && finding.contains(" faults as UTF-8");
        assert_eq!(is_counted, said == "windows-1251", "{text}");
        let is_binary = text.contains("binary, not text; --each lists each ill-formed sequence");
        assert_eq!(is_binary, said != "windows-1251", "{text}");
    }
    // None of the places in a list says it.
    let binary = [0x80, 0, 1, 2, 3, 0xFF].repeat(50);
    let session = run("check --each --max 9 a.txt", 120, &binary, 1);
    let text = session.text();
    assert!(text.starts_with("a.txt: binary, not text\n"), "{text}");
}
