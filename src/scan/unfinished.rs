//! What is begun at a boundary and not yet known: controls of bidirectional text that may still be
//! closed, and escapes and words of which not all characters have come.
//!
//! A scan that stops at a boundary goes on with it. Invariant: its size is bounded, whatever the
//! data holds.

use std::ops::Range;

use super::bidi::Nesting;
use super::escapes::Escapes;
use super::mojibake::Words;
use crate::unicode::notice::Notice;

/// What is begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfinished<M> {
    /// What is open on the line.
    pub(super) nesting: Nesting<M>,
    /// What may become the escape of a lone surrogate.
    pub(super) escapes: Escapes<M>,
    /// What may become a word of mojibake.
    pub(super) words: Words<M>,
}

impl<M> Default for Unfinished<M> {
    fn default() -> Self {
        Self {
            nesting: Nesting::default(),
            escapes: Escapes::default(),
            words: Words::default(),
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

    /// Takes what is no character between two: what was begun is as it is.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.escapes.interrupt(report);
        self.words.interrupt(report);
    }

    /// Whether no characters in a row are begun.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.escapes.is_settled() && self.words.is_settled()
    }
}
