//! The formats of `check` that other tools read, judged by what these tools read them with: the
//! schema of SARIF, an XML reader and the structure that Jenkins asks of test reports, the rules of
//! GitHub's workflow commands.
//!
//! Invariant: whatever is found, and whatever goes wrong, the output is valid.
use crate::xsd;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use jsonschema::Validator;
use roxmltree::{Document, Node};
use serde_json::Value;
use tempfile::TempDir;

const SCHEMA: &str = include_str!("data/sarif-2.1.0.json");

/// A directory with files.
fn place(files: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    dir
}

fn check(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexloupe"))
        .current_dir(dir)
        .arg("check")
        .args(args)
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn printed(dir: &Path, args: &[&str]) -> (i32, String) {
    let output = check(dir, args);
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

/// Faults, notices of each severity, and names that no format may take as they are.
fn mixed() -> TempDir {
    let dir = place(&[
        ("a.txt", b"ok\nx\xC0\xAFy\nok\n"),
        ("b,c:d%.txt", "\u{202E}\u{E000}\r\n\n".as_bytes()),
        ("good/é.txt", b"fine\n"),
        ("words.txt", "a \u{420}\u{457}\u{421}\u{402}\u{420}\u{451}\u{420}\u{406}\u{420}\u{B5}\u{421}\u{201A}\n".as_bytes()),
        ("cut.js", b"x = '\\ud83d'\n"),
    ]);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let odd = std::ffi::OsStr::from_bytes(b"\x1B[31m\n::error::\"<&>\xFF");
        fs::write(dir.path().join(odd), b"\xFE").unwrap();
    }
    dir
}

fn validator() -> Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    // The published schema has a bracket too many in the pattern of these.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft4);
    let options = options.should_validate_formats(true);
    options.build(&schema).unwrap()
}

/// The only run of a log, which is valid.
#[track_caller]
fn run(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).unwrap();
    let wrong: Vec<_> = validator()
        .iter_errors(&log)
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let runs = log["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    let run = runs[0].clone();
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    run
}

fn results(run: &Value) -> &Vec<Value> {
    run["results"].as_array().unwrap()
}

#[test]
fn a_result_has_an_identity_that_added_lines_do_not_change() {
    let told = |text: &[u8]| -> Vec<(u64, String)> {
        let dir = place(&[("a", text), ("b", b"\xFF\n")]);
        let (_, text) = printed(dir.path(), &["--format", "sarif", "."]);
        let run = run(&text);
        let identity = |result: &Value| {
            let place = &result["locations"][0]["physicalLocation"];
            let line = place["region"]["startLine"].as_u64().unwrap();
            let identity = result["partialFingerprints"]["hexloupe/v1"].as_str();
            (line, identity.unwrap().to_owned())
        };
        let mut told: Vec<_> = results(&run).iter().map(identity).collect();
        told.sort();
        told
    };
    let (before, after) = (
        told(b"\xFF\n\xFE\n\xFF\n"),
        told(b"x\n\xFF\n\xFE\nx\n\xFF\n"),
    );
    let names = |told: &[(u64, String)]| -> Vec<String> {
        let mut names: Vec<String> = told.iter().map(|(_, name)| name.clone()).collect();
        names.sort();
        names.dedup();
        names
    };
    assert_eq!(names(&before).len(), 4);
    assert_eq!(names(&before), names(&after));
    // The second FF of the file.
    assert_eq!(before[2..].last().map(|(line, _)| *line), Some(3));
    assert!(
        before
            .iter()
            .any(|(line, name)| *line == 3 && name.ends_with(":2"))
    );
}

#[test]
fn a_log_is_valid_and_says_where_each_finding_is() {
    let dir = mixed();
    let (code, text) = printed(dir.path(), &["--format", "sarif", "--notices", "."]);
    assert_eq!(code, 1);
    let run = run(&text);
    let of = |uri: &str| -> Vec<&Value> {
        let at = |result: &&Value| {
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri
        };
        results(&run).iter().filter(at).collect()
    };
    let found = of("a.txt");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["ruleId"], "utf8-overlong");
    assert_eq!(found[0]["level"], "error");
    let place = &found[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    let region = serde_json::json!({
        "startLine": 2, "startColumn": 2, "endColumn": 3, "byteOffset": 4, "byteLength": 1
    });
    assert_eq!(place["region"], region);
    // What depends on its neighbours is told when they are known.
    let mut levels: Vec<_> = of("b%2Cc%3Ad%25.txt")
        .iter()
        .map(|one| one["level"].as_str().unwrap())
        .collect();
    levels.sort_unstable();
    assert_eq!(levels, ["note", "warning", "warning"]);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let danger = |id: &str| {
        let rule = rules.iter().find(|rule| rule["id"] == id).unwrap();
        rule["properties"]["security-severity"].as_str()
    };
    let dangers = [
        "bidi-control",
        "tag-character",
        "confusable",
        "nul",
        "utf8-overlong",
    ]
    .map(danger);
    assert_eq!(dangers, [Some("8.0"), Some("5.0"), Some("5.0"), None, None]);
    // The address of the project, once it has one.
    let address = &run["tool"]["driver"]["informationUri"];
    let known = [env!("CARGO_PKG_HOMEPAGE"), env!("CARGO_PKG_REPOSITORY")];
    let known = known.into_iter().find(|known| !known.is_empty());
    assert_eq!(address.as_str(), known);
    // Two letters of UTF-8 for each of the six of the word that it was.
    let word = of("words.txt")[0];
    assert_eq!(word["ruleId"], "mojibake-suspect");
    let region = &word["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&3.into(), &15.into())
    );
    // A run ends behind its last character, and says what it hides.
    let hidden = "a\u{E0158}\u{E0159}b";
    let other = self::place(&[("a", hidden.as_bytes())]);
    let (_, text) = printed(
        other.path(),
        &["--format", "sarif", "--deny", "invisible", "a"],
    );
    let told = self::run(&text);
    let told = &results(&told)[0];
    let region = &told["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&2.into(), &4.into())
    );
    let message = told["message"]["text"].as_str().unwrap();
    assert!(
        message.starts_with("Hides \"hi\" in 2 variation selectors. "),
        "{message}"
    );
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    #[cfg(unix)]
    {
        // Its name is no UTF-8 either.
        let found = of("%1B%5B31m%0A%3A%3Aerror%3A%3A%22%3C%26%3E%FF");
        let of_name = |one: &&&Value| {
            let text = one["message"]["text"].as_str().unwrap();
            text.starts_with("In the file's name: ")
        };
        let in_name = found.iter().filter(of_name).count();
        assert!(in_name > 0 && found.len() == in_name + 1, "{found:?}");
    }
}

#[test]
fn a_log_of_nothing_and_of_trouble_is_valid() {
    let dir = place(&[("a", b"fine\n")]);
    let (code, text) = printed(dir.path(), &["--format", "sarif", "a"]);
    assert_eq!(code, 0);
    assert!(results(&run(&text)).is_empty());
    let (code, text) = printed(dir.path(), &["--format", "sarif", "a", "no/such"]);
    assert_eq!(code, 2);
    let lost = run(&text);
    let invocation = &lost["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let said = &invocation["toolExecutionNotifications"][0];
    assert_eq!(said["level"], "error");
    assert_eq!(said["message"]["text"], "no/such: no such file");
    let (code, text) = printed(dir.path(), &["--format", "sarif", "--from", "xxd", "a"]);
    assert_eq!(code, 2);
    assert_eq!(run(&text)["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn a_log_has_a_bound_and_says_what_it_leaves_out() {
    let damaged = "été \u{20AC} "
        .as_bytes()
        .iter()
        .chain(b"\xFF ")
        .copied()
        .collect::<Vec<_>>();
    let dir = place(&[("a", &damaged.repeat(30_000)), ("b", b"\xFF")]);
    let (code, text) = printed(dir.path(), &["--format", "sarif", "a", "b"]);
    assert_eq!(code, 1);
    let run = run(&text);
    assert_eq!(results(&run).len(), 25_000);
    let said = &run["invocations"][0]["toolExecutionNotifications"];
    let said = said.as_array().unwrap();
    let left_out = said.iter().find(|one| one["level"] == "warning").unwrap();
    let text = left_out["message"]["text"].as_str().unwrap();
    assert!(
        text.starts_with("5001 more findings left out: 5001 errors"),
        "{text}"
    );
}

/// A text with many faults, many of a kind that is only warned of, and one bidi override that
/// is denied.
fn crowded() -> TempDir {
    let cut = b"x\xC0\xAF ".repeat(15_000);
    let private = "\u{E000}a".repeat(2000);
    place(&[
        ("a-overlong", &cut),
        ("b-overlong", b"x\xC0\xAF "),
        ("c-private", private.as_bytes()),
        ("d-bidi", b"a\n\xE2\x80\xAE\n"),
    ])
}

const CROWDED: [&str; 5] = ["--deny", "bidi-control", "--warn", "private-use", "."];

#[test]
fn a_log_has_the_worst_first_and_counts_the_rest_by_severity() {
    let dir = crowded();
    let output = check(dir.path(), &[&["--format", "sarif"], &CROWDED[..]].concat());
    let run = run(&String::from_utf8(output.stdout).unwrap());
    let found = results(&run);
    assert_eq!(found.len(), 25_000);
    assert!(found.iter().all(|one| one["level"] == "error"));
    assert_eq!(found[0]["ruleId"], "bidi-control");
    let uri = |one: &Value| {
        let place = &one["locations"][0]["physicalLocation"];
        place["artifactLocation"]["uri"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        found.iter().filter(|one| uri(one) == "b-overlong").count(),
        2
    );
    let said = run["invocations"][0]["toolExecutionNotifications"].to_string();
    // 30,002 faults and the override are errors.
    let left_out = "7003 more findings left out: 5003 errors, 2000 warnings";
    assert!(said.contains(left_out), "{said}");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains(left_out), "{err}");
}

#[test]
fn annotations_that_are_shown_are_the_worst() {
    let dir = crowded();
    let output = check(
        dir.path(),
        &[&["--format", "github"], &CROWDED[..]].concat(),
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let all: Vec<Annotation> = text.lines().map(annotation).collect();
    let errors = all.iter().filter(|one| one.command == "error");
    let shown: Vec<_> = errors
        .clone()
        .take(10)
        .map(|one| &*one.properties[0].1)
        .collect();
    for file in ["a-overlong", "b-overlong", "d-bidi"] {
        assert!(shown.contains(&file), "{file}: {shown:?}");
    }
    assert_eq!(errors.count(), 30_003);
    let warnings = all.iter().filter(|one| one.command == "warning");
    assert_eq!(warnings.count(), 2000);
    let notices: Vec<_> = all.iter().filter(|one| one.command == "notice").collect();
    let said = "29993 errors, 1990 warnings more than GitHub shows per step: see its log";
    assert_eq!(
        notices.iter().map(|one| &*one.message).collect::<Vec<_>>(),
        [said]
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains(said), "{err}");
}

#[test]
fn a_test_tells_the_worst_of_its_file() {
    let text = ["\u{E000}a".repeat(2000).as_bytes(), b"\xFF\n\xE2\x80\xAE\n"].concat();
    let dir = place(&[("a", &text)]);
    let output = check(dir.path(), &[&["--format", "junit"], &CROWDED[..]].concat());
    let cases = cases(&String::from_utf8(output.stdout).unwrap());
    let [failure, passed] = &cases[0].1[..] else {
        panic!("{cases:?}")
    };
    assert!(failure.1.contains("bidi-control") && failure.1.contains("utf8-never-byte"));
    assert!(passed.1.ends_with("and 1002 more\n"), "{passed:?}");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("left out: 1002 warnings"), "{err}");
}

/// The schema of Jenkins for reports of tests; its licence stands in it.
const JUNIT: &str = include_str!("data/junit-4.xsd");

/// The test cases of a suite, whose counts are right: the name, and the elements in each.
#[track_caller]
fn cases(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let document = Document::parse(text).unwrap();
    let schema = Document::parse(JUNIT).unwrap();
    xsd::judge(schema.root_element(), document.root_element());
    let suite = document.root_element().first_element_child().unwrap();
    let all = |name: &str| {
        let of_it = |node: &Node<'_, '_>| node.has_tag_name(name);
        suite.descendants().filter(of_it).count().to_string()
    };
    for (attribute, element) in [
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
    ] {
        assert_eq!(suite.attribute(attribute).unwrap(), all(element));
    }
    let case = |node: Node<'_, '_>| {
        let parts = node.children().filter(Node::is_element).map(|part| {
            let said = part.attribute("message").unwrap_or_default();
            let text = part.text().unwrap_or_default();
            (part.tag_name().name().to_owned(), format!("{said}{text}"))
        });
        (node.attribute("name").unwrap().to_owned(), parts.collect())
    };
    suite
        .children()
        .filter(Node::is_element)
        .map(case)
        .collect()
}

#[test]
fn a_suite_has_a_test_for_each_file() {
    let dir = mixed();
    let args = ["--format", "junit", "--notices", ".", "no/such"];
    let (code, text) = printed(dir.path(), &args);
    assert_eq!(code, 2);
    let cases = cases(&text);
    let of = |name: &str| {
        let found = cases.iter().find(|case| case.0 == name);
        found.map_or_else(|| panic!("{name}: {cases:?}"), |case| case.1.clone())
    };
    let failed = "2 findings\n\
        ./a.txt:2:2: error: overlong form at 0x4: C0 [utf8-overlong]\n\
        ./a.txt:2:3: error: tail of an overlong form at 0x5: AF [utf8-stray-continuation]\n";
    assert_eq!(of("./a.txt"), [("failure".to_owned(), failed.to_owned())]);
    assert!(of("./good/é.txt").is_empty());
    assert_eq!(of("./b,c:d%.txt")[0].0, "system-out");
    let lost = "no/such: no such file".to_owned();
    assert_eq!(of("no/such"), [("error".to_owned(), lost)]);
    #[cfg(unix)]
    assert_eq!(of("./␛[31m␊::error::\"<&>\\xFF").len(), 1);
}

#[test]
fn a_suite_says_how_much_it_leaves_out() {
    let long = [b"\xFF".repeat(5000), b"a".repeat(3 << 20)].concat();
    let dir = place(&[("a", &long), ("b", b"\xFF\xFF\xFF"), ("c", b"")]);
    let (_, text) = printed(dir.path(), &["--format", "junit", "a", "b", "c"]);
    let all = cases(&text);
    let a = &all[0].1[0].1;
    assert!(a.starts_with("5000 findings\n") && a.ends_with("\nand 4000 more\n"));
    assert_eq!(a.lines().count(), 1002);
    assert!(all[2].1.is_empty());
    let (_, text) = printed(dir.path(), &["--format", "junit", "--max", "1", "b"]);
    assert!(cases(&text)[0].1[0].1.ends_with("\nand 2 more\n"), "{text}");
    let (code, text) = printed(dir.path(), &["--format", "junit", "--max", "0", "b"]);
    assert_eq!((code, cases(&text)[0].1.len()), (1, 1));
}

/// A workflow command, read as the runner of GitHub Actions reads it.
#[derive(Debug, PartialEq)]
struct Annotation {
    command: String,
    properties: Vec<(String, String)>,
    message: String,
}

fn annotation(line: &str) -> Annotation {
    let unescaped = |text: &str, special: &[(&str, &str)]| {
        let text = special
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        text.replace("%25", "%")
    };
    let ends = [("%0D", "\r"), ("%0A", "\n")];
    let signs = [&ends[..], &[("%3A", ":"), ("%2C", ",")]].concat();
    let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (command, properties) = head.split_once(' ').unwrap();
    let property = |text: &str| {
        let (key, value) = text.split_once('=').unwrap();
        (key.to_owned(), unescaped(value, &signs))
    };
    Annotation {
        command: command.to_owned(),
        properties: properties.split(',').map(property).collect(),
        message: unescaped(message, &ends),
    }
}

#[test]
fn an_annotation_names_its_file_and_cannot_begin_another() {
    let dir = mixed();
    let (code, text) = printed(dir.path(), &["--format", "github", "--notices", "."]);
    assert_eq!(code, 1);
    let all: Vec<Annotation> = text.lines().map(annotation).collect();
    let of = |file: &str| -> Vec<&Annotation> {
        { all.iter() }
            .filter(|one| one.properties[0] == ("file".to_owned(), file.to_owned()))
            .collect()
    };
    let first = of("a.txt")[0];
    assert_eq!(first.command, "error");
    let keys = ["line", "col", "endColumn", "title"];
    let values = ["2", "2", "3", "overlong form [utf8-overlong]"];
    let expected: Vec<_> = keys
        .iter()
        .zip(values)
        .map(|(key, value)| ((*key).to_owned(), value.to_owned()))
        .collect();
    assert_eq!(first.properties[1..], expected);
    assert!(first.message.starts_with("overlong form: "), "{first:?}");
    let mut commands: Vec<_> = of("b,c:d%.txt").iter().map(|one| &*one.command).collect();
    commands.sort_unstable();
    assert_eq!(commands, ["notice", "warning", "warning"]);
    assert!(!text.contains('\u{1B}'));
    #[cfg(unix)]
    assert!(of("␛[31m␊::error::\"<&>\\xFF").len() > 1);
}

#[test]
fn a_line_is_what_compilers_print() {
    let dir = place(&[("a", b"\xC0\xAF"), ("b", "\u{202E}\n\u{E000}".as_bytes())]);
    let args = [
        "--format",
        "gcc",
        "--warn",
        "private-use",
        "--deny",
        "bidi-control",
        "a",
        "b",
    ];
    let (code, text) = printed(dir.path(), &args);
    assert_eq!(code, 1);
    let expected = "a:1:1: error: overlong form at 0x0: C0 [utf8-overlong]\n\
        a:1:2: error: tail of an overlong form at 0x1: AF [utf8-stray-continuation]\n\
        b:1:1: error: bidi control U+202E RIGHT-TO-LEFT OVERRIDE at 0x0: E2 80 AE [bidi-control]\n\
        b:2:1: warning: private use U+E000 <private use> at 0x4: EE 80 80 [private-use]\n";
    assert_eq!(text, expected);
}

#[test]
fn quiet_prints_no_document_either() {
    let dir = place(&[("a", b"\xFF")]);
    for format in ["sarif", "junit", "github", "gcc"] {
        let (code, text) = printed(dir.path(), &["-q", "--format", format, "a"]);
        assert_eq!((code, &*text), (1, ""));
    }
}

/// A line as an editor has it in UTF-8: its beginning, and the bytes of its end.
const BEGINNING: &str = "é€😀x";

#[test]
fn columns_of_compilers_are_bytes_of_utf_8() {
    let wide = format!("\u{FEFF}\n{BEGINNING}");
    let wide: Vec<u8> = { wide.encode_utf16() }
        .chain([0xD800, 0x61])
        .flat_map(u16::to_le_bytes)
        .collect();
    let (cyrillic, ..) = encoding_rs::WINDOWS_1253.encode("αβγ");
    let dir = place(&[
        (
            "utf8",
            &[b"\n", BEGINNING.as_bytes(), b"\xC0y\xC0"].concat(),
        ),
        ("utf16", &wide),
        ("cr", &[b"a\r\r", BEGINNING.as_bytes(), b"\xC0"].concat()),
        ("greek", &[&cyrillic[..], b"\xD2"].concat()),
    ]);
    let place = |name: &str, line: u64, column: usize| format!("{name}:{line}:{column}: ");
    let bytes = BEGINNING.len() + 1;
    let characters = BEGINNING.chars().count() + 1;
    for (args, expected) in [
        (
            &["--format", "gcc", "utf8", "utf16", "cr"][..],
            [
                place("utf8", 2, bytes),
                place("utf8", 2, bytes + 2),
                place("utf16", 2, bytes),
                place("cr", 3, bytes),
            ],
        ),
        (
            &[
                "--columns",
                "characters",
                "--format",
                "gcc",
                "utf8",
                "utf16",
                "cr",
            ],
            [
                place("utf8", 2, characters),
                place("utf8", 2, characters + 2),
                place("utf16", 2, characters),
                place("cr", 3, characters),
            ],
        ),
        (
            &["--columns", "bytes", "utf8", "utf16", "cr"],
            [
                place("utf8", 2, bytes),
                place("utf8", 2, bytes + 2),
                place("utf16", 2, bytes),
                place("cr", 3, bytes),
            ],
        ),
    ] {
        let (code, text) = printed(dir.path(), args);
        assert_eq!(code, 1, "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{text}");
        for (line, begins) in lines.iter().zip(&expected) {
            assert!(line.starts_with(begins), "{line}: {begins}");
        }
    }
    // Three letters of two bytes each.
    let (_, text) = printed(
        dir.path(),
        &["-e", "windows-1253", "--format", "gcc", "greek"],
    );
    assert!(text.starts_with("greek:1:7: "), "{text}");
    let args = ["--columns", "bytes", "--format", "jsonl", "utf16"];
    let (_, text) = printed(dir.path(), &args);
    assert!(text.contains(&format!("\"column\":{bytes},")), "{text}");
    // An annotation says where a finding ends, in the same unit.
    let args = [
        "--columns",
        "bytes",
        "--format",
        "github",
        "--deny",
        "bidi-control",
        "bidi",
    ];
    fs::write(dir.path().join("bidi"), "é\u{202E}").unwrap();
    let (_, text) = printed(dir.path(), &args);
    assert!(
        text.starts_with("::error file=bidi,line=1,col=3,endColumn=6,"),
        "{text}"
    );
    let refused = check(
        dir.path(),
        &["--columns", "bytes", "--format", "sarif", "utf8"],
    );
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
}

/// A file so large that several threads check it, with lines longer than what is read at once.
#[test]
fn columns_are_bytes_wherever_the_data_is_cut() {
    let mut text: Vec<u8> = Vec::new();
    let mut expected = Vec::new();
    let mut line = 1;
    let mut column = 1;
    for number in 0_usize..400 {
        let piece = "é€ж and so on ".repeat(1 + number * 7 % 1500);
        text.extend(piece.bytes());
        column += piece.len();
        expected.push(format!("{line}:{column}"));
        text.push(0xFF);
        column += 1;
        match number % 5 {
            0 => text.extend(b"\n"),
            2 => text.extend(b"\r\n"),
            3 => text.push(b'\r'),
            _ => continue,
        }
        (line, column) = (line + 1, 1);
    }
    let dir = place(&[("long", &text)]);
    for more in [&[][..], &["--notices"]] {
        let args = [&["--each", "--format", "gcc", "long"], more].concat();
        let (_, text) = printed(dir.path(), &args);
        let places = { text.lines() }
            .filter(|line| line.contains("[utf8-never-byte]"))
            .map(|line| {
                line.split(':')
                    .skip(1)
                    .take(2)
                    .collect::<Vec<_>>()
                    .join(":")
            });
        assert!(places.eq(expected.iter().cloned()), "{more:?}");
    }
}

/// A repository in which a tool that knows only UTF-8 has saved two files.
fn damaged() -> TempDir {
    let old = "Größe\nx = 1\nStraße\n";
    let (legacy, ..) = encoding_rs::WINDOWS_1252.encode(old);
    let dir = place(&[("a,b.txt", &legacy), ("c.txt", old.as_bytes())]);
    for line in [
        "init -q .",
        "add -A",
        "-c user.name=n -c user.email=e@example.org -c commit.gpgsign=false commit -q -m one",
    ] {
        let mut git = Command::new("git");
        git.args(line.split_whitespace()).current_dir(dir.path());
        let done = git.env("GIT_CONFIG_GLOBAL", "").output().unwrap();
        assert!(done.status.success(), "{done:?}");
    }
    let lossy = String::from_utf8_lossy(&legacy).into_owned();
    fs::write(dir.path().join("a,b.txt"), lossy).unwrap();
    let (misread, ..) = encoding_rs::WINDOWS_1252.decode(old.as_bytes());
    fs::write(dir.path().join("c.txt"), misread.as_bytes()).unwrap();
    dir
}

#[test]
fn what_a_change_did_is_told_in_every_format() {
    let dir = damaged();
    let told = |format: &str| {
        let (code, text) = printed(dir.path(), &["--against", "HEAD", "--format", format]);
        assert_eq!(code, 1, "{format}");
        text
    };
    let log = run(&told("sarif"));
    let found: Vec<_> = { results(&log).iter() }
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            let line = place["region"]["startLine"].as_u64().unwrap();
            (result["ruleId"].as_str().unwrap(), uri, line)
        })
        .collect();
    let expected = [
        ("destroyed", "a%2Cb.txt", 1),
        ("double-encoded", "c.txt", 1),
    ];
    assert_eq!(found, expected);
    let cases = cases(&told("junit"));
    let names: Vec<&str> = cases.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a,b.txt", "c.txt"]);
    let annotations = told("github");
    let begins = [
        "::error file=a%2Cb.txt,line=1,",
        "::error file=c.txt,line=1,",
    ];
    for (line, begin) in annotations.lines().zip(begins) {
        assert!(line.starts_with(begin), "{line}");
    }
    let errors = told("gcc");
    assert!(
        errors.starts_with("a,b.txt:1:1: error: destroyed in 3 places"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 2);
    // Nothing in is a document too.
    let (code, text) = printed(
        dir.path(),
        &[
            "--against",
            "HEAD",
            "--format",
            "sarif",
            "--expect",
            "destroyed,double-encoded",
        ],
    );
    assert_eq!(code, 0);
    assert!(results(&run(&text)).is_empty());
}
