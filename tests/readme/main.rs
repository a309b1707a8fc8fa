//! What README says and shows is what the program does.
//!
//! Where a test fails because the program has changed, its message ends with what README needs.
//! Invariant: each table and picture of README has a test here.

mod against;
mod encodings;
mod find;
mod gallery;
mod guess;
mod pictures;
mod text;
mod undump;

#[path = "../common/play/driven.rs"]
mod driven;
