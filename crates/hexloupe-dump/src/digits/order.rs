//! The detection of words in an unknown byte order.
//!
//! `od -An -x` and a list of numbers look the same. Bytes are read in the order they are written,
//! which is right for one of them. Invariant: that is reported once, at the end, and only if all
//! words are equally long and longer than a byte.

use crate::out::ReaderOutput;
use crate::text::DumpLine;

/// The words so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum WordOrder {
    #[default]
    None,
    /// All have this number of digits; and whether some have bytes that differ.
    Alike(usize, bool),
    /// All have the same length except the last, which is cut; and whether some have bytes that
    /// differ.
    Cut(bool),
    Others,
}

/// A line with more bytes is not examined.
const MOST_LOOKED_AT: usize = 4096;

impl WordOrder {
    /// Examines a line whose digits begin at an index.
    pub(super) fn line(&mut self, line: &DumpLine<'_>, from: usize) {
        if matches!(self, Self::Others) {
            return;
        }
        let whole = line.begins && line.ends && line.text.len() <= MOST_LOOKED_AT;
        let text = line.text.get(from..).filter(|_| whole).unwrap_or_default();
        let words = text.split(|byte| byte.is_ascii_whitespace() || *byte == b',');
        let words = words.filter(|word| !word.is_empty()).map(digits);
        // A line that is one run of digits has no words: plain hex is bytes in their order.
        let is_first = matches!(self, Self::None);
        let mut count = 0;
        for word in words {
            count += 1;
            *self = self.with(word);
        }
        if count == 0 || is_first && count < 2 {
            *self = Self::Others;
        }
    }

    fn with(self, word: &[u8]) -> Self {
        let mixed = || word.chunks(2).any(|pair| pair != &word[..2]);
        match self {
            Self::None if matches!(word.len(), 4 | 8 | 16) => Self::Alike(word.len(), mixed()),
            Self::Alike(len, seen) if word.len() == len => Self::Alike(len, seen || mixed()),
            Self::Alike(len, seen) if word.len() < len => Self::Cut(seen),
            _ => Self::Others,
        }
    }

    /// Reports whether all are words longer than a byte.
    pub(super) fn is_words(self) -> bool {
        matches!(self, Self::Alike(..) | Self::Cut(_))
    }

    /// Reports how words of unknown byte order were read.
    pub(super) fn report(self, out: &mut ReaderOutput) {
        if let Self::Alike(_, true) | Self::Cut(true) = self {
            let text = "the byte order of the words is unknown; their bytes were read in the order \
                        written";
            out.note(0, 0, text);
        }
    }
}

/// The digits of a word after its prefix.
fn digits(word: &[u8]) -> &[u8] {
    match word {
        [b'0', b'x' | b'X', rest @ ..] => rest,
        all => all,
    }
}
