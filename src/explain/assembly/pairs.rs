//! The bytes of East Asia's sets: where they stand in a table, and what it has
//! there.
//!
//! Invariant: the parts are the bytes of the character alone; an escape before
//! them is none of its parts.

use super::{Assembly, Part, PartRole};
use crate::codec::east_asia::Iso2022Mode;
use crate::codec::{Encoding, State};
use crate::explain::cells;
use crate::explain::words::{hex, point};

/// From the bytes of a character, read in a state, to its value: that of the first
/// where they are two.
pub(super) fn join(
    encoding: &Encoding,
    state: State,
    bytes: &[u8],
    values: &[u32],
) -> Option<Assembly> {
    let value = *values.first()?;
    let steps = match bytes {
        [byte] => vec![single(encoding, state, *byte, value)],
        [0x8E, byte] if encoding.id == "euc-jp" => vec![
            "8E shifts once, to half-width katakana".to_owned(),
            format!("{byte:02X} plus FEC0 is {}", point(value)),
        ],
        _ => {
            let cell = cells::of(encoding, bytes)?;
            let mut steps = cell.steps;
            if bytes.len() == 3 {
                steps.insert(0, "8F shifts once, to JIS X 0212".to_owned());
            }
            if bytes.len() < 4 {
                let found: Vec<String> = values.iter().copied().map(point).collect();
                // The name of a cell stands in the last step of some.
                let place = match steps.last() {
                    Some(last) if last.contains(&cell.name) => "there".to_owned(),
                    _ => cell.name,
                };
                steps.push(format!("the table has {} {}", found.join(" "), at(&place)));
            }
            steps
        }
    };
    let roles = std::iter::once(PartRole::Lead).chain(std::iter::repeat(PartRole::Trail));
    let parts = bytes.iter().zip(roles).map(|(byte, role)| {
        let role = if bytes.len() == 1 {
            PartRole::Whole
        } else {
            role
        };
        Part::new(&[*byte], structure(encoding, bytes, role), role)
    });
    Some(Assembly::new(parts.collect(), steps, value))
}

fn at(place: &str) -> String {
    if place == "there" {
        place.to_owned()
    } else {
        format!("at {place}")
    }
}

/// How many of the top bits of a byte are structure: as the codec's masks say.
fn structure(encoding: &Encoding, bytes: &[u8], role: PartRole) -> usize {
    let shifted = encoding.id == "euc-jp" && matches!(bytes, [0x8E | 0x8F, ..]);
    match encoding.id {
        "euc-jp" if shifted && role == PartRole::Lead => 8,
        "iso-2022-jp" => 1,
        "euc-jp" | "gb2312" | "euc-kr" => {
            let paired = bytes.iter().all(|byte| *byte >= 0xA1) || bytes[0] < 0x80;
            usize::from(paired || shifted)
        }
        _ => 0,
    }
}

/// A character of one byte.
fn single(encoding: &Encoding, state: State, byte: u8, value: u32) -> String {
    let from = u32::from(byte);
    if value == from {
        return if structure(encoding, &[byte], PartRole::Whole) == 1 {
            "seven bits are the value".to_owned()
        } else {
            "the byte is the value".to_owned()
        };
    }
    if value > 0xFF00 {
        return format!("{byte:02X} plus {:04X} is {}", value - from, point(value));
    }
    let table = match Iso2022Mode::of(state) {
        Iso2022Mode::Roman => "JIS X 0201 Roman",
        _ => encoding.name,
    };
    format!(
        "byte {byte:02X} -> {} by the table of {table}",
        point(value)
    )
}

/// The steps from a value to the bytes of a character, and what is written before
/// them.
pub(super) fn split(encoding: &Encoding, value: u32, written: &[u8], bytes: &[u8]) -> Vec<String> {
    let mut steps = Vec::new();
    if let Some(cell) = cells::of(encoding, bytes) {
        steps.push(format!("{} is {}", point(value), cell.name));
    }
    if written.len() > bytes.len() {
        let escape = &written[..written.len() - bytes.len()];
        steps.push(format!("{} shifts to its set", hex(escape)));
    }
    steps.push(format!("bytes: {}", hex(written)));
    steps
}
