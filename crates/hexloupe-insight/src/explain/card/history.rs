//! An encoding's years, names and causes, as far as they are certain.
//!
//! The sentences are facts of the table of encodings, which is English. Invariant: the years are in
//! order.

use super::Card;
use super::place::Place;
use super::write::{said, said_after};
use crate::explain::sheet::{CellRole, Row};
use crate::language::Language;
use crate::texts::of_table;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::labels;

pub(super) const CARD: Card = Card {
    id: "history",
    title: texts("history", "история"),
    about: texts(
        "when an encoding was made, by whom, and why",
        "когда, кем и зачем сделана кодировка",
    ),
    rows,
};

/// The column of the events.
const EVENT: usize = 7;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let encoding = place.encoding;
    let language = place.language;
    let used = of_table(encoding.used, language);
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
    let family = of_table(encoding.family.name(), language);
    out.extend(said(&format!("{family}; {since}")));
    let mut events = encoding.history();
    events.sort_by_key(|event| event.year);
    for event in events {
        let row = Row::default()
            .at(1, event.year.to_string(), CellRole::Value)
            .answer();
        let what = of_table(event.what, language);
        out.extend(said_after(row, EVENT, what, CellRole::Text));
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

/// A sentence of the table of encodings, translated.
fn of_table(english: &'static str, language: Language) -> &'static str {
    let mut rows = russian::ROWS.iter();
    match language {
        Language::English => english,
        Language::Russian => { rows.find(|(of, _)| *of == english) }
            .map_or_else(|| english_only(english), |(_, russian)| russian),
    }
}
