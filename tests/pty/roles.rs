//! What the program itself could only do with a back door: roles that this test
//! executable plays when a test starts it again, in a terminal.
//!
//! Each role is a test that does nothing without the variable. Invariant: a role takes
//! the terminal and sets the panic hook as the program does.

use std::env;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, channel};

use hexloupe::app::panic_message;
use hexloupe::command::input::MouseMode;
use hexloupe::command::input::UserInput;
use hexloupe::job::background::Job;
use hexloupe::job::{Control, JobEnd};
use hexloupe::terminal::Signal;
use hexloupe::terminal::Terminal;
use hexloupe::terminal::guard::TerminalUse;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::harness::{Session, Setup, endless, folder, hexloupe};

const ROLE: &str = "HEXLOUPE_TEST_ROLE";

/// The arguments that make this executable play a role.
pub(crate) fn arguments(role: &str) -> [&str; 4] {
    ["--exact", role, "--nocapture", "--test-threads=1"]
}

/// The variable that makes a role play.
pub(crate) const CAST: (&str, Option<&str>) = (ROLE, Some("1"));

fn is_cast() -> bool {
    env::var_os(ROLE).is_some()
}

fn play(role: &str) -> Session {
    let program = env::current_exe().unwrap();
    let setup = Setup {
        program: program.to_str().unwrap(),
        arguments: &arguments(role),
        environment: &[CAST],
        ..Setup::default()
    };
    setup.start(folder().path())
}

/// Any event of the terminal; here it only matters that one arrives.
struct Event;

impl From<UserInput> for Event {
    fn from(_: UserInput) -> Self {
        Self
    }
}

impl From<Signal> for Event {
    fn from(_: Signal) -> Self {
        Self
    }
}

fn take_the_terminal() -> (Terminal, Receiver<Event>) {
    panic_message::say_in_one_line();
    let (sender, queue) = channel();
    (
        Terminal::enter(TerminalUse::Screen(MouseMode::On), &sender).unwrap(),
        queue,
    )
}

fn draw(terminal: &mut Terminal, text: &str) {
    let paint = |buffer: &mut ratatui::buffer::Buffer| {
        buffer.set_string(0, 0, text, ratatui::style::Style::new());
        None
    };
    terminal.draw(paint).unwrap();
}

#[test]
fn panics_while_the_screen_is_ours() {
    if is_cast() {
        let (mut terminal, queue) = take_the_terminal();
        draw(&mut terminal, "drawn");
        queue.recv().unwrap();
        panic!("out of \u{1b}[?1049h luck");
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_then_says_one_line() {
    let mut session = play("pty::roles::panics_while_the_screen_is_ours");
    session.wait_for("drawn");
    session.press("j");
    assert!(!session.end().success());
    assert!(session.restored(), "{}", session.what_is_left());
    let text = session.text();
    let said: Vec<_> = text
        .lines()
        .filter(|line| line.contains("hexloupe: this is a bug"))
        .collect();
    assert_eq!(said.len(), 1, "{text}");
    assert!(
        said[0].contains("luck") && !text.contains("panicked at"),
        "{text}"
    );
}

#[test]
fn panics_on_another_thread() {
    if is_cast() {
        let (mut terminal, queue) = take_the_terminal();
        let (reports, ended) = channel();
        let work = |_: &mut Control<'_>| -> JobEnd<()> { panic!("out of luck") };
        let (job, _running) = Job::new("luck", work, |report| report);
        job.spawn(move |report| reports.send(report).unwrap());
        let plain = std::thread::spawn(|| panic!("out of luck"));
        assert!(plain.join().is_err() && ended.recv().is_ok());
        draw(&mut terminal, "still here");
        queue.recv().unwrap();
    }
}

#[test]
fn a_panic_on_another_thread_leaves_the_screen_alone() {
    let mut session = play("pty::roles::panics_on_another_thread");
    session.wait_for("still here");
    session.press("q");
    assert!(session.end().success());
    assert!(session.restored(), "{}", session.what_is_left());
    assert!(!session.wrote("out of luck"), "{}", session.text());
}

/// A terminal that can be killed: it types what it reads, and writes what the program
/// writes. First it prints the process id of the program.
#[test]
fn is_a_terminal() {
    if !is_cast() {
        return;
    }
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(hexloupe());
    let folder = env::current_dir().unwrap();
    command.args(endless(&folder));
    command.env("XDG_STATE_HOME", folder.join("state"));
    command.cwd(folder);
    command.env("TERM", "xterm");
    let child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    println!("<{}>", child.process_id().unwrap());
    let mut keys = pair.master.take_writer().unwrap();
    std::thread::spawn(move || io::copy(&mut io::stdin(), &mut keys));
    let mut screen = pair.master.try_clone_reader().unwrap();
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = screen.read(&mut chunk) {
        io::stdout().write_all(&chunk[..count]).unwrap();
        io::stdout().flush().unwrap();
    }
}
