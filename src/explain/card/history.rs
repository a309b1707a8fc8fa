//! An encoding's years, names and causes, as far as they are sure.
//!
//! Invariant: the years are in order.

use super::Card;
use super::place::Place;
use super::write::{said, said_after};
use crate::codec::labels;
use crate::explain::sheet::{CellRole, Row};

pub(super) const CARD: Card = Card {
    id: "history",
    title: "history",
    about: "when an encoding was made, by whom, and why",
    rows,
};

/// Column of what happened.
const EVENT: usize = 7;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let encoding = place.encoding;
    let mut out = said(&format!("{}: {}", encoding.name, encoding.used));
    let since = match encoding.since {
        Some(year) => format!("first published in {year}"),
        None => "the year it was first published in is not certain".to_owned(),
    };
    out.extend(said(&format!("{}; {since}", encoding.family.name())));
    let mut events = encoding.history();
    events.sort_by_key(|event| event.year);
    for event in events {
        let row = Row::default()
            .at(1, event.year.to_string(), CellRole::Value)
            .answer();
        out.extend(said_after(row, EVENT, event.what, CellRole::Text));
    }
    if let Some((name, _)) = labels::remap_of(encoding) {
        out.extend(said(&format!(
            "On the web its name is read as {name} (WHATWG Encoding)."
        )));
    }
    out
}
