//! The unusual facts of a character: the text hidden by its run, the word that its word imitates,
//! and its notices.
//!
//! Invariant: hidden text comes before the other notices. On a card of few lines it comes right
//! after the first line, and so does what a misread word was: nothing that hides goes without a word.

use std::ops::Range;

use super::card::CardWriter;
use super::{AROUND, Inspection};
use crate::detect::verdict::{ACTING_FLOOR, OtherText};
use crate::explain::{hides, hides::RunCoverage, notice as remark};
use crate::model::line::{Tone, TonedLine};
use crate::model::row::ByteRole;
use crate::model::text::{DecodedStretch, FAR};
use crate::unicode::glyph;
use crate::unicode::notice::Notice;

/// The most columns of hidden text where there are many lines.
const COLUMNS: usize = 80;
/// Columns of the words around hidden text, and its lines where there are few.
const WORDS: usize = 40;
const LINES: usize = 2;

impl Inspection<'_> {
    /// The text hidden by the run of the character.
    pub(super) fn hides(&self, card: &CardWriter) -> Option<TonedLine> {
        let run = self.text.run(&self.step)?;
        let language = self.look.language;
        let kib = FAR >> 10;
        let seen = match (run.goes_back, run.goes_on) {
            (true, _) => RunCoverage::FromHere(kib),
            (false, true) => RunCoverage::Around(kib),
            (false, false) => RunCoverage::Whole,
        };
        let said = match &run.hidden {
            Some(hidden) => {
                let columns = if card.is_low() {
                    (LINES * card.width()).saturating_sub(WORDS).min(COLUMNS)
                } else {
                    COLUMNS
                };
                let room = (columns, self.look.charset);
                hides::sentence(hidden, run.count, seen, room, language)
            }
            None if run.goes_back => hides::unread(run.count, kib, language),
            None => return None,
        };
        Some(TonedLine::new().with(Tone::As(ByteRole::Notice), said))
    }

    /// The unusual facts of the character. Without any, their line stays free if there is room, so
    /// that the lines below it do not move.
    pub(super) fn notices(&self, card: CardWriter) -> CardWriter {
        // What is unusual in text is usual in a binary.
        if self.is_of_binary() {
            return card.space();
        }
        let value = self.step.meaning.values().next().unwrap_or_default();
        let Range { start, end } = self.step.range();
        let around = start.saturating_sub(AROUND)..end.saturating_add(AROUND);
        let around = self.text.stretch(around);
        let mut found = self.stretch.notices(&self.step);
        found.extend(around.notices_in_a_row(&self.step));
        if self.misread_by_guess().is_some() && !found.contains(&Notice::MojibakeSuspect) {
            found.push(Notice::MojibakeSuspect);
        }
        if card.is_low() && self.was_misread().is_some() {
            // It stands after the first line.
            found.retain(|kind| *kind != Notice::MojibakeSuspect);
        }
        let hides = self.hides(&card).filter(|_| !card.is_low());
        let look_alike = around.look_alike(&self.step);
        if found.is_empty() && hides.is_none() && look_alike.is_none() {
            return card.space();
        }
        let (encoding, language) = (self.text.encoding, self.look.language);
        let note = |card: CardWriter, sentence: String| {
            card.entry(
                "note",
                TonedLine::new().with(Tone::As(ByteRole::Notice), sentence),
            )
        };
        let card = hides
            .into_iter()
            .fold(card, |card, line| card.entry("note", line));
        let card = look_alike.into_iter().fold(card, |card, (kind, twin)| {
            let twin = twin.map(|twin| hides::twin(&twin, language));
            let said = twin.unwrap_or_else(|| remark::notice(kind, encoding, value, language));
            note(card, said)
        });
        found.into_iter().fold(card, |card, kind| {
            let suspected = self.suspected(kind, &around);
            let sentence =
                suspected.unwrap_or_else(|| remark::notice(kind, encoding, value, language));
            note(card, sentence)
        })
    }

    /// The text before it was misread, where by the guess that begins here, and the key that shows it.
    fn misread_by_guess(&self) -> Option<(String, &str)> {
        let guess = self
            .facts
            .guess
            .as_deref()
            .filter(|_| self.text.encoding.is_utf8())?;
        let mut others = guess.others.iter().flat_map(OtherText::places);
        let found = others.find(|other| {
            let is_sure = other.confidence >= ACTING_FLOOR;
            other.offset == self.step.offset && !other.chain.is_empty() && is_sure
        })?;
        let key = match &found.chain[..] {
            [step] if step.written.is_utf8() => &self.keys.misread,
            // No reading of its own shows it.
            _ => &self.keys.lines,
        };
        Some((found.word.clone(), key))
    }

    /// The sentence for the misread word that begins here, on a card of few lines.
    pub(super) fn was_misread(&self) -> Option<TonedLine> {
        let Range { start, end } = self.step.range();
        let around = start.saturating_sub(AROUND)..end.saturating_add(AROUND);
        let said = self.suspected(Notice::MojibakeSuspect, &self.text.stretch(around))?;
        Some(TonedLine::new().with(Tone::As(ByteRole::Notice), said))
    }

    /// The sentence for a misread word, with its original.
    fn suspected(&self, kind: Notice, around: &DecodedStretch) -> Option<String> {
        let is_suspect = kind == Notice::MojibakeSuspect;
        let word = is_suspect.then(|| {
            let found = around.suspected(&self.step);
            let found = found.map(|word| (word, self.keys.misread.as_str()));
            found.or_else(|| self.misread_by_guess())
        });
        let (word, key) = word??;
        let word = glyph::safe(&word, self.look.charset);
        Some(remark::suspected(&word, key, self.look.language))
    }
}
