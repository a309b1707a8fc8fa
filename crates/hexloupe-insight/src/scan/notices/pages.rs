//! The characters that carry a notice by themselves, cached on request.
//!
//! The cache serves the whole program, since asking the tables of Unicode for 256 characters takes
//! longer than checking a short file. Invariant: the cache equals the table of notices; memory is
//! bounded by the number of code points in Unicode.

use std::sync::OnceLock;

use crate::scan::bidi;
use hexloupe_text::unicode::notice::{self, NoticePlace};

/// Code points of a page: a bit for each that carries a notice inside the data.
type NoticePage = [u64; 4];

/// Number of pages.
const PAGES: usize = 0x1100;

/// Reports whether a code point is clean: no notice, and no end of a paragraph.
#[inline]
pub(super) fn is_clean(point: u32) -> bool {
    let character = char::from_u32(point);
    character.is_none_or(|c| !has(c) && !bidi::ends_paragraph(c))
}

/// Reports whether a character carries a notice inside the data.
#[inline]
pub(super) fn has(c: char) -> bool {
    static KNOWN: [OnceLock<NoticePage>; PAGES] = [const { OnceLock::new() }; PAGES];
    let (number, low) = (u32::from(c) >> 8, u32::from(c) & 0xFF);
    let page = KNOWN[number as usize].get_or_init(|| ask(number));
    page[(low >> 6) as usize] >> (low & 63) & 1 != 0
}

/// Computes the characters of a page.
#[cold]
fn ask(number: u32) -> NoticePage {
    let mut page = NoticePage::default();
    for low in 0..256 {
        let c = char::from_u32(number << 8 | low);
        if c.is_some_and(|c| notice::each(c, NoticePlace::Inside).next().is_some()) {
            page[(low >> 6) as usize] |= 1 << (low & 63);
        }
    }
    page
}
