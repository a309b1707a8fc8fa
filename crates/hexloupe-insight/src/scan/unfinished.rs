//! The pending parts at a boundary: controls of bidirectional text that may still be closed,
//! incomplete escapes and words, and runs of invisible characters.
//!
//! A scan that stops at a boundary continues with it. Invariant: its size is bounded, whatever the
//! data holds.

use std::ops::Range;

use super::bidi::{self, BidiNesting};
use super::escapes::EscapeScanner;
use super::mojibake::MojibakeWordReader;
use super::unseen::UnseenFinder;
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::unicode::unseen::is_right_to_left;

/// The pending parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished<M> {
    /// The open controls of the line.
    pub(super) nesting: BidiNesting<M>,
    /// A possible escape of a lone surrogate.
    pub(super) escapes: EscapeScanner<M>,
    /// A possible word of mojibake.
    pub(super) words: MojibakeWordReader<M>,
    /// A possible run of invisible characters, and the characters before.
    pub(super) unseen: UnseenFinder<M>,
}

impl<M> Default for Unfinished<M> {
    fn default() -> Self {
        Self {
            nesting: BidiNesting::default(),
            escapes: EscapeScanner::default(),
            words: MojibakeWordReader::default(),
            unseen: UnseenFinder::default(),
        }
    }
}

impl<M: Copy> Unfinished<M> {
    /// Handles the next character for the notices of characters in a row.
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

    /// Handles the next character: an invisible one with its possible notice; a visible one decides
    /// about those before. `at` is its place.
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

    /// Does the same as [`Self::beside`] for characters of ASCII.
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

    /// Handles a sequence without a character between two: it ends pending rows.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.escapes.interrupt(report);
        self.words.interrupt(report);
        self.unseen.interrupt(report);
    }

    /// Reports whether no characters in a row are pending.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.escapes.is_settled() && self.words.is_settled() && self.unseen.is_settled()
    }

    /// Reports whether the next characters depend neither on their line nor on pending parts.
    #[inline]
    pub(super) fn is_apart(&self) -> bool {
        self.is_settled() && self.nesting.is_empty() && !self.nesting.is_right_to_left()
    }
}
