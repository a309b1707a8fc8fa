//! Text that a command prints whole, and the result of printing.
//!
//! Invariant: output that cannot be written is trouble, unless the reader of a pipe has closed it:
//! that reader has read enough.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Command, ExitCode, Stdio};

use crate::source::Trouble;

/// Prints an answer whole on standard output.
///
/// # Errors
/// It cannot be written. A reader who has closed the pipe is no error.
pub fn print(answer: &[u8]) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    ended(out.write_all(answer).and_then(|()| out.flush()))
}

/// Shows a manual page: on a terminal as `man` shows it, page by page, else as troff.
///
/// # Errors
/// It could not be written. A reader who has closed the pipe is no error.
pub fn print_manual(page: &str) -> anyhow::Result<ExitCode> {
    if io::stdout().is_terminal() && is_shown(page) {
        return Ok(ExitCode::SUCCESS);
    }
    print(page.as_bytes())
}

/// Gives a page to `man`. False if there is none that shows it.
fn is_shown(page: &str) -> bool {
    let pager = Command::new("man")
        .args(["-l", "-"])
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = pager else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // One who leaves early has read enough.
        let _ = input.write_all(page.as_bytes());
    }
    pager.wait().is_ok_and(|status| status.success())
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
