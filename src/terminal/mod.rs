//! The terminal: the screen, the input, and the guard that gives both back.
//!
//! ```text
//! cells -> backend -> device     bytes -> escape, paste -> input -----+-> clicks --+
//!                                console events -> console_input -----+            +--> the caller's queue
//!                                signals ------------------------------------------+
//!          guard: enter, restore
//!
//! device: the trait of a system's terminal; unix (with its signals and events), windows
//! backend: packed_cell, front_buffer (what was drawn), frame_writer, cell_style
//! ```
//!
//! Invariant: the output is only our own control sequences and symbols without controls, all
//! through one handle.

pub mod backend;
mod cell_style;
mod clicks;
#[cfg(any(windows, test))]
mod console_input;
pub mod device;
#[cfg(any(unix, test))]
pub(crate) mod escape;
mod frame_writer;
mod front_buffer;
pub mod guard;
#[cfg_attr(not(unix), allow(dead_code, reason = "a console sends no sequences"))]
pub(crate) mod input;
mod packed_cell;
#[cfg(any(unix, test))]
mod paste;
#[cfg(test)]
mod testing;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fmt;
use std::io;
use std::sync::mpsc::Sender;

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};

use self::backend::TerminalScreen;
use self::device::TerminalDevice as _;
use self::guard::{RawMode as _, TerminalGuard, TerminalUse};
#[cfg(unix)]
use self::unix::Tty as Here;
#[cfg(windows)]
use self::windows::Console as Here;
use crate::command::input::{MouseMode, UserInput};

/// The question for the background.
const BACKGROUND: &[u8] = b"\x1B]11;?\x1B\\";

pub use self::device::{GONE, Signal, SuspendOutcome};

/// The inspector's terminal, entered; dropping this restores it.
pub struct Terminal {
    screen: TerminalScreen<Here>,
    // Dropped in this order: the terminal is given back before signals may kill again.
    guard: TerminalGuard<Here>,
    watch: <Here as device::TerminalDevice>::Watch,
    device: Here,
}

/// Ends the process by the signal, as if it had never been caught, so that the shell sees what
/// happened. The terminal must have been given back. Returns on systems without signals.
///
/// # Errors
/// There is no such signal.
pub fn die(signal: i32) -> io::Result<()> {
    Here::die(signal)
}

impl Terminal {
    /// Takes the controlling terminal: raw mode, and the screen if it is wanted. Sends its inputs
    /// and all signals to `sender`. A panic of this thread gives the terminal back before it is
    /// printed. In the background, the job stops until it is in the foreground.
    ///
    /// # Errors
    /// There is no terminal ([`device::NO_TERMINAL`]), it refuses, or a wanted screen cannot be
    /// drawn on it.
    pub fn enter<E>(taken: TerminalUse, sender: &Sender<E>) -> io::Result<Self>
    where
        E: From<UserInput> + From<Signal> + Send + 'static,
    {
        let device = Here::open()?;
        if matches!(taken, TerminalUse::Screen(_)) {
            device.obeys()?;
        }
        let guard = TerminalGuard::new(device.clone(), taken);
        let watch = device.watch(sender, guard.restorer())?;
        device.come_forward(&guard, &watch)?;
        guard.enter()?;
        device.listen(sender)?;
        let mut screen = TerminalScreen::new(device.clone());
        screen.forget();
        Ok(Self {
            screen,
            guard,
            watch,
            device,
        })
    }

    /// Draws a frame: all changes since the last one are sent in one write, without a change
    /// nothing is. `paint` gets blank cells, and returns the place of the cursor, `None` to hide
    /// it. A new size of the terminal is noticed here.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        self.screen.draw(paint)
    }

    /// Writes a line below the existing ones, if the screen was not taken.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        // In raw mode a line end does not lead to the first column.
        self.device.send(format!("{line}\r\n").as_bytes())
    }

    /// Erases the screen and repaints all of it, with the next frame.
    pub fn redraw(&mut self) {
        self.screen.forget();
    }

    /// Reports whether [`Signal::Suspend`] must still be handled; asking clears that.
    pub fn is_told_to_stop(&self) -> bool {
        Here::is_told_to_stop(&self.watch)
    }

    /// Gives the terminal back, stops the job until the shell lets it run on, and takes the
    /// terminal again; the next frame is a full one. Must be called from the main thread.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn suspend(&mut self) -> io::Result<SuspendOutcome> {
        let suspended = self.device.suspend(&self.guard, &self.watch)?;
        self.redraw();
        Ok(suspended)
    }

    /// Sets the modes once more and repaints with the next frame. It is the answer to
    /// [`Signal::Continue`], because a stop from outside leaves us no time to restore. After
    /// [`Self::suspend`] it does no harm.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn resume(&mut self) -> io::Result<()> {
        self.device.come_forward(&self.guard, &self.watch)?;
        self.guard.reassert()?;
        self.redraw();
        Ok(())
    }

    /// Takes the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn capture(&self, mouse: MouseMode) -> io::Result<()> {
        self.guard.capture(mouse)
    }

    /// Copies a text to the clipboard (OSC 52). It goes out in base64, so it may hold anything; it
    /// is unknown whether the terminal accepts it.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut sequence = String::new();
        CopyToClipboard::to_clipboard_from(text)
            .write_ansi(&mut sequence)
            .map_err(io::Error::other)?;
        self.device.send(sequence.as_bytes())
    }

    /// Asks for the background (OSC 11, as in xterm), if terminals answer; returns true if it did.
    /// The answer is an [input](crate::command::input::UserInput::Background) and nothing waits for
    /// it; a terminal without an answer stays silent.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn ask_background(&mut self) -> io::Result<bool> {
        if Here::ANSWERS {
            self.device.send(BACKGROUND)?;
        }
        Ok(Here::ANSWERS)
    }

    /// Columns and rows now.
    ///
    /// # Errors
    /// The terminal does not know them.
    pub fn size(&self) -> io::Result<Size> {
        self.screen.size()
    }

    /// Reports whether the terminal has gone, which then is the reason of any error.
    pub fn has_gone(&self) -> bool {
        !self.device.is_there()
    }

    /// Gives the terminal back, once; the drop does it too.
    pub fn restore(&mut self) {
        self.guard.restore();
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal")
            .field("device", &self.device)
            .finish_non_exhaustive()
    }
}
