//! The sets of keys: what people from less, vim, emacs and editors with menus try first.
//!
//! Invariant: each of these keys does in its set what it does where they come from.

use super::seat::{Seat, Triple, check};
use hexloupe::command::keymap::{Keymap, sets};
use std::collections::BTreeSet;

pub(crate) const TRIPLES: &[&[Triple]] = &[LESS, EMACS, PLAIN, LISTS, OWN];

/// The keys of the user in messages.
#[rustfmt::skip]
const OWN: &[Triple] = &[
    ("keymap vim,undo=K | 'abcab'", "/ type:ab Enter : type:replace Enter type:XY Enter y Esc", "says K undoes a step"),
    ("keymap vim,next-passage=z_N | 50*61", "z r", "says z N goes"),
    ("keymap vim,cover=z_C | 50*61", "U", "says z C covers"),
    ("keymap vim,uncover=K | 50*61", "z a", "says K uncovers this sequence, z a all"),
    ("keymap vim,passage-encoding=K | 7F 45 4C 46 02 01 01 00 9*00 03 00 3E 00 FF FE 80 40*00", "z l asked", "says K reads a selection in another encoding"),
    ("keymap vim,next-passage=K | 'caf' E9 0A 9*61 0A 'caf' C3 A9", "z l asked", "says K goes to it"),
];

/// The keys that people try first: the set, the keys, and the command that they mean.
#[rustfmt::skip]
const FIRST: &[(&str, &[(&str, &str)])] = &[
    ("vim", &[
        ("h", "left"), ("j", "down"), ("k", "up"), ("l", "right"), ("w", "next-character"), ("b", "previous-character"),
        ("Ctrl-F", "page-down"), ("Ctrl-B", "page-up"), ("Ctrl-D", "half-down"), ("Ctrl-U", "half-up"),
        ("g g", "start"), ("G", "end"), ("0", "row-start"), ("$", "row-end"), ("/", "find"), ("n", "next-match"),
        ("N", "previous-match"), ("u", "undo"), ("Ctrl-R", "redo"), ("m a", "mark"), ("v", "select"), ("y y", "copy-hex"),
        (":", "go-to"), ("Ctrl-O", "back"), ("Ctrl-Z", "suspend"), ("Ctrl-L", "redraw"), ("z z", "center"),
    ]),
    ("less", &[
        ("j", "down"), ("Enter", "down"), ("k", "up"), ("Down", "down"), ("Space", "page-down"), ("f", "page-down"),
        ("b", "page-up"), ("d", "half-down"), ("u", "half-up"), ("g", "start"), ("<", "start"), ("G", "end"), (">", "end"),
        ("/", "find"), ("n", "next-match"), ("N", "previous-match"), ("h", "help"), ("q", "quit"), ("Q", "quit"),
        ("r", "redraw"), ("R", "reload"), ("=", "statistics"), ("m a", "mark"), ("t", "next-fault"), ("T", "previous-fault"),
        ("Z Z", "quit"), (":", "go-to"), ("E", "open"), ("p", "percent"), ("F", "follow"),
    ]),
    ("emacs", &[
        ("Ctrl-N", "down"), ("Ctrl-P", "up"), ("Ctrl-F", "right"), ("Ctrl-B", "left"), ("Ctrl-V", "page-down"),
        ("Esc v", "page-up"), ("Ctrl-A", "row-start"), ("Ctrl-E", "row-end"), ("Esc <", "start"), ("Esc >", "end"),
        ("Ctrl-S", "find"), ("Ctrl-R", "previous-match"), ("Ctrl-G", "escape"), ("Esc Esc", "escape"),
        ("Ctrl-X Ctrl-C", "quit"), ("Ctrl-X Ctrl-S", "write"), ("Ctrl-X Ctrl-F", "open"), ("Ctrl-X Ctrl-W", "save-as"),
        ("Ctrl-_", "undo"), ("Ctrl-X u", "undo"), ("Esc x", "go-to"), ("Ctrl-Space", "select"), ("Esc w", "copy"),
        ("Ctrl-L", "redraw"), ("Ctrl-D", "delete"), ("F1", "help"), ("Ctrl-Z", "suspend"),
    ]),
    ("plain", &[
        ("Left", "left"), ("Down", "down"), ("PgDn", "page-down"), ("PgUp", "page-up"), ("Home", "row-start"),
        ("End", "row-end"), ("Ctrl-Home", "start"), ("Ctrl-End", "end"), ("Ctrl-F", "find"), ("F3", "next-match"),
        ("Ctrl-G", "go-to"), ("Ctrl-P", "go-to"), ("F1", "help"), ("Ctrl-Q", "quit"), ("Ctrl-Z", "undo"), ("Ctrl-Y", "redo"),
        ("Ctrl-S", "write"), ("Ctrl-O", "open"), ("Ctrl-C", "copy"), ("Shift-Right", "select-right"), ("F5", "reload"),
        ("F12", "save-as"), ("Delete", "delete"), ("Esc", "escape"),
    ]),
];

#[test]
fn the_first_keys_of_each_set_do_what_their_users_expect() {
    for (set, rows) in FIRST {
        assert!(rows.len() >= 10);
        for (keys, command) in *rows {
            let mut seat = Seat::of(&format!("keymap {set} | 200*61"));
            seat.play(keys);
            assert_eq!(seat.ran, [*command], "{set}: {keys}");
        }
    }
}

#[rustfmt::skip]
const LESS: &[Triple] = &[
    ("keymap less | 50*61", "G", "at 49"),
    ("keymap less at 9 | 50*61", "g", "at 0"),
    ("keymap less | 50*61", "2 Enter", "at 8"),
    ("keymap less | 'aXbX'", "/ type:X Enter n", "at 3"),
    ("keymap less | 50*61", "h", "overlay help 0"),
    ("keymap less | 50*61", "q", "effect quit"),
    ("keymap less | 'Ab'", "~ U", "bytes 41 62; changed none"),
];

#[rustfmt::skip]
const EMACS: &[Triple] = &[
    ("keymap emacs | 50*61", "Ctrl-N Ctrl-F", "at 5"),
    ("keymap emacs | 50*61", "Esc > Ctrl-A", "at 48"),
    ("keymap emacs at 9 | 50*61", "Esc <", "at 0"),
    ("keymap emacs | 'aXbX'", "Ctrl-S type:X Enter", "at 1"),
    ("keymap emacs | 50*61", "Ctrl-X Ctrl-C", "effect quit"),
    ("keymap emacs | 50*61", "Ctrl-X Ctrl-F", "overlay prompt open "),
    ("keymap emacs | 50*61", "Ctrl-S Ctrl-G", "overlay none"),
    ("keymap emacs | 50*61", "Esc x type:quit Enter", "effect quit"),
    ("keymap emacs | 'Ab'", "~ Ctrl-_", "bytes 41 62; changed none"),
    // Esc begins keys, and gets out of other beginnings.
    ("keymap emacs | 50*61", "Ctrl-X Esc Ctrl-N", "at 4"),
    ("keymap emacs | 50*61", "Esc q", "effect none"),
    ("keymap emacs searching | 61", "Esc", "effect cancel"),
];

#[rustfmt::skip]
const PLAIN: &[Triple] = &[
    ("keymap plain | 50*61", "Ctrl-End", "at 49"),
    ("keymap plain | 'aXbX'", "Ctrl-F type:X Enter F3", "at 3"),
    ("keymap plain | 50*61", "Ctrl-O", "overlay prompt open "),
    ("keymap plain | 50*61", "F12", "overlay prompt save-as "),
    ("keymap plain | 'Ab'", "~ Ctrl-Z", "bytes 41 62; changed none"),
    ("keymap plain | 'Ab'", "~ Ctrl-Z Ctrl-Y", "bytes C1 62; changed 0..1"),
    ("keymap plain | 'Ab'", "Ctrl-S", "says no byte is changed"),
    ("keymap plain | 50*61", "Ctrl-Q", "effect quit"),
    ("keymap plain | 50*61", "F1 Ctrl-Q", "overlay none; effect none"),
    ("keymap plain | 50*61", "F1 Ctrl-C", "overlay none; effect none"),
];

#[rustfmt::skip]
const LISTS: &[Triple] = &[
    // The keys that go through the panes go through lists too.
    ("keymap emacs | 50*61", "? Ctrl-N Ctrl-N Ctrl-P", "overlay help 1"),
    ("keymap emacs | 50*61", "? Ctrl-G", "overlay none"),
    // What is typed is text in every set.
    ("keymap less | 'abcd'", "Tab Tab O type:fbd", "bytes 66 62 64 64"),
    ("keymap emacs | 'abcd'", "Tab Tab r type:x Ctrl-D", "bytes 78 62 63 64"),
];

#[test]
fn the_keys_of_each_set_are_played() {
    for triples in TRIPLES {
        check(triples);
    }
}

/// The first keys of every command of several keys in a set; the last one is left out.
fn beginnings(set: &str) -> BTreeSet<String> {
    let keymap = Keymap::new(sets::by_id(set).expect("a set of keys"), &[]);
    let commands = keymap.commands();
    let ways = commands.flat_map(|command| keymap.ways(command.name).to_vec());
    let begun = ways.filter_map(|way| Some(way.rsplit_once(' ')?.0.to_owned()));
    begun.collect()
}

#[test]
fn every_beginning_of_keys_shows_all_that_may_follow_and_leads_to_the_help() {
    for set in ["vim", "less", "emacs", "plain"] {
        for keys in beginnings(set) {
            for size in ["27x6", "40x12", "80x24", "120x40", "200x60"] {
                let mut seat = Seat::of(&format!("keymap {set} {size} | 50*61"));
                seat.play(&keys);
                let next = seat.state().pending.next.clone();
                assert!(!next.is_empty(), "{set} {keys}");
                let shown = format!(" {} ", seat.fact("pending"));
                let is_whole = !size.starts_with("27") && !size.starts_with("40");
                // The narrowest screen has room for some keys only.
                let fits = if size.starts_with("27") {
                    0
                } else {
                    next.len()
                };
                for (key, does) in next.into_iter().take(fits) {
                    let entry = if is_whole {
                        format!(" {key} {does} ")
                    } else {
                        format!(" {key} ")
                    };
                    assert!(
                        shown.contains(&entry),
                        "{set} {size} {keys}: {entry} in {shown}"
                    );
                }
                seat.play("F1");
                assert_eq!(seat.fact("overlay"), "help 0", "{set} {size} {keys}");
            }
        }
    }
}
