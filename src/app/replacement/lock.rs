//! The lock of a file that is being replaced: two runs that replace it do so one after the other, and
//! the second one reads what the first one wrote.
//!
//! Invariant: a lock is that of the file that the path leads to once the lock is held.

use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::platform::{Here, System as _};
use crate::source::Trouble;

/// The longest time that another run is waited for.
const LONGEST: Duration = Duration::from_secs(10);
/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Locks a file; none if its file system has no locks, or only such that hinder readers.
///
/// # Errors
/// Another run holds it for too long, or the file cannot be opened.
pub(super) fn lock(place: &Path) -> Result<Option<File>, Trouble> {
    if !Here::LOCKS_LET_READ {
        return Ok(None);
    }
    let trouble = |error| Trouble::io(place, &error);
    let begun = Instant::now();
    loop {
        let file = File::open(place).map_err(trouble)?;
        match file.try_lock() {
            Ok(()) => {
                let locked = Here::known(&file).map_err(trouble)?;
                let there = Here::known_at(place).map_err(trouble)?;
                // Meanwhile another file may have taken the name.
                if locked.identity == there.identity {
                    return Ok(Some(file));
                }
            }
            Err(std::fs::TryLockError::Error(_)) => return Ok(None),
            Err(std::fs::TryLockError::WouldBlock) if begun.elapsed() > LONGEST => {
                let what = "is being replaced by another run of hexloupe";
                return Err(Trouble::new(place, what, "try again"));
            }
            Err(std::fs::TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}
