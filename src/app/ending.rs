//! How a command without a screen is ended by signals: it may clean up before, or take note and
//! end by itself.
//!
//! Invariant: a signal that would have ended the process still ends it, and one that was ignored,
//! as by `nohup`, stays ignored. Where there are no signals (Windows), nothing is cleaned up.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::{flag, low_level};

/// The signals that users and systems end a command with.
const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// What is done last; nothing of it once this is dropped.
#[derive(Debug)]
pub(super) struct LastAct {
    handle: Handle,
    over: Arc<AtomicBool>,
}

impl LastAct {
    /// Does `act` if a signal ends the process while this lives.
    ///
    /// # Errors
    /// When a handler cannot be set, or the thread cannot be started.
    pub(super) fn new(act: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let ignored = ignored();
        let caught = ENDING.into_iter().filter(|signal| !is_in(ignored, *signal));
        let caught: Vec<i32> = caught.collect();
        let over = Arc::new(AtomicBool::new(false));
        for &signal in &caught {
            flag::register_conditional_default(signal, Arc::clone(&over))?;
        }
        let mut signals = Signals::new(caught)?;
        let handle = signals.handle();
        let thread = thread::Builder::new().name("last act".to_owned());
        thread.spawn(move || {
            if let Some(signal) = signals.forever().next() {
                act();
                // The signal is a known one, so this does not fail.
                let _ = low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(Self { handle, over })
    }
}

impl Drop for LastAct {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.handle.close();
    }
}

/// Takes note of the signals by which users end a program, instead of ending it; a second one
/// ends it.
///
/// # Errors
/// When a handler cannot be set.
pub(super) fn ended_by_user() -> io::Result<Arc<AtomicBool>> {
    let ended = Arc::new(AtomicBool::new(false));
    for signal in ENDING {
        flag::register_conditional_default(signal, Arc::clone(&ended))?;
        flag::register(signal, Arc::clone(&ended))?;
    }
    Ok(ended)
}

/// The signals that the process was told to ignore, a bit each; none where that is not told.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

fn is_in(mask: u64, signal: i32) -> bool {
    let bit = u32::try_from(signal - 1).unwrap_or(u32::MAX);
    mask.checked_shr(bit).is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_the_first_signal_in_its_lowest_bit() {
        // As the kernel tells it of a process under nohup: SIGHUP is 1.
        assert!(is_in(0x1, SIGHUP) && !is_in(0x1, SIGINT));
        assert!(is_in(0x4002, SIGINT) && is_in(0x4002, SIGTERM));
    }
}
