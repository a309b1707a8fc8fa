//! The bytes of East Asia's sets: their place in a table, and the character there.
//!
//! Invariant: the parts are the bytes of the character alone, without an escape before them.

use super::{Assembly, PartRole, SEVEN_BITS, UnitBits};
use crate::explain::cells;
use crate::explain::words::{hex, point};
use crate::language::Language;
use crate::texts::said::text;
use hexloupe_text::codec::east_asia::{Iso2022Mode, Square, TablePosition};
use hexloupe_text::codec::{Encoding, Layout, Masks, SequenceContext, State};

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
            { language }
                .pick(
                    "8E shifts once, to half-width katakana",
                    "8E переключает один раз, на катакану половинной ширины",
                )
                .to_owned(),
            text!(
                language,
                "{byte:02X} plus FEC0 is {number}",
                "{byte:02X} плюс FEC0 — это {number}",
                number = point(value)
            ),
        ],
        (_, None) if matches!(encoding.layout, Layout::Shifted(_)) => vec![text!(
            language,
            "{bytes} is written for {number}",
            "{bytes} пишется вместо {number}",
            bytes = hex(bytes),
            number = point(value)
        )],
        _ => {
            let cell = cells::of(encoding, bytes, language)?;
            let mut steps = cell.steps;
            steps.splice(0..0, single_shift(bytes, position, language));
            if !matches!(position, Some(TablePosition::FourBytes(_))) {
                let found: Vec<String> = context.meaning.values().map(point).collect();
                // Some last steps already contain the name of the cell.
                let found = found.join(" ");
                let place = cell.name;
                steps.push(match steps.last() {
                    Some(last) if last.contains(&place) => text!(
                        language,
                        "the table has {found} there",
                        "в таблице там {found}"
                    ),
                    _ => text!(
                        language,
                        "the table has {found} at {place}",
                        "в таблице {found}, место — {place}"
                    ),
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
            let shift = language.pick(
                "8F shifts once, to JIS X 0212",
                "8F переключает один раз, на JIS X 0212",
            );
            Some(shift.to_owned())
        }
        (&[_, byte, _, _], TablePosition::RowAndCell(Square::Cns11643(plane), ..)) => Some(text!(
            language,
            "8E shifts once, to the plane that the next byte names: {byte:02X} is plane {plane}",
            "8E переключает один раз, на плоскость из следующего байта: {byte:02X} — плоскость {plane}"
        )),
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
    state: State,
    (byte, masks): (u8, Masks),
    value: u32,
    language: Language,
) -> String {
    let from = u32::from(byte);
    if value == from {
        return if structure(masks) == 1 {
            SEVEN_BITS.get(language).to_owned()
        } else {
            let whole = language.pick("the byte is the value", "байт и есть значение");
            whole.to_owned()
        };
    }
    if value > 0xFF00 {
        return text!(
            language,
            "{byte:02X} plus {base:04X} is {number}",
            "{byte:02X} плюс {base:04X} — это {number}",
            base = value - from,
            number = point(value)
        );
    }
    let table = match Iso2022Mode::of(state) {
        Iso2022Mode::Roman => "JIS X 0201 Roman",
        _ => encoding.name,
    };
    text!(
        language,
        "byte {byte:02X} -> {number} by the table of {table}",
        "байт {byte:02X} -> {number} по таблице {table}",
        number = point(value)
    )
}
