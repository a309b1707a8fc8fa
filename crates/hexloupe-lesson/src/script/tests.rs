//! The content that a lesson's file may have, and the places of its mistakes.

use super::*;
use hexloupe_explain::language::Language;
use task::Reply;

/// A lesson of one step with a question.
const ONE: &str = r#"
title = "T"
about = "A"
able = "B"
[[step]]
text = "Say."
data = "ab"
[step.question]
kind = "bytes"
skill = "encode"
of = "м"
answer = "D0 BC"
hints = ["one", "two"]
solution = "so"
wrong = [{ answer = "04 3C", says = "own" }]
"#;

fn known(name: &str) -> bool {
    name == "explain"
}

fn script(text: &str) -> LessonScript {
    read(text, &known).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    assert!(ONE.contains(from), "{from}");
    let text = ONE.replacen(from, to, 1);
    let mistakes = read(&text, &known).expect_err("a mistake");
    let said: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|one| one == expected), "{said:?}");
}

#[test]
fn a_mistake_is_said_where_it_stands() {
    wrong("title = \"T\"\n", "", "1:1: missing field `title`");
    wrong(
        "text",
        "test",
        "6:1: unknown field `test`, expected one of `text`, `data`, `bytes`, `encoding`, `read-as`, `cursor`, `focus`, `unit`, `cover`, `question`",
    );
    wrong("\"A\"", "\"A", "3:11: invalid basic string, expected `\"`");
    wrong(
        "data = \"ab\"\n",
        "",
        "5:1: the first step needs data or bytes",
    );
    wrong(
        "\"ab\"",
        "\"\"",
        "5:1: a step shows 1 to 65536 bytes, here 0",
    );
    wrong(
        "data = \"ab\"",
        "data = \"ab\"\nbytes = \"61\"",
        "8:9: a step has data or bytes, not both",
    );
    wrong(
        "data = \"ab\"",
        "bytes = \"6\"",
        "7:9: bytes are pairs of hex digits, such as \"D0 BC\"",
    );
    wrong(
        "data = \"ab\"",
        "data = \"ж\"\nencoding = \"ascii\"",
        "7:8: ASCII has no bytes for U+0436",
    );
    wrong(
        "data = \"ab\"",
        "data = \"ab\"\ncursor = 2",
        "8:10: there are 2 bytes, the first has offset 0",
    );
    wrong(
        "data = \"ab\"",
        "data = \"ab\"\nfocus = \"text\"",
        "8:9: is not one of: hex, bits, code-points",
    );
    wrong(
        "data = \"ab\"",
        "data = \"ab\"\nencoding = \"utf-9\"",
        "8:12: is not an encoding; hexloupe encodings lists them",
    );
}

#[test]
fn a_mistake_in_a_question_is_said_where_it_stands() {
    wrong(
        "kind = \"bytes\"",
        "kind = \"byte\"",
        "9:8: is not one of: bytes, code-point, number, choice, go-to, make, read-as, press",
    );
    wrong(
        "answer = \"D0 BC\"",
        "answer = 1",
        "12:10: this kind of answer is hex digits in quotes, such as \"D0 BC\"",
    );
    wrong(
        "answer = \"D0 BC\"",
        "answer = \"D0 BD\"",
        "12:10: the answer is D0 BC",
    );
    wrong(
        "skill = \"encode\"\n",
        "",
        "10:6: skill and of belong together",
    );
    wrong(
        "\"encode\"",
        "\"bom\"",
        "10:9: is not one of: encode, decode, surrogates-encode, surrogates-decode, byte-order, bits-and-hex",
    );
    wrong(
        "of = \"м\"",
        "of = \"мм\"",
        "11:6: this skill cannot ask about that",
    );
    wrong(
        "[\"one\", \"two\"]",
        "[\"one\"]",
        "13:9: a question needs two hints",
    );
    wrong("\"04 3C\"", "\"D0 BC\"", "15:21: is the right answer");
    wrong(
        "says = \"own\" }",
        "says = \"own\" }, { answer = \"04 3C\", says = \"own\" }",
        "15:57: is already a wrong answer above",
    );
    let long = "word ".repeat(80);
    let table = format!("Say.\\n  {}", "8".repeat(75));
    wrong(
        "Say.",
        &table,
        "6:8: has a table line of 77 columns; the limit is 76",
    );
    wrong(
        "Say.",
        &long,
        "6:8: has 6 lines of the strip with its choices; the limit is 5",
    );
    wrong(
        "\"so\"",
        &format!("\"{long}\""),
        "14:12: has 6 lines of the strip; 1 to 2 are allowed",
    );
    wrong(
        "\"T\"",
        &format!("\"{long}\""),
        "2:9: needs 1 to 50 columns, but has 400",
    );
}

#[test]
fn all_mistakes_are_found_at_once() {
    let text = ONE.replace("\"T\"", "\"\"").replace("\"so\"", "\"\"");
    let mistakes = read(&text, &known).expect_err("mistakes");
    let places: Vec<_> = mistakes.iter().map(|one| (one.line, one.column)).collect();
    assert_eq!(places, [(2, 9), (14, 12)]);
}

#[test]
fn an_answer_that_cannot_be_given_is_a_mistake() {
    let asked = |lines: &str| {
        let start = ONE.find("kind").unwrap_or_default();
        let end = ONE.find("hints").unwrap_or_default();
        let rest = ONE[end..].split("wrong").next().unwrap_or_default();
        let text = format!("{}{lines}\n{rest}", &ONE[..start]);
        read(&text, &known).map_err(|mistakes| mistakes[0].what.clone())
    };
    for (lines, expected) in [
        (
            "kind = \"go-to\"\nanswer = 2",
            "there are 2 bytes, the first has offset 0",
        ),
        (
            "kind = \"go-to\"\nanswer = 0",
            "the cursor is already there when the step begins",
        ),
        (
            "kind = \"make\"\nanswer = \"61 62\"",
            "the bytes are already these when the step begins",
        ),
        (
            "kind = \"read-as\"\nanswer = \"utf8\"",
            "the bytes are already read like this when the step begins",
        ),
        (
            "kind = \"press\"\nanswer = \"fly\"",
            "there is no such command; ? in hexloupe lists them",
        ),
        (
            "kind = \"choice\"\nanswer = \"a\"",
            "a choice needs 2 to 4 choices",
        ),
        (
            "kind = \"choice\"\nanswer = \"c\"\nchoices = [\"x\", \"y\"]",
            "there is no such choice",
        ),
        (
            "kind = \"number\"\nanswer = 3\nchoices = [\"x\", \"y\"]",
            "only a question of kind choice has choices",
        ),
        (
            "kind = \"number\"\nanswer = -3",
            "this kind of answer is a number, such as 11",
        ),
    ] {
        assert_eq!(asked(lines).expect_err("a mistake"), expected);
    }
    for lines in [
        "kind = \"go-to\"\nanswer = [1, 0]\n",
        "kind = \"press\"\nanswer = \"explain\"",
        "kind = \"number\"\nanswer = 0x10",
    ] {
        let asked = asked(lines);
        assert_eq!(asked.is_err(), lines.contains('['), "{asked:?}");
    }
}

#[test]
fn a_step_without_bytes_shows_those_before() {
    let text = format!("{ONE}\n[[step]]\ntext = \"Now.\"\ncover = \"bits\"\nread-as = \"koi8-r\"");
    let script = script(&text);
    let [first, second] = script.steps.as_slice() else {
        panic!("two steps");
    };
    assert_eq!(second.scene.bytes, b"ab");
    assert!(first.scene.is_new && !second.scene.is_new);
    assert_eq!(second.scene.encoding.id, "koi8-r");
    assert_eq!(second.scene.cover, Some(SceneCover::Pane(ScenePane::Bits)));
}

#[test]
fn answers_are_judged_by_their_meaning() {
    let script = script(ONE);
    let task = script.steps[0].task.as_ref().expect("a task");
    let judged = |typed| task.judge(typed, Language::English);
    for right in ["d0bc", "0xD0,0xBC"] {
        assert_eq!(judged(right), Reply::Right, "{right}");
    }
    // Bits stand on the screen; they are an answer where the file says so.
    assert!(matches!(judged("11010000 10111100"), Reply::Unreadable(_)));
    for (of, is_right) in [("hex", false), ("bits", true), ("any", true)] {
        let kind = format!("kind = \"bytes\"\nnotation = \"{of}\"");
        let script = self::script(&ONE.replace("kind = \"bytes\"", &kind));
        let task = script.steps[0].task.as_ref().expect("a task");
        let judged = task.judge("11010000 10111100", Language::English);
        assert_eq!(judged == Reply::Right, is_right, "{of}");
    }
    // The lesson's own texts come first, then the known mistakes of learners.
    assert_eq!(judged("04 3C"), Reply::Wrong(Some("own".to_owned())));
    let Reply::Wrong(Some(why)) = judged("3C 04") else {
        panic!("not diagnosed");
    };
    assert!(why.contains("UTF-16LE"), "{why}");
    assert_eq!(judged("FF"), Reply::Wrong(None));
    assert!(matches!(judged("xyz"), Reply::Unreadable(_)));
}

#[test]
fn the_text_and_the_titles_do_not_show_the_answer() {
    let said = |text: &str| {
        let mistakes = read(text, &|_| true).expect_err("a mistake");
        mistakes.iter().map(ToString::to_string).collect::<String>()
    };
    let shown = ONE.replace("title = \"T\"", "title = \"D0 BC\"");
    assert!(said(&shown).contains("shows the answer, D0 BC"), "{shown}");
    let choice = "[step.question]\nkind = \"choice\"\nchoices = [\"UTF-8\", \"KOI8-R\"]\nanswer = \"a\"\nhints = [\"x\", \"y\"]\nsolution = \"z\"";
    let step = |encoding: &str| {
        format!(
            "title = \"A\"\nabout = \"B\"\nable = \"C\"\n[[step]]\ntext = \"Which?\"\nbytes = \"41\"\nencoding = \"{encoding}\"\n{choice}"
        )
    };
    assert!(said(&step("utf-8")).contains("the title shows this encoding"));
    assert!(read(&step("koi8-r"), &|_| true).is_ok());
}

#[test]
fn a_notation_belongs_to_bytes_and_numbers() {
    for (kind, answer, of, is_right) in [
        ("number", "3", "decimal", true),
        ("number", "3", "bits", false),
        ("bytes", "\"D0 BC\"", "decimal", false),
        ("code-point", "\"U+043C\"", "hex", false),
        ("number", "3", "octal", false),
    ] {
        let text = format!(
            "title = \"A\"\nabout = \"B\"\nable = \"C\"\n[[step]]\ntext = \"Which?\"\nbytes = \"41\"\n[step.question]\nkind = \"{kind}\"\nnotation = \"{of}\"\nanswer = {answer}\nhints = [\"x\", \"y\"]\nsolution = \"z\""
        );
        assert_eq!(read(&text, &|_| true).is_ok(), is_right, "{kind} {of}");
    }
}

#[test]
fn texts_of_tables_have_no_line_ends() {
    let script = script(&ONE.replace("able = \"B\"", "able = \"\"\"\nB\nand C\"\"\""));
    assert_eq!(script.able, "B and C");
}
