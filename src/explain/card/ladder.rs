//! From byte to column: where the place is on each rung, and what the rung below gives it.
//!
//! Invariant: a number that is not known is not shown as a number.

use super::Card;
use super::place::{Place, unit_number};
use super::write::{ending_at, said};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{grouped, hex, point};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::name;

pub(super) const CARD: Card = Card {
    id: "ladder",
    title: "ladder",
    about: "byte, code unit, code point, cluster, column: the place on each rung",
    rows,
};

/// Columns of the table: what is there, where the number before it ends, what it takes.
const HERE: usize = 13;
const BEFORE: usize = 58;
const TAKES: usize = 60;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let row = Row::default().at(1, "rung", CellRole::Label);
    let row = row.at(HERE, "here", CellRole::Label);
    let row = ending_at(row, BEFORE, "before it", CellRole::Label);
    let mut out = vec![row.at(TAKES, "it takes", CellRole::Label)];
    out.extend([
        byte(place),
        unit(place),
        code_point(place),
        cluster(place),
        column(place),
    ]);
    out.extend(SENTENCES.iter().flat_map(|sentence| said(sentence)));
    out
}

const SENTENCES: &[&str] = &[
    "A byte is what a file has and a disk counts. A code unit is what an encoding form is made \
     of: 1, 2 or 4 bytes (Unicode 3.9, D77).",
    "A code point is a number of Unicode (D10). A grapheme cluster is what a reader calls one \
     character, of one or more code points (UAX #29). Columns are what a terminal gives it: 0, \
     1, 2 or more.",
    "The length of a text has five answers: it depends on the rung. Limits of a field, positions \
     in an editor and len() in a program may each mean another.",
];

/// A rung: its name, what is there, how many are before it, what it takes.
fn rung(name: &str, here: &str, before: Option<u64>, takes: &str) -> Row {
    let before = before.map_or("-".to_owned(), grouped);
    let room = BEFORE - HERE - 1 - before.len().max("before it".len());
    let mut shown = String::new();
    for c in here.chars() {
        shown.push(c);
        if glyph::columns(&shown) > room {
            shown.pop();
            break;
        }
    }
    let row = Row::default().at(1, name, CellRole::Label);
    let row = row.at(HERE, shown.trim_end(), CellRole::Value);
    let row = ending_at(row, BEFORE, &before, CellRole::Value).answer();
    row.at(TAKES, takes, CellRole::Value).answer()
}

/// `1 byte`, `2 bytes`.
fn count(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    // No cluster that people write is as long.
    format!("{} {what}{plural}", count.min(9999))
}

fn byte(place: &Place<'_>) -> Row {
    let (byte, offset) = (place.byte(), place.context.offset(place.cursor));
    let here = format!("{byte:02X} = {byte} = {byte:08b}");
    rung("byte", &here, Some(offset), "8 bits")
}

fn unit(place: &Place<'_>) -> Row {
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
        _ => format!("{here} from {}", hex(bytes)),
    };
    rung("code unit", &here, Some(units), &count(bytes.len(), "byte"))
}

fn code_point(place: &Place<'_>) -> Row {
    let units = place.context.len.div_ceil(place.encoding.unit.into());
    let takes = count(units, "unit");
    let here = match (place.number(), place.context.meaning.fault()) {
        (Some(number), _) => {
            let name = char::from_u32(number).map_or(String::new(), name::title);
            format!("{} {name}", point(number))
        }
        (None, Some(fault)) => format!("none: {}", fault.title()),
        (None, None) => "none".to_owned(),
    };
    rung("code point", &here, place.counted.characters, &takes)
}

fn cluster(place: &Place<'_>) -> Row {
    let shown = glyph::cluster(place.cluster, 12, Charset::Unicode).text;
    let points: Vec<String> = place.cluster.iter().map(|c| point((*c).into())).collect();
    let here = match points.len() {
        0 => "none".to_owned(),
        _ => format!("{shown} = {}", points.join(" ")),
    };
    let takes = count(points.len(), "code point");
    rung("cluster", &here, place.counted.clusters, &takes)
}

fn column(place: &Place<'_>) -> Row {
    let columns = glyph::cluster(place.cluster, 12, Charset::Unicode).columns;
    let here = "as it is drawn here";
    rung(
        "column",
        here,
        place.counted.columns,
        &count(columns.into(), "column"),
    )
}
