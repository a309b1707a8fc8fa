//! The suspicious parts of a line, which the first pass collects word by word.
//!
//! Invariant: no text that is collected is much longer than what is examined of a line.

use super::super::tuning;

/// The suspicious parts of the current line.
#[derive(Default)]
pub(super) struct SuspiciousLine {
    /// Its words of UTF-8, with their costs and their characters.
    pub(super) words: String,
    pub(super) bits: f32,
    pub(super) chars: usize,
    /// The words among them that read badly, and their costs.
    pub(super) odd: String,
    pub(super) odd_bits: f32,
    /// The words that are UTF-8 once more in some set.
    pub(super) suspects: String,
    /// Its words that may be in another encoding, and the most bits that they cost in that of the
    /// data as a whole.
    pub(super) foreign: Vec<u8>,
    /// The hashes of these words.
    pub(super) hashes: Vec<u64>,
    pub(super) own_bits: f32,
    pub(super) has_foreign: bool,
    /// True if it was looked at for a set of neighbours.
    pub(super) is_looked_at: bool,
}

impl SuspiciousLine {
    /// Forgets the line, and keeps its memory.
    pub(super) fn clear(&mut self) {
        for text in [&mut self.words, &mut self.odd, &mut self.suspects] {
            text.clear();
        }
        self.foreign.clear();
        self.hashes.clear();
        (self.bits, self.odd_bits, self.own_bits) = (0.0, 0.0, 0.0);
        (self.chars, self.has_foreign) = (0, false);
        self.is_looked_at = false;
    }
}

/// Adds a word to a text to examine, unless that is long.
pub(super) fn add(into: &mut String, word: &str) {
    if into.len() < tuning::RUN_LINE {
        if !into.is_empty() {
            into.push(' ');
        }
        into.push_str(word);
    }
}
