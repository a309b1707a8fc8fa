//! The content of data, its encoding, and the evidence for both.
//!
//! [`scan`] counts and finds, [`detect`] weighs encodings and misreadings, [`explain`] says why and
//! how, as data; [`language`] and [`texts`] have what is said, in every language.
//! Invariant: everything goes over windows of bytes; no file, no clock, no thread.

pub mod detect;
pub mod explain;
pub mod language;
pub mod scan;
pub mod texts;
