//! The relatives of UTF-8, and UTF-7, as scripts use them: the real binary, its output compared
//! with `tests/golden`. `SNAPSHOTS=overwrite cargo test --test command_line cli::relatives` accepts new output;
//! look at the difference before you commit it. Invariant: the expected output names every fault.
use std::fs;
use std::path::PathBuf;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// A string of a class file: its tag and length, U+0000, a pair, a surrogate alone;
/// and what Java does not write: a raw 00, four bytes, an overlong form.
const JAVA: &[u8] = b"\x01\x00\x17Ljava/\xC3\xA9\xC0\x80\xED\xA0\xBD\xED\xB8\x80\xED\xA0\xBD\x00;\
    \xF0\x9F\x98\x80\xC0\xAF";

/// A mail in UTF-7: RFC 2152's example, runs that end in each way, a pair, two
/// characters in one run, and every fault and notice.
const MAIL: &[u8] = b"Subject: Hi\r\n\r\nHi Mom -+Jjo--!\r\n+AKM-5 +2D3eAA +AKMAow~ 1 +- 1 + 1\r\n\
    +AKN +A- +2D0-\xE9+AKM";

/// Five and six bytes, and an overlong form of five.
const LEGACY: &[u8] = b"a\xF8\x88\x80\x80\x80b\xF8\x80\x80\x80\xAFc\xFD\xBF\xBF\xBF\xBF\xBF\n";

/// A surrogate alone, and a pair that should be one character.
const WTF: &[u8] = b"\xED\xA0\xBDa\xED\xA0\xBD\xED\xB8\x80\n";

fn run(line: &str) -> (TempDir, OutputAssert) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("java", JAVA),
        ("mail", MAIL),
        ("legacy", LEGACY),
        ("wtf", WTF),
        ("utf16be", b"\xFE\xFF\0a\xD8\x3D\xDE\0"),
        ("utf32", b"a\0\0\0\0\xF6\x01\0"),
        ("utf8bom", b"\xEF\xBB\xBFabc"),
    ] {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(line.split_whitespace());
    for variable in [
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "FORCE_COLOR",
        "COLUMNS",
        "CLICOLOR",
        "COLORTERM",
    ] {
        command = command.env_remove(variable);
    }
    let done = command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .assert();
    (dir, done)
}

#[track_caller]
fn check(line: &str, file: &str) {
    let (_dir, done) = run(line);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file);
    let golden = snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text)).raw();
    let output = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    snapbox::Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .eq(output.into_data(), golden);
}

/// Standard output has all of these.
#[track_caller]
fn says(line: &str, words: &[&str]) {
    let (_dir, done) = run(line);
    let output = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    for word in words {
        assert!(output.contains(word), "{line}: no {word} in\n{output}");
    }
}

#[test]
fn java_strings_are_dumped() {
    check("dump -e mutf-8 java", "relatives-java.txt");
    check("dump -e mutf-8 --format jsonl java", "relatives-java.jsonl");
    check(
        "dump -e mutf-8 --format lines java",
        "relatives-java-lines.txt",
    );
}

#[test]
fn a_mail_in_utf_7_is_dumped() {
    check("dump -e utf-7 mail", "relatives-mail.txt");
    check("dump -e utf-7 --format jsonl mail", "relatives-mail.jsonl");
    check(
        "dump -e utf-7 --format lines mail",
        "relatives-mail-lines.txt",
    );
    check(
        "dump -e utf-7 --color always mail",
        "relatives-mail-color.txt",
    );
}

#[test]
fn the_forms_of_rfc_2279_are_dumped() {
    check("dump -e utf-8-legacy legacy", "relatives-legacy.txt");
    check(
        "dump -e rfc2279 --format jsonl legacy",
        "relatives-legacy.jsonl",
    );
}

#[test]
fn pairs_are_told_apart() {
    check("dump -e wtf-8 --format lines wtf", "relatives-wtf-8.txt");
    check("dump -e cesu-8 --format lines wtf", "relatives-cesu-8.txt");
}

#[test]
fn a_check_tells_faults_and_notices() {
    check("check -e mutf-8 --notices java", "relatives-check-java.txt");
    check("check -e utf-7 --notices mail", "relatives-check-mail.txt");
    check(
        "check -e utf-8-legacy --notices --format jsonl legacy",
        "relatives-check-legacy.jsonl",
    );
}

#[test]
fn what_is_in_there_is_counted() {
    says(
        "stats -e utf-7 mail",
        &[
            "UTF-7",
            "utf7-partial-unit",
            "utf7-nonzero-padding",
            "characters of 6 bytes",
        ],
    );
    says(
        "stats -e mutf-8 java",
        &["mutf8-raw-nul", "mutf8-four-byte"],
    );
    says("stats -e utf-8-legacy legacy", &["beyond-unicode"]);
}

#[test]
fn text_is_found_however_its_bits_lie() {
    says(
        "find -e utf-7 £ mail",
        &["0x21: 41 4B 4D", "0x30: 41 4B 4D", "0x33: 41 6F 77"],
    );
    says("find -e mutf-8 😀 java", &["0xD: ED A0 BD ED B8 80 😀"]);
}

#[test]
fn utf_16_and_utf_32_are_those_of_the_mark_or_little_endian() {
    says(
        "dump -e utf-16 --format jsonl utf16be",
        &["\"kind\":\"bom\"", "U+1F600"],
    );
    says("stats -e utf-16 utf16be", &["UTF-16BE"]);
    says(
        "check -e utf-16 --format jsonl utf16be",
        &["\"encoding\":\"utf-16be\""],
    );
    says("find -e utf-16 😀 utf16be", &["0x4"]);
    says("dump -e utf-32 --format jsonl utf32", &["U+1F600"]);
    says("stats -e utf-32 utf32", &["UTF-32LE"]);
    says(
        "check -e utf-32 --format jsonl utf32",
        &["\"encoding\":\"utf-32le\""],
    );
}

#[test]
fn a_mark_that_contradicts_the_option_is_remarked() {
    says(
        "dump -e utf-16le --format jsonl utf16be",
        &["\"bom-contradicts\""],
    );
    says(
        "check -e windows-1252 --notices utf8bom",
        &["[bom-contradicts]"],
    );
    says("stats -e windows-1252 utf8bom", &["bom-contradicts"]);
    says("check -e cesu-8 --notices utf16be", &["utf8-never-byte"]);
}
