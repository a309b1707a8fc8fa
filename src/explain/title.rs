//! The titles of notices on characters, for lists; the sentences are in [`notice`](super::notice).
//!
//! Invariant: it may be drawn as it is.

use super::words::point;
use crate::unicode::name;
use crate::unicode::notice::Notice;

/// The title of a notice on a character: `bidi control U+202E RIGHT-TO-LEFT OVERRIDE`. A value
/// that is no scalar value has only its number, and a notice on several characters names none.
pub fn of_character(notice: Notice, value: u32) -> String {
    if notice.is_of_several() {
        return notice.title().to_owned();
    }
    let name = char::from_u32(value).map(name::title);
    let name = name.map_or(String::new(), |name| format!(" {name}"));
    format!("{} {}{name}", notice.title(), point(value))
}
