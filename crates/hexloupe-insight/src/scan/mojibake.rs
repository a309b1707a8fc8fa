//! Words that are almost surely UTF-8 with its bytes read in a set of one byte per character.
//!
//! A word begins with a character beyond ASCII from one of the usual sets (`sets`), and goes on
//! with such characters and with letters and digits of ASCII. It is suspected under three
//! conditions: its characters beyond ASCII include a sign (nearly all such words have one, sound
//! ones hardly ever); written in one of the sets it is well-formed UTF-8; and that gives letters of
//! one script and nothing odd (`reading`). Invariant: the findings depend on the characters alone
//! and not on their pieces; of a long word only the first [`LIMIT`] characters count, and no more
//! are stored.

mod reading;
mod sets;

use std::ops::Range;

use hexloupe_text::unicode::notice::Notice;

/// The most characters of a word that are examined.
const LIMIT: usize = 64;
/// The fewest characters beyond ASCII of a suspected word: two characters of two bytes.
pub(super) const LEAST: usize = 4;

/// The position of the text in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordPosition<M> {
    /// Between words.
    Between,
    /// In a word that begins at an offset, with a mark; `end` is the end of its last character
    /// beyond ASCII, which has this number, from 1.
    Inside {
        start: u64,
        mark: M,
        end: u64,
        kept: usize,
    },
    /// In a word after the characters that count.
    Over,
}

/// Reports whether a word of mojibake may have a character beyond ASCII.
pub(super) fn is_of_word(c: char) -> bool {
    sets::row(c).is_some()
}

/// Reports whether it is a sign; a suspected word has at least one.
pub(super) fn is_sign(c: char) -> bool {
    sets::row(c).is_some_and(|row| row.is_sign)
}

/// Reports whether a suspected word may begin with two characters.
pub(super) fn may_begin(first: char, second: char) -> bool {
    sets::may_begin(first, second)
}

/// Reports whether a suspected word of four or more characters may begin so.
pub(super) fn may_begin_with(word: &[char; 4]) -> bool {
    sets::may_begin_with(word)
}

/// The original text of a suspected word; of a long one the beginning.
pub(super) fn text_of(word: &[char]) -> Option<String> {
    let word = word.get(..LIMIT).unwrap_or(word);
    reading::suspected(word, word.len() == LIMIT)
}

/// The current word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MojibakeWordReader<M> {
    at: WordPosition<M>,
    /// The characters so far; empty between words.
    chars: Vec<char>,
    /// The number of characters beyond ASCII, and true if one of them is a sign.
    beyond: usize,
    has_sign: bool,
}

impl<M> Default for MojibakeWordReader<M> {
    fn default() -> Self {
        Self {
            at: WordPosition::Between,
            chars: Vec::new(),
            beyond: 0,
            has_sign: false,
        }
    }
}

impl<M: Copy> MojibakeWordReader<M> {
    /// Reports whether it is between words.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        matches!(self.at, WordPosition::Between)
    }

    /// Handles the next character.
    #[inline]
    pub(super) fn character(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if c.is_ascii() {
            if !self.is_settled() {
                self.feed_ascii(c, report);
            }
        } else if let Some(row) = sets::row(c) {
            self.feed_char(c, row.is_sign, range, mark, report);
        } else {
            self.interrupt(report);
        }
    }

    /// Handles a sequence without a character, or the end of the data.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if !self.is_settled() {
            self.end(report);
            self.at = WordPosition::Between;
        }
    }

    fn feed_ascii(&mut self, c: char, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if !c.is_ascii_alphanumeric() {
            self.interrupt(report);
        } else if matches!(self.at, WordPosition::Inside { .. }) {
            self.push(c, report);
        }
    }

    fn feed_char(
        &mut self,
        c: char,
        is_sign: bool,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let (start, mark) = match self.at {
            WordPosition::Over => return,
            WordPosition::Between => (range.start, mark),
            WordPosition::Inside { start, mark, .. } => (start, mark),
        };
        self.at = WordPosition::Inside {
            start,
            mark,
            end: range.end,
            kept: self.chars.len() + 1,
        };
        self.beyond += 1;
        self.has_sign |= is_sign;
        self.push(c, report);
    }

    fn push(&mut self, c: char, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.chars.push(c);
        if self.chars.len() == LIMIT {
            self.end(report);
            self.at = WordPosition::Over;
        }
    }

    /// Reports the word, if it is suspected, and drops its characters.
    fn end(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if let WordPosition::Inside {
            start,
            mark,
            end,
            kept,
        } = self.at
            && self.has_sign
            && self.beyond >= LEAST
            && reading::suspected(&self.chars[..kept], kept == LIMIT).is_some()
        {
            report(Notice::MojibakeSuspect, start..end, mark);
        }
        self.chars.clear();
        (self.beyond, self.has_sign) = (0, false);
    }
}

#[cfg(test)]
mod tests;
