//! A file that is in another encoding as a whole is one finding, however many of its places are no UTF-8.
//!
//! Invariant: it fails as it does with all its places, and what is UTF-8, or not sure, is told as it was.

use super::place::Place;

/// "Съешь ещё этих мягких французских булок, да выпей чаю." in windows-1251: each letter is a fault.
const RUSSIAN: &[u8] = b"\xD1\xFA\xE5\xF8\xFC \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 \xF4\xF0\xE0\xED\xF6\xF3\xE7\xF1\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA, \xE4\xE0 \xE2\xFB\xEF\xE5\xE9 \xF7\xE0\xFE.\n";
/// Its letters.
const LETTERS: usize = 44;

/// What is printed, and the exit code.
fn said(place: &Place, line: &str) -> (String, Option<i32>) {
    let done = place.check(line).output().unwrap();
    (String::from_utf8(done.stdout).unwrap(), done.status.code())
}

#[test]
fn a_file_in_another_encoding_is_one_finding() {
    let text = [b"id;text\n", RUSSIAN, RUSSIAN].concat();
    let place = Place::with(&[("a", &text), ("b", b"x\xC0\xAFy\n"), ("c", RUSSIAN)]);
    let one = |name: &str, at: &str, places: usize| {
        format!(
            "{name}:{at}: not UTF-8: windows-1251 (Russian), 99 % sure; {places} faults as UTF-8 [not-utf-8]\n"
        )
    };
    let damaged = "b:1:2: overlong form at 0x1: C0 [utf8-overlong]\n\
        b:1:3: tail of an overlong form at 0x2: AF [utf8-stray-continuation]\n";
    let all = [
        &*one("a", "2:1", 2 * LETTERS),
        damaged,
        &one("c", "1:1", LETTERS),
    ]
    .concat();
    assert_eq!(said(&place, "a b c"), (all, Some(1)));
    assert_eq!(said(&place, "--layers a").0, one("a", "2:1", 2 * LETTERS));
    // All places are listed if asked for, and counted in any case.
    let (each, code) = said(&place, "--each a");
    assert_eq!((each.lines().count(), code), (2 * LETTERS, Some(1)));
    assert!(
        each.starts_with("a:2:1: character cut short at 0x8: D1 [utf8-cut-short]\n"),
        "{each}"
    );
    let errors = place.check("a").output().unwrap().stderr;
    let errors = String::from_utf8(errors).unwrap();
    assert!(
        errors.contains(&format!(": {} faults (", 2 * LETTERS)),
        "{errors}"
    );
    // Where few findings of a file are listed, those that its one finding stands for are told.
    let errors = place.check(".").output().unwrap().stderr;
    let errors = String::from_utf8(errors).unwrap();
    let hidden = format!("; {} findings not shown (--each shows all)", 3 * LETTERS);
    assert!(errors.contains(&hidden), "{errors}");
    // Records are for programs, and have what they had.
    assert_eq!(
        said(&place, "--format jsonl a").0.lines().count(),
        2 * LETTERS + 1
    );
    // An encoding that is named is checked.
    assert_eq!(said(&place, "-e koi8-r a").1, Some(0));
    assert_eq!(said(&place, "-e utf-8 a").0.lines().count(), 2 * LETTERS);
}

#[test]
fn each_format_has_one_finding() {
    let place = Place::with(&[("a", RUSSIAN)]);
    let what = format!("not UTF-8: windows-1251 (Russian), 99 % sure; {LETTERS} faults as UTF-8");
    let gcc = format!("a:1:1: error: {what} [not-utf-8]\n");
    assert_eq!(said(&place, "--format gcc a").0, gcc);
    let (github, _) = said(&place, "--format github a");
    assert_eq!(github.matches("::error ").count(), 1, "{github}");
    let (junit, _) = said(&place, "--format junit a");
    assert_eq!(junit.matches("[not-utf-8]").count(), 1, "{junit}");
    let (sarif, _) = said(&place, "--format sarif a");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["message"]["text"], *what);
    let rule = usize::try_from(results[0]["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], "not-utf-8");
}

#[test]
fn what_is_not_sure_or_utf_8_has_its_places() {
    let hidden = "Привет\u{202E}, мир\n".as_bytes();
    let place = Place::with(&[
        ("short", b"Montr\xE9al\n"),
        ("sound", hidden),
        ("damaged", &[hidden, b"\xFF\n"].concat()),
    ]);
    let place_of = "short:1:6: character cut short at 0x5: E9 [utf8-cut-short]\n";
    assert_eq!(said(&place, "short").0, place_of);
    for (file, findings) in [("sound", 1), ("damaged", 2)] {
        let (told, code) = said(&place, &format!("--deny bidi-control {file}"));
        assert_eq!((told.lines().count(), code), (findings, Some(1)), "{told}");
        assert!(told.contains("[bidi-control]"), "{told}");
    }
}

/// One damaged file does not hide those after it.
#[test]
fn twenty_places_of_each_file_of_a_folder_are_listed() {
    let many = b"x\xFFy\n".repeat(30);
    let place = Place::with(&[("d/a", &many), ("d/b", b"\xFF\n")]);
    let listed = |line: &str| said(&place, line).0.lines().count();
    assert_eq!(
        (listed("d"), listed("--each d"), listed("--max 25 d")),
        (21, 31, 26)
    );
    assert_eq!((listed("d/a"), listed("--format gcc d")), (30, 31));
    let errors = String::from_utf8(place.check("d").output().unwrap().stderr).unwrap();
    assert!(errors.contains("31 faults"), "{errors}");
    assert!(
        errors.contains("10 findings not shown (--each shows all)"),
        "{errors}"
    );
}

/// Files that are checked at the same time under one name are told each.
#[test]
fn a_file_that_is_named_often_is_told_as_often() {
    let place = Place::with(&[("a", RUSSIAN)]);
    let line = format!("{0} {0}", "a ".repeat(50));
    for _ in 0..5 {
        assert_eq!(said(&place, line.trim()).0.lines().count(), 100);
    }
}

/// A pipe that has a path can be read once: nobody else may read from it.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_with_a_name_is_checked_to_its_end() {
    let text = RUSSIAN.repeat(20_000);
    let place = Place::with(&[]);
    let done = place.check("/dev/stdin").stdin(text).output().unwrap();
    let lines = done.stdout.iter().filter(|byte| **byte == b'\n');
    assert_eq!(lines.count(), 20_000 * LETTERS);
}

/// A file of several MiB is checked in pieces, by several threads.
#[test]
fn a_long_file_is_one_finding_too() {
    let text = [b"first\n", &RUSSIAN.repeat(100_000)[..]].concat();
    let place = Place::with(&[("a", &text)]);
    let thousands = LETTERS * 100;
    let places = format!("{},{:03},000", thousands / 1000, thousands % 1000);
    let what = "not UTF-8: windows-1251 (Russian), 99 % sure";
    let expected = format!("a:2:1: {what}; {places} faults as UTF-8 [not-utf-8]\n");
    assert_eq!(said(&place, "a"), (expected.clone(), Some(1)));
    assert_eq!(said(&place, "--notices a").0, expected);
}

#[test]
fn a_binary_is_one_finding() {
    let elf = [
        b"\x7FELF\x02\x01\x01\0\0\0".as_slice(),
        &[0xFF; 40],
        &[0; 400],
    ]
    .concat();
    let place = Place::with(&[("a.o", &elf)]);
    let one = "a.o:1:11: not UTF-8: ELF binary [not-utf-8]\n";
    assert_eq!(said(&place, "a.o"), (one.to_owned(), Some(1)));
    assert_eq!(said(&place, "--each a.o").0.lines().count(), 40);
}

/// In EUC-JP, `のにど` holds the bytes of U+03A4, U+02E4 and U+0264 in UTF-8: a word in several scripts.
#[test]
fn no_notices_are_made_of_the_letters_of_another_encoding() {
    let text = "これはのにどんな日本語の文章でしょうか。設定のファイルを読みます。\n".repeat(3);
    let (text, _, has_lost) = encoding_rs::EUC_JP.encode(&text);
    assert!(!has_lost);
    let hidden = [&text, "x = \"\u{202E}\"\n".as_bytes()].concat();
    let place = Place::with(&[("a", &text), ("b", &hidden)]);
    for line in ["a", "--each a", "--format jsonl a", "--format gcc a"] {
        let done = { place.check(&format!("--deny confusable,trojan-source {line}")) }
            .output()
            .unwrap();
        let [out, errors] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(!out.contains("mixed-script"), "{line}: {out}");
        assert!(!errors.contains("notices"), "{line}: {errors}");
        assert_eq!(done.status.code(), Some(1));
    }
    // A control that a reader of UTF-8 obeys is told.
    for line in ["b", "--each b", "--format jsonl b"] {
        let (out, _) = said(&place, &format!("--deny trojan-source {line}"));
        assert!(out.contains("bidi-control"), "{line}: {out}");
    }
}
