//! The controlling terminal of Unix, opened by its own name, and the job that owns it.
//!
//! The screen goes there and not to standard output, which may be a pipe; its own handle also
//! has its own flags, whatever the program before us left on standard output. Writing waits for
//! a terminal that takes nothing, but that wait can be limited. Invariant: every byte the
//! inspector shows goes through this handle.

mod events;
mod signals;

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use nix::unistd::{getpgrp, tcgetpgrp};
use ratatui::backend::WindowSize;
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::termios::{OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

use self::signals::Watch;
use super::device::{NO_TERMINAL, ScreenOutput, Signal, SuspendOutcome, TerminalDevice};
use super::guard::{RawMode, TerminalGuard};
use crate::command::input::UserInput;

/// The file of the controlling terminal of a process.
const DEVICE: &str = "/dev/tty";

/// The time to wait for a terminal that takes nothing, when it is given back.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time that we run in the background before we stop.
const LINGER: Duration = Duration::from_millis(100);

/// Columns and rows of a terminal that does not know its own: the traditional size.
const USUAL: (u16, u16) = (80, 24);

/// A handle of the controlling terminal; clones share it.
#[derive(Debug, Clone)]
pub(super) struct Tty(Arc<File>);

impl Tty {
    /// Opens it to read keys: such a read may block.
    ///
    /// # Errors
    /// The same as for [`TerminalDevice::open`].
    fn open_to_read() -> io::Result<File> {
        let file = OpenOptions::new().read(true).write(true).open(DEVICE);
        file.map_err(|error| io::Error::new(error.kind(), NO_TERMINAL))
    }

    /// Reports whether our job is in the foreground; also `true` if the terminal is gone.
    fn is_ours(&self) -> bool {
        tcgetpgrp(self).is_ok_and(|job| job == getpgrp()) || !self.is_there()
    }

    /// Waits until it takes bytes again, or has gone; an error after `patience`.
    fn wait(&self, patience: Option<Duration>) -> io::Result<()> {
        let patience = patience.map(|patience| Timespec {
            tv_sec: patience.as_secs().cast_signed(),
            tv_nsec: patience.subsec_nanos().into(),
        });
        let mut fds = [PollFd::new(self, PollFlags::OUT)];
        match poll(&mut fds, patience.as_ref()) {
            Ok(0) => return Err(io::Error::from(ErrorKind::TimedOut)),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if fds[0].revents().contains(PollFlags::NVAL) {
            // Not every system can poll a terminal under this name.
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Sets them at once: unread input is kept for the shell, and unwritten output, which may never
    /// be taken, is not awaited.
    fn set_now(&self, settings: &Termios) -> io::Result<()> {
        loop {
            match tcsetattr(self, OptionalActions::Now, settings) {
                Err(Errno::INTR) => {}
                done => return Ok(done?),
            }
        }
    }

    fn write_within(&self, bytes: &[u8], patience: Option<Duration>) -> io::Result<usize> {
        loop {
            match (&*self.0).write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(patience)?,
                done => return done,
            }
        }
    }
}

impl TerminalDevice for Tty {
    const ANSWERS: bool = true;

    type Watch = Watch;

    fn open() -> io::Result<Self> {
        let tty = Self(Arc::new(Self::open_to_read()?));
        // A write must not block, because only the terminal could end that.
        fcntl_setfl(&tty, fcntl_getfl(&tty)? | OFlags::NONBLOCK)?;
        Ok(tty)
    }

    fn watch<E>(
        &self,
        sender: &Sender<E>,
        give_back: impl Fn() + Send + 'static,
    ) -> io::Result<Watch>
    where
        E: From<UserInput> + From<Signal> + Send + 'static,
    {
        events::watch(sender, self, give_back)
    }

    fn listen<E>(&self, sender: &Sender<E>) -> io::Result<()>
    where
        E: From<UserInput> + From<Signal> + Send + 'static,
    {
        events::listen(sender, self)
    }

    fn come_forward(&self, guard: &TerminalGuard<Self>, watch: &Watch) -> io::Result<()> {
        if !self.is_ours() {
            guard.restore();
            let _aside = watch.stand_aside()?;
            stop_in_the_background(self)?;
        }
        Ok(())
    }

    fn suspend(&self, guard: &TerminalGuard<Self>, watch: &Watch) -> io::Result<SuspendOutcome> {
        if !signals::has_shell() {
            return Ok(SuspendOutcome::NoShell);
        }
        guard.restore();
        let aside = watch.stand_aside()?;
        signals::stop()?;
        stop_in_the_background(self)?;
        drop(aside);
        guard.enter()?;
        Ok(SuspendOutcome::Stopped)
    }

    fn is_told_to_stop(watch: &Watch) -> bool {
        watch.take_stop()
    }

    fn is_there(&self) -> bool {
        tcgetattr(self).is_ok()
    }

    fn die(signal: i32) -> io::Result<()> {
        signals::die(signal)
    }
}

/// Stops the job until it is in the foreground: changing the modes of another job's terminal would
/// stop it too, again and again. It waits before each stop: a signal that ends us may have come
/// with the command to run on, and must be handled first.
fn stop_in_the_background(tty: &Tty) -> io::Result<()> {
    while !tty.is_ours() && signals::has_shell() {
        thread::sleep(LINGER);
        if !tty.is_ours() {
            signals::stop()?;
        }
    }
    Ok(())
}

impl Write for Tty {
    /// Writes, waiting as long as necessary.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_within(bytes, None)
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

impl RawMode for Tty {
    type Settings = Termios;

    fn make_raw(&self) -> io::Result<Termios> {
        let before = tcgetattr(self)?;
        let mut raw = before.clone();
        raw.make_raw();
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        self.set_now(&raw)?;
        Ok(before)
    }

    /// Does nothing while another job has the terminal.
    fn set(&self, settings: &Termios) -> io::Result<()> {
        if self.is_ours() {
            self.set_now(settings)?;
        }
        Ok(())
    }

    fn send(&self, bytes: &[u8]) -> io::Result<()> {
        self.clone().write_all(bytes)
    }

    fn send_last(&self, bytes: &[u8]) -> io::Result<()> {
        let mut left = bytes;
        while !left.is_empty() {
            match self.write_within(left, Some(PATIENCE)) {
                Ok(0) => return Err(io::Error::from(ErrorKind::WriteZero)),
                Ok(taken) => left = &left[taken..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl ScreenOutput for Tty {
    /// The size; an unknown one comes from the environment, or is the usual one.
    fn window(&self) -> io::Result<WindowSize> {
        let size = rustix::termios::tcgetwinsize(self)?;
        // Serial lines and new pseudo-terminals report 0.
        let columns = known(size.ws_col, "COLUMNS", USUAL.0);
        let rows = known(size.ws_row, "LINES", USUAL.1);
        Ok(WindowSize {
            columns_rows: Size::new(columns, rows),
            pixels: Size::new(size.ws_xpixel, size.ws_ypixel),
        })
    }
}

fn known(count: u16, variable: &str, usual: u16) -> u16 {
    if count > 0 {
        return count;
    }
    let said = env::var(variable)
        .ok()
        .and_then(|text| text.trim().parse().ok());
    said.filter(|count| *count > 0).unwrap_or(usual)
}
