//! The texts at known places of a binary: names in an archive, tags of a sound file, fields of a table.
//!
//! Invariant: they are those whose encodings `guess` judges.

use super::coat::{Coat, CoatKind};
use crate::job::carrier::places::TextPlace;
use crate::job::carrier::{archive, dbase, id3};
use crate::window::Peek;

/// The texts of a binary, in order; none if it has no such places.
pub(super) fn find(data: &dyn Peek) -> Option<Vec<Coat>> {
    let found = |texts: Option<Vec<TextPlace>>, kind| texts.map(|texts| (texts, kind));
    let (texts, kind) = found(archive::places(data), CoatKind::ArchiveName)
        .or_else(|| found(id3::places(data), CoatKind::Tag))
        .or_else(|| found(dbase::places(data), CoatKind::Field))?;
    let coats = texts.into_iter().map(|text| Coat {
        kind,
        range: text.offset..text.offset + text.bytes.len() as u64,
        declared: (!text.declared.is_empty()).then(|| text.declared.to_owned()),
    });
    let mut coats: Vec<Coat> = coats.collect();
    coats.sort_by_key(|coat| coat.range.start);
    Some(coats)
}
