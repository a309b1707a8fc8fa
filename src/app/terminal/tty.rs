//! The controlling terminal, opened for writing.
//!
//! The screen goes there and not to standard output, which may be a pipe; its own
//! handle also has its own flags, whatever the program before us left on standard
//! output. Invariant: every byte the inspector shows goes through this handle.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;

use ratatui::backend::WindowSize;
use ratatui::layout::Size;

/// What is said when there is no terminal.
pub const NO_TERMINAL: &str =
    "no terminal to open the inspector on; `hexloupe dump` prints instead";

/// Something a screen can be drawn on.
pub trait Output: Write {
    /// Its size now.
    ///
    /// # Errors
    /// When it has none, or does not know.
    fn window(&self) -> io::Result<WindowSize>;
}

/// A handle of the controlling terminal; clones share it.
#[derive(Debug, Clone)]
pub struct Tty(Arc<File>);

impl Tty {
    /// Opens the controlling terminal.
    ///
    /// # Errors
    /// [`NO_TERMINAL`], with the kind of the reason, when the process has none.
    pub fn open() -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open("/dev/tty");
        file.map(|file| Self(Arc::new(file)))
            .map_err(|error| io::Error::new(error.kind(), NO_TERMINAL))
    }
}

impl Write for Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.0).flush()
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl Output for Tty {
    fn window(&self) -> io::Result<WindowSize> {
        let size = rustix::termios::tcgetwinsize(self.as_fd())?;
        if size.ws_col == 0 || size.ws_row == 0 {
            // Serial lines and young pseudo-terminals have no size yet.
            return Err(io::Error::from(io::ErrorKind::Unsupported));
        }
        Ok(WindowSize {
            columns_rows: Size::new(size.ws_col, size.ws_row),
            pixels: Size::new(size.ws_xpixel, size.ws_ypixel),
        })
    }
}

/// A recording: it has no size, so a screen on it must be given one.
impl Output for Vec<u8> {
    fn window(&self) -> io::Result<WindowSize> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}
