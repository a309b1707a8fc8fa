//! Characters as themselves, texts, and names.
//!
//! Invariant: a text of more than [`LONGEST`] characters is not split.

use super::ThingReading;
use hexloupe_text::unicode::name;

/// The largest number of characters of a text.
const LONGEST: usize = 32;

/// The values of a text.
fn values(text: &str) -> ThingReading {
    if text.chars().count() > LONGEST {
        return ThingReading::Wrong(format!(
            "it has more than {LONGEST} characters; hexloupe dump shows long texts"
        ));
    }
    ThingReading::points(Some(text.chars().map(u32::from).collect()))
}

/// A text in single or double quotes.
pub(super) fn quoted(text: &str) -> ThingReading {
    let inside = |quote: char| {
        let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.is_empty()).then_some(inside)
    };
    inside('\'')
        .or_else(|| inside('"'))
        .map_or(ThingReading::Other, values)
}

/// One character.
pub(super) fn character(text: &str) -> ThingReading {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => ThingReading::points(Some(vec![c.into()])),
        _ => ThingReading::Other,
    }
}

/// A text that ASCII does not have.
pub(super) fn text(text: &str) -> ThingReading {
    if text.is_ascii() {
        ThingReading::Other
    } else {
        values(text)
    }
}

/// A name, or words that occur in names.
pub(super) fn name(text: &str) -> ThingReading {
    let of_names =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'(' | b')');
    if text.is_empty() || !text.bytes().all(of_names) {
        return ThingReading::Other;
    }
    if let Some(c) = name::named(text) {
        return ThingReading::points(Some(vec![c.into()]));
    }
    match name::containing(text)[..] {
        [] => ThingReading::Other,
        ref some => ThingReading::PartOf(some.to_vec()),
    }
}
