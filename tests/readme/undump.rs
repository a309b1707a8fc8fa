//! The documents' example of a dump out of a mail is what the program prints, and its table of dump
//! formats is the program's own.
//!
//! When a test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::pages;
use hexloupe::hexdump::table::FORMATS;

/// A mail with a dump in it, one digit of which is wrong.
const MAIL: &str = "\
Hi Vera, this is what arrives here:

> > 00401a10: 5072 6976 6574 2c20 d0bc d0b8 d180 2e0a  Privet, ........
> > 00401a20: 4279 6520 616e 6420 7468 616e 6b73 2e0a  Bye and thinks..

Bob
";

#[track_caller]
fn check(name: &str, expected: &str) {
    let start = format!("<!-- {name}: kept true by tests/readme/undump.rs -->\n");
    let rest = pages::all().split_once(&start).map_or("", |(_, rest)| rest);
    let end = format!("<!-- end of {name} -->");
    let found = rest.split_once(&end).map_or("", |(section, _)| section);
    assert!(
        found == expected,
        "the documents' {name} should be:\n{expected}"
    );
}

#[test]
fn the_example_is_what_the_program_says() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mail.txt"), MAIL).unwrap();
    let mut text = "```text\n$ cat mail.txt\n".to_owned();
    text.push_str(MAIL);
    for line in ["dump --from auto mail.txt", "undump mail.txt"] {
        let output = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
            .env("HEXLOUPE_CONFIG", "")
            .args(line.split(' '))
            .env("LC_ALL", "C.UTF-8")
            .current_dir(folder.path())
            .output()
            .unwrap();
        writeln!(text, "$ hexloupe {line}").unwrap();
        if line.starts_with("dump") {
            text.push_str(&String::from_utf8(output.stderr).unwrap());
        }
        text.push_str(&String::from_utf8(output.stdout).unwrap());
    }
    text.push_str("```\n");
    check("mail", &text);
}

#[test]
fn the_table_of_formats_is_the_programs_own() {
    let mut text = "| format | | what it is |\n|---|---|---|\n".to_owned();
    for format in FORMATS {
        let ways = if format.writer.is_some() {
            "in, out"
        } else {
            "in"
        };
        let about = format.about.replace('|', "\\|");
        writeln!(text, "| `{}` | {ways} | {about} |", format.id).unwrap();
    }
    check("formats", &text);
}
