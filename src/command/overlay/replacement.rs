//! The line at the foot that asks for the replacement of the last pattern.
//!
//! Invariant: nothing is replaced before the question after it (`replacing`).

use tui_input::Input;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::pattern::PatternPrompt;
use super::replacing::ReplaceQuestion;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::line::{Tone, TonedLine};
use crate::model::look::Appearance;
use crate::model::panel::entry;
use crate::model::row::ByteRole;
use crate::model::screen::ScreenOverlay;
use crate::model::substitution::Substitution;
use crate::scan::pattern::{self, substitute};
use crate::unicode::glyph;

/// The prompt for a replacement.
#[derive(Debug, Clone, Default)]
pub struct ReplacementPrompt {
    /// The typed text.
    pub input: Input,
}

/// Asks for the replacement of the last pattern, or for a pattern if there was none. With a replacement
/// as its argument it asks about the first match.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let by = std::mem::take(&mut context.words);
    let pattern = context.state.view.finding.pattern.clone();
    if pattern.is_empty() {
        let asking = PatternPrompt::to_replace(&context.state.view, by);
        context.state.open(asking);
    } else if !by.is_empty() {
        return ask(context, pattern, &by);
    } else {
        context.state.view.finding.marked = true;
        context.state.open(ReplacementPrompt::default());
    }
    CommandEffect::None
}

/// Asks about the first match of a pattern, with its replacement.
pub(in crate::command) fn ask(
    context: &mut CommandContext<'_>,
    pattern: String,
    by: &str,
) -> CommandEffect {
    let by = match (pattern::typed(&pattern), substitute(by)) {
        (Ok(_), Ok(by)) => by,
        (Err(refusal), _) | (_, Err(refusal)) => {
            let said = glyph::safe(&refusal.said, context.state.look.charset);
            context.state.say(said);
            return CommandEffect::None;
        }
    };
    let finding = &mut context.state.view.finding;
    finding.pattern.clone_from(&pattern);
    finding.marked = true;
    context
        .state
        .open(ReplaceQuestion::new(Substitution { pattern, by }));
    CommandEffect::None
}

impl OverlayLayer for ReplacementPrompt {
    const HEADING: &'static str = "While a replacement is typed";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Enter"],
            (0, ""),
            "go to the first match, and ask; nothing typed deletes the matches",
            Self::enter,
        ),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let (look, width) = (state.look, around.size.width);
        let (line, caret) = line(&self.input, &state.view.finding.pattern, look, width);
        ScreenOverlay::Foot(line, caret)
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }
}

impl ReplacementPrompt {
    /// The prompt with a text in it.
    pub(super) fn beginning_with(by: &str) -> Self {
        Self {
            input: Input::new(by.to_owned()),
        }
    }

    fn enter(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        let Ok(by) = substitute(self.input.value()) else {
            // The line already gives the reason.
            return AfterKey::STAY;
        };
        let pattern = state.view.finding.pattern.clone();
        state.open(ReplaceQuestion::new(Substitution { pattern, by }));
        AfterKey::CLOSE
    }
}

/// The text before the typed line.
const PROMPT: &str = "replace with";

/// The prompt as a line at the foot, and the column of its caret.
fn line(input: &Input, pattern: &str, look: Appearance, width: u16) -> (TonedLine, u16) {
    let charset = look.charset;
    let prompt = format!(" {} ", look.said(PROMPT));
    let start = glyph::columns(&prompt) as u16;
    let (hidden, caret) = entry(input, charset, width, start);
    let shown = input.value().get(hidden..).unwrap_or_default();
    let line = TonedLine::new().with(Tone::Key, prompt);
    let line = line.strong(glyph::safe(shown, charset));
    let line = match substitute(input.value()) {
        Err(refusal) => line.with(
            Tone::As(ByteRole::Fault),
            format!("   {}", glyph::safe(&look.said(&refusal.said), charset)),
        ),
        Ok(_) if input.value().is_empty() => line
            .quiet("  ")
            .quiet(look.said("text, x:E2 82, or nothing to delete"))
            .quiet(" ")
            .quiet(glyph::safe(pattern, charset)),
        Ok(_) => line,
    };
    (line.cut(width.into()), caret)
}
