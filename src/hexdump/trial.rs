//! What a detector is given: a sample, and what a reader made of it.
//!
//! Invariant: a detector looks at the sample and at counts, never at what a
//! reader keeps to itself.

use super::confidence::{DAMAGED_SHARE, FAILED_AT_ONCE};
use super::out::{Counts, Unreadable};
use super::text::inked;

/// A reader tried on a sample.
#[derive(Debug, Clone, Copy)]
pub struct Trial<'a> {
    /// The sample as it came.
    pub text: &'a [u8],
    /// Characters of it, blanks apart.
    pub inked: u64,
    /// Whether it is all there is.
    pub whole: bool,
    /// What the reader counted.
    pub counts: Counts,
    /// The bytes it gave.
    pub bytes: &'a [u8],
    /// Where it gave up.
    pub trouble: Option<&'a Unreadable>,
}

impl Trial<'_> {
    /// The share of the text that was understood, from 0 to 1.
    pub fn share(&self) -> f32 {
        if self.inked == 0 {
            return 0.0;
        }
        (self.counts.understood as f32 / self.inked as f32).min(1.0)
    }
}

/// The share of the text that was understood, up to where a reader gave up: a
/// long dump with one bad digit is that dump still.
pub(super) fn share(trial: &Trial<'_>) -> f32 {
    let Some(trouble) = trial.trouble else {
        return trial.share();
    };
    let lines = trial.text.split(|byte| *byte == b'\n');
    let before = lines.take(usize::try_from(trouble.line - 1).unwrap_or(usize::MAX));
    let inked: usize = before.map(inked).sum();
    if inked == 0 {
        // It failed on its first line: little, but better than no form at all.
        return trial.share().min(FAILED_AT_ONCE);
    }
    let share = (trial.counts.understood as f32 / inked as f32).min(1.0);
    if share < DAMAGED_SHARE {
        share / 2.0
    } else {
        share
    }
}

/// A percentage for a share: `most` where all was understood, and nothing where
/// less than `least` was.
pub(super) fn percent(share: f32, least: f32, most: u8) -> u8 {
    if share < least {
        return 0;
    }
    between((0, most), share)
}

/// A percentage that grows with a share.
#[allow(clippy::cast_sign_loss)]
pub(super) fn between((least, most): (u8, u8), share: f32) -> u8 {
    let span = f32::from(most.saturating_sub(least));
    least + (span * share.clamp(0.0, 1.0)) as u8
}
