//! No cycles: in the crate of dumps the files name each other in one direction only.
//!
//! A crate without a cycle can be read from its lowest file upward, each file after those that it
//! uses. Tests are exempt. Invariant: a file depends on another if one of its paths, in a `use` or
//! not, names the other's module or an item of it; `mod` alone does not count.

use super::tokens::{paths, tokens};
use super::{in_order, module, root, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The modules of a crate, and which of them each names.
type Graph = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// The module of the crate that a path leads to: the longest prefix of it that is a
/// module.
fn target(graph: &Graph, from: &[String], path: &[String]) -> Option<Vec<String>> {
    let path = match path.split_first() {
        Some((first, rest)) if first == "crate" => rest.to_vec(),
        // A child, or a crate from outside.
        _ => [from, path].concat(),
    };
    let beginnings = (1..=path.len()).rev().map(|len| &path[..len]);
    let found = beginnings
        .into_iter()
        .find(|path| graph.contains_key(*path));
    found.filter(|found| *found != from).map(<[String]>::to_vec)
}

fn graph(files: &[(Vec<String>, String)]) -> Graph {
    let names = files.iter().map(|(module, _)| module.clone());
    let mut graph: Graph = names.map(|module| (module, BTreeSet::new())).collect();
    for (from, text) in files {
        let paths = paths(&tokens(text), from);
        let targets = paths
            .iter()
            .filter_map(|path| target(&graph, from, &path.segments));
        let targets: BTreeSet<_> = targets.collect();
        graph.insert(from.clone(), targets);
    }
    graph
}

/// The files in a cycle, or between two cycles: those that are left after repeatedly
/// removing files that name no other, or that no other names.
fn circles(mut graph: Graph) -> Vec<String> {
    loop {
        let named: BTreeSet<_> = graph.values().flatten().cloned().collect();
        let before = graph.len();
        graph.retain(|module, targets| !targets.is_empty() && named.contains(module));
        let left: BTreeSet<_> = graph.keys().cloned().collect();
        for targets in graph.values_mut() {
            targets.retain(|target| left.contains(target));
        }
        if graph.len() == before {
            break;
        }
    }
    let name = |(module, targets): (Vec<String>, BTreeSet<Vec<String>>)| {
        let targets: Vec<_> = targets.iter().map(|target| target.join("::")).collect();
        format!("{} names {}", module.join("::"), targets.join(", "))
    };
    graph.into_iter().map(name).collect()
}

#[test]
fn no_file_leads_back_to_itself() {
    let files = sources(&root().join("crates/hexloupe-dump/src")).into_iter();
    let files = files.map(|(path, text)| (module(&path), text));
    // Without the tests, and what they share.
    let tests = |module: &[String]| module.iter().any(|name| name.starts_with("test"));
    let files: Vec<_> = files.filter(|(module, _)| !tests(module)).collect();
    in_order(&circles(graph(&files)));
}

#[test]
fn circles_are_seen() {
    let module = |name: &str| name.split("::").map(str::to_owned).collect();
    let files = |files: &[(&str, &str)]| {
        let files = files.iter();
        let files = files.map(|(name, text)| (module(name), (*text).to_owned()));
        circles(graph(&files.collect::<Vec<_>>()))
    };
    let open = [
        ("a", "mod b; mod c; pub use b::B;"),
        (
            "a::b",
            "use super::c::C; #[cfg(test)] mod tests { use crate::a; }",
        ),
        ("a::c", "use memchr::memchr;"),
    ];
    assert_eq!(files(&open), [""; 0]);
    let closed = [
        ("a", "mod b; mod c; fn f() { b::f() }"),
        ("a::b", "use super::{c::C, A};"),
        ("a::c", ""),
    ];
    assert_eq!(files(&closed), ["a names a::b", "a::b names a"]);
}
