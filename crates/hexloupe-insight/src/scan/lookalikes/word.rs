//! The current word, and the facts of its letters so far.
//!
//! Invariant: only facts needed for every word are counted here, so that words of one script cost
//! little; the word itself is judged if that is not enough.

use super::letters::{Letter, LetterLook};
use super::{LIMIT, MarkedRange};
use hexloupe_text::unicode::lookalike::{self, WritingSystem};

/// A word, or a piece of a very long one.
#[derive(Debug, Clone)]
pub(super) struct LookalikeWord<M> {
    pub(super) place: MarkedRange<M>,
    pub(super) chars: Vec<char>,
    /// The character before the hyphen that it follows, if it follows one.
    led: Option<char>,
    writing: Option<WritingSystem>,
    /// True if its letters are of several scripts, or styled.
    pub(super) is_mixed: bool,
    /// The look of all its characters; styled ones count as like ASCII.
    look: LetterLook,
    /// True if NFC could write it differently.
    pub(super) may_change: bool,
    /// True if the next character may begin another piece.
    may_end: bool,
}

impl<M> LookalikeWord<M> {
    /// A word that begins at an offset, and what is before the hyphen that it follows.
    pub(super) fn new(start: u64, mark: M, led: Option<char>) -> Self {
        let range = start..start;
        Self {
            place: MarkedRange { range, mark },
            chars: Vec::new(),
            led,
            writing: None,
            is_mixed: false,
            look: LetterLook::Ascii,
            may_change: false,
            may_end: true,
        }
    }

    /// Adds its next character.
    pub(super) fn push(&mut self, c: char, letter: Letter, end: u64) {
        self.place.range.end = end;
        self.chars.push(c);
        if letter.writing.is_some() {
            self.is_mixed |= self.writing.is_some() && self.writing != letter.writing;
            self.writing = letter.writing;
        }
        self.is_mixed |= letter.look == LetterLook::Styled;
        self.look = match (self.look, letter.look) {
            (LetterLook::Own, _) | (_, LetterLook::Own) => LetterLook::Own,
            (look, LetterLook::Ascii) => look,
            _ => LetterLook::LikeAscii,
        };
        self.may_change |= letter.may_change;
        self.may_end = !letter.may_change;
    }

    /// Reports whether it imitates an ASCII word and is none.
    pub(super) fn passes(&self) -> bool {
        self.look == LetterLook::LikeAscii
    }

    /// Reports whether it is of Latin letters alone, which a language may need: Turkish has `ı`.
    pub(super) fn is_latin(&self) -> bool {
        self.writing
            .is_none_or(|writing| writing == WritingSystem::LATIN)
            && !self.is_mixed
    }

    /// Its letters without those that end and begin a range, as in `[а-яЁA-Z]`: all of them if a hyphen does
    /// not stand on both sides, or what is before it does not begin a range.
    pub(super) fn between_ranges(&self, next: Option<char>) -> &[char] {
        let is_range = |from: char, to: char| {
            let writing = WritingSystem::from_char(from);
            writing.is_some() && writing == WritingSystem::from_char(to) && from < to
        };
        match (&self.chars[..], self.led) {
            ([to, others @ .., _], Some(from)) if next == Some('-') && is_range(from, *to) => {
                others
            }
            (chars, _) => chars,
        }
    }

    /// Reports whether a name that it is in makes it odd: not if it is one word in the emphasis of
    /// Markdown, nor if it is Turkish or of a formula.
    pub(super) fn may_imitate(&self) -> bool {
        let own = self.chars.iter().filter(|c| !c.is_ascii());
        let is_turkish = own.clone().all(|c| *c == 'ı');
        let inner = match &self.chars[..] {
            ['_', '_', inner @ .., '_', '_'] if inner.len() == 1 => inner,
            ['_', inner @ .., '_'] => inner,
            _ => &[],
        };
        let is_emphasis = !inner.is_empty() && !inner.contains(&'_');
        let is_formula = self.is_mixed && lookalike::is_of_symbols(&self.chars);
        !(is_turkish || is_emphasis || is_formula)
    }

    /// Reports whether it is of ASCII and not a number.
    pub(super) fn is_of_ascii_letters(&self) -> bool {
        self.look == LetterLook::Ascii && self.chars.iter().any(char::is_ascii_alphabetic)
    }

    /// Reports whether the following characters are judged by themselves.
    pub(super) fn is_full(&self) -> bool {
        let len = self.chars.len();
        len >= 4 * LIMIT || len >= LIMIT && self.may_end
    }
}
