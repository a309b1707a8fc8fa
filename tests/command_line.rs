//! The program as it is called from a command line, its documents, and the order of its sources.
//!
//! Invariant: what is printed, written and returned is what a caller sees.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests may panic and say why: that is how they fail"
)]

#[path = "common/declared.rs"]
mod declared;
#[path = "common/play/driven.rs"]
mod driven;
#[path = "common/message.rs"]
mod message;
#[path = "common/pages.rs"]
mod pages;
#[path = "common/place.rs"]
mod place;
#[path = "common/records.rs"]
mod records;
#[path = "common/xsd.rs"]
mod xsd;

mod against;
mod check;
mod check_formats;
mod check_hints;
mod check_rules;
mod cli;
mod documents;
mod guide;
mod packages;
mod parts;
mod readme;
mod schema;
mod schema_records;
mod stats;
mod tidy;
