//! `check --follow`: checks a log or a pipe while it grows.
//!
//! Each file that takes the name of the one before is checked as a file of its own, from its start.
//! Invariant: a finding is reported before any wait, and one signal ends the check with its summary
//! and its exit code.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::bail;

use super::mistake::ArgumentMistake;
use super::remark::say;
use crate::cli::InputOptions;
use crate::cli::check::CheckArguments;
use crate::cli::undump::WrittenAs;
use crate::job::check::{CheckParameters, CheckTotals, Detail, FindingSink, Formatter, check_open};
use crate::platform::{Here, System as _};
use crate::report::check::CheckFormat;
use crate::source::{FollowEnd, GrowingData, Trouble};
use crate::unicode::glyph::{self, Charset};

/// The time between two looks at a file.
const PAUSE: Duration = Duration::from_millis(100);

/// Refuses files that cannot be followed, as far as the command line shows.
pub(super) fn can(
    input: &InputOptions,
    wanted: &CheckArguments,
    paths: &[PathBuf],
) -> anyhow::Result<()> {
    if let [_, _, ..] = paths {
        bail!(ArgumentMistake::new(
            "--follow takes one file; run it once per file"
        ));
    }
    if let Some(WrittenAs::Dump(_)) = input.from {
        bail!(ArgumentMistake::new(
            "--follow checks bytes as they arrive; a dump must be read whole"
        ));
    }
    if matches!(wanted.format, CheckFormat::Sarif | CheckFormat::Junit) {
        bail!(ArgumentMistake::new(
            "--follow prints a line per finding; sarif and junit must be written whole"
        ));
    }
    Ok(())
}

/// Checks the data there now and later data, until the user or the pipe ends it.
pub(super) fn check(
    path: &Path,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    sink: &mut dyn FindingSink,
) -> anyhow::Result<(CheckTotals, Option<io::Error>)> {
    let growing = GrowingData::open(path)?;
    let ended = Here::ended_by_user().map_err(|error| Trouble::io("signals", &error))?;
    let mut totals = CheckTotals::default();
    loop {
        let input = growing.input(pause(&ended));
        let (more, failure) = check_open(input, path, orders, formatter, sink);
        totals.merge(&more);
        let suffices = orders.detail == Detail::Whether && totals.faulty > 0;
        let is_over = failure.is_some() || suffices || ended.load(Ordering::SeqCst);
        let turn = if is_over {
            None
        } else {
            go_on(&growing, &ended)
        };
        let Some(turn) = turn else {
            return Ok((totals, failure));
        };
        let name = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), Charset::Ascii);
        say(&match turn {
            FollowEnd::Replaced => {
                format!("{name}: another file has this name now; following it from its start")
            }
            FollowEnd::Cut => format!("{name}: was truncated; following it from its start"),
        });
    }
}

/// Waits a moment; returns true to continue.
fn pause(ended: &Arc<AtomicBool>) -> impl FnMut() -> bool + Send + 'static {
    let ended = Arc::clone(ended);
    move || {
        if ended.load(Ordering::SeqCst) {
            return false;
        }
        thread::sleep(PAUSE);
        true
    }
}

/// Continues with the data that replaced the ended data; a file that cannot be opened yet is tried
/// again. None if there is nothing to continue with.
fn go_on(growing: &GrowingData, ended: &Arc<AtomicBool>) -> Option<FollowEnd> {
    let mut pause = pause(ended);
    let mut said = None;
    loop {
        match growing.go_on() {
            Ok(turn) => return turn,
            Err(trouble) if said.as_ref() != Some(&trouble) => {
                say(&format!("{trouble}; trying again"));
                said = Some(trouble);
            }
            Err(_) => {}
        }
        if !pause() {
            return None;
        }
    }
}
