//! Explanations of bytes as data, and all texts of the program.
//!
//! [`explain`] says why a sequence is ill-formed and how an encoding lays out a character;
//! [`language`] and [`texts`] have what is said, in every language. Invariant: an explanation is made
//! of the bytes it is given; no file, no clock, no thread.

pub mod explain;
pub mod language;
pub mod texts;
