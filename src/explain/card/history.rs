//! An encoding's years, names and causes, as far as they are sure.
//!
//! Invariant: the years are in order.

use super::Card;
use super::place::Place;
use super::write::{said, said_after};
use crate::codec::labels;
use crate::explain::sheet::{CellRole, Row};
use crate::language::{english_only, text, texts};

pub(super) const CARD: Card = Card {
    id: "history",
    title: texts("history", "история"),
    about: texts(
        "when an encoding was made, by whom, and why",
        "когда, кем и зачем сделана кодировка",
    ),
    rows,
};

/// Column of what happened.
const EVENT: usize = 7;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let encoding = place.encoding;
    let language = place.language;
    let used = english_only(encoding.used);
    let mut out = said(&format!("{}: {used}", encoding.name));
    let since = match encoding.since {
        Some(year) => text!(
            language,
            "first published in {year}",
            "впервые опубликована в {year} году"
        ),
        None => { language }
            .pick(
                "the year it was first published in is not certain",
                "год первой публикации точно не известен",
            )
            .to_owned(),
    };
    let family = english_only(encoding.family.name());
    out.extend(said(&format!("{family}; {since}")));
    let mut events = encoding.history();
    events.sort_by_key(|event| event.year);
    for event in events {
        let row = Row::default()
            .at(1, event.year.to_string(), CellRole::Value)
            .answer();
        out.extend(said_after(
            row,
            EVENT,
            english_only(event.what),
            CellRole::Text,
        ));
    }
    if let Some((name, _)) = labels::remap_of(encoding) {
        out.extend(said(&text!(
            language,
            "On the web its name is read as {name} (WHATWG Encoding).",
            "В вебе её имя читают как {name} (WHATWG Encoding)."
        )));
    }
    out
}
