//! Stretches of ASCII and UTF-8.
//!
//! Invariant: each is well-formed, and has no character that no text has.

use std::ops::Range;

use super::evidence::{self, WeighedChar};

/// A stretch of UTF-8.
pub(super) struct FormedStretch {
    /// Its place in the bytes.
    pub(super) range: Range<usize>,
    /// Characters beyond ASCII.
    pub(super) others: usize,
    pub(super) characters: usize,
}

/// The stretches of ASCII of some bytes without controls.
pub(super) fn find_plain(bytes: &[u8], least: usize, into: &mut Vec<FormedStretch>) {
    let mut start = 0;
    for run in bytes.split(|byte| !byte.is_ascii()) {
        if run.len() >= least {
            into.push(FormedStretch {
                range: start..start + run.len(),
                others: 0,
                characters: run.len(),
            });
        }
        start += run.len() + 1;
    }
}

/// The stretches of some bytes without controls.
pub(super) fn find(bytes: &[u8], least: usize, into: &mut Vec<FormedStretch>) {
    let mut start = 0;
    for chunk in bytes.utf8_chunks() {
        let text = chunk.valid();
        let mut stretch = FormedStretch {
            range: start..start,
            others: 0,
            characters: 0,
        };
        for (at, c) in text.char_indices() {
            let at = start + at;
            if !c.is_ascii() && !WeighedChar::of(c).is_text() {
                end(&mut stretch, least, into);
                stretch.range = at + c.len_utf8()..at + c.len_utf8();
                continue;
            }
            stretch.characters += 1;
            stretch.others += usize::from(!c.is_ascii());
            stretch.range.end = at + c.len_utf8();
        }
        end(&mut stretch, least, into);
        start += text.len() + chunk.invalid().len();
    }
}

/// Ends a stretch, and outputs it if it is long enough.
fn end(stretch: &mut FormedStretch, least: usize, into: &mut Vec<FormedStretch>) {
    let empty = FormedStretch {
        range: stretch.range.end..stretch.range.end,
        others: 0,
        characters: 0,
    };
    let ended = std::mem::replace(stretch, empty);
    if ended.characters >= least {
        into.push(ended);
    }
}

/// The bits that a text saves; a character that is written with more bytes than one proves itself by its
/// form too.
pub(super) fn saved(text: &str, others: usize) -> f32 {
    /// The bits of the form of a character.
    const FORM: f32 = 3.0;
    evidence::saved(text) + FORM * others as f32
}
