//! The real binary in a pseudo-terminal, seen through a terminal emulator.
//!
//! Invariant: nothing sleeps; a test waits until the screen says what it wants,
//! and gives up after a generous while.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long to wait for what must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program in a terminal.
pub(crate) struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All that was written, byte for byte.
    pub(crate) raw: Vec<u8>,
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// The program under test.
pub(crate) fn hexloupe() -> &'static str {
    env!("CARGO_BIN_EXE_hexloupe")
}

impl Session {
    /// Starts a command in a terminal of 120 columns and 40 rows.
    pub(crate) fn start(program: &str, arguments: &[&str], folder: &Path) -> Self {
        let size = PtySize {
            rows: 40,
            cols: 120,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        let screen = vt100::Parser::new(cells(40), cells(120), 0);
        Self {
            child,
            master: pair.master,
            keys,
            output,
            screen,
            raw: Vec::new(),
        }
    }

    /// Starts the program itself.
    pub(crate) fn open(arguments: &[&str], folder: &Path) -> Self {
        Self::start(hexloupe(), arguments, folder)
    }

    /// Types.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen holds a text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, wanted: &str) {
        self.wait_until(wanted, |screen| screen.contents().contains(wanted));
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !holds(self.screen.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("no {what:?} on the screen:\n{}", self.text())
                }
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        self.screen.process(bytes);
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.master
            .resize(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
        self.screen.screen_mut().set_size(cells(rows), cells(cols));
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let number = i32::try_from(self.child.process_id().unwrap()).unwrap();
        let process = rustix::process::Pid::from_raw(number).unwrap();
        rustix::process::kill_process(process, signal).unwrap();
    }

    /// Takes all that is still written, and waits for the end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            match self
                .output
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.take(&bytes),
                // The program has closed its terminal.
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
                Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", self.text()),
            }
        }
    }

    /// Whether the terminal was given back: screen, cursor, mouse, paste.
    pub(crate) fn restored(&self) -> bool {
        let screen = self.screen.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
            && self.raw.windows(8).any(|part| part == b"\x1b[?1049l")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind; one that passed has ended.
        let _ = self.child.kill();
    }
}
