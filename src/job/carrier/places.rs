//! Texts at known places of a binary, such as names in a directory: their set.
//!
//! Invariant: a set is named if the guess of all texts together names it.

use super::judge::opening;
use super::words::shortened;
use super::{CarriedText, Carrier};
use crate::codec::{Encoding, table};
use crate::detect::verdict::{ACTING_FLOOR, Evidence, Nature};
use crate::detect::{self, Reading};

/// A text at a place of a binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::job) struct TextPlace {
    /// Its offset.
    pub(in crate::job) offset: u64,
    /// Its bytes.
    pub(in crate::job) bytes: Vec<u8>,
    /// The label of the encoding that is declared for it.
    pub(in crate::job) declared: &'static str,
}

impl TextPlace {
    /// Reports whether it is declared to be in a form of Unicode.
    pub(in crate::job) fn is_unicode(&self) -> bool {
        self.declared.starts_with("utf-")
    }
}

/// The set of some texts.
pub(super) struct Judged {
    pub(super) encoding: &'static Encoding,
    confidence: f32,
    text: String,
    /// True if all its letters are Latin, as in the sets that files declare.
    is_latin: bool,
}

/// The confidence of a set of Latin letters from which on it contradicts another one: they differ in few
/// bytes.
const LATIN_FLOOR: f32 = 0.97;
/// The last letter of the Latin alphabets that sets of one byte have.
const LAST_LATIN: char = '\u{24F}';

impl Judged {
    /// The set of texts beyond ASCII; none if nothing tells it.
    pub(super) fn of(texts: &[Vec<u8>]) -> Option<Self> {
        let joined = texts.join(&b'\n');
        let first = texts.first()?;
        if let Ok(text) = str::from_utf8(first)
            && str::from_utf8(&joined).is_ok()
        {
            return Some(Self {
                encoding: table::UTF_8,
                confidence: 1.0,
                text: opening(text),
                is_latin: false,
            });
        }
        let guess = detect::guess(&joined);
        let encoding = guess.verdict.encoding;
        let is_guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
        let is_text = matches!(guess.nature, Nature::Text | Nature::TooShort);
        let reading = Reading::plain(encoding);
        let (text, all) = (reading.text(first)?, reading.text(&joined)?);
        let mut letters = all.chars().filter(|c| c.is_alphabetic());
        let is_latin = letters.all(|c| c <= LAST_LATIN);
        (is_guessed && is_text).then(|| Self {
            encoding,
            confidence: guess.confidence,
            text: opening(&text),
            is_latin,
        })
    }

    /// Text in a set that is known.
    pub(super) fn told(encoding: &'static Encoding, first: &[u8]) -> Option<Self> {
        let text = Reading::plain(encoding).text(first)?;
        Some(Self {
            encoding,
            confidence: 1.0,
            text: opening(&text),
            is_latin: false,
        })
    }

    /// Reports whether texts are surely other ones than in a set that is declared.
    pub(super) fn contradicts(&self, set: &'static Encoding, texts: &[Vec<u8>]) -> bool {
        let floor = if self.is_latin {
            LATIN_FLOOR
        } else {
            ACTING_FLOOR
        };
        self.confidence >= floor && self.differs_from(set, texts)
    }

    /// Reports whether texts are likely other ones than in a set that is only the default. Sets of
    /// Latin letters differ in few bytes, so one of them must be sure.
    pub(super) fn reads_otherwise(&self, set: &'static Encoding, texts: &[Vec<u8>]) -> bool {
        if self.is_latin {
            self.contradicts(set, texts)
        } else {
            self.differs_from(set, texts)
        }
    }

    /// Reports whether texts are other ones than in a set.
    pub(super) fn differs_from(&self, set: &'static Encoding, texts: &[Vec<u8>]) -> bool {
        let all = texts.join(&b'\n');
        Reading::plain(self.encoding).text(&all) != Reading::plain(set).text(&all)
    }

    /// The report about so many texts, with the bytes of the first.
    pub(super) fn carried(self, carrier: Carrier, count: usize, first: &[u8]) -> CarriedText {
        let bytes: Vec<String> = first.iter().map(|byte| format!("{byte:02X}")).collect();
        CarriedText {
            carrier,
            count: count as u64,
            sample: shortened(&bytes.join(" ")),
            encoding: self.encoding,
            chain: Vec::new(),
            text: self.text,
            confidence: self.confidence,
        }
    }
}
