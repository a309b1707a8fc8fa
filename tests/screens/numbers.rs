//! The card of numbers on the screen: where its labels stand, and what it shows at each size.
//!
//! Invariant: moving the cursor moves no label.

use super::canvas::Canvas;
use super::snapshot;
use hexloupe::model::line::TonedLine;

/// A FILETIME, a GUID, text and a few bytes more.
const DATA: &[u8] = b"\x00\x80\x3E\xD5\xDE\xB1\x9D\x01\
    \x28\x73\x2A\xC1\x1F\xF8\xD2\x11\xBA\x4B\x00\xA0\xC9\x3E\xC9\x3B\
    \xE5\x8E\x26caf\xC3\xA9\n\xFF\x12\x00\x00\x00";

fn card(size: (u16, u16), at: u64) -> Canvas {
    Canvas::new(DATA, size).at(at).keys("i")
}

/// The cells of the labels, row by row.
fn labels(canvas: &Canvas) -> Vec<String> {
    let area = canvas.screen().layout.inspector;
    let rows = area.y..area.y + area.height;
    rows.map(|y| canvas.columns(y, area.x..area.x + 10))
        .collect()
}

#[test]
fn the_card_at_80_columns() {
    snapshot("numbers-80x24", &card((80, 24), 0).text());
}

#[test]
fn the_card_at_120_columns_near_the_end() {
    snapshot("numbers-120x40", &card((120, 40), 24).text());
}

#[test]
fn the_card_at_40_columns() {
    snapshot("numbers-40x30", &card((40, 30), 8).text());
}

#[test]
fn beside_the_panes_both_cards_stand() {
    let canvas = Canvas::new(DATA, (200, 60)).at(8);
    snapshot("numbers-200x60", &canvas.text());
}

#[test]
fn labels_stand_in_the_same_cells_at_every_position() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let (mut shown, mut in_ascii) = (card(size, 0), card(size, 0).ascii());
        let at_start = labels(&shown);
        assert!(at_start.iter().any(|label| label.starts_with(" u8 i8 ")));
        for at in 1..DATA.len() as u64 {
            (shown, in_ascii) = (shown.at(at), in_ascii.at(at));
            assert_eq!(labels(&shown), at_start, "{size:?} at {at}");
            assert!(in_ascii.text().is_ascii());
            assert_eq!(labels(&in_ascii), at_start, "{size:?} at {at} in ASCII");
        }
    }
}

#[test]
fn beside_the_panes_the_numbers_do_not_move_with_the_other_card() {
    let below = |canvas: &Canvas| {
        let all = labels(canvas);
        let first = all.iter().position(|label| label.starts_with(" u8 i8 "));
        let first = first.expect("both cards stand");
        (first, all[first..].to_vec())
    };
    let mut canvas = Canvas::new(DATA, (200, 60));
    let at_start = below(&canvas);
    for at in 1..DATA.len() as u64 {
        canvas = canvas.at(at);
        assert_eq!(below(&canvas), at_start, "at {at}");
    }
}

#[test]
fn the_card_is_shown_at_every_size() {
    let mut canvas = card((80, 24), 3);
    for width in (27..=120).chain([197, 198, 250]) {
        for height in [6, 9, 12, 24, 40, 60] {
            canvas = canvas.resized((width, height));
            let (screen, area) = (canvas.screen(), canvas.screen().layout.inspector);
            assert!(screen.inspector.len() <= usize::from(area.height));
            let is_first = |line: &TonedLine| line.text().starts_with(" u8 i8 ");
            // The words above the two orders may be first.
            let shown = screen.inspector.iter().take(2).any(is_first);
            assert_eq!(
                shown || area.height == 1,
                area.height > 0,
                "{width}x{height}"
            );
        }
    }
}
