//! The question before each match is replaced, with its line before and after.
//!
//! It goes from the first match to the last; the session looks for the matches and makes the changes
//! (`session::replacing`). Invariant: nothing is changed before an answer, and the text that
//! replaced a match is not searched again.

use std::ops::Range;

use super::super::{CommandEffect, InspectorState, KeyContext, ways_to_save};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::changed_line;
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::grouped;
use crate::model::panel::{Panel, room};
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;
use crate::model::substitution::{ReplaceableMatch, Substitution};

/// The task of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacePass {
    /// Find the next match, to ask about it.
    Asking,
    /// Replace the next match.
    One,
    /// Replace it and all after it.
    All,
}

/// The question for the user.
#[derive(Debug, Clone)]
pub struct ReplaceQuestion {
    /// The pattern and the replacement.
    pub substitution: Substitution,
    /// The first offset where the next match may begin.
    pub from: u64,
    /// The task of the session.
    pub pass: ReplacePass,
    /// The number of matches replaced so far.
    pub replaced: u64,
    /// The number of matches passed so far.
    passed: u64,
}

impl OverlayLayer for ReplaceQuestion {
    const HEADING: &'static str = "Before a match is replaced";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["y", "Y"], (1, "replace"), "replace this match", Self::one),
        row(
            &["n", "N"],
            (1, "skip"),
            "skip it, and continue",
            Self::pass,
        ),
        row(
            &["a", "A"],
            (1, "all"),
            "replace it and all after it, in one undo step",
            Self::all,
        ),
        row(&["Esc", "q"], (1, "end"), "end", Self::leave),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let (width, _) = room(around.size);
        let language = state.look.language_of_bars();
        let keys = footer(self, Self::KEYS, width.into(), language);
        let lines = self.lines(state, around, width.into());
        let size = around.size;
        ScreenOverlay::Panel(Panel::question("replace", lines, keys, size, language))
    }

    fn left(self, state: &mut InspectorState, around: &KeyContext<'_>) -> CommandEffect {
        if self.replaced > 0 {
            let undo = around.keymap.first("undo");
            state.say(format!("{}; {undo} undoes a step", self.done()));
        }
        CommandEffect::None
    }
}

impl ReplaceQuestion {
    /// The question about the first match.
    pub(super) fn new(substitution: Substitution) -> Self {
        Self {
            substitution,
            from: 0,
            pass: ReplacePass::Asking,
            replaced: 0,
            passed: 0,
        }
    }

    fn one(&mut self, _: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(around, ReplacePass::One)
    }

    fn all(&mut self, _: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(around, ReplacePass::All)
    }

    fn go(&mut self, around: &KeyContext<'_>, pass: ReplacePass) -> AfterKey {
        if self.next(around).is_some() {
            self.pass = pass;
        }
        AfterKey::STAY
    }

    fn pass(&mut self, _: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        if let Some(next) = self.next(around) {
            self.from = next.end;
            self.passed += 1;
        }
        AfterKey::STAY
    }

    /// The match that is asked about; `None` while it is sought or replaced.
    fn next(&self, around: &KeyContext<'_>) -> Option<Range<u64>> {
        let next = around.facts.ahead.next.clone();
        next.filter(|_| self.pass == ReplacePass::Asking)
    }

    /// The matches replaced and passed so far.
    fn done(&self) -> String {
        match self.passed {
            0 => format!("{} replaced", counted_matches(self.replaced)),
            passed => format!(
                "{} replaced, {} skipped",
                counted_matches(self.replaced),
                grouped(passed)
            ),
        }
    }

    /// The match and its line before and after, or the reason why it cannot be replaced.
    fn lines(
        &self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        width: usize,
    ) -> Vec<TonedLine> {
        let Some(range) = self.next(around) else {
            let said = match self.pass {
                ReplacePass::Asking => "Looking for the next match",
                ReplacePass::One | ReplacePass::All => "Replacing",
            };
            return vec![TonedLine::new().quiet(said)];
        };
        let ahead = &around.facts.ahead;
        let found = ReplaceableMatch {
            address: around.data.address(range.start),
            encoding: state.view.encoding_at(range.start),
            range,
        };
        let said = ahead.said(self.replaced + self.passed);
        let mut lines = vec![TonedLine::new().plain(format!("{said}, at 0x{:X}", found.address))];
        let editing = around.facts.edits.editing;
        let bytes = self
            .substitution
            .bytes_for(&found, editing, state.look.charset);
        let text = state.view.text(around.data, around.facts);
        let new = bytes.as_deref().unwrap_or_default();
        let [before, after] = changed_line::lines(&text, &found, new, state.look.charset, width);
        lines.push(before);
        lines.push(match bytes {
            Ok(_) => after,
            Err(said) => TonedLine::new().with(Tone::As(ByteRole::Fault), said),
        });
        lines
    }
}

fn counted_matches(count: u64) -> String {
    match count {
        1 => "1 match".to_owned(),
        count => format!("{} matches", grouped(count)),
    }
}

/// Goes to the match that is asked about; the first is a jump.
pub(crate) fn arrive(state: &mut InspectorState, around: &KeyContext<'_>, range: &Range<u64>) {
    let Some(question) = state.replacing() else {
        return;
    };
    let is_first = question.replaced + question.passed == 0;
    if let Some(mut context) = around.context(state, None, None) {
        if is_first {
            context.jump_to(range.start);
        } else {
            context.step_to(range.start);
        }
    }
    super::clamp(state, around);
}

/// Ends the question after the last match.
pub(crate) fn end(state: &mut InspectorState, around: &KeyContext<'_>) {
    let Some(question) = state.end_replacing() else {
        return;
    };
    let pattern = &question.substitution.pattern;
    state.say(match (question.replaced, question.passed) {
        (0, 0) => match &around.facts.found.refusal {
            Some(refusal) => refusal.to_string(),
            None => format!("not found: {pattern}"),
        },
        (0, _) => "no other match; nothing was replaced".to_owned(),
        _ => {
            let ways = ways_to_save(around.keymap, around.facts.edits.editing);
            format!("{}; {ways}", question.done())
        }
    });
}
