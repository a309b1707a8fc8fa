//! An encoding's years, names and causes, as far as they are certain.
//!
//! The sentences are facts of the table of encodings, which is English. Invariant: the years are in
//! order.

use super::Card;
use super::place::CardPlace;
use super::write::{said, said_after};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::texts::card::history as texts;
use crate::texts::of_table;
use hexloupe_text::codec::labels;

pub(super) const CARD: Card = Card {
    id: "history",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// The column of the events.
const EVENT: usize = 7;

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let encoding = place.encoding;
    let language = place.language;
    let used = of_table(encoding.used, language);
    let mut out = said(&format!("{}: {used}", encoding.name));
    let since = match encoding.since {
        Some(year) => texts::FirstPublished { year: &year }.get(language),
        None => texts::YEAR_FIRST_PUBLISHED_NOT.get(language).to_owned(),
    };
    let family = of_table(encoding.family.name(), language);
    out.extend(said(&format!("{family}; {since}")));
    let mut events = encoding.history();
    events.sort_by_key(|event| event.year);
    for event in events {
        let row = SheetRow::default()
            .at(1, event.year.to_string(), CellRole::Value)
            .answer();
        let what = of_table(event.what, language);
        out.extend(said_after(row, EVENT, what, CellRole::Text));
    }
    if let Some((name, _)) = labels::remap_of(encoding) {
        out.extend(said(
            &texts::WebNameReadWhatwg { name: &name }.get(language),
        ));
    }
    out
}
