//! Which of many cases an encoding gets.
//!
//! Sets of one byte a character are read by the same code, each by a table of its own: what depends
//! on lengths and steps is tried with all of them together. Invariant: five such sets, one after the
//! other in the table, get every case.

use hexloupe::codec::{BitLayout, Encoding};

/// How many sets share the cases.
const SETS: usize = 5;

/// The cases of an encoding with a number.
pub(crate) fn dealt<T>(
    cases: impl Iterator<Item = T>,
    (number, encoding): (usize, &Encoding),
) -> impl Iterator<Item = T> {
    let every = match encoding.layout {
        BitLayout::SingleByte => SETS,
        _ => 1,
    };
    cases.skip(number % every).step_by(every)
}
