//! Conversions between all encodings, judged by `encoding_rs`, `std` and bytes written by hand.
//!
//! Invariant: what is expected is never made by a codec of this crate.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "../common/drip.rs"]
mod drip;
mod drive;
#[path = "../common/noise.rs"]
mod noise;
mod pairs;
mod policies;

/// Lengths of data that is converted by steps of 1 to 9 bytes.
const SHORT: std::ops::Range<usize> = 0..58;
/// Bytes of a longer step.
const BLOCK: usize = 64;

/// Every step with every length it is tried at.
fn steps_and_lengths() -> impl Iterator<Item = (u64, usize)> {
    let short = (1..=9).flat_map(|step| SHORT.map(move |len| (step, len)));
    let around = BLOCK - 24..=2 * BLOCK + 24;
    short.chain(around.map(|len| (BLOCK as u64, len)))
}
