//! From byte to column: the place on each rung, and its share of the rung below.
//!
//! Invariant: an unknown number is not shown as a number.

use super::Card;
use super::place::{CardPlace, unit_number};
use super::write::{ending_at, said};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{count_of_bytes, grouped_in, hex, point};
use crate::texts::Texts;
use crate::texts::card::ladder as texts;
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ladder",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// Columns of the table: the content of a rung, the end of the number before it, its length.
const HERE: usize = 13;
const BEFORE: usize = 58;
const TAKES: usize = 60;

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let row = SheetRow::default().at(1, texts::RUNG.get(language), CellRole::Label);
    let row = row.at(HERE, texts::HERE.get(language), CellRole::Label);
    let row = ending_at(row, BEFORE, texts::BEFORE_IT.get(language), CellRole::Label);
    let takes = texts::TAKES.get(language);
    let mut out = vec![row.at(TAKES, takes, CellRole::Label)];
    out.extend([
        byte(place),
        unit(place),
        code_point(place),
        cluster(place),
        column(place),
    ]);
    let sentences = SENTENCES.iter().map(|sentence| sentence.get(language));
    out.extend(sentences.flat_map(said));
    out
}

/// The columns for the label of the numbers, in every language.
const LABEL: usize = 9;

const SENTENCES: &[Texts] = &[
    texts::BYTE_WHAT_FILE_HAS,
    texts::CODE_POINT_NUMBER_UNICODE,
    texts::LENGTH_TEXT_HAS_FIVE,
];

/// A rung: its name, its content, the number before it, its length.
fn rung(
    place: &CardPlace<'_>,
    name: Texts,
    here: &str,
    before: Option<u64>,
    takes: &str,
) -> SheetRow {
    let language = place.language;
    let before = before.map_or("-".to_owned(), |before| grouped_in(before, language));
    let room = BEFORE - HERE - 1 - before.len().max(LABEL);
    let mut shown = String::new();
    for c in here.chars() {
        shown.push(c);
        if glyph::columns(&shown) > room {
            shown.pop();
            break;
        }
    }
    let row = SheetRow::default().at(1, name.get(language), CellRole::Label);
    let row = row.at(HERE, shown.trim_end(), CellRole::Value);
    let row = ending_at(row, BEFORE, &before, CellRole::Value).answer();
    row.at(TAKES, takes, CellRole::Value).answer()
}

/// The largest number that is counted: people write no cluster as long.
const MOST: u64 = 9999;

fn byte(place: &CardPlace<'_>) -> SheetRow {
    let (byte, offset) = (place.byte(), place.context.offset(place.cursor));
    let here = format!("{byte:02X} = {byte} = {byte:08b}");
    let takes = texts::BITS.get(place.language);
    rung(place, texts::BYTE, &here, Some(offset), takes)
}

fn unit(place: &CardPlace<'_>) -> SheetRow {
    let size = usize::from(place.encoding.unit);
    let bytes = place
        .context
        .sequence()
        .chunks(size)
        .nth(place.index() / size);
    let bytes = bytes.unwrap_or_default();
    let here = match place.encoding.byte_order() {
        Some(order) if bytes.len() == size => {
            format!("{:0w$X}", unit_number(order, bytes), w = 2 * size)
        }
        _ => hex(bytes),
    };
    let offset = place.context.offset(place.cursor);
    let units = offset.saturating_sub(place.context.phase) / u64::from(place.encoding.unit);
    let here = match bytes.len() {
        1 => here,
        _ => texts::From {
            here: &here,
            bytes: hex(bytes),
        }
        .get(place.language),
    };
    let takes = count_of_bytes(bytes.len(), place.language);
    rung(place, texts::CODE_UNIT, &here, Some(units), &takes)
}

fn code_point(place: &CardPlace<'_>) -> SheetRow {
    let units = place.context.len.div_ceil(place.encoding.unit.into());
    let language = place.language;
    let takes = texts::UNITS.get(language, MOST.min(units as u64));
    let here = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => {
            let name = char::from_u32(number).map_or(String::new(), name::title);
            format!("{} {name}", point(number))
        }
        (None, Some(fault)) => texts::NoneButFault {
            fault: fault::of_kind(fault, language),
        }
        .get(language),
        (None, None) => texts::NONE.get(language).to_owned(),
    };
    let name = texts::CODE_POINT;
    rung(place, name, &here, place.counted.characters, &takes)
}

fn cluster(place: &CardPlace<'_>) -> SheetRow {
    let shown = glyph::cluster(place.cluster, 12, Charset::Unicode).text;
    let points: Vec<String> = place.cluster.iter().map(|c| point((*c).into())).collect();
    let here = match points.len() {
        0 => texts::NONE.get(place.language).to_owned(),
        _ => format!("{shown} = {}", points.join(" ")),
    };
    let takes = texts::CODE_POINTS.get(place.language, MOST.min(points.len() as u64));
    let name = texts::CLUSTER;
    rung(place, name, &here, place.counted.clusters, &takes)
}

fn column(place: &CardPlace<'_>) -> SheetRow {
    let columns = glyph::cluster(place.cluster, 12, Charset::Unicode).columns;
    let here = texts::DRAWN.get(place.language);
    let takes = texts::COLUMNS.get(place.language, columns.into());
    let name = texts::COLUMN;
    rung(place, name, here, place.counted.columns, &takes)
}
