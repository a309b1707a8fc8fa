//! How the screen is divided, at every size.
//!
//! Invariant: nothing overlaps and everything fits.

use crate::canvas::Canvas;
use hexloupe::codec::table;
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::model::layout::{LEAST, Layout, Size};
use hexloupe::model::state::InspectorSize;
use hexloupe::model::state::{Pane, Radix, View};

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
fn holds(layout: &Layout, size: Size, view: &View) {
    let Layout {
        body, inspector, ..
    } = layout;
    assert!(layout.width >= 1 && layout.rows >= 2 && !layout.panes.is_empty());
    assert_eq!((body.y, body.height), (2, layout.rows));
    // Title, ruler and status have lines of their own.
    assert!(body.y + body.height < size.height);
    let mut taken = 1 + layout.digits;
    for &pane in &layout.panes {
        assert!(view.panes.has(pane.pane));
        assert!(pane.x >= taken, "{pane:?} begins at {taken}");
        taken = pane.x;
        for index in 0..layout.width {
            let (x, width) = layout.cell(pane, index);
            assert!(x >= taken && width >= 1, "a cell begins at {taken}");
            assert_eq!(layout.hit(x).map(|(_, index)| index), Some(index));
            taken = x + width;
        }
        // The gap after the last byte.
        taken += u16::from(pane.pane != Pane::Points);
    }
    if let Some(map) = layout.map {
        assert!(map >= taken);
        taken = map + 1;
    }
    assert!(taken <= size.width, "{taken} of {} columns", size.width);
    assert!(taken <= body.x + body.width);
    if inspector.height > 0 {
        assert!(inspector.x + inspector.width <= size.width);
        assert!(inspector.y + inspector.height < size.height);
        let beside = inspector.x >= taken;
        // If the inspector is below, a rule is above it.
        assert!(beside || inspector.y > body.y + body.height);
    }
}

#[test]
fn nothing_overlaps_and_everything_fits_at_every_size() {
    let lengths = [
        (0, Radix::Hex),
        (1 << 40, Radix::Hex),
        (1 << 48, Radix::Hex),
        (1 << 40, Radix::Decimal),
    ];
    for mut view in views() {
        for asked in [None, Some(1), Some(5), Some(8), Some(16), Some(64)] {
            for (len, radix) in lengths {
                view.width = asked;
                view.radix = radix;
                for width in 1..=300 {
                    // Columns and rows do not depend on each other: all heights
                    // at a few widths, all widths at a few heights are enough.
                    let all: Vec<u16> = (1..=100).collect();
                    let few: &[u16] = &[5, 6, 24, 100];
                    let edges = [27, 40, 80, 197, 198, 300];
                    let heights = if edges.contains(&width) { &all } else { few };
                    for &height in heights {
                        let size = Size { width, height };
                        match Layout::of(size, &view, len) {
                            Some(layout) => holds(&layout, size, &view),
                            None => assert!(width < LEAST.width || height < LEAST.height),
                        }
                    }
                }
            }
        }
    }
}

/// Asserts what fits into a width of the screen: panes, bytes per row, columns per byte
/// in the code points, map.
#[track_caller]
fn check(len: u64, columns: u16, expected: (&str, u16, u16, bool)) {
    let size = Size {
        width: columns,
        height: 24,
    };
    let layout = Layout::of(size, &view(), len).expect("room");
    let panes: String = layout
        .panes
        .iter()
        .map(|pane| &pane.pane.name()[..1])
        .collect();
    let points = layout.panes.last().expect("panes").pitch;
    let found = (panes.as_str(), layout.width, points, layout.map.is_some());
    assert_eq!(found, expected, "{columns} columns");
}

#[test]
fn the_first_that_fits_wins() {
    check(0, 200, ("hbc", 8, 3, true));
    check(0, 136, ("hbc", 8, 3, true));
    check(0, 135, ("hbc", 8, 2, true));
    check(0, 128, ("hbc", 8, 2, true));
    check(0, 127, ("hbc", 8, 1, true));
    check(0, 120, ("hbc", 8, 1, true));
    check(0, 119, ("hbc", 8, 1, false));
    check(0, 118, ("hbc", 8, 1, false));
    check(0, 117, ("hbc", 4, 3, true));
    check(0, 80, ("hbc", 4, 3, true));
    check(0, 74, ("hbc", 4, 3, true));
    check(0, 73, ("hbc", 4, 2, true));
    check(0, 64, ("hbc", 4, 1, false));
    check(0, 63, ("hc", 8, 3, true));
    check(0, 44, ("hc", 8, 1, false));
    check(0, 43, ("hc", 4, 3, true));
    check(0, 40, ("hc", 4, 3, true));
    check(0, 37, ("hc", 4, 3, true));
    check(0, 36, ("hc", 4, 2, true));
    check(0, 35, ("hc", 4, 2, true));
    check(0, 27, ("hc", 4, 1, false));
}

#[test]
fn longer_offsets_take_their_columns() {
    const GIB: u64 = 1 << 30;
    check(4 * GIB, 136, ("hbc", 8, 3, true));
    check(4 * GIB + 1, 136, ("hbc", 8, 2, true));
    check(4 * GIB + 1, 138, ("hbc", 8, 3, true));
    check(1024 * GIB, 138, ("hbc", 8, 3, true));
    check(1024 * GIB + 1, 138, ("hbc", 8, 2, true));
    check(1024 * GIB + 1, 140, ("hbc", 8, 3, true));
}

#[test]
fn decimal_offsets_have_as_many_columns_as_they_need() {
    let mut view = view();
    view.radix = Radix::Decimal;
    let size = Size {
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
        let layout = Layout::of(size, &view, len).expect("room");
        assert_eq!(layout.digits, digits, "{len}");
    }
}

#[test]
fn the_inspector_stands_at_the_right_from_198_columns() {
    let beside = |width, height, wish| {
        let mut view = view();
        view.inspector = wish;
        let layout = Layout::of(Size { width, height }, &view, 0).expect("room");
        (layout.inspector.x > 0, layout.inspector.height, layout.rows)
    };
    assert_eq!(beside(197, 60, InspectorSize::Full), (false, 11, 45));
    assert_eq!(beside(198, 60, InspectorSize::Full), (true, 57, 57));
    assert_eq!(beside(198, 60, InspectorSize::Off), (false, 0, 57));
    assert_eq!(beside(80, 24, InspectorSize::Full), (false, 7, 13));
    assert_eq!(beside(80, 24, InspectorSize::Short), (false, 2, 18));
    assert_eq!(beside(27, 6, InspectorSize::Full), (false, 0, 3));
}

#[test]
fn every_overlay_is_painted_at_every_size() {
    let sample = "a\u{FEFF}\r\nж\n\0".repeat(300).into_bytes();
    let sample = [&sample[..], b"\xFF\x80\xC0\xAF"].concat();
    for overlay in ["?", "e", "d", "d G", "L", "I", "/", ":", "L j j", "I j j j"] {
        for width in (1..60).chain([80, 119, 198]) {
            for height in [1, 5, 6, 7, 12, 24, 60] {
                let canvas = Canvas::new(&sample, (width, height));
                assert_eq!(canvas.keys(overlay).buffer().area.width, width);
            }
        }
    }
}
