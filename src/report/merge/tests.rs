//! Records of parts, written by hand, and the output or error of merging them.
//!
//! Invariant: the expected results are written by hand too; `tests/parts` merges parts made by the
//! program.
//! `tests/parts`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::merged;

const FIRST: &str = r#"{"type":"finding","schema":1,"path":"a.txt","offset":3,"length":1,"hex":"ff","fault":"utf8-never-byte","line":1,"column":4,"character":4,"message":"never"}
{"type":"file","schema":1,"path":"a.txt","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":5,"characters":4,"lines":1,"well_formed":false,"faults":{"utf8-never-byte":1},"notices":null,"part":{"number":1,"of":2,"start":0,"end":5,"size":9,"found":true}}
"#;
const SECOND: &str = r#"{"type":"finding","schema":1,"path":"a.txt","offset":7,"length":1,"hex":"c0","fault":"utf8-overlong","line":null,"column":3,"character":null,"message":"over","in_part":{"line":1,"character":3}}
{"type":"file","schema":1,"path":"a.txt","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":4,"characters":3,"lines":1,"well_formed":false,"faults":{"utf8-overlong":1},"notices":null,"part":{"number":2,"of":2,"start":5,"end":9,"size":9,"found":true}}
"#;
const WHOLE: &str = r#"{"type":"finding","schema":1,"path":"a.txt","offset":3,"length":1,"hex":"ff","fault":"utf8-never-byte","line":1,"column":4,"character":4,"message":"never"}
{"type":"finding","schema":1,"path":"a.txt","offset":7,"length":1,"hex":"c0","fault":"utf8-overlong","line":2,"column":3,"character":8,"message":"over"}
{"type":"file","schema":1,"path":"a.txt","encoding":"utf-8","why":"no BOM; UTF-8 assumed","bytes":9,"characters":7,"lines":2,"well_formed":false,"faults":{"utf8-overlong":1,"utf8-never-byte":1},"notices":null}
"#;

/// The summaries of some records.
fn summaries(records: &str) -> String {
    let lines = records.lines().filter(|line| line.contains("well_formed"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn parts_in_any_order_make_the_whole() {
    assert_eq!(merged(&format!("{FIRST}{SECOND}")).unwrap(), WHOLE);
    assert_eq!(merged(&format!("{SECOND}{FIRST}")).unwrap(), WHOLE);
    let mut lines: Vec<&str> = FIRST.lines().chain(SECOND.lines()).collect();
    lines.rotate_left(1);
    assert_eq!(merged(&lines.join("\n")).unwrap(), WHOLE);
    let alone = summaries(FIRST) + &summaries(SECOND);
    assert_eq!(merged(&alone).unwrap(), summaries(WHOLE));
}

#[test]
fn several_files_are_printed_in_the_order_of_the_input() {
    let other = |text: &str| text.replace("a.txt", "b.txt");
    let all = format!("{SECOND}{}{FIRST}{}", other(FIRST), other(SECOND));
    assert_eq!(merged(&all).unwrap(), format!("{WHOLE}{}", other(WHOLE)));
}

#[test]
fn records_of_whole_files_stay_as_they_are() {
    assert_eq!(merged(WHOLE).unwrap(), WHOLE);
    assert_eq!(merged("").unwrap(), "");
}

#[track_caller]
fn refused(text: &str, why: &str) {
    assert_eq!(merged(text).unwrap_err(), why);
}

#[test]
fn parts_that_do_not_fit_together_are_refused() {
    refused(FIRST, "part 2 of 2 of a.txt is missing");
    refused(SECOND, "part 1 of 2 of a.txt is missing");
    refused(
        &format!("{FIRST}{SECOND}{SECOND}"),
        "part 2 of 2 of a.txt is given twice",
    );
    refused(&format!("{WHOLE}{WHOLE}"), "a.txt is given twice");
    let three = SECOND.replace("\"of\":2", "\"of\":3");
    refused(
        &format!("{FIRST}{three}"),
        "a.txt was cut into parts in two ways; merge the parts of one way",
    );
    let longer = SECOND.replace("\"size\":9", "\"size\":10");
    refused(
        &format!("{FIRST}{longer}"),
        "the parts of a.txt are from files of different size; count it again",
    );
    let later = SECOND.replace("\"start\":5", "\"start\":6");
    refused(
        &format!("{FIRST}{later}"),
        "part 2 of 2 of a.txt does not begin at the end of the part before; count it again",
    );
    let russian = SECOND.replace("\"utf-8\"", "\"koi8-r\"");
    refused(
        &format!("{FIRST}{russian}"),
        "the parts of a.txt differ in encoding",
    );
    let notices = SECOND.replace("\"notices\":null", "\"notices\":{}");
    refused(
        &format!("{FIRST}{notices}"),
        "the parts of a.txt differ in notices",
    );
    let lost = format!("{FIRST}{}", summaries(SECOND));
    refused(
        &lost,
        "part 2 of 2 of a.txt has only 0 of its 1 findings; give all records, or only the summaries",
    );
    let (finding, _) = FIRST.split_once('\n').unwrap();
    refused(
        finding,
        "a.txt has findings but no summary; give all its records",
    );
}

#[test]
fn a_line_that_is_no_record_is_refused() {
    for (text, why) in [
        (
            "a.txt:1:2: overlong",
            "is not a JSON object; merge reads records",
        ),
        ("[1]", "is not a JSON object; merge reads records"),
        (
            "{\"path\":\"a\"}",
            "is not a record of check --format jsonl or stats --format json",
        ),
        (
            "{\"offset\":1,\"fault\":\"x\"}",
            "is not a record of check --format jsonl or stats --format json",
        ),
    ] {
        refused(text, why);
    }
}

#[test]
fn a_limit_of_findings_is_that_of_the_whole() {
    let limit = |text: &str| text.replace("\"found\":true}", "\"found\":true,\"max\":1}");
    let merged = merged(&limit(&format!("{FIRST}{SECOND}"))).unwrap();
    let lines: Vec<&str> = WHOLE.lines().collect();
    assert_eq!(merged, format!("{}\n{}\n", lines[0], lines[2]));
}

#[test]
fn an_unknown_field_must_be_the_same_in_all_parts() {
    let with = |text: &str, value: &str| {
        text.replace(
            "\"notices\":null",
            &format!("\"notices\":null,\"new\":{value}"),
        )
    };
    let same = format!("{}{}", with(FIRST, "1"), with(SECOND, "1"));
    assert_eq!(merged(&same).unwrap(), with(WHOLE, "1"));
    let other = format!("{}{}", with(FIRST, "1"), with(SECOND, "2"));
    refused(&other, "the parts of a.txt differ in new");
}
