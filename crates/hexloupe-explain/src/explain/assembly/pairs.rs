//! The bytes of East Asia's sets: their place in a table, and the character there.
//!
//! Invariant: the parts are the bytes of the character alone, without an escape before them.

use super::{Assembly, PartRole, UnitBits};
use crate::explain::cells;
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::assembly::pairs as texts;
use hexloupe_text::codec::east_asia::{Iso2022Mode, Square, TablePosition};
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Masks, SequenceContext};

/// From the bytes of a character to its value: the first value, if there are two.
pub(super) fn join(
    encoding: &Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> Option<Assembly> {
    let bytes = context.sequence();
    let value = context.meaning.values().next()?;
    let masks = context.masks();
    let position = encoding.table_position(bytes);
    let steps = match (bytes, position) {
        (&[byte], _) => vec![single(
            encoding,
            context.state,
            (byte, masks[0]),
            value,
            language,
        )],
        (_, Some(TablePosition::Katakana(byte))) => vec![
            texts::JOIN_SHIFTS_ONCE_HALF.get(language).to_owned(),
            texts::PlusFec0 {
                byte: &byte,
                number: point(value),
            }
            .get(language),
        ],
        (_, None) if matches!(encoding.layout, BitLayout::Shifted(_)) => vec![
            texts::WrittenFor {
                bytes: hex(bytes),
                number: point(value),
            }
            .get(language),
        ],
        _ => {
            let cell = cells::table_cell(encoding, bytes, language)?;
            let mut steps = cell.steps;
            steps.splice(0..0, single_shift(bytes, position, language));
            if !matches!(position, Some(TablePosition::FourBytes(_))) {
                let found: Vec<String> = context.meaning.values().map(point).collect();
                // Some last steps already contain the name of the cell.
                let found = found.join(" ");
                let place = cell.name;
                steps.push(match steps.last() {
                    Some(last) if last.contains(&place) => {
                        texts::TableHasThere { found: &found }.get(language)
                    }
                    _ => texts::TableHasAt { found, place }.get(language),
                });
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

/// The shift to another table for one character.
fn single_shift(
    bytes: &[u8],
    position: Option<TablePosition>,
    language: Language,
) -> Option<String> {
    match (bytes, position?) {
        ([_, _, _], _) => {
            let shift = texts::SINGLE_SHIFT_SHIFTS_ONCE_JIS.get(language);
            Some(shift.to_owned())
        }
        (&[_, byte, _, _], TablePosition::RowAndCell(Square::Cns11643(plane), ..)) => {
            Some(texts::SingleShiftShiftsOncePlane { byte, plane }.get(language))
        }
        _ => None,
    }
}

/// The number of the top bits of a byte that are structure.
const fn structure(masks: Masks) -> usize {
    masks.structure.leading_ones() as usize
}

/// A character of one byte.
fn single(
    encoding: &Encoding,
    state: CodecState,
    (byte, masks): (u8, Masks),
    value: u32,
    language: Language,
) -> String {
    let from = u32::from(byte);
    if value == from {
        return if structure(masks) == 1 {
            crate::texts::assembly::SEVEN_BITS.get(language).to_owned()
        } else {
            let whole = texts::BYTE_VALUE.get(language);
            whole.to_owned()
        };
    }
    if value > 0xFF00 {
        return texts::Plus {
            byte: &byte,
            base: value - from,
            number: point(value),
        }
        .get(language);
    }
    let table = match Iso2022Mode::from_state(state) {
        Iso2022Mode::Roman => "JIS X 0201 Roman",
        _ => encoding.name,
    };
    texts::ByteTable {
        byte,
        number: point(value),
        table,
    }
    .get(language)
}
