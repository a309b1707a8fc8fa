//! What the library computes: codecs, dumps, scans, guesses, explanations and lessons.
//!
//! Each module judges by something that is not this program. Invariant: nothing here starts the
//! program or a terminal.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests may panic and say why: that is how they fail"
)]

#[path = "common/borders.rs"]
mod borders;
mod common;
#[path = "common/contract.rs"]
mod contract;
#[path = "common/drip.rs"]
mod drip;
#[path = "common/noise.rs"]
mod noise;
#[path = "common/turns.rs"]
mod turns;
#[path = "common/walked.rs"]
mod walked;

mod cards;
mod codec_contract;
mod codec_diagnosis;
mod codec_differential;
mod codec_exhaustive;
mod codec_holes;
mod codec_misread;
mod codec_pairs;
mod codec_relatives;
mod codec_table_file;
mod codec_tables;
mod consumers;
mod contradictions;
mod derivations;
mod guess;
mod guess_matrix;
mod hexdump_auto;
mod hexdump_properties;
mod hexdump_samples;
mod hexdump_table;
mod lessons;
mod meant;
mod models;
mod mojibake;
mod random_access;
mod recode;
mod strings;
mod texts;
mod translations;
