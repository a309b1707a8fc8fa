//! The names of what the panes and the bars show, in a language.
//!
//! The tables of commands, encodings and evidence are in English; their words are translated here.
//! Invariant: a word that has no translation stays as it is, and no key or name of an encoding
//! changes.

use std::borrow::Cow;

use super::state::{CursorUnit, Pane};
use crate::detect::verdict::Evidence;
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::model::named as texts;

/// The name of a pane.
pub(crate) const fn pane(pane: Pane, language: Language) -> &'static str {
    let text = match pane {
        Pane::Hex => texts::HEX,
        Pane::Bits => texts::BITS,
        Pane::Points => texts::CODE_POINTS,
    };
    text.get(language)
}

/// The name of a step of the cursor.
pub(crate) const fn unit(unit: CursorUnit, language: Language) -> &'static str {
    let text = match unit {
        CursorUnit::Byte => texts::BYTE,
        CursorUnit::CodeUnit => texts::CODE_UNIT,
        CursorUnit::Character => texts::CHARACTER,
        CursorUnit::Cluster => texts::CLUSTER,
        CursorUnit::Bit => texts::BIT,
    };
    text.get(language)
}

/// The evidence for an encoding, in a word or two.
pub(super) fn evidence(evidence: Evidence, language: Language) -> Cow<'static, str> {
    let text = match evidence {
        Evidence::Assumed => texts::ASSUMED,
        Evidence::Chosen => texts::CHOSEN,
        Evidence::WellFormed(_) => texts::WELL_FORMED,
        Evidence::Damaged(_) => texts::DAMAGED,
        other => return other.short(),
    };
    text.get(language).into()
}

/// The words of the hints on the status line, as the table of commands has them.
const HINTS: [Texts; 13] = [
    texts::HINT_HELP,
    texts::HINT_QUIT,
    texts::HINT_GO_TO,
    texts::HINT_FIND,
    texts::HINT_NEXT_FAULT,
    texts::HINT_ENCODING,
    texts::HINT_STEP_UNIT,
    texts::HINT_SAVE,
    texts::HINT_UNDO,
    texts::HINT_REDO,
    texts::HINT_FLIP_THE_BIT,
    texts::HINT_OVERWRITE,
    texts::HINT_INSERT,
];

/// The effect of a key on the status line.
pub(super) fn hint(does: &'static str, language: Language) -> &'static str {
    let found = HINTS
        .iter()
        .find(|text| text.get(Language::English) == does);
    found.map_or(does, |text| text.get(language))
}
