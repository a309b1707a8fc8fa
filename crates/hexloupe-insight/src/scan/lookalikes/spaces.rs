//! Unusual spaces, and the characters around that justify them.
//!
//! Typographers write them between a number and its unit, before the signs of French, beside dashes
//! and words of other scripts than ASCII's; in source code and configuration they are a trap.
//! Invariant: the judgement needs one character on each side.

use super::MarkedRange;
use hexloupe_text::unicode::property;

/// Spaces in a row; the first is not the usual one.
#[derive(Debug, Clone)]
pub(super) struct SpaceRun<M> {
    pub(super) place: MarkedRange<M>,
    first: char,
    before: char,
}

/// Reports whether a character is a space (category Zs), but not the usual one.
pub(super) fn is_unusual(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

impl<M> SpaceRun<M> {
    /// Spaces that begin after a character.
    pub(super) fn new(first: char, place: MarkedRange<M>, before: char) -> Self {
        Self {
            place,
            first,
            before,
        }
    }

    /// Reports whether they are intended, before a character.
    pub(super) fn is_meant(&self, next: char) -> bool {
        let before = self.before;
        if self.first == '\u{3000}' {
            return property::is_wide(before) || property::is_wide(next);
        }
        if ends_line(before) || ends_line(next) {
            return false;
        }
        let number = |a: char, b: char| a.is_numeric() && (b.is_alphanumeric() || is_unit(b));
        let is_beyond_ascii = |c: char| !c.is_ascii() && c.is_alphanumeric();
        number(before, next)
            || number(next, before)
            || matches!(next, ':' | ';' | '!' | '?' | '%' | '»' | '›' | '…' | '”')
            || matches!(before, '«' | '‹' | '„' | '§' | '№' | '¶')
            || [before, next]
                .iter()
                .any(|c| matches!(c, '—' | '–' | '−' | '×' | '·'))
            || is_beyond_ascii(before)
            || is_beyond_ascii(next)
    }
}

fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Reports whether a sign stands for a unit beside a number.
fn is_unit(c: char) -> bool {
    matches!(c, '%' | '‰' | '°' | '′' | '″' | '$' | '€' | '£' | '¥' | '₽')
}
