//! The input of a card: the place under the cursor, as plain data.
//!
//! Invariant: the cursor of a place lies in the bytes of its context.

use crate::language::Language;
use hexloupe_text::codec::{ByteOrder, CodecState, Encoding, SequenceContext, Step, Walk};
use hexloupe_text::unicode::cluster;
use hexloupe_text::window::{Peek as _, Window};

/// The place under the cursor.
pub struct CardPlace<'a> {
    /// The language of the texts.
    pub language: Language,
    /// The encoding in which the data is read.
    pub encoding: &'static Encoding,
    /// The sequence under the cursor, and the bytes around it.
    pub context: SequenceContext<'a>,
    /// Index of the byte under the cursor in the bytes of the context.
    pub cursor: usize,
    /// The first bytes of the data, enough for a byte order mark; fewer if they are unknown.
    pub head: &'a [u8],
    /// The counts before the place.
    pub counted: CountedBefore,
    /// The text around the place: a line, or the selection.
    pub text: &'a str,
    /// The source of the text.
    pub origin: PlaceOrigin,
    /// The grapheme cluster under the cursor; empty if it is unknown.
    pub cluster: &'a [char],
}

/// The source of the text of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceOrigin {
    /// Given text, or text of the data.
    Data,
    /// An example in place of missing data.
    Example,
}

/// The counts of the data before a place, as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CountedBefore {
    /// Code points.
    pub characters: Option<u64>,
    /// Grapheme clusters.
    pub clusters: Option<u64>,
    /// Columns of its line.
    pub columns: Option<u64>,
}

impl CardPlace<'_> {
    /// The byte under the cursor.
    pub(super) fn byte(&self) -> u8 {
        let bytes = self.context.bytes;
        bytes.get(self.cursor).copied().unwrap_or_default()
    }

    /// The number of the character under the cursor, the first if there are two.
    pub(super) fn number(&self) -> Option<u32> {
        self.context.meaning.values().next()
    }

    /// Index of the byte under the cursor in its sequence.
    pub(super) fn index(&self) -> usize {
        self.cursor.saturating_sub(self.context.at)
    }
}

/// Texts that stand for missing data; the first that an encoding has is used.
const TEXTS: &[&str] = &["мир", "été", "אב", "بحر", "ไทย", "日本", "A"];

/// A few bytes that stand for the data: an argument of the command line, or an example.
#[derive(Debug)]
pub struct CardSample {
    encoding: &'static Encoding,
    window: Window,
    step: Step,
    text: String,
    origin: PlaceOrigin,
    cluster: Vec<char>,
}

impl CardSample {
    /// Some bytes with the cursor on their first character, or on their first byte if they have
    /// none. None if there are no bytes.
    pub fn new(encoding: &'static Encoding, bytes: &[u8]) -> Option<Self> {
        let window = bytes.window(0, bytes.len());
        let steps: Vec<Step> = Walk::new(encoding, 0, &window).collect();
        let character = steps.iter().position(|step| step.meaning.is_character());
        let at = character.unwrap_or_default();
        let step = *steps.get(at)?;
        let after: Vec<char> = { steps[at..].iter() }
            .flat_map(|step| step.meaning.scalars())
            .collect();
        let starts = cluster::starts(&after);
        let more = starts.iter().skip(1).take_while(|starts| !**starts).count();
        let cluster = after.iter().take(1 + more).copied().collect();
        let scalars = steps.iter().flat_map(|step| step.meaning.scalars());
        let text = scalars.collect();
        Some(Self {
            encoding,
            window,
            step,
            text,
            origin: PlaceOrigin::Data,
            cluster,
        })
    }

    /// The usual example in an encoding. None only for an encoding that has no steps.
    pub fn usual(encoding: &'static Encoding) -> Option<Self> {
        let written = TEXTS.iter().find_map(|text| encoded(encoding, text));
        let sample = Self::new(encoding, written.as_deref().unwrap_or(b"A"))?;
        Some(Self {
            origin: PlaceOrigin::Example,
            ..sample
        })
    }

    /// The place, with the cursor on a byte of the character; on its last if it has fewer.
    pub fn place(&self, index: usize, language: Language) -> CardPlace<'_> {
        let context = SequenceContext::new(self.encoding, 0, &self.window, &self.step);
        let cursor = context.at + index.min(context.len.saturating_sub(1));
        CardPlace {
            language,
            encoding: self.encoding,
            context,
            cursor,
            head: &self.window.bytes,
            counted: CountedBefore {
                characters: Some(0),
                clusters: Some(0),
                columns: Some(0),
            },
            text: &self.text,
            origin: self.origin,
            cluster: &self.cluster,
        }
    }
}

/// A text in an encoding, if it has every character.
pub(super) fn encoded(encoding: &Encoding, text: &str) -> Option<Vec<u8>> {
    let (mut state, mut out) = (CodecState::default(), Vec::new());
    for c in text.chars() {
        encoding.encode(&mut state, c, &mut out).ok()?;
    }
    Some(out)
}

/// The number that the bytes of a unit make in an order.
pub(super) fn unit_number(order: ByteOrder, unit: &[u8]) -> u32 {
    let join = |number: u32, byte: &u8| number << 8 | u32::from(*byte);
    match order {
        ByteOrder::Big => unit.iter().fold(0, join),
        ByteOrder::Little => unit.iter().rev().fold(0, join),
    }
}
