//! Signals from outside, as values in the loop's own queue.
//!
//! In raw mode the keys send none of them, so each comes from another program or
//! from a terminal that went away, and each must give the terminal back first.
//! Invariant: once the watch is dropped, a signal that ends a process ends this one.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::process::{getppid, getsid, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::{flag, low_level};

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// To end, and in the end of this signal: see [`die`].
    Quit(i32),
    /// To give the terminal back and stop.
    Suspend,
    /// Nothing: we were stopped and run again, and the terminal may be in any state.
    Continue,
}

/// The signal that says that the terminal went away.
pub const HANGUP: Signal = Signal::Quit(SIGHUP);

/// The signals that end us.
const QUIT: [i32; 4] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT];

const fn meaning(number: i32) -> Signal {
    match number {
        SIGTSTP => Signal::Suspend,
        SIGCONT => Signal::Continue,
        other => Signal::Quit(other),
    }
}

/// Signals are caught while this lives.
#[derive(Debug)]
pub struct Watch {
    handle: Handle,
    over: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.handle.close();
    }
}

/// Catches the signals and hands what they ask for to `send`, on a thread of its own,
/// until `send` says that nobody listens any more.
///
/// # Errors
/// When a handler or the thread cannot be had.
pub(super) fn watch(send: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<Watch> {
    let over = Arc::new(AtomicBool::new(false));
    for signal in QUIT {
        flag::register_conditional_default(signal, Arc::clone(&over))?;
    }
    let mut signals = Signals::new(QUIT.into_iter().chain([SIGTSTP, SIGCONT]))?;
    let handle = signals.handle();
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for number in &mut signals {
                if !send(meaning(number)) {
                    return;
                }
            }
        })?;
    Ok(Watch { handle, over })
}

/// Ends the process by the signal, as if it had never been caught, so that the shell sees
/// what happened. The terminal must have been given back.
///
/// # Errors
/// When there is no such signal. It does not return otherwise.
pub fn die(signal: i32) -> io::Result<()> {
    low_level::emulate_default_handler(signal)
}

/// Whether somebody is there to let us run on after a stop: our parent, in our session.
///
/// The kernel asks the same of SIGTSTP (POSIX: orphaned process groups); without the
/// question, Ctrl-Z in a terminal that runs nothing but us would end in silence.
pub fn has_shell() -> bool {
    let Some(parent) = getppid() else {
        return false;
    };
    match (getsid(Some(parent)), getsid(None)) {
        (Ok(theirs), Ok(ours)) => theirs == ours,
        _ => false,
    }
}

/// Stops the whole job, as the key does where there is no raw mode: a shell waits until
/// every process of a pipeline has stopped. Returns when the job runs on. To be called
/// from the main thread, the one that is sure to stop before it returns.
///
/// # Errors
/// When the system refuses.
pub(super) fn stop() -> io::Result<()> {
    kill_current_process_group(rustix::process::Signal::STOP).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_signal_becomes_a_value() {
        let (sender, receiver) = channel::<Signal>();
        let watch = watch(move |signal| sender.send(signal).is_ok()).unwrap();
        let patience = Duration::from_secs(60);
        for (number, expected) in [
            (SIGTERM, Signal::Quit(SIGTERM)),
            (SIGHUP, HANGUP),
            (SIGTSTP, Signal::Suspend),
            (SIGCONT, Signal::Continue),
        ] {
            low_level::raise(number).unwrap();
            assert_eq!(receiver.recv_timeout(patience), Ok(expected));
        }
        drop(watch);
        assert!(
            receiver.recv_timeout(patience).is_err(),
            "the thread has ended"
        );
    }

    #[test]
    fn an_unknown_signal_kills_nobody() {
        assert!(die(0).is_err());
    }
}
