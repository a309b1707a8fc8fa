//! A fault is found across a whole block that has none, at any length.
//!
//! Invariant: the data is not scanned before the search.

use super::around;
use crate::play::driven::{Driven, SEARCHES};
use hexloupe::codec::table;
use hexloupe::command::InspectorState;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::state::Facts;
use hexloupe::session::SessionStart;
use hexloupe::source::Source;

/// Bytes that a search goes through at a time.
const BLOCK: usize = 1 << 20;

#[test]
fn a_fault_is_found_across_a_clean_block() {
    let rows: [(&str, &[u8], &[u8]); 4] = [
        ("utf-8", b"a", b"\xFF"),
        ("ascii", b"a", b"\x80"),
        ("utf-16le", b"a\0", b"\0\xDC"),
        ("utf-32be", b"\0\0\0a", b"\0\0\xD8\0"),
    ];
    for (id, letter, fault) in rows {
        let encoding = table::by_label(id).expect("an encoding").encoding();
        for len in around(BLOCK).filter(|len| len.is_multiple_of(letter.len())) {
            let clean = letter.repeat(len / letter.len());
            let before = letter.repeat(3);
            let bytes = [&before, fault, &clean, fault, letter].concat();
            let first = before.len() as u64;
            let second = first + (fault.len() + len) as u64;
            let size = ScreenSize {
                width: 40,
                height: 12,
            };
            let beginning = SessionStart {
                size,
                ..SessionStart::default()
            };
            let source = Source::memory("across", bytes);
            let mut driven = Driven::reading(source, encoding, beginning);
            for (key, from, to) in [
                ("F", second, first),
                ("f", first, second),
                ("f", 0, first),
                ("F", second + 1, second),
            ] {
                let from = from.next_multiple_of(letter.len() as u64);
                let place =
                    |state: &mut InspectorState, _: &mut Facts| state.view.cursor.offset = from;
                driven.session.set(place);
                driven.press(key);
                driven.finish(SEARCHES);
                let found = driven.state().view.cursor.offset;
                assert_eq!(found, to, "{key} from {from}, {len} bytes in {id}");
            }
        }
    }
}
