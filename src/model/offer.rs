//! The offer at an ill-formed sequence: what it was meant to be, and the bytes that say so.
//!
//! A byte of another encoding is a letter of a word; a form that the encoding forbids is its
//! character; of a character that was cut, the missing bytes are named. For bytes alone, without data
//! around them, [`in_other_sets`] gives the texts of all sets. Invariant: an offer is made
//! from the guess and from the rules of the encoding, and bytes are only offered that are well-formed.

mod letter;

use std::ops::Range;

use super::edit::{EditingMode, Replacement};
use super::line::{Click, Tone, TonedLine};
use super::look::Appearance;
use super::text::EncodedText;
use crate::codec::{Encoding, Fault, Walk, table};
use crate::detect::verdict::Guess;
use crate::explain::meant::{self, MeantSequence, MissingRest};
use crate::language::Language;
use crate::texts::model::offer as texts;
use crate::unicode::glyph;
use crate::window::Peek as _;

/// The bytes before and after a sequence that its meaning depends on.
const AROUND: u64 = 16;
/// The command that takes an offer.
const COMMAND: &str = "mend";

/// An offer for an ill-formed sequence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FaultOffer {
    /// The offsets of the bytes that were meant to be something else, or are cut.
    pub(crate) range: Range<u64>,
    /// The encoding of these bytes, if it is another one than that of the data.
    pub(crate) set: Option<&'static Encoding>,
    /// The bytes to write; none if they are not known.
    pub(crate) mended: Option<Replacement>,
    /// The offer in words.
    said: TonedLine,
}

impl FaultOffer {
    /// The offer in words.
    pub(crate) fn line(&self) -> TonedLine {
        self.said.clone()
    }

    /// The offer with the key that takes it, if there are bytes to write.
    pub(crate) fn line_with_key(
        &self,
        key: &str,
        editing: EditingMode,
        language: Language,
    ) -> TonedLine {
        let said = self.said.clone().said(language);
        let Some(mended) = &self.mended else {
            return said;
        };
        let does = if mended.fits(editing) {
            texts::MENDS
        } else {
            texts::MENDS_COPY
        };
        let key = TonedLine::new().with(Tone::Key, key);
        let key = key.plain(format!(" {}", does.get(language)));
        let key = key.on_click(&Click::Command(COMMAND));
        TonedLine::joined([said, key], " · ")
    }
}

/// The ill-formed sequence at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IllSequence {
    /// Its first offset.
    pub(crate) start: u64,
    /// Its kind.
    pub(crate) fault: Fault,
    /// Its bytes, with those that it promised, or those of the character that was meant.
    pub(crate) bytes: Vec<u8>,
    /// The character that was meant, by its own bits.
    pub(crate) meant: Option<char>,
    /// The number of bytes that a cut character lacks; 0 for other kinds.
    pub(crate) missing: usize,
}

impl IllSequence {
    /// Its offsets.
    pub(crate) fn range(&self) -> Range<u64> {
        self.start..self.start + self.bytes.len() as u64
    }
}

/// The ill-formed sequence at an offset; none if it is well-formed.
pub(crate) fn ill_formed(text: &EncodedText<'_>, offset: u64) -> Option<IllSequence> {
    text.within(offset, |part| {
        let around = offset.saturating_sub(AROUND)..offset.saturating_add(AROUND);
        let stretch = part.stretch(around);
        let context = stretch.context(stretch.at(offset)?);
        let found = context.diagnose()?;
        let (range, meant, missing) = match meant::meant(part.encoding, &context) {
            Some(MeantSequence::Character { c, range, .. }) => (range, Some(c), 0),
            Some(MeantSequence::Cut {
                missing,
                rest: MissingRest::Continuation,
                ..
            }) => (found.promised_bytes, None, missing),
            Some(MeantSequence::Cut { .. }) | None => (found.promised_bytes, None, 0),
        };
        let len = range.end - range.start;
        let window = part.data.window(range.start, usize::try_from(len).ok()?);
        Some(IllSequence {
            start: range.start,
            fault: found.fault,
            bytes: window.slice(range.start, range.end).to_vec(),
            meant,
            missing,
        })
    })
}

/// The offer for the sequence at an offset; none if it is well-formed, or nothing is known.
pub(crate) fn at(
    text: &EncodedText<'_>,
    offset: u64,
    guess: Option<&Guess>,
    look: Appearance,
) -> Option<FaultOffer> {
    text.within(offset, |part| {
        let around = offset.saturating_sub(AROUND)..offset.saturating_add(AROUND);
        let stretch = part.stretch(around);
        let step = *stretch.at(offset)?;
        if part.is_awaited(&step) {
            return None;
        }
        let found = stretch.context(&step).diagnose()?;
        let story = &found.promised_bytes;
        let is_utf_8 = part.encoding.ascii && part.encoding.is_unicode();
        let other = is_utf_8.then(|| letter::find(part, &step.range(), story, guess));
        if let Some(other) = other.flatten() {
            return Some(FaultOffer {
                said: other.line(look.charset),
                range: other.range,
                set: other.encodings.first().copied(),
                mended: other.mended,
            });
        }
        // The first sequence of the promised bytes has their meaning.
        let head = stretch.at(story.start)?;
        let meant = meant::meant(part.encoding, &stretch.context(head))?;
        let said = glyph::safe(&meant.phrase(look.language), look.charset);
        let said = TonedLine::new().plain(said);
        Some(match meant {
            MeantSequence::Character { range, bytes, .. } => FaultOffer {
                range: range.clone(),
                set: None,
                mended: Replacement::of(part.data, range, bytes),
                said,
            },
            MeantSequence::Cut { .. } => FaultOffer {
                range: story.clone(),
                set: None,
                mended: None,
                said,
            },
        })
    })
}

/// Some bytes as text that they may have been meant to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MaybeText {
    /// The text.
    pub(crate) text: String,
    /// The encodings that read them so, the likeliest first; none if it is by the bits of UTF-8.
    pub(crate) encodings: Vec<&'static Encoding>,
}

/// The readings of some bytes that are no UTF-8 in sets that extend ASCII: the sets that are offered at
/// a cursor first, then those of `ranked`, which has all encodings by their fit. Bytes that begin to be
/// UTF-8 have none.
pub(crate) fn in_other_sets(
    bytes: &[u8],
    guess: &Guess,
    ranked: impl IntoIterator<Item = &'static Encoding>,
) -> Vec<MaybeText> {
    let data = bytes.to_vec();
    let window = data.window(0, bytes.len());
    let mut walk = Walk::new(table::UTF_8, 0, &window);
    while let Some(step) = walk.next() {
        let found = walk.context(&step).diagnose();
        let len = found.map(|found| found.promised_bytes.end - found.promised_bytes.start);
        if len.unwrap_or(step.len.into()) > 1 {
            return Vec::new();
        }
    }
    let mut out: Vec<MaybeText> = Vec::new();
    let guessed = guess.alternatives.iter().map(|other| other.encoding);
    let sets = letter::known(Some(guess))
        .chain(letter::usual())
        .chain(guessed)
        .chain(ranked);
    let sets = sets.filter(|set| set.ascii && !set.is_unicode());
    for set in sets {
        let Some(text) = letter::text(bytes, set) else {
            continue;
        };
        match out.iter_mut().find(|known| known.text == text) {
            Some(known) if known.encodings.contains(&set) => {}
            Some(known) => known.encodings.push(set),
            None => out.push(MaybeText {
                text,
                encodings: vec![set],
            }),
        }
    }
    out
}
