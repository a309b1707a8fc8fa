//! The terminal: the screen, the input, and the guard that gives both back.
//!
//! ```text
//! cells -> backend -> tty        bytes -> escape, paste -> input -> clicks --+
//!                                signals ------------------------------------+--> the caller's queue
//!          guard: enter, restore (events: the threads)
//!
//! backend: packed_cell, front_buffer (what was drawn), frame_writer, cell_style
//! ```
//!
//! Invariant: what goes out is our own control sequences and symbols without
//! controls, all through one handle.

pub mod backend;
mod cell_style;
mod clicks;
pub(crate) mod escape;
pub(crate) mod events;
mod frame_writer;
mod front_buffer;
pub mod guard;
pub(crate) mod input;
mod packed_cell;
mod paste;
pub mod signals;
#[cfg(test)]
mod testing;
pub mod tty;

use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use self::backend::Board;
use self::guard::{Guard, Taken};
use self::signals::{Signal, Watch};
use self::tty::Tty;
use crate::command::input::{Input, Mouse};

/// The inspector's terminal, entered; dropping this restores it.
pub struct Terminal {
    screen: Board<Tty>,
    // Dropped in this order: the terminal is given back before signals may kill again.
    guard: Guard<Tty>,
    watch: Watch,
    tty: Tty,
}

/// How long we run in the background before we stop.
const LINGER: Duration = Duration::from_millis(100);

/// How a suspend ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspended {
    /// The job was stopped, and has been continued.
    Stopped,
    /// There is no shell to go to, so nothing happened.
    NoShell,
}

impl Terminal {
    /// Takes the controlling terminal: raw mode, and the screen if it is wanted; and sends to `sender`
    /// what comes from it and all signals. A panic of this thread gives it back before it
    /// is printed. In the background, the job stops until it is in the foreground.
    ///
    /// # Errors
    /// When there is no terminal ([`tty::NO_TERMINAL`]), or it refuses.
    pub fn enter<E>(taken: Taken, sender: &Sender<E>) -> io::Result<Self>
    where
        E: From<Input> + From<Signal> + Send + 'static,
    {
        let tty = Tty::open()?;
        let guard = Guard::new(tty.clone(), taken);
        let watch = events::watch(sender, &tty, guard.restorer())?;
        come_forward(&tty, &guard, &watch)?;
        guard.enter()?;
        events::listen(sender, &tty)?;
        let mut screen = Board::new(tty.clone());
        screen.forget();
        Ok(Self {
            screen,
            guard,
            watch,
            tty,
        })
    }

    /// Draws a frame: what changed since the last one is sent in one write, nothing if nothing
    /// did. `paint` gets blank cells, and returns the place of the cursor, `None` to hide it. A
    /// new size of the terminal is noticed here.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        self.screen.draw(paint)
    }

    /// Writes a line below what is there, where the screen was not taken.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        // In raw mode a line end does not lead to the first column.
        self.tty.write_all(format!("{line}\r\n").as_bytes())
    }

    /// Erases the screen and repaints all of it, with the next frame.
    pub fn redraw(&mut self) {
        self.screen.forget();
    }

    /// Whether [`signals::Signal::Suspend`] must still be obeyed; asking clears that.
    pub fn is_told_to_stop(&self) -> bool {
        self.watch.take_stop()
    }

    /// Gives the terminal back, stops the job until the shell lets it run on, takes the
    /// terminal again; the next frame is a full one. Must be called from the main thread.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn suspend(&mut self) -> io::Result<Suspended> {
        if !signals::has_shell() {
            self.redraw();
            return Ok(Suspended::NoShell);
        }
        self.guard.restore();
        let aside = self.watch.stand_aside()?;
        signals::stop()?;
        stop_in_the_background(&self.tty)?;
        drop(aside);
        self.guard.enter()?;
        self.redraw();
        Ok(Suspended::Stopped)
    }

    /// Sets the modes once more and repaints with the next frame: the answer to
    /// [`signals::Signal::Continue`], since a stop from outside leaves us no time to
    /// restore. After [`Self::suspend`] it does no harm.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn resume(&mut self) -> io::Result<()> {
        come_forward(&self.tty, &self.guard, &self.watch)?;
        self.guard.reassert()?;
        self.redraw();
        Ok(())
    }

    /// Takes the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn capture(&self, mouse: Mouse) -> io::Result<()> {
        self.guard.capture(mouse)
    }

    /// Puts a text on the clipboard (OSC 52). It goes out in base64, so it may hold anything;
    /// whether the terminal accepts it is not known.
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
        self.screen.size()
    }

    /// Whether the terminal has gone, which then is the reason of any error.
    pub fn has_gone(&self) -> bool {
        !self.tty.is_there()
    }

    /// Gives the terminal back, once; the drop does it too.
    pub fn restore(&mut self) {
        self.guard.restore();
    }
}

/// Returns only in the foreground, where our job may take the terminal.
fn come_forward(tty: &Tty, guard: &Guard<Tty>, watch: &Watch) -> io::Result<()> {
    if !tty.is_ours() {
        guard.restore();
        let _aside = watch.stand_aside()?;
        stop_in_the_background(tty)?;
    }
    Ok(())
}

/// Stops the job until it is in the foreground: changing the modes of another job's terminal
/// would stop it too, again and again. It waits before each stop: a signal that is to end us
/// may have come with the command to run on, and must be handled first.
fn stop_in_the_background(tty: &Tty) -> io::Result<()> {
    while !tty.is_ours() && signals::has_shell() {
        thread::sleep(LINGER);
        if !tty.is_ours() {
            signals::stop()?;
        }
    }
    Ok(())
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal")
            .field("tty", &self.tty)
            .finish_non_exhaustive()
    }
}
