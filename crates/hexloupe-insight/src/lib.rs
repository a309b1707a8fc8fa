//! The content of data, its encoding, and the evidence for both.
//!
//! [`scan`] counts and finds, [`detect`] weighs encodings and misreadings.
//! Invariant: everything goes over windows of bytes; no file, no clock, no thread.

pub mod detect;
pub mod scan;
