//! What data is, by its best reading, and how sure that is.
//!
//! Invariant: what no reading makes text is not called text, however sure the reading is
//! against the others.

use super::super::tuning;
use super::super::verdict::{Evidence, Nature, Ranked};
use super::super::words::Weighed;
use super::{Case, meaning};
use crate::codec::{Encoding, Layout, table};

impl Case<'_> {
    /// What the data is, if the best reading of it is what it is, and how sure that is.
    pub(super) fn nature(&self, best: &Ranked, sure: f32, weighed: &Weighed) -> (Nature, f32) {
        let (survey, encoding) = (&self.survey, best.encoding);
        let known = self.kind.is_some() && survey.nul + survey.controls > 0;
        if survey.is_plain() && encoding == table::ASCII && !known {
            return (
                Nature::Text,
                if self.saw_all() {
                    1.0
                } else {
                    tuning::SAMPLED_MOST
                },
            );
        }
        if self.is_utf_8(best) {
            let several = survey.several.min(tuning::UTF_8_PROOFS) as f32;
            let proof = 1.0 - tuning::UTF_8_DOUBT * (-several).exp2();
            let most = if self.saw_all() {
                1.0
            } else {
                tuning::GUESS_MOST
            };
            // Of a few sequences the proof is all there is.
            let sure = if survey.several < tuning::UTF_8_ENOUGH {
                proof
            } else {
                sure.max(proof)
            };
            return (Nature::Text, sure.min(most));
        }
        if self.is_damaged() && matches!(encoding.layout, Layout::Utf8(_)) {
            return (
                Nature::Text,
                sure.clamp(tuning::CLAIM_LEAST, tuning::GUESS_MOST),
            );
        }
        // The fewer letters, the more doubt.
        let doubt = tuning::FEW_LETTERS_DOUBT
            * (-tuning::LETTER_BITS * self.letters(encoding) as f32).exp2();
        // Who guesses is never wholly sure.
        let sure = sure.min(1.0 - doubt).min(most_sure(weighed));
        let sure = if self.letters(encoding) == 0 && survey.high > 0 && encoding.unit == 1 {
            sure.min(tuning::HARDLY_SURE)
        } else {
            sure
        };
        let rare = survey.nul + survey.controls;
        let few = self.letters(encoding) < tuning::ENOUGH_LETTERS
            && encoding.unit == 1
            && survey.high > 0;
        if known {
            (Nature::Binary(self.kind), sure)
        } else if survey.is_one_byte() && survey.bytes >= tuning::SHORT_BYTES {
            (Nature::Binary(None), tuning::HARDLY_SURE)
        } else if survey.bytes < tuning::SHORT_BYTES
            && (encoding.unit > 1 || survey.high < tuning::SHORT_HIGH_BYTES)
        {
            let nature = if sure >= tuning::NAMED_LEAST {
                Nature::TooShort
            } else {
                Nature::Undecided
            };
            (nature, sure)
        } else if self.is_wreckage(encoding, weighed.controls) {
            (Nature::Binary(None), sure)
        } else if is_noisy(weighed) {
            // Noise has controls; parts in several encodings have none.
            let noise = tuning::NOISE_CONTROLS.is_exceeded(rare, survey.bytes);
            let nature = if noise {
                Nature::Binary(None)
            } else {
                Nature::Undecided
            };
            (nature, sure.min(tuning::HARDLY_SURE))
        } else if survey.is_mixed() && encoding != table::UTF_8 && is_strained(weighed) {
            (Nature::Undecided, sure.min(tuning::HARDLY_SURE))
        } else if self.is_claimed(encoding) && best.faults == 0 {
            (Nature::Text, sure.max(tuning::CLAIM_LEAST))
        } else if sure < tuning::NAMED_LEAST {
            (Nature::Undecided, sure)
        } else if few && sure < tuning::FEW_LETTERS_LEAST {
            (Nature::TooShort, sure)
        } else {
            (Nature::Text, sure)
        }
    }

    /// Why an encoding was taken for data of some nature.
    pub(super) fn reason(&self, best: &Ranked, nature: Nature, confidence: f32) -> Evidence {
        let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        match nature {
            Nature::Binary(kind) => Evidence::Binary(kind),
            _ if best.encoding == table::ASCII && self.survey.is_plain() => Evidence::Ascii,
            _ if self.is_utf_8(best) => Evidence::WellFormed(count(self.survey.several)),
            _ if best.encoding == table::UTF_8 && best.faults > 0 => {
                Evidence::Damaged(count(best.faults))
            }
            _ => Evidence::Guessed {
                percent: percent(confidence),
                language: best
                    .language
                    .filter(|_| self.letters(best.encoding) >= tuning::LANGUAGE_LETTERS),
            },
        }
    }

    /// How many letters speak for an encoding, about. One byte again and again is in no
    /// word: it speaks for no letter, whatever the encoding makes of it.
    pub(super) fn letters(&self, encoding: &Encoding) -> usize {
        match usize::from(encoding.unit) {
            1 if self.survey.high == 0 => self.survey.bytes,
            1 => self.survey.high - self.in_runs(encoding),
            unit => self.survey.bytes / unit / tuning::WIDE_UNITS_PER_LETTER,
        }
    }

    /// Bytes beyond ASCII in runs of one, but for the lines that are drawn on DOS: these
    /// are letters elsewhere, and a line is the likelier of the two.
    fn in_runs(&self, encoding: &Encoding) -> usize {
        let is_drawn = |byte: u8| {
            let sign = meaning(encoding, byte).scalar();
            let repeats = |sign| matches!(sign, '─' | '═' | '█' | '▀' | '▄' | '░' | '▒' | '▓');
            encoding.draws_boxes && sign.is_some_and(repeats)
        };
        let runs = (0..=u8::MAX).zip(self.survey.in_runs);
        let runs = runs.filter(|(byte, count)| *count > 0 && !is_drawn(*byte));
        runs.map(|(_, count)| count as usize).sum()
    }

    /// Whether a reading has controls that no text has: in all of the look, if they are
    /// the same bytes in it, else in the excerpt.
    pub(super) fn is_wreckage(&self, encoding: &Encoding, excerpt: f32) -> bool {
        let survey = &self.survey;
        let share = if encoding.ascii {
            (survey.nul + survey.controls) as f32 / survey.bytes as f32
        } else {
            excerpt
        };
        share > tuning::READ_CONTROLS
    }
}

/// Whether even the best reading takes more than text does.
pub(super) fn is_noisy(weighed: &Weighed) -> bool {
    let unit = weighed.best.encoding.unit;
    let most = tuning::NO_TEXT.iter().find(|(of, _)| *of == unit);
    most.is_some_and(|(_, most)| weighed.per_byte() > *most)
}

/// Whether the best reading has to be forced: with faults, or with more bits than usual.
fn is_strained(weighed: &Weighed) -> bool {
    let most = if weighed.best.encoding.max_len > 1 {
        tuning::STRAINED_PAIRS
    } else {
        tuning::STRAINED
    };
    weighed.best.faults > 0 || weighed.per_byte() > most
}

/// How sure one is at most of a reading that takes so many bits.
fn most_sure(weighed: &Weighed) -> f32 {
    let usual = if weighed.best.encoding.max_len > 1 {
        tuning::DEAR_PAIRS
    } else {
        tuning::DEAR
    };
    let dear = weighed.per_byte() - usual - tuning::DEAR_IN_ALL / weighed.bytes.max(1) as f32;
    if dear <= 0.0 {
        tuning::GUESS_MOST
    } else {
        (tuning::DEAR_MOST - tuning::DEAR_LOSS * dear).max(tuning::DEAR_LEAST)
    }
}

/// A share in percent.
fn percent(confidence: f32) -> u8 {
    let hundredths = (0..99_u8).find(|percent| f32::from(*percent) + 0.5 > confidence * 100.0);
    hundredths.unwrap_or(99)
}
