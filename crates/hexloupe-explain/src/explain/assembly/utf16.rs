//! UTF-16's bits: a unit is the value, or a pair is twice ten bits of it.
//!
//! Invariant: the units come highest byte first, whatever their order in the data.

use super::{Assembly, PartRole, UnitBits};
use crate::explain::words::fours;
use crate::language::Language;
use crate::texts::assembly::utf16 as texts;

/// The parts of one UTF-16 unit or a pair.
fn utf16_parts(units: &[Vec<u8>]) -> Option<Vec<UnitBits>> {
    let part = |unit: &Vec<u8>| match unit.as_slice() {
        [0xD8..=0xDB, _] => Some(UnitBits::new(unit, 6, PartRole::HighSurrogate)),
        [0xDC..=0xDF, _] => Some(UnitBits::new(unit, 6, PartRole::LowSurrogate)),
        [_, _] => Some(UnitBits::new(unit, 0, PartRole::Whole)),
        _ => None,
    };
    units.iter().map(part).collect()
}

fn number(part: &UnitBits) -> u32 {
    part.bytes
        .iter()
        .fold(0, |value, byte| value << 8 | u32::from(*byte))
}

/// From units to a value.
pub(in crate::explain) fn join(units: &[Vec<u8>], language: Language) -> Option<Assembly> {
    let parts = utf16_parts(units)?;
    match parts.as_slice() {
        [high, low] => {
            let joined = high.payload() << 10 | low.payload();
            let value = joined + 0x10000;
            let steps = vec![
                texts::MinusD800 {
                    unit: number(high),
                    bits: fours(&high.payload),
                }
                .get(language),
                texts::MinusDc00 {
                    unit: number(low),
                    bits: fours(&low.payload),
                }
                .get(language),
                texts::BitsJoined0x { joined: &joined }.get(language),
                texts::Plus0x100000x { value: &value }.get(language),
            ];
            Some(Assembly::new(parts, steps, value))
        }
        [unit] => {
            let value = number(unit);
            let step = match unit.role {
                PartRole::Whole => crate::texts::assembly::UNIT_IS_VALUE.get(language),
                _ => texts::ALONE_HALF_PAIR.get(language),
            };
            Some(Assembly::new(parts, vec![step.to_owned()], value))
        }
        _ => None,
    }
}
