//! Text that a program read in one encoding and saved in another, once or several times.
//!
//! Such recodings are: a legacy file saved as UTF-8, UTF-8 read as windows-1252, a file saved in a
//! set that lacks its characters. The result for a text is computed sequence by sequence.
//! Invariant: the repetitions of a recoding read single bytes, so a sequence becomes the same bytes
//! wherever it stands.

use std::ops::Range;

use super::way::{REPLACEMENT, TextImage};
use crate::codec::{CodecState, Encoding, table};

/// The fate of unreadable bytes, and of characters that cannot be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnreadableHandling {
    /// A byte without a character passes as the C1 control with its number, as in most programs;
    /// other unreadable bytes become U+FFFD, and unsavable characters `?`.
    Passed,
    /// U+FFFD and `?` replace all of them.
    Signs,
    /// Dropped.
    Dropped,
}

/// A text that is read, saved, and perhaps read and saved again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Recoding {
    /// The encoding of the first reading.
    pub(super) read: &'static Encoding,
    /// The set of one byte per character for reading the saved UTF-8 again, and the number of
    /// times.
    pub(super) again: (&'static Encoding, u8),
    /// The encoding of the last save.
    pub(super) saved: &'static Encoding,
    pub(super) lost: UnreadableHandling,
}

impl Recoding {
    /// Bytes read in an encoding and saved as UTF-8.
    pub(super) fn read_as(read: &'static Encoding, lost: UnreadableHandling) -> Self {
        Self {
            read,
            again: (read, 0),
            saved: table::UTF_8,
            lost,
        }
    }

    /// A copy that reads the UTF-8 again in a set a number of times.
    pub(super) fn again(self, set: &'static Encoding, times: u8) -> Self {
        Self {
            again: (set, times),
            ..self
        }
    }

    /// A copy with another encoding of the last save.
    pub(super) fn saved(self, saved: &'static Encoding) -> Self {
        Self { saved, ..self }
    }

    /// The result for a text.
    pub(super) fn image(self, old: &[u8]) -> TextImage {
        let mut image = TextImage::default();
        each(old, self.read, |range, chars| {
            let before = &old[range.clone()];
            if before.is_ascii() && chars.as_deref().is_some_and(str::is_ascii) {
                image.bytes.extend_from_slice(before);
                return;
            }
            let read = self.readable(before, chars);
            let after = self.written(&self.reread(read));
            image.push(range, before, &after);
        });
        if let Ok(text) = str::from_utf8(old) {
            image.join(|at| !text.is_char_boundary(at));
        }
        image
    }

    /// The text of a sequence, with a stand-in for an unreadable one.
    fn readable(self, bytes: &[u8], chars: Option<String>) -> String {
        let is_control = |text: &String| {
            let mut chars = text.chars();
            self.read.max_len == 1 && chars.all(|c| matches!(c, '\u{80}'..='\u{9F}'))
        };
        match (self.lost, chars, bytes) {
            (UnreadableHandling::Passed, Some(text), _) => text,
            (_, Some(text), _) if !is_control(&text) => text,
            (UnreadableHandling::Passed, None, [byte @ 0x80..=0x9F]) => char::from(*byte).into(),
            (UnreadableHandling::Passed | UnreadableHandling::Signs, ..) => {
                char::REPLACEMENT_CHARACTER.into()
            }
            (UnreadableHandling::Dropped, ..) => String::new(),
        }
    }

    /// The result of saving a text as UTF-8 and reading it in the set of the repetitions.
    fn reread(self, mut text: String) -> String {
        let (set, times) = self.again;
        let once = Self::read_as(set, self.lost);
        for _ in 0..times {
            let mut next = String::new();
            for byte in text.bytes() {
                let sequence = set.decode(&mut CodecState::default(), &[byte]);
                let is_known = sequence.meaning.fault().is_none();
                let chars = is_known.then(|| sequence.meaning.scalars().collect());
                next.push_str(&once.readable(&[byte], chars));
            }
            text = next;
        }
        text
    }

    /// A text in its saved form.
    fn written(self, text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        for c in text.chars() {
            let saved = self.saved.encode(&mut CodecState::default(), c, &mut out);
            if saved.is_err() && self.lost != UnreadableHandling::Dropped {
                out.push(b'?');
            }
        }
        out
    }

    /// Reports whether what cannot be read or saved is dropped.
    pub(super) const fn drops(self) -> bool {
        matches!(self.lost, UnreadableHandling::Dropped)
    }

    /// Reports whether a stretch of the result stands for lost text.
    pub(super) fn loses(after: &[u8]) -> bool {
        after == REPLACEMENT || after == b"?" || after.is_empty()
    }

    /// The encodings that text in `own` was written in and read in, in pairs, as far as it was
    /// misread.
    pub(super) fn misreadings(
        self,
        own: &'static Encoding,
    ) -> impl Iterator<Item = [&'static str; 2]> {
        let first = (self.read != own).then_some([own.id, self.read.id]);
        let (set, times) = self.again;
        let again = std::iter::repeat_n([table::UTF_8.id, set.id], usize::from(times));
        first.into_iter().chain(again)
    }
}

/// Passes on the sequences of bytes in a set, with their text; none for ill-formed ones. ASCII that
/// stands for itself comes in runs.
pub(super) fn each(old: &[u8], set: &Encoding, mut put: impl FnMut(Range<usize>, Option<String>)) {
    let (mut state, mut at) = (CodecState::default(), 0);
    let is_plain = set.ascii && !set.is_stateful();
    while at < old.len() {
        let run = old[at..].iter().take_while(|byte| byte.is_ascii()).count();
        if is_plain && run > 0 {
            let text = String::from_utf8_lossy(&old[at..at + run]).into_owned();
            put(at..at + run, Some(text));
            at += run;
            continue;
        }
        let sequence = set.decode(&mut state, &old[at..]);
        let end = at + usize::from(sequence.len).max(1);
        let text: String = sequence.meaning.scalars().collect();
        let text = (sequence.meaning.fault().is_none()).then_some(text);
        put(at..end.min(old.len()), text);
        at = end;
    }
}
