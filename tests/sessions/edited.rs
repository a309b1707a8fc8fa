//! What is known of the data stays after an edit, and only what has changed is counted again.
//!
//! Invariant: how much is read for that does not depend on the length of the data.

use crate::play::data::{Body, Data};
use crate::play::driven::Driven;
use hexloupe::codec::table;
use hexloupe::session::SessionStart;

/// Bytes that a few blocks have, and the screen and the lines above it.
const FEW: u64 = 1 << 20;

/// A session over lines of text of 64 MiB that are scanned, at their middle.
fn seated() -> (Driven, Data) {
    let data = Data::new(Body::Tiles {
        len: 64 << 20,
        tile: "some words — and a line\n".into(),
        odd: None,
    });
    let beginning = SessionStart {
        at: 32 << 20,
        ..SessionStart::default()
    };
    let mut driven = Driven::reading(data.source("lines"), table::UTF_8, beginning);
    driven.show();
    driven.finish(&["scan", "guess"]);
    driven.show();
    data.asked();
    (driven, data)
}

#[track_caller]
fn check_counted(driven: &Driven, faults: u64) {
    let known = driven.facts().known.as_ref().expect("an index");
    assert_eq!(known.index.totals.faults.total(), faults);
    assert!(known.index.complete && !known.index.is_doubted());
}

#[test]
fn a_changed_byte_is_counted_by_reading_a_few_blocks() {
    let (mut driven, data) = seated();
    for (keys, faults) in [("~", 1), ("l l l ~", 2), ("3 u", 0), ("Ctrl-R Ctrl-R", 2)] {
        driven.press(keys);
        assert!(
            driven.found("line").is_some(),
            "the picture follows at once"
        );
        driven.finish(&["scan"]);
        check_counted(&driven, faults);
    }
    driven.press(": type:reset Enter");
    driven.show();
    driven.finish(&["scan"]);
    check_counted(&driven, 0);
    let read = data.asked();
    assert!(read < FEW, "{read} bytes were read");
}

#[test]
fn until_it_is_counted_nothing_is_told_from_the_bytes_before() {
    let (mut driven, data) = seated();
    driven.press("~ G");
    driven.show();
    let known = driven.facts().known.as_ref().expect("an index");
    assert!(known.index.is_doubted() && known.index.sure() <= 32 << 20);
    // Nor is all that lies between counted: the scan soon knows a place that is near.
    assert_eq!(driven.jobs_of(&["count"]).len(), 0);
    driven.finish(&["scan"]);
    driven.show();
    check_counted(&driven, 1);
    assert_eq!(driven.jobs_of(&["count"]).len(), 0);
    let read = data.asked();
    assert!(read < FEW, "{read} bytes were read");
}
