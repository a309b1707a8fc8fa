//! Adjustments of the scores, by evidence outside the excerpt.
//!
//! The evidence is the vote of another detector, line endings, faults outside the excerpt, and
//! bytes that distinguish encodings with the same reading of the excerpt. Invariant: each
//! adjustment is a number of bits in `tuning`.

use super::byte_stats;
use super::classify::{Classifier, meaning};
use super::excerpt::{Excerpt, ExcerptFragment};
use super::language;
use super::misplaced;
use super::runs::{chars_of, sequences};
use super::score::{self, ScoredEncoding, find};
use super::tuning;
use super::verdict::Ranked;
use hexloupe_text::codec::{BitLayout, Encoding, LineEnd, table};

impl Classifier<'_> {
    /// Every encoding with its adjusted score, the best first.
    pub(super) fn candidates(
        &self,
        excerpt: &Excerpt,
        vote: Option<&'static Encoding>,
    ) -> Vec<ScoredEncoding> {
        let mut candidates = if self.is_plain() {
            let shifting = self.shifting.iter().map(|shifting| shifting.encoding);
            score::score(
                excerpt,
                [table::ASCII].into_iter().chain(shifting),
                self.preferred,
            )
        } else if self.is_proved_utf_8() {
            let forms = table::all().filter(|form| form.is_utf8() || form.is_utf8_relative());
            score::score(excerpt, forms, self.preferred)
        } else {
            score::score_all(excerpt, self.preferred)
        };
        let mark = self.mark();
        let ends = &self.stats;
        let voted = vote.and_then(|vote| find(&candidates, vote));
        let voted = voted.map(|voted| voted.text);
        // It does not know the sets of DOS and the Mac, which few letters tell from others.
        let vote_bits = if excerpt.high() < tuning::FEW_HIGH_BYTES {
            tuning::VOTE_ON_FEW
        } else {
            tuning::VOTE
        };
        let is_cut_to_one = self.is_cut_to_one();
        for candidate in &mut candidates {
            let ranked = &mut candidate.ranked;
            let line_end = ranked.encoding.line_end;
            let cr_alone = ends.cr > 0 && ends.lf + ends.crlf == 0;
            let crlf_alone = ends.crlf > 0 && ends.lf + ends.cr == 0;
            for (holds, bits) in [
                (line_end == Some(LineEnd::Cr) && cr_alone, tuning::CR_ENDS),
                (
                    line_end == Some(LineEnd::CrLf) && crlf_alone,
                    tuning::CRLF_ENDS,
                ),
                (Some(candidate.text) == voted, vote_bits),
                (Some(ranked.encoding) == mark, tuning::WEAK_MARK),
                (
                    ranked.encoding == table::UTF_8 && is_cut_to_one,
                    tuning::CUT_TO_ONE,
                ),
            ] {
                ranked.bits -= if holds { bits } else { 0.0 };
            }
        }
        score::sort(&mut candidates);
        self.count_faults(&mut candidates);
        self.hold_back(&mut candidates);
        if self.stats.high > 0 {
            self.distinguish(&mut candidates);
            self.count_misplaced(&mut candidates);
        }
        candidates
    }

    /// Holds back the relatives of UTF-8 unless they explain faults of UTF-8. Also holds back
    /// encodings with wide code units unless bytes beyond ASCII, or controls at every second or
    /// fourth byte, are evidence for them.
    fn hold_back(&self, candidates: &mut [ScoredEncoding]) {
        let stats = &self.stats;
        // If there are controls, they must all be at one place of the units.
        let aligned = stats.high > 0 && stats.is_aligned() && !stats.has_narrow_text();
        let wide = stats.is_wide() || aligned;
        for candidate in candidates.iter_mut() {
            let Ranked {
                encoding,
                faults,
                bits,
                ..
            } = &mut candidate.ranked;
            let relative = encoding.is_utf8_relative();
            let is_wide = wide || self.wide == Some(*encoding);
            let no_unit = encoding.unit > 1 && !is_wide;
            if relative && (*faults > 0 || stats.faults == 0) || no_unit {
                *bits += tuning::HELD_BACK;
            }
            if no_unit && stats.is_narrow {
                *bits += tuning::EXCLUDED;
            }
        }
        score::sort(candidates);
    }

    /// Adds the faults outside of the excerpt to the candidates that are near the best.
    fn count_faults(&self, candidates: &mut [ScoredEncoding]) {
        let best = candidates.first().map_or(0.0, |best| best.ranked.bits);
        for ScoredEncoding { ranked, .. } in candidates.iter_mut() {
            let is_asked = Some(ranked.encoding) == self.claimed()
                || self.is_damaged() && ranked.encoding == table::UTF_8;
            if ranked.bits > best + tuning::NEAR && !is_asked {
                continue;
            }
            let found = self.faults(ranked.encoding);
            let more = found.saturating_sub(ranked.faults);
            ranked.bits += tuning::LATER_FAULT * more.min(tuning::MOST_FAULTS) as f32;
            ranked.faults = found;
        }
        score::sort(candidates);
    }

    /// Adds the characters outside of the excerpt that stand where text has none to the candidates that are
    /// close to the best: one letter that is rare may tell two sets apart (`Ad╒yaman` in CP437).
    fn count_misplaced(&self, candidates: &mut [ScoredEncoding]) {
        let best = candidates.first().map_or(0.0, |best| best.ranked.bits);
        let is_close = |candidate: &ScoredEncoding| {
            candidate.ranked.encoding.max_len == 1 && candidate.ranked.bits <= best + tuning::CLOSE
        };
        let close = candidates.iter().filter(|candidate| is_close(candidate));
        let close: Vec<&'static Encoding> = close.map(|close| close.ranked.encoding).collect();
        if self.stats.bytes <= tuning::EXCERPT_BYTES || close.len() < 2 {
            return;
        }
        let differ = |byte: u8| {
            let mut meanings = close.iter().map(|encoding| meaning(encoding, byte));
            let first = meanings.next();
            meanings.any(|other| Some(other) != first)
        };
        let differ: Vec<bool> = (0..=u8::MAX).map(differ).collect();
        let words = byte_stats::words_with(self.weighed(), &|byte| differ[usize::from(byte)]);
        let misplaced = |encoding: &Encoding| {
            let count = |word: &&[u8]| {
                let text = chars_of(&sequences(encoding, word));
                misplaced::count(&text) + misplaced::euros_inside(&text)
            };
            words.iter().map(count).sum()
        };
        let counts: Vec<usize> = close.iter().map(|encoding| misplaced(encoding)).collect();
        let least = counts.iter().min().copied().unwrap_or_default();
        for (encoding, count) in close.iter().zip(counts) {
            let own = candidates
                .iter_mut()
                .find(|own| own.ranked.encoding == *encoding);
            if let Some(own) = own {
                let more = (count - least).min(tuning::MOST_MISPLACED);
                own.ranked.bits += tuning::LATER_MISPLACED * more as f32;
            }
        }
        score::sort(candidates);
    }

    /// The number of ill-formed sequences that all weighed samples have in an encoding.
    pub(super) fn faults(&self, encoding: &Encoding) -> u64 {
        let others = self.without_utf_8();
        if encoding.max_len > 1 || others.is_some() {
            let samples = others.unwrap_or(&self.samples);
            return byte_stats::tally(samples, encoding).kinds.total();
        }
        let counts = (0..=u8::MAX).zip(self.stats.counts);
        let ill = counts.filter(|(byte, _)| meaning(encoding, *byte).fault().is_some());
        ill.map(|(_, count)| count).sum()
    }

    /// Scores the encodings that read the excerpt like the best, but not all of the samples, by the
    /// bytes that distinguish them.
    fn distinguish(&self, candidates: &mut [ScoredEncoding]) {
        let Some(best) = candidates.first().copied() else {
            return;
        };
        let alike: Vec<&'static Encoding> = candidates
            .iter()
            .filter(|other| other.text == best.text && other.ranked.encoding.max_len == 1)
            .map(|other| other.ranked.encoding)
            .collect();
        let differ = |byte: u8| {
            let mut meanings = alike.iter().map(|encoding| meaning(encoding, byte));
            let first = meanings.next();
            meanings.any(|other| Some(other) != first)
        };
        let differ: Vec<bool> = (0..=u8::MAX)
            .map(|byte| self.stats.counts[usize::from(byte)] > 0 && differ(byte))
            .collect();
        if !differ.contains(&true) {
            return;
        }
        let is_different = |byte| differ[usize::from(byte)];
        let excerpt = Excerpt::new(self.weighed(), is_different);
        let texts = score::texts(candidates);
        let apart = score::score(&excerpt, alike.into_iter(), self.preferred);
        let Some(first) = apart.first() else {
            return;
        };
        for candidate in candidates.iter_mut() {
            let Some(now) = find(&apart, candidate.ranked.encoding) else {
                continue;
            };
            candidate.ranked.bits = best.ranked.bits + now.ranked.bits - first.ranked.bits;
            if now.text != first.text {
                candidate.text = texts + now.text;
            }
        }
        score::sort(candidates);
    }

    /// The best candidate by some number of bytes beyond ASCII, unless the encoding that the data claims
    /// is nearly as good.
    pub(super) fn best(
        &self,
        candidates: &[ScoredEncoding],
        excerpt: &Excerpt,
    ) -> Option<ScoredEncoding> {
        let best = *candidates.first()?;
        if self.is_utf_8() {
            return find(candidates, table::UTF_8);
        }
        if let Some(form) = self.wide {
            return find(candidates, form);
        }
        if self.is_damaged() {
            // If Java's NUL or surrogate pairs explain every fault, the data is not damaged.
            let relative = |other: &&ScoredEncoding| {
                let explains = match other.ranked.encoding.layout {
                    BitLayout::Utf8(form) if form.long_nul => self.stats.counts[0xC0] > 0,
                    BitLayout::Utf8(form) => form.has_pairs(),
                    _ => false,
                };
                other.ranked.faults == 0 && explains
            };
            let found = candidates.iter().find(relative).copied();
            return found.or_else(|| find(candidates, table::UTF_8));
        }
        if self.is_plain() {
            let ascii = find(candidates, table::ASCII)?;
            let is_better = |other: &ScoredEncoding, least: tuning::CodeBits| {
                other.text != ascii.text && other.ranked.bits + least < ascii.ranked.bits
            };
            let better = self.shifting.iter().filter_map(|shifting| {
                find(candidates, shifting.encoding).filter(|other| is_better(other, shifting.least))
            });
            let best = better.min_by(|one, other| one.ranked.bits.total_cmp(&other.ranked.bits));
            return Some(best.unwrap_or(ascii));
        }
        let claimed = self.claimed().and_then(|claimed| find(candidates, claimed));
        let near = claimed.filter(|other| {
            // One damaged character does not void the declaration of a multi-byte set.
            let faults = other.ranked.faults;
            let pairs = other.ranked.encoding.max_len > 1;
            let as_good = faults <= best.ranked.faults
                || pairs && !tuning::CLAIM_FAULTS.is_exceeded(faults as usize, self.stats.high);
            as_good && other.ranked.bits < best.ranked.bits + tuning::CLAIM
        });
        Some(near.unwrap_or_else(|| usual(best, candidates, excerpt)))
    }

    /// The encoding whose bytes for U+FEFF the data begins with, if they are only evidence for it
    /// and no proof.
    pub(super) fn mark(&self) -> Option<&'static Encoding> {
        const MARKS: [(&[u8], &str); 5] = [
            (b"+/v8", "utf-7"),
            (b"+/v9", "utf-7"),
            (b"+/v+", "utf-7"),
            (b"+/v/", "utf-7"),
            (b"\x84\x31\x95\x33", "gb18030"),
        ];
        let head = self.samples.head();
        let found = MARKS.iter().find(|(mark, _)| head.starts_with(mark));
        found.and_then(|(_, id)| super::by_label(id))
    }
}

/// The best candidate, or windows-1252 where it gives the same text: a few letters that two sets share do not
/// distinguish the sets, nor do those of names.
fn usual(best: ScoredEncoding, candidates: &[ScoredEncoding], excerpt: &Excerpt) -> ScoredEncoding {
    let per_byte = best.ranked.bits / excerpt.len().max(1) as f32;
    let is_of_names = per_byte > tuning::BITS_OF_NAMES;
    let most = if is_of_names {
        tuning::HIGH_BYTES_OF_NAMES
    } else {
        tuning::FEW_HIGH_BYTES
    };
    let usual = super::by_label("windows-1252");
    let is_usual = |other: &&ScoredEncoding| {
        other.text == best.text
            && Some(other.ranked.encoding) == usual
            && other.ranked.bits < best.ranked.bits + tuning::USUAL_SET
    };
    let may = best.ranked.encoding.max_len == 1 && excerpt.high() < most;
    let usual = candidates.iter().find(is_usual).filter(|_| may);
    usual.map_or(best, |usual| ScoredEncoding {
        ranked: Ranked {
            language: { usual.ranked.language }
                .filter(|name| language::is_usual_in(name, usual.ranked.encoding)),
            ..usual.ranked
        },
        ..*usual
    })
}

/// The guess of chardetng from whole characters; it may not answer UTF-8 or ISO-2022-JP.
pub(super) fn second_opinion(excerpt: &Excerpt) -> Option<&'static Encoding> {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    let mut fed = 0;
    for bytes in excerpt
        .fragments
        .iter()
        .map(ExcerptFragment::whole_characters)
    {
        detector.feed(bytes, false);
        detector.feed(b"\n", false);
        fed += bytes.iter().filter(|byte| **byte >= 0x80).count();
    }
    if fed == 0 {
        // Text without blanks: only its beginning, as if the text continued.
        let first = excerpt.fragments.first().filter(|first| first.is_sure())?;
        detector.feed(first.bytes(), false);
    }
    super::by_label(detector.guess(None, chardetng::Utf8Detection::Deny).name())
}
