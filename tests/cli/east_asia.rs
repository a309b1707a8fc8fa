//! The multi-byte sets of East Asia as scripts use them: dumps, records, checks and searches of
//! the real binary, compared with `tests/golden`.
//!
//! Invariant: the expected messages on standard error are written out in these tests.
use std::fs;
use std::path::PathBuf;

use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// The beginning of a novel, half-width katakana, a trail byte that is a backslash;
/// a pair without a character, a wrong trail byte, a wrong lead byte, half a pair.
const NOVEL: &[u8] = b"\x8C\xE1\x94\x79\x82\xCD\x94\x4C\x82\xC5\x82\xA0\x82\xE9\x81\x42\r\n\
    \xDC\xB6\xDE\xCA\xB2\x95\x5C\x8E\xA6\\\x85\x41\x81\xFF\xFF\x83";

/// A mail: escapes to every set, one with no character after it, one of another
/// encoding, a byte of eight bits and half an escape.
const MAIL: &[u8] = b"Subject: test\n\n\x1B$B\x24\x33\x24\x73\x21\x23\x1B(B\nABC \
    \x1B(J\\~\x1B(I1\x1B$B\x1B(B\x1B$AVP\x1B(B x\xA4\x1B$";

/// Two characters, one in four bytes, one byte of the euro, a wrong third byte, a
/// pointer without a character.
const GB18030: &[u8] = b"\xD6\xD0\xCE\xC4\x94\x39\xFC\x36\x80\x81\x30A\xFE\x39\xFE\x39";

/// Two characters, two pairs that are a letter and a mark, a pair without one.
const BIG5: &[u8] = b"\xA4\xA4\xA4\xE5\x88\x62\x88\xA5\x85\x41";

fn run(line: &str) -> OutputAssert {
    let dir: TempDir = tempfile::tempdir().unwrap();
    for (name, bytes) in [
        ("novel", NOVEL),
        ("mail", MAIL),
        ("gb", GB18030),
        ("big5", BIG5),
    ] {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(line.split_whitespace());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS"] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .assert()
}

#[track_caller]
fn check(line: &str, file: &str) -> OutputAssert {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file);
    let golden = snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text)).raw();
    let done = run(line);
    let output = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    snapbox::Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .eq(output.into_data(), golden);
    done
}

#[test]
fn a_novel_in_shift_jis() {
    check("dump -e shift_jis novel", "dump-shift-jis.txt").success();
    check(
        "dump -e sjis --format jsonl novel",
        "records-shift-jis.jsonl",
    );
}

#[test]
fn a_mail_in_iso_2022_jp() {
    check("dump -e iso-2022-jp mail", "dump-iso-2022-jp.txt").success();
    check(
        "dump -e iso-2022-jp --format jsonl mail",
        "records-iso-2022-jp.jsonl",
    );
}

#[test]
fn four_bytes_of_gb18030() {
    check("dump -e gb18030 gb", "dump-gb18030.txt").success();
    check("dump -e gb18030 --format jsonl gb", "records-gb18030.jsonl");
}

#[test]
fn two_characters_of_one_pair_in_big5() {
    check("dump -e big5 big5", "dump-big5.txt").success();
    check("dump -e big5 --format jsonl big5", "records-big5.jsonl");
}

#[test]
fn a_trail_byte_is_not_found_as_a_character() {
    // The backslash after the pair whose trail byte has the value of a backslash.
    run(r"find -e shift_jis \ novel")
        .success()
        .stdout_eq("novel:2:8: 0x1B: 5C \\\n".raw());
}

#[test]
fn what_browsers_refuse_is_said_in_words() {
    let said = "browsers refuse it, and as replacement every byte is ill-formed\n";
    for (label, what) in [
        ("iso-2022-cn-ext", "ISO-2022-CN"),
        ("replacement", "an encoding"),
    ] {
        let said = format!("names {what}; {said}");
        run(&format!("dump -e {label} -n 1 big5"))
            .success()
            .stderr_eq(format!("hexloupe: {label:?} {said}").raw());
    }
    let done = run("check -e iso-2022-cn --max 1 big5").code(1);
    let error = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        error.starts_with(&format!(
            "hexloupe: \"iso-2022-cn\" names ISO-2022-CN; {said}"
        )),
        "{error}"
    );
}

/// What the program prints for a file; it must succeed.
fn printed(arguments: &[&str], bytes: &[u8]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), bytes).unwrap();
    let command = Command::new(snapbox::cmd::cargo_bin!("hexloupe")).current_dir(dir.path());
    let done = command.args(arguments).env("HEXLOUPE_CONFIG", "").assert();
    done.success().get_output().stdout.clone()
}

/// Three bytes of UTF-8 are a pair and a half of a set, so two characters are three of it.
#[test]
fn short_lines_of_utf_8_stay_among_lines_of_a_set() {
    for (set, own, sound) in [
        (encoding_rs::GBK, "2,上海市浦东新区\n", "1,北京\n"),
        (encoding_rs::GBK, "上海\n", "北京\n"),
        (encoding_rs::SHIFT_JIS, "大阪府大阪市\n", "東京都\n"),
        (encoding_rs::EUC_KR, "파일을 찾을 수 없습니다\n", "종료\n"),
        (encoding_rs::BIG5, "歡迎光臨本公司網站\n", "臺北\n"),
    ] {
        let legacy = set.encode(own).0.into_owned();
        for (before, after) in [(1, 0), (20, 0), (3, 3), (0, 2)] {
            let file = [
                sound.repeat(before).into_bytes(),
                legacy.repeat(2),
                sound.repeat(after).into_bytes(),
            ]
            .concat();
            let expected = [
                &*sound.repeat(before),
                &*own.repeat(2),
                &*sound.repeat(after),
            ];
            let told = printed(&["recode", "--lines", "file"], &file);
            assert_eq!(
                String::from_utf8_lossy(&told),
                expected.concat(),
                "{} {before} {after}",
                set.name()
            );
        }
    }
}

/// NEC's and IBM's characters are in the set twice.
#[test]
fn characters_that_shift_jis_has_twice_are_converted_with_their_lines() {
    // 﨑 and 髙 as cp932 of Python reads them.
    for (bytes, text) in [
        (
            &b"\xED\x95\x8E\x52\x82\xB3\x82\xF1\x82\xD6\n"[..],
            "﨑山さんへ\n",
        ),
        (
            b"\xEE\xE0\x96\xD8 \x88\xEA\x98\x59,\x93\x8C\x8B\x9E\x93\x73\n",
            "髙木 一郎,東京都\n",
        ),
    ] {
        for line in [&["recode", "--lines", "file"][..], &["recode", "file"]] {
            let told = printed(line, bytes);
            assert_eq!(String::from_utf8_lossy(&told), text, "{line:?}");
        }
    }
}

/// As Python's codecs write and read the words.
#[test]
fn a_line_of_utf_8_that_a_set_reads_too_is_left_and_told() {
    for (set, utf_8, misread) in [
        (
            &b"\x83\x86\x81[\x83U\x81[\n\x8F\xAC\x82\xB3\x82\xA2\n"[..],
            "雪",
            "髮ｪ",
        ),
        (
            b"\xB5\xD8\xD6\xB7\xB3\xF6\xD7\xE2\xB3\xB5\n\xB2\xD9\xD7\xF7\xB3\xC9\xB9\xA6\n",
            "审核",
            "瀹℃牳",
        ),
    ] {
        let dir: TempDir = tempfile::tempdir().unwrap();
        let file = [set, utf_8.as_bytes(), b"\n"].concat();
        fs::write(dir.path().join("a"), file).unwrap();
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(dir.path())
            .args(["recode", "--lines", "a"])
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
            .assert()
            .code(1);
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            said.contains("line 3") && said.contains("left unchanged"),
            "{said}"
        );
        let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        assert_eq!(text.lines().nth(2), Some(utf_8), "{text}");
        assert!(!text.contains(misread), "{text}");
    }
}
