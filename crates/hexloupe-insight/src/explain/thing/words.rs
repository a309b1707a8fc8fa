//! Characters as themselves, texts, and names.
//!
//! Invariant: a text of more than [`LONGEST`] characters is not split.

use super::Reading;
use hexloupe_text::unicode::name;

/// The largest number of characters of a text.
const LONGEST: usize = 32;

/// The values of a text.
fn values(text: &str) -> Reading {
    if text.chars().count() > LONGEST {
        return Reading::Wrong(format!(
            "it has more than {LONGEST} characters; hexloupe dump shows long texts"
        ));
    }
    Reading::points(Some(text.chars().map(u32::from).collect()))
}

/// A text in single or double quotes.
pub(super) fn quoted(text: &str) -> Reading {
    let inside = |quote: char| {
        let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.is_empty()).then_some(inside)
    };
    inside('\'')
        .or_else(|| inside('"'))
        .map_or(Reading::Other, values)
}

/// One character.
pub(super) fn character(text: &str) -> Reading {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Reading::points(Some(vec![c.into()])),
        _ => Reading::Other,
    }
}

/// A text that ASCII does not have.
pub(super) fn text(text: &str) -> Reading {
    if text.is_ascii() {
        Reading::Other
    } else {
        values(text)
    }
}

/// A name, or words that occur in names.
pub(super) fn name(text: &str) -> Reading {
    let of_names =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'(' | b')');
    if text.is_empty() || !text.bytes().all(of_names) {
        return Reading::Other;
    }
    if let Some(c) = name::named(text) {
        return Reading::points(Some(vec![c.into()]));
    }
    match name::containing(text)[..] {
        [] => Reading::Other,
        [c] => Reading::points(Some(vec![c.into()])),
        ref several => Reading::Several(several.to_vec()),
    }
}
