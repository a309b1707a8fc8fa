//! At which steps and lengths whatever goes through data in pieces is tried.
//!
//! Invariant: every length around a step of some bytes, and every step of 1 to 9 bytes.

/// Lengths of data that is gone through by steps of 1 to 9 bytes.
const SHORT: std::ops::Range<usize> = 0..58;
/// Bytes of a longer step.
const BLOCK: usize = 64;

/// Every step with every length it is tried at: steps of 1 to 9 bytes with the short
/// lengths, a longer one with those within 24 bytes of its multiples.
pub(crate) fn steps_and_lengths() -> impl Iterator<Item = (u64, usize)> {
    let short = (1..=9).flat_map(|step| SHORT.map(move |len| (step, len)));
    let around = BLOCK - 24..=2 * BLOCK + 24;
    short.chain(around.map(|len| (BLOCK as u64, len)))
}
