//! Every consumer of data in pieces, at the borders of pieces: all encodings, steps of 1
//! to 9 bytes, lengths around that of a piece, pipes that bring 1 to 9 bytes at a time,
//! and holes of sparse files.
//!
//! | consumer            | by steps of 1 to 9 and of 64 | by its own steps |
//! |---------------------|------------------------------|------------------|
//! | check               | `counts`                     | `lengths` 1 MiB, in pieces too |
//! | statistics          | `counts`                     | `lengths` 1 MiB  |
//! | scan                | `counts`                     | `lengths` 256 KiB, in pieces too |
//! | search, places      | `finding`                    | `lengths` 256 KiB |
//! | next fault, line, character | `seeking`            | `lengths` 1 MiB  |
//! | notices             | `noticing`                   | `noticing` 1 KiB |
//! | words spotted       | `spotted` (and larger ones)  | `spotted` 1 MiB  |
//! | choice of encoding  | `chosen`                     | `chosen` 64 KiB  |
//! | copies              | `seeking`                    | `lengths` 64 KiB |
//! | boundaries (anchors)| `seeking`                    | `lengths` 256 KiB |
//!
//! The tests of `report` cover the printers. Invariant: the reference is a walk of its
//! own (`judge`), and the data is the same on every run.

mod chosen;
mod counts;
mod drive;
mod finding;
mod judge;
mod lengths;
mod noticing;
mod seeking;
mod sparse;
mod spotted;

use crate::borders;
use crate::drip;

use crate::turns;
use crate::walked;

use hexloupe::codec::{Encoding, table};

/// Every encoding, with its steps of some bytes and lengths of data.
fn cases() -> impl Iterator<Item = (&'static Encoding, impl Iterator<Item = (u64, usize)>)> {
    let each = table::all().enumerate();
    each.map(|(number, encoding)| {
        let all = borders::steps_and_lengths();
        (encoding, turns::dealt(all, (number, encoding)))
    })
}
