//! `explain` as people and scripts run it: the real binary, some of its output compared with
//! `tests/golden`.
//! `SNAPSHOTS=overwrite cargo test --test command_line cli::explain` accepts new output; look at the difference
//! before you commit it.
use crate::records;
use hexloupe::unicode::glyph::columns;
use serde_json::Value;
use snapbox::IntoData as _;
use snapbox::cmd::Command;

fn run(args: &[&str]) -> Command {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .arg("explain")
        .args(args);
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    let done = run(args).assert().code(0).stderr_eq("".raw());
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[track_caller]
fn golden(args: &[&str], file: &str) {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    let expected = snapbox::Data::read_from(path.as_ref(), None);
    run(args).assert().code(0).stdout_eq(expected.raw());
}

#[test]
fn a_character_goes_there_and_back() {
    golden(&["м", "--steps"], "explain-utf8.txt");
    golden(
        &["U+1F600", "-e", "utf-16le", "--steps"],
        "explain-utf16.txt",
    );
    golden(&["U+43C", "--blank"], "explain-blank.txt");
    let ascii = ["м", "-e", "koi8-r", "--ascii", "--steps"];
    golden(&ascii, "explain-koi8-ascii.txt");
}

/// What a sheet with blanks shows of two things may differ in what is given alone: a sheet that is
/// the same for both tells the answers of none.
#[track_caller]
fn told_apart_by(encoding: &str, one: &str, other: &str, given: &[&str]) {
    let option = if encoding.contains(',') { "--as" } else { "-e" };
    let sheet = |thing: &str| printed(&[thing, option, encoding, "--blank"]);
    let (one, other) = (sheet(one), sheet(other));
    assert_eq!(one.lines().count(), other.lines().count(), "{one}\n{other}");
    for (left, right) in one.lines().zip(other.lines()) {
        let is_title = left.contains(" -> ") || left.contains("  read as: ");
        let is_given = given
            .iter()
            .any(|label| left.trim_start().starts_with(label));
        assert!(left == right || is_title || is_given, "{left}\n{right}");
    }
}

#[test]
fn a_sheet_with_blanks_tells_what_is_given_alone() {
    let point = &["character", "name", "number", "hex"];
    told_apart_by("utf-8", "U+43C", "U+444", point);
    told_apart_by("utf-8", "U+20AC", "U+2116", point);
    told_apart_by("utf-16le", "U+43C", "U+444", point);
    told_apart_by("utf-16be", "U+1F600", "U+1F4A9", &point[..3]);
    told_apart_by("cesu-8", "U+1F600", "U+1F4A9", &point[..3]);
    told_apart_by("utf-7", "U+1F600", "U+1F4A9", &point[..3]);
    told_apart_by("koi8-r", "U+43C", "U+444", &point[..3]);
    told_apart_by("utf-8", "D0 BC", "D1 84", &["hex"]);
    told_apart_by("utf-8", "C0 AF", "C0 BA", &["hex"]);
    told_apart_by("utf-16le", "3C 04", "44 04", &["in the data"]);
    told_apart_by("koi8-r", "CD", "C6", &["hex"]);
    let chain = "utf-8,windows-1251";
    told_apart_by(
        chain,
        "U+43C",
        "U+43D",
        &[&point[..3], &["characters"]].concat(),
    );
    told_apart_by(chain, "D0A0D198", "D0A0D085", &["bytes"]);
    for blank in [printed(&["м", "--blank"]), printed(&["C0 AF", "--blank"])] {
        for told in ["1084", "D0 BC", "110.", "> U+", "continues", "overlong"] {
            assert!(!blank.contains(told), "{told}: {blank}");
        }
    }
}

#[test]
fn the_answers_stand_after_the_sheet_with_both_directions() {
    for thing in ["м", "C0 AF", "D0 BC"] {
        let whole = printed(&[thing, "--answers"]);
        let blank = printed(&[thing, "--blank"]);
        let expected = format!("{blank}\nAnswers\n\n{}", printed(&[thing, "--steps"]));
        assert_eq!(whole, expected);
    }
}

#[test]
fn the_result_comes_last() {
    let text = printed(&["м", "--steps"]);
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    let (there, back) = (
        at("U+043C -> bytes, UTF-8"),
        at("D0 BC -> character, UTF-8"),
    );
    let (bytes, cut) = (at("bytes        D0   BC"), at("cut from the right"));
    assert!(there < cut && cut < bytes && bytes < back, "{text}");
    assert!(!text[back..at("join")].contains("043C"), "{text}");
}

/// Bytes by Python's codecs, bits by hand.
#[test]
fn a_character_is_answered_on_one_screen_with_its_digits() {
    golden(&["€"], "explain-answer.txt");
    for thing in [
        "€",
        "U+10FFFF",
        "F0 9F 98 80",
        "C0 AF",
        "E2 82",
        "FF FE",
        "ED A0 BD ED B8 80",
    ] {
        for encodings in [
            "utf-8",
            "utf-8,utf-16le",
            "koi8-r",
            "gb18030",
            "cesu-8",
            "utf-7",
        ] {
            for more in ["--color=never", "--ascii", "--lang=ru"] {
                let text = printed(&[thing, "-e", encodings, more]);
                assert!(text.lines().count() <= 24, "{text}");
                assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
                assert!(
                    text.trim_end().lines().last().unwrap().contains("--steps"),
                    "{text}"
                );
            }
        }
    }
    let bytes = printed(&["E2 82 AC"]);
    assert!(
        bytes.starts_with("E2 82 AC  UTF-8 €  U+20AC EURO SIGN\n"),
        "{bytes}"
    );
    assert!(
        bytes.contains("    bits        1110.0010   10.000010   10.101100\n"),
        "{bytes}"
    );
    let refused = printed(&["C0 AF"]);
    assert!(refused.contains("demands the shortest form"), "{refused}");
}

#[test]
fn a_clause_of_a_standard_is_said_once() {
    for args in [
        &["€", "--steps"][..],
        &["€", "-e", "utf-8,utf-16le", "--steps"],
        &["C0 AF", "--steps"],
    ] {
        let text = printed(args);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for clause in ["RFC 3629, section 3", "Table 3-6"] {
            assert!(words.matches(clause).count() <= 1, "{clause}: {text}");
        }
        assert!(words.contains("RFC 3629, section 3"), "{text}");
    }
    // Each record has its source.
    let records = printed(&["€", "--format", "jsonl"]);
    assert!(
        records.matches("RFC 3629, section 3").count() > 2,
        "{records}"
    );
}

#[test]
fn a_character_of_two_code_points_names_the_form_of_one() {
    let whole = printed(&["й"]);
    assert!(
        whole.contains("same text in other code points (UAX #15): U+0438 U+0306\n"),
        "{whole}"
    );
    let parts = printed(&["и\u{306}"]);
    assert!(parts.contains("(UAX #15): U+0439\n"), "{parts}");
    assert!(!printed(&["м"]).contains("UAX"));
}

#[test]
fn bytes_that_are_refused_say_why() {
    golden(&["C0", "AF", "--steps"], "explain-overlong.txt");
}

#[test]
fn several_encodings_are_explained_in_their_order() {
    let listed = printed(&["м", "-e", "utf-16be,koi8-r"]);
    assert_eq!(listed, printed(&["м", "-e", "utf-16be", "-e", "koi8-r"]));
    let (first, second) = (
        listed.find("UTF-16BE").unwrap(),
        listed.find("KOI8-R").unwrap(),
    );
    assert!(first < second, "{listed}");
}

#[test]
fn a_set_without_the_character_names_those_that_have_it() {
    let text = printed(&["&euro;", "-e", "koi8-r"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("KOI8-R has no U+20AC EURO SIGN"), "{text}");
    assert!(text.contains("windows-1251 (88)"), "{text}");
}

#[test]
fn no_line_is_wider_than_a_screen() {
    for encoding in [
        "utf-8",
        "utf-16le",
        "utf-7",
        "gb18030",
        "cesu-8",
        "windows-1251",
    ] {
        for answers in ["--blank", "--answers", "--ascii"] {
            for thing in ["U+1F600", "м", "F0 9F 98 80", "ED A0 BD ED B8 80", "FF"] {
                let text = printed(&[thing, "-e", encoding, answers]);
                assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
            }
        }
    }
}

#[test]
fn records_are_what_their_schema_says() {
    let things = ["м", "C0 AF", "ED A0 BD ED B8 80", "FE", "U+1F600"];
    let encodings = "utf-8,utf-16le,ascii,gb18030,iso-2022-jp,utf-7";
    for answers in [None, Some("--blank")] {
        let args = ["-e", encodings, "--format", "jsonl"].into_iter();
        let args: Vec<&str> = args.chain(things).chain(answers).collect();
        for line in printed(&args).lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            records::hold(&record);
            let has_reason = record.get("reason").is_some();
            if answers.is_some() {
                // With blanks, what is asked for is null, and a reason is said of no bytes alone.
                let is_asked = |field: &str| record[field].is_null();
                let is_decoded = record["direction"] == "decode";
                assert_eq!(is_asked("hex"), !is_decoded, "{line}");
                for field in ["code_points", "well_formed", "faults"] {
                    assert_eq!(is_asked(field), is_decoded, "{line}");
                }
                assert!(!(has_reason && is_decoded), "{line}");
                assert!(!line.contains("\"chosen\""), "{line}");
                continue;
            }
            let is_refused = record["well_formed"] == false;
            assert_eq!(has_reason, is_refused || record["hex"].is_null(), "{line}");
        }
    }
    let line = printed(&["C0 AF", "--format", "jsonl"]);
    let record: Value = serde_json::from_str(line.trim_end()).unwrap();
    assert_eq!(record["code_points"][0], "U+002F");
    assert_eq!(record["faults"][0], "utf8-overlong");
}

#[test]
fn text_that_was_misread_is_explained_in_every_format() {
    // Worked out by hand: П is D0 9F, Р is U+0420 and џ U+045F.
    let args = |format: &'static str| ["П", "--as", "utf8,cp1251", "--format", format];
    for format in ["text", "markdown"] {
        let text = printed(&args(format));
        for part in [
            "U+041F -> bytes, UTF-8 misread as windows-1251",
            "    written     D0 9F\n",
            "    read as     Р           џ\n",
            "    written     D0 A0       D1 9F\n",
            "D0 A0 D1 9F -> character, UTF-8 misread as windows-1251",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
    }
    let records = printed(&args("jsonl"));
    let records: Vec<Value> = { records.lines() }
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    records.iter().for_each(records::hold);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["encoding"], "utf-8,windows-1251");
    assert_eq!(records[0]["hex"], "d0a0d19f");
    assert_eq!(records[1]["code_points"][0], "U+041F");
    for format in ["html", "svg"] {
        assert!(printed(&args(format)).contains("windows-1251"));
    }
}

#[test]
fn documents_show_the_characters_of_markup_as_text() {
    let page = printed(&["<", "--format", "html"]);
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("&lt;"),
        "{page}"
    );
    assert!(
        page.contains("LESS-THAN SIGN") && !page.contains("    <  "),
        "{page}"
    );
    let picture = printed(&["<", "--format", "svg"]);
    roxmltree::Document::parse(&picture).unwrap();
    let markdown = printed(&["`", "--format", "markdown"]);
    assert!(markdown.starts_with("```text\n") && markdown.ends_with("\n```\n"));
    assert_eq!(markdown.matches("```").count(), 2);
}

#[test]
fn colour_is_used_only_where_it_is_wanted() {
    assert!(!printed(&["м"]).contains('\u{1b}'));
    let coloured = printed(&["м", "--color", "always"]);
    assert!(printed(&["м"]).contains("110.10000"));
    assert!(coloured.contains('\u{1b}') && !coloured.contains("110.10000"));
}

#[track_caller]
fn refused(args: &[&str], part: &str) {
    let done = run(args).assert().code(2).stdout_eq("".raw());
    let error = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        error.starts_with("hexloupe: ") && error.contains(part),
        "{error}"
    );
    let told = crate::message::message(error.as_bytes());
    assert_eq!(told.lines().count(), 1, "{error}");
}

#[test]
fn what_cannot_be_read_is_trouble_in_one_line() {
    refused(&["U+ZZ"], "begins as a code point");
    refused(&["euro s"], "U+20AC EURO SIGN");
    refused(&["A", "zz\u{1b}[2Jyx"], "is unknown");
    refused(&["A", "-e", "no-such-thing"], "no-such-thing");
    refused(&["A", "-n", "3"], "explain has no -n: ");
    refused(
        &["A", "--as", "utf-8"],
        "not a chain; name the encoding written in",
    );
    refused(
        &["A", "--as", "utf-8,gbk"],
        "--as explains UTF-8 with one-byte Latin and Cyrillic sets",
    );
    refused(
        &["A", "--as", "utf-8,cp1251", "-e", "utf-8"],
        "leave out -e",
    );
}

#[test]
fn every_card_is_printed_about_a_thing_and_about_an_example() {
    for card in hexloupe::report::explain::cards().map(|(id, _, _)| id) {
        for encoding in ["utf-8", "utf-16le", "koi8-r", "gb18030", "iso-2022-jp"] {
            for thing in [&["U+44F"][..], &[]] {
                let args = [&["--card", card, "-e", encoding], thing].concat();
                let text = printed(&args);
                assert!(text.lines().count() > 2, "{args:?}: {text}");
                assert!(
                    text.lines().all(|line| columns(line) <= 80),
                    "{args:?}: {text}"
                );
                let records = printed(&[&args[..], &["--format", "jsonl"]].concat());
                for line in records.lines() {
                    let record: Value = serde_json::from_str(line).unwrap();
                    records::hold(&record);
                    assert_eq!(
                        (&record["card"], &record["encoding"]),
                        (&card.into(), &encoding.into())
                    );
                }
            }
        }
    }
    run(&["--card", "no-such-card"]).assert().code(2);
}

#[test]
fn the_documents_show_a_card_as_it_is_printed() {
    let documents = crate::pages::all();
    let card = printed(&["м", "-e", "utf-16le", "--card", "byte-order"]);
    assert!(documents.contains(&format!("```text\n{card}```")), "{card}");
}

#[test]
fn the_language_is_that_of_the_option_else_of_the_locale() {
    let told = |args: &[&str], locale: &str| {
        let done = run(args).env("LC_ALL", locale).assert().code(0);
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let english = told(&["C0 AF"], "C.UTF-8");
    let russian = told(&["C0 AF"], "ru_RU.UTF-8");
    assert!(russian.contains("избыточно длинная форма"), "{russian}");
    assert_eq!(told(&["C0 AF", "--lang", "ru"], "C.UTF-8"), russian);
    assert_eq!(told(&["C0 AF", "--lang", "en"], "ru_RU.UTF-8"), english);
    // Letters that cannot be drawn are not taken from the locale.
    let ascii = told(&["C0 AF", "--ascii"], "ru_RU.UTF-8");
    assert_eq!(ascii, told(&["C0 AF", "--ascii"], "C.UTF-8"));
    // Scripts read records: their language does not change with the locale.
    let records = ["C0 AF", "--format", "jsonl"];
    assert_eq!(told(&records, "ru_RU.UTF-8"), told(&records, "C.UTF-8"));
    let asked = told(&["C0 AF", "--format", "jsonl", "--lang", "ru"], "C.UTF-8");
    assert!(asked.contains("избыточно длинная форма"), "{asked}");
    let page = told(&["м", "--format", "html"], "ru_RU.UTF-8");
    assert!(page.contains("<html lang=\"ru\">"), "{page}");
}

#[test]
fn every_card_is_printed_in_russian_too() {
    for card in hexloupe::report::explain::cards().map(|(id, _, _)| id) {
        for encoding in ["utf-8", "utf-16le", "koi8-r", "gb18030", "iso-2022-jp"] {
            let args = ["--card", card, "-e", encoding, "--lang", "ru"];
            let text = printed(&args);
            assert!(
                text.lines().all(|line| columns(line) <= 80),
                "{args:?}: {text}"
            );
            assert_ne!(text, printed(&args[..4]));
        }
    }
}

/// The numbers of the card are those of another encoder, and of the standard's arithmetic.
#[test]
fn the_range_table_of_gb18030_counts_four_bytes_as_the_standard_does() {
    let pointer = |c: char| {
        let text = c.to_string();
        let (bytes, _, unmappable) = encoding_rs::GB18030.encode(&text);
        assert!(!unmappable && bytes.len() == 4, "{c:?}");
        let digits = bytes.iter().zip([0x81, 0x30, 0x81, 0x30]);
        let digits = digits.map(|(byte, first)| u32::from(byte - first));
        let radixes = [12_600, 1_260, 10, 1];
        digits
            .zip(radixes)
            .map(|(digit, radix)| digit * radix)
            .sum::<u32>()
    };
    let card = printed(&["A", "-e", "gb18030", "--card", "range-table"]);
    let said = card.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = pointer('\u{10000}');
    assert_eq!(first, 189_000);
    assert!(
        said.contains("U+10000 is 90 30 81 30, pointer 189,000"),
        "{said}"
    );
    for c in ['\u{10001}', '\u{1F600}', '\u{20000}', '\u{10FFFF}'] {
        assert_eq!(pointer(c) - first, u32::from(c) - 0x10000, "{c:?}");
    }
}

/// RFC 2152: set D and the blanks stand for themselves; `+`, `\` and `~` never do.
#[test]
fn what_the_range_table_of_utf_7_says_of_single_bytes_is_what_is_written() {
    let card = printed(&["A", "-e", "utf-7", "--card", "range-table"]);
    let said = card.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("' ( ) , - . / : ?, space, tab, LF and CR"),
        "{said}"
    );
    assert!(
        said.contains("+ is written +-; \\ and ~ are always base64"),
        "{said}"
    );
    let written = |text: &str| {
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .args(["recode", "-f", "utf-8", "-t", "utf-7"])
            .stdin(text)
            .assert()
            .success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let own = "ABCXYZabcxyz0189'(),-./:? \t\n\r";
    assert_eq!(written(own), own);
    // Made by Python's codec.
    assert_eq!(written("1+1"), "1+-1");
    assert_eq!(written("a\\b~"), "a+AFw-b+AH4-");
}

#[test]
fn the_answer_is_the_first_line() {
    let first = |args: &[&str]| printed(args).lines().next().unwrap().to_owned();
    assert_eq!(first(&["€"]), "€  U+20AC EURO SIGN  UTF-8 E2 82 AC");
    assert_eq!(
        first(&["€", "-e", "utf-16le,koi8-r,windows-1252"]),
        "€  U+20AC EURO SIGN  UTF-16LE AC 20  KOI8-R has no bytes for it  windows-1252 80"
    );
    assert_eq!(first(&["E2 82 AC"]), "E2 82 AC  UTF-8 €  U+20AC EURO SIGN");
    assert_eq!(first(&["C0 AF"]), "C0 AF  UTF-8 ill-formed, overlong form");
    // A sheet with blanks does not tell it.
    assert_eq!(first(&["€", "--blank"]), "U+20AC  read as: a character");
}

#[test]
fn ill_formed_bytes_are_told_by_what_they_may_be() {
    let second = |args: &[&str]| printed(args).lines().nth(1).unwrap().to_owned();
    let western = "windows-1252, ISO-8859-1, ISO-8859-15 and";
    for (bytes, text) in [("E9", "é"), ("E4", "ä"), ("FF", "ÿ")] {
        let told = second(&[bytes]);
        let begins = told.starts_with(&format!("    maybe  {text} (windows-1252, ISO-8859-1, "));
        assert!(begins, "{told}");
    }
    assert!(second(&["E9"]).contains(western), "{}", second(&["E9"]));
    // A set that the bytes tell is the first.
    let told = printed(&["CF F0 E8 E2 E5 F2"]);
    assert!(told.contains("    maybe  Привет (windows-1251, "), "{told}");
    assert_eq!(
        second(&["C0 AF"]),
        "    maybe  U+002F SOLIDUS '/', whose bytes are 2F"
    );
    assert_eq!(
        second(&["E2 82"]),
        "    maybe  U+2080..U+20BF; missing: 1 byte of the form 10xxxxxx"
    );
    // A byte order mark tells more than the letters do.
    for (bytes, said) in [
        ("FE FF 04 3C", "    maybe  м (UTF-16BE)"),
        ("FF FE 3C 04 38 04", "    maybe  ми (UTF-16LE)"),
        ("FF FE 00 00 3C 04 00 00", "    maybe  м (UTF-32LE)"),
    ] {
        let told = printed(&[bytes]);
        assert!(told.contains(said), "{told}");
    }
    // What is well-formed, or in another encoding, is not doubted, and a sheet does not tell it.
    for args in [
        &["C3 A9"][..],
        &["81", "-e", "shift_jis"],
        &["E9", "--blank"],
    ] {
        assert!(!printed(args).contains("maybe"), "{args:?}");
    }
    // A reading stands once, with every set that has it.
    let records = printed(&["E9", "--format", "jsonl"]);
    let record: Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    let maybe = record["maybe"].as_array().unwrap();
    assert_eq!(maybe[0]["text"], "é");
    let sets = |at: usize| maybe[at]["encodings"].as_array().unwrap();
    assert_eq!(sets(0)[0], "windows-1252");
    let place = |id: &str| sets(0).iter().position(|set| set == id);
    assert!(place("windows-1252") < place("windows-1250"));
    let mut all: Vec<&str> = maybe
        .iter()
        .map(|one| one["text"].as_str().unwrap())
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

/// A word is text, and may also be the name of a character or a part of one.
#[test]
fn a_word_that_is_a_name_says_both() {
    let told = printed(&["test"]);
    assert!(told.starts_with("t  U+0074"), "{told}");
    assert!(
        told.contains("in the names of: U+1F9EA TEST TUBE"),
        "{told}"
    );
    let told = printed(&["euro"]);
    assert!(
        told.contains("in the names of: U+20AC EURO SIGN, "),
        "{told}"
    );
    let told = printed(&["cat"]);
    assert!(told.contains("U+1F408 CAT"), "{told}");
    assert!(
        told.contains("as text: hexloupe explain \"'cat'\""),
        "{told}"
    );
    assert!(printed(&["'cat'"]).starts_with("c  U+0063"));
    assert!(!printed(&["lüll"]).contains("in the names of"));
}

#[test]
fn a_word_is_told_by_its_characters() {
    let told = printed(&["lüll"]);
    let lines: Vec<&str> = told.lines().take(4).collect();
    assert_eq!(
        lines,
        [
            "l  U+006C LATIN SMALL LETTER L                 UTF-8 6C",
            "ü  U+00FC LATIN SMALL LETTER U WITH DIAERESIS  UTF-8 C3 BC",
            "l  U+006C LATIN SMALL LETTER L                 UTF-8 6C",
            "l  U+006C LATIN SMALL LETTER L                 UTF-8 6C",
        ]
    );
    assert!(!told.contains(" -> ") && told.contains("--steps"), "{told}");
    assert!(printed(&["lüll", "--steps"]).contains("6C -> character, UTF-8"));
}
