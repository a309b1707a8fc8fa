//! The words of a long file that may be mojibake, with what is beside them.
//!
//! Text is judged by its first bytes; later it shows single damaged words, or none. They are spotted while
//! the file goes by, and kept for its end. Invariant: what is kept depends on the words alone, not on the
//! pieces that the data comes in, and is bounded.

use std::ops::Range;

use super::FileRules;
use super::doubt::HEAD;
use super::look::ScoutedPiece;
use crate::codec::Encoding;
use crate::detect::spotter::{self, BESIDE, SpottedKind, SpottedWord, SpottedWords, WordSpotter};
use crate::job::parts::PartRange;
use crate::scan::fault_scanner::FaultScanner;
use crate::window::Window;
use crate::window::sweep::{Reach, SweepPiece};

/// Spots words, if that is asked for.
pub(super) struct WordScout {
    is_asked: bool,
    /// Present once a word may be spotted.
    spotter: Option<WordSpotter>,
}

impl WordScout {
    /// For a file, or a part of it, that is read in an encoding by some rules.
    pub(super) fn new(rules: &FileRules, encoding: &Encoding, part: Option<PartRange>) -> Self {
        Self {
            is_asked: rules.judges(encoding, part),
            spotter: None,
        }
    }

    /// Bytes that a window shows around a piece, of which others need some.
    pub(super) fn reach(&self, mut others: Reach) -> Reach {
        if self.is_asked {
            others.before = others.before.max(spotter::BEFORE + BESIDE);
            others.after = others.after.max(spotter::AFTER + BESIDE);
        }
        others
    }

    /// A piece of which nothing else is known.
    pub(super) fn piece(&mut self, window: &Window, piece: &SweepPiece) -> ScoutedPiece {
        ScoutedPiece {
            quiet: Vec::new(),
            words: self.words(window, piece.certain.clone()),
        }
    }

    /// The words that begin in a piece, which the window shows with its [reach](Self::reach).
    pub(super) fn words(&mut self, window: &Window, piece: Range<u64>) -> Vec<SpottedWord> {
        // What is near the beginning is judged with the first bytes.
        let range = piece.start.max(HEAD as u64 / 2)..piece.end;
        if !self.is_asked || range.is_empty() || !window.holes.is_empty() {
            return Vec::new();
        }
        let spotter = self.spotter.get_or_insert_default();
        spotter.spot((&window.bytes, window.start), range)
    }
}

/// The first spotted words of a file.
#[derive(Default)]
pub(super) struct SpottedText {
    words: SpottedWords,
    kept: Vec<KeptWord>,
}

/// A spotted word and what is beside it.
pub(super) struct KeptWord {
    pub(super) word: Range<u64>,
    /// True if it may be mojibake by itself.
    pub(super) is_odd: bool,
    /// The counts up to the word.
    pub(super) before: FaultScanner,
    /// The word and what is beside it.
    pub(super) window: Window,
}

impl SpottedText {
    /// Keeps the words that begin in a piece, which was counted up to its beginning.
    pub(super) fn keep(&mut self, words: &[SpottedWord], scanner: &FaultScanner, window: &Window) {
        let mut before = *scanner;
        for word in words {
            if self.words.add(word.clone()) {
                before.count(window, word.range.start);
                self.kept.push(KeptWord::new(word, &before, window));
            }
        }
    }

    /// The words from an offset on, in order.
    pub(super) fn after(&self, offset: u64) -> impl Iterator<Item = &KeptWord> {
        self.kept
            .iter()
            .filter(move |kept| kept.word.start >= offset)
    }
}

impl KeptWord {
    fn new(spotted: &SpottedWord, before: &FaultScanner, window: &Window) -> Self {
        let word = &spotted.range;
        let start = word.start.saturating_sub(BESIDE);
        let bytes = window.slice(start, word.end + BESIDE);
        let inside = (word.start - start) as usize;
        // Its line, as far as it is known, from a whole character to a whole one.
        let ends_line = |byte: &u8| *byte == b'\n';
        let first = bytes[..inside]
            .iter()
            .rposition(ends_line)
            .map_or(0, |end| end + 1);
        let cut = bytes[first..inside]
            .iter()
            .take_while(|byte| **byte & 0xC0 == 0x80);
        let first = first + cut.count();
        let len = (word.end - start) as usize;
        let rest = &bytes[len..];
        let rest = rest
            .iter()
            .position(ends_line)
            .map_or(rest, |end| &rest[..end]);
        let rest = match str::from_utf8(rest) {
            Ok(rest) => rest.len(),
            Err(error) => error.valid_up_to(),
        };
        Self {
            word: word.clone(),
            is_odd: spotted.kind != SpottedKind::First,
            before: *before,
            window: Window {
                start: start + first as u64,
                bytes: bytes[first..len + rest].to_vec(),
                // It ends with a whole character, which the walk is to see.
                ends: true,
                ..Window::default()
            },
        }
    }
}
