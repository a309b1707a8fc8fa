//! What is called mojibake, with its chain, and what is left alone.
//!
//! Texts are damaged by `encoding_rs` and `oem_cp`, or written as they are known from life.
//! Invariant: no sound text is called mojibake.

use hexloupe::codec::table;
use hexloupe::detect;
use hexloupe::detect::verdict::{Misreading, Mojibake};
use hexloupe::scan::index;
use hexloupe::unicode::notice::Notice;

pub(crate) mod damage;
mod known;
mod lost;
mod matrix;
mod people;
mod runs;
mod sound;
mod stretches;
mod suspects;

/// What is found in some bytes.
fn look(bytes: &[u8]) -> Option<Mojibake> {
    detect::guess(&bytes.to_vec()).mojibake
}

/// How many words of a text are suspected to be mojibake, by the scan.
fn suspects(text: &str) -> u64 {
    let index = index::build(&text.as_bytes().to_vec(), table::UTF_8, 0);
    index.totals.notices_of(Notice::MojibakeSuspect)
}

/// A chain in short: each step as `written>read`.
fn chain(found: &Mojibake) -> String {
    let step = |step: &Misreading| format!("{}>{}", step.written.id, step.read.id);
    let steps: Vec<String> = found.chain.iter().map(step).collect();
    steps.join(" ")
}
