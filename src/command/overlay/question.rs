//! The question whether to overwrite a file.
//!
//! Invariant: the file existed when the question was asked, and nothing is written
//! before the answer.

use super::super::{Effect, KeyContext, State};
use super::{Layer, Row, Then, footer, row};
use crate::model::errand::{Export, IfExists};
use crate::model::layout::Size;
use crate::model::line::{Line, shorten};
use crate::model::numbers::counted;
use crate::model::panel::{Panel, Placed, room};
use crate::model::screen::Over;
use crate::unicode::glyph::{self, Charset};

/// The question for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The file to write.
    pub export: Export,
    /// The size of the existing file in bytes.
    pub bytes: u64,
}

impl Layer for Question {
    const HEADING: &'static str = "Before a file is written over";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["y", "Y"],
            (1, "write over it"),
            "write over it",
            Self::write,
        ),
        row(
            &["n", "N", "q"],
            (1, "leave it as it is"),
            "leave it as it is",
            Self::leave,
        ),
    ]];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(panel(self, state.look.charset, around.size))
    }

    fn left(self, state: &mut State) -> Effect {
        let path = &self.export.path;
        state.say(format!("nothing was written; {path} is as it was"));
        Effect::None
    }
}

impl Question {
    fn write(&mut self, _: &mut State, _: &KeyContext<'_>) -> Then {
        Then::Close(Effect::Export(Export {
            if_exists: IfExists::Write,
            ..self.export.clone()
        }))
    }
}

/// The question as a panel.
fn panel(question: &Question, charset: Charset, size: Size) -> Panel {
    let (width, height) = room(size);
    let columns = usize::from(width);
    let name = glyph::safe(&question.export.path, charset);
    let bytes = counted(question.bytes, "byte");
    let mut lines = vec![
        Line::new().strong(shorten(&name, columns)),
        Line::new().plain(format!("is there already, with {bytes}.")),
        Line::new().plain("Write over it?"),
    ];
    // The name must be visible; the keys below show the question.
    lines.truncate(height.max(1));
    Panel {
        title: "a file of that name".to_owned(),
        lines: lines.into_iter().map(|line| line.cut(columns)).collect(),
        footer: footer(question, Question::KEYS, columns),
        width,
        placed: Placed::Middle,
    }
}
