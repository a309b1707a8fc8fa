//! What holds after any keys, for any bytes, at any size.
//!
//! Invariant: the cursor is inside the data and the viewport, the picture can be drawn,
//! and no text on it could control a terminal.

use super::seat::Seat;
use crate::play::invariants;
use hexloupe::codec::{Encoding, table};
use hexloupe::command::table::COMMANDS;
use hexloupe::model::state::CursorUnit;
use hexloupe::window::Peek as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Asserts all that must hold, whatever was pressed.
#[track_caller]
pub(crate) fn hold(seat: &mut Seat) {
    let picture = seat.driven.show();
    let size = seat.driven.session.size();
    invariants::state(seat.state(), size, seat.data().len());
    invariants::picture(&picture, seat.state(), size);
}

/// Incomplete characters, and bytes that are none.
const BROKEN: &[&[u8]] = &[
    b"\xE2\x82",
    b"\xC0\xAF",
    b"\x3D\xD8\x00\xDE",
    b"\xED\xA0\x80",
    b"\xF0\x9F",
];

/// Telling bytes and noise.
pub(crate) fn data() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => vec(any::<u8>(), 0..5),
        2 => "\\PC{0,6}".prop_map(String::into_bytes),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        1 => select(&[
            "👩\u{200D}💻", "🇫🇷🇩", "e\u{301}", "\r\n", "\u{FEFF}", "\u{202E}", "\0", "❤\u{FE0F}",
        ][..]).prop_map(|text| text.as_bytes().to_vec()),
        1 => select(BROKEN).prop_map(<[u8]>::to_vec),
    ];
    vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

pub(crate) fn encodings() -> impl Strategy<Value = &'static Encoding> {
    let named = ["windows-1251", "koi8-r", "ascii"];
    let rows: Vec<_> = table::all()
        .filter(|row| row.unit > 1 || row.id == "utf-8" || named.contains(&row.id))
        .collect();
    select(rows)
}

/// What is typed, pasted and pressed besides the keys of commands.
#[rustfmt::skip]
const OTHER: &[&str] = &[
        "Enter",
        "Esc",
        "Backspace",
        "Delete",
        "Up",
        "Down",
        "Ctrl-W",
        "a",
        "m q",
        "' q",
        "\u{202E}",
        "m \u{202E}",
        "\u{301}",
        "о",
        "type:0x7",
        "type:line_2",
        "type:1251",
        "paste:a\u{1B}b\u{202E}c",
        "e type:16 Down Enter",
        "d j j l Enter",
        "d G w",
        "e type:32 Enter",
        "e type:1251 Enter",
        "z e type:utf-16 Enter",
        "z e type:koi8-r Enter",
        "v l l l z e type:gb18030 Enter",
        "z h",
        "z c",
        "/ type:a",
        "/ type:x:8? Enter",
        "/ type:r:[ Enter",
    ];

/// A word of keys: keys of the table and others, and input of the mouse.
fn words() -> impl Strategy<Value = String> {
    let keys: Vec<&str> = COMMANDS
        .iter()
        .flat_map(|command| command.keys)
        .copied()
        .collect();
    prop_oneof![
        6 => select(keys).prop_map(|key| key.replace("letter", "q")),
        2 => select(OTHER).prop_map(str::to_owned),
        2 => (1u32..200).prop_map(|count| {
            let digits: Vec<_> = count.to_string().chars().map(String::from).collect();
            digits.join(" ")
        }),
        1 => (1u16..220, 1u16..70).prop_map(|(width, height)| format!("size:{width}x{height}")),
        1 => (0u16..120, 0u16..30).prop_map(|(x, y)| format!("click:{x},{y}")),
        1 => (0u16..120, 0u16..30).prop_map(|(x, y)| format!("drag:{x},{y}")),
        1 => (0u16..120, 0u16..30).prop_map(|(x, y)| format!("double:{x},{y}")),
        1 => (-40i32..40).prop_map(|rows| format!("wheel:{rows}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_picture_holds_after_any_keys(
        data in data(),
        encoding in encodings(),
        size in (1u16..220, 1u16..70),
        keys in vec(words(), 0..24),
    ) {
        let mut seat = Seat::new(data, encoding, 0);
        seat.one(&format!("size:{}x{}", size.0, size.1));
        for word in keys {
            seat.play(&word);
        }
    }

    #[test]
    fn right_and_left_by_the_same_unit_return(
        data in data(),
        encoding in encodings(),
        phase in 0u8..4,
        unit in select(&CursorUnit::ALL[..]),
        from in 0usize..60,
        steps in 1usize..9,
    ) {
        let mut seat = Seat::new(data, encoding, phase);
        seat.set(|state, _| state.view.unit = unit);
        let place = |seat: &Seat| (seat.state().view.cursor.offset, seat.state().view.cursor.bit);
        // Steps from the start reach only boundaries.
        (0..from).for_each(|_| seat.one("l"));
        let boundary = place(&seat);
        let mut moved = 0;
        for _ in 0..steps {
            let before = place(&seat);
            seat.one("l");
            prop_assert!(place(&seat) >= before);
            moved += usize::from(place(&seat) > before);
        }
        (0..moved).for_each(|_| seat.one("h"));
        prop_assert_eq!(place(&seat), boundary);
    }

    #[test]
    fn units_encodings_and_looks_never_move_the_cursor(
        data in data(),
        encoding in encodings(),
        at in 0u64..300,
        bit in 0u8..8,
        keys in vec(select(&[
            "s", "S", "E", "i", "o", "Tab", "Shift-Tab", "+", "-", "=", "3 =", "z h", "z b", "z c", "z z",
            "e type:16 Enter", "e type:utf-8 Enter", "e type:koi Down Enter", "v", "size:40x12", "size:1x1", "size:200x60",
        ][..]), 1..12),
    ) {
        let mut seat = Seat::new(data, encoding, 0);
        let at = at.min(seat.data().len().saturating_sub(1));
        let bit = if seat.data().is_empty() { 0 } else { bit };
        seat.set(|state, _| (state.view.cursor.offset, state.view.cursor.bit) = (at, bit));
        let before = (at, bit);
        for word in keys {
            word.split(' ').for_each(|word| seat.one(word));
            let after = (seat.state().view.cursor.offset, seat.state().view.cursor.bit);
            prop_assert_eq!(after, before, "{}", word);
        }
    }
}
