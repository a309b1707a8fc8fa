//! The needs of the inspector from a system: a terminal to draw on, its keys, and the events that
//! end or stop the program from outside.
//!
//! Invariant: the rest of the room and the loop know a system only by this file.

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use ratatui::backend::WindowSize;

use super::guard::{RawMode, TerminalGuard};
use crate::command::input::UserInput;

/// The message when there is no terminal.
pub const NO_TERMINAL: &str =
    "no terminal to open the inspector on; `hexloupe dump` prints instead";

/// The number of the signal for a terminal that went away (SIGHUP); on systems without signals, for
/// everything that ends the program from outside.
pub const GONE: i32 = 1;
/// The signal [`GONE`], as a value.
pub const HANGUP: Signal = Signal::Quit(GONE);

/// The request of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ends the program, and finally by this signal: see [`die`](super::die).
    Quit(i32),
    /// Gives the terminal back and stops, unless that was cancelled: see
    /// [`Terminal::is_told_to_stop`](super::Terminal::is_told_to_stop).
    Suspend,
    /// Nothing: we were stopped and run again, and the terminal may be in any state.
    Continue,
}

/// The result of a suspend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuspendOutcome {
    /// The job was stopped, and has been continued.
    Stopped,
    /// There is no shell to go to, so nothing happened.
    NoShell,
}

/// An output that a screen can be drawn on.
pub trait ScreenOutput: Write {
    /// Its size now.
    ///
    /// # Errors
    /// It has no size, or does not know it.
    fn window(&self) -> io::Result<WindowSize>;
}

/// A system's terminal; clones share it.
pub(super) trait TerminalDevice: RawMode + ScreenOutput {
    /// True if the terminal's answers to questions can be distinguished from keys.
    const ANSWERS: bool;

    /// While this lives, every event that ends or stops the program from outside is a value in the
    /// queue.
    type Watch;

    /// Opens the terminal of the process.
    ///
    /// # Errors
    /// [`NO_TERMINAL`], with the kind of the reason: the process has none.
    fn open() -> io::Result<Self>;

    /// Checks that the terminal interprets its output, and a screen can be drawn. Some consoles
    /// claim to interpret control sequences and print them.
    ///
    /// # Errors
    /// Nothing can be drawn on it: the reason, and what to try.
    fn obeys(&self) -> io::Result<()> {
        Ok(())
    }

    /// Sends all signals to `sender` until its receiver or the watch is dropped, and the size of
    /// the terminal when it may have changed. Must be called before the terminal is taken, or a
    /// signal could end us in between. `give_back` gives the terminal back if nobody else does.
    ///
    /// # Errors
    /// No handler can be set, or no thread be started.
    fn watch<E>(
        &self,
        sender: &Sender<E>,
        give_back: impl Fn() + Send + 'static,
    ) -> io::Result<Self::Watch>
    where
        E: From<UserInput> + From<Signal> + Send + 'static;

    /// Sends all input to `sender` until its receiver is gone. Must be called after raw mode is
    /// set.
    ///
    /// # Errors
    /// There is no terminal to read from, or no thread can be started.
    fn listen<E>(&self, sender: &Sender<E>) -> io::Result<()>
    where
        E: From<UserInput> + From<Signal> + Send + 'static;

    /// Waits until our job is in the foreground, where it may take the terminal.
    ///
    /// # Errors
    /// The system refuses.
    fn come_forward(&self, guard: &TerminalGuard<Self>, watch: &Self::Watch) -> io::Result<()>;

    /// Gives the terminal back, stops the job until the shell lets it run on, and takes the
    /// terminal again.
    ///
    /// # Errors
    /// The terminal is gone.
    fn suspend(
        &self,
        guard: &TerminalGuard<Self>,
        watch: &Self::Watch,
    ) -> io::Result<SuspendOutcome>;

    /// Reports whether [`Signal::Suspend`] must still be handled; asking clears that.
    fn is_told_to_stop(watch: &Self::Watch) -> bool;

    /// Reports whether it is still there.
    fn is_there(&self) -> bool;

    /// Ends the process by the signal, as if it had never been caught, on systems with signals;
    /// else returns.
    ///
    /// # Errors
    /// There is no such signal.
    fn die(signal: i32) -> io::Result<()>;
}
