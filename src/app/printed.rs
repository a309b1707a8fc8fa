//! Text that a command prints whole, and the result of printing.
//!
//! Invariant: output that cannot be written is trouble, unless the reader of a pipe has closed it:
//! that reader has read enough.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::source::Trouble;

/// Prints an answer whole on standard output.
///
/// # Errors
/// It cannot be written. A reader who has closed the pipe is no error.
pub fn print(answer: &[u8]) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    ended(out.write_all(answer).and_then(|()| out.flush()))
}

/// The result of printing.
///
/// # Errors
/// It could not be written. A reader who has closed the pipe is no error.
pub(super) fn ended(printed: io::Result<()>) -> anyhow::Result<ExitCode> {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
