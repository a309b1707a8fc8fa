//! Damage that no line proves: of the lines that were not edited, none shows it.
//!
//! Invariant: text that is typed, deleted or moved in the encoding of the file is no damage.

use super::VersionCase;
use super::trace::count;
use super::way::REPLACEMENT;
use crate::codec::{Encoding, Meaning, Walk, bom};
use crate::window::Peek as _;

/// Reports whether a file is damaged: it has U+FFFD in UTF-8, which is no text in its encoding, or its units
/// are no characters any more.
pub(super) fn is_damaged(case: &VersionCase<'_>) -> bool {
    let (old, new) = (case.old.bytes(), case.new.bytes());
    let encoding = case.encodings.0;
    if encoding.is_utf8() || case.was_binary || !case.sure {
        return false;
    }
    let has_signs = count(new, REPLACEMENT) > count(old, REPLACEMENT);
    has_signs
        || encoding.unit > 1 && is_well_formed(old, encoding) && !is_well_formed(new, encoding)
}

/// Reports whether all of a file is text in an encoding; a byte order mark is none inside it.
pub(super) fn is_well_formed(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let mark = bom::opening_mark(encoding).unwrap_or_default();
    let data = bytes.strip_prefix(mark).unwrap_or(bytes).to_vec();
    let window = data.window(0, data.len());
    Walk::new(encoding, 0, &window).all(|step| {
        let is_ill = matches!(
            step.meaning,
            Meaning::IllFormed(_) | Meaning::Surrogate(_) | Meaning::Beyond(_)
        );
        !is_ill && step.meaning.scalar() != Some('\0')
    })
}
