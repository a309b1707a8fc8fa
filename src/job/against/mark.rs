//! The fate of the byte order mark.
//!
//! To a program that takes a file for windows-1252, the mark is ordinary text, and is damaged like
//! the lines. Invariant: the remains of a mark are part of the new file's mark, and of no line.

use super::side::FileLines;
use super::way::TextAlteration;
use super::ways::of_marks;
use crate::codec::{bom, table};

/// The new file, cut after the remains of the old file's mark, or after a mark of UTF-8 that was put before
/// text in another encoding.
pub(super) fn found<'a>(old: &FileLines<'_>, new: FileLines<'a>) -> FileLines<'a> {
    let rest = &new.bytes()[new.mark().len()..];
    let became = |way: TextAlteration| {
        let image = image(old, way).filter(|image| rest.starts_with(image))?;
        (!old.raw(0).starts_with(&image)).then_some(image.len())
    };
    let utf_8 = bom::opening_mark(table::UTF_8).unwrap_or_default();
    let is_added = new.mark().is_empty() && rest.starts_with(utf_8);
    let added = (is_added && !old.bytes().starts_with(utf_8)).then_some(utf_8.len());
    match of_marks().filter_map(became).chain(added).max() {
        Some(len) => FileLines::after_mark(new.bytes(), new.encoding, new.mark().len() + len),
        None => new,
    }
}

/// The way that turned the old file's mark into the new one's, if any; preferably one that explains
/// lines.
pub(super) fn way(
    old: &FileLines<'_>,
    new: &FileLines<'_>,
    explained: &[TextAlteration],
) -> Option<TextAlteration> {
    let own = bom::opening_mark(new.encoding).unwrap_or_default();
    let is_own = !own.is_empty() && { new.mark().chunks(own.len()) }.all(|one| one == own);
    let is_it =
        |way: &TextAlteration| image(old, *way).is_some_and(|image| new.mark().ends_with(&image));
    let mut all = explained.iter().copied().chain(of_marks());
    if is_own { None } else { all.find(is_it) }
}

/// The remains of a mark, if any: of the old file's mark, or if that has none, of a UTF-8 mark
/// added before the damage.
fn image(old: &FileLines<'_>, way: TextAlteration) -> Option<Vec<u8>> {
    let was = old.mark();
    let mark = if was.is_empty() {
        bom::opening_mark(table::UTF_8)?
    } else {
        was
    };
    let image = way.image(mark, table::UTF_8)?.bytes;
    let is_sign = image.is_ascii() || !matches!(way, TextAlteration::Recoded(_));
    let is_text = was.is_empty() && is_sign;
    (!image.is_empty() && image != mark && !is_text).then_some(image)
}
