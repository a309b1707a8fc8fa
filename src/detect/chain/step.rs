//! One step of a chain undone: a text is written as bytes and read again in another encoding.
//!
//! Invariant: a step applies to all of a text or to none of it.

use super::super::verdict::Misreading;
use super::sets::{self, Set, scalars};
use crate::codec::{Encoding, State, table};

/// As which encoding bytes are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// As UTF-8, in which few bytes are well-formed by chance.
    Utf8,
    /// As UTF-16 in the other byte order.
    Swapped(&'static Encoding),
    /// In a set of one byte per character.
    Single(&'static Set),
}

/// One step: text is written in `write` and read as `read`.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// The step that undoes a misreading; none if text is not misread so.
    pub(super) fn undoing(written: &'static Encoding, read: &'static Encoding) -> Option<Self> {
        let write = sets::of(read)?;
        let read = if written == table::UTF_8 {
            Reading::Utf8
        } else if write.other_order() == Some(written) {
            Reading::Swapped(written)
        } else {
            let set = sets::of(written).filter(|set| set.is_single() && write.is_single())?;
            Reading::Single(set)
        };
        let step = Self { write, read };
        (step.encoding() != write.encoding).then_some(step)
    }

    /// What happened, for a text that it was undone in.
    pub(super) fn misreading(self, text: &str, restored: usize) -> Misreading {
        Misreading {
            written: self.encoding(),
            read: self.write.encoding,
            no_break_space: self.write.no_break_space().filter(|_| restored > 0),
            has_controls: self.write.has_controls(text),
        }
    }

    /// What the misreading makes of a text: it is written in one encoding, and read in the other.
    pub(super) fn misread(self, text: &str) -> Option<String> {
        let bytes = match self.read {
            Reading::Utf8 => text.as_bytes().to_vec(),
            Reading::Single(set) => set.write(text)?,
            Reading::Swapped(encoding) => {
                let (mut state, mut bytes) = (State::default(), Vec::new());
                for c in text.chars() {
                    encoding.encode(&mut state, c, &mut bytes).ok()?;
                }
                bytes
            }
        };
        self.write.read(&bytes)
    }

    /// Whether what it made of a text turns back into that text, except for the spaces that were
    /// no-break spaces.
    pub(super) fn is_proved(self, text: &str, made: &Made) -> bool {
        let Some(again) = self.misread(&made.text) else {
            return false;
        };
        let mut spaces = 0;
        let mut is_same = |(old, new): (char, char)| {
            let is_space = old == ' ' && new == '\u{A0}';
            spaces += usize::from(is_space);
            old == new || is_space
        };
        text.chars().count() == again.chars().count()
            && text.chars().zip(again.chars()).all(&mut is_same)
            && spaces == made.restored
    }

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
