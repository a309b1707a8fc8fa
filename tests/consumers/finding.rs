//! Search: a match lies where the bytes lie, whatever the length of the data.

use hexloupe::codec::table;
use hexloupe::job::find::{Hunt, MOST_THREADS, find};
use hexloupe::job::{Control, End};
use hexloupe::scan::matches::{Matcher, Reading, Scope};
use hexloupe::scan::pattern::{self, Case};
use hexloupe::source::Source;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Bytes that are searched at once.
const BLOCK: usize = 256 * 1024;

#[test]
fn a_match_at_the_end_is_found_at_every_length() {
    let read = pattern::read("x:61 62 63", Case::Exact).unwrap();
    let reading = Reading {
        encoding: table::UTF_8,
        phase: 0,
    };
    let matcher = Matcher::new(&read, reading, Scope::Own).unwrap();
    for edge in [BLOCK, 2 * BLOCK, 4 * BLOCK] {
        for len in edge - 24..=edge + 24 {
            let mut data = vec![b'\n'; len];
            data[len - 3..].copy_from_slice(b"abc");
            let source = Source::memory("data", data);
            let never = AtomicBool::new(false);
            let hunt = Hunt {
                matcher: &matcher,
                range: 0..u64::MAX,
                places: true,
                threads: MOST_THREADS,
            };
            let mut found = Vec::new();
            let mut control = Control::new(&never, &|_| ());
            let ended = find(&mut control, &source, &hunt, &mut |hit| {
                found.push((hit.found.offset, hit.place));
                ControlFlow::Continue(())
            });
            assert!(matches!(ended, End::Done(_)));
            let line = len as u64 - 2;
            assert_eq!(found, [(len as u64 - 3, Some((line, 1)))], "{len}");
        }
    }
}
