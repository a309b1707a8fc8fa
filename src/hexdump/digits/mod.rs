//! Digits and nothing else: the bytes of a text, two hex digits or eight bits
//! each, with whatever somebody put between them.
//!
//! One engine (`reader`) reads every base of which a digit has whole bits; `hex` and
//! `bits` are its rows, and decimal numbers have a reader of their own.

mod base;
pub(super) mod bits;
pub(super) mod decimal;
pub(super) mod hex;
mod line;
mod order;
mod reader;
