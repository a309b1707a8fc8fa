//! From what was counted and weighed to a judgement.
//!
//! Hard evidence first; then every encoding reads an excerpt, and the one whose text
//! takes the fewest bits wins, unless even that is no text. Invariant: whoever is named
//! reads all that was looked at, and what reads the very same text is named beside it.

use super::excerpt::{Excerpt, Look};
use super::odds::Odds;
use super::survey::{self, Survey};
use super::verdict::{Alternative, Claim, Evidence, Guess, Nature, Ranked, Verdict};
use super::weigh::Candidate;
use super::words::Weighed;
use super::{binary, claim, contest, odds, seven, words};
use crate::codec::{Encoding, Meaning, State, table};
use crate::window::Peek;

/// The largest share of controls in a text.
const MOST_CONTROLS: f32 = 0.05;
/// Bits a byte from which on a reading is no text, by the bytes of a code unit.
const NO_TEXT: [(u8, f32); 3] = [(1, 7.2), (2, 7.4), (4, 3.2)];
/// How sure a guess is at most, and one of what is hardly text.
const SUREST: f32 = 0.99;
const DOUBTFUL: f32 = 0.3;
/// Bits a byte from which on a reading is not taken where parts are UTF-8.
const STRAINED: f32 = 5.0;
/// How sure one is at least of what the data says of itself and its bytes bear out.
const CLAIMED: f32 = 0.9;
/// One control among so many bytes, or more, is noise where no reading is text.
const NOISE: usize = 200;
/// How sure one must be at least to name an encoding.
pub(super) const SURE: f32 = 0.5;
/// Bytes beyond ASCII from which on a text is long enough to be sure of.
const ENOUGH: usize = 4;
/// Bytes below which data is too short, unless so many of them are beyond ASCII; and how
/// sure one must be of fewer than enough.
const TINY: usize = 12;
const SOME: usize = 6;
const FEW_SURE: f32 = 0.9;

/// All that is weighed.
pub(super) struct Case<'a> {
    data: &'a dyn Peek,
    pub(super) look: Look,
    pub(super) survey: Survey,
    pub(super) claim: Option<Claim>,
    pub(super) kind: Option<&'static str>,
    /// What it may be in, if it is more than ASCII in seven bits.
    pub(super) shifting: Vec<&'static Encoding>,
}

impl<'a> Case<'a> {
    /// The case of some data, looked at around some places too.
    pub(super) fn of(data: &'a dyn Peek, places: &[u64]) -> Self {
        let look = Look::at(data, places);
        let survey = Survey::of(&look);
        let head = look.stretches().next().filter(|(offset, ..)| *offset == 0);
        let head = head.map_or(&[][..], |(_, bytes, _)| bytes);
        Self {
            data,
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
        if survey.bytes >= TINY && rare * 4 > survey.bytes && !survey.is_wide() {
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
            let telling =
                |byte| byte >= 0x80 || byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1B);
            Excerpt::of(&self.look, telling)
        };
        if survey.is_plain() && self.shifting.is_empty() || excerpt.pieces.is_empty() {
            return self.ascii();
        }
        let vote = contest::second_opinion(&excerpt);
        let candidates = self.candidates(&excerpt, vote);
        let Some(best) = self.best(&candidates) else {
            return words::empty();
        };
        let own = |other: &&Candidate| other.text != best.text;
        let weighed = Weighed {
            best: best.ranked,
            next: candidates.iter().find(own).map(|next| next.ranked),
            bytes: excerpt.len(),
            vote,
            mark: self.mark(),
            controls: controls(&excerpt, best.ranked.encoding),
        };
        self.told(best, &candidates, &weighed)
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
        self.told(best, &all, &Weighed::nothing(best.ranked))
    }

    /// What is told of the best.
    fn told(&self, best: Candidate, candidates: &[Candidate], weighed: &Weighed) -> Guess {
        let odds = &Odds::of(candidates);
        let encoding = best.ranked.encoding;
        let sure = odds.of_text(best.text);
        let (nature, confidence) = self.nature(&best.ranked, sure, weighed);
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
        };
        guess.evidence = words::of(&guess, &self.survey, weighed);
        guess.evidence.extend(self.part());
        guess
    }

    /// What the data is, if the best reading of it is what it is, and how sure that is.
    fn nature(&self, best: &Ranked, sure: f32, weighed: &Weighed) -> (Nature, f32) {
        let (survey, encoding) = (&self.survey, best.encoding);
        let known = self.kind.is_some() && survey.nul + survey.controls > 0;
        if survey.is_plain() && encoding == table::ASCII && !known {
            return (Nature::Text, 1.0);
        }
        if self.is_utf_8(best) {
            let several = survey.several.min(20) as f32;
            return (Nature::Text, sure.max(1.0 - (-2.0 - several).exp2()));
        }
        // Who guesses is never wholly sure.
        let sure = sure.min(SUREST);
        let rare = survey.nul + survey.controls;
        let few = survey.high < ENOUGH && encoding.unit == 1 && survey.high > 0;
        if known {
            (Nature::Binary(self.kind), sure)
        } else if survey.is_one_byte() && survey.bytes >= TINY {
            (Nature::Binary(None), DOUBTFUL)
        } else if survey.bytes < TINY && (encoding.unit > 1 || survey.high < SOME) {
            (Nature::TooShort, sure)
        } else if self.is_wreckage(encoding, weighed.controls) {
            (Nature::Binary(None), sure)
        } else if is_noisy(weighed) {
            // Noise has controls; parts in several encodings have none.
            let noise = rare * NOISE > survey.bytes;
            let nature = if noise {
                Nature::Binary(None)
            } else {
                Nature::Undecided
            };
            (nature, sure.min(DOUBTFUL))
        } else if survey.is_mixed() && encoding != table::UTF_8 && is_strained(weighed) {
            (Nature::Undecided, sure.min(DOUBTFUL))
        } else if self.is_claimed(encoding) && best.faults == 0 {
            (Nature::Text, sure.max(CLAIMED))
        } else if sure < SURE {
            (Nature::Undecided, sure)
        } else if few && sure < FEW_SURE {
            (Nature::TooShort, sure)
        } else {
            (Nature::Text, sure)
        }
    }

    /// How much of the data was looked at, if it is not all.
    fn part(&self) -> Option<String> {
        let (seen, len) = (self.survey.bytes as u64, self.data.len());
        let all =
            self.look.windows.last().is_some_and(|last| last.ends) && self.look.windows.len() == 1;
        (!all && seen < len).then(|| format!("{seen} of {len} bytes were looked at"))
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

    /// Why an encoding was taken for data of some nature.
    fn reason(&self, best: &Ranked, nature: Nature, confidence: f32) -> Evidence {
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
                language: best.language,
            },
        }
    }

    /// Whether a reading has controls that no text has: in all of the look, if they are
    /// the same bytes in it, else in the excerpt.
    fn is_wreckage(&self, encoding: &Encoding, excerpt: f32) -> bool {
        let survey = &self.survey;
        let share = if encoding.ascii {
            (survey.nul + survey.controls) as f32 / survey.bytes as f32
        } else {
            excerpt
        };
        share > MOST_CONTROLS
    }

    /// Data that opens with a byte order mark.
    fn marked(&self, verdict: Verdict) -> Guess {
        let encoding = verdict.encoding;
        let faults = survey::tally(&self.look, encoding).kinds.total();
        let confidence = if faults == 0 { 1.0 } else { 0.95 };
        let ranked = Ranked {
            encoding,
            bits: 0.0,
            language: None,
            faults,
        };
        let alternatives = super::other_reading(self.data, encoding).map(|other| Alternative {
            encoding: other,
            confidence: 0.05,
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
        };
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
        if one.max_len == 1 && other.max_len == 1 {
            return (0..=u8::MAX)
                .filter(|byte| self.survey.counts[usize::from(*byte)] > 0)
                .all(|byte| meaning(one, byte) == meaning(other, byte));
        }
        let whole = Excerpt::all(&self.look);
        whole.pieces.iter().all(|piece| {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            piece.read(one, &mut left);
            piece.read(other, &mut right);
            left == right
        })
    }
}

/// Whether even the best reading takes more than text does.
fn is_noisy(weighed: &Weighed) -> bool {
    let unit = weighed.best.encoding.unit;
    let most = NO_TEXT.iter().find(|(of, _)| *of == unit);
    most.is_some_and(|(_, most)| weighed.per_byte() > *most)
}

/// Whether the best reading has to be forced: with faults, or with more bits than usual.
fn is_strained(weighed: &Weighed) -> bool {
    weighed.best.faults > 0 || weighed.per_byte() > STRAINED
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

/// A share in percent.
fn percent(confidence: f32) -> u8 {
    let hundredths = (0..99_u8).find(|percent| f32::from(*percent) + 0.5 > confidence * 100.0);
    hundredths.unwrap_or(99)
}

/// What a byte by itself is.
pub(super) fn meaning(encoding: &Encoding, byte: u8) -> Meaning {
    encoding.decode(&mut State::default(), &[byte]).meaning
}
