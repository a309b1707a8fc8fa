//! What became of the byte order mark.
//!
//! To a program that takes a file for windows-1252 the mark is text like any other, and is damaged
//! as the lines are. Invariant: what became of a mark is part of the new file's mark, and of no
//! line.

use super::side::Side;
use super::way::Way;
use super::ways::of_marks;
use crate::codec::{bom, table};

/// The new file, cut after what became of the old file's mark.
pub(super) fn found<'a>(old: &Side<'_>, new: Side<'a>) -> Side<'a> {
    let rest = &new.bytes()[new.mark().len()..];
    let became = |way: Way| {
        let image = image(old, way).filter(|image| rest.starts_with(image))?;
        (!old.raw(0).starts_with(&image)).then_some(image.len())
    };
    match of_marks().filter_map(became).max() {
        Some(len) => Side::after_mark(new.bytes(), new.encoding, new.mark().len() + len),
        None => new,
    }
}

/// The way in which the old file's mark became the new one's, if it did: one that explains lines,
/// if there is one.
pub(super) fn way(old: &Side<'_>, new: &Side<'_>, explained: &[Way]) -> Option<Way> {
    let own = bom::of(new.encoding).unwrap_or_default();
    let is_own = !own.is_empty() && { new.mark().chunks(own.len()) }.all(|one| one == own);
    let is_it = |way: &Way| image(old, *way).is_some_and(|image| new.mark().ends_with(&image));
    let mut all = explained.iter().copied().chain(of_marks());
    if is_own { None } else { all.find(is_it) }
}

/// What a mark becomes, if something is left of it: the old file's, or if that has none, one of
/// UTF-8 that was put there before the damage.
fn image(old: &Side<'_>, way: Way) -> Option<Vec<u8>> {
    let was = old.mark();
    let mark = if was.is_empty() {
        bom::of(table::UTF_8)?
    } else {
        was
    };
    let image = way.image(mark, table::UTF_8)?.bytes;
    let is_sign = image.is_ascii() || !matches!(way, Way::Recoded(_));
    let is_text = was.is_empty() && is_sign;
    (!image.is_empty() && image != mark && !is_text).then_some(image)
}
