//! The 17 planes of Unicode, and the place of a code point among them.
//!
//! Invariant: the numbers of the planes add up to those of the last row.

use super::Card;
use super::place::CardPlace;
use super::write::{ending_at, role};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{grouped_in, point};
use crate::language::Language;
use crate::texts::card::planes as texts;

pub(super) const CARD: Card = Card {
    id: "planes",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// The last plane.
const LAST: u32 = 16;

/// The use of a plane (Unicode 2.8, and the roadmaps of ISO 10646).
const fn name(plane: u32, language: Language) -> &'static str {
    match plane {
        0 => "BMP, Basic Multilingual Plane",
        1 => "SMP, Supplementary Multilingual",
        2 => "SIP, Supplementary Ideographic",
        3 => "TIP, Tertiary Ideographic",
        14 => "SSP, Supplementary Special-purpose",
        15 => "Supplementary Private Use Area-A",
        16 => "Supplementary Private Use Area-B",
        _ => texts::NO_CHARACTERS_YET.get(language),
    }
}

/// The number of scalar values among some code points: those that are no surrogates (D76).
fn scalars(first: u32, last: u32) -> u32 {
    let surrogates = (first.max(0xD800)..=last.min(0xDFFF)).count() as u32;
    last + 1 - first - surrogates
}

/// The plane of the place, and its calculation.
fn heading(place: &CardPlace<'_>) -> SheetRow {
    let (row, language) = (SheetRow::default(), place.language);
    let Some(number) = place.number() else {
        let none = texts::NO_CODE_POINT.get(language);
        return row.at(0, none, CellRole::Text);
    };
    let (shown, high) = (point(number), number >> 16);
    if high > LAST {
        let beyond = texts::BeyondPlanes { shown: &shown }.get(language);
        return row.at(0, beyond, CellRole::Text);
    }
    let is_in = texts::IsInPlane { shown }.get(language);
    let rest = texts::HeadingWithoutLast16 { high: &high }.get(language);
    row.at(0, is_in, CellRole::Text)
        .then(1, high.to_string(), CellRole::Value)
        .answer()
        .then(0, rest, CellRole::Text)
}

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let grouped = |number| grouped_in(number, language);
    let here = place.number().map(|number| number >> 16);
    let mut out = vec![heading(place)];
    let row = SheetRow::default().at(1, texts::PLANE.get(language), CellRole::Label);
    let row = row.at(8, texts::RANGE.get(language), CellRole::Label).at(
        27,
        texts::NAME.get(language),
        CellRole::Label,
    );
    let scalar = texts::SCALAR_VALUES.get(language);
    out.push(ending_at(row, 75, scalar, CellRole::Label));
    for plane in 0..=LAST {
        let (first, last) = (plane << 16, (plane << 16) + 0xFFFF);
        let role = role(here == Some(plane));
        let row = ending_at(SheetRow::default(), 5, &plane.to_string(), role);
        let row = row.at(8, format!("{first:04X}..{last:04X}"), role).answer();
        let row = row.at(27, name(plane, language), role);
        out.push(ending_at(
            row,
            75,
            &grouped(scalars(first, last).into()),
            role,
        ));
    }
    let last = (LAST << 16) + 0xFFFF;
    let all = grouped(u64::from(last) + 1);
    let row = SheetRow::default().at(1, texts::ALL.get(language), CellRole::Label);
    let row = row.at(8, format!("0000..{last:04X}"), CellRole::Value);
    let row = row
        .at(
            27,
            texts::CodePoints { all: &all }.get(language),
            CellRole::Value,
        )
        .answer();
    let (less, sum) = (grouped(0x800), grouped(scalars(0, last).into()));
    let sum = format!("- {less} = {sum}");
    out.push(ending_at(row, 75, &sum, CellRole::Value).answer());
    out
}
