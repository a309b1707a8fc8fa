//! The detection of words in an unknown byte order.
//!
//! `od -An -x` and a list of numbers look the same. Bytes are read in the order written, which is
//! right for the list, but not for the output of `od -x` on a little-endian machine. Invariant:
//! this is reported once, at the end, and only if each word has the same 2, 4 or 8 bytes (a cut
//! last word may have fewer) and some word has bytes that differ from each other.

use crate::out::ReaderOutput;
use crate::text::DumpLine;

/// The words so far. The order matters if a word has bytes that differ from each other.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum WordOrder {
    /// No word yet.
    #[default]
    NothingYet,
    /// All have the same number of digits.
    Alike { digits: usize, order_matters: bool },
    /// All have the same number of digits except the last, which is cut.
    Cut { order_matters: bool },
    /// The text is no list of equal words; nothing more is examined.
    NotWords,
}

/// A line with more bytes ends the detection: the text then counts as no list of words.
const MOST_LOOKED_AT: usize = 4096;

impl WordOrder {
    /// Examines a line whose digits begin at an index.
    pub(super) fn line(&mut self, line: &DumpLine<'_>, from: usize) {
        if matches!(self, Self::NotWords) {
            return;
        }
        let whole = line.begins && line.ends && line.text.len() <= MOST_LOOKED_AT;
        let text = line.text.get(from..).filter(|_| whole).unwrap_or_default();
        let words = text.split(|byte| byte.is_ascii_whitespace() || *byte == b',');
        let words = words.filter(|word| !word.is_empty()).map(digits);
        // A line that is one run of digits has no words: plain hex is bytes in their order.
        let is_first = matches!(self, Self::NothingYet);
        let mut count = 0;
        for word in words {
            count += 1;
            *self = self.with(word);
        }
        if count == 0 || is_first && count < 2 {
            *self = Self::NotWords;
        }
    }

    fn with(self, word: &[u8]) -> Self {
        let differ = || word.chunks(2).any(|byte| byte != &word[..2]);
        match self {
            Self::NothingYet if matches!(word.len(), 4 | 8 | 16) => Self::Alike {
                digits: word.len(),
                order_matters: differ(),
            },
            Self::Alike {
                digits,
                order_matters,
            } if word.len() == digits => Self::Alike {
                digits,
                order_matters: order_matters || differ(),
            },
            Self::Alike {
                digits,
                order_matters,
            } if word.len() < digits => Self::Cut { order_matters },
            _ => Self::NotWords,
        }
    }

    /// Reports whether all are words longer than a byte.
    pub(super) fn is_words(self) -> bool {
        matches!(self, Self::Alike { .. } | Self::Cut { .. })
    }

    /// Reports how words of unknown byte order were read.
    pub(super) fn report(self, out: &mut ReaderOutput) {
        if let Self::Alike {
            order_matters: true,
            ..
        }
        | Self::Cut {
            order_matters: true,
        } = self
        {
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
