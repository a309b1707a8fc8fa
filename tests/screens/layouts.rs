//! How the screen is divided, at every size.
//!
//! Invariant: nothing overlaps and everything fits.

use std::thread;

use crate::screens::canvas::Canvas;
use hexloupe::codec::table;
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::language::Language;
use hexloupe::model::layout::{LEAST, PaneLines, ScreenLayout, ScreenSize};
use hexloupe::model::state::Arrangement::{Strip, Wide};
use hexloupe::model::state::{Arrangement, InspectorSize, Pane, Radix, RowWidth, View};

fn view() -> View {
    let reading = Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::Assumed,
    };
    View::new(String::new(), reading)
}

/// The views with every choice of panes.
fn views() -> Vec<View> {
    (0..7)
        .map(|hidden: usize| {
            let mut view = view();
            for (index, &pane) in Pane::ALL.iter().enumerate() {
                if hidden >> index & 1 == 1 {
                    view.panes.toggle(pane);
                }
            }
            view
        })
        .collect()
}

/// Panics if anything overlaps or is outside the screen.
fn holds(layout: &ScreenLayout, size: ScreenSize, view: &View) {
    let ScreenLayout {
        body, inspector, ..
    } = layout;
    let least = if layout.row_lines == 1 { 2 } else { 1 };
    assert!(layout.grid.width() >= 1 && layout.rows >= least && !layout.panes.is_empty());
    assert_eq!((body.y, body.height), (2, layout.rows * layout.row_lines));
    // All rows are alike; the last ones may meet what stands below them.
    let rows = (0..layout.rows).filter(|row| *row < 2 || *row + 2 >= layout.rows);
    // Every cell that is painted, by its line: the offsets, the cells and their gaps, the map.
    let mut taken: Vec<Vec<(u16, u16)>> = vec![Vec::new(); usize::from(size.height)];
    let mut take = |y: u16, span| taken[usize::from(y)].push(span);
    for row in rows.clone() {
        take(body.y + row * layout.row_lines, (0, layout.digits + 1));
    }
    let mut foot = body.y + body.height;
    for &pane in &layout.panes {
        assert!(view.panes.has(pane.pane));
        for row in rows.clone() {
            for index in 0..layout.grid.width() {
                let Some(y) = layout.line(pane, row, index) else {
                    continue;
                };
                let (x, width) = layout.cell(pane, index);
                let hit = layout
                    .hit(x, y)
                    .map(|(pane, row, index)| (pane.pane, row, index));
                assert_eq!(hit, Some((pane.pane, row, index)));
                let gap = u16::from(pane.has_gaps);
                take(y, (x - gap, x + width));
                foot = foot.max(y + 1);
            }
        }
    }
    if let Some(map) = layout.map {
        for y in body.y..body.y + body.height {
            // A free column stands before it.
            take(y, (map - 1, map + 1));
        }
    }
    let mut end = 0;
    for (y, spans) in taken.iter_mut().enumerate() {
        spans.sort_unstable();
        let apart = spans.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        assert!(apart, "line {y}: {spans:?} in {layout:?}");
        end = end.max(spans.last().map_or(0, |span| span.1));
    }
    assert!(end <= size.width, "{end} of {} columns", size.width);
    assert!(foot < size.height, "the status has a line of its own");
    if inspector.height > 0 {
        assert!(inspector.x + inspector.width <= size.width);
        assert!(inspector.y + inspector.height < size.height);
        let beside = inspector.x >= end;
        // If the inspector is below, a rule is above it.
        assert!(beside || inspector.y > foot);
    }
}

/// Panics if a row could have more bytes, judged by the columns that a byte takes.
fn is_full(layout: &ScreenLayout, size: ScreenSize, view: &View) {
    if layout.grid.width() >= 8 && layout.arrangement == Arrangement::Stacked
        || layout.grid.width() >= 16
    {
        return;
    }
    let next = layout.grid.width() * 2;
    let gaps = 1 + u16::from(next >= 8);
    let has = |pane| u16::from(view.panes.has(pane));
    let needed = match layout.arrangement {
        Arrangement::Stacked => 9 * next + gaps,
        Wide => {
            let hex = has(Pane::Hex) * (3 * next + gaps);
            let bits = has(Pane::Bits) * (9 * next + gaps);
            layout.digits + 2 + hex + bits + has(Pane::Points) * next
        }
        Strip => {
            let alone = !view.panes.has(Pane::Hex) && !view.panes.has(Pane::Points);
            let hex = has(Pane::Hex) * (3 * next + gaps);
            let bits = u16::from(alone) * (9 * next + gaps);
            layout.digits + 2 + hex + bits + has(Pane::Points) * next
        }
    };
    assert!(
        needed > size.width,
        "{next} bytes fit into {size:?}: {layout:?}"
    );
}

#[test]
fn nothing_overlaps_and_everything_fits_at_every_size() {
    let lengths = [
        (0, Radix::Hex),
        (1 << 40, Radix::Hex),
        (1 << 48, Radix::Hex),
        (1 << 40, Radix::Decimal),
    ];
    let arrangements = [None, Some(Wide), Some(Strip), Some(Arrangement::Stacked)];
    let asked = [1, 5, 8, 16, 64].map(RowWidth::Exactly);
    let of_one = |(number, mut view): (usize, View)| {
        for (turn, arrangement) in arrangements.into_iter().enumerate() {
            view.arrangement = arrangement;
            for asked in asked.into_iter().chain([RowWidth::Auto, RowWidth::Fit]) {
                view.width = asked;
                // Lengths by turns: they change only how wide the offsets are.
                for (len, radix) in lengths.into_iter().skip((number + turn) % 2).step_by(2) {
                    view.radix = radix;
                    every_size(&view, len);
                }
            }
        }
    };
    thread::scope(|scope| {
        for view in views().into_iter().enumerate() {
            scope.spawn(move || of_one(view));
        }
    });
}

/// Columns and rows hardly depend on each other: all heights at a few widths, and all widths
/// at a few heights are enough.
fn every_size(view: &View, len: u64) {
    let all: Vec<u16> = (1..=100).collect();
    for width in 1..=300 {
        let edges = [27, 40, 80, 118, 197, 198, 300];
        let few: &[u16] = &[5, 6, 12, 24];
        let heights = if edges.contains(&width) { &all } else { few };
        for &height in heights {
            let size = ScreenSize { width, height };
            match ScreenLayout::divide(size, view, len) {
                Some(layout) => {
                    holds(&layout, size, view);
                    if view.width == RowWidth::Auto {
                        is_full(&layout, size, view);
                    }
                }
                None => assert!(width < LEAST.width || height < LEAST.height),
            }
        }
    }
}

/// Asserts what fits into a width of the screen: the arrangement, panes, bytes per row, columns
/// per byte in the code points, map.
#[track_caller]
fn check(len: u64, columns: u16, expected: (Arrangement, &str, u16, u16, bool)) {
    let size = ScreenSize {
        width: columns,
        height: 24,
    };
    let layout = ScreenLayout::divide(size, &view(), len).expect("room");
    let panes: String = layout
        .panes
        .iter()
        .map(|pane| &pane.pane.name()[..1])
        .collect();
    let points = { layout.panes.iter() }.find(|pane| pane.pane == Pane::Points);
    let points = points.expect("code points").pitch;
    let found = (
        layout.arrangement,
        panes.as_str(),
        layout.grid.width(),
        points,
        layout.map.is_some(),
    );
    assert_eq!(found, expected, "{columns} columns");
}

#[test]
fn the_first_that_fits_wins() {
    check(0, 256, (Wide, "hbc", 16, 1, true));
    check(0, 224, (Wide, "hbc", 16, 1, true));
    check(0, 222, (Wide, "hbc", 16, 1, false));
    check(0, 221, (Strip, "hcb", 16, 1, true));
    check(0, 120, (Strip, "hcb", 16, 1, true));
    check(0, 80, (Strip, "hcb", 16, 1, true));
    check(0, 76, (Strip, "hcb", 16, 1, false));
    check(0, 75, (Strip, "hcb", 8, 1, true));
    check(0, 44, (Strip, "hcb", 8, 1, false));
    check(0, 43, (Strip, "hcb", 4, 1, true));
    check(0, 27, (Strip, "hcb", 4, 1, false));
}

#[test]
fn longer_offsets_take_their_columns() {
    const GIB: u64 = 1 << 30;
    check(4 * GIB, 224, (Wide, "hbc", 16, 1, true));
    check(4 * GIB + 1, 224, (Wide, "hbc", 16, 1, false));
    check(4 * GIB + 1, 226, (Wide, "hbc", 16, 1, true));
    check(1024 * GIB, 226, (Wide, "hbc", 16, 1, true));
    check(1024 * GIB + 1, 226, (Wide, "hbc", 16, 1, false));
    check(1024 * GIB + 1, 228, (Wide, "hbc", 16, 1, true));
}

#[test]
fn decimal_offsets_have_as_many_columns_as_they_need() {
    let mut view = view();
    view.radix = Radix::Decimal;
    let size = ScreenSize {
        width: 200,
        height: 24,
    };
    for (len, digits) in [
        (0, 8),
        (100_000_000, 8),
        (100_000_001, 9),
        (1 << 32, 10),
        (1 << 40, 13),
    ] {
        let layout = ScreenLayout::divide(size, &view, len).expect("room");
        assert_eq!(layout.digits, digits, "{len}");
    }
}

#[test]
fn the_inspector_stands_at_the_right_from_198_columns() {
    let beside = |width, height, wish| {
        let mut view = view();
        view.inspector = wish;
        let layout = ScreenLayout::divide(ScreenSize { width, height }, &view, 0).expect("room");
        (layout.inspector.x > 0, layout.inspector.height, layout.rows)
    };
    assert_eq!(beside(197, 60, InspectorSize::Full), (false, 11, 42));
    assert_eq!(beside(198, 60, InspectorSize::Full), (true, 57, 53));
    assert_eq!(beside(198, 60, InspectorSize::Off), (false, 0, 53));
    // The strip takes two lines of the rows, the text around the cursor one, the rule one.
    assert_eq!(beside(80, 24, InspectorSize::Full), (false, 7, 10));
    assert_eq!(beside(80, 24, InspectorSize::Short), (false, 2, 15));
    assert_eq!(beside(27, 6, InspectorSize::Full), (false, 0, 3));
    // The numbers take the lines they need, and leave four rows of bytes.
    assert_eq!(beside(80, 24, InspectorSize::Numbers), (false, 13, 4));
    assert_eq!(beside(120, 40, InspectorSize::Numbers), (false, 18, 15));
    assert_eq!(beside(198, 60, InspectorSize::Numbers), (true, 57, 53));
    assert_eq!(beside(27, 6, InspectorSize::Numbers), (false, 0, 3));
}

#[test]
fn the_rule_names_each_pane_in_its_columns() {
    for (width, height) in [
        (60, 16),
        (80, 24),
        (100, 30),
        (120, 40),
        (136, 40),
        (200, 60),
    ] {
        let canvas = Canvas::new(&[b'a'; 5000], (width, height));
        let layout = canvas.screen().layout;
        let y = layout.rule.expect("a rule");
        let rule = canvas.columns(y, 0..width);
        let columns: Vec<char> = rule.chars().collect();
        for pane in &layout.panes {
            if !matches!(pane.lines, PaneLines::OfRow(_)) {
                continue;
            }
            let name = pane.pane.name();
            let name: Vec<char> = name.chars().collect();
            let at = columns.windows(name.len()).position(|part| part == name);
            let at = at.unwrap_or_else(|| panic!("{width}x{height}: no {name:?} in {rule}")) as u16;
            let (first, _) = layout.cell(*pane, 0);
            let (last, wide) = layout.cell(*pane, pane.per_line - 1);
            let end = at + name.len() as u16;
            assert!(
                at <= last && end >= first && at.abs_diff(first) <= 8,
                "{rule}"
            );
            assert!(at == first || end + 3 >= last + wide, "{rule}");
        }
    }
}

#[test]
fn every_overlay_is_painted_at_every_size() {
    let sample = "a\u{FEFF}\r\nж\n\0".repeat(300).into_bytes();
    let sample = [&sample[..], b"\xFF\x80\xC0\xAF"].concat();
    let passages = "v j z e type:koi8-r Enter z s";
    for overlay in [
        "?", "e", "d", "d G", "L", "I", "/", ":", "L j j", "I j j j", "z s", passages,
    ] {
        // It is opened at each height, and turned to every width.
        for height in [1, 5, 6, 7, 12, 24, 60] {
            let canvas = Canvas::new(&sample, (60, height)).keys(overlay);
            let mut canvas = canvas.finished(&["places"]);
            for width in (1..60).chain([80, 119, 198]) {
                canvas = canvas.resized((width, height));
                assert_eq!(canvas.buffer().area.width, width);
            }
        }
        // It is opened where there is hardly room.
        for size in [(1, 1), (26, 6), (27, 5), (27, 6), (40, 12)] {
            let canvas = Canvas::new(&sample, size);
            assert_eq!(canvas.keys(overlay).buffer().area.width, size.0);
        }
    }
}

/// Panes stand in another order in each layout.
#[test]
fn the_hint_of_who_types_names_the_pane_that_tab_goes_to() {
    for (size, keys, hint) in [
        ((80, 24), "r", "Tab text "),
        ((80, 24), "r Tab", "Tab bits "),
        ((80, 24), "r Tab Tab", "Tab hex "),
        ((240, 60), "r", "Tab bits "),
        ((240, 60), "r Tab", "Tab text "),
    ] {
        let text = Canvas::new(b"abc", size).keys(keys).text();
        let foot = text.lines().last().unwrap_or_default();
        assert!(foot.contains(hint), "{keys}: {foot}");
    }
    let russian = Canvas::new(b"abc", (100, 24)).in_language(Language::Russian);
    let text = russian.keys("r Tab").text();
    let foot = text.lines().last().unwrap_or_default();
    assert!(foot.contains("Tab биты "), "{foot}");
}

#[test]
fn a_message_about_a_long_text_keeps_its_end() {
    for size in [(40, 12), (80, 24), (200, 60)] {
        let canvas = Canvas::new(b"abc", size);
        let canvas = canvas.keys(&format!(": type:{} Enter", "x".repeat(3000)));
        let text = canvas.text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("no place or command"), "{text}");
        assert!(text.contains("char 340"), "{text}");
        assert!(canvas.lines_of_message() <= 4, "{text}");
    }
}
