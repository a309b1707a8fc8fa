//! The reading of bytes: in an encoding, and without the misreadings that a chain undoes.
//!
//! Invariant: bytes that do not fit are not read at all, rather than in part.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::chain::{Chain, UndoneText};
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, table};

/// The reading of a stretch of data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// The misreadings undone after it, if the text is mojibake.
    pub chain: Option<Chain>,
}

impl Reading {
    /// A reading in an encoding alone.
    pub const fn plain(encoding: &'static Encoding) -> Self {
        Self {
            encoding,
            chain: None,
        }
    }

    /// A reading of mojibake that was saved as UTF-8.
    pub const fn through(chain: Chain) -> Self {
        Self {
            encoding: table::UTF_8,
            chain: Some(chain),
        }
    }

    /// Reports whether bytes that are read so stay as they are in UTF-8.
    pub fn is_plain_utf_8(&self) -> bool {
        self.chain.is_none() && self.encoding.is_utf8()
    }

    /// The text of some bytes, without the misreadings; none if the bytes are ill-formed or the
    /// chain does not fit.
    pub fn text(&self, bytes: &[u8]) -> Option<String> {
        let text = decoded(self.encoding, bytes)?;
        match &self.chain {
            Some(chain) => chain.undo(&text).map(|undone| undone.text),
            None => Some(text),
        }
    }

    /// Reports whether it reads some bytes beyond ASCII otherwise than UTF-8: only a step between sets may leave
    /// them as they are.
    pub(super) fn changes(&self, bytes: &[u8]) -> bool {
        let may_leave = |chain: &Chain| !chain.is_proof();
        !self.chain.as_ref().is_some_and(may_leave) || { self.text(bytes) }
            .is_some_and(|text| text.as_bytes() != bytes)
    }

    /// The first character of a text that some bytes do not have in UTF-8, and its place; if they have all, the
    /// first beyond ASCII.
    pub(super) fn first_changed(bytes: &[u8], text: &str) -> Option<(usize, char)> {
        let own = str::from_utf8(bytes).unwrap_or_default();
        let mut beyond = text.char_indices().filter(|(_, c)| !c.is_ascii());
        let is_same = |at: usize, c: char| own.get(at..).is_some_and(|own| own.starts_with(c));
        let first = beyond.clone().next();
        beyond.find(|(at, c)| !is_same(*at, *c)).or(first)
    }

    /// Does the same as [`Self::text`], with the proof that it turns back into the very same bytes,
    /// except for the spaces that were no-break spaces, and for characters that a set has twice, as those
    /// of NEC and IBM in `Shift_JIS`; none if it does not.
    pub fn mend(&self, bytes: &[u8]) -> Option<UndoneText> {
        self.mend_with(bytes, &mut EncodedChars::default())
    }

    /// Does the same, with the characters that were encoded before.
    pub fn mend_with(&self, bytes: &[u8], known: &mut EncodedChars) -> Option<UndoneText> {
        let text = decoded(self.encoding, bytes)?;
        let is_single = || bytes.len() >= MANY && is_reversible(self.encoding);
        let mut is_known = || known.encode_to(self.encoding, &text, bytes);
        let is_proven = self.encoding == table::UTF_8 || is_single() || is_known() || {
            let back = encoded(self.encoding, &text)?;
            let is_other = || self.chain.is_none() && back.len() == bytes.len();
            back == bytes || is_other() && decoded(self.encoding, &back).as_ref() == Some(&text)
        };
        if !is_proven {
            return None;
        }
        match &self.chain {
            Some(chain) => chain.mend(&text),
            None => Some(UndoneText {
                text,
                proofs: None,
                earlier: 0,
                restored: 0,
            }),
        }
    }

    /// The place in some bytes that a place of their repaired text comes from.
    pub fn place_of(&self, bytes: &[u8], text: &str, at: usize) -> usize {
        let Some(before) = text.get(..at) else {
            return bytes.len();
        };
        let place = match &self.chain {
            // The misread text has as many characters.
            Some(chain) => chain.misread(before).and_then(|misread| {
                let old = str::from_utf8(bytes).ok()?;
                let place = old.char_indices().nth(misread.chars().count());
                Some(place.map_or(bytes.len(), |(place, _)| place))
            }),
            None => encoded(self.encoding, before).map(|before| before.len()),
        };
        place.unwrap_or_default().min(bytes.len())
    }
}

/// The fewest bytes that are worth reading in bulk.
const BULK_LEAST: usize = 256;

/// The fewest bytes of which the proof takes longer than that of all bytes of a set.
const MANY: usize = 4096;

/// Reports whether an encoding has one byte per character, and no character twice.
fn is_reversible(encoding: &Encoding) -> bool {
    let mut seen = HashSet::new();
    encoding.max_len == 1
        && (0..=u8::MAX).all(|byte| {
            let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
            let c = sequence.meaning.scalar();
            c.is_none_or(|c| seen.insert(c))
        })
}

/// The text of some bytes in an encoding; all of them must be well-formed.
fn decoded(encoding: &Encoding, bytes: &[u8]) -> Option<String> {
    if encoding == table::UTF_8 {
        return str::from_utf8(bytes).ok().map(str::to_owned);
    }
    let (mut state, mut text) = (CodecState::default(), Vec::with_capacity(bytes.len() * 2));
    let mut at = 0;
    while at < bytes.len() {
        if bytes.len() - at >= BULK_LEAST {
            at += encoding.text(&mut state, &bytes[at..], true, &mut text);
        }
        let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) else {
            break;
        };
        let sequence = encoding.decode(&mut state, rest);
        if !sequence.meaning.is_character() {
            return None;
        }
        let mut scalars = sequence.meaning.scalars().peekable();
        scalars.peek()?;
        for c in scalars {
            text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        at += usize::from(sequence.len);
    }
    String::from_utf8(text).ok()
}

/// The bytes of characters in a set of pairs, each of which has the same wherever it stands: to look for them
/// takes long.
#[derive(Debug, Default)]
pub struct EncodedChars {
    set: Option<&'static Encoding>,
    known: HashMap<char, Vec<u8>, FixedState>,
}

impl EncodedChars {
    /// Reports whether a text in an encoding is some bytes; false too where only the whole text tells.
    fn encode_to(&mut self, encoding: &'static Encoding, text: &str, bytes: &[u8]) -> bool {
        if !matches!(encoding.layout, BitLayout::DoubleByte(_)) || bytes.len() < MANY {
            return false;
        }
        if self.set != Some(encoding) {
            self.set = Some(encoding);
            self.known.clear();
        }
        let mut rest = bytes;
        for c in text.chars() {
            let own = self.known.entry(c).or_insert_with(|| {
                let own = encoded(encoding, c.encode_utf8(&mut [0; 4]));
                own.unwrap_or_default()
            });
            match rest.strip_prefix(&own[..]) {
                Some(after) if !own.is_empty() => rest = after,
                _ => return false,
            }
        }
        rest.is_empty()
    }
}

/// The bytes of a text in an encoding; none if it has no bytes for a character.
fn encoded(encoding: &Encoding, text: &str) -> Option<Vec<u8>> {
    let (mut state, mut bytes) = (CodecState::default(), Vec::with_capacity(text.len()));
    for c in text.chars() {
        encoding.encode(&mut state, c, &mut bytes).ok()?;
    }
    encoding.finish(&mut state, &mut bytes);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: &str) -> Reading {
        Reading::plain(table::by_label(id).unwrap().encoding())
    }

    #[test]
    fn bytes_are_read_whole_or_not_at_all() {
        assert_eq!(of("windows-1251").text(b"\xCF\xF0!").unwrap(), "Пр!");
        assert_eq!(of("utf-8").text(b"a\xFF"), None);
        assert_eq!(of("shift_jis").text(b"\x82\xB1a").unwrap(), "こa");
        assert_eq!(of("shift_jis").text(b"a\x82"), None);
        assert_eq!(of("big5").text(b"\x88\x62").unwrap(), "\u{CA}\u{304}");
    }

    #[test]
    fn a_place_of_the_text_is_found_in_the_bytes() {
        let chain = Reading::through(Chain::parse("utf-8,windows-1251").unwrap());
        let places = [0, 2, 3, 5].map(|at| chain.place_of("РјaРё".as_bytes(), "мaи", at));
        assert_eq!(places, [0, 4, 5, 9]);
        let pairs = of("shift_jis");
        let places = [0, 3, 4].map(|at| pairs.place_of(b"\x82\xB1a", "こa", at));
        assert_eq!(places, [0, 2, 3]);
    }

    #[test]
    fn both_forms_of_a_character_are_repaired() {
        // Shift_JIS writes 81 E6.
        assert_eq!(of("shift_jis").text(b"\x81\xE6").unwrap(), "∵");
        assert!(of("shift_jis").mend(b"\x81\xE6").is_some());
        assert_eq!(of("shift_jis").text(b"\x87\x9A").unwrap(), "∵");
        assert_eq!(of("shift_jis").mend(b"\x87\x9A").unwrap().text, "∵");
        assert!(of("shift_jis").mend(b"\x87").is_none());
        let chain = Reading::through(Chain::parse("utf-8,windows-1251").unwrap());
        assert_eq!(chain.mend("РјРёСЂ".as_bytes()).unwrap().text, "мир");
    }
}
