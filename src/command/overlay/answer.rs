//! The line at the foot for the answer to a question of a lesson.
//!
//! Invariant: an answer that cannot be read leaves the line open, so that it can be corrected.

use tui_input::Input;

use super::super::{InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::language::Language;
use crate::lesson::player::AnswerStatus;
use crate::model::line::{Tone, TonedLine};
use crate::model::panel::entry;
use crate::model::screen::ScreenOverlay;
use crate::texts::command::overlay::answer as texts;
use crate::unicode::glyph::{self, Charset};

/// The answer that is being typed.
#[derive(Debug, Clone, Default)]
pub struct AnswerPrompt {
    /// The typed text.
    pub input: Input,
}

impl OverlayLayer for AnswerPrompt {
    const HEADING: &'static str = "While an answer is typed";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["Enter"], (0, ""), "give the answer", Self::give),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let width = around.size.width;
        let charset = state.look.charset;
        // Letters drawn as their numbers leave no room for the answer.
        let language = match charset {
            Charset::Unicode => state.look.language,
            Charset::Ascii => Language::English,
        };
        let prompt = format!(" {}: ", texts::ANSWER.get(language));
        let (line, caret) = line(&self.input, &prompt, charset, width);
        let form = state.lesson.as_ref().and_then(|player| player.task());
        let form = form.filter(|_| self.input.value().is_empty());
        let form = form.map(|task| task.form().get(language));
        let line = line.quiet(form.map_or(String::new(), |form| format!("   {form}")));
        ScreenOverlay::Foot(line.cut(width.into()), caret)
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }
}

impl AnswerPrompt {
    /// An answer that begins with a character.
    pub(in crate::command) fn begun(typed: char) -> Self {
        Self {
            input: Input::new(typed.to_string()),
        }
    }

    fn give(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        let typed = self.input.value().trim();
        let Some(player) = state.lesson.as_mut().filter(|_| !typed.is_empty()) else {
            return AfterKey::CLOSE;
        };
        match player.answer(typed) {
            AnswerStatus::Judged => AfterKey::CLOSE,
            AnswerStatus::Unreadable => AfterKey::STAY,
        }
    }
}

/// The typed text after a prompt, and the column of the caret.
fn line(input: &Input, prompt: &str, charset: Charset, width: u16) -> (TonedLine, u16) {
    let start = glyph::columns(prompt) as u16;
    let (hidden, caret) = entry(input, charset, width, start);
    let shown = input.value().get(hidden..).unwrap_or_default();
    let line = TonedLine::new().with(Tone::Key, prompt);
    (line.strong(glyph::safe(shown, charset)), caret)
}
