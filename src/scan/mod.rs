//! Pure scanners: what a stretch of the data holds, without a clock or a file.

mod bidi;
mod ends;
pub mod facts;
pub mod fault_scanner;
pub mod index;
pub mod line;
pub mod matches;
pub mod notices;
pub mod pattern;
pub mod places;
pub mod seek;
pub mod stats_counter;
