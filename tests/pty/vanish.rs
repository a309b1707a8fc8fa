//! A terminal that vanishes, as when its window is closed by force.

use std::env;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, set_child_subreaper, waitpid};

use super::harness::{PATIENCE, folder};
use super::roles::{CAST, arguments};

/// A terminal that can be killed, and the program in it.
struct Window {
    terminal: Child,
    program: Pid,
    said: Vec<u8>,
    _folder: tempfile::TempDir,
}

impl Window {
    fn open() -> Self {
        // Orphans of the terminal become our children, so that their end can be seen.
        set_child_subreaper(Some(getpid())).unwrap();
        let folder = folder();
        let terminal = Command::new(env::current_exe().unwrap())
            .args(arguments("pty::roles::is_a_terminal"))
            .env(CAST.0, "1")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut window = Self {
            terminal,
            program: getpid(),
            said: Vec::new(),
            _folder: folder,
        };
        window.wait_for(">");
        let said = String::from_utf8_lossy(&window.said).into_owned();
        let number = said.split(['<', '>']).nth(1).unwrap();
        window.program = Pid::from_raw(number.parse().unwrap()).unwrap();
        window.wait_for("0x00000000");
        window
    }

    /// Waits until the program has written a text.
    fn wait_for(&mut self, text: &str) {
        let mut chunk = [0; 4096];
        while !self
            .said
            .windows(text.len())
            .any(|part| part == text.as_bytes())
        {
            let count = self
                .terminal
                .stdout
                .as_mut()
                .unwrap()
                .read(&mut chunk)
                .unwrap();
            assert!(
                count > 0,
                "no {text:?}: {}",
                String::from_utf8_lossy(&self.said)
            );
            self.said.extend_from_slice(&chunk[..count]);
        }
    }

    fn press(&mut self, keys: &str) {
        let keyboard = self.terminal.stdin.as_mut().unwrap();
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Kills the terminal; returns how the program ended.
    #[track_caller]
    fn vanish(mut self) -> WaitStatus {
        self.terminal.kill().unwrap();
        self.terminal.wait().unwrap();
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            // It fails until the kernel has made the program our child.
            if let Ok(Some((_, status))) = waitpid(Some(self.program), WaitOptions::NOHANG) {
                return status;
            }
            std::thread::yield_now();
        }
        panic!("it does not end")
    }
}

#[track_caller]
fn check(reach: impl FnOnce(&mut Window)) {
    let mut window = Window::open();
    reach(&mut window);
    let status = window.vanish();
    assert_eq!(
        status.terminating_signal(),
        Some(Signal::HUP.as_raw()),
        "{status:?}"
    );
}

#[test]
fn the_program_ends_with_its_terminal() {
    check(|_| {});
    check(|window| window.press(&"jkl".repeat(5000)));
    check(|window| {
        window.press("f");
        window.wait_for("looking for a");
    });
    check(|window| window.press("\u{1b}[200~half of a text"));
    check(|window| window.press(":12"));
}

#[test]
fn the_program_ends_with_a_terminal_that_took_nothing() {
    // Nobody reads the output of the terminal, so it blocks.
    check(|window| {
        for _ in 0..3000 {
            window.press("l\u{c}");
        }
    });
}
