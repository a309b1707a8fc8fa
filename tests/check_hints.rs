//! The hints of `check`: what a file reads like that is not UTF-8, and which words are mojibake.
//!
//! Invariant: every test runs in a directory of its own, and names what it holds.
use place::Place;
use snapbox::IntoData as _;

use crate::place;

/// Russian in windows-1251, as Python writes it: "Съешь же ещё этих мягких французских булок".
const RUSSIAN: &[u8] = b"\xd1\xfa\xe5\xf8\xfc \xe6\xe5 \xe5\xf9\xb8 \xfd\xf2\xe8\xf5 \
    \xec\xff\xe3\xea\xe8\xf5 \xf4\xf0\xe0\xed\xf6\xf3\xe7\xf1\xea\xe8\xf5 \
    \xe1\xf3\xeb\xee\xea\n";

/// "Files without a mark, in lines.\n" in EBCDIC 037, as Python writes it.
const EBCDIC: &[u8] = b"\xc6\x89\x93\x85\xa2@\xa6\x89\xa3\x88\x96\xa4\xa3@\x81@\x94\x81\x99\
    \x92k@\x89\x95@\x93\x89\x95\x85\xa2K%";

#[test]
fn what_reads_like_another_encoding_is_hinted_at_and_the_answer_stays() {
    let wide: Vec<u8> = { "wide units without a mark\n".encode_utf16() }
        .flat_map(u16::to_le_bytes)
        .collect();
    let (russian, ebcdic) = (RUSSIAN.repeat(9), EBCDIC.repeat(9));
    // UTF-8 with a fault, a binary and few bytes are no other encoding.
    let damaged = ["Съешь же ещё\n".repeat(9).as_bytes(), b"\xFF"].concat();
    let mixed = [&russian[..], "И строка в UTF-8\n".as_bytes(), &russian].concat();
    let place = Place::with(&[
        ("damaged", &damaged),
        ("ebcdic", &ebcdic),
        ("few", b"caf\xE9"),
        ("mixed", &mixed),
        ("odd", &wide[1..]),
        ("russian", &russian),
        ("wide", &wide),
        ("zeros", b"\x7FELF\x01\x02\x03\0\0\0\0"),
    ]);
    let hints = |line: &str, code: i32| {
        let run = place.check(line).assert().code(code);
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
        assert!(lines.pop().is_some_and(|last| last.contains(" bytes, ")));
        lines
    };
    let all = hints("--max 0 damaged ebcdic few mixed odd russian wide zeros", 1);
    let expected = [
        "hexloupe: ebcdic: resembles EBCDIC 037; try -e ebcdic-037",
        // In that set the line of UTF-8 would be mojibake.
        "hexloupe: mixed: some lines resemble windows-1251, others are UTF-8; recode --lines converts \
         each",
        "hexloupe: odd: resembles UTF-16LE; try -e utf-16le --phase 1",
        "hexloupe: russian: resembles windows-1251; try -e windows-1251",
        "hexloupe: wide: resembles UTF-16LE; try -e utf-16le",
    ];
    assert_eq!(all, expected);
    assert_eq!(hints("wide", 0), expected[4..]);
    assert_eq!(hints("--notices --format jsonl russian", 1), expected[3..4]);
    // Whoever names an encoding, or wants no words, gets none.
    assert!(hints("-e utf-8 russian", 1).is_empty());
    place.check("-q russian").assert().code(1).stderr_eq("");
    let pipe = place.check("--max 0 -").stdin(russian).assert().code(1);
    let said = String::from_utf8(pipe.get_output().stderr.clone()).unwrap();
    assert!(said.starts_with("hexloupe: -: resembles windows-1251; try -e"));
}

#[test]
fn a_file_that_is_joined_from_parts_fails_wherever_the_parts_meet() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let line = "wide units after bytes\r\n";
    let tail = [&b"one\ntwo\n"[..], &wide(&line.repeat(3))].concat();
    // More than any head and tail that is read: the NULs are far from both ends.
    let plain = b"a line of a log\n".repeat(20_000);
    let middle = [&plain[..], &wide(&line.repeat(40)), &plain].concat();
    let marked = [
        &b"\xFF\xFE"[..],
        &wide(&line.repeat(3)),
        b"and text in bytes\n",
    ]
    .concat();
    let bell = [&b"build done\x07\n"[..], &plain, &wide(line)].concat();
    let place = Place::with(&[
        ("bell", &bell),
        ("marked", &marked),
        ("middle", &middle),
        ("nul", b"one\0two\nthree\n"),
        ("tail", &tail),
    ]);
    for (name, at) in [
        ("bell", plain.len() + 12),
        ("marked", 146),
        ("middle", plain.len()),
        ("tail", 8),
    ] {
        let run = place.check(name).assert().code(1);
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        let from = format!("hexloupe: {name}: from 0x{at:X} on it resembles ");
        assert!(said.starts_with(&from), "{said}");
        let last = "; 1 file joined from parts in several encodings\n";
        assert!(said.ends_with(last), "{said}");
        // A pipe says the same; of one with a mark, if it is short.
        let bytes = std::fs::read(place.0.path().join(name)).unwrap();
        let pipe = place.check("-").stdin(bytes).assert().code(1);
        let said = String::from_utf8(pipe.get_output().stderr.clone()).unwrap();
        let from = format!("hexloupe: -: from 0x{at:X} on it resembles ");
        assert!(said.starts_with(&from), "{said}");
        let record = place.check(&format!("--format jsonl {name}")).assert();
        let record = String::from_utf8(record.code(1).get_output().stdout.clone()).unwrap();
        assert!(record.contains(&format!("\"joined\":{at}}}")), "{record}");
        place.check(&format!("--notices {name}")).assert().code(1);
        place
            .check(&format!("--format junit {name}"))
            .assert()
            .code(1);
        place
            .check(&format!("-q {name}"))
            .assert()
            .code(1)
            .stderr_eq("");
    }
    place.check("nul").assert().code(0);
    // The part that has the place tells it, and the records of all parts say so together.
    let mut records = Vec::new();
    for (part, code) in [("1/3", 0), ("2/3", 1), ("3/3", 0)] {
        let line = format!("--format jsonl --part {part} middle");
        let run = place.check(&line).assert().code(code);
        records.extend_from_slice(&run.get_output().stdout);
    }
    let merged = place.run("merge -").stdin(records).assert().code(1);
    let said = String::from_utf8(merged.get_output().stderr.clone()).unwrap();
    assert!(said.contains("; 1 file joined from parts"), "{said}");
    let whole = place.check("--format jsonl middle").assert().code(1);
    let whole = whole.get_output().stdout.clone();
    place.run("merge -").stdin(whole).assert().code(1);
    // Whoever names an encoding has chosen.
    place.check("-e utf-8 tail").assert().code(0);
    for data in [tail, marked] {
        place.check("-").stdin(data).assert().code(1);
    }
}

#[test]
fn the_findings_of_a_folder_are_grouped_by_severity_with_the_worst_files_below() {
    let many: Vec<u8> = (0..30).flat_map(|_| *b"1\xFF\xE2\x80\x8B\n").collect();
    let place = Place::with(&[
        ("d/a", b"x\xE2\x80\x8By\n"),
        ("d/b", b"p\xFF\nq\xFF\n"),
        ("d/c", b"r\xE2\x80\x8Bs\n"),
        ("d/many", &many),
        ("d/sound", b"fine\n"),
    ]);
    let run = |line: &str| {
        let done = place.check(line).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace('\\', "/");
        (text(done.stdout), text(done.stderr), done.status.code())
    };
    let (out, said, code) = run("--notices d/a d/b d/c");
    let places: Vec<String> = { out.lines() }
        .map(|line| line.split(": ").next().unwrap().to_owned())
        .collect();
    assert_eq!(places, ["d/b:1:2", "d/b:2:2", "d/a:1:2", "d/c:1:2"]);
    assert_eq!(code, Some(1));
    assert!(!said.contains("the worst"), "{said}");
    // Of each file and severity some are printed; the table counts all.
    let (out, said, _) = run("--notices --max 3 d");
    let is_fault = |line: &str| line.ends_with("[utf8-never-byte]");
    let faults: Vec<bool> = out.lines().map(is_fault).collect();
    assert!(faults.is_sorted_by(|one, other| one >= other), "{out}");
    let table = "hexloupe: the worst of 4 files:\n    errors    notices  file\n        \
                 30         30  d/many\n         2          0  d/b\n         \
                 0          1  d/a\n         0          1  d/c\nhexloupe: 5 files, ";
    assert!(said.starts_with(table), "{said}");
    // A file in another encoding is one finding.
    let old = "Привет, мир! Как дела? Всё хорошо, спасибо.\n".repeat(5);
    let (old, ..) = encoding_rs::WINDOWS_1251.encode(&old);
    std::fs::write(place.0.path().join("d/old"), &old).unwrap();
    let (_, said, _) = run("d");
    let table = "    errors  file\n        30  d/many\n         2  d/b\n         1  d/old\n";
    assert!(said.contains(table), "{said}");
}

#[test]
fn of_many_files_the_first_are_guessed_and_the_rest_counted() {
    let russian = RUSSIAN.repeat(9);
    let names: Vec<String> = (10..50).map(|number| format!("d/f{number}")).collect();
    let mut files: Vec<(&str, &[u8])> = { names.iter() }.map(|name| (&**name, &*russian)).collect();
    let long = RUSSIAN.repeat(60_000);
    files.push(("d/a", &long));
    let place = Place::with(&files);
    let run = place.check("--max 0 d").assert().code(1);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let (last, hints) = said.trim_end().split_once("41 files").map_or_else(
        || panic!("{said}"),
        |(hints, last)| (last, hints.lines().collect::<Vec<_>>()),
    );
    assert_eq!(hints.len(), 9, "{said}");
    for (hint, name) in hints
        .iter()
        .zip(["a", "f10", "f11", "f12", "f13", "f14", "f15", "f16"])
    {
        let name = format!("hexloupe: d/{name}: resembles windows-1251");
        assert!(hint.starts_with(&name), "{hint}");
    }
    let rest = "; 33 more files may be in another encoding (hexloupe guess names it)";
    assert!(last.ends_with(rest), "{last}");
}

#[test]
fn a_character_that_only_gb18030_has_is_told_of_in_gbk() {
    // "中" of both sets, and U+00A5 (iconv -t gb18030 writes 81 30 84 36; iconv -f gbk stops at it).
    let place = Place::with(&[("a", b"\xD6\xD0\n\x81\x30\x84\x36\n")]);
    let told = "a:2:1: GB18030 character U+00A5 YEN SIGN at 0x3: 81 30 84 36 [gbk-four-bytes]\n";
    let check = |line: &str, code: i32, out: &str| {
        place.check(line).assert().code(code).stdout_eq(out.raw());
    };
    check("-e gbk --notices a", 0, told);
    check("-e gbk --deny gbk-four-bytes a", 1, told);
    check("-e gb18030 --deny gbk-four-bytes a", 0, "");
}

#[test]
fn notices_of_several_characters_are_one_line_with_their_bytes() {
    // As Python writes "Привет" in UTF-8, read as windows-1251.
    let text = "{\"a\":\"\\ud83d\"}\nРџСЂРёРІРµС‚\n\\ud83d\\ude00\n".as_bytes();
    let place = Place::with(&[("a", text)]);
    let escape = "a:1:7: escape of a lone surrogate at 0x6: 5C 75 64 38 33 64 [lone-escape]\n";
    let word = "a:2:1: word that is probably mojibake at 0xF: D0 A0 D1 9F D0 A1 D0 82 D0 A0 D1 91 \
                D0 A0 D0 86 D0 A0 C2 B5 D0 A1 E2 80 9A [mojibake-suspect]\n";
    let found = |line: &str, code: i32, out: &str| {
        place.check(line).assert().code(code).stdout_eq(out.raw());
    };
    found("a", 0, "");
    found("--notices a", 0, &[escape, word].concat());
    found("--deny mojibake-suspect a", 1, word);
    found("-q --deny lone-escape a", 1, "");
}
