//! The two ends of each derivation: the character with its number, and the number with its
//! character.
//!
//! Invariant: a character is drawn through the sanitiser or not at all.

use super::Step;
use super::rows::{prose, value as row};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{point, value as told};
use crate::unicode::glyph::{self, Charset};

const CODE_POINT: &str = "Unicode, D10 and D76";

/// The glyph of a value, if it is a scalar value.
fn glyph_of(value: u32) -> Option<String> {
    let c = char::from_u32(value)?;
    Some(glyph::of(c, 4, Charset::Unicode).text)
}

/// The number of a value: hex, and decimal beside it.
pub(super) fn numbers(value: u32) -> Row {
    row("number", point(value))
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, value.to_string(), CellRole::Other)
        .answer()
}

/// The first step of encoding: the character's number.
pub(super) fn number(value: u32) -> Step {
    let mut rows = Vec::new();
    if let Some(glyph) = glyph_of(value) {
        rows.push(row("character", glyph));
    }
    rows.extend(prose("name", &name(value), CellRole::Text));
    // The number cannot be worked out of the character: it is given, its decimal is asked for.
    let number = row("number", point(value)).then(1, "=", CellRole::Text);
    rows.push(number.then(1, value.to_string(), CellRole::Other).answer());
    Step::new(
        "number",
        "Unicode gives each character a number, its code point, in hex after U+.",
        CODE_POINT,
        rows,
    )
}

/// The last step of decoding: the number's character.
pub(super) fn character(values: &[u32]) -> Step {
    let mut rows = Vec::new();
    for &value in values {
        rows.push(numbers(value));
        let told = prose("name", &name(value), CellRole::Text).into_iter();
        rows.extend(told.map(Row::answer));
        if let Some(glyph) = glyph_of(value) {
            rows.push(row("character", glyph).answer());
        }
    }
    Step::new(
        "character",
        "The number is the code point of a character.",
        CODE_POINT,
        rows,
    )
}

/// The name of a scalar value, else what it is.
fn name(value: u32) -> String {
    match char::from_u32(value) {
        Some(c) => crate::unicode::name::title(c),
        None => told(value),
    }
}
