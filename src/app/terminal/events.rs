//! Everything that comes from outside, in one queue.
//!
//! Three threads, each blocked until something happens: one reads the input, one
//! catches signals, one waits for the terminal to go away. The queue and the type
//! of its events belong to the caller. Invariant: with nothing to read, nothing
//! runs; a timeout is used only while an Escape is held.

use std::env;
use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event;
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::escape::{EscapeHold, LOCAL, REMOTE};
use super::input::{Input, input};
use super::signals::{self, HANGUP, Signal, Watch};
use super::tty::{Output, Tty};

/// Sends all input and signals to `sender` until its receiver is gone; signals only while
/// the watch lives. To be called when raw mode is on. After a stop the size follows: a
/// resize is not told to a job in the background.
///
/// # Errors
/// When there is no terminal to read from, or no thread to be had.
pub fn listen<E>(sender: Sender<E>) -> io::Result<Watch>
where
    E: From<Input> + From<Signal> + Send + 'static,
{
    // What keeps the input from being read is said here rather than in a thread.
    event::poll(Duration::ZERO)?;
    let tty = Tty::open()?;
    let (screen, queue) = (tty.clone(), sender.clone());
    let watch = signals::watch(move |signal| pass_on(signal, &screen, &queue))?;
    let queue = sender.clone();
    spawn("hangup", move || wait_for_hangup(&tty, &queue))?;
    spawn("input", move || read(&sender))?;
    Ok(watch)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}

/// Sends a signal, and the size after a stop; whether somebody still listens.
fn pass_on<E>(signal: Signal, tty: &Tty, queue: &Sender<E>) -> bool
where
    E: From<Input> + From<Signal>,
{
    let resize = match (signal, tty.window()) {
        (Signal::Continue, Ok(window)) => {
            let Size { width, height } = window.columns_rows;
            Some(Input::Resize(width, height))
        }
        _ => None,
    };
    queue.send(E::from(signal)).is_ok()
        && resize.is_none_or(|resize| queue.send(E::from(resize)).is_ok())
}

/// Reads the input until nobody wants it or it ends.
fn read<E>(sender: &Sender<E>)
where
    E: From<Input> + From<Signal>,
{
    let clock = Instant::now();
    let mut hold = EscapeHold::new(patience());
    loop {
        let inputs = match next(hold.until(), &clock) {
            Ok(Some(input)) => hold.feed(input, clock.elapsed()),
            Ok(None) => hold.expire(clock.elapsed()),
            Err(_) => {
                let _ = sender.send(E::from(HANGUP));
                return;
            }
        };
        for input in inputs {
            if sender.send(E::from(input)).is_err() {
                return;
            }
        }
    }
}

/// The next input; none if `until` comes first, or if what came means nothing to us.
fn next(until: Option<Duration>, clock: &Instant) -> io::Result<Option<Input>> {
    if let Some(until) = until
        && !event::poll(until.saturating_sub(clock.elapsed()))?
    {
        return Ok(None);
    }
    event::read().map(input)
}

/// How long an Escape is held: longer over a network.
fn patience() -> Duration {
    match env::var_os("SSH_CONNECTION") {
        Some(_) => REMOTE,
        None => LOCAL,
    }
}

/// Waits for the terminal to go away. The input thread is blind to that: the terminal
/// library reads on from an input that has ended, and would turn a core for it. Where a
/// terminal cannot be polled, the signal alone has to tell.
fn wait_for_hangup<E: From<Signal>>(tty: &Tty, sender: &Sender<E>) {
    loop {
        let mut fds = [PollFd::new(tty, PollFlags::empty())];
        match poll(&mut fds, None) {
            Err(Errno::INTR) => {}
            Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
                let _ = sender.send(E::from(HANGUP));
                return;
            }
            _ => return,
        }
    }
}
