//! `dump --format page` and `learn --format page`, with a made page in place of the real one.
//!
//! Invariant: what a page holds is read back by a decoder of its own, and compared with the data.
use data_encoding::BASE64;
use serde_json::Value;
use snapbox::cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const BEFORE: &str =
    "<!doctype html>\n<meta name=\"generator\" content=\"hexloupe VERSION\">\n<p>\n";
const AFTER: &str = "\n<script>the program</script>\n";

/// A folder with a page of a version.
fn folder(version: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let before = BEFORE.replace("VERSION", version);
    let page = format!("{before}<!--given-->{AFTER}");
    fs::write(folder.path().join("page.html"), page).unwrap();
    folder
}

/// Runs a command; returns what it prints and says, and its exit code.
fn run(folder: &Path, args: &[&str], stdin: &[u8]) -> (Vec<u8>, String, Option<i32>) {
    let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(folder)
        .args(args)
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .stdin(stdin)
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    (done.stdout, said, done.status.code())
}

/// What a command puts into the page.
fn given(folder: &Path, args: &[&str], stdin: &[u8]) -> Value {
    let all = [args, &["--format", "page", "--page", "page.html"]].concat();
    let (out, said, code) = run(folder, &all, stdin);
    assert_eq!((said.as_str(), code), ("", Some(0)), "{args:?}");
    let html = String::from_utf8(out).unwrap();
    let before = BEFORE.replace("VERSION", env!("CARGO_PKG_VERSION"));
    let element = html.strip_prefix(&*before).unwrap();
    let element = element.strip_suffix(AFTER).unwrap();
    let json = element
        .strip_prefix("<script type=\"application/json\" id=\"given\">")
        .and_then(|rest| rest.strip_suffix("</script>"))
        .unwrap();
    assert!(!json.contains(['<', '>', '\n', '\u{2028}']), "{json}");
    serde_json::from_str(json).unwrap()
}

fn bytes(given: &Value) -> Vec<u8> {
    let text = given["bytes"].as_str().unwrap();
    BASE64.decode(text.as_bytes()).unwrap()
}

fn own() -> TempDir {
    folder(env!("CARGO_PKG_VERSION"))
}

#[test]
fn the_bytes_of_a_file_or_of_a_part_are_in_the_page() {
    let folder = own();
    let data: Vec<u8> = (0..=255).cycle().take(3_000_001).collect();
    fs::write(folder.path().join("a.bin"), &data).unwrap();
    let cases: [(&[&str], std::ops::Range<usize>); 5] = [
        (&[], 0..data.len()),
        (&["-n", "0"], 0..0),
        (&["-s", "0x101", "-n", "7"], 0x101..0x108),
        (&["-s", "-5"], data.len() - 5..data.len()),
        (&["-s", "2999999", "-n", "100"], 2_999_999..data.len()),
    ];
    for (part, range) in cases {
        let file = given(folder.path(), &[&["dump", "a.bin"], part].concat(), b"");
        assert!(bytes(&file) == data[range.clone()], "{part:?}");
        assert_eq!(file["start"], range.start.to_string());
        assert_eq!(file["name"], "a.bin");
        // A pipe has no end at first.
        let pipe = given(folder.path(), &[&["dump", "-"], part].concat(), &data);
        assert!(bytes(&pipe) == data[range.clone()], "{part:?}");
        assert_eq!(pipe["start"], range.start.to_string());
    }
}

#[test]
fn the_encoding_the_width_and_the_code_units_are_those_of_the_file() {
    let folder = own();
    fs::write(folder.path().join("a"), b"\xFF\xFEa\0b\0c\0").unwrap();
    let page = |args: &[&str]| given(folder.path(), &[&["dump", "a"], args].concat(), b"");
    let whole = page(&["-w", "12"]);
    assert_eq!(whole.get("encoding"), None);
    assert_eq!((&whole["width"], &whole["phase"]), (&12.into(), &0.into()));
    // The part has no mark; it begins within a unit.
    let part = page(&["-s", "3"]);
    assert_eq!(
        (&part["encoding"], &part["phase"]),
        (&"utf-16le".into(), &1.into())
    );
    let named = page(&["-e", "cp1251"]);
    assert_eq!(named["encoding"], "windows-1251");
}

#[test]
fn regions_are_cut_to_the_part() {
    let folder = own();
    fs::write(folder.path().join("a"), b"0123456789").unwrap();
    let regions = "[[region]]\nname = \"</script>\"\nstart = 1\nlen = 4\nnote = \"<!--\"\n\
        [[region]]\nname = \"far\"\nstart = 8\nlen = 1\n";
    fs::write(folder.path().join("r"), regions).unwrap();
    let args = ["dump", "a", "-s", "3", "-n", "3", "--regions", "r"];
    let found = given(folder.path(), &args, b"");
    // Two addresses, a colour, a name and a note.
    let found = found["regions"].as_array().unwrap();
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!((&found[0], &found[1]), (&"3".into(), &"5".into()));
    assert_eq!(
        (&found[3], &found[4]),
        (&"</script>".into(), &"<!--".into())
    );
}

#[cfg(unix)]
#[test]
fn a_name_is_only_a_name_whatever_it_holds() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = own();
    let inner = folder.path().join("in");
    fs::create_dir(&inner).unwrap();
    for (name, told) in [
        (&b"</script><script>alert(1)<!--"[..], None),
        ("\"'\\\u{2028}\u{202E}\n&lt;".as_bytes(), None),
        (b"caf\xE9", Some("caf\u{FFFD}")),
    ] {
        // A slash cannot stand in a name.
        let name: Vec<u8> = name
            .iter()
            .map(|&b| if b == b'/' { b'|' } else { b })
            .collect();
        fs::write(inner.join(OsStr::from_bytes(&name)), "x").unwrap();
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(&folder)
            .args(["dump", "--format", "page", "--page", "page.html"])
            .arg(Path::new("in").join(OsStr::from_bytes(&name)))
            .env("HEXLOUPE_CONFIG", "")
            .output()
            .unwrap();
        let html = String::from_utf8(done.stdout).unwrap();
        assert_eq!(html.matches("</script>").count(), 2, "{html}");
        let json = html.split_once("id=\"given\">").unwrap().1;
        let json = json.split_once("</script>").unwrap().0;
        assert!(!json.contains(['<', '>', '\u{2028}']), "{json}");
        let given: Value = serde_json::from_str(json).unwrap();
        let raw = String::from_utf8(name.clone()).unwrap_or_default();
        assert_eq!(given["name"], told.unwrap_or(&raw));
    }
}

#[track_caller]
fn refused(folder: &Path, line: &str, expected: &str) {
    let args: Vec<_> = line.split_whitespace().collect();
    let (out, said, code) = run(folder, &args, b"");
    assert!(out.is_empty(), "{line}");
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains(expected), "{line}: {said}");
    assert_eq!(code, Some(2), "{line}");
}

#[test]
fn what_cannot_be_done_is_one_line_and_nothing_is_printed() {
    let folder = own();
    let path = folder.path();
    fs::write(path.join("a"), "abc").unwrap();
    fs::write(path.join("other.html"), "<p>").unwrap();
    fs::write(path.join("wrong.toml"), "title = 1\n").unwrap();
    let big = fs::File::create(path.join("big")).unwrap();
    big.set_len((64 << 20) + 1).unwrap();
    for command in ["dump a", "learn bits"] {
        let page = format!("{command} --format page");
        refused(path, &page, "no page at ");
        refused(
            path,
            &page,
            "hexloupe.html; sh assets/web/build.sh makes it, and --page FILE",
        );
        refused(
            path,
            &format!("{page} --page none"),
            "none: no such file; sh assets/web",
        );
        let other = format!("{page} --page other.html");
        refused(
            path,
            &other,
            "other.html: is not a page that data can be put into; sh",
        );
        refused(
            path,
            &format!("{command} --page page.html"),
            "--page is for --format page",
        );
    }
    let page = "--format page --page page.html";
    refused(path, &format!("dump big {page}"), "big: more than 64 MiB");
    refused(path, &format!("dump gone {page}"), "gone: no such file");
    refused(
        path,
        &format!("dump a --panes hex {page}"),
        "page takes no --panes",
    );
    refused(
        path,
        &format!("dump a -e table:a {page}"),
        "a page cannot read a table",
    );
    refused(
        path,
        &format!("dump a --compare utf-8,koi8-r {page}"),
        "--compare prints",
    );
    refused(
        path,
        &format!("learn {page}"),
        "--format page needs a lesson",
    );
    refused(
        path,
        &format!("learn --worksheet 2 {page}"),
        "--format page needs a lesson",
    );
    refused(
        path,
        &format!("learn nosuch {page}"),
        "nosuch: no such lesson or file",
    );
    refused(path, &format!("learn wrong.toml {page}"), "wrong.toml:1:");
    let newer = self::folder("9.8.7");
    fs::write(newer.path().join("a"), "abc").unwrap();
    let line = format!("dump a {page}");
    refused(
        newer.path(),
        &line,
        "page.html: is the page of version 9.8.7, and this is ",
    );
}

#[test]
fn a_lesson_of_the_course_or_of_ones_own_is_in_the_page() {
    let folder = own();
    let path = folder.path();
    for name in ["bits", "1"] {
        let found = given(path, &["learn", name, "--lang", "ru"], b"");
        assert_eq!(
            found,
            serde_json::json!({"lesson": "bits", "language": "ru"})
        );
    }
    let text = include_str!("../../crates/hexloupe-lesson/assets/lessons/en/01-bits.toml");
    fs::write(path.join("mine.toml"), text).unwrap();
    let found = given(path, &["learn", "./mine.toml"], b"");
    assert_eq!(
        found,
        serde_json::json!({"name": "mine.toml", "text": text})
    );
}

#[test]
fn the_page_beside_the_program_is_found() {
    let folder = own();
    let bin = folder.path().join("bin");
    let shared = folder.path().join("share/hexloupe");
    fs::create_dir(&bin).unwrap();
    fs::create_dir_all(&shared).unwrap();
    let name = format!("hexloupe{}", std::env::consts::EXE_SUFFIX);
    let program = snapbox::cmd::cargo_bin!("hexloupe");
    // A copy cannot run while a process that another test has just begun holds it open for writing.
    fs::hard_link(program, bin.join(&name))
        .or_else(|_| fs::copy(program, bin.join(&name)).map(|_| ()))
        .unwrap();
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    // That in the program's folder goes first.
    for (place, word) in [(&shared, "shared"), (&bin, "beside")] {
        let page = page.replace("the program", word);
        fs::write(place.join("hexloupe.html"), page).unwrap();
        let done = Command::new(bin.join(&name))
            .args(["learn", "bits", "--format", "page"])
            .env("HEXLOUPE_CONFIG", "")
            .output()
            .unwrap();
        let html = String::from_utf8(done.stdout).unwrap();
        assert!(html.contains(&format!("<script>{word}</script>")), "{html}");
    }
}
