//! The byte order mark: its purpose, the marks there are, who needs one.
//!
//! Invariant: the marks are those of [`MARKS`](bom::MARKS).

use super::Card;
use super::place::CardPlace;
use super::write::{role, said};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::hex;
use crate::texts::Texts;
use crate::texts::card::bom as texts;
use hexloupe_text::codec::{Encoding, bom};

pub(super) const CARD: Card = Card {
    id: "bom",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let (found, language) = (found(place), place.language);
    let first = texts::FIRST_BYTES.get(language);
    let row = SheetRow::default().at(1, first, CellRole::Label);
    let then = texts::THEN_DATA.get(language);
    let mut out = vec![row.at(16, then, CellRole::Label)];
    for (mark, encoding) in bom::MARKS {
        let role = role(found == Some(*encoding));
        let row = SheetRow::default().at(1, hex(mark), role).answer();
        out.push(row.at(16, encoding.name, role).answer());
    }
    out.extend(said(&match found {
        Some(encoding) => texts::DataBeginsMark {
            name: &encoding.name,
        }
        .get(language),
        None if place.head.is_empty() => texts::FIRST_BYTES_DATA_NOT.get(language).to_owned(),
        None => texts::DATA_BEGINS_NONE_THEM.get(language).to_owned(),
    }));
    let sentences = SENTENCES.iter().map(|sentence| sentence.get(language));
    out.extend(sentences.flat_map(said));
    out
}

const SENTENCES: &[Texts] = &[
    texts::U_FEFF_FIRST_CHARACTER,
    texts::UTF_8_NEEDS_NONE,
    texts::WRITES_EXCEL_CSV_UTF,
    texts::STUMBLES_OVER_UNIX_SCRIPTS,
    texts::UTF_16LE_UTF_16BE,
];

/// The encoding whose mark the data has: its own, else the longest that fits.
fn found(place: &CardPlace<'_>) -> Option<&'static Encoding> {
    let marks = || bom::at_start(place.head).map(|(_, encoding)| *encoding);
    let own = marks().find(|encoding| *encoding == place.encoding);
    own.or_else(|| marks().next())
}
