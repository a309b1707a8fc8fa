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
    /// The set of the data has all of the characters, letters or signs of three bytes among them.
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
        let high = text.chars().filter(|c| !c.is_ascii());
        // A letter and a sign of the set are a sign of UTF-8 too: "Студия В»" in windows-1251. A usual sign
        // of three bytes is none by chance: `β€¦` in windows-1253.
        let is_long_sign = |c: char| c.len_utf8() > 2 && is_usual_sign(c);
        let tells = high.clone().any(|c| c.is_alphabetic() || is_long_sign(c));
        if tells && high.clone().all(|c| is_long_sign(c) || has(set, c)) {
            return Self::Own;
        }
        if is_odd(text) { Self::Odd } else { Self::Other }
    }
}

/// Reports whether the characters of a word are rare signs, or letters of several scripts.
pub(super) fn is_odd(text: &str) -> bool {
    let mut high = text.chars().filter(|c| !c.is_ascii());
    let is_rare = |c: char| script_of(c).is_none() && !is_usual_sign(c);
    let mut scripts = high.clone().filter_map(script_of);
    let first = scripts.next();
    high.any(is_rare) || scripts.any(|script| Some(script) != first)
}

/// Reports whether a set has a character.
fn has(set: &Encoding, c: char) -> bool {
    set.encode(&mut CodecState::default(), c, &mut Vec::new())
        .is_ok()
}
