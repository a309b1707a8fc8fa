//! What a notice is called, for lists: the sentences are in [`notice`](super::notice).
//!
//! Invariant: it may be drawn as it is.

use super::words::point;
use crate::unicode::name;
use crate::unicode::notice::Notice;

/// What the notice is called, in a few words.
pub const fn title(notice: Notice) -> &'static str {
    match notice {
        Notice::BomInside => "byte order mark inside",
        Notice::BomContradicts => "byte order mark of another encoding",
        Notice::DoubleBom => "second byte order mark",
        Notice::ReplacementCharacter => "replacement character",
        Notice::Noncharacter => "noncharacter",
        Notice::C1Control => "control of C1",
        Notice::Nul => "null character",
        Notice::PrivateUse => "private use",
        Notice::Unassigned => "unassigned code point",
        Notice::BeyondUnicode => "value above Unicode",
        Notice::DefaultIgnorable => "unseen character",
        Notice::BidiControl => "bidi control",
        Notice::BidiUnpaired => "unpaired bidi control",
        Notice::TagCharacter => "unseen tag",
        Notice::VariationSelector => "variation selector",
        Notice::MixedLineEndings => "another line end than before",
        Notice::Mutf8RawNul => "null byte",
        Notice::Utf7NonzeroPadding => "padding that is not zero",
        Notice::Utf7NotDirect => "character not to be direct",
    }
}

/// The same with the character: `bidi control U+202E RIGHT-TO-LEFT OVERRIDE`.
/// A value that is no scalar has a number only.
pub fn of_character(notice: Notice, value: u32) -> String {
    let name = char::from_u32(value).map(name::title);
    let name = name.map_or(String::new(), |name| format!(" {name}"));
    format!("{} {}{name}", title(notice), point(value))
}
