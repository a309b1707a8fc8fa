//! What is called mojibake, with its chain, and what is left alone.
//!
//! Texts are damaged by `encoding_rs` and `oem_cp`, or written as they are known from life.
//! Invariant: no sound text is called mojibake.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use hexloupe::detect;
use hexloupe::detect::verdict::{Misreading, Mojibake};

mod damage;
mod known;
mod matrix;
mod runs;
mod sound;
mod stretches;

/// What is found in some bytes.
fn look(bytes: &[u8]) -> Option<Mojibake> {
    detect::guess(&bytes.to_vec()).mojibake
}

/// A chain in short: each step as `written>read`.
fn chain(found: &Mojibake) -> String {
    let step = |step: &Misreading| format!("{}>{}", step.written.id, step.read.id);
    let steps: Vec<String> = found.chain.iter().map(step).collect();
    steps.join(" ")
}
