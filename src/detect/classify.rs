//! Makes a guess from what was counted and scored.
//!
//! Hard evidence comes first; then every encoding reads an excerpt, and the one whose text
//! costs the fewest bits wins, unless even that is no text. Invariant: every encoding that
//! gives the same text as the named one, in all samples, is named with it.

use super::byte_stats::{self, ByteStats};
use super::confidence::{self, Probabilities};
use super::excerpt::Excerpt;
use super::preferred::Preferred;
use super::samples::Samples;
use super::score::Candidate;
use super::sentences::{self, Measurements};
use super::verdict::{Alternative, Claim, Evidence, Guess, Mojibake, Nature, Ranked, Verdict};
use super::{adjust, binary, chain, claim, seven_bit, tuning, unsupported};
use crate::codec::{Encoding, Layout, Meaning, State, table};
use crate::window::Peek;

mod nature;
mod phase;

use nature::BestReading;
use phase::has_length_prefix;

/// Data, and the facts about it that depend on no encoding.
pub(super) struct Classifier<'a> {
    data: &'a dyn Peek,
    /// The languages that win a tie.
    pub(super) preferred: Preferred,
    pub(super) samples: Samples,
    pub(super) stats: ByteStats,
    pub(super) claim: Option<Claim>,
    kind: Option<&'static str>,
    /// Encodings of seven bits, besides ASCII, that it may be in.
    pub(super) shifting: Vec<&'static Encoding>,
    /// Whether it has the structure of UTF-8, with values that UTF-8 forbids.
    is_built_as_utf_8: bool,
    /// Whether its first two bytes are the number of bytes after them.
    has_length_prefix: bool,
}

impl<'a> Classifier<'a> {
    /// Reads samples of the data, also around some offsets.
    pub(super) fn of(data: &'a dyn Peek, places: &[u64]) -> Self {
        let samples = Samples::of(data, places);
        let mut stats = ByteStats::of(&samples);
        let head = samples.head();
        let has_length_prefix = has_length_prefix(head, data.len());
        if has_length_prefix {
            stats.forgive(&head[..2]);
        }
        Self {
            data,
            preferred: Preferred::NONE,
            is_built_as_utf_8: stats.faults > 0 && byte_stats::is_built_as_utf_8(&samples),
            has_length_prefix,
            claim: claim::claim(head),
            shifting: if stats.is_plain() {
                seven_bit::encodings(&samples)
            } else {
                Vec::new()
            },
            kind: binary::kind(head),
            stats,
            samples,
        }
    }

    /// The same, for a user of some languages.
    pub(super) fn preferring(self, preferred: Preferred) -> Self {
        Self { preferred, ..self }
    }

    /// The verdict that needs no score: for empty data, ASCII without shifts, UTF-8, and data
    /// full of NULs; else none.
    pub(super) fn obvious(&self) -> Option<Verdict> {
        let stats = &self.stats;
        // Sparse files, disks and programs: no text has that many controls, unless units are wide.
        let binary = stats.bytes >= tuning::SHORT_BYTES
            && stats.has_controls(tuning::MOST_CONTROLS)
            && !stats.is_wide();
        let (encoding, evidence) = if stats.bytes == 0 {
            (table::UTF_8, Evidence::Assumed)
        } else if stats.is_plain() && self.shifting.is_empty() && !self.is_known_binary() {
            (table::ASCII, Evidence::Ascii)
        } else if binary {
            (table::UTF_8, Evidence::Binary(self.kind))
        } else if stats.is_utf_8() {
            let several = u32::try_from(stats.several).unwrap_or(u32::MAX);
            (table::UTF_8, Evidence::WellFormed(several))
        } else {
            return None;
        };
        Some(Verdict { encoding, evidence })
    }

    /// Scores every encoding and makes the guess.
    pub(super) fn classify(&self) -> Guess {
        match super::marked(self.data) {
            Some(verdict) => self.marked(verdict),
            None => self
                .best_reading()
                .map_or_else(Guess::empty, |reading| self.conclude(&reading)),
        }
    }

    /// How the text of a guess became mojibake, if it did.
    pub(super) fn mojibake(&self, guess: &Guess) -> Option<Mojibake> {
        if self.stats.high == 0 && guess.verdict.encoding.ascii {
            return None;
        }
        let wide = guess.verdict.encoding.unit > 1;
        let excerpt = Excerpt::of(&self.samples, |byte| wide || is_distinctive(byte));
        chain::find(guess, &excerpt)
    }

    /// The best reading; none if there is no byte.
    fn best_reading(&self) -> Option<BestReading<'_>> {
        let stats = &self.stats;
        if stats.bytes == 0 {
            return None;
        }
        let plain = stats.is_plain();
        let mut excerpt = if plain {
            let signs = self.has_signs();
            Excerpt::of(&self.samples, |byte| match byte {
                0x1B | b'+' => true,
                0x0E | 0x0F | b'~' => signs,
                _ => false,
            })
        } else {
            Excerpt::of(&self.samples, is_distinctive)
        };
        if plain && self.shifting.is_empty() || excerpt.fragments.is_empty() {
            return Some(self.ascii());
        }
        let asked = !plain && !stats.is_wide();
        let vote = asked.then(|| adjust::second_opinion(&excerpt)).flatten();
        let mut candidates = self.candidates(&excerpt, vote);
        let mut best = self.best(&candidates)?;
        let mut phase = 0;
        if let Some((shifted, read)) = self.off_by_one(&best, &candidates) {
            candidates.insert(0, shifted);
            (best, excerpt, phase) = (shifted, read, 1);
        }
        let next = candidates.iter().find(|other| other.text != best.text);
        let measured = Measurements {
            best: best.ranked,
            next: next.map(|next| next.ranked),
            bytes: excerpt.len(),
            vote,
            mark: self.mark(),
            controls: controls(&excerpt, best.ranked.encoding),
            saw_all: self.saw_all(),
            has_length_prefix: self.has_length_prefix,
            preferred: self.preferred,
        };
        Some(BestReading {
            data: self,
            unsupported: self.unsupported(&excerpt, &measured),
            probabilities: Probabilities::of(&candidates),
            best,
            candidates,
            measured,
            phase,
        })
    }

    /// Whether it may shift by signs, and not by escapes alone.
    fn has_signs(&self) -> bool {
        let mut layouts = self.shifting.iter().map(|encoding| encoding.layout);
        layouts.any(|layout| matches!(layout, Layout::Shifted(_)))
    }

    /// The reading as ASCII, for data that cannot be anything else.
    fn ascii(&self) -> BestReading<'_> {
        let candidate = |encoding| Candidate {
            ranked: Ranked::unscored(encoding, 0),
            text: 0,
        };
        let candidates: Vec<Candidate> = table::all().map(candidate).collect();
        let best = candidate(table::ASCII);
        let measured = Measurements {
            saw_all: self.saw_all(),
            ..Measurements::none(best.ranked)
        };
        BestReading {
            data: self,
            unsupported: self.unsupported(&Excerpt::default(), &measured),
            probabilities: Probabilities::of(&candidates),
            best,
            candidates,
            measured,
            phase: 0,
        }
    }

    /// The name of an encoding that is not supported here, if the data resembles it more than
    /// the best supported one.
    fn unsupported(&self, excerpt: &Excerpt, measured: &Measurements) -> Option<&'static str> {
        let (best, stats) = (&measured.best, &self.stats);
        let encoding = best.encoding;
        if self.kind.is_some() || stats.nul > 0 || self.is_claimed(encoding) {
            return None;
        }
        if stats.is_plain() && encoding == table::ASCII {
            return unsupported::seven_bit(&self.samples);
        }
        let utf_8 = stats.is_utf_8() && encoding == table::UTF_8;
        if stats.is_plain() || utf_8 || self.is_damaged() || encoding.unit > 1 {
            return None;
        }
        { measured.per_byte() > tuning::UNSUPPORTED_LETTERS }
            .then(|| unsupported::single_byte(excerpt, best.bits))?
    }

    /// Whether it has the magic number of a binary format, and NULs or controls.
    fn is_known_binary(&self) -> bool {
        self.kind.is_some() && self.stats.controls() > 0
    }

    /// Whether it is UTF-8 except for some values that UTF-8 forbids.
    pub(super) fn is_damaged(&self) -> bool {
        self.is_built_as_utf_8 && self.stats.nul == 0
    }

    /// The guess that follows from the best reading.
    fn conclude(&self, reading: &BestReading<'_>) -> Guess {
        let (best, candidates) = (reading.best, &reading.candidates);
        let encoding = best.ranked.encoding;
        let (nature, confidence) = reading.conclusion();
        let same = match nature {
            Nature::Binary(_) => Vec::new(),
            Nature::Undecided if reading.is_noise() => Vec::new(),
            _ => self.same(best, candidates),
        };
        let mut guess = Guess {
            nature,
            verdict: Verdict {
                encoding,
                evidence: reading.reason(nature, confidence),
            },
            confidence,
            alternatives: reading.probabilities.alternatives(best, candidates, &same),
            same,
            claim: self.checked_claim(encoding, candidates),
            looks_like: reading.unsupported,
            phase: reading.phase,
            ..Guess::empty()
        };
        self.explain(&mut guess, &reading.measured);
        guess.evidence.extend(self.part());
        guess
    }

    /// Fits the alternatives to the confidence, and adds the reasons.
    fn explain(&self, guess: &mut Guess, measured: &Measurements) {
        confidence::leave_room(&mut guess.alternatives, guess.confidence);
        guess.evidence = sentences::of(guess, &self.stats, measured);
    }

    /// How much of the data was looked at, if it is not all.
    fn part(&self) -> Option<String> {
        let (seen, len) = (self.stats.bytes as u64, self.data.len());
        (!self.saw_all()).then(|| format!("{seen} of {len} bytes were looked at"))
    }

    /// Whether all of the data was looked at.
    fn saw_all(&self) -> bool {
        let windows = &self.samples.windows;
        let whole = windows.len() == 1 && windows[0].start == 0 && windows[0].ends;
        whole || self.stats.bytes as u64 >= self.data.len()
    }

    /// The encoding that the data declares.
    pub(super) fn claimed(&self) -> Option<&'static Encoding> {
        self.claim.as_ref().and_then(|claim| claim.encoding)
    }

    /// Whether the data declares this encoding.
    fn is_claimed(&self, encoding: &'static Encoding) -> bool {
        self.claimed() == Some(encoding)
    }

    /// The guess for data that begins with a byte order mark.
    fn marked(&self, verdict: Verdict) -> Guess {
        let encoding = verdict.encoding;
        let faults = |of| byte_stats::tally(&self.samples, of).kinds.total();
        let ranked = Ranked::unscored(encoding, faults(encoding));
        let other = super::other_by_mark(self.data, encoding).map(|other| Alternative {
            encoding: other,
            confidence: tuning::OTHER_MARK,
            language: None,
            faults: faults(other),
        });
        let mut guess = Guess {
            nature: Nature::Text,
            verdict,
            confidence: if ranked.faults == 0 && other.is_none() {
                1.0
            } else {
                tuning::DOUBTFUL_MARK
            },
            alternatives: other.into_iter().collect(),
            claim: self.checked_claim(encoding, &[]),
            ..Guess::empty()
        };
        self.explain(&mut guess, &Measurements::none(ranked));
        guess
    }

    /// The claim of the data, checked against the encoding that was found.
    fn checked_claim(&self, found: &'static Encoding, candidates: &[Candidate]) -> Option<Claim> {
        let same = |claimed: &'static Encoding| {
            claimed == found || !candidates.is_empty() && self.reads_same(claimed, found)
        };
        let claim = self.claim.clone()?;
        Some(Claim {
            holds: claim.encoding.is_some_and(same),
            faults: claim.encoding.map_or(0, |claimed| self.faults(claimed)),
            ..claim
        })
    }

    /// The encodings that give the same text for all samples.
    fn same(&self, best: Candidate, candidates: &[Candidate]) -> Vec<&'static Encoding> {
        let encoding = best.ranked.encoding;
        let alike = candidates.iter().filter(|other| other.text == best.text);
        alike
            .map(|other| other.ranked.encoding)
            .filter(|other| *other != encoding && self.reads_same(other, encoding))
            .collect()
    }

    /// Whether two encodings give the same text for all samples.
    fn reads_same(&self, one: &'static Encoding, other: &'static Encoding) -> bool {
        if self.stats.high == 0 && one.ascii && other.ascii {
            return true;
        }
        if one.unit != other.unit && self.stats.bytes > 0 {
            // With units of different sizes, the texts cannot be equal.
            return false;
        }
        if one.max_len == 1 && other.max_len == 1 {
            return (0..=u8::MAX)
                .filter(|byte| self.stats.counts[usize::from(*byte)] > 0)
                .all(|byte| meaning(one, byte) == meaning(other, byte));
        }
        let whole = Excerpt::all(&self.samples);
        let mut fragments = whole.fragments.iter();
        fragments.all(|fragment| fragment.reads_alike(one, other))
    }
}

/// Whether encodings may read a byte in different ways.
fn is_distinctive(byte: u8) -> bool {
    byte >= 0x80 || byte < b' ' && byte_stats::is_rare(byte)
}

/// The share of controls in the text as an encoding reads it.
fn controls(excerpt: &Excerpt, encoding: &Encoding) -> f32 {
    let text = excerpt.read(encoding);
    let chars = text.iter().filter_map(|step| step.meaning.scalar());
    let bytes = chars.filter_map(|c| u8::try_from(c).ok());
    let rare = bytes.filter(|byte| byte_stats::is_rare(*byte)).count();
    rare as f32 / text.len().max(1) as f32
}

/// The meaning of a single byte.
pub(super) fn meaning(encoding: &Encoding, byte: u8) -> Meaning {
    encoding.decode(&mut State::default(), &[byte]).meaning
}
