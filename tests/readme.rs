//! The README is true: its picture is what the program paints, and its table of
//! keys is the program's own.
//!
//! When one of these fails because the program has changed, the message ends
//! with the text that belongs there.

use std::fmt::Write as _;
use std::sync::Arc;

use hexloupe::command::table::{COMMANDS, Group, keys};
use hexloupe::command::{self, Desk, keymap::Keymap, table};
use hexloupe::detect;
use hexloupe::model::layout::Size;
use hexloupe::model::screen;
use hexloupe::model::state::{Facts, State, View};
use hexloupe::scan::facts::index::Known;
use hexloupe::scan::index;
use hexloupe::ui;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const README: &str = include_str!("../README.md");
const TOUR: &[u8] = include_bytes!("../assets/tour.txt");

/// What stands between two marks.
fn section(name: &str) -> Option<&'static str> {
    let start = format!("<!-- {name}: kept true by tests/readme.rs -->\n");
    let (_, rest) = README.split_once(&start)?;
    let (section, _) = rest.split_once(&format!("<!-- end of {name} -->"))?;
    Some(section)
}

#[track_caller]
fn check(name: &str, expected: &str) {
    assert!(
        section(name) == Some(expected),
        "the README's {name} should be:\n{expected}"
    );
}

#[test]
fn the_picture_is_what_the_program_paints() {
    let data = TOUR.to_vec();
    let view = View::new("tour.txt".to_owned(), detect::choose(&data));
    let mut state = State::new(view);
    let size = Size {
        width: 120,
        height: 24,
    };
    let index = index::of(&data, state.view.encoding(), state.view.phase);
    let facts = Facts {
        known: Some(Known {
            index: Arc::new(index),
            rate: 0,
        }),
        ..Facts::default()
    };
    let manual = table::manual();
    let keymap = Keymap::default();
    let desk = Desk {
        keymap: &keymap,
        facts: &facts,
        data: &data,
        size,
        manual: &manual,
    };
    let at = TOUR
        .windows(2)
        .position(|pair| pair == b"\xC0\xAF")
        .unwrap();
    command::arrive(&mut state, &desk, at as u64);
    let picture = screen::build(&state, &facts, &data, size, &manual);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    ui::paint(&picture, state.look, &mut buffer);
    let mut text = "```text\n".to_owned();
    for y in 0..size.height {
        let row: String = (0..size.width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    check("picture", &(text + "```\n"));
}

#[test]
fn the_table_of_keys_is_the_programs_own() {
    let mut text = "| keys | do |\n|---|---|\n".to_owned();
    for group in Group::ALL {
        writeln!(text, "| | **{}** |", group.name()).ok();
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            let ways = keys(command).replace('|', "\\|");
            let ways: Vec<_> = ways.split(", ").map(quoted).collect();
            writeln!(text, "| {} | {} |", ways.join(", "), command.doc).ok();
        }
    }
    check("keys", &text);
}

/// Keys as code.
fn quoted(keys: &str) -> String {
    if keys.contains('`') {
        format!("`` {keys} ``")
    } else {
        format!("`{keys}`")
    }
}
