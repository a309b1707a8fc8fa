//! Two files side by side: equal bytes stand beside themselves.
//!
//! Invariant: what stands where is read off the cells of both pictures, by offsets alone, and what
//! is equal is known from how the second file was made of the first.

use std::collections::HashMap;

use crate::sessions::tab_seat::Seat;
use hexloupe::model::row::RowLevel;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::session::Opened;
use proptest::prelude::*;

/// Two files side by side, compared.
fn seat(first: &[u8], second: &[u8], (width, height): (u16, u16)) -> Seat {
    let mut seat = Seat::new(&Opened::memory("first", first.to_vec()), Vec::new());
    seat.resize(width, height);
    let other = Opened::memory("second", second.to_vec());
    let effects = seat.tabs.stand_beside(other);
    seat.keep(effects);
    compare(&mut seat);
    seat
}

/// Reads both files as UTF-8: a few bytes may look like text whose characters have other lengths, and then
/// rows stand beside the same text.
fn read_as_utf_8(seat: &mut Seat) {
    for _ in 0..2 {
        seat.press(": type:encoding_utf-8 Enter g t");
    }
    compare(seat);
}

fn compare(seat: &mut Seat) {
    for _ in 0..2 {
        seat.show();
        seat.finish("compare two files");
    }
}

/// The pictures of the left and of the right file.
pub(crate) fn pictures(seat: &mut Seat) -> [Box<Screen>; 2] {
    let shown = seat.show();
    let beside = shown.beside.expect("two files");
    let whole = |picture| match picture {
        Picture::Whole(screen) => screen,
        Picture::TooSmall(_) => panic!("too small"),
    };
    let (own, other) = (whole(shown.picture), whole(beside.picture));
    if beside.is_first {
        [other, own]
    } else {
        [own, other]
    }
}

/// The first column and row of the second file's part of the screen.
pub(crate) fn second_part(seat: &mut Seat) -> (u16, u16) {
    let beside = seat.show().beside.expect("two files");
    let [_, second] = beside.parts.parts;
    (second.x, second.y)
}

/// The line and the column of each byte of the hex pane, by its offset.
fn places(screen: &Screen, file: &[u8]) -> HashMap<u64, (u16, u16)> {
    let layout = &screen.layout;
    let pane = layout.panes[0];
    let mut all = HashMap::new();
    if file.is_empty() {
        return all;
    }
    for (number, row) in (layout.above..).zip(&screen.rows) {
        assert!(number < layout.rows, "a row below the screen");
        assert_eq!(row.address, row.offset, "the address of the first byte");
        for (offset, cell) in (row.offset..).zip(&row.cells) {
            assert_eq!(cell.byte, file[offset as usize]);
            let index = layout.grid.column(offset);
            let (x, _) = layout.cell(pane, index);
            let y = layout.line(pane, number, index).expect("a line");
            assert_eq!(
                layout.hit(x, y).map(|(_, row, at)| (row, at)),
                Some((number, index))
            );
            assert_eq!(all.insert(offset, (x, y)), None, "a byte twice");
        }
    }
    all
}

/// Goes to an offset.
fn go(seat: &mut Seat, offset: u64) {
    seat.press(&format!(": type:{offset} Enter"));
    assert_eq!(seat.cursor(), offset);
}

/// Where bytes of the first file are in the second, and the number of the equal run they are in.
type Pairs = HashMap<u64, (u64, u32)>;

/// Checks all cells of both pictures; `pairs` says where a byte of the first file is in the
/// second, with the number of the equal run that it is in.
fn check(seat: &mut Seat, [first, second]: [&[u8]; 2], pairs: &Pairs) {
    let cursors = cursors(seat);
    let [left, right] = pictures(seat);
    let [own, other] = [places(&left, first), places(&right, second)];
    assert_eq!(left.layout.grid.width(), right.layout.grid.width());
    let is_shown =
        |places: &HashMap<_, _>, at| places.contains_key(at) || (*at, places.len()) == (0, 0);
    assert!(is_shown(&own, &cursors[0]), "the cursor on the left");
    assert!(is_shown(&other, &cursors[1]), "the cursor on the right");
    // The keys are for one of them, whose cursor may be on bytes that the other has not.
    let (active, _) = seat.tabs.place();
    let here = pairs
        .iter()
        .find(|(offset, (twin, _))| [**offset, *twin][active] == cursors[active]);
    let Some((offset, (twin, run))) = here else {
        return;
    };
    assert_eq!([*offset, *twin], cursors, "the cursors");
    for (offset, (twin, number)) in pairs {
        let (here, there) = (own.get(offset), other.get(twin));
        if number == run {
            // Both are on the screen, or neither, and then where the other is.
            assert_eq!(here, there, "{offset} and {twin}");
        } else if here.is_some() && here == there {
            continue;
        }
        for (screen, place, at) in [(&left, here, offset), (&right, there, twin)] {
            let row = screen.rows.iter().find(|row| {
                let end = row.offset + row.cells.len() as u64;
                (row.offset..end).contains(at)
            });
            if let (Some(_), Some(row)) = (place, row)
                && here != there
            {
                assert_eq!(row.level, RowLevel::Shifted, "{offset} and {twin}");
            }
        }
    }
}

/// The cursors of the left file and of the right one.
pub(crate) fn cursors(seat: &mut Seat) -> [u64; 2] {
    seat.show();
    let all: Vec<_> = seat.tabs.sessions().collect();
    [0, 1].map(|at: usize| all[at].state().view.cursor.offset)
}

/// A change of a text: how many bytes stay, how many of the first are replaced, and by how many.
type Step = (u16, u8, u8);

/// Two files that are made of bytes that occur once, so that what is equal is known.
fn made(steps: &[Step]) -> ([Vec<u8>; 2], Pairs) {
    let mut dice = 0x2545_F491_4F6C_DD1D_u64;
    let mut byte = || {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice >> 32) as u8
    };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let mut pairs = HashMap::new();
    for (number, (stay, deleted, inserted)) in (0..).zip(steps) {
        for _ in 0..*stay {
            let byte = byte();
            pairs.insert(first.len() as u64, (second.len() as u64, number));
            first.push(byte);
            second.push(byte);
        }
        first.extend((0..*deleted).map(|_| byte() | 0x80));
        second.extend((0..*inserted).map(|_| byte() & 0x7F));
    }
    ([first, second], pairs)
}

/// What is equal, as the comparison has found it, which may be more than was left in place; every
/// pair is checked against the bytes.
fn found(seat: &Seat, [first, second]: [&[u8]; 2]) -> Pairs {
    let session = seat.tabs.sessions().next().expect("the first");
    let compared = session.facts().compared.clone().expect("a comparison");
    let runs = &compared.differences.runs;
    let mut pairs = HashMap::new();
    let (mut at, mut other) = (0, 0);
    let ends = [
        first.len() as u64..first.len() as u64,
        second.len() as u64..second.len() as u64,
    ];
    for (number, [own, its]) in (0..).zip(runs.iter().chain([&ends])) {
        assert_eq!(own.start - at, its.start - other);
        for offset in at..own.start {
            let twin = other + (offset - at);
            assert_eq!(first[offset as usize], second[twin as usize]);
            pairs.insert(offset, (twin, number));
        }
        (at, other) = (own.end, its.end);
    }
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]
    #[test]
    fn equal_bytes_around_the_cursor_stand_beside_themselves(
        steps in prop::collection::vec((0_u16..200, 0_u8..40, 0_u8..40), 1..8),
        width in 1_u16..18,
        screen in prop::sample::select(vec![(80, 12), (120, 24), (161, 40), (240, 60)]),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6),
    ) {
        let ([first, second], _) = made(&steps);
        let files = [&first[..], &second[..]];
        let mut seat = seat(&first, &second, screen);
        read_as_utf_8(&mut seat);
        seat.press(&format!(": type:width_{width} Enter"));
        let pairs = found(&seat, files);
        for (to, is_turned) in moves {
            if is_turned {
                seat.press("g t");
            }
            let (at, _) = seat.tabs.place();
            let len = files[at].len() as u64;
            if len > 0 {
                go(&mut seat, to.index(len as usize) as u64);
            }
            check(&mut seat, files, &pairs);
            for keys in ["j", "k k", "PgDn", "Ctrl-E", "PgUp", "0", "$", "G", "g g"] {
                seat.press(keys);
                check(&mut seat, files, &pairs);
            }
        }
    }
}

#[test]
fn what_was_left_in_place_is_found_and_every_phase_of_every_width_occurs() {
    for width in 1..=17 {
        for inserted in 0..width {
            let steps = [(0, 0, inserted), (300, 0, 0)];
            let ([first, second], pairs) = made(&steps);
            let files = [&first[..], &second[..]];
            let mut seat = seat(&first, &second, (161, 20));
            seat.press(&format!(": type:width_{width} Enter"));
            for at in [0, 1, 16, 150, 299] {
                go(&mut seat, at);
                check(&mut seat, files, &pairs);
                let [left, right] = pictures(&mut seat);
                assert_eq!(left.layout.grid.lead(), 0);
                let fits = left.layout.grid.width();
                let lead = (fits - u16::from(inserted) % fits) % fits;
                assert_eq!(right.layout.grid.lead(), lead);
            }
        }
    }
}

#[test]
fn moving_by_rows_there_and_back_is_as_in_a_view_that_stands_alone() {
    let ([first, second], _) = made(&[(100, 0, 3), (200, 5, 0), (200, 0, 0)]);
    let mut seat = seat(&first, &second, (120, 24));
    for turn in ["", "g t", "g T"] {
        seat.press(turn);
        for at in [0, 5, 99, 101, 104, 250] {
            go(&mut seat, at);
            let width = u64::from(pictures(&mut seat)[0].layout.grid.width());
            for row in 1..=12 {
                seat.press("j");
                assert_eq!(seat.cursor(), at + row * width);
            }
            for row in (0..12).rev() {
                seat.press("k");
                assert_eq!(seat.cursor(), at + row * width);
            }
        }
    }
}

#[test]
fn a_click_in_shifted_rows_is_on_the_byte_that_is_there() {
    let ([first, second], _) = made(&[(10, 5, 0), (400, 0, 0)]);
    let files = [first, second];
    let mut seat = seat(&files[0], &files[1], (120, 24));
    go(&mut seat, 200);
    let [_, right] = pictures(&mut seat);
    let all = places(&right, &files[1]);
    let (left, top) = second_part(&mut seat);
    for (offset, (x, y)) in all {
        seat.click(left + x, top + y);
        assert_eq!((seat.tabs.place().0, seat.cursor()), (1, offset));
        seat.press("g T");
        go(&mut seat, 200);
    }
    // A cell before the first byte is none.
    go(&mut seat, 16);
    let [_, right] = pictures(&mut seat);
    let layout = &right.layout;
    assert!(layout.grid.lead() > 0 && right.rows[0].offset == 0);
    let (x, _) = layout.cell(layout.panes[0], 0);
    let before = cursors(&mut seat)[1];
    seat.click(left + x, top + layout.body.y + layout.above);
    assert_eq!((seat.tabs.place().0, seat.cursor()), (1, before));
}

#[test]
fn rows_are_as_before_when_one_file_is_shown_again() {
    let ([first, second], _) = made(&[(3, 0, 5), (400, 0, 0)]);
    let mut seat = seat(&first, &second, (120, 24));
    go(&mut seat, 200);
    assert!(pictures(&mut seat)[1].layout.grid.lead() > 0);
    // The other one keeps its rows when the keys are for it, and the first stays where it is.
    seat.press("g t");
    let leads = pictures(&mut seat).map(|screen| screen.layout.grid.lead());
    assert_eq!(leads[0], 0);
    assert!(leads[1] > 0);
    seat.press("g b");
    let Picture::Whole(screen) = seat.show().picture else {
        panic!("too small");
    };
    assert_eq!((screen.layout.grid.lead(), screen.layout.above), (0, 0));
    assert!(screen.rows.iter().all(|row| row.level == RowLevel::Even));
    // On a narrow screen too.
    seat.press("g b");
    compare(&mut seat);
    seat.resize(60, 12);
    assert!(seat.show().beside.is_none());
    let Picture::Whole(screen) = seat.show().picture else {
        panic!("too small");
    };
    assert_eq!(screen.layout.grid.lead(), 0);
}

#[test]
fn a_text_in_two_sets_of_single_bytes_is_level() {
    let text = "Съешь ещё этих мягких французских булок, да выпей чаю. ".repeat(20);
    let encode = |label: &str, text: &str| {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        encoding.encode(text).0.into_owned()
    };
    let first = encode("windows-1251", &text);
    let second = encode("koi8-r", &format!("А вот: {text}"));
    let mut seat = seat(&first, &second, (120, 24));
    seat.press(": type:encoding_windows-1251 Enter g t : type:encoding_koi8-r Enter g T");
    compare(&mut seat);
    let pairs = (0..first.len() as u64)
        .map(|at| (at, (at + 7, 0)))
        .collect();
    go(&mut seat, 300);
    check(&mut seat, [&first, &second], &pairs);
}

#[test]
fn two_short_files_have_rows_of_the_same_width() {
    let ([first, second], _) = made(&[(0, 7, 34)]);
    let files = [&first[..], &second[..]];
    let mut seat = seat(&first, &second, (80, 12));
    read_as_utf_8(&mut seat);
    seat.press(": type:width_2 Enter");
    let pairs = found(&seat, files);
    go(&mut seat, 0);
    check(&mut seat, files, &pairs);
}
