//! The first minute of those who know another program: the keys that they press, and the parts of the
//! screen that change with each.
//!
//! Invariant: every script begins with a log that has one bad byte, and ends outside of the program or
//! with the question whether to leave it.

use super::canvas::Canvas;
use super::snapshot;
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::guess;
use std::fmt::Write as _;

/// A program, and what is pressed by those who know it; `type:` is text, `_` a blank in it.
type Minute = (&'static str, &'static [&'static str]);

#[rustfmt::skip]
const MINUTES: [Minute; 5] = [
    ("xxd", &["Enter", "Space", ": type:00000020: Enter", "/ type:E9_20 Enter", "n", "x", "Right Right", "q", "q"]),
    ("hexyl", &["PgDn", "Up", ": type:│00000020│ Enter", "f", "y h", "?", "q", "Ctrl-C"]),
    ("less", &["Space", "b", "G", "g g", "/ type:user=Jos Enter", "n", "F", "h", "q"]),
    ("vim", &["j j l", ": type:42 Enter", "4 2 G", "/ type:Jos Enter", "i", ": type:w Enter", "r type:41 Esc", ": type:w", "Esc", "u", ": type:wq", "Esc", "Z Z"]),
    ("nano", &["Ctrl-W", "Ctrl-O", "Ctrl-G", "F1", "Esc", "r type:41 Esc", "Ctrl-S", "Ctrl-X", "q", "Esc"]),
];

/// The jobs that end before a person presses the next key.
const SOON: &[&str] = &[
    "scan",
    "seek",
    "next match",
    "count of matches",
    "count",
    "places",
    "errand",
];

/// Lines of a log, one of them with a byte of windows-1252.
fn log() -> Vec<u8> {
    let line = |number: u32| match number {
        42 => b"10:42 WARN login failed user=Jos\xE9 retry=1\n".to_vec(),
        _ => format!("10:{number:02} INFO request user=anna status=200\n").into_bytes(),
    };
    (1..=50).flat_map(line).collect()
}

/// The parts of a screen that tell what has happened: the line under the title, the panel by its first
/// and last rows, the row of the cursor, and the foot, which has some lines of a message.
fn seen(screen: &str, message: usize) -> Vec<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let at = |sign: char| lines.iter().position(|line| line.contains(sign));
    let is_answer = |line: &&&str| !line.starts_with(" offset") && !line.contains('╭');
    let mut seen: Vec<String> = Vec::new();
    seen.extend(
        lines
            .get(1)
            .filter(is_answer)
            .map(|line| line.trim().to_owned()),
    );
    if let (Some(first), Some(last)) = (at('╭'), at('╰')) {
        let rows = [first, first + 1, last];
        seen.extend(rows.map(|row| lines[row].trim().to_owned()));
    }
    let is_row = |line: &&&str| line.starts_with([' ', '▌']) && line.contains('[');
    seen.extend(
        lines
            .iter()
            .find(is_row)
            .map(|line| line.trim_end().to_owned()),
    );
    let foot = &lines[lines.len() - 1 - message..];
    seen.extend(foot.iter().map(|line| line.trim().to_owned()));
    seen
}

#[test]
fn what_each_sees_in_the_first_minute() {
    let data = log();
    let found = guess::guess(&data, Preferred::NONE);
    let mut told = String::new();
    for (program, keys) in MINUTES {
        let mut canvas = Canvas::new(&data, (80, 24)).told(found.clone());
        let _ = writeln!(told, "{program}");
        let mut show = |key: &str, canvas: &Canvas| {
            let parts = seen(&canvas.text(), canvas.lines_of_message());
            for (row, line) in parts.into_iter().enumerate() {
                let key = if row == 0 { key } else { "" };
                let _ = writeln!(told, "  {key:<24} {line}");
            }
        };
        show("(opens)", &canvas);
        for key in keys {
            canvas = canvas.keys(key).finished(SOON);
            show(key, &canvas);
        }
    }
    snapshot("first-minute", &told);
}
