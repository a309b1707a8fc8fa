//! The encodings that may read a line that is not UTF-8.
//!
//! A learner asks them for the lines that the set of the data does not read well. Invariant: they share
//! the characters of ASCII, so they can be mixed by lines.

use super::super::excerpt::Excerpt;
use super::super::judgement;
use super::super::text_cost::CostCalculator;
use super::super::{Reading, score, tuning};
use hexloupe_text::codec::{BitLayout, Encoding, Sequence, table};

/// The most bits that a line costs that an encoding reads well.
pub(super) fn well_read(encoding: &Encoding, line: &[u8]) -> f32 {
    let each = if encoding.max_len > 1 {
        tuning::DEAR_PAIRS
    } else {
        tuning::DEAR
    };
    each * line.len() as f32
}

/// The encoding that is named for a line by itself, if lines may be in it.
pub(super) fn named_for(line: &[u8]) -> Option<&'static Encoding> {
    let named = judgement::whole(&[line, b"\n"].concat()).verdict.encoding;
    mixed().find(|encoding| *encoding == named)
}

/// Reports whether all of a text is well-formed and assigned.
pub(super) fn are_characters(text: &[Sequence]) -> bool {
    text.iter().all(|step| step.meaning.is_character())
}

/// The costs of a line in each encoding that reads it, at so many bits per byte at most, except those that read its beginning far worse
/// than the best.
pub(super) fn in_encodings(
    costs: &mut CostCalculator,
    line: &[u8],
    most: f32,
) -> Vec<(&'static Encoding, f32)> {
    let excerpt = Excerpt::whole(line);
    let near = score::near(costs, &excerpt, tuning::RUN_OPENING, mixed());
    let ranked = near.into_iter().map(|candidate| candidate.ranked);
    let readable = most * line.len() as f32;
    let whole = ranked.filter(|ranked| ranked.faults == 0 && ranked.bits <= readable);
    whole.map(|ranked| (ranked.encoding, ranked.bits)).collect()
}

/// The letters beyond ASCII of a line.
pub(super) fn letters_of(encoding: &'static Encoding, line: &[u8]) -> usize {
    let text = Reading::plain(encoding).text(line).unwrap_or_default();
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    letters.count()
}

/// The encodings that may be mixed by lines: those that share the characters of ASCII, with one
/// byte or two for the others.
pub(super) fn mixed() -> impl Iterator<Item = &'static Encoding> {
    let is_mixed = |encoding: &&Encoding| {
        encoding.ascii
            && matches!(
                encoding.layout,
                BitLayout::SingleByte | BitLayout::DoubleByte(_)
            )
    };
    table::all().filter(is_mixed)
}
