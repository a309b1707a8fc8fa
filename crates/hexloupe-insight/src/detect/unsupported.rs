//! Encodings that are not in the table, recognised by the structure of their bytes or by the
//! fit of their letters.
//!
//! Invariant: data that reads well in an encoding of the table is not tried here.

use super::excerpt::Excerpt;
use super::samples::Samples;
use super::score;
use super::seven_bit;
use super::text_cost::CostCalculator;
use super::tuning;
use hexloupe_text::codec::{Fault, Meaning, Sequence};

/// The name of an unsupported encoding of seven bits with shifts.
pub(super) fn seven_bit(samples: &Samples) -> Option<&'static str> {
    let head = samples.head();
    let has = |escape: &[u8]| head.windows(4).any(|four| four == escape);
    let named = has(b"\x1B$)A") || has(b"\x1B$)G") || has(b"\x1B$*H");
    (named && seven_bit::has_shifted_pairs(head)).then_some("ISO-2022-CN")
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
