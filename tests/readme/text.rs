//! The picture in the documents is what the program paints, and its table of keys is the program's
//! own.
//!
//! When a test fails because the program has changed, the message ends with the text that the
//! documents need.

use std::fmt::Write as _;

use crate::driven::Driven;
use crate::pages;
use hexloupe::command::keymap::Keymap;
use hexloupe::command::table::{COMMANDS, CommandGroup, keys};
use hexloupe::language::Language;
use hexloupe::lesson::course;
use hexloupe::lesson::player::Player;
use hexloupe::model::layout::ScreenSize;
use hexloupe::session::{FirstGuide, Opened, SessionStart};
use hexloupe::ui;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const TOUR: &[u8] = include_bytes!("../../assets/tour.txt");

/// The text between two marks.
fn section(name: &str) -> Option<&'static str> {
    let start = format!("<!-- {name}: kept true by tests/readme/text.rs -->\n");
    let (_, rest) = pages::all().split_once(&start)?;
    let (section, _) = rest.split_once(&format!("<!-- end of {name} -->"))?;
    Some(section)
}

#[track_caller]
fn check(name: &str, expected: &str) {
    assert!(
        section(name) == Some(expected),
        "the documents' {name} should be:\n{expected}"
    );
}

/// What is painted of a session, as text between fences.
fn painted(driven: &mut Driven, size: ScreenSize) -> String {
    let picture = driven.show();
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    ui::paint(&picture, driven.state().look, &mut buffer);
    let mut text = "```text\n".to_owned();
    for y in 0..size.height {
        let row: String = (0..size.width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text + "```\n"
}

#[test]
fn the_picture_of_a_lesson_is_what_the_program_paints() {
    let size = ScreenSize {
        width: 80,
        height: 24,
    };
    let number = course::named("utf8-encode").unwrap();
    let player = Player::of_course(number, Language::English, 7, &|_| true).unwrap();
    let beginning = SessionStart {
        size,
        guide: FirstGuide::Lesson(Box::new(player)),
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("lesson", Vec::new()), beginning);
    driven.show();
    driven.finish(&["scan"]);
    let text = painted(&mut driven, size);
    check("lesson", &text);
}

#[test]
fn the_table_of_lessons_is_the_programs_own() {
    let mut text = "| | lesson | title | what you can do then |\n|---|---|---|---|\n".to_owned();
    for (number, lesson) in course::LESSONS.iter().enumerate() {
        let script = lesson.script(Language::English, &|_| true).unwrap();
        let (title, able) = (script.title, script.able);
        let number = number + 1;
        writeln!(text, "| {number} | `{}` | {title} | {able} |", lesson.id).ok();
    }
    check("lessons", &text);
}

#[test]
fn the_picture_is_what_the_program_paints() {
    let size = ScreenSize {
        width: 120,
        height: 24,
    };
    let at = TOUR.windows(2).position(|pair| pair == b"\xC0\xAF");
    let beginning = SessionStart {
        at: at.unwrap() as u64,
        size,
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("tour.txt", TOUR), beginning);
    driven.show();
    driven.finish(&["scan"]);
    let text = painted(&mut driven, size);
    check("picture", &text);
}

#[test]
fn the_table_of_keys_is_the_programs_own() {
    let mut text = "| keys | do |\n|---|---|\n".to_owned();
    for group in CommandGroup::ALL {
        writeln!(text, "| | **{}** |", group.name()).ok();
        for command in COMMANDS.iter().filter(|command| command.group == group) {
            let ways = keys(command, &Keymap::default()).replace('|', "\\|");
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
