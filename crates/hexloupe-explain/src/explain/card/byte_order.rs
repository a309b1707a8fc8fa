//! A code unit of several bytes in both orders: its value, and the value it would have.
//!
//! Invariant: the arithmetic on the page gives the number on the page.

use super::Card;
use super::place::{CardPlace, encoded, unit_number};
use super::write::{role, said};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{hex, value};
use crate::texts::card::byte_order as texts;
use hexloupe_text::codec::{ByteOrder, Encoding, table};

pub(super) const CARD: Card = Card {
    id: "byte-order",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    match (place.encoding.byte_order(), place.encoding.in_other_order()) {
        (Some(order), Some(other)) => both(place, order, other),
        _ => without(place),
    }
}

fn both(place: &CardPlace<'_>, order: ByteOrder, other: &Encoding) -> Vec<SheetRow> {
    let (size, language) = (usize::from(place.encoding.unit), place.language);
    let here = place.index() / size;
    let mut out = Vec::new();
    for (index, unit) in place.context.sequence().chunks(size).enumerate() {
        let marked = role(index == here);
        let row = SheetRow::labelled(texts::FILE.get(language));
        out.push(row.at(15, hex(unit), marked));
        if unit.len() < size {
            out.extend(said(texts::BOTH_DATA_ENDS_BEFORE.get(language)));
            continue;
        }
        out.extend(number((place, place.encoding), unit, order, marked));
        out.extend(number(
            (place, other),
            unit,
            opposite(order),
            CellRole::Other,
        ));
    }
    out.extend(said(texts::BOTH_LITTLE_ENDIAN_WRITES.get(language)));
    out.extend(said(texts::BOTH_ORDER_BYTES_UNIT.get(language)));
    out
}

const fn opposite(order: ByteOrder) -> ByteOrder {
    match order {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    }
}

/// A unit as a number in an order: the arithmetic, and the meaning of the number.
fn number(
    (place, encoding): (&CardPlace<'_>, &Encoding),
    unit: &[u8],
    order: ByteOrder,
    role: CellRole,
) -> Vec<SheetRow> {
    let number = unit_number(order, unit);
    let digits: Vec<u8> = match order {
        ByteOrder::Big => unit.to_vec(),
        ByteOrder::Little => unit.iter().rev().copied().collect(),
    };
    let last = digits.len() - 1;
    let terms: Vec<String> = { digits.iter().enumerate() }
        .map(|(at, digit)| match last - at {
            0 => format!("0x{digit:02X}"),
            1 => format!("0x{digit:02X} * 256"),
            power => format!("0x{digit:02X} * 256^{power}"),
        })
        .collect();
    let row = SheetRow::default().at(1, encoding.name, CellRole::Label);
    let row = row.at(15, terms.join(" + "), role);
    let sum = SheetRow::default().at(15, format!("= 0x{number:0w$X}", w = 2 * unit.len()), role);
    let sum = sum.answer().then(1, format!("= {number}"), role).answer();
    let shown = value(number, place.language);
    let shown: String = shown.chars().take(59).collect();
    vec![row, sum, SheetRow::default().at(15, shown, role)]
}

/// The text for units of one byte: the same character in an encoding with longer units.
fn without(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let mut out = said(
        &texts::WithoutCodeUnitOne {
            name: &place.encoding.name,
        }
        .get(language),
    );
    let Some(c) = place.context.meaning.scalars().next() else {
        return out;
    };
    out.extend(said(texts::WITHOUT_WHERE_UNIT_HAS.get(language)));
    let ordered = table::all().filter(|row| row.byte_order().is_some());
    for row in ordered {
        let bytes = encoded(row, c.encode_utf8(&mut [0; 4])).unwrap_or_default();
        let line = SheetRow::default().at(1, row.name, CellRole::Label);
        out.push(line.at(15, hex(&bytes), CellRole::Other).answer());
    }
    out.extend(said(
        &texts::Character {
            c: value(c.into(), language),
        }
        .get(language),
    ));
    out
}
