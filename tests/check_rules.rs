//! The rules of `check`: what is denied, warned of and allowed, as scripts run it.
//!
//! Invariant: every test runs in a directory of its own, and names what it holds.
use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A directory with files.
struct Place(TempDir);

impl Place {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Self(dir)
    }

    /// Exit code, standard output and standard error of a check in a folder, by lines.
    #[track_caller]
    fn prints_in(&self, folder: &str, line: &str, code: i32, out: &[&str], err: &[&str]) {
        let ran = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
            .current_dir(self.0.path().join(folder))
            .arg("check")
            .args(line.split_whitespace())
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(ran.stdout), crate::message::message(&ran.stderr));
        assert_eq!(stdout.lines().collect::<Vec<_>>(), out, "{stderr}");
        assert_eq!(stderr.lines().collect::<Vec<_>>(), err);
        assert_eq!(ran.status.code(), Some(code));
    }

    #[track_caller]
    fn prints(&self, line: &str, code: i32, out: &[&str], err: &[&str]) {
        self.prints_in("", line, code, out, err);
    }
}

#[test]
fn a_group_is_denied_by_its_name_and_what_is_warned_of_fails_nothing() {
    let place = Place::with(&[("a", "a\u{202E}b\u{FEFF}\r\nc\n\u{FFFD}".as_bytes())]);
    let bom = "a:1:4: byte order mark inside U+FEFF ZERO WIDTH NO-BREAK SPACE at 0x5: EF BB BF [bom-inside]";
    let lost = "a:3:1: replacement character U+FFFD REPLACEMENT CHARACTER at 0xC: EF BF BD [replacement-character]";
    let told = |ids| {
        format!("hexloupe: 1 file, 15 bytes, 9 characters, 3 lines: no faults; notices: {ids}")
    };
    place.prints("--deny bom a", 1, &[bom], &[&told("1 bom-inside")]);
    let two = told("1 bom-inside, 1 replacement-character");
    place.prints("--deny bom,mojibake a", 1, &[bom, lost], &[&two]);
    place.prints("--warn bom --warn mojibake a", 0, &[bom, lost], &[&two]);
    let one = told("1 replacement-character");
    place.prints("--warn mojibake --deny mojibake a", 1, &[lost], &[&one]);
    place.prints(
        "--deny nul a",
        0,
        &[],
        &["hexloupe: 1 file, 15 bytes, 9 characters, 3 lines: no faults"],
    );
    place.prints("-q --deny trojan-source a", 1, &[], &[]);
    place.prints("-q --warn trojan-source a", 0, &[], &[]);
    let wrong = "hexloupe: invalid value 'invisable' for '--deny <KIND>': no notice, fault or \
        group with this name; did you mean invisible?";
    place.prints("--deny invisable a", 2, &[], &[wrong]);
}

const BIDI: &[u8] = "a\u{202E}b\n".as_bytes();

fn bidi(path: &str) -> String {
    format!(
        "{path}:1:2: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x1: E2 80 AE [bidi-control]"
    )
}

fn summary(files: u64, more: &str) -> String {
    let s = if files == 1 { "" } else { "s" };
    let lines = if files == 1 {
        "1 line"
    } else {
        &format!("{files} lines")
    };
    let (bytes, characters) = (files * 6, files * 4);
    format!(
        "hexloupe: {files} file{s}, {bytes} bytes, {characters} characters, {lines}: no faults{more}"
    )
}

#[test]
fn what_is_allowed_is_not_told() {
    let place = Place::with(&[("a", BIDI), ("docs/in/b", BIDI)]);
    let deny = "--deny bidi-control";
    let one = summary(2, "; notices: 1 bidi-control; findings in 1 file");
    for allowed in ["docs/**", "docs", "/docs/in/", "b"] {
        let line = format!("{deny} --allow {allowed} .");
        place.prints(&line, 1, &[&bidi("./a")], &[&one]);
    }
    let none = summary(2, "");
    for allowed in [
        "*",
        "U+202E",
        "u+202a..U+202E",
        "U+1 --allow U+202E",
        "a --allow b",
    ] {
        place.prints(&format!("{deny} --allow {allowed} ."), 0, &[], &[&none]);
    }
    // Patterns are of paths below the working folder, wherever the files are.
    let first = bidi("../../a");
    place.prints_in(
        "docs/in",
        &format!("{deny} --allow a ../../a"),
        1,
        &[&first],
        &[&summary(1, "; notices: 1 bidi-control")],
    );
    let wrong = "hexloupe: invalid value 'U+20..U+1F' for '--allow <WHAT>': expected U+200D or U+200B..U+200F";
    place.prints("--allow U+20..U+1F a", 2, &[], &[wrong]);
    let wrong = "hexloupe: invalid value 'docs/[' for '--allow <WHAT>': not a path pattern: \
        unclosed character class; missing ']'";
    place.prints("--allow docs/[ a", 2, &[], &[wrong]);
}

#[test]
fn a_pattern_of_a_configuration_that_cannot_be_read_is_told_with_its_place() {
    let config = b"[check]\ndeny = ['bidi-control']\n[[check.allow]]\npaths = ['docs/**', '[']\n";
    let place = Place::with(&[(".git/HEAD", b""), (".hexloupe.toml", config), ("a", BIDI)]);
    place.prints(
        "a",
        2,
        &[],
        &[
            "hexloupe: .hexloupe.toml: line 4, column 21: not a path pattern: unclosed character \
             class; missing ']'",
            &summary(1, "; trouble with 1 file"),
        ],
    );
}

#[test]
fn a_configuration_holds_for_the_files_below_it() {
    let config = b"[check]\ndeny = ['bidi-control']\nskip = ['broken/']\n\
        [[check.allow]]\npaths = ['docs/**']\n\
        [[check.files]]\npaths = ['old/*']\nencoding = 'windows-1251'\n";
    let place = Place::with(&[
        (".git/HEAD", b""),
        (".hexloupe.toml", config),
        ("a", BIDI),
        ("broken/b", b"\xFF"),
        ("docs/c", BIDI),
        ("old/d", b"\xCF\xF0"),
        ("sub/e", BIDI),
        ("team/.hexloupe.toml", b"[check]\nwarn = ['bidi-control']\n"),
        ("team/f", BIDI),
    ]);
    let left_out = "1 file left out by configuration (--no-config checks them)";
    let all = format!(
        "hexloupe: 7 files, 205 bytes, 197 characters, 15 lines: no faults; \
         notices: 3 bidi-control; findings in 2 files; {left_out}"
    );
    let [a, e, f] = ["./a", "./sub/e", "./team/f"].map(bidi);
    place.prints(".", 1, &[&a, &e, &f], &[&all]);
    // From a folder below, and of a file that is named.
    let one = summary(1, "; notices: 1 bidi-control");
    place.prints_in("sub", "e", 1, &[&bidi("e")], &[&one]);
    place.prints_in("sub", "../team/f", 0, &[&bidi("../team/f")], &[&one]);
    place.prints_in("sub", "../docs/c", 0, &[], &[&summary(1, "")]);
    let nothing = format!(
        "hexloupe: 0 files, 0 bytes, 0 characters, 0 lines: nothing was checked; {left_out}"
    );
    place.prints("broken/b", 0, &[], &[&nothing]);
    // The command line comes first.
    place.prints("--no-config a", 0, &[], &[&summary(1, "")]);
    place.prints("--deny nul a", 0, &[], &[&summary(1, "")]);
    place.prints("--allow U+202E a", 0, &[], &[&summary(1, "")]);
    place.prints("--config team/.hexloupe.toml a", 0, &[&bidi("a")], &[&one]);
    place.prints("-q -e utf-8 old/d", 1, &[], &[]);
    place.prints("-q old/d", 0, &[], &[]);
}

#[test]
fn a_configuration_that_is_wrong_is_told_once_and_is_trouble() {
    let place = Place::with(&[
        (".git/HEAD", b""),
        ("a/.hexloupe.toml", b"[check]\ndenny = []\n"),
        ("a/b", BIDI),
        ("a/c/d", BIDI),
        ("e", BIDI),
    ]);
    let wrong =
        "hexloupe: a/.hexloupe.toml: line 2, column 1: no key denny here; did you mean deny?";
    let all = "hexloupe: 4 files, 37 bytes, 31 characters, 5 lines: no faults";
    place.prints(
        ".",
        2,
        &[],
        &[wrong, &format!("{all}; trouble with 1 file")],
    );
    place.prints("e", 0, &[], &[&summary(1, "")]);
    place.prints("--no-config .", 0, &[], &[all]);
    place.prints("--config a/.hexloupe.toml e", 2, &[], &[wrong]);
    place.prints("--config none e", 2, &[], &["hexloupe: none: no such file"]);
}

#[test]
fn a_run_or_a_word_is_allowed_only_if_all_its_characters_are() {
    // VS16 and VS20: a payload must not pass for what it begins with.
    let payload = "x\u{FE0F}\u{E0103}y\n";
    // A mark, and beside it an isolate that holds nothing.
    let marks = "a\u{200E}\u{2066}\u{2069}b\n";
    let twin = "p\u{430}yp\u{430}l \u{441}onfig \u{405}cope\n";
    let place = Place::with(&[
        ("run", payload.as_bytes()),
        ("marks", marks.as_bytes()),
        ("word", twin.as_bytes()),
    ]);
    let run = "run:1:2: 2 variation selectors in a row hide 2 bytes: 0F 13 at 0x1: EF B8 8F F3 A0 84 83 [variation-selector]";
    let told = "hexloupe: 1 file, 10 bytes, 5 characters, 1 line: no faults; notices: 1 variation-selector";
    let silent = "hexloupe: 1 file, 10 bytes, 5 characters, 1 line: no faults";
    for allow in ["U+FE0F", "U+E0103"] {
        let line = format!("--deny invisible --allow {allow} run");
        place.prints(&line, 1, &[run], &[told]);
    }
    let both = "--deny invisible --allow U+FE0F --allow U+E0103 run";
    place.prints(both, 0, &[], &[silent]);
    let shown =
        "marks:1:2: 3 bidi controls in a row at 0x1: E2 80 8E E2 81 A6 E2 81 A9 [bidi-control]";
    let summary =
        "hexloupe: 1 file, 12 bytes, 6 characters, 1 line: no faults; notices: 1 bidi-control";
    place.prints(
        "--deny invisible --allow U+200E marks",
        1,
        &[shown],
        &[summary],
    );
    let shown = [
        "word:1:8: word that looks like \"config\" at 0x9: D1 81 6F 6E 66 69 67 [confusable]",
        "word:1:15: word that looks like \"Scope\" at 0x11: D0 85 63 6F 70 65 [confusable]",
    ];
    let summary =
        "hexloupe: 1 file, 24 bytes, 20 characters, 1 line: no faults; notices: 2 confusable";
    place.prints(
        "--deny confusable --allow U+0430 word",
        1,
        &shown,
        &[summary],
    );
}

#[test]
fn a_word_is_shown_whole_wherever_the_data_is_cut() {
    // A check looks at a mebibyte at once.
    let step = 1 << 20;
    for before in [1, 2, 5] {
        let text = format!("{}\np\u{430}ypal\n", "a".repeat(step - 1 - before));
        let place = Place::with(&[("a", text.as_bytes())]);
        let shown = format!(
            "a:2:1: word that looks like \"paypal\" at 0x{:X}: 70 D0 B0 79 70 61 6C [confusable]",
            step - before
        );
        let summary = format!(
            "hexloupe: 1 file, {} bytes, {} characters, 2 lines: no faults; notices: 1 confusable",
            text.len(),
            text.len() - 1
        );
        place.prints("--deny confusable a", 1, &[&shown], &[&summary]);
    }
}

#[test]
fn a_configuration_says_how_many_findings_of_a_file_are_printed() {
    let place = Place::with(&[
        (".git/HEAD", b""),
        (".hexloupe.toml", b"[check]\nmax = 2\n"),
        ("a", b"\xFF\n\xFF\n\xFF\n"),
        ("wrong/.hexloupe.toml", b"[check]\nmax = 'two'\n"),
        ("wrong/b", b"x"),
    ]);
    let finding = |line: u8| {
        let at = 2 * (line - 1);
        format!("a:{line}:1: never a UTF-8 byte at 0x{at}: FF [utf8-never-byte]")
    };
    let [one, two, three] = [1, 2, 3].map(finding);
    let faults = "hexloupe: 1 file, 6 bytes, 3 characters, 3 lines: 3 faults (3 utf8-never-byte)";
    let left_out = format!("{faults}; 1 finding not shown (--each shows all)");
    place.prints("a", 1, &[&one, &two], &[&left_out]);
    place.prints("--each a", 1, &[&one, &two, &three], &[faults]);
    let left_out = format!("{faults}; 2 findings not shown (--max 1)");
    place.prints("--max 1 a", 1, &[&one], &[&left_out]);
    place.prints("--no-config a", 1, &[&one, &two, &three], &[faults]);
    let sarif = Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .current_dir(place.0.path())
        .args(["check", "--format", "sarif", "a"])
        .env("HEXLOUPE_CONFIG", "")
        .output()
        .unwrap();
    let sarif = String::from_utf8(sarif.stdout).unwrap();
    assert!(
        sarif.contains("1 finding left out (--each shows all)"),
        "{sarif}"
    );
    place.prints(
        "wrong/b",
        2,
        &[],
        &[
            "hexloupe: wrong/.hexloupe.toml: line 2, column 7: not a number",
            "hexloupe: 1 file, 1 byte, 1 character, 1 line: no faults; trouble with 1 file",
        ],
    );
}
