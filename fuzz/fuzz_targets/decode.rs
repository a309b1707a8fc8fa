//! The contract of `decode`: the first byte chooses the encoding, the second where code
//! units start; the rest is the input.
#![no_main]

#[path = "../../tests/common/steps.rs"]
mod common;
#[path = "../../tests/common/contract.rs"]
mod contract;

use hexloupe::codec::table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [row, phase, bytes @ ..] = data else {
        return;
    };
    let rows = table::all().count();
    let Some(e) = table::all().nth(usize::from(*row) % rows) else {
        return;
    };
    let phase = u64::from(phase % e.unit);
    contract::lengths(e, bytes);
    contract::progress(e, bytes);
    contract::pages(e, phase, bytes);
    contract::sync(e, phase, bytes);
    contract::masks(e, phase, bytes);
    contract::places(e, phase, bytes);
    contract::stories(e, phase, bytes);
    contract::counting(e, bytes);
    contract::encoding(e, bytes);
});
