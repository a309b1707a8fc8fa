//! What may never reach a cell, whatever the file holds.
//!
//! Invariant: the hex and bits columns hold their own few signs, and no cell
//! holds a code point that could drive, reorder or hide.

use super::canvas::Canvas;
use hexloupe::codec::{Encoding, table};
use hexloupe::model::state::Pane;
use hexloupe::unicode::glyph;
use icu_properties::props::{
    BidiControl, DefaultIgnorableCodePoint, GeneralCategory as Gc, VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Whether a code point has no business in a cell, by the database.
fn is_forbidden(c: char) -> bool {
    let category = CodePointMapData::<Gc>::new().get(c);
    matches!(
        category,
        Gc::Control
            | Gc::Format
            | Gc::Surrogate
            | Gc::PrivateUse
            | Gc::Unassigned
            | Gc::LineSeparator
            | Gc::ParagraphSeparator
    ) || (category == Gc::SpaceSeparator && c != ' ')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<BidiControl>().contains(c)
        || CodePointSetData::new::<VariationSelector>().contains(c)
}

/// What joins visible characters, in the headline of the inspector.
fn joins(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}

#[track_caller]
fn hold(canvas: &Canvas) {
    let (buffer, screen) = (canvas.buffer(), canvas.screen());
    let layout = &screen.layout;
    let area = layout.inspector;
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            let headline = y == area.y && x >= area.x && area.height > 0;
            let bad = symbol
                .chars()
                .find(|&c| is_forbidden(c) && !(headline && joins(c)));
            assert_eq!(bad, None, "{symbol:?} at {x},{y}");
            assert!(glyph::columns(symbol) <= 4);
        }
    }
    if screen.panel.is_some() {
        return;
    }
    for pane in layout.panes.iter().filter(|pane| pane.pane != Pane::Points) {
        let (last, width) = layout.cell(*pane, layout.width - 1);
        for y in layout.body.y..layout.body.y + layout.rows {
            for x in pane.x..=last + width {
                let symbol = buffer[(x, y)].symbol();
                let own = "0123456789ABCDEF?![]‹›<> ".contains(symbol);
                assert!(own, "{symbol:?} at {x},{y} in {:?}", pane.pane);
            }
        }
    }
}

/// Noise, and all that is hard to draw.
fn data() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => vec(any::<u8>(), 0..8),
        3 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        2 => select(HARD).prop_map(|text| text.as_bytes().to_vec()),
        1 => select(HARD).prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[rustfmt::skip]
const HARD: &[&str] = &[
    "\u{1B}[31m", "\u{9B}31m", "\0", "\u{7F}", "\u{85}", "\u{AD}", "\u{200B}", "\u{202E}", "\u{2066}",
    "\u{2028}", "\u{FEFF}", "\u{E0041}", "\u{FE0F}", "\u{E0100}", "\u{3164}", "\u{E000}", "\u{FFFF}",
    "\u{301}", "e\u{301}\u{302}\u{303}", "👩\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "🇫🇷", "👍\u{1F3FD}", "中", "한", "\u{1112}\u{1161}",
    "שלום", "\r\n", "é", "a",
];

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
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_cell_holds_what_could_drive_the_terminal(
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
