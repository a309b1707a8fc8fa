//! Pure scanners: what a stretch of the data holds, without a clock or a file.

mod bidi;
pub mod census;
pub mod course;
mod ends;
pub mod facts;
pub mod index;
pub mod line;
pub mod matches;
pub mod notices;
pub mod pattern;
pub mod places;
pub mod seek;
