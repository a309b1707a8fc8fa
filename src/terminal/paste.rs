//! Bracketed paste: a text between two sequences; nothing in it is a key.
//!
//! Not every terminal removes the closing sequence from pasted text; then a text could close the
//! bracket itself, and continue as commands. So after an end the rest of the burst is awaited:
//! another end in it shows that everything before it was pasted too. Invariant: at most
//! [`MOST_PASTED`] bytes of a text are stored.

use crate::command::input::MOST_PASTED;

/// The sequences that open and close a pasted text.
const BEGIN: &[u8] = b"\x1b[200~";
const END: &[u8] = b"\x1b[201~";

/// A text of more bytes than this may come in more than one read.
const LONG: usize = 512;
/// More bytes than this after a text, in one burst, are more of it and no keys.
const FLOOD: usize = 1 << 12;

/// A text that is being pasted.
#[derive(Debug, Default)]
pub(super) struct Paste {
    text: Vec<u8>,
    /// The number of last bytes that begin [`END`].
    ending: usize,
}

impl Paste {
    /// Takes a byte; returns true if it ends the text.
    pub(super) fn ends_with(&mut self, byte: u8) -> bool {
        self.ending = match byte {
            byte if byte == END[self.ending] => self.ending + 1,
            byte => usize::from(byte == END[0]),
        };
        if self.text.len() < MOST_PASTED {
            self.text.push(byte);
        }
        let ended = self.ending == END.len();
        if ended && self.text.ends_with(END) {
            self.text.truncate(self.text.len() - END.len());
        }
        ended
    }

    /// The text so far.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.text
    }

    /// The text so far, with U+FFFD for bytes that are no UTF-8.
    pub(super) fn into_text(self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// A text that seems to have ended, and the bytes after it.
#[derive(Debug)]
pub(super) struct EndedPaste {
    text: Vec<u8>,
    after: Vec<u8>,
    flooded: bool,
}

/// The state of a text that seems to have ended.
pub(super) enum PasteState {
    Unknown(EndedPaste),
    Over(EndedPaste),
}

impl EndedPaste {
    /// A text after which an end has come.
    pub(super) const fn new(text: Vec<u8>) -> Self {
        Self {
            text,
            after: Vec::new(),
            flooded: false,
        }
    }

    /// Reports whether the text may have come in more than one read.
    pub(super) const fn is_long(&self) -> bool {
        self.text.len() > LONG
    }

    /// Reports whether bytes came after it.
    pub(super) const fn is_followed(&self) -> bool {
        !self.after.is_empty()
    }

    /// Takes a byte that came after it.
    pub(super) fn push(mut self, byte: u8) -> PasteState {
        self.after.push(byte);
        if self.after.ends_with(END) {
            self.after.truncate(self.after.len() - END.len());
            self.join();
        } else if self.after.ends_with(BEGIN) {
            return PasteState::Over(self);
        } else if self.after.len() > FLOOD {
            self.flooded = true;
            // A possible beginning of a bracket is kept.
            let rest = self.after.split_off(self.after.len() - END.len());
            self.join();
            self.after = rest;
        }
        PasteState::Unknown(self)
    }

    /// Makes the bytes after the text a part of it.
    fn join(&mut self) {
        self.text.append(&mut self.after);
        self.text.truncate(MOST_PASTED);
    }

    /// The text, with U+FFFD for bytes that are no UTF-8, and the bytes after it.
    pub(super) fn into_parts(mut self) -> (String, Vec<u8>) {
        if self.flooded && !self.after.ends_with(BEGIN) {
            self.join();
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        (text, self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the bytes after the opening; returns the text and the bytes after it.
    fn read(bytes: &[u8]) -> (String, Vec<u8>) {
        let mut paste = Paste::default();
        let end = bytes.iter().position(|byte| paste.ends_with(*byte));
        let mut pasted = EndedPaste::new(paste.into_bytes());
        for byte in &bytes[end.unwrap() + 1..] {
            match pasted.push(*byte) {
                PasteState::Unknown(more) => pasted = more,
                PasteState::Over(over) => return over.into_parts(),
            }
        }
        pasted.into_parts()
    }

    #[track_caller]
    fn check(bytes: &str, text: &str, after: &str) {
        assert_eq!(read(bytes.as_bytes()), (text.into(), after.into()));
    }

    #[test]
    fn a_text_ends_with_its_last_end() {
        check("abc\x1b[201~", "abc", "");
        check("abc\x1b\x1b[201~j", "abc\x1b", "j");
        check("a\x1b[201~q\x1b[201~j", "aq", "j");
        check("a\x1b[201~j\x1b[200~", "a", "j\x1b[200~");
    }

    #[test]
    fn no_more_is_kept_than_a_prompt_could_use_and_no_flood_is_typed() {
        let flood = "q".repeat(MOST_PASTED + (3 << 20));
        let (text, after) = read(format!("{flood}\x1b[201~j").as_bytes());
        assert_eq!((text.len(), after), (MOST_PASTED, b"j".to_vec()));
        let (text, after) = read(format!("a\x1b[201~{flood}").as_bytes());
        assert_eq!((text.len(), after), (MOST_PASTED, Vec::new()));
    }
}
