//! A name of a type has one meaning in the whole workspace.
//!
//! A reader who meets a type far from its `use` knows it by its name alone. Invariant: associated
//! types and what only tests see count for nothing.

use std::collections::BTreeMap;

use crate::tidy::tokens::{Token, tokens};
use crate::tidy::{all_sources, in_order, module};

/// Types that have a file for each kind of system or machine; one of the files is compiled.
const TWINS: [&str; 3] = ["BulkMachine", "LastAct", "ScanMachine"];

/// The types that a source defines, with their lines.
fn definitions(tokens: &[Token]) -> Vec<(&str, usize)> {
    let mut out = Vec::new();
    // For each open brace: whether it holds the items of an `impl` or a `trait`.
    let mut blocks = Vec::new();
    let mut header = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" => {
                let has = |word: &str| tokens[header..at].iter().any(|token| token.text == word);
                blocks.push((has("impl") || has("trait")) && !has("fn"));
            }
            "}" => drop(blocks.pop()),
            ";" => {}
            word @ ("struct" | "enum" | "union" | "trait" | "type") => {
                let is_associated = word == "type" && blocks.last() == Some(&true);
                let name = tokens.get(at + 1).map_or("", |next| next.text.as_str());
                if !is_associated && name.starts_with(|c: char| c.is_ascii_uppercase()) {
                    out.push((name, token.line));
                }
                continue;
            }
            _ => continue,
        }
        header = at + 1;
    }
    out
}

#[test]
fn no_two_types_share_a_name() {
    let is_test = |name: &String| name == "tests" || name == "testing";
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in all_sources() {
        if module(&path).iter().any(is_test) {
            continue;
        }
        for (name, line) in definitions(&tokens(&text)) {
            let place = format!("{}:{line}", path.display());
            places.entry(name.to_owned()).or_default().push(place);
        }
    }
    let shared = { places.iter() }
        .filter(|(name, places)| places.len() > 1 && !TWINS.contains(&name.as_str()))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")));
    in_order(&shared.collect::<Vec<_>>());
}

#[test]
fn types_of_impls_traits_and_tests_are_no_definitions() {
    let text = "struct A; impl I for A { type B = u8; fn f() { struct C; } } trait I { type B; }
        #[cfg(test)] mod tests { struct D; } type E = A; fn g(_: impl I) { enum F {} }";
    let tokens = tokens(text);
    let found = definitions(&tokens);
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["A", "C", "I", "E", "F"]);
}
