//! One step of a chain undone: a text is written as bytes and read again in another encoding.
//!
//! Invariant: a step applies to all of a text or to none of it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use thiserror::Error;

use super::super::verdict::Misreading;
use super::is_c1;
use super::sets::{self, MisreadSet, scalars};
use hexloupe_text::codec::{CodecState, Encoding, table};

/// The encoding for reading the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StepReading {
    /// UTF-8: few bytes are well-formed by chance.
    Utf8,
    /// UTF-16 in the other byte order.
    Swapped(&'static Encoding),
    /// A set that shares the characters of ASCII.
    Set(&'static MisreadSet),
}

/// The reason why a pair of encodings is no misreading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoMisreading {
    /// A pair of equal encodings: nothing changes.
    #[error("it is the same set")]
    Same,
    /// Bytes that are not UTF-8 cannot be read.
    #[error("UTF-8 loses some of the bytes, and the rest is not mojibake")]
    AsUtf8,
    /// One of them does not share the characters of ASCII.
    #[error("the first must be UTF-8 or extend ASCII, the second must extend ASCII or be UTF-16")]
    NoAscii,
}

/// One step: text is written in `write` and read as `read`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainStep {
    pub(super) write: &'static MisreadSet,
    pub(super) read: StepReading,
}

/// The result of a step for a text.
#[derive(Default)]
pub(super) struct ChainStepResult {
    pub(super) text: String,
    /// The characters that hardly come out so by chance: of several bytes in well-formed UTF-8, or
    /// [a few more](ChainStep::is_proof).
    pub(super) several: usize,
    /// Spaces that were no-break spaces.
    pub(super) restored: usize,
}

impl ChainStep {
    /// The step that undoes a misreading.
    ///
    /// # Errors
    /// Text is not misread so, or the misreading cannot be undone.
    pub(super) fn undoing(
        written: &'static Encoding,
        read: &'static Encoding,
    ) -> Result<Self, NoMisreading> {
        if written == read {
            return Err(NoMisreading::Same);
        }
        if read.is_utf8() {
            return Err(NoMisreading::AsUtf8);
        }
        let write = sets::set_of_encoding(read).ok_or(NoMisreading::NoAscii)?;
        let read = if written == table::UTF_8 {
            StepReading::Utf8
        } else if write.other_order() == Some(written) {
            StepReading::Swapped(written)
        } else {
            let set = sets::set_of_encoding(written).filter(|_| written.ascii);
            StepReading::Set(set.ok_or(NoMisreading::NoAscii)?)
        };
        Ok(Self { write, read })
    }

    /// The misreading, for a text in which it was undone.
    pub(super) fn misreading(self, text: &str, restored: usize) -> Misreading {
        Misreading {
            written: self.encoding(),
            read: self.write.encoding,
            no_break_space: self.write.no_break_space().filter(|_| restored > 0),
            has_controls: self.write.has_controls(text),
        }
    }

    /// The result of the misreading for a text: it is written in one encoding, and read in the
    /// other.
    pub(super) fn misread(self, text: &str) -> Option<String> {
        let bytes = match self.read {
            StepReading::Utf8 => text.as_bytes().to_vec(),
            StepReading::Set(set) => set.write(text)?,
            StepReading::Swapped(encoding) => {
                let (mut state, mut bytes) = (CodecState::default(), Vec::new());
                for c in text.chars() {
                    encoding.encode(&mut state, c, &mut bytes).ok()?;
                }
                bytes
            }
        };
        self.write.read(&bytes)
    }

    /// Reports whether the result for a text turns back into that text, except for the spaces that
    /// were no-break spaces.
    pub(super) fn is_proved(self, text: &str, made: &ChainStepResult) -> bool {
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
            StepReading::Utf8 => table::UTF_8,
            StepReading::Swapped(encoding) => encoding,
            StepReading::Set(set) => set.encoding,
        }
    }

    /// Reports whether its sets share most of their letters.
    pub(super) fn is_of_neighbours(self) -> bool {
        matches!(self.read, StepReading::Set(read) if read.is_neighbour_of(self.write))
    }

    /// The character that it makes of one, if it is between sets of one byte per character.
    pub(super) fn reread(self, c: char) -> Option<char> {
        match self.read {
            StepReading::Set(read) => self.write.reread(c, read),
            StepReading::Utf8 | StepReading::Swapped(_) => None,
        }
    }

    /// The rarity of text in the set that it reads, in bits.
    pub(super) fn rarity_of_writing(self) -> f32 {
        match self.read {
            StepReading::Set(read) => read.bits,
            StepReading::Utf8 | StepReading::Swapped(_) => 0.0,
        }
    }

    /// Reports whether it reads UTF-8.
    pub(super) fn is_utf_8(self) -> bool {
        matches!(self.read, StepReading::Utf8)
    }

    /// Reports whether its result is evidence by itself: few bytes are UTF-8 by chance, and text has
    /// no C1 controls, which windows-1252 read as ISO-8859-1 is full of.
    pub(super) fn is_proof(self) -> bool {
        self.is_utf_8() || self.is_of_controls()
    }

    /// The step that reads the C1 controls of ISO-8859-1 as the characters of windows-1252.
    pub(super) fn of_controls() -> Option<Self> {
        static STEP: LazyLock<Option<ChainStep>> = LazyLock::new(|| {
            let mut western = sets::all().iter().filter(|set| set.is_latin_1());
            let write = western.clone().find(|set| set.has_c1())?;
            let read = western.find(|set| !set.has_c1())?;
            Some(ChainStep {
                write,
                read: StepReading::Set(read),
            })
        });
        *STEP
    }

    /// Reports whether it is [`Self::of_controls`].
    fn is_of_controls(self) -> bool {
        Self::of_controls() == Some(self)
    }

    /// Its result for a text; if the text was `cut`, its last character may be incomplete.
    pub(super) fn apply(self, text: &str, cut: bool) -> Option<ChainStepResult> {
        self.read(self.write.write(text)?, cut)
    }

    /// The parts of a text whose bytes are characters in their original encoding, each with the
    /// number of its characters of several bytes.
    pub(super) fn islands(self, text: &str) -> Vec<(Range<usize>, usize)> {
        let mut found = Vec::new();
        let is_written = |c: char| self.write.write(c.encode_utf8(&mut [0; 4])).is_some();
        let mut at = 0;
        for part in text.split_inclusive(|c| !is_written(c)) {
            let written = part.trim_end_matches(|c| !is_written(c));
            self.add_islands(written, at, &mut found);
            at += part.len();
        }
        found
    }

    /// Does the same as [`Self::islands`], for a text that begins at an offset and can be written.
    fn add_islands(self, text: &str, start: usize, into: &mut Vec<(Range<usize>, usize)>) {
        let (mut bytes, mut borders) = (Vec::new(), HashMap::new());
        for (at, c) in text.char_indices() {
            borders.insert(bytes.len(), at);
            bytes.extend(
                self.write
                    .write(c.encode_utf8(&mut [0; 4]))
                    .unwrap_or_default(),
            );
        }
        borders.insert(bytes.len(), text.len());
        // The open island: its start and end between characters, and its count up to there.
        let (mut open, mut several) = (None::<(Range<usize>, usize)>, 0);
        let (mut state, mut at) = (CodecState::default(), 0);
        while at < bytes.len() {
            let sequence = self.encoding().decode(&mut state, &bytes[at..]);
            let begins = borders.get(&at);
            at += usize::from(sequence.len);
            if sequence.meaning.scalar().is_none() {
                into.extend(open.take());
                continue;
            }
            if open.is_none()
                && let Some(begins) = begins
            {
                (open, several) = (Some((start + begins..start + begins, 0)), 0);
            }
            several += usize::from(sequence.len > 1);
            if let (Some((range, proofs)), Some(ends)) = (&mut open, borders.get(&at)) {
                (range.end, *proofs) = (start + ends, several);
            }
        }
        into.extend(open);
        into.retain(|(range, _)| !range.is_empty());
    }

    /// Its result for the bytes of a text.
    pub(super) fn read(self, bytes: Vec<u8>, cut: bool) -> Option<ChainStepResult> {
        let mut several = 0;
        let text = match self.read {
            StepReading::Utf8 => return utf_8(self.write, bytes, cut),
            StepReading::Set(set) if self.is_of_controls() => {
                // NEL, 85, ends lines of EBCDIC: it proves nothing.
                let controls = bytes.iter().filter(|byte| matches!(byte, 0x80..=0x9F));
                several = controls.clone().filter(|byte| **byte != 0x85).count();
                let has_controls = controls.count() > 0;
                let text = set.read(&bytes)?;
                Some(text).filter(|text| has_controls && has_signs_in_place(text))?
            }
            StepReading::Set(set) => set.read(&bytes)?,
            StepReading::Swapped(encoding) => scalars(encoding, &bytes)?,
        };
        Some(ChainStepResult {
            text,
            several,
            restored: 0,
        })
    }
}

/// Reports whether signs beyond ASCII are where text has them: between two letters is an apostrophe
/// at most. No C1 control is left.
fn has_signs_in_place(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let is_between = |around: &[char]| {
        let sign = around[1];
        let is_sign = !sign.is_ascii() && !sign.is_alphabetic() && sign != '’';
        is_sign && around[0].is_alphabetic() && around[2].is_alphabetic()
    };
    !text.contains(is_c1) && !chars.windows(3).any(is_between)
}

/// Of so many characters at most one is a control, in ASCII that was read as units.
const CONTROLS: usize = 16;

/// Bytes decoded as strict UTF-8, with no-break spaces that were copied as spaces restored.
fn utf_8(set: &MisreadSet, mut bytes: Vec<u8>, cut: bool) -> Option<ChainStepResult> {
    let mut restored = 0;
    if let Some(space) = set.no_break_space() {
        for at in 1..bytes.len() {
            if bytes[at] == b' ' && sets::is_begun(&bytes[..at]) {
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
    let told = text.chars().filter(|c| !c.is_ascii());
    let mut several = told.count();
    if !set.is_single() && !set.encoding.ascii {
        // Units of UTF-16 whose bytes are both ASCII: three of them are rarely so by chance.
        several += if text.is_ascii() { text.len() / 6 } else { 0 };
        let controls = text.chars().filter(char::is_ascii_control);
        if controls.count() > text.len() / CONTROLS {
            return None;
        }
    }
    Some(ChainStepResult {
        text,
        several,
        restored,
    })
}
