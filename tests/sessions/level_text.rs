//! Two files side by side whose characters have different lengths: the same text stands in the
//! same row.
//!
//! Invariant: where characters begin is known from encoding them one by one, and which of them
//! stand in a row is read off the cells of both pictures, by offsets alone.

use std::collections::HashMap;

use crate::sessions::level::{cursors, pictures, second_part};
use crate::sessions::tab_seat::Seat;
use hexloupe::model::row::RowLevel;
use hexloupe::model::screen::Screen;
use hexloupe::session::Opened;
use proptest::prelude::*;

/// A text in an encoding.
struct Written {
    label: &'static str,
    bytes: Vec<u8>,
    /// Where each character begins.
    starts: Vec<u64>,
    chars: Vec<char>,
}

/// Characters of all lengths in UTF-8, UTF-16 and GB 18030.
const LETTERS: [char; 12] = [
    'a', 'b', 'c', '\n', ' ', 'é', 'ö', 'я', 'ж', '中', '文', '😀',
];
/// Encodings, each with other lengths.
const LABELS: [&str; 4] = ["utf-8", "utf-16be", "utf-32le", "gb18030"];

fn encoded(label: &str, c: char) -> Vec<u8> {
    let units = || c.encode_utf16(&mut [0; 2]).to_vec();
    match label {
        "utf-8" => c.to_string().into_bytes(),
        "utf-16le" => units().into_iter().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => units().into_iter().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => u32::from(c).to_le_bytes().to_vec(),
        "utf-32be" => u32::from(c).to_be_bytes().to_vec(),
        _ => {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
            encoding.encode(&c.to_string()).0.into_owned()
        }
    }
}

fn written(label: &'static str, has_mark: bool, chars: &[char]) -> Written {
    let mut bytes = Vec::new();
    if has_mark {
        bytes.extend(encoded(label, '\u{FEFF}'));
    }
    let starts = chars.iter().map(|c| {
        let start = bytes.len() as u64;
        bytes.extend(encoded(label, *c));
        start
    });
    let starts = starts.collect();
    Written {
        label,
        bytes,
        starts,
        chars: chars.to_vec(),
    }
}

/// Both files side by side, read as they are written, compared.
fn seat(files: &[Written; 2], (width, height): (u16, u16)) -> Seat {
    let [first, second] = files;
    let mut seat = Seat::new(&Opened::memory("first", first.bytes.clone()), Vec::new());
    seat.resize(width, height);
    let other = Opened::memory("second", second.bytes.clone());
    let effects = seat.tabs.stand_beside(other);
    seat.keep(effects);
    seat.press(&format!(": type:encoding_{} Enter", first.label));
    seat.press(&format!("g t : type:encoding_{} Enter g T", second.label));
    for _ in 0..2 {
        seat.show();
        seat.finish("compare two files");
    }
    seat
}

/// The row of the screen of each byte, and how the row stands.
fn rows(screen: &Screen, file: &Written) -> HashMap<u64, (u16, RowLevel)> {
    let layout = &screen.layout;
    let pane = layout.panes[0];
    let mut all = HashMap::new();
    for (number, row) in (layout.above..).zip(&screen.rows) {
        assert!(number < layout.rows, "a row below the screen");
        assert!(row.cells.len() <= usize::from(layout.grid.width()));
        for (offset, cell) in (row.offset..).zip(&row.cells) {
            assert_eq!(cell.byte, file.bytes[offset as usize]);
            // A click there is on that byte.
            let index = layout.grid.column(offset);
            let (x, _) = layout.cell(pane, index);
            let y = layout.line(pane, number, index).expect("a line");
            let hit = layout.hit(x, y).map(|(_, row, at)| (row, at));
            assert_eq!(hit, Some((number, index)));
            assert_eq!(
                all.insert(offset, (number, row.level)),
                None,
                "a byte twice"
            );
        }
    }
    all
}

/// The characters that are equal, by their numbers, as the comparison has found them; all are
/// checked.
fn equal(seat: &Seat, files: &[Written; 2]) -> Vec<[usize; 2]> {
    let session = seat.tabs.sessions().next().expect("the first");
    let compared = session.facts().compared.clone().expect("a comparison");
    let number = |side: usize, offset: u64| {
        let starts = &files[side].starts;
        let number = starts.partition_point(|start| *start < offset);
        let end = files[side].bytes.len() as u64;
        assert_eq!(
            starts.get(number).copied().unwrap_or(end),
            offset,
            "a whole character"
        );
        number
    };
    let mut pairs = Vec::new();
    let (mut at, mut other) = (0, 0);
    let ends = [0, 1].map(|side: usize| files[side].bytes.len() as u64);
    let end = ends.map(|end| end..end);
    for run in compared.differences.runs.iter().chain([&end]) {
        let until = [number(0, run[0].start), number(1, run[1].start)];
        assert_eq!(until[0] - at, until[1] - other);
        pairs.extend((at..until[0]).zip(other..until[1]).map(|(a, b)| [a, b]));
        (at, other) = (number(0, run[0].end), number(1, run[1].end));
    }
    for [a, b] in &pairs {
        assert_eq!(files[0].chars[*a], files[1].chars[*b]);
    }
    pairs
}

/// Whether the cursors of both are on the screen.
#[track_caller]
fn stand(files: &[Written; 2], rows: &[HashMap<u64, (u16, RowLevel)>; 2], cursors: [u64; 2]) {
    for side in 0..2 {
        let is_shown = rows[side].contains_key(&cursors[side]) || files[side].bytes.is_empty();
        assert!(is_shown, "the cursor of {side}");
    }
}

/// Checks both pictures; returns whether a row is shifted.
fn check(seat: &mut Seat, files: &[Written; 2], pairs: &[[usize; 2]]) -> bool {
    let [left, right] = pictures(seat);
    let all = [rows(&left, &files[0]), rows(&right, &files[1])];
    let screens = [&left, &right];
    let cursors = cursors(seat);
    let (active, _) = seat.tabs.place();
    stand(files, &all, cursors);
    // The one that the keys are for has even rows.
    let grid = &screens[active].layout.grid;
    for row in &screens[active].rows {
        assert_eq!(row.offset % u64::from(grid.width()), 0);
    }
    for pair in pairs {
        let begins = [0, 1].map(|side: usize| files[side].starts[pair[side]]);
        let places = [0, 1].map(|side: usize| all[side].get(&begins[side]).copied());
        let is_here = |side: usize| {
            let ends = files[side].starts.get(pair[side] + 1).copied();
            (begins[side]..ends.unwrap_or(u64::MAX)).contains(&cursors[side])
        };
        assert!(
            !is_here(active) || is_here(1 - active),
            "the twin of the cursor: {cursors:?}, {begins:?}"
        );
        for side in 0..2 {
            let Some((row, level)) = places[side] else {
                continue;
            };
            let is_level = places[1 - side].is_some_and(|(other, _)| other == row);
            let has_row = row < screens[1 - side].layout.rows;
            assert!(
                is_level || level == RowLevel::Shifted || !has_row,
                "{pair:?} of {side} at {begins:?}: {places:?}"
            );
        }
    }
    { screens.iter() }.any(|screen| screen.rows.iter().any(|row| row.level == RowLevel::Shifted))
}

/// A change of a text: characters that stay, that are replaced, and by which.
type Step = (Vec<usize>, Vec<usize>, Vec<usize>);

fn letters(len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..LETTERS.len(), len)
}

fn made(steps: &[Step]) -> [Vec<char>; 2] {
    let mut both = [Vec::new(), Vec::new()];
    for (stay, deleted, inserted) in steps {
        let all = |numbers: &[usize]| numbers.iter().map(|at| LETTERS[*at]).collect::<Vec<_>>();
        both[0].extend([all(stay), all(deleted)].concat());
        both[1].extend([all(stay), all(inserted)].concat());
    }
    both
}

/// Keys that move the screen.
const MOVES: [&str; 10] = [
    "j", "k k", "PgDn", "Ctrl-E", "Ctrl-Y", "PgUp", "0", "$", "G", "g g",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn the_same_text_stands_in_the_same_row(
        steps in prop::collection::vec((letters(0..120), letters(0..12), letters(0..12)), 1..6),
        labels in prop::sample::subsequence(&LABELS[..], 2).prop_shuffle(),
        marks in any::<[bool; 2]>(),
        screen in prop::sample::select(vec![(80, 12), (120, 24), (161, 40), (240, 60)]),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..4),
    ) {
        let texts = made(&steps);
        let has_mark = |at: usize| marks[at] && labels[at].starts_with("utf");
        let files = [0, 1].map(|at: usize| written(labels[at], has_mark(at), &texts[at]));
        let mut seat = seat(&files, screen);
        let pairs = equal(&seat, &files);
        for (to, is_turned) in moves {
            if is_turned {
                seat.press("g t");
            }
            let (at, _) = seat.tabs.place();
            let len = files[at].bytes.len();
            if len > 0 {
                seat.press(&format!(": type:{} Enter", to.index(len)));
            }
            check(&mut seat, &files, &pairs);
            for keys in MOVES {
                seat.press(keys);
                check(&mut seat, &files, &pairs);
            }
        }
    }
}

/// Keys that change how a screen is divided, how a file is read, and which one is shown.
const OTHERS: [&str; 14] = [
    "g t",
    "n",
    "N",
    "i",
    "|",
    "=",
    "Tab",
    "v l l Esc",
    "g b g b",
    "l",
    "h",
    ": type:width_3 Enter",
    ": type:encoding_utf-16le Enter",
    ": type:encoding_koi8-r Enter",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn both_cursors_are_on_the_screen_whatever_is_pressed(
        steps in prop::collection::vec((letters(0..60), letters(0..90), letters(0..90)), 1..4),
        labels in prop::sample::subsequence(&LABELS[..], 2).prop_shuffle(),
        keys in prop::collection::vec(prop::sample::select([&MOVES[..], &OTHERS].concat()), 1..24),
        sizes in prop::collection::vec((73_u16..250, 8_u16..60), 1..4),
    ) {
        let texts = made(&steps);
        let files = [0, 1].map(|at: usize| written(labels[at], at == 1, &texts[at]));
        let mut seat = seat(&files, (120, 24));
        for (number, keys) in keys.iter().enumerate() {
            if number % 8 == 7 {
                let (width, height) = sizes[number / 8 % sizes.len()];
                seat.resize(width, height);
            }
            seat.press(keys);
            let [left, right] = pictures(&mut seat);
            let all = [rows(&left, &files[0]), rows(&right, &files[1])];
            stand(&files, &all, cursors(&mut seat));
            for _ in 0..2 {
                seat.show();
                seat.finish("compare two files");
            }
        }
    }
}

#[test]
fn a_text_that_differs_nowhere_has_no_row_that_is_shifted() {
    // As UTF-8 not longer than as UTF-16; no character of four bytes, of which a row may have the
    // first; and one with them.
    let [short, middle, all] = ["Hello, мир! é\n", "Hello, мир! 中文\n", "a 😀, и 中😀\n"];
    for (text, first, second) in [
        (middle, "utf-8", "utf-16le"),
        (short, "utf-16le", "utf-8"),
        (all, "utf-8", "utf-32le"),
        (all, "utf-16be", "utf-32le"),
        (all, "utf-32le", "utf-8"),
        (all, "utf-32le", "utf-16be"),
    ] {
        let text: Vec<char> = text.repeat(60).chars().collect();
        for marks in [[false, false], [true, false], [false, true], [true, true]] {
            let files = [
                written(first, marks[0], &text),
                written(second, marks[1], &text),
            ];
            let mut seat = seat(&files, (120, 24));
            let pairs = equal(&seat, &files);
            assert_eq!(pairs.len(), text.len());
            for keys in MOVES {
                seat.press(keys);
                // Of a character whose first byte is above the screen the other one has all.
                let is_whole = files[0].starts.contains(&seat.cursor());
                assert!(
                    !check(&mut seat, &files, &pairs) || !is_whole,
                    "{first} {second} {marks:?} {keys}"
                );
            }
        }
    }
}

#[test]
fn a_passage_that_is_read_otherwise_moves_nothing_in_the_other_file() {
    let text: Vec<char> = "naïve Привет, мир!\n".repeat(30).chars().collect();
    let files = [
        written("utf-8", false, &text),
        written("utf-16le", false, &text),
    ];
    let mut seat = seat(&files, (120, 24));
    let pairs = equal(&seat, &files);
    seat.press(": type:2 Enter v l z e type:windows-1252 Enter");
    for at in [2, 3, 4, 12, 40, 300] {
        seat.press(&format!(": type:{at} Enter"));
        assert!(!check(&mut seat, &files, &pairs), "{at}");
    }
}

#[test]
fn a_double_click_in_the_other_file_selects_the_character_that_is_there() {
    let text: Vec<char> = "Привет, мир!\n".repeat(30).chars().collect();
    let more: Vec<char> = "more".repeat(20).chars().collect();
    let files = [
        written("utf-8", false, &[&more[..], &text].concat()),
        written("utf-16le", true, &text),
    ];
    let mut seat = seat(&files, (200, 24));
    for at in [0, 60, 80, 200] {
        seat.press(&format!(": type:{at} Enter"));
        let [_, right] = pictures(&mut seat);
        let row = right.rows.iter().position(|row| !row.cells.is_empty());
        let number = row.expect("bytes") + 1;
        let row = &right.rows[number];
        let (x, _) = right.layout.cell(right.layout.panes[0], 2);
        let y = right.layout.body.y + right.layout.above + number as u16;
        let here = row.offset + 2;
        let (left, top) = second_part(&mut seat);
        seat.double_click(left + x, top + y);
        assert_eq!(cursors(&mut seat)[1], here, "{at}");
        let view = &seat.tabs.shown().state().view;
        assert_eq!(view.anchor, Some(here + 1), "{at}");
        seat.press("Esc g T");
    }
}

#[test]
fn beside_an_empty_file_the_other_one_is_shown_from_its_front_and_no_row_is_shifted() {
    let text: Vec<char> = "Привет, мир!\n".repeat(30).chars().collect();
    for label in ["utf-8", "utf-16le"] {
        let files = [written("utf-8", false, &[]), written(label, false, &text)];
        let mut seat = seat(&files, (120, 24));
        for keys in ["", "g t", "G", "g g", "j"] {
            seat.press(keys);
            assert!(!check(&mut seat, &files, &[]), "{label} {keys}");
        }
        seat.press("g g g t");
        assert_eq!(pictures(&mut seat)[1].rows[0].offset, 0, "{label}");
        assert_eq!(cursors(&mut seat), [0, 0], "{label}");
    }
}

#[test]
fn what_only_one_file_has_stands_beside_empty_rows() {
    let before: Vec<char> = "Привет, мир!\n".repeat(8).chars().collect();
    let more: Vec<char> = "added line\n".repeat(3).chars().collect();
    let longer = [&before[..], &more, &before].concat();
    let shorter = [&before[..], &before].concat();
    let files = [
        written("utf-8", false, &longer),
        written("utf-16le", true, &shorter),
    ];
    let mut seat = seat(&files, (200, 60));
    let pairs = equal(&seat, &files);
    seat.press(": type:width_8 Enter");
    check(&mut seat, &files, &pairs);
    seat.press("n");
    assert!(!check(&mut seat, &files, &pairs), "all rows are level");
    let [left, right] = pictures(&mut seat);
    let rows = |screen: &Screen| -> Vec<usize> {
        let empty = std::iter::repeat_n(0, screen.layout.above.into());
        empty
            .chain(screen.rows.iter().map(|row| row.cells.len()))
            .collect()
    };
    let here = seat.cursor();
    let first = left
        .rows
        .iter()
        .position(|row| row.offset + 4 > here)
        .expect("a row");
    let first = first + usize::from(left.layout.above);
    // 33 bytes in rows of four: at least seven are of nothing else.
    assert_eq!(rows(&right)[first + 1..first + 8], [0; 7]);
    assert!(rows(&right)[first + 9] > 0);
    // An empty row has no offset, and a click there does nothing.
    let y = right.layout.body.y + first as u16 + 2;
    let (left, top) = second_part(&mut seat);
    seat.click(left + 12, top + y);
    assert_eq!(
        (seat.tabs.place().0, pictures(&mut seat)[1].rows.len()),
        (1, right.rows.len())
    );
}
