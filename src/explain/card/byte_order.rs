//! A code unit of several bytes in both orders: what it is, and what it would be.
//!
//! Invariant: the arithmetic that is shown gives the number that is shown.

use super::Card;
use super::place::{Place, encoded, unit_number};
use super::write::{role, said};
use crate::codec::{ByteOrder, Encoding, table};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{hex, value};

pub(super) const CARD: Card = Card {
    id: "byte-order",
    title: "byte order",
    about: "the bytes of a code unit as a number, in both orders",
    rows,
};

fn rows(place: &Place<'_>) -> Vec<Row> {
    match (place.encoding.byte_order(), place.encoding.in_other_order()) {
        (Some(order), Some(other)) => both(place, order, other),
        _ => without(place),
    }
}

fn both(place: &Place<'_>, order: ByteOrder, other: &Encoding) -> Vec<Row> {
    let size = usize::from(place.encoding.unit);
    let here = place.index() / size;
    let mut out = Vec::new();
    for (index, unit) in place.context.sequence().chunks(size).enumerate() {
        let marked = role(index == here);
        let row = Row::labelled("in the file");
        out.push(row.at(15, hex(unit), marked));
        if unit.len() < size {
            out.extend(said("The data ends before the unit is whole."));
            continue;
        }
        out.extend(number(place.encoding, unit, order, marked));
        out.extend(number(other, unit, opposite(order), CellRole::Other));
    }
    out.extend(said(
        "Little endian writes the least significant byte first (Intel, ARM as it is used, \
         Windows), big endian the most significant (network order, older Macs).",
    ));
    out.extend(said(
        "The order is of the bytes in a unit. Surrogates stay high, then low, in both; so do \
         characters.",
    ));
    out
}

const fn opposite(order: ByteOrder) -> ByteOrder {
    match order {
        ByteOrder::Little => ByteOrder::Big,
        ByteOrder::Big => ByteOrder::Little,
    }
}

/// A unit as a number in an order: the arithmetic, and what the number is.
fn number(encoding: &Encoding, unit: &[u8], order: ByteOrder, role: CellRole) -> Vec<Row> {
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
    let row = Row::default().at(1, encoding.name, CellRole::Label);
    let row = row.at(15, terms.join(" + "), role);
    let sum = Row::default().at(15, format!("= 0x{number:0w$X}", w = 2 * unit.len()), role);
    let sum = sum.answer().then(1, format!("= {number}"), role).answer();
    let shown: String = value(number).chars().take(59).collect();
    vec![row, sum, Row::default().at(15, shown, role)]
}

/// What is said where a unit is one byte: the same character where it is not.
fn without(place: &Place<'_>) -> Vec<Row> {
    let mut out = said(&format!(
        "A code unit of {} is one byte: there is no order to get wrong, on any machine.",
        place.encoding.name
    ));
    let Some(c) = place.context.meaning.scalars().next() else {
        return out;
    };
    out.extend(said(
        "Where a unit has more bytes, their order decides; the same character:",
    ));
    let ordered = table::all().filter(|row| row.byte_order().is_some());
    for row in ordered {
        let bytes = encoded(row, c.encode_utf8(&mut [0; 4])).unwrap_or_default();
        let line = Row::default().at(1, row.name, CellRole::Label);
        out.push(line.at(15, hex(&bytes), CellRole::Other).answer());
    }
    out.extend(said(&format!("The character is {}.", value(c.into()))));
    out
}
