//! Encodings that are not in the table, recognised by the structure of their bytes, by the fit of
//! their letters or by the order of their signs.
//!
//! Invariant: data that reads well in an encoding of the table is not tried here.

use super::excerpt::Excerpt;
use super::samples::Samples;
use super::score;
use super::seven_bit;
use super::text_cost::CostCalculator;
use super::tuning;
use hexloupe_text::codec::{Fault, Meaning, Sequence, table};

/// The name of an unsupported encoding of seven bits with shifts.
pub(super) fn seven_bit(samples: &Samples) -> Option<&'static str> {
    let head = samples.head();
    let has = |escape: &[u8]| head.windows(4).any(|four| four == escape);
    let named = has(b"\x1B$)A") || has(b"\x1B$)G") || has(b"\x1B$*H");
    (named && seven_bit::has_shifted_pairs(head)).then_some("ISO-2022-CN")
}

/// The name of the font's order that Burmese text is in, if that is not Unicode's.
///
/// In Unicode a vowel or medial sign follows its consonant (The Unicode Standard, chapter 16.3); in
/// Zawgyi the vowel sign E and the medial RA stand before it, and U+1039, which stacks consonants,
/// ends a syllable.
pub(super) fn burmese(excerpt: &Excerpt) -> Option<&'static str> {
    let text = excerpt.read(table::UTF_8);
    let chars: Vec<char> = text
        .iter()
        .filter_map(|step| step.meaning.scalar())
        .collect();
    let (mut before, mut after) = (0, 0);
    for (at, c) in chars.iter().enumerate() {
        let last = at.checked_sub(1).map(|at| chars[at]);
        let next = chars.get(at + 1).copied();
        match c {
            '\u{1031}' | '\u{103B}' | '\u{103C}' if last.is_some_and(may_carry) => after += 1,
            '\u{1031}' | '\u{103B}' | '\u{103C}' => before += 1,
            '\u{1039}' if !next.is_some_and(is_consonant) => before += 1,
            _ => {}
        }
    }
    (before >= tuning::UNSUPPORTED_SIGNS && before > after).then_some("Zawgyi")
}

/// Reports whether a sign of Burmese may follow a character: a consonant, or another sign of one.
fn may_carry(c: char) -> bool {
    is_consonant(c)
        || matches!(c, '\u{1039}' | '\u{103B}'..='\u{103E}' | '\u{105E}'..='\u{1060}' | '\u{1082}')
}

/// Reports whether a character is a consonant of a language in Burmese letters.
fn is_consonant(c: char) -> bool {
    matches!(
        c,
        '\u{1000}'..='\u{102A}' | '\u{103F}' | '\u{104E}' | '\u{1050}'..='\u{1055}'
            | '\u{105A}'..='\u{105D}' | '\u{1061}' | '\u{1065}' | '\u{1066}' | '\u{106E}'..='\u{1070}'
            | '\u{1075}'..='\u{1081}' | '\u{108E}' | '\u{AA60}'..='\u{AA7F}'
    )
}

/// Single-byte sets that are not in the table: their characters for 80..FF.
#[rustfmt::skip]
const TABLES: &[(&str, &str)] = &[
    ("TCVN 5712", "\
        ÀẢÃÁẠẶẬÈẺẼÉẸỆÌỈĨÍỊÒỎÕÓỌỘỜỞỠỚỢÙỦŨ\
        \u{A0}ĂÂÊÔƠƯĐăâêôơưđẰ\u{300}\u{309}\u{303}\u{301}\u{323}àảãáạẲằẳẵắẴ\
        ẮẦẨẪẤỀặầẩẫấậèỂẻẽéẹềểễếệìỉỄẾỒĩíịò\
        ỔỏõóọồổỗốộờởỡớợùỖủũúụừửữứựỳỷỹýỵỐ"),
];

/// The set of [`TABLES`] that reads an excerpt for clearly fewer bits than the best encoding of the
/// table.
pub(super) fn single_byte(excerpt: &Excerpt, best: f32) -> Option<&'static str> {
    let read = |table: &str| -> Vec<Sequence> {
        let high: Vec<char> = table.chars().collect();
        let step = |byte: &u8| {
            let c = match byte.checked_sub(0x80) {
                Some(at) => high.get(usize::from(at)).copied(),
                None => Some(char::from(*byte)),
            };
            let c = c.filter(|c| *c != char::REPLACEMENT_CHARACTER);
            let meaning = c.map_or(Meaning::IllFormed(Fault::LegacyUnmapped), Meaning::Scalar);
            Sequence { len: 1, meaning }
        };
        let fragments = excerpt.fragments.iter();
        let bytes = fragments.flat_map(|fragment| fragment.bytes().iter().chain(b"\n"));
        bytes.map(step).collect()
    };
    let mut costs = CostCalculator::new();
    let all = TABLES
        .iter()
        .map(|(name, table)| (score::bits_of(&mut costs, &read(table)), *name));
    let (bits, name) = all.min_by(|one, other| one.0.total_cmp(&other.0))?;
    (bits + tuning::UNSUPPORTED_BITS < best).then_some(name)
}
