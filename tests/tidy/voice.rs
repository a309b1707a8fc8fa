//! The voice of doc comments: each begins with a noun or a verb, not with a question.
//!
//! `Counts each code point.` is read once; `What was counted` is read twice. The comments of `cli`
//! are the texts of its options and are left alone. Invariant: only the first line of a comment
//! counts.

use crate::tidy::{all_sources, in_order};

/// The words that no doc comment begins with.
const QUESTIONS: [&str; 7] = ["What", "Whether", "How", "Where", "Which", "Who", "Why"];

/// The numbers of the lines that begin a doc comment with such a word, from 1.
fn asking(text: &str) -> Vec<usize> {
    let doc = |line: &'_ str| {
        let line = line.trim_start();
        let doc = line
            .strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"));
        doc.map(|doc| doc.split_whitespace().next().unwrap_or_default().to_owned())
    };
    let mut is_inside = false;
    let mut out = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let word = doc(line);
        let asks = word
            .as_deref()
            .is_some_and(|word| QUESTIONS.contains(&word));
        if asks && !is_inside {
            out.push(number);
        }
        is_inside = word.is_some();
    }
    out
}

#[test]
fn no_doc_comment_begins_with_a_question() {
    let all = all_sources().into_iter();
    let others =
        all.filter(|(path, _)| !path.starts_with("src/cli") && !path.ends_with("src/cli.rs"));
    let broken = others.flat_map(|(path, text)| {
        let lines = asking(&text).into_iter();
        lines.map(move |line| format!("{}:{line}: begins with a question", path.display()))
    });
    in_order(&broken.collect::<Vec<_>>());
}

#[test]
fn only_the_first_line_of_a_comment_counts() {
    let text =
        "/// What it is.\nstruct A;\n/// The number\n/// Where it is.\n/// Whatever.\nfn f() {}\n";
    assert_eq!(asking(text), [1]);
    assert!(asking("//! The room.\n//!\n//! How it works.\n").is_empty());
}
