//! Cards: more facts about the place under the cursor, a page of rows each.
//!
//! A card is a row of [`CARDS`] and a file here; the worked view pages through them, the command
//! line prints one. Every card shows something in every encoding: if its subject does not apply, it
//! says so in one sentence and shows the nearest thing that does.
//!
//! Invariant: a page has 20 rows at most, none wider than [`WIDTH`](super::sheet::WIDTH). Each run
//! of [`Chosen`](super::sheet::CellRole::Chosen) cells has a free column on both sides, for the
//! brackets of a surface without colour.

mod ascii;
mod automaton;
mod bom;
mod byte_map;
mod byte_order;
mod hidden;
mod history;
mod ladder;
mod misread;
mod place;
mod planes;
mod range_table;
mod sizes;
mod states;
#[cfg(test)]
mod tests;
mod write;

pub use place::{CardPlace, CardSample, CountedBefore, PlaceOrigin};

use super::sheet::SheetRow;
use crate::texts::Texts;
use crate::texts::card as texts;
use hexloupe_text::codec::Meaning;

/// The largest number of rows of a page, so that it is whole on a screen of 24 lines.
pub const ROWS: usize = 20;

/// One card.
#[derive(Debug)]
pub struct Card {
    /// The stable id, as used in options and records.
    pub id: &'static str,
    /// The title for people.
    pub title: Texts,
    /// Its content, in one sentence.
    pub about: Texts,
    rows: fn(&CardPlace<'_>) -> Vec<SheetRow>,
}

/// Every card, in the order of the pages.
pub static CARDS: &[Card] = &[
    range_table::CARD,
    byte_map::CARD,
    automaton::CARD,
    byte_order::CARD,
    bom::CARD,
    ladder::CARD,
    sizes::CARD,
    misread::CARD,
    hidden::CARD,
    planes::CARD,
    ascii::CARD,
    history::CARD,
];

impl Card {
    /// Its rows at a place; if there are no bytes, one row that says so.
    pub fn rows(&self, place: &CardPlace<'_>) -> Vec<SheetRow> {
        if matches!(place.context.meaning, Meaning::Absent(_)) {
            return write::said(texts::NO_BYTES_THEY_COULD.get(place.language));
        }
        (self.rows)(place)
    }
}

impl PartialEq for Card {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Card {}

/// The card with an id.
pub fn by_id(id: &str) -> Option<&'static Card> {
    CARDS.iter().find(|card| card.id == id)
}

/// A card with its rows at a place.
#[derive(Debug)]
pub struct CardPage {
    /// The card.
    pub card: &'static Card,
    /// Its rows there.
    pub rows: Vec<SheetRow>,
}

/// Every card at a place, in their order; a page is made on request.
pub fn pages<'a>(place: &'a CardPlace<'_>) -> impl ExactSizeIterator<Item = CardPage> + 'a {
    CARDS.iter().map(|card| CardPage {
        card,
        rows: card.rows(place),
    })
}
