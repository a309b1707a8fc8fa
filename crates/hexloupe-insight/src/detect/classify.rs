//! Makes a guess from counts and scores.
//!
//! Hard evidence comes first; then every encoding reads an excerpt, and the one whose text costs
//! the fewest bits wins, unless even that is no text. Invariant: every encoding that gives the same
//! text as the named one, in all samples, is named with it.

use std::cell::OnceCell;
use std::ops::Range;

use super::byte_stats::{self, ByteStats, WordCounts};
use super::confidence::{self, Probabilities};
use super::excerpt::Excerpt;
use super::joined::{JoinedParts, NarrowText};
use super::look::DataSummary;
use super::preferred::Preferred;
use super::samples::Samples;
use super::score::ScoredEncoding;
use super::sentences::{self, Measurements};
use super::seven_bit::Shifting;
use super::verdict::{
    Alternative, EncodingClaim, Evidence, Guess, Mojibake, Nature, Ranked, Reason, Verdict,
};
use super::{adjust, binary, chain, claim, language, seven_bit, tuning, unsupported, wide, zawgyi};
use hexloupe_text::codec::labels;
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Fault, Meaning, Walk, table};
use hexloupe_text::window::{Peek, Window};

mod caution;
mod nature;
mod phase;

use nature::BestReading;
use phase::{Before, has_length_prefix};

/// Data, and its facts that depend on no encoding.
pub(super) struct Classifier<'a> {
    data: &'a dyn Peek,
    /// The languages that win a tie.
    pub(super) preferred: Preferred,
    pub(super) samples: Samples,
    pub(super) stats: ByteStats,
    /// The facts about all of the data; none if only the samples were read.
    pub(super) look: Option<DataSummary>,
    pub(super) claim: Option<EncodingClaim>,
    kind: Option<&'static str>,
    /// The Unicode form with wide units that fits the structure of the data.
    pub(super) wide: Option<&'static Encoding>,
    /// Encodings of seven bits, besides ASCII, that it may be in.
    pub(super) shifting: Vec<Shifting>,
    /// True if it has the structure of UTF-8, with values that UTF-8 forbids, or most words are
    /// UTF-8.
    is_damaged_utf_8: bool,
    /// True if its first two bytes are the number of bytes after them.
    has_length_prefix: bool,
    /// True if nothing is asked that is only said.
    pub(super) is_brief: bool,
    /// Its parts, if it is joined from text in bytes and text in wide units; none if only the
    /// samples were read.
    pub(super) joined: Option<JoinedParts>,
    /// The samples without the words of UTF-8, if these are left out, once that is asked for.
    others: OnceCell<Option<Samples>>,
}

impl<'a> Classifier<'a> {
    /// Reads samples of the data, and some ranges of it.
    pub(super) fn new(data: &'a dyn Peek, places: &[Range<u64>]) -> Self {
        let samples = Samples::read(data, places);
        let mut stats = ByteStats::from_samples(&samples);
        let head = samples.head();
        let has_length_prefix = has_length_prefix(head, data.len());
        if has_length_prefix {
            stats.forgive(&head[..2]);
        }
        let wide = { wide::form(&samples, &stats.counts) }.filter(|_| !stats.has_narrow_text());
        let classifier = Self {
            data,
            preferred: Preferred::NONE,
            is_damaged_utf_8: stats.faults > 0
                && (byte_stats::is_built_as_utf_8(&samples)
                    || byte_stats::is_mostly_utf_8(&samples)),
            has_length_prefix,
            is_brief: false,
            claim: claim::claim(head),
            wide,
            shifting: if wide.is_none() && stats.is_plain() {
                seven_bit::encodings(&samples)
            } else {
                Vec::new()
            },
            kind: binary::kind(head),
            stats,
            samples,
            look: None,
            joined: None,
            others: OnceCell::new(),
        };
        let joined = classifier.saw_all().then(|| JoinedParts::find(data));
        Self {
            joined: joined.flatten(),
            ..classifier
        }
    }

    /// Reads all of the data up to an offset, unless its mark or its first bytes decide; samples
    /// are taken where there is something to weigh.
    pub(super) fn whole(data: &'a dyn Peek, until: u64) -> Self {
        let first = Self::new(data, &[]);
        let look = match (super::marked(data), first.obvious()) {
            (Some(verdict), _) => DataSummary::marked(data, verdict.encoding, until),
            (None, Some(verdict)) if verdict.evidence.is_binary() => return first,
            (None, _) => DataSummary::new(data, until),
        };
        let classifier = if first.saw_all() {
            first
        } else {
            Self::new(data, &look.places)
        };
        let joined = match classifier.joined {
            None if look.is_whole && !classifier.saw_all() => JoinedParts::find(data),
            joined => joined,
        };
        Self {
            look: Some(look),
            joined,
            ..classifier
        }
    }

    /// The same, for a user of some languages.
    pub(super) fn preferring(self, preferred: Preferred) -> Self {
        Self { preferred, ..self }
    }

    /// The same, without what is only said of a guess: the reasons, the alternatives and the losses of text
    /// in UTF-8, and the other encodings that read it alike.
    pub(super) fn briefly(self) -> Self {
        Self {
            is_brief: true,
            ..self
        }
    }

    /// The verdict that needs no score: for empty data, ASCII without shifts, UTF-8, and data full
    /// of NULs; else none.
    pub(super) fn obvious(&self) -> Option<Verdict> {
        let stats = &self.stats;
        if self.joined.is_some() {
            return None;
        }
        // Sparse files, disks and programs: no text has that many controls, unless units are wide.
        let binary = stats.bytes >= tuning::SHORT_BYTES
            && stats.has_controls(tuning::MOST_CONTROLS)
            && !stats.has_wide_controls()
            && self.wide.is_none();
        let (encoding, evidence) = if stats.bytes == 0 {
            (table::UTF_8, Evidence::Assumed)
        } else if self.is_plain() && self.shifting.is_empty() && !self.is_known_binary() {
            (table::ASCII, Evidence::Ascii)
        } else if binary {
            (table::UTF_8, Evidence::Binary(self.kind))
        } else if self.is_utf_8() {
            (table::UTF_8, self.utf_8_evidence())
        } else {
            return None;
        };
        Some(Verdict { encoding, evidence })
    }

    /// Scores every encoding and makes the guess: of joined data, for its first part.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the path of a method is for one lifetime only"
    )]
    pub(super) fn classify(&self) -> Guess {
        self.first_part(|first| first.classify_all())
    }

    /// Guesses the first part of joined data, or all if it is not joined.
    pub(super) fn first_part(&self, guess: impl Fn(&Classifier<'_>) -> Guess) -> Guess {
        let Some(parts) = &self.joined else {
            return guess(self);
        };
        let of = |data: &dyn Peek| {
            let first = Classifier::whole(data, u64::MAX);
            guess(&first.preferring(self.preferred))
        };
        let (data, end) = (self.data, parts.second());
        let mut guess = if parts.begins_wide() {
            of(&Before { data, end })
        } else {
            of(&NarrowText::new(data, parts))
        };
        // No one encoding reads all of it.
        guess.confidence = guess.confidence.min(tuning::JOINED);
        guess.is_joined = true;
        guess.evidence.insert(0, self.parts_sentence(parts).into());
        guess
    }

    /// Says where the second part of joined data begins.
    fn parts_sentence(&self, parts: &JoinedParts) -> String {
        let (name, at) = (parts.second_name(), self.data.address(parts.second()));
        match parts.count() - 2 {
            0 => format!("from 0x{at:X} on it is {name}: parts were joined"),
            1 => format!("from 0x{at:X} on it is {name}, then it changes again: parts were joined"),
            more => format!(
                "from 0x{at:X} on it is {name}, then it changes {more} more times: parts were \
                 joined"
            ),
        }
    }

    fn classify_all(&self) -> Guess {
        match super::marked(self.data) {
            Some(verdict) => self.marked(verdict),
            None => self
                .best_reading()
                .map_or_else(Guess::empty, |reading| self.conclude(&reading)),
        }
    }

    /// The misreading of a guess's text, if there was one.
    pub(super) fn mojibake(&self, guess: &Guess) -> Option<Mojibake> {
        if self.stats.high == 0 && guess.verdict.encoding.ascii {
            return None;
        }
        let wide = guess.verdict.encoding.unit > 1;
        let excerpt = Excerpt::new(&self.samples, |byte| wide || is_distinctive(byte));
        chain::find(guess, &excerpt)
    }

    /// The best reading; none if there is no byte.
    fn best_reading(&self) -> Option<BestReading<'_>> {
        let stats = &self.stats;
        if stats.bytes == 0 {
            return None;
        }
        let plain = self.is_plain();
        let mut excerpt = if plain {
            let signs = self.has_signs();
            Excerpt::new(&self.samples, |byte| match byte {
                0x1B | b'+' => true,
                0x0E | 0x0F | b'~' => signs,
                _ => false,
            })
        } else {
            Excerpt::of_different_lines(self.weighed(), is_distinctive)
        };
        if plain && self.shifting.is_empty() || excerpt.fragments.is_empty() {
            return Some(self.ascii());
        }
        let asked = !plain && !stats.is_wide() && self.wide.is_none() && !self.is_proved_utf_8();
        let read = |excerpt: &Excerpt| {
            let vote = asked.then(|| adjust::second_opinion(excerpt)).flatten();
            let candidates = self.candidates(excerpt, vote);
            let best = self.best(&candidates, excerpt)?;
            Some((vote, candidates, best))
        };
        let (mut vote, mut candidates, mut best) = read(&excerpt)?;
        // Units of several bytes have no words of bytes.
        let words = (!plain && best.ranked.encoding.unit == 1)
            .then(|| Excerpt::of_different_words(self.weighed(), is_distinctive));
        if let Some(words) = words.flatten() {
            (vote, candidates, best) = read(&words)?;
            excerpt = words;
        }
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
            high: excerpt.high(),
            vote,
            mark: self.mark(),
            has_letters: names_language(&excerpt, &best.ranked),
            controls: controls(&excerpt, best.ranked.encoding),
            saw_all: self.looked_at_all(),
            has_length_prefix: self.has_length_prefix,
            preferred: self.preferred,
        };
        Some(BestReading {
            data: self,
            unsupported: self.unsupported(&excerpt, &measured),
            probabilities: Probabilities::new(&candidates),
            best,
            candidates,
            measured,
            phase,
        })
    }

    /// The samples that other encodings are weighed by.
    pub(super) fn weighed(&self) -> &Samples {
        self.without_utf_8().unwrap_or(&self.samples)
    }

    /// The samples without the words of UTF-8, if there are more others and chance has not made those:
    /// then they are another text.
    pub(super) fn without_utf_8(&self) -> Option<&Samples> {
        let others = self.others.get_or_init(|| {
            let stats = &self.stats;
            let may = stats.faults > 0 && stats.several > 0 && stats.nul == 0 && !self.is_damaged();
            let is_mixed = may && {
                let words = WordCounts::of(&self.samples);
                (1..words.others).contains(&words.utf_8)
                    && tuning::UTF_8_WORDS * words.by_chance <= words.others
            };
            is_mixed.then(|| self.samples.without_utf_8())
        });
        others.as_ref()
    }

    /// Reports whether it may shift by signs, and not by escapes alone.
    fn has_signs(&self) -> bool {
        let mut layouts = { self.shifting.iter() }.map(|shifting| shifting.encoding.layout);
        layouts.any(|layout| matches!(layout, BitLayout::Shifted(_)))
    }

    /// The reading as ASCII, for data that cannot be anything else.
    fn ascii(&self) -> BestReading<'_> {
        let candidate = |encoding| ScoredEncoding {
            ranked: Ranked::unscored(encoding, 0),
            text: 0,
        };
        let candidates: Vec<ScoredEncoding> = table::all().map(candidate).collect();
        let best = candidate(table::ASCII);
        let measured = Measurements {
            saw_all: self.looked_at_all(),
            ..Measurements::none(best.ranked)
        };
        BestReading {
            data: self,
            unsupported: self.unsupported(&Excerpt::default(), &measured),
            probabilities: Probabilities::new(&candidates),
            best,
            candidates,
            measured,
            phase: 0,
        }
    }

    /// The name of an unsupported encoding, if the data resembles it more than the best supported
    /// one.
    fn unsupported(&self, excerpt: &Excerpt, measured: &Measurements) -> Option<&'static str> {
        let (best, stats) = (&measured.best, &self.stats);
        let encoding = best.encoding;
        if self.kind.is_some() || stats.nul > 0 || self.is_claimed(encoding) {
            return None;
        }
        if self.is_plain() && encoding == table::ASCII {
            return unsupported::seven_bit(&self.samples);
        }
        let utf_8 = self.is_utf_8() && encoding == table::UTF_8;
        if utf_8 {
            let text = excerpt.read(table::UTF_8).into_iter();
            let text: String = text.filter_map(|step| step.meaning.scalar()).collect();
            return zawgyi::is_order_of(&text).then_some(zawgyi::NAME);
        }
        if self.is_plain() || self.is_damaged() || encoding.unit > 1 {
            return None;
        }
        { measured.per_byte() > tuning::UNSUPPORTED_LETTERS }
            .then(|| unsupported::single_byte(excerpt, best.bits))?
    }

    /// Reports whether it has the magic number of a binary format, and NULs or controls.
    fn is_known_binary(&self) -> bool {
        self.kind.is_some() && self.stats.controls() > 0
    }

    /// Reports whether it is ASCII, and not text in wide units whose bytes are all below 80.
    pub(super) fn is_plain(&self) -> bool {
        self.wide.is_none() && self.stats.is_plain()
    }

    /// Reports whether it is UTF-8 as far as it was read; the end may cut a sequence.
    pub(super) fn is_utf_8(&self) -> bool {
        let is_ill = self.look.as_ref().is_some_and(|look| look.faults > 0);
        self.stats.is_utf_8() && !is_ill
    }

    /// Reports whether it is UTF-8, and has too many characters of several bytes for it to be
    /// anything else.
    pub(super) fn is_proved_utf_8(&self) -> bool {
        self.is_utf_8() && self.several() >= tuning::UTF_8_SURE
    }

    /// The evidence for data that is UTF-8.
    pub(super) fn utf_8_evidence(&self) -> Evidence {
        if self.look.as_ref().is_some_and(|look| look.is_cut) {
            return Evidence::Damaged(1);
        }
        Evidence::WellFormed(u32::try_from(self.several()).unwrap_or(u32::MAX))
    }

    /// Well-formed sequences of UTF-8 of several bytes.
    pub(super) fn several(&self) -> u64 {
        let look = self.look.as_ref();
        look.map_or(self.stats.several, |look| look.several)
    }

    /// Reports whether it is UTF-8 except for some values that UTF-8 forbids, or for some words.
    pub(super) fn is_damaged(&self) -> bool {
        self.is_damaged_utf_8 && self.stats.nul == 0
    }

    /// The guess that follows from the best reading.
    fn conclude(&self, reading: &BestReading<'_>) -> Guess {
        let (best, candidates) = (reading.best, &reading.candidates);
        let encoding = best.ranked.encoding;
        let (nature, mut confidence) = reading.conclusion();
        let caution = self.caution(encoding);
        if let Some(caution) = &caution {
            confidence = confidence.min(caution.most);
        }
        let is_brief = self.is_brief && encoding.is_utf8() && self.is_utf_8();
        let same = match nature {
            _ if is_brief => Vec::new(),
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
            faults: reading.faults(),
            ..Guess::empty()
        };
        if is_brief {
            return guess;
        }
        self.explain(&mut guess, &reading.measured);
        self.mind_narrow(&mut guess);
        let cautious = caution.map(|caution| caution.sentence.to_owned());
        guess.evidence.extend(cautious.map(Reason::from));
        let wider = labels::wider_name(guess.verdict.encoding, self.samples.head());
        if let Some(wider) = wider.filter(|_| guess.nature == Nature::Text) {
            let own = guess.verdict.encoding.name;
            let sentence = format!("{own} as browsers read it; iconv and Python call it {wider}");
            guess.evidence.push(sentence.into());
        }
        guess
    }

    /// Names the encoding that has bytes for all of the text, of those that read it alike: browsers
    /// read as GBK what other programs refuse, the four bytes of GB18030.
    fn mind_narrow(&self, guess: &mut Guess) {
        let own = guess.verdict.encoding;
        if own.max_len < 3 || own.is_unicode() || self.writes(own, own) {
            return;
        }
        let mut same = guess.same.iter();
        if let Some(place) = same.position(|other| self.writes(own, other)) {
            guess.verdict.encoding = std::mem::replace(&mut guess.same[place], own);
            let name = own.name;
            let sentence = format!("{name} does not have all of its characters");
            guess.evidence.push(sentence.into());
        }
    }

    /// Reports whether an encoding has bytes for the characters that another one reads.
    fn writes(&self, read: &Encoding, other: &Encoding) -> bool {
        let excerpt = Excerpt::all(&self.samples);
        let mut state = CodecState::default();
        let mut bytes = Vec::new();
        excerpt.texts(read).all(|(steps, _)| {
            let mut chars = steps.iter().filter_map(|step| step.meaning.scalar());
            chars.all(|c| {
                bytes.clear();
                other.encode(&mut state, c, &mut bytes).is_ok()
            })
        })
    }

    /// Fits the alternatives to the confidence, and adds the reasons.
    fn explain(&self, guess: &mut Guess, measured: &Measurements) {
        confidence::leave_room(&mut guess.alternatives, guess.confidence);
        guess.evidence =
            sentences::evidence_sentences(guess, (&self.stats, self.look.as_ref()), measured);
        let more = self.places(guess).into_iter().chain(self.part(guess));
        guess.evidence.extend(more.map(Reason::from));
    }

    /// The places of damage: the first ill-formed sequence of UTF-8, and an end that is cut.
    fn places(&self, guess: &Guess) -> Vec<String> {
        let at = |offset: u64| format!("0x{:X}", self.data.address(offset));
        let mut said = Vec::new();
        let damaged = matches!(guess.verdict.evidence, Evidence::Damaged(_));
        let first = self.look.as_ref().and_then(|look| look.first_fault);
        said.extend(
            first
                .filter(|_| damaged)
                .map(|first| format!("the first at {}", at(first))),
        );
        if let Nature::Text | Nature::TooShort = guess.nature {
            let cut = self.cut(guess.verdict.encoding, guess.phase);
            said.extend(cut.map(|cut| format!("the data ends inside a character, at {}", at(cut))));
        }
        said
    }

    /// The offset of the character that the end of the data cuts.
    fn cut(&self, encoding: &'static Encoding, phase: u8) -> Option<u64> {
        let last = { self.samples.windows.last() }.filter(|last| last.ends)?;
        let from = last.end().saturating_sub(u64::from(encoding.look));
        let phase = u64::from(phase);
        let boundary = encoding.boundary_in(phase, last, from.max(last.start));
        let step = Walk::new(encoding, phase, last)
            .at(boundary.anchor)
            .last()?;
        let is_cut = step.meaning.fault().is_some_and(Fault::is_cut_off);
        is_cut.then_some(step.offset)
    }

    /// Reports whether the data ends with the first byte of a character of UTF-8, and nothing more of it.
    pub(super) fn is_cut_to_one(&self) -> bool {
        let end = self.samples.windows.last().map(Window::end);
        let cut = self.cut(table::UTF_8, 0);
        cut.map(|cut| cut + 1)
            .is_some_and(|after| Some(after) == end)
    }

    /// The share of the data that was read, if it is not all, or the share that was weighed.
    fn part(&self, guess: &Guess) -> Option<String> {
        let (seen, len) = (self.stats.bytes as u64, self.data.len());
        if !self.looked_at_all() {
            return Some(format!("{seen} of {len} bytes were checked"));
        }
        let guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
        let weighed = guessed && !self.saw_all();
        weighed.then(|| {
            format!("every byte was checked; letters were counted in {seen} of {len} bytes")
        })
    }

    /// Reports whether the samples are all of the data.
    fn saw_all(&self) -> bool {
        let windows = &self.samples.windows;
        let whole = windows.len() == 1 && windows[0].start == 0 && windows[0].ends;
        whole || self.stats.bytes as u64 >= self.data.len()
    }

    /// Reports whether all of the data was read, to its end.
    fn looked_at_all(&self) -> bool {
        match &self.look {
            Some(look) => look.is_whole,
            None => self.saw_all(),
        }
    }

    /// The encoding that the data declares.
    pub(super) fn claimed(&self) -> Option<&'static Encoding> {
        self.claim.as_ref().and_then(|claim| claim.encoding)
    }

    /// Reports whether the data declares this encoding.
    fn is_claimed(&self, encoding: &'static Encoding) -> bool {
        self.claimed() == Some(encoding)
    }

    /// The guess for data that begins with a byte order mark.
    fn marked(&self, verdict: Verdict) -> Guess {
        let encoding = verdict.encoding;
        let faults = |of| byte_stats::tally(&self.samples, of).kinds.total();
        let all = self.look.as_ref().map(DataSummary::all_faults);
        let ranked = Ranked::unscored(encoding, all.unwrap_or_else(|| faults(encoding)));
        let other = super::other_by_mark(self.data, encoding).map(|other| Alternative {
            encoding: other,
            confidence: tuning::OTHER_MARK,
            language: None,
            faults: faults(other),
        });
        let mut guess = Guess {
            nature: Nature::Text,
            verdict,
            confidence: match self.looked_at_all() {
                _ if ranked.faults > 0 || other.is_some() => tuning::DOUBTFUL_MARK,
                true => 1.0,
                false => tuning::GUESS_MOST,
            },
            alternatives: other.into_iter().collect(),
            claim: self.checked_claim(encoding, &[]),
            faults: ranked.faults,
            ..Guess::empty()
        };
        self.explain(&mut guess, &Measurements::none(ranked));
        guess
    }

    /// The claim of the data, checked against the encoding of the guess.
    fn checked_claim(
        &self,
        found: &'static Encoding,
        candidates: &[ScoredEncoding],
    ) -> Option<EncodingClaim> {
        let same = |claimed: &'static Encoding| {
            claimed == found || !candidates.is_empty() && self.reads_same(claimed, found)
        };
        let claim = self.claim.clone()?;
        Some(EncodingClaim {
            holds: claim.encoding.is_some_and(same),
            faults: claim.encoding.map_or(0, |claimed| self.faults(claimed)),
            ..claim
        })
    }

    /// The encodings that give the same text for all samples.
    fn same(&self, best: ScoredEncoding, candidates: &[ScoredEncoding]) -> Vec<&'static Encoding> {
        let encoding = best.ranked.encoding;
        let alike = candidates.iter().filter(|other| other.text == best.text);
        alike
            .map(|other| other.ranked.encoding)
            .filter(|other| *other != encoding && self.reads_same(other, encoding))
            .collect()
    }

    /// Reports whether two encodings give the same text for all samples.
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
        let is_form = |form: &Encoding| form.is_utf8() || form.is_utf8_relative();
        if is_form(one) && is_form(other) && self.is_plain_utf_8() {
            return true;
        }
        let whole = Excerpt::all(&self.samples);
        let mut fragments = whole.fragments.iter();
        fragments.all(|fragment| fragment.reads_alike(one, other))
    }

    /// Reports whether the samples are UTF-8 that all of its forms read alike: they differ in NUL, in
    /// characters beyond U+FFFF, and in what UTF-8 forbids.
    fn is_plain_utf_8(&self) -> bool {
        let counts = &self.stats.counts;
        self.stats.is_utf_8() && counts[0] == 0 && counts[0xF0..].iter().all(|count| *count == 0)
    }
}

/// Reports whether encodings may read a byte in different ways.
fn is_distinctive(byte: u8) -> bool {
    byte >= 0x80 || byte < b' ' && byte_stats::is_rare(byte)
}

/// Reports whether the decoded text has enough letters to name the language it was weighed in. A form of
/// Unicode is known by its sequences: a few letters of ASCII beside them name no language.
fn names_language(excerpt: &Excerpt, ranked: &Ranked) -> bool {
    let encoding = ranked.encoding;
    let is_known_by_form = encoding.is_unicode() && encoding.unit == 1;
    let text = excerpt.read(encoding);
    let chars = text.iter().flat_map(|step| step.meaning.scalars());
    let chars = chars.filter(|c| !is_known_by_form || !c.is_ascii());
    { ranked.language }.is_some_and(|name| language::is_nameable(name, chars))
}

/// The share of controls in the decoded text.
fn controls(excerpt: &Excerpt, encoding: &Encoding) -> f32 {
    let text = excerpt.read(encoding);
    let chars = text.iter().filter_map(|step| step.meaning.scalar());
    let bytes = chars.filter_map(|c| u8::try_from(c).ok());
    let rare = bytes.filter(|byte| byte_stats::is_rare(*byte)).count();
    rare as f32 / text.len().max(1) as f32
}

/// The meaning of a single byte.
pub(super) fn meaning(encoding: &Encoding, byte: u8) -> Meaning {
    encoding.decode(&mut CodecState::default(), &[byte]).meaning
}
