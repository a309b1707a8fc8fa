//! The terminal: the screen, the input, and the promise to give both back.
//!
//! ```text
//! frame -> ratatui -> backend -> tty        keys, mouse -> input -> escape --+
//!             (shown, ink, pen)             signals ------------------------+--> the caller's queue
//!                   guard: enter, restore   (events: the threads)
//! ```
//!
//! Invariant: what goes out is our own control sequences and symbols without
//! controls, all through one handle.

pub mod backend;
pub mod escape;
pub mod events;
pub mod guard;
mod ink;
pub mod input;
mod pen;
mod shown;
pub mod signals;
#[cfg(test)]
mod testing;
pub mod tty;

use std::fmt;
use std::io::{self, Write};

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use ratatui::Frame;
use ratatui::backend::Backend;
use ratatui::layout::Size;

use self::backend::LoupeBackend;
use self::guard::{Guard, Mouse};
use self::tty::Tty;

/// The inspector's terminal, entered; dropped, it is as it was before.
pub struct Terminal {
    screen: ratatui::Terminal<LoupeBackend<Tty>>,
    guard: Guard<Tty>,
    tty: Tty,
}

/// How a suspend ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspended {
    /// The job was stopped, and runs on.
    Stopped,
    /// There is no shell to go to, so nothing happened.
    NoShell,
}

impl Terminal {
    /// Takes the controlling terminal: raw mode, alternate screen, and a panic of this
    /// thread gives it back before it is printed.
    ///
    /// # Errors
    /// When there is no terminal ([`tty::NO_TERMINAL`]), or it refuses.
    pub fn enter(mouse: Mouse) -> io::Result<Self> {
        let tty = Tty::open()?;
        let guard = Guard::enter(tty.clone(), mouse)?;
        let mut backend = LoupeBackend::new(tty.clone());
        backend.forget();
        let mut screen = ratatui::Terminal::new(backend)?;
        screen.clear()?;
        Ok(Self { screen, guard, tty })
    }

    /// Draws a frame: what changed since the last one is sent in one write, nothing if
    /// nothing did. A new size of the terminal is noticed here.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.screen.draw(paint).map(drop)
    }

    /// Erases the screen and repaints all of it, with the next frame.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn redraw(&mut self) -> io::Result<()> {
        self.screen.backend_mut().forget();
        self.screen.clear()
    }

    /// Gives the terminal back, stops the job until the shell lets it run on, takes the
    /// terminal again; the next frame is a full one. To be called from the main thread.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn suspend(&mut self) -> io::Result<Suspended> {
        if !signals::has_shell() {
            self.redraw()?;
            return Ok(Suspended::NoShell);
        }
        self.guard.restore();
        let stopped = signals::stop();
        self.guard.reenter()?;
        self.redraw()?;
        stopped.map(|()| Suspended::Stopped)
    }

    /// Sets the modes once more and repaints with the next frame: the answer to
    /// [`signals::Signal::Continue`], since a stop from outside leaves us no time to
    /// restore. After [`Self::suspend`] it does no harm.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn resume(&mut self) -> io::Result<()> {
        self.guard.reassert()?;
        self.redraw()
    }

    /// Puts a text on the clipboard (OSC 52). It goes out in base64, so it may hold
    /// anything; whether the terminal takes it, nobody says.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut sequence = String::new();
        CopyToClipboard::to_clipboard_from(text)
            .write_ansi(&mut sequence)
            .map_err(io::Error::other)?;
        self.tty.write_all(sequence.as_bytes())
    }

    /// Columns and rows now.
    ///
    /// # Errors
    /// When the terminal does not know them.
    pub fn size(&self) -> io::Result<Size> {
        self.screen.backend().size()
    }

    /// Gives the terminal back, once; the drop does it too.
    pub fn restore(&mut self) {
        self.guard.restore();
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal")
            .field("tty", &self.tty)
            .finish_non_exhaustive()
    }
}
