//! The names of what the panes and the bars show, in a language.
//!
//! Invariant: a word that has no translation stays as it is, and no key or name of an encoding
//! changes.

use std::borrow::Cow;

use super::state::{CursorUnit, Pane};
use crate::detect::verdict::Evidence;
use crate::language::Language;
use crate::texts::model::named as texts;
use crate::texts::said;

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
        other => return said(&other.short(), language).into_owned().into(),
    };
    text.get(language).into()
}
