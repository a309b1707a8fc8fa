//! The stretches of text in data of any kind, in all encodings at once, with the evidence of each.
//!
//! `evidence` weighs characters; `narrow` finds stretches in the sets of one byte, `pairs` in those of
//! East Asia, `wide` in UTF-16 and UTF-32 at any offset; UTF-8 is found by its form (`forms`), and
//! `choose` decides where stretches overlap. Invariant: stretches that are told do not overlap, and each
//! decodes without a fault.

mod blocks;
mod choose;
mod evidence;
mod forms;
mod lanes;
mod letters;
mod narrow;
mod pairs;
mod plain;
mod series;
mod wide;
mod zones;

use super::language;
use super::preferred::Preferred;
pub use super::verdict::{FoundString, OtherReading};
use hexloupe_text::codec::{BitLayout, Encoding, table};
use narrow::{NarrowTables, has_ascii_letters};
use pairs::PairTables;

/// The bits that a stretch beyond ASCII has to save: by chance a GiB of random bytes has one that saves
/// 32, and programs are not random.
const LEAST: f32 = 32.0;
/// The number of encodings that were more usual for each language, up to which a set is looked for
/// without being named.
const USUAL: u8 = 6;

/// The bits that each character of a text has to save to name its language.
const NAMED: f32 = 2.5;

/// The language that a stretch resembles most, if it is text enough to name one.
pub(super) fn language_of(text: &str) -> Option<&'static str> {
    let (bits, name) = evidence::language(text)?;
    let is_dense = bits >= LEAST && bits >= NAMED * text.chars().count() as f32;
    let is_named = is_dense && language::is_nameable(name, text.chars());
    is_named.then_some(name)
}

/// Finds stretches of text.
pub struct StringsFinder {
    /// The fewest characters of a stretch.
    least: usize,
    preferred: Preferred,
    utf_8: Option<&'static Encoding>,
    wide: Vec<&'static Encoding>,
    narrow: NarrowTables,
    pairs: Vec<PairTables>,
}

impl StringsFinder {
    /// A finder of stretches of at least some characters, in some encodings ([`is_findable`]).
    pub fn new(least: usize, encodings: &[&'static Encoding], preferred: Preferred) -> Self {
        let of = |is: fn(&Encoding) -> bool| {
            let own = encodings.iter().copied().filter(|encoding| is(encoding));
            own.collect::<Vec<_>>()
        };
        let pairs = of(|encoding| matches!(encoding.layout, BitLayout::DoubleByte(_)));
        let narrow = of(|encoding| matches!(encoding.layout, BitLayout::SingleByte));
        Self {
            least: least.max(1),
            preferred,
            utf_8: of(Encoding::is_utf8).first().copied(),
            wide: of(|encoding| encoding.unit > 1),
            narrow: NarrowTables::new(&narrow),
            pairs: PairTables::all(&pairs),
        }
    }
}

/// The encodings that are looked for if none are named: the forms of Unicode, and the sets that were
/// usual for a language.
pub fn usual() -> Vec<&'static Encoding> {
    let is_usual = |encoding: &&Encoding| {
        let mut usual = encoding.usual_for.iter();
        let most = match encoding.layout {
            BitLayout::DoubleByte(_) => 1,
            _ if has_ascii_letters(encoding) => USUAL,
            // The pages of mainframes, of which each country has one.
            _ => u8::MAX,
        };
        encoding.is_unicode() || usual.any(|usual| usual.rank <= most)
    };
    let all = table::all().filter(|encoding| is_findable(encoding));
    all.filter(is_usual).collect()
}

/// Reports whether stretches can be found in an encoding: one whose bytes mean the same everywhere.
pub fn is_findable(encoding: &Encoding) -> bool {
    match encoding.layout {
        BitLayout::Utf8(_) => encoding.is_utf8(),
        BitLayout::Utf16(_) | BitLayout::Utf32(_) | BitLayout::SingleByte => true,
        BitLayout::DoubleByte(_) => !encoding.shifts,
        BitLayout::Utf7
        | BitLayout::SevenBit
        | BitLayout::Iso2022Jp
        | BitLayout::Shifted(_)
        | BitLayout::Misread(_)
        | BitLayout::Refused => false,
    }
}
