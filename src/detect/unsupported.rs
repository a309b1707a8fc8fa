//! Encodings that are not in the table, recognised by the structure of their bytes or by
//! how well their letters read.
//!
//! Invariant: data that reads well in an encoding of the table is not tried here.

use super::excerpt::Excerpt;
use super::samples::Samples;
use super::score;
use super::text_cost::CostCalculator;
use super::tuning;
use crate::codec::{Fault, Meaning, Sequence};

/// The name of an unsupported encoding of seven bits with shifts.
pub(super) fn seven_bit(samples: &Samples) -> Option<&'static str> {
    let head = samples.head();
    iso_2022(head).or_else(|| is_hz(head).then_some("HZ"))
}

/// The name of an unsupported multi-byte set.
pub(super) fn multi_byte(samples: &Samples) -> Option<&'static str> {
    is_euc_tw(samples.head()).then_some("EUC-TW")
}

/// ISO-2022-KR and -CN: an escape names the set; SO and SI enclose whole pairs of 21..7E.
fn iso_2022(bytes: &[u8]) -> Option<&'static str> {
    let has = |escape: &[u8]| bytes.windows(4).any(|four| four == escape);
    let name = if has(b"\x1B$)C") {
        "ISO-2022-KR"
    } else if has(b"\x1B$)A") || has(b"\x1B$)G") || has(b"\x1B$*H") {
        "ISO-2022-CN"
    } else {
        return None;
    };
    let (mut inside, mut len, mut pairs, mut at) = (false, 0_usize, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            0x0E if !inside => (inside, len) = (true, 0),
            0x0F | b'\n' if inside && len % 2 == 0 => {
                pairs += len / 2;
                inside = false;
            }
            0x0E | b'\n' if inside => return None,
            // An escape has intermediate bytes and a final byte.
            0x1B => {
                let between = bytes[at..].iter();
                at += between.take_while(|b| matches!(b, b' '..=b'/')).count() + 1;
            }
            0x21..=0x7E if inside => len += 1,
            _ => {}
        }
    }
    (pairs >= 2).then_some(name)
}

/// HZ: `~{` and `~}` enclose whole pairs of GB 2312, and no other tilde is single.
fn is_hz(bytes: &[u8]) -> bool {
    let (mut at, mut pairs) = (0, 0);
    while let Some(tilde) = bytes[at..].iter().position(|byte| *byte == b'~') {
        at += tilde + 2;
        match bytes.get(at - 1) {
            Some(b'{') => {
                let Some(len) = bytes[at..].windows(2).position(|two| two == b"~}") else {
                    break;
                };
                let run = &bytes[at..at + len];
                let fits = |pair: &[u8]| matches!(pair, [0x21..=0x77, 0x21..=0x7E]);
                if !run.chunks(2).all(fits) {
                    return false;
                }
                pairs += len / 2;
                at += len + 2;
            }
            Some(b'~' | b'\n') => {}
            None => break,
            Some(_) => return false,
        }
    }
    pairs >= 2
}

/// EUC-TW: pairs of A1..FE, none in the rows that CNS 11643 leaves empty, most with a lead
/// byte for characters with few strokes; or four bytes that begin with 8E.
fn is_euc_tw(bytes: &[u8]) -> bool {
    let (mut at, mut pairs, mut usual) = (0, 0, 0);
    while let Some(&lead) = bytes.get(at) {
        let len = match lead {
            0..=0x7F => {
                at += 1;
                continue;
            }
            0x8E => 4,
            _ => 2,
        };
        let Some(sequence) = bytes.get(at..at + len) else {
            break;
        };
        match sequence {
            [0x8E, 0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE] => pairs += 1,
            [0xA1..=0xA9, 0xA1..=0xFE] => {}
            [0xC2..=0xFD, 0xA1..=0xFE] => {
                pairs += 1;
                usual += usize::from(lead <= 0xE6);
            }
            _ => return false,
        }
        at += len;
    }
    pairs >= 8 && usual * 3 >= pairs * 2
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

/// The set of [`TABLES`] in which an excerpt costs clearly less than in the best encoding of
/// the table, in bits.
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
