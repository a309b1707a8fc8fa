//! The sources are in order where the compiler does not hold it.
//!
//! Crates hold which floor may use which; within a crate the table in `rooms` does, and what is
//! confined to some rooms: files, clocks and threads to the program. Code goes by the facts of an
//! encoding's row (`facts`), no circle of files is in the room of dumps (`circles`), and no two types
//! share a name (`names`). `tokens` reads the sources. Invariant: all broken rules are reported at
//! once, with file and line.

mod circles;
mod facts;
mod names;
mod rooms;
mod tokens;
mod voice;

use std::fs;
use std::path::{Path, PathBuf};

use rooms::{CONFINED, EVERY_ROOM, ROOMS};
use tokens::{paths, stands, tokens};

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of the crates: the program's, and those below it.
fn crates() -> Vec<PathBuf> {
    let below = fs::read_dir(root().join("crates")).unwrap();
    let below = below.map(|entry| entry.unwrap().path());
    std::iter::once(root().to_owned()).chain(below).collect()
}

/// Every Rust file in the `src` of every crate: its path and its text.
fn all_sources() -> Vec<(PathBuf, String)> {
    let all = crates().into_iter().map(|folder| folder.join("src"));
    all.flat_map(|folder| sources(&folder)).collect()
}

/// Every Rust file under a folder: its path from the root, and its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder.to_owned()];
    let mut out = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                out.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    assert!(!out.is_empty(), "{} has no sources", folder.display());
    out.sort();
    out
}

#[track_caller]
fn in_order(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

/// The module path of a file of a `src`, from the root of its crate. A crate that is one room
/// stands under the name of the room.
fn module(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let names: Vec<String> = { path.iter() }
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let src = names
        .iter()
        .position(|name| name == "src")
        .map_or(0, |at| at + 1);
    let mut module = names[src..].to_vec();
    if module.len() > 1 {
        module.pop_if(|last| last == "mod");
    }
    module
}

/// Whether the segments begin with a path that is written with `::`.
fn leads(path: &str, segments: &[String]) -> bool {
    let mut rest = segments.iter();
    path.split("::")
        .all(|name| rest.next().is_some_and(|segment| segment == name))
}

/// The rules of the rooms that a file breaks.
fn broken_rules(path: &Path, text: &str) -> Vec<String> {
    let module = module(path);
    if module
        .last()
        .is_some_and(|name| name == "tests" || name == "testing")
    {
        return Vec::new();
    }
    let room = module.first().map_or("", String::as_str);
    let row = ROOMS.iter().find(|(name, _)| *name == room);
    let is_below = path.starts_with("crates");
    let may_name = |names: &[String]| match row {
        Some((_, doors)) => {
            names[0] == room
                || doors
                    .iter()
                    .any(|door| *door == EVERY_ROOM || leads(door, names))
                || !ROOMS.iter().any(|(name, _)| *name == names[0])
        }
        None => true,
    };
    let mut broken = Vec::new();
    let mut refuse = |line: usize, what: &str| {
        broken.push(format!(
            "{}:{line}: {room} may not name {what}",
            path.display()
        ));
    };
    for named in paths(&tokens(text), &module) {
        match named.segments.split_first() {
            Some((first, rest)) if first == "crate" => {
                if !rest.is_empty() && !may_name(rest) {
                    refuse(named.line, &rest.join("::"));
                }
            }
            _ => {
                let mut closed = CONFINED.iter().filter(|(what, rooms)| {
                    leads(what, &named.segments) && (is_below || !rooms.contains(&room))
                });
                if let Some((what, _)) = closed.next() {
                    refuse(named.line, what);
                }
            }
        }
    }
    broken
}

#[test]
fn no_room_names_what_its_row_does_not_allow() {
    let files = all_sources().into_iter();
    let broken: Vec<String> = files
        .flat_map(|(path, text)| broken_rules(&path, &text))
        .collect();
    in_order(&broken);
}

#[test]
fn every_room_of_the_program_has_a_row() {
    let modules = all_sources()
        .into_iter()
        .map(|(path, _)| (module(&path), path));
    let program = modules.filter(|(_, path)| !path.starts_with("crates"));
    let lost = program.filter(|(module, _)| {
        let is_root = ["lib", "main"].contains(&module[0].as_str());
        !is_root && !ROOMS.iter().any(|(name, _)| *name == module[0])
    });
    in_order(
        &lost
            .map(|(_, path)| path.display().to_string())
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_file_says_what_it_is_and_is_done() {
    let mut broken = Vec::new();
    for (path, text) in all_sources()
        .into_iter()
        .chain(sources(&root().join("tests")))
    {
        let path = path.display();
        if !text.starts_with("//!") {
            broken.push(format!("{path}:1: does not say what it is (`//!`)"));
        }
        let tokens = tokens(&text);
        for at in 0..tokens.len() {
            if stands(&tokens, at, &["#", "[", "ignore"]) {
                broken.push(format!(
                    "{path}:{}: a test that never runs",
                    tokens[at].line
                ));
            }
        }
    }
    in_order(&broken);
}

#[test]
fn every_dependency_has_one_line_that_says_what_it_is_for() {
    let broken: Vec<String> = { crates().into_iter() }
        .flat_map(|folder| {
            let path = folder.join("Cargo.toml");
            unexplained(&fs::read_to_string(&path).unwrap())
                .into_iter()
                .map(move |name| format!("{}: {name} has not one line of comment", path.display()))
                .collect::<Vec<_>>()
        })
        .collect();
    in_order(&broken);
}

/// The dependencies of a manifest that have not exactly one line of comment above them. Those of
/// the workspace are explained there.
fn unexplained(manifest: &str) -> Vec<String> {
    let lines: Vec<&str> = manifest.lines().map(str::trim_end).collect();
    let mut out = Vec::new();
    let mut section = "";
    for (at, line) in lines.iter().enumerate() {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
        }
        let name = line.find(['=', '.']).map_or("", |end| line[..end].trim());
        let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        let says = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("# "));
        let is_explained = at >= 2 && says(at - 1) && !says(at - 2);
        let is_elsewhere = line.contains("workspace = true");
        if begins && section.ends_with("dependencies") && !is_explained && !is_elsewhere {
            out.push(name.to_owned());
        }
    }
    out
}

// ---- Tests of the reader of sources -------------------------------------

#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let broken = broken_rules(Path::new(path), text);
    let found: Vec<&str> = broken.iter().map(String::as_str).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn doors_that_are_open_are_let_be() {
    for (path, text) in [
        (
            "crates/a/src/codec/utf8.rs",
            "use super::{Codec, encoding::Facts};",
        ),
        ("src/model/view.rs", "fn f(a: crate::scan::facts::Facts) {}"),
        ("src/ui/mod.rs", "use ratatui::{buffer::Buffer, style};"),
        ("src/app/mod.rs", "use crate::{job, ui}; use std::thread;"),
        (
            "src/ui/a.rs",
            "//! See [`crate::app`].\nconst A: &str = \"crate::app::x\";",
        ),
        (
            "src/ui/a.rs",
            "const A: &str = r#\"\"crate::app::x\"#; const B: char = '\"';",
        ),
        (
            "src/ui/a.rs",
            "#[cfg(test)]\nmod tests { use crate::app; fn f() { dbg!(1) } }",
        ),
    ] {
        check(path, text, &[]);
    }
}

#[test]
fn doors_that_are_shut_are_seen() {
    check(
        "src/model/a.rs",
        "use crate::{window::Window, job::{self, Story}};",
        &[
            "src/model/a.rs:1: model may not name job",
            "src/model/a.rs:1: model may not name job::Story",
        ],
    );
    let other = &["src/model/a.rs:1: model may not name ui::Theme"];
    check(
        "src/model/a.rs",
        "fn f(_: super::super::ui::Theme) {}",
        other,
    );
    check(
        "src/model/a.rs",
        "use crate::scan;",
        &["src/model/a.rs:1: model may not name scan"],
    );
    check(
        "src/model/a.rs",
        "/* a\n*/ use ratatui;",
        &["src/model/a.rs:2: model may not name ratatui"],
    );
    let fs = &["src/ui/a.rs:1: ui may not name std::fs"];
    check("src/ui/a.rs", "use std::{fs::File, io};", fs);
    check("src/ui/a.rs", "fn f() { std::fs::read(\"x\"); }", fs);
    check(
        "crates/a/src/job/a.rs",
        "use std::thread as t;",
        &["crates/a/src/job/a.rs:1: job may not name std::thread"],
    );
}
