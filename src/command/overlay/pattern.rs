//! The line at the foot that asks for a pattern.
//!
//! While it is open, the cursor is at the first match after its origin; Enter stays there, Esc goes
//! back. Invariant: the line points at unreadable parts, and suggests a remedy.

use tui_input::Input;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::keys::run_command;
use super::recall::HistoryRecall;
use super::replacement::ReplacementPrompt;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::finding::PatternMatches;
use crate::model::line::{Tone, TonedLine};
use crate::model::look::Appearance;
use crate::model::panel::entry;
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;
use crate::model::state::View;
use crate::scan::facts::Direction;
use crate::scan::pattern::{self, CaseMatching, KINDS, TypedPattern};
use crate::texts::of_table;
use crate::unicode::glyph;

/// The prompt for a pattern.
#[derive(Debug, Clone)]
pub struct PatternPrompt {
    /// The typed text.
    pub input: Input,
    /// The offsets of the cursor and of the first row before the search.
    pub origin: (u64, u64),
    /// The position in the history.
    pub recall: HistoryRecall,
    /// The step after the pattern is found.
    then: AfterPattern,
}

/// The step after a pattern is found.
#[derive(Debug, Clone, PartialEq, Eq)]
enum AfterPattern {
    /// None.
    Stay,
    /// Ask for the replacement, which begins with this text.
    Replace(String),
}

impl PatternPrompt {
    fn new(view: &View, then: AfterPattern) -> Self {
        Self {
            input: Input::default(),
            origin: (view.cursor.offset, view.top),
            recall: HistoryRecall::default(),
            then,
        }
    }

    /// The prompt for a pattern whose matches are to be replaced.
    pub(super) fn to_replace(view: &View, by: String) -> Self {
        Self::new(view, AfterPattern::Replace(by))
    }

    /// The pattern, if it is readable.
    pub fn readable(&self) -> Option<&str> {
        let value = self.input.value();
        pattern::typed(value).is_ok().then_some(value)
    }
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let mut asking = PatternPrompt::new(&context.state.view, AfterPattern::Stay);
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        context.state.open(asking);
        return CommandEffect::None;
    }
    asking.input = Input::new(words);
    let effect = asking.look(context.state);
    context.state.open(asking);
    effect
}

impl OverlayLayer for PatternPrompt {
    const HEADING: &'static str = "While a pattern is typed";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Enter"],
            (0, ""),
            "stay at the match; with nothing typed, repeat the last pattern",
            Self::enter,
        ),
        row(
            &["Up"],
            (0, ""),
            "previous pattern with the same beginning",
            Self::older,
        ),
        row(&["Down"], (0, ""), "next pattern", Self::newer),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let (found, cursor) = (&around.facts.found, state.view.cursor.offset);
        let (line, caret) = line(self, found, cursor, state.look, around.size.width);
        ScreenOverlay::Foot(line, caret)
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    /// Looks for the pattern at once, from the cursor's origin.
    fn edited(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        self.recall.forget();
        self.look(state)
    }

    /// Moves the cursor back.
    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        restore_view(state, self.origin);
        CommandEffect::Forget
    }
}

impl PatternPrompt {
    /// Looks for the pattern, from the cursor's origin.
    fn look(&self, state: &mut InspectorState) -> CommandEffect {
        restore_view(state, self.origin);
        match self.readable() {
            Some(pattern) => CommandEffect::Find {
                pattern: pattern.to_owned(),
                direction: Direction::Forward,
                from: self.origin.0,
                times: 1,
            },
            None => CommandEffect::Forget,
        }
    }

    fn older(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        self.recall.older(&state.history.patterns, &mut self.input);
        AfterKey::Stay(self.look(state))
    }

    fn newer(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        self.recall.newer(&state.history.patterns, &mut self.input);
        AfterKey::Stay(self.look(state))
    }

    fn enter(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        let value = self.input.value();
        if value.is_empty() {
            // As in less and vim: look for the last pattern again.
            return AfterKey::Close(run_command("next-match", state, around));
        }
        let found = &around.facts.found;
        if self.readable().is_none() || found.refusal.is_some() {
            // The line already gives the reason.
            return AfterKey::STAY;
        }
        let (origin, _) = self.origin;
        let is_found = state.view.cursor.offset != origin
            || found.chasing.is_some()
            || is_on_a_match(state, around);
        if let Some(meant) = pattern::meant(value).filter(|_| !is_found) {
            // The text is nowhere, but what it stands for may be.
            let target = meant.target;
            state.say(format!("not found as text; Enter looks for it as {target}"));
            self.input = Input::new(meant.pattern);
            return AfterKey::Stay(self.look(state));
        }
        state.view.finding.set_pattern(value);
        state.history.patterns.push(value);
        if state.view.cursor.offset != origin {
            state.view.jumps.leave(origin);
        } else if !is_found {
            state.say(format!("not found: {value}"));
        }
        if let AfterPattern::Replace(by) = &self.then
            && is_found
        {
            state.open(ReplacementPrompt::beginning_with(by));
        }
        AfterKey::CLOSE
    }
}

fn is_on_a_match(state: &InspectorState, around: &KeyContext<'_>) -> bool {
    let at = state.view.cursor.offset;
    around
        .facts
        .found
        .shown
        .iter()
        .any(|found| found.start == at)
}

fn restore_view(state: &mut InspectorState, (cursor, top): (u64, u64)) {
    state.view.top = top;
    let here = &mut state.view.cursor;
    if here.offset != cursor {
        here.offset = cursor;
        here.bit = 0;
        here.goal = None;
    }
}

/// The text before the typed line.
const PROMPT: &str = " / ";

/// The note on a pattern without capital letters.
const FOLDED: &str = "any case, \\C: exact";

/// The prompt as a line at the foot, and the column of its caret.
fn line(
    asking: &PatternPrompt,
    found: &PatternMatches,
    cursor: u64,
    look: Appearance,
    width: u16,
) -> (TonedLine, u16) {
    let (value, charset) = (asking.input.value(), look.charset);
    let prompt = match asking.then {
        AfterPattern::Stay => PROMPT.to_owned(),
        AfterPattern::Replace(_) => {
            let replace = of_table("replace", look.language_of_bars());
            format!(" {replace}{PROMPT}")
        }
    };
    let start = glyph::columns(&prompt) as u16;
    let line = TonedLine::new().with(Tone::Key, prompt);
    if value.is_empty() {
        let kinds = KINDS
            .iter()
            .skip(1)
            .filter_map(|kind| kind.examples.first());
        let kinds: Vec<_> = kinds.copied().collect();
        let hint = format!("text, {}", kinds.join(", "));
        return (
            line.quiet("  ")
                .quiet(look.said(&hint))
                .cut_at_clause(width.into()),
            start,
        );
    }
    let typed = pattern::typed(value);
    let refusal = typed.as_ref().err().or(found.refusal.as_ref());
    let case = typed.as_ref().ok().and_then(TypedPattern::case);
    let (hidden, caret) = entry(&asking.input, charset, width, start);
    let shown = value.get(hidden..).unwrap_or_default();
    let mut line = match refusal.and_then(|refusal| refusal.at.checked_sub(hidden)) {
        Some(at) if at <= shown.len() && shown.is_char_boundary(at) => {
            let (before, rest) = shown.split_at(at);
            let wrong = rest.chars().next().map_or(0, char::len_utf8);
            let (wrong, after) = rest.split_at(wrong);
            let wrong = match wrong {
                // Something is missing after it.
                "" => "_".to_owned(),
                wrong => glyph::safe(wrong, charset),
            };
            line.strong(glyph::safe(before, charset))
                .with(Tone::Wrong, wrong)
                .strong(glyph::safe(after, charset))
        }
        _ => line.strong(glyph::safe(shown, charset)),
    };
    line = match refusal {
        Some(refusal) => line.with(
            Tone::As(ByteRole::Fault),
            format!("   {}", glyph::safe(&look.said(&refusal.said), charset)),
        ),
        None => line
            .quiet(match (&found.chasing, found.counted(cursor)) {
                (Some(_), _) => format!("   {}", look.said("looking")),
                (None, Some(counted)) => format!("   {}", look.said(&counted)),
                (None, None) => String::new(),
            })
            .quiet(match case {
                Some(CaseMatching::Folded) => format!("   {}", look.said(FOLDED)),
                Some(CaseMatching::Exact) | None => String::new(),
            }),
    };
    (line.cut(width.into()), caret)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(text: &str) -> PatternPrompt {
        PatternPrompt {
            input: Input::new(text.to_owned()),
            origin: (0, 0),
            recall: HistoryRecall::default(),
            then: AfterPattern::Stay,
        }
    }

    #[track_caller]
    fn check(text: &str, width: u16, expected: &str, caret: u16) {
        let (shown, at) = line(
            &asking(text),
            &PatternMatches::default(),
            0,
            Appearance::default(),
            width,
        );
        assert_eq!((shown.text().as_str(), at), (expected, caret), "{text}");
    }

    #[test]
    fn the_prompt_points_at_unreadable_parts() {
        check("abc", 80, " / abc   any case, \\C: exact", 6);
        check("Abc", 80, " / Abc", 6);
        let said = "'G' is not a hex digit; write 0 to 9, A to F, or ? for any";
        check("x:E2 8G", 80, &format!(" / x:E2 8G   {said}"), 10);
        let (shown, _) = line(
            &asking("x:E2 8G"),
            &PatternMatches::default(),
            0,
            Appearance::default(),
            80,
        );
        let wrong = shown.pieces.iter().find(|piece| piece.tone == Tone::Wrong);
        assert_eq!(wrong.map(|piece| piece.text.as_str()), Some("G"));
        check("x:", 30, " / x:_   no bytes; write x:E2 ", 5);
        check("Abcdefgh", 8, " / efgh", 7);
    }

    #[test]
    fn the_prompt_says_that_the_pattern_is_to_be_replaced() {
        let mut asking = asking("Abc");
        asking.then = AfterPattern::Replace(String::new());
        let found = PatternMatches::default();
        let (shown, at) = line(&asking, &found, 0, Appearance::default(), 80);
        assert_eq!((shown.text().as_str(), at), (" replace / Abc", 14));
    }
}
