//! Two files side by side: what differs is marked in both, and the cursor of one is where that of
//! the other is.
//!
//! Invariant: where the cursor of the other is, a naive walk from both fronts finds it too.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::sessions::tab_seat::Seat;
use hexloupe::model::alignment::Alignment;
use hexloupe::model::compared::{ComparisonProgress, CursorCertainty};
use hexloupe::model::pair::PairPlacement;
use hexloupe::model::screen::Picture;
use hexloupe::session::tabs::{Tabs, WaitingFiles};
use hexloupe::session::{Opened, SessionStart};
use hexloupe::source::Source;
use hexloupe::window::Peek as _;

/// Two files side by side, compared.
fn seat(first: &[u8], second: &[u8]) -> Seat {
    let mut seat = Seat::new(&Opened::memory("first", first.to_vec()), Vec::new());
    seat.resize(120, 24);
    let other = Opened::memory("second", second.to_vec());
    let effects = seat.tabs.stand_beside(other);
    seat.keep(effects);
    compare(&mut seat);
    seat
}

/// Runs the comparison, which begins when it is known how both files are read.
fn compare(seat: &mut Seat) {
    for _ in 0..2 {
        seat.show();
        seat.finish("compare two files");
    }
}

/// Where the cursor of the other file is.
fn beside(seat: &mut Seat) -> u64 {
    let shown = seat.show();
    assert!(shown.beside.is_some_and(|other| !other.is_first));
    let (at, _) = seat.tabs.place();
    seat.press("g t");
    let cursor = seat.cursor();
    seat.press("g T");
    assert_eq!(seat.tabs.place().0, at);
    cursor
}

#[test]
fn a_byte_that_is_inserted_in_front_moves_all_behind_it() {
    let bytes: Vec<u8> = (0..2000_u32).flat_map(u32::to_be_bytes).collect();
    let longer = [&b"!"[..], &bytes].concat();
    let mut seat = seat(&bytes, &longer);
    assert_eq!(seat.said(), "1 difference; n goes to the next");
    for at in [0, 1, 15, 16, 17, 500, 4000, 7999] {
        seat.press(&format!(": type:{at} Enter"));
        assert_eq!(seat.cursor(), at);
        assert_eq!(beside(&mut seat), at + 1, "{at}");
    }
    // From the longer one back.
    seat.press("g t : type:0 Enter");
    seat.show();
    seat.press("g T");
    assert_eq!(seat.cursor(), 0);
}

#[test]
fn a_file_that_is_named_is_opened_beside_this_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("second");
    fs::write(&path, b"abd").expect("a file");
    let mut seat = Seat::new(&Opened::memory("first", &b"abc"[..]), Vec::new());
    seat.resize(120, 24);
    let path = path.to_str().expect("UTF-8");
    seat.press(&format!(": type:diff_{path} Enter"));
    seat.finish("open");
    assert_eq!(seat.tabs.place(), (0, 2));
    assert!(seat.show().beside.is_some());
    compare(&mut seat);
    let compared = seat.tabs.shown().facts().compared.clone();
    let runs = compared.expect("a comparison").differences.runs.clone();
    assert_eq!(runs, [[2..3, 2..3]]);
}

#[test]
fn a_file_that_waits_in_a_tab_is_opened_when_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("second");
    fs::write(&path, b"abd").expect("a file");
    let mut seat = Seat::new(&Opened::memory("first", &b"abc"[..]), vec![path.clone()]);
    seat.resize(120, 24);
    let path = path.to_str().expect("UTF-8");
    seat.press(&format!(": type:diff_{path} Enter"));
    for _ in 0..2 {
        seat.finish("open");
    }
    assert_eq!(seat.tabs.place(), (0, 2));
    assert_eq!(seat.tabs.sessions().count(), 2);
    compare(&mut seat);
    let compared = seat.tabs.shown().facts().compared.clone();
    let runs = compared.expect("a comparison").differences.runs.clone();
    assert_eq!(runs, [[2..3, 2..3]]);
}

#[test]
fn nothing_is_compared_with_a_file_that_cannot_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let waiting = WaitingFiles {
        files: vec![folder.path().join("missing")],
        is_side_by_side: true,
    };
    let first = Opened::memory("first", &b"abc"[..]);
    let (tabs, effects) = Tabs::new(&first, SessionStart::default(), waiting);
    let mut seat = Seat {
        tabs,
        jobs: Vec::new(),
        has_quit: false,
    };
    seat.keep(effects);
    seat.resize(120, 24);
    // The guess and the scan of the tab that has no data must not be taken for those of a file.
    for name in ["open", "guess the encoding", "scan", "compare two files"] {
        seat.finish(name);
    }
    let compared = &seat.tabs.shown().facts().compared;
    assert!(compared.is_none(), "{compared:?}");
    let others = seat
        .tabs
        .sessions()
        .map(|one| one.state().view.name.as_str());
    assert_eq!(others.collect::<Vec<_>>(), ["first"]);
}

#[test]
fn differences_are_gone_through_and_wrap() {
    let mut seat = seat(b"abcXXdefghijkl", b"abcdeYfghijkl!");
    let compared = seat
        .tabs
        .shown()
        .facts()
        .compared
        .clone()
        .expect("a comparison");
    let runs: Vec<_> = compared.differences.runs.clone();
    assert_eq!(compared.differences.progress, ComparisonProgress::Done);
    assert_eq!(runs, [[3..5, 3..3], [7..7, 5..6], [14..14, 13..14]]);
    // The message has the count, and the status line does not repeat it.
    assert_eq!(seat.said(), "3 differences; n goes to the next");
    let Picture::Whole(screen) = seat.show().picture else {
        panic!("the screen is too small")
    };
    assert_eq!(screen.status.text().matches("3 differences").count(), 1);
    seat.press("n");
    assert_eq!(
        (seat.cursor(), seat.said()),
        (3, "2 bytes missing in the other file")
    );
    seat.press("n");
    assert_eq!(
        (seat.cursor(), seat.said()),
        (7, "the other file has 1 byte more here")
    );
    seat.press("N");
    assert_eq!(seat.cursor(), 3);
    seat.press("N N");
    assert_eq!(seat.cursor(), 7);
    // What is looked for comes first; the differences have keys of their own.
    seat.press("/ type:abc Enter");
    seat.finish("next match");
    seat.press("g c");
    assert_eq!(seat.cursor(), 3);
}

#[test]
fn the_end_of_a_comparison_is_not_said_over_what_a_key_has_said() {
    let mut seat = Seat::new(&Opened::memory("first", b"abXcdY".to_vec()), Vec::new());
    seat.resize(200, 40);
    let other = Opened::memory("second", b"abcdZ".to_vec());
    let effects = seat.tabs.stand_beside(other);
    seat.keep(effects);
    seat.show();
    seat.finish_after("compare two files", "n");
    assert_eq!(seat.said(), "1 byte missing in the other file");
}

#[test]
fn one_text_in_two_encodings_differs_nowhere() {
    let text = "Привет, 世界 😀! \n".repeat(50);
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    let wide: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    let mut seat = seat(text.as_bytes(), &wide);
    assert_eq!(seat.said(), "no difference");
    // Each character stands beside itself.
    for (number, (at, _)) in text.char_indices().enumerate().step_by(37) {
        seat.press(&format!(": type:{at} Enter"));
        let units: usize = text.chars().take(number).map(char::len_utf16).sum();
        assert_eq!(beside(&mut seat), 2 + 2 * units as u64, "{number}");
    }
}

#[test]
fn equal_files_empty_ones_and_one_file_twice_are_no_trouble() {
    for (first, second, said) in [
        (&b"abc"[..], &b"abc"[..], "no difference"),
        (b"", b"", "no difference"),
        (b"", b"abc", "1 difference; n goes to the next"),
        (b"abc", b"", "1 difference; n goes to the next"),
    ] {
        let mut seat = seat(first, second);
        assert_eq!(seat.said(), said);
        seat.press("n N l h G g g");
        // One of them again, and both again.
        seat.press("g b");
        assert!(seat.show().beside.is_none());
        assert!(seat.tabs.shown().facts().compared.is_none());
        seat.press("g b");
        compare(&mut seat);
        assert!(seat.show().beside.is_some());
        seat.press("g t : type:close Enter");
        assert!(seat.show().beside.is_none());
        assert!(seat.tabs.shown().facts().compared.is_none());
    }
}

#[test]
fn where_there_is_no_room_for_both_one_is_shown() {
    let mut seat = seat(b"abc", b"abd");
    for (width, both) in [
        (40, false),
        (72, false),
        (73, true),
        (80, true),
        (200, true),
    ] {
        seat.resize(width, 12);
        assert_eq!(seat.show().beside.is_some(), both, "{width}");
    }
}

#[test]
fn on_a_screen_too_narrow_for_16_bytes_each_one_stands_above_the_other() {
    let bytes: Vec<u8> = (0..=255).cycle().take(4000).collect();
    let mut seat = seat(&bytes, &bytes[1..]);
    for (width, height, place) in [
        (80, 24, PairPlacement::Stacked),
        (80, 18, PairPlacement::Stacked),
        (120, 40, PairPlacement::Stacked),
        (156, 30, PairPlacement::Stacked),
        (157, 30, PairPlacement::Side),
        (200, 60, PairPlacement::Side),
    ] {
        seat.resize(width, height);
        let shown = seat.show();
        let other = shown.beside.expect("two files");
        assert_eq!(other.parts.place, place, "{width}x{height}");
        for picture in [shown.picture, other.picture] {
            let Picture::Whole(screen) = picture else {
                panic!("too small");
            };
            assert_eq!(screen.layout.grid.width(), 16, "{width}x{height}");
            assert!(screen.layout.rows >= 3, "{width}x{height}");
        }
    }
    // On a low screen there is no room for both but side by side.
    seat.resize(80, 12);
    let parts = seat.show().beside.expect("two files").parts;
    assert_eq!(parts.place, PairPlacement::Side);
}

#[test]
fn two_files_are_compared_where_there_is_room_for_one() {
    let mut seat = Seat::new(&Opened::memory("first", &b"abcXdefgh"[..]), Vec::new());
    seat.resize(40, 12);
    let effects = seat
        .tabs
        .stand_beside(Opened::memory("second", &b"abcdefYgh"[..]));
    seat.keep(effects);
    compare(&mut seat);
    assert_eq!(seat.said(), "2 differences; n goes to the next");
    let expected = (vec![[3..4, 3..3], [7..7, 6..7]], ComparisonProgress::Done);
    assert_eq!(known(&mut seat), expected);
    for at in [3, 7, 3] {
        seat.press("n");
        assert_eq!(seat.cursor(), at);
    }
    // Each is where the other is, on its turn.
    for (at, there) in [(3, 3), (7, 7), (6, 5), (8, 8), (2, 2)] {
        seat.press(&format!(": type:{at} Enter g t"));
        assert_eq!((seat.name(), seat.cursor()), ("second", there), "{at}");
        assert_eq!(known(&mut seat), expected, "{at}");
        seat.press("g T");
        assert_eq!(seat.name(), "first");
    }
    // Rows of one alone begin where they do without the other.
    let view = &seat.tabs.shown().state().view;
    assert_eq!(view.alignment, Alignment::default());
    // With room for both they stand as if there always was.
    seat.resize(120, 24);
    assert!(seat.show().beside.is_some());
    assert_eq!(beside(&mut seat), 2);
    assert_eq!(known(&mut seat), expected);
}

#[test]
fn the_cursor_stands_where_a_naive_alignment_says() {
    let first: Vec<u8> = (0..600_u32)
        .flat_map(|n| (n * 7919).to_le_bytes())
        .collect();
    let mut second = first.clone();
    second.drain(100..140);
    second.splice(1000..1000, *b"inserted");
    second[1900] ^= 1;
    let mut seat = seat(&first, &second);
    let expected = |at: u64| match at {
        0..100 => at,
        // Of what is not there, the place.
        100..140 => 100,
        140..1040 => at - 40,
        _ => at - 32,
    };
    for at in (0..2400).step_by(29) {
        seat.press(&format!(": type:{at} Enter"));
        assert_eq!(beside(&mut seat), expected(at), "{at}");
    }
}

/// What differs, as far as it is known.
fn known(seat: &mut Seat) -> (Vec<[std::ops::Range<u64>; 2]>, ComparisonProgress) {
    let compared = seat.tabs.shown().facts().compared.clone();
    let differences = compared.expect("a comparison").differences;
    (differences.runs.clone(), differences.progress)
}

#[test]
fn bytes_that_are_changed_are_compared_again_and_so_are_those_that_are_taken_back() {
    let mut seat = seat(b"abcdefgh", b"abcdefgh");
    assert_eq!(known(&mut seat), (vec![], ComparisonProgress::Done));
    for (change, expected) in [
        ("l l ~", vec![[2..3, 2..3]]),
        ("u", vec![]),
        ("l l l ~", vec![[5..6, 5..6]]),
        (": type:reset Enter", vec![]),
    ] {
        seat.press(change);
        // Nothing is told of bytes that are not there any more.
        seat.show();
        assert_eq!(
            known(&mut seat),
            (vec![], ComparisonProgress::Running),
            "{change}"
        );
        compare(&mut seat);
        assert_eq!(
            known(&mut seat),
            (expected.clone(), ComparisonProgress::Done)
        );
        // In the other one too.
        seat.press("g t");
        assert_eq!(
            known(&mut seat),
            (expected, ComparisonProgress::Done),
            "{change}"
        );
        seat.press("g T");
    }
    // What is changed on the right counts as well.
    seat.press("g t 0 ~");
    compare(&mut seat);
    assert_eq!(
        known(&mut seat),
        (vec![[0..1, 0..1]], ComparisonProgress::Done)
    );
}

/// A file that is followed.
fn following(path: &Path) -> (Seat, Arc<Source>) {
    let source = Source::open(path).expect("a file").without_patience();
    source.follow().expect("a plain file");
    source.window(0, 100);
    let opened = Opened::from_source(source);
    let mut seat = Seat::new(&opened, Vec::new());
    seat.resize(120, 24);
    (seat, opened.source)
}

#[test]
fn what_has_grown_is_compared_again_and_until_then_said_to_be_of_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    fs::write(&path, b"abcdefgh").expect("a file");
    let (mut seat, source) = following(&path);
    let other = Opened::memory("second", &b"abXdefghij"[..]);
    let effects = seat.tabs.stand_beside(other);
    seat.keep(effects);
    compare(&mut seat);
    let before = vec![[2..3, 2..3], [8..8, 8..10]];
    assert_eq!(known(&mut seat), (before.clone(), ComparisonProgress::Done));
    for (bytes, expected) in [
        (&b"abcdefghi"[..], vec![[2..3, 2..3], [9..9, 9..10]]),
        (b"abcdefghij", vec![[2..3, 2..3]]),
        (b"abcdefghijk", vec![[2..3, 2..3], [10..11, 10..10]]),
    ] {
        let (before, _) = known(&mut seat);
        fs::write(&path, bytes).expect("a file");
        source.refresh();
        source.window(0, 100);
        seat.show();
        assert_eq!(known(&mut seat), (before, ComparisonProgress::OfBefore));
        compare(&mut seat);
        assert_eq!(known(&mut seat), (expected, ComparisonProgress::Done));
    }
}

#[test]
fn a_long_file_that_has_grown_is_as_if_it_was_compared_then() {
    let line = |number: u32| {
        let hash = number.wrapping_mul(0x9E37_79B9);
        format!("{number} {hash:08x} Привет, мир: a line of a log\n")
    };
    let text: String = (0..130_000).map(line).collect();
    assert!(text.len() > 6 << 20);
    let changed = |text: &str| text.replacen("мир", "мер", 3).replacen("log", "", 1);
    let wide = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xFF, 0xFE].into_iter().chain(units).collect()
    };
    let more = format!("{text}one more\nand Привет{}", line(7));
    for other in [
        changed(&more).into_bytes(),
        wide(&changed(&more)),
        wide(&text),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        // The end of what is there first is in the middle of a character.
        let cut = text.rfind('П').expect("a letter") + 1;
        fs::write(&path, &text.as_bytes()[..cut]).expect("a file");
        let (mut seat, source) = following(&path);
        let effects = { &mut seat.tabs }.stand_beside(Opened::memory("second", other.clone()));
        seat.keep(effects);
        compare(&mut seat);
        let (before, progress) = known(&mut seat);
        assert_eq!(
            (before.is_empty(), progress),
            (false, ComparisonProgress::Done)
        );
        fs::write(&path, more.as_bytes()).expect("a file");
        source.refresh();
        source.window(0, 100);
        compare(&mut seat);
        let grown = known(&mut seat);
        assert_ne!(grown.0, before);
        let mut fresh = self::seat(more.as_bytes(), &other);
        assert_eq!(grown, known(&mut fresh));
    }
}

#[test]
fn a_place_is_an_estimate_only_until_the_files_are_compared() {
    let text = "Привет, мир!\n".repeat(300_000);
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [&b"\xFF\xFE"[..], &units].concat();
    let mut seat = seat(text.as_bytes(), &wide);
    seat.resize(200, 24);
    for (at, is_compared) in [
        (0, true),
        (3 << 20, true),
        (5 << 20, true),
        ((5 << 20) + 12_345, true),
        (text.len() - 1, true),
        (5 << 20, false),
    ] {
        seat.press(&format!(": type:{at} Enter"));
        let place = if is_compared {
            // As many characters are before it in both.
            let before = (0..=at).rfind(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let units = text[..before].encode_utf16().count() as u64;
            assert_eq!(beside(&mut seat), 2 + 2 * units, "{at}");
            CursorCertainty::Exact
        } else {
            seat.press("G ~");
            seat.press(&format!(": type:{at} Enter"));
            CursorCertainty::About
        };
        let shown = seat.show();
        let other = seat.tabs.sessions().nth(1).expect("two files");
        let compared = other.facts().compared.as_ref().expect("a comparison");
        assert_eq!(compared.place, place, "{at}");
        let Some(Picture::Whole(screen)) = shown.beside.map(|beside| beside.picture) else {
            panic!("the other file is shown");
        };
        let says = screen.status.text().contains("estimated; ");
        assert_eq!(
            says,
            place == CursorCertainty::About,
            "{}",
            screen.status.text()
        );
        // In narrow panes only by a sign before the offset.
        seat.resize(100, 24);
        let narrow = seat.show().beside.expect("two files").picture;
        let Picture::Whole(narrow) = narrow else {
            panic!("the other file is shown");
        };
        let text = narrow.status.text();
        assert_eq!(
            text.starts_with(" ~0x"),
            place == CursorCertainty::About,
            "{text}"
        );
        seat.resize(200, 24);
        // The cursor itself stands where it was put.
        let own = seat.tabs.shown().facts().compared.as_ref();
        assert_eq!(own.expect("a comparison").place, CursorCertainty::Exact);
    }
}
