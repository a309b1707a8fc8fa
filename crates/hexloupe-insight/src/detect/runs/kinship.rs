//! The kinship of a word of UTF-8 with the set of the data around it.
//!
//! A line of UTF-8 among lines in a set of one byte was mostly written in the same language, so the set
//! has its characters too. Bytes of the set that are UTF-8 by chance give characters of no language, or
//! of several. Invariant: without a set of one byte there is no kinship to tell.

use super::super::char_cost::is_usual_sign;
use super::super::language::script_of;
use hexloupe_text::codec::{CodecState, Encoding};

/// The kinship, the likeliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Utf8Kinship {
    /// The set of the data has all of the characters, letters among them.
    Own,
    /// They are text of another language.
    Other,
    /// They are rare signs, or letters of several scripts.
    Odd,
}

impl Utf8Kinship {
    /// The kinship of a text with the set of the data.
    pub(super) fn of(text: &str, set: &Encoding) -> Self {
        if set.max_len > 1 || set.is_utf8() {
            return Self::Other;
        }
        let mut high = text.chars().filter(|c| !c.is_ascii());
        // A letter and a sign of the set are a sign of UTF-8 too: "Студия В»" in windows-1251.
        if high.clone().any(char::is_alphabetic) && high.clone().all(|c| has(set, c)) {
            return Self::Own;
        }
        let is_rare = |c: char| script_of(c).is_none() && !is_usual_sign(c);
        let mut scripts = high.clone().filter_map(script_of);
        let first = scripts.next();
        if high.any(is_rare) || scripts.any(|script| Some(script) != first) {
            Self::Odd
        } else {
            Self::Other
        }
    }
}

/// Reports whether a set has a character.
fn has(set: &Encoding, c: char) -> bool {
    set.encode(&mut CodecState::default(), c, &mut Vec::new())
        .is_ok()
}
