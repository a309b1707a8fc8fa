//! The replacement of matches: what is written for each, and the matches that are still ahead.
//!
//! Invariant: a match is either replaced by all bytes of the replacement or refused with a reason.

use std::ops::Range;

use super::edit::EditingMode;
use super::numbers::{counted, grouped};
use crate::codec::Encoding;
use crate::scan::pattern::Substitute;
use crate::unicode::glyph::{self, Charset};

/// A pattern, and the replacement of its matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substitution {
    /// The pattern.
    pub pattern: String,
    /// The replacement.
    pub by: Substitute,
}

/// A match to be replaced, and its surroundings.
#[derive(Debug, Clone)]
pub struct ReplaceableMatch {
    /// The offsets of the match.
    pub range: Range<u64>,
    /// The address of its first byte.
    pub address: u64,
    /// The encoding of the data there.
    pub encoding: &'static Encoding,
}

impl Substitution {
    /// The bytes that replace a match.
    ///
    /// # Errors
    /// One sentence with the reason why it cannot be replaced.
    pub fn bytes_for(
        &self,
        found: &ReplaceableMatch,
        editing: EditingMode,
        charset: Charset,
    ) -> Result<Vec<u8>, String> {
        let bytes = match &self.by {
            Substitute::Text(text) => encoded(found.encoding, text, charset, "x: and hex digits")?,
            Substitute::Bytes(bytes) => bytes.clone(),
        };
        let (old, new) = (found.range.end - found.range.start, bytes.len() as u64);
        if old != new && editing == EditingMode::Overwrite {
            return Err(format!(
                "the match at 0x{:X} has {}, the replacement {new}; a file keeps its length, a \
                 :scratch copy can change it",
                found.address,
                counted(old, "byte"),
            ));
        }
        Ok(bytes)
    }
}

/// The bytes of a text in an encoding; `instead` is the notation of bytes.
///
/// # Errors
/// One sentence with the reason why there are none.
pub fn encoded(
    encoding: &Encoding,
    text: &str,
    charset: Charset,
    instead: &str,
) -> Result<Vec<u8>, String> {
    if encoding.is_stateful() && !text.is_empty() {
        return Err(format!(
            "in {}, bytes depend on earlier bytes; type them as {instead}",
            encoding.name
        ));
    }
    encoding.encode_text(text).map_err(|c| {
        let drawn = glyph::safe(c.encode_utf8(&mut [0; 4]), charset);
        format!(
            "{} has no bytes for U+{:04X} {drawn}; nothing was changed",
            encoding.name,
            u32::from(c)
        )
    })
}

/// The matches from the one that is asked about on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchesAhead {
    /// The first of them; `None` until it is found.
    pub next: Option<Range<u64>>,
    /// Their number, as far as they are counted.
    pub count: u64,
    /// The progress of the count.
    pub progress: AheadCount,
}

/// The progress of a count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AheadCount {
    /// There are at least so many.
    #[default]
    Running,
    /// There are so many.
    Done,
}

impl MatchesAhead {
    /// The number of the match that is asked about, after some others, and of all.
    pub fn said(&self, before: u64) -> String {
        let least = match self.progress {
            AheadCount::Running => "at least ",
            AheadCount::Done => "",
        };
        let all = grouped(before + self.count);
        format!("match {} of {least}{all}", grouped(before + 1))
    }
}
