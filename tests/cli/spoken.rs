//! What a user who reads another language meets on the command line: refusals, usages and helps.
//!
//! Invariant: a message in another language has the same names and numbers as the English one, and the
//! same exit code.

use std::process::{Command, Output};

/// Command lines that are refused, each with what a message about it says in every language.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["no-such-file"], &["no-such-file"]),
    (&["."], &["."]),
    (
        &["view", "-e", "koi8-rr", "Cargo.toml"],
        &["koi8-rr", "koi8-r"],
    ),
    (&["-e", "table:no-such", "Cargo.toml"], &["table:no-such"]),
    (&["--at", "2x", "Cargo.toml"], &["2x", "line:234"]),
    (&["--width", "5000", "Cargo.toml"], &["5000", "4096"]),
    (&["--theme", "drak", "Cargo.toml"], &["drak"]),
    (&["--frob"], &["--frob"]),
    (&["-s", "1e9", "Cargo.toml"], &["1e9", "4KiB"]),
    (&["--config", "no-such", "Cargo.toml"], &["no-such"]),
    (&["Cargo.toml", "-", "-"], &[]),
    (&["Cargo.toml", "Cargo.lock"], &[]),
    (&["--resume", "--no-history"], &["--resume", "--no-history"]),
    (&["dmup", "Cargo.toml"], &["dmup", "dump"]),
    (&["scratch", "text"], &["scratch"]),
    (&["explain"], &["THING"]),
    (&["explain", "U+110000000"], &["U+110000000"]),
    (&["explain", "qqqq qqqq qqqq"], &[]),
    (&["explain", "A", "-e", "koi8-rr"], &["koi8-rr", "koi8-r"]),
    (&["explain", "A", "--as", "utf-8"], &["utf-8"]),
    (&["explain", "A", "--card", "byte"], &["byte"]),
    (
        &["explain", "A", "--blank", "--answers"],
        &["--blank", "--answers"],
    ),
    (&["learn", "no-such"], &["no-such", "learn --list"]),
    (&["learn", "--check", "Cargo.toml"], &["Cargo.toml"]),
    (&["learn", "--worksheet", "0"], &["1000"]),
    (&["learn", "--worksheet", "x"], &["20"]),
    (
        &["learn", "--drill", "--skill", "decod"],
        &["decod", "decode"],
    ),
    (&["learn", "--skill", "decode"], &[]),
    (&["learn", "bits", "--page", "x"], &["--page"]),
    (&["learn", "bits"], &[]),
    (&["dump", "--at", "5"], &["--at", "-s"]),
];

fn run(words: &[&str], language: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloupe"));
    let command = command.args(words).args(["--lang", language]);
    let command = command.env_clear().env("HEXLOUPE_CONFIG", "");
    command
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the program")
}

/// Words of English sentences that are names of nothing.
const ENGLISH: [&str; 19] = [
    "an", "and", "are", "cannot", "for", "has", "in", "is", "it", "must", "needs", "no", "not",
    "of", "or", "such", "the", "to", "with",
];

/// A word of an English sentence in a text.
fn english(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !(c.is_ascii_alphabetic() || c == '-'));
    words.find(|word| ENGLISH.contains(word))
}

#[test]
fn a_refusal_is_in_the_language_that_the_command_line_names() {
    let mut wrong = Vec::new();
    for (words, names) in REFUSED {
        let expected = run(words, "en");
        for language in ["ru", "zh"] {
            let told = run(words, language);
            assert_eq!(told.status.code(), expected.status.code(), "{words:?}");
            assert_eq!(
                told.stdout.is_empty(),
                expected.stdout.is_empty(),
                "{words:?}"
            );
            let mut text = String::from_utf8(told.stderr).expect("text");
            if !told.stdout.is_empty() {
                text += &String::from_utf8(told.stdout).expect("text");
            }
            let lacks = names.iter().find(|name| !text.contains(**name));
            let left = english(&text);
            if text.is_ascii() || lacks.is_some() || left.is_some() {
                wrong.push(format!("{words:?} {lacks:?} {left:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// The options and values of a help, a line each. Where a sentence goes on, a line may begin with an
/// option too, but farther to the right.
fn heads(help: &str) -> Vec<String> {
    let is_head = |line: &&str| {
        let text = line.trim_start();
        text.starts_with("- ") || text.starts_with('-') && line.len() - text.len() <= 6
    };
    let lines = help.lines().filter(is_head).map(str::trim_start);
    let heads = lines.map(|line| line.split("  ").next().unwrap_or_default());
    heads
        .map(|head| head.split(": ").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_help_is_in_the_language_that_the_command_line_names() {
    for (words, russian, chinese) in [
        (["--help"].as_slice(), "Аргументы:", "参数："),
        (&["help"], "Команды:", "命令："),
        (&["-h"], "рассмотреть файл", "检查一个文件"),
        (&["view", "--help"], "начать со строки", "从一行开始"),
        (&["scratch", "-h"], "пустой черновик", "空的草稿"),
        (&["learn", "--help"], "суррогатной паре", "代理对"),
        (&["help", "learn"], "Код выхода", "退出码"),
        (
            &["explain", "-h"],
            "Вывести вместо ответа карточку",
            "不给答案，而打印",
        ),
        (&["explain", "--help"], "байты из письма", "邮件的字节"),
    ] {
        let help = |language| {
            let told = run(words, language);
            assert_eq!(told.status.code(), Some(0), "{words:?}");
            String::from_utf8(told.stdout).expect("text")
        };
        let own = help("en");
        for (language, piece) in [("ru", russian), ("zh", chinese)] {
            let said = help(language);
            assert!(said.contains(piece), "{said}");
            // Options and values stay, one a line, in their order.
            assert_eq!(heads(&said), heads(&own));
            let left = said.lines().find(|line| english(line).is_some());
            assert_eq!(left, None, "{said}");
            let widest = said.lines().map(hexloupe::unicode::glyph::columns).max();
            assert!(widest <= Some(100), "{said}");
        }
    }
}

#[test]
fn a_help_is_in_english_where_no_language_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexloupe"));
    let command = command.args(["--help"]).env_clear();
    let told = command.env("LC_ALL", "ru_RU.UTF-8").output();
    let told = String::from_utf8(told.expect("the program").stdout).expect("text");
    assert!(told.contains("Open the inspector"), "{told}");
}
