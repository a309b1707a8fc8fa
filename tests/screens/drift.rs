//! Nothing in the columns of offset, hex and bits moves, whatever widths a terminal
//! uses.
//!
//! The bytes of the real backend go to emulators of many tables (`play::stage`),
//! each frame on top of the last. Invariant: every file here is shown on every
//! table.

use crate::play::choice::HARD;
use crate::play::dice::Dice;
use crate::play::driven::Driven;
use crate::play::emulator::{Edge, Widths};
use crate::play::monkey::Monkey;
use crate::play::stage::{Stage, TABLES};
use hexloupe::codec::{Encoding, table};
use hexloupe::command::input::{Pointer, UserInput};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::session::SessionStart;
use hexloupe::source::Source;
use proptest::prelude::*;

/// What is done to each file: keys, `<80x24>` for a size, `<wheel 3>`.
const DEEDS: &str = "Right j PgDn Ctrl-E <wheel 3> W Tab l v j <64x10> G k z c z c <200x20> Ctrl-U <27x6> o i \
    <120x12> Ctrl-E R ? j Esc e Down Esc d j l Esc : x Left Esc <80x24> Ctrl-L";

fn driven(bytes: &[u8], encoding: &Encoding, look: Appearance, size: ScreenSize) -> Driven {
    let name = String::from_utf8_lossy(bytes);
    let beginning = SessionStart {
        look,
        size,
        ..SessionStart::default()
    };
    Driven::reading(Source::memory(&name, bytes.to_vec()), encoding, beginning)
}

#[track_caller]
fn show(bytes: &[u8], encoding: &'static Encoding, look: Appearance, tables: &[(Widths, Edge)]) {
    let size = |width, height| ScreenSize { width, height };
    let mut driven = driven(bytes, encoding, look, size(80, 24));
    let mut stage = Stage::new(tables, 80, 24);
    stage.show(&driven.show(), look);
    for deed in DEEDS.replace("<wheel 3>", "<wheel>").split_whitespace() {
        if deed == "<wheel>" {
            driven.input(UserInput::Mouse(Pointer::WheelDown, 0, 0));
        } else if let Some(name) = deed.strip_prefix('<') {
            let (width, height) = name.trim_end_matches('>').split_once('x').expect("a size");
            let [width, height] = [width, height].map(|n| n.parse().expect("a number"));
            stage.resize(width, height);
            driven.resize(size(width, height));
        } else {
            driven.press(deed);
        }
        if deed == "Ctrl-L" {
            stage.redraw();
        }
        stage.show(&driven.show(), look);
        if !deed.starts_with('<') {
            continue;
        }
        let mut fresh = Stage::new(tables, driven.size().width, driven.size().height);
        fresh.show(&driven.show(), look);
        stage.same(&fresh);
    }
}

/// Files of repeated pieces, with and without other text between.
#[test]
fn no_character_moves_a_column() {
    for pieces in HARD.chunks(9) {
        let mut bytes = String::new();
        for piece in pieces {
            let apart = [piece, " b"].concat();
            bytes.extend([&piece.repeat(9), "a", &apart.repeat(5)]);
        }
        show(
            bytes.as_bytes(),
            table::UTF_8,
            Appearance::default(),
            &TABLES,
        );
    }
}

#[test]
fn all_that_is_hard_to_draw_moves_nothing_in_any_look() {
    use hexloupe::model::theme::Theme;
    use hexloupe::unicode::glyph::Charset;
    let bytes = HARD.concat().repeat(4).into_bytes();
    let units: Vec<u8> = HARD
        .concat()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for theme in [Theme::default(), Theme::MONO] {
        for charset in [Charset::Unicode, Charset::Ascii] {
            let look = Appearance {
                theme,
                charset,
                ..Appearance::default()
            };
            show(&bytes, table::UTF_8, look, &TABLES[..8]);
            show(&units, table::UTF_16LE, look, &TABLES[2..4]);
        }
    }
}

/// A file made of escape sequences and controls is text like any other.
#[test]
fn a_file_of_escape_sequences_drives_nothing() {
    let sequences = b"\x1b[2J\x1b[1;1H\x1b[?1049l\x1b]0;title\x07\x1b]52;c;aGk=\x1b\\\x1bP1$r0m\x1b\\\x1bc\x1b[6n\x1b[5i\x1b(0lqk\x0e\x0f\x9b31m\x84\x85\x8d\x90\x9d\x9c\xc2\x9b2J\xc2\x9d0;x\xc2\x9c\x05\x08\x0a\x0b\x0c\x0d";
    let bytes: Vec<u8> = sequences.iter().copied().chain(0..=255).collect();
    for encoding in table::all() {
        show(&bytes, encoding, Appearance::default(), &TABLES[7..8]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_moves_in_any_sequence_of_frames(seed in any::<u64>()) {
        let mut monkey = Monkey::new(Dice::seeded(seed), &TABLES);
        monkey.play(14);
        monkey.repaint(&TABLES);
    }
}

/// A panel may show text where a pane has digits: here `c` before a sara am, in the
/// comparison.
#[test]
fn the_text_of_a_panel_is_not_held_for_digits() {
    let mut monkey = Monkey::new(Dice::seeded(13_290_739_443_866_110_055), &TABLES);
    monkey.play(14);
    monkey.repaint(&TABLES);
}

/// Between two frames the terminal may have been narrower, and has lost what it cut
/// off.
#[test]
fn a_size_that_changes_and_changes_back_leaves_no_holes() {
    let size = ScreenSize {
        width: 80,
        height: 24,
    };
    let look = Appearance::default();
    let mut driven = driven(HARD.concat().as_bytes(), table::UTF_8, look, size);
    let mut stage = Stage::new(&TABLES, 80, 24);
    stage.show(&driven.show(), look);
    stage.resize(40, 12);
    stage.resize(80, 24);
    stage.show(&driven.show(), look);
}

/// The sign of a selection in the last column: a terminal on which it is wide draws it a
/// column further left, so the digit there must be drawn after it.
#[test]
fn a_sign_in_the_last_column_covers_no_digit() {
    use hexloupe::model::theme::Theme;
    let size = ScreenSize {
        width: 110,
        height: 24,
    };
    let look = Appearance {
        theme: Theme::MONO,
        ..Appearance::default()
    };
    let mut driven = driven(&[b'a'; 40], table::UTF_8, look, size);
    let mut stage = Stage::new(&TABLES, 110, 24);
    for key in "z c v j j Tab l h".split(' ') {
        driven.press(key);
        stage.show(&driven.show(), look);
    }
}
