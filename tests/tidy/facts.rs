//! Code depends on the facts of an encoding's row, not on which encoding it is.
//!
//! Outside of `codec` no family is named, and no encoding is compared with an id or a row
//! of the table. Two rooms are exempt: `codec` fills the rows, and `detect`, which finds
//! out which encoding data is in, may look for a row among its candidates. Invariant:
//! comments and tests may name anything.

use crate::tidy::tokens::{Token, stands, tokens};
use crate::tidy::{all_sources, in_order, module};
use std::path::Path;

/// The places in a file that ask which encoding it is.
fn asked(path: &Path, text: &str) -> Vec<String> {
    let module = module(path);
    let room = module.first().map_or("", String::as_str);
    if room == "codec" || module.last().is_some_and(|name| name == "tests") {
        return Vec::new();
    }
    let tokens = tokens(text);
    let asked = |at: &usize| {
        stands(&tokens, *at, &["Family", "::"])
            || stands(&tokens, *at, &["encoding", ".", "id"]) && is_held(&tokens, *at, 3)
            || room != "detect" && names_row(&tokens, *at) && is_held(&tokens, *at, 3)
    };
    { (0..tokens.len()).filter(asked) }
        .map(|at| {
            let (path, line) = (path.display(), tokens[at].line);
            format!("{path}:{line}: asks which encoding it is; a fact of its row decides")
        })
        .collect()
}

/// Whether a constant of the table of encodings begins here: `table::UTF_8`.
fn names_row(tokens: &[Token], at: usize) -> bool {
    let name = tokens.get(at + 2).map_or("", |token| token.text.as_str());
    stands(tokens, at, &["table", "::"]) && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether an expression of `len` tokens is compared with another, or matched.
fn is_held(tokens: &[Token], at: usize, len: usize) -> bool {
    let compares = |at: usize| stands(tokens, at, &["=", "="]) || stands(tokens, at, &["!", "="]);
    // Back over the path to it: `&self.text.`, `(`.
    let mut first = at;
    while first >= 2 && stands(tokens, first - 1, &["."]) {
        first -= 2;
    }
    let opens = |at: usize| {
        ["&", "*", "("]
            .iter()
            .any(|sign| stands(tokens, at, &[sign]))
    };
    while first >= 1 && opens(first - 1) {
        first -= 1;
    }
    let before = |back: usize, texts: &[&str]| first >= back && stands(tokens, first - back, texts);
    compares(at + len)
        || first >= 2 && compares(first - 2)
        || before(1, &["match"])
        || before(2, &["matches", "!"])
}

#[test]
fn what_decides_is_a_fact_of_the_row() {
    let files = all_sources().into_iter();
    let broken: Vec<String> = files.flat_map(|(path, text)| asked(&path, &text)).collect();
    in_order(&broken);
}

#[track_caller]
fn check(path: &str, text: &str, expected: usize) {
    assert_eq!(asked(Path::new(path), text).len(), expected, "{text}");
}

#[test]
fn who_asks_which_encoding_it_is_is_seen() {
    for text in [
        "fn f() { a.family == Family::Mac }",
        "fn f() { self.encoding.id == \"gbk\" }",
        "fn f() { \"gbk\" != encoding.id }",
        "fn f() { match encoding.id { _ => 1 } }",
        "fn f() { match (case.encoding.id, 1) { _ => 1 } }",
        "fn f() { matches!(encoding.id, \"gbk\") }",
        "fn f() { *a.encoding == *table::UTF_8 }",
        "fn f() { table::UTF_8 != a }",
    ] {
        check("crates/hexloupe-insight/src/scan/a.rs", text, 1);
        check("crates/hexloupe-text/src/codec/a.rs", text, 0);
        check("crates/hexloupe-insight/src/scan/tests.rs", text, 0);
    }
    check(
        "crates/hexloupe-insight/src/detect/a.rs",
        "fn f() { a == table::UTF_8 }",
        0,
    );
    for text in [
        "fn f() { print(encoding.id) }",
        "fn f() { (encoding.id, encoding.name) }",
        "fn f() { g(table::UTF_8) }",
        "fn f() { heading(encoding.family) }",
    ] {
        check("crates/hexloupe-insight/src/scan/a.rs", text, 0);
    }
}
