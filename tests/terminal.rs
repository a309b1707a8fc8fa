//! The inspector: keys, screens, sessions, and the real program in a pseudo-terminal.
//!
//! Invariant: no test waits for a time, only for what is to be seen.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests may panic and say why: that is how they fail"
)]

#[path = "common/drip.rs"]
mod drip;
#[path = "common/fake.rs"]
mod fake;
#[path = "common/play/mod.rs"]
mod play;
#[path = "common/turns.rs"]
mod turns;
#[path = "common/walked.rs"]
mod walked;

mod faults;
mod keys;
mod pty;
mod screens;
mod sessions;
