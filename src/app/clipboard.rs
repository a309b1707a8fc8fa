//! Passes a text to the command that the user has named for the clipboard.
//!
//! The command is one line of the shell, and gets the text on its standard input; its output is
//! discarded, since the screen is the inspector's. Invariant: only the thread of this call waits
//! for it, and for no longer than [`PATIENCE`].

use std::io::{ErrorKind, Write as _};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::job::{Control, JobEnd};
use crate::platform::{Here, System as _};

/// The time that a command may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two checks whether it has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// Passes a text to the command `line`. An error is the reason, in words that follow the name of
/// the command.
pub(super) fn hand_over(
    control: &mut Control<'_>,
    line: &str,
    text: String,
) -> JobEnd<Result<(), String>> {
    wait_for(control, line, text, PATIENCE)
}

fn wait_for(
    control: &mut Control<'_>,
    line: &str,
    text: String,
    patience: Duration,
) -> JobEnd<Result<(), String>> {
    let started = Here::shell(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return JobEnd::Done(Err(format!("cannot be run ({error})"))),
    };
    let Some(Ok(written)) = child.stdin.take().map(|input| give(input, text)) else {
        return JobEnd::Done(Err(give_up(&mut child, "takes no input")));
    };
    let until = Instant::now() + patience;
    // True if everything was read, once that is known: a process started by the command may
    // continue reading after the command has ended.
    let mut taken = None;
    loop {
        if control.reached(0) {
            give_up(&mut child, "");
            return JobEnd::Cancelled;
        }
        if Instant::now() >= until {
            let seconds = patience.as_secs();
            let why = format!("did not end within {seconds} seconds");
            return JobEnd::Done(Err(give_up(&mut child, &why)));
        }
        match taken {
            None => match written.recv_timeout(PAUSE) {
                Ok(all) => taken = Some(all),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => taken = Some(false),
            },
            Some(_) => thread::sleep(PAUSE),
        }
        match child.try_wait() {
            Ok(Some(status)) if taken.is_some() || !status.success() => {
                return JobEnd::Done(judge(status, taken.unwrap_or(true)));
            }
            Ok(_) => {}
            Err(error) => return JobEnd::Done(Err(format!("failed ({error})"))),
        }
    }
}

/// Writes the text on a thread of its own, since that may block for ever; the receiver gets whether
/// all of it was read.
fn give(mut input: ChildStdin, text: String) -> std::io::Result<Receiver<bool>> {
    let (sender, written) = channel();
    let work = move || {
        let all = match input.write_all(text.as_bytes()) {
            Ok(()) => true,
            Err(error) => error.kind() != ErrorKind::BrokenPipe,
        };
        drop(input);
        // The receiver may be gone.
        let _ = sender.send(all);
    };
    thread::Builder::new()
        .name("hexloupe-clipboard".to_owned())
        .spawn(work)?;
    Ok(written)
}

fn judge(status: ExitStatus, taken: bool) -> Result<(), String> {
    match status.code() {
        Some(0) if taken => Ok(()),
        Some(0) => Err("did not read all of it".to_owned()),
        Some(code) if Some(code) == Here::NO_COMMAND => Err("was not found".to_owned()),
        Some(code) => Err(format!("failed (exit code {code})")),
        None => Err("was killed".to_owned()),
    }
}

/// Kills the command; returns `why`.
fn give_up(child: &mut Child, why: &str) -> String {
    // It may have ended by itself; nothing can be done about one that does not end.
    let _ = child.kill();
    let _ = child.wait();
    why.to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn hand(line: &str, text: &str, patience: Duration) -> JobEnd<Result<(), String>> {
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        wait_for(&mut control, line, text.to_owned(), patience)
    }

    #[track_caller]
    fn check(line: &str, text: &str, expected: Result<(), &str>) {
        let expected = expected.map_err(str::to_owned);
        assert_eq!(hand(line, text, PATIENCE), JobEnd::Done(expected), "{line}");
    }

    #[test]
    fn a_command_gets_the_text_on_its_standard_input() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        let line = format!("cat > '{}'", file.display());
        let text = "жук\n\0\u{1b}".repeat(100_000);
        check(&line, &text, Ok(()));
        assert_eq!(std::fs::read_to_string(file).unwrap(), text);
    }

    #[test]
    fn a_failing_command_is_reported() {
        check("exit 3", "", Err("failed (exit code 3)"));
        check("no-such-command-here", "a", Err("was not found"));
        check("kill -9 $$", "a", Err("was killed"));
        let long = "a".repeat(1 << 20);
        check("true", &long, Err("did not read all of it"));
    }

    #[test]
    fn a_command_that_does_not_end_is_given_up() {
        let ended = hand("exec sleep 100", "a", Duration::ZERO);
        let why = "did not end within 0 seconds".to_owned();
        assert_eq!(ended, JobEnd::Done(Err(why)));
        let told = AtomicBool::new(true);
        let mut control = Control::new(&told, &|_| ());
        let ended = wait_for(&mut control, "exec sleep 100", "a".to_owned(), PATIENCE);
        assert_eq!(ended, JobEnd::Cancelled);
    }
}
