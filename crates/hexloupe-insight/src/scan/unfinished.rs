//! What is begun at a boundary and not yet known: controls of bidirectional text that may still be
//! closed, escapes and words of which not all characters have come, and runs of characters that
//! are not seen.
//!
//! A scan that stops at a boundary goes on with it. Invariant: its size is bounded, whatever the
//! data holds.

use std::ops::Range;

use super::bidi::{self, Nesting};
use super::escapes::Escapes;
use super::mojibake::Words;
use super::unseen::Unseen;
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::unicode::unseen::is_right_to_left;

/// What is begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished<M> {
    /// What is open on the line.
    pub(super) nesting: Nesting<M>,
    /// What may become the escape of a lone surrogate.
    pub(super) escapes: Escapes<M>,
    /// What may become a word of mojibake.
    pub(super) words: Words<M>,
    /// What may become a run of characters that are not seen, and the characters before.
    pub(super) unseen: Unseen<M>,
}

impl<M> Default for Unfinished<M> {
    fn default() -> Self {
        Self {
            nesting: Nesting::default(),
            escapes: Escapes::default(),
            words: Words::default(),
            unseen: Unseen::default(),
        }
    }
}

impl<M: Copy> Unfinished<M> {
    /// Takes the next character, as far as only characters in a row make a notice.
    #[inline]
    pub(super) fn character(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.escapes.character(c, range, mark, report);
        self.words.character(c, range, mark, report);
    }

    /// Takes the next character, as far as it is not seen, with the notice it would have then, or
    /// decides about those that are not; `at` is where it stands.
    #[inline]
    pub(super) fn beside(
        &mut self,
        c: char,
        unseen: Option<Notice>,
        at: (&Range<u64>, M),
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let (range, mark) = at;
        let Some(kind) = unseen else {
            self.unseen.seen(c, report);
            // The end of a line decides about all that is open, neighbours at once.
            if bidi::ends_paragraph(c) {
                return self.nesting.end_line(report);
            }
            self.nesting.go_on(report);
            if is_right_to_left(c) {
                self.nesting.right_to_left(range.start);
            }
            return;
        };
        let may_close = c == '\u{202C}' && self.nesting.is_embedded();
        let taken = { &mut self.unseen }.unseen(c, kind, may_close, range, mark, report);
        if !taken {
            self.nesting.control(c, range.clone(), mark, report);
        }
    }

    /// Takes characters of ASCII, as far as [`Self::beside`] does.
    #[inline]
    pub(super) fn beside_ascii(
        &mut self,
        text: &[u8],
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let ends = |byte: &u8| bidi::ends_paragraph(char::from(*byte));
        self.unseen.ascii(text, report);
        if text.first().is_some_and(|byte| !ends(byte)) {
            self.nesting.go_on(report);
        }
        let waits = !self.nesting.is_empty() || self.nesting.is_right_to_left();
        if waits && text.iter().any(ends) {
            self.nesting.end_line(report);
        }
    }

    /// Takes what is no character between two: what was begun is as it is.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.escapes.interrupt(report);
        self.words.interrupt(report);
        self.unseen.interrupt(report);
    }

    /// Whether no characters in a row are begun.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.escapes.is_settled() && self.words.is_settled() && self.unseen.is_settled()
    }

    /// Whether what comes does not depend on its line or on what is begun.
    #[inline]
    pub(super) fn is_apart(&self) -> bool {
        self.is_settled() && self.nesting.is_empty() && !self.nesting.is_right_to_left()
    }
}
