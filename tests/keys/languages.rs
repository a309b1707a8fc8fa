//! A reader of another language meets no English sentence: commands, keys, messages, titles and the
//! foots of panels.
//!
//! The keys of every triple are pressed in a language that is not English. Invariant: what is not in
//! that language here is a name, a key, data or a form to type.

use super::{Seat, triples};
use hexloupe::command::keymap::Keymap;
use hexloupe::command::table::{COMMANDS, manual};
use hexloupe::detect::preferred::Preferred;
use hexloupe::job::guess;
use hexloupe::language::Language;
use hexloupe::model::guessed::{self, ReasonDepth};
use hexloupe::model::line::TonedLine;
use hexloupe::model::screen::Picture;
use hexloupe::texts::of_table;
use hexloupe::unicode::glyph::Charset;
use std::collections::BTreeSet;

/// The languages besides English.
fn others() -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().skip(1)
}

/// Whether a text has a character of the script of a language.
fn is_in(text: &str, language: Language) -> bool {
    let is_own: fn(char) -> bool = match language {
        Language::English => |c| c.is_ascii_lowercase(),
        Language::Russian => |c| matches!(c, 'а'..='я' | 'ё'),
        Language::Chinese => |c| matches!(c, '\u{4E00}'..='\u{9FFF}'),
    };
    text.chars().any(is_own)
}

#[test]
fn every_command_and_key_of_the_help_is_described_in_every_language() {
    let commands = COMMANDS.iter();
    let words = commands.flat_map(|command| [command.doc, command.short, command.group.name()]);
    let help = manual(&Keymap::default()).groups.into_iter();
    let help = help.flat_map(|(heading, rows)| {
        let rows = rows.into_iter().map(|(_, does)| does);
        rows.chain([heading])
    });
    let all: BTreeSet<&str> = words.chain(help).collect();
    for language in others() {
        let left = all.iter();
        let left: Vec<_> = left
            .filter(|text| !is_in(of_table(text, language), language))
            .collect();
        assert!(left.is_empty(), "{language:?} {left:#?}");
    }
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

/// The answer and the reasons of a guess, as the list of it says them in a language.
fn reasons(data: &[u8], language: Language) -> Vec<String> {
    let guess = guess::guess(&data.to_vec(), Preferred::NONE);
    let lines = [guessed::headline(&guess)];
    let lines =
        lines
            .into_iter()
            .chain(guessed::notes(&guess, ReasonDepth::Plain, Charset::Unicode));
    lines.map(|line| line.said(language).text()).collect()
}

#[test]
fn the_reasons_of_a_guess_are_in_every_language() {
    let russian =
        b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?\n".repeat(4);
    let misread = "zu JosÃ© nach MÃ¼nchen, GroÃŸe StraÃŸe\n".repeat(4);
    let twice = "Ð\u{178}Ñ€Ð¸Ð²ÐµÑ‚, Ð¼Ð¸Ñ€\n".repeat(4);
    let wide: Vec<u8> = "some plain text, no mark\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let escapes = br#"{"text": "\u00d0\u009f\u00d1\u0080\u00d0\u00b8\u00d0\u00b2\u00d0\u00b5\u00d1\u0082, \u00d0\u00ba\u00d0\u00b0\u00d0\u00ba \u00d0\u00b4\u00d0\u00b5\u00d0\u00bb\u00d0\u00b0?"}"#;
    let samples: [&[u8]; 14] = [
        b"",
        b"plain text\n",
        b"text with\0 a NUL\n",
        "c'est l'été à Noël\n".as_bytes(),
        b"\xEF\xBB\xBFtext\n",
        b"Jos\xE9 ip\n",
        "Größe\nStra\u{DF}e, M\u{FC}ller\nan".as_bytes(),
        &[
            b"Gr\xC3\xB6\xC3\x9Fe, M\xC3\xBCller, ".as_slice(),
            b"Stra\xDFe\n",
        ]
        .concat(),
        &russian,
        misread.as_bytes(),
        twice.as_bytes(),
        &wide,
        escapes,
        "caf\u{FFFD} cr\u{FFFD}me br\u{FFFD}l\u{FFFD}e\n".as_bytes(),
    ];
    let binary = [
        b"\x7FELF\x02\x01\x01\0".as_slice(),
        &[0xD0, 0, 1, 2, 3, 0xFF].repeat(50),
    ]
    .concat();
    let page = b"<meta charset=koi8-r>\n".to_vec();
    let page = [page.as_slice(), &russian].concat();
    // A name and a number are in no language.
    let is_named = |line: &str| line.starts_with("UTF-8, ") || line.starts_with("ASCII, ");
    for language in others() {
        let all = samples.into_iter().chain([&binary[..], &page[..]]);
        let said = all.flat_map(|data| reasons(data, language));
        let left: Vec<String> = said
            .filter(|line| !is_in(line, language) && !is_named(line))
            .collect();
        assert!(left.is_empty(), "{language:?} {left:#?}");
    }
}

/// An English word of the foot of a panel; the names of keys begin with a capital letter.
fn english_of(foot: &str) -> Option<&str> {
    let mut words = foot.split([' ', ',']);
    words.find(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase()))
}

/// The name of the program, of the data, of a region or of an encoding.
fn is_name(word: &str) -> bool {
    ["hexloupe", "seat", "scratch", "xxd", "out"].contains(&word)
}

#[test]
fn what_readings_share_and_differ_in_is_said_in_every_language() {
    for language in others() {
        let mut seat = Seat::of("at 8 | 'user=Jos' E9 ' ip'");
        seat.set(|state, _| state.look.language = language);
        seat.play("d");
        let Picture::Whole(screen) = seat.driven.show() else {
            panic!("no room");
        };
        let lines = screen.panel.expect("a panel").lines;
        let below = { lines.iter().rev().take(2) }.map(TonedLine::text);
        let below: Vec<String> = below.collect();
        let labels = below.iter().map(|line| {
            line.split("  ")
                .find(|part| !part.is_empty())
                .unwrap_or_default()
        });
        for label in labels {
            assert!(is_in(label, language), "{language:?} {below:#?}");
        }
        // The marks stand below what they mark, however long the word before them is.
        let column = |line: &str, sign| {
            let before = line.split(sign).next().unwrap_or_default();
            hexloupe::unicode::glyph::columns(before)
        };
        let mut all = lines.iter().map(TonedLine::text);
        let reading = all.find(|line| line.contains("José")).expect("a reading");
        assert_eq!(column(&below[1], '^'), column(&reading, 'é'), "{below:#?}");
    }
}

#[test]
fn messages_titles_and_keys_are_translated_whatever_is_pressed() {
    let mut left = BTreeSet::new();
    // The build holds that all languages have the same rows, so each is asked about some.
    let languages = Language::ALL[1..].iter().copied().cycle();
    for ((before, keys, _), language) in triples().zip(languages) {
        let mut seat = Seat::of(before);
        seat.set(|state, _| state.look.language = language);
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
                if !is_in(&said, language) && !is_own(&said) {
                    left.insert(format!("message: {said}"));
                }
            }
            let Picture::Whole(screen) = seat.driven.show() else {
                continue;
            };
            // What is typed, found, or said by name is in no language.
            if seat.state().overlay.is_none() && seat.state().message.is_none() {
                for line in [&screen.title, &screen.status] {
                    let said = line.text();
                    if let Some(word) = english_of(&said).filter(|word| !is_name(word)) {
                        left.insert(format!("{word:?} in the line: {said}"));
                    }
                }
            }
            let Some(panel) = &screen.panel else {
                continue;
            };
            if !is_in(&panel.title, language) && !is_typed(&panel.title) {
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
