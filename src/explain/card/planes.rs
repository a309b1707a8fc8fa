//! The 17 planes of Unicode, and the place of a code point among them.
//!
//! Invariant: the numbers of the planes add up to those of the last row.

use super::Card;
use super::place::Place;
use super::write::{ending_at, role};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{grouped, point};

pub(super) const CARD: Card = Card {
    id: "planes",
    title: "planes",
    about: "the 17 planes of 65,536 code points each, and what they are for",
    rows,
};

/// The last plane.
const LAST: u32 = 16;

/// What a plane is for (Unicode 2.8, and the roadmaps of ISO 10646).
const fn name(plane: u32) -> &'static str {
    match plane {
        0 => "BMP, Basic Multilingual Plane",
        1 => "SMP, Supplementary Multilingual",
        2 => "SIP, Supplementary Ideographic",
        3 => "TIP, Tertiary Ideographic",
        14 => "SSP, Supplementary Special-purpose",
        15 => "Supplementary Private Use Area-A",
        16 => "Supplementary Private Use Area-B",
        _ => "no characters yet",
    }
}

/// The scalar values among some code points: those that are no surrogates (D76).
fn scalars(first: u32, last: u32) -> u32 {
    let surrogates = (first.max(0xD800)..=last.min(0xDFFF)).count() as u32;
    last + 1 - first - surrogates
}

/// The plane of the place, and how it is seen.
fn heading(place: &Place<'_>) -> Row {
    let row = Row::default();
    let Some(number) = place.number() else {
        return row.at(0, "No code point is here.", CellRole::Text);
    };
    let (shown, high) = (point(number), number >> 16);
    if high > LAST {
        return row.at(0, format!("{shown} is beyond the planes."), CellRole::Text);
    }
    row.at(0, format!("{shown} is in plane"), CellRole::Text)
        .then(1, high.to_string(), CellRole::Value)
        .answer()
        .then(
            0,
            format!(": without its last 16 bits the number is 0x{high:X}."),
            CellRole::Text,
        )
}

fn rows(place: &Place<'_>) -> Vec<Row> {
    let here = place.number().map(|number| number >> 16);
    let mut out = vec![heading(place)];
    let row = Row::default().at(1, "plane", CellRole::Label);
    let row = row
        .at(8, "range", CellRole::Label)
        .at(27, "name", CellRole::Label);
    out.push(ending_at(row, 75, "scalar values", CellRole::Label));
    for plane in 0..=LAST {
        let (first, last) = (plane << 16, (plane << 16) + 0xFFFF);
        let role = role(here == Some(plane));
        let row = ending_at(Row::default(), 5, &plane.to_string(), role);
        let row = row.at(8, format!("{first:04X}..{last:04X}"), role).answer();
        let row = row.at(27, name(plane), role);
        out.push(ending_at(
            row,
            75,
            &grouped(scalars(first, last).into()),
            role,
        ));
    }
    let last = (LAST << 16) + 0xFFFF;
    let all = grouped(u64::from(last) + 1);
    let row = Row::default().at(1, "all", CellRole::Label);
    let row = row.at(8, format!("0000..{last:04X}"), CellRole::Value);
    let row = row
        .at(27, format!("{all} code points"), CellRole::Value)
        .answer();
    let sum = format!("- 2,048 = {}", grouped(scalars(0, last).into()));
    out.push(ending_at(row, 75, &sum, CellRole::Value).answer());
    out
}
