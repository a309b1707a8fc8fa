//! How sure it is that a text is in a form, by what its reader made of it.
//!
//! Invariant: where nothing but the look of the digits speaks for a form, the
//! text must be it from the first character to the last.

use crate::hexdump::trial::Trial;

/// Whether anything speaks for a form but the look of its rows.
pub(in crate::hexdump) fn proven(trial: &Trial<'_>) -> bool {
    let counts = &trial.counts;
    counts.agreed > 1 || goes_on(trial) > 0 || counts.checked > 0 || counts.signs > 0
}

/// How many addresses go on where the row before ends. Of rows of a byte or two
/// they say nothing: lines that are numbered look like that.
pub(in crate::hexdump) fn goes_on(trial: &Trial<'_>) -> u64 {
    let counts = &trial.counts;
    if counts.bytes >= counts.continued.saturating_mul(4) {
        counts.continued
    } else {
        0
    }
}

/// How sure it is. `sure` is how sure it is by the look of the rows alone, where
/// they are all there is.
pub(in crate::hexdump) fn weigh(trial: &Trial<'_>, sure: u8) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 {
        return 0;
    }
    let few = |count: u64, most| count.min(most) as f32;
    let proof =
        few(counts.agreed, 64) / 4.0 + few(goes_on(trial), 8) + 4.0 * few(counts.checked, 2);
    let evidence = proof + 4.0 * few(counts.signs, 2);
    let against = 4.0 * few(counts.jumped, 8) + few(counts.disagreed, 32) / 2.0;
    let share = share(trial);
    // Text all around is what mails are made of; it takes more to believe that
    // the dump in it is one.
    let quoted = goes_on(trial) > 0 && counts.jumped == 0 && counts.bytes >= 17;
    let trust = if proof >= 2.0 || quoted {
        0.7 + 0.3 * share
    } else if counts.agreed > 2 && counts.disagreed == 0 {
        0.6 + 0.4 * share
    } else if counts.signs > 0 && counts.disagreed == 0 && counts.jumped == 0 {
        // Marks around a text that fits.
        0.6 + 0.4 * share
    } else {
        share * share
    };
    let sum = (f32::from(sure) + evidence.min(18.0) - against) * trust;
    let most: u8 = if counts.jumped >= counts.continued.max(1) + counts.checked && counts.agreed < 4
    {
        // Numbers of which the first are no addresses.
        40
    } else if counts.disagreed > counts.agreed {
        // A text that is another one, and nothing else that speaks for the rows.
        let proof = goes_on(trial) + counts.checked + counts.signs;
        if proof > 0 { 70 } else { 45 }
    } else {
        98
    };
    (0..=most)
        .rev()
        .find(|percent| f32::from(*percent) <= sum)
        .unwrap_or(0)
}

/// The share of the text that was understood; where reading ended before the
/// text, of what is before that line.
fn share(trial: &Trial<'_>) -> f32 {
    let Some(trouble) = trial.trouble else {
        return trial.share();
    };
    let before = usize::try_from(trouble.line.saturating_sub(1)).unwrap_or(usize::MAX);
    let lines = trial
        .text
        .split_inclusive(|byte| *byte == b'\n')
        .take(before);
    let inked = lines
        .flatten()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count();
    (trial.counts.understood as f32 / inked.max(1) as f32).min(1.0)
}
