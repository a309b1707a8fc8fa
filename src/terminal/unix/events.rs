//! All events from outside, in one queue.
//!
//! Three threads, each blocked until something happens: one reads the terminal, one turns the bytes
//! into inputs, one catches signals. The queue and the type of its events belong to the caller.
//! Invariant: with nothing to read, nothing runs, and a timeout is used only while a sequence is
//! incomplete. When the terminal has gone, the queue gets one event and nothing reads on.

use std::env;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::super::clicks::Clicks;
use super::super::device::{HANGUP, ScreenOutput as _, Signal, TerminalDevice as _};
use super::super::escape::{InputDecoder, LOCAL, REMOTE};
use super::Tty;
use super::signals::{self, CaughtSignal, Watch};
use crate::command::input::UserInput;

/// The largest number of bytes of a read: the buffer of a terminal driver.
const READ: usize = 4096;
/// The largest number of reads that may wait for decoding.
const READS: usize = 16;

/// Sends all signals to `sender` until its receiver or the watch is dropped, and the size of the
/// terminal after it has changed and after a stop. Must be called before the terminal is taken, or
/// a signal could end us in between. `give_back` gives the terminal back if nobody else does.
///
/// # Errors
/// No thread can be started.
pub(super) fn watch<E>(
    sender: &Sender<E>,
    tty: &Tty,
    give_back: impl Fn() + Send + 'static,
) -> io::Result<Watch>
where
    E: From<UserInput> + From<Signal> + Send + 'static,
{
    let (queue, tty) = (sender.clone(), tty.clone());
    signals::watch(move |caught| pass_on(caught, &tty, &queue), give_back)
}

/// Sends all input to `sender` until its receiver is gone. Must be called after raw mode is
/// set.
///
/// # Errors
/// There is no terminal to read from, or no thread can be started.
pub(super) fn listen<E>(sender: &Sender<E>, tty: &Tty) -> io::Result<()>
where
    E: From<UserInput> + From<Signal> + Send + 'static,
{
    let (keys, tty, queue) = (Tty::open_to_read()?, tty.clone(), sender.clone());
    let (reads, bytes) = sync_channel(READS);
    spawn("keys", move || read(keys, &tty, &reads))?;
    spawn("input", move || {
        decode(&bytes, &queue);
        // Without input the program cannot go on, whatever the reason.
        let _ = queue.send(E::from(HANGUP));
    })
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}

/// Sends a caught signal; returns true if somebody still listens. After a stop the size follows,
/// because a job in the background gets no signal of its change.
fn pass_on<E>(caught: CaughtSignal, tty: &Tty, queue: &Sender<E>) -> bool
where
    E: From<UserInput> + From<Signal>,
{
    if let CaughtSignal::Signal(signal) = caught
        && queue.send(E::from(signal)).is_err()
    {
        return false;
    }
    match (caught, tty.window()) {
        (CaughtSignal::Resized | CaughtSignal::Signal(Signal::Continue), Ok(window)) => {
            let Size { width, height } = window.columns_rows;
            queue
                .send(E::from(UserInput::Resize(width, height)))
                .is_ok()
        }
        _ => true,
    }
}

/// Reads until the terminal has gone, or nobody wants it.
fn read(mut keys: File, tty: &Tty, reads: &SyncSender<Vec<u8>>) {
    let mut bytes = [0; READ];
    loop {
        wait_for_keys(&keys, tty);
        match keys.read(&mut bytes) {
            // Another program has set a mode in which a key can mean the end.
            Ok(0) if tty.is_there() => thread::sleep(Duration::from_millis(10)),
            Ok(count @ 1..) => {
                if reads.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => return,
        }
    }
}

/// Waits until there is something to read and our job is in the foreground. A read in the
/// background stops the job at once, perhaps before it has received a signal that is to end it.
fn wait_for_keys(keys: &File, tty: &Tty) {
    let mut fds = [PollFd::new(keys, PollFlags::IN)];
    // Any other error is reported by the read.
    while poll(&mut fds, None) == Err(Errno::INTR) {}
    while !tty.is_ours() && signals::has_shell() {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Decodes bytes into inputs until they end, or nobody wants them.
fn decode<E: From<UserInput>>(bytes: &Receiver<Vec<u8>>, queue: &Sender<E>) {
    let clock = Instant::now();
    let mut decoder = InputDecoder::new(patience());
    let mut clicks = Clicks::default();
    loop {
        let read = match decoder.until() {
            None => bytes.recv().map_err(RecvTimeoutError::from),
            Some(until) => bytes.recv_timeout(until.saturating_sub(clock.elapsed())),
        };
        let inputs = match read {
            Ok(bytes) => decoder.feed(&bytes, clock.elapsed()),
            Err(RecvTimeoutError::Timeout) => decoder.expire(clock.elapsed()),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        for input in inputs {
            let input = clicks.count(input, clock.elapsed());
            if queue.send(E::from(input)).is_err() {
                return;
            }
        }
    }
}

/// The time that an Escape is held: longer over a network.
fn patience() -> Duration {
    match env::var_os("SSH_CONNECTION") {
        Some(_) => REMOTE,
        None => LOCAL,
    }
}
