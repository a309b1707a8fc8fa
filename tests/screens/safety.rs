//! What may never reach a cell or the terminal, whatever the file holds.
//!
//! Invariant: the hex and bits columns hold only their own few signs, no cell holds a code
//! point that could control the terminal, reorder or hide, and the backend adds only
//! control sequences of its list (`common/output.rs`).

use super::canvas::Canvas;
use crate::play::choice::HARD;
use crate::play::stage::{Stage, TABLES};
use hexloupe::codec::{Encoding, table};
use hexloupe::model::state::Pane;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use ratatui::layout::Rect;

#[track_caller]
fn hold(canvas: &Canvas) {
    let (buffer, screen) = (canvas.buffer(), canvas.screen());
    let layout = &screen.layout;
    // Checks the cells, and the bytes that the backend sends for them.
    let Rect { width, height, .. } = buffer.area;
    Stage::new(&TABLES[..1], width, height).show(&canvas.picture(), screen.look);
    if screen.panel.is_some() {
        return;
    }
    for pane in layout.panes.iter().filter(|pane| pane.pane != Pane::Points) {
        let (last, width) = layout.cell(*pane, pane.per_line - 1);
        let places =
            (0..layout.rows).flat_map(|row| (0..layout.grid.width()).map(move |at| (row, at)));
        // A long message stands over the last rows.
        let end = height - 1 - screen.message.len() as u16;
        let lines = places.filter_map(|(row, at)| layout.line(*pane, row, at));
        for y in lines.filter(|y| *y < end) {
            for x in pane.x..=last + width {
                let symbol = buffer[(x, y)].symbol();
                let own = "0123456789ABCDEF_?![]‹›<> ".contains(symbol);
                assert!(own, "{symbol:?} at {x},{y} in {:?}", pane.pane);
            }
        }
    }
}

/// Random bytes, and text that is hard to draw.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => vec(any::<u8>(), 0..8),
        3 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        2 => select(HARD).prop_map(|text| text.as_bytes().to_vec()),
        1 => select(HARD).prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn encodings() -> impl Strategy<Value = &'static Encoding> {
    select(table::all().collect::<Vec<_>>())
}

const KEYS: &[&str] = &[
    "",
    "?",
    "? G",
    "e",
    "e type:16",
    ": type:\u{202E}é",
    "v j",
    "\u{202E}",
    "z",
    "i",
    "o",
    "z h",
    "z c z h",
    "S",
    "3 =",
    "|",
    "| |",
    "=",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_a_cell_nor_a_frame_holds_what_could_drive_the_terminal(
        data in data(),
        encoding in encodings(),
        size in (27u16..220, 6u16..50),
        at in 0u64..200,
        keys in select(KEYS),
        ascii in any::<bool>(),
        mono in any::<bool>(),
    ) {
        let at = at.min(data.len().saturating_sub(1) as u64);
        let mut canvas = Canvas::new(&data, size).read_as(encoding);
        if ascii {
            canvas = canvas.ascii();
        }
        if mono {
            canvas = canvas.mono();
        }
        hold(&canvas.at(at).keys(keys));
    }
}
