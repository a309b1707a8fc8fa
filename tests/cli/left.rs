//! What `recode --fix` and `--lines` leave as it is: places, reports, exit codes.
//!
//! Invariant: what is left has its bytes in the output, its place on standard error and exit code 1.
use serde_json::{Value, json};

use super::mend::Samples;

#[test]
fn a_line_that_is_not_utf_8_is_listed_and_stays_as_it_is() {
    let samples = Samples::new();
    let row = "2022-03-10 INFO In\u{ED}cio do servi\u{E7}o\n".repeat(400);
    let mut log = row.into_bytes();
    let at = log.len() - 20;
    log[at] = 0xE9;
    samples.put("log", &log);
    let said = [
        format!(
            "hexloupe: log: line 400, offset 0x{at:X}: E9: left unchanged: not UTF-8*--lines --fallback names one"
        ),
        "hexloupe: log: 1 piece left unchanged".to_owned(),
    ];
    let said = said.each_ref().map(String::as_str);
    samples.check("recode --lines --report told log", &log, &said, 1);
    let told: Value = serde_json::from_slice(&samples.get("told")).unwrap();
    let record = json!({"type": "loss", "schema": 1, "offset": at, "length": 1, "hex": "e9", "what": "left", "text": null});
    assert_eq!(told, record);
    samples.check("recode --lines --diff log", b"", &said, 1);
    let said = [
        said[0],
        said[1],
        "hexloupe: log: nothing to change; nothing written",
    ];
    samples.check("recode --lines -i log", b"", &said, 1);
    assert!(samples.get("log") == log);
}

#[test]
fn of_many_places_the_first_are_listed_and_all_are_reported() {
    let samples = Samples::new();
    samples.put("strays", &b"caf\xE9\n".repeat(25));
    let line = "recode -f utf-8 --fix utf-8,windows-1252 --report told strays";
    let done = samples.run(line).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(said.matches(": left unchanged").count(), 20, "{said}");
    assert!(said.contains("5 pieces more left unchanged; --report FILE lists all of them"));
    assert_eq!(done.status.code(), Some(1));
    let told = String::from_utf8(samples.get("told")).unwrap();
    assert_eq!(told.matches("\"left\"").count(), 25);
}

#[test]
fn a_chain_that_fits_nothing_says_so() {
    let samples = Samples::new();
    let log = samples.get("log");
    for line in [
        "recode --fix utf-8,koi8-r",
        "recode --diff --fix utf-8,koi8-r",
    ] {
        let done = samples
            .run(&format!("{line} --report told log"))
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(
            said.contains("log: nothing mended: utf-8,koi8-r fits no text here"),
            "{said}"
        );
        assert!(said.contains("log: line 2, offset 0x"), "{said}");
        assert_eq!(done.status.code(), Some(1));
        let told = String::from_utf8(samples.get("told")).unwrap();
        assert_eq!(told.matches("\"left\"").count(), 3);
    }
    let done = samples
        .run("recode --fix utf-8,koi8-r log")
        .output()
        .unwrap();
    assert!(done.stdout == log);
    samples.put("plain", b"ASCII\n");
    let said = ["hexloupe: plain: nothing mended: utf-8,koi8-r fits no text here;*"];
    samples.check("recode --fix utf-8,koi8-r plain", b"ASCII\n", &said, 1);
}

/// What is damaged, as it was damaged, and as a chain brings it back.
#[test]
fn a_chain_that_is_named_is_undone_wherever_it_can_be() {
    let samples = Samples::new();
    for (chain, damaged, expected, code) in [
        (
            "windows-1252,iso-8859-1",
            "don\u{92}t\n",
            "don\u{2019}t\n",
            0,
        ),
        ("windows-1252,windows-1253", "Thιβtre\n", "Théâtre\n", 0),
        ("windows-1250,windows-1252", "pøíklad\n", "příklad\n", 0),
        ("gbk,windows-1252", "ÄãºÃ\n", "你好\n", 0),
        ("windows-1252,utf-16be", "䡁剄坁剅\n", "HARDWARE\n", 0),
        (
            "utf-8,gbk",
            "娴嬭瘯鏁版嵁搴撹繛鎺\u{FFFD}\n",
            "测试数据库连鎺\u{FFFD}\n",
            1,
        ),
    ] {
        samples.put("damaged", damaged.as_bytes());
        let done = { samples.run(&format!("recode --fix {chain} damaged")) }
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&done.stdout), expected, "{chain}");
        assert_eq!(done.status.code(), Some(code), "{chain}");
    }
    for (chain, why) in [
        (
            "windows-1251,utf-8",
            "windows-1251 is not misread as UTF-8: UTF-8 loses some of the bytes",
        ),
        (
            "koi8-r,koi8-r",
            "KOI8-R is not misread as KOI8-R: it is the same set",
        ),
        (
            "utf-16le,windows-1252",
            "the first must be UTF-8 or extend ASCII",
        ),
    ] {
        let done = samples
            .run(&format!("recode --fix {chain} damaged"))
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains(why), "{said}");
        assert_eq!(done.status.code(), Some(2));
    }
}

#[test]
fn ascii_is_never_rewritten_unasked() {
    let samples = Samples::new();
    // Each run of letters is a text in UTF-7: £, 日本語.
    let words = b"a+AKM- +ZeVnLIqe-\n";
    samples.put("words", words);
    let said = [
        "hexloupe: words: resembles UTF-7, but it is not certain; -f utf-7 reads it so",
        "hexloupe: words: no mojibake found",
    ];
    samples.check("recode --fix auto words", words, &said, 0);
    samples.check("recode --lines words", words, &said[..1], 0);
    // AbCdEfGh is whole units, too, of characters that no text has together.
    let base64 = b"a+AKM- +AbCdEfGh-+ZeVnLIqe-\n";
    samples.put("base64", base64);
    let said = ["hexloupe: base64: no mojibake found"];
    samples.check("recode --fix auto base64", base64, &said, 0);
    samples.check("recode --lines base64", base64, &[], 0);
}

/// Two bytes beyond ASCII may be letters of many sets, and a file in a set that is not sure is not
/// written over.
#[test]
fn a_guess_that_is_not_sure_writes_no_file_and_ends_with_1() {
    let samples = Samples::new();
    let bytes = b"a\x82b plain line here\nc\x94d\n";
    samples.put("mixed", bytes);
    for line in ["recode -i mixed", "recode mixed -o other", "recode mixed"] {
        let done = samples.run(line).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains("-f sets another"), "{line}: {said}");
        let is_file = line != "recode mixed";
        assert_eq!(said.contains("nothing written"), is_file, "{line}: {said}");
    }
    assert!(samples.get("mixed") == bytes);
    assert!(!samples.exists("other"));
    // Who names the set has it.
    let done = samples.run("recode -f cp775 -i mixed").output().unwrap();
    assert_eq!(done.status.code(), Some(0));
}

/// Two words of one line were misread; the second is short, of letters that no word has beside each
/// other.
#[test]
fn both_halves_of_a_damaged_line_are_mended() {
    let samples = Samples::new();
    // 설정할 수, its UTF-8 read as CP850 (by Python's codec) and saved again.
    samples.put("half", "ýäñýáòÝòá ýêÿ\n".as_bytes());
    let said = [
        "hexloupe: half: mojibake (utf-8,cp850) at 0x0, 9*",
        "hexloupe: half: 1 piece mended",
    ];
    samples.check("recode --lines half", "설정할 수\n".as_bytes(), &said, 0);
    // By name all of it is undone, and a sound word beside is sound.
    let said = ["hexloupe: half: 1 piece mended"];
    samples.check(
        "recode --fix utf-8,cp850 half",
        "설정할 수\n".as_bytes(),
        &said,
        0,
    );
    samples.put("half", "ýäñýáòÝòá été\nýêÿ\n".as_bytes());
    let done = samples.run("recode --lines half").output().unwrap();
    assert_eq!(done.stdout, "설정할 été\n수\n".as_bytes());
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn mojibake_that_lost_its_controls_is_left_and_said_to_be_lost() {
    let samples = Samples::new();
    // Of Москва, as Latin-1 shows it in a page.
    let text = "\u{D0}\u{D0}\u{BE}\u{D1}\u{D0}\u{BA}\u{D0}\u{B2}\u{D0}\u{B0}\n";
    samples.put("a", text.as_bytes());
    let done = samples.run("recode --fix auto a").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stdout), text);
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(
        told.contains("lost for good: 2 of 6 letters lack bytes"),
        "{told}"
    );
}
