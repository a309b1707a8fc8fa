//! The monkey on eight kinds of files that people open.
//!
//! A short run by default; `HEXLOUPE_MONKEY=n` lets it take `n` steps, as in `monkey`.
//! Invariant: the files are the same on every machine, so a run can be seen again.

use crate::keys::monkey::{RUN, Seed, asked};
use crate::play::data::{Body, Content};
use crate::play::dice::Dice;
use crate::play::monkey::Monkey;
use crate::play::stage::TABLES;

/// Steps if the environment does not ask for more.
const FEW: u64 = RUN * KINDS.len() as u64;

macro_rules! asset {
    ($path:literal) => {
        &include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path))[..]
    };
}

/// What a kind is called, and a file of it.
type Kind = (&'static str, fn() -> Body);

const KINDS: [Kind; 8] = [
    ("the tour", || bytes(asset!("assets/tour.txt"))),
    ("a log of 8 GiB with a byte that is wrong every 64 MB", log),
    ("Russian and Chinese", mixed),
    ("emoji", emoji),
    ("UTF-16 with surrogates", utf_16),
    ("a binary", || {
        bytes(asset!("crates/hexloupe-insight/assets/languages/ja.model"))
    }),
    ("random bytes", random),
    ("an empty file", || bytes(b"")),
];

fn bytes(bytes: &[u8]) -> Body {
    Body::Bytes(bytes.to_vec())
}

fn log() -> Body {
    Body::Tiles {
        len: 8 << 30,
        tile: b"2026-11-25T14:08:00Z WARN [worker-7] \xE2\x80\x9Ccaf\xC3\xA9\xE2\x80\x9D took 1203 ms\r\n"
            .to_vec(),
        odd: Some((64_000_003, 0xE9)),
    }
}

fn mixed() -> Body {
    let [russian, chinese] = [
        asset!("crates/hexloupe-insight/assets/languages/ru.txt"),
        asset!("crates/hexloupe-insight/assets/languages/zh-hans.txt"),
    ];
    Body::Bytes([russian, chinese].concat())
}

/// Families, flags, skin tones, keycaps, and a cluster that never ends.
const EMOJI: &str = "👨\u{200D}👩\u{200D}👧\u{200D}👦 🇺🇦🇯🇵🇧 👍🏽 ❤\u{FE0F} 1\u{FE0F}\u{20E3} 🏴\u{E0067}\u{E0062}\u{E007F} e\u{301}\u{302}\u{303}\n";

fn emoji() -> Body {
    let endless = "\u{200D}😀".repeat(4000);
    Body::Bytes([EMOJI.repeat(300), endless].concat().into_bytes())
}

fn utf_16() -> Body {
    let units = "\u{FEFF}Привет, 世界 😀𝄞!\r\n".repeat(400);
    let mut units: Vec<u16> = units.encode_utf16().collect();
    // Halves that stand alone.
    units.extend([0xD83D, 0x41, 0xDE00, 0xD800]);
    Body::Bytes(units.into_iter().flat_map(u16::to_le_bytes).collect())
}

fn random() -> Body {
    let mut dice = Dice::seeded(7);
    let bytes = (0..100_000).map(|_| dice.below(256) as u8);
    Body::Bytes(bytes.collect())
}

#[test]
fn the_monkey_breaks_nothing_in_any_kind_of_file() {
    let steps = asked("HEXLOUPE_MONKEY").unwrap_or(FEW);
    let first = asked("HEXLOUPE_MONKEY_SEED").unwrap_or(1);
    for run in 0..steps.div_ceil(RUN) {
        let seed = Seed(first + run);
        let (name, kind) = KINDS[seed.0 as usize % KINDS.len()];
        println!("in {name}");
        let tables = [seed.0, seed.0 * 5 + 3].map(|n| TABLES[n as usize % TABLES.len()]);
        let mut monkey = Monkey::at(Dice::seeded(seed.0), Content::new(kind()), &tables);
        monkey.play(RUN.min(steps));
        monkey.repaint(&tables);
    }
}
