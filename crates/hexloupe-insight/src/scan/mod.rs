//! Pure scanners: the content of a stretch of the data, without a clock or a file.

mod bidi;
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only vector instructions fill the masks")
)]
mod blocks;
mod ends;
mod escapes;
pub mod facts;
pub mod fault_scanner;
pub mod index;
pub mod line;
pub mod line_start;
pub mod lookalikes;
pub mod matches;
mod mojibake;
pub mod notices;
pub mod pattern;
pub mod places;
pub mod plain;
pub mod seek;
pub mod stats_counter;
pub mod text;
mod unfinished;
mod unseen;
#[cfg(target_arch = "x86_64")]
mod vector;
#[cfg(not(target_arch = "x86_64"))]
#[path = "no_vector.rs"]
mod vector;
