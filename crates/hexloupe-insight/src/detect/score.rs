//! The score of every encoding: the quality of its fit.
//!
//! Each encoding reads the excerpt; encodings that give the same text share one cost. Invariant:
//! the scores of two encodings differ by their texts, and by a few bits for their use with the
//! language.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::excerpt::Excerpt;
use super::language::{self, ModelledLanguage};
use super::preferred::Preferred;
use super::text_cost::{CostCalculator, TextCost};
use super::tuning;
use super::verdict::Ranked;
use hexloupe_text::codec::{Encoding, Sequence, table};

/// An encoding with its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredEncoding {
    /// The quality of its fit.
    pub(super) ranked: Ranked,
    /// The number of its text; candidates with equal numbers have equal texts.
    pub(super) text: usize,
}

/// Every encoding with its score, the best first. An encoding that fits the first part of
/// the excerpt far worse than the best is scored by that part alone.
pub(super) fn score_all(excerpt: &Excerpt, preferred: Preferred) -> Vec<ScoredEncoding> {
    let start = excerpt.prefix(tuning::FIRST_PASS_BYTES);
    let mut costs = CostCalculator::preferring(preferred);
    let guessed = table::all().filter(|encoding| encoding.is_guessed());
    let first = score_with(&mut costs, &start, guessed);
    if start.len() >= excerpt.len() {
        return first;
    }
    let (near, far) = near_and_far(first);
    let least = near.first().map_or(0.0, |best| best.ranked.bits);
    let near = near.iter().map(|near| near.ranked.encoding);
    let mut all = score_with(&mut costs, excerpt, near);
    let share = excerpt.len() as f32 / start.len().max(1) as f32;
    let texts = all.len();
    let best = all.first().map_or(0.0, |best| best.ranked.bits);
    // The first part may be cheaper than the rest for all: so only the distance counts.
    all.extend(far.iter().map(|far| ScoredEncoding {
        ranked: Ranked {
            bits: best + (far.ranked.bits - least) * share,
            ..far.ranked
        },
        text: texts + far.text,
    }));
    sort(&mut all);
    all
}

/// Candidates, the best first, in two parts: those that are near enough to the best to be it, and the
/// others.
fn near_and_far(first: Vec<ScoredEncoding>) -> (Vec<ScoredEncoding>, Vec<ScoredEncoding>) {
    let least = first.first().map_or(0.0, |best| best.ranked.bits);
    let is_near = |candidate: &ScoredEncoding| candidate.ranked.bits <= least + tuning::HOPELESS;
    first.into_iter().partition(is_near)
}

/// The given encodings with their scores, the best first, without those that fit the first bytes of
/// the excerpt far worse than the best.
pub(super) fn near(
    costs: &mut CostCalculator,
    excerpt: &Excerpt,
    first_bytes: usize,
    encodings: impl Iterator<Item = &'static Encoding>,
) -> Vec<ScoredEncoding> {
    let start = excerpt.prefix(first_bytes);
    let (near, _) = near_and_far(score_with(costs, &start, encodings));
    if start.len() >= excerpt.len() {
        return near;
    }
    let near = near.iter().map(|near| near.ranked.encoding);
    score_with(costs, excerpt, near)
}

/// The given encodings with their scores, the best first.
pub(super) fn score(
    excerpt: &Excerpt,
    encodings: impl Iterator<Item = &'static Encoding>,
    preferred: Preferred,
) -> Vec<ScoredEncoding> {
    score_with(
        &mut CostCalculator::preferring(preferred),
        excerpt,
        encodings,
    )
}

/// The cost in bits of a text in an encoding that is not in the table.
pub(super) fn bits_of(costs: &mut CostCalculator, text: &[Sequence]) -> f32 {
    let cost = costs.cost(text);
    let own = cost.languages.iter().map(|(_, bits)| *bits);
    own.fold(cost.bits, f32::min) + tuning::UNUSUAL_ENCODING
}

/// The cost in bits of a text read in an encoding, with the language to name.
pub(super) fn weigh(
    costs: &mut CostCalculator,
    text: &[Sequence],
    encoding: &Encoding,
) -> (f32, Option<&'static str>) {
    best_language(&costs.cost(text), encoding, costs.preferred)
}

/// The cost in bits of a text in a language; without one that it may be in, in none.
pub(super) fn bits_in(
    costs: &mut CostCalculator,
    text: &[Sequence],
    language: Option<&str>,
) -> f32 {
    let cost = costs.cost(text);
    let mut all = cost.languages.iter();
    let own = all.find(|(known, _)| Some(known.name) == language);
    own.map_or(cost.bits, |(_, bits)| *bits)
}

/// The bits that a text in UTF-8 costs for being in a language.
pub(super) fn language_bits(language: Option<&str>) -> f32 {
    let mut all = language::all().iter();
    let own = all.find(|known| Some(known.name) == language);
    let own = own.or(language::all().first());
    own.map_or(0.0, |own| usual_bits(table::UTF_8)[own.number])
}

/// The candidate of an encoding.
pub(super) fn find(candidates: &[ScoredEncoding], encoding: &Encoding) -> Option<ScoredEncoding> {
    let mut all = candidates.iter().copied();
    all.find(|candidate| candidate.ranked.encoding == encoding)
}

/// A number greater than the number of every text.
pub(super) fn texts(candidates: &[ScoredEncoding]) -> usize {
    let texts = candidates.iter().map(|candidate| candidate.text + 1);
    texts.max().unwrap_or(0)
}

/// Sorts the best first; equal ones keep their order.
pub(super) fn sort(candidates: &mut [ScoredEncoding]) {
    candidates.sort_by(|one, other| one.ranked.bits.total_cmp(&other.ranked.bits));
}

fn score_with(
    costs: &mut CostCalculator,
    excerpt: &Excerpt,
    encodings: impl Iterator<Item = &'static Encoding>,
) -> Vec<ScoredEncoding> {
    let mut texts: Vec<(Vec<Sequence>, TextCost)> = Vec::new();
    let mut by_digest: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut candidates = Vec::new();
    for encoding in encodings {
        let read = excerpt.read(encoding);
        let alike = by_digest.entry(digest(&read)).or_default();
        let known = alike.iter().find(|text| texts[**text].0 == read).copied();
        let text = known.unwrap_or_else(|| {
            let cost = costs.cost(&read);
            alike.push(texts.len());
            texts.push((read, cost));
            texts.len() - 1
        });
        let (read, cost) = &texts[text];
        let (mut bits, language) = best_language(cost, encoding, costs.preferred);
        if !encoding.ascii && encoding.unit == 1 && is_of_signs(read) {
            bits += tuning::OF_SIGNS * read.len() as f32;
        }
        candidates.push(ScoredEncoding {
            ranked: Ranked {
                encoding,
                bits: bits + cost.alone,
                language,
                faults: cost.faults,
            },
            text,
        });
    }
    let letters: Vec<usize> = texts.iter().map(|(_, cost)| cost.letters).collect();
    demote_pages(&mut candidates, &letters);
    sort(&mut candidates);
    candidates
}

/// Reports whether most characters of a text are signs: so EBCDIC reads the letters of ASCII.
fn is_of_signs(text: &[Sequence]) -> bool {
    let own = text.iter().filter_map(|step| step.meaning.scalar());
    let letters = own.filter(|c| c.is_alphanumeric() || c.is_whitespace());
    2 * letters.count() < text.len()
}

/// Raises the bits of the EBCDIC pages of one country that read fewer letters than a page that is
/// usual for English. Such a page has letters in place of signs: it is not chosen for signs in
/// place of letters.
fn demote_pages(candidates: &mut [ScoredEncoding], letters: &[usize]) {
    let usual = candidates.iter().copied().filter(|candidate| {
        let row = candidate.ranked.encoding;
        !row.ascii && row.usual_rank("en").is_some()
    });
    let usual: Vec<ScoredEncoding> = usual.collect();
    for candidate in candidates {
        let Ranked { encoding, bits, .. } = &mut candidate.ranked;
        if encoding.ascii || encoding.usual_rank("en").is_some() {
            continue;
        }
        let more = usual.iter().filter(|usual| {
            let is_relative = usual.ranked.encoding.family == encoding.family;
            is_relative && letters[usual.text] > letters[candidate.text]
        });
        let least = more.map(|usual| usual.ranked.bits + tuning::FEWER_LETTERS);
        *bits = least
            .min_by(f32::total_cmp)
            .map_or(*bits, |least| bits.max(least));
    }
}

/// A hash of a text.
fn digest(text: &[Sequence]) -> u64 {
    text.iter().fold(0xCBF2_9CE4_8422_2325, |sum, step| {
        let value = match step.meaning.scalar() {
            Some(c) => u64::from(u32::from(c)),
            None => 0x11_0000 + u64::from(step.len),
        };
        (sum ^ value).wrapping_mul(0x100_0000_01B3).rotate_left(5)
    })
}

/// The fewest bits for a text in an encoding, with the language to name: the first one of
/// the script, or a preferred one, unless another is clearly better.
pub(super) fn best_language(
    cost: &TextCost,
    encoding: &Encoding,
    preferred: Preferred,
) -> (f32, Option<&'static str>) {
    let by_language = usual_bits(encoding);
    let usual = |language: &ModelledLanguage| by_language[language.number];
    let is_wanted =
        |language: &ModelledLanguage| preferred.is_some() && preferred.has(language.name);
    // Text that resembles no language is mostly a few signs in English.
    let none = cost.bits + language::all().first().map_or(0.0, usual);
    let all = cost.languages.iter();
    let saved = |language: &ModelledLanguage| {
        if is_wanted(language) {
            tuning::PREFERRED
        } else {
            0.0
        }
    };
    let all = all.map(|(language, own)| (own + usual(language) - saved(language), *language));
    let best = all.clone().min_by(|one, other| one.0.total_cmp(&other.0));
    let Some((bits, language)) = best.filter(|(bits, _)| *bits < none) else {
        return (none, None);
    };
    let others = all.filter(|(_, other)| other.script == language.script);
    let wanted = preferred
        .is_some()
        .then(|| others.clone().find(|(_, other)| is_wanted(other)));
    let first = wanted.flatten().or_else(|| others.clone().next());
    let first = first.filter(|(first, _)| *first < bits + tuning::OTHER_LANGUAGE);
    (bits, Some(first.map_or(language, |(_, first)| first).name))
}

/// The bits that a text costs for being in an encoding, by the numbers of the languages.
fn usual_bits(encoding: &Encoding) -> Cow<'static, [f32]> {
    type Known = HashMap<&'static str, Vec<f32>, FixedState>;
    static KNOWN: LazyLock<Known> = LazyLock::new(|| {
        table::all()
            .map(|encoding| (encoding.id, bits_by_language(encoding)))
            .collect()
    });
    match KNOWN.get(encoding.id) {
        Some(known) => Cow::Borrowed(known),
        // A set of a file.
        None => Cow::Owned(bits_by_language(encoding)),
    }
}

fn bits_by_language(encoding: &Encoding) -> Vec<f32> {
    let rarity = f32::from(encoding.rarity);
    let places = language::places_of(encoding);
    let of = |language: &ModelledLanguage| {
        f32::from(language.rarity)
            + match places.of(language) {
                Some(place) => tuning::NEXT_ENCODING * place as f32,
                None if encoding.is_unicode() => rarity,
                None => tuning::UNUSUAL_ENCODING + rarity,
            }
    };
    language::all().iter().map(of).collect()
}
