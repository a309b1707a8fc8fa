//! The same place in two files whose characters have different lengths: the same number of
//! characters after a place known in both.
//!
//! Invariant: a place is called exact only if all characters between the known place and this one
//! were read, in both files.

use super::super::Session;
use crate::codec::{Meaning, Step};
use crate::model::compared::{ComparedFile, CursorCertainty, PlaceInOther};
use crate::model::text::EncodedText;
use crate::source::NonBlockingReader;

/// The most bytes of equal text read to find a place in the other file.
const NEAR: u64 = 4 << 20;
/// Bytes decoded at once: most places are near, so the first piece is short.
const PIECES: [u64; 2] = [64, 8 * 1024];
/// Beyond this many bytes after a known place, a nearer one is stored.
const FAR: u64 = 16 * 1024;

/// A place in this file and in the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SamePlace {
    /// The start of a character in this file, and in the other one.
    pub(super) pair: [u64; 2],
    /// Its certainty.
    pub(super) place: CursorCertainty,
}

impl SamePlace {
    /// The first byte of both.
    pub(super) const FIRST: Self = Self {
        pair: [0, 0],
        place: CursorCertainty::Exact,
    };
}

/// The character for an offset inside of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// The character that contains the offset.
    Down,
    /// The next one.
    Up,
}

/// Two files under comparison: this one and the other.
pub(super) struct ComparedPair<'a> {
    texts: [EncodedText<'a>; 2],
    pub(super) compared: ComparedFile,
}

impl ComparedPair<'_> {
    /// Passes two files, as far as they can be read at once, to `take`.
    pub(super) fn with<T>(
        [own, other]: [&Session; 2],
        compared: ComparedFile,
        take: impl FnOnce(&mut ComparedPair<'_>) -> T,
    ) -> T {
        let [first, second] = [own, other].map(|one| NonBlockingReader::new(&one.file.source));
        let texts = [
            own.file.state.view.text(&first, &own.file.facts),
            other.file.state.view.text(&second, &other.file.facts),
        ];
        // They are compared without passages, as all of them is read.
        let texts = [texts[0].with(&[]), texts[1].with(&[])];
        take(&mut ComparedPair { texts, compared })
    }

    /// The place of this file's offset in the other one, counted from the last known place, which
    /// may be `last`.
    pub(super) fn same(&self, at: u64, round: Rounding, last: Option<SamePlace>) -> SamePlace {
        if self.texts[0].data.is_empty() {
            // All of the other file comes after it.
            return SamePlace::FIRST;
        }
        let (base, end) = match self.compared.across(at) {
            PlaceInOther::Differs { own, other } => ([own, other.start], other.end),
            PlaceInOther::After { own, other } => {
                (self.compared.nearest(at, [own, other]), u64::MAX)
            }
        };
        if at < base[0] {
            // In the byte order mark.
            return SamePlace {
                pair: [at, 0],
                place: self.place(at),
            };
        }
        let is_here =
            |last: &SamePlace| last.pair[0] <= at && (0..2).all(|n| last.pair[n] >= base[n]);
        let known = SamePlace {
            pair: base,
            place: self.place(at),
        };
        let known = last.filter(is_here).unwrap_or(known);
        let mut same = self.counted(known, at, round);
        same.pair[1] = same.pair[1].min(end);
        same
    }

    /// Ensures that a place not far before an offset is known.
    pub(super) fn approach(&mut self, at: u64) {
        let PlaceInOther::After { own, other } = self.compared.across(at) else {
            return;
        };
        let [own, _] = self.compared.nearest(at, [own, other]);
        if at.saturating_sub(own) > FAR && self.place(at) == CursorCertainty::Exact {
            let near = self.same(at - FAR / 2, Rounding::Up, None);
            let is_sure = near.place == CursorCertainty::Exact;
            self.compared.near = is_sure.then_some(near.pair);
        }
    }

    fn place(&self, at: u64) -> CursorCertainty {
        if self.compared.is_sure(at) {
            CursorCertainty::Exact
        } else {
            CursorCertainty::About
        }
    }

    /// The place the same number of characters after a known one.
    fn counted(&self, known: SamePlace, at: u64, round: Rounding) -> SamePlace {
        let [own, other] = &self.texts;
        let [from, to] = known.pair;
        let at = begin(own, at, round);
        let distance = at.saturating_sub(from);
        if distance > NEAR {
            let len = |text: &EncodedText<'_>| u128::from(text.data.len());
            let share = len(other) * u128::from(distance) / len(own).max(1);
            let about = to.saturating_add(u64::try_from(share).unwrap_or(u64::MAX));
            let about = begin(other, about.min(other.data.len()), Rounding::Down);
            return SamePlace {
                pair: [at, about],
                place: CursorCertainty::About,
            };
        }
        let (mut count, mut found, mut is_whole) = (0, to, true);
        let is_read = each(own, from, |step| {
            let is_before = step.offset < at;
            count += if is_before { weight(step) } else { 0 };
            is_before
        });
        let is_there = each(other, to, |step| {
            let weight = weight(step);
            let goes_on = count >= weight && count > 0;
            count -= if goes_on { weight } else { 0 };
            found = if goes_on { step.end() } else { step.offset };
            // The rest may be the first half of a pair.
            is_whole = goes_on || count == 0;
            goes_on
        });
        let place = if is_read && is_there && is_whole {
            known.place
        } else {
            CursorCertainty::About
        };
        SamePlace {
            pair: [at, found],
            place,
        }
    }
}

/// The start of the character at an offset, or of the next one.
fn begin(text: &EncodedText<'_>, at: u64, round: Rounding) -> u64 {
    if at >= text.data.len() {
        return text.data.len();
    }
    let character = text.character(at);
    match round {
        Rounding::Down => character.start,
        Rounding::Up if character.start == at => at,
        Rounding::Up => character.end,
    }
}

/// Passes the steps from a boundary on to `take`, while it returns true and the data goes on.
/// Returns whether all of them could be read, and were certain.
fn each(text: &EncodedText<'_>, from: u64, mut take: impl FnMut(&Step) -> bool) -> bool {
    let len = text.data.len();
    let mut at = from;
    let mut is_sure = true;
    let [mut piece, most] = PIECES;
    while at < len {
        let stretch = text.stretch(at..at.saturating_add(piece).min(len));
        piece = most.min(piece * 2);
        let begun = at;
        for step in stretch.steps.iter().filter(|step| step.offset >= begun) {
            is_sure &= stretch.is_sure(step.offset);
            is_sure &= !matches!(step.meaning, Meaning::Absent(_));
            if !take(step) {
                return is_sure;
            }
            at = step.end();
        }
        if at == begun {
            return false;
        }
    }
    is_sure
}

/// The number of code points that a step counts as in a comparison.
fn weight(step: &Step) -> u64 {
    match step.meaning {
        Meaning::Scalar(_) if step.opens_data() => 0,
        Meaning::Shift => 0,
        Meaning::Pair(..) => 2,
        _ => 1,
    }
}
