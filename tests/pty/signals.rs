//! Signals from outside, at any moment.

use std::process::Command;

use rustix::process::{Signal, kill_process};

use super::harness::{Session, Setup, endless, folder, hexloupe};

/// The signals that end a program, and the system's names for them.
const KILLERS: [(Signal, &str); 11] = [
    (Signal::HUP, "Hangup"),
    (Signal::INT, "Interrupt"),
    (Signal::QUIT, "Quit"),
    (Signal::TERM, "Terminated"),
    (Signal::USR1, "User defined signal 1"),
    (Signal::USR2, "User defined signal 2"),
    (Signal::ALARM, "Alarm clock"),
    (Signal::ABORT, "Aborted"),
    (Signal::VTALARM, "Virtual timer expired"),
    (Signal::PROF, "Profiling timer expired"),
    (Signal::XCPU, "CPU time limit exceeded"),
];

/// When a signal arrives.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// During the start, after this many turns of the scheduler.
    Start(u32),
    Entered,
    Drawn,
    Flood,
    Prompt,
    Help,
    Search,
    Resize,
    Paste,
}

fn reach(moment: Moment, session: &mut Session) {
    match moment {
        Moment::Start(turns) => {
            for _ in 0..turns {
                std::thread::yield_now();
            }
            return;
        }
        Moment::Entered => return session.wait_for_raw("\x1b[?1049h"),
        _ => session.wait_for("0x00000000"),
    }
    match moment {
        Moment::Flood => session.press(&"jlk\u{c}".repeat(300)),
        Moment::Prompt => {
            session.press(":123456");
            session.wait_for("123456");
        }
        Moment::Help => {
            session.press("?");
            session.wait_for("Moving");
        }
        Moment::Search => {
            session.press("f");
            session.wait_for("looking for a");
        }
        Moment::Resize => {
            for width in 20..60 {
                session.resize(width * 3, width);
            }
        }
        Moment::Paste => session.press("\u{1b}[200~half of a text"),
        _ => {}
    }
}

#[track_caller]
fn check((signal, name): (Signal, &str), moment: Moment) {
    let folder = folder();
    let endless = endless(folder.path());
    let mut session = Session::open(&endless, folder.path());
    reach(moment, &mut session);
    session.signal(signal);
    let status = session.end();
    assert_eq!(status.signal(), Some(name), "{moment:?}");
    assert_eq!(session.what_is_left(), "", "after {signal:?}, {moment:?}");
    assert_eq!(
        session.wrote("\x1b[?1049h"),
        session.wrote("\x1b[?1049l"),
        "after {signal:?}, {moment:?}"
    );
}

#[test]
fn a_signal_gives_the_terminal_back_and_ends_us_whatever_goes_on() {
    let moments = [
        Moment::Entered,
        Moment::Drawn,
        Moment::Flood,
        Moment::Prompt,
        Moment::Help,
        Moment::Search,
        Moment::Resize,
        Moment::Paste,
    ];
    for (i, killer) in KILLERS.into_iter().enumerate() {
        for step in [0, 3, 6] {
            check(killer, moments[(i + step) % moments.len()]);
        }
    }
}

#[test]
fn a_signal_during_the_start_leaves_nothing_behind() {
    for turns in 0..40_u32 {
        check(KILLERS[3], Moment::Start(turns * turns * 4));
    }
}

#[test]
fn several_signals_at_once_end_it_like_one() {
    let folder = folder();
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("EF BB BF");
    for (signal, _) in KILLERS {
        session.signal(signal);
    }
    session.signal(Signal::TERM);
    assert!(session.end().signal().is_some());
    assert!(session.restored(), "{}", session.what_is_left());
}

#[test]
fn signals_that_are_no_reason_to_end_are_survived() {
    let folder = folder();
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("EF BB BF");
    for signal in [
        Signal::PIPE,
        Signal::XFSZ,
        Signal::CHILD,
        Signal::URG,
        Signal::WINCH,
    ] {
        session.signal(signal);
    }
    session.press("l");
    session.wait_for("0x00000001");
    session.quit();
}

#[test]
fn stopped_without_warning_it_sets_the_terminal_again() {
    let folder = folder();
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("EF BB BF");
    for (cols, at) in [(100, "0x00000001"), (60, "0x00000002")] {
        session.signal(Signal::STOP);
        let mut sane = Command::new("stty");
        sane.arg("-F").arg(session.name()).arg("sane");
        assert!(sane.status().unwrap().success());
        session.resize(cols, 30);
        session.signal(Signal::CONT);
        // The terminal was in cooked mode, in which a key would wait for Enter.
        session.press("l");
        session.wait_for(at);
    }
    session.quit();
}

#[test]
fn without_a_shell_to_go_to_it_does_not_stop() {
    let folder = folder();
    let mut session = Session::open(&["--at", "0"], folder.path());
    session.wait_for("EF BB BF");
    for _ in 0..3 {
        session.signal(Signal::TSTP);
    }
    session.wait_for("no shell");
    session.quit();
    // A shell without job control would be stopped as well.
    let line = format!("{} --at 0; true", hexloupe());
    let mut session = Session::start("sh", &["-c", &line], folder.path());
    session.wait_for("EF BB BF");
    session.press("\u{1a}");
    session.wait_for("no shell");
    session.quit();
}

/// A shell with job control, which prompts with `ready>`.
struct Shell(Session);

impl Shell {
    fn start(folder: &tempfile::TempDir) -> Self {
        let setup = Setup {
            program: "sh",
            arguments: &["-i"],
            environment: &[("PS1", Some("ready> ")), ("ENV", None)],
            ..Setup::default()
        };
        let mut shell = Self(setup.start(folder.path()));
        shell.ready(1);
        shell
    }

    /// Waits for the prompt. The shell may drop what is typed before that.
    #[track_caller]
    fn ready(&mut self, times: usize) {
        self.0.wait_until("the shell", |screen| {
            let text = screen.contents();
            let asked = text.matches("ready>").count() == times;
            !screen.alternate_screen() && asked && text.trim_end().ends_with("ready>")
        });
    }

    #[track_caller]
    fn run(&mut self, line: &str, shown: &str) {
        self.0.press(&format!("{line}\n"));
        self.0.wait_for(shown);
    }
}

#[test]
fn ctrl_z_leaves_the_terminal_to_the_shell_and_fg_takes_it_again() {
    let folder = folder();
    let mut shell = Shell::start(&folder);
    shell.run(&format!("{} --at 0", hexloupe()), "EF BB BF");
    shell.0.press("\u{1A}");
    shell.ready(2);
    shell.run("echo shell $((40 + 2))", "shell 42");
    shell.ready(3);
    shell.run("fg", "EF BB BF");
    shell.0.press("q");
    shell.ready(4);
    shell.0.press("exit\n");
    shell.0.end();
}

#[test]
fn stopped_from_outside_more_than_once_it_comes_back_at_once_and_in_the_new_size() {
    let folder = folder();
    let mut shell = Shell::start(&folder);
    shell.run(&format!("{} --at 0", hexloupe()), "11101111");
    let job = shell.0.job();
    for round in 0..3 {
        for _ in 0..=round {
            kill_process(job, Signal::TSTP).unwrap();
        }
        shell.ready(2 + round);
        shell.0.resize(60 + 40 * u16::from(round == 1), 20);
        shell.run("fg", "EF BB BF");
        shell.0.press("l");
        // Rows of 8 bytes in 60 columns, of 16 in 100.
        let second = if round == 1 {
            "\n 00000010"
        } else {
            "\n 00000008"
        };
        let at = format!("0x{:08X}", round + 1);
        shell.0.wait_until("the layout of the size", |screen| {
            let text = screen.contents();
            text.contains(&at) && text.contains(second)
        });
    }
    shell.0.press("q");
    shell.ready(5);
    shell.0.press("exit\n");
    shell.0.end();
    assert_eq!(shell.0.what_is_left(), "");
}

#[test]
fn started_in_the_background_it_waits_for_the_terminal() {
    let folder = folder();
    let mut shell = Shell::start(&folder);
    // Waits until the job has a state, and prints it.
    let until = |what| format!("until grep {what} j; do jobs >j; done 2>/dev/null; rm j");
    shell.0.press(&format!("{} --at 0 &\n", hexloupe()));
    shell.ready(2);
    shell.run(&until("Stopped"), "[1]");
    shell.ready(3);
    assert!(!shell.0.wrote("\x1b[?1049h"), "it has taken the terminal");
    shell.run("fg", "EF BB BF");
    shell.0.press("q");
    shell.ready(4);
    // A job that is stopped in the background ends when it is told to.
    shell.0.press(&format!("{} --at 0 &\n", hexloupe()));
    shell.ready(5);
    shell.0.press(&format!("{}\n", until("Stopped")));
    shell.ready(6);
    shell.run(
        &format!("kill -TERM %1; kill -CONT %1; {}", until("Term")),
        "Terminated",
    );
    shell.ready(7);
    // A job that was in the foreground before does so too.
    shell.run(&format!("{} --at 0", hexloupe()), "EF BB BF");
    shell.0.press("\u{1a}");
    shell.ready(8);
    shell.run(
        &format!("kill -HUP %1; kill -CONT %1; {}", until("Hang")),
        "Hangup",
    );
    shell.ready(9);
    shell.0.press("exit\n");
    shell.0.end();
    assert_eq!(shell.0.what_is_left(), "");
}
