//! The sources are in order: they follow the table of rooms, and every file says on its
//! first line what it is.
//!
//! `rooms` has the table, `tokens` reads sources, `circles` finds cycles of files. All
//! broken rules are reported at once, with file and line. Invariant: a file outside all
//! rooms, or a crate that no row allows, fails.

mod circles;
mod facts;
mod rooms;
mod tokens;

use rooms::{CONFINED, EVERY_ROOM, ROOMS, Room};
use std::fs;
use std::path::{Path, PathBuf};
use tokens::{Token, paths, stands, tokens, without_tests};

/// The most lines a file may have.
const MOST_LINES: usize = 500;

/// The package's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file under a folder of the package: its path and its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().join(folder)];
    let mut out = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                let path = path.strip_prefix(root()).unwrap_or(&path);
                out.push((path.to_path_buf(), text));
            }
        }
    }
    assert!(!out.is_empty(), "{folder} has no sources");
    out.sort();
    out
}

#[track_caller]
fn in_order(broken: &[String]) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

/// The module path of a file of `src`, from the root of the crate.
fn module(path: &Path) -> Vec<String> {
    let path = path.strip_prefix("src").unwrap_or(path).with_extension("");
    let names = path.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    if names.len() > 1 {
        names.pop_if(|last| last == "mod");
    }
    names
}

fn room_of(module: &[String]) -> Option<&'static Room> {
    ROOMS
        .iter()
        .find(|room| Some(room.name) == module.first().map(String::as_str))
}

/// The names of other crates: those of the table, and the dependencies of Cargo.toml.
fn outside() -> Vec<String> {
    let known = ROOMS.iter().flat_map(|room| room.crates.iter().copied());
    let known = known.map(str::to_owned);
    known
        .chain(dependencies().into_iter().map(|(name, _)| name))
        .collect()
}

/// What a path names although its room may not, if anything.
fn trespass(room: &Room, segments: &[String], outside: &[String]) -> Option<String> {
    let (first, rest) = segments.split_first()?;
    let own = first == "crate" || (first == "hexloupe" && room.name == "main");
    if own && rest.is_empty() {
        return None;
    }
    if own {
        let allowed = rest[0] == room.name
            || room
                .rooms
                .iter()
                .any(|door| *door == EVERY_ROOM || leads(door, rest));
        return (!allowed).then(|| format!("{} may not name {}", room.name, rest.join("::")));
    }
    let stranger = outside.contains(first) && !room.crates.contains(&first.as_str());
    stranger.then(|| format!("{} may not name the crate {first}", room.name))
}

/// Whether the segments begin with a path that is written with `::`.
fn leads(path: &str, segments: &[String]) -> bool {
    let mut rest = segments.iter();
    path.split("::")
        .all(|name| rest.next().is_some_and(|segment| segment == name))
}

/// The rules of the rooms that a file of `src` breaks.
fn broken_rules(path: &str, text: &str, outside: &[String]) -> Vec<String> {
    let module = module(Path::new(path));
    let Some(room) = room_of(&module) else {
        return vec![format!("{path}: no room of the table")];
    };
    if module.last().is_some_and(|name| name == "tests") {
        // The tests of a room in a file of their own.
        return Vec::new();
    }
    let tokens = without_tests(&tokens(text));
    // `main` and `lib` are no modules of the library.
    let inside = if ["main", "lib"].contains(&room.name) {
        &[]
    } else {
        module.as_slice()
    };
    let mut broken = Vec::new();
    for named in paths(&tokens, inside) {
        let at = format!("{path}:{}", named.line);
        if let Some(what) = trespass(room, &named.segments, outside) {
            broken.push(format!("{at}: {what}"));
        }
        for (what, _) in closed_to(room).filter(|(what, _)| what.contains("::")) {
            if leads(what, &named.segments) {
                broken.push(format!("{at}: {} may not name {what}", room.name));
            }
        }
    }
    for (what, _) in closed_to(room) {
        for at in (0..tokens.len()).filter(|&at| is_here(what, &tokens, at)) {
            let line = tokens[at].line;
            broken.push(format!("{path}:{line}: {} may not name {what}", room.name));
        }
    }
    broken
}

/// The confined names a room may not use.
fn closed_to(
    room: &Room,
) -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    CONFINED
        .iter()
        .filter(|(_, rooms)| !rooms.contains(&room.name))
}

/// Whether a word, or a macro with its `!`, begins at a token.
fn is_here(what: &str, tokens: &[Token], at: usize) -> bool {
    match what.strip_suffix('!') {
        Some(name) => stands(tokens, at, &[name, "!"]),
        None => stands(tokens, at, &[what]),
    }
}

#[test]
fn no_room_names_what_its_row_does_not_allow() {
    let outside = outside();
    let files = sources("src").into_iter();
    let broken: Vec<String> = files
        .flat_map(|(path, text)| broken_rules(&path.to_string_lossy(), &text, &outside))
        .collect();
    in_order(&broken);
}

#[test]
fn the_library_is_a_list_of_modules() {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let tokens = without_tests(&tokens(&text));
    let lines = tokens.split(|token| token.text == ";");
    for line in lines.filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.iter().map(|token| token.text.as_str()).collect();
        // A module may be of a feature.
        let feature = ["#", "[", "cfg", "(", "feature", "="];
        let module = match words.strip_prefix(&feature) {
            Some([_, ")", "]", module @ ..]) => module,
            _ => words.as_slice(),
        };
        let modules = matches!(module, ["pub", "mod", _] | ["mod", _]);
        assert!(modules, "src/lib.rs:{}: {words:?}", line[0].line);
    }
}

#[test]
fn every_file_says_what_it_is_and_is_short_and_done() {
    let mut broken = Vec::new();
    for (path, text) in sources("src").into_iter().chain(sources("tests")) {
        let path = path.display();
        if !text.starts_with("//!") {
            broken.push(format!("{path}:1: does not say what it is (`//!`)"));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES {
            broken.push(format!("{path}: {lines} lines, more than {MOST_LINES}"));
        }
        let tokens = tokens(&text);
        for (at, token) in tokens.iter().enumerate() {
            for what in ["todo!", "unimplemented!"] {
                if is_here(what, &tokens, at) {
                    broken.push(format!("{path}:{}: {what}", token.line));
                }
            }
            if stands(&tokens, at, &["#", "[", "ignore"]) {
                broken.push(format!("{path}:{}: a test that never runs", token.line));
            }
        }
    }
    in_order(&broken);
}

/// The dependencies of Cargo.toml, as code names them, and for each whether exactly one
/// line of comment is above it.
fn dependencies() -> Vec<(String, bool)> {
    let text = manifest();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut out = Vec::new();
    let mut section = "";
    for (at, line) in lines.iter().enumerate() {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
        }
        let name = line.find(['=', '.']).map_or("", |end| line[..end].trim());
        let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if begins && section.ends_with("dependencies") {
            let says = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("# "));
            let one = at >= 2 && says(at - 1) && !says(at - 2);
            out.push((name.replace('-', "_"), one));
        }
    }
    out
}

fn manifest() -> String {
    fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default()
}

#[test]
fn every_dependency_has_one_line_that_says_what_it_is_for() {
    let all = dependencies();
    assert!(all.iter().any(|(name, _)| name == "encoding_rs"), "{all:?}");
    let broken: Vec<String> = all
        .into_iter()
        .filter(|(_, says)| !says)
        .map(|(name, _)| format!("Cargo.toml: {name} has not one line of comment above it"))
        .collect();
    in_order(&broken);
}

// ---- Tests of the reader of sources -------------------------------------

#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let outside = ["ratatui".to_owned(), "regex".to_owned()];
    let broken = broken_rules(path, text, &outside);
    let found: Vec<&str> = broken.iter().map(String::as_str).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn doors_that_are_open_are_let_be() {
    check(
        "src/codec/utf8.rs",
        "use super::{Codec, encoding::Facts};",
        &[],
    );
    check(
        "src/codec/mod.rs",
        "use crate::window::Window; mod regex;",
        &[],
    );
    check(
        "src/model/view.rs",
        "fn f(a: crate::scan::facts::Facts) {}",
        &[],
    );
    check(
        "src/ui/mod.rs",
        "use ratatui::{buffer::Buffer, style};",
        &[],
    );
    check(
        "src/app/mod.rs",
        "use crate::{job, ui}; use std::thread;",
        &[],
    );
    check("src/main.rs", "fn main() { hexloupe::app::run() }", &[]);
    check(
        "src/codec/a.rs",
        "//! See [`crate::ui`].\nconst A: &str = \"crate::ui::x\";",
        &[],
    );
    check(
        "src/codec/a.rs",
        "const A: &str = r#\"\"crate::ui::x\"#; const B: char = '\"';",
        &[],
    );
    check(
        "src/codec/a.rs",
        "#[cfg(test)]\nmod tests { use crate::ui; fn f() { dbg!(1) } }",
        &[],
    );
}

#[test]
fn doors_that_are_shut_are_seen() {
    check(
        "src/codec/a.rs",
        "use crate::{window::Window, explain::{self, Story}};",
        &[
            "src/codec/a.rs:1: codec may not name explain",
            "src/codec/a.rs:1: codec may not name explain::Story",
        ],
    );
    let super_of_room = &["src/codec/a.rs:1: codec may not name ui::Theme"];
    check(
        "src/codec/a.rs",
        "fn f(_: super::super::ui::Theme) {}",
        super_of_room,
    );
    check(
        "src/codec/a.rs",
        "mod b { use super::super::super::ui::Theme; }",
        super_of_room,
    );
    check(
        "src/model/a.rs",
        "use crate::scan;",
        &["src/model/a.rs:1: model may not name scan"],
    );
    let stranger = &["src/codec/a.rs:2: codec may not name the crate ratatui"];
    check("src/codec/a.rs", "/* a\n*/ use ratatui;", stranger);
    check(
        "src/codec/a.rs",
        "fn f<'a>(b: &'a u8) {\n ratatui::init(); }",
        stranger,
    );
    check(
        "src/main.rs",
        "use hexloupe::ui;",
        &["src/main.rs:1: main may not name ui"],
    );
    check(
        "src/attic/mod.rs",
        "",
        &["src/attic/mod.rs: no room of the table"],
    );
}

#[test]
fn what_is_confined_is_seen_outside_its_rooms() {
    let fs = &["src/scan/a.rs:1: scan may not name std::fs"];
    check("src/scan/a.rs", "use std::{fs::File, io};", fs);
    check("src/scan/a.rs", "fn f() { std::fs::read(\"x\"); }", fs);
    check(
        "src/ui/a.rs",
        "use std::thread as t;",
        &["src/ui/a.rs:1: ui may not name std::thread"],
    );
    check(
        "src/report/a.rs",
        "fn f() { println!(\"x\") }",
        &["src/report/a.rs:1: report may not name println!"],
    );
    check(
        "src/ui/a.rs",
        "fn f(k: KeyCode) {}",
        &["src/ui/a.rs:1: ui may not name KeyCode"],
    );
}
