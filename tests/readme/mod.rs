//! What README and the guide say and show is what the program does.
//!
//! Where a test fails because the program has changed, its message ends with what the documents need.
//! Invariant: each table and picture of the documents has a test here.

mod against;
mod encodings;
mod find;
mod gallery;
mod guess;
mod pictures;
mod text;
mod undump;
