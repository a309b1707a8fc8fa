//! Every encoding by how well it fits.
//!
//! Each reads the excerpt; what comes out the same is weighed once. Invariant: the
//! bits of two encodings differ by their texts, and by a few that say how usual each
//! is for the language.

use std::collections::HashMap;

use super::excerpt::Excerpt;
use super::language::{self, Language};
use super::reading::{Reader, Weight};
use super::tuning;
use super::verdict::Ranked;
use crate::codec::{Encoding, Sequence, table};

/// A reading of the excerpt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// How well it fits.
    pub(super) ranked: Ranked,
    /// Candidates of one number have one text.
    pub(super) text: usize,
}

/// Every encoding, the best first. Who fits a part of the excerpt far worse than the
/// best is weighed by that part alone, and never comes before who was near.
pub(super) fn weigh(excerpt: &Excerpt) -> Vec<Candidate> {
    let glance = excerpt.part(tuning::FIRST_PASS_BYTES);
    let mut reader = Reader::new();
    let first = weigh_by(&mut reader, &glance, table::all());
    if glance.len() >= excerpt.len() {
        return first;
    }
    let least = first.first().map_or(0.0, |best| best.ranked.bits);
    let hopes = |candidate: &&Candidate| candidate.ranked.bits <= least + tuning::HOPELESS;
    let near = first.iter().filter(hopes);
    let mut all = weigh_by(&mut reader, excerpt, near.map(|near| near.ranked.encoding));
    let share = excerpt.len() as f32 / glance.len().max(1) as f32;
    let texts = all.len();
    let best = all.first().map_or(0.0, |best| best.ranked.bits);
    let far = first.iter().filter(|candidate| !hopes(candidate));
    // The beginning may be cheaper than the rest, for all of them: what is far behind
    // stays so.
    all.extend(far.map(|far| Candidate {
        ranked: Ranked {
            bits: best + (far.ranked.bits - least) * share,
            ..far.ranked
        },
        text: texts + far.text,
    }));
    sort(&mut all);
    all
}

/// What a text takes that is in no encoding of the table.
pub(super) fn bits_of(reader: &mut Reader, text: &[Sequence]) -> f32 {
    let weight = reader.weigh(text);
    let own = weight.languages.iter().map(|(_, bits)| *bits);
    own.fold(weight.bits, f32::min) + tuning::UNUSUAL_ENCODING
}

/// Some encodings, the best first.
pub(super) fn weigh_some(
    excerpt: &Excerpt,
    encodings: impl Iterator<Item = &'static Encoding>,
) -> Vec<Candidate> {
    weigh_by(&mut Reader::new(), excerpt, encodings)
}

/// The same by one who may have read other texts.
fn weigh_by(
    reader: &mut Reader,
    excerpt: &Excerpt,
    encodings: impl Iterator<Item = &'static Encoding>,
) -> Vec<Candidate> {
    let mut texts: Vec<(Vec<Sequence>, Weight)> = Vec::new();
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut candidates = Vec::new();
    for encoding in encodings {
        let read = excerpt.read(encoding);
        let alike = places.entry(digest(&read)).or_default();
        let known = alike.iter().find(|text| texts[**text].0 == read).copied();
        let text = known.unwrap_or_else(|| {
            let weight = reader.weigh(&read);
            alike.push(texts.len());
            texts.push((read, weight));
            texts.len() - 1
        });
        let weight = &texts[text].1;
        let (bits, language) = best(weight, encoding);
        candidates.push(Candidate {
            ranked: Ranked {
                encoding,
                bits,
                language,
                faults: weight.faults,
            },
            text,
        });
    }
    sort(&mut candidates);
    candidates
}

/// A number that differs where texts differ, nearly always.
fn digest(text: &[Sequence]) -> u64 {
    text.iter().fold(0xCBF2_9CE4_8422_2325, |sum, step| {
        let value = match step.meaning.scalar() {
            Some(c) => u64::from(u32::from(c)),
            None => 0x11_0000 + u64::from(step.len),
        };
        (sum ^ value).wrapping_mul(0x100_0000_01B3).rotate_left(5)
    })
}

/// The best first; of equals the first of the table.
pub(super) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|one, other| one.ranked.bits.total_cmp(&other.ranked.bits));
}

/// The fewest bits of a text in an encoding, with the language: the first of its script,
/// unless another is clearly better.
fn best(weight: &Weight, encoding: &Encoding) -> (f32, Option<&'static str>) {
    // What has no language is most often a few signs in English.
    let none = match language::all()
        .first()
        .and_then(|first| first.place_of(encoding))
    {
        Some(place) => weight.bits + tuning::NEXT_ENCODING * place as f32,
        None if encoding.is_unicode() => weight.bits + rare(encoding),
        None => weight.bits + tuning::UNUSUAL_ENCODING + rare(encoding),
    };
    let bits = |language: &Language, own: f32| {
        let usual = match language.place_of(encoding) {
            Some(place) => tuning::NEXT_ENCODING * place as f32,
            None if encoding.is_unicode() => rare(encoding),
            None => tuning::UNUSUAL_ENCODING + rare(encoding),
        };
        own + usual
    };
    let all = weight.languages.iter();
    let all = all.map(|(language, own)| (bits(language, *own), *language));
    let Some(best) = all.clone().min_by(|one, other| one.0.total_cmp(&other.0)) else {
        return (none, None);
    };
    if none <= best.0 {
        return (none, None);
    }
    let mut others = all.filter(|(_, language)| language.script == best.1.script);
    let first = others
        .next()
        .filter(|first| first.0 < best.0 + tuning::OTHER_LANGUAGE);
    (best.0, Some(first.unwrap_or(best).1.name))
}

/// Bits of an encoding by how seldom it is met.
fn rare(encoding: &Encoding) -> f32 {
    encoding.rarity.into()
}
