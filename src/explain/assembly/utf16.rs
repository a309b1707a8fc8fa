//! UTF-16's bits: a unit is the value, or a pair is twice ten bits of it.
//!
//! Invariant: the units come highest byte first, whatever their order was.

use super::{Assembly, PartRole, UnitBits};
use crate::explain::words::fours;

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
pub(in crate::explain) fn join(units: &[Vec<u8>]) -> Option<Assembly> {
    let parts = utf16_parts(units)?;
    match parts.as_slice() {
        [high, low] => {
            let joined = high.payload() << 10 | low.payload();
            let value = joined + 0x10000;
            let steps = vec![
                format!(
                    "{:04X} minus D800 is {}",
                    number(high),
                    fours(&high.payload)
                ),
                format!("{:04X} minus DC00 is {}", number(low), fours(&low.payload)),
                format!("10 + 10 bits joined are 0x{joined:05X}"),
                format!("plus 0x10000 is 0x{value:X}"),
            ];
            Some(Assembly::new(parts, steps, value))
        }
        [unit] => {
            let value = number(unit);
            let step = match unit.role {
                PartRole::Whole => "the code unit is the value",
                _ => "alone, half of a pair",
            };
            Some(Assembly::new(parts, vec![step.to_owned()], value))
        }
        _ => None,
    }
}
