//! `hexloupe learn --worksheet` as teachers run it: sheets, answers, records, questions for Moodle.
use crate::records;
use hexloupe::language::Language;
use hexloupe::unicode::glyph::columns;
use serde_json::Value;
use snapbox::cmd::Command;

fn run(line: &str, locale: &str) -> Command {
    Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(line.split_whitespace())
        .env("HEXLOUPE_CONFIG", "")
        .env_remove("LC_ALL")
        .env("TERM", "xterm")
        .env("LC_CTYPE", "C.UTF-8")
        .env("LC_MESSAGES", locale)
}

fn printed(line: &str, locale: &str) -> String {
    let done = run(line, locale).assert().success().stderr_eq("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_sheet_is_the_same_for_its_seed_and_its_answers_may_come_later() {
    let sheet = printed("learn --worksheet 26 --seed 7", "C");
    assert_eq!(sheet, printed("learn --worksheet 26 --seed 7", "C"));
    assert_ne!(sheet, printed("learn --worksheet 26 --seed 8", "C"));
    let whole = printed("learn --worksheet 26 --seed 7 --answers", "C");
    let (first, answers) = whole.split_once("\nAnswers\n").unwrap();
    assert_eq!(first.trim_end(), sheet.trim_end());
    for number in 1..=26 {
        let is_there = |text: &str| text.contains(&format!("\n{number:2}. "));
        assert!(is_there(first) && is_there(answers), "{number}");
    }
    // No line is cut off by a page of 80 columns.
    assert!(
        whole.lines().all(|line| line.chars().count() <= 80),
        "{whole}"
    );
}

/// What is encoded and decoded, and what `explain` calls it.
const DERIVED: &str = "encode,decode,surrogates-encode,surrogates-decode,byte-order";

#[test]
fn steps_are_those_of_explain_short_with_blanks_and_whole_when_filled_in() {
    let line = format!("learn --worksheet 15 --seed 7 --skill {DERIVED}");
    let sheet = printed(&format!("{line} --answers"), "C");
    let (asked, answered) = sheet.split_once("\nAnswers\n").unwrap();
    let records = printed(&format!("{line} --format jsonl --answers"), "C");
    let mut questions = asked.split("\n\n").skip(1);
    for record in records.lines() {
        let record: Value = serde_json::from_str(record).unwrap();
        let given = &record["given"];
        let thing = given["hex"]
            .as_str()
            .or(given["code_point"].as_str())
            .unwrap();
        let encoding = record["encoding"].as_str().unwrap();
        let explained = |more: &str| {
            let all = printed(&format!("explain {thing} -e {encoding}{more}"), "C");
            // The first derivation; the other one is the way back.
            all.split("\n\n").nth(1).unwrap().trim_end().to_owned()
        };
        let mut lines = questions.next().unwrap().trim_end().lines();
        let text = lines.next().unwrap();
        assert!(text.contains(". "), "{text}");
        let blank = explained(" --blank");
        for (number, line) in lines.enumerate() {
            let line = line.trim_start().strip_prefix(&format!("{} ", number + 1));
            let (title, row) = line.unwrap().split_once("  ").unwrap();
            let has = |end: &str| blank.lines().any(|line| line.ends_with(end));
            assert!(has(&format!("  {title}")), "{title}: {blank}");
            // A blank for a sentence is as wide as there is room.
            let row = row.trim_start();
            assert!(has(row) || row.chars().all(|c| c == '_'), "{row}: {blank}");
            assert!(row.contains('_'), "{row}");
        }
        assert!(answered.contains(&explained(" --steps")), "{text}");
    }
    assert_eq!(questions.next(), None);
}

#[test]
fn a_sheet_without_answers_tells_none_of_them() {
    let line = format!("learn --worksheet 60 --seed 11 --skill {DERIVED}");
    let records = printed(&format!("{line} --format jsonl --answers"), "C");
    let text = printed(&line, "C");
    let page = printed(&format!("{line} --format html"), "C");
    let text: Vec<&str> = text.split("\n\n").skip(1).collect();
    let page: Vec<&str> = page.split("\n<li><p>").skip(1).collect();
    assert_eq!((text.len(), page.len()), (60, 60));
    for (place, record) in records.lines().enumerate() {
        let record: Value = serde_json::from_str(record).unwrap();
        let answer = &record["answer"];
        let told = match (answer["hex"].as_str(), answer["code_point"].as_str()) {
            (Some(digits), _) => {
                let pairs = digits.as_bytes().chunks(2);
                let pairs = pairs.map(|pair| String::from_utf8_lossy(pair).to_uppercase());
                pairs.collect::<Vec<_>>().join(" ")
            }
            (_, point) => point.unwrap().to_owned(),
        };
        for sheet in [text[place], page[place]] {
            // The edges of the ranges stand in their table.
            let sheet: Vec<&str> = sheet.lines().filter(|line| !line.contains("..")).collect();
            assert!(!sheet.join("\n").contains(&told), "{told}: {sheet:?}");
        }
    }
}

#[test]
fn a_page_keeps_each_question_whole_and_its_answers_apart() {
    for language in Language::ALL.map(Language::id) {
        let line = format!("learn --worksheet 28 --seed 4 --lang {language} --format html");
        let page = printed(&format!("{line} --answers"), "C");
        assert!(page.contains("li{break-inside:avoid"), "{page}");
        assert!(page.contains(".answers{break-before:page}"), "{page}");
        let (asked, answers) = page.split_once("<section class=\"answers\">").unwrap();
        assert_eq!(asked.matches("\n<li><p>").count(), 28);
        assert_eq!(answers.matches("<li><p class=\"right\">").count(), 28);
        let steps = answers.matches("<ol class=\"steps\">").count();
        assert!(steps > 5 && asked.matches("<pre>").count() == steps);
        // As wide as a page of A4 has room for at the size of the rows.
        let rows = page
            .split("<pre>")
            .skip(1)
            .map(|rest| rest.split('<').next());
        let lines = rows.flat_map(|rows| rows.unwrap().lines());
        assert!(lines.map(|line| columns(&line.replace("&gt;", ">"))).max() <= Some(76));
    }
}

#[test]
fn without_a_seed_sheets_differ_and_name_their_seed() {
    let line = "learn --worksheet 20 --skill encode,decode";
    let sheet = printed(line, "C");
    let seed = sheet
        .lines()
        .nth(1)
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(printed(&format!("{line} --seed {seed}"), "C"), sheet);
}

#[test]
fn the_language_is_that_of_the_locale_unless_one_is_asked_for() {
    let russian = printed("learn --worksheet 3 --seed 1", "ru_RU.UTF-8");
    assert!(russian.contains("Листок"), "{russian}");
    let english = printed("learn --worksheet 3 --seed 1 --lang en", "ru_RU.UTF-8");
    assert!(english.starts_with("Worksheet"), "{english}");
    assert_eq!(english, printed("learn --worksheet 3 --seed 1", "C"));
    let chinese = printed("learn --worksheet 3 --seed 1", "zh_CN.UTF-8");
    assert!(chinese.starts_with("练习题"), "{chinese}");
    let page = printed("learn --worksheet 3 --seed 1 --format html", "ru");
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html lang=\"ru\">"),
        "{page}"
    );
}

#[test]
fn records_are_what_their_schema_says_and_tell_no_answer_unasked() {
    for answers in ["", " --answers"] {
        let line = format!("learn --worksheet 60 --seed 3 --format jsonl{answers}");
        let records = printed(&line, "C");
        assert_eq!(records.lines().count(), 60);
        let levels = ["easy", "middle", "hard"];
        let level = |line: &str| {
            levels
                .iter()
                .position(|level| line.contains(&format!("\"level\":\"{level}\"")))
        };
        assert!(
            records.lines().map(level).is_sorted()
                && records.lines().all(|line| level(line).is_some())
        );
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            records::hold(&record);
            assert_eq!(
                record.get("answer").is_some(),
                !answers.is_empty(),
                "{line}"
            );
            assert!(record.get("why").is_none() || !answers.is_empty(), "{line}");
            for step in record["steps"].as_array().into_iter().flatten() {
                let rows = step["rows"].as_array().unwrap();
                for cell in rows.iter().flat_map(|row| row.as_array().unwrap()) {
                    let blank = answers.is_empty() && cell["answer"] == true;
                    assert_eq!(cell["text"].is_null(), blank, "{line}");
                }
            }
        }
    }
}

/// A question as Moodle reads GIFT: its text, and its answers with their grade and feedback.
struct Asked {
    text: String,
    answers: Vec<(String, u8, String)>,
    is_choice: bool,
    in_the_end: String,
}

/// Splits a text at a sign that no backslash stands before, and takes the backslashes away.
fn split(text: &str, signs: &[char]) -> Vec<(Option<char>, String)> {
    let mut out = vec![(None, String::new())];
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => out.last_mut().unwrap().1.extend(rest.next()),
            _ if signs.contains(&c) => out.push((Some(c), String::new())),
            _ => out.last_mut().unwrap().1.push(c),
        }
    }
    out
}

fn gift(file: &str) -> Vec<Asked> {
    let blocks = file.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    });
    let blocks = blocks.filter(|block| !block.trim().is_empty());
    let read = |block: String| {
        let body = block.trim().strip_prefix("::").unwrap().to_owned();
        let (title, rest) = body.split_once("::").unwrap();
        assert!(!title.contains(['=', '~', '{']), "{title}");
        let rest = rest.strip_prefix("[plain]").unwrap();
        let parts = split(rest, &['{', '}']);
        assert_eq!(parts.len(), 3, "{rest}");
        // The answers once more, with their backslashes.
        let (start, end) = (rest.find('{').unwrap(), rest.rfind('}').unwrap());
        let body = &rest[start + 1..end];
        // As Moodle: what stands after the last four signs is said in the end.
        let (body, in_the_end) = body.rsplit_once("####").unwrap_or((body, ""));
        let answers = split_raw(body);
        let is_choice = answers.iter().any(|(sign, _)| *sign == '~');
        let answers = answers.into_iter().map(|(sign, raw)| {
            let (raw, grade) = match raw.strip_prefix("%0%") {
                Some(raw) => (raw.to_owned(), 0),
                None => (raw, if sign == '=' { 100 } else { 0 }),
            };
            let parts = split(&raw, &['#']);
            let feedback = parts.get(1).map_or("", |(_, text)| text);
            (
                parts[0].1.trim().to_owned(),
                grade,
                feedback.trim().to_owned(),
            )
        });
        Asked {
            text: parts[0].1.trim().to_owned(),
            answers: answers.collect(),
            is_choice,
            in_the_end: in_the_end.trim().replace('\\', ""),
        }
    };
    blocks.map(read).collect()
}

/// The answers, each with the sign before it and its backslashes.
fn split_raw(text: &str) -> Vec<(char, String)> {
    let mut out: Vec<(char, String)> = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (c, out.last_mut()) {
            ('=' | '~', _) => out.push((c, String::new())),
            (_, None) => assert!(c.is_whitespace(), "{text}"),
            ('\\', Some((_, last))) => {
                last.push(c);
                last.extend(rest.next());
            }
            (_, Some((_, last))) => last.push(c),
        }
    }
    out
}

#[test]
fn moodle_reads_the_questions_with_one_right_answer_and_reasons_for_wrong_ones() {
    for language in Language::ALL.map(Language::id) {
        let line = format!("learn --worksheet 78 --seed 5 --lang {language} --format");
        let read = gift(&printed(&format!("{line} gift"), "C"));
        let records = printed(&format!("{line} jsonl --answers"), "C");
        assert_eq!(read.len(), 78);
        let mut reasons = 0;
        for (asked, record) in read.iter().zip(records.lines()) {
            let record: Value = serde_json::from_str(record).unwrap();
            assert_eq!(asked.text, record["text"].as_str().unwrap());
            let right = asked.answers.iter().filter(|(_, grade, _)| *grade == 100);
            let right: Vec<&str> = right.map(|(text, ..)| &**text).collect();
            let answer = &record["answer"];
            let expected = if let Some(number) = answer["choice"].as_u64() {
                assert!(asked.is_choice && right.len() == 1);
                let choices = record["choices"].as_array().unwrap();
                assert_eq!(asked.answers.len(), choices.len());
                choices[number as usize].as_str().unwrap().to_owned()
            } else if let Some(bytes) = answer["hex"].as_str() {
                bytes.to_uppercase()
            } else if let Some(point) = answer["code_point"].as_str() {
                point.to_owned()
            } else {
                answer["offset"].to_string()
            };
            let is_there = |text: &&str| **text == expected;
            assert!(right.iter().any(is_there), "{expected}: {right:?}");
            let wrong = asked.answers.iter().filter(|(_, grade, _)| *grade == 0);
            // Whatever is answered wrongly, something is said to it.
            assert!(wrong.clone().all(|(_, _, why)| !why.is_empty()));
            let texts: Vec<&str> = asked.answers.iter().map(|(text, ..)| &**text).collect();
            if !asked.is_choice {
                // Moodle takes the first that fits, and an arrow for a question of pairs.
                assert_eq!(
                    texts.iter().position(|text| *text == "*"),
                    Some(texts.len() - 1)
                );
                assert!(
                    asked
                        .answers
                        .iter()
                        .all(|(text, _, why)| !text.contains("->") && !why.contains("->"))
                );
            }
            let why = record["why"].as_array().into_iter().flatten();
            let why: Vec<&str> = why.map(|one| one.as_str().unwrap()).collect();
            assert_eq!(asked.in_the_end, why.join(" "));
            reasons += wrong.filter(|(_, _, why)| !why.is_empty()).count();
        }
        assert!(reasons > 200, "{reasons}");
    }
}

/// The questions of a file of Moodle XML, whose elements must be those of Moodle's exports.
fn moodle(file: &str) -> Vec<Asked> {
    let document = roxmltree::Document::parse(file).unwrap();
    let quiz = document.root_element();
    assert_eq!(quiz.tag_name().name(), "quiz");
    let elements = |node: roxmltree::Node<'_, '_>| -> Vec<String> {
        let inside = node.children().filter(roxmltree::Node::is_element);
        let mut names: Vec<_> = inside.map(|one| one.tag_name().name().to_owned()).collect();
        names.dedup();
        names
    };
    let text = |node: roxmltree::Node<'_, '_>| {
        let is_text = |one: &roxmltree::Node<'_, '_>| one.has_tag_name("text");
        let text = node.children().find(is_text).expect("a text");
        text.text().unwrap_or_default().to_owned()
    };
    let read = |question: roxmltree::Node<'_, '_>| {
        let kind = question.attribute("type").unwrap();
        let own: &[&str] = match kind {
            "multichoice" => &["single", "shuffleanswers", "answernumbering"],
            "shortanswer" => &["usecase"],
            other => panic!("{other}"),
        };
        let first = ["name", "questiontext", "generalfeedback"];
        let first = first.iter().chain(&["defaultgrade", "penalty", "hidden"]);
        let expected: Vec<_> = first
            .chain(own)
            .chain(&["answer", "hint"])
            .copied()
            .collect();
        assert_eq!(elements(question), expected);
        let child = |name: &str| {
            question
                .children()
                .find(|one| one.has_tag_name(name))
                .unwrap()
        };
        let answers = question.children().filter(|one| one.has_tag_name("answer"));
        let answers = answers.map(|answer| {
            assert_eq!(elements(answer), ["text", "feedback"]);
            let grade = answer.attribute("fraction").unwrap().parse().unwrap();
            let feedback = answer.children().find(|one| one.has_tag_name("feedback"));
            (text(answer), grade, text(feedback.unwrap()))
        });
        for name in ["questiontext", "generalfeedback", "hint", "answer"] {
            assert_eq!(
                child(name).attribute("format"),
                Some("plain_text"),
                "{name}"
            );
        }
        Asked {
            text: text(child("questiontext")),
            answers: answers.collect(),
            is_choice: kind == "multichoice",
            in_the_end: text(child("generalfeedback")),
        }
    };
    let questions = quiz.children().filter(roxmltree::Node::is_element);
    questions.map(read).collect()
}

#[test]
fn moodle_xml_asks_what_gift_asks() {
    for language in Language::ALL.map(Language::id) {
        let line = format!("learn --worksheet 78 --seed 5 --lang {language} --format");
        let xml = moodle(&printed(&format!("{line} moodle"), "C"));
        let gift = gift(&printed(&format!("{line} gift"), "C"));
        assert_eq!(xml.len(), 78);
        for (xml, gift) in xml.iter().zip(&gift) {
            assert_eq!((&xml.text, xml.is_choice), (&gift.text, gift.is_choice));
            assert_eq!(
                (&xml.answers, &xml.in_the_end),
                (&gift.answers, &gift.in_the_end)
            );
        }
    }
}

/// Lines of a page of A4 at six an inch, with margins of half an inch.
const LINES_OF_A4: usize = 64;

#[test]
fn twelve_questions_are_two_pages() {
    let skills = printed("learn --worksheet 20 --seed 1 --format jsonl", "C");
    let skill = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        record["skill"].as_str().unwrap().to_owned()
    };
    let mut skills: Vec<String> = skills.lines().map(skill).collect();
    skills.sort();
    skills.dedup();
    assert!(skills.len() > 12, "{skills:?}");
    let each = skills.iter().map(|skill| format!("--skill {skill}"));
    for skill in each.chain([String::new()]) {
        for language in Language::ALL.map(Language::id) {
            let line = format!("learn --worksheet 12 --seed 7 --lang {language} {skill}");
            let sheet = printed(line.trim_end(), "C.UTF-8");
            let lines = sheet.lines().count();
            assert!(lines <= 2 * LINES_OF_A4, "{lines} lines: {line}");
            let widest = sheet.lines().map(columns).max();
            assert!(widest <= Some(80), "{line}");
        }
    }
}

#[test]
fn mistakes_are_told_in_the_language_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lesson.toml");
    let lesson = "title = \"a\"\nabout = \"b\"\nable = \"c\"\nstep = []\n";
    std::fs::write(&file, lesson).unwrap();
    for (line, said) in [
        (
            "learn --lang ru --check FILE",
            ":1:9: в уроке нужен хотя бы один [[step]]",
        ),
        (
            "learn --lang en --check FILE",
            ":1:9: a lesson needs a [[step]]",
        ),
        (
            "learn --lang ru nosuch",
            "nosuch: нет такого урока или файла;",
        ),
        ("learn nosuch", "nosuch: no such lesson or file;"),
        ("learn --lang ru --worksheet 0", "нужно от 1 до 1000"),
        (
            "explain --lang=ru",
            "не указано: THING\nВызов: hexloupe explain",
        ),
        (
            "explain --lang ru U+XX",
            "но дальше нужны шестнадцатеричные цифры",
        ),
        ("learn --lang zh nosuch", "nosuch：没有这样的课程或文件；"),
        ("explain --lang zh", "缺少 THING\n用法：hexloupe explain"),
        ("check --nosuch", "unexpected argument '--nosuch' found"),
    ] {
        let line = line.replace("FILE", file.to_str().unwrap());
        let done = run(&line, "C.UTF-8").assert().failure();
        let output = done.get_output();
        let told = [&output.stdout[..], &output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains(said), "{line}: {told}");
    }
    let russian = run("explain", "ru_RU.UTF-8").assert().failure();
    let told = String::from_utf8_lossy(&russian.get_output().stderr).into_owned();
    assert!(told.contains("не указано: THING"), "{told}");
}

#[test]
fn a_drill_is_answered_line_by_line_in_a_pipe() {
    let line = "learn --drill --skill length --seed 2 --lang en";
    let done = run(line, "C").stdin("z\n=\nq\n").assert().success();
    let said = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert!(said.starts_with("drill, seed 2"), "{said}");
    assert!(said.contains("Type the letter of a choice."), "{said}");
    assert!(
        said.contains("Answered: 1, right at the first try: 0."),
        "{said}"
    );
    // Bytes that are no text are no answer, and nothing breaks.
    run(line, "C")
        .stdin(vec![0xFF, 0xFE, b'\n'])
        .assert()
        .success();
}

#[test]
fn what_makes_no_sheet_is_refused() {
    for (line, said) in [
        ("learn --seed 3", "--worksheet <N> or --drill is missing"),
        ("learn --worksheet 0", "from 1 to 1000"),
        ("learn --worksheet 5 --drill", "cannot be used with"),
        ("learn --drill --format html", "cannot be used with"),
        ("learn --worksheet 5 --skill cooking", "encode"),
        ("learn --worksheet 5 -e koi8-r", "learn has no -e: "),
    ] {
        let done = run(line, "C").assert().code(2);
        let text = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(text.contains(said), "{line}: {text}");
    }
}

#[test]
fn lessons_are_listed_with_what_was_done_of_them() {
    let state = tempfile::tempdir().unwrap();
    let list = |line: &str, locale: &str| {
        let run = run(line, locale).env("XDG_STATE_HOME", state.path());
        let done = run.assert().success().stderr_eq("");
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let english = list("learn --list", "C");
    assert_eq!(english.lines().count(), 25);
    assert!(english.starts_with(" 1  bits "), "{english}");
    // Without a terminal the list is all that can be shown.
    assert_eq!(english, list("learn", "C"));
    assert!(english.lines().all(|line| line.chars().count() <= 80));
    std::fs::create_dir(state.path().join("hexloupe")).unwrap();
    let file = state.path().join("hexloupe/progress");
    std::fs::write(file, "4 - bits\n15 done ascii\n\u{1B}[31m\n").unwrap();
    let russian = list("learn --list", "ru_RU.UTF-8");
    let lines: Vec<_> = russian.lines().collect();
    assert!(lines[0].ends_with("шаг 5/15"), "{russian}");
    assert!(lines[1].ends_with("пройден"), "{russian}");
    assert_eq!(english, list("learn --list --no-history", "C"));
}

#[test]
fn a_lesson_is_checked_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let mut run = run("learn --check", "C")
            .arg(name)
            .current_dir(folder.path());
        run = run.env_remove("XDG_STATE_HOME");
        run.assert()
    };
    let good =
        "title = \"T\"\nabout = \"A\"\nable = \"B\"\n[[step]]\ntext = \"Say.\"\ndata = \"a\"\n";
    check("good.toml", good.as_bytes())
        .success()
        .stdout_eq("good.toml: fine, 1 step\n")
        .stderr_eq("");
    let bad = good
        .replace("\"a\"", "\"\"")
        .replace("\"T\"", "\"\u{1B}[31m\"");
    let bad = bad.replace("able", "abel");
    check("bad.toml", bad.as_bytes())
        .code(1)
        .stdout_eq("bad.toml:1:10: invalid basic string, expected non-double-quote visible characters, `/`\n")
        .stderr_eq("");
    let bad = good.replace("\"a\"", "\"\"").replace("\"B\"", "\"\"");
    check("two.toml", bad.as_bytes()).code(1).stdout_eq(
        "two.toml:3:8: has 0 lines of the strip; 1 to 2 are allowed\ntwo.toml:4:1: a \
            step shows 1 to 65536 bytes, here 0\n",
    );
    check("bytes.toml", b"title = \"\xFF\"")
        .code(2)
        .stdout_eq("")
        .stderr_eq("hexloupe: bytes.toml: not UTF-8 at offset 9; hexloupe check says why\n");
}

#[test]
fn what_cannot_be_played_says_so_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |arguments: &[&str], said: &str| {
        let run = run("learn", "C").args(arguments).current_dir(folder.path());
        let done = run.assert().code(2).stdout_eq("");
        assert_eq!(crate::message::message(&done.get_output().stderr), said);
    };
    fails(
        &["bits"],
        "hexloupe: a lesson runs in the inspector, which needs a terminal\n",
    );
    fails(
        &["nothing.toml"],
        "hexloupe: nothing.toml: no such lesson or file; hexloupe learn --list names the lessons\n",
    );
    fails(
        &["--check", "none.toml"],
        "hexloupe: none.toml: no such file\n",
    );
    fails(
        &["--check", "."],
        "hexloupe: .: is a directory; name a file in it\n",
    );
}
