//! What people come for, in three keys at most, and the first minute of those who know other programs.
//!
//! A key is what a task needs beside the text typed into a prompt (`type:`). Invariant: the keys are
//! those that are on the screen, or those of the program that the user comes from.

use super::seat::{Seat, Triple, check};
use hexloupe::command::FrontRequest;

pub(crate) const TRIPLES: &[&[Triple]] = &[TASKS, XXD, HEXYL, LESS, VIM, NANO];

/// The most keys of a task.
const MOST: usize = 3;

/// Ten tasks, as the guide lists them, and the keys of each.
#[rustfmt::skip]
const GUIDE: &[(&str, &str)] = &[
    ("go to the first bad byte", "f"),
    ("read why it is bad, and what was meant", "f x"),
    ("save a mended copy", "Enter : type:save-text_FILE Enter"),
    ("see the bytes in other encodings", "d"),
    ("find bytes", "/ type:x:E9 Enter"),
    ("go to where `check` says it is", ": type:2:9 Enter"),
    ("copy the bytes in hex", "y h"),
    ("write a part to a file", "v : type:export_FILE.bin Enter"),
    ("undo a change", "u"),
    ("save the changes in the file", ": type:write Enter y"),
];

/// A log of a line in windows-1252 among lines of UTF-8.
#[rustfmt::skip]
const TASKS: &[Triple] = &[
    // Find the bad byte.
    ("| 'user=Jos' E9 ' ip'", "f", "at 8"),
    // Why it is bad, and what was meant.
    ("| 'user=Jos' E9 ' ip'", "f x", "at 8; overlay worked 0 decode 0"),
    // A mended copy: in scratch, and in a file.
    ("scratch at 8 | 'user=Jos' E9 ' ip'", "z =", "bytes 75 73 65 72 3D 4A 6F 73 C3 A9 20 69 70"),
    ("at 8 | 'user=Jos' E9 ' ip'", ": type:save-text_FILE Enter", "effect export file as utf-8 to FILE"),
    // The first Enter shows it mended, once its lines are read; what is shown is saved.
    ("guessed utf-8 other windows-1252,8,é,José | 'user=Jos' E9 ' ip'", "Enter : type:save-text_FILE Enter", "at 8"),
    // Other encodings.
    ("at 8 | 'user=Jos' E9 ' ip'", "e", "overlay picker  utf-8"),
    ("at 8 | 'user=Jos' E9 ' ip'", "d", "overlay compare utf-8"),
    // Search bytes.
    ("| 'user=Jos' E9 ' ip'", "/ type:x:E9 Enter", "at 8"),
    ("| 'user=Jos' E9 ' ip'", "/ type:E9_20 Enter Enter", "at 8"),
    // Go to where `check` says it is.
    ("| 'a' 0A 'user=Jos' E9 ' ip'", ": type:2:9 Enter", "at 10"),
    ("| 'a' 0A 'user=Jos' E9 ' ip'", ": type:0x0000000A Enter", "at 10"),
    // Copy.
    ("at 8 | 'user=Jos' E9 ' ip'", "y h", "effect copy E9 = 1 byte as hex"),
    // Export.
    ("| 'abc'", ": type:export_FILE.bin Enter", "effect export anything as any to FILE.bin"),
    ("| 'abc'", "v : type:export_FILE.bin Enter", "effect export anything of 0..1 as any to FILE.bin"),
    // Undo.
    ("| 'abc'", "~ u", "bytes 61 62 63"),
    ("| 'abc'", "u", "says nothing to undo"),
    // Save.
    ("| 'abc'", "~ : type:write Enter", "says has no file"),
    ("| 'abc'", ": type:write Enter", "says no byte is changed"),
    // Where a byte is changed, the last key answers the question before the file is written.
    ("| 'abc'", ": type:write Enter y", "bytes 61 62 63"),
    ("| 'abc'", "~ : type:save-as_file Enter", "effect export file as raw to file"),
];

/// `xxd FILE | less`, `xxd -s`, and back.
#[rustfmt::skip]
const XXD: &[Triple] = &[
    ("| 3000*61", "Space", "top 52"),
    ("| 3000*61", ": type:00000030: Enter", "at 48"),
    ("| 'abc'", "/ type:62_63 Enter Enter", "at 1"),
    ("| 'abc'", "q", "effect quit"),
];

/// Colours for the classes of bytes, and the offsets as `hexyl` prints them.
#[rustfmt::skip]
const HEXYL: &[Triple] = &[
    ("| 3000*61", ": type:│00000030│ Enter", "at 48"),
    ("| 3000*61", "Down Down PgDn", "top 52"),
    ("| 'abc'", "Ctrl-C", "effect quit"),
];

#[rustfmt::skip]
const LESS: &[Triple] = &[
    ("| 3000*61", "Space", "top 52"),
    ("| 3000*61", "G", "at 2999"),
    ("| 3000*61", "G g g", "at 0"),
    ("| 'abc'", "/ type:c Enter", "at 2"),
    ("| 'abcabc'", "/ type:c Enter n", "at 5"),
    ("| 'abc'", "F", "at 0; says no"),
    ("| 'abc'", "q", "effect quit"),
];

#[rustfmt::skip]
const VIM: &[Triple] = &[
    ("| 'abc'", "l l h", "at 1"),
    ("| 'ab' 0A 'c'", "2 G", "at 3"),
    ("| 'abc'", ": type:2 Enter", "at 2"),
    ("| 'abcabc'", "/ type:c Enter n N", "at 2"),
    ("| 'abc'", "r type:41 Esc u", "bytes 61 62 63"),
    ("| 'abc'", "~ : type:w Enter", "says has no file"),
    ("| 'abc'", ": type:q Enter", "effect quit"),
    ("| 'abc'", "~ : type:q! Enter", "overlay unsaved"),
    ("| 'abc'", ": type:wq Enter", "effect quit"),
    ("| 'abc'", "~ : type:wq Enter", "overlay unsaved"),
    ("| 'abc'", "~ : type:x Enter", "overlay unsaved"),
    ("| 'abc'", "Z Z", "effect quit"),
    ("| 'abc'", "~ Z Z", "overlay unsaved"),
];

/// Its keys are no keys here: the message names the one to press.
#[rustfmt::skip]
const NANO: &[Triple] = &[
    ("| 'abc'", "Ctrl-S", "says try :write (save)"),
    ("| 'abc'", "Ctrl-Q", "says try q (quit)"),
    ("| 'abc'", "Ctrl-O", "says :write saves"),
    ("| 'abc'", "Ctrl-W", "says try / (find) or :close (close the tab)"),
    ("| 'abc'", "Ctrl-X", "says try q (quit)"),
    ("| 'abc'", "Ctrl-G", "says try ? (help) or : (go to)"),
    ("| 'abc'", "Ctrl-C", "effect quit"),
    ("| 'abc'", "F1", "overlay help 0"),
];

/// The number of keys beside a text typed into a prompt.
fn pressed(keys: &str) -> usize {
    let keys = keys.split(' ').filter(|key| !key.starts_with("type:"));
    keys.count()
}

#[test]
fn no_task_needs_more_than_three_keys() {
    check(TASKS);
    for (_, keys, _) in TASKS {
        assert!(pressed(keys) <= MOST, "{keys}");
    }
}

#[test]
fn the_guide_lists_ten_tasks_with_their_keys() {
    let guide = include_str!("../../assets/guide/getting-started.md");
    for (task, keys) in GUIDE {
        assert!(TASKS.iter().any(|(_, tried, _)| tried == keys), "{keys}");
        let shown = keys.split(' ').map(|key| match key.strip_prefix("type:") {
            Some(text) => format!("`{}`", text.replace('_', " ")),
            None => format!("`{key}`"),
        });
        let shown = shown.collect::<Vec<_>>().join(" ");
        let row = format!("| {task} | {shown} | {} |", pressed(keys));
        assert!(guide.contains(&row), "{row}");
    }
    assert_eq!(GUIDE.len(), 10);
}

#[test]
fn who_comes_from_a_pager_or_a_dump_finds_the_way() {
    check(XXD);
    check(HEXYL);
    check(LESS);
}

#[test]
fn who_comes_from_an_editor_finds_the_way() {
    check(VIM);
    check(NANO);
}

/// Lines are still being read for passages, which are only shown: nothing is lost.
#[test]
fn who_leaves_while_lines_are_read_is_not_held() {
    let mut seat = Seat::of("| 'abc'");
    seat.play("z l");
    assert!(seat.facts().errand.is_some());
    seat.play("q");
    let mut asked = seat.driven.front_requests();
    assert!(asked.any(|request| matches!(request, FrontRequest::Quit)));
}
