//! Every command of the user's guide is run, and prints what the guide says it prints.
//!
//! A block of the language `console` is a dialogue with a shell: a line that begins with `$ ` is a
//! command, the lines below it are what it prints on both outputs; a line `...` stands for any
//! lines. The blocks of a file share a folder, which is empty at first. With `GUIDE=overwrite` the
//! files are written anew with what is printed now: read the difference before it is kept. Words
//! after `console` are programs that the block needs besides: where one is missing, the block is
//! skipped, and a sentence says so.

#![cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Begins a block that is run, perhaps with what it needs; a line of three backquotes ends it.
const BLOCK: &str = "```console";
/// Before a command.
const PROMPT: &str = "$ ";
/// Stands for any lines.
const ANY: &str = "...";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/guide")
}

/// Runs a line in a shell as a newcomer has it: no configuration, English, UTF-8; returns what it
/// prints.
fn run(line: &str, at: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_hexloupe"));
    let own = program.parent().expect("a folder").as_os_str().to_owned();
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<_> = std::iter::once(own.into())
        .chain(std::env::split_paths(&usual))
        .collect();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{line}")])
        .current_dir(at)
        .env_clear()
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .env("HOME", at)
        .env("LC_ALL", "C.UTF-8")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether printed lines are those that were told.
fn agree(told: &[&str], printed: &[&str]) -> bool {
    match told.split_first() {
        None => printed.is_empty(),
        Some((&ANY, rest)) => (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..])),
        Some((first, rest)) => {
            printed.first() == Some(first) && agree(rest, printed.get(1..).unwrap_or_default())
        }
    }
}

/// Reports whether a line begins a block that can be run here.
fn begins(line: &str) -> bool {
    let Some(needs) = line.strip_prefix(BLOCK) else {
        return false;
    };
    let missing: Vec<_> = { needs.split_whitespace() }
        .filter(|program| !is_there(program))
        .collect();
    for program in &missing {
        eprintln!("a block of the guide was skipped: {program} is not on PATH");
    }
    missing.is_empty()
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A file of the guide, with what its commands print now where that is not what it tells; and
/// those commands.
fn renewed(text: &str, at: &Path) -> (String, Vec<String>) {
    let mut lines = text.lines().peekable();
    let (mut new, mut wrong) = (Vec::new(), Vec::new());
    let mut is_block = false;
    while let Some(line) = lines.next() {
        new.push(line.to_owned());
        is_block = begins(line) || is_block && line != "```";
        let Some(command) = line.strip_prefix(PROMPT).filter(|_| is_block) else {
            continue;
        };
        let mut told = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with(PROMPT) && *line != "```") {
            told.push(line);
        }
        let printed = run(command, at);
        let printed: Vec<&str> = printed.lines().collect();
        if agree(&told, &printed) {
            new.extend(told.into_iter().map(str::to_owned));
        } else {
            wrong.push(format!("$ {command}\n{}", printed.join("\n")));
            new.extend(printed.into_iter().map(str::to_owned));
        }
    }
    (new.join("\n") + "\n", wrong)
}

#[test]
fn the_commands_of_the_guide_print_what_it_says() {
    let overwrites = std::env::var_os("GUIDE").is_some_and(|how| how == "overwrite");
    let mut files = 0;
    for entry in fs::read_dir(folder()).expect("the guide") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let at = tempfile::tempdir().expect("a folder");
        let (new, wrong) = renewed(&text, at.path());
        if overwrites {
            fs::write(&path, new).expect("it is written");
        } else {
            let wrong = wrong.join("\n\n");
            assert!(wrong.is_empty(), "{} should say:\n{wrong}", path.display());
        }
        files += 1;
    }
    assert!(files > 5, "only {files} files");
}

/// An example that was renewed after its file had gone would show that it is not there.
#[test]
fn no_example_reads_a_file_that_is_not_there() {
    for entry in fs::read_dir(folder()).expect("the guide") {
        let path = entry.expect("a file").path();
        if path.ends_with("exit-codes.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let missing = text.lines().find(|line| line.ends_with(": no such file"));
        assert_eq!(missing, None, "{}", path.display());
    }
}

/// The summary, of which mdBook makes the table of contents, lists all pages; and each link leads to
/// a page that exists.
#[test]
fn the_summary_lists_all_pages() {
    let summary = fs::read_to_string(folder().join("SUMMARY.md")).expect("a summary");
    for entry in fs::read_dir(folder()).expect("the guide") {
        let path = entry.expect("a file").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name}"
        );
        let text = fs::read_to_string(&path).expect("a text");
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(folder().join(file).exists(), "{name}: {link}");
        }
    }
}

#[test]
fn a_line_of_dots_stands_for_any_lines() {
    assert!(agree(&["a", ANY, "d"], &["a", "b", "c", "d"]));
    assert!(agree(&[ANY], &[]) && agree(&[], &[]));
    assert!(!agree(&["a", ANY, "d"], &["a", "b"]));
    assert!(!agree(&["a"], &["a", "b"]) && !agree(&["a", "b"], &["a"]));
}

/// The most words of a sentence.
const MOST_WORDS: usize = 30;

/// The sentences of a page: without its code, its tables and its headings.
fn sentences(page: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    let mut is_code = false;
    for line in page.lines().chain([""]).map(str::trim) {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let is_prose = !(is_code || is_fence || line.starts_with(['|', '#']));
        if !is_prose || line.is_empty() || line.starts_with("- ") {
            out.push(std::mem::take(&mut words).join(" "));
        }
        for word in line.split_whitespace().filter(|_| is_prose) {
            words.push(word);
            if word.ends_with(['.', '!', '?', ':']) {
                out.push(std::mem::take(&mut words).join(" "));
            }
        }
    }
    out
}

/// The words of a sentence; what stands between the marks of code is one.
fn count(sentence: &str) -> usize {
    let parts = sentence.split('`').enumerate();
    let plain: String = parts
        .map(|(at, part)| if at % 2 == 1 { "X" } else { part })
        .collect();
    plain.split_whitespace().count()
}

#[test]
fn no_sentence_of_the_guide_is_long() {
    let pages = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut long = Vec::new();
    for path in pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let page = fs::read_to_string(&path).unwrap();
        let of_page = sentences(&page).into_iter();
        let of_page = of_page.filter(|sentence| count(sentence) > MOST_WORDS);
        long.extend(of_page.map(|sentence| format!("{}: {sentence}", path.display())));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}
