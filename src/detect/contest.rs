//! The contest of the encodings for a look at data.
//!
//! What the excerpt says is corrected by what is known beside it: another detector's
//! vote, the ends of lines, faults elsewhere, bytes that tell apart who reads the
//! excerpt alike. Invariant: each of these is worth a fixed number of bits, and the excerpt
//! has the last word.

use super::excerpt::{Excerpt, Piece};
use super::judge::{Case, meaning};
use super::survey;
use super::tuning;
use super::verdict::Ranked;
use super::weigh::{self, Candidate};
use crate::codec::{Encoding, Layout, LineEnd, table};

impl Case<'_> {
    /// Every encoding, with what is known beside the excerpt.
    pub(super) fn candidates(
        &self,
        excerpt: &Excerpt,
        vote: Option<&'static Encoding>,
    ) -> Vec<Candidate> {
        let mut candidates = if self.survey.is_plain() {
            let few = [table::ASCII]
                .into_iter()
                .chain(self.shifting.iter().copied());
            weigh::weigh_some(excerpt, few)
        } else {
            weigh::weigh(excerpt)
        };
        let mark = self.mark();
        let ends = &self.survey;
        let voted = candidates
            .iter()
            .find(|other| Some(other.ranked.encoding) == vote);
        let voted = voted.map(|candidate| candidate.text);
        for candidate in &mut candidates {
            let ranked = &mut candidate.ranked;
            ranked.bits -= match ranked.encoding.line_end {
                Some(LineEnd::Cr) if ends.cr > 0 && ends.lf + ends.crlf == 0 => tuning::CR_ENDS,
                Some(LineEnd::CrLf) if ends.crlf > 0 && ends.lf + ends.cr == 0 => tuning::CRLF_ENDS,
                _ => 0.0,
            };
            if Some(candidate.text) == voted {
                ranked.bits -= tuning::VOTE;
            }
            if Some(ranked.encoding) == mark {
                ranked.bits -= tuning::WEAK_MARK;
            }
        }
        weigh::sort(&mut candidates);
        self.count_faults(&mut candidates);
        self.hold_back(&mut candidates);
        if self.survey.high > 0 {
            self.tell_apart(&mut candidates);
        }
        candidates
    }

    /// The relatives of UTF-8 are taken only where they explain what UTF-8 does not; and
    /// units of several bytes only where bytes beyond ASCII, or controls at every second
    /// place, speak for them.
    fn hold_back(&self, candidates: &mut [Candidate]) {
        // Where there are controls, they stand in one place of the units.
        let survey = &self.survey;
        let wide = survey.is_wide() || survey.high > 0 && survey.is_aligned();
        for candidate in candidates.iter_mut() {
            let Ranked {
                encoding,
                faults,
                bits,
                ..
            } = &mut candidate.ranked;
            let relative = encoding.is_utf8_relative();
            if relative && (*faults > 0 || self.survey.faults == 0) || encoding.unit > 1 && !wide {
                *bits += tuning::HELD_BACK;
            }
        }
        weigh::sort(candidates);
    }

    /// Holds the faults of all of the look against those that are near the best.
    fn count_faults(&self, candidates: &mut [Candidate]) {
        let near = candidates.first().map_or(0.0, |best| best.ranked.bits) + tuning::NEAR;
        let claimed = self.claim.as_ref().and_then(|claim| claim.encoding);
        for candidate in candidates.iter_mut() {
            let ranked = &mut candidate.ranked;
            let is_asked = Some(ranked.encoding) == claimed
                || self.is_damaged() && ranked.encoding == table::UTF_8;
            if ranked.bits > near && !is_asked {
                continue;
            }
            let found = self.faults(ranked.encoding);
            let more = found.saturating_sub(ranked.faults).min(tuning::MOST_FAULTS);
            ranked.bits += tuning::LATER_FAULT * more as f32;
            ranked.faults = found;
        }
        weigh::sort(candidates);
    }

    /// Ill-formed sequences of all of the look.
    pub(super) fn faults(&self, encoding: &Encoding) -> u64 {
        if encoding.max_len > 1 {
            return survey::tally(&self.look, encoding).kinds.total();
        }
        let counts = (0..=u8::MAX).zip(self.survey.counts);
        let ill = counts.filter(|(byte, _)| meaning(encoding, *byte).fault().is_some());
        ill.map(|(_, count)| count).sum()
    }

    /// Weighs what reads the excerpt as the best does, but not all of the look, by the
    /// bytes that tell them apart.
    fn tell_apart(&self, candidates: &mut [Candidate]) {
        let Some(best) = candidates.first().copied() else {
            return;
        };
        let seen = &self.survey.counts;
        let alike: Vec<&'static Encoding> = candidates
            .iter()
            .filter(|other| other.text == best.text && other.ranked.encoding.max_len == 1)
            .map(|other| other.ranked.encoding)
            .collect();
        let differ = |byte: u8| {
            let first = alike.first().map(|encoding| meaning(encoding, byte));
            alike
                .iter()
                .any(|other| Some(meaning(other, byte)) != first)
        };
        let differ: Vec<bool> = (0..=u8::MAX)
            .map(|byte| seen[usize::from(byte)] > 0 && differ(byte))
            .collect();
        if !differ.contains(&true) {
            return;
        }
        let excerpt = Excerpt::of(&self.look, |byte| differ[usize::from(byte)]);
        let texts = candidates.iter().map(|other| other.text).max().unwrap_or(0);
        let apart = weigh::weigh_some(&excerpt, alike.into_iter());
        let least = apart.first().map_or(0.0, |first| first.ranked.bits);
        let first = apart.first().map_or(0, |first| first.text);
        for candidate in candidates.iter_mut() {
            let now = apart
                .iter()
                .find(|other| other.ranked.encoding == candidate.ranked.encoding);
            let Some(now) = now else { continue };
            candidate.ranked.bits = best.ranked.bits + now.ranked.bits - least;
            if now.text != first {
                candidate.text = texts + 1 + now.text;
            }
        }
        weigh::sort(candidates);
    }

    /// The best, unless the data's own word is nearly as good.
    pub(super) fn best(&self, candidates: &[Candidate]) -> Option<Candidate> {
        let best = *candidates.first()?;
        if self.survey.is_utf_8() {
            return candidates
                .iter()
                .find(|other| other.ranked.encoding == table::UTF_8)
                .copied();
        }
        if self.is_damaged() {
            // Java's NUL and pairs of halves are no damage where they explain all of it.
            let relative = |other: &&Candidate| {
                let explains = match other.ranked.encoding.layout {
                    Layout::Utf8(form) if form.long_nul => self.survey.counts[0xC0] > 0,
                    Layout::Utf8(form) => form.has_pairs(),
                    _ => false,
                };
                other.ranked.faults == 0 && explains
            };
            let utf_8 = |other: &&Candidate| other.ranked.encoding == table::UTF_8;
            let found = candidates.iter().find(relative);
            return found.or_else(|| candidates.iter().find(utf_8)).copied();
        }
        if self.survey.is_plain() {
            let ascii = candidates
                .iter()
                .find(|other| other.ranked.encoding == table::ASCII)?;
            let better =
                best.ranked.bits + tuning::SHIFTS < ascii.ranked.bits && best.text != ascii.text;
            return Some(if better { best } else { *ascii });
        }
        let claimed = self.claim.as_ref().and_then(|claim| claim.encoding);
        let claimed = candidates
            .iter()
            .find(|other| Some(other.ranked.encoding) == claimed);
        let near = claimed.filter(|other| {
            // One damaged character does not void a declaration of pairs.
            let faults = other.ranked.faults;
            let pairs = other.ranked.encoding.max_len > 1;
            let as_good = faults <= best.ranked.faults
                || pairs && !tuning::CLAIM_FAULTS.is_exceeded(faults as usize, self.survey.high);
            as_good && other.ranked.bits < best.ranked.bits + tuning::CLAIM
        });
        let best = *near.unwrap_or(&best);
        // A few letters that two sets have at one place tell nothing of the set.
        let few = self.survey.high < tuning::FEW_HIGH_BYTES
            && best.ranked.encoding.max_len == 1
            && near.is_none();
        let usual = table::by_label("windows-1252").map(table::Label::encoding);
        let usual = candidates
            .iter()
            .find(|other| other.text == best.text && Some(other.ranked.encoding) == usual);
        let usual =
            usual.filter(|other| few && other.ranked.bits < best.ranked.bits + tuning::USUAL_SET);
        Some(*usual.unwrap_or(&best))
    }

    /// The encoding that writes U+FEFF as the data begins, where that is evidence and
    /// no proof.
    pub(super) fn mark(&self) -> Option<&'static Encoding> {
        const UTF_7: [&[u8]; 4] = [b"+/v8", b"+/v9", b"+/v+", b"+/v/"];
        let (_, head, _) = self.look.stretches().find(|(offset, ..)| *offset == 0)?;
        let of = |id| table::by_label(id).map(table::Label::encoding);
        if UTF_7.iter().any(|mark| head.starts_with(mark)) {
            return of("utf-7");
        }
        head.starts_with(b"\x84\x31\x95\x33")
            .then(|| of("gb18030"))
            .flatten()
    }
}

/// What chardetng says of whole characters; of Unicode and of seven bits it is not asked.
pub(super) fn second_opinion(excerpt: &Excerpt) -> Option<&'static Encoding> {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    let mut fed = 0;
    for bytes in excerpt.pieces.iter().map(Piece::whole_characters) {
        detector.feed(bytes, false);
        detector.feed(b"\n", false);
        fed += bytes.iter().filter(|byte| **byte >= 0x80).count();
    }
    if fed == 0 {
        // Text without blanks: its beginning, which is taken to go on.
        let first = excerpt.pieces.first().filter(|first| first.is_sure())?;
        detector.feed(first.bytes(), false);
    }
    let name = detector.guess(None, chardetng::Utf8Detection::Deny).name();
    table::by_label(name).map(table::Label::encoding)
}
