//! The console of Windows: its events, its modes, and standard output as its screen.
//!
//! The console turns keys, the mouse and a new size into events. `crossterm` reads them from the
//! console itself, whatever standard input is. Drawing uses the same control sequences as
//! elsewhere, which consoles interpret since Windows 10. Invariant: the earlier modes are restored.
//! No sequence is sent whose answer would be a sequence, because answers would be read as keys: so
//! a pasted text is keys here.

use std::io::{self, IsTerminal as _, Write};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event;
use crossterm_winapi::{ConsoleMode, Handle, ScreenBuffer};
use ratatui::backend::WindowSize;
use ratatui::layout::Size;

use super::clicks::Clicks;
use super::console_input;
use super::device::{HANGUP, NO_TERMINAL, ScreenOutput, Signal, SuspendOutcome, TerminalDevice};
use super::guard::{RawMode, TerminalGuard, TerminalMode};
use crate::command::input::{MouseMode, UserInput};
use crate::platform::{Here, System};

/// The modes of input, as in the documentation of `SetConsoleMode`: Ctrl-C ends programs; lines are
/// edited; keys are echoed.
const COOKED: u32 = 0x1 | 0x2 | 0x4;
/// A new size is an event.
const WINDOW: u32 = 0x8;
/// The mouse makes events.
const MOUSE: u32 = 0x10;
/// The mouse selects text; changing that needs the other bit.
const QUICK_EDIT: u32 = 0x40;
const EXTENDED: u32 = 0x80;
/// Keys are control sequences.
const KEY_SEQUENCES: u32 = 0x200;

/// The modes of output: control characters and control sequences are interpreted.
const OBEYED: u32 = 0x1 | 0x4;

/// A control sequence that changes nothing: the colours are reset. A console that prints it moves
/// its cursor.
const HARMLESS: &[u8] = b"\x1B[0m";
/// Removes the printed sequence from such a console, which shows a sign for the first byte.
const TAKE_BACK: &[u8] = b"\x08\x08\x08\x08    \x08\x08\x08\x08";
/// The message if nothing can be drawn.
const DISOBEYS: &str =
    "this console does not support control sequences; use Windows 10 or later, or --plain";

/// The time that the loop has to end after a signal.
const PATIENCE: Duration = Duration::from_secs(1);

/// The console of the process.
#[derive(Debug, Clone)]
pub(super) struct Console;

/// The modes of input, and of output.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConsoleModes {
    typed: u32,
    written: u32,
}

fn typed() -> io::Result<ConsoleMode> {
    Handle::current_in_handle().map(ConsoleMode::from)
}

fn written() -> io::Result<ConsoleMode> {
    Handle::current_out_handle().map(ConsoleMode::from)
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

impl ScreenOutput for Console {
    fn window(&self) -> io::Result<WindowSize> {
        let (columns, rows) = crossterm::terminal::size()?;
        Ok(WindowSize {
            columns_rows: Size::new(columns, rows),
            pixels: Size::ZERO,
        })
    }
}

impl RawMode for Console {
    type Settings = ConsoleModes;

    const PASTE: &'static [TerminalMode] = &[];
    const MOUSE: &'static [TerminalMode] = &[];

    fn make_raw(&self) -> io::Result<ConsoleModes> {
        let (keys, screen) = (typed()?, written()?);
        let before = ConsoleModes {
            typed: keys.mode()?,
            written: screen.mode()?,
        };
        // A console that refuses cannot be drawn on, but takes lines.
        let _ = screen.set_mode(before.written | OBEYED);
        keys.set_mode(before.typed & !(COOKED | KEY_SEQUENCES) | WINDOW | EXTENDED)?;
        Ok(before)
    }

    fn set(&self, before: &ConsoleModes) -> io::Result<()> {
        typed()?.set_mode(before.typed | EXTENDED)?;
        written()?.set_mode(before.written)
    }

    fn point(&self, mouse: MouseMode) -> io::Result<()> {
        let keys = typed()?;
        let others = keys.mode()? & !(MOUSE | QUICK_EDIT) | EXTENDED;
        keys.set_mode(match mouse {
            MouseMode::On => others | MOUSE,
            MouseMode::Off => others | QUICK_EDIT,
        })
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let mut screen = io::stdout().lock();
        screen.write_all(bytes)?;
        screen.flush()
    }

    fn send_last(&self, bytes: &[u8]) -> io::Result<()> {
        self.send(bytes)
    }
}

impl TerminalDevice for Console {
    /// Its events would be keys.
    const ANSWERS: bool = false;

    type Watch = <Here as System>::LastAct;

    fn open() -> io::Result<Self> {
        let is_there = io::stdout().is_terminal() && Self.is_there();
        let none = || io::Error::new(io::ErrorKind::NotFound, NO_TERMINAL);
        is_there.then_some(Self).ok_or_else(none)
    }

    /// Wine's console accepts the mode and prints the sequences all the same, so one is tried.
    fn obeys(&self) -> io::Result<()> {
        let screen = written()?;
        let mode = screen.mode()?;
        let disobeys = || io::Error::new(io::ErrorKind::Unsupported, DISOBEYS);
        screen.set_mode(mode | OBEYED).map_err(|_| disobeys())?;
        let place = || -> io::Result<(i16, i16)> {
            let cursor = ScreenBuffer::current()?.info()?.cursor_pos();
            Ok((cursor.x, cursor.y))
        };
        let before = place()?;
        self.send(HARMLESS)?;
        let obeys = place()? == before;
        if !obeys {
            self.send(TAKE_BACK)?;
        }
        screen.set_mode(mode)?;
        obeys.then_some(()).ok_or_else(disobeys)
    }

    /// Watches Ctrl-Break, a closed window, the end of the user's session.
    fn watch<E>(
        &self,
        sender: &Sender<E>,
        give_back: impl Fn() + Send + 'static,
    ) -> io::Result<Self::Watch>
    where
        E: From<UserInput> + From<Signal> + Send + 'static,
    {
        let queue = sender.clone();
        Here::last_act(move || {
            // If nobody listens, there is no loop left that would end.
            if queue.send(E::from(HANGUP)).is_ok() {
                thread::sleep(PATIENCE);
            }
            give_back();
        })
    }

    fn listen<E>(&self, sender: &Sender<E>) -> io::Result<()>
    where
        E: From<UserInput> + From<Signal> + Send + 'static,
    {
        let queue = sender.clone();
        let thread = thread::Builder::new().name("keys".to_owned());
        let work = move || {
            let (clock, mut clicks) = (Instant::now(), Clicks::default());
            while let Ok(event) = event::read() {
                let Some(input) = console_input::input(event) else {
                    continue;
                };
                let input = clicks.count(input, clock.elapsed());
                if queue.send(E::from(input)).is_err() {
                    return;
                }
            }
            // Without input the program cannot go on, whatever the reason.
            let _ = queue.send(E::from(HANGUP));
        };
        thread.spawn(work).map(drop)
    }

    /// There is no background.
    fn come_forward(&self, _: &TerminalGuard<Self>, _: &Self::Watch) -> io::Result<()> {
        Ok(())
    }

    /// Nothing can be stopped and run again.
    fn suspend(&self, _: &TerminalGuard<Self>, _: &Self::Watch) -> io::Result<SuspendOutcome> {
        Ok(SuspendOutcome::NoShell)
    }

    fn is_told_to_stop(_: &Self::Watch) -> bool {
        false
    }

    fn is_there(&self) -> bool {
        typed().and_then(|keys| keys.mode()).is_ok()
    }

    fn die(_: i32) -> io::Result<()> {
        Ok(())
    }
}
