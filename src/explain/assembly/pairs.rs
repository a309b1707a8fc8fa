//! The bytes of East Asia's sets: their place in a table, and the character there.
//!
//! Invariant: the parts are the bytes of the character alone, without an escape before them.

use super::{Assembly, PartRole, UnitBits};
use crate::codec::east_asia::{Iso2022Mode, TablePosition};
use crate::codec::{Encoding, Masks, SequenceContext, State};
use crate::explain::cells;
use crate::explain::words::point;

/// From the bytes of a character to its value: the first value, if there are two.
pub(super) fn join(encoding: &Encoding, context: &SequenceContext<'_>) -> Option<Assembly> {
    let bytes = context.sequence();
    let value = context.meaning.values().next()?;
    let masks = context.masks();
    let steps = match (bytes, encoding.table_position(bytes)) {
        (&[byte], _) => vec![single(encoding, context.state, (byte, masks[0]), value)],
        (_, Some(TablePosition::Katakana(byte))) => vec![
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
                let found: Vec<String> = context.meaning.values().map(point).collect();
                // Some last steps already contain the name of the cell.
                let place = match steps.last() {
                    Some(last) if last.contains(&cell.name) => "there".to_owned(),
                    _ => cell.name,
                };
                steps.push(format!("the table has {} {}", found.join(" "), at(&place)));
            }
            steps
        }
    };
    let parts = { bytes.iter().zip(&masks) }
        .enumerate()
        .map(|(index, (byte, mask))| {
            let role = match index {
                _ if bytes.len() == 1 => PartRole::Whole,
                0 => PartRole::Lead,
                _ => PartRole::Trail,
            };
            UnitBits::new(&[*byte], structure(*mask), role)
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

/// How many of the top bits of a byte are structure.
const fn structure(masks: Masks) -> usize {
    masks.structure.leading_ones() as usize
}

/// A character of one byte.
fn single(encoding: &Encoding, state: State, (byte, masks): (u8, Masks), value: u32) -> String {
    let from = u32::from(byte);
    if value == from {
        return if structure(masks) == 1 {
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
