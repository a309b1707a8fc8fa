//! Pure scanners: what a stretch of the data holds, without a clock or a file.

pub mod facts;
pub mod seek;
