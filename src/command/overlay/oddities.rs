//! The problems in the dump whose bytes are open, from which the user goes to a byte.
//!
//! Invariant: text of a dump is drawn only after the sanitiser.

use super::super::{Context, Effect, KeyContext, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::model::dump_state::{DumpState, Oddity};
use crate::model::layout::Size;
use crate::model::line::{Click, Line, Tone, shorten};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::unicode::glyph::{self, Charset};

/// The list.
#[derive(Debug, Clone, Default)]
pub struct Oddities {
    /// The number of the one chosen.
    pub chosen: usize,
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    match (context.facts.dump, context.facts.oddities.is_empty()) {
        (DumpState::Imported(_), false) => context.state.open(Oddities::default()),
        (DumpState::Imported(name), true) => context
            .state
            .say(format!("no problems in the dump, read as {name}")),
        (DumpState::None | DumpState::Offered(..), _) => context
            .state
            .say("this is no dump that was read; D reads the data as one"),
    }
    Effect::None
}

impl Layer for Oddities {
    const HEADING: &'static str = "In the list of problems in a dump";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "go there"),
                "go to the byte that it is about",
                Self::go_there,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let all = &around.facts.oddities;
        Over::Panel(panel(self, all, state.look.charset, around.size))
    }

    fn choose(&mut self, _: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, around.facts.oddities.len(), next);
    }
}

impl Oddities {
    fn go_there(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let all = &around.facts.oddities;
        let chosen = self.chosen.min(all.len().saturating_sub(1));
        let Some(offset) = all.get(chosen).and_then(|oddity| oddity.offset) else {
            return Then::STAY;
        };
        if let Some(mut context) = around.context(state, None, None) {
            context.jump_to(offset);
        }
        Then::CLOSE
    }
}

/// The problems in the dump, one of them chosen.
fn panel(list: &Oddities, all: &[Oddity], charset: Charset, size: Size) -> Panel {
    let (width, height) = room(size);
    let chosen = list.chosen.min(all.len().saturating_sub(1));
    let first = first_shown(chosen, all.len(), height);
    let rows = all.iter().enumerate().skip(first).take(height);
    let lines = rows.map(|(index, oddity)| {
        let tone = if index == chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let safe = glyph::safe(&oddity.text, charset);
        let line = Line::new().with(tone, shorten(&safe, width.into()));
        line.on_click(&Click::Row(index))
    });
    Panel {
        title: "the dump".to_owned(),
        lines: lines.collect(),
        footer: footer(list, Oddities::KEYS, width.into()),
        width,
        placed: Placed::Middle,
    }
}
