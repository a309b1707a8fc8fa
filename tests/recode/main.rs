//! Conversions between all encodings, judged by `encoding_rs`, `std` and bytes written by hand.
//!
//! Invariant: what is expected is never made by a codec of this crate.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "../common/borders.rs"]
mod borders;
mod converted;
#[path = "../common/drip.rs"]
mod drip;
mod drive;
mod forms;
mod lines;
mod mended;
#[path = "../common/noise.rs"]
mod noise;
mod pairs;
mod policies;
#[path = "../common/turns.rs"]
mod turns;
