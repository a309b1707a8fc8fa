//! The monkey at the keys: a short run by default, a long one by a variable.
//!
//! `HEXLOUPE_MONKEY=1000000 cargo test --release --test terminal keys::monkey` lets it take
//! a million steps; `HEXLOUPE_MONKEY_SEED=n` begins with the run of that number.
//! Invariant: a run that fails says which it was.

use crate::play::data::{Body, Data};
use crate::play::dice::Dice;
use crate::play::driven::Driven;
use crate::play::invariants;
use crate::play::monkey::Monkey;
use crate::play::stage::TABLES;
use hexloupe::codec::table;
use hexloupe::model::layout::ScreenSize;
use hexloupe::session::SessionStart;
use std::env;

/// Steps before other data is opened.
pub(crate) const RUN: u64 = 150;

/// Steps if the environment does not ask for more.
const FEW: u64 = 1500;

/// Prints during a panic which run it was.
pub(crate) struct Seed(pub(crate) u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!(
                "the monkey fell: HEXLOUPE_MONKEY={RUN} HEXLOUPE_MONKEY_SEED={} shows it again",
                self.0
            );
        }
    }
}

/// A number from the environment.
pub(crate) fn asked(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

#[test]
fn the_monkey_breaks_nothing() {
    let steps = asked("HEXLOUPE_MONKEY").unwrap_or(FEW);
    let first = asked("HEXLOUPE_MONKEY_SEED").unwrap_or(1);
    for run in 0..steps.div_ceil(RUN) {
        let seed = Seed(first + run);
        // Two terminals per run; over many runs each is used.
        let tables = [seed.0, seed.0 * 5 + 3].map(|n| TABLES[n as usize % TABLES.len()]);
        let mut monkey = Monkey::new(Dice::seeded(seed.0), &tables);
        monkey.play(RUN.min(steps));
        monkey.repaint(&tables);
    }
}

/// Choices and data as the fuzz target `frame` takes them; what it finds is added here.
const FALLS: &[&[u8]] = &[b"", b"\xFF", b"\x80:::::aaaa"];

#[test]
fn what_the_fuzzer_found_breaks_nothing() {
    for bytes in FALLS {
        let mut monkey = Monkey::of_bytes(bytes, &TABLES);
        monkey.play(u64::MAX);
        monkey.repaint(&TABLES);
    }
}

fn driven(data: &Data, width: u16, height: u16) -> Driven {
    let beginning = SessionStart {
        size: ScreenSize { width, height },
        ..SessionStart::default()
    };
    Driven::reading(data.source("seat"), table::UTF_8, beginning)
}

#[test]
fn data_that_shrinks_under_a_screen_too_small_takes_the_cursor_along() {
    let data = Data::new(Body::Bytes(vec![b'a'; 100]));
    let mut driven = driven(&data, 80, 24);
    driven.press("G");
    driven.resize(ScreenSize {
        width: 26,
        height: 5,
    });
    data.with(|content| {
        content.body = Body::Bytes(vec![b'a'; 10]);
        content.refresh();
    });
    driven.session.set(|_, _| ());
    assert_eq!(driven.state().view.cursor.offset, 9);
}

#[test]
fn what_the_inspector_says_fits_the_narrowest_screen() {
    for bytes in [&b""[..], b"\x80", b"\xF8\x88\x80\x80\x80", b"\xC0\xAF"] {
        for width in 27..80 {
            let data = Data::new(Body::Bytes(bytes.to_vec()));
            let mut driven = driven(&data, width, 50);
            let picture = driven.show();
            invariants::picture(&picture, driven.state(), driven.size());
        }
    }
}
