//! The texts at known places of a binary: names in an archive, tags of a sound file, fields of a table.
//!
//! Invariant: they are those whose encodings `guess` judges, and in those that it names.

use super::coat::{Coat, CoatKind};
use crate::detect::verdict::CarriedText;
use crate::job::carrier::places::TextPlace;
use crate::job::carrier::{archive, dbase, id3};
use crate::window::Peek;

/// A kind of places: where they are, and what they tell together.
struct PlaceKind {
    kind: CoatKind,
    places: fn(&dyn Peek) -> Option<Vec<TextPlace>>,
    judged: fn(&dyn Peek) -> Option<CarriedText>,
}

const KINDS: [PlaceKind; 3] = [
    PlaceKind {
        kind: CoatKind::ArchiveName,
        places: archive::places,
        judged: archive::names,
    },
    PlaceKind {
        kind: CoatKind::Tag,
        places: id3::places,
        judged: id3::tags,
    },
    PlaceKind {
        kind: CoatKind::Field,
        places: dbase::places,
        judged: dbase::table,
    },
];

/// The texts of a binary, in order; none if it has no such places.
pub(super) fn find(data: &dyn Peek) -> Option<Vec<Coat>> {
    KINDS.iter().find_map(|row| {
        let texts = (row.places)(data)?;
        let told = (row.judged)(data).map(|judged| judged.encoding);
        let coats = texts.into_iter().map(|text| {
            let range = text.offset..text.offset + text.bytes.len() as u64;
            Coat {
                declared: (!text.declared.is_empty()).then(|| text.declared.to_owned()),
                told: told.filter(|_| !text.is_unicode()),
                ..Coat::new(row.kind, range)
            }
        });
        let mut coats: Vec<Coat> = coats.collect();
        coats.sort_by_key(|coat| coat.range.start);
        Some(coats)
    })
}
