//! Texts at known places of a binary, such as names in a directory: their set.
//!
//! Invariant: a set is named if the guess of all texts together names it.

use super::judge::opening;
use super::words::shortened;
use super::{CarriedText, Carrier};
use crate::codec::{Encoding, table};
use crate::detect::verdict::{ACTING_FLOOR, Evidence, Nature};
use crate::detect::{self, Reading};

/// The set of some texts.
pub(super) struct Judged {
    pub(super) encoding: &'static Encoding,
    confidence: f32,
    text: String,
}

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
            });
        }
        let guess = detect::guess(&joined);
        let encoding = guess.verdict.encoding;
        let is_guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
        let is_text = matches!(guess.nature, Nature::Text | Nature::TooShort);
        let text = Reading::plain(encoding).text(first)?;
        (is_guessed && is_text).then(|| Self {
            encoding,
            confidence: guess.confidence,
            text: opening(&text),
        })
    }

    /// Text in a set that is known.
    pub(super) fn told(encoding: &'static Encoding, first: &[u8]) -> Option<Self> {
        let text = Reading::plain(encoding).text(first)?;
        Some(Self {
            encoding,
            confidence: 1.0,
            text: opening(&text),
        })
    }

    /// Reports whether texts are surely other ones than in a set.
    pub(super) fn contradicts(&self, set: &'static Encoding, texts: &[Vec<u8>]) -> bool {
        let all = texts.join(&b'\n');
        let own = Reading::plain(self.encoding).text(&all);
        self.confidence >= ACTING_FLOOR && own != Reading::plain(set).text(&all)
    }

    /// Reports whether the texts are other ones in ISO-8859-1.
    pub(super) fn is_no_latin_1(&self, texts: &[Vec<u8>]) -> bool {
        let all = texts.join(&b'\n');
        let latin_1 = table::by_id("iso-8859-1").map(Reading::plain);
        let latin_1 = latin_1.and_then(|latin_1| latin_1.text(&all));
        latin_1 != Reading::plain(self.encoding).text(&all)
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
