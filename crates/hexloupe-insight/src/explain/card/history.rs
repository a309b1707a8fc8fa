//! An encoding's years, names and causes, as far as they are certain.
//!
//! The sentences are facts of the table of encodings, which is English. Invariant: the years are in
//! order.

mod russian;

use super::Card;
use super::place::Place;
use super::write::{said, said_after};
use crate::explain::sheet::{CellRole, Row};
use hexloupe_text::codec::labels;
use hexloupe_text::language::{Language, english_only, text, texts};

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
    let used = translated(encoding.used, language);
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
    let family = translated(encoding.family.name(), language);
    out.extend(said(&format!("{family}; {since}")));
    let mut events = encoding.history();
    events.sort_by_key(|event| event.year);
    for event in events {
        let row = Row::default()
            .at(1, event.year.to_string(), CellRole::Value)
            .answer();
        let what = translated(event.what, language);
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
fn translated(english: &'static str, language: Language) -> &'static str {
    let mut rows = russian::ROWS.iter();
    match language {
        Language::English => english,
        Language::Russian => { rows.find(|(of, _)| *of == english) }
            .map_or_else(|| english_only(english), |(_, russian)| russian),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{misread, table, table_file};
    use std::collections::BTreeSet;

    #[test]
    fn every_sentence_of_the_table_is_in_russian_and_no_other_is() {
        let mut said = BTreeSet::new();
        let file = table_file::parse("table:f", "f", b"80=A\n").expect("a table");
        for encoding in table::all().chain(misread::all()).chain([file]) {
            said.extend([encoding.used, encoding.family.name()]);
            said.extend(encoding.history().iter().map(|event| event.what));
        }
        let rows: Vec<&str> = russian::ROWS.iter().map(|(english, _)| *english).collect();
        let translated: BTreeSet<&str> = rows.iter().copied().collect();
        assert_eq!(rows.len(), translated.len(), "a sentence has two rows");
        let missing: Vec<_> = said.difference(&translated).collect();
        let more: Vec<_> = translated.difference(&said).collect();
        assert!(
            missing.is_empty() && more.is_empty(),
            "{missing:#?} {more:#?}"
        );
    }
}
