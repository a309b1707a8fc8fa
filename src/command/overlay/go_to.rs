//! The line at the foot that asks where to go, or for a command by its name.
//!
//! Invariant: nothing is done before Enter.

use tui_input::Input;

use super::super::{Context, Effect, KeyContext, State, prompt};
use super::{Layer, Row, Then, row};
use crate::model::line::{Line, Tone};
use crate::model::panel::entry;
use crate::model::screen::Over;
use crate::unicode::glyph::{self, Charset};

/// What is typed.
#[derive(Debug, Clone, Default)]
pub struct GoTo {
    /// The line.
    pub input: Input,
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    context.state.open(GoTo::default());
    Effect::None
}

impl Layer for GoTo {
    const HEADING: &'static str = "In the prompt";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["Enter"],
            (0, ""),
            "go there, or run the command",
            Self::follow,
        ),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let (line, caret) = line(&self.input, state.look.charset, around.size.width);
        Over::Foot(line, caret)
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }
}

impl GoTo {
    fn follow(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        match around.context(state, None, None) {
            Some(mut context) => Then::Close(prompt::follow(&mut context, self.input.value())),
            None => Then::CLOSE,
        }
    }
}

/// Shown before what is typed.
const PROMPT: &str = " : ";

/// The prompt as a line at the foot, and the column of its caret. A text too long for
/// the line loses its front, so that the caret stays on it.
fn line(input: &Input, charset: Charset, width: u16) -> (Line, u16) {
    let value = input.value();
    let line = Line::new().with(Tone::Key, PROMPT);
    let start = PROMPT.len() as u16;
    if value.is_empty() {
        let hint = format!("  {}, or a command", prompt::examples());
        return (line.quiet(hint).cut(width.into()), start);
    }
    let (hidden, caret) = entry(input, charset, width, start);
    let shown = glyph::safe(value.get(hidden..).unwrap_or_default(), charset);
    (line.strong(shown).cut(width.into()), caret)
}
