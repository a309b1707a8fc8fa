//! The input of a detector: a sample, and the result of a reader.
//!
//! Invariant: a detector looks at the sample and at counts, never at the state of a reader.

use super::confidence::{DAMAGED_SHARE, FAILED_AT_ONCE};
use super::out::{DumpCounts, Unreadable};
use super::text::non_blank;

/// A reader tried on a sample.
#[derive(Debug, Clone, Copy)]
pub struct ReaderTrial<'a> {
    /// The sample, unchanged.
    pub text: &'a [u8],
    /// Its non-blank bytes, colour codes excluded.
    pub non_blank: u64,
    /// True if the sample is the whole text.
    pub whole: bool,
    /// The counts of the reader.
    pub counts: DumpCounts,
    /// The bytes it gave.
    pub bytes: &'a [u8],
    /// The place where it failed, if it did.
    pub trouble: Option<&'a Unreadable>,
}

impl ReaderTrial<'_> {
    /// The share of the text that was understood, from 0 to 1.
    pub fn share(&self) -> f32 {
        if self.non_blank == 0 {
            return 0.0;
        }
        (self.counts.understood as f32 / self.non_blank as f32).min(1.0)
    }

    /// Non-blank bytes before the line where a reader failed.
    fn non_blank_before_failure(&self) -> usize {
        let line = self.trouble.map_or(u64::MAX, |trouble| trouble.line);
        let before = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        lines(self.text).take(before).map(non_blank).sum()
    }

    /// The understood share, from 0 to 1: of the text before that line, or of all.
    pub(super) fn share_before_failure(&self) -> f32 {
        if self.trouble.is_none() {
            return self.share();
        }
        let non_blank = self.non_blank_before_failure().max(1);
        (self.counts.understood as f32 / non_blank as f32).min(1.0)
    }
}

/// The understood share of the text, weighed by where a reader failed: a long dump with one bad
/// digit is still that dump.
pub(super) fn share(trial: &ReaderTrial<'_>) -> f32 {
    if trial.trouble.is_none() {
        return trial.share();
    }
    if trial.non_blank_before_failure() == 0 {
        // It failed on its first line: little, but better than no format at all.
        return trial.share().min(FAILED_AT_ONCE);
    }
    let share = trial.share_before_failure();
    if share < DAMAGED_SHARE {
        share / 2.0
    } else {
        share
    }
}

/// A percentage for a share: `most` if all was understood, 0 if less than `least` was.
pub(super) fn percent(share: f32, least: f32, most: u8) -> u8 {
    if share < least {
        return 0;
    }
    between((0, most), share)
}

/// A percentage that grows with a share, from `least` at 0 to `most` at 1.
#[allow(clippy::cast_sign_loss)]
pub(super) fn between((least, most): (u8, u8), share: f32) -> u8 {
    let span = f32::from(most.saturating_sub(least));
    least + (span * share.clamp(0.0, 1.0)) as u8
}

/// The lines of a text, without the blanks around them.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii)
}

/// The words of a text, separated by blanks.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let words = text.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty())
}

/// Reports whether a text has letters that are in no number: neither hex digits nor their prefixes and
/// suffixes.
pub(super) fn has_other_letters(text: &[u8]) -> bool {
    let is_of_number = |byte: &u8| byte.is_ascii_hexdigit() || b"xXhHuU".contains(byte);
    let mut letters = text.iter().filter(|byte| byte.is_ascii_alphabetic());
    letters.any(|byte| !is_of_number(byte))
}

/// The first line that is not blank.
pub(super) fn first_row(text: &[u8]) -> &[u8] {
    let row = lines(text).find(|line| !line.is_empty());
    row.unwrap_or_default()
}

/// Reports whether the first word is an address in two halves, as `WinDbg` writes it.
pub(super) fn is_of_windbg(text: &[u8]) -> bool {
    let first = words(text).next().unwrap_or_default();
    let is_half = |part: &[u8]| part.len() == 8 && part.iter().all(u8::is_ascii_hexdigit);
    first.contains(&b'`') && first.split(|byte| *byte == b'`').all(is_half)
}

/// Reports whether a text is words of zeros, each as long as the others.
pub(super) fn is_of_zeros(text: &[u8]) -> bool {
    let Some(first) = words(text).next() else {
        return false;
    };
    let is_zeros = |word: &[u8]| word.iter().all(|byte| *byte == b'0') && word.len() == first.len();
    first.len() >= 2 && words(text).nth(1).is_some() && words(text).all(is_zeros)
}

/// Reports whether a mark occurs in a text.
pub(super) fn has(text: &[u8], mark: &[u8]) -> bool {
    memchr::memmem::find(text, mark).is_some()
}
