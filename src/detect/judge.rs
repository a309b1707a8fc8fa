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
use super::{binary, claim, contest, foreign, odds, seven, weigh, words};
use crate::codec::{Encoding, Family, Meaning, State, table};
use crate::window::{Peek, Window};

/// The largest share of controls in a text.
const MOST_CONTROLS: f32 = 0.05;
/// Bits a byte from which on a reading is no text, by the bytes of a code unit.
const NO_TEXT: [(u8, f32); 3] = [(1, 7.2), (2, 7.4), (4, 3.2)];
/// How sure a guess is at most, and one of what is hardly text.
const SUREST: f32 = 0.99;
const DOUBTFUL: f32 = 0.3;
/// Bits a byte from which on a reading is not taken where parts are UTF-8; of a set of
/// pairs, whose signs take more.
const STRAINED: f32 = 5.0;
const STRAINED_PAIRS: f32 = 6.4;
/// Bits a byte that text takes at most, by whether a letter is a byte, and what all of a
/// short text may take more.
const DEAR: f32 = 5.2;
const DEAR_PAIRS: f32 = 5.7;
const SHORT: f32 = 16.0;
/// How sure one is at most of what only samples bear out.
const SAMPLED: f32 = 0.95;
/// Letters from which on a language is named.
const LETTERS: usize = 4;
/// Bits a byte from which on structures that are not read here are looked for.
const FOREIGN_PAIRS: f32 = 5.0;
const FOREIGN_LETTERS: f32 = 4.5;
/// Bits by which the second grid of code units must be better, and the most it takes.
const CLEARLY: f32 = 12.0;
const READABLE: f32 = 6.0;
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

    /// The form of UTF-16 that reads the data clearly better from its second byte on, and
    /// the excerpt that it reads.
    fn off_by_one(
        &self,
        best: &Candidate,
        candidates: &[Candidate],
    ) -> Option<(Candidate, Excerpt)> {
        let survey = &self.survey;
        // Two grids are the question only where units are wide, or nothing reads it.
        let unit = best.ranked.encoding.unit;
        let wide = unit == 2 || unit == 1 && survey.nul * 50 > survey.bytes;
        if self.kind.is_some() || !wide || survey.bytes < 2 * TINY {
            return None;
        }
        let behind = Behind {
            data: self.data,
            skipped: 1,
        };
        let look = Look::at(&behind, &[]);
        let excerpt = Excerpt::of(&look, is_telling);
        let both = [table::UTF_16LE, table::UTF_16BE];
        let weighed = weigh::weigh_some(&excerpt, both.into_iter());
        let mut first = weighed.into_iter().next()?;
        let per_byte = first.ranked.bits / excerpt.len().max(1) as f32;
        // The other order reads nearly the same from the next byte on: so it is asked only
        // where a byte is left over, or nothing reads it from the first.
        let old = best.ranked.bits;
        let doubtful =
            self.data.len() % 2 == 1 || old / excerpt.len().max(1) as f32 > READABLE || unit == 1;
        let better = first.ranked.bits + CLEARLY < old && per_byte < READABLE && doubtful;
        let texts = candidates.iter().map(|other| other.text).max();
        first.text = texts.unwrap_or(0) + 1;
        better.then_some((first, excerpt))
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
        let pairs = faults > 0 || dear(FOREIGN_PAIRS);
        let pairs = pairs.then(|| foreign::pairs(&self.look)).flatten();
        pairs.or_else(|| {
            let letters =
                dear(FOREIGN_LETTERS).then(|| foreign::letters(excerpt, best.ranked.bits));
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
            Some(_) => (Nature::Undecided, DOUBTFUL),
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

    /// What the data is, if the best reading of it is what it is, and how sure that is.
    fn nature(&self, best: &Ranked, sure: f32, weighed: &Weighed) -> (Nature, f32) {
        let (survey, encoding) = (&self.survey, best.encoding);
        let known = self.kind.is_some() && survey.nul + survey.controls > 0;
        if survey.is_plain() && encoding == table::ASCII && !known {
            return (Nature::Text, if self.saw_all() { 1.0 } else { SAMPLED });
        }
        if self.is_utf_8(best) {
            let several = survey.several.min(20) as f32;
            let proof = 1.0 - (-2.0 - several).exp2();
            let most = if self.saw_all() { 1.0 } else { SUREST };
            // Of a few sequences the proof is all there is.
            let sure = if survey.several < 4 {
                proof
            } else {
                sure.max(proof)
            };
            return (Nature::Text, sure.min(most));
        }
        if self.is_damaged() && encoding.family == Family::Unicode && encoding.unit == 1 {
            return (Nature::Text, sure.clamp(CLAIMED, SUREST));
        }
        // The fewer letters, the more doubt.
        let doubt = 0.45 * (-0.75 * self.letters(encoding) as f32).exp2();
        // Who guesses is never wholly sure.
        let sure = sure.min(1.0 - doubt).min(most_sure(weighed));
        let rare = survey.nul + survey.controls;
        let few = survey.high < ENOUGH && encoding.unit == 1 && survey.high > 0;
        if known {
            (Nature::Binary(self.kind), sure)
        } else if survey.is_one_byte() && survey.bytes >= TINY {
            (Nature::Binary(None), DOUBTFUL)
        } else if survey.bytes < TINY && (encoding.unit > 1 || survey.high < SOME) {
            let nature = if sure >= SURE {
                Nature::TooShort
            } else {
                Nature::Undecided
            };
            (nature, sure)
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
                language: best
                    .language
                    .filter(|_| self.letters(best.encoding) >= LETTERS),
            },
        }
    }

    /// How many letters speak for an encoding, about.
    fn letters(&self, encoding: &Encoding) -> usize {
        match usize::from(encoding.unit) {
            1 if self.survey.high == 0 => self.survey.bytes,
            1 => self.survey.high,
            unit => self.survey.bytes / unit / 3,
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
            looks_like: None,
            phase: 0,
        };
        if guess
            .alternatives
            .iter()
            .any(|other| other.confidence > 0.0)
        {
            guess.confidence = guess.confidence.min(0.95);
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

/// Whether even the best reading takes more than text does.
fn is_noisy(weighed: &Weighed) -> bool {
    let unit = weighed.best.encoding.unit;
    let most = NO_TEXT.iter().find(|(of, _)| *of == unit);
    most.is_some_and(|(_, most)| weighed.per_byte() > *most)
}

/// Whether the best reading has to be forced: with faults, or with more bits than usual.
fn is_strained(weighed: &Weighed) -> bool {
    let most = if weighed.best.encoding.max_len > 1 {
        STRAINED_PAIRS
    } else {
        STRAINED
    };
    weighed.best.faults > 0 || weighed.per_byte() > most
}

/// How sure one is at most of a reading that takes so many bits.
fn most_sure(weighed: &Weighed) -> f32 {
    let usual = if weighed.best.encoding.max_len > 1 {
        DEAR_PAIRS
    } else {
        DEAR
    };
    let dear = weighed.per_byte() - usual - SHORT / weighed.bytes.max(1) as f32;
    if dear <= 0.0 {
        SUREST
    } else {
        (0.9 - 0.6 * dear).max(0.05)
    }
}

/// Whether encodings read a byte in different ways.
fn is_telling(byte: u8) -> bool {
    byte >= 0x80 || byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1B)
}

/// Whether the first two bytes are the number of all that follow, as Java's writeUTF puts
/// it.
fn has_length(head: &[u8], len: u64) -> bool {
    let two = head.first_chunk::<2>();
    len > 2 && two.is_some_and(|two| u64::from(u16::from_be_bytes(*two)) + 2 == len)
}

/// Data without its first bytes.
struct Behind<'a> {
    data: &'a dyn Peek,
    skipped: u64,
}

impl Peek for Behind<'_> {
    fn len(&self) -> u64 {
        self.data.len().saturating_sub(self.skipped)
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = self.data.window(start.saturating_add(self.skipped), len);
        window.start = start;
        for hole in &mut window.holes {
            hole.start -= self.skipped;
            hole.end -= self.skipped;
        }
        window
    }

    fn address(&self, offset: u64) -> u64 {
        self.data.address(offset.saturating_add(self.skipped))
    }
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
