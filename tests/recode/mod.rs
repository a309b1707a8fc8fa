//! Conversions between all encodings, judged by `encoding_rs`, `std` and bytes written by hand.
//!
//! Invariant: what is expected is never made by a codec of this crate.
mod converted;
mod drive;
mod forms;
mod lines;
mod mended;
mod pairs;
mod policies;

use crate::borders;
use crate::drip;
use crate::noise;

use crate::turns;
