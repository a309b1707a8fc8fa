//! The facts about characters needed again and again, cached on request.
//!
//! Invariant: cached facts equal the tables; memory is bounded by the number of code points in
//! Unicode.
//! points in Unicode.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use hexloupe_text::unicode::lookalike::{self, WritingSystem};
use hexloupe_text::unicode::{normal, property};

/// The look of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterLook {
    /// A character of ASCII.
    Ascii,
    /// Like letters of ASCII.
    LikeAscii,
    /// Like a letter of ASCII in another style.
    Styled,
    /// Like no other.
    Own,
}

/// The facts about a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// True if it belongs to a word: a letter, a mark, a digit or `_`.
    pub(super) is_of_word: bool,
    /// Its scripts, if it has some of its own.
    pub(super) writing: Option<WritingSystem>,
    pub(super) look: LetterLook,
    /// True if NFC may write it differently, by itself or with the character before.
    pub(super) may_change: bool,
}

/// The characters beyond ASCII requested so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Letters(HashMap<char, Letter, FixedState>);

impl Letters {
    /// The facts about a character.
    #[inline]
    pub(super) fn letter(&mut self, c: char) -> Letter {
        if c.is_ascii() {
            return Letter {
                is_of_word: c.is_ascii_alphanumeric() || c == '_',
                writing: c.is_ascii_alphabetic().then_some(WritingSystem::LATIN),
                look: LetterLook::Ascii,
                may_change: false,
            };
        }
        *self.0.entry(c).or_insert_with(|| letter(c))
    }
}

fn letter(c: char) -> Letter {
    let writing = WritingSystem::from_char(c);
    // æ looks like ae, but nobody writes it to deceive.
    let alike = lookalike::in_ascii(&[c]);
    let passes =
        alike.is_some_and(|ascii| ascii.len() == 1 || writing != Some(WritingSystem::LATIN));
    Letter {
        is_of_word: property::is_word_part(c),
        writing,
        look: if lookalike::is_styled(c) {
            LetterLook::Styled
        } else if passes {
            LetterLook::LikeAscii
        } else {
            LetterLook::Own
        },
        may_change: !normal::begins(c) || !normal::is_composed(&[c]),
    }
}
