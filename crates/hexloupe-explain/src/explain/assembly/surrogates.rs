//! A pair of surrogates in three bytes each, as CESU-8 and modified UTF-8 write it: two triples of
//! UTF-8, two units of UTF-16, one character.
//!
//! Invariant: the bits that only mark a surrogate are structure, so that twenty payload bits are
//! left, as in a pair of UTF-16.

use super::{Assembly, PartRole, UnitBits, utf16};
use crate::explain::words::hex;
use crate::language::Language;
use crate::texts::assembly::surrogates as texts;

/// The unit of UTF-16 in three bytes, if it is a surrogate.
fn unit(bytes: &[u8]) -> Option<u16> {
    match *bytes {
        [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => {
            Some(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F))
        }
        _ => None,
    }
}

/// From six bytes to a value.
pub(super) fn join(bytes: &[u8], language: Language) -> Option<Assembly> {
    let (high, low) = bytes.split_at_checked(3)?;
    let (first, second) = (unit(high)?, unit(low)?);
    if first >= 0xDC00 || second < 0xDC00 {
        return None;
    }
    let parts = bytes.iter().enumerate().map(|(index, byte)| {
        let role = if index < 3 {
            PartRole::HighSurrogate
        } else {
            PartRole::LowSurrogate
        };
        // 1110 with 1101, 10 with 10 or 11, and 10.
        UnitBits::new(&[*byte], [8, 4, 2][index % 3], role)
    });
    let units = [first, second].map(|unit| unit.to_be_bytes().to_vec());
    let pair = utf16::join(&units, language)?;
    let mut steps = vec![
        texts::DropPrefixes {
            high: hex(high),
            first: &first,
            low: hex(low),
            second: &second,
        }
        .get(language),
    ];
    steps.extend(pair.steps);
    Some(Assembly::new(parts.collect(), steps, pair.value))
}
