//! A stretch of text in data of any kind.

use std::ops::Range;

use super::strings::language_of;
use hexloupe_text::codec::Encoding;

/// A stretch of text.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundString {
    /// The offsets of its bytes.
    pub range: Range<u64>,
    /// The encoding; UTF-8 for ASCII too.
    pub encoding: &'static Encoding,
    /// The bits that it saves compared with bytes by chance; below 0 for what resembles no language.
    pub bits: f32,
    /// The text.
    pub text: String,
    /// Other encodings that give another text of nearly as much evidence, the likeliest first.
    pub others: Vec<OtherReading>,
}

impl FoundString {
    /// The most bytes of a stretch; a longer text is told in pieces.
    pub const LONGEST: usize = 16 * 1024;

    /// The language that it resembles most, if it is text enough to name one.
    pub fn language(&self) -> Option<&'static str> {
        language_of(&self.text)
    }
}

/// Another reading of a stretch.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherReading {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Its text.
    pub text: String,
}
