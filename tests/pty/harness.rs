//! The real binary in a pseudo-terminal, with a terminal emulator to read its screen.
//!
//! Invariant: nothing sleeps; a test waits until the screen shows what it expects, and
//! gives up after [`PATIENCE`]. Several tests run at a time, each with a folder of its own: they
//! wait for most of their time.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};

/// The longest wait for what must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a dump whose repeated line stands for four terabytes, so that no search for a
/// fault ends; returns the arguments that open it.
pub(crate) fn endless(folder: &Path) -> [&'static str; 3] {
    let line = format!("00000000 {0} {0}  |aaaaaaaaaaaaaaaa|", " 61".repeat(8));
    let dump = format!("{line}\n*\n40000000000\n");
    fs::write(folder.join("long"), dump).unwrap();
    ["--from", "hexdump-c", "long"]
}

/// The program under test.
pub(crate) fn hexloupe() -> &'static str {
    env!("CARGO_BIN_EXE_hexloupe")
}

/// How a program is started.
pub(crate) struct Setup<'a> {
    pub(crate) program: &'a str,
    pub(crate) arguments: &'a [&'a str],
    /// Columns and rows; a terminal that does not know its size reports 0.
    pub(crate) size: (u16, u16),
    /// Variables to set or to remove, unlike in a plain terminal.
    pub(crate) environment: &'a [(&'a str, Option<&'a str>)],
    /// Whether it is the controlling terminal of the program.
    pub(crate) controlling: bool,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            program: hexloupe(),
            // The sample from its start, without the tour.
            arguments: &["--at", "0"],
            size: (120, 40),
            environment: &[],
            controlling: true,
        }
    }
}

impl Setup<'_> {
    fn command(&self, folder: &Path) -> CommandBuilder {
        let mut command = CommandBuilder::new(self.program);
        command.args(self.arguments);
        command.cwd(folder);
        command.set_controlling_tty(self.controlling);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("COLORTERM");
        // Never that of the user who runs the tests.
        command.env("XDG_STATE_HOME", folder.join("state"));
        command.env("XDG_CONFIG_HOME", folder.join("config"));
        for variable in [
            "NO_COLOR",
            "COLORFGBG",
            "COLUMNS",
            "LINES",
            "SSH_CONNECTION",
            "RUST_BACKTRACE",
            "HEXLOUPE_CLIPBOARD",
            "HEXLOUPE_CONFIG",
        ] {
            command.env_remove(variable);
        }
        for (variable, value) in self.environment {
            match value {
                Some(value) => command.env(variable, value),
                None => command.env_remove(variable),
            }
        }
        command
    }

    pub(crate) fn start(&self, folder: &Path) -> Session {
        let (cols, rows) = self.size;
        let pair = native_pty_system().openpty(pty_size(cols, rows)).unwrap();
        let before = settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(self.command(folder)).unwrap();
        let gate = Arc::new(Gate::default());
        let output = read(pair.master.try_clone_reader().unwrap(), Arc::clone(&gate));
        Session {
            keys: pair.master.take_writer().unwrap(),
            screen: vt100::Parser::new(cells(rows), cells(cols), 0),
            before,
            child,
            master: pair.master,
            output,
            gate,
            raw: Vec::new(),
        }
    }
}

/// A program in a terminal.
pub(crate) struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    gate: Arc<Gate>,
    screen: vt100::Parser,
    /// The settings of the terminal before the program was started.
    before: String,
    /// All bytes that were written.
    pub(crate) raw: Vec<u8>,
}

/// While it is shut, the terminal takes no output.
#[derive(Default)]
struct Gate {
    shut: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn set(&self, shut: bool) {
        *self.shut.lock().unwrap() = shut;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let shut = self.shut.lock().unwrap();
        drop(self.changed.wait_while(shut, |shut| *shut).unwrap());
    }
}

fn read(mut reader: Box<dyn Read + Send>, gate: Arc<Gate>) -> Receiver<Vec<u8>> {
    let (sender, output) = channel();
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        gate.pass();
        while let Ok(count @ 1..) = reader.read(&mut chunk) {
            if sender.send(chunk[..count].to_vec()).is_err() {
                break;
            }
            gate.pass();
        }
    });
    output
}

fn pty_size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// The emulator has a size even if the terminal reports none.
fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap_or(NonZeroU16::new(200).unwrap())
}

fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

impl Session {
    /// Starts a command in a terminal of 120 columns and 40 rows.
    pub(crate) fn start(program: &str, arguments: &[&str], folder: &Path) -> Self {
        let setup = Setup {
            program,
            arguments,
            ..Setup::default()
        };
        setup.start(folder)
    }

    /// Starts the program itself.
    pub(crate) fn open(arguments: &[&str], folder: &Path) -> Self {
        Self::start(hexloupe(), arguments, folder)
    }

    /// Types keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.send(keys.as_bytes());
    }

    /// Sends bytes as a terminal might.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the program has read all that was sent, so that what follows is read
    /// separately.
    #[track_caller]
    pub(crate) fn taken(&self) {
        let until = Instant::now() + PATIENCE;
        let terminal = fs::OpenOptions::new()
            .read(true)
            .custom_flags(OFlags::NOCTTY.bits().cast_signed())
            .open(self.name())
            .unwrap();
        while rustix::io::ioctl_fionread(&terminal).unwrap() > 0 {
            assert!(Instant::now() < until, "it reads nothing:\n{}", self.text());
            std::thread::yield_now();
        }
    }

    /// The path of the terminal.
    pub(crate) fn name(&self) -> PathBuf {
        self.master.tty_name().unwrap()
    }

    /// The process group in the foreground of the terminal.
    pub(crate) fn job(&self) -> Pid {
        Pid::from_raw(self.master.process_group_leader().unwrap()).unwrap()
    }

    /// The screen.
    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
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

    /// Waits until the screen holds a text, and the frame that drew it has ended.
    #[track_caller]
    pub(crate) fn wait_for_frame_of(&mut self, wanted: &str) {
        self.wait(wanted, |session| {
            let last = |mark: &[u8]| {
                session
                    .raw
                    .windows(mark.len())
                    .rposition(|part| part == mark)
            };
            let is_whole = last(b"\x1b[?2026h") < last(b"\x1b[?2026l");
            is_whole && session.text().contains(wanted)
        });
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        self.wait(what, |session| holds(session.screen()));
    }

    /// Waits until the program has written a text, on the screen or not.
    #[track_caller]
    pub(crate) fn wait_for_raw(&mut self, wanted: &str) {
        self.wait(wanted, |session| session.wrote(wanted));
    }

    #[track_caller]
    fn wait(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !holds(self) {
            match self.output.recv_timeout(left(until)) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("no {what:?} on the screen:\n{}", self.text())
                }
            }
        }
    }

    /// How often the main thread has waited for something.
    #[cfg(target_os = "linux")]
    fn waits(&self) -> u64 {
        let number = self.child.process_id().unwrap();
        let status = fs::read_to_string(format!("/proc/{number}/task/{number}/status")).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.unwrap().trim().parse().unwrap()
    }

    /// Waits until nothing runs: for a while nothing is written and the main thread sleeps.
    #[cfg(target_os = "linux")]
    #[track_caller]
    pub(crate) fn wait_for_rest(&mut self) {
        const REST: Duration = Duration::from_millis(500);
        let until = Instant::now() + PATIENCE;
        loop {
            let before = self.waits();
            match self.output.recv_timeout(REST) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout) if self.waits() == before => return,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended:\n{}", self.text()),
            }
            assert!(
                Instant::now() < until,
                "it does not come to rest:\n{}",
                self.text()
            );
        }
    }

    /// Waits until nothing runs, on Linux; elsewhere until the scan has ended.
    #[track_caller]
    pub(crate) fn rest(&mut self) {
        #[cfg(target_os = "linux")]
        self.wait_for_rest();
        #[cfg(not(target_os = "linux"))]
        self.wait_for_scan();
    }

    /// Waits until all of the data is scanned: the title counts its faults for good.
    #[track_caller]
    pub(crate) fn wait_for_scan(&mut self) {
        self.wait_until("a scanned file", |screen| {
            let title = screen.rows(0, u16::MAX).next().unwrap_or_default();
            title.contains("fault") && !title.contains("so far") && !title.contains("scanning")
        });
    }

    /// Whether the program has written a text.
    pub(crate) fn wrote(&self, text: &str) -> bool {
        let text = text.as_bytes();
        self.raw.windows(text.len()).any(|part| part == text)
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        self.screen.process(bytes);
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.master.resize(pty_size(cols, rows)).unwrap();
        self.screen.screen_mut().set_size(cells(rows), cells(cols));
    }

    /// Blocks the output of the program, or lets it flow again.
    pub(crate) fn block(&mut self, blocked: bool) {
        self.gate.set(blocked);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let number = i32::try_from(self.child.process_id().unwrap()).unwrap();
        kill_process(Pid::from_raw(number).unwrap(), signal).unwrap();
    }

    /// The number of frames that were drawn.
    pub(crate) fn frames(&self) -> usize {
        let begin = b"\x1b[?2026h";
        let parts = self.raw.windows(begin.len());
        parts.filter(|part| *part == begin).count()
    }

    /// Takes the rest of the output, and waits for the end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(left(until)) {
                Ok(bytes) => self.take(&bytes),
                // The program has closed its terminal.
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
                Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", self.text()),
            }
        }
    }

    /// Waits for the end of a program whose output is blocked.
    #[track_caller]
    pub(crate) fn end_blocked(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::yield_now();
        }
        panic!("it does not end:\n{}", self.text())
    }

    /// Quits with the key for it, and checks that the terminal is restored.
    #[track_caller]
    pub(crate) fn quit(&mut self) {
        self.press("q");
        let status = self.end();
        assert!(status.success(), "{status:?}");
        assert!(self.restored(), "{}", self.what_is_left());
    }

    /// Whether the terminal was taken, and is restored.
    pub(crate) fn restored(&self) -> bool {
        self.wrote("\x1b[?1049l") && self.what_is_left().is_empty()
    }

    /// What is not restored: screen, cursor, mouse, paste, focus, settings.
    pub(crate) fn what_is_left(&self) -> String {
        let screen = self.screen.screen();
        let mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        let now = settings(self.master.as_ref());
        let mut left = Vec::new();
        for (is_left, what) in [
            (screen.alternate_screen(), "the alternate screen"),
            (screen.hide_cursor(), "no cursor"),
            (screen.bracketed_paste(), "bracketed paste"),
            (mouse, "the mouse"),
            (self.wrote("\x1b[?1004h"), "reports of the focus"),
            (now != self.before, "the settings"),
        ] {
            if is_left {
                left.push(what);
            }
        }
        left.join(", ")
    }
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

impl Drop for Session {
    fn drop(&mut self) {
        self.gate.set(false);
        // A failed test must not leave the program running.
        let _ = self.child.kill();
    }
}
