//! From what was counted and weighed to a judgement.
//!
//! Hard evidence first; then every encoding reads an excerpt, and the one whose text
//! takes the fewest bits wins, unless even that is no text. Invariant: whoever is named
//! reads all that was looked at, and what reads the very same text is named beside it.

use super::excerpt::{Excerpt, Look};
use super::odds::Odds;
use super::survey::{self, Survey};
use super::tuning;
use super::verdict::{Alternative, Claim, Evidence, Guess, Nature, Ranked, Verdict};
use super::weigh::Candidate;
use super::words::Weighed;
use super::{binary, claim, contest, foreign, odds, seven, words};
use crate::codec::{Encoding, Meaning, State, table};
use crate::window::Peek;

mod nature;
mod shifted;

use nature::is_noisy;
use shifted::has_length;

/// All that is weighed.
pub(super) struct Case<'a> {
    data: &'a dyn Peek,
    pub(super) look: Look,
    pub(super) survey: Survey,
    pub(super) claim: Option<Claim>,
    pub(super) kind: Option<&'static str>,
    /// What it may be in, if it is more than ASCII in seven bits.
    pub(super) shifting: Vec<&'static Encoding>,
    /// Whether it is put together as UTF-8 is, with values that UTF-8 forbids.
    built: bool,
    /// Whether its first two bytes are the number of all that follow.
    has_length: bool,
}

impl<'a> Case<'a> {
    /// The case of some data, looked at around some places too.
    pub(super) fn of(data: &'a dyn Peek, places: &[u64]) -> Self {
        let look = Look::at(data, places);
        let mut survey = Survey::of(&look);
        let head = look.stretches().next().filter(|(offset, ..)| *offset == 0);
        let head = head.map_or(&[][..], |(_, bytes, _)| bytes);
        let has_length = has_length(head, data.len());
        if has_length {
            survey.forgive(&head[..2]);
        }
        Self {
            data,
            built: survey.faults > 0 && survey::is_built_as_utf_8(&look),
            has_length,
            claim: claim::claim(head),
            shifting: if survey.is_plain() {
                seven::shifting(&look)
            } else {
                Vec::new()
            },
            kind: binary::kind(head),
            survey,
            look,
        }
    }

    /// What is taken without weighing anything: an empty file, ASCII without shifts,
    /// UTF-8, and what is full of NULs.
    pub(super) fn plain(&self) -> Option<Verdict> {
        let verdict = |encoding, evidence| Some(Verdict { encoding, evidence });
        let survey = &self.survey;
        if survey.bytes == 0 {
            return verdict(table::UTF_8, Evidence::Assumed);
        }
        let known = self.kind.is_some() && survey.nul + survey.controls > 0;
        if survey.is_plain() && self.shifting.is_empty() && !known {
            return verdict(table::ASCII, Evidence::Ascii);
        }
        // A sparse file, a disk, a program: no text has so many, unless units are wide.
        let rare = survey.nul + survey.controls;
        if survey.bytes >= tuning::SHORT_BYTES
            && tuning::MOST_CONTROLS.is_exceeded(rare, survey.bytes)
            && !survey.is_wide()
        {
            return verdict(table::UTF_8, Evidence::Binary(self.kind));
        }
        if survey.is_utf_8() {
            let several = u32::try_from(survey.several).unwrap_or(u32::MAX);
            return verdict(table::UTF_8, Evidence::WellFormed(several));
        }
        None
    }

    /// Weighs everything.
    pub(super) fn judge(&self) -> Guess {
        if let Some(verdict) = super::marked(self.data) {
            return self.marked(verdict);
        }
        let survey = &self.survey;
        if survey.bytes == 0 {
            return words::empty();
        }
        let excerpt = if survey.is_plain() {
            Excerpt::of(&self.look, |byte| matches!(byte, 0x1B | b'+'))
        } else {
            Excerpt::of(&self.look, is_telling)
        };
        if survey.is_plain() && self.shifting.is_empty() || excerpt.pieces.is_empty() {
            return self.ascii();
        }
        let asked = !survey.is_plain() && !survey.is_wide();
        let vote = asked.then(|| contest::second_opinion(&excerpt)).flatten();
        let mut candidates = self.candidates(&excerpt, vote);
        let Some(mut best) = self.best(&candidates) else {
            return words::empty();
        };
        let mut excerpt = excerpt;
        let mut phase = 0;
        if let Some((shifted, read)) = self.off_by_one(&best, &candidates) {
            candidates.insert(0, shifted);
            (best, excerpt, phase) = (shifted, read, 1);
        }
        let own = |other: &&Candidate| other.text != best.text;
        let weighed = Weighed {
            best: best.ranked,
            next: candidates.iter().find(own).map(|next| next.ranked),
            bytes: excerpt.len(),
            vote,
            mark: self.mark(),
            controls: controls(&excerpt, best.ranked.encoding),
            saw_all: self.saw_all(),
            has_length: self.has_length,
        };
        let foreign = self.foreign(&best, &excerpt, &weighed);
        self.told(best, &candidates, &weighed, (foreign, phase))
    }

    /// ASCII without anything that might be more.
    fn ascii(&self) -> Guess {
        let best = Ranked {
            encoding: table::ASCII,
            bits: 0.0,
            language: None,
            faults: 0,
        };
        let all = table::all().map(|encoding| Candidate {
            ranked: Ranked { encoding, ..best },
            text: 0,
        });
        let all: Vec<Candidate> = all.collect();
        let best = Candidate {
            ranked: best,
            text: 0,
        };
        let weighed = Weighed {
            saw_all: self.saw_all(),
            ..Weighed::nothing(best.ranked)
        };
        let foreign = self.foreign(&best, &Excerpt::default(), &weighed);
        self.told(best, &all, &weighed, (foreign, 0))
    }

    /// An encoding that is not read here, and that the data looks like more than like the
    /// best that is.
    fn foreign(
        &self,
        best: &Candidate,
        excerpt: &Excerpt,
        weighed: &Weighed,
    ) -> Option<&'static str> {
        let (encoding, faults) = (best.ranked.encoding, best.ranked.faults);
        if self.kind.is_some() || self.survey.nul > 0 || self.is_claimed(encoding) {
            return None;
        }
        if self.survey.is_plain() {
            let ascii = encoding == table::ASCII;
            return ascii.then(|| foreign::seven(&self.look)).flatten();
        }
        if self.is_utf_8(&best.ranked) || self.is_damaged() || encoding.unit > 1 {
            return None;
        }
        let dear = |bits: f32| weighed.per_byte() > bits;
        let pairs = faults > 0 || dear(tuning::UNSUPPORTED_PAIRS);
        let pairs = pairs.then(|| foreign::pairs(&self.look)).flatten();
        pairs.or_else(|| {
            let letters = dear(tuning::UNSUPPORTED_LETTERS)
                .then(|| foreign::letters(excerpt, best.ranked.bits));
            letters.flatten()
        })
    }

    /// Whether it is UTF-8 but for some values that it forbids.
    pub(super) fn is_damaged(&self) -> bool {
        self.built && self.survey.nul == 0
    }

    /// What is told of the best.
    fn told(
        &self,
        best: Candidate,
        candidates: &[Candidate],
        weighed: &Weighed,
        (foreign, phase): (Option<&'static str>, u8),
    ) -> Guess {
        let odds = &Odds::of(candidates);
        let encoding = best.ranked.encoding;
        let sure = odds.of_text(best.text);
        let (nature, confidence) = match foreign {
            Some(_) => (Nature::Undecided, tuning::HARDLY_SURE),
            None => self.nature(&best.ranked, sure, weighed),
        };
        let evidence = self.reason(&best.ranked, nature, confidence);
        let same = match nature {
            Nature::Binary(_) => Vec::new(),
            Nature::Undecided if is_noisy(weighed) => Vec::new(),
            _ => self.same(encoding, candidates),
        };
        let mut guess = Guess {
            nature,
            verdict: Verdict { encoding, evidence },
            confidence,
            evidence: Vec::new(),
            alternatives: odds::alternatives(best, candidates, odds, &same),
            same,
            claim: self
                .claim
                .clone()
                .map(|claim| self.held(claim, encoding, candidates)),
            looks_like: foreign,
            phase,
        };
        odds::leave_room(&mut guess.alternatives, guess.confidence);
        guess.evidence = words::of(&guess, &self.survey, weighed);
        guess.evidence.extend(self.part());
        guess
    }

    /// How much of the data was looked at, if it is not all.
    fn part(&self) -> Option<String> {
        let (seen, len) = (self.survey.bytes as u64, self.data.len());
        (!self.saw_all()).then(|| format!("{seen} of {len} bytes were looked at"))
    }

    /// Whether all of the data was looked at.
    fn saw_all(&self) -> bool {
        let windows = &self.look.windows;
        let whole = windows.len() == 1 && windows[0].start == 0 && windows[0].ends;
        whole || self.survey.bytes as u64 >= self.data.len()
    }

    /// Whether the data says that it is in an encoding.
    fn is_claimed(&self, encoding: &Encoding) -> bool {
        let claimed = self.claim.as_ref().and_then(|claim| claim.encoding);
        claimed.is_some_and(|claimed| claimed == encoding)
    }

    /// Whether what was taken is UTF-8, as all of the look is.
    fn is_utf_8(&self, best: &Ranked) -> bool {
        best.encoding == table::UTF_8 && self.survey.is_utf_8()
    }

    /// Data that opens with a byte order mark.
    fn marked(&self, verdict: Verdict) -> Guess {
        let encoding = verdict.encoding;
        let faults = survey::tally(&self.look, encoding).kinds.total();
        let confidence = if faults == 0 {
            1.0
        } else {
            tuning::DOUBTFUL_MARK
        };
        let ranked = Ranked {
            encoding,
            bits: 0.0,
            language: None,
            faults,
        };
        let alternatives = super::other_reading(self.data, encoding).map(|other| Alternative {
            encoding: other,
            confidence: tuning::OTHER_MARK,
            language: None,
            faults: survey::tally(&self.look, other).kinds.total(),
        });
        let mut guess = Guess {
            nature: Nature::Text,
            verdict,
            confidence,
            evidence: Vec::new(),
            same: Vec::new(),
            alternatives: alternatives.into_iter().collect(),
            claim: self
                .claim
                .clone()
                .map(|claim| self.held(claim, encoding, &[])),
            looks_like: None,
            phase: 0,
        };
        if guess
            .alternatives
            .iter()
            .any(|other| other.confidence > 0.0)
        {
            guess.confidence = guess.confidence.min(tuning::DOUBTFUL_MARK);
        }
        odds::leave_room(&mut guess.alternatives, guess.confidence);
        guess.evidence = words::of(&guess, &self.survey, &Weighed::nothing(ranked));
        guess
    }

    /// A claim, held against what was found.
    fn held(&self, claim: Claim, found: &'static Encoding, candidates: &[Candidate]) -> Claim {
        let same = |claimed: &'static Encoding| {
            claimed == found || !candidates.is_empty() && self.reads_same(claimed, found)
        };
        Claim {
            holds: claim.encoding.is_some_and(same),
            faults: claim.encoding.map_or(0, |claimed| self.faults(claimed)),
            ..claim
        }
    }

    /// Encodings that give the very same text for all that was looked at.
    fn same(
        &self,
        encoding: &'static Encoding,
        candidates: &[Candidate],
    ) -> Vec<&'static Encoding> {
        let text = candidates
            .iter()
            .find(|other| other.ranked.encoding == encoding);
        let alike = candidates.iter().filter(|other| {
            let other_text = text.is_some_and(|text| text.text == other.text);
            other_text && other.ranked.encoding != encoding
        });
        alike
            .map(|other| other.ranked.encoding)
            .filter(|other| self.reads_same(other, encoding))
            .collect()
    }

    /// Whether two encodings give the same text for all that was looked at.
    fn reads_same(&self, one: &'static Encoding, other: &'static Encoding) -> bool {
        if self.survey.high == 0 && one.ascii && other.ascii {
            return true;
        }
        if one.unit != other.unit && self.survey.bytes > 0 {
            // A byte alone and a wide unit are never one text.
            return false;
        }
        if one.max_len == 1 && other.max_len == 1 {
            return (0..=u8::MAX)
                .filter(|byte| self.survey.counts[usize::from(*byte)] > 0)
                .all(|byte| meaning(one, byte) == meaning(other, byte));
        }
        let whole = Excerpt::all(&self.look);
        let mut pieces = whole.pieces.iter();
        pieces.all(|piece| piece.reads_alike(one, other))
    }
}

/// Whether encodings read a byte in different ways.
fn is_telling(byte: u8) -> bool {
    byte >= 0x80 || byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1B)
}

/// The share of controls in the text that an encoding reads.
fn controls(excerpt: &Excerpt, encoding: &Encoding) -> f32 {
    let text = excerpt.read(encoding);
    let rare = |c: &char| c.is_ascii_control() && !matches!(c, '\t'..='\r' | '\x1B');
    let rare = text
        .iter()
        .filter_map(|step| step.meaning.scalar())
        .filter(rare)
        .count();
    rare as f32 / text.len().max(1) as f32
}

/// What a byte by itself is.
pub(super) fn meaning(encoding: &Encoding, byte: u8) -> Meaning {
    encoding.decode(&mut State::default(), &[byte]).meaning
}
