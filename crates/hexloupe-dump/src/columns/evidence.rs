//! The certainty that a text is in a format, judged by the result of its reader.
//!
//! Invariant: if only the appearance of the digits supports a format, the percentage falls with the
//! square of the understood share of the text.

use crate::confidence::{
    AGREED, AGREED_BY_CHANCE, AGREED_DESPITE_JUMPS, BYTES_PER_ADDRESS, CHECKED, COLUMNS_MOST,
    CONTINUED, DISAGREED, DOUBTFUL, FormatConfidence, JUMPED, MOST_POINTS, OTHER_TEXT, POSSIBLE,
    PROOF, QUOTED_BYTES, SIGNS, TRUST, TRUST_IN_TEXT,
};
use crate::out::DumpCounts;
use crate::sign;
use crate::trial::{self, ReaderTrial};

/// Reports whether a format is supported by more than the appearance of its rows.
pub(crate) fn is_proven(trial: &ReaderTrial<'_>) -> bool {
    let counts = &trial.counts;
    counts.agreed > AGREED_BY_CHANCE
        || continued_addresses(trial) > 0
        || counts.checked > 0
        || counts.signs > 0
}

/// The number of addresses that continue where the row before ends; 0 if rows have only a byte or
/// two, because numbered lines look like that.
pub(crate) fn continued_addresses(trial: &ReaderTrial<'_>) -> u64 {
    let counts = &trial.counts;
    if counts.bytes >= counts.continued.saturating_mul(BYTES_PER_ADDRESS) {
        counts.continued
    } else {
        0
    }
}

/// Reports whether a text beside the rows proves them: at least `least` places agree, and more than
/// `times` as many as differ.
pub(crate) fn text_agrees(counts: &DumpCounts, (least, times): (u64, u64)) -> bool {
    counts.agreed >= least && counts.agreed > times * counts.disagreed
}

/// The certainty that a text is in a format with columns, in percent.
pub(crate) fn detect(trial: &ReaderTrial<'_>, confidence: FormatConfidence) -> u8 {
    score(trial, confidence.percent(is_proven(trial)))
}

/// The certainty in percent. `sure` is the percentage for the appearance of the rows alone, in a
/// text that has nothing else.
pub(crate) fn score(trial: &ReaderTrial<'_>, sure: u8) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 {
        return 0;
    }
    // None of such words is an address. Octal words have other lengths than bytes in hex.
    if trial::is_of_zeros(trial.text) {
        let length = trial::words(trial.text).next().map_or(0, <[u8]>::len);
        let has_address = counts.continued + counts.jumped + counts.checked > 0;
        if has_address || counts.agreed > 0 || matches!(length, 2 | 4 | 8 | 16 | 32) {
            return 0;
        }
    }
    let points = |count: u64, (each, most): (f32, u64)| each * count.min(most) as f32;
    let proof = points(counts.agreed, AGREED)
        + points(continued_addresses(trial), CONTINUED)
        + points(counts.checked, CHECKED);
    let evidence = proof + points(counts.signs, SIGNS);
    let against = points(counts.jumped, JUMPED) + points(counts.disagreed, DISAGREED);
    let share = trial.share_before_failure();
    // In the text of a mail more rows are needed to believe that they are a dump.
    let quoted =
        continued_addresses(trial) > 0 && counts.jumped == 0 && counts.bytes >= QUOTED_BYTES;
    let fits = counts.disagreed == 0
        && (counts.agreed > AGREED_BY_CHANCE + 1 || counts.signs > 0 && counts.jumped == 0);
    let trust = if proof >= PROOF || quoted {
        TRUST + (1.0 - TRUST) * share
    } else if fits {
        TRUST_IN_TEXT + (1.0 - TRUST_IN_TEXT) * share
    } else {
        share * share
    };
    let sum = (f32::from(sure) + evidence.min(MOST_POINTS) - against) * trust;
    // A byte with its sign extended is as long as an address.
    let first = || trial::words(trial.text).next().unwrap_or_default();
    let most: u8 = if proof < PROOF && counts.read == 1 && sign::is_extended(first()) {
        POSSIBLE
    } else if counts.jumped >= counts.continued.max(1) + counts.checked
        && counts.agreed < AGREED_DESPITE_JUMPS
    {
        // Numbers in columns; the first one is no address.
        POSSIBLE
    } else if counts.disagreed > counts.agreed {
        // A column with other text, and perhaps no other support for the rows.
        let proof = continued_addresses(trial) + counts.checked + counts.signs;
        if proof > 0 { OTHER_TEXT } else { DOUBTFUL }
    } else {
        COLUMNS_MOST
    };
    (0..=most)
        .rev()
        .find(|percent| f32::from(*percent) <= sum)
        .unwrap_or(0)
}
