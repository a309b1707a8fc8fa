//! A reader of another language meets no English sentence: commands, keys, messages, titles and the
//! foots of panels.
//!
//! The keys of every triple are pressed in Russian. Invariant: what is not in Russian here is a
//! name, a key, data or a form to type.

use super::{Seat, triples};
use hexloupe::command::keymap::Keymap;
use hexloupe::command::table::{COMMANDS, manual};
use hexloupe::language::Language;
use hexloupe::model::screen::Picture;
use hexloupe::texts::of_table;
use hexloupe::unicode::glyph::Charset;
use std::collections::BTreeSet;

fn is_russian(text: &str) -> bool {
    text.chars().any(|c| matches!(c, 'а'..='я' | 'ё'))
}

#[test]
fn every_command_and_key_of_the_help_is_described_in_russian() {
    let commands = COMMANDS.iter();
    let words = commands.flat_map(|command| [command.doc, command.short, command.group.name()]);
    let help = manual(&Keymap::default()).groups.into_iter();
    let help = help.flat_map(|(heading, rows)| {
        let rows = rows.into_iter().map(|(_, does)| does);
        rows.chain([heading])
    });
    let left: BTreeSet<&str> = words
        .chain(help)
        .filter(|text| !is_russian(of_table(text, Language::Russian)))
        .collect();
    assert!(left.is_empty(), "{left:#?}");
}

/// Titles that are keys or a form of a command alone.
fn is_typed(title: &str) -> bool {
    title.ends_with(" …") || title.starts_with(':')
}

/// Messages that are the user's own words: the name of a region, and its note.
fn is_own(message: &str) -> bool {
    message.len() == 1
        || ["a: why", "a: green, "]
            .iter()
            .any(|own| message.starts_with(own))
}

/// An English word of the foot of a panel; the names of keys begin with a capital letter.
fn english_of(foot: &str) -> Option<&str> {
    let mut words = foot.split([' ', ',']);
    words.find(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase()))
}

#[test]
fn messages_titles_and_keys_are_russian_whatever_is_pressed() {
    let mut left = BTreeSet::new();
    for (before, keys, _) in triples() {
        let mut seat = Seat::of(before);
        seat.set(|state, _| state.look.language = Language::Russian);
        if seat.state().look.charset == Charset::Ascii {
            continue;
        }
        // A click on a text names it in English.
        for word in keys
            .split_whitespace()
            .take_while(|word| !word.contains(":="))
        {
            seat.one(word);
            if let Some(message) = &seat.state().message {
                let said = seat.state().look.said(message);
                if !is_russian(&said) && !is_own(&said) {
                    left.insert(format!("message: {said}"));
                }
            }
            let Picture::Whole(screen) = seat.driven.show() else {
                continue;
            };
            let Some(panel) = &screen.panel else {
                continue;
            };
            if !is_russian(&panel.title) && !is_typed(&panel.title) {
                left.insert(format!("title: {}", panel.title));
            }
            let foot = panel.footer.text();
            if let Some(word) = english_of(&foot) {
                left.insert(format!("{word:?} at the foot: {foot}"));
            }
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}
