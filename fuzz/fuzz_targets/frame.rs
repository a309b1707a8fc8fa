//! Keys and data to pictures, to bytes for terminals of several kinds. The first
//! byte says how many of the others are choices of the monkey; the rest are data.
#![no_main]

#[path = "../../tests/common/play/mod.rs"]
mod play;

use libfuzzer_sys::fuzz_target;
use play::monkey::Monkey;
use play::stage::TABLES;

fuzz_target!(|data: &[u8]| {
    let turn = data.iter().fold(0, |sum: usize, byte| sum + usize::from(*byte));
    let tables = [TABLES[turn % TABLES.len()]];
    let mut monkey = Monkey::of_bytes(data, &tables);
    monkey.play(200);
    monkey.repaint(&tables);
});
