//! Only digits: two hex digits or eight bits per byte, or a decimal number, with any separators.
//!
//! One engine (`reader`) reads every base whose digits are whole bits: `hex` and `bits`;
//! decimal numbers have a reader of their own.

mod base;
pub(super) mod bits;
pub(super) mod decimal;
pub(super) mod hex;
mod line;
mod numbers;
mod order;
mod reader;
mod signs;
