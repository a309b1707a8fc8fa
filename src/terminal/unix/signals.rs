//! Signals from outside, as values in the loop's own queue.
//!
//! In raw mode the keys send none of them, so each comes from another program or from a terminal
//! that went away, and the terminal must be given back before it takes effect. The loop does that.
//! If it does not get to it, perhaps because the terminal takes no output, it is done here after a
//! while. Invariant: a signal that ends a process ends this one, while the watch lives and after.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{SigSet, SigmaskHow};
use nix::unistd::{Pid, getpgid, getpgrp, getppid, getsid};
use rustix::process::kill_current_process_group;
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
    SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::{flag, low_level};

use super::super::device::Signal;

/// The signals that end us: all that do so by default and that another program may send, except
/// those for faults of the program itself.
const QUIT: [i32; 11] = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
    SIGXCPU,
];

/// The time that the loop has to end after a signal.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time that a thread may need to receive a signal that came before a stop.
const STRAGGLE: Duration = Duration::from_millis(10);

/// A caught signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaughtSignal {
    Signal(Signal),
    /// The terminal has another size.
    Resized,
}

const fn meaning(number: i32) -> CaughtSignal {
    CaughtSignal::Signal(match number {
        SIGWINCH => return CaughtSignal::Resized,
        SIGTSTP => Signal::Suspend,
        SIGCONT => Signal::Continue,
        other => Signal::Quit(other),
    })
}

/// Signals are caught while this lives.
#[derive(Debug)]
pub(in crate::terminal) struct Watch {
    handle: Handle,
    over: Arc<AtomicBool>,
    killed: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    /// Dropping it notifies the thread that waits for our end.
    _alive: Sender<()>,
}

impl Watch {
    /// Lets signals take effect at once while the terminal is not ours: there is nothing to give
    /// back, and the job may be stopped at any time.
    ///
    /// # Errors
    /// The system refuses.
    pub(super) fn stand_aside(&self) -> io::Result<SignalPause<'_>> {
        self.over.store(true, Ordering::SeqCst);
        if let Some(number) = number_in(&self.killed) {
            die(number)?;
        }
        Ok(SignalPause(self))
    }

    /// Reports whether we must still stop; asking clears that. The kernel, too, cancels pending
    /// stops when the process is continued.
    pub(super) fn take_stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.handle.close();
    }
}

/// While this lives, signals are not caught.
#[derive(Debug)]
pub(super) struct SignalPause<'a>(&'a Watch);

impl Drop for SignalPause<'_> {
    fn drop(&mut self) {
        // SIGCONT cancels all commands to stop, also those that another thread was about to
        // receive when it was stopped.
        thread::sleep(STRAGGLE);
        self.0.take_stop();
        self.0.over.store(false, Ordering::SeqCst);
    }
}

/// Catches the signals and passes their requests to `send`, on a thread of its own, until `send`
/// returns `false`. If the watch still lives a second after a signal that ends us, `give_back` is
/// called here, and then the signal ends us.
///
/// # Errors
/// A handler cannot be set, or the thread cannot be started.
pub(super) fn watch(
    send: impl Fn(CaughtSignal) -> bool + Send + 'static,
    give_back: impl Fn() + Send + 'static,
) -> io::Result<Watch> {
    watch_for(PATIENCE, send, give_back)
}

fn watch_for(
    patience: Duration,
    send: impl Fn(CaughtSignal) -> bool + Send + 'static,
    give_back: impl Fn() + Send + 'static,
) -> io::Result<Watch> {
    let over = Arc::new(AtomicBool::new(false));
    let killed = Arc::new(AtomicUsize::new(0));
    // A signal that came between two of the registrations would be lost.
    let held = HeldSignals::all()?;
    for signal in QUIT {
        flag::register_usize(signal, Arc::clone(&killed), signal.unsigned_abs() as usize)?;
        flag::register_conditional_default(signal, Arc::clone(&over))?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    flag::register(SIGTSTP, Arc::clone(&stop))?;
    // A file that may not grow is an error of the write, and reported as such.
    flag::register(SIGXFSZ, Arc::default())?;
    let mut signals = Signals::new(QUIT.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]))?;
    let handle = signals.handle();
    let (alive, end) = channel();
    let mut last_resort = Some((end, give_back));
    drop(held);
    spawn("signals", move || {
        while !signals.is_closed() {
            for caught in signals.wait().map(meaning) {
                if let CaughtSignal::Signal(Signal::Quit(number)) = caught
                    && let Some((end, give_back)) = last_resort.take()
                {
                    let wait = move || end_after(patience, number, &end, &give_back);
                    // Without a thread only the loop can end us.
                    let _ = spawn("last resort", wait);
                }
                if !send(caught) {
                    return;
                }
            }
        }
    })?;
    Ok(Watch {
        handle,
        over,
        killed,
        stop,
        _alive: alive,
    })
}

/// While this lives, no signal is delivered to this thread: signals wait.
struct HeldSignals(SigSet);

impl HeldSignals {
    fn all() -> io::Result<Self> {
        let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
        Ok(Self(before))
    }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        // The mask was valid before, so this does not fail.
        let _ = self.0.thread_set_mask();
    }
}

/// The signal that has come, if there is one.
fn number_in(killed: &AtomicUsize) -> Option<i32> {
    let number = i32::try_from(killed.load(Ordering::SeqCst)).ok();
    number.filter(|number| *number > 0)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}

/// Ends us by the signal, unless the watch ends first.
fn end_after(patience: Duration, signal: i32, end: &Receiver<()>, give_back: &dyn Fn()) {
    if end.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
        give_back();
        // The signal is a known one, so this does not fail.
        let _ = die(signal);
    }
}

/// Ends the process by the signal, as if it had never been caught, so that the shell sees
/// what happened. The terminal must have been given back.
///
/// # Errors
/// There is no such signal. It does not return otherwise.
pub(super) fn die(signal: i32) -> io::Result<()> {
    low_level::emulate_default_handler(signal)
}

/// Reports whether somebody is there to let us run on after a stop: our parent, in our session.
///
/// The kernel makes the same check for SIGTSTP (POSIX: orphaned process groups); without it,
/// Ctrl-Z in a terminal that runs nothing but us would stop us for ever.
pub(super) fn has_shell() -> bool {
    let parent = getppid();
    match (getsid(None), getsid(Some(parent)), getpgid(Some(parent))) {
        (Ok(session), Ok(its_session), Ok(its_job)) => ProcessKin {
            session,
            job: getpgrp(),
            parent,
            its_session,
            its_job,
        }
        .has_shell(),
        _ => false,
    }
}

/// The number for a process that our namespace does not see, as in a container: a parent, or the
/// leader of a session or of a job.
const OUTSIDE: Pid = Pid::from_raw(0);

/// Our session and job, our parent, and its session and job.
#[derive(Debug, Clone, Copy)]
struct ProcessKin {
    session: Pid,
    job: Pid,
    parent: Pid,
    its_session: Pid,
    its_job: Pid,
}

impl ProcessKin {
    /// Reports whether the parent can let us run on. A parent that leads the session and shares our
    /// job would be stopped with us, and one that we do not see may be anybody.
    fn has_shell(self) -> bool {
        let stops_with_us = self.session == self.parent && self.its_job == self.job;
        self.parent != OUTSIDE && self.its_session == self.session && !stops_with_us
    }
}

/// Stops the whole job, as the key does without raw mode: a shell waits until every process of a
/// pipeline has stopped. Returns when the job runs on. Must be called from the main thread, the one
/// that certainly stops before it returns.
///
/// # Errors
/// The system refuses.
pub(super) fn stop() -> io::Result<()> {
    kill_current_process_group(rustix::process::Signal::STOP).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::super::super::device::HANGUP;
    use super::*;
    use signal_hook::consts::SIGURG;

    #[test]
    fn a_shell_is_a_parent_of_our_session_that_is_not_stopped_with_us() {
        let kin = |parent, its: (i32, i32), ours: (i32, i32)| ProcessKin {
            session: Pid::from_raw(ours.0),
            job: Pid::from_raw(ours.1),
            parent: Pid::from_raw(parent),
            its_session: Pid::from_raw(its.0),
            its_job: Pid::from_raw(its.1),
        };
        // A shell with jobs; one that waits for us in the same job, under another shell.
        assert!(kin(10, (10, 10), (10, 20)).has_shell());
        assert!(kin(20, (10, 20), (10, 20)).has_shell());
        // `sh -c` as the only program of a terminal; a terminal that runs us alone.
        assert!(!kin(10, (10, 10), (10, 10)).has_shell());
        assert!(!kin(7, (5, 7), (10, 10)).has_shell());
        // In a container: a parent whose session began outside of it, and one outside.
        assert!(!kin(7, (0, 0), (10, 10)).has_shell());
        assert!(kin(7, (0, 0), (0, 0)).has_shell());
        assert!(!kin(0, (0, 0), (0, 0)).has_shell());
    }

    #[test]
    fn a_signal_becomes_a_value() {
        let (sender, receiver) = channel::<CaughtSignal>();
        let patience = Duration::from_mins(1);
        let watch = watch_for(
            Duration::MAX,
            move |caught| sender.send(caught).is_ok(),
            || {},
        )
        .unwrap();
        for (number, expected) in [
            (SIGTSTP, CaughtSignal::Signal(Signal::Suspend)),
            (SIGCONT, CaughtSignal::Signal(Signal::Continue)),
            (SIGWINCH, CaughtSignal::Resized),
            (SIGTERM, CaughtSignal::Signal(Signal::Quit(SIGTERM))),
            (SIGHUP, CaughtSignal::Signal(HANGUP)),
        ] {
            low_level::raise(number).unwrap();
            assert_eq!(receiver.recv_timeout(patience), Ok(expected));
        }
        assert!(watch.take_stop() && !watch.take_stop());
        drop(watch);
        assert!(
            receiver.recv_timeout(patience).is_err(),
            "the thread has ended"
        );
    }

    #[test]
    fn signals_wait_until_the_handlers_are_made() {
        let held = HeldSignals::all().unwrap();
        let heard = Arc::new(AtomicBool::new(false));
        low_level::raise(SIGURG).unwrap();
        flag::register(SIGURG, Arc::clone(&heard)).unwrap();
        assert!(!heard.load(Ordering::SeqCst));
        drop(held);
        assert!(heard.load(Ordering::SeqCst));
    }

    #[test]
    fn an_unknown_signal_kills_nobody() {
        assert!(die(0).is_err());
    }
}
