//! What is said stands whole in a file for each language, and the build sees what is missing.
//!
//! Invariant: the files are judged by another reader of TOML than the build script has.

#[path = "../crates/hexloupe-explain/build.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "a build script, of which one function is asked"
)]
mod build;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hexloupe::codec::{Fault, misread, table, table_file};
use hexloupe::language::Language;
use hexloupe::texts::{OF_SCREENS, OF_TABLES};
use hexloupe::unicode::property::properties;

/// What the build says of a file in English and one in Russian; other languages have the English.
#[track_caller]
fn check(english: &str, russian: &str, expected: &[&str]) {
    let files = Language::ALL.map(|language| {
        let is_russian = language == Language::Russian;
        format!("[a]\n{}\n", if is_russian { russian } else { english })
    });
    let (_, mut wrong) = build::generated(&files);
    wrong.retain(|line| line.starts_with("en.toml") || line.starts_with("ru.toml"));
    assert_eq!(wrong, expected, "{english}\n{russian}");
}

#[test]
fn texts_that_are_whole_build() {
    check("b = \"c\"", "b = \"d\"", &[]);
    check("b = \"{c} of {d:02X}\"", "b = \"{d:02X} и {c}, {c}\"", &[]);
    check("b = \"{{c}} {d}\"", "b = \"{d}\"", &[]);
    check(
        "b.one = \"day\"\nb.other = \"days\"",
        "b.one = \"день\"\nb.few = \"дня\"\nb.many = \"дней\"",
        &[],
    );
}

#[test]
fn a_text_that_a_language_lacks_does_not_build() {
    check("b = \"c\"", "", &["ru.toml lacks a.b"]);
    check("", "b = \"c\"", &["en.toml lacks a.b"]);
    let twice = "b = \"c\"\nb = \"d\"";
    check(
        twice,
        "b = \"c\"",
        &["en.toml:3: its section has this id already"],
    );
    let plain = "is neither [section] nor id = \"text\"";
    check("b = c", "", &[&format!("en.toml:2: {plain}")]);
}

#[test]
fn places_that_differ_do_not_build() {
    for (english, russian, own, other) in [
        ("{a}", "", "no place", "{a}"),
        ("", "{a}", "{a}", "no place"),
        ("{a}", "{ab}", "{ab}", "{a}"),
        ("{ab}", "{a}", "{a}", "{ab}"),
        ("{a:02X}", "{a}", "{a}", "{a:02X}"),
        ("{a} {b}", "{a}", "{a}", "{a}{b}"),
    ] {
        check(
            &format!("b = \"{english}\""),
            &format!("b = \"{russian}\""),
            &[&format!("ru.toml: a.b has {own} and not {other}")],
        );
    }
}

#[test]
fn a_form_that_a_language_lacks_does_not_build() {
    let days = "b.one = \"day\"\nb.other = \"days\"";
    let no = |form: &str| format!("ru.toml: no number has the form a.b.{form}");
    check(
        days,
        days,
        &[
            "ru.toml lacks a.b.few",
            "ru.toml lacks a.b.many",
            &no("other"),
        ],
    );
}

#[test]
fn the_files_are_toml_and_there_is_one_for_each_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/hexloupe-explain/assets/texts");
    let mut names = BTreeSet::new();
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        names.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
        let file: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let sections = file
            .into_iter()
            .filter(|(section, _)| !["of_tables", "of_screens"].contains(&section.as_str()));
        ids.push(sections.map(|(section, _)| section).collect::<Vec<_>>());
    }
    let expected = Language::ALL.map(|language| format!("{}.toml", language.id()));
    assert_eq!(names, expected.into_iter().collect());
    assert!(ids.iter().all(|other| *other == ids[0]), "{ids:?}");
}

/// The text of each source below a folder.
fn sources(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(fs::read_to_string(path).unwrap());
        }
    }
}

/// The type of a text with places.
fn type_of(id: &str) -> String {
    let words = id.split('_').filter(|word| !word.is_empty());
    words
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

#[test]
fn every_text_is_said_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    sources(&root.join("src"), &mut all);
    sources(&root.join("crates"), &mut all);
    let path = root.join("crates/hexloupe-explain/assets/texts/en.toml");
    let file: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let mut lost = Vec::new();
    let mut sections = vec![("texts".to_owned(), &file)];
    while let Some((path, section)) = sections.pop() {
        let users: Vec<&String> = all.iter().filter(|text| text.contains(&path)).collect();
        for (id, value) in section {
            let names = [id.to_uppercase(), type_of(id)].map(|name| format!("::{name}"));
            let is_said = |text: &&String| names.iter().any(|name| text.contains(name));
            match value.as_table() {
                Some(below) if !below.contains_key("other") => {
                    sections.push((format!("{path}::{id}"), below));
                }
                _ if !users.iter().any(is_said) => {
                    lost.push(format!("{path}::{id}"));
                }
                _ => {}
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn the_sentences_of_the_tables_are_in_every_language_and_no_others() {
    let mut said = BTreeSet::new();
    let file = table_file::parse("table:f", "f", b"80=A\n").expect("a table");
    for encoding in table::all().chain(misread::all()).chain([file]) {
        said.extend([encoding.used, encoding.family.name()]);
        said.extend(encoding.history().iter().map(|event| event.what));
    }
    said.extend(Fault::ALL.iter().map(|fault| fault.title()));
    let english = OF_TABLES.iter().map(|text| text.get(Language::English));
    let translated: BTreeSet<&str> = english.collect();
    let missing: Vec<_> = said.difference(&translated).collect();
    let more: Vec<_> = translated.difference(&said).collect();
    assert!(
        missing.is_empty() && more.is_empty(),
        "{missing:#?} {more:#?}"
    );
    for text in OF_TABLES {
        let english = text.get(Language::English);
        for language in Language::ALL {
            let found = hexloupe::texts::of_table(english, language);
            assert_eq!(found, text.get(language));
        }
    }
}

/// Errors of the libraries that read the command line and TOML, and of the standard library.
const OF_OTHERS: [&str; 15] = [
    "Usage:",
    "Possible value",
    "see a summary with",
    "see more with",
    "Print version",
    "equal sign is needed",
    "required arguments were not provided",
    "possible values:",
    "invalid value",
    "unexpected argument",
    "unknown field",
    "expected",
    "invalid type",
    "duplicate key",
    "key with no value",
];

/// The fixed parts of a sentence between its places and marks, of which it may be put together,
/// without the `s` of a plural.
fn fixed(english: &str) -> impl Iterator<Item = &str> {
    let parts = english.split('{').flat_map(|part| {
        let (_, after) = part.split_once('}').unwrap_or(("", part));
        after.split([',', ';', ':', '(', ')', '"'])
    });
    let parts = parts.map(|part| part.trim().trim_end_matches('s'));
    parts.filter(|part| part.chars().any(char::is_alphabetic))
}

#[test]
fn every_sentence_of_the_screens_is_said_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    sources(&root.join("src"), &mut all);
    sources(&root.join("crates"), &mut all);
    // A long literal goes on in the next line after a backslash.
    let join = |text: &String| {
        let lines = text.split("\\\n").enumerate();
        let lines = lines.map(|(number, line)| if number > 0 { line.trim_start() } else { line });
        lines.collect::<String>()
    };
    // The help wraps its sentences itself, in comments and by line ends.
    let as_help = |text: &String| {
        let comments = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("///"));
        comments.collect::<String>() + &text.replace("\\n", " ")
    };
    // The kinds of a thing to explain are texts of their own.
    let english = "crates/hexloupe-explain/assets/texts/en.toml";
    all.push(fs::read_to_string(root.join(english)).unwrap());
    // The values of properties come from the tables of Unicode.
    let points = ('\0'..='\u{FFFF}').chain(('\u{10000}'..=char::MAX).step_by(97));
    all.extend(
        points
            .map(properties)
            .flat_map(|of| {
                let values = [of.category, of.bidi, of.east_asian_width];
                values.map(|value| value.long.into_owned())
            })
            .collect::<BTreeSet<String>>(),
    );
    let all: Vec<String> = all.iter().map(join).collect();
    let all = all.iter().map(as_help).collect::<String>() + &all.concat();
    let is_others = |part: &str| OF_OTHERS.iter().any(|other| part.contains(other));
    let mut lost = Vec::new();
    for row in OF_SCREENS {
        let english = row.get(Language::English);
        let of_clap = english.contains("the argument") || english.contains("a value is required");
        let parts = fixed(english).filter(|part| !is_others(part) && !of_clap);
        lost.extend(
            parts
                .filter(|part| !all.contains(*part))
                .map(|part| (english, part)),
        );
    }
    assert!(lost.is_empty(), "{lost:#?}");
}
