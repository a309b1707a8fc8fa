//! A covered pane: a class can guess its content before seeing it.
//!
//! Invariant: nothing on the screen reveals a covered cell, except the other panes.

use std::ops::Range;

use super::bound_keys::BoundKeys;
use super::line::TonedLine;
use super::named;
use super::state::Pane;
use crate::language::Language;
use crate::texts::model::cover as texts;

/// A covered pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaneCover {
    /// The pane.
    pub pane: Pane,
    /// The offsets that were uncovered.
    uncovered: Vec<Range<u64>>,
}

impl PaneCover {
    /// A fully covered pane.
    pub const fn new(pane: Pane) -> Self {
        Self {
            pane,
            uncovered: Vec::new(),
        }
    }

    /// Reports whether a byte is covered.
    pub fn hides(&self, offset: u64) -> bool {
        !self.uncovered.iter().any(|range| range.contains(&offset))
    }

    /// Uncovers some bytes.
    pub fn uncover(&mut self, range: Range<u64>) {
        if !self.uncovered.contains(&range) {
            self.uncovered.push(range);
        }
    }

    /// The line shown instead of text that would reveal a covered byte.
    pub(super) fn line(&self, bound: &BoundKeys, language: Language) -> TonedLine {
        let pane = named::pane(self.pane, language).to_owned();
        let covered = texts::COVERED.filled(language, &[("pane", pane)]);
        let line = TonedLine::new().quiet(covered);
        [
            (&bound.uncover, texts::UNCOVERS.get(language)),
            (&bound.cover, texts::ALL.get(language)),
        ]
        .into_iter()
        .fold(line, |mut line, (key, does)| {
            line.append(TonedLine::hint(key, does));
            line.plain("   ")
        })
    }
}
