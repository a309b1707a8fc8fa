//! One step of a chain undone: a text is written as bytes and read again in another encoding.
//!
//! Invariant: a step applies to all of a text or to none of it.

use super::sets::Set;
use crate::codec::{Encoding, State, table};

/// As which encoding bytes are read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// As UTF-8, in which few bytes are well-formed by chance.
    Utf8,
    /// As UTF-16 in the other byte order.
    Swapped(&'static Encoding),
    /// In a set of one byte per character.
    Single(&'static Set),
}

/// One step: text is written in `write` and read as `read`.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) write: &'static Set,
    pub(super) read: Reading,
}

/// What a step makes of a text.
pub(super) struct Made {
    pub(super) text: String,
    /// Characters of several bytes that were well-formed UTF-8.
    pub(super) several: usize,
    /// Spaces that were no-break spaces.
    pub(super) restored: usize,
}

impl Step {
    /// The encoding that the bytes are read in.
    pub(super) fn encoding(self) -> &'static Encoding {
        match self.read {
            Reading::Utf8 => table::UTF_8,
            Reading::Swapped(encoding) => encoding,
            Reading::Single(set) => set.encoding,
        }
    }

    /// Whether it reads UTF-8.
    pub(super) fn is_utf_8(self) -> bool {
        matches!(self.read, Reading::Utf8)
    }

    /// What it makes of a text; if the text was `cut`, its last character may be incomplete.
    pub(super) fn apply(self, text: &str, cut: bool) -> Option<Made> {
        self.read(self.write.write(text)?, cut)
    }

    /// What it makes of the bytes of a text.
    pub(super) fn read(self, bytes: Vec<u8>, cut: bool) -> Option<Made> {
        let text = match self.read {
            Reading::Utf8 => return utf_8(self.write, bytes, cut),
            Reading::Single(set) => set.read(&bytes)?,
            Reading::Swapped(encoding) => scalars(encoding, &bytes)?,
        };
        Some(Made {
            text,
            several: 0,
            restored: 0,
        })
    }
}

/// Bytes read as strict UTF-8, with no-break spaces that were copied as spaces restored.
fn utf_8(set: &Set, mut bytes: Vec<u8>, cut: bool) -> Option<Made> {
    let mut restored = 0;
    if let Some(space) = set.no_break_space() {
        for at in 1..bytes.len() {
            if bytes[at] == b' ' && matches!(bytes[at - 1], 0xC2..=0xF4) {
                bytes[at] = space;
                restored += 1;
            }
        }
    }
    if let Err(error) = str::from_utf8(&bytes) {
        if !cut || error.error_len().is_some() {
            return None;
        }
        bytes.truncate(error.valid_up_to());
    }
    let text = String::from_utf8(bytes).ok()?;
    let several = text.chars().filter(|c| !c.is_ascii()).count();
    Some(Made {
        text,
        several,
        restored,
    })
}

/// Bytes read in an encoding in which all of them must be characters.
fn scalars(encoding: &Encoding, bytes: &[u8]) -> Option<String> {
    let (mut state, mut at, mut text) = (State::default(), 0, String::new());
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        text.push(sequence.meaning.scalar()?);
        at += usize::from(sequence.len);
    }
    Some(text)
}
