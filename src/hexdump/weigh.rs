//! What detectors have in common: shares, and what the text looks like.
//!
//! Digits, base64 and escapes occur in any text, so a share alone says little;
//! these are the other questions that detectors ask. Invariant: they look at the
//! sample and at counts, never at what a reader keeps to itself.

use super::trial::Trial;

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
        return trial.share().min(0.4);
    }
    let share = (trial.counts.understood as f32 / inked as f32).min(1.0);
    if share < 0.8 { share / 2.0 } else { share }
}

/// Bytes that are no blanks.
pub(super) fn inked(text: &[u8]) -> usize {
    text.iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}

/// A percentage for a share: `most` where all was understood, and nothing where
/// less than `least` was.
pub(super) fn percent(share: f32, least: f32, most: u8) -> u8 {
    if share < least {
        return 0;
    }
    between(0, most, share)
}

/// A percentage that grows with a share.
#[allow(clippy::cast_sign_loss)]
pub(super) fn between(least: u8, most: u8, share: f32) -> u8 {
    let span = f32::from(most.saturating_sub(least));
    least + (span * share.clamp(0.0, 1.0)) as u8
}

/// A word, or a character, for the end of a reason.
pub(super) fn quoted(text: &[u8]) -> String {
    const MOST: usize = 24;
    let shown = String::from_utf8_lossy(text);
    let mut short: String = shown.chars().take(MOST).collect();
    if short.len() < shown.len() {
        short.push('…');
    }
    format!("'{short}'")
}

/// The character that begins at an index, quoted.
pub(super) fn quoted_char(text: &[u8], index: usize) -> String {
    let rest = text.get(index..).unwrap_or_default();
    let rest = &rest[..rest.len().min(4)];
    let shown = String::from_utf8_lossy(rest);
    match shown.chars().next() {
        Some(c) => format!("'{c}'"),
        None => "the end of the line".into(),
    }
}
