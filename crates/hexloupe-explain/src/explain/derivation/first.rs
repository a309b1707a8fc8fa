//! The two ends of each derivation: the character with its number, and the number with its
//! character.
//!
//! Invariant: a character is drawn through the sanitiser or not at all.

use super::DerivationStep;
use super::rows::{self, prose, value as row};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{point, value as told};
use crate::language::Language;
use crate::texts::derivation::first as texts;
use hexloupe_text::unicode::glyph::{self, Charset};

const CODE_POINT: &str = "Unicode, D10 and D76";

/// The glyph of a value, if it is a scalar value.
fn glyph_of(value: u32) -> Option<String> {
    let c = char::from_u32(value)?;
    Some(glyph::for_char(c, 4, Charset::Unicode).text)
}

/// The number of a value: hex, and decimal beside it.
pub(super) fn numbers(value: u32, language: Language) -> SheetRow {
    row(rows::NUMBER.get(language), point(value))
        .answer()
        .then(1, "=", CellRole::Text)
        .then(1, value.to_string(), CellRole::Other)
        .answer()
}

/// The first step of encoding: the character's number.
pub(super) fn number(value: u32, language: Language) -> DerivationStep {
    let mut rows = Vec::new();
    if let Some(glyph) = glyph_of(value) {
        rows.push(row(texts::CHARACTER.get(language), glyph));
    }
    let told = name(value, language);
    rows.extend(prose(texts::NAME.get(language), &told, CellRole::Text));
    // The number does not follow from the character: it is given, and its decimal is the question.
    let number = row(rows::NUMBER.get(language), point(value)).then(1, "=", CellRole::Text);
    rows.push(number.then(1, value.to_string(), CellRole::Other).answer());
    DerivationStep::new(
        rows::NUMBER.get(language),
        texts::NUMBER_UNICODE_GIVES_EACH.get(language),
        CODE_POINT,
        rows,
    )
}

/// The last step of decoding: the number's character.
pub(super) fn character(values: &[u32], language: Language) -> DerivationStep {
    let mut rows = Vec::new();
    for &value in values {
        rows.push(numbers(value, language));
        let told = name(value, language);
        let told = prose(texts::NAME.get(language), &told, CellRole::Text).into_iter();
        rows.extend(told.map(SheetRow::answer));
        if let Some(glyph) = glyph_of(value) {
            rows.push(row(texts::CHARACTER.get(language), glyph).answer());
        }
    }
    DerivationStep::new(
        texts::CHARACTER.get(language),
        texts::NUMBER_CODE_POINT_CHARACTER.get(language),
        CODE_POINT,
        rows,
    )
}

/// The name of a scalar value, else its kind.
fn name(value: u32, language: Language) -> String {
    match char::from_u32(value) {
        Some(c) => hexloupe_text::unicode::name::title(c),
        None => told(value, language),
    }
}
