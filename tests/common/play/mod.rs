//! Random use of the inspector: a monkey at the keys, the real backend, terminals of many
//! kinds, and what must hold after every frame.
//!
//! Shared by the tests of the keys, those of the screens and the fuzz targets, which
//! include it by its path. Invariant: only `dice` knows whether a seed or a fuzzer
//! chooses.

#![allow(dead_code, reason = "each of those who take it uses a part")]

pub(crate) mod choice;
pub(crate) mod data;
pub(crate) mod dice;
pub(crate) mod driven;
pub(crate) mod emulator;
pub(crate) mod invariants;
pub(crate) mod monkey;
#[path = "../output.rs"]
pub(crate) mod output;
pub(crate) mod stage;
