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
    let surrogates = (first.max(0xD800)..last.min(0xDFFF) + 1).count() as u32;
    last + 1 - first - surrogates
}

fn rows(place: &Place<'_>) -> Vec<Row> {
    let here = place.number().map(|number| (number, number >> 16));
    let row = Row::default();
    let mut out = vec![match here {
        Some((number, plane)) if plane <= LAST => row
            .at(0, format!("{} is in plane", point(number)), CellRole::Text)
            .then(1, plane.to_string(), CellRole::Value)
            .answer()
            .then(
                0,
                format!(": the number without its last 16 bits is {plane:X}"),
                CellRole::Text,
            ),
        Some((number, _)) => row.at(
            0,
            format!("{} is beyond the planes", point(number)),
            CellRole::Text,
        ),
        None => row.at(0, "No code point is here.", CellRole::Text),
    }];
    let row = Row::default().at(1, "plane", CellRole::Label);
    let row = row
        .at(8, "range", CellRole::Label)
        .at(27, "name", CellRole::Label);
    out.push(ending_at(row, 75, "scalar values", CellRole::Label));
    for plane in 0..=LAST {
        let (first, last) = (plane << 16, (plane << 16) + 0xFFFF);
        let role = role(here.is_some_and(|(_, at)| at == plane));
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
