//! Standard input, output and error that are no terminal, or are closed.

use std::fs;

use super::harness::{Session, Setup, folder, hexloupe};

/// Starts a line of the shell, in which `H` is the program and `abc` is in `abc.txt`.
fn shell(line: &str, folder: &tempfile::TempDir) -> Session {
    fs::write(folder.path().join("abc.txt"), "abc").unwrap();
    let line = format!("H() {{ '{}' \"$@\"; }}; {line}", hexloupe());
    Session::start("sh", &["-c", &line], folder.path())
}

#[track_caller]
fn inspects(line: &str, shown: &str) {
    let folder = folder();
    let mut session = shell(line, &folder);
    session.wait_for(shown);
    session.press("l");
    session.press("\u{c}");
    session.quit();
}

#[test]
fn keys_come_from_the_terminal_whatever_standard_input_is() {
    inspects("printf xyz | H", "LATIN SMALL LETTER X");
    inspects("H abc.txt </dev/null", "LATIN SMALL LETTER A");
    inspects("H abc.txt <&-", "LATIN SMALL LETTER A");
    inspects("H <abc.txt", "LATIN SMALL LETTER A");
    inspects("H </dev/null", "the data is empty");
    inspects("H <&-", "the data is empty");
}

#[test]
fn standard_error_need_not_be_there() {
    inspects("H abc.txt 2>&-", "LATIN SMALL LETTER A");
    inspects("H abc.txt 2>/dev/full", "LATIN SMALL LETTER A");
}

/// Runs a line that opens no inspector; returns its output, its errors and its exit code.
#[track_caller]
fn prints(line: &str) -> (String, String, String) {
    let folder = folder();
    let mut session = shell(
        &format!("({line}; echo $? >code) 2>err | cat >out"),
        &folder,
    );
    session.end();
    assert!(!session.wrote("\x1b[?1049h"), "the screen was taken");
    let file = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    (file("out"), file("err"), file("code"))
}

#[test]
fn where_standard_output_is_no_terminal_the_panes_are_printed() {
    let (out, err, code) = prints("H abc.txt");
    assert!(out.contains("61 62 63"), "{out}");
    assert_eq!((err.as_str(), code.as_str()), ("", "0\n"));
}

#[test]
fn who_has_read_enough_is_no_trouble() {
    let (out, err, code) = prints("(H dump /dev/zero; echo $? >&2) | head -c 20");
    assert_eq!(out.len(), 20);
    assert_eq!((err.as_str(), code.as_str()), ("0\n", "0\n"));
}

#[test]
fn without_a_controlling_terminal_one_line_says_so() {
    let folder = folder();
    fs::write(folder.path().join("abc.txt"), "abc").unwrap();
    let setup = Setup {
        arguments: &["abc.txt"],
        controlling: false,
        ..Setup::default()
    };
    let mut session = setup.start(folder.path());
    assert_eq!(session.end().exit_code(), 2);
    let said = session.text();
    assert!(said.starts_with("hexloupe: no terminal to open"), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert_eq!(session.what_is_left(), "");
}
